"""A plain complete search: every legal move from every position, and nothing left out.

It shares no line with ``solitaire``: it reads boards as text, codes cards its own way and knows
the rules from the help page alone. What it is for is to be obviously right, so it prunes nothing,
forces no safe move and only takes two positions for one where they differ in the order of
their columns or cells, which no rule of either game looks at.

Groups are moved card by card. A group move is defined as a shortcut for that: its size is limited
to what the empty cells and empty columns carry, each step of it puts a card into one of them or
onto the next higher card of the run, and all are legal moves by themselves. So the same
positions can be reached.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

SUITS = "CDHS"
RANKS = "-A23456789TJQK"
COLOURS = {"C": "black", "S": "black", "D": "red", "H": "red"}

State: TypeAlias = tuple[bytes, ...]
"""Heights of the foundations, the cards in the cells, then the columns: the latter two sorted."""

Parents: TypeAlias = Sequence[bytes]
"""By card: the cards that it may lie on."""


class Found(NamedTuple):
    """``verdict`` is ``W`` or ``L``, or ``?`` where there are more states than the limit.

    ``came_from`` has all states met, each with the one that it was first reached from.
    """

    verdict: str
    came_from: dict[State, State | None]

    @property
    def states(self) -> int:
        """How many states were met."""
        return len(self.came_from)

    @property
    def line(self) -> list[State]:
        """The states from the start to a won one; none where none was met."""
        state = next((state for state in self.came_from if is_won(state)), None)
        line = []
        while state is not None:
            line.append(state)
            state = self.came_from[state]
        return line[::-1]


def card_of(name: str) -> int:
    """A card's number: 16 times its suit's, plus its rank, 1 to 13."""
    return 16 * SUITS.index(name[1]) + RANKS.index(name[0])


def name_of(card: int) -> str:
    """A card's name: rank, then suit."""
    return RANKS[card % 16] + SUITS[card // 16]


def read(board: str) -> tuple[State, int]:
    """The state on a board in text, and how many cells there are."""
    foundations, cells, *columns = board.splitlines()
    heights = [0, 0, 0, 0]
    for entry in foundations.split()[1:]:
        heights[SUITS.index(entry[0])] = RANKS.index(entry[2].replace("0", "-"))
    held = cells.split()[1:]
    cards = [bytes(map(card_of, column.split())) for column in columns]
    return state_of(heights, [card_of(name) for name in held if name != "-"], cards), len(held)


def write(state: State, cells: int) -> str:
    """The board of a state in text."""
    heights, held, *columns = state
    foundations = [
        f"{suit}-{RANKS[h]}".replace("--", "-0") for suit, h in zip(SUITS, heights, strict=True)
    ]
    names = [name_of(card) for card in held] + ["-"] * (cells - len(held))
    lines = [["Foundations:", *foundations], ["Freecells:", *names]]
    lines += [[name_of(card) for card in column] for column in columns]
    return "".join(" ".join(line) + "\n" for line in lines)


def is_won(state: State) -> bool:
    """Whether no card is left in a cell or a column."""
    return not any(state[1:])


def state_of(heights: Sequence[int], held: Sequence[int], columns: Sequence[bytes]) -> State:
    """A state with its cells and columns in order."""
    return (bytes(heights), bytes(sorted(held)), *sorted(columns))


def parents_of(game: str) -> Parents:
    """What lies on what in ``FC`` or ``BK``."""
    names = [rank + suit for suit in SUITS for rank in RANKS[1:]]
    parents = [b""] * 64
    for name in names:
        parents[card_of(name)] = bytes(card_of(onto) for onto in names if fits(game, name, onto))
    return parents


def fits(game: str, card: str, onto: str) -> bool:
    """Whether a card may lie on another: one rank lower; the other colour, or the same suit."""
    if RANKS.index(card[0]) + 1 != RANKS.index(onto[0]):
        return False
    if game == "BK":
        return card[1] == onto[1]
    return COLOURS[card[1]] != COLOURS[onto[1]]


class Plain:
    """The moves of one game with a number of cells, with taking cards back or without."""

    def __init__(self, game: str, cells: int, take_back: bool) -> None:
        self._parents = parents_of(game)
        self._cells = cells
        self._take_back = take_back

    def search(self, start: State, limit: int) -> Found:
        """Goes depth first through all states that can be reached, until one is won."""
        came_from: dict[State, State | None] = {start: None}
        waiting = [start]
        while waiting and len(came_from) <= limit:
            state = waiting.pop()
            if is_won(state):
                return Found("W", came_from)
            for child in self.after(state):
                if child not in came_from:
                    came_from[child] = state
                    waiting.append(child)
        return Found("?" if waiting else "L", came_from)

    def after(self, state: State) -> list[State]:
        """The states after each legal move; those that mostly lead on are last."""
        heights, held, *columns = state
        found: list[State] = []
        onto: list[State] = []
        if self._take_back:
            for suit, height in enumerate(heights):
                if height:
                    lower = heights[:suit] + bytes((height - 1,)) + heights[suit + 1 :]
                    self._put(16 * suit + height, (lower, held, *columns), -1, found, found)
        for index, card in enumerate(held):
            rest = held[:index] + held[index + 1 :]
            self._put(card, (heights, rest, *columns), -1, found, onto)
        for index, column in enumerate(columns):
            if column:
                left = columns[:]
                left[index] = column[:-1]
                self._put(column[-1], (heights, held, *left), index, found, onto)
        return found + onto + self._up(state)

    def _put(
        self, card: int, state: State, source: int, found: list[State], onto: list[State]
    ) -> None:
        """Adds the states after putting a lifted card into a cell, an empty column, onto a card.

        ``state`` is without the card, which was lifted from the column ``source``.
        """
        heights, held, *columns = state
        parents = self._parents[card]
        if len(held) < self._cells:
            found.append((heights, bytes(sorted((*held, card))), *sorted(columns)))
        for index, column in enumerate(columns):
            if index != source and (not column or column[-1] in parents):
                after = columns[:]
                after[index] = column + bytes((card,))
                (onto if column else found).append((heights, held, *sorted(after)))

    def _up(self, state: State) -> list[State]:
        """The states after putting a card onto its foundation."""
        heights, held, *columns = state
        found: list[State] = []
        for suit, height in enumerate(heights):
            following = 16 * suit + height + 1
            higher = heights[:suit] + bytes((height + 1,)) + heights[suit + 1 :]
            if following in held:
                found.append((higher, bytes(card for card in held if card != following), *columns))
            for index, column in enumerate(columns):
                if column and column[-1] == following:
                    rest = columns[:]
                    rest[index] = column[:-1]
                    found.append((higher, held, *sorted(rest)))
        return found


def decide(board: str, game: str, *, take_back: bool, limit: int) -> Found:
    """Whether a board can be won, as far as ``limit`` states tell."""
    start, cells = read(board)
    return Plain(game, cells, take_back).search(start, limit)
