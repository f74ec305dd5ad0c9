"""How long a player waits at the start, and what it costs him: `python3 build.py bench start`.

Compared, in the same run and in turns, with a page that does what Pyodide's own documentation does
with the same wheel: `loadPyodide`, micropip, import. Both hosts compress as real ones do. Every
player has a browser profile of his own with empty caches; the page measures itself, from the
beginning of the navigation. The second visit comes after a rest on the first, in which the page has
made its snapshot.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

from tests.site import Site, launch_with_profile, serving, until
from web.building.runtime import PYODIDE
from web.building.site import DIST
from web.building.tools import npm_packages

PLAYERS = 7
MEGABYTE = 1e6
REST_MS = 3000
MOST_MS = 60_000

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

#: What the page says when the first call is answered: whoever asked it again and again meanwhile
#: would keep a core from a page that leaves the main thread free, and not from one that blocks it.
ANSWERED = "engine-ready"
#: Notes every block of the main thread, and the first frame after the one in which the board lay
#: there: by then it is painted.
WATCH = """
  window.seen = { blocks: [], board: 0 };
  new PerformanceObserver((list) => {
    for (const { name } of list.getEntriesByName("engine-ready")) console.debug(name);
  }).observe({ type: "mark", buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.blocks.push(duration);
  }).observe({ type: "longtask", buffered: true });
  const look = (now) => {
    const cards = document.querySelectorAll("#table .card");
    if (cards.length === 52 && cards[51].getBoundingClientRect().width) {
      requestAnimationFrame(() => { seen.board = performance.now(); });
    } else requestAnimationFrame(look);
  };
  if (location.pathname.startsWith("/solitaire/")) requestAnimationFrame(look);
"""
SNAPSHOT = (
    "caches.keys().then((names) => Promise.all(names.filter((name) => /snapshot/.test(name))"
    ".map(async (name) => (await (await caches.open(name)).keys()).length)))"
    ".then((sizes) => sizes.some(Boolean))"
)


class Visit(NamedTuple):
    """Milliseconds from the navigation on, and bytes of bodies as they went over the wire."""

    answered: float
    board: float
    block: float
    bytes_in_all: int
    bytes_before_board: int


def stock_page(site: Site) -> str:
    """Put the page to compare with on the host; its address."""
    for name in PYODIDE:
        site.add(f"stock/{name}", (npm_packages() / "pyodide" / name).read_bytes())
    wheels = {path.name.split("-")[0]: path.name for path in DIST.glob("wheels/*.whl")}
    addresses = {name: f"{site.url}wheels/{wheel}" for name, wheel in wheels.items()}
    return site.add("stock.html", STOCK % addresses)


@contextmanager
def player(playwright: Playwright) -> Iterator[BrowserContext]:
    """A browser with a new profile: nothing cached yet, but it caches as browsers do.

    It has come to rest: a new browser puts a page of its own together first.
    """
    with tempfile.TemporaryDirectory() as folder:
        context = launch_with_profile(playwright, folder)
        context.add_init_script(WATCH)
        context.pages[0].wait_for_timeout(REST_MS)
        try:
            yield context
        finally:
            context.close()


def visit(context: BrowserContext, site: Site, address: str) -> tuple[Page, Visit]:
    """One visit up to the first answered call."""
    site.reset()
    page = context.new_page()
    with page.expect_console_message(lambda message: message.text == ANSWERED, timeout=MOST_MS):
        page.goto(address)
    answered = page.evaluate("performance.getEntriesByName('engine-ready')[0].startTime")
    page.wait_for_timeout(500)  # the browser writes its caches
    board, blocks = page.evaluate("[seen.board, seen.blocks]")
    painted = page.evaluate("(performance.timeOrigin + seen.board) / 1000")
    before = sum(size for when, _, size in site.sent if when < painted)
    in_all = sum(size for _, _, size in site.sent)
    return page, Visit(answered, board, max(blocks, default=0), in_all, before)


def ours(context: BrowserContext, site: Site) -> tuple[Visit, Visit]:
    """The first visit of a player, and the second after a rest."""
    page, first = visit(context, site, site.url)
    until(page, SNAPSHOT, timeout=60_000)
    page.close()
    page, second = visit(context, site, site.url)
    assert page.evaluate("performance.getEntriesByName('engine-restored').length")
    page.close()
    return first, second


def stock(context: BrowserContext, site: Site, address: str) -> tuple[Visit, Visit]:
    """The first two visits of a player to the stock page."""
    visits = []
    for _ in range(2):
        page, seen = visit(context, site, address)
        visits.append(seen)
        page.close()
    return visits[0], visits[1]


def figure(name: str, values: Sequence[float], target: float, unit: str = "") -> None:
    """Print one figure beside its target, and from where to where it went."""
    median = statistics.median(values)
    verdict = "" if median <= target else "   MISSED"
    spread = f"{min(values):9.2f}{max(values):9.2f}"
    print(f"{name:52}{median:9.2f}{spread}{target:9.2f} {unit}{verdict}")


def main() -> None:
    """Measure, and print every figure beside its target."""
    mine: list[tuple[Visit, Visit]] = []
    theirs: list[tuple[Visit, Visit]] = []
    with sync_playwright() as playwright, serving() as site:
        address = stock_page(site)
        site.compress()
        for _ in range(PLAYERS):
            with player(playwright) as context:
                mine.append(ours(context, site))
            with player(playwright) as context:
                theirs.append(stock(context, site, address))
    print(f"medians of {PLAYERS} players")
    for name, pairs in (("ours", mine), ("stock", theirs)):
        cold, warm = (statistics.median(pair[at].answered for pair in pairs) for at in (0, 1))
        print(f"{name}: first call answered after {cold:.0f} ms, on the second visit {warm:.0f} ms")
    both = list(zip(mine, theirs, strict=True))
    print(f"{'ratios to stock, bytes and blocks':52}{'median':>9}{'from':>9}{'to':>9}{'target':>9}")
    figure("first call, first visit", [a[0].answered / b[0].answered for a, b in both], 0.30)
    figure("first call, second visit", [a[1].answered / b[1].answered for a, b in both], 0.18)
    figure("  the same, to stock's first", [a[1].answered / b[0].answered for a, b in both], 0.18)
    figure(
        "board painted, to stock's first call", [a[0].board / b[0].answered for a, b in both], 0.06
    )
    figure("  on the second visit", [a[1].board / b[0].answered for a, b in both], 0.06)
    figure("bytes of a first visit", [a.bytes_in_all / MEGABYTE for a, _ in mine], 5.3, "MB")
    figure(
        "bytes before the board is painted", [a.bytes_before_board / 1e3 for a, _ in mine], 60, "KB"
    )
    for at, name in enumerate(("first", "second")):
        figure(
            f"longest block of the main thread, {name} visit",
            [one[at].block for one in mine],
            50,
            "ms",
        )


if __name__ == "__main__":
    main()
