"""From the programs of a search to moves of the game, each of them played through ``Position``.

The search leaves open how lone cards lie while a place is free. Here they are moved, as little as
may be, so that the next program can be carried out: a card that is to take another must lie in a
column, and a large group needs empty columns more than empty cells. Before the last free place is
taken, what the programs up to the next free place need is looked up ahead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from solitaire.cards import Card, suit_of
from solitaire.position import Move, Place, Position
from solitaire.solver.columns import Columns
from solitaire.solver.program import (
    EMPTY_COLUMN,
    UP,
    WAIT,
    Program,
    foundation_card,
    is_lone,
    lone_card,
)
from solitaire.solver.table import Table


def moves_of(position: Position, start: Table, line: Sequence[Program]) -> tuple[Move, ...]:
    """The moves of a line that wins; raises ``IllegalMove`` should the rules refuse one.

    ``start`` is the position as a table. Raises ``ValueError`` if the line cannot be carried out or
    does not win.
    """
    hand = _Hand(start.columns, position)
    for program, in_columns in zip(line, _needs(start.copy(), line), strict=True):
        hand = hand.carried_out(program, in_columns)
    if not hand.position.is_won:
        raise ValueError("not won")
    return tuple(hand.moves)


def _needs(table: Table, programs: Sequence[Program]) -> list[set[Card]]:
    """For each program the lone cards that are to be in columns after it."""
    free = [table.run(program).free for program in programs]
    needs: list[set[Card]] = []
    later: set[Card] = set()
    for program, left in zip(reversed(programs), reversed(free), strict=True):
        target = program[3]
        later = (set() if left else later) | ({lone_card(target)} if is_lone(target) else set())
        needs.append(later)
    return needs[::-1]


class _Stuck(Exception):
    """The lone cards do not lie as a program needs them."""


class _Hand:
    """Carries out programs on a position, one move after another."""

    def __init__(self, columns: Columns, position: Position, moves: Iterable[Move] = ()) -> None:
        self.position = position
        self.moves = list(moves)
        self._columns = columns
        self._stay: set[Card] = set()
        self._busy: set[Place] = set()

    def carried_out(self, program: Program, in_columns: set[Card]) -> _Hand:
        """The hand after a program, which leaves these lone cards in columns."""
        for is_tidy in (False, True):
            hand = _Hand(self._columns, self.position, self.moves)
            hand._stay = in_columns
            try:
                if is_tidy:
                    hand._tidy()
                hand._carry_out(program)
            except _Stuck:
                continue
            return hand
        raise ValueError("stuck")

    def _tidy(self) -> None:
        """Moves lone cards to cells, but for those that are to be in columns."""
        while self._clear_column() or self._fill_column():
            pass

    def _carry_out(self, program: Program) -> None:
        source, dug, cards, target, other, other_dug = program
        source_place, target_place = self._place(source), self._place(target)
        other_place = self._place(other)
        self._busy = {place for place in (source_place, target_place, other_place) if place}
        while self._wrong_cells() and self._fill_column(or_clear=True):
            pass
        for place, count in ((source_place, dug), (other_place, other_dug)):
            for _ in range(count):
                assert place is not None
                self._wait(place)
        source_place = source_place or self._lone_place(lone_card(source))
        if target == WAIT:
            self._wait(source_place)
        else:
            self._put(source_place, target, target_place, cards)

    def _put(self, source: Place, target: int, place: Place | None, cards: int) -> None:
        if target == UP:
            suit = suit_of(self.position.cards_at(source)[-1])
            self._move(source, Place("foundation", suit))
            return
        if target == EMPTY_COLUMN:
            place = self._empty_column()
        elif is_lone(target):
            place = self._lone_place(lone_card(target))
        assert place is not None
        self._busy |= {source, place}
        while self.position.capacity(place) < cards:
            if not self._clear_column():
                raise _Stuck
        self._move(source, place, cards)

    def _place(self, source: int) -> Place | None:
        """Where a column is, or a card taken back; ``None`` for what else a program can name."""
        if source > 0:
            return Place("column", self.position.columns.index(self._columns.cards(source)))
        card = foundation_card(source)
        return Place("foundation", suit_of(card)) if card >= 0 else None

    def _lone_place(self, card: Card) -> Place:
        return self.position.find(card)[0]

    def _wait(self, source: Place) -> None:
        """Moves the last card of a pile to a cell or an empty column."""
        card = self.position.cards_at(source)[-1]
        if card not in self._stay and None in self.position.cells:
            self._move(source, self._cell())
        else:
            self._move(source, self._empty_column())

    def _cell(self) -> Place:
        return Place("cell", self.position.cells.index(None))

    def _empty_column(self) -> Place:
        if () not in self.position.columns and not self._clear_column():
            raise _Stuck
        return Place("column", self.position.columns.index(()))

    def _clear_column(self) -> bool:
        """Moves a card alone in a column to a cell, if one may and can go."""
        if None not in self.position.cells:
            return False
        for index, column in enumerate(self.position.columns):
            place = Place("column", index)
            if len(column) == 1 and column[0] not in self._stay and place not in self._busy:
                self._move(place, self._cell())
                return True
        return False

    def _wrong_cells(self) -> list[int]:
        """The cells whose card is to be in a column."""
        return [i for i, card in enumerate(self.position.cells) if card in self._stay]

    def _fill_column(self, or_clear: bool = False) -> bool:
        """Moves a card that is to be in a column there, if there is one and an empty column."""
        wrong = self._wrong_cells()
        if not wrong or (() not in self.position.columns and not or_clear):
            return False
        self._move(Place("cell", wrong[0]), self._empty_column())
        return True

    def _move(self, source: Place, target: Place, count: int = 1) -> None:
        move = Move(source, target, count)
        self.position = self.position.play(move)
        self.moves.append(move)
