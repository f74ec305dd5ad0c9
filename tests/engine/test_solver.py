"""The search against what others found out, and against its own promises."""

from __future__ import annotations

import gc
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from solitaire.cards import PACK, rank_of, suit_of
from solitaire.errors import SolitaireError
from solitaire.notation import parse_board
from solitaire.position import Move, Place, Position
from solitaire.solver import Search, Verdict, solve
from solitaire.variants import BAKERS_GAME, FREECELL, Fill, Variant, variant_of
from tests.engine.solver_truth import dealt, midgame, take_back_deals, truths

UNWINNABLE = (11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948)

COMES_BACK = """Foundations: H-3 C-0 D-3 S-3
Freecells: KS KH KD KC
QD 9S 7C 5C 4S
QH TS 6S 4C AC 2C
JD 9C 8H 5H 3C
QS 8D 7D 6D 6C
JS 9H 5S 5D 8C
TD 7H 7S 4H TC
TH 9D 6H QC
JH 8S 4D JC
"""


def sample(setting: str, count: int) -> list[tuple[int, str]]:
    """Every so many of the deals up to 1000 whose outcome is known."""
    known = [(deal, outcome) for deal, outcome in truths(setting).items() if deal <= 1000]
    return known[3 :: len(known) // count]


def wins(position: Position, line: tuple[Move, ...]) -> bool:
    """Whether a line is legal and wins."""
    for move in line:
        position = position.play(move)
    return position.is_won


def check(position: Position, verdict: Verdict, outcome: str) -> None:
    assert verdict.outcome == outcome
    assert wins(position, verdict.line) == (outcome == "winnable")
    taken_back = any(move.source.kind == "foundation" for move in verdict.line)
    assert not taken_back or verdict.take_back
    assert not (verdict.lost_without and verdict.line and not taken_back)


# ------------------------------------------------------------------ deals

SETTINGS = {"FC-C4": 24, "FC-C2": 12, "FC-C1": 20, "BK-C4": 30, "BK-C2": 40, "BK-C1": 50}


@pytest.mark.parametrize("setting", SETTINGS)
def test_agrees_on_deals(setting: str) -> None:
    for deal, outcome in sample(setting, SETTINGS[setting]):
        position = dealt(setting, deal)
        check(position, solve(position, take_back=False), outcome)


@pytest.mark.parametrize("setting", ["FC-C2", "FC-C1"])
def test_agrees_on_deals_with_take_back(setting: str) -> None:
    for deal, outcome in sample(f"{setting} with take-back", SETTINGS[setting]):
        position = dealt(setting, deal)
        check(position, solve(position), outcome)


@pytest.mark.cpython_only
@pytest.mark.parametrize(("setting", "deal"), take_back_deals()[::3])
def test_takes_cards_back_to_win(setting: str, deal: int) -> None:
    position = dealt(setting, deal)
    verdict = solve(position)
    check(position, verdict, "winnable")
    assert any(move.source.kind == "foundation" for move in verdict.line)


@pytest.mark.parametrize(("setting", "deal"), [("FC-C1", 924), ("FC-C2", 744), ("FC-C1", 4674)])
def test_wins_only_by_taking_cards_back(setting: str, deal: int) -> None:
    position = dealt(setting, deal)
    check(position, solve(position, take_back=False), "lost")
    verdict = solve(position)
    check(position, verdict, "winnable")
    assert verdict.lost_without


@pytest.mark.parametrize("deal", [781948, 146692])
def test_proves_deals_lost_that_are_known_for_it(deal: int) -> None:
    for take_back in (None, False):
        verdict = solve(dealt("FC-C4", deal), take_back=take_back)
        assert (verdict.outcome, verdict.lost_without) == ("lost", True)


@pytest.mark.cpython_only
@pytest.mark.parametrize("deal", UNWINNABLE)
def test_proves_the_eight_of_the_first_million_lost(deal: int) -> None:
    assert solve(dealt("FC-C4", deal)).outcome == "lost"


@pytest.mark.parametrize("deal", [1941, 98714])
def test_wins_deals_that_are_lost_by_playing_everything_up(deal: int) -> None:
    position = dealt("FC-C4", deal)
    check(position, solve(position), "winnable")


# Deals with the number of states of a plain complete search (safe moves up, one card at a time to a
# cell), and what part of these the search may meet for its proof.
PROOFS = [
    ("FC-C4", 781948, 4381, 0.25),
    ("FC-C4", 146692, 8637, 0.25),
    ("FC-C2", 4440, 1990, 0.6),
    ("FC-C1", 2576, 229, 0.6),
    ("BK-C4", 4754, 4633, 0.1),
    ("BK-C4", 3444, 47763, 0.1),
    ("BK-C2", 27234, 221, 0.2),
    ("BK-C2", 31248, 23740, 0.1),
    ("BK-C1", 28630, 8121, 0.15),
]


@pytest.mark.parametrize(("setting", "deal", "plain", "part"), PROOFS)
def test_proofs_are_much_smaller_than_plain_ones(
    setting: str, deal: int, plain: int, part: float
) -> None:
    verdict = solve(dealt(setting, deal), take_back=False)
    assert verdict.outcome == "lost"
    assert verdict.states < part * plain


# ------------------------------------------------------------------ positions


def test_a_card_taken_back_wins() -> None:
    position = parse_board(COMES_BACK, FREECELL)
    verdict = solve(position)
    check(position, verdict, "winnable")
    assert verdict.lost_without
    check(position, solve(position, take_back=False), "lost")
    too_soon = position.play(Move(Place("column", 0), Place("foundation", 0)))
    check(too_soon, solve(too_soon), "lost")


def test_kings_taken_back_take_cards_of_each_other_s_colour() -> None:
    board = """Foundations: H-K C-K D-2 S-K

JD TD QD 3D 6D 7D
KD 9D 4D 5D
8D
"""
    position = parse_board(board, replace(FREECELL, columns=4, cells=1))
    assert solve(position).outcome == "winnable"
    assert solve(position, take_back=False).outcome == "lost"


def test_agrees_on_positions_in_mid_game() -> None:
    for position, outcome, with_take_back in list(midgame())[::5]:
        check(position, solve(position, take_back=False), outcome)
        if with_take_back:
            check(position, solve(position), with_take_back)


def test_nothing_is_left_to_do_when_won() -> None:
    position = Position(FREECELL, ((),) * 8, (None,) * 4, (13, 13, 13, 13))
    verdict = solve(position)
    assert (verdict.outcome, verdict.line) == ("winnable", ())


def test_a_position_without_moves_is_lost() -> None:
    variant = replace(BAKERS_GAME, columns=4, cells=0)
    position = Position(variant, ((*PACK[:48], 51), (48,), (49,), (50,)), ())
    assert position.legal_moves() == []
    verdict = solve(position)
    assert (verdict.outcome, verdict.states) == ("lost", 1)


def test_order_of_columns_and_cells_makes_no_difference() -> None:
    for position, outcome, _ in list(midgame())[7::40]:
        columns, cells = position.columns[::-1], position.cells[::-1]
        turned = replace(position, columns=columns, cells=cells)
        check(turned, solve(turned, take_back=False), outcome)


# ------------------------------------------------------------------ small games of every shape


def small_games(build: Variant, count: int) -> Iterator[Position]:
    """Random ends of games: 2 to 4 columns, 0 to 2 cells, 10 to 16 cards, uneven foundations."""
    numbers = random.Random(7)
    while count:
        heights = tuple(numbers.randint(7, 12) for _ in range(4))
        cards = [card for card in PACK if rank_of(card) > heights[suit_of(card)]]
        if not 10 <= len(cards) <= 16:
            continue
        numbers.shuffle(cards)
        width, room = numbers.randint(2, 4), numbers.randint(0, 2)
        waiting = cards[: numbers.randint(0, room)]
        columns: list[list[int]] = [[] for _ in range(width)]
        for card in cards[len(waiting) :]:
            numbers.choice(columns).append(card)
        variant = replace(build, columns=width, cells=room)
        cells = (*waiting, *(None,) * (room - len(waiting)))
        yield Position(variant, tuple(map(tuple, columns)), cells, heights)
        count -= 1


def plainly_winnable(position: Position, most: int = 600) -> bool | None:
    """Whether any legal moves win, tried one and all; ``None`` if there are too many positions."""
    waiting = [position]
    seen = {_turned(position)}
    while waiting:
        position = waiting.pop()
        if position.is_won:
            return True
        for move in position.legal_moves():
            following = position.play(move)
            if _turned(following) not in seen:
                seen.add(_turned(following))
                waiting.append(following)
        if len(seen) > most:
            return None
    return False


def _turned(position: Position) -> object:
    columns = tuple(sorted(position.columns))
    return columns, tuple(sorted(card or -1 for card in position.cells)), position.foundations


@pytest.mark.parametrize("build", [FREECELL, BAKERS_GAME], ids=lambda variant: variant.key)
def test_agrees_with_trying_every_move_in_small_games(build: Variant) -> None:
    found = {True: 0, False: 0, None: 0}
    for position in small_games(build, 40):
        winnable = plainly_winnable(position)
        found[winnable] += 1
        if winnable is not None:
            check(position, solve(position), "winnable" if winnable else "lost")
    assert min(found[True], found[False]) >= 5, found


# ------------------------------------------------------------------ promises


@pytest.mark.parametrize(("setting", "deal"), [("FC-C4", 3), ("FC-C1", 4674), ("BK-C4", 4754)])
def test_budgets_make_no_difference(setting: str, deal: int) -> None:
    whole = solve(dealt(setting, deal))
    for budget in (1, 17):
        search = Search(dealt(setting, deal))
        while not search.step(budget):
            assert search.verdict is None
        assert search.verdict == whole
        assert search.step(budget)


def test_a_step_does_no_more_than_its_budget() -> None:
    search = Search(dealt("FC-C4", 11982))
    met = []
    for _ in range(100):
        before = search.states
        assert not search.step(1)
        met.append(search.states - before)
    assert max(met) <= 60


def test_seeds_change_the_way_but_not_the_outcome() -> None:
    verdicts = [solve(dealt("FC-C4", 7), seed=seed) for seed in range(6)]
    assert {verdict.outcome for verdict in verdicts} == {"winnable"}
    assert len({verdict.line for verdict in verdicts}) > 1


@pytest.mark.cpython_only
def test_the_same_in_every_process() -> None:
    script = (
        "from solitaire.position import Position; from solitaire.solver import solve;"
        "from solitaire.variants import variant_of;"
        "print([solve(Position.dealt(variant_of(g, c), 10)) for g in ('FC', 'BK') for c in (4, 1)])"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1


@pytest.mark.parametrize("take_back", [None, False])
@pytest.mark.parametrize("limit", [1, 10, 200])
def test_a_search_that_stops_early_does_not_know(limit: int, take_back: bool | None) -> None:
    verdict = solve(dealt("FC-C4", 781948), limit=limit, take_back=take_back)
    assert (verdict.outcome, verdict.line, verdict.limit) == ("unknown", (), limit)
    assert limit <= verdict.states <= limit + 60


def test_no_other_limit_makes_a_proof() -> None:
    states = solve(dealt("BK-C4", 4610)).states
    for limit in range(1, states):
        assert solve(dealt("BK-C4", 4610), limit=limit).outcome == "unknown"


UNKNOWN = [
    replace(FREECELL, fill=Fill.KINGS),
    replace(BAKERS_GAME, take_back=True),
    replace(FREECELL, columns=99),
]


@pytest.mark.parametrize("variant", UNKNOWN)
def test_refuses_rules_that_it_was_not_made_for(variant: Variant) -> None:
    position = replace(Position.dealt(variant_of("FC", 4), 1), variant=variant)
    with pytest.raises(SolitaireError) as caught:
        Search(position)
    assert caught.value.code == "unknown-variant"


@pytest.mark.parametrize("collects", [True, False])
def test_leaves_the_collecting_of_garbage_as_it_was(collects: bool) -> None:
    before = gc.isenabled()
    (gc.enable if collects else gc.disable)()
    try:
        Search(dealt("FC-C4", 1)).step(5)
        assert gc.isenabled() == collects
    finally:
        (gc.enable if before else gc.disable)()
