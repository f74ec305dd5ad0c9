"""From the steps of a search back to moves, replayed through the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solitaire.cards import suit_of
from solitaire.position import Move, Place, Position
from solitaire.solver.table import CELLS, FOUNDATIONS, FROM_CELL, FROM_FOUNDATION, Step


def moves_of(position: Position, steps: Iterable[Step]) -> tuple[Move, ...]:
    """The moves of a line that wins; raises ``IllegalMove`` should the rules refuse one.

    Raises ``ValueError`` if the line does not win.
    """
    moves = []
    for step in steps:
        for _ in range(step & 15 if step >> 4 & 15 == CELLS else 1):
            move = _move(position, step)
            moves.append(move)
            position = position.play(move)
    if not position.is_won:
        raise ValueError("not won")
    return tuple(moves)


def _move(position: Position, step: Step) -> Move:
    source = _source(position, step >> 8)
    target = step >> 4 & 15
    if target == CELLS:
        return Move(source, Place("cell", position.cells.index(None)))
    if target == FOUNDATIONS:
        card = position.cards_at(source)[-1]
        return Move(source, Place("foundation", suit_of(card)))
    return Move(source, Place("column", target), step & 15)


def _source(position: Position, number: int) -> Place:
    if number >= FROM_FOUNDATION:
        return Place("foundation", number - FROM_FOUNDATION)
    if number >= FROM_CELL:
        return Place("cell", position.cells.index(number - FROM_CELL))
    return Place("column", number)


def winning(position: Position, moves: Iterable[Move]) -> Iterator[Position]:
    """The positions that moves lead through, from the first to the last."""
    yield position
    for move in moves:
        position = position.play(move)
        yield position
