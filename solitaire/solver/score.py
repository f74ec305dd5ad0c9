"""How far a position looks from won: the sum of what each column and each used cell adds."""

from __future__ import annotations

from typing import TypeAlias

from solitaire.cards import Card

LONE_SCORE = 7
"""What a card in a cell, or alone in a column, adds."""

STEPS_A_POINT = 3
"""So many steps on the way to a position add one to its score."""

TAKE_BACK_SCORE = 12
"""What it adds to the score of a position that cards are to be taken back from it."""

_CARD = 2
_COLUMN = 2
_OUT_OF_SEQUENCE = 4
_ABOVE_LOWER = 2
_ABOVE_LOW = (8, 6, 4, 2)
"""What a card above an ace, a two … adds, in quarters."""


Look: TypeAlias = tuple[int, int, int, int, Card]
"""What a column adds, and what that of a longer column follows from: the sum without what cards
above low ones add, those quarters, what a card more adds to them, the lowest card."""

NOTHING: Look = (0, _COLUMN, 0, 0, 52)
"""Of the empty column."""


def looked_on(below: Look, card: Card, in_order: bool) -> Look:
    """The look of a column with a card more, in order or not: at least 0, and the more the more
    there is to undo in it.
    """
    _, plain, quarters, each, lowest = below
    plain += _CARD
    if below is not NOTHING and not in_order:
        plain += _OUT_OF_SEQUENCE
    if card >> 2 > lowest >> 2:
        plain += _ABOVE_LOWER
    elif card >> 2 < lowest >> 2:
        lowest = card
    quarters += each
    if card >> 2 < len(_ABOVE_LOW):
        each += _ABOVE_LOW[card >> 2]
    return plain + quarters // 4, plain, quarters, each, lowest
