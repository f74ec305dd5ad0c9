"""The search itself: best-first over settled positions, until one is won or none is left.

**Why an empty queue is a proof.** Not every position of the game is met, only some that *stand for*
all others. N stands for S if S arises from N by cards that are made to wait and by nothing else:
last cards of columns go to cells and empty columns, lone cards are moved around. Let S have all the
moves of the game, and one of them lead to T. Then a program leads from N to a position that stands
for T, or N itself does:

- A card is made to wait, or one that waits is moved to another free place or back to where it came
  from: N stands for T. (If only one card is left in its column, that card is itself lone from now
  on, and where that leaves a place free there is a program for it: ``WAIT``.)
- A card or run moves onto another card or into an empty column: the program digs in N what waits in
  S above the two of them, and leaves the rest alone. There is room for that, as N has at least as
  many places free. If what moves is part of a run whose end waits in S, the end goes with it in N,
  and has room: each card that need not wait makes room for one more.
- A card goes to its foundation: likewise.

So if S can be won, N can. After a program the position is *settled* (``Table.settle``) by steps
that can be taken back at once, so that it stands for what it was before: a lone card goes onto a
column that takes it; where cards come back from a foundation, a lone card, or one that lies in
order on another, goes up. Safe cards go up too (``Tables.is_safe``). With take-back, S may also
have cards that came back from a foundation and that nothing was put onto; ``takeback`` has the
programs for the moves that put something onto one.

While a place is free lone cards can be moved until they lie in any way; ``Table`` says what holds
when none is. Column by column, and card by card where cards wait, positions that differ only in
order are the same.
"""

from __future__ import annotations

import gc
from array import array
from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from solitaire.solver.columns import SCORE_SHIFT, Key, Opening
from solitaire.solver.effect import NO_EFFECT, Effect
from solitaire.solver.moment import pack, unpack
from solitaire.solver.numbers import words_of
from solitaire.solver.program import EMPTY_COLUMN, UP, WAIT, Program, lone
from solitaire.solver.score import STEPS_A_POINT, TAKE_BACK_SCORE
from solitaire.solver.table import Table, capacity
from solitaire.solver.takeback import Programs, take_back_programs

Outcome: TypeAlias = Literal["winnable", "lost", "unknown"]
Node: TypeAlias = int
Way: TypeAlias = int

_CODE_BITS = 24
_CODES = (1 << _CODE_BITS) - 1
_STANDS = _CODES
"""The code of a way to a node that is there already, only not expanded yet."""
_TAKES_BACK = _CODES - 1
"""The code of a way on from a node by taking cards back."""

_RANDOM_TURN = 5
"""Every so often a random way goes first: that alone cuts the worst times to a tenth."""

_TICKS = 8
"""So many steps of a walk among ways to take cards back count as one expansion."""


class Room(NamedTuple):
    """How many cards may move as a group once so many more wait: onto a card in a column, onto a
    lone card, into an empty column."""

    onto: tuple[int, ...]
    onto_lone: tuple[int, ...]
    into_empty: tuple[int, ...]


class Engine:
    """A search from one position, with or without taking cards back.

    A node is a position with its row in ``_rows``: depth, heights, numbers of columns and of forced
    cards, the columns, the lone cards with the forced ones first. ``_ways`` says from which node
    and by which program it came. What is not expanded yet is only its way, in a queue.
    """

    def __init__(self, start: Table, *, take_back: bool, limit: int) -> None:
        self.outcome: Outcome | None = None
        self.take_back = take_back
        self.is_tempted = False
        """Whether a card could ever have been put onto one taken back."""
        self._start = start
        self._limit = limit
        self._rooms: dict[int, Room] = {}
        self._rows = array("H")
        self._starts = array("I", [0])
        self._ways = array("Q")
        self._queue: list[array[int]] = []
        self._lowest = 0
        """No way stands lower in the queue."""
        self._seen: set[Key] = set()
        self._child = start.copy()
        self._programs: list[Programs] = [()]
        self._effects: list[Effect] = [NO_EFFECT]
        """What the first of each of the programs does."""
        self._codes: dict[Program | Programs, int] = {}
        self._deferred = 0
        self._turn = 0
        self._random = words_of(start.columns.seed).word(0) >> 34
        self._won: Node | None = None
        self._taker: Node = 0
        self._takings: Iterator[Programs | None] | None = None
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

    def line(self) -> list[Program]:
        """The programs of a line that wins, in order, those that settle included."""
        node = self._won or 0
        line: list[Program] = []
        while node:
            way = self._ways[node]
            node = way >> _CODE_BITS
            programs = self._programs[way & _CODES]
            settling = self._table(node).run_all(programs).settle(self.take_back)
            line = [*programs, *settling, *line]
        return [*self._start.copy().settle(self.take_back), *line]

    def _begin(self) -> None:
        table = self._start.copy()
        table.settle(self.take_back)
        self._seen.add(table.key())
        self._add_node(table, 0, 0)
        if table.is_won:
            self.outcome = "winnable"
        else:
            self._put(0, _STANDS)

    def _add_node(self, table: Table, way: Way, depth: int) -> Node:
        waiting = table.lone
        if table.forced:
            waiting = [*table.forced, *(card for card in waiting if card not in table.forced)]
        sizes = len(table.ids) << 8 | len(table.forced)
        self._add_row([depth, pack(table.heights), sizes, *table.ids, *waiting])
        self._ways.append(way)
        return len(self._ways) - 1

    def _add_row(self, row: list[int]) -> None:
        try:
            self._rows.fromlist(row)
        except OverflowError:  # after 65,535 different columns
            self._rows = array("I", self._rows)
            self._rows.fromlist(row)
        self._starts.append(len(self._rows))

    def _table(self, node: Node) -> Table:
        row = self._rows[self._starts[node] : self._starts[node + 1]].tolist()
        ids, forced = 3 + (row[2] >> 8), row[2] & 255
        start = self._start
        waiting = row[ids:]
        places = start.cells, start.width
        return Table(start.effects, places, row[3:ids], waiting, waiting[:forced], unpack(row[1]))

    def _code(self, programs: Programs) -> int:
        key = programs[0] if len(programs) == 1 else programs
        code = self._codes.setdefault(key, len(self._programs))
        if code == len(self._programs):
            self._programs.append(programs)
            self._effects.append(self._start.effects[programs[0]])
        return code

    def _put(self, place: int, way: Way) -> None:
        """Puts a way into the queue."""
        while place >= len(self._queue):
            self._queue.append(array("Q"))
        self._queue[place].append(way)
        if place < self._lowest:
            self._lowest = place

    def _random_way(self, place: int) -> Way:
        """A random way of a random place in the queue, this one or higher."""
        queue = self._queue
        number = self._random = self._random * 69069 + 12345 & 0x3FFFFFFF
        place += (number >> 10) % (len(queue) - place)
        while not queue[place]:
            place -= 1
        ways = queue[place]
        index = (number >> 4) % len(ways)
        way, ways[index] = ways[index], ways[-1]
        ways.pop()
        return way

    def _room(self, waiting: int, spare: int) -> Room:
        """The room with so many lone cards and columns for them."""
        cells, more = self._start.cells, range(2 * (self._start.cells + self._start.width) + 1)
        room = self._rooms[waiting << 8 | spare] = Room(
            tuple(capacity(cells, spare, waiting + dug) for dug in more),
            tuple(capacity(cells, spare - 1, waiting + dug - 1) for dug in more),
            tuple(capacity(cells, spare - 1, waiting + dug) for dug in more),
        )
        return room

    def _is_at_end(self) -> bool:
        """Whether there is nothing more to do, or too much was done: then that is the outcome."""
        if self._turn == len(self._seen) + self._deferred and not self._takings:
            self.outcome = "lost"
        elif len(self._seen) >= self._limit:
            self.outcome = "unknown"
        return self.outcome is not None

    def _take_back(self) -> None:
        """Goes on with the ways to take cards back from a node."""
        table = self._table(self._taker)
        depth = self._rows[self._starts[self._taker]] + 1
        assert self._takings
        for _ in range(_TICKS):
            programs = next(self._takings, ())
            if programs == ():
                self._takings = None
                return
            if programs:
                self._reach(table, self._taker, programs, depth)

    def _reach(self, table: Table, node: Node, programs: Programs, depth: int) -> None:
        """Meets the position to which programs lead, and settles it."""
        child = self._child
        child.ids, child.lone = table.ids[:], table.lone[:]
        child.forced, child.heights = table.forced, table.heights[:]
        child.run_all(programs)
        child.settle(self.take_back)
        key = child.key()
        if key in self._seen:
            return
        self._seen.add(key)
        way = node << _CODE_BITS | self._code(programs)
        reached = self._add_node(child, way, depth)
        self._put((key >> SCORE_SHIFT) + depth // STEPS_A_POINT, reached << _CODE_BITS | _STANDS)
        if child.is_won:
            self._won = reached
            self.outcome = "winnable"

    def _expand(self, budget: int) -> None:  # noqa: C901
        """Expands positions.

        This is where nearly all time goes, so it is one function: a call for each thing that it
        does would double that time.
        """
        start = self._start
        columns, cells, width = start.columns, start.cells, start.width
        effects, steps, codes = start.effects, self._effects, self._codes
        moments, rooms, seen, ways = start.moments, self._rooms, self._seen, self._ways
        queue, starts, limit, in_reach = self._queue, self._starts, self._limit, columns.in_reach
        key_of, lone_key_of = columns.key.__getitem__, columns.lone_key.__getitem__
        sizes, change, take_back = columns.size, columns.change, self.take_back
        parents_of, parent_bits, bits = (
            columns.tables.parents,
            columns.tables.parent_bits,
            columns.tables.bit,
        )
        opening: Opening | None
        where: dict[int, Opening]
        where_lone: dict[int, Opening | None]
        for _ in range(budget):
            met = len(seen)
            if self._turn == met + self._deferred or met >= limit or self._takings:
                if self._is_at_end():
                    return
                if self._takings:
                    self._take_back()
                    if self.outcome:
                        return
                    continue

            # the position
            place = self._lowest
            while not queue[place]:
                place += 1
            self._lowest = place
            self._turn += 1
            way = queue[place].pop() if self._turn % _RANDOM_TURN else self._random_way(place)
            node, code = way >> _CODE_BITS, way & _CODES
            row = self._rows[starts[node] : starts[node + 1]].tolist()
            depth, packed, counts = row[:3]
            stop = 3 + (counts >> 8)
            forced = counts & 255
            ids, waiting = row[3:stop], row[stop:]
            following, is_next, is_safe, closed, live_bits = moments[packed]
            if code == _TAKES_BACK:
                self._taker = node
                self._takings = take_back_programs(self._table(node), closed)
                continue
            if code != _STANDS:
                gone, come, stirred, more_waiting, _, _, _ = steps[code]
                for column in gone:
                    ids.remove(column)
                ids += come
                for card in stirred:
                    waiting.remove(card)
                waiting += more_waiting
                depth += 1
                self._add_row([depth, packed, len(ids) << 8, *ids, *waiting])
                node = len(ways)
                ways.append(way)
            way = node << _CODE_BITS
            depth += 1
            step_score = depth // STEPS_A_POINT
            spare = width - len(ids)
            free = cells + spare - len(waiting)

            # what is in reach
            known = in_reach[free] if free < len(in_reach) else columns.depths(free)
            reach = [known[column] or columns.look(column, free) for column in ids]
            tops = takes = wanted = lone_wants = lone_takes = 0
            for depths in reach:
                wanted |= depths[4]
                takes |= depths[5]
                tops |= depths[6]
            if free:
                where = {}
                for depths in reach:
                    where.update(depths[1])
            else:
                where = {depths[8]: depths[9] for depths in reach}
            for card in waiting:
                lone_wants |= parent_bits[card]
            if spare:
                where_lone = {}
                for depths in reach:
                    where_lone.update(depths[2])
                for card in waiting if free or spare > forced else waiting[:forced]:
                    where_lone[card] = None
                for card in where_lone:
                    lone_takes |= bits[card]
            available = takes | lone_takes
            stirring = is_next if take_back else is_safe
            full: list[Program] = []

            # a card to its foundation
            safe_at = {}
            for card in following:
                opening = where.get(card)
                if opening is not None:
                    if stirring[card]:
                        safe_at[opening[0]] = opening[1]
                    full.append((opening[0], opening[1], 1, UP, 0, 0))
                elif card in waiting:
                    full.append((lone(card), 0, 1, UP, 0, 0))

            # a run onto a column, onto a lone card, into an empty column
            if wanted & available or spare:
                room = rooms.get(len(waiting) << 8 | spare) or self._room(len(waiting), spare)
                onto, onto_lone, into_empty = room
                base = sum(map(key_of, ids)) + sum(map(lone_key_of, waiting))
                for depths in reach:
                    if not (depths[4] & available or spare):
                        continue
                    column = depths[0]
                    for lift in depths[3]:
                        if lift[0] & takes:
                            (
                                _,
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
                                _,
                            ) = lift
                            for parent in parents:
                                opening = where.get(parent)
                                if opening is None:
                                    continue
                                other, other_dug, taker, growth, other_wants = opening
                                if other == column or cards > onto[dug + other_dug]:
                                    continue
                                second = other if other_dug else 0
                                program = (column, dug, cards, other, second, other_dug)
                                if (
                                    forced
                                    or stirring[exposed]
                                    or stirring[last]
                                    or lone_wants & shows
                                    or (wants | other_wants) & (tops | shows)
                                    or (alone and free == dug + other_dug)
                                    or (
                                        safe_at
                                        and (
                                            safe_at.get(column, dug) < dug
                                            or safe_at.get(other, other_dug) < other_dug
                                        )
                                    )
                                ):
                                    full.append(program)
                                    continue
                                more = change[taker].get(run)
                                if more is None:
                                    more = columns.grow(taker, run)
                                key = base + less + growth + more
                                if key not in seen:
                                    seen.add(key)
                                    code = codes.get(program) or self._code((program,))
                                    place = (key >> SCORE_SHIFT) + step_score
                                    try:
                                        queue[place].append(way | code)
                                        if place < self._lowest:
                                            self._lowest = place
                                    except IndexError:
                                        self._put(place, way | code)
                        if not spare:
                            continue
                        if lift[0] & lone_takes:
                            (
                                _,
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
                                _,
                            ) = lift
                            for parent in parents:
                                if parent not in where_lone:
                                    continue
                                opening = where_lone[parent]
                                if opening is not None:
                                    other, other_dug = opening[:2]
                                    if other != column and cards <= onto_lone[dug + other_dug]:
                                        target = lone(parent)
                                        full.append((column, dug, cards, target, other, other_dug))
                                    continue
                                if cards > onto_lone[dug]:
                                    continue
                                program = (column, dug, cards, lone(parent), 0, 0)
                                if (
                                    forced
                                    or stirring[exposed]
                                    or stirring[last]
                                    or lone_wants & shows
                                    or wants & (tops | shows)
                                    or (alone and free == dug)
                                    or (safe_at and safe_at.get(column, dug) < dug)
                                ):
                                    full.append(program)
                                    continue
                                taker = columns.alone(parent)
                                more = change[taker].get(run)
                                if more is None:
                                    more = columns.grow(taker, run)
                                key = base + less + more
                                if key not in seen:
                                    seen.add(key)
                                    code = codes.get(program) or self._code((program,))
                                    self._put((key >> SCORE_SHIFT) + step_score, way | code)
                        if lift[3] > 1 and not lift[11] and lift[3] <= into_empty[lift[2]]:
                            full.append((column, lift[2], lift[3], EMPTY_COLUMN, 0, 0))

            # a column down to its last card, a lone card onto another
            if free:
                for depths in reach:
                    column = depths[0]
                    if sizes[column] <= free:
                        full.append((column, sizes[column] - 2, 1, WAIT, 0, 0))
                    if depths[7]:
                        room = rooms.get(len(waiting) << 8 | spare) or self._room(
                            len(waiting), spare
                        )
                        onto_lone = room[1]
                        full.extend(
                            program
                            for program in depths[7]
                            if program[3] > 0 or program[2] <= onto_lone[program[1] + program[5]]
                        )
            if lone_wants & available:
                for card in waiting:
                    for parent in parents_of[card]:
                        opening = where.get(parent)
                        if opening is not None:
                            full.append((lone(card), 0, 1, opening[0], opening[0], opening[1]))
                        if spare and parent in where_lone:
                            opening = where_lone[parent]
                            other, other_dug = opening[:2] if opening else (0, 0)
                            full.append((lone(card), 0, 1, lone(parent), other, other_dug))

            if live_bits & (wanted | lone_wants):
                self.is_tempted = True
                if take_back:
                    key = sum(map(key_of, ids)) + sum(map(lone_key_of, waiting))
                    self._deferred += 1
                    place = (key >> SCORE_SHIFT) + step_score + TAKE_BACK_SCORE
                    self._put(place, way | _TAKES_BACK)
            if full:
                places, heights = (cells, width), unpack(packed)
                table = Table(effects, places, ids, waiting, waiting[:forced], heights)
                for program in full:
                    self._reach(table, node, (program,), depth)
                    if self._won:
                        return
