"""A page of pictures of the table, to be looked at: every size, theme and stage of a game.

    python3 build.py build && .build/venv/bin/python -m tests.pictures [theme …]

makes `.build/pictures/index.html`. What the eye likes there is held by tests/page/test_pictures.py.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.engine.both import solutions
from tests.page.table import STORE, watched
from tests.site import launch, ready, serving, until
from web.building.running import WORK

SIZES = (
    *((320, 568), (390, 844), (844, 390), (768, 1024), (1280, 720)),
    *((1920, 1080), (280, 360), (400, 300)),
)
FOLDER = WORK / "pictures" / "table"


class Look(NamedTuple):
    """Settings of the page, the colour scheme of the system, and more contrast or not."""

    settings: dict[str, str]
    scheme: str = "light"
    contrast: str = "no-preference"


#: By name; the settings are those of web/state.js.
LOOKS = {
    "light": Look({"theme": "light"}),
    "dark": Look({"theme": "dark"}, "dark"),
    "blue": Look({"theme": "light", "felt": "blue", "colours": "four"}),
}


def stages() -> dict[str, dict[str, str]]:
    """Saved games: just dealt, in the middle, won."""
    _, _, _, moves = next(one for one in solutions() if one[:3] == ("FC", 4, 2))
    stage = {"fresh": 0, "middle": len(moves) // 3, "won": len(moves)}
    return {
        name: {"code": "FC1-C4-AAAAAAC", "moves": " ".join(moves[:at])}
        for name, at in stage.items()
    }


def context_of(browser: Browser, look: Look, save: dict[str, str]) -> BrowserContext:
    """A player with these settings who left this game."""
    options = {"color_scheme": look.scheme, "contrast": look.contrast, "reduced_motion": "reduce"}
    context = watched(browser.new_context(**options))  # type: ignore[arg-type]
    kept = {"settings": look.settings, "game": save}
    for name, value in kept.items():
        context.add_init_script(f"({STORE})({json.dumps([name, json.dumps(value)])})")
    return context


def resize(page: Page, width: int, height: int) -> None:
    """Give the window a size, and the table time to lie accordingly."""
    page.set_viewport_size({"width": width, "height": height})
    until(page, f"innerWidth === {width} && innerHeight === {height}")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    until(page, "document.querySelectorAll('.card').length === 52 && tester.rests()")


def photograph(browser: Browser, url: str, looks: Sequence[str]) -> Iterator[Path]:
    """Take every picture."""
    for name in looks:
        for stage, save in stages().items():
            context = context_of(browser, LOOKS[name], save)
            page = context.new_page()
            page.goto(url)
            ready(page)
            for width, height in SIZES:
                resize(page, width, height)
                path = FOLDER / f"{name}-{stage}-{width}x{height}.png"
                page.screenshot(path=path)
                yield path
            context.close()


def page_of(paths: Sequence[Path]) -> str:
    """The page that shows the pictures."""
    figures = "".join(
        f'<figure><img src="{path.name}" alt=""><figcaption>{path.stem}</figcaption></figure>'
        for path in paths
    )
    style = "body{display:flex;flex-wrap:wrap;gap:1em;font:14px system-ui}figure{margin:0}"
    style += "img{max-width:46vw;display:block}"
    return (
        f"<!doctype html><meta charset=utf-8><title>Pictures</title><style>{style}</style>{figures}"
    )


def main(looks: Sequence[str]) -> None:
    """Make the page, with all looks or those named."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, serving() as site:
        browser = launch(playwright)
        paths = list(photograph(browser, site.url, looks or list(LOOKS)))
        browser.close()
    (FOLDER / "index.html").write_text(page_of(paths), encoding="utf-8")
    print(f"{len(paths)} pictures in {FOLDER / 'index.html'}")


if __name__ == "__main__":
    main(sys.argv[1:])
