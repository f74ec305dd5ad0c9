"""Boards as text, as fc-solve and PySolFC read and write them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from solitaire.cards import NAMES, PACK, RANKS, SUITS, Card, card_of, name_of, parse_card
from solitaire.errors import BadText
from solitaire.position import Column, Position
from solitaire.variants import Variant

_HEADER = re.compile(r"\s*(foundations|founds|freecells|fc)\s*:(.*)", re.IGNORECASE | re.ASCII)
_FOUNDATION = re.compile(r"([SHDC])-?([0A2-9TJQK]|10|-)?", re.IGNORECASE | re.ASCII)
_WRITTEN_ORDER = "HCDS"


def write_board(position: Position) -> str:
    """A board in the one form that we write: foundations, cells, then a line a column.

    >>> from solitaire.variants import FREECELL
    >>> print(write_board(Position.dealt(FREECELL, 1)))
    Foundations: H-0 C-0 D-0 S-0
    Freecells: - - - -
    JD KD 2S 4C 3S 6D 6S
    2D KC KS 5C TD 8S 9C
    9H 9S 9D TS 4S 8D 2H
    JC 5S QD QH TH QS 6H
    5D AD JS 4H 8H 6C
    7H QC AS AC 2C 3D
    7C KH AH 4D JH 8C
    5H 3H 3C 7S 7D TC
    <BLANKLINE>
    """
    heights = {suit: position.foundations[SUITS.index(suit)] for suit in _WRITTEN_ORDER}
    foundations = " ".join(f"{suit}-{('0' + RANKS)[height]}" for suit, height in heights.items())
    cells = " ".join("-" if card is None else name_of(card) for card in position.cells)
    columns = (" ".join(map(name_of, column)) for column in position.columns)
    lines = [f"Foundations: {foundations}", f"Freecells: {cells}".rstrip(), *columns]
    return "".join(f"{line}\n" for line in lines)


def parse_board(text: str, variant: Variant) -> Position:
    """Reads a board generously: see ``write_board`` for the form.

    Any case, ``10`` or ``T``, ``: `` before a column, ``Founds:`` and ``FC:``, ``-`` for an empty
    cell, cells and suits left out, CRLF, an empty line for an empty column.

    Raises ``BadText`` with the ``line`` (from 1): ``unreadable-card``, ``unreadable-foundation``,
    ``doubled-card``, ``doubled-suit``, ``doubled-line``, ``missing-card``, ``too-many-cells``,
    ``wrong-column-count``.
    """
    reader = _Reader(variant)
    lines = list(enumerate(text.replace("\r\n", "\n").split("\n"), start=1))
    rows = [row for row in lines if not reader.read_header(*row)]
    for row in _columns(rows, variant.columns):
        reader.read_column(*row)
    reader.check_complete(lines, rows)
    cells = reader.cells + [None] * (variant.cells - len(reader.cells))
    heights = tuple(reader.heights.get(suit, 0) for suit in range(len(SUITS)))
    return Position(variant, tuple(reader.columns), tuple(cells), heights)


def _columns(rows: list[tuple[int, str]], wanted: int) -> list[tuple[int, str]]:
    """The lines of the columns: empty lines around them that are too many are left out."""
    rows = list(rows)
    while len(rows) > wanted and not rows[-1][1].strip():
        rows.pop()
    while len(rows) > wanted and not rows[0][1].strip():
        rows.pop(0)
    if len(rows) != wanted:
        line = rows[min(wanted, len(rows) - 1)][0] if rows else None
        raise BadText("wrong-column-count", line=line, columns=len(rows), wanted=wanted)
    return rows


@dataclass
class _Reader:
    """What has been read so far, and on which line each card stood."""

    variant: Variant
    columns: list[Column] = field(default_factory=list)
    cells: list[Card | None] = field(default_factory=list)
    heights: dict[int, int] = field(default_factory=dict)
    seen: dict[Card, int] = field(default_factory=dict)
    headers: set[bool] = field(default_factory=set)

    def read_header(self, line: int, text: str) -> bool:
        found = _HEADER.fullmatch(text)
        if found is None:
            return False
        is_foundations = found[1].lower().startswith("found")
        if is_foundations in self.headers:
            raise BadText("doubled-line", line=line, text=found[1])
        self.headers.add(is_foundations)
        read = self.read_foundation if is_foundations else self.read_cell
        for entry in found[2].split():
            read(line, entry)
        return True

    def read_foundation(self, line: int, entry: str) -> None:
        found = _FOUNDATION.fullmatch(entry)
        if found is None:
            raise BadText("unreadable-foundation", line=line, text=entry)
        suit = SUITS.index(found[1].upper())
        if suit in self.heights:
            raise BadText("doubled-suit", line=line, text=entry)
        rank = (found[2] or "0").upper().replace("10", "T").replace("-", "0")
        self.heights[suit] = ("0" + RANKS).index(rank)
        for below in range(1, self.heights[suit] + 1):
            self.see(line, card_of(below, suit))

    def read_cell(self, line: int, entry: str) -> None:
        if len(self.cells) == self.variant.cells:
            raise BadText("too-many-cells", line=line, text=entry, cells=self.variant.cells)
        self.cells.append(None if entry == "-" else self.read_card(line, entry))

    def read_column(self, line: int, text: str) -> None:
        entries = text.strip().removeprefix(":").split()
        self.columns.append(tuple(self.read_card(line, entry) for entry in entries))

    def read_card(self, line: int, entry: str) -> Card:
        try:
            card = parse_card(entry)
        except BadText:
            raise BadText("unreadable-card", line=line, text=entry) from None
        self.see(line, card)
        return card

    def see(self, line: int, card: Card) -> None:
        if card in self.seen:
            raise BadText("doubled-card", line=line, card=name_of(card), first=self.seen[card])
        self.seen[card] = line

    def check_complete(self, lines: list[tuple[int, str]], rows: list[tuple[int, str]]) -> None:
        missing = [NAMES[card] for card in PACK if card not in self.seen]
        if not missing:
            return
        if len(rows) == self.variant.columns and not rows[-1][1] and len(lines) > 1:
            # The last line is only the end of the one before: a column was left out.
            _columns(rows[:-1], self.variant.columns)
        raise BadText("missing-card", line=len(lines), card=missing[0], missing=len(missing))
