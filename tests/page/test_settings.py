"""What the player chooses around the table: it is shown at once, and kept."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from solitaire import Game, variant_of
from solitaire.gestures import finish
from tests.engine.both import solutions
from tests.page.keys import heard, listen
from tests.page.table import STORE, Table, watched
from tests.page.test_looks import check_sizes
from tests.page.test_statistics import CODE, MOVES, begin
from tests.site import Visit, ready, until

DEAL = "FC1-C4-AAAAAAE"
SHOWN = """["score", "moves", "time"].filter((id) => document.getElementById(id).offsetParent)"""
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
SECONDS = (
    """document.getElementById("time").textContent.split(":").reduce((a, b) => a * 60 + +b, 0)"""
)


def test_score_moves_and_time_are_shown_as_wished_and_kept(visit: Visit) -> None:
    page = ready(visit("#" + DEAL, context=watched(visit.context())))
    assert page.evaluate(SHOWN) == ["score", "moves"]
    page.locator("#settings").click()
    page.locator("#show-score").uncheck()
    page.locator("#show-time").check()
    assert page.evaluate(SHOWN) == ["moves", "time"]
    page.reload()
    ready(page)
    assert page.evaluate(SHOWN) == ["moves", "time"]


def test_all_that_can_be_shown_fits_in_every_size(visit: Visit) -> None:
    context = watched(visit.context(locale="hu-HU"))
    settings = json.dumps(["settings", json.dumps({"time": "on"})])
    context.add_init_script(f"try {{ ({STORE})({settings}); }} catch {{}}")
    page = ready(visit("#" + DEAL, context=context))
    assert page.evaluate(SHOWN) == ["score", "moves", "time"]
    check_sizes(Table(page))


def test_the_clock_runs_from_the_first_move_and_stops_while_the_page_is_hidden(
    visit: Visit,
) -> None:
    context = watched(visit.context())
    table = Table(ready(visit("#" + DEAL, context=context)))
    page = table.page
    page.clock.install()
    page.clock.run_for(5000)
    assert page.evaluate(SECONDS) == 0
    page.keyboard.type("2a")
    table.until_played(1)
    page.clock.run_for(65_000)
    seen = until(page, f"{SECONDS} >= 64 && {SECONDS}")
    assert seen <= 70
    page.evaluate(HIDE, True)
    page.clock.run_for(600_000)
    page.evaluate(HIDE, False)
    page.clock.run_for(10_000)
    later = until(page, f"{SECONDS} >= {seen + 9} && {SECONDS}")
    assert later <= seen + 20


def test_the_time_is_kept_with_its_game(mouse: Table) -> None:
    page = mouse.page
    mouse.deal(DEAL)
    page.keyboard.type("2a")
    mouse.until_played(1)
    before = until(page, f"{SECONDS} >= 2 && {SECONDS}")
    page.reload()
    ready(page)
    mouse.until_same()
    assert page.evaluate(SECONDS) >= before
    mouse.deal("FC1-C4-AAAAAAF")
    assert page.evaluate(SECONDS) == 0


# ---------------------------------------------------------------- share


def test_a_deal_is_shared_by_the_clipboard_where_the_system_has_no_way(visit: Visit) -> None:
    context = watched(visit.context(permissions=["clipboard-read", "clipboard-write"]))
    table = Table(ready(visit("#" + DEAL, context=context)))
    table.page.evaluate("delete Navigator.prototype.share")
    table.page.locator("#settings").click()
    table.page.locator("#share").click()
    table.until_said("Copied: the result and the link")
    text = table.page.evaluate("navigator.clipboard.readText()")
    assert text.splitlines() == ["FreeCell no. 4", DEAL, f"{visit.site.url}#{DEAL}"]


def test_a_won_game_is_shared_with_its_result_by_the_system(visit: Visit) -> None:
    page = ready(visit(context=watched(visit.context())))
    begin(page, {"code": CODE, "moves": " ".join(MOVES[:-1])})
    page.evaluate("navigator.share = async (data) => { window.shared = data; }")
    page.keyboard.type(MOVES[-1])
    page.locator("#won-share").click()
    shared = until(page, "window.shared")
    assert f"won in {len(MOVES)} moves" in shared["text"]
    assert shared["url"].endswith("#" + CODE)


# ---------------------------------------------------------------- the rest goes up


def able_from(game: Game, moves: list[str]) -> int:
    """After how many moves of a solved game the rest can go up."""
    for count, text in enumerate(moves):
        if finish(game.position):
            return count
        game.play(text)
    raise AssertionError


def typed_to_the_rest() -> tuple[str, list[str], int]:
    """A solved game: its code, its moves, and how many of them are played when the rest can go up;
    the last of these can be typed.
    """
    for key, cells, number, moves in solutions():
        game = Game(variant_of(key, cells), number)
        count = able_from(game, moves)
        if "v" not in moves[count - 1] and 12 < len(moves) - count < 40:
            return game.code, moves, count
    raise AssertionError


SOLVED_CODE, SOLVED, ABLE = typed_to_the_rest()


@pytest.fixture
def nearly(mouse: Table) -> Iterator[Table]:
    """A game one move before the rest can go up."""
    begin(mouse.page, {"code": SOLVED_CODE, "moves": " ".join(SOLVED[: ABLE - 1])})
    mouse.until_same()
    yield mouse
    mouse.page.keyboard.press("Escape")


def test_finish_is_offered_when_the_rest_can_go_up_and_not_before(nearly: Table) -> None:
    page, before = nearly.page, ABLE - 1
    button = page.locator("#finish")
    assert not button.is_visible()
    listen(page)
    page.keyboard.type(SOLVED[before])
    button.wait_for()
    rest = len(nearly.ask()["finish"])
    assert any(f"{rest} cards" in line for line in heard(page))
    page.wait_for_timeout(300)
    assert nearly.until_same()["moves"] == before + 1  # nothing goes up unasked
    score = nearly.until_same()["score"]
    button.click()
    page.locator("#won-dialog").wait_for()
    page.keyboard.press("Escape")
    shown = nearly.until_same()
    assert (shown["moves"], shown["score"]) == (before + 1 + rest, score + 10 * rest)
    assert not button.is_visible()


@pytest.mark.parametrize("how", ["key", "pointer"])
def test_finish_can_be_interrupted_at_any_time(nearly: Table, how: str) -> None:
    page, before = nearly.page, ABLE - 1
    page.keyboard.type(SOLVED[before])
    page.locator("#finish").wait_for()
    page.keyboard.press("f")
    nearly.until_played(before + 4)
    if how == "key":
        page.keyboard.press("Escape")
    else:
        page.mouse.click(5, 500)
    page.wait_for_timeout(400)
    moves = nearly.until_same()["moves"]
    assert before + 4 <= moves <= before + 6
    page.keyboard.press("u")
    nearly.until_played(moves - 1)
    assert page.locator("#finish").is_visible()
