"""The engine and the second rulebook find the same moves, however deep one counts."""

from __future__ import annotations

import sys
from collections import Counter
from itertools import islice

import pytest

from solitaire.position import Position
from tests.engine import perft, rulebook
from tests.engine.both import SETTINGS, dealt, position_as
from tests.engine.rulebook import read_board

# Sequences: about half a second of the engine's time, on CPython as in Pyodide.
QUICK = 15_000 if sys.platform == "emscripten" else 50_000

CASES = [
    pytest.param(game, counted, id=f"{game}-C{cells} {counted.heading}")
    for game, cells in SETTINGS
    for counted in perft.read(game, cells)
]


def count_with_engine(start: Position, depth: int) -> list[int]:
    level = Counter({start: 1})
    counts = []
    for left in reversed(range(depth)):
        counts.append(0)
        after: Counter[Position] = Counter()
        for position, ways in level.items():
            moves = position.legal_moves()
            counts[-1] += ways * len(moves)
            for move in moves if left else ():
                after[position.play(move)] += ways
        level = after
    return counts


def quick(counts: list[int]) -> list[int]:
    return [count for count in counts if count <= QUICK]


@pytest.mark.parametrize(("game", "counted"), CASES)
def test_engine_counts_as_the_file(game: str, counted: perft.Counted) -> None:
    start = position_as(game, read_board(counted.board))
    expected = quick(counted.counts)
    assert len(expected) >= 2
    assert count_with_engine(start, len(expected)) == expected


@pytest.mark.parametrize(("game", "counted"), CASES)
def test_second_rulebook_counts_as_the_file(game: str, counted: perft.Counted) -> None:
    expected = quick(counted.counts)
    found = rulebook.perft(game, read_board(counted.board))
    assert list(islice(found, len(expected))) == expected


@pytest.mark.verify
@pytest.mark.parametrize(("game", "counted"), CASES)
def test_all_depths(game: str, counted: perft.Counted) -> None:
    table = read_board(counted.board)
    assert count_with_engine(position_as(game, table), len(counted.counts)) == counted.counts
    found = rulebook.perft(game, table)
    assert list(islice(found, len(counted.counts))) == counted.counts


@pytest.mark.parametrize(("game", "cells"), SETTINGS)
def test_file_holds_three_deals_and_three_positions_in_mid_game(game: str, cells: int) -> None:
    counted = perft.read(game, cells)
    tables = [read_board(entry.board) for entry in counted]
    assert tables[:3] == [dealt(game, cells, deal) for deal in perft.DEALS]
    assert ["after" in entry.heading for entry in counted] == 3 * [False] + 3 * [True]
    for table in tables[3:]:
        assert any(not table[name] for name in rulebook.COLUMNS)
