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
from solitaire.cards import Card
from solitaire.solver.columns import ColumnId, Key
from solitaire.solver.effect import Effects
from solitaire.solver.program import UP, Program, lone
from solitaire.solver.tables import NO_CARD, Heights


class Table:
    """``ids`` are the columns of two cards and more; ``width`` counts all columns."""

    __slots__ = ("cells", "columns", "effects", "forced", "heights", "ids", "lone", "width")

    def __init__(
        self,
        effects: Effects,
        places: tuple[int, int],
        ids: list[ColumnId],
        lone_cards: list[Card],
        forced: list[Card],
        heights: Heights,
    ) -> None:
        """``places`` are how many cells and columns there are."""
        self.effects = effects
        self.columns = effects.columns
        self.cells, self.width = places
        self.ids = ids
        self.lone = lone_cards
        self.forced = forced
        self.heights = heights

    def copy(self) -> Table:
        """The same position."""
        lists = self.ids[:], self.lone[:], self.forced[:], self.heights[:]
        return Table(self.effects, (self.cells, self.width), *lists)

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
        key = sum(map(columns.key.__getitem__, self.ids))
        key += sum(map(columns.lone_key.__getitem__, self.lone))
        return key + sum(map(columns.forced_key.__getitem__, self.forced))

    def run(self, program: Program) -> Table:
        """Runs a program, which must be legal."""
        gone, come, stirred, waiting, alone, suit, rise = self.effects[program]
        for column in gone:
            self.ids.remove(column)
        self.ids += come
        for card in stirred:
            self.lone.remove(card)
        self.lone += waiting
        self.heights[suit] += rise
        if alone or self.forced:
            stay = [card for card in self.forced if card not in stirred]
            self.forced = [] if self.free else [*stay, *alone]
        return self

    def run_all(self, programs: Iterable[Program]) -> Table:
        """Runs programs one after another."""
        for program in programs:
            self.run(program)
        return self

    def settle(self, take_back: bool) -> list[Program]:
        """Runs every program that loses nothing (see ``search``), until there is none."""
        settling = []
        while program := self._free_program(take_back):
            self.run(program)
            settling.append(program)
        return settling

    def _free_program(self, take_back: bool) -> Program | None:
        heights, columns = self.heights, self.columns
        top, run, is_safe = columns.top, columns.run, columns.tables.is_safe
        for card in self.lone:
            if card >> 2 == heights[card & 3] and (take_back or is_safe(card, heights)):
                return lone(card), 0, 1, UP, 0, 0
        for column in self.ids:
            card = top[column]
            if card >> 2 == heights[card & 3] and (
                (take_back and run[column] > 1) or is_safe(card, heights)
            ):
                return column, 0, 1, UP, 0, 0
        return self._lone_down()

    def _lone_down(self) -> Program | None:
        columns = self.columns
        tops = [columns.top[column] for column in self.ids]
        for card in self.lone:
            for parent in columns.tables.parents[card]:
                if parent in tops:
                    return lone(card), 0, 1, self.ids[tops.index(parent)], 0, 0
        return None


def capacity(cells: int, columns: int, waiting: int) -> int:
    """How many cards may move as a group with so many cells and columns for cards that wait.

    0 if there are too few for these already.
    """
    empty_columns = columns - max(0, waiting - cells)
    if empty_columns < 0:
        return 0
    return rules.capacity(max(0, cells - waiting), empty_columns)
