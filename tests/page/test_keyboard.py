"""The keys, and all that can be reached without a pointer."""

from __future__ import annotations

import pytest

from solitaire.position import Place
from tests.page.keys import focused, spot, walk
from tests.page.table import Table
from tests.site import until

DEAL = "FC1-C4-AAAAAAE"
BUTTONS = ["new", "restart", "undo", "redo", "hint", "solution", "settings", "help", "code"]


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
        assert not name or "solid" in outline, name  # and one sees where one is
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


# ---------------------------------------------------------------- on the table

CELLS = Place("cell", 0)
SEEN = "solid 3px"
#: Column 4 ends in 3H 2D AD, 2 in 7D, 5 in 8S, 7 in 9H.
COLUMN_2, COLUMN_5 = Place("column", 1), Place("column", 4)


def go(table: Table, place: Place, card: str | None = None) -> None:
    """Walk to the end of a pile, or to a card of it."""
    walk(table.page, place, table.ask()["piles"][str(place)], card)


def test_the_table_is_one_tab_stop_and_the_arrows_walk_it(mouse: Table) -> None:
    mouse.deal(DEAL)
    page = mouse.page
    page.locator("#code").focus()
    page.keyboard.press("Tab")
    for key in ["ArrowDown", *["ArrowLeft"] * 8, "End"]:  # from wherever the last test was
        page.keyboard.press(key)
    first = spot(page)
    assert first == mouse.ask()["piles"]["column-0"][-1]
    assert focused(page)["outline"] == SEEN
    piles = mouse.ask()["piles"]
    for key, card in [
        ("ArrowRight", piles["column-1"][-1]),
        ("ArrowUp", piles["column-1"][-2]),
        ("Home", piles["column-1"][0]),
        ("ArrowUp", "cell-1"),
        ("ArrowLeft", "cell-0"),
        ("ArrowLeft", "cell-0"),
        ("ArrowDown", piles["column-0"][0]),
        ("End", piles["column-0"][-1]),
        ("ArrowDown", piles["column-0"][-1]),
    ]:
        page.keyboard.press(key)
        assert (spot(page), focused(page)["outline"]) == (card, SEEN), key
    page.keyboard.press("Tab")
    assert spot(page) is None
    page.keyboard.press("Shift+Tab")
    assert spot(page) == first
    page.keyboard.press("Shift+Tab")
    assert focused(page)["id"] == "code"


def test_enter_takes_a_card_and_puts_it(mouse: Table) -> None:
    mouse.deal(DEAL)
    go(mouse, COLUMN_2)
    mouse.page.keyboard.press("Enter")
    mouse.page.locator('.card.selected[data-card="7D"][aria-pressed="true"]').wait_for()
    go(mouse, COLUMN_5)
    mouse.page.keyboard.press("Space")
    mouse.until_played(1)
    assert mouse.until_same()["piles"]["column-4"][-2:] == ["8S", "7D"]
    assert spot(mouse.page) == "7D"  # still at the end of the column where it was put


def test_enter_twice_does_what_a_double_tap_does(mouse: Table) -> None:
    mouse.deal(DEAL)
    wanted = mouse.ask()["lift"]["7D"][0]
    go(mouse, COLUMN_2)
    mouse.page.keyboard.press("Enter")
    mouse.page.keyboard.press("Enter")
    mouse.until_played(1)
    piles = mouse.until_same()["piles"]
    assert piles[wanted][-1] == "7D"
    assert spot(mouse.page) == piles["column-1"][-1]  # the keys stay where they were
    mouse.page.keyboard.press("Control+z")
    mouse.until_played(0)
    assert spot(mouse.page) == "7D"


def test_escape_lets_go_and_a_refusal_does_too(mouse: Table) -> None:
    mouse.deal(DEAL)
    selected = mouse.page.locator(".card.selected")
    go(mouse, COLUMN_2)
    mouse.page.keyboard.press("Enter")
    selected.wait_for()
    mouse.page.keyboard.press("Escape")
    selected.wait_for(state="detached")
    mouse.page.keyboard.press("Enter")
    selected.wait_for()
    mouse.page.keyboard.press("ArrowRight")
    mouse.page.keyboard.press("Enter")
    mouse.until_said("7♦ does not go onto")
    assert not selected.count()
    assert mouse.until_same()["moves"] == 0


def test_a_foundation_gives_a_card_back_by_keys(mouse: Table) -> None:
    mouse.deal(DEAL)
    mouse.page.keyboard.type("4h")
    mouse.until_played(1)
    go(mouse, Place("foundation", 2))
    assert spot(mouse.page) == "AD"
    mouse.page.keyboard.press("Enter")
    mouse.page.locator(".card.selected").wait_for()
    go(mouse, CELLS)
    mouse.page.keyboard.press("Enter")
    mouse.until_played(2)
    assert mouse.until_same()["piles"]["cell-0"] == ["AD"]


def test_moves_are_typed_in_standard_notation(mouse: Table) -> None:
    mouse.deal(DEAL)
    for moves, text in enumerate(("2a", "4H", "hd3", "a5"), start=1):
        mouse.page.keyboard.type(text)
        if text == "hd3":
            mouse.until_said("A♦ does not go onto")
            mouse.page.keyboard.type("hdb")
        mouse.until_played(moves)
    piles = mouse.until_same()["piles"]
    assert (piles["column-4"][-1], piles["cell-1"]) == ("7D", ["AD"])


def test_a_move_half_typed_is_shown_and_can_be_dropped(mouse: Table) -> None:
    mouse.deal(DEAL)
    mouse.page.keyboard.press("2")
    mouse.until_said("Move: 2")
    mouse.page.keyboard.press("Escape")
    mouse.page.keyboard.type("4h")
    mouse.until_played(1)
    mouse.page.keyboard.type("4")
    mouse.page.keyboard.press("Backspace")  # takes back what was typed, not the move
    mouse.page.keyboard.type("4x")
    mouse.until_said("“4x” is not a move")
    assert mouse.until_same()["moves"] == 1


def test_the_focus_is_never_lost(mouse: Table) -> None:
    page = mouse.page
    mouse.deal(DEAL)
    go(mouse, COLUMN_2, mouse.ask()["piles"]["column-1"][0])
    first = spot(page)
    for key in ("n", "?"):
        page.keyboard.press(key)
        page.locator("dialog[open]").wait_for()
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="detached")
        assert (spot(page), focused(page)["outline"]) == (first, SEEN), key
    page.set_viewport_size({"width": 700, "height": 600})
    until(page, "innerWidth === 700")
    assert spot(page) == first
    page.set_viewport_size({"width": 1280, "height": 800})
    go(mouse, Place("cell", 3))
    mouse.deal("FC1-C1-AAAAAAE")  # there is no fourth cell any more
    assert spot(page) == mouse.until_same()["piles"]["column-0"][-1]


def test_the_focus_comes_back_from_a_message(mouse: Table) -> None:
    page = mouse.page
    mouse.deal(DEAL)
    go(mouse, COLUMN_2)
    page.keyboard.type("2a")
    mouse.until_played(1)
    page.keyboard.press("n")
    page.locator("#new-deal").fill("FC1-C4-AAAAAAF")
    page.keyboard.press("Enter")
    back = page.locator("#toast.shown button")
    back.wait_for()
    back.focus()
    page.keyboard.press("Enter")
    mouse.until_played(1)
    assert spot(page) == mouse.until_same()["piles"]["column-1"][-1]


def test_the_sheet_shows_the_keys_and_turns_letters_off(mouse: Table) -> None:
    page = mouse.page
    mouse.deal(DEAL)
    page.keyboard.press("?")
    sheet = page.locator("#keys-dialog")
    sheet.get_by_text("Ctrl+Z").wait_for()
    letters = sheet.get_by_role("checkbox")
    letters.press("Space")
    page.keyboard.press("Escape")
    page.keyboard.type("2a?n")
    go(mouse, COLUMN_2)
    page.keyboard.press("Enter")  # other keys are as they were
    page.locator(".card.selected").wait_for()
    page.keyboard.press("Escape")
    assert mouse.until_same()["moves"] == 0
    assert not page.locator("dialog[open]").count()
    page.locator("#settings").click()
    page.locator("#keys").click()
    letters.press("Space")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.type("2a")
    mouse.until_played(1)
