"""The search itself: best-first over settled positions, until one is won or none is left."""

from __future__ import annotations

import gc
from array import array
from collections.abc import Iterator
from typing import Literal, TypeAlias

from solitaire.solver.columns import SCORE_SHIFT, Columns, Key
from solitaire.solver.moment import Moments, pack
from solitaire.solver.programs import Program, programs
from solitaire.solver.score import STEPS_A_POINT
from solitaire.solver.table import STEP_LIMIT, Step, Table
from solitaire.solver.tables import NO_CARD
from solitaire.solver.takeback import is_tempting, take_back_programs

Outcome: TypeAlias = Literal["winnable", "lost", "unknown"]
Code: TypeAlias = int
Node: TypeAlias = int

_CODE_BITS = 24
_CODES = (1 << _CODE_BITS) - 1
_IN_FULL = 1 << _CODE_BITS - 1
"""In a code: settle after the steps. Without it the one step leaves nothing to settle."""

_WIDEST = 1 << 16


class Engine:
    """A search from one position, with or without taking cards back.

    A position once expanded is a node: its row in ``_rows`` says how it stands, ``_ways`` from
    which node and by which code it came. One not yet expanded is only its way, in a queue.
    """

    def __init__(
        self, columns: Columns, start: Table, cells: int, *, take_back: bool, limit: int
    ) -> None:
        self.outcome: Outcome | None = None
        self.is_tempted = False
        self._columns = columns
        self.take_back = take_back
        self._limit = limit
        self._start = start
        self._moments = Moments(columns.tables, take_back)
        self._width = len(start.ids)
        self._cells = cells
        self._row = self._width + cells + 2
        self._rows = array("H")
        self._ways = array("Q")
        self._queue: list[array[int]] = []
        self._waiting = 0
        self._seen: set[Key] = set()
        self._programs: list[tuple[Step, ...]] = []
        self._program_ids: dict[tuple[Step, ...], int] = {}
        self._turn = 0
        self._random = 1
        self._won: tuple[Node, Code] | None = None
        self._begin()

    @property
    def states(self) -> int:
        """How many different positions were met."""
        return len(self._seen)

    def step(self, budget: int) -> None:
        """Expands at most ``budget`` positions, unless the search has ended."""
        collects = gc.isenabled()
        gc.disable()  # nothing here is a cycle, and looking for some takes a third of the time
        try:
            if self.outcome is None:
                self._expand(budget)
        finally:
            if collects:
                gc.enable()

    def steps(self) -> list[Step]:
        """The single steps of a line that wins."""
        codes = []
        if self._won is not None:
            node, code = self._won
            codes.append(code)
            while node:
                node, code = self._ways[node] >> _CODE_BITS, self._ways[node] & _CODES
                codes.append(code)
        table = self._start.copy()
        table.settle(self.take_back)
        for code in reversed(codes):
            table.take_all(self._steps_of(code))
            table.settle(self.take_back)
        return table.taken

    def _begin(self) -> None:
        table = self._start.copy()
        table.settle(self.take_back)
        if sum(table.heights) == NO_CARD:
            self.outcome = "winnable"
        self._seen.add(table.key())
        self._add_row(table, 0)
        self._ways.append(0)

    def _add_row(self, table: Table, depth: int) -> None:
        spare = [NO_CARD] * (self._cells - len(table.cells))
        row = [*table.ids, *table.cells, *spare, pack(table.heights), depth]
        self._rows.extend(row)

    def _steps_of(self, code: Code) -> tuple[Step, ...]:
        code &= ~_IN_FULL
        return (code,) if code < STEP_LIMIT else self._programs[code - STEP_LIMIT]

    def _code_of(self, steps: tuple[Step, ...]) -> Code:
        if len(steps) == 1:
            return steps[0] | _IN_FULL
        if steps not in self._program_ids:
            self._program_ids[steps] = len(self._programs)
            self._programs.append(steps)
        return self._program_ids[steps] + STEP_LIMIT | _IN_FULL

    def _table(self, node: Node) -> Table:
        row = self._rows[node * self._row : (node + 1) * self._row]
        cells = [card for card in row[self._width : -2] if card != NO_CARD]
        heights = [row[-2] >> shift & 15 for shift in (0, 4, 8, 12)]
        return Table(self._columns, row[: self._width].tolist(), cells, heights)

    def _put(self, key: Key, way: int, depth: int) -> None:
        """Puts a new position into the queue."""
        place = (key >> SCORE_SHIFT) + depth // STEPS_A_POINT
        while place >= len(self._queue):
            self._queue.append(array("Q"))
        self._queue[place].append(way)
        self._waiting += 1

    def _next_way(self) -> int:
        queue = self._queue
        self._waiting -= 1
        self._turn += 1
        if self._turn % 3:
            return next(filter(None, queue)).pop()
        filled = [places for places in queue if places]
        self._random = self._random * 69069 + 12345 & 0x3FFFFFFF
        places = filled[(self._random >> 8) % len(filled)]
        index = (self._random >> 4) % len(places)
        places[index], places[-1] = places[-1], places[index]
        return places.pop()

    def _expand(self, budget: int) -> None:
        node = len(self._ways) - 1
        if node == 0 and self._turn == 0:
            self._expand_node(0, self._table(0), 0)
        for _ in range(budget):
            if self.outcome:
                return
            if not self._waiting:
                self.outcome = "lost"
                return
            if len(self._seen) >= self._limit:
                self.outcome = "unknown"
                return
            way = self._next_way()
            parent, code = way >> _CODE_BITS, way & _CODES
            table = self._table(parent).take_all(self._steps_of(code))
            table.settle(self.take_back)
            depth = self._rows[(parent + 1) * self._row - 1] + 1
            node = len(self._ways)
            self._ways.append(way)
            self._add_row(table, depth)
            self._expand_node(node, table, depth)

    def _expand_node(self, node: Node, table: Table, depth: int) -> None:
        seen = self._seen
        for steps in self._programs_of(table):
            child = table.copy().take_all(steps)
            child.settle(self.take_back)
            key = child.key()
            if key not in seen:
                seen.add(key)
                code = self._code_of(steps)
                self._put(key, node << _CODE_BITS | code, depth)
                if sum(child.heights) == NO_CARD:
                    self._won = node, code
                    self.outcome = "winnable"
                    return

    def _programs_of(self, table: Table) -> Iterator[Program]:
        yield from programs(table, self._cells)
        moment = self._moments[pack(table.heights)]
        if moment.live and is_tempting(table, self._cells, moment.live):
            self.is_tempted = True
            if self.take_back:
                yield from take_back_programs(table, self._cells, moment.closed)
