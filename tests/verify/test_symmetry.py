"""A verdict is of the position: whatever leaves the rules alone leaves it alone too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import permutations
from random import Random
from time import monotonic

import pytest

from solitaire.cards import is_red
from solitaire.position import Position
from solitaire.solver import solve
from tests.engine.solver_truth import midgame
from tests.verify import table
from tests.verify.chunks import spread
from tests.verify.compare import describe, fault_of
from tests.verify.real import KINDS, positions
from tests.verify.small import games

LIMIT = 100_000

SUITS = {
    "BK": list(permutations(range(4))),
    "FC": [
        suits
        for suits in permutations(range(4))
        if is_red(suits[0]) == is_red(suits[3]) != is_red(suits[1]) == is_red(suits[2])
    ],
}
"""Which suit may stand for which: any in Baker's Game, in FreeCell colours must stay together."""


def turned(position: Position, random: Random) -> Position:
    """The position with its columns and cells in another order and its suits exchanged."""
    suits = random.choice(SUITS[position.variant.key])

    def other(card: int) -> int:
        return card // 4 * 4 + suits[card % 4]

    columns = [tuple(map(other, column)) for column in position.columns]
    cells = [None if card is None else other(card) for card in position.cells]
    heights = [position.foundations[suits.index(suit)] for suit in range(4)]
    random.shuffle(columns)
    random.shuffle(cells)
    return replace(position, columns=tuple(columns), cells=tuple(cells), foundations=tuple(heights))


def looks(position: Position, random: Random) -> Iterator[tuple[Position, int]]:
    """The position as it is and otherwise, with seeds to search it with."""
    yield position, 0
    yield position, random.randrange(1, 1 << 30)
    yield turned(position, random), 0
    yield turned(position, random), random.randrange(1, 1 << 30)


def fault(position: Position, take_back: bool, random: Random) -> str:
    """What differs between the verdicts of one position, or is wrong with one."""
    outcomes = set()
    for look, seed in looks(position, random):
        verdict = solve(look, take_back=take_back, seed=seed, limit=LIMIT)
        if wrong := fault_of(look, take_back, verdict):
            return describe(look, take_back, wrong)
        outcomes.add(verdict.outcome)
    if len(outcomes - {"unknown"}) > 1:
        return describe(position, take_back, f"{outcomes}")
    return ""


def faults(kind: str, size: int, seed: int) -> list[str]:
    """The faults in some positions of a kind."""
    source = positions if kind in KINDS else games
    random = Random(seed)
    found = (fault(*position, random) for position in source(kind, seed, size))
    return [wrong for wrong in found if wrong]


ALL_KINDS = ("usual", "odd", "back", *KINDS)


def test_suits_stand_for_each_other_as_the_games_allow() -> None:
    assert (len(SUITS["FC"]), len(SUITS["BK"])) == (8, 24)


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_some_verdicts_do_not_hang_on_seed_or_order(kind: str) -> None:
    assert faults(kind, 12, seed=-2) == []


@pytest.mark.verify
@pytest.mark.parametrize("kind", ALL_KINDS)
def test_many_verdicts_do_not_hang_on_seed_or_order(kind: str) -> None:
    start = monotonic()
    found = [wrong for some in spread(partial(faults, kind, 20), range(30)) for wrong in some]
    assert not found, "\n".join(found)
    table.add(f"the same, turned and with other seeds: {kind}", 600, 0, [0], monotonic() - start)


@pytest.mark.verify
def test_verdicts_in_mid_game_do_not_hang_on_seed_or_order() -> None:
    random = Random(5)
    found = [fault(position, True, random) for position, _, _ in midgame()]
    assert not any(found), "\n".join(found)
