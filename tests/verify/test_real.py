"""On real deals, and positions that play leads to, the search says what the plain one says."""

from __future__ import annotations

from time import monotonic

import pytest

from tests.verify import table
from tests.verify.chunks import chunk, compare_many
from tests.verify.real import KINDS, NAMES, deals, positions

LIMIT = 60_000
DEALS = 2_000
POSITIONS = 2_000


@pytest.mark.parametrize("setting", NAMES)
def test_agrees_on_a_few_deals(setting: str) -> None:
    tally = chunk(deals, setting, 4_000, 8, seed=0)
    assert not tally.faults, "\n".join(tally.faults)


@pytest.mark.parametrize("kind", KINDS)
def test_agrees_on_some_positions(kind: str) -> None:
    tally = chunk(positions, kind, 3_000, 36, seed=-1)
    assert not tally.faults, "\n".join(tally.faults)
    assert tally.decided >= 12


@pytest.mark.verify
@pytest.mark.parametrize("setting", NAMES)
def test_agrees_on_many_deals(setting: str) -> None:
    start = monotonic()
    tally = compare_many(deals, setting, LIMIT, DEALS // len(NAMES) + 1)
    assert not tally.faults, "\n".join(tally.faults)
    what = f"deals, {setting} ({tally.verdicts['?']} more too large for plain search)"
    table.add(what, tally.decided, 0, tally.states, monotonic() - start)


@pytest.mark.verify
@pytest.mark.parametrize("kind", KINDS)
def test_agrees_on_many_positions(kind: str) -> None:
    start = monotonic()
    tally = compare_many(positions, kind, LIMIT, POSITIONS // len(KINDS))
    assert not tally.faults, "\n".join(tally.faults)
    assert min(tally.verdicts["W"], tally.verdicts["L"]) >= tally.decided // 20
    what = f"positions, {kind} ({tally.verdicts['?']} more too large for plain search)"
    table.add(what, tally.decided, 0, tally.states, monotonic() - start)
