"""Gestures that are broken off, pile up or meet something else: the table stays the engine's.

After each of them the screen has to show the engine's position, and the next gesture has to work.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.page.seats import SIZES
from tests.page.table import TWO_FRAMES, Pen, Table, middle_of
from tests.site import Fingers, Visit, ready

#: Column 4 ends in 3H 2D AD, 2 in 7D, 5 in 8S, 7 in 9H; no other card can go up.
DEAL = "FC1-C4-AAAAAAE"
CAPTURE = "document.getElementById('table').releasePointerCapture(1)"  # 1 is the mouse
LIFTED = "document.querySelectorAll('.card.lifted').length"


def fingers(table: Table) -> Fingers:
    assert table.fingers
    return table.fingers


# ---------------------------------------------------------------- broken off


def lose_capture(page: Page) -> None:
    page.evaluate(CAPTURE)


def press_escape(page: Page) -> None:
    page.keyboard.press("Escape")


@pytest.mark.parametrize("break_off", [lose_capture, press_escape])
def test_a_drag_that_is_broken_off_moves_nothing(
    mouse: Table, break_off: Callable[[Page], None]
) -> None:
    mouse.deal(DEAL)
    before = mouse.until_same()
    mouse.lift("7D", "cell-0")
    assert mouse.page.evaluate(LIFTED) == 1
    break_off(mouse.page)
    mouse.hand.move(100, 150)  # over the cells
    assert mouse.page.evaluate(LIFTED) == 0
    mouse.hand.up()
    assert mouse.until_same() == before
    mouse.plays_on()


def test_a_touch_that_the_system_takes_away_moves_nothing(touch: Table) -> None:
    touch.deal(DEAL)
    before = touch.until_same()
    touch.lift("7D", "cell-0")
    assert touch.page.evaluate(LIFTED) == 1
    fingers(touch).cancel()
    assert touch.until_same() == before
    grip = touch.aim("AD")["grip"]
    touch.hand.down(grip["x"], grip["y"])  # and before it drags
    fingers(touch).cancel()
    assert touch.until_same() == before
    touch.plays_on()


def test_the_page_does_not_scroll_or_zoom_under_the_finger(touch: Table) -> None:
    touch.deal(DEAL)
    touch.page.evaluate("addEventListener('pointercancel', () => { window.cancelled = true; })")
    start = touch.aim("QC")["grip"]  # not to be lifted
    touch.hand.down(start["x"], start["y"])
    touch.hand.move(start["x"], start["y"] - 300, steps=12)
    touch.hand.up()
    assert touch.page.evaluate("[window.cancelled, scrollY, visualViewport.scale]") == [None, 0, 1]
    touch.plays_on()


def test_a_pen_drags_taps_and_taps_twice(mouse: Table) -> None:
    mouse.deal(DEAL)
    mouse.page.evaluate(
        "window.kinds = new Set();"
        "addEventListener('pointerdown', ({ pointerType }) => kinds.add(pointerType))"
    )
    hand, mouse.hand = mouse.hand, Pen(mouse.page)
    try:
        mouse.drag("7D", "column-4")
        mouse.tap("AD", 1)
        mouse.pause()
        mouse.double_tap("2D", 2)
        mouse.until_played(3)
        mouse.until_same()
    finally:
        mouse.hand = hand
    assert mouse.page.evaluate("[...kinds]") == ["pen"]


def test_a_finger_that_rests_on_a_card_calls_no_menu_and_can_drag_it_then(touch: Table) -> None:
    touch.deal(DEAL)
    touch.page.evaluate(
        "addEventListener('contextmenu', (event) => { window.menu = !event.defaultPrevented; })"
    )
    grip = touch.aim("7D")["grip"]
    to = touch.end_of("column-4")
    touch.hand.down(grip["x"], grip["y"])
    touch.page.wait_for_timeout(900)
    touch.hand.move(to["x"] + to["width"] / 2, to["y"] + to["height"] / 2)
    touch.hand.up()
    touch.until_played(1)
    touch.until_same()
    assert not touch.page.evaluate("window.menu || String(getSelection())")


def test_a_swipe_from_the_edge_neither_leaves_nor_reloads_the_page(touch: Table) -> None:
    touch.deal(DEAL)
    before = touch.until_same()
    touch.page.evaluate("window.here = true")
    width, height = SIZES["touch"]
    for (x, y), (to_x, to_y) in [
        ((1, 400), (300, 400)),
        ((width - 1, 400), (90, 400)),
        ((200, 60), (200, 700)),
        ((200, height - 1), (200, 200)),
    ]:
        touch.hand.down(x, y)
        touch.hand.move(to_x, to_y, steps=8)
        touch.hand.up()
    assert touch.page.evaluate("[window.here, scrollX, scrollY]") == [True, 0, 0]
    touch.page.keyboard.press("Escape")
    assert touch.until_same()["piles"] == before["piles"]
    touch.plays_on()


@pytest.mark.parametrize(
    ("size", "insets"),
    [
        ((390, 844), {"top": 47, "bottom": 34, "left": 0, "right": 0}),
        ((844, 390), {"top": 0, "bottom": 21, "left": 47, "right": 47}),
    ],
    ids=["upright", "sideways"],
)
def test_nothing_lies_under_a_notch_or_a_rounded_corner(
    visit: Visit, size: tuple[int, int], insets: dict[str, int]
) -> None:
    page = ready(visit("#" + DEAL, viewport=size, touch=True))
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    page.evaluate(TWO_FRAMES)
    boxes = page.evaluate(
        "[...document.querySelectorAll('#bar button, #bar dd, #table > *')]"
        ".filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect())"
        ".map(({ left, top, right, bottom }) => ({ left, top, right, bottom }))"
    )
    assert len(boxes) > 70
    assert min(box["left"] for box in boxes) >= insets["left"]
    assert min(box["top"] for box in boxes) >= insets["top"]
    assert max(box["right"] for box in boxes) <= size[0] - insets["right"]
    assert max(box["bottom"] for box in boxes) <= size[1] - insets["bottom"]


def test_the_window_changes_its_size_in_mid_drag(table: Table) -> None:
    table.deal(DEAL)
    size = table.page.viewport_size
    assert size
    x, y = table.lift("7D", "cell-0")
    table.page.set_viewport_size({"width": size["height"], "height": size["width"]})
    table.page.evaluate(TWO_FRAMES)
    box, to = table.box_of("7D"), table.end_of("cell-3")
    table.hand.move(x + to["x"] - box["x"], y + to["y"] - box["y"])
    table.hand.up()
    table.until_played(1)
    assert table.until_same()["piles"]["cell-3"] == ["7D"]
    table.plays_on()
    table.page.set_viewport_size(size)
    table.page.evaluate(TWO_FRAMES)
    table.plays_on()


def test_a_dialog_that_opens_in_mid_drag_ends_in_order(mouse: Table) -> None:
    mouse.deal(DEAL)
    mouse.lift("7D", "cell-0")
    mouse.page.keyboard.press("n")
    dialog = mouse.page.locator("#new-dialog")
    dialog.wait_for()
    mouse.hand.move(5, 400)
    mouse.hand.up()
    mouse.page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    mouse.plays_on()


# ---------------------------------------------------------------- more than one finger


def test_a_second_finger_does_nothing_while_the_first_drags(touch: Table) -> None:
    touch.deal(DEAL)
    hand = fingers(touch)
    other = touch.aim("AD")["grip"]
    touch.lift("7D", "cell-0")
    hand.down(other["x"], other["y"], finger=1)
    hand.move(other["x"] + 60, other["y"] + 60, finger=1)
    assert touch.page.evaluate(LIFTED) == 1
    hand.up(finger=1)
    hand.up()
    touch.until_played(1)
    shown = touch.until_same()["piles"]
    assert shown["cell-0"] == ["7D"]
    assert shown["column-3"][-1] == "AD"
    touch.plays_on()


def test_a_second_finger_that_stays_longer_does_nothing_either(touch: Table) -> None:
    touch.deal(DEAL)
    hand = fingers(touch)
    other = touch.aim("AD")["grip"]
    touch.lift("7D", "cell-0")
    hand.down(other["x"], other["y"], finger=1)
    hand.up()
    hand.move(other["x"] + 60, other["y"] + 60, finger=1)
    hand.up(finger=1)
    touch.until_played(1)
    assert touch.until_same()["piles"]["column-3"][-1] == "AD"
    touch.plays_on()


def test_two_fingers_at_once_play_at_most_one_card(touch: Table) -> None:
    touch.deal(DEAL)
    hand = fingers(touch)
    first, second = touch.aim("AD")["grip"], touch.aim("7D")["grip"]
    hand.down(first["x"], first["y"])
    hand.down(second["x"], second["y"], finger=1)
    hand.up(finger=1)
    hand.up()
    touch.until_played(1)
    assert touch.until_same()["piles"]["foundation-2"] == ["AD"]
    touch.plays_on()


# ---------------------------------------------------------------- faster than the eye


def test_ten_fast_taps_on_one_spot(table: Table) -> None:
    table.deal(DEAL)
    grip = table.aim("AD")["grip"]
    for _ in range(10):
        table.hand.tap(grip["x"], grip["y"])
    table.until_same()
    table.plays_on()


def test_ten_fast_taps_all_over_the_table(table: Table) -> None:
    table.deal(DEAL)
    names = ["9C", "4S", "AD", "QC", "6H", "9C", "8S", "7D", "JD", "9H"]
    grips = [table.aim(name)["grip"] for name in names]
    for grip in grips:
        table.hand.tap(grip["x"], grip["y"])
    table.until_same()
    table.plays_on()


def test_drags_that_follow_each_other_at_once(table: Table) -> None:
    table.deal(DEAL)
    ways = {"7D": "cell-0", "9C": "cell-1", "4S": "cell-2", "8S": "column-6"}
    paths = [(table.aim(card), table.end_of(place)) for card, place in ways.items()]
    for box, to in paths:
        grip = box["grip"]
        table.hand.down(grip["x"], grip["y"])
        table.hand.move(to["x"] + grip["x"] - box["x"], to["y"] + grip["y"] - box["y"], steps=2)
        table.hand.up()
    table.until_played(4)
    shown = table.until_same()["piles"]
    assert [shown[name][-1] for name in ways.values()] == list(ways)


def test_undo_and_redo_mashed_while_cards_fly(table: Table) -> None:
    table.deal(DEAL)
    for card, place in {"7D": "column-4", "8S": "column-6", "9C": "cell-0", "AD": ""}.items():
        table.drag(card, place or "foundation-2")
    keyboard = table.page.keyboard
    for keys in ("uuuu", "rrrr", "uururuurr", "uuuuuuuu", "rrrrrr"):
        for key in keys:
            keyboard.press(key)
    wanted = table.until_same()
    assert wanted["moves"] == 4
    assert not wanted["redo"]
    table.plays_on()


def test_undo_mashed_between_taps_and_drags(table: Table) -> None:
    """The same for every run: a generator with a seed."""
    table.deal(DEAL)
    draw = random.Random(4)
    for _ in range(12):
        view = table.ask()
        card = draw.choice(sorted(view["lift"]))
        grip = table.box_of(card)
        table.hand.down(grip["x"] + grip["width"] / 2, grip["y"] + 5)
        if draw.random() < 0.6:
            table.hand.move(draw.randrange(20, 380), draw.randrange(70, 700), steps=2)
        for _ in range(draw.randrange(3)):
            table.page.keyboard.press(draw.choice("uur"))
        table.hand.up()
        for _ in range(draw.randrange(3)):
            table.page.keyboard.press(draw.choice("ur"))
    table.until_same()
    table.plays_on()


def test_the_buttons_mashed_with_a_finger(table: Table) -> None:
    table.deal(DEAL)
    table.drag("7D", "column-4")
    table.drag("8S", "column-6", moves=1)
    table.until_played(2)
    points = {name: middle_of(table.page.locator(f"#{name}")) for name in ("undo", "redo")}
    for name in ("undo", "undo", "redo", "undo", "redo", "redo", "undo", "undo", "redo"):
        table.hand.tap(*points[name])
    table.until_played(1)
    assert table.until_same()["piles"]["column-4"][-2:] == ["8S", "7D"]
    table.plays_on()


#: Stops a card where it flies over the place where another one can be touched; that point.
STOP_OVER_ANOTHER = """(name) => new Promise((resolve) => {
  window.touched = null;
  addEventListener("pointerdown", ({ target }) => {
    window.touched = target.closest(".card")?.dataset.card;
  }, { once: true, capture: true });
  const others = [...document.querySelectorAll(".card")].filter((one) => one.dataset.card !== name)
    .map((one) => one.getBoundingClientRect()).map(({ x, y, width }) => [x + width / 2, y + 6]);
  const look = () => {
    const { x, y, width, height } = tester.boxOf(name);
    const under = others.find(([a, b]) => a > x && a < x + width && b > y && b < y + height);
    if (!under) return requestAnimationFrame(look);
    document.getAnimations().forEach((one) => one.pause());
    resolve(under);
  };
  requestAnimationFrame(look);
})"""


def test_a_tap_means_what_lies_there_and_not_what_flies_over_it(mouse: Table) -> None:
    for _ in range(10):  # on a busy machine a card may land before the hand comes down
        mouse.deal(DEAL)
        mouse.double_tap("6H")  # to the first cell, over the columns on the left
        mouse.hand.tap(*mouse.page.evaluate(STOP_OVER_ANOTHER, "6H"))
        mouse.page.evaluate("document.getAnimations().forEach((one) => one.play())")
        assert mouse.until_same()["piles"]["cell-0"] == ["6H"]
        assert not mouse.page.locator('[data-card="6H"].selected').count()
        if mouse.page.evaluate("window.touched") == "6H":
            return
    raise AssertionError("no tap met the card in its flight")


def test_a_tap_while_the_cards_are_dealt_means_the_card_that_will_lie_there(table: Table) -> None:
    table.deal(DEAL)
    grip = table.aim("AD")["grip"]
    table.deal("BK1-C4-AAAAAAE")
    table.hand.tap(grip["x"], grip["y"])
    table.until_played(1)
    assert table.until_same()["piles"]["foundation-2"] == ["AD"]
