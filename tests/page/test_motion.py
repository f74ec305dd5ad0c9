"""How the table moves, sounds and feels."""

from __future__ import annotations

from tests.page.table import Table
from tests.site import ready, until

DEAL = "FC1-C4-AAAAAAE"


def set_to(table: Table, **settings: str) -> None:
    """Choose in the settings dialog."""
    table.page.locator("#settings").click()
    for name, value in settings.items():
        table.page.locator(f"#{name}").select_option(value)
    table.page.keyboard.press("Escape")


# ---------------------------------------------------------------- sound and vibration

#: Counts what is started and felt, beside the real thing.
LISTEN = """
window.heard = 0;
window.felt = [];
for (const { prototype } of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
  const { start } = prototype;
  prototype.start = function (...args) {
    window.heard += 1;
    return start.apply(this, args);
  };
}
navigator.vibrate = (buzz) => window.felt.push(buzz);
undefined;
"""


def test_sound_and_vibration_are_there_for_who_wants_them(mouse: Table) -> None:
    page = mouse.page
    mouse.deal(DEAL)
    page.evaluate(LISTEN)
    mouse.drag("7D", "column-4")
    mouse.until_played(1)
    assert page.evaluate("[window.heard, window.felt.length]") == [0, 0]
    set_to(mouse, sound="on", vibration="on")
    page.keyboard.press("u")
    until(page, "window.heard > 0 && window.felt.length > 0")
    mouse.until_same()
    before = page.evaluate("window.heard")
    mouse.drag("7D", "column-5")  # which may not lie there
    until(page, f"window.heard > {before + 1}")  # it was lifted, and refused
    mouse.until_same()
    set_to(mouse, sound="off", vibration="off")
    page.reload()
    ready(page)


# ---------------------------------------------------------------- how fast


def test_cards_move_as_fast_as_the_player_likes_or_not_at_all(mouse: Table) -> None:
    page = mouse.page
    mouse.deal(DEAL)
    page.evaluate(
        "window.ran = [];"
        "addEventListener('transitionend', (event) => {"
        " if (event.target.matches('.card') && event.propertyName === 'transform')"
        "   window.ran.push(event.elapsedTime); }, true)"
    )
    times = {}
    for speed in ("slow", "fast", "none", "normal"):
        set_to(mouse, speed=speed)
        page.evaluate("window.ran.length = 0")
        mouse.drag("7D", "column-4")
        mouse.until_played(1)
        page.keyboard.press("u")
        mouse.until_played(0)
        mouse.until_same()
        times[speed] = max(page.evaluate("window.ran"), default=0)
    assert times["none"] == 0
    assert 0 < times["fast"] < times["normal"] < times["slow"]


# ---------------------------------------------------------------- in the hand and in flight

#: What a page says of the way that cards lie: the angle, and how long each waits to fly.
TURNS = """(names) => names.map((name) => {
  const { a, b } = new DOMMatrix(getComputedStyle(
    document.querySelector(`.card[data-card="${name}"]`)).transform);
  return Math.round((Math.atan2(b, a) * 1800) / Math.PI) / 10;
})"""
DELAYS = """(names) => names.map((name) => parseFloat(getComputedStyle(
  document.querySelector(`.card[data-card="${name}"]`)).transitionDelay))"""


def test_a_dragged_run_leans_as_one_and_flies_card_by_card(mouse: Table) -> None:
    page = mouse.page
    run = ["8S", "7D"]
    mouse.deal(DEAL)
    mouse.drag("7D", "column-4")
    mouse.lift("8S", "column-6", moves=1)
    first, second = page.evaluate(TURNS, run)
    assert first == second != 0
    mouse.hand.up()
    mouse.until_played(2)
    assert page.evaluate(DELAYS, run) == [0, 0]  # they are together already
    mouse.until_same()
    assert page.evaluate(TURNS, run) == [0, 0]
    page.keyboard.press("u")
    mouse.until_played(1)
    last, before = page.evaluate(DELAYS, run)
    assert last > before == 0  # undo takes them back the other way round
    mouse.until_same()


def test_a_drop_that_just_misses_counts(mouse: Table) -> None:
    mouse.deal(DEAL)
    box, cell = mouse.aim("7D"), mouse.end_of("cell-0")
    grip = box["grip"]
    mouse.hand.down(grip["x"], grip["y"])
    beside = 1.2 * cell["width"]  # no part of the card is on the cell
    mouse.hand.move(grip["x"] + cell["x"] - box["x"] - beside, grip["y"] + cell["y"] - box["y"])
    assert mouse.box_of("7D")["x"] + cell["width"] < cell["x"]
    mouse.hand.up()
    mouse.until_played(1)
    assert "7D" in mouse.until_same()["piles"]["cell-0"]


def test_who_does_not_wait_for_the_deal_plays_at_once(mouse: Table) -> None:
    page = mouse.page
    mouse.deal(DEAL)
    mouse.until_same()
    grip, target = mouse.aim("7D"), mouse.end_of("column-4")
    mouse.deal(DEAL)  # deals it anew
    assert page.evaluate("document.getAnimations().length") > 26
    mouse.hand.down(grip["grip"]["x"], grip["grip"]["y"])
    mouse.hand.move(target["x"] + target["width"] / 2, target["y"] + 20)
    mouse.hand.up()
    mouse.until_played(1)
    assert "7D" in mouse.until_same()["piles"]["column-4"]
