"""Draws web/icons/ from web/icon.svg with Chromium: `python -m web.building.icons`.

Not part of a build, since no two Chromiums draw the same bytes: run it when icon.svg has changed.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from web.building.browsers import chromium
from web.building.manifest import ICONS
from web.building.running import ROOT, ask, put_text, read_text

SAFE = 0.84  # what a mask leaves for sure is a circle of 0.8 of the width; the card fits into it


def draw(svg: str, size: int, target: Path) -> None:
    """Have Chromium draw a picture on nothing."""
    style = f"*{{margin:0}} svg{{display:block;width:{size}px;height:{size}px}}"
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "icon.html"
        put_text(page, f"<!doctype html><style>{style}</style>{svg}")
        ask(
            chromium(),
            *("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
            *("--default-background-color=00000000", f"--window-size={size},{size}"),
            *(f"--user-data-dir={folder}/profile", f"--screenshot={target}", page.as_uri()),
        )


def maskable(svg: str) -> str:
    """The picture with its ground up to the edges, and what lies on it smaller."""
    square = re.sub(r' rx="\d+"', "", svg, count=1)
    start = square.index("/>") + 2
    move = f"translate(32 32) scale({SAFE}) translate(-32 -32)"
    inside = square[start:].replace("</svg>", "</g></svg>")
    return f'{square[:start]}<g transform="{move}">{inside}'


def main() -> None:
    """Draw every icon."""
    svg = read_text(ROOT / "web/icon.svg")
    for purpose, size in ICONS:
        picture = maskable(svg) if purpose == "maskable" else svg
        draw(picture, size, ROOT / f"web/icons/{purpose}-{size}.png")


if __name__ == "__main__":
    main()
