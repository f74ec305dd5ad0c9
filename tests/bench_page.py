"""How long a player waits: for the engine at the start, and for the answer to a move.

`python3 build.py bench page`. The start is compared, in the same run and in turns, with a page that
does what Pyodide's own documentation does with the same wheel: `loadPyodide`, micropip, import.
Every visit is that of a player of its own, with an empty cache; the later ones are his second and
third. Times are the page's own, from the beginning of the navigation to the first answered call.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

from tests.site import Site, launch_with_profile, ready, serving, until
from web.building.library import PYODIDE
from web.building.site import DIST
from web.building.tools import npm_packages

PLAYERS = 7  # of each page
VISITS = ("first", "second", "third")
MOVES = 100

STOCK = """<!doctype html>
<meta charset="utf-8"><title>stock</title><link rel="icon" href="data:,">
<script type="module">
import { loadPyodide } from "./stock/pyodide.mjs";
const python = await loadPyodide();
await python.loadPackage(["%(micropip)s", "%(packaging)s"]);
await python.pyimport("micropip").install("%(boulanger_solitaire)s");
const handle = python.pyimport("solitaire.bridge").handle;
handle('{"id": 1, "call": "new", "args": {"deal": "FC1-C4-AAAAAAB"}}');
performance.mark("engine-ready");
</script>
"""


def stock_page(site: Site) -> str:
    """Put the page to compare with on the host; its address."""
    for name in PYODIDE:
        site.add(f"stock/{name}", (npm_packages() / "pyodide" / name).read_bytes())
    wheels = {path.name.split("-")[0]: path.name for path in DIST.glob("wheels/*.whl")}
    addresses = {name: f"{site.url}wheels/{wheel}" for name, wheel in wheels.items()}
    return site.add("stock.html", STOCK % addresses)


@contextmanager
def player(playwright: Playwright) -> Iterator[BrowserContext]:
    """A browser with a new profile: nothing cached yet, but it caches as browsers do."""
    with tempfile.TemporaryDirectory() as folder:
        context = launch_with_profile(playwright, folder)
        try:
            yield context
        finally:
            context.close()


def visits(context: BrowserContext, address: str) -> list[float]:
    """Milliseconds to the first answered call, for one visit after the other."""
    times = []
    for _ in VISITS:
        page = context.new_page()
        page.goto(address)
        mark = "performance.getEntriesByName('engine-ready')[0].startTime"
        times.append(float(ready(page).evaluate(mark)))
        page.wait_for_timeout(500)  # the browser writes its caches
        page.close()
    return times


def bench_start(playwright: Playwright, site: Site) -> None:
    """Print how long the start takes, as a ratio to the stock page."""
    addresses = {"ours": site.url, "stock": stock_page(site)}
    times: dict[str, list[list[float]]] = {name: [] for name in addresses}
    for _ in range(PLAYERS):
        for name, address in addresses.items():
            with player(playwright) as context:
                times[name].append(visits(context, address))
    print(f"from navigation to the first answered call, medians of {PLAYERS} players")
    print(f"{'visit':8}{'ours':>10}{'stock':>10}{'ratio':>8}{'ratios from':>14}{'to':>6}")
    for number, visit in enumerate(VISITS):
        ours, stock = ([one[number] for one in times[name]] for name in ("ours", "stock"))
        ratios = [a / b for a, b in zip(ours, stock, strict=True)]
        medians = f"{statistics.median(ours):7.0f} ms{statistics.median(stock):7.0f} ms"
        spread = f"{statistics.median(ratios):8.2f}{min(ratios):14.2f}{max(ratios):6.2f}"
        print(f"{visit:8}{medians}{spread}")


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
        print(f"\nround trip of a call, {MOVES} of each")
        print(f"{'call':8}{'p50':>10}{'p99':>10}")
        for name in ("drop", "undo"):
            code = f"performance.getEntriesByName('call:{name}').map((one) => one.duration)"
            cuts = statistics.quantiles(page.evaluate(code), n=100, method="inclusive")
            print(f"{name:8}{cuts[49]:7.2f} ms{cuts[98]:7.2f} ms")


def main() -> None:
    """Run both."""
    parts: tuple[Callable[[Playwright, Site], None], ...] = (bench_start, bench_moves)
    with sync_playwright() as playwright, serving() as site:
        for part in parts:
            part(playwright, site)


if __name__ == "__main__":
    main()
