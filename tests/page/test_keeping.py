"""What outlives a reload, a crash and a browser that keeps nothing."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Error, Page

from tests.page.table import STORE, Table, watched
from tests.site import Site, Visit, ready, until

DEAL = "FC1-C4-AAAAAAE"
OTHER = "BK1-C4-AAAAA24"
MOVES = {"7D": "column-4", "8S": "column-6", "9C": "cell-0", "AD": "foundation-2"}

STORED = "(name) => localStorage.getItem('boulanger-solitaire:' + name)"


def seat(page: Page) -> Table:
    """A table at a page whose context is watched."""
    return Table(ready(page))


def play_a_little(table: Table) -> dict[str, Any]:
    """Four moves, one of them undone: what the screen shows then."""
    for moves, (card, place) in enumerate(MOVES.items()):
        table.drag(card, place, moves)
    table.until_played(4)
    table.page.keyboard.press("u")
    table.until_played(3)
    return table.until_same()


def check_undo_and_redo(table: Table) -> None:
    """All that was played a little before can be undone and redone."""
    table.page.keyboard.press("r")
    table.until_played(4)
    assert not table.until_same()["redo"]
    for moves in (3, 2, 1, 0):
        table.page.keyboard.press("u")
        table.until_played(moves)
    assert not table.until_same()["undo"]


def test_a_reload_brings_back_everything_undo_and_redo_included(mouse: Table) -> None:
    mouse.deal(DEAL)
    before = play_a_little(mouse)
    mouse.page.reload()
    assert mouse.look()["piles"] == before["piles"]  # painted before Python is up
    ready(mouse.page)
    assert mouse.until_same() == before
    assert mouse.page.url.endswith("#" + DEAL)
    check_undo_and_redo(mouse)


def test_a_page_that_is_closed_without_warning_loses_nothing(visit: Visit) -> None:
    context = watched(visit.context())
    table = seat(visit("#" + DEAL, context=context))
    before = play_a_little(table)
    crash(table.page)
    table.page.close()
    again = seat(visit(context=context))
    assert again.until_same() == before
    check_undo_and_redo(again)


def crash(page: Page) -> None:
    """Let the page's process die, as for want of memory."""
    with page.expect_event("crash"), suppress(Error):
        page.goto("chrome://crash")


def test_a_won_or_new_game_comes_back_too(mouse: Table) -> None:
    mouse.deal(OTHER)
    before = mouse.until_same()
    mouse.page.reload()
    ready(mouse.page)
    assert mouse.until_same() == before


DAMAGED = [
    "not JSON at all",
    "[]",
    json.dumps({"code": "FC1-C4-AAAAAA0", "moves": ""}),
    json.dumps({"code": DEAL, "moves": "4h 4h 1h"}),
]


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_save_is_put_aside_with_a_message(mouse: Table, text: str) -> None:
    mouse.deal(DEAL)
    mouse.page.evaluate(STORE, ["game", text])
    mouse.page.reload()
    mouse.until_said("could not be read and was put aside")
    assert mouse.page.evaluate(STORED, "damaged:game") == text
    assert mouse.until_same()["moves"] == 0
    mouse.plays_on()


def test_a_whole_copy_stands_in_for_a_damaged_one(mouse: Table) -> None:
    mouse.deal(DEAL)
    before = play_a_little(mouse)
    mouse.page.evaluate("sessionStorage.setItem('boulanger-solitaire:game', '{')")
    mouse.page.reload()
    mouse.until_said("could not be read and was put aside")
    assert mouse.until_same() == before


def test_each_tab_keeps_its_own_game(visit: Visit) -> None:
    context = watched(visit.context())
    first = seat(visit("#" + DEAL, context=context))
    before = play_a_little(first)
    second = seat(visit(context=context))
    second.deal(OTHER)
    first.page.reload()
    ready(first.page)
    assert first.look()["piles"] == before["piles"]
    second.page.reload()
    ready(second.page)
    assert second.look()["code"] == OTHER


@pytest.mark.parametrize("text", ["not JSON", '{"piles": 4}', "[]"])
def test_a_damaged_picture_of_the_game_does_no_harm(mouse: Table, text: str) -> None:
    mouse.deal(DEAL)
    before = play_a_little(mouse)
    mouse.page.evaluate(STORE, ["view", text])
    mouse.page.evaluate(STORE, ["settings", text])
    mouse.page.reload()
    ready(mouse.page)
    assert mouse.until_same() == before
    mouse.page.evaluate("localStorage.removeItem('boulanger-solitaire:settings')")


# ---------------------------------------------------------------- where nothing can be kept


FULL = (
    """Storage.prototype.setItem = () => { throw new DOMException("", "QuotaExceededError"); };"""
)
FRAME = '<!doctype html><link rel="icon" href="data:,"><iframe %s src="%s"></iframe>'


def say_that_nothing_is_kept(table: Table) -> None:
    """The page says so once, and no more after the next move."""
    table.until_said("keeps nothing here")
    table.drag("7D", "column-4")
    table.until_played(1)
    until(table.page, "!document.querySelector('#toast.shown')")
    table.drag("8S", "column-6")
    table.until_played(2)
    assert not table.page.locator("#toast.shown").count()


def test_a_full_store_is_told_once_and_the_game_goes_on(visit: Visit) -> None:
    context: BrowserContext = watched(visit.context())
    context.add_init_script(FULL)
    table = seat(visit("#" + DEAL, context=context))
    say_that_nothing_is_kept(table)
    wanted = table.wanted()
    until(table.page, "tester.rests()")
    assert table.look() == {**wanted, "save": None}


def test_in_a_sandbox_without_storage_and_workers_the_game_plays(visit: Visit, site: Site) -> None:
    sandbox = 'sandbox="allow-scripts" width="700" height="500"'
    host = site.add("host.html", FRAME % (sandbox, f"{site.url}#{DEAL}"))
    page = visit(host, context=watched(visit.context()))
    frame = page.frames[1]
    ready(frame)
    assert frame.evaluate("(() => { try { localStorage } catch { return 'refused' } })()")
    toast = frame.locator("#toast.shown span", has_text="keeps nothing here")
    toast.wait_for()
    for card, place in (("7D", "column-4"), ("8S", "column-6")):
        drag_in(page, card, place)
    until(frame, "document.getElementById('moves').textContent === '2'")
    assert not frame.locator("#toast.shown").count()
    until(frame, "tester.rests()")
    seen = frame.evaluate("tester.look()")
    assert seen["piles"]["column-6"][-3:] == ["9H", "8S", "7D"]
    assert not seen["hidden"]


def drag_in(page: Page, card: str, place: str) -> None:
    """Drag a card by the mouse in the first frame of a page."""
    frame = page.frames[1]
    offset = page.locator("iframe").bounding_box()
    assert offset
    until(frame, "tester.rests()")
    box = frame.evaluate("(card) => tester.boxOf(card)", card)
    to = frame.evaluate("(place) => tester.endOf(place)", place)
    x, y = offset["x"] + box["x"] + box["width"] / 2, offset["y"] + box["y"] + 5
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + to["x"] - box["x"], y + to["y"] - box["y"], steps=3)
    page.mouse.up()
