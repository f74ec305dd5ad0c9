"""Each game as one frozen record: the differences between games are data, not code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from types import MappingProxyType

from solitaire.errors import BadText


class Build(Enum):
    """What lies on what in a column, one rank below it."""

    ALTERNATING_COLOURS = "alternating-colours"
    SAME_SUIT = "same-suit"


class Fill(Enum):
    """What may be put into an empty column."""

    ANY_CARD = "any-card"
    KINGS = "kings"


@dataclass(frozen=True, slots=True)
class Variant:
    """The rules of one game with one number of free cells.

    ``key`` is the game's two letters in a game code. ``dealt_to_columns`` cards go to the
    columns, row by row; what is left of the pack goes to the cells. ``take_back`` says whether
    the top card of a foundation may return to play.
    """

    key: str
    build: Build
    take_back: bool
    fill: Fill = Fill.ANY_CARD
    columns: int = 8
    cells: int = 4
    cell_choices: tuple[int, ...] = (4, 2, 1)
    dealt_to_columns: int = 52
    points_to_foundation: int = 10
    points_cell_to_column: int = 5


FREECELL = Variant(key="FC", build=Build.ALTERNATING_COLOURS, take_back=True)
BAKERS_GAME = Variant(key="BK", build=Build.SAME_SUIT, take_back=False)

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {variant.key: variant for variant in (FREECELL, BAKERS_GAME)}
)


@cache
def variant_of(key: str, cells: int) -> Variant:
    """The record of a game with a number of cells.

    Raises ``BadText``: ``unknown-game``, or ``unknown-cells`` for a number of cells that the
    game is not played with.

    >>> variant_of("BK", 2).cells
    2
    """
    if key not in VARIANTS:
        raise BadText("unknown-game", game=key, known=" ".join(VARIANTS))
    variant = VARIANTS[key]
    if cells not in variant.cell_choices:
        known = " ".join(str(choice) for choice in variant.cell_choices)
        raise BadText("unknown-cells", cells=cells, known=known)
    return replace(variant, cells=cells)
