"""Every card can be read in every size of window, and nothing is cut off or scrolls."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Iterable, Iterator
from typing import Literal

import pytest
from playwright.sync_api import Frame, Page

from tests.page.table import STORE, TWO_FRAMES, Table, watched
from tests.site import Site, Visit, accessibility_faults, ready, until

SIZES = [
    *((320, 568), (390, 844), (844, 390), (768, 1024), (1280, 720)),
    *((1920, 1080), (400, 300), (280, 360)),
]
FRAME = """<!doctype html><html lang="en"><title>host</title><link rel="icon" href="data:,">
<iframe title="game" width="400" height="300" style="border: 0" src="solitaire/"></iframe>"""
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


def restore(table: Table, save: dict[str, str]) -> None:
    """Open the page anew with a game that was kept."""
    table.page.evaluate(STORE, ["game", json.dumps(save)])
    table.page.evaluate("(code) => history.replaceState(null, '', '#' + code)", save["code"])
    table.page.reload()
    ready(table.page)


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


def test_buttons_are_as_large_as_a_thumb_in_every_size(resized: Table) -> None:
    for width, height in (*SIZES, (360, 640), (480, 300), (520, 480)):
        resized.page.set_viewport_size({"width": width, "height": height})
        boxes = [
            button.bounding_box()
            for button in resized.page.locator("#bar .buttons button:visible").all()
        ]
        assert len(boxes) >= 6
        for box in boxes:
            assert box
            assert box["width"] >= 44, (width, height)
            assert box["height"] >= 44, (width, height)


def test_long_columns_can_be_read_in_every_size(resized: Table) -> None:
    restore(resized, LONG)
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
    ready(frame)
    check_table(frame)


def test_a_game_with_one_cell_and_one_with_four_lie_alike(resized: Table) -> None:
    resized.deal("FC1-C1-AAAAAAE")
    resized.until_still()
    foundation, column = resized.end_of("foundation-3"), resized.end_of("column-7")
    resized.deal(DEAL)
    resized.until_still()
    assert resized.end_of("foundation-3") == foundation
    assert resized.end_of("column-7")["x"] == column["x"]


@pytest.mark.parametrize("language", ["en", "fr", "hu"])
def test_dialogs_need_no_scrolling_in_any_size(resized: Table, language: str) -> None:
    page = resized.page
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(TWO_FRAMES)
        for name in ("settings", "new"):
            page.locator(f"#{name}").click()
            dialog = page.locator(f"#{name}-dialog")
            dialog.wait_for()
            if name == "settings":
                page.locator("#language").select_option(language)
                until(page, f"document.documentElement.lang === '{language}'")
            for side in ("Height", "Width"):
                spare = dialog.evaluate(f"(one) => one.client{side} - one.scroll{side}")
                assert spare >= 0, f"{name} in {width}×{height}: {side}"
            buttons = "[...one.querySelectorAll('menu button')].filter((it) => it.offsetWidth)"
            low = dialog.evaluate(f"(one) => {buttons}.filter((it) => it.offsetHeight < 44).length")
            assert not low, f"{name} in {width}×{height}"
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
    ("scheme", "felt"), [("light", "green"), ("dark", "wine"), ("light", "blue")]
)
def test_axe_finds_no_fault(mouse: Table, scheme: Literal["light", "dark"], felt: str) -> None:
    mouse.page.emulate_media(color_scheme=scheme)
    mouse.deal(DEAL)
    mouse.page.evaluate("(felt) => { document.documentElement.dataset.felt = felt; }", felt)
    found = {}
    for where in open_dialogs(mouse):
        until(
            mouse.page, "document.getAnimations().every(({ playState }) => playState !== 'running')"
        )
        found[where] = accessibility_faults(mouse.page)
    assert {where: faults for where, faults in found.items() if faults} == {}
    mouse.page.emulate_media(color_scheme="no-preference")


#: What each kind of colour blindness makes of linear red, green and blue: Machado, Oliveira and
#: Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009.
EYES = {
    "all three": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
#: How colours are worn on the page: sRGB, 0 to 255.
COLOURS = """() => Object.fromEntries(["S", "H", "D", "C"].map((suit) => {
  const style = getComputedStyle(document.querySelector(`.card[data-suit="${suit}"]`));
  return [suit, style.color.match(/[\\d.]+/g).slice(0, 3).map(Number)];
}))"""
#: In OKLab, where 0.02 can just be seen side by side.
APART = 0.11


def linear(colour: Iterable[float]) -> list[float]:
    """Linear light of an sRGB colour."""
    parts = [value / 255 for value in colour]
    return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


def oklab(light: Iterable[float]) -> list[float]:
    """Where the eye puts a colour: https://bottosson.github.io/posts/oklab/."""
    red, green, blue = (max(0.0, part) for part in light)
    cones = (
        0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue,
        0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue,
        0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue,
    )
    long, middle, short = (cone ** (1 / 3) for cone in cones)
    return [
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    ]


def too_close(colours: dict[str, list[float]]) -> list[str]:
    """The suits of different colours that some eye confuses."""
    found = []
    for eye, matrix in EYES.items():
        seen = {
            suit: oklab(
                sum(a * b for a, b in zip(row, linear(colour), strict=True)) for row in matrix
            )
            for suit, colour in colours.items()
        }
        found += [
            f"{a} and {b}, {eye}"
            for a, b in itertools.combinations(colours, 2)
            if colours[a] != colours[b] and math.dist(seen[a], seen[b]) < APART
        ]
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colour_blind_people_tell_the_suits_apart(
    mouse: Table, scheme: Literal["light", "dark"]
) -> None:
    mouse.page.emulate_media(color_scheme=scheme)
    for deck, count in (("two", 2), ("four", 4)):
        mouse.page.evaluate("(deck) => { document.documentElement.dataset.colours = deck; }", deck)
        colours = mouse.page.evaluate(COLOURS)
        assert len({tuple(colour) for colour in colours.values()}) == count
        assert too_close(colours) == []
    mouse.page.evaluate("document.documentElement.dataset.colours = 'two'")
    mouse.page.emulate_media(color_scheme="no-preference")


def test_the_usual_red_and_green_would_be_too_close() -> None:
    assert too_close({"H": [200, 16, 46], "C": [10, 114, 52]}) == [
        "H and C, no red",
        "H and C, no green",
    ]


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


# ---------------------------------------------------------------- what can be seen


def marked(table: Table) -> list[str]:
    """The cards that are marked as those of the last move."""
    found: list[str] = table.page.evaluate(
        "[...document.querySelectorAll('.card.moved')].map((card) => card.dataset.card)"
    )
    return found


def test_the_last_move_can_be_seen(mouse: Table) -> None:
    mouse.deal(DEAL)
    mouse.drag("7D", "column-4")
    mouse.until_played(1)
    assert marked(mouse) == ["7D"]
    edges = "new Set([...document.querySelectorAll('.card')].map((card) => [card.matches('.moved'),"
    edges += " getComputedStyle(card).boxShadow].join())).size"
    assert mouse.page.evaluate(edges) >= 2
    mouse.tap("9H")
    mouse.page.locator(".card.selected").wait_for()
    assert marked(mouse) == ["7D"]
    mouse.drag("8S", "column-6", moves=1)
    mouse.until_played(2)
    assert sorted(marked(mouse)) == ["7D", "8S"]


def test_what_can_be_lifted_looks_it(mouse: Table) -> None:
    mouse.deal(DEAL)
    faces = mouse.page.evaluate(
        "[...document.querySelectorAll('.card')].map((card) =>"
        " [card.dataset.card, getComputedStyle(card).backgroundColor])"
    )
    liftable = set(mouse.ask()["lift"])
    bright = {colour for card, colour in faces if card in liftable}
    assert len(bright) == 1
    assert {card for card, colour in faces if colour in bright} == liftable


def test_for_the_left_hand_foundations_and_cells_change_sides(resized: Table) -> None:
    page = resized.page
    resized.deal(DEAL)
    page.locator("#settings").click()
    page.locator("#hand").select_option("left")
    page.keyboard.press("Escape")
    assert resized.end_of("foundation-3")["x"] < resized.end_of("cell-0")["x"]
    resized.drag("7D", "column-4")
    resized.until_played(1)
    for width, height in ((844, 390), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(TWO_FRAMES)
        check_table(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.evaluate(TWO_FRAMES)
    page.locator("#settings").click()
    page.locator("#hand").select_option("right")
    page.keyboard.press("Escape")
    assert resized.end_of("cell-0")["x"] < resized.end_of("foundation-3")["x"]


def test_a_squeezed_column_shows_most_of_the_cards_that_are_played_next(resized: Table) -> None:
    page = resized.page
    restore(resized, LONG)
    longest = max(resized.until_same()["piles"].values(), key=len)
    page.set_viewport_size({"width": 844, "height": 390})
    page.evaluate(TWO_FRAMES)
    strips = page.evaluate("tester.strips()")
    heights = [strips[card]["height"] for card in longest[:-1]]
    assert len(heights) == 16
    assert all(low <= high + 0.1 for low, high in itertools.pairwise(heights))
    assert heights[-1] > 1.2 * heights[0] >= LEAST_STRIP
