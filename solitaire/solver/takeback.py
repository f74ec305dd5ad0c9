"""Programs that take cards back from a foundation, so that another card can be put onto one.

That is the only use of a card taken back, so the search takes it in one go: higher cards of its
suit come back first and wait, the card itself is put onto a column or into one of its own, where it
may also carry a card of another suit taken back after it; then a card or a run is put onto it. No
card within the largest closed heights (``tables.closed_heights``) ever has to come back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from solitaire.cards import Card, card_of
from solitaire.solver.columns import ColumnId
from solitaire.solver.program import WAIT, Program, lone, on_foundation
from solitaire.solver.table import Table, capacity

Programs: TypeAlias = tuple[Program, ...]


def take_back_programs(table: Table, closed: Sequence[int]) -> Iterator[Programs | None]:
    """Every way to take cards back and put another onto the last of them.

    ``None`` in between is a chance to do something else.
    """
    yield from _Takings(closed).onward(table, (), range(4))


class _Takings:
    """A walk among the ways to take cards back; ``closed`` heights stay."""

    def __init__(self, closed: Sequence[int]) -> None:
        self._closed = closed
        self._met: set[tuple[object, ...]] = set()

    def onward(
        self, table: Table, before: Programs, suits: Iterable[int]
    ) -> Iterator[Programs | None]:
        """Goes on by taking back a card of one of these suits."""
        yield None
        for suit in suits:
            if table.heights[suit] > self._closed[suit]:
                yield from self._to_wait(table, before, suit)
                yield from self._to_columns(table, before, suit)

    def _to_wait(self, table: Table, before: Programs, suit: int) -> Iterator[Programs | None]:
        if not table.free:
            return
        card = card_of(table.heights[suit], suit)
        step = (on_foundation(card), 0, 1, WAIT, 0, 0)
        after = table.copy().run(step)
        if self._is_new(after, suit):
            # In a cell it is out of the way of the next card of its suit and of nothing else; in
            # a column of its own it may take cards of other suits.
            suits = range(4) if card in _ready(after) else (suit,)
            yield from self.onward(after, (*before, step), suits)
        if self._is_new(after, -1):
            yield from _onto_lone(after, (*before, step), card)

    def _to_columns(self, table: Table, before: Programs, suit: int) -> Iterator[Programs | None]:
        card = card_of(table.heights[suit], suit)
        for target, other, dug in _takers(table, card):
            step = (on_foundation(card), 0, 1, target, other, dug)
            after = table.copy().run(step)
            if self._is_new(after, -1):
                column = next(c for c in after.ids if table.columns.top[c] == card)
                yield from _onto_column(after, (*before, step), column)
                yield from self.onward(after, (*before, step), range(4))

    def _is_new(self, table: Table, suit: int) -> bool:
        state = (suit, *sorted(table.ids), -1, *sorted(table.lone), -1, *sorted(table.forced))
        if state in self._met:
            return False
        self._met.add(state)
        return True


def _takers(table: Table, card: Card) -> Iterator[tuple[int, int, int]]:
    """The columns and lone cards that take a card, which column is dug for that and how far."""
    columns = table.columns
    for parent in columns.tables.parents[card]:
        if parent in _ready(table):
            yield lone(parent), 0, 0
        for column in table.ids:
            depths = columns.depths(table.free)[column] or columns.look(column, table.free)
            if parent in depths.tops:
                yield column, column, depths.tops[parent][1]
            if parent in depths.lone and len(table.ids) < table.width:
                yield lone(parent), column, depths.lone[parent][1]


def _ready(table: Table) -> Sequence[Card]:
    """The lone cards that can be in a column of their own."""
    spare = table.width - len(table.ids)
    if not spare:
        return ()
    return table.lone if table.free or spare > len(table.forced) else table.forced


def _onto_lone(table: Table, before: Programs, card: Card) -> Iterator[Programs | None]:
    """Ends by putting something onto a lone card just taken back."""
    if card in _ready(table):
        spare, waiting = table.width - len(table.ids) - 1, len(table.lone) - 1
        yield from _onto(table, before, card, lone(card), spare, waiting)


def _onto_column(table: Table, before: Programs, column: ColumnId) -> Iterator[Programs | None]:
    """Ends by putting something onto the card just taken back to a column."""
    spare, waiting = table.width - len(table.ids), len(table.lone)
    yield from _onto(table, before, table.columns.top[column], column, spare, waiting)


def _onto(
    table: Table, before: Programs, card: Card, target: int, spare: int, waiting: int
) -> Iterator[Programs | None]:
    columns = table.columns
    for other in table.lone:
        if columns.tables.lies_on(other, card):
            yield (*before, (lone(other), 0, 1, target, 0, 0))
    for column in table.ids:
        depths = columns.depths(table.free)[column] or columns.look(column, table.free)
        for lift in depths.lifts:
            parents, dug, cards = lift[1:4]
            most = capacity(table.cells, spare, waiting + dug)
            if column != target and card in parents and cards <= most:
                yield (*before, (column, dug, cards, target, 0, 0))
