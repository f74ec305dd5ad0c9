"""A position as the search sees it, changed program by program.

What matters of a position are its columns of two cards and more, and the set of *lone* cards: those
in cells and those alone in a column. While a place for one more is free, lone cards can be moved
around until they lie in any way, so how they lie makes no difference. When none is free, they stay:
how they lie was chosen before, and ``forced`` are those that had no choice but to be alone in a
column. (So a position here stands for all positions of the game that can be reached from each other
by moving lone cards.)
"""

from __future__ import annotations

from collections.abc import Iterable

from solitaire import rules
from solitaire.cards import Card, card_of, suit_of
from solitaire.solver.columns import ColumnId, Columns, Key
from solitaire.solver.program import (
    EMPTY_COLUMN,
    UP,
    WAIT,
    Program,
    foundation_suit,
    lone,
    lone_card,
)
from solitaire.solver.tables import NO_CARD, Heights


class Table:
    """``ids`` are the columns of two cards and more; ``width`` counts all columns."""

    __slots__ = ("cells", "columns", "forced", "heights", "ids", "lone", "settling", "width")

    def __init__(
        self,
        columns: Columns,
        cells: int,
        width: int,
        ids: list[ColumnId],
        lone_cards: list[Card],
        forced: list[Card],
        heights: Heights,
    ) -> None:
        self.columns = columns
        self.cells = cells
        self.width = width
        self.ids = ids
        self.lone = lone_cards
        self.forced = forced
        self.heights = heights
        self.settling: list[Program] = []

    def copy(self) -> Table:
        """The same position."""
        lists = self.ids[:], self.lone[:], self.forced[:], self.heights[:]
        return Table(self.columns, self.cells, self.width, *lists)

    @property
    def is_won(self) -> bool:
        """Whether all cards are on the foundations."""
        return sum(self.heights) == NO_CARD

    @property
    def free(self) -> int:
        """How many more cards can be made to wait."""
        return self.cells + self.width - len(self.ids) - len(self.lone)

    def key(self) -> Key:
        """The position's key."""
        columns = self.columns
        key = sum([columns.key[column] for column in self.ids])
        key += sum([columns.lone_key[card] for card in self.lone])
        return key + sum([columns.forced_key[card] for card in self.forced])

    def run(self, programs: Iterable[Program]) -> Table:
        """Runs programs that must be legal, one after another."""
        for program in programs:
            self._run(*program)
        return self

    def _run(self, source: int, dug: int, cards: int, target: int, target_dug: int) -> None:
        if dug:
            source = self._dig(source, dug)
        if target_dug:
            target = self._dig_for(target, target_dug)
        self._put(self._lift(source, cards), target)
        self._part_with_small()
        if self.forced and self.free:
            self.forced = []

    def _part_with_small(self) -> None:
        """Takes columns of one card and none out of ``ids``."""
        columns = self.columns
        for column in [column for column in self.ids if columns.size[column] < 2]:
            self.ids.remove(column)
            if column:
                self.lone.append(columns.top[column])
                self.forced.append(columns.top[column])

    def _dig_for(self, target: int, dug: int) -> int:
        if target > 0:
            return self._dig(target, dug)
        card = lone_card(target)
        self._dig(next(c for c in self.ids if card in self.columns.cards(c)), dug)
        return target

    def _dig(self, column: ColumnId, dug: int) -> ColumnId:
        """Makes cards of a column wait, but not all; the column that stays."""
        index = self.ids.index(column)
        for _ in range(dug):
            self.lone.append(self.columns.top[column])
            column = self.columns.rest[column]
        self.ids[index] = column
        return column

    def _lift(self, source: int, count: int) -> tuple[Card, ...]:
        if source > 0:
            return self._lift_from_column(source, count)
        suit = foundation_suit(source)
        if suit >= 0:
            self.heights[suit] -= 1
            return (card_of(self.heights[suit] + 1, suit),)
        card = lone_card(source)
        self._unwait(card)
        return (card,)

    def _unwait(self, card: Card) -> None:
        self.lone.remove(card)
        if card in self.forced:
            self.forced.remove(card)

    def _lift_from_column(self, column: ColumnId, count: int) -> tuple[Card, ...]:
        columns = self.columns
        index = self.ids.index(column)
        cards = []
        for _ in range(count):
            cards.append(columns.top[column])
            column = columns.rest[column]
        self.ids[index] = column
        return tuple(reversed(cards))

    def _put(self, cards: tuple[Card, ...], target: int) -> None:
        if target == UP:
            self.heights[suit_of(cards[0])] += 1
        elif target == WAIT:
            self.lone.extend(cards)
        elif target == EMPTY_COLUMN:
            self.ids.append(self.columns.put(0, cards))
        elif target > 0:
            self.ids[self.ids.index(target)] = self.columns.put(target, cards)
        else:
            card = lone_card(target)
            self._unwait(card)
            self.ids.append(self.columns.put(0, (card, *cards)))

    def is_next(self, card: Card) -> bool:
        """Whether a card is its foundation's next."""
        return card < NO_CARD and card >> 2 == self.heights[card & 3]

    def settle(self, take_back: bool) -> Table:
        """Runs every program that loses nothing (see ``search``), until there is none.

        ``settling`` are those run.
        """
        while program := self._free_program(take_back):
            self.settling.append(program)
            self._run(*program)
        return self

    def _free_program(self, take_back: bool) -> Program | None:
        return self._lone_up(take_back) or self._top_up(take_back) or self._lone_down()

    def _lone_up(self, take_back: bool) -> Program | None:
        for card in self.lone:
            if self.is_next(card) and (
                take_back or self.columns.tables.is_safe(card, self.heights)
            ):
                return lone(card), 0, 1, UP, 0
        return None

    def _top_up(self, take_back: bool) -> Program | None:
        columns = self.columns
        for column in self.ids:
            card = columns.top[column]
            if self.is_next(card) and (
                (take_back and columns.run[column] > 1)
                or columns.tables.is_safe(card, self.heights)
            ):
                return column, 0, 1, UP, 0
        return None

    def _lone_down(self) -> Program | None:
        columns = self.columns
        tops = [columns.top[column] for column in self.ids]
        for card in self.lone:
            for parent in columns.tables.parents[card]:
                if parent in tops:
                    return lone(card), 0, 1, self.ids[tops.index(parent)], 0
        return None


def capacity(cells: int, columns: int, waiting: int) -> int:
    """How many cards may move as a group with so many cells and columns for cards that wait.

    0 if there are too few for these already.
    """
    empty_columns = columns - max(0, waiting - cells)
    if empty_columns < 0:
        return 0
    return rules.capacity(max(0, cells - waiting), empty_columns)
