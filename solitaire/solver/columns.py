"""Columns as small numbers: a trie of all columns seen, and what the search asks of each.

Some thousand distinct columns occur in a search of a million positions, so whatever is known of a
column is worked out once and looked up in lists by its number. Column 0 is the empty one.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from solitaire.cards import Card
from solitaire.solver.numbers import Numbers
from solitaire.solver.score import CELL_SCORE, column_score
from solitaire.solver.tables import NO_CARD, Tables

ColumnId: TypeAlias = int
RunId: TypeAlias = int
Key: TypeAlias = int

SCORE_SHIFT = 76
"""A key's bits from here on are the score of a position; those below are random."""

_RANDOM_BITS = SCORE_SHIFT - 5  # up to 32 numbers are added


class Lift(NamedTuple):
    """The last ``cards`` cards of a column, a run that may be moved as a group.

    ``run`` is its number, ``kind`` and ``bit`` those of the cards that take it, ``rest`` the column
    that stays, ``change`` what its going adds to a key, ``exposed`` the card then available.
    """

    cards: int
    run: RunId
    kind: int
    bit: int
    rest: ColumnId
    change: Key
    exposed: Card


class Columns:
    """The trie, with a list for each thing to know, indexed by a column's number.

    A position's key is the sum of the ``key`` of its columns and the ``cell_key`` of the cards in
    its cells, so that neither the order of columns nor that of cells matters.
    """

    def __init__(self, tables: Tables, seed: int) -> None:
        self.tables = tables
        self._random = Numbers(seed)
        self.top: list[Card] = [NO_CARD]
        self.rest: list[ColumnId] = [0]
        self.size = [0]
        self.run = [0]
        """The length of the run at the end."""
        self.kind = [tables.kind[NO_CARD]]
        self.bit = [0]
        """The bit of the top card's kind."""
        self.fits = [0]
        """The bits of what takes some end of the run."""
        self.inner = [0]
        """The bits of the run's cards but the last: what comes up when its end is lifted."""
        self.in_run = [0]
        """The bits of the run's cards."""
        self.key: list[Key] = [self._number(0)]
        self.lifts: list[tuple[Lift, ...]] = [()]
        self.change: list[dict[RunId, Key]] = [{}]
        """What putting a run on the column adds to a key."""
        self.grown: list[dict[RunId, ColumnId]] = [{}]
        """The column after a run was put on it."""
        self.runs: list[tuple[Card, ...]] = [(card,) for card in range(52)]
        self._run_ids = {cards: number for number, cards in enumerate(self.runs)}
        self.cell_key: list[Key] = [self._number(CELL_SCORE) for _ in range(52)]

    def _number(self, score: int) -> Key:
        return (score << SCORE_SHIFT) + self._random.bits(_RANDOM_BITS)

    def cards(self, column: ColumnId) -> tuple[Card, ...]:
        """The cards of a column, the available one last."""
        cards = []
        while column:
            cards.append(self.top[column])
            column = self.rest[column]
        return tuple(reversed(cards))

    def column(self, cards: tuple[Card, ...]) -> ColumnId:
        """The number of a column."""
        return self.put(0, cards)

    def put(self, column: ColumnId, cards: tuple[Card, ...]) -> ColumnId:
        """The column after cards were put on it, legally or not."""
        for card in cards:
            column = self.grown[column].get(card) or self._add(column, card)
        return column

    def grow(self, column: ColumnId, run: RunId) -> Key:
        """Learns what putting a run on a column gives; returns what it adds to a key."""
        grown = self.put(column, self.runs[run])
        self.grown[column][run] = grown
        change = self.key[grown] - self.key[column]
        self.change[column][run] = change
        return change

    def _add(self, rest: ColumnId, card: Card) -> ColumnId:
        tables = self.tables
        in_order = bool(rest) and tables.lies_on(card, self.top[rest])
        new = len(self.top)
        self.top.append(card)
        self.rest.append(rest)
        self.size.append(self.size[rest] + 1)
        self.run.append(self.run[rest] + 1 if in_order else 1)
        self.kind.append(tables.kind[card])
        self.bit.append(tables.bit[card])
        self.inner.append(self.in_run[rest] if in_order else 0)
        self.in_run.append(self.inner[new] | tables.bit[card])
        self.key.append(self._number(column_score(tables, self.cards(new))))
        self.change.append({})
        self.grown.append({})
        self.grown[rest][card] = new
        self.change[rest][card] = self.key[new] - self.key[rest]
        self._add_lifts(new)
        return new

    def _add_lifts(self, new: ColumnId) -> None:
        cards = self.cards(new)
        lifts = []
        fits = 0
        rest = new
        for count in range(1, self.run[new] + 1):
            rest = self.rest[rest]
            head = cards[-count]
            parent = self.tables.parents[head][:1]
            kind = self.tables.kind[parent[0]] if parent else -3
            bit = self.tables.parent_bits[head]
            change = self.key[rest] - self.key[new]
            lifts.append(
                Lift(count, self._run_id(cards[-count:]), kind, bit, rest, change, self.top[rest])
            )
            fits |= bit
        self.lifts.append(tuple(lifts))
        self.fits.append(fits)

    def _run_id(self, cards: tuple[Card, ...]) -> RunId:
        if cards not in self._run_ids:
            self._run_ids[cards] = len(self.runs)
            self.runs.append(cards)
        return self._run_ids[cards]
