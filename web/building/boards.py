"""A position drawn as SVG with the symbols of the deck, for a page without scripts."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from html import escape

from solitaire.cards import NAMES, SUITS
from solitaire.position import Place, Position

#: All in the deck's own units: a card is 100 wide and 140 high.
STEP = 112
STRIP = 46
TOP = 14
COLUMNS_AT = TOP + 140 + 24
SUIT_SIGNS = dict(zip("SHDC", "♠♥♦♣", strict=True))


def card_text(name: str) -> str:
    """A card as the pages write it.

    >>> card_text("TH")
    '10♥'
    """
    return name[0].replace("T", "10") + SUIT_SIGNS[name[1]]


def symbols() -> set[str]:
    """The symbols of the deck that a board can show."""
    return {f"rank-{name[0]}" for name in NAMES} | {f"suit-{suit}" for suit in SUITS}


def draw(position: Position, marked: Collection[str], label: str) -> str:
    """The SVG of a position; cards (`7S`) and empty places (`column-3`) in `marked` stand out."""
    longest = max(len(column) for column in position.columns)
    height = COLUMNS_AT + max(longest - 1, 0) * STRIP + 140 + TOP
    width = 8 * STEP + 12
    drawn = "".join(piles(position, set(marked)))
    return (
        f'<svg class="board" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{escape(label)}"><rect class="felt" width="{width}" height="{height}" '
        f'rx="20"/>{drawn}</svg>'
    )


def piles(position: Position, marked: set[str]) -> Iterator[str]:
    """The SVG of each pile, from the left; cells, foundations and columns lie as on the table."""
    places = len(position.cells)
    for index, card in enumerate(position.cells):
        yield from pile([] if card is None else [card], index, TOP, marked, f"cell-{index}")
    for index, suit in enumerate(SUITS):
        up = position.cards_at(Place("foundation", index))[-1:]
        slot = max(8, places + len(SUITS)) - len(SUITS) + index
        yield from pile(up, slot, TOP, marked, f"foundation-{index}", suit)
    for index, column in enumerate(position.columns):
        yield from pile(column, index, COLUMNS_AT, marked, f"column-{index}")


def pile(
    cards: Collection[int], slot: int, y: int, marked: set[str], name: str, suit: str = ""
) -> Iterator[str]:
    """The SVG of one pile, or of its empty place."""
    x = 12 + slot * STEP
    if not cards:
        sign = f'<use href="#suit-{suit}" x="18" y="38" width="64" height="64"/>' if suit else ""
        ring = " marked" if name in marked else ""
        yield f'<g class="spot{ring}" transform="translate({x} {y})">{paper()}{sign}</g>'
    for row, card in enumerate(cards):
        last = row == len(cards) - 1
        yield face(NAMES[card], x, y + row * STRIP, NAMES[card] in marked, last)


def face(name: str, x: int, y: int, is_marked: bool, is_last: bool) -> str:
    """The SVG of one card; what other cards cover is left out."""
    rank, suit = name[0], name[1]
    ring = " marked" if is_marked else ""
    pip = f'<use href="#suit-{suit}" x="18" y="66" width="64" height="64"/>' if is_last else ""
    return (
        f'<g class="one{ring}" data-suit="{suit}" transform="translate({x} {y})">{paper()}'
        f'<use class="rank" href="#rank-{rank}" x="8" y="6" width="44" height="34"/>'
        f'<use href="#suit-{suit}" x="58" y="6" width="34" height="34"/>{pip}</g>'
    )


def paper() -> str:
    """The ground of a card or of an empty place."""
    return '<rect width="100" height="140" rx="9"/>'


def spoken(position: Position, words: dict[str, str]) -> str:
    """The position in words, for those who can't see its picture."""

    def cards(pile: Collection[int | None]) -> str:
        names = [card_text(NAMES[card]) for card in pile if card is not None]
        return " ".join(names) or words["empty"]

    up = [position.cards_at(Place("foundation", index))[-1:] for index in range(len(SUITS))]
    parts = [
        f"{words['cells']}: {cards(position.cells)}",
        f"{words['foundations']}: {cards([one for pile in up for one in pile])}",
    ]
    columns = enumerate(position.columns, 1)
    return "; ".join([*parts, *(f"{number}: {cards(column)}" for number, column in columns)])
