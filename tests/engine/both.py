"""The same table and move in the engine's shape and in the second rulebook's."""

from __future__ import annotations

from pathlib import Path

from solitaire.cards import SUITS, name_of, parse_card
from solitaire.position import Move, Place, Position
from solitaire.variants import variant_of
from tests.engine.rulebook import (
    CELLS,
    COLUMNS,
    FOUNDATIONS,
    RANKS,
    Step,
    Table,
    table_of,
)

DATA = Path(__file__).parent.parent / "data"
SETTINGS = [(game, cells) for game in ("FC", "BK") for cells in (4, 2, 1)]

PACK = [rank + suit for rank in RANKS for suit in FOUNDATIONS]

_PILES = {
    **{name: Place("column", index) for index, name in enumerate(COLUMNS)},
    **{name: Place("cell", index) for index, name in enumerate(CELLS)},
    **{name: Place("foundation", SUITS.index(name)) for name in FOUNDATIONS},
}
_NAMES = {place: name for name, place in _PILES.items()}


def step_as(move: Move) -> Step:
    """A move of the engine in the rulebook's shape."""
    return _NAMES[move.source], _NAMES[move.target], move.count


def move_as(step: Step) -> Move:
    """A step of the rulebook in the engine's shape."""
    return Move(_PILES[step[0]], _PILES[step[1]], step[2])


def place(name: str) -> Place:
    """The engine's place of a pile: ``1`` … ``8``, ``a`` … ``d``, ``S H D C``."""
    return _PILES[name]


def table_as(position: Position) -> Table:
    """A position of the engine in the rulebook's shape."""
    columns = [[name_of(card) for card in column] for column in position.columns]
    table = table_of(columns, len(position.cells))
    for name, card in zip(CELLS, position.cells, strict=False):
        if card is not None:
            table[name] = [name_of(card)]
    for suit, height in zip(SUITS, position.foundations, strict=True):
        table[suit] = [rank + suit for rank in RANKS[:height]]
    return table


def position_as(game: str, table: Table) -> Position:
    """A table of the rulebook in the engine's shape."""
    cells = [table[name] for name in CELLS if name in table]
    return Position(
        variant=variant_of(game, len(cells)),
        columns=tuple(tuple(map(parse_card, table[name])) for name in COLUMNS),
        cells=tuple(parse_card(cell[0]) if cell else None for cell in cells),
        foundations=tuple(len(table[name]) for name in SUITS),
    )


def dealt(game: str, cells: int, deal: int) -> Table:
    """The start of a deal in the rulebook's shape."""
    return table_as(Position.dealt(variant_of(game, cells), deal))


def solutions() -> list[tuple[str, int, int, list[str]]]:
    """Solved games of other solvers: game, cells, deal, moves in standard notation."""
    solved = []
    for line in (DATA / "solutions.txt").read_text(encoding="utf-8").splitlines():
        heading, moves = line.split(":")
        game, cells, deal = heading.split()
        solved.append((game, int(cells[1:]), int(deal), moves.split()))
    return solved


def laid(game: str, *columns: str, cells: str = "- - - -", up: str = "") -> Position:
    """A whole table in mid-game: columns from the left, cells, foundations such as ``H-3 S-A``.

    Cards that are not named lie in the last column, above (so under) those that are.
    """
    table = table_of([[] for _ in COLUMNS], 0)
    table.update(zip(COLUMNS, [column.split() for column in columns], strict=False))
    table.update(
        (name, [] if card == "-" else [card])
        for name, card in zip(CELLS, cells.split(), strict=False)
    )
    for entry in up.split():
        table[entry[0]] = [rank + entry[0] for rank in RANKS[: RANKS.index(entry[-1]) + 1]]
    named = [card for pile in table.values() for card in pile]
    rest = [card for card in PACK if card not in named]
    assert len(named) == len(set(named))
    return position_as(game, {**table, COLUMNS[-1]: rest + table[COLUMNS[-1]]})
