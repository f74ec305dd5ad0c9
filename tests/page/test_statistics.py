"""What the page keeps of all games, shows, gives away as a file and takes back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from solitaire import Game, variant_of
from tests.engine.both import solutions
from tests.page.table import STORE, Table, watched
from tests.site import Visit, ready, until

DEAL, OTHER = "FC1-C4-AAAAAAE", "FC1-C4-AAAAAAF"
#: The moves of a solved game that are left: all of them up.
GAME, CELLS, NUMBER, MOVES = next(one for one in solutions() if one[:3] == ("BK", 1, 7308))
CODE = Game(variant_of(GAME, CELLS), NUMBER).code
RECORDS = "localStorage.getItem('boulanger-solitaire:records')"
EMPTY = {"version": 1, "tallies": {}}
FULL = {
    "version": 1,
    "tallies": {
        "FC-C4": {
            "played": 1200,
            "won": 900,
            "streak": 3,
            "longest": 41,
            "best_score": 630,
            "fewest_moves": 71,
        }
    },
}


@pytest.fixture
def fresh(mouse: Table) -> Iterator[Table]:
    """A table where nothing has counted yet, before and after."""
    for step in range(2):
        mouse.page.keyboard.press("Escape")
        mouse.deal(DEAL)
        mouse.page.evaluate("localStorage.removeItem('boulanger-solitaire:records')")
        mouse.ask("load_records", records=EMPTY)
        if step == 0:
            yield mouse


def kept(page: Page) -> Any:
    """The record in the page's storage."""
    return json.loads(page.evaluate(RECORDS) or "null")


def open_statistics(page: Page) -> None:
    page.locator("#settings").click()
    page.locator("#statistics").click()
    page.locator("#statistics-dialog").wait_for()


def close(page: Page) -> None:
    for _ in range(2):
        page.keyboard.press("Escape")
    page.locator("dialog[open]").wait_for(state="detached")


def shown(page: Page) -> dict[str, str]:
    """The numbers in the dialog."""
    found: dict[str, str] = page.locator("#records-row [data-value]").evaluate_all(
        "all => Object.fromEntries(all.map((one) => [one.dataset.value, one.textContent]))"
    )
    return found


def begin(page: Page, save: dict[str, Any]) -> None:
    """Open the page with a kept game."""
    page.evaluate(STORE, ["game", json.dumps(save)])
    page.evaluate("(code) => history.replaceState(null, '', '#' + code)", save["code"])
    page.reload()
    ready(page)


def leave_for_other(page: Page) -> None:
    """Deal another game by the dialog, as a player does who leaves this one."""
    page.keyboard.press("n")
    page.locator("#new-deal").fill(OTHER)
    page.keyboard.press("Enter")
    until(page, f"document.getElementById('code').textContent === '{OTHER}'")


def test_a_left_and_a_won_game_are_counted_kept_and_shown(fresh: Table) -> None:
    page = fresh.page
    page.keyboard.type("2a")
    fresh.until_played(1)
    leave_for_other(page)
    assert kept(page)["tallies"]["FC-C4"]["played"] == 1
    begin(page, {"code": CODE, "moves": " ".join(MOVES[:-1]), "id": "a game of this test"})
    fresh.until_same()
    page.keyboard.type(MOVES[-1])
    page.locator("#won-dialog").wait_for()
    page.keyboard.press("Escape")
    for _ in range(2):  # undone, reloaded: it counts once
        page.keyboard.press("u")
        fresh.until_played(len(MOVES) - 1)
        page.keyboard.press("r")
        page.locator("#won-dialog").wait_for()
        page.keyboard.press("Escape")
        page.reload()
        ready(page)
        fresh.until_same()
    open_statistics(page)
    ends = {"best_score": str(fresh.ask()["score"]), "fewest_moves": str(len(MOVES))}
    assert shown(page) == dict.fromkeys(("played", "won", "streak", "longest"), "1") | ends
    assert page.locator("#records-percent").inner_text() == "100%"
    page.locator("#records-games input[value=FC]").check()
    page.locator("#records-cells input[value='4']").check()
    assert (shown(page)["played"], shown(page)["won"]) == ("1", "0")
    assert shown(page)["best_score"] == "–"
    close(page)


def test_statistics_are_exported_reset_and_imported(fresh: Table, tmp_path: Path) -> None:
    page = fresh.page
    page.evaluate(
        "(text) => localStorage.setItem('boulanger-solitaire:records', text)", json.dumps(FULL)
    )
    page.reload()
    ready(page)
    open_statistics(page)
    before = shown(page)
    assert before["played"] == "1,200"
    with page.expect_download() as download:
        page.locator("#records-export").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert json.loads(file.read_text()) == FULL
    reset = page.locator("#records-reset")
    reset.click()
    assert shown(page) == before  # it only asks
    reset.press("Tab")
    assert reset.inner_text() == "Reset"
    reset.click()
    reset.click()
    until(page, "document.querySelector('[data-value=played]').textContent === '0'")
    assert kept(page)["tallies"] == {}
    page.locator("#records-file").set_input_files(file)
    until(page, "document.querySelector('[data-value=played]').textContent !== '0'")
    assert shown(page) == before
    assert kept(page)["tallies"] == FULL["tallies"]
    page.locator("#records-back").click()
    until(page, "document.querySelector('[data-value=played]').textContent === '0'")
    close(page)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not statistics of this game: file"),
        ("[" * 300, "holds no statistics"),
        (json.dumps(FULL | {"version": 7}), "of version 7; only version 1"),
        (json.dumps(FULL).replace("1200", "12"), "FC-C4 (not-possible)"),
        ("x" * 200_000, "holds no statistics"),
    ],
    ids=["empty", "nested", "version", "impossible", "long"],
)
def test_a_damaged_file_is_refused_and_nothing_is_lost(
    fresh: Table, tmp_path: Path, text: str, said: str
) -> None:
    page = fresh.page
    fresh.ask("load_records", records=FULL)
    file = tmp_path / "file.json"
    file.write_text(text)
    open_statistics(page)
    before = shown(page)
    page.locator("#records-file").set_input_files(file)
    page.locator("#records-said", has_text=said).wait_for()
    assert "Yours are as they were" in page.locator("#records-said").inner_text()
    assert shown(page) == before
    close(page)


def test_damaged_records_are_put_aside_and_the_page_plays_on(fresh: Table) -> None:
    page = fresh.page
    page.evaluate("localStorage.setItem('boulanger-solitaire:records', '{\"version\": 0}')")
    page.reload()
    ready(page)
    fresh.until_said("statistics could not be read")
    assert kept(page) is None
    aside = page.evaluate("localStorage.getItem('boulanger-solitaire:damaged:records')")
    assert aside == '{"version": 0}'
    page.keyboard.type("2a")
    fresh.until_played(1)


def test_two_tabs_count_together(visit: Visit) -> None:
    context = watched(visit.context())
    first, second = (Table(ready(visit("#" + DEAL, context=context))) for _ in range(2))
    for table, played in ((first, 1), (second, 2)):
        page = table.page
        page.bring_to_front()
        table.deal(DEAL)
        page.keyboard.type("2a")
        table.until_played(1)
        leave_for_other(page)
        assert kept(page)["tallies"]["FC-C4"]["played"] == played
