"""Finds deals that can be won, of a level of difficulty, in slices of some milliseconds."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from solitaire import solver
from solitaire.position import Position
from solitaire.thinking import slice_of
from solitaire.variants import Variant

# The deals that every FreeCell program can deal: Microsoft's first million.
RANDOM_DEALS = 1_000_000
#: Where a deal resists longer, the next one is quicker found.
STATES_PER_DEAL = 20_000


def random_deal() -> int:
    """The number of a deal drawn at random."""
    return 1 + secrets.randbelow(RANDOM_DEALS)


@dataclass(frozen=True, slots=True)
class Wish:
    """What deals are wanted: of a game, and of a level or of any."""

    variant: Variant
    level: solver.Level | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A deal that can be won, and the proof."""

    wish: Wish
    number: int
    verdict: solver.Verdict


class Finder:
    """Looks for a deal that answers a wish; ``draw`` says which deal is tried next."""

    def __init__(self, wish: Wish, draw: Callable[[], int] = random_deal) -> None:
        self.wish = wish
        self.found: Found | None = None
        self._draw = draw
        self._next()

    def slice(self, seconds: float) -> None:
        """Looks for about so long, or until a deal is found."""
        slice_of(seconds, lambda: None if self.found else self._step)

    def _step(self) -> None:
        if not self._search.step(1):
            return
        verdict = self._search.verdict
        assert verdict is not None
        if verdict.outcome == "winnable" and self._is_wanted(verdict):
            self.found = Found(self.wish, self._number, verdict)
        else:
            self._next()

    def _is_wanted(self, verdict: solver.Verdict) -> bool:
        wanted = self.wish.level
        return wanted is None or wanted == solver.level(verdict, self.wish.variant)

    def _next(self) -> None:
        self._number = self._draw()
        position = Position.dealt(self.wish.variant, self._number)
        self._search = solver.Search(position, limit=self._limit())

    def _limit(self) -> int:
        """Where a deal can't be of the wished level any more, the search for it may stop."""
        wish = self.wish
        most = wish.level and solver.most_states(wish.level, wish.variant)
        return min(STATES_PER_DEAL, most + 1) if most else STATES_PER_DEAL
