"""Writes ``tests/data/perft``: ``python -m tests.engine.perft``.

A file a setting; in it three deals and three positions of solved games, each as its heading, its
board and the counts of sequences of one, two, three … legal moves. The counts are the second
rulebook's; test_perft.py holds the engine against them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from tests.engine import rulebook
from tests.engine.both import DATA, SETTINGS, dealt, solutions
from tests.engine.rulebook import CELLS, COLUMNS, FOUNDATIONS, Table

PERFT = DATA / "perft"
DEALS = (1, 11982, 8589934591)
DEEPEST = 500_000  # sequences that take seconds
LONGEST = 20  # moves: with one cell some positions go round in a small circle


class Counted(NamedTuple):
    """A position, where it comes from, and how many sequences of moves begin there."""

    heading: str
    board: str
    counts: list[int]


def file_of(game: str, cells: int) -> Path:
    """The file of a setting."""
    return PERFT / f"{game}-C{cells}.txt"


def read(game: str, cells: int) -> list[Counted]:
    """What a setting's file holds."""
    counted = []
    for block in file_of(game, cells).read_text(encoding="utf-8").split("\n\n"):
        heading, *board, counts = block.strip().splitlines()
        counted.append(Counted(heading, "\n".join(board), [int(n) for n in counts.split()[1:]]))
    return counted


def board_text(table: Table) -> str:
    """A board as it is written, but ``:`` for an empty column: a block has no empty line."""
    tops = " ".join(f"{name}-{(table[name] or ['0'])[-1][0]}" for name in "HCDS")
    cells = " ".join(table[name][0] if table[name] else "-" for name in CELLS if name in table)
    columns = [" ".join(table[name]) or ":" for name in COLUMNS]
    return "\n".join([f"Foundations: {tops}", f"Freecells: {cells}", *columns])


def moments(game: str, cells: int) -> Iterator[tuple[str, Table]]:
    """Every position of a setting's solved games, with a heading."""
    for its_game, its_cells, deal, moves in solutions():
        if (its_game, its_cells) == (game, cells):
            table = dealt(game, cells, deal)
            for number, text in enumerate(moves, start=1):
                table = rulebook.after(table, rulebook.read_step(game, table, text))
                yield f"deal {deal} after {number} moves", table


def interest(game: str, table: Table) -> tuple[tuple[int, ...], ...]:
    """How much there is in a position of three kinds: only the best of each is counted from."""
    steps = list(rulebook.steps(game, table))
    onto_cards = [step for step in steps if step[1] in COLUMNS and table[step[1]]]
    taken_back = sum(step[0] in FOUNDATIONS for step in onto_cards)
    empty_columns = sum(not table[name] for name in COLUMNS)
    empty_cells = sum(not table[name] for name in CELLS if name in table)
    largest = max((step[2] for step in onto_cards), default=0)
    too_long = sum(
        rulebook.run_length(game, table[name]) > rulebook.group_limit(table, "") for name in COLUMNS
    )
    return (
        (empty_columns == 1 and empty_cells == 0, taken_back, len(steps)),
        (empty_columns > 1, largest, -len(steps)),
        (empty_columns == 1 and too_long > 0, largest, taken_back, empty_cells),
    )


def starts(game: str, cells: int) -> Iterator[tuple[str, Table]]:
    """The positions to count from: three deals, three in mid-game."""
    for deal in DEALS:
        yield f"deal {deal}", dealt(game, cells, deal)
    played = [(interest(game, table), heading, table) for heading, table in moments(game, cells)]
    for kind in range(3):
        _, heading, table = max(played, key=lambda moment: moment[0][kind])
        yield heading, table


def counts(game: str, table: Table) -> list[int]:
    """The counts to the greatest depth that takes seconds, guessed from the two before it."""
    found: list[int] = []
    for count in islice(rulebook.perft(game, table), LONGEST):
        found.append(count)
        if len(found) > 1 and count * count > DEEPEST * found[-2]:
            break
    return found


def main() -> None:
    """Writes all six files."""
    PERFT.mkdir(exist_ok=True)
    for game, cells in SETTINGS:
        blocks = []
        for heading, table in starts(game, cells):
            numbers = " ".join(map(str, counts(game, table)))
            blocks.append(f"{heading}\n{board_text(table)}\nperft {numbers}\n")
        file_of(game, cells).write_text("\n".join(blocks), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
