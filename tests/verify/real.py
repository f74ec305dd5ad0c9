"""Deals, and positions reached from them by play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from solitaire.notation.moves import parse_moves
from solitaire.position import Move, Position
from solitaire.variants import variant_of
from tests.engine.both import SETTINGS, solutions

Source = Iterator[tuple[Position, bool]]

NAMES = {f"{game}-C{cells}": (game, cells) for game, cells in SETTINGS}


def deals(setting: str, seed: int, count: int) -> Source:
    """The deals from ``seed * count + 1`` on; every second one of FreeCell with take-back."""
    game, cells = NAMES[setting]
    for number in range(max(seed, 0) * count + 1, (max(seed, 0) + 1) * count + 1):
        yield Position.dealt(variant_of(game, cells), number), game == "FC" and number % 2 == 0


def positions(kind: str, seed: int, count: int) -> Source:
    """Positions of a kind of ``KINDS``, in all settings in turn."""
    random = Random(f"{kind} {seed}")
    for number in range(count):
        game, cells = SETTINGS[number % len(SETTINGS)]
        position = KINDS[kind](random, game, cells)
        yield position, game == "FC" and random.random() < 0.5


def random_play(random: Random, game: str, cells: int) -> Position:
    """A deal, and some moves taken at random."""
    start = Position.dealt(variant_of(game, cells), random.randint(1, 1_000_000))
    return wander(random, start, random.randint(5, 50))


def in_solved_game(random: Random, game: str, cells: int) -> Position:
    """Up to 70 moves from the end of a solved game, and then some random ones."""
    deal, moves = random.choice(solved(game, cells))
    path = path_of(game, cells, deal, moves)
    return wander(random, path[-random.randint(20, min(80, len(path)))], random.randint(0, 12))


KINDS = {"random play": random_play, "in solved games": in_solved_game}


def wander(random: Random, position: Position, moves: int) -> Position:
    """The position after so many random moves, or fewer where there are no more."""
    for _ in range(moves):
        legal = position.legal_moves()
        if not legal:
            break
        position = position.play(random.choices(legal, [*map(_weight, legal)])[0])
    return position


def _weight(move: Move) -> float:
    """How likely a move is: like a player's, else the cells fill up at once and stay full."""
    if move.source.kind == "foundation" or move.source.kind == move.target.kind == "cell":
        return 0.05
    return {"foundation": 5, "column": 2, "cell": 0.3}[move.target.kind]


@cache
def solved(game: str, cells: int) -> list[tuple[int, str]]:
    """Deals with the moves that win them."""
    return [(s[2], " ".join(s[3])) for s in solutions() if s[:2] == (game, cells)]


@cache
def path_of(game: str, cells: int, deal: int, moves: str) -> list[Position]:
    """The positions that moves lead through, from a deal on."""
    start = Position.dealt(variant_of(game, cells), deal)
    return [start, *(position for _, position in parse_moves(moves, start))]
