"""Cards as plain integers: ``card = 4 * (rank - 1) + suit``, so 0 … 51.

Ranks run from 1 (ace) to 13 (king). Suits are numbered in the order of the foundations
(``rules``, The table): spades 0, hearts 1, diamonds 2, clubs 3.
"""

from __future__ import annotations

from typing import TypeAlias

from solitaire.errors import BadText

Card: TypeAlias = int
Rank: TypeAlias = int
Suit: TypeAlias = int

RANKS = "A23456789TJQK"
SUITS = "SHDC"
ACE: Rank = 1
KING: Rank = 13
PACK: tuple[Card, ...] = tuple(range(52))
NAMES: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)

_CARDS = {name: card for card, name in enumerate(NAMES)}
_RED_SUITS = (1, 2)


def card_of(rank: Rank, suit: Suit) -> Card:
    """The card of a rank (1 … 13) and a suit (0 … 3).

    >>> name_of(card_of(10, 1))
    'TH'
    """
    return 4 * (rank - 1) + suit


def rank_of(card: Card) -> Rank:
    """The rank of a card, 1 (ace) to 13 (king)."""
    return card // 4 + 1


def suit_of(card: Card) -> Suit:
    """The suit of a card, its place in ``SUITS``."""
    return card % 4


def is_red(card: Card) -> bool:
    """Whether a card is a heart or a diamond."""
    return suit_of(card) in _RED_SUITS


def name_of(card: Card) -> str:
    """Two characters: rank, then suit; ten is ``T``.

    >>> [name_of(card) for card in (0, 39, 51)]
    ['AS', 'TC', 'KC']
    """
    return NAMES[card]


def parse_card(text: str) -> Card:
    """Reads a card in any case, ten as ``T`` or ``10``.

    Raises ``BadText`` (``unreadable-card``) for anything else.

    >>> parse_card("10h") == parse_card("TH")
    True
    """
    name = text.strip().upper().replace("10", "T")
    if name not in _CARDS:
        raise BadText("unreadable-card", text=text.strip())
    return _CARDS[name]
