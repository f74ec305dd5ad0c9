"""Programs that take cards back from a foundation, so that another card can be put onto one.

That is the only use of a card taken back, so the search takes it in one program: higher cards of
its suit come back first and wait, the card itself is put onto a column or an empty one, where it
may also carry a card of another suit taken back after it; then a card or a run is put onto it. No
card within the largest closed heights (``tables.closed_heights``) ever has to come back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solitaire import rules
from solitaire.cards import Card, card_of
from solitaire.solver.programs import Program, shafts_of, splits_run
from solitaire.solver.table import CELLS, FROM_CELL, FROM_FOUNDATION, Table, step_of


def is_tempting(table: Table, cells: int, live: Sequence[Card]) -> bool:
    """Whether any card could be put onto one of the foundation cards that may come back.

    Leaves out only what is impossible: where it is false for every position of a proof without
    take-back, the proof holds with it.
    """
    tables, columns = table.columns.tables, table.columns
    kinds = {tables.kind[card] for card in live}
    if any(tables.kind[parent] in kinds for card in table.cells for parent in tables.parents[card]):
        return True
    return any(
        lift.kind in kinds
        for shaft in shafts_of(table, cells)
        for lift in columns.lifts[shaft.rest]
    )


def take_back_programs(table: Table, cells: int, closed: Sequence[int]) -> Iterator[Program]:
    """Every program that takes cards back and puts another onto the last of them."""
    yield from _Takings(cells, closed).programs(table.copy(), range(4))


class _Takings:
    """A search among the ways to take cards back; ``closed`` heights stay."""

    def __init__(self, cells: int, closed: Sequence[int]) -> None:
        self._cells = cells
        self._closed = closed
        self._met: set[tuple[object, ...]] = set()

    def programs(self, table: Table, suits: Sequence[int]) -> Iterator[Program]:
        """Programs that go on by taking back a card of one of these suits."""
        for suit in suits:
            if table.heights[suit] > self._closed[suit]:
                yield from self._to_cell(table, suit)
                for ready in self._to_columns(table, suit):
                    yield from ready

    def _to_cell(self, table: Table, suit: int) -> Iterator[Program]:
        if len(table.cells) < self._cells:
            after = self._after(table, step_of(FROM_FOUNDATION + suit, CELLS))
            if self._is_new(after, suit):
                yield from self.programs(after, (suit,))

    def _to_columns(self, table: Table, suit: int) -> Iterator[Iterator[Program]]:
        card = card_of(table.heights[suit], suit)
        lies_on = table.columns.tables.lies_on
        empty = False
        for shaft in shafts_of(table, self._cells):
            fits = shaft.rest and lies_on(card, table.columns.top[shaft.rest])
            if fits or (not table.ids[shaft.column] and not empty):
                empty = empty or not shaft.rest
                step = step_of(FROM_FOUNDATION + suit, shaft.column)
                after = self._after(table, *shaft.steps, step)
                if self._is_new(after, -1):
                    yield self._onto(after, shaft.column)
                    yield self.programs(after, range(4))

    def _onto(self, table: Table, column: int) -> Iterator[Program]:
        """Programs that end by putting something onto the card just taken back to a column."""
        columns = table.columns
        card = columns.top[table.ids[column]]
        for other in table.cells:
            if columns.tables.lies_on(other, card):
                yield (*table.taken, step_of(FROM_CELL + other, column))
        for shaft in shafts_of(table, self._cells):
            if shaft.column == column or splits_run(table, shaft):
                continue
            most = rules.capacity(
                self._cells - len(table.cells) - len(shaft.dug), table.ids.count(0)
            )
            for lift in columns.lifts[shaft.rest]:
                if lift.kind == columns.tables.kind[card] and lift.cards <= most:
                    last = step_of(shaft.column, column, lift.cards)
                    yield (*table.taken, *shaft.steps, last)

    def _after(self, table: Table, *steps: int) -> Table:
        after = table.copy()
        after.taken = table.taken[:]
        return after.take_all(steps)

    def _is_new(self, table: Table, suit: int) -> bool:
        state = (suit, *table.ids, *sorted(table.cells))
        if state in self._met:
            return False
        self._met.add(state)
        return True
