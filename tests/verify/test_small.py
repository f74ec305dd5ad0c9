"""Wrong pruning shows soonest in small games: there the search must say what the plain one says."""

from __future__ import annotations

from time import monotonic

import pytest

from tests.verify import table
from tests.verify.chunks import chunk, compare_many
from tests.verify.small import KINDS, games

QUICK = {"usual": 120, "odd": 120, "back": 120}
WANTED = {"usual": 20_000, "odd": 10_000, "back": 10_000}
ONLY_BACK = {"usual": 200, "odd": 2_000, "back": 200}
"""At least one in so many games must hang on taking cards back."""


@pytest.mark.parametrize("kind", KINDS)
def test_agrees_on_some_small_games(kind: str) -> None:
    tally = chunk(games, kind, 3000, QUICK[kind], seed=-1)
    assert not tally.faults, "\n".join(tally.faults)
    assert min(tally.verdicts["W"], tally.verdicts["L"]) >= 10


@pytest.mark.verify
@pytest.mark.parametrize("kind", KINDS)
def test_agrees_on_many_small_games(kind: str) -> None:
    start = monotonic()
    tally = compare_many(games, kind, 20_000, WANTED[kind])
    assert not tally.faults, "\n".join(tally.faults)
    assert min(tally.verdicts["W"], tally.verdicts["L"]) >= tally.decided // 20
    assert tally.verdicts["only with take-back"] >= tally.decided // ONLY_BACK[kind]
    what = f"small games, {kind} ({tally.verdicts['?']} more too large for plain search)"
    table.add(what, tally.decided, 0, tally.states, monotonic() - start)
