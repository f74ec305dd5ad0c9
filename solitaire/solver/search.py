"""The search as the rest of the house sees it: from a ``Position`` to a ``Verdict``."""

from __future__ import annotations

from dataclasses import dataclass

from solitaire.position import Move, Position
from solitaire.solver.columns import Columns
from solitaire.solver.effect import Effects
from solitaire.solver.engine import Engine, Outcome
from solitaire.solver.line import moves_of
from solitaire.solver.table import Table
from solitaire.solver.tables import tables_of

_FIRST_LIMIT = 30_000
"""States of the search without take-back that comes first, so that no line takes cards back
needlessly; where it ends, it is often the whole proof."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a search found out about a position.

    ``winnable``: ``line`` wins, and was replayed through ``Position``. ``lost``: no line does, and
    that is proved. ``unknown``: the search stopped at its ``limit`` of states. ``take_back`` says
    whether cards taken back from a foundation counted, ``lost_without`` whether it is proved that
    no line wins that takes none back.
    """

    outcome: Outcome
    line: tuple[Move, ...]
    states: int
    limit: int
    take_back: bool
    lost_without: bool


def table_of(position: Position, seed: int) -> Table:
    """A position as a table; raises ``SolitaireError`` (``unknown-variant``)."""
    columns = Columns(tables_of(position.variant), seed)
    ids = [columns.put(0, column) for column in position.columns if len(column) > 1]
    alone = [column[0] for column in position.columns if len(column) == 1]
    waiting = alone + [card for card in position.cells if card is not None]
    places = len(position.cells), len(position.columns)
    table = Table(Effects(columns), places, ids, waiting, alone, list(position.foundations))
    if table.free:
        table.forced = []
    return table


class Search:
    """A search that can be stopped and resumed at any moment.

    ``limit`` is the number of states (different positions met) at which it gives up. ``take_back``
    says whether cards may come back from a foundation; ``None`` is as the variant says, ``False``
    gives the verdicts of the literature. The same position, ``limit``, ``take_back`` and ``seed``
    give the same verdict and the same line, whatever the budgets. Raises ``SolitaireError``
    (``unknown-variant``) for a variant whose rules it was not made for.

    >>> from solitaire.variants import BAKERS_GAME
    >>> search = Search(Position.dealt(BAKERS_GAME, 1))
    >>> while not search.step(100):
    ...     pass
    >>> search.verdict.outcome
    'winnable'
    """

    def __init__(
        self,
        position: Position,
        *,
        limit: int = 1_000_000,
        take_back: bool | None = None,
        seed: int = 0,
    ) -> None:
        self.verdict: Verdict | None = None
        self._position = position
        self._limit = limit
        self._take_back = position.variant.take_back and take_back is not False
        self._lost_without = False
        self._states_before = 0
        self._start = table_of(position, seed)
        first = min(limit, _FIRST_LIMIT) if self._take_back else limit
        self._engine = self._engine_with(first, take_back=False)

    def _engine_with(self, limit: int, *, take_back: bool) -> Engine:
        return Engine(self._start, take_back=take_back, limit=limit)

    @property
    def states(self) -> int:
        """How many different positions were met so far, in both searches where there are two."""
        return self._states_before + self._engine.states

    def step(self, budget: int) -> bool:
        """Works for at most ``budget`` expansions of a position; says whether it has ended."""
        if self.verdict is None:
            self._engine.step(budget)
            if self._engine.outcome:
                self._end(self._engine.outcome)
        return self.verdict is not None

    def _end(self, outcome: Outcome) -> None:
        if self._goes_on(outcome):
            self._lost_without = outcome == "lost"
            self._states_before = self._engine.states
            left = self._limit - self._states_before
            self._engine = self._engine_with(left, take_back=True)
            return
        line: tuple[Move, ...] = ()
        if outcome == "winnable":
            line = self._line()
        without = self._lost_without or outcome == "lost"
        self.verdict = Verdict(outcome, line, self.states, self._limit, self._take_back, without)

    def _line(self) -> tuple[Move, ...]:
        return moves_of(self._position, self._start, self._engine.line())

    def _goes_on(self, outcome: Outcome) -> bool:
        """Whether a search without take-back is to be followed by one with."""
        engine = self._engine
        if not self._take_back or engine.take_back or outcome == "winnable":
            return False
        return engine.is_tempted if outcome == "lost" else self.states < self._limit


def solve(
    position: Position, *, limit: int = 1_000_000, take_back: bool | None = None, seed: int = 0
) -> Verdict:
    """Runs a ``Search`` to its end."""
    search = Search(position, limit=limit, take_back=take_back, seed=seed)
    while not search.step(1000):
        pass
    assert search.verdict is not None
    return search.verdict
