"""What others found out about deals and positions, in groups to be gone through one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from random import Random
from time import process_time
from typing import NamedTuple

from solitaire.notation.boards import parse_board
from solitaire.position import Position
from solitaire.solver import solve
from solitaire.variants import FREECELL
from tests.engine.solver_truth import OUTCOMES, dealt, midgame, take_back_deals, truths
from tests.verify.compare import describe, fault_of

WITH = " with take-back"
FIRST = 1000
BEYOND = 300
PUBLISHED_LOST = (11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948)

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


class Case(NamedTuple):
    """A position, whether cards may be taken back, and what others found out."""

    name: str
    position: Position
    take_back: bool
    outcome: str


class Answer(NamedTuple):
    """What the search said of a case: ``fault`` in words, or nothing."""

    unknown: str
    fault: str
    states: int
    seconds: float


def _deals(setting: str, chosen: Callable[[dict[int, str]], list[int]]) -> Iterator[Case]:
    known = truths(setting)
    for deal in chosen(known):
        yield Case(f"{deal}", dealt(setting, deal), setting.endswith(WITH), known[deal])


def _first(known: dict[int, str]) -> list[int]:
    return [deal for deal in known if deal <= FIRST]


def _beyond(known: dict[int, str]) -> list[int]:
    """Deals by chance, but a third of them with the rarer outcome, as far as there are any."""
    later = [deal for deal in known if deal > FIRST]
    rare, usual = sorted(
        ([deal for deal in later if known[deal] == outcome] for outcome in OUTCOMES.values()),
        key=len,
    )
    some = Random(1).sample(rare, min(len(rare), BEYOND // 3))
    return some + Random(2).sample(usual, BEYOND - len(some))


def _take_back() -> Iterator[Case]:
    for setting, deal in take_back_deals():
        yield Case(f"{setting} {deal}", dealt(setting, deal), True, "winnable")


def _midgame(take_back: bool) -> Iterator[Case]:
    for number, (position, without, with_take_back) in enumerate(midgame(), 1):
        outcome = with_take_back if take_back else without
        if outcome:
            yield Case(f"{number}", position, take_back, outcome)


def _published(take_back: bool) -> Iterator[Case]:
    for deal in PUBLISHED_LOST:
        yield Case(f"{deal}", dealt("FC-C4", deal), take_back, "lost")


def _comes_back() -> Iterator[Case]:
    position = parse_board(COMES_BACK, FREECELL)
    yield Case("as it stands", position, True, "winnable")
    yield Case("as it stands", position, False, "lost")
    up = next(m for m in position.legal_moves() if m.target.kind == "foundation")
    yield Case("4S gone up", position.play(up), True, "lost")


SETTINGS = ("FC-C4", "FC-C2", "FC-C1", "BK-C4", "BK-C2", "BK-C1", "FC-C2" + WITH, "FC-C1" + WITH)

GROUPS: dict[str, Callable[[], Iterator[Case]]] = {
    **{f"{setting}, deals to {FIRST}": partial(_deals, setting, _first) for setting in SETTINGS},
    **{f"{setting}, {BEYOND} beyond": partial(_deals, setting, _beyond) for setting in SETTINGS},
    "deals won only with take-back": _take_back,
    "mid-game, without take-back": partial(_midgame, False),
    "mid-game, with take-back": partial(_midgame, True),
    "the eight of the first million, without take-back": partial(_published, False),
    "the eight of the first million, with take-back": partial(_published, True),
    "the position that 3H wins by coming back": _comes_back,
}


@cache
def cases(group: str) -> list[Case]:
    """All cases of a group."""
    return list(GROUPS[group]())


def answer(group: str, number: int) -> Answer:
    """Lets the search decide a case."""
    case = cases(group)[number]
    start = process_time()
    verdict = solve(case.position, take_back=case.take_back)
    seconds = process_time() - start
    if verdict.outcome == "unknown":
        return Answer(case.name, "", verdict.states, seconds)
    fault = fault_of(case.position, case.take_back, verdict)
    if verdict.outcome != case.outcome:
        fault = f"known to be {case.outcome}, search says {verdict.outcome}"
    if fault:
        fault = f"{case.name}: {describe(case.position, case.take_back, fault)}"
    return Answer("", fault, verdict.states, seconds)
