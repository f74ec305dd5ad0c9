"""Where the levels of difficulty part: ``python -m tests.measure_levels [DEALS]``.

Prints the entries of ``solitaire.solver.levels.THIRDS``, from the first thousand (or so many) deals
of each setting that can be won. Cards are not taken back: the search wins the easier two thirds
without anyway. Of Baker's Game with one cell a thousand take half a million deals.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count, islice

from solitaire.position import Position
from solitaire.solver import solve
from solitaire.variants import VARIANTS, Variant, variant_of

LIMIT = 100_000


def states(variant: Variant) -> Iterator[int]:
    """How many states the search met in each deal that it won."""
    for deal in count(1):
        verdict = solve(Position.dealt(variant, deal), limit=LIMIT, take_back=False)
        if verdict.outcome == "winnable":
            yield verdict.states


def main(deals: int) -> None:
    for key, game in VARIANTS.items():
        for cells in game.cell_choices:
            measured = sorted(islice(states(variant_of(key, cells)), deals))
            thirds = measured[deals // 3], measured[2 * deals // 3]
            print(f"    ({key!r}, {cells}): {thirds},", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
