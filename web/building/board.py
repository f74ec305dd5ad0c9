"""The board that HTML and CSS paint before any script has come: the first deal, as board.js paints
it, laid out by first.css. The scripts take the same elements over."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from web.building.running import ROOT, ask, put_text
from web.building.tools import node

HERE = Path(__file__).parent
WEB = ROOT / "web"


def painted(view: Mapping[str, Any]) -> str:
    """The HTML of what board.js makes of a view."""
    with tempfile.TemporaryDirectory() as folder:
        for script in WEB.glob("*.js"):
            shutil.copy(script, folder)
        shutil.copytree(WEB / "lang", Path(folder) / "lang")
        put_text(Path(folder) / "package.json", '{"type": "module"}')  # what browsers take for one
        given = {"scripts": folder, "view": view}
        return ask(node(), HERE / "board.mjs", json.dumps(given))


def slots(piles: Mapping[str, Sequence[str]]) -> str:
    """Rules for first.css: the column in which each place and card of a deal lies, and how deep."""
    return "\n".join(
        [
            *(f'[data-place="{name}"]{{--slot:{slot_of(name)}}}' for name in piles),
            *(
                f'[data-card="{card}"]{{--slot:{slot_of(name)};--z:{z};--covered:{len(pile) - 1}}}'
                for name, pile in piles.items()
                for z, card in enumerate(pile)
            ),
            *(f'[data-card="{pile[-1]}"]{{--last:1}}' for pile in piles.values() if pile),
        ]
    )


def slot_of(place: str) -> int:
    """Which of the eight columns a place lies in or above: cells left, foundations right.

    >>> slot_of("column-7"), slot_of("cell-0"), slot_of("foundation-0")
    (7, 0, 4)
    """
    kind, index = place.split("-")
    return int(index) + (4 if kind == "foundation" else 0)
