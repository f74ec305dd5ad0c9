"""The immutable position: piles, moves between them, and why a move is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, TypeAlias

from solitaire import deals, rules
from solitaire.cards import PACK, Card, card_of, name_of, suit_of
from solitaire.errors import IllegalMove
from solitaire.variants import Variant

Kind: TypeAlias = Literal["column", "cell", "foundation"]
Column: TypeAlias = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A pile on the table: its kind, and its number from the left, counted from 0."""

    kind: Kind
    index: int

    def __str__(self) -> str:
        return f"{self.kind}-{self.index}"


@dataclass(frozen=True, slots=True)
class Move:
    """``count`` cards (at least 1) from the end of one pile to another."""

    source: Place
    target: Place
    count: int = 1


@cache  # asked for several hundred times by one call of ``legal_moves``
def _places(foundations: int, columns: int, cells: int) -> tuple[Place, ...]:
    return (
        *(Place("foundation", index) for index in range(foundations)),
        *(Place("column", index) for index in range(columns)),
        *(Place("cell", index) for index in range(cells)),
    )


@dataclass(frozen=True, slots=True)
class Position:
    """Where all 52 cards lie.

    ``columns`` have the available card last; ``cells`` hold a card or ``None``; ``foundations``
    are heights from 0 to 13, in the order of ``cards.SUITS``.

    >>> from solitaire.variants import FREECELL
    >>> start = Position.dealt(FREECELL, 1)
    >>> len(start.legal_moves())
    32
    >>> start.play(Move(Place("column", 0), Place("cell", 2))).cells == (None, None, 20, None)
    True
    """

    variant: Variant
    columns: tuple[Column, ...]
    cells: tuple[Card | None, ...]
    foundations: tuple[int, ...] = (0, 0, 0, 0)

    @classmethod
    def dealt(cls, variant: Variant, number: int) -> Position:
        """The start of a deal (1 … ``deals.LAST_DEAL``), else ``BadText``."""
        columns, in_cells = deals.deal(number, variant)
        empty = (None,) * (variant.cells - len(in_cells))
        return cls(variant, tuple(map(tuple, columns)), (*in_cells, *empty))

    @property
    def is_won(self) -> bool:
        """Whether all cards are on the foundations (help: End of a game)."""
        return sum(self.foundations) == len(PACK)

    @property
    def places(self) -> tuple[Place, ...]:
        """Every pile: foundations, columns, cells."""
        return _places(len(self.foundations), len(self.columns), len(self.cells))

    def has(self, place: Place) -> bool:
        """Whether the table has such a pile."""
        piles = {"column": self.columns, "cell": self.cells, "foundation": self.foundations}
        return 0 <= place.index < len(piles.get(place.kind, ()))

    def cards_at(self, place: Place) -> Column:
        """The cards of a pile, the available one last.

        Raises ``IllegalMove`` (``no-such-place``) for a pile that the table does not have.
        """
        if not self.has(place):
            raise IllegalMove("no-such-place", place=str(place))
        if place.kind == "column":
            return self.columns[place.index]
        if place.kind == "cell":
            card = self.cells[place.index]
            return () if card is None else (card,)
        return tuple(
            card_of(rank, place.index) for rank in range(1, self.foundations[place.index] + 1)
        )

    def find(self, card: Card) -> tuple[Place, int]:
        """The pile of a card, and how many cards it holds from that card to its end."""
        for place in self.places:
            cards = self.cards_at(place)
            if card in cards:
                return place, len(cards) - cards.index(card)
        raise ValueError(card)

    def why_not(self, move: Move) -> IllegalMove | None:
        """Why a move is refused, or ``None`` if it is legal (help: What may move)."""
        try:
            return self.why_not_lift(move.source, move.count) or self._why_not_put(move)
        except IllegalMove as error:
            return error

    def why_not_lift(self, source: Place, count: int = 1) -> IllegalMove | None:
        """Why ``count`` cards may not be lifted, or ``None`` (help: What may move)."""
        cards = self.cards_at(source)
        if not cards:
            return IllegalMove("nothing-there", place=str(source))
        if source.kind == "foundation" and not self.variant.take_back:
            return IllegalMove("foundation-keeps", card=name_of(cards[-1]))
        if not 1 <= count <= len(cards):
            return IllegalMove("not-so-many", cards=count, there=len(cards))
        if source.kind != "column" and count > 1:
            return IllegalMove("one-at-a-time", cards=count)
        if count > 1 and count > rules.run_length(self.variant, cards):
            return IllegalMove("not-a-run", card=name_of(cards[-count]))
        return None

    def _why_not_put(self, move: Move) -> IllegalMove | None:
        source, target, count = move.source, move.target, move.count
        there = self.cards_at(target)
        if source == target:
            return IllegalMove("same-place")
        if target.kind == "column":
            return self._why_not_to_column(move)
        if count > 1:
            return IllegalMove("one-at-a-time", cards=count)
        if target.kind == "cell":
            return IllegalMove("cell-taken", card=name_of(there[0])) if there else None
        card = self.cards_at(source)[-1]
        if suit_of(card) != target.index:
            return IllegalMove("wrong-foundation", card=name_of(card))
        return rules.why_not_up(card, self.foundations[target.index])

    def _why_not_to_column(self, move: Move) -> IllegalMove | None:
        card = self.cards_at(move.source)[-move.count]
        there = self.columns[move.target.index]
        if there:
            refusal = rules.why_not_onto(self.variant, card, there[-1])
        else:
            refusal = rules.why_not_fill(self.variant, card)
        fits = self.capacity(move.target)
        if refusal is None and move.count > fits:
            cells = self.cells.count(None)
            times = fits // (cells + 1)
            return IllegalMove("too-many", fits=fits, cards=move.count, cells=cells, times=times)
        return refusal

    def capacity(self, target: Place) -> int:
        """How many cards may move as a group to a column (help: Moving a group)."""
        empty = [index for index, column in enumerate(self.columns) if not column]
        others = sum(1 for index in empty if index != target.index)
        return rules.capacity(self.cells.count(None), others)

    def lifts(self) -> Iterator[tuple[Place, int]]:
        """Every pile and number of cards that may be lifted from it."""
        for place in self.places:
            cards = self.cards_at(place)
            longest = rules.run_length(self.variant, cards) if place.kind == "column" else 1
            for count in range(1, longest + 1):
                if self.why_not_lift(place, count) is None:
                    yield place, count

    def targets(self, source: Place, count: int = 1) -> list[Place]:
        """Every pile that takes ``count`` cards lifted from ``source``."""
        moves = (Move(source, target, count) for target in self.places)
        return [move.target for move in moves if self.why_not(move) is None]

    def legal_moves(self) -> list[Move]:
        """Every legal move; each empty cell and empty column counts as it stands."""
        return [
            Move(source, target, count)
            for source, count in self.lifts()
            for target in self.targets(source, count)
        ]

    def play(self, move: Move) -> Position:
        """The position after a move; raises ``IllegalMove`` with the reason."""
        refusal = self.why_not(move)
        if refusal is not None:
            raise refusal
        cards = self.cards_at(move.source)[-move.count :]
        return self._without(move.source, move.count)._with(move.target, cards)

    def _without(self, place: Place, count: int) -> Position:
        if place.kind == "column":
            return self._with_column(place.index, self.columns[place.index][:-count])
        if place.kind == "cell":
            return self._with_cell(place.index, None)
        return self._with_foundation(place.index, -1)

    def _with(self, place: Place, cards: Column) -> Position:
        if place.kind == "column":
            return self._with_column(place.index, self.columns[place.index] + cards)
        if place.kind == "cell":
            return self._with_cell(place.index, cards[0])
        return self._with_foundation(place.index, +1)

    def _with_column(self, index: int, column: Column) -> Position:
        columns = (*self.columns[:index], column, *self.columns[index + 1 :])
        return replace(self, columns=columns)

    def _with_cell(self, index: int, card: Card | None) -> Position:
        return replace(self, cells=(*self.cells[:index], card, *self.cells[index + 1 :]))

    def _with_foundation(self, index: int, change: int) -> Position:
        heights = list(self.foundations)
        heights[index] += change
        return replace(self, foundations=tuple(heights))
