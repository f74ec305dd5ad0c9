"""Moves in standard notation: ``1a``, ``37v3``, ``ah``, ``hS3``.

Columns are ``1`` … ``8`` (and ``9``, ``0`` where a game has ten), cells ``a`` … ``d`` and on,
the foundations ``h``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from solitaire.cards import SUITS, suit_of
from solitaire.errors import BadText, Datum, SolitaireError
from solitaire.position import Move, Place, Position
from solitaire.rules import lies_on, run_length

COLUMN_LETTERS = "1234567890"
CELL_LETTERS = "abcdefg"
FOUNDATION_LETTER = "h"

_MOVE = re.compile(r"(h[shdc]|[a-g0-9])([a-h0-9])(?:v([0-9a-f]{1,2}))?", re.IGNORECASE | re.ASCII)
_SOLVER_LINE = re.compile(
    r"\s*([-=]+|(This game is |Total number of |This scan |I could not |Iterations ).*)\s*"
)


def write_move(move: Move, position: Position) -> str:
    """A move as text; ``position`` is the one that it is played from.

    >>> from solitaire.variants import FREECELL
    >>> start = Position.dealt(FREECELL, 1)
    >>> write_move(Move(Place("column", 2), Place("cell", 0)), start)
    '3a'
    """
    source, target, count = move.source, move.target, move.count
    text = _write_place(source) + _write_place(target)
    if source.kind == "foundation":
        text = FOUNDATION_LETTER + SUITS[source.index] + _write_place(target)
    if count > 1 and not position.cards_at(target):
        text += f"v{count:x}"
    return text


def write_moves(moves: Iterable[Move], position: Position) -> str:
    """A line of moves played from ``position``, as text."""
    words = []
    for move in moves:
        words.append(write_move(move, position))
        position = position.play(move)
    return " ".join(words)


def _write_place(place: Place) -> str:
    letters = {"column": COLUMN_LETTERS, "cell": CELL_LETTERS}.get(place.kind)
    return letters[place.index] if letters else FOUNDATION_LETTER


def parse_move(text: str, position: Position) -> Move:
    """Reads a move to be played from ``position``; whether it is legal is not asked here.

    Between columns with cards the number of cards is the one that fits; into an empty column it
    stands behind ``v``, or is one.

    Raises ``BadText``: ``unreadable-move``, or ``which-foundation`` for ``h`` without a suit.

    >>> from solitaire.variants import FREECELL
    >>> parse_move("3a", Position.dealt(FREECELL, 1))
    Move(source=Place(kind='column', index=2), target=Place(kind='cell', index=0), count=1)
    """
    found = _MOVE.fullmatch(text)
    if found is None:
        code = "which-foundation" if re.fullmatch(r"[hH][a-gA-G0-9]", text) else "unreadable-move"
        raise BadText(code, text=text[:20])
    source, target, count = found.groups()
    if source[0] in "hH":
        start = Place("foundation", SUITS.index(source[1].upper()))
    else:
        start = _parse_place(source, position, start=None)
    move = Move(start, _parse_place(target, position, start))
    return replace(move, count=int(count, 16) if count else _count_that_fits(move, position))


def _parse_place(letter: str, position: Position, start: Place | None) -> Place:
    if letter in COLUMN_LETTERS:
        return Place("column", COLUMN_LETTERS.index(letter))
    if letter.lower() in CELL_LETTERS:
        return Place("cell", CELL_LETTERS.index(letter.lower()))
    cards = position.cards_at(start) if start and position.has(start) else ()
    return Place("foundation", suit_of(cards[-1]) if cards else 0)


def _count_that_fits(move: Move, position: Position) -> int:
    if not (position.has(move.source) and position.has(move.target)):
        return 1
    source, target = position.cards_at(move.source), position.cards_at(move.target)
    if move.source.kind == "column" and move.target.kind == "column" and target:
        for count in range(1, run_length(position.variant, source) + 1):
            if lies_on(position.variant, source[-count], target[-1]):
                return count
    return 1


def split_moves(text: str) -> list[str]:
    """The moves of a text, still unread; the lines around them that fc-solve writes left out.

    >>> split_moves("-=-=-\\n\\n1h 4a \\nThis game is solveable.\\n")
    ['1h', '4a']
    """
    lines = text.replace("\r", "\n").split("\n")
    return " ".join(line for line in lines if not _SOLVER_LINE.fullmatch(line)).split()


def parse_moves(text: str, position: Position) -> Iterator[tuple[Move, Position]]:
    """Plays a text's moves from ``position``: each move, and the position after it.

    Raises ``BadText`` or ``IllegalMove`` at the first move that can't be read or played, with its
    ``number`` (from 1) and the ``move`` as it stands there; the moves before it have been yielded
    by then. If one of those left open how many cards of a run went into an empty column, as
    fc-solve's plain ``-sn`` does, ``unsaid`` is the number of the last that did: one card went.
    """
    unsaid: dict[str, Datum] = {}
    for number, word in enumerate(split_moves(text), start=1):
        try:
            move = parse_move(word, position)
            after = position.play(move)
        except SolitaireError as error:
            where = {"number": number, "move": word[:20], **unsaid}
            raise type(error)(error.code, **{**error.data, **where}) from None
        if _is_count_open(word, move, position):
            unsaid = {"unsaid": number}
        position = after
        yield move, position


def _is_count_open(text: str, move: Move, position: Position) -> bool:
    """Whether a move that names no number of cards could have been one of several cards."""
    several = replace(move, count=2)
    return move.count == 1 and "v" not in text.lower() and position.why_not(several) is None
