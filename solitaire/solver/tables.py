"""The rules as tables, made by calling the predicates of ``rules`` for every pair of cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, reduce
from operator import or_
from typing import TypeAlias

from solitaire import rules
from solitaire.cards import PACK, Card, is_red, rank_of, suit_of
from solitaire.errors import SolitaireError
from solitaire.variants import Build, Fill, Variant

Heights: TypeAlias = list[int]

NO_CARD: Card = 52
MOST_COLUMNS = 13
"""Columns have the numbers 0 … 12 in a step of the search; greater ones mean other piles."""

_BITS_IN_A_DIGIT = 30


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """What the search asks of the rules of one game, by card (``NO_CARD`` where there is none).

    ``parents[card]`` are the cards that it may lie on. ``bit[card]`` is a bit for the cards that
    take the same cards as it does; more than 30 such kinds share bits, so that 30 do for sets of
    them. ``parent_bits[card]`` are the bits of its parents.
    """

    build: Build
    parents: tuple[tuple[Card, ...], ...]
    bit: tuple[int, ...]
    parent_bits: tuple[int, ...]

    def lies_on(self, card: Card, onto: Card) -> bool:
        """Whether a card may lie on another."""
        return onto in self.parents[card]

    def is_safe(self, card: Card, heights: Heights) -> bool:
        """Whether a card that may go to its foundation loses nothing by going.

        In one suit always: what could lie on it is the next lower card of its suit, and that is on
        its foundation already. In alternating colours by rule T: its rank is at most two above the
        lower foundation of the other colour, and at most three above the other of its own. A card
        that could lie on it is then itself the next of its foundation, and safe; this holds too
        where cards come back from a foundation, since none above these has to.
        """
        if self.build is Build.SAME_SUIT:
            return True
        return rank_of(card) <= safe_height(suit_of(card), heights)


def safe_height(suit: int, heights: Heights) -> int:
    """The greatest rank of a suit that rule T lets go to its foundation."""
    red = is_red(suit)
    others = [height + 2 for other, height in enumerate(heights) if is_red(other) != red]
    twins = [h + 3 for other, h in enumerate(heights) if is_red(other) == red and other != suit]
    return min(others + twins)


def closed_heights(heights: Heights) -> Heights:
    """The greatest closed heights below the foundations' (rule T): cards in them never come back.

    >>> closed_heights([5, 5, 5, 0])
    [3, 2, 2, 0]
    """
    closed = list(heights)
    while True:
        lower = [min(closed[suit], safe_height(suit, closed)) for suit in range(4)]
        if lower == closed:
            return closed
        closed = lower


def tables_of(variant: Variant) -> Tables:
    """The tables of a game; raises ``SolitaireError`` (``unknown-variant``) for unknown rules."""
    known = variant.build in (Build.SAME_SUIT, Build.ALTERNATING_COLOURS)
    if not known or variant.fill is not Fill.ANY_CARD or not 1 <= variant.columns <= MOST_COLUMNS:
        raise SolitaireError("unknown-variant", game=variant.key)
    if variant.take_back and variant.build is not Build.ALTERNATING_COLOURS:
        raise SolitaireError("unknown-variant", game=variant.key)
    # What lies on what is the same with any number of columns and cells.
    return _tables(replace(variant, columns=1, cells=0))


@cache
def _tables(variant: Variant) -> Tables:
    parents = [tuple(onto for onto in PACK if rules.lies_on(variant, card, onto)) for card in PACK]
    children = [tuple(card for card in PACK if onto in parents[card]) for onto in PACK]
    kinds = {group: number for number, group in enumerate(sorted({c for c in children if c}))}
    bit = [1 << kinds[group] % _BITS_IN_A_DIGIT if group else 0 for group in children]
    parent_bits = [union(bit[onto] for onto in group) for group in parents]
    return Tables(variant.build, (*parents, ()), (*bit, 0), (*parent_bits, 0))


def union(bits: Iterable[int]) -> int:
    """All bits that are set in any of the numbers."""
    return reduce(or_, bits, 0)
