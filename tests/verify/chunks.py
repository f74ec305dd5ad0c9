"""Many comparisons: in chunks with a seed each, on two cores, until enough were decided."""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count
from typing import NamedTuple, TypeVar

from solitaire.errors import SolitaireError
from solitaire.position import Position
from tests.verify.compare import compare, report

T = TypeVar("T")
Source = Callable[[str, int, int], Iterable[tuple[Position, bool]]]

CHUNK = 50
FAULTS = 5
"""So many faults are enough to see what is wrong."""


class Tally(NamedTuple):
    """How many games had which verdict, the search's states in each, and faults in words."""

    verdicts: Counter[str]
    states: list[int]
    faults: list[str]

    @property
    def decided(self) -> int:
        """How many games the plain search decided."""
        return self.verdicts["W"] + self.verdicts["L"]

    def add(self, other: Tally) -> None:
        """Adds another's counts."""
        self.verdicts.update(other.verdicts)
        self.states.extend(other.states)
        self.faults.extend(other.faults)


def chunk(source: Source, kind: str, limit: int, size: int, seed: int) -> Tally:
    """Compares ``size`` positions of a source."""
    tally = Tally(Counter(), [], [])
    for position, take_back in source(kind, seed, size):
        try:
            compared = compare(position, take_back, limit)
        except (SolitaireError, ValueError, AssertionError, LookupError) as error:
            tally.faults.append(f"{error!r}: {position} take_back={take_back}")
            continue
        tally.verdicts[compared.verdict] += 1
        tally.verdicts["only with take-back"] += compared.only_back
        if compared.verdict != "?":
            tally.states.append(compared.states)
        if compared.fault:
            tally.faults.append(report(position, take_back, compared.fault, limit))
            print(tally.faults[-1], flush=True)
    return tally


def compare_many(source: Source, kind: str, limit: int, wanted: int) -> Tally:
    """Compares chunk after chunk until ``wanted`` positions were decided, or too many wrongly."""
    total = Tally(Counter(), [], [])
    for tally in spread(partial(chunk, source, kind, limit, CHUNK), count()):
        total.add(tally)
        if total.decided >= wanted or len(total.faults) >= FAULTS:
            break
    return total


def spread(work: Callable[[int], T], tasks: Iterable[int]) -> Iterator[T]:
    """Works on tasks, which may go on forever, on up to two cores; results in their order."""
    workers = min(2, int(os.environ.get("VERIFY_WORKERS", os.cpu_count() or 1)))
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=spawn) as pool:
        waiting = []
        for task in tasks:
            waiting.append(pool.submit(work, task))
            if len(waiting) > 4 * workers:
                yield waiting.pop(0).result()
        for future in waiting:
            yield future.result()
