"""How fast deals are decided, natively, and beside fc-solve where that is installed.

`python3 build.py bench solver`, or `python -m tests.bench_solver EVERY` for every so many of the
deals 1 to 1000 (1 for all of them; 7 unless told). Times are of the processor. fc-solve (Debian's
freecell-solver-bin) decides the same deals in turn with the search: `-l lg` finds lines, its
complete scan proves. It is timed as a process; what starting it costs is measured and taken off.
"""

from __future__ import annotations

import re
import resource
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from time import process_time
from typing import NamedTuple

from solitaire.notation import write_board
from solitaire.position import Position
from solitaire.solver import Verdict, shorten, solve
from solitaire.variants import Variant, variant_of

DEALS = range(1, 1001)
SETTINGS = [("FC", 4), ("FC", 2), ("FC", 1), ("BK", 4), ("BK", 2), ("BK", 1)]
GAMES = {"FC": "freecell", "BK": "bakers_game"}
LINES = ("-l", "lg")
PROOFS = ("-to", "01ABCDE", "-sp", "r:tf")


class Solved(NamedTuple):
    """A deal, its verdict, and the seconds that took."""

    deal: int
    verdict: Verdict
    seconds: float


def timed(variant: Variant, deal: int, *, take_back: bool | None = None) -> Solved:
    """Decides a deal."""
    position = Position.dealt(variant, deal)
    start = process_time()
    verdict = solve(position, take_back=take_back)
    return Solved(deal, verdict, process_time() - start)


def quantile(values: Iterable[float], part: float) -> float:
    """The value that this part of all is at most."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


# ------------------------------------------------------------------ alone


def decide_all(every: int) -> None:
    """Decides deals of each setting, as the game does: with take-back where there is."""
    print(f"every {every} of the deals 1 to 1000; milliseconds, states")
    heads = ["", "deals", "won", "lost", "unknown", "p50", "p95", "p97", "p99", "max"]
    print(row([*heads, "states p50", "p99", "max"]))
    for game, cells in SETTINGS:
        solved = [timed(variant_of(game, cells), deal) for deal in DEALS[::every]]
        print(row([f"{game}-C{cells}", str(len(solved)), *outcomes(solved), *spread(solved)]))


def outcomes(solved: Sequence[Solved]) -> list[str]:
    """How many were won, lost, unknown."""
    said = [each.verdict.outcome for each in solved]
    return [str(said.count("winnable")), str(said.count("lost")), str(said.count("unknown"))]


def spread(solved: Sequence[Solved]) -> list[str]:
    """Quantiles of times and states."""
    times = [each.seconds * 1000 for each in solved]
    states = [each.verdict.states for each in solved]
    shown = [f"{quantile(times, part):.1f}" for part in (0.5, 0.95, 0.97, 0.99, 1)]
    return [*shown, *(str(quantile(states, part)) for part in (0.5, 0.99, 1))]


def row(cells: Sequence[str]) -> str:
    """A row of the table."""
    return " ".join(f"{cell:>10}" for cell in cells)


def shorten_lines(every: int) -> None:
    """How long lines are, before and after they are shortened."""
    for game, cells in SETTINGS[:4]:
        before, after, times = [], [], []
        for deal in DEALS[:: 3 * every]:
            position = Position.dealt(variant_of(game, cells), deal)
            if line := solve(position).line:
                start = process_time()
                after.append(len(shorten(position, line)))
                times.append(process_time() - start)
                before.append(len(line))
        lengths = f"{statistics.mean(before):.1f} -> {statistics.mean(after):.1f} moves"
        print(f"{game}-C{cells} lines: {lengths}, {1000 * statistics.mean(times):.0f} ms each")


# ------------------------------------------------------------------ beside fc-solve


class Run(NamedTuple):
    """What fc-solve took: seconds of the processor, and the states it met."""

    seconds: float
    states: int
    solved: bool


def fc_solve(arguments: Sequence[str], board: str) -> Run:
    """One run of fc-solve."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = ["fc-solve", *arguments]
    done = subprocess.run(command, input=board, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    states = re.search(r"states checked is (\d+)", done.stdout)
    return Run(seconds, int(states[1]) if states else 0, "is solveable" in done.stdout)


def starting() -> float:
    """What starting fc-solve takes."""
    return statistics.median(fc_solve(["--version"], "").seconds for _ in range(25))


def beside(every: int) -> None:
    """Ratios to fc-solve on the same deals, in turn."""
    start = starting()
    print(f"fc-solve starts in {start * 1000:.1f} ms; ratios of medians, search : fc-solve")
    everything: dict[str, list[tuple[Solved, Run]]] = {"lines": [], "proofs": []}
    for game, cells in SETTINGS:
        lines: list[tuple[Solved, Run]] = []
        proofs: list[tuple[Solved, Run]] = []
        for deal in DEALS[::every]:
            mine = timed(variant_of(game, cells), deal, take_back=False)
            pairs, options = (
                (lines, LINES) if mine.verdict.outcome == "winnable" else (proofs, PROOFS)
            )
            board = write_board(Position.dealt(variant_of(game, cells), deal)).split("\n", 2)[2]
            arguments = ["-g", GAMES[game], "--freecells-num", str(cells), *options, "-sel"]
            pairs.append((mine, fc_solve(arguments, board)))
        for what, pairs in (("lines", lines), ("proofs", proofs)):
            if pairs:
                print(f"{game}-C{cells} {len(pairs):4} {what:6}", ratios(pairs, start))
                everything[what] += pairs
    for what, pairs in everything.items():
        print(f"all   {len(pairs):4} {what:6}", ratios(pairs, start))


def ratios(pairs: Sequence[tuple[Solved, Run]], start: float) -> str:
    """Time with and without what starting the process takes, and states."""

    def ratio(of_mine: Callable[[Solved], float], of_theirs: Callable[[Run], float]) -> str:
        mine = statistics.median(of_mine(solved) for solved, _ in pairs)
        theirs = statistics.median(of_theirs(run) for _, run in pairs)
        return f"{mine:.4g} : {theirs:.4g} = {mine / theirs:.2f}" if theirs > 0 else "-"

    whole = ratio(lambda each: each.seconds * 1000, lambda run: run.seconds * 1000)
    net = ratio(lambda each: each.seconds * 1000, lambda run: (run.seconds - start) * 1000)
    states = ratio(lambda each: each.verdict.states, lambda run: run.states)
    return f"ms {whole}, without its start {net}, states {states}"


def main(every: int = 7) -> None:
    """Prints all tables."""
    decide_all(every)
    shorten_lines(every)
    if shutil.which("fc-solve"):
        beside(every)
    else:
        print("fc-solve is not installed: nothing to compare with")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
