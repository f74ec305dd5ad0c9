"""Shorter lines win all the same."""

from __future__ import annotations

import statistics

import pytest

from solitaire.errors import IllegalMove
from solitaire.notation import parse_moves
from solitaire.position import Move, Place, Position
from solitaire.solver import Shortening, shorten, solve
from solitaire.variants import variant_of
from tests.engine.both import solutions
from tests.engine.solver_truth import dealt


def wins(position: Position, line: tuple[Move, ...]) -> bool:
    for move in line:
        position = position.play(move)
    return position.is_won


@pytest.mark.parametrize("setting", ["FC-C4", "FC-C2", "BK-C4"])
def test_a_line_gets_shorter_and_still_wins(setting: str) -> None:
    position = dealt(setting, 2)
    line = solve(position).line
    shorter = shorten(position, line)
    assert wins(position, shorter)
    assert len(shorter) < len(line)


def test_never_gets_longer_and_wins_at_any_moment() -> None:
    position = dealt("FC-C4", 4)
    shortening = Shortening(position, solve(position).line)
    length = len(shortening.line)
    while not shortening.step(40):
        assert wins(position, shortening.line)
        assert len(shortening.line) <= length
        length = len(shortening.line)
    assert shortening.step(1)


def test_budgets_make_no_difference_to_what_is_found() -> None:
    position = dealt("BK-C4", 2)
    line = solve(position).line
    shortening = Shortening(position, line)
    while not shortening.step(1):
        pass
    assert shortening.line == shorten(position, line)


@pytest.mark.cpython_only
def test_lines_of_freecell_are_at_most_105_moves_on_average() -> None:
    lengths = []
    for deal in range(1, 1000, 100):
        position = dealt("FC-C4", deal)
        shorter = shorten(position, solve(position).line)
        assert wins(position, shorter)
        lengths.append(len(shorter))
    assert statistics.mean(lengths) <= 105


def test_shortens_what_others_found() -> None:
    for game, cells, deal, text in solutions()[::24]:
        position = Position.dealt(variant_of(game, cells), deal)
        line = tuple(move for move, _ in parse_moves(" ".join(text), position))
        shorter = shorten(position, line)
        assert wins(position, shorter)
        assert len(shorter) <= len(line)


def test_a_needless_stop_on_the_way_goes() -> None:
    position = dealt("FC-C4", 2)
    first, second = Place("cell", 0), Place("cell", 1)
    detour = (Move(Place("column", 0), first), Move(first, second))
    rest = position
    for move in detour:
        rest = rest.play(move)
    line = (*detour, *solve(rest).line)
    shorter = shorten(position, line)
    assert wins(position, shorter)
    assert not {detour[0], detour[1]} <= set(shorter)


def test_refuses_what_does_not_win() -> None:
    position = dealt("FC-C4", 2)
    line = solve(position).line
    with pytest.raises(ValueError, match="not won"):
        Shortening(position, line[:-1])
    with pytest.raises(IllegalMove):
        Shortening(position, line[1:])
