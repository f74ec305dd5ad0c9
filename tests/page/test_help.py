"""The help in a browser: pages that everyone can read, and examples played on the real table."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from solitaire import Game
from solitaire.view import view_of
from tests.page.table import Table, watched
from tests.site import Site, Visit, accessibility_faults, ready, until
from web.building import examples
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
        # What is inside a picture is for the eye only; axe would walk through a thousand cards.
        page.evaluate("document.querySelectorAll('.board').forEach((one) => one.replaceChildren())")
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
    ink = page.evaluate("getComputedStyle(document.body).color.match(/[0-9]+/g).map(Number)")
    assert sum(ink) < 150  # dark on white, whatever the theme


# ---------------------------------------------------------------- examples on the table

DEAL = "FC1-C4-AAAAAAE"


def open_example(table: Table, name: str) -> None:
    """Go to an example by its address."""
    table.page.evaluate("name => { location.hash = `example=${name}`; }", name)
    example = examples.examples()[name]
    table.page.locator("#example:visible").wait_for()
    until(table.page, f"document.getElementById('code').textContent === '{example['code']}'")
    table.until_played(example["made"])
    table.until_laid()


def follow(table: Table, step: dict[str, Any]) -> None:
    """Do with the pointer what a step says."""
    args = step.get("args", {})
    if step["call"] == "drop":
        table.drag(args["card"], args["places"][0])
    elif step["call"] == "double_tap":
        table.pause()  # so that it is not the third tap of the one before
        table.double_tap(args["card"])
    elif step["call"] == "tap":
        table.tap(args["card"])
    else:
        table.page.locator("#undo").click()


def until_done(table: Table, steps: int) -> None:
    """Wait until so many steps are ticked."""
    until(table.page, f"document.querySelectorAll('#example .done').length === {steps}")


def leave(table: Table) -> None:
    table.page.locator("#example-leave").click()
    table.page.locator("#example:visible").wait_for(state="detached")


@pytest.mark.parametrize("name", examples.examples())
def test_an_example_is_played_by_its_steps(mouse: Table, name: str) -> None:
    mouse.deal(DEAL)
    open_example(mouse, name)
    example = examples.examples()[name]
    game = Game.restore(examples.save_of(example["code"], example["made"]))
    for number, (step, outcome) in enumerate(
        zip(example["steps"], examples.play(example), strict=True), 1
    ):
        follow(mouse, step)
        until_done(mouse, number)
        if outcome == "undo":
            game.undo()
        elif not outcome.startswith("refused"):
            game.play(outcome)
        mouse.until_still()
        assert mouse.look()["piles"] == view_of(game)["piles"]
    leave(mouse)
    assert mouse.until_same()["code"] == DEAL


def test_steps_are_taken_back_shown_and_begun_again(mouse: Table) -> None:
    mouse.deal(DEAL)
    open_example(mouse, "limit")
    page = mouse.page
    for done in (1, 2, 3):
        page.get_by_role("button", name="Show me").click()
        until_done(mouse, done)
    mouse.until_played(18)
    page.keyboard.press("u")
    until_done(mouse, 2)
    mouse.drag("3H", "cell-0")  # something else: the steps wait until it is taken back
    mouse.until_played(18)
    page.get_by_role("button", name="Show me").click()
    mouse.until_said("may go there")  # with that cell taken the run does not go any more
    until_done(mouse, 2)
    page.get_by_role("button", name="From the start").click()
    mouse.until_played(16)
    until_done(mouse, 0)
    page.keyboard.press("u")  # what was played before the example stays played
    mouse.until_played(16)
    leave(mouse)


def test_a_running_game_waits_and_is_kept(visit: Visit) -> None:
    context = watched(visit.context())
    table = Table(ready(visit("#" + DEAL, context=context)))
    page = table.page
    table.drag("7D", "column-4")
    table.until_played(1)
    before = table.until_same()
    page.locator("#help").click()
    page.get_by_role("link", name="Examples").first.click()
    page.locator("#help-ten").get_by_role("link", name="Try it on the table").click()
    table.until_played(71)
    assert page.evaluate("document.activeElement.id") == "example-title"
    page.reload()  # the address is the example's; what is kept is the game
    ready(page)
    table.until_played(71)
    assert table.look()["save"] == before["save"]
    leave(table)
    assert table.until_same() == before
    open_example(table, "lost")
    page.evaluate("code => { location.hash = code; }", DEAL)  # another way back
    assert table.until_same() == before


def test_a_new_game_ends_the_example_and_offers_the_game_back(mouse: Table) -> None:
    mouse.deal(DEAL)
    mouse.drag("7D", "column-4")
    mouse.until_played(1)
    open_example(mouse, "suits")
    mouse.page.keyboard.press("n")
    mouse.page.locator("#new-deal").fill("617")
    mouse.page.keyboard.press("Enter")
    mouse.page.locator("#example:visible").wait_for(state="detached")
    assert mouse.until_same()["code"] == "BK1-C4-AAAAATJ"
    mouse.page.get_by_role("button", name="Back to the last game").click()
    mouse.until_played(1)
    assert mouse.until_same()["code"] == DEAL


def test_an_example_that_there_is_not_opens_the_list(mouse: Table) -> None:
    mouse.deal(DEAL)
    mouse.page.evaluate("location.hash = 'example=none'")
    mouse.page.get_by_role("heading", name="Examples").wait_for()
    mouse.page.keyboard.press("Escape")
    assert mouse.until_same()["code"] == DEAL


# ---------------------------------------------------------------- the help over the game


@pytest.mark.parametrize(
    ("code", "card", "onto", "heading", "rules"),
    [
        ("BK1-C4-AAAAABQ", "9H", "column-0", "What may move", "Baker’s Game: the rules"),
        ("FC1-C4-AAAAAAI", "TH", "column-3", "What may move", "FreeCell: the rules"),
    ],
)
def test_a_refusal_leads_to_the_rules_of_the_game(
    mouse: Table, code: str, card: str, onto: str, heading: str, rules: str
) -> None:
    mouse.deal(code)
    mouse.drag(card, onto)
    mouse.page.get_by_role("button", name="Why?").click()
    dialog = mouse.page.locator("#help-dialog")
    dialog.get_by_role("heading", name=rules).wait_for()
    assert mouse.page.evaluate("document.activeElement.textContent") == heading
    assert (
        dialog.get_by_role("heading", name=heading).evaluate(
            "one => Math.abs(one.getBoundingClientRect().top - one.closest('#help-text')"
            ".getBoundingClientRect().top)"
        )
        < 60
    )
    mouse.page.keyboard.press("Escape")
    assert mouse.until_same()["code"] == code


def test_a_group_that_is_too_large_leads_to_the_table_of_sizes(mouse: Table) -> None:
    mouse.deal(DEAL)
    open_example(mouse, "limit")
    mouse.drag("7D", "column-7")
    mouse.page.get_by_role("button", name="Why?").click()
    mouse.page.locator("#help-group table").wait_for()
    assert mouse.page.evaluate("document.activeElement.textContent") == "Moving a group"
    mouse.page.keyboard.press("Escape")
    until_done(mouse, 1)
    leave(mouse)


def test_the_help_is_read_by_keyboard_and_axe_finds_no_fault(mouse: Table) -> None:
    mouse.deal(DEAL)
    page = mouse.page
    page.locator("#help").focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="Help").wait_for()
    until(page, "document.getAnimations().every(({ playState }) => playState !== 'running')")
    assert accessibility_faults(page) == []
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the first link of the page
    page.get_by_role("heading", name="FreeCell: the rules").wait_for()
    page.keyboard.press("Escape")
    page.locator("#help-dialog").wait_for(state="hidden")
    assert page.evaluate("document.activeElement.id") == "help"
    open_example(mouse, "stays")
    assert accessibility_faults(page) == []
    leave(mouse)


def test_the_help_speaks_the_language_of_the_game(visit: Visit) -> None:
    page = ready(visit("#example=ten", locale="hu", viewport=(390, 844)))
    page.get_by_text("FreeCell: lapra tíz, oszlopba öt").wait_for()
    page.get_by_role("button", name="Példák").click()
    page.get_by_role("heading", name="FreeCell: lapra tíz, oszlopba öt").wait_for()
    assert page.evaluate("document.querySelector('#help-text').scrollTop") > 500


def test_help_that_does_not_come_is_a_sentence(visit: Visit, site: Site) -> None:
    visit.allow("503")
    page = ready(visit("#" + DEAL))
    site.refuse("help/*")
    page.locator("#help").click()
    page.locator("#toast.shown", has_text="The help did not come").wait_for()
    site.heal()
    page.locator("#help").click()
    page.get_by_role("heading", name="Help").wait_for()


def test_the_help_opens_in_a_sandboxed_frame(visit: Visit, site: Site) -> None:
    frame = (
        '<iframe title="game" sandbox="allow-scripts" width="700" height="600" '
        'src="solitaire/?embed"></iframe>'
    )
    page = visit(
        site.add(
            "frame.html", f'<!doctype html><title>x</title><link rel="icon" href="data:,">{frame}'
        )
    )
    game = page.frames[1]
    ready(game)
    game.locator("#help").click()
    game.get_by_role("link", name="Examples").first.click()
    game.locator("#help-suits").get_by_role("link", name="Try it on the table").click()
    until(game, "document.getElementById('code').textContent === 'BK1-C4-AAAAABQ'")
    game.locator("#example-leave").click()
    until(game, "document.getElementById('code').textContent === 'FC1-C4-AAAAAAB'")


def test_the_help_is_there_without_a_network(visit: Visit, site: Site) -> None:
    visit.allow("Failed to load resource|service worker|ServiceWorker")
    page = ready(visit(context=visit.context(service_workers="allow")))
    until(page, "!document.getElementById('offline').hidden")
    site.refuse("*")
    page.locator("#help").click()
    page.get_by_role("link", name="Examples").first.click()
    page.locator("#help-suits").get_by_role("link", name="Try it on the table").click()
    until(page, "document.getElementById('code').textContent === 'BK1-C4-AAAAABQ'")
    page.goto(f"{site.url}help/fr/index.html")
    page.get_by_role("link", name="FAQ").first.click()
    page.get_by_role("heading", name="Questions fréquentes").wait_for()
    page.locator("footer .play").click()
    ready(page)
