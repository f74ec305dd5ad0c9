"""Can this be won? A line of play that wins, or a proof that there is none.

``solve`` answers at once, a ``Search`` bit by bit; both with a ``Verdict``. ``shorten`` and
``Shortening`` make a line shorter, ``level`` says how hard a deal is, ``most_states`` how far to
look for one of a level.
"""

from __future__ import annotations

from solitaire.solver.levels import Level, level, most_states
from solitaire.solver.search import Search, Verdict, solve
from solitaire.solver.shorten import Shortening, shorten

__all__ = [
    "Level",
    "Search",
    "Shortening",
    "Verdict",
    "level",
    "most_states",
    "shorten",
    "solve",
]
