"""The search held against the plain one on one position, and what to say where they differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from solitaire.cards import KING, card_of, suit_of
from solitaire.notation.boards import write_board
from solitaire.position import Move, Position
from solitaire.solver import Verdict, solve
from tests.verify import plain

OUTCOMES = {"winnable": "W", "lost": "L", "unknown": "?"}


class Compared(NamedTuple):
    """``verdict``: the plain one, ``?`` if too large. ``fault``: what is wrong, or nothing.

    ``only_back``: won, but lost without taking cards back. ``states`` are those of the search.
    """

    verdict: str
    fault: str
    only_back: bool = False
    states: int = 0


def compare(position: Position, take_back: bool, limit: int) -> Compared:
    """Lets both decide; the plain one gives up at ``limit`` states."""
    found = decide_plainly(position, take_back, limit)
    if found.verdict == "?":
        return Compared("?", "")
    verdict = solve(position, take_back=take_back)
    fault = difference(found, verdict) or fault_of(position, take_back, verdict)
    if not fault and verdict.lost_without and take_back:
        fault = not_lost(position, limit)
    only_back = verdict.outcome == "winnable" and verdict.lost_without
    return Compared(found.verdict, fault, only_back, verdict.states)


def decide_plainly(position: Position, take_back: bool, limit: int) -> plain.Found:
    """The plain search's verdict."""
    key = position.variant.key
    return plain.decide(write_board(position), key, take_back=take_back, limit=limit)


def difference(found: plain.Found, verdict: Verdict) -> str:
    """How the verdicts differ, or nothing."""
    outcome = OUTCOMES[verdict.outcome]
    if outcome == found.verdict:
        return ""
    return f"plain search {found.verdict} ({found.states} states), search {outcome}"


def not_lost(position: Position, limit: int) -> str:
    """What is wrong with the claim that a position is lost without taking cards back."""
    found = decide_plainly(position, False, limit)
    return "" if found.verdict != "W" else "lost_without, but plain search wins without take-back"


def fault_of(position: Position, take_back: bool, verdict: Verdict) -> str:
    """What is wrong with a verdict by itself: its line, its flags."""
    if verdict.outcome != "winnable":
        return "a line that does not win" if verdict.line else ""
    return "" if wins(position, take_back, verdict.line) else "its line does not win"


def wins(position: Position, take_back: bool, line: tuple[Move, ...]) -> bool:
    """Replays a line; ``IllegalMove`` where the rules refuse a move."""
    for move in line:
        if move.source.kind == "foundation" and not take_back:
            return False
        position = position.play(move)
    return position.is_won


def describe(position: Position, take_back: bool, fault: str) -> str:
    """All that one needs to see a fault again."""
    variant = position.variant
    setting = f"{variant.key}, {len(position.cells)} cells, take_back={take_back}"
    return f"{setting}: {fault}\n{write_board(position)}"


def report(position: Position, take_back: bool, fault: str, limit: int) -> str:
    """A fault with its board, and the smallest board near by that still shows one."""
    least, least_fault = reduced(position, take_back, fault, limit)
    evidence = plain_line(least, take_back, limit)
    return "\n".join(
        [describe(position, take_back, fault), describe(least, take_back, least_fault), evidence]
    )


def reduced(position: Position, take_back: bool, fault: str, limit: int) -> tuple[Position, str]:
    """Takes cards, columns and cells away as long as there is a fault."""
    for smaller in smaller_ones(position):
        compared = compare(smaller, take_back, limit)
        if compared.fault:
            return reduced(smaller, take_back, compared.fault, limit)
    return position, fault


def smaller_ones(position: Position) -> Iterator[Position]:
    """Positions with one empty column or cell less, or a suit's lowest card on its foundation."""
    variant = position.variant
    for suit, height in enumerate(position.foundations):
        if height < KING:
            yield _put_up(position, card_of(height + 1, suit))
    if () in position.columns and len(position.columns) > 1:
        columns = list(position.columns)
        columns.remove(())
        fewer = replace(variant, columns=len(columns))
        yield replace(position, variant=fewer, columns=tuple(columns))
    if None in position.cells:
        cells = list(position.cells)
        cells.remove(None)
        yield replace(position, variant=replace(variant, cells=len(cells)), cells=tuple(cells))


def _put_up(position: Position, card: int) -> Position:
    """The position with a card on its foundation, wherever it was."""
    heights = list(position.foundations)
    heights[suit_of(card)] += 1
    return replace(
        position,
        columns=tuple(tuple(c for c in column if c != card) for column in position.columns),
        cells=tuple(None if held == card else held for held in position.cells),
        foundations=tuple(heights),
    )


def plain_line(position: Position, take_back: bool, limit: int) -> str:
    """The plain search's line that wins, found again in the rules, or that there is none."""
    line = decide_plainly(position, take_back, limit).line
    if not line:
        return "plain search: no line\n"
    moves = []
    for state in line[1:]:
        move, position = next(
            (move, after) for move, after in followers(position) if state_of(after) == state
        )
        moves.append(f"{move.source}>{move.target}")
    return f"plain search's line, replayed: {' '.join(moves)}\n"


def followers(position: Position) -> Iterator[tuple[Move, Position]]:
    """Every legal move and the position after it."""
    for move in position.legal_moves():
        yield move, position.play(move)


def state_of(position: Position) -> plain.State:
    """A position as the plain search sees it."""
    return plain.read(write_board(position))[0]
