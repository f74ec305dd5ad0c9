"""Shorter lines: leaves out what a line can do without, and searches again for other ways.

A move is taken as an intent: a card, with the run on it, is to lie on another card, in an empty
column, in a cell or on its foundation. A line without one of its moves is played on as long as the
intents that follow can be carried out; those already fulfilled cost nothing. So a detour over a
cell, a run taken apart and put together again, or a card moved to and fro goes. Then searches with
other random numbers, from the start and from positions on the way, look for a shorter rest.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import NamedTuple, TypeAlias, TypeVar

from solitaire.cards import Card, suit_of
from solitaire.position import Kind, Move, Place, Position
from solitaire.solver.search import Search

Line: TypeAlias = tuple[Move, ...]
T = TypeVar("T")
Work: TypeAlias = Generator[None, None, T]
"""Work done bit by bit, and what comes out in the end."""

PARTS = 4
"""Searches start at the beginning, after a quarter of the line and so on."""

ROUNDS = 2
"""So often from each place."""

SEARCH_LIMIT = 3000
"""States in each of these searches."""

_MOVES = 16
"""So many moves are played at once."""

_BACK = 10
"""So many moves before one left out, others may have become needless."""


class Intent(NamedTuple):
    """A card that is to lie on another (``onto``) or, without one, in a pile of this kind."""

    card: Card
    kind: Kind
    onto: Card | None


class Shortening:
    """Shortens a line bit by bit; ``line`` wins at any moment.

    The same position and line give the same result, whatever the budgets. Raises ``IllegalMove``
    if the line is not legal from the position, ``ValueError`` if it does not win.
    """

    def __init__(self, position: Position, line: Iterable[Move]) -> None:
        self.line: Line = tuple(line)
        self._position = position
        if not end_of(position, self.line).is_won:
            raise ValueError("not won")
        self._work = self._all_work()

    def step(self, budget: int) -> bool:
        """Does ``budget`` pieces of work, each around a millisecond; whether all is done."""
        return any(next(self._work, True) for _ in range(budget))

    def _all_work(self) -> Iterator[None]:
        yield from self._leave_out(self.line)
        for seed in range(1, ROUNDS + 1):
            for part in range(PARTS):
                yield from self._search_again(len(self.line) * part // PARTS, seed)

    def _leave_out(self, line: Line) -> Iterator[None]:
        """Shortens a line by leaving moves out; keeps it if it is then the shortest."""
        positions, intents = yield from track(self._position, line)
        index = 0
        while index < len(line):
            rest = yield from carry_out(positions[index], intents[index + 1 :])
            if rest is not None and index + len(rest) < len(line):
                line = line[:index] + rest
                positions, intents = yield from track(self._position, line)
                index = max(0, index - _BACK)
            else:
                index += 1
            yield
        if len(line) < len(self.line):
            self.line = line

    def _search_again(self, index: int, seed: int) -> Iterator[None]:
        """Looks for another rest of the line."""
        positions, _ = yield from track(self._position, self.line[:index])
        search = Search(positions[-1], limit=SEARCH_LIMIT, seed=seed)
        while not search.step(1):
            yield
        if search.verdict and search.verdict.line:
            yield from self._leave_out(self.line[:index] + search.verdict.line)


def shorten(position: Position, line: Iterable[Move]) -> Line:
    """Runs a ``Shortening`` to its end."""
    shortening = Shortening(position, line)
    while not shortening.step(100):
        pass
    return shortening.line


def end_of(position: Position, line: Iterable[Move]) -> Position:
    """The position that a line leads to."""
    for move in line:
        position = position.play(move)
    return position


def track(position: Position, line: Line) -> Work[tuple[list[Position], list[Intent]]]:
    """The positions that a line leads through, from the first to the last, and its intents."""
    positions, intents = [position], []
    for number, move in enumerate(line):
        if number % _MOVES == _MOVES - 1:
            yield
        intents.append(intent_of(position, move))
        position = position.play(move)
        positions.append(position)
    return positions, intents


def intent_of(position: Position, move: Move) -> Intent:
    """What a move is for."""
    there = position.cards_at(move.target)
    onto = there[-1] if there and move.target.kind == "column" else None
    return Intent(position.cards_at(move.source)[-move.count], move.target.kind, onto)


def carry_out(position: Position, intents: Iterable[Intent]) -> Work[Line | None]:
    """The moves that carry out intents and win, or ``None`` if some cannot be carried out."""
    moves: list[Move] = []
    for number, intent in enumerate(intents):
        if number % _MOVES == _MOVES - 1:
            yield
        place, count = position.find(intent.card)
        if _is_fulfilled(position, intent, place, count):
            continue
        target = _target(position, intent)
        move = Move(place, target, count) if target else None
        if move is None or position.why_not(move):
            return None
        moves.append(move)
        position = position.play(move)
    return tuple(moves) if position.is_won else None


def _is_fulfilled(position: Position, intent: Intent, place: Place, count: int) -> bool:
    if place.kind != intent.kind:
        return False
    if place.kind != "column":
        return True
    below = position.columns[place.index][:-count]
    return below[-1:] == (() if intent.onto is None else (intent.onto,))


def _target(position: Position, intent: Intent) -> Place | None:
    """Where the card is to go; ``None`` if there is no room."""
    if intent.onto is not None:
        place, count = position.find(intent.onto)
        return place if place.kind == "column" and count == 1 else None
    if intent.kind == "foundation":
        return Place("foundation", suit_of(intent.card))
    piles: tuple[object, ...] = position.columns if intent.kind == "column" else position.cells
    free = () if intent.kind == "column" else None
    return Place(intent.kind, piles.index(free)) if free in piles else None
