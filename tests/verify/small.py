"""Random small games: few columns and cells, half the pack on uneven foundations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from solitaire.position import Position
from solitaire.variants import VARIANTS

HIGHEST = 13


def usual(random: Random) -> tuple[Position, bool]:
    """3 to 5 columns, 0 to 2 cells, 20 to 32 cards left, either game, take-back or not."""
    game = random.choice(("FC", "BK"))
    columns, cells = random.randint(3, 5), random.randint(0, 2)
    position = _position(random, game, columns, cells, random.randint(20, 32))
    return position, game == "FC" and random.random() < 0.6


def odd(random: Random) -> tuple[Position, bool]:
    """Up to 10 columns and 8 cells; the more room there is, the fewer cards are left."""
    game = random.choice(("FC", "BK"))
    columns, cells = random.randint(1, 10), random.randint(0, 8)
    most = max(10, 36 - 2 * (columns + cells))
    position = _position(random, game, columns, cells, random.randint(6, most))
    return position, game == "FC" and random.random() < 0.6


def back(random: Random) -> tuple[Position, bool]:
    """FreeCell with take-back, in the sizes where most games hang on it."""
    columns, cells = random.randint(2, 6), random.randint(0, 3)
    return _position(random, "FC", columns, cells, random.randint(14, 32)), True


KINDS = {"usual": usual, "odd": odd, "back": back}


def _position(random: Random, game: str, columns: int, cells: int, cards: int) -> Position:
    """So many cards in more or less descending order, in the columns and now and then a cell."""
    heights = _heights(random, cards)
    left = [4 * h + suit for suit, low in enumerate(heights) for h in range(low, HIGHEST)]
    disorder = random.choice((0, 2, 4, 8, 20))
    left.sort(key=lambda card: -(card // 4) + random.uniform(-disorder, disorder))
    held: list[int | None] = [None] * cells
    for index in range(cells):
        if left and random.random() < 0.3:
            held[index] = left.pop(random.randrange(len(left)))
    piles: list[list[int]] = [[] for _ in range(columns)]
    uneven = random.random() < 0.5
    for turn, card in enumerate(left):
        piles[random.randrange(columns) if uneven else turn % columns].append(card)
    variant = replace(VARIANTS[game], columns=columns, cells=cells)
    return Position(variant, tuple(map(tuple, piles)), tuple(held), tuple(heights))


def _heights(random: Random, cards: int) -> list[int]:
    """Heights of foundations that leave so many cards; uneven more often than not."""
    heights = [0, 0, 0, 0]
    weights = [random.random() ** 2 + 0.05 for _ in heights]
    for _ in range(52 - cards):
        open_suits = [suit for suit in range(4) if heights[suit] < HIGHEST]
        heights[random.choices(open_suits, [weights[suit] for suit in open_suits])[0]] += 1
    return heights


def games(kind: str, seed: int, count: int) -> Iterator[tuple[Position, bool]]:
    """Games of a kind of ``KINDS``, and whether cards may be taken back in each."""
    random = Random(f"{kind} {seed}")
    for _ in range(count):
        yield KINDS[kind](random)
