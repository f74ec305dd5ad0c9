"""How long a player waits for the answer to a move: `python3 build.py bench page`."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

from tests.site import Site, launch_with_profile, ready, serving, until

MOVES = 100


@contextmanager
def player(playwright: Playwright) -> Iterator[BrowserContext]:
    """A browser with a new profile: nothing cached yet, but it caches as browsers do."""
    with tempfile.TemporaryDirectory() as folder:
        context = launch_with_profile(playwright, folder)
        try:
            yield context
        finally:
            context.close()


def drop_and_undo(page: Page) -> None:
    """Drag the last card of the first column to the first cell, and take it back."""
    card = page.locator(".card[data-card='6S']").bounding_box()
    cell = page.locator(".place[data-place='cell-0']").bounding_box()
    assert card
    assert cell
    page.mouse.move(card["x"] + card["width"] / 2, card["y"] + card["height"] / 2)
    page.mouse.down()
    page.mouse.move(cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2, steps=4)
    answered(page, "drop", page.mouse.up)
    answered(page, "undo", lambda: page.keyboard.press("Control+z"))
    settled(page)


def answered(page: Page, name: str, act: Callable[[], None]) -> None:
    """Do something that calls the engine, and wait for the answer."""
    count = f"performance.getEntriesByName('call:{name}').length"
    before = page.evaluate(count)
    act()
    until(page, f"{count} > {before}")


def settled(page: Page) -> None:
    """Wait for the end of all animations."""
    until(page, "document.getAnimations().every((one) => one.playState !== 'running')")


def bench_moves(playwright: Playwright, site: Site) -> None:
    """Print how long the engine takes to answer what a player does."""
    with player(playwright) as context:
        page = context.new_page()
        page.goto(site.url + "#FC1-C4-AAAAAAB")
        settled(ready(page))
        for _ in range(MOVES):
            drop_and_undo(page)
        print(f"round trip of a call, {MOVES} of each")
        print(f"{'call':8}{'p50':>10}{'p99':>10}")
        for name in ("drop", "undo"):
            code = f"performance.getEntriesByName('call:{name}').map((one) => one.duration)"
            cuts = statistics.quantiles(page.evaluate(code), n=100, method="inclusive")
            print(f"{name:8}{cuts[49]:7.2f} ms{cuts[98]:7.2f} ms")


def main() -> None:
    """Measure."""
    with sync_playwright() as playwright, serving() as site:
        bench_moves(playwright, site)


if __name__ == "__main__":
    main()
