"""The help in a browser: pages that everyone can read, and examples played on the real table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.site import Site, Visit, accessibility_faults
from web.building.site import DIST

LANGUAGES = ("en", "fr", "hu")
NAMES = sorted(path.stem for path in DIST.glob("help/en/*.html"))
#: What sticks out of the window, and texts that are wider than their box.
OVERFLOW = """() => [...document.querySelectorAll("body *:not(.deck *, .board *)")]
  .filter((one) => one.checkVisibility() && !one.matches(".skip, .deck"))
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5
    || (one.clientWidth && one.scrollWidth > one.clientWidth + 1))
  .map((one) => `${one.tagName} ${one.textContent.slice(0, 60)}`)"""


def open_page(page: Page, site: Site, language: str, name: str) -> None:
    page.goto(f"{site.url}help/{language}/{name}.html")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_can_be_read_by_everyone(visit: Visit, site: Site, language: str) -> None:
    page = visit("help/en/index.html", viewport=(1280, 800))
    faults = {}
    for name in NAMES:
        open_page(page, site, language, name)
        for scheme in ("light", "dark") if name == "freecell" else ("light",):
            page.emulate_media(color_scheme=scheme)
            faults[name, scheme] = accessibility_faults(page)
    assert {where: found for where, found in faults.items() if found} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_overflows(visit: Visit, site: Site, language: str) -> None:
    page = visit("help/en/index.html")
    found = {}
    for name in NAMES:
        open_page(page, site, language, name)
        for width, height in ((320, 568), (640, 400)):  # a phone; a desktop at 200 %
            page.set_viewport_size({"width": width, "height": height})
            found[name, width] = page.evaluate(OVERFLOW)
    assert {where: faults for where, faults in found.items() if faults} == {}


def test_pages_lead_to_each_other_without_javascript(visit: Visit) -> None:
    page = visit("help/en/index.html", java_script_enabled=False)
    page.get_by_role("link", name="FreeCell", exact=True).first.click()
    page.get_by_role("link", name="Français").click()
    page.get_by_role("heading", name="FreeCell\u00a0: les règles").wait_for()
    page.get_by_role("link", name="Essayez dans une vraie partie").click()
    assert page.url.endswith("help/fr/examples.html#ten")
    section = page.get_by_role("region", name="dix sur une carte")
    assert section.get_by_role("listitem").count() == 4
    assert section.get_by_role("img").bounding_box()
    assert page.locator("footer .play").get_attribute("href") == "../../index.html"


def test_a_printed_page_has_the_text_and_the_pictures_only(visit: Visit) -> None:
    page = visit("help/hu/examples.html", color_scheme="dark")
    page.emulate_media(media="print")
    assert page.locator("header, footer, .play >> visible=true").count() == 0
    assert page.locator("svg.board >> visible=true").count() == 10
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(27, 31, 42)"
