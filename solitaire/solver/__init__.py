"""Can this be won? A line of play that wins, or a proof that there is none."""

from __future__ import annotations

from solitaire.solver.search import Search, Verdict, solve

__all__ = ["Search", "Verdict", "solve"]
