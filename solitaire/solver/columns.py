"""Columns as small numbers: a trie of all columns seen, and what the search asks of each.

Some thousand distinct columns occur in a search of a million positions, so whatever is known of a
column is worked out once and looked up in lists by its number. Column 0 is the empty one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from solitaire.cards import Card
from solitaire.solver.numbers import Numbers
from solitaire.solver.program import Program, lone
from solitaire.solver.score import LONE_SCORE, column_score
from solitaire.solver.tables import NO_CARD, Tables, union

ColumnId: TypeAlias = int
RunId: TypeAlias = int
Key: TypeAlias = int

SCORE_SHIFT = 76
"""A key's bits from here on are the score of a position; those below are random."""

_RANDOM_BITS = SCORE_SHIFT - 6  # fewer than 64 numbers are added


class Opening(NamedTuple):
    """A column dug until a card comes up, to take another or to go to its foundation.

    ``dug`` cards wait, ``rest`` is the column that takes the other card, ``change`` is what this
    adds to a key, ``wants`` are the bits of what would take one of the cards that wait.
    """

    column: ColumnId
    dug: int
    rest: ColumnId
    change: Key
    wants: int


class Lift(NamedTuple):
    """A column dug until a run comes up, and the last ``cards`` of it leave.

    ``parents`` would take them, ``run`` is their number, ``change`` is what their leaving adds to a
    key. ``exposed`` is then on top of what stays, or ``alone`` or ``gone`` says that one card or
    none stays; ``last`` is the run's last card. ``shows`` are the bits of both, ``wants`` those of
    what would take one of the cards that wait.
    """

    parents: tuple[Card, ...]
    dug: int
    cards: int
    run: RunId
    change: Key
    exposed: Card
    last: Card
    shows: int
    wants: int
    alone: bool
    gone: bool


class Depths(NamedTuple):
    """What is in reach in a column when at most so many of its cards may wait.

    ``tops`` has for a card how it comes up to take another, ``lone`` how it comes to wait itself,
    so that it may take another in a column of its own. ``wanted`` are the bits of all parents of
    ``lifts``, ``takes`` those of ``tops``. ``own`` are the programs that put cards of the column
    onto others of its cards.
    """

    tops: dict[Card, Opening]
    lone: dict[Card, Opening]
    lifts: tuple[Lift, ...]
    wanted: int
    takes: int
    own: tuple[Program, ...]


class Columns:
    """The trie, with a list for each thing to know, indexed by a column's number.

    A position's key is the sum of the ``key`` of its columns and of the cards that wait, so that
    the order of neither matters. A card alone in a column has the key of one in a cell.
    """

    def __init__(self, tables: Tables, seed: int) -> None:
        self.tables = tables
        self._random = Numbers(seed)
        self.seed = self._random.bits(30)
        """A random number for what else is to depend on the seed."""
        self.lone_key: list[Key] = [self._number(LONE_SCORE) for _ in range(52)]
        self.forced_key: list[Key] = [self._number(0) for _ in range(52)]
        self.top: list[Card] = [NO_CARD]
        self.rest: list[ColumnId] = [0]
        self.size = [0]
        self.run = [0]
        """The length of the run at the end."""
        self.bit = [0]
        """The bit of the top card's kind."""
        self.key: list[Key] = [0]
        self.change: list[dict[RunId, Key]] = [{}]
        """What putting a run on the column adds to a key."""
        self.grown: list[dict[RunId, ColumnId]] = [{}]
        """The column after a run was put on it."""
        self.runs: list[tuple[Card, ...]] = [(card,) for card in range(52)]
        self._run_ids = {cards: number for number, cards in enumerate(self.runs)}
        self._depths: list[list[Depths | None]] = []
        self.alone = [self.put(0, (card,)) for card in range(52)]
        """The column of a card alone."""

    def _number(self, score: int) -> Key:
        return (score << SCORE_SHIFT) + self._random.bits(_RANDOM_BITS)

    def cards(self, column: ColumnId) -> tuple[Card, ...]:
        """The cards of a column, the available one last."""
        cards = []
        while column:
            cards.append(self.top[column])
            column = self.rest[column]
        return tuple(reversed(cards))

    def put(self, column: ColumnId, cards: tuple[Card, ...]) -> ColumnId:
        """The column after cards were put on it, legally or not."""
        for card in cards:
            column = self.grown[column].get(card) or self._add(column, card)
        return column

    def put_run(self, column: ColumnId, run: RunId) -> ColumnId:
        """The column after a run was put on it."""
        grown = self.grown[column].get(run)
        if grown is None:
            grown = self.put(column, self.runs[run])
            self.grown[column][run] = grown
        return grown

    def grow(self, column: ColumnId, run: RunId) -> Key:
        """Learns what putting a run on a column adds to a key."""
        change = self.key[self.put_run(column, run)] - self.key[column]
        self.change[column][run] = change
        return change

    def _add(self, rest: ColumnId, card: Card) -> ColumnId:
        tables = self.tables
        new = len(self.top)
        self.top.append(card)
        self.rest.append(rest)
        self.size.append(self.size[rest] + 1)
        in_order = rest and tables.lies_on(card, self.top[rest])
        self.run.append(self.run[rest] + 1 if in_order else 1)
        self.bit.append(tables.bit[card])
        key = self._number(column_score(tables, self.cards(new))) if rest else self.lone_key[card]
        self.key.append(key)
        self.change.append({})
        self.grown.append({})
        self.grown[rest][card] = new
        for known in self._depths:
            known.append(None)
        return new

    def depths(self, free: int) -> list[Depths | None]:
        """For each column what is in reach with so many places to wait.

        ``None`` where that is not worked out yet: ``look`` does it.
        """
        while len(self._depths) <= free:
            self._depths.append([None] * len(self.top))
        return self._depths[free]

    def look(self, column: ColumnId, free: int) -> Depths:
        """Works out what is in reach in a column of at least two cards."""
        tops: dict[Card, Opening] = {}
        lones: dict[Card, Opening] = {}
        lifts: list[Lift] = []
        own: list[Program] = []
        dug: tuple[Card, ...] = ()
        rest = column
        while True:
            card = self.top[rest]
            tops[card] = self._opening(column, dug, rest, rest)
            own.extend(self._own(column, dug, rest))
            if not self._in_order(dug, card):
                lifts.extend(self._lifts(column, dug, rest))
            if len(dug) == free or self.size[rest] == 1:
                break
            rest = self.rest[rest]
            lones[card] = self._opening(column, (*dug, card), rest, self.alone[card])
            dug = (*dug, card)
        wanted = union(self.tables.bit[card] for lift in lifts for card in lift.parents)
        takes = union(self.tables.bit[card] for card in tops)
        found = Depths(tops, lones, tuple(lifts), wanted, takes, tuple(own))
        self.depths(free)[column] = found
        return found

    def _in_order(self, dug: tuple[Card, ...], card: Card) -> bool:
        """Whether the last card dug lay in order on a card."""
        return bool(dug) and self.tables.lies_on(dug[-1], card)

    def _change(self, column: ColumnId, dug: tuple[Card, ...], rest: ColumnId) -> Key:
        return sum(self.lone_key[card] for card in dug) + self.key[rest] - self.key[column]

    def _wants(self, cards: tuple[Card, ...]) -> int:
        return union(self.tables.parent_bits[card] for card in cards)

    def _opening(
        self, column: ColumnId, dug: tuple[Card, ...], rest: ColumnId, taker: ColumnId
    ) -> Opening:
        waiting = tuple(card for card in dug if card != self.top[taker])
        change = self._change(column, dug, rest)
        return Opening(column, len(dug), taker, change, self._wants(waiting))

    def _lifts(self, column: ColumnId, dug: tuple[Card, ...], rest: ColumnId) -> Iterator[Lift]:
        run = self.cards(rest)[-self.run[rest] :]
        for count in range(1, len(run) + 1):
            rest = self.rest[rest]
            cards = run[-count:]
            alone = self.size[rest] == 1
            yield Lift(
                self.tables.parents[cards[0]],
                len(dug),
                count,
                self._run_id(cards),
                self._change(column, dug, rest),
                self.top[rest],
                cards[-1],
                self.bit[rest] | self.tables.bit[cards[-1]],
                self._wants((*dug, self.top[rest]) if alone else dug),
                alone,
                not rest,
            )

    def _own(self, column: ColumnId, dug: tuple[Card, ...], rest: ColumnId) -> Iterator[Program]:
        """Programs of one column that need all these cards dug."""
        lies_on = self.tables.lies_on
        for card in dug[:-1]:
            if lies_on(card, self.top[rest]):
                yield lone(card), 0, 1, column, column, len(dug)
            if lies_on(card, dug[-1]) and card != dug[-2]:
                yield lone(card), 0, 1, lone(dug[-1]), column, len(dug)
            if lies_on(dug[-1], card):
                yield lone(dug[-1]), 0, 1, lone(card), column, len(dug)
        if dug and not self._in_order(dug, self.top[rest]):
            for count, head in enumerate(reversed(self.cards(rest)[-self.run[rest] :]), 1):
                for card in dug:
                    if lies_on(head, card):
                        yield column, len(dug), count, lone(card), 0, 0

    def _run_id(self, cards: tuple[Card, ...]) -> RunId:
        if cards not in self._run_ids:
            self._run_ids[cards] = len(self.runs)
            self.runs.append(cards)
        return self._run_ids[cards]
