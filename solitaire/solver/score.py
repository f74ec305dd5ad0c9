"""How far a position looks from won: the sum of what each column and each used cell adds."""

from __future__ import annotations

from itertools import pairwise

from solitaire.cards import Card, rank_of, suit_of
from solitaire.solver.tables import Tables

LONE_SCORE = 4
"""What a card in a cell, or alone in a column, adds."""

STEPS_A_POINT = 3
"""So many steps on the way to a position add one to its score."""

TAKE_BACK_SCORE = 12
"""What it adds to the score of a position that cards are to be taken back from it."""

_CARD = 3
_COLUMN = 4
_OUT_OF_SEQUENCE = 4
_ABOVE_LOWER = 1
_ABOVE_LOWER_OF_OTHER_SUIT = 2
_LOW_RANK = 5
"""Cards below this rank count the cards above them."""


def column_score(tables: Tables, cards: tuple[Card, ...]) -> int:
    """What a column adds: at least 0, and the more the more there is to undo in it."""
    score = _COLUMN + _CARD * len(cards)
    pairs = pairwise(cards)
    score += _OUT_OF_SEQUENCE * sum(not tables.lies_on(card, onto) for onto, card in pairs)
    return score + _above_lower(cards) + _above_low(cards)


def _above_lower(cards: tuple[Card, ...]) -> int:
    """The cards that lie above a lower one have to go first."""
    score = 0
    lowest = cards[0]
    for card in cards:
        if rank_of(card) > rank_of(lowest):
            same = suit_of(card) == suit_of(lowest)
            score += _ABOVE_LOWER if same else _ABOVE_LOWER_OF_OTHER_SUIT
        elif rank_of(card) < rank_of(lowest):
            lowest = card
    return score


def _above_low(cards: tuple[Card, ...]) -> int:
    """The lower a card is, the sooner it must come out."""
    return sum(
        (_LOW_RANK - rank_of(card)) * above // 2
        for above, card in enumerate(reversed(cards))
        if rank_of(card) < _LOW_RANK
    )
