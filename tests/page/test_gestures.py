"""What a tap, a double tap, a drag and a chosen card do, with a mouse and with a finger."""

from __future__ import annotations

import math

import pytest

from tests.page.table import Table
from tests.site import until

#: Column 4 ends in 3H 2D AD, 2 in 7D, 5 in 8S, 7 in 9H; no other card can go up.
DEAL = "FC1-C4-AAAAAAE"
SAME_IN_BAKERS_GAME = "BK1-C4-AAAAAAE"
#: After its two aces of hearts and their 2, 3H can go up and takes 2S too.
TWO_WAYS = "FC1-C1-AAAAAB2"

LIT = """[...document.querySelectorAll("#table .legal")]
  .map((one) => one.dataset.place ?? one.dataset.card).sort()"""
#: How long the page took from the finger's going up to the move's being counted, milliseconds.
TIME_TAPS = """(() => {
  window.tapTimes = [];
  const moves = document.getElementById("moves");
  let up = 0;
  let before = moves.textContent;
  addEventListener("pointerup", () => { up = performance.now(); }, true);
  new MutationObserver(() => {
    if (before === "0" && moves.textContent === "1") window.tapTimes.push(performance.now() - up);
    before = moves.textContent;
  }).observe(moves, { childList: true });
})()"""


def piles(table: Table) -> dict[str, list[str]]:
    """The piles, once the screen shows what the engine says."""
    found: dict[str, list[str]] = table.until_same()["piles"]
    return found


def chosen(table: Table) -> list[str]:
    """The cards that are marked as selected."""
    found: list[str] = table.page.locator(".card.selected").evaluate_all(
        "cards => cards.map((card) => card.dataset.card)"
    )
    return found


# ---------------------------------------------------------------- tap and double tap


def test_a_tap_sends_a_card_up_and_one_card_only(table: Table) -> None:
    table.deal(DEAL)
    table.tap("AD")
    table.until_played(1)
    shown = table.until_same()
    assert shown["piles"]["foundation-2"] == ["AD"]
    assert shown["piles"]["column-3"][-1] == "2D"
    assert (shown["moves"], shown["score"]) == (1, 10)


def test_a_tap_acts_before_a_double_tap_could_end(table: Table) -> None:
    table.deal(DEAL)
    table.page.evaluate(TIME_TAPS)
    for _ in range(5):
        table.tap("AD", moves=0)
        table.until_played(1)
        table.page.keyboard.press("u")
        table.until_played(0)
        table.tap("KS")  # so that the next tap is not the second of a double tap
    times: list[float] = table.page.evaluate("window.tapTimes")
    assert len(times) == 5
    assert min(times) < 250  # a page that waits for a second tap is never so fast


def test_a_double_tap_moves_the_card_that_it_touched_and_no_other(table: Table) -> None:
    table.deal(DEAL)
    table.double_tap("AD")  # 2D, which lies below, could follow it
    table.until_played(1)
    assert piles(table)["column-3"][-1] == "2D"
    table.double_tap("2D", moves=1)
    table.until_played(2)
    shown = piles(table)
    assert shown["foundation-2"] == ["AD", "2D"]
    assert shown["column-3"][-1] == "3H"


def test_a_double_tap_prefers_columns_to_cells_and_takes_runs_along(table: Table) -> None:
    table.deal(DEAL)
    table.double_tap("7D")
    table.until_played(1)
    assert piles(table)["column-4"][-2:] == ["8S", "7D"]
    table.double_tap("8S")
    table.until_played(2)
    assert piles(table)["column-6"][-3:] == ["9H", "8S", "7D"]
    table.double_tap("9C")
    table.until_played(3)
    assert piles(table)["cell-0"] == ["9C"]


def test_a_double_tap_sends_no_card_from_cell_to_cell(table: Table) -> None:
    table.deal(DEAL)
    table.double_tap("9C")
    table.until_played(1)
    before = piles(table)
    table.double_tap("9C")
    assert piles(table) == before
    table.drag("9C", "cell-2")
    table.until_played(2)
    assert piles(table)["cell-2"] == ["9C"]


def test_a_third_tap_means_the_card_that_lies_there_then(table: Table) -> None:
    table.deal(DEAL)
    grip = table.aim("AD")["grip"]
    table.double_tap("AD")
    table.until_played(1)
    table.hand.tap(grip["x"], grip["y"])
    table.until_played(2)
    assert piles(table)["foundation-2"] == ["AD", "2D"]


def test_a_tap_or_double_tap_on_a_foundation_does_nothing(table: Table) -> None:
    table.deal(DEAL)
    table.tap("AD")
    table.until_played(1)
    before = table.until_same()
    table.double_tap("AD")
    assert table.until_same() == before
    assert chosen(table) == []


# ---------------------------------------------------------------- drag


def test_a_drop_on_any_foundation_counts_for_the_card_s_own(table: Table) -> None:
    table.deal(DEAL)
    table.drag("AD", "foundation-0")
    table.until_played(1)
    assert piles(table)["foundation-2"] == ["AD"]


def test_a_run_is_dragged_as_one_and_is_one_move(table: Table) -> None:
    table.deal(DEAL)
    table.drag("7D", "column-4")
    table.lift("8S", "column-6", moves=1)
    places = table.page.evaluate(
        "['8S', '7D'].map((name) => document.querySelector(`[data-card='${name}']`)"
        ".getBoundingClientRect()).map(({ x, y }) => ({ x, y }))"
    )
    tilt = 3  # degrees, at most: the run leans as one
    assert abs(places[0]["x"] - places[1]["x"]) < (places[1]["y"] - places[0]["y"]) * tilt / 57
    assert places[0]["y"] < places[1]["y"]
    table.hand.up()
    table.until_played(2)
    assert piles(table)["column-6"][-3:] == ["9H", "8S", "7D"]
    table.page.keyboard.press("u")
    table.until_played(1)
    assert piles(table)["column-4"][-2:] == ["8S", "7D"]


def test_a_card_goes_back_to_the_table_from_a_foundation_in_freecell(table: Table) -> None:
    table.deal(DEAL)
    table.tap("AD")
    table.drag("AD", "cell-1", moves=1)
    table.until_played(2)
    assert piles(table)["cell-1"] == ["AD"]


def test_a_card_stays_on_its_foundation_in_bakers_game(table: Table) -> None:
    table.deal(SAME_IN_BAKERS_GAME)
    table.tap("AD")
    table.drag("AD", "cell-1", moves=1)
    table.until_said("only undo takes it back")
    assert piles(table)["foundation-2"] == ["AD"]
    table.plays_on()


def test_what_may_not_lie_there_goes_back_and_the_page_says_why(table: Table) -> None:
    table.deal(DEAL)
    before = piles(table)
    for card, place, why in (
        ("9C", "column-1", "the rank must be one lower"),
        ("7D", "foundation-2", "AD is next".replace("AD", "A♦")),
        ("KS", "cell-0", "are not a run"),
        ("JS", "column-0", "are not a run"),
    ):
        table.drag(card, place)
        table.until_said(why)
        assert piles(table) == before
    table.plays_on()


def test_a_drop_outside_the_table_puts_the_card_back(table: Table) -> None:
    table.deal(DEAL)
    before = piles(table)
    start = table.aim("7D")["grip"]
    table.hand.down(start["x"], start["y"])
    table.hand.move(start["x"], -200)  # out of the window
    table.hand.up()
    assert piles(table) == before
    table.plays_on()


def test_a_group_that_is_too_large_stays_and_the_page_says_how_many_fit(table: Table) -> None:
    table.deal(DEAL)
    table.drag("7D", "column-4")
    for number, card in enumerate(("9C", "4S", "AD", "6H")):
        table.drag(card, f"cell-{number}", moves=number + 1)
    table.until_played(5)
    before = piles(table)
    table.drag("8S", "column-6")
    table.until_said("1 card may go there: 0 empty cells + 1; this run has 2.")
    assert piles(table) == before
    table.plays_on()


FOLLOW = """(name) => {
  const card = document.querySelector(`[data-card="${name}"]`);
  window.path = [];
  const follow = () => {
    const { x, y } = card.getBoundingClientRect();
    window.path.push({ x, y });
    requestAnimationFrame(follow);
  };
  addEventListener("pointerup", follow, { capture: true, once: true });
}"""


@pytest.mark.parametrize("target", ["cell-0", "column-0"])
def test_a_dropped_card_flies_straight_from_where_it_was_dropped(mouse: Table, target: str) -> None:
    """To its new place where it may lie there, back to the old one where it may not."""
    mouse.deal(DEAL)
    home = mouse.aim("7D")
    mouse.page.evaluate(FOLLOW, "7D")
    mouse.lift("7D", target)
    start = mouse.box_of("7D")
    mouse.hand.up()
    mouse.until_same()
    end = mouse.box_of("7D")
    assert (end["x"] == home["x"]) == (target == "column-0")
    way = math.dist((start["x"], start["y"]), (end["x"], end["y"]))
    path = mouse.page.evaluate("window.path")
    detours = [
        math.dist((start["x"], start["y"]), (point["x"], point["y"]))
        + math.dist((end["x"], end["y"]), (point["x"], point["y"]))
        for point in path
    ]
    assert max(detours) < way + 12  # a refused card shakes a little


# ---------------------------------------------------------------- a chosen card


def test_a_tapped_card_shows_where_it_may_go_and_a_tap_there_moves_it(table: Table) -> None:
    table.deal(DEAL)
    table.tap("7D")
    until(table.page, "document.querySelector('.card.selected')")
    assert chosen(table) == ["7D"]
    assert table.page.evaluate(LIT) == ["8S", "cell-0", "cell-1", "cell-2", "cell-3"]
    table.tap_place("column-4")
    table.until_played(1)
    assert piles(table)["column-4"][-2:] == ["8S", "7D"]
    assert table.page.evaluate(LIT) == chosen(table) == []


def test_a_run_is_chosen_by_its_highest_card_and_moves_as_one(table: Table) -> None:
    table.deal(DEAL)
    table.drag("7D", "column-4")
    table.choose("8S", "column-6", moves=1)
    table.until_played(2)
    assert piles(table)["column-6"][-3:] == ["9H", "8S", "7D"]
    table.pause()
    table.choose("7D", "cell-3")
    table.until_played(3)
    assert piles(table)["cell-3"] == ["7D"]


def test_a_tap_on_the_felt_below_a_column_means_its_last_card(table: Table) -> None:
    table.deal(DEAL)
    table.tap("7D")
    until(table.page, "document.querySelector('.card.selected')")
    box = table.end_of("column-4")
    table.hand.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] + 15)
    table.until_played(1)
    assert piles(table)["column-4"][-2:] == ["8S", "7D"]


def test_a_card_that_can_go_up_goes_up_though_another_is_chosen(table: Table) -> None:
    table.deal(TWO_WAYS)
    table.tap("AH")
    table.tap("2H", moves=1)
    table.until_played(2)
    table.tap("2S")
    until(table.page, "document.querySelector('.card.selected')")
    assert "3H" in table.page.evaluate(LIT)
    table.tap_place("column-1")
    table.until_played(3)
    shown = piles(table)
    assert shown["foundation-1"] == ["AH", "2H", "3H"]
    assert shown["column-1"][-1] != "2S"
    assert chosen(table) == []


def test_another_tap_or_escape_lets_go(table: Table) -> None:
    table.deal(DEAL)
    for way in ("Escape", "tap"):
        table.tap("9C")
        until(table.page, "document.querySelector('.card.selected')")
        table.pause()
        if way == "tap":
            table.tap("9C")
        else:
            table.page.keyboard.press(way)
        until(table.page, "!document.querySelector('.card.selected, .legal')")
    assert table.until_same()["moves"] == 0


def test_another_card_tapped_is_the_one_that_is_chosen_then(table: Table) -> None:
    table.deal(DEAL)
    table.tap("9C")
    until(table.page, "document.querySelector('.card.selected')")
    table.tap("4S")
    until(table.page, "document.querySelector('[data-card=\"4S\"].selected')")
    assert chosen(table) == ["4S"]
    assert table.until_same()["moves"] == 0
