"""What the heights of the foundations alone decide, worked out once for each heights that occur."""

from __future__ import annotations

from typing import NamedTuple

from solitaire.cards import KING, Card, card_of
from solitaire.solver.tables import NO_CARD, Heights, Tables, closed_heights, union


class Moment(NamedTuple):
    """What heights decide.

    ``safe[card]`` is 1 for a card whose coming up at the end of a column may leave something to
    settle. ``following`` are the next cards of the foundations. No
    card within the ``closed`` heights ever has to come back; ``live`` are those above.
    """

    heights: tuple[int, ...]
    safe: bytes
    following: tuple[Card, ...]
    closed: tuple[int, ...]
    live: tuple[Card, ...]
    live_bits: int


def pack(heights: Heights) -> int:
    """Four heights in 16 bits."""
    return heights[0] | heights[1] << 4 | heights[2] << 8 | heights[3] << 12


def unpack(packed: int) -> Heights:
    """Four heights from 16 bits."""
    return [packed & 15, packed >> 4 & 15, packed >> 8 & 15, packed >> 12]


class Moments(dict[int, Moment]):
    """The moment of packed heights, made when first asked for."""

    def __init__(self, tables: Tables, take_back: bool) -> None:
        super().__init__()
        self._tables = tables
        self._take_back = take_back

    def __missing__(self, packed: int) -> Moment:
        heights = unpack(packed)
        following = [card_of(h + 1, suit) for suit, h in enumerate(heights) if h < KING]
        safe = [card for card in following if self._tables.is_safe(card, heights)]
        stirs = bytearray(NO_CARD + 1)
        for card in following if self._take_back else safe:
            stirs[card] = 1
        closed = closed_heights(heights)
        live = tuple(
            card_of(rank, suit)
            for suit, height in enumerate(heights)
            for rank in range(closed[suit] + 1, height + 1)
        )
        bits = union(self._tables.bit[card] for card in live)
        moment = Moment(tuple(heights), bytes(stirs), tuple(following), tuple(closed), live, bits)
        self[packed] = moment
        return moment
