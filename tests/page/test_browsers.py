"""Any browser: the same visit in Chromium, Firefox and WebKitGTK, by their own mice.

It starts, a card is played; the host goes away; it starts again with the game that was left, and
another card is played. A browser that this machine does not have is skipped, and the reason says
how to get it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, Page, Playwright

from tests.site import PATIENCE, Site, settings_for_chromium
from tests.webdriver import webkit
from web.building.browsers import find_firefox, find_webkit

#: WebKitGTK takes some seconds to compile Pyodide, on a busy machine many.
START = 6 * PATIENCE / 1000
READY = "performance.getEntriesByName('engine-ready').length"
KEPT = "!document.getElementById('offline').hidden"
MOVES = "Number(document.getElementById('moves').textContent)"
STILL = "!document.getAnimations().length"
#: A point of what a selector finds that no other card covers.
BOX = (
    "(({{ x, y, width }}) => [x + width / 2, y + 8])"
    "(document.querySelector('{0}').getBoundingClientRect())"
)


class Window(Protocol):
    """What a test does with a browser's window."""

    def open(self, url: str) -> None:
        """Go to a page."""

    def reload(self) -> None:
        """Load it again."""

    def evaluate(self, expression: str) -> Any:
        """What a JavaScript expression is."""

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press the mouse at one point, and let go at another."""


class Driven:
    """A page that Playwright drives, as a Window."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, url: str) -> None:
        self.page.goto(url)

    def reload(self) -> None:
        self.page.reload()

    def evaluate(self, expression: str) -> Any:
        return self.page.evaluate(expression)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(*end, steps=3)
        mouse.up()


@contextmanager
def in_chromium(playwright: Playwright) -> Iterator[Window]:
    yield from drive(playwright.chromium.launch(**settings_for_chromium()))


@contextmanager
def in_firefox(playwright: Playwright) -> Iterator[Window]:
    program = find_firefox() or pytest.skip("no Firefox here: apt-get install firefox-esr")
    yield from drive(playwright.firefox.launch(channel="moz-firefox", executable_path=program))


def drive(browser: Browser) -> Iterator[Window]:
    try:
        yield Driven(browser.new_page())
    finally:
        browser.close()


@contextmanager
def in_webkit(_: Playwright) -> Iterator[Window]:
    packages = "webkit2gtk-driver xvfb xauth"
    programs = find_webkit() or pytest.skip(f"no WebKitGTK here: apt-get install {packages}")
    with webkit(programs) as session:
        yield session


def wait(window: Window, expression: str, seconds: float = START) -> None:
    """Wait until a JavaScript expression is true."""
    end = time.monotonic() + seconds
    while not window.evaluate(expression):
        assert time.monotonic() < end, f"not true within {seconds:g} s: {expression}"
        time.sleep(0.05)


def play(window: Window, card: str, place: str, moves: int) -> None:
    """Drag a card to a place; wait until the page counts so many moves."""
    wait(window, STILL)
    start = window.evaluate(BOX.format(f'.card[data-card="{card}"]'))
    end = window.evaluate(BOX.format(f'.place[data-place="{place}"]'))
    window.drag(tuple(start), (end[0], end[1] + 20))
    wait(window, f"{MOVES} === {moves}")


@pytest.mark.parametrize("start", [in_chromium, in_firefox, in_webkit])
def test_it_is_played_and_played_on_without_a_host(
    playwright: Playwright, start: Callable[[Playwright], AbstractContextManager[Window]]
) -> None:
    site = Site(prefix="/some/sub-path/")
    try:
        with start(playwright) as window:
            window.open(site.url)
            wait(window, READY)
            play(window, "6S", "cell-0", moves=1)
            wait(window, KEPT)
            site.close()
            window.reload()
            wait(window, READY)
            assert window.evaluate(MOVES) == 1
            play(window, "9C", "cell-1", moves=2)
    finally:
        site.close()
