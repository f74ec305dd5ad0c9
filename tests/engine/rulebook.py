"""A second rulebook, as naive as can be, to hold against the engine's.

Written from the contract of the rules alone, with other shapes of data: a table is a dict from a
pile's name to the names of its cards, the available one last. Piles are the columns ``1`` … ``8``,
the cells ``a`` … ``d`` and the foundations ``S H D C``; a step is (source, target, number of
cards).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

Table: TypeAlias = dict[str, list[str]]
Step: TypeAlias = tuple[str, str, int]

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
COLOURS = {"S": "black", "C": "black", "H": "red", "D": "red"}
COLUMNS = "12345678"
CELLS = "abcd"
FOUNDATIONS = "SHDC"


def table_of(columns: list[list[str]], cells: int) -> Table:
    """A fresh table: these columns, empty cells, empty foundations."""
    table: Table = {name: list(cards) for name, cards in zip(COLUMNS, columns, strict=True)}
    table.update({name: [] for name in CELLS[:cells]})
    table.update({name: [] for name in FOUNDATIONS})
    return table


def lies_on(game: str, card: str, other: str) -> bool:
    """Whether a card may lie on another one in a column."""
    if RANKS.index(other[0]) != RANKS.index(card[0]) + 1:
        return False
    if game == "FC":
        return COLOURS[card[1]] != COLOURS[other[1]]
    return card[1] == other[1]


def run_length(game: str, column: list[str]) -> int:
    """How many cards at the end of a column each lie legally on the one above."""
    length = min(1, len(column))
    while length < len(column) and lies_on(game, column[-length], column[-length - 1]):
        length += 1
    return length


def group_limit(table: Table, target: str) -> int:
    """How many cards may go to a column in one move."""
    empty_cells = [name for name in CELLS if name in table and not table[name]]
    empty_columns = [name for name in COLUMNS if not table[name] and name != target]
    return int((len(empty_cells) + 1) * 2 ** len(empty_columns))


def may_go_up(table: Table, card: str, foundation: str) -> bool:
    """Whether a card is the next one of a foundation."""
    height = len(table[foundation])
    return foundation == card[1] and height < 13 and card[0] == RANKS[height]


def may_go_to_column(game: str, table: Table, card: str, column: str) -> bool:
    """Whether one card, or a run that begins with it, may lie in a column as it stands."""
    return not table[column] or lies_on(game, card, table[column][-1])


def steps(game: str, table: Table) -> Iterator[Step]:
    """Every legal move, each cell and each empty column counted as it stands."""
    for source, pile in table.items():
        if not pile or (source in FOUNDATIONS and game != "FC"):
            continue
        for target in table:
            if target != source:
                yield from steps_between(game, table, source, target)


def steps_between(game: str, table: Table, source: str, target: str) -> Iterator[Step]:
    """The legal moves from one pile, which has cards, to another one."""
    card = table[source][-1]
    if target in CELLS:
        if not table[target]:
            yield (source, target, 1)
    elif target in FOUNDATIONS:
        if source not in FOUNDATIONS and may_go_up(table, card, target):
            yield (source, target, 1)
    else:
        longest = run_length(game, table[source]) if source in COLUMNS else 1
        for count in range(1, min(longest, group_limit(table, target)) + 1):
            if may_go_to_column(game, table, table[source][-count], target):
                yield (source, target, count)


def after(table: Table, step: Step) -> Table:
    """The table after a move; the table given stays as it is."""
    source, target, count = step
    new = dict(table)
    new[source] = table[source][:-count]
    new[target] = table[target] + table[source][-count:]
    return new


def points(step: Step) -> int:
    """What a move earns."""
    source, target, _ = step
    if target in FOUNDATIONS:
        return 10
    if source in CELLS and target in COLUMNS:
        return 5
    return 0


def perft(game: str, table: Table) -> Iterator[int]:
    """How many sequences of one, two, three … legal moves there are, without end.

    Sequences that lead to equal tables are followed together, each counted.
    """
    level = [(table, 1)]
    while True:
        paths = [(table, step, ways) for table, ways in level for step in steps(game, table)]
        yield sum(ways for _, _, ways in paths)
        level = merged((after(table, step), ways) for table, step, ways in paths)


def merged(level: Iterable[tuple[Table, int]]) -> list[tuple[Table, int]]:
    """The tables, equal ones only once, with the ways to them added up."""
    ways_to: dict[str, int] = {}
    tables: dict[str, Table] = {}
    for table, ways in level:
        key = str(table)
        ways_to[key] = ways_to.get(key, 0) + ways
        tables[key] = table
    return [(tables[key], ways) for key, ways in ways_to.items()]


def read_board(text: str) -> Table:
    """Reads a board as it is written, with foundations and cells, ``:`` for an empty column."""
    foundations, cells, *columns = text.splitlines()
    named = dict(entry.split("-") for entry in foundations.split()[1:])
    in_cells = [[] if name == "-" else [name] for name in cells.split()[1:]]
    table = table_of([line.replace(":", "").split() for line in columns], len(in_cells))
    table.update(zip(CELLS, in_cells, strict=False))
    for suit, top in named.items():
        height = "0A23456789TJQK".index(top)
        table[suit] = [rank + suit for rank in RANKS[:height]]
    return table


def read_step(game: str, table: Table, text: str) -> Step:
    """Reads one move of standard notation; raises ``ValueError`` where no legal move is meant."""
    places, _, number = text.partition("v")
    source, target = (places[1], places[2]) if places[0] == "h" else (places[0], places[1])
    if target == "h":
        target = table[source][-1][1]
    wanted = int(number or "1", 16) if target not in COLUMNS or not table[target] else None
    for step in steps(game, table):
        if step[:2] == (source, target) and wanted in (None, step[2]):
            return step
    raise ValueError(text)
