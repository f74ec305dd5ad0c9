"""Programs: steps that the search takes together, as five small numbers.

``(source, dug, cards, target, target_dug)``: the last ``dug`` cards of the source column and
``target_dug`` of the target's are made to wait, in cells or empty columns; then the last ``cards``
of the source go to the target. A card that waits, in a cell or alone in a column, is *lone*: as a
source it is what moves; as a target it is put into a column of its own first, and where
``target_dug`` is not 0 it is one of the cards of some column that are dug for that.
"""

from __future__ import annotations

from typing import TypeAlias

from solitaire.cards import Card

Program: TypeAlias = tuple[int, int, int, int, int]

EMPTY_COLUMN = 0
UP = -60
"""The target of a card that goes to its foundation."""
WAIT = -61
"""The target of one that waits: of a column's last but one, or a card taken back."""
_LONE = -1
_FOUNDATION = -70


def lone(card: Card) -> int:
    """A card that waits, as source or target."""
    return _LONE - card


def lone_card(place: int) -> Card:
    """The card that waits, or a negative number if the place is something else.

    >>> lone_card(lone(7)), lone_card(UP) < 52, lone_card(3) < 0
    (7, False, True)
    """
    return _LONE - place


def foundation(suit: int) -> int:
    """A foundation as the source of a card taken back."""
    return _FOUNDATION - suit


def foundation_suit(place: int) -> int:
    """The suit of a foundation as source, or a negative number for any other place."""
    return _FOUNDATION - place
