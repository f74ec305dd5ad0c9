"""How hard a deal is to win: easy, medium or hard, from how hard the search had to work for it.

Within each setting a third of the deals that can be won is on each level. ``python -m
tests.measure_levels`` measures where the thirds part.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from solitaire.errors import SolitaireError
from solitaire.solver.search import Verdict
from solitaire.variants import Variant

Level: TypeAlias = Literal["easy", "medium", "hard"]

THIRDS: dict[tuple[str, int], tuple[int, int]] = {
    ("FC", 4): (407, 568),
    ("FC", 2): (706, 1845),
    ("FC", 1): (2047, 6146),
    ("BK", 4): (166, 262),
    ("BK", 2): (140, 196),
    ("BK", 1): (84, 109),
}
"""For a game and a number of cells: the states up to which a deal is easy, and those up to which it
is medium; measured on the first thousand deals that can be won."""


def level(verdict: Verdict, variant: Variant) -> Level:
    """How hard a deal of a game is, from the verdict of a ``Search`` with the seed 0.

    Raises ``SolitaireError``: ``not-winnable`` unless it is, ``unknown-variant`` for a game or a
    number of cells that was not measured.
    """
    if verdict.outcome != "winnable":
        raise SolitaireError("not-winnable", outcome=verdict.outcome)
    easy, medium = _thirds(variant)
    if verdict.states <= easy:
        return "easy"
    return "medium" if verdict.states <= medium else "hard"


def most_states(level: Level, variant: Variant) -> int | None:
    """The states in which a deal of a level is won at most; ``None``: as many as it takes.

    Raises ``SolitaireError`` (``unknown-variant``) as `level` does.

    >>> from solitaire.variants import FREECELL
    >>> most_states("easy", FREECELL) < most_states("medium", FREECELL)
    True
    """
    easy, medium = _thirds(variant)
    return {"easy": easy, "medium": medium, "hard": None}[level]


def _thirds(variant: Variant) -> tuple[int, int]:
    try:
        return THIRDS[variant.key, variant.cells]
    except KeyError:
        game, cells = variant.key, variant.cells
        raise SolitaireError("unknown-variant", game=game, cells=cells) from None
