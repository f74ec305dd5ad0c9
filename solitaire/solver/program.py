"""Programs: steps that the search takes together, as six small numbers.

``(source, dug, cards, target, other, other_dug)``: the last ``dug`` cards of the source column and
the last ``other_dug`` of the other column are made to wait, in cells or empty columns; then the
last ``cards`` of the source go to the target. A card that waits, in a cell or alone in a column, is
*lone*: as a source it is what moves; as a target it is put into a column of its own first.
"""

from __future__ import annotations

from typing import TypeAlias

from solitaire.cards import Card

Program: TypeAlias = tuple[int, int, int, int, int, int]

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
    """The card that waits; only for places from ``lone``.

    >>> lone_card(lone(7))
    7
    """
    return _LONE - place


def is_lone(place: int) -> bool:
    """Whether a place is a card that waits."""
    return UP < place < EMPTY_COLUMN


def on_foundation(card: Card) -> int:
    """A card taken back from its foundation, as source."""
    return _FOUNDATION - card


def foundation_card(place: int) -> Card:
    """The card taken back, or a negative number for any other place."""
    return _FOUNDATION - place
