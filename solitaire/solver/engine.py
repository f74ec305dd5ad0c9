"""The search itself: best-first over settled positions, until one is won or none is left."""

from __future__ import annotations

import gc
from array import array
from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

from solitaire.solver.columns import SCORE_SHIFT, ColumnId, Depths, Key, Opening
from solitaire.solver.moment import Moments, pack, unpack
from solitaire.solver.program import EMPTY_COLUMN, UP, WAIT, Program, lone
from solitaire.solver.score import STEPS_A_POINT
from solitaire.solver.table import Table, capacity
from solitaire.solver.tables import union
from solitaire.solver.takeback import take_back_programs

Outcome: TypeAlias = Literal["winnable", "lost", "unknown"]
Node: TypeAlias = int
Programs: TypeAlias = tuple[Program, ...]

_CODE_BITS = 24
_CODES = (1 << _CODE_BITS) - 1


class Room(NamedTuple):
    """How many cards may move as a group once so many more wait: onto a card in a column, onto a
    lone card, into an empty column."""

    onto: tuple[int, ...]
    onto_lone: tuple[int, ...]
    into_empty: tuple[int, ...]


class Engine:
    """A search from one position, with or without taking cards back.

    A position once expanded is a node: its row in ``_rows`` says how it stands, ``_ways`` from
    which node and by which programs it came. One not yet expanded is only its way, in a queue.
    """

    def __init__(self, start: Table, *, take_back: bool, limit: int) -> None:
        self.outcome: Outcome | None = None
        self.take_back = take_back
        self.is_tempted = False
        self._columns = start.columns
        self._limit = limit
        self._start = start
        self._moments = Moments(start.columns.tables, take_back)
        self._rooms: dict[tuple[int, int], Room] = {}
        self._alone = [Opening(0, 0, column, 0, 0) for column in start.columns.alone]
        self._rows = array("H")
        self._starts = array("Q")
        self._ways = array("Q")
        self._queue: list[array[int]] = []
        self._waiting = 0
        self._seen: set[Key] = set()
        self._programs: list[Programs] = []
        self._program_ids: dict[Programs, int] = {}
        self._turn = 0
        self._random = 1
        self._won: tuple[Node, Programs] | None = None
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

    def line(self) -> list[Programs]:
        """The programs of a line that wins, in order; after each the position is to be settled."""
        line = []
        if self._won is not None:
            node, programs = self._won
            line.append(programs)
            while node:
                way = self._ways[node]
                line.append(self._programs[way & _CODES])
                node = way >> _CODE_BITS
        return line[::-1]

    def _begin(self) -> None:
        table = self._start.copy().settle(self.take_back)
        if table.is_won:
            self.outcome = "winnable"
        self._seen.add(table.key())
        self._add_node(table, 0, 0)
        if not self.outcome:
            self._expand_node(0, table, 0)

    def _add_node(self, table: Table, way: int, depth: int) -> Node:
        self._starts.append(len(self._rows))
        waiting = [card for card in table.lone if card not in table.forced]
        sizes = len(table.ids) << 8 | len(table.forced)
        row = [depth, pack(table.heights), sizes, *table.ids, *table.forced, *waiting]
        try:
            self._rows.extend(row)
        except OverflowError:  # after 65,535 different columns
            self._rows = array("I", self._rows[: self._starts[-1]])
            self._rows.extend(row)
        self._ways.append(way)
        return len(self._ways) - 1

    def _table(self, node: Node) -> Table:
        stop = self._starts[node + 1] if node + 1 < len(self._starts) else len(self._rows)
        row = self._rows[self._starts[node] : stop].tolist()
        ids, forced = row[2] >> 8, row[2] & 255
        start = self._start
        lone_cards = row[3 + ids :]
        return Table(
            start.columns,
            start.cells,
            start.width,
            row[3 : 3 + ids],
            lone_cards,
            lone_cards[:forced],
            unpack(row[1]),
        )

    def _put(self, key: Key, node: Node, programs: Programs, depth: int) -> None:
        """Puts a new position into the queue."""
        if programs not in self._program_ids:
            self._program_ids[programs] = len(self._programs)
            self._programs.append(programs)
        way = node << _CODE_BITS | self._program_ids[programs]
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
            parent = way >> _CODE_BITS
            table = self._table(parent).run(self._programs[way & _CODES]).settle(self.take_back)
            depth = self._rows[self._starts[parent]] + 1
            node = self._add_node(table, way, depth)
            self._expand_node(node, table, depth)

    def _room(self, waiting: int, spare: int) -> Room:
        """The room with so many lone cards and columns for them."""
        if (waiting, spare) not in self._rooms:
            cells, more = self._start.cells, range(2 * self._start.cells + 2 * self._start.width)
            self._rooms[waiting, spare] = Room(
                tuple(capacity(cells, spare, waiting + dug) for dug in more),
                tuple(capacity(cells, spare - 1, waiting + dug - 1) for dug in more),
                tuple(capacity(cells, spare - 1, waiting + dug) for dug in more),
            )
        return self._rooms[waiting, spare]

    def _expand_node(self, node: Node, table: Table, depth: int) -> None:
        columns = self._columns
        seen = self._seen
        ids = table.ids
        waiting = table.lone
        spare = table.width - len(ids)
        free = table.cells + spare - len(waiting)
        moment = self._moments[pack(table.heights)]
        onto, onto_lone, into_empty = self._room(len(waiting), spare)
        base = table.key()
        tables = columns.tables
        parents_of = tables.parents
        stirring = bytearray(moment.stirring)
        for card in waiting:
            for parent in parents_of[card]:
                stirring[parent] = 1
        tops = takes = 0
        where: dict[int, Opening] = {}
        known = columns.depths(free)
        reach: list[Depths] = []
        for column in ids:
            depths = known[column] or columns.look(column, free)
            reach.append(depths)
            where.update(depths.tops)
            tops |= columns.bit[column]
            takes |= depths.takes
        where_lone: dict[int, Opening] = {}
        if spare:
            for depths in reach:
                where_lone.update(depths.lone)
            chosen = waiting if free or spare > len(table.forced) else table.forced
            for card in chosen:
                where_lone[card] = self._alone[card]
        full: list[Programs] = []
        change = columns.change
        for column, depths in zip(ids, reach, strict=True):
            if not (depths.wanted & takes or spare):
                continue
            for (
                parents,
                dug,
                cards,
                run,
                less,
                exposed,
                last,
                shows,
                wants,
                alone,
                gone,
            ) in depths.lifts:
                for parent in parents:
                    opening = where.get(parent)
                    if (
                        opening is not None
                        and opening[0] != column
                        and cards <= onto[dug + opening[1]]
                    ):
                        program = (column, dug, cards, opening[0], opening[1])
                        if (
                            stirring[exposed]
                            or stirring[last]
                            or (wants | opening[4]) & (tops | shows)
                            or (alone and free == dug + opening[1])
                            or table.forced
                        ):
                            full.append((program,))
                        else:
                            more = change[opening[2]].get(run)
                            if more is None:
                                more = columns.grow(opening[2], run)
                            key = base + less + opening[3] + more
                            if key not in seen:
                                seen.add(key)
                                self._put(key, node, (program,), depth)
                    opening = where_lone.get(parent)
                    if (
                        opening is not None
                        and opening[0] != column
                        and cards <= onto_lone[dug + opening[1]]
                    ):
                        full.append(((column, dug, cards, lone(parent), opening[1]),))
                if cards > 1 and not gone and cards <= into_empty[dug]:
                    full.append(((column, dug, cards, EMPTY_COLUMN, 0),))
            if columns.size[column] <= free:
                full.append(((column, columns.size[column] - 2, 1, WAIT, 0),))
            full.extend(
                (program,)
                for program in depths.own
                if program[3] > 0 or program[2] <= onto_lone[program[1] + program[4]]
            )
        for column, depths in zip(ids, reach, strict=True):
            if columns.size[column] <= free and not (depths.wanted & takes or spare):
                full.append(((column, columns.size[column] - 2, 1, WAIT, 0),))
        for card in moment.following:
            opening = where.get(card)
            if opening is not None:
                full.append(((opening.column, opening.dug, 1, UP, 0),))
            elif card in waiting:
                full.append(((lone(card), 0, 1, UP, 0),))
        for card in waiting:
            for parent in parents_of[card]:
                opening = where.get(parent)
                if opening is not None:
                    full.append(((lone(card), 0, 1, opening.column, opening.dug),))
                opening = where_lone.get(parent)
                if opening is not None:
                    full.append(((lone(card), 0, 1, lone(parent), opening.dug),))
        if moment.live and self._tempts(moment.live_bits, waiting, reach):
            self.is_tempted = True
            if self.take_back:
                full.extend(take_back_programs(table, moment.closed))
        for programs in full:
            child = table.copy().run(programs).settle(self.take_back)
            key = child.key()
            if key not in seen:
                seen.add(key)
                self._put(key, node, programs, depth)
                if child.is_won:
                    self._won = node, programs
                    self.outcome = "winnable"
                    return

    def _tempts(self, bits: int, waiting: Iterable[int], reach: Iterable[Depths]) -> bool:
        """Whether any card could be put onto a foundation card that may come back."""
        tables = self._columns.tables
        wanted = union(tables.parent_bits[card] for card in waiting)
        return bool(bits & (wanted | union(depths.wanted for depths in reach)))


__all__ = ["ColumnId", "Engine", "Outcome", "Programs"]
