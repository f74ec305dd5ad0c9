"""Thinking about a game while its player rests, in slices of some milliseconds.

What is found out is kept for every position that it is true of: each position along a line that
wins can be won by the rest of that line; a position that a won one was reached from can be won;
one that is reached from a lost one is lost.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from solitaire import solver
from solitaire.game import Game
from solitaire.position import Move, Position

Outcome: TypeAlias = Literal["winnable", "lost", "unknown", "thinking"]

#: States at which a search gives up. Covers the 99th percentile of all six settings, in some
#: 50 MB: a phone's browser has to live with it.
STATES_LIMIT = 400_000


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a position: its outcome, a line that wins, and whether that is final.

    ``only_back``: it is proved that only lines win that take cards back from a foundation.
    """

    outcome: Outcome
    line: tuple[Move, ...] = ()
    shortened: bool = False
    only_back: bool = False


THINKING = Known("thinking")


class Thinker:
    """Thinks about one game: can its position be won, how, and if not, since when.

    ``follow`` must be called when the game has changed.
    """

    def __init__(self, game: Game, limit: int = STATES_LIMIT) -> None:
        self.game = game
        self.limit = limit
        self._learnt: dict[Position, Known] = {}
        self._history: list[Known] = []
        self._about: Position | None = None
        self._search: solver.Search | None = None
        self._shortening: solver.Shortening | None = None
        self._seeks_way_back = False
        self.follow()

    def follow(self) -> None:
        """Takes notice of a change of the game."""
        self._seeks_way_back = False
        self._survey()

    @property
    def now(self) -> Known:
        """What is known of the position on the table."""
        return self._history[-1]

    def learn(self, position: Position, verdict: solver.Verdict) -> None:
        """Keeps a verdict for all positions that it says something about."""
        only_back = verdict.outcome == "winnable" and verdict.lost_without
        self._learnt[position] = Known(verdict.outcome, only_back=only_back)
        self._learn_line(position, verdict.line, shortened=False)

    def seek_way_back(self) -> int | None:
        """How many undos lead to the last position that can be won, 0 if none that is in reach.

        ``None`` while it is not known: it is thought about from now on.
        """
        self._seeks_way_back = True
        if self._open_in_reach():
            return None
        outcomes = [known.outcome for known in reversed(self._history)]
        in_reach = outcomes[: self.game.undoable + 1]
        return in_reach.index("winnable") if "winnable" in in_reach else 0

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing left to find out about the game as it is."""
        return self._next_work() is None

    def slice(self, seconds: float) -> None:
        """Thinks for about so long, or until there is nothing left to find out."""
        slice_of(seconds, self._next_work)

    def _next_work(self) -> Callable[[], None] | None:
        if self.game.is_won:
            return None
        if self.now.outcome == "thinking":
            return lambda: self._search_step(self.game.position)
        open_ones = self._open_in_reach() if self._seeks_way_back else []
        if open_ones:
            middle = self.game.positions[open_ones[len(open_ones) // 2]]
            return lambda: self._search_step(middle)
        if self.now.outcome == "winnable" and not self.now.shortened:
            return self._shorten_step
        return None

    def _open_in_reach(self) -> list[int]:
        """Which positions that undo reaches nothing is known of: indices into the history."""
        first = len(self._history) - 1 - self.game.undoable
        return [
            index
            for index in range(first, len(self._history))
            if self._history[index].outcome == "thinking"
        ]

    def _search_step(self, position: Position) -> None:
        if self._about is not position or self._search is None:
            self._about = position
            self._search = solver.Search(position, limit=self.limit)
        if self._search.step(1):
            verdict = self._search.verdict
            assert verdict is not None
            self._search = None
            self.learn(position, verdict)
            self._survey()

    def _shorten_step(self) -> None:
        position = self.game.position
        if self._about is not position or self._shortening is None:
            self._about = position
            self._shortening = solver.Shortening(position, self.now.line)
        if self._shortening.step(1):
            self._learn_line(position, self._shortening.line, shortened=True)
            self._shortening = None
            self._survey()

    def _learn_line(self, position: Position, line: Sequence[Move], *, shortened: bool) -> None:
        rest = tuple(line)
        while rest:
            before = self._learnt.get(position, THINKING)
            self._learnt[position] = Known("winnable", rest, shortened, before.only_back)
            position, rest = position.play(rest[0]), rest[1:]

    def _survey(self) -> None:
        """What is known of each position of the history, from the start to the one on the table."""
        self._history = [self._learnt.get(position, THINKING) for position in self.game.positions]
        self._spread_lost()
        self._spread_winnable()

    def _spread_lost(self) -> None:
        """What was reached from a lost position is lost."""
        lost = False
        for index, known in enumerate(self._history):
            lost = lost or known.outcome == "lost"
            if lost:
                self._history[index] = Known("lost")

    def _spread_winnable(self) -> None:
        """What a position that can be won was reached from can be won: by the moves played."""
        for index in range(len(self._history) - 2, -1, -1):
            after, known = self._history[index + 1], self._history[index]
            if after.outcome == "winnable" and known.outcome != "winnable":
                move = self.game.played[index]
                self._history[index] = Known("winnable", (move, *after.line))


def slice_of(seconds: float, next_work: Callable[[], Callable[[], None] | None]) -> None:
    """Does one piece of work after the other for about so long, or until there is none.

    Meanwhile no garbage is collected: there are millions of small objects, none of them garbage.
    """
    end = time.perf_counter() + seconds
    collecting = gc.isenabled()
    gc.disable()
    try:
        while (work := next_work()) is not None and time.perf_counter() < end:
            work()
    finally:
        if collecting:
            gc.enable()
