"""The site as a whole: wherever it lies, it runs, and asks for nothing that lies elsewhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.site import Site, Visit, accessibility_faults, ready, until


@pytest.mark.parametrize("folder", ["/", "/a/deeper/folder/"])
def test_it_works_from_any_folder_of_a_host(browser: Browser, folder: str) -> None:
    site = Site(prefix=folder)
    visit = Visit(browser, site)
    try:
        ready(visit())
        assert [path for path in site.requests if folder + path not in site.files] == []
        assert any(path.startswith("library-") for path in site.requests)
        assert visit.unexpected() == []
    finally:
        visit.close()
        site.close()


def test_a_script_that_is_not_ours_does_not_run(visit: Visit) -> None:
    visit.allow("TrustedScript")
    page = visit()
    refused = page.evaluate(
        """() => {
            const script = document.createElement("script");
            try {
                script.textContent = "intruder = true";
                document.body.append(script);
            } catch ({ name }) {
                return name;
            }
        }"""
    )
    assert page.evaluate("typeof intruder") == "undefined"
    assert refused == "TypeError"


@pytest.mark.parametrize("path", ["typo", "a/deeper/typo/", "index.htm?x#FC1-C4-AAAAAAE"])
def test_a_page_that_is_not_there_leads_home(visit: Visit, site: Site, path: str) -> None:
    visit.allow("404")
    page = visit(path)
    until(page, f"document.getElementById('home').href === '{site.url}'")
    page.locator("#home").click()
    page.locator("#table").wait_for()
    assert page.url.split("#")[0] == site.url


def test_a_page_that_is_not_there_is_no_worse_than_one_that_is(visit: Visit) -> None:
    visit.allow("404")
    page = visit("typo", viewport=(320, 568))
    assert accessibility_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 320
