"""Levels of difficulty, from how hard the search had to work."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from solitaire.errors import SolitaireError
from solitaire.position import Position
from solitaire.solver import Verdict, level, solve
from solitaire.solver.levels import THIRDS
from solitaire.variants import FREECELL, Variant, variant_of


def winnable(variant: Variant, count: int) -> list[Verdict]:
    verdicts = (solve(Position.dealt(variant, deal), limit=20_000) for deal in range(2001, 4000))
    found = (verdict for verdict in verdicts if verdict.outcome == "winnable")
    return [verdict for verdict, _ in zip(found, range(count), strict=False)]


@pytest.mark.parametrize(("game", "cells"), [("FC", 4), ("BK", 4)])
def test_about_a_third_of_the_deals_is_on_each_level(game: str, cells: int) -> None:
    variant = variant_of(game, cells)
    levels = Counter(level(verdict, variant) for verdict in winnable(variant, 60))
    assert set(levels) == {"easy", "medium", "hard"}
    assert min(levels.values()) >= 8


def test_every_setting_has_its_levels_and_they_rise() -> None:
    assert set(THIRDS) == {(game, cells) for game in ("FC", "BK") for cells in (4, 2, 1)}
    for easy, medium in THIRDS.values():
        assert 0 < easy < medium


def test_more_work_is_never_easier() -> None:
    verdict = winnable(FREECELL, 1)[0]
    order = ["easy", "medium", "hard"]
    levels = [level(replace(verdict, states=states), FREECELL) for states in range(1, 5000, 50)]
    assert sorted(levels, key=order.index) == levels
    assert set(levels) == set(order)


def test_only_what_can_be_won_has_a_level() -> None:
    variant = variant_of("BK", 1)
    verdict = solve(Position.dealt(variant, 1))
    assert verdict.outcome == "lost"
    with pytest.raises(SolitaireError) as caught:
        level(verdict, variant)
    assert caught.value.code == "not-winnable"


def test_refuses_settings_that_were_not_measured() -> None:
    verdict = winnable(FREECELL, 1)[0]
    with pytest.raises(SolitaireError) as caught:
        level(verdict, replace(FREECELL, cells=3))
    assert caught.value.code == "unknown-variant"
