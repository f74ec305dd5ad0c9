"""What the heights of the foundations alone decide, worked out once for each heights that occur."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from solitaire.cards import KING, PACK, Card, card_of
from solitaire.solver.tables import NO_CARD, Heights, Tables, closed_heights, union


class Moment(NamedTuple):
    """What heights decide.

    ``following`` are the next cards of the foundations; ``is_next[card]`` is 1 for these, and
    ``is_safe[card]`` for those of them that lose nothing by going up. No card within the ``closed``
    heights ever has to come back; ``live_bits`` are those of the cards above.
    """

    following: tuple[Card, ...]
    is_next: bytes
    is_safe: bytes
    closed: tuple[int, ...]
    live_bits: int


def pack(heights: Heights) -> int:
    """Four heights in 16 bits."""
    return heights[0] | heights[1] << 4 | heights[2] << 8 | heights[3] << 12


def unpack(packed: int) -> Heights:
    """Four heights from 16 bits."""
    return [packed & 15, packed >> 4 & 15, packed >> 8 & 15, packed >> 12]


class Moments(dict[int, Moment]):
    """The moment of packed heights, made when first asked for."""

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self._tables = tables

    def __missing__(self, packed: int) -> Moment:
        tables, heights = self._tables, unpack(packed)
        following = tuple(card_of(h + 1, suit) for suit, h in enumerate(heights) if h < KING)
        safe = [card for card in following if tables.is_safe(card, heights)]
        closed = tuple(closed_heights(heights))
        live = [card for card in PACK if closed[card & 3] <= card >> 2 < heights[card & 3]]
        bits = union(tables.bit[card] for card in live)
        moment = Moment(following, _flags(following), _flags(safe), closed, bits)
        self[packed] = moment
        return moment


def _flags(cards: Iterable[Card]) -> bytes:
    flags = bytearray(NO_CARD + 1)
    for card in cards:
        flags[card] = 1
    return bytes(flags)


@cache
def moments_of(tables: Tables) -> Moments:
    """The moments of a game, kept from search to search."""
    return Moments(tables)
