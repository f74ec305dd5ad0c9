"""The site as a whole: wherever it lies, it runs, and asks for nothing that lies elsewhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.site import Site, Visit, ready


@pytest.mark.parametrize("folder", ["/", "/a/deeper/folder/"])
def test_it_works_from_any_folder_of_a_host(browser: Browser, folder: str) -> None:
    site = Site(prefix=folder)
    visit = Visit(browser, site)
    try:
        ready(visit())
        assert [path for path in site.requests if folder + path not in site.files] == []
        assert any(path.endswith(".whl") for path in site.requests)
        assert visit.unexpected() == []
    finally:
        visit.close()
        site.close()


def test_a_script_that_is_not_ours_does_not_run(visit: Visit) -> None:
    visit.allow("Content Security Policy")
    page = visit()
    page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "intruder = true";
            document.body.append(script);
        }"""
    )
    assert page.evaluate("typeof intruder") == "undefined"
    assert any("Content Security Policy" in problem for problem in visit.problems)
