"""A position that changes step by step, for what the search does rarely or must do in full."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from solitaire.cards import Card, card_of, suit_of
from solitaire.solver.columns import ColumnId, Columns, Key
from solitaire.solver.tables import NO_CARD, Heights

Step: TypeAlias = int
"""A move in 15 bits: from where, to where, how many cards; see ``step_of``."""

CELLS = 14
FOUNDATIONS = 15
FROM_CELL = 16
FROM_FOUNDATION = 80
STEP_LIMIT = 1 << 15


def step_of(source: int, target: int, count: int = 1) -> Step:
    """A step from a column (its index), a cell (``FROM_CELL`` + card) or a foundation
    (``FROM_FOUNDATION`` + suit) to a column, ``CELLS`` or ``FOUNDATIONS``."""
    return source << 8 | target << 4 | count


class Table:
    """Columns by number, the cards in the cells in any order, the foundations' heights.

    ``taken`` are the steps taken so far.
    """

    __slots__ = ("cells", "columns", "heights", "ids", "taken")

    def __init__(
        self, columns: Columns, ids: list[ColumnId], cells: list[Card], heights: Heights
    ) -> None:
        self.columns = columns
        self.ids = ids
        self.cells = cells
        self.heights = heights
        self.taken: list[Step] = []

    def copy(self) -> Table:
        """The same position, with no step taken yet."""
        return Table(self.columns, self.ids[:], self.cells[:], self.heights[:])

    def key(self) -> Key:
        """The position's key."""
        columns = self.columns
        key = sum([columns.key[column] for column in self.ids])
        return key + sum([columns.cell_key[card] for card in self.cells])

    def take(self, step: Step) -> None:
        """Takes a step, which must be legal."""
        self.taken.append(step)
        source, target, count = step >> 8, step >> 4 & 15, step & 15
        cards = self._lift(source, count)
        if target == CELLS:
            self.cells.extend(reversed(cards))
        elif target == FOUNDATIONS:
            self.heights[suit_of(cards[0])] += 1
        else:
            self.ids[target] = self.columns.put(self.ids[target], cards)

    def _lift(self, source: int, count: int) -> tuple[Card, ...]:
        columns = self.columns
        if source >= FROM_FOUNDATION:
            suit = source - FROM_FOUNDATION
            self.heights[suit] -= 1
            return (card_of(self.heights[suit] + 1, suit),)
        if source >= FROM_CELL:
            self.cells.remove(source - FROM_CELL)
            return (source - FROM_CELL,)
        column = self.ids[source]
        cards = []
        for _ in range(count):
            cards.append(columns.top[column])
            column = columns.rest[column]
        self.ids[source] = column
        return tuple(cards[::-1])

    def take_all(self, steps: Sequence[Step]) -> Table:
        """Takes steps one after another."""
        for step in steps:
            self.take(step)
        return self

    def is_next(self, card: Card) -> bool:
        """Whether a card is its foundation's next."""
        return card < NO_CARD and card >> 2 == self.heights[card & 3]

    def settle(self, take_back: bool) -> None:
        """Takes every step that loses nothing, until there is none (``search``, Normal form)."""
        while step := self._free_step(take_back):
            self.take(step)

    def _free_step(self, take_back: bool) -> Step:
        return self._step_up(take_back) or self._step_down()

    def _step_up(self, take_back: bool) -> Step:
        is_safe = self.columns.tables.is_safe
        for card in self.cells:
            if self.is_next(card) and (take_back or is_safe(card, self.heights)):
                return step_of(FROM_CELL + card, FOUNDATIONS)
        for index, column in enumerate(self.ids):
            card = self.columns.top[column]
            if self.is_next(card) and (
                (take_back and self._is_reversible(column)) or is_safe(card, self.heights)
            ):
                return step_of(index, FOUNDATIONS)
        return 0

    def _is_reversible(self, column: ColumnId) -> bool:
        """Whether a column's top card, gone up, could come back at once."""
        return self.columns.size[column] == 1 or self.columns.run[column] > 1

    def _step_down(self) -> Step:
        parents = self.columns.tables.parents
        tops = [self.columns.top[column] for column in self.ids]
        for card in self.cells:
            for parent in parents[card]:
                if parent in tops:
                    return step_of(FROM_CELL + card, tops.index(parent))
        return 0
