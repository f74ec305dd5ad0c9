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
