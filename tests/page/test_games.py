"""Whole games, played to the win by real mouse and touch events."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from solitaire import Game, Move, variant_of, write_code
from solitaire.notation import split_moves
from solitaire.position import Place
from tests.page.table import Table, lifted_card, ways
from tests.site import until
from web.building.running import ROOT

#: GAME CELLS DEAL -> moves; games that other programs solved
SOLUTIONS = dict(
    line.split(":")
    for line in (ROOT / "tests/data/solutions.txt").read_text().splitlines()
    if ":" in line
)
#: Short ones; with the rest every setting is played with both.
GAMES = [
    ("mouse", "FC C4 18"),
    ("mouse", "BK C4 30"),
    ("mouse", "BK C1 6110"),
    ("touch", "FC C4 2"),
    ("touch", "FC C1 58"),
    ("touch", "BK C4 2"),
]
THE_REST = [
    ("mouse", "FC C1 8"),
    ("mouse", "FC C2 22"),
    ("mouse", "BK C2 346"),
    ("touch", "FC C2 14"),
    ("touch", "BK C2 586"),
    ("touch", "BK C1 7572"),
]
FAR_FROM_HOME = """(() => {
  const homes = [...document.querySelectorAll(".place[data-kind=foundation]")]
    .map((place) => place.getBoundingClientRect());
  const cards = [...document.querySelectorAll(".card")].map((one) => one.getBoundingClientRect());
  const far = (box) => homes.every((home) => Math.hypot(home.x - box.x, home.y - box.y) > 20);
  return cards.filter(far).length > 26;
})()"""


def gestures(game: Game, moves: list[str]) -> Iterator[tuple[str, Move]]:
    """A way of making each move, every way in turn; plays the game along.

    Two taps on the same spot would be a double tap, so a card that lies where something was
    tapped just before is dragged.
    """
    tapped: Place | None = None
    turns = {name: count() for name in ("drag", "tap", "double tap", "choose")}
    used = dict.fromkeys(turns, 0)
    for text in moves:
        move = game.play(text)
        game.undo()
        able = ["drag"] if move.source == tapped else ways(game, move)
        way = min(able, key=lambda name: used[name])
        used[way] += 1
        tapped = {"tap": move.source, "choose": move.target}.get(way)
        yield way, move
        game.redo()


def make(table: Table, game: Game, way: str, move: Move) -> None:
    """Make one move on the page, as soon as the page shows the one before."""
    card, target, moves = lifted_card(game, move), str(move.target), len(game.moves)
    if way == "tap":
        table.tap(card, moves)
    elif way == "double tap":
        table.double_tap(card, moves)
    elif way == "choose":
        table.choose(card, target, moves)
    else:
        table.drag(card, target, moves)


def play_to_the_win(table: Table, name: str) -> Game:
    """Play a solved game on the page and, with the same moves, in Python."""
    key, cells, number = name.split()
    code = write_code(variant_of(key, int(cells[1:])), int(number))
    game = table.deal(code)
    for way, move in gestures(game, split_moves(SOLUTIONS[name])):
        make(table, game, way, move)
    table.until_played(len(game.moves))
    return game


@pytest.mark.parametrize(
    ("kind", "name"),
    [*GAMES, *(pytest.param(*game, marks=pytest.mark.verify) for game in THE_REST)],
)
def test_a_whole_game_is_played_to_the_win(
    kind: str, name: str, request: pytest.FixtureRequest
) -> None:
    table: Table = request.getfixturevalue(kind)
    game = play_to_the_win(table, name)
    until(table.page, FAR_FROM_HOME)  # celebrated: the cards leap off the foundations
    table.tap_place("column-3")  # as people do who still tap on
    dialog = table.page.locator("#won-dialog")
    dialog.wait_for()
    assert f"{game.score} points in {len(game.moves)} moves" in dialog.inner_text()
    dialog.get_by_role("button", name="Close").click()
    shown = table.until_same()
    assert shown["score"] == game.score
    assert all(not pile for place, pile in shown["piles"].items() if "foundation" not in place)
