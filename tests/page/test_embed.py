"""The page in a frame of another site: sizes, sandboxes, storage, messages both ways.

The host page is served from another port, so it is of another origin. It keeps what it hears in
`heard`, by frame, and can `tell(frame, message)`.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Frame, Page

from solitaire import Game, variant_of
from tests.engine.both import solutions
from tests.page.table import Mouse, watched
from tests.site import (
    Fingers,
    Site,
    Visit,
    accessibility_faults,
    ready,
    serving,
    settings_for_chromium,
    until,
)
from web.building.running import ROOT

DEAL = "FC1-C4-AAAAAAE"
OTHER = "BK1-C2-AAAAA24"

HOST = """<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">
<title>A host</title><style>body { margin: 8px; height: 3000px } iframe { border: 0 }</style>
<script>
const heard = [];
const frames_ = () => [...document.querySelectorAll("iframe")];
addEventListener("message", ({ source, data, origin }) => {
  const frame = frames_().findIndex((one) => one.contentWindow === source);
  heard.push({ frame, origin, ...data });
});
const tell = (frame, message) => frames_()[frame].contentWindow.postMessage(message, "*");
let lastId = 0;
const answered = (id) => heard.find((one) => one.id === id);
const ask = async (frame, message) => {
  const id = ++lastId;
  tell(frame, { solitaire: 1, id, ...message });
  while (!answered(id)) await new Promise((done) => setTimeout(done, 5));
  return answered(id);
};
</script><input id="field">%s"""


class Embed:
    """A host page with frames, and somebody who plays in them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.hand = Mouse(page)

    def frame(self, index: int) -> Frame:
        """The frame's own window."""
        frame = self.page.locator("iframe").nth(index).element_handle()
        assert frame
        inner = frame.content_frame()
        assert inner
        return inner

    def ask(self, index: int, kind: str, **fields: Any) -> Any:
        """Send a request, and wait for its answer."""
        message = {"type": kind, **fields}
        return self.page.evaluate("([frame, message]) => ask(frame, message)", [index, message])

    def heard(self, index: int, kind: str) -> list[dict[str, Any]]:
        """The messages of a type from a frame."""
        every: list[dict[str, Any]] = self.page.evaluate("heard")
        return [one for one in every if one["frame"] == index and one["type"] == kind]

    def until_heard(self, index: int, kind: str, count: int = 1) -> dict[str, Any]:
        """Wait for the so-manieth message of a type; the message."""
        end = time.monotonic() + 60
        while len(found := self.heard(index, kind)) < count:
            assert time.monotonic() < end, f"frame {index} has sent no {kind}"
            self.page.wait_for_timeout(20)
        return found[count - 1]

    def at(self, index: int, x: float, y: float) -> tuple[float, float]:
        """A point of a frame, in the host's own measure."""
        self.page.locator("iframe").nth(index).scroll_into_view_if_needed()
        box = self.page.locator("iframe").nth(index).bounding_box()
        assert box
        return box["x"] + x, box["y"] + y

    def drag(self, index: int, card: str, place: str) -> None:
        """Drag a card by the mouse, and wait until the frame tells of the move."""
        frame, moves = self.frame(index), len(self.heard(index, "move"))
        until(frame, "tester.rests()")
        grip = frame.evaluate("(card) => tester.aim(card, null, 5000)", card)
        to = frame.evaluate("(place) => tester.endOf(place)", place)
        self.hand.down(*self.at(index, grip["grip"]["x"], grip["grip"]["y"]))
        dx, dy = to["x"] - grip["x"], to["y"] - grip["y"]
        self.hand.move(*self.at(index, grip["grip"]["x"] + dx + 2, grip["grip"]["y"] + dy + 2))
        self.hand.up()
        self.until_heard(index, "move", moves + 1)

    def look(self, index: int) -> Any:
        """What is on the screen once all rests."""
        until(self.frame(index), "tester.rests()")
        return self.frame(index).evaluate("tester.look()")


#: Each kind of sandbox, and each of the sizes that are asked for.
FRAMES = (
    '<iframe width="400" height="300" src="{url}?embed&deal={deal}"></iframe>',
    '<iframe width="280" height="360" sandbox="allow-scripts" src="{url}?embed#{deal}"></iframe>',
    '<iframe width="800" height="600" sandbox="allow-scripts allow-same-origin"'
    ' src="{url}?embed&game=BK&cells=2&language=hu&theme=dark"></iframe>',
)
SANDBOXES = {"none": 0, "allow-scripts": 1, "allow-scripts allow-same-origin": 2}


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Site]:
    """A server at another port: another origin."""
    with serving() as site:
        yield site


@pytest.fixture(scope="module")
def hosting(browser: Browser, host: Site, elsewhere: Site) -> Iterator[tuple[Visit, Embed]]:
    """One host page with all the frames, which stays open from test to test."""
    visit = Visit(browser, host)
    visit.allow(re.escape(elsewhere.origin))
    frames = "".join(FRAMES).format(url=host.url, deal=DEAL)
    context = watched(visit.context(touch=True, viewport=(900, 1100)))
    page = visit(elsewhere.add("host.html", HOST % frames), context=context)
    yield visit, Embed(page)
    visit.close()


@pytest.fixture
def embed(hosting: tuple[Visit, Embed]) -> Iterator[Embed]:
    """The host page; nothing may go wrong unseen in it or in its frames."""
    visit, embed = hosting
    embed.page.bring_to_front()
    for index in SANDBOXES.values():
        embed.until_heard(index, "ready")
    yield embed
    problems = visit.unexpected()
    visit.problems.clear()
    assert not problems, "\n".join(problems)


# ---------------------------------------------------------------- what the address wishes


def test_each_frame_tells_when_it_is_ready_and_what_lies_there(embed: Embed) -> None:
    told = [embed.until_heard(index, "ready") for index in range(3)]
    assert [one["solitaire"] for one in told] == [1, 1, 1]
    assert [one["code"] for one in told] == [DEAL, DEAL, "BK1-C2-AAAAAAB"]
    assert [one["origin"] == "null" for one in told] == [False, True, False]
    assert {one["status"] for one in told} == {"playing"}
    assert embed.frame(2).evaluate("document.documentElement.lang") == "hu"
    assert embed.frame(2).evaluate("document.documentElement.dataset.theme") == "dark"
    for index, (width, height) in enumerate([(400, 300), (280, 360), (800, 600)]):
        size = embed.until_heard(index, "size")
        assert size["width"] == width
        assert 150 < size["height"] < 2 * height


def test_nothing_is_said_kept_or_written_that_is_not_the_game_s(embed: Embed) -> None:
    for index in range(3):
        frame = embed.frame(index)
        assert not frame.locator("#toast.shown").count()
        assert frame.evaluate("location.hash") == ("#" + DEAL if index == 1 else "")
        assert frame.evaluate("document.documentElement.dataset.embed") == ""
    assert embed.page.evaluate("history.length") == 2  # about:blank and the host itself
    for index in (0, 2):
        assert embed.frame(index).evaluate("localStorage.length") == 0
    refused = "(() => { try { return localStorage.length } catch (error) { return error.name } })()"
    assert embed.frame(1).evaluate(refused) == "SecurityError"


OUTSIDE = """[...document.querySelectorAll("#bar :is(button, dd), .card, .place")]
  .map((one) => [one.id || one.className, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.x < 0 || box.y < 0 || box.right > innerWidth + 0.5
    || box.bottom > innerHeight + 0.5))
  .map(([name]) => name)"""


def test_all_of_it_lies_inside_every_size_of_frame(embed: Embed) -> None:
    for index in range(3):
        embed.ask(index, "restart")
        seen = embed.look(index)
        assert seen["hidden"] == []
        assert sum(map(len, seen["piles"].values())) == 52
        assert embed.frame(index).evaluate(OUTSIDE) == []


# ---------------------------------------------------------------- messages


@pytest.mark.parametrize("sandbox", SANDBOXES)
def test_moves_are_told_and_requests_are_carried_out(embed: Embed, sandbox: str) -> None:
    index = SANDBOXES[sandbox]
    others = [embed.look(other) for other in SANDBOXES.values() if other != index]
    assert embed.ask(index, "open", deal=DEAL)["code"] == DEAL
    moves = len(embed.heard(index, "move"))
    embed.drag(index, "7D", "column-4")
    told = embed.until_heard(index, "move", moves + 1)
    assert (told["cards"], told["to"], told["text"], told["moves"]) == (["7D"], "column-4", "25", 1)
    state = embed.heard(index, "state")[-1]
    assert (state["moves"], state["undoable"], state["happened"]) == (1, 1, "move")
    assert embed.ask(index, "undo")["moves"] == 0
    assert embed.look(index)["piles"]["column-1"][-1] == "7D"
    assert embed.ask(index, "undo")["happened"] == "nothing"
    assert embed.ask(index, "redo")["moves"] == 1
    assert embed.look(index)["piles"]["column-4"][-1] == "7D"
    restarted = embed.ask(index, "restart")
    assert (restarted["moves"], restarted["redoable"]) == (0, 1)
    new = embed.ask(index, "new", game="BK", cells=2)
    assert (new["game"], new["cells"]) == ("BK", 2)
    assert embed.look(index)["code"] == new["code"] != DEAL
    numbered = embed.ask(index, "open", deal="327", game="FC", cells=4)
    assert numbered["code"] == "FC1-C4-AAAAAKH"
    assert [embed.look(other) for other in SANDBOXES.values() if other != index] == others


def test_settings_and_controls_are_set(embed: Embed) -> None:
    frame = embed.frame(0)
    answer = embed.ask(0, "set", language="fr", theme="dark", controls=["undo", "moves", "time"])
    assert (answer["language"], answer["theme"]) == ("fr", "dark")
    assert frame.evaluate("document.documentElement.lang") == "fr"
    seen = frame.evaluate(
        "[...document.querySelectorAll('#bar :is(button[id], dd[id])')]"
        ".filter((one) => one.offsetWidth).map(({ id }) => id)"
    )
    assert seen == ["undo", "moves", "time"]
    table = frame.locator("#table").bounding_box()
    embed.ask(0, "set", controls="none")
    assert not frame.locator("#bar").is_visible()
    higher = frame.locator("#table").bounding_box()
    assert table
    assert higher
    assert higher["height"] > table["height"]
    embed.ask(0, "set", language="auto", theme="auto", controls="all")
    assert frame.locator("#undo").is_visible()


def test_a_control_that_is_left_out_stands_in_no_dialog_either(visit: Visit, site: Site) -> None:
    shown = {
        "new,settings,help": {"#new-restart": False, "#settings-help": True, "#keys": False},
        "new,settings,restart": {"#new-restart": True, "#settings-help": False, "#keys": True},
    }
    for controls, buttons in shown.items():
        src = f"{site.url}?embed&controls={controls}"
        frame = f'<iframe title="game" width="400" height="300" src="{src}"></iframe>'
        page = visit(site.add("small.html", HOST % frame))
        inside = page.frames[1]
        ready(inside)
        for opener, dialog in (("#new", "#new-dialog"), ("#settings", "#settings-dialog")):
            inside.locator(opener).click()
            inside.locator(dialog).wait_for()
            for button in inside.locator(f"{dialog} menu button[id]").all():
                name = f"#{button.get_attribute('id')}"
                assert button.is_visible() is buttons.get(name, True), (controls, name)
            inside.locator(f"{dialog} menu :is(.close, .main)").last.press("Escape")
        page.close()


MARKUP = "<img src=x onerror=hacked=1>"
#: Requests that are none, as JavaScript, and the code and the data that they are answered with.
HOSTILE = {
    "{ solitaire: 2, type: 'undo' }": ("unknown-protocol", {"known": "1"}),
    "{ solitaire: {}, type: 'undo' }": ("unknown-protocol", {"known": "1"}),
    "{ solitaire: 1 }": ("unknown-type", None),
    "{ solitaire: 1, type: '__proto__' }": ("unknown-type", None),
    "{ solitaire: 1, type: 'constructor' }": ("unknown-type", None),
    "{ solitaire: 1, type: 'restore', save: {} }": ("unknown-type", None),
    "{ solitaire: 1, type: 'play', move: '1h' }": ("unknown-type", None),
    "{ solitaire: 1, type: ['undo'] }": ("unknown-type", None),
    'JSON.parse(\'{"solitaire": 1, "type": "undo", "__proto__": {"a": 1}}\')': (
        "unknown-field",
        {"name": "__proto__"},
    ),
    "{ solitaire: 1, type: 'undo', times: 1e9 }": ("unknown-field", {"name": "times"}),
    "{ solitaire: 1, type: 'undo', id: {} }": ("bad-field", {"name": "id"}),
    "{ solitaire: 1, type: 'undo', id: 'x'.repeat(1e6) }": ("bad-field", {"name": "id"}),
    "{ solitaire: 1, type: 'open' }": ("missing-field", {"name": "deal"}),
    "{ solitaire: 1, type: 'open', deal: 7 }": ("bad-field", {"name": "deal"}),
    "{ solitaire: 1, type: 'open', deal: 'A'.repeat(1e7) }": ("bad-field", {"name": "deal"}),
    "{ solitaire: 1, type: 'open', deal: '\\ud800' }": ("unreadable-code", None),
    f"{{ solitaire: 1, type: 'open', deal: '{MARKUP}' }}": ("unreadable-code", None),
    "{ solitaire: 1, type: 'open', deal: '9'.repeat(99) }": ("no-such-deal", None),
    "{ solitaire: 1, type: 'new', cells: 1e300 }": ("bad-field", {"name": "cells"}),
    "{ solitaire: 1, type: 'new', cells: NaN }": ("bad-field", {"name": "cells"}),
    "{ solitaire: 1, type: 'new', cells: '4' }": ("bad-field", {"name": "cells"}),
    "{ solitaire: 1, type: 'new', cells: -0 - 9007199254740991 }": ("unknown-cells", None),
    "{ solitaire: 1, type: 'new', game: '__proto__' }": ("unknown-game", None),
    "{ solitaire: 1, type: 'set', language: 'toString' }": ("bad-value", None),
    f"{{ solitaire: 1, type: 'set', theme: '{MARKUP}' }}": ("bad-value", None),
    "{ solitaire: 1, type: 'set', controls: ['undo', '__proto__'] }": ("bad-value", None),
    "{ solitaire: 1, type: 'set', controls: Array(1e6).fill('x') }": (
        "bad-field",
        {"name": "controls"},
    ),
    "{ solitaire: 1, type: 'set', controls: { length: 3 } }": ("bad-field", {"name": "controls"}),
}
#: What other programs send each other is not answered at all.
NOISE = ["'undo'", "null", "42", "[1, 'undo']", "{ type: 'undo' }", "new Map([['solitaire', 1]])"]


def test_hostile_messages_are_answered_with_a_code_and_change_nothing(embed: Embed) -> None:
    embed.ask(0, "open", deal=DEAL)
    embed.drag(0, "7D", "column-4")
    embed.until_heard(0, "move")
    before, frame = embed.look(0), embed.frame(0)
    errors = len(embed.heard(0, "error"))
    for noise in NOISE:
        embed.page.evaluate(f"tell(0, {noise})")
    for message, (code, data) in HOSTILE.items():
        embed.page.evaluate(f"tell(0, {message})")
        errors += 1
        answer = embed.until_heard(0, "error", errors)
        assert answer["code"] == code, message
        assert data is None or answer["data"] == data, message
        assert len(json.dumps(answer)) < 600, message
    assert frame.evaluate("[window.hacked, {}.a, document.images.length]") == [None, None, 0]
    assert embed.look(0) == before
    embed.drag(0, "8S", "column-6")
    assert embed.ask(0, "set")["moves"] == 2


def test_too_many_requests_at_once_are_refused(embed: Embed) -> None:
    errors = len(embed.heard(0, "error"))
    embed.page.evaluate("for (let i = 0; i < 400; i++) tell(0, { solitaire: 1, type: 'undo' })")
    assert embed.until_heard(0, "error", errors + 1)["code"] == "too-many"
    end = time.monotonic() + 20
    while embed.ask(0, "set").get("code") == "too-many":
        assert time.monotonic() < end
    assert embed.look(0)["moves"] == 0


def test_only_the_host_is_listened_to(embed: Embed) -> None:
    """A frame beside it, a frame in it and the page itself ask in vain."""
    embed.ask(0, "open", deal=DEAL)
    heard = len(embed.heard(0, "error"))
    message = "{ solitaire: 1, type: 'open', deal: 'BK1-C2-AAAAA24' }"
    embed.frame(1).evaluate(f"parent.frames[0].postMessage({message}, '*')")
    embed.frame(2).evaluate(f"parent.frames[0].postMessage({message}, '*')")
    embed.frame(0).evaluate(f"window.postMessage({message}, '*')")
    assert embed.ask(0, "set")["code"] == DEAL
    assert len(embed.heard(0, "error")) == heard


def test_a_new_address_of_the_frame_is_another_deal(embed: Embed) -> None:
    embed.ask(1, "open", deal=DEAL)
    embed.drag(1, "7D", "column-4")  # a host need not be asked whether it means it
    embed.page.evaluate(f"frames_()[1].src = frames_()[1].src.replace('{DEAL}', '{OTHER}')")
    until(embed.frame(1), f"document.getElementById('code').textContent === '{OTHER}'")
    assert embed.look(1)["moves"] == 0
    embed.frame(1).locator("#toast.shown button").click()  # back to the game that was left
    until(embed.frame(1), f"document.getElementById('code').textContent === '{DEAL}'")
    assert embed.look(1)["moves"] == 1


# ---------------------------------------------------------------- a good guest


def test_the_host_scrolls_under_wheel_and_finger(embed: Embed) -> None:
    embed.ask(0, "open", deal=DEAL)
    embed.page.evaluate("scrollTo(0, 0)")
    x, y = embed.at(0, 200, 150)
    embed.page.mouse.move(x, y)
    embed.page.mouse.wheel(0, 60)
    until(embed.page, "scrollY === 60")
    embed.page.evaluate("scrollTo(0, 0)")
    grip = embed.frame(0).evaluate("tester.aim('QC', null, 5000).then(({ grip }) => grip)")
    hand = Fingers(embed.page)
    x, y = embed.at(0, grip["x"], grip["y"])
    hand.down(x, y)  # on a card that can't be lifted
    hand.move(x, y - 150, steps=12)
    hand.up()
    until(embed.page, "scrollY > 40")
    embed.page.evaluate("scrollTo(0, 0)")
    moves = len(embed.heard(0, "move"))
    grip = embed.frame(0).evaluate("tester.aim('AD', null, 5000).then(({ grip }) => grip)")
    hand.tap(*embed.at(0, grip["x"], grip["y"]))
    assert embed.until_heard(0, "move", moves + 1)["cards"] == ["AD"]


BLOCKED = {"profile": {"default_content_setting_values": {"cookies": 2}}}


def test_where_the_browser_blocks_storage_the_game_plays(
    browser: Browser, site: Site, elsewhere: Site, tmp_path: Path
) -> None:
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default/Preferences").write_text(json.dumps(BLOCKED))
    start = browser.browser_type.launch_persistent_context
    context = watched(start(tmp_path, **settings_for_chromium()))
    try:
        page = context.new_page()
        frame = FRAMES[0].format(url=site.url, deal=DEAL)
        page.goto(elsewhere.add("blocked.html", HOST % frame))
        embed = Embed(page)
        embed.until_heard(0, "ready")
        refused = "(() => { try { sessionStorage } catch (error) { return error.name } })()"
        assert embed.frame(0).evaluate(refused) == "SecurityError"
        embed.drag(0, "7D", "column-4")
        assert embed.until_heard(0, "move")["moves"] == 1
        assert embed.ask(0, "undo")["moves"] == 0
        assert not embed.frame(0).locator("#toast.shown").count()
    finally:
        context.close()


def test_a_start_that_fails_is_told_without_taking_the_focus(
    visit: Visit, site: Site, elsewhere: Site
) -> None:
    visit.allow(re.escape(elsewhere.origin))
    site.hang("pyodide-*")
    frame = f'<iframe width="400" height="300" src="{site.url}?embed&patience=1"></iframe>'
    context = watched(visit.context())
    embed = Embed(visit(elsewhere.add("hangs.html", HOST % frame), context=context))
    embed.page.locator("#field").focus()
    assert embed.until_heard(0, "error")["code"] == "start-hangs"
    embed.frame(0).locator("#failed-dialog").wait_for()
    embed.page.keyboard.type("mine")
    assert embed.page.locator("#field").input_value() == "mine"
    assert embed.ask(0, "undo")["code"] == "start-hangs"


def test_a_part_that_does_not_come_is_told_and_can_be_asked_for_again(
    visit: Visit, site: Site, elsewhere: Site
) -> None:
    visit.allow(re.escape(elsewhere.origin) + "|Failed to (load|fetch)")
    site.refuse("app-*/guest-*.js")
    frame = f'<iframe width="400" height="300" src="{site.url}?embed&deal={OTHER}"></iframe>'
    embed = Embed(visit(elsewhere.add("broken.html", HOST % frame)))
    embed.frame(0).locator("#broken").wait_for()
    site.heal()
    embed.frame(0).locator("#broken a").click()
    assert embed.until_heard(0, "ready")["code"] == OTHER


# ---------------------------------------------------------------- wrong wishes


def test_wrong_wishes_are_told_and_the_rest_is_granted(visit: Visit, elsewhere: Site) -> None:
    visit.allow(re.escape(elsewhere.origin))
    wishes = f"embed&game=XX&cells=9&deal={MARKUP}&language=xx&theme=dark&controls=undo,bar&x=1"
    src = (visit.site.url + "?" + wishes).replace("<", "%3C").replace(">", "%3E")
    frame = f'<iframe width="800" height="600" src="{src}"></iframe>'
    context = watched(visit.context())
    embed = Embed(visit(elsewhere.add("wrong.html", HOST % frame), context=context))
    ready = embed.until_heard(0, "ready")
    assert ready["code"] == "FC1-C4-AAAAAAB"
    wrong = {
        (one["code"], one["data"].get("name", "")): one["data"] for one in embed.heard(0, "error")
    }
    assert {
        ("bad-value", "language"),
        ("bad-value", "controls"),
        ("unknown-field", "x"),
        ("unknown-game", ""),
        ("unknown-cells", ""),
        ("unreadable-code", ""),
    } == set(wrong)
    inner = embed.frame(0)
    said = inner.locator("#toast.shown span").inner_text()
    for words in ("“xx” can't be had", "“bar” can't be had", "no game “XX”", "not a game code"):
        assert words in said
    assert "9 free cells" in said
    assert inner.evaluate("document.documentElement.dataset.theme") == "dark"
    assert inner.evaluate("[window.hacked, document.images.length]") == [None, 0]
    assert inner.locator("#undo").is_visible()


# ---------------------------------------------------------------- the element

ELEMENT = """
<script type="module" src="{url}embed.js"></script>
<solitaire-game deal="{deal}" theme="dark" fit style="width: 600px">a link</solitaire-game>
<script>
const game = document.querySelector("solitaire-game");
const events = [];
for (const type of ["ready", "move", "won", "state", "size", "error"]) {{
  const hear = ({{ detail }}) => events.push({{ type, ...detail }});
  game.addEventListener(`solitaire-${{type}}`, hear);
}}
const called = (call) => call.then((state) => state, ({{ code, data }}) => ({{ code, data }}));
</script>"""

#: The save of a frame: the first that there is.
SEED = """(save) => {
  const name = Object.keys(sessionStorage).find((one) => one.endsWith(":game"));
  sessionStorage.setItem(name, save);
  return name;
}"""


def nearly_won() -> str:
    """The save of a game of `DEAL`'s frame that was won, with the last move taken back."""
    game, cells, number, moves = next(one for one in solutions() if one[0] == "FC")
    played = Game(variant_of(game, cells), number)
    for move in moves:
        played.play(move)
    assert played.position.is_won
    played.undo()
    return json.dumps(played.save())


def test_the_element_plays_and_a_host_can_win_without_losing_its_focus(
    visit: Visit, elsewhere: Site
) -> None:
    visit.allow(re.escape(elsewhere.origin))
    body = ELEMENT.format(url=visit.site.url, deal=DEAL)
    context = watched(visit.context(reduced_motion="reduce"))
    page = visit(elsewhere.add("element.html", HOST % body), context=context)
    embed = Embed(page)
    state = page.evaluate("called(game.set())")  # asked before it is ready
    assert (state["code"], state["theme"]) == (DEAL, "dark")
    size = next(one for one in page.evaluate("events") if one["type"] == "size")
    assert page.evaluate("game.offsetHeight") == size["height"]
    embed.drag(0, "7D", "column-4")
    until(page, "events.some(({ type }) => type === 'move')")
    assert page.evaluate("called(game.open('nonsense'))")["code"] == "unreadable-code"
    page.evaluate("game.setAttribute('language', 'hu')")
    until(embed.frame(0), "document.documentElement.lang === 'hu'")

    # The game of a frame outlives a reload, and touches nothing of the player's own.
    save = nearly_won()
    assert "embed0?embed" in embed.frame(0).evaluate(SEED, save)
    assert embed.frame(0).evaluate("localStorage.length") == 0
    page.reload()
    kept = page.evaluate("called(game.set())")
    assert (kept["code"], kept["redoable"]) == (json.loads(save)["code"], 1)
    page.locator("#field").focus()
    assert page.evaluate("called(game.redo())")["status"] == "won"
    until(page, "events.some(({ type }) => type === 'won')")
    embed.frame(0).locator("#won-dialog").wait_for()
    page.keyboard.type("mine")
    assert page.locator("#field").input_value() == "mine"
    dialog = embed.frame(0).locator("#won-dialog")
    dialog.locator("button.main").click()
    embed.frame(0).locator("#new-dialog").wait_for()
    assert not dialog.is_visible()

    page.evaluate("game.setAttribute('deal', 'BK1-C2-AAAAA24')")
    until(page, "events.at(-1).code === 'BK1-C2-AAAAA24'")
    page.evaluate("game.remove()")


# ---------------------------------------------------------------- the page that explains it

TEXTS = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in (ROOT / "web/lang/embedding").glob("*.json")
}


def test_it_is_explained_in_every_language() -> None:
    assert sorted(TEXTS) == sorted(path.stem for path in (ROOT / "web/lang").glob("*.json"))
    game = json.loads((ROOT / "web/lang/en.json").read_text(encoding="utf-8"))
    html = (ROOT / "web/embed.html").read_text(encoding="utf-8")
    for texts in TEXTS.values():
        assert sorted(texts) == sorted(TEXTS["en"])
        for key, text in texts.items():
            assert set(re.findall("`.*?`", text)) == set(re.findall("`.*?`", TEXTS["en"][key])), key
    script = (ROOT / "web/embedding.js").read_text(encoding="utf-8")
    for key, text in re.findall(r'data-say="([^"]+)">(.*?)</(?!code)', html):
        said = unescape(re.sub("</?code>", "`", text))
        assert said == (TEXTS["en"] | game)[key]
    used = re.findall(r'data-say="([^"]+)"', html) + re.findall(r'texts\["(\w+)"\]', script)
    assert sorted(set(TEXTS["en"]) - set(used)) == []


def test_the_form_writes_what_it_shows(visit: Visit) -> None:
    context = watched(visit.context(viewport=(390, 844)))
    page = visit("embed.html", context=context)
    page.evaluate("localStorage.setItem('boulanger-solitaire:game', 'mine')")
    told = page.locator("#told li")
    told.filter(has_text='"ready"').wait_for(timeout=60_000)
    assert accessibility_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_label("Game code or deal number").fill("nonsense & <b>")
    page.get_by_label("Theme").select_option("dark")
    lines = page.locator("#frame-lines")
    assert "controls" not in lines.inner_text()
    page.get_by_label("Hint", exact=True).uncheck()
    page.get_by_label("Time", exact=True).check()
    assert f'src="{visit.site.url}?embed&amp;deal=nonsense%20%26%20%3Cb%3E&amp;theme=dark' in (
        lines.inner_text()
    )
    assert "hint" not in lines.inner_text()
    element = page.locator("#element-lines").inner_text()
    assert '<solitaire-game deal="nonsense &amp; &lt;b>" theme="dark"' in element
    told.filter(has_text='"unreadable-code"').wait_for(timeout=60_000)
    told.filter(has_text='"ready"').first.wait_for(timeout=60_000)
    inner = page.frame_locator("#preview")
    assert not inner.locator("#hint").is_visible()
    assert inner.locator("#time").is_visible()
    assert inner.locator("html").get_attribute("data-theme") == "dark"
    page.locator("button.ask[value=new]").click()
    told.filter(has_text='"id":"button"').wait_for()
    page.locator("#page-language").select_option("hu")
    page.get_by_role("heading", name=TEXTS["hu"]["heading"]).wait_for()
    stored = page.evaluate("Object.entries(localStorage)")
    assert stored == [["boulanger-solitaire:game", "mine"]]
