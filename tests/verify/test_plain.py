"""The plain search itself: it finds the moves of the rules, all of them and no others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solitaire.notation.boards import parse_board
from solitaire.position import Position
from tests.verify import plain
from tests.verify.compare import decide_plainly, followers, plain_line, state_of
from tests.verify.small import KINDS, games


def with_take_back(position: Position, take_back: bool) -> Position:
    return replace(position, variant=replace(position.variant, take_back=take_back))


@pytest.mark.parametrize("kind", KINDS)
def test_finds_the_single_moves_of_the_rules(kind: str) -> None:
    for position, take_back in games(kind, 1, 100):
        cells = len(position.cells)
        moves = plain.Plain(position.variant.key, cells, take_back)
        here = state_of(position)
        singles = {
            state_of(after)
            for move, after in followers(with_take_back(position, take_back))
            if move.count == 1
        }
        assert set(moves.after(here)) - {here} == singles - {here}


def reached(position: Position, limit: int) -> set[plain.State]:
    """All states that single moves lead to, won or not; none if there are more than the limit."""
    moves = plain.Plain(position.variant.key, len(position.cells), take_back=False)
    found = {state_of(position)}
    waiting = list(found)
    while waiting and len(found) <= limit:
        after = set(moves.after(waiting.pop())) - found
        waiting += after
        found |= after
    return set() if waiting else found


def test_group_moves_lead_nowhere_else() -> None:
    groups = []
    for position, _ in games("odd", 2, 120):
        states = reached(position, 1000)
        for state in sorted(states)[:: len(states) // 20 + 1]:
            board = plain.write(state, len(position.cells))
            for move, after in followers(parse_board(board, position.variant)):
                if move.count > 1:
                    groups.append(move.count)
                    assert state_of(after) in states
    assert len(groups) >= 50
    assert max(groups) >= 4


def test_a_line_that_wins_can_be_played() -> None:
    position, take_back = next(
        (position, take_back)
        for position, take_back in games("back", 3, 100)
        if decide_plainly(position, take_back, 1000).verdict == "W"
    )
    assert plain_line(position, take_back, 1000).startswith("plain search's line, replayed:")


def test_writes_what_it_reads() -> None:
    for position, _ in games("odd", 4, 20):
        state = state_of(position)
        assert plain.read(plain.write(state, len(position.cells))) == (state, len(position.cells))
