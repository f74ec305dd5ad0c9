"""The search as the rest of the house sees it: from a ``Position`` to a ``Verdict``."""

from __future__ import annotations

from dataclasses import dataclass

from solitaire.position import Move, Position
from solitaire.solver.columns import Columns
from solitaire.solver.engine import Engine, Outcome
from solitaire.solver.line import moves_of
from solitaire.solver.table import Table
from solitaire.solver.tables import tables_of


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a search found out about a position.

    ``winnable``: ``line`` wins, and was replayed through ``Position``. ``lost``: no line does, and
    that is proved. ``unknown``: the search stopped at its ``limit`` of states. ``take_back`` says
    whether cards taken back from a foundation counted.
    """

    outcome: Outcome
    line: tuple[Move, ...]
    states: int
    limit: int
    take_back: bool


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
        columns = Columns(tables_of(position.variant), seed)
        start = Table(
            columns,
            [columns.column(column) for column in position.columns],
            [card for card in position.cells if card is not None],
            list(position.foundations),
        )
        cells = len(position.cells)
        self._engine = Engine(columns, start, cells, take_back=False, limit=limit)

    @property
    def states(self) -> int:
        """How many different positions were met so far."""
        return self._engine.states

    def step(self, budget: int) -> bool:
        """Works for at most ``budget`` expansions of a position; says whether it has ended."""
        if self.verdict is None:
            self._engine.step(budget)
            if self._engine.outcome:
                self._end(self._engine.outcome)
        return self.verdict is not None

    def _end(self, outcome: Outcome) -> None:
        line: tuple[Move, ...] = ()
        if outcome == "winnable":
            line = moves_of(self._position, self._engine.steps())
        elif outcome == "lost" and self._take_back:
            outcome = "unknown"
        self.verdict = Verdict(outcome, line, self.states, self._limit, self._take_back)


def solve(
    position: Position, *, limit: int = 1_000_000, take_back: bool | None = None, seed: int = 0
) -> Verdict:
    """Runs a ``Search`` to its end."""
    search = Search(position, limit=limit, take_back=take_back, seed=seed)
    while not search.step(1000):
        pass
    assert search.verdict is not None
    return search.verdict
