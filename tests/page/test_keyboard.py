"""The keys, and all that can be reached without a pointer."""

from __future__ import annotations

import pytest

from tests.page.table import Table
from tests.site import until

DEAL = "FC1-C4-AAAAAAE"
BUTTONS = ["new", "restart", "undo", "redo", "hint", "solution", "settings", "code"]


def play_two(table: Table) -> None:
    table.deal(DEAL)
    table.drag("7D", "column-4")
    table.drag("8S", "column-6", moves=1)
    table.until_played(2)


@pytest.mark.parametrize(
    ("undo", "redo"),
    [("u", "r"), ("Control+z", "Control+y"), ("Backspace", "Control+Shift+z"), ("U", "R")],
)
def test_keys_undo_and_redo(mouse: Table, undo: str, redo: str) -> None:
    play_two(mouse)
    after = mouse.until_same()
    for moves in (1, 0):
        mouse.page.keyboard.press(undo)
        mouse.until_played(moves)
    assert not mouse.until_same()["undo"]
    if redo == "R":  # with Caps Lock; Shift+R is another key
        return
    for moves in (1, 2):
        mouse.page.keyboard.press(redo)
        mouse.until_played(moves)
    assert mouse.until_same() == after


def test_shift_r_starts_the_deal_again(mouse: Table) -> None:
    play_two(mouse)
    mouse.page.keyboard.press("Shift+R")
    mouse.until_played(0)
    assert mouse.until_same()["redo"]


def test_n_opens_the_new_game_dialog_and_escape_closes_it(mouse: Table) -> None:
    play_two(mouse)
    before = mouse.until_same()
    mouse.page.keyboard.press("n")
    dialog = mouse.page.locator("#new-dialog")
    dialog.wait_for()
    dialog.get_by_role("button", name="Close").focus()
    mouse.page.keyboard.type("un")  # keys of the game mean nothing in here
    mouse.page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    assert mouse.until_same() == before


def test_letters_in_a_field_are_text(mouse: Table) -> None:
    play_two(mouse)
    mouse.page.keyboard.press("n")
    field = mouse.page.locator("#new-deal")
    field.click()
    mouse.page.keyboard.type("unru")
    assert field.input_value() == "unru"
    mouse.page.keyboard.press("Control+z")
    mouse.page.keyboard.press("Escape")
    assert mouse.until_same()["moves"] == 2


def test_other_keys_are_left_to_the_browser(mouse: Table) -> None:
    play_two(mouse)
    mouse.page.evaluate(
        "window.taken = [];"
        "addEventListener('keydown', (event) => window.taken.push(event.defaultPrevented));"
    )
    keys = ("Control+r", "Control+n", "Alt+u", "Meta+r", "u")
    for key in keys:
        mouse.page.keyboard.press(key)
    taken = mouse.page.evaluate("window.taken")
    assert taken.count(True) == 1  # the last
    assert taken[-1]
    mouse.until_played(1)


def test_tab_reaches_every_button_and_enter_presses_it(mouse: Table) -> None:
    play_two(mouse)
    reached = []
    for _ in range(20):  # from wherever the focus is now, more than once round
        mouse.page.keyboard.press("Tab")
        name, outline = mouse.page.evaluate(
            "[document.activeElement.id, getComputedStyle(document.activeElement).outline]"
        )
        reached.append(name)
        assert not name or "solid 2px" in outline, name  # and one sees where one is
    start = reached.index("new")
    assert reached[start : start + len(BUTTONS)] == BUTTONS
    mouse.page.locator("#undo").focus()
    mouse.page.keyboard.press("Enter")
    mouse.until_played(1)
    mouse.page.locator("#redo").focus()
    mouse.page.keyboard.press("Space")
    mouse.until_played(2)


def test_a_dialog_is_worked_by_keys_alone(mouse: Table) -> None:
    mouse.deal(DEAL)
    mouse.page.locator("#new").focus()
    mouse.page.keyboard.press("Enter")
    mouse.page.locator("#new-dialog").wait_for()
    focused = "document.activeElement.value"
    assert mouse.page.evaluate(focused) == "FC"
    mouse.page.keyboard.press("ArrowRight")
    assert mouse.page.evaluate(focused) == "BK"
    mouse.page.keyboard.press("Tab")
    mouse.page.keyboard.press("ArrowRight")
    mouse.page.keyboard.press("Tab")
    assert mouse.page.evaluate(focused) == "winnable"
    mouse.page.keyboard.press("Tab")
    mouse.page.keyboard.type("860")
    mouse.page.keyboard.press("Enter")
    until(mouse.page, "document.getElementById('code').textContent === 'BK1-C2-AAAAA24'")
    until(mouse.page, "document.activeElement.id === 'new'")  # back where one came from
