"""What thinking costs and gives in the page: `python3 build.py bench thinking`.

- The round trip of a move while the engine thinks, as a ratio to one while it does not, in turns.
- How long a hint takes in FreeCell with 4 cells, from the click to the cards that light up.
- How long slices of thinking are in Chromium, from the deal until there is nothing left to think.
- How long a deal that can be won is looked for there, of each level.
- How much memory a search to its limit takes there.
- The search in Chromium: what it decides of the deals 1 … 100 (or as many as the environment's
  DEALS says) in each setting, in how many states and seconds, and how many times longer than on
  CPython in the same run.
"""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Page, Playwright, sync_playwright

from solitaire.notation import write_code
from solitaire.position import Position
from solitaire.solver import solve
from solitaire.thinking import STATES_LIMIT
from solitaire.variants import variant_of
from tests.bench_page import answered, player, settled
from tests.bench_start import stock_page
from tests.site import Site, ready, serving, settings_for_chromium, until

ROUNDS = 6
MOVES = 40  # a round
REST_MS = 200  # longer than the page waits before it thinks
HINTS = 20
FINDS = 15
SETTINGS = tuple((game, cells) for game in ("FC", "BK") for cells in (4, 2, 1))
LIMIT = 1_000_000

DRIVER = """
import time
from solitaire.position import Position
from solitaire.solver import solve
from solitaire.variants import variant_of

def decide(game, cells, number, limit):
    begun = time.perf_counter()
    verdict = solve(Position.dealt(variant_of(game, cells), number), limit=limit)
    return f"{verdict.outcome} {verdict.states} {time.perf_counter() - begun}"
"""

SLICES = """
import json, time
from solitaire.bridge import Bridge

THINK = json.dumps({"id": 1, "call": "think", "args": {"milliseconds": 2}})

def slices(code):
    bridge = Bridge()
    bridge.handle(json.dumps({"id": 0, "call": "new", "args": {"deal": code}}))
    found, more = [], True
    while more:
        begun = time.perf_counter()
        more = json.loads(bridge.handle(THINK))["ok"]["more"]
        found.append(time.perf_counter() - begun)
    return json.dumps(found)

def find(game, cells, level):
    bridge = Bridge()
    begun = time.perf_counter()
    args = {"game": game, "cells": cells, "level": level}
    wish = json.dumps({"id": 0, "call": "find_deal", "args": args})
    while not json.loads(bridge.handle(wish))["ok"]["code"]:
        while json.loads(bridge.handle(THINK))["ok"]["news"] is None:
            pass
    return time.perf_counter() - begun
"""


def quantile(values: Sequence[float], percent: int) -> float:
    """The value that so many per cent do not exceed."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def round_trips(page: Page, sign: str) -> list[float]:
    """Milliseconds of moves made while the engine thinks (`always`) or does not (`never`)."""
    page.locator("#settings").click()
    page.locator("#sign-setting").select_option(sign)
    page.locator("#settings-dialog button.main").click()
    page.evaluate("performance.clearMeasures()")
    card, cell = page.locator(".card[data-card='9S']"), page.locator("[data-place='cell-0']")
    start, end = card.bounding_box(), cell.bounding_box()
    assert start
    assert end
    for _ in range(MOVES):
        page.wait_for_timeout(REST_MS)
        page.mouse.move(start["x"] + 20, start["y"] + 20)
        page.mouse.down()
        page.mouse.move(end["x"] + 20, end["y"] + 20, steps=3)
        answered(page, "drop", page.mouse.up)
        page.wait_for_timeout(REST_MS)
        answered(page, "undo", lambda: page.keyboard.press("u"))
        settled(page)
    code = "performance.getEntriesByType('measure').map((one) => one.duration)"
    return list(page.evaluate(code))


def bench_moves(playwright: Playwright, site: Site) -> None:
    """Print what thinking adds to the round trip of a move."""
    times: dict[str, list[float]] = {"never": [], "always": []}
    with player(playwright) as context:
        page = context.new_page()
        page.goto(site.url + "#FC1-C2-AAAAEHQ")  # a search that no rest is long enough for
        settled(ready(page))
        for _ in range(ROUNDS):
            for sign, found in times.items():
                found += round_trips(page, sign)
    print(f"round trip of a move, {len(times['never'])} of each, in turns")
    for percent in (50, 95, 99):
        off, on = (quantile(times[sign], percent) for sign in ("never", "always"))
        print(
            f"p{percent}: {off:6.2f} ms without thinking, {on:6.2f} ms with, ratio {on / off:.2f}"
        )


def bench_hints(playwright: Playwright, site: Site) -> None:
    """Print how long a hint takes."""
    times = []
    with player(playwright) as context:
        page = context.new_page()
        page.goto(site.url)
        settled(ready(page))
        for _ in range(HINTS):
            code = page.evaluate("document.getElementById('code').textContent")
            page.locator("#new").click()
            page.locator("#new-deals").select_option("any")
            page.locator("#new-dialog button.main").click()
            until(page, f"document.getElementById('code').textContent !== '{code}'")
            begun = time.perf_counter()
            page.locator("#hint").click()
            until(page, "document.querySelector('.card.hint')")
            times.append(time.perf_counter() - begun)
    print(f"\nhint in FC-C4, {HINTS} random deals: ", end="")
    print(f"median {statistics.median(times):.2f} s, longest {max(times):.2f} s")


def decide_here(game: str, cells: int, number: int) -> tuple[str, int, float]:
    """Outcome, states and seconds of one deal on this Python."""
    begun = time.perf_counter()
    verdict = solve(Position.dealt(variant_of(game, cells), number), limit=LIMIT)
    return verdict.outcome, verdict.states, time.perf_counter() - begun


def decide_there(
    page: Page, game: str, cells: int, number: int, limit: int = LIMIT
) -> tuple[str, int, float]:
    """The same in the page's Pyodide."""
    answer = page.evaluate("(deal) => window.decide(...deal)", [game, cells, number, limit])
    outcome, states, seconds = answer.split()
    return outcome, int(states), float(seconds)


def solver_page(playwright: Playwright, site: Site) -> Page:
    """A page with the engine's wheel in Pyodide, and the search at hand."""
    stock = site.files[stock_page(site).removeprefix(site.origin)].decode()
    driver = (
        f"python.runPython({json.dumps(DRIVER + SLICES)});"
        "window.decide = python.globals.get('decide');"
        "window.find = python.globals.get('find');"
        "window.slices = python.globals.get('slices');"
        "window.memory = () => python._module.HEAP8.length;"
    )
    address = site.add(
        "solver.html", stock.replace("performance.mark", driver + "\nperformance.mark")
    )
    page = playwright.chromium.launch(**settings_for_chromium()).new_page()
    page.set_default_timeout(0)
    page.goto(address)
    return ready(page)


def bench_slices(page: Page) -> None:
    """Print how long slices are, of 2 ms as the page wishes them."""
    print("\nslices of thinking about the deals 1 … 12")
    for game, cells in SETTINGS:
        codes = [write_code(variant_of(game, cells), number) for number in range(1, 13)]
        times = [1000 * one for code in codes for one in slices_of(page, code)]
        cuts = ", ".join(f"p{cut} {quantile(times, cut):.1f} ms" for cut in (50, 95, 99))
        print(f"{game}-C{cells} {len(times):6}: {cuts}, longest {max(times):.1f} ms")


def slices_of(page: Page, code: str) -> list[float]:
    """Seconds of each slice that thinking about a deal takes."""
    return list(json.loads(page.evaluate("(code) => window.slices(code)", code)))


def bench_finds(page: Page) -> None:
    """Print how long one waits for a deal that can be won."""
    print(f"\nseconds until a deal that can be won is found, {FINDS} times each: median, longest")
    for game, cells in SETTINGS:
        for level in (None, "easy", "medium", "hard"):
            wish = [game, cells, level]
            times = [page.evaluate("(wish) => window.find(...wish)", wish) for _ in range(FINDS)]
            cuts = f"{statistics.median(times):5.2f} {max(times):5.2f}"
            print(f"{game}-C{cells} {level or 'any':6} {cuts}")


def bench_memory(page: Page) -> None:
    """Print what a search that does not end takes: it stops at its limit, and memory with it."""
    print("\nmemory of a search in FC-C2, deal 4336, by its limit of states")
    before = page.evaluate("window.memory()")
    for limit in (100_000, STATES_LIMIT, LIMIT, LIMIT):
        outcome, states, seconds = decide_there(page, "FC", 2, 4336, limit)
        megabytes = (page.evaluate("window.memory()") - before) / 1e6
        print(f"{outcome}, {states:,} states, {seconds:.0f} s: {megabytes:.0f} MB more than before")


def bench_search(page: Page, deals: int) -> None:
    """Print what the search decides in the page, and how fast."""
    print(f"\nthe search in Chromium, deals 1 … {deals}, at most {LIMIT:,} states")
    print("setting  won lost   ?   states   median      p95      p99  longest  to CPython")
    for game, cells in SETTINGS:
        found = [decide_there(page, game, cells, number) for number in range(1, deals + 1)]
        here = [decide_here(game, cells, number) for number in range(1, min(deals, 50) + 1)]
        print_search(f"{game}-C{cells}", found, here)


def print_search(name: str, found: Sequence[Any], here: Sequence[Any]) -> None:
    """One line of the table."""
    counts = [
        sum(one[0] == outcome for one in found) for outcome in ("winnable", "lost", "unknown")
    ]
    seconds = [one[2] for one in found]
    ratio = sum(seconds[: len(here)]) / sum(one[2] for one in here)
    states = int(statistics.median(one[1] for one in found))
    cuts = [statistics.median(seconds), quantile(seconds, 95), quantile(seconds, 99), max(seconds)]
    times = "".join(f"{cut:7.3f} s" for cut in cuts)
    print(
        f"{name:8}"
        + "".join(f"{count:5}" for count in counts)
        + f"{states:8}"
        + times
        + f"{ratio:8.1f}"
    )


def main() -> None:
    """Run all of them."""
    deals = int(os.environ.get("DEALS", "100"))
    parts: tuple[Callable[[Playwright, Site], None], ...] = (bench_moves, bench_hints)
    with sync_playwright() as playwright, serving() as site:
        for part in parts:
            part(playwright, site)
        page = solver_page(playwright, site)
        bench_slices(page)
        bench_finds(page)
        bench_memory(page)
        bench_search(page, deals)


if __name__ == "__main__":
    main()
