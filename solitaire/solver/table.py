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

    __slots__ = (
        "cells",
        "columns",
        "effects",
        "forced",
        "heights",
        "ids",
        "lone",
        "moments",
        "width",
    )

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
        self.moments = effects.moments
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
        if self.forced:
            key += sum(map(columns.forced_key.__getitem__, self.forced))
        return key

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
        """Runs every program that loses nothing (see ``engine``), until there is none."""
        settling: list[Program] = []
        top = self.columns.top
        while True:
            tops = [top[column] for column in self.ids]
            program = self._up(tops, take_back) or self._down(tops)
            if program is None:
                return settling
            self.run(program)
            settling.append(program)

    def _up(self, tops: list[Card], take_back: bool) -> Program | None:
        """A card to its foundation that loses nothing by it."""
        spades, hearts, diamonds, clubs = self.heights
        packed = spades | hearts << 4 | diamonds << 8 | clubs << 12
        following, _, is_safe, _, _ = self.moments[packed]
        for card in following:
            if card in tops:
                column = self.ids[tops.index(card)]
                if is_safe[card] or (take_back and self.columns.run[column] > 1):
                    return column, 0, 1, UP, 0, 0
            elif card in self.lone and (take_back or is_safe[card]):
                return lone(card), 0, 1, UP, 0, 0
        return None

    def _down(self, tops: list[Card]) -> Program | None:
        """A lone card onto a column that takes it."""
        parents_of = self.columns.tables.parents
        for card in self.lone:
            for parent in parents_of[card]:
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
