"""What others found out about deals and positions, as they noted it in tests/data."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from functools import cache

from solitaire.notation import parse_board
from solitaire.position import Position
from solitaire.variants import variant_of
from tests.engine.both import DATA

OUTCOMES = {"W": "winnable", "L": "lost"}


@cache
def _verdicts() -> dict[str, str]:
    with gzip.open(DATA / "verdicts.json.gz", "rt", encoding="utf-8") as file:
        return dict(json.load(file))


def truths(setting: str) -> dict[int, str]:
    """The outcome of every deal that is known; a setting is such as ``FC-C2 with take-back``."""
    marks = enumerate(_verdicts()[setting], 1)
    return {deal: OUTCOMES[mark] for deal, mark in marks if mark in OUTCOMES}


def dealt(setting: str, deal: int) -> Position:
    """The start of a deal in a setting such as ``BK-C4``."""
    return Position.dealt(variant_of(setting[:2], int(setting[4])), deal)


def take_back_deals() -> list[tuple[str, int]]:
    """Settings and deals that are won only by taking cards back."""
    lines = (DATA / "takeback.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split() for line in lines if not line.startswith("#")]
    return [(f"FC-C{cells}", int(deal)) for cells, deal in pairs]


def midgame() -> Iterator[tuple[Position, str, str | None]]:
    """Positions reached by play with their outcomes, without take-back and (FreeCell) with."""
    games = {"freecell": "FC", "bakers_game": "BK", "baker's game": "BK"}
    for entry in json.loads((DATA / "midgame.json").read_text(encoding="utf-8")):
        variant = variant_of(games[entry["game"]], entry["cells"])
        position = parse_board(entry["board"], variant)
        with_take_back = entry.get("with_take_back")
        yield position, OUTCOMES[entry["verdict"]], OUTCOMES.get(with_take_back or "")
