"""Every card can be read in every size of window, and nothing is cut off or scrolls."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Frame, Page

from tests.page.table import STORE, Table, watched
from tests.site import Site, Visit, accessibility_faults, ready, until

SIZES = [(320, 568), (390, 844), (844, 390), (768, 1024), (1280, 720), (1920, 1080)]
FRAME = """<!doctype html><html lang="en"><title>host</title><link rel="icon" href="data:,">
<iframe title="game" width="400" height="300" style="border: 0" src="solitaire/"></iframe>"""
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
#: Rank and suit stand in the strip that a covered card shows.
LEAST_STRIP = 10
DEAL = "FC1-C4-AAAAAAE"
#: Moves of a solved game after which a column holds 17 cards.
LONG = {
    "code": "FC1-C1-AAAAADC",
    "moves": "67 76 53 18 17 1a 41 a5 41 4a 4h a4 75 64 61 41 31 81 48 64 7a 76 7h 12 a7 3a 34 34 "
    "38 3h 2h a8 38 3h 2h 57 42 6a 63 6h a3 4a 18 51 a5 76 65 13 1h 71 14v4 83 8h 42 56v6 62",
}

PROBE = """() => {
  const size = { width: innerWidth, height: innerHeight };
  const inside = ({ x, y, width, height }) =>
    x >= -0.5 && y >= -0.5 && x + width <= size.width + 0.5 && y + height <= size.height + 0.5;
  const cards = [...document.querySelectorAll("#table .card")];
  const visible = (element) => element.getClientRects().length > 0;
  const shown = [...document.querySelectorAll("#bar button, #bar dt, #bar dd, .place")];
  const indices = cards.map((card) => ({ name: card.dataset.card, parts:
    ["rank", "suit"].map((kind) => card.querySelector(`use.${kind}`).getBoundingClientRect())
      .map(({ x, y, width, height }) => ({ x, y, width, height })) }));
  return {
    cutOff: [...cards, ...shown].filter((element) => visible(element)
      && !inside(element.getBoundingClientRect()))
      .map((element) => element.id || element.dataset.card || element.className),
    clipped: shown.filter((element) => element.scrollWidth > element.clientWidth + 1
      && getComputedStyle(element).display !== "inline").map((element) => element.id),
    scrolls: document.documentElement.scrollHeight > size.height
      || document.documentElement.scrollWidth > size.width,
    indices,
  };
}"""


def unreadable(page: Page | Frame) -> list[str]:
    """The cards whose rank or suit is too small, or lies under something."""
    strips = page.evaluate("tester.strips()")
    found: list[str] = page.evaluate("tester.look()")["hidden"]
    for index in page.evaluate(PROBE)["indices"]:
        strip = strips.get(index["name"])
        if strip is None:  # under other cards of its foundation
            continue
        bottom = max(part["y"] + part["height"] for part in index["parts"])
        if strip["height"] < LEAST_STRIP or bottom > strip["y"] + strip["height"] + 1:
            found.append(f"{index['name']}: {strip['height']:.1f} px")
    return found


def check_table(page: Page | Frame) -> None:
    """All that the table and the bar owe to whoever looks at them."""
    until(page, "document.querySelectorAll('.card').length === 52 && tester.rests()")
    assert unreadable(page) == []
    probe = page.evaluate(PROBE)
    assert probe["cutOff"] == []
    assert probe["clipped"] == []
    assert not probe["scrolls"]


def check_sizes(table: Table) -> None:
    """The same in every size of window."""
    for width, height in SIZES:
        table.page.set_viewport_size({"width": width, "height": height})
        until(table.page, f"innerWidth === {width} && innerHeight === {height}")
        table.page.evaluate(TWO_FRAMES)
        check_table(table.page)


@pytest.fixture
def resized(mouse: Table) -> Iterator[Table]:
    """A table whose window is as before when the test is over."""
    size = mouse.page.viewport_size
    yield mouse
    assert size
    mouse.page.set_viewport_size(size)
    mouse.page.evaluate(TWO_FRAMES)


def test_a_deal_can_be_read_in_every_size(resized: Table) -> None:
    resized.deal(DEAL)
    check_sizes(resized)


def test_long_columns_can_be_read_in_every_size(resized: Table) -> None:
    resized.page.evaluate(STORE, ["game", json.dumps(LONG)])
    resized.page.evaluate("(code) => history.replaceState(null, '', '#' + code)", LONG["code"])
    resized.page.reload()
    ready(resized.page)
    longest = max(len(pile) for pile in resized.until_same()["piles"].values())
    assert longest == 17
    check_sizes(resized)


@pytest.mark.parametrize("save", [None, LONG], ids=["a deal", "long columns"])
def test_a_small_frame_shows_it_all(visit: Visit, site: Site, save: object) -> None:
    context = watched(visit.context())
    if save:
        context.add_init_script(
            f"try {{ ({STORE})({json.dumps(['game', json.dumps(save)])}); }} catch {{}}"
        )
    host = site.add("frame.html", FRAME)
    page = visit(host, context=context)
    frame = page.frames[1]
    until(frame, "performance.getEntriesByName('engine-ready').length", timeout=60_000)
    check_table(frame)


def test_a_game_with_one_cell_and_one_with_four_lie_alike(resized: Table) -> None:
    resized.deal("FC1-C1-AAAAAAE")
    foundation, column = resized.end_of("foundation-3"), resized.end_of("column-7")
    resized.deal(DEAL)
    assert resized.end_of("foundation-3") == foundation
    assert resized.end_of("column-7")["x"] == column["x"]


@pytest.mark.parametrize("language", ["en", "fr", "hu"])
def test_dialogs_need_no_scrolling_in_any_size(resized: Table, language: str) -> None:
    page = resized.page
    for width, height in [*SIZES, (400, 300)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(TWO_FRAMES)
        for name in ("settings", "new"):
            page.locator(f"#{name}").click()
            dialog = page.locator(f"#{name}-dialog")
            dialog.wait_for()
            if name == "settings":
                page.locator("#language").select_option(language)
                until(page, f"document.documentElement.lang === '{language}'")
            spare = dialog.evaluate("(one) => one.clientHeight - one.scrollHeight")
            assert spare >= 0, f"{name} in {width}×{height}"
            page.keyboard.press("Escape")
    for storage in ("localStorage", "sessionStorage"):  # the next test's page speaks English
        page.evaluate(f"{storage}.removeItem('boulanger-solitaire:settings')")
    page.reload()
    ready(page)
    until(page, "document.documentElement.lang === 'en'")


# ---------------------------------------------------------------- for everyone


def open_dialogs(table: Table) -> Iterator[str]:
    """The page as it is, then with each dialog open, by name."""
    page = table.page
    yield "table"
    table.tap("7D")
    page.locator(".card.selected").wait_for()
    yield "a chosen card"
    for name in ("new", "settings"):
        page.locator(f"#{name}").click()
        page.locator(f"#{name}-dialog").wait_for()
        yield name
        page.keyboard.press("Escape")
    table.drag("7D", "column-4")
    table.until_played(1)
    page.evaluate("location.hash = 'BK1-C1-AAAAA24'")
    page.locator("#open-dialog").wait_for()
    yield "open"
    page.keyboard.press("Escape")
    page.evaluate("location.hash = 'nonsense'")
    table.until_said("nonsense")  # in whatever language the page speaks by now
    yield "a message"


@pytest.mark.parametrize(
    ("scheme", "theme"), [("light", "auto"), ("dark", "auto"), ("dark", "blue")]
)
def test_axe_finds_no_fault(mouse: Table, scheme: Literal["light", "dark"], theme: str) -> None:
    mouse.page.emulate_media(color_scheme=scheme)
    mouse.deal(DEAL)
    mouse.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
    found = {}
    for where in open_dialogs(mouse):
        until(
            mouse.page, "document.getAnimations().every(({ playState }) => playState !== 'running')"
        )
        found[where] = accessibility_faults(mouse.page)
    assert {where: faults for where, faults in found.items() if faults} == {}
    mouse.page.emulate_media(color_scheme="no-preference")


def test_axe_finds_no_fault_in_the_dialog_of_a_failed_start(visit: Visit, site: Site) -> None:
    visit.allow("Failed to")
    site.refuse("app-*/engine.worker.js")
    page = visit()
    page.locator("#failed-dialog").wait_for()
    assert accessibility_faults(page) == []


def test_who_wants_no_motion_gets_none(visit: Visit) -> None:
    context = watched(visit.context(reduced_motion="reduce"))
    table = Table(ready(visit("#" + DEAL, context=context)))
    until(table.page, "tester.rests()")
    table.page.evaluate(
        "window.moved = 0;"
        "addEventListener('transitionrun', (event) => {"
        " if (event.target.closest('.card')) window.moved += 1; }, true)"
    )
    table.drag("7D", "column-4")
    table.until_played(1)
    table.page.evaluate(TWO_FRAMES)
    assert table.page.evaluate("window.moved") == 0
    table.until_same()
