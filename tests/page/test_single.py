"""The single file, opened as a double click on a USB stick opens it: no host, nothing beside it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright

from tests.page.table import Table, watched
from tests.page.test_browsers import MOVES, READY, in_firefox, play, wait
from tests.site import PATIENCE, ready
from web.building.single import LARGEST, NAME, page_of
from web.building.site import DIST

DEAL = "FC1-C4-AAAAAAE"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("a stick") / NAME
    path.write_text(page_of(DIST), encoding="utf-8", newline="\n")
    return path


@pytest.fixture
def opened(browser: Browser, file: Path) -> Iterator[Page]:
    """The file in a browser; whatever it complains of, and whatever it asks for, is wrong."""
    wrong: list[str] = []
    context = watched(browser.new_context(viewport={"width": 1280, "height": 800}, locale="fr"))
    context.set_default_timeout(PATIENCE)
    context.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    context.on("request", lambda request: wrong.append(request.url[:80]))
    page = context.new_page()
    page.goto(f"{file.as_uri()}#{DEAL}")
    yield ready(page)
    context.close()
    here = ("file:", "data:", "blob:")
    assert [each for each in wrong if not each.startswith(here)] == []


def test_it_is_one_file_of_at_most_8_megabytes(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert len(text.encode()) <= LARGEST
    assert 'src="' not in text.split('<script type="application/gzip"')[0]
    assert "{{" not in text


def test_a_game_is_played_and_kept_without_a_host(opened: Page) -> None:
    table = Table(opened)
    assert opened.evaluate("document.documentElement.lang") == "fr"
    assert len(opened.workers) == 1  # Python does not hold the page up here either
    table.drag("7D", "column-4")
    table.until_played(1)
    before = table.until_same()
    opened.reload()
    ready(opened)
    assert table.until_same() == before
    opened.keyboard.press("u")
    table.until_played(0)


def test_the_help_and_its_examples_are_in_the_file(opened: Page) -> None:
    opened.locator("#help").click()
    opened.get_by_role("link", name="Exemples").first.click()
    opened.locator("#help-suits").get_by_role("link", name="Essayer sur la table").click()
    table = Table(opened)
    opened.locator("#example-show").click()
    table.until_said("il faut la même enseigne")
    opened.get_by_role("button", name="Pourquoi").click()
    opened.get_by_role("heading", name="Les déplacements").wait_for()
    assert opened.locator("#help-text").evaluate("one => getComputedStyle(one).overflowY") == "auto"
    opened.keyboard.press("Escape")
    opened.get_by_role("button", name="Revenir à ma partie").click()
    assert table.until_same()["code"] == DEAL


def test_where_there_are_no_workers_python_runs_on_the_page(opened: Page) -> None:
    opened.add_init_script("delete window.Worker")
    opened.reload()
    table = Table(ready(opened))
    table.drag("7D", "column-4")
    table.until_played(1)
    assert not opened.workers


def test_firefox_plays_it_too(playwright: Playwright, file: Path) -> None:
    with in_firefox(playwright) as window:
        window.open(file.as_uri())
        wait(window, READY)
        play(window, "6S", "cell-0", moves=1)
        window.reload()
        wait(window, READY)
        assert window.evaluate(MOVES) == 1
