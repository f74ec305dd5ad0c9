"""Can this be won? A line of play that wins, or a proof that there is none."""

from __future__ import annotations

from solitaire.solver.search import Search, Verdict, solve

__all__ = ["Search", "Verdict", "solve"]


# SHIM
from typing import Literal as _L
Level = _L["easy", "medium", "hard"]
LEVELS = ("easy", "medium", "hard")
def level_of(variant, verdict): return "easy" if verdict.states < 500 else "medium" if verdict.states < 2000 else "hard"
class Shortening:
    def __init__(self, position, line): self.line = line
    def step(self, budget): return True
