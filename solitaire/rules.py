"""The predicates of the games: the only place where a rule is written.

Each ``why_not_…`` answers with the refusal, or ``None`` where the rules allow it.
"""

from __future__ import annotations

from collections.abc import Sequence

from solitaire.cards import ACE, KING, Card, is_red, name_of, rank_of, suit_of
from solitaire.errors import IllegalMove
from solitaire.variants import Build, Fill, Variant


def why_not_onto(variant: Variant, card: Card, onto: Card) -> IllegalMove | None:
    """Why a card may not lie on another in a column (help: What may move).

    >>> from solitaire.cards import parse_card
    >>> from solitaire.variants import FREECELL
    >>> print(why_not_onto(FREECELL, parse_card("4C"), parse_card("5S")))
    wrong-colour: card=4C onto=5S
    """
    if rank_of(card) + 1 != rank_of(onto):
        code = "wrong-rank"
    elif variant.build is Build.SAME_SUIT and suit_of(card) != suit_of(onto):
        code = "wrong-suit"
    elif variant.build is Build.ALTERNATING_COLOURS and is_red(card) == is_red(onto):
        code = "wrong-colour"
    else:
        return None
    return IllegalMove(code, card=name_of(card), onto=name_of(onto))


def lies_on(variant: Variant, card: Card, onto: Card) -> bool:
    """Whether a card may lie on another in a column."""
    return why_not_onto(variant, card, onto) is None


def why_not_fill(variant: Variant, card: Card) -> IllegalMove | None:
    """Why a card may not go into an empty column (help: What may move)."""
    if variant.fill is Fill.KINGS and rank_of(card) != KING:
        return IllegalMove("only-kings", card=name_of(card))
    return None


def why_not_up(card: Card, height: int) -> IllegalMove | None:
    """Why a card may not go to its foundation, which holds ``height`` cards, 0 … 13.

    >>> print(why_not_up(8, 0))
    not-next: card=3S next=AS
    """
    if rank_of(card) == height + ACE:
        return None
    following = card + 4 * (height + ACE - rank_of(card))
    return IllegalMove("not-next", card=name_of(card), next=name_of(following))


def goes_up(card: Card, heights: Sequence[int]) -> bool:
    """Whether a card is the next of its foundation; heights in the order of ``SUITS``."""
    return rank_of(card) == heights[suit_of(card)] + ACE


def run_length(variant: Variant, column: Sequence[Card]) -> int:
    """How many cards at the end of a column form a run; 0 for an empty column.

    >>> from solitaire.cards import parse_card
    >>> from solitaire.variants import BAKERS_GAME, FREECELL
    >>> column = [parse_card(name) for name in ("KS", "9H", "8C", "7D")]
    >>> run_length(FREECELL, column), run_length(BAKERS_GAME, column)
    (3, 1)
    """
    length = min(len(column), 1)
    while length < len(column) and lies_on(variant, column[-length], column[-length - 1]):
        length += 1
    return length


def capacity(empty_cells: int, empty_columns: int) -> int:
    """How many cards move as a group (help: Moving a group).

    ``empty_columns`` leaves out a column that is itself the target.

    >>> capacity(4, 1), capacity(4, 0)
    (10, 5)
    """
    return int((empty_cells + 1) << empty_columns)


def points(variant: Variant, source: str, target: str) -> int:
    """What a move earns between two kinds of pile (help: Score).

    >>> from solitaire.variants import FREECELL
    >>> points(FREECELL, "cell", "foundation"), points(FREECELL, "foundation", "column")
    (10, 0)
    """
    if target == "foundation":
        return variant.points_to_foundation
    if (source, target) == ("cell", "column"):
        return variant.points_cell_to_column
    return 0
