"""Columns as small numbers: a trie of all columns seen, and what the search asks of each.

Some thousand distinct columns occur in a search of a million positions, so whatever is known of a
column is worked out once and looked up in lists by its number. Column 0 is the empty one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, TypeAlias

from solitaire.cards import Card
from solitaire.solver.numbers import words_of
from solitaire.solver.program import Program, lone
from solitaire.solver.score import LONE_SCORE, NOTHING, Look, looked_on
from solitaire.solver.tables import NO_CARD, Tables

ColumnId: TypeAlias = int
RunId: TypeAlias = int
Key: TypeAlias = int

SCORE_SHIFT = 64 + 6  # fewer than 64 numbers are added
"""A key's bits from here on are the score of a position; those below are random, so that two of a
million positions share a key with a probability of 1 in 30 million."""

Opening: TypeAlias = tuple[ColumnId, int, ColumnId, Key, int]
"""A column dug until a card comes up, to take another or to go to its foundation: the column, how
many cards wait, the column that takes the other card, what this adds to a key, the bits of what
would take one of the cards that wait."""

Lift: TypeAlias = tuple[
    int, tuple[Card, ...], int, int, RunId, Key, Card, Card, int, int, bool, bool
]
"""A column dug until a run comes up, and the last cards of it leave: the bits of what would take
them, and those cards; how many wait, how many leave, the number of their run; what their leaving
adds to a key; the card then on top of what stays, the last card of the run, the bits of both; the
bits of what would take one of the cards that wait; whether one card stays alone, or none."""

Tail: TypeAlias = tuple[int, tuple[Card, ...], int, RunId, Card, ColumnId]
"""The last cards of a column, all in one run: the bits of what would take them, and those cards;
how many they are; the number of their run, and its last card; the column that stays."""


class Depths(NamedTuple):
    """What is in reach in a column when at most so many of its cards may wait.

    ``tops`` has for a card how it comes up to take another, ``lone`` how it comes to wait itself,
    so that it may take another in a column of its own. ``wanted`` are the bits of all parents of
    ``lifts``, ``takes`` those of ``tops``, ``bit`` that of the top card. ``own`` are the programs
    that put cards of the column onto others of its cards. ``top`` is the top card, ``at_top`` how
    it takes another.
    """

    column: ColumnId
    tops: dict[Card, Opening]
    lone: dict[Card, Opening]
    lifts: tuple[Lift, ...]
    wanted: int
    takes: int
    bit: int
    own: tuple[Program, ...]
    top: Card
    at_top: Opening


@cache
def _card_keys(seed: int, score: int) -> tuple[Key, ...]:
    """A key for each card."""
    words = words_of(seed)
    return tuple((score << SCORE_SHIFT) + words.word(card) for card in range(NO_CARD))


class Columns:
    """The trie, with a list for each thing to know, indexed by a column's number.

    A position's key is the sum of the ``key`` of its columns and of the cards that wait, so that
    the order of neither matters. A card alone in a column has the key of one in a cell.
    """

    def __init__(self, tables: Tables, seed: int) -> None:
        self.tables = tables
        self.seed = 4 * seed
        self._words = words_of(self.seed)
        self.lone_key = _card_keys(4 * seed + 1, LONE_SCORE)
        self.forced_key = _card_keys(4 * seed + 2, 0)
        self.top: list[Card] = [NO_CARD]
        self.rest: list[ColumnId] = [0]
        self.size = [0]
        self.run = [0]
        """The length of the run at the end."""
        self.key: list[Key] = [0]
        self.change: list[dict[RunId, Key]] = [{}]
        """What putting a run on the column adds to a key."""
        self.grown: list[dict[RunId, ColumnId]] = [{}]
        """The column after a run was put on it."""
        self.runs: list[tuple[Card, ...]] = [(card,) for card in range(NO_CARD)]
        self._run_ids: dict[tuple[Card, ...], RunId] = {}
        self._looks: list[Look] = [NOTHING]
        self._tails: list[tuple[Tail, ...] | None] = [()]
        self.in_reach: list[list[Depths | None]] = []
        """What ``depths`` gives, as far as asked for."""

    def cards(self, column: ColumnId) -> tuple[Card, ...]:
        """The cards of a column, the available one last."""
        cards = []
        while column:
            cards.append(self.top[column])
            column = self.rest[column]
        return tuple(cards[::-1])

    def alone(self, card: Card) -> ColumnId:
        """The column of a card alone."""
        return self.grown[0].get(card) or self._add(0, card)

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
        new = len(self.top)
        in_order = self.top[rest] in self.tables.parents[card]
        look = looked_on(self._looks[rest], card, in_order)
        self.top.append(card)
        self.rest.append(rest)
        self.size.append(self.size[rest] + 1)
        self.run.append(self.run[rest] + 1 if in_order else 1)
        key = (look[0] << SCORE_SHIFT) + self._words.word(new) if rest else self.lone_key[card]
        self.key.append(key)
        self.change.append({})
        self.grown.append({})
        self.grown[rest][card] = new
        self._looks.append(look)
        self._tails.append(None)
        for known in self.in_reach:
            known.append(None)
        return new

    def tails(self, column: ColumnId) -> tuple[Tail, ...]:
        """Every end of the run at the end of a column, the shortest first."""
        known = self._tails[column]
        if known is None:
            known = self._tails[column] = tuple(self._all_tails(column))
        return known

    def _all_tails(self, column: ColumnId) -> Iterator[Tail]:
        parents, parent_bits = self.tables.parents, self.tables.parent_bits
        last = self.top[column]
        rest = column
        cards: tuple[Card, ...] = ()
        for count in range(1, self.run[column] + 1):
            card, rest = self.top[rest], self.rest[rest]
            cards = (card, *cards)
            yield parent_bits[card], parents[card], count, self._run_id(cards), last, rest

    def _run_id(self, cards: tuple[Card, ...]) -> RunId:
        if len(cards) == 1:
            return cards[0]
        run = self._run_ids.setdefault(cards, len(self.runs))
        if run == len(self.runs):
            self.runs.append(cards)
        return run

    def depths(self, free: int) -> list[Depths | None]:
        """For each column what is in reach with so many places to wait.

        ``None`` where that is not worked out yet: ``look`` does it.
        """
        while len(self.in_reach) <= free:
            self.in_reach.append([None] * len(self.top))
        return self.in_reach[free]

    def look(self, column: ColumnId, free: int) -> Depths:
        """Works out what is in reach in a column of at least two cards."""
        top, size, key, bits = self.top, self.size, self.key, self.tables.bit
        parents_of, parent_bits = self.tables.parents, self.tables.parent_bits
        tops: dict[Card, Opening] = {}
        lones: dict[Card, Opening] = {}
        lifts: list[Lift] = []
        dug = takes = wants = wanted = 0
        waiting, rest, above = -key[column], column, NO_CARD
        while True:
            card = top[rest]
            takes |= bits[card]
            tops[card] = column, dug, rest, waiting + key[rest], wants
            if card not in parents_of[above]:
                for bit, parents, count, run, last, left in self._tails[rest] or self.tails(rest):
                    shown = top[left]
                    alone = size[left] == 1
                    more = wants | parent_bits[shown] if alone else wants
                    change, shows = waiting + key[left], bits[shown] | bits[last]
                    lift = bit, parents, dug, count, run, change
                    lifts.append((*lift, shown, last, shows, more, alone, not left))
                    wanted |= bit
            if dug == free or size[rest] == 1:
                break
            dug, rest, above = dug + 1, self.rest[rest], card
            waiting += self.lone_key[card]
            lones[card] = column, dug, self.alone(card), waiting + key[rest], wants
            wants |= parent_bits[card]
        own = tuple(self._all_own(column, dug)) if (wants | wanted) & takes and dug else ()
        first = top[column]
        bit, at_top = bits[first], tops[first]
        found = Depths(column, tops, lones, tuple(lifts), wanted, takes, bit, own, first, at_top)
        self.in_reach[free][column] = found
        return found

    def _all_own(self, column: ColumnId, most: int) -> Iterator[Program]:
        cards = self.cards(column)[::-1]
        rest = column
        for dug in range(1, most + 1):
            rest = self.rest[rest]
            yield from self._own(column, cards[:dug], rest)

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
        if not lies_on(dug[-1], self.top[rest]):
            for _, parents, count, _, _, _ in self.tails(rest):
                for card in dug:
                    if card in parents:
                        yield column, len(dug), count, lone(card), 0, 0
