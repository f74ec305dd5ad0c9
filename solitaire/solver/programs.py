"""What can be done from a settled position: steps in a column's depth with what they are good for.

Cards that go to cells only wait there, so such steps are taken as late as they can be: together
with the one step that needs the card they uncover, as one *program*. A column is *dug* (its last
cards go to cells), perhaps a second one too, and then

- the card that comes up goes to its foundation,
- or it moves, with the rest of its run, onto a column or into an empty one,
- or another card or run is put onto it,
- or the column is empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from solitaire import rules
from solitaire.cards import Card
from solitaire.solver.columns import ColumnId
from solitaire.solver.table import CELLS, FOUNDATIONS, FROM_CELL, Step, Table, step_of

Program: TypeAlias = tuple[Step, ...]


class Shaft(NamedTuple):
    """A column dug: the cards that went to cells, in that order, and the column that stays."""

    column: int
    dug: tuple[Card, ...]
    rest: ColumnId

    @property
    def steps(self) -> Program:
        """The digging."""
        return (step_of(self.column, CELLS, len(self.dug)),) if self.dug else ()


def programs(table: Table, cells: int) -> Iterator[Program]:
    """Every program of a settled position with so many cells, free or not."""
    free = cells - len(table.cells)
    shafts = [shaft for shaft in shafts_of(table, cells) if table.ids[shaft.column]]
    yield from _from_cells(table)
    for shaft in shafts:
        yield from _in_one_column(table, shaft)
        if table.ids.count(0) and shaft.rest:
            yield from _into_empty(table, shaft, free)
    yield from _between_columns(table, shafts, free)


def shafts_of(table: Table, cells: int) -> Iterator[Shaft]:
    """Every way to dig a column with the free ones of so many cells, not at all included."""
    for index in range(len(table.ids)):
        yield from _shafts(table, index, cells - len(table.cells))


def _shafts(table: Table, index: int, free: int) -> Iterator[Shaft]:
    columns = table.columns
    column = table.ids[index]
    dug: tuple[Card, ...] = ()
    while column:
        yield Shaft(index, dug, column)
        if len(dug) == free:
            return
        dug = (*dug, columns.top[column])
        column = columns.rest[column]
    yield Shaft(index, dug, 0)


def _from_cells(table: Table) -> Iterator[Program]:
    for card in table.cells:
        if table.is_next(card):
            yield (step_of(FROM_CELL + card, FOUNDATIONS),)
        if 0 in table.ids:
            yield (step_of(FROM_CELL + card, table.ids.index(0)),)


def _in_one_column(table: Table, shaft: Shaft) -> Iterator[Program]:
    columns = table.columns
    top = columns.top[shaft.rest]
    if not shaft.rest:
        yield shaft.steps
    elif table.is_next(top):
        yield (*shaft.steps, step_of(shaft.column, FOUNDATIONS))
    if shaft.dug:
        for card in (*table.cells, *shaft.dug[:-1]):
            if columns.tables.lies_on(card, top):
                yield (*shaft.steps, step_of(FROM_CELL + card, shaft.column))


def _into_empty(table: Table, shaft: Shaft, free: int) -> Iterator[Program]:
    if splits_run(table, shaft):
        return
    most = rules.capacity(free - len(shaft.dug), table.ids.count(0) - 1)
    for lift in table.columns.lifts[shaft.rest]:
        if lift.rest and lift.cards <= most:
            yield (*shaft.steps, step_of(shaft.column, table.ids.index(0), lift.cards))


def splits_run(table: Table, shaft: Shaft) -> bool:
    """Whether the last card dug lay in order on what comes up."""
    tables, top = table.columns.tables, table.columns.top[shaft.rest]
    return bool(shaft.dug) and tables.lies_on(shaft.dug[-1], top)


def _between_columns(table: Table, shafts: list[Shaft], free: int) -> Iterator[Program]:
    columns = table.columns
    by_kind: dict[int, list[Shaft]] = {}
    for shaft in shafts:
        by_kind.setdefault(columns.kind[shaft.rest], []).append(shaft)
    for source in shafts:
        if splits_run(table, source):
            continue
        for lift in columns.lifts[source.rest]:
            for target in by_kind.get(lift.kind, ()):
                left = free - len(source.dug) - len(target.dug)
                most = rules.capacity(left, table.ids.count(0)) if left >= 0 else 0
                if target.column != source.column and lift.cards <= most:
                    last = step_of(source.column, target.column, lift.cards)
                    yield (*source.steps, *target.steps, last)
