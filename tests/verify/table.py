"""What was verified, in a table that pytest shows at its end."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

HEADING = ("what", "positions", "agreeing", "unknown", "states median", "states max", "seconds")
ROWS: list[tuple[str, ...]] = []


def add(what: str, positions: int, unknown: int, states: Sequence[int], seconds: float) -> None:
    """Adds a line; what neither agrees nor is unknown has failed its test already."""
    numbers = (positions, positions - unknown, unknown, median(states), max(states), seconds)
    ROWS.append((what, *(f"{number:,.0f}" for number in numbers)))


def lines() -> list[str]:
    """The table, if there is any, as text in columns."""
    rows = [HEADING, *ROWS]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        f"{row[0]:<{widths[0]}}  "
        + "  ".join(f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True))
        for row in rows
    ]
