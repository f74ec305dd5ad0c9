"""The table as a player sees and touches it, beside what the engine says of it.

What is seen is measured on the screen: where each card's box lies, what is drawn on it, and what
is on top at a point. The engine is asked by a call of its own, through the worker that the page
started. Hands are the mouse of Playwright and the fingers of tests/site.py.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import BrowserContext, Locator, Page

from solitaire import Game, Move
from solitaire.cards import name_of
from solitaire.gestures import double_tap, tap
from tests.site import PATIENCE, Fingers, until

EYES = Path(__file__).with_name("table.js")
#: Puts a text into both of the page's storages: of the tab and of all tabs.
STORE = """([name, text]) => {
  for (const storage of [sessionStorage, localStorage]) {
    storage.setItem('boulanger-solitaire:' + name, text);
  }
}"""
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
ELSEWHERE = "FC1-C4-AAAAH2B"  # a deal that no test plays


def watched(context: BrowserContext) -> BrowserContext:
    """A context whose pages a Table can look at."""
    context.add_init_script(path=EYES)
    return context


def middle_of(element: Locator) -> tuple[float, float]:
    """The point in the middle of an element that can be seen."""
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Hand(Protocol):
    """What a mouse and a finger have in common. Points are in CSS pixels of the viewport."""

    def down(self, x: float, y: float) -> None:
        """Press."""

    def move(self, x: float, y: float, *, steps: int = 5) -> None:
        """Go there while pressed."""

    def up(self) -> None:
        """Let go."""

    def tap(self, x: float, y: float, at: float | None = None) -> None:
        """Press and let go at once, now or at a time in seconds since the epoch."""


class Mouse:
    """The mouse of a page, as a Hand."""

    def __init__(self, page: Page) -> None:
        self._mouse = page.mouse
        self._session = page.context.new_cdp_session(page)

    def down(self, x: float, y: float) -> None:
        """Go there and press the left button."""
        self._mouse.move(x, y)
        self._mouse.down()

    def move(self, x: float, y: float, *, steps: int = 5) -> None:
        """Go there along a straight line."""
        self._mouse.move(x, y, steps=steps)

    def up(self) -> None:
        """Let the button go."""
        self._mouse.up()

    def tap(self, x: float, y: float, at: float | None = None) -> None:
        """A click."""
        self._mouse.move(x, y)
        click: dict[str, Any] = {"x": x, "y": y, "button": "left", "clickCount": 1}
        if at is not None:
            click["timestamp"] = at
        for kind, buttons in (("mousePressed", 1), ("mouseReleased", 0)):
            event = {"type": kind, "buttons": buttons, **click}
            self._session.send("Input.dispatchMouseEvent", event)


class Pen:
    """A pen at a page, as a Hand: a pointer of its own kind."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._at = (0.0, 0.0)

    def _send(self, kind: str, at: float | None = None, **more: Any) -> None:
        x, y = self._at
        event = {"type": kind, "x": x, "y": y, "pointerType": "pen", "force": 0.5, **more}
        when = {} if at is None else {"timestamp": at}
        self._session.send("Input.dispatchMouseEvent", {**event, **when})

    def down(self, x: float, y: float, at: float | None = None) -> None:
        """Put the pen down."""
        self._at = (x, y)
        self._send("mousePressed", at, button="left", buttons=1, clickCount=1)

    def move(self, x: float, y: float, *, steps: int = 5) -> None:
        """Draw it there along a straight line."""
        (from_x, from_y) = self._at
        for step in range(1, steps + 1):
            part = step / steps
            self._at = (from_x + (x - from_x) * part, from_y + (y - from_y) * part)
            self._send("mouseMoved", button="left", buttons=1)

    def up(self, at: float | None = None) -> None:
        """Lift it."""
        self._send("mouseReleased", at, button="left", buttons=0, clickCount=1)

    def tap(self, x: float, y: float, at: float | None = None) -> None:
        """Down and up."""
        self.down(x, y, at)
        self.up(at)


class Table:
    """One page with a player at it.

    `hand` is the mouse, or a finger where the page has a touch screen. `until_same()` is the
    judge of most tests: what is on the screen has to become what the engine says, and stay so.

    Where a method takes `moves`, it first waits until the page counts so many.
    """

    def __init__(self, page: Page, *, touch: bool = False) -> None:
        self.page = page
        self.fingers = Fingers(page) if touch else None
        self.hand: Hand = self.fingers or Mouse(page)

    # ------------------------------------------------------------ what there is

    def look(self) -> dict[str, Any]:
        """What is on the screen: `piles`, `hidden` cards, `score` … and whether all `rests`."""
        seen: dict[str, Any] = self.page.evaluate("tester.look()")
        return seen

    def ask(self, call: str = "view", **args: Any) -> Any:
        """What the engine answers."""
        return self.page.evaluate("([call, args]) => tester.ask(call, args)", [call, args])

    def wanted(self) -> dict[str, Any]:
        """What the engine says should be on the screen, in the words of `look`."""
        view = self.ask()
        return {
            **{name: view[name] for name in ("piles", "score", "moves", "code", "save")},
            "undo": view["undoable"] > 0,
            "redo": view["redoable"] > 0,
            "rests": True,
            "hidden": [],
        }

    def until_same(self, seconds: float = 5) -> dict[str, Any]:
        """Wait until the screen shows what the engine says, and return what that is."""
        end = time.monotonic() + seconds
        while (seen := self.look()) != (wanted := self.wanted()) or self.wanted() != wanted:
            if time.monotonic() > end:
                differing = [name for name in wanted if seen[name] != wanted[name]]
                words = [f"{name}: {seen[name]} is not {wanted[name]}" for name in differing]
                raise AssertionError("the screen differs from the engine:\n" + "\n".join(words))
            self.page.wait_for_timeout(20)
        return wanted

    def until_played(self, moves: int) -> None:
        """Wait until the page counts so many moves."""
        until(self.page, f"document.getElementById('moves').textContent === '{moves}'")

    def until_laid(self) -> None:
        """Wait until what the page has just opened beside the table has its room: two frames."""
        self.page.evaluate(TWO_FRAMES)
        self.until_still()

    def until_still(self) -> None:
        """Wait until nothing moves."""
        until(self.page, "tester.rests()")

    def until_said(self, words: str) -> None:
        """Wait until a short message holds these words."""
        self.page.locator("#toast.shown span", has_text=words).wait_for()

    # ------------------------------------------------------------ what a player does

    def deal(self, code: str) -> Game:
        """Start a deal by its address; the same game for Python."""
        seen = self.look()
        if seen["moves"]:  # or the page would ask whether it may leave that game
            self.page.locator("#restart").click()
            self.until_played(0)
        for one in (ELSEWHERE, code) if seen["code"] == code else (code,):
            self.page.evaluate("code => { location.hash = code; }", one)
            until(self.page, f"document.getElementById('code').textContent === '{one}'")
        return Game.from_code(code)

    def aim(self, card: str, moves: int | None = None) -> Any:
        """Where a card can be touched, `grip`, and its box."""
        wanted = [card, moves, PATIENCE]
        return self.page.evaluate("(wanted) => tester.aim(...wanted)", wanted)

    def box_of(self, card: str) -> Any:
        """The box of a card on the screen, wherever it is just now."""
        return self.page.evaluate("(name) => tester.boxOf(name)", card)

    def end_of(self, place: str) -> Any:
        """The box of a place's last card, or of the place where it is empty."""
        return self.page.evaluate("(name) => tester.endOf(name)", place)

    def pause(self) -> None:
        """Let so much time pass that the next tap makes no double tap with the last."""
        self.page.wait_for_timeout(400)

    def tap(self, card: str, moves: int | None = None) -> None:
        """Tap a card where it can be seen."""
        grip = self.aim(card, moves)["grip"]
        self.hand.tap(grip["x"], grip["y"])

    def double_tap(self, card: str, moves: int | None = None) -> None:
        """Tap twice at the same point, a tenth of a second apart however busy the machine is."""
        grip = self.aim(card, moves)["grip"]
        now = time.time()
        self.hand.tap(grip["x"], grip["y"], now)
        self.hand.tap(grip["x"], grip["y"], now + 0.1)

    def tap_place(self, name: str) -> None:
        """Tap the end of a pile: its last card, or the place where it is empty."""
        box = self.end_of(name)
        self.hand.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def lift(self, card: str, target: str, moves: int | None = None) -> tuple[float, float]:
        """Drag a card over a place, a little beside it, and keep it there; where the hand is."""
        box = self.aim(card, moves)
        grip, to = box["grip"], self.end_of(target)
        dx = to["x"] - box["x"] + 0.2 * box["width"]
        dy = to["y"] - box["y"] + 0.1 * box["height"]
        self.hand.down(grip["x"], grip["y"])
        self.hand.move(grip["x"] + dx, grip["y"] + dy, steps=3)
        return grip["x"] + dx, grip["y"] + dy

    def drag(self, card: str, target: str, moves: int | None = None) -> None:
        """Drag a card, with the run below it, and drop it on a place."""
        self.lift(card, target, moves)
        self.hand.up()

    def choose(self, card: str, target: str, moves: int | None = None) -> None:
        """Tap a card, then one of the places that light up."""
        self.tap(card, moves)
        self.page.locator(f'.card.selected[data-card="{card}"]').wait_for()
        self.tap_place(target)

    def plays_on(self) -> None:
        """The next gesture works: some card is dragged to some place, and the page shows it."""
        self.until_same()
        view = self.ask()
        card, target = next(
            (card, place)
            for card, places in view["lift"].items()
            for place in places
            if not place.startswith("foundation")
        )
        self.drag(card, target)
        self.until_played(view["moves"] + 1)
        assert card in self.until_same()["piles"][target]


def lifted_card(game: Game, move: Move) -> str:
    """The name of the card that is taken hold of for a move."""
    return name_of(game.position.cards_at(move.source)[-move.count])


def ways(game: Game, move: Move) -> list[str]:
    """How a player can make a move: names of gestures.

    A tap or a double tap only where it means this very move, and a tap on the target only where
    the card there would not rather go up itself.
    """
    position = game.position
    card = position.cards_at(move.source)[-move.count]
    there = position.cards_at(move.target)
    tapped = tap(position, card)
    found = ["drag"]
    if tapped == move:
        found.append("tap")
    if double_tap(position, card) == move and tapped in (None, move):
        found.append("double tap")
    if tapped is None and not (there and tap(position, there[-1])):
        found.append("choose")
    return found
