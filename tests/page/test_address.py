"""The address, the New game dialog and the game code: how a deal comes onto the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.page.table import Table, watched
from tests.site import Visit, ready, until

DEAL = "FC1-C4-AAAAAAE"
OTHER = "BK1-C2-AAAAA24"


def code_of(table: Table) -> str:
    """The code that the toolbar shows."""
    return table.page.locator("#code").inner_text()


def until_dealt(table: Table, code: str) -> None:
    """Wait until a deal lies on the table, and look whether it does."""
    until(table.page, f"document.getElementById('code').textContent === '{code}'")
    assert table.until_same()["code"] == code
    assert table.page.url.endswith("#" + code)


def follow_link(table: Table, code: str) -> None:
    """As a link within the page, or a new address in the bar."""
    table.page.evaluate("(code) => { location.hash = code; }", code)


def play_two(table: Table) -> None:
    """A running game, two moves old."""
    table.deal(DEAL)
    table.drag("7D", "column-4")
    table.drag("8S", "column-6", moves=1)
    table.until_played(2)


# ---------------------------------------------------------------- links


def test_a_link_deals_its_deal_to_a_new_player(visit: Visit) -> None:
    table = Table(ready(visit("#" + OTHER, context=watched(visit.context()))))
    until_dealt(table, OTHER)
    cells = [name for name in table.look()["piles"] if name.startswith("cell")]
    assert len(cells) == 2
    follow_link(table, DEAL)  # nothing played yet: nothing to ask
    until_dealt(table, DEAL)


def test_a_link_is_read_as_people_write_it(mouse: Table) -> None:
    mouse.deal(DEAL)
    follow_link(mouse, "bk1c2%20aaaaa24")
    until_dealt(mouse, OTHER)


@pytest.mark.parametrize("way", ["hash", "reload"])
def test_a_running_game_is_not_left_without_asking(mouse: Table, way: str) -> None:
    play_two(mouse)
    before = mouse.until_same()
    question = mouse.page.locator("#open-dialog")
    follow_link(mouse, OTHER)
    if way == "reload":
        mouse.page.reload()
    question.wait_for()
    assert OTHER in question.inner_text()
    assert DEAL in question.inner_text()
    question.get_by_role("button", name="Keep playing").click()
    question.wait_for(state="hidden")
    assert mouse.until_same() == before
    assert mouse.page.url.endswith("#" + DEAL)
    mouse.plays_on()


@pytest.mark.parametrize("way", ["hash", "reload"])
def test_whoever_says_so_leaves_a_running_game_and_can_have_it_back(mouse: Table, way: str) -> None:
    play_two(mouse)
    before = mouse.until_same()
    follow_link(mouse, OTHER)
    if way == "reload":
        mouse.page.reload()
    mouse.page.locator("#open-dialog").get_by_role("button", name="Open the deal").click()
    until_dealt(mouse, OTHER)
    mouse.page.get_by_role("button", name="Back to the last game").click()
    until_dealt(mouse, DEAL)
    assert mouse.until_same() == before


def test_escape_keeps_the_game(mouse: Table) -> None:
    play_two(mouse)
    follow_link(mouse, OTHER)
    mouse.page.locator("#open-dialog").wait_for()
    mouse.page.keyboard.press("Escape")
    until(mouse.page, f"location.hash === '#{DEAL}'")
    assert mouse.until_same()["moves"] == 2


BAD = {
    "nonsense": "is not a game code",
    "FC1-C4-AAAAAA1": "is not a game code",
    "FC2-C4-AAAAAAE": "version",
    "FC1-C3-AAAAAAE": "not played with 3 free cells",
    "FC1-C4-AAAAAAA": "There is no deal 0",
    "%": "is not a game code",
    "%E0%A4%A": "is not a game code",
}


@pytest.mark.parametrize("code", ["nonsense", "%E0%A4%A"])
def test_a_bad_code_in_the_address_gets_a_message_and_a_game(visit: Visit, code: str) -> None:
    table = Table(visit("#" + code, context=watched(visit.context())))
    table.until_said(BAD[code])
    assert table.until_same()["moves"] == 0
    assert table.page.url.endswith("#" + code_of(table))
    table.plays_on()


def test_a_bad_link_leaves_the_running_game_alone(mouse: Table) -> None:
    play_two(mouse)
    before = mouse.until_same()
    for code, why in BAD.items():
        follow_link(mouse, code)
        mouse.until_said(why)
        assert mouse.until_same() == before
        assert mouse.page.url.endswith("#" + DEAL)


# ---------------------------------------------------------------- the New game dialog


def test_the_dialog_offers_both_games_and_their_cells(mouse: Table) -> None:
    mouse.deal(DEAL)
    mouse.page.locator("#new").click()
    dialog = mouse.page.locator("#new-dialog")
    assert dialog.get_by_role("radio", name="FreeCell").is_checked()
    assert dialog.get_by_role("radio", name="4").is_checked()
    for game, prefix in (("Baker's Game", "BK1"), ("FreeCell", "FC1")):
        for cells in ("1", "2", "4"):
            dialog.get_by_role("radio", name=game).check(force=True)
            dialog.get_by_role("radio", name=cells).check(force=True)
            dialog.get_by_role("button", name="Deal").click()
            dialog.wait_for(state="hidden")
            until(mouse.page, f"location.hash.startsWith('#{prefix}-C{cells}-')")
            shown = mouse.until_same()
            assert len([name for name in shown["piles"] if "cell" in name]) == int(cells)
            mouse.page.locator("#new").click()
            assert dialog.get_by_role("radio", name=cells).is_checked()  # the last choice
    dialog.get_by_role("button", name="Close").click()
    mouse.plays_on()


def test_a_random_deal_is_another_each_time(mouse: Table) -> None:
    mouse.deal(DEAL)
    codes = {DEAL}
    for dealt in range(2, 5):
        last = code_of(mouse)
        mouse.page.keyboard.press("n")
        mouse.page.locator("#new-dialog").wait_for()
        mouse.page.keyboard.press("Enter")
        until(mouse.page, f"document.getElementById('code').textContent !== '{last}'")
        codes.add(code_of(mouse))
        assert len(codes) == dealt  # one chance in a million that not


def enter(table: Table, text: str) -> None:
    """Fill in a code or a number and press Deal."""
    dialog = table.page.locator("#new-dialog")
    if not dialog.is_visible():
        table.page.locator("#new").click()
    dialog.get_by_role("textbox").fill(text)
    dialog.get_by_role("button", name="Deal").click()


def test_a_code_or_a_number_deals_what_it_names(mouse: Table) -> None:
    mouse.deal(DEAL)
    enter(mouse, "11982")
    until_dealt(mouse, "FC1-C4-AAAALWO")
    enter(mouse, " bk1-c2-aaaaa24 ")
    until_dealt(mouse, OTHER)
    enter(mouse, "327")  # a number is one of the game that is chosen
    until_dealt(mouse, "BK1-C2-AAAAAKH")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0", "There is no deal 0"),
        ("8589934592", "There is no deal 8,589,934,592"),
        ("-3", "is not a game code"),
        ("FC1-C3-AAAAAAE", "not played with 3 free cells"),
        ("hello", "is not a game code"),
        ("FC1-C4-AAAAAAE7", "is not a game code"),
    ],
)
def test_bad_input_is_told_and_the_dialog_stays(mouse: Table, text: str, message: str) -> None:
    play_two(mouse)
    before = mouse.until_same()
    enter(mouse, text)
    error = mouse.page.locator("#new-error", has_text=message)
    error.wait_for()
    assert mouse.page.get_by_role("textbox").input_value() == text
    mouse.page.get_by_role("textbox").fill("")
    assert mouse.page.locator("#new-error").inner_text() == ""
    mouse.page.keyboard.press("Escape")
    assert mouse.until_same() == before


def test_a_new_game_instead_of_a_running_one_can_be_taken_back(mouse: Table) -> None:
    play_two(mouse)
    before = mouse.until_same()
    enter(mouse, "11982")
    until_dealt(mouse, "FC1-C4-AAAALWO")
    mouse.page.get_by_role("button", name="Back to the last game").click()
    until_dealt(mouse, DEAL)
    assert mouse.until_same() == before


def test_start_this_deal_again_and_redo_what_was_played(mouse: Table) -> None:
    play_two(mouse)
    before = mouse.until_same()
    mouse.page.locator("#restart").click()
    mouse.until_played(0)
    again = mouse.until_same()
    assert (again["code"], again["score"], again["undo"]) == (DEAL, 0, False)
    for moves in (1, 2):
        mouse.page.locator("#redo").click()
        mouse.until_played(moves)
    assert mouse.until_same()["piles"] == before["piles"]


# ---------------------------------------------------------------- copying


def permit(browser: Browser, page: Page, setting: str) -> None:
    """Let the browser grant or refuse a page its clipboard."""
    target = page.context.new_cdp_session(page).send("Target.getTargetInfo")["targetInfo"]
    session = browser.new_browser_cdp_session()
    where = {"origin": page.url, "browserContextId": target["browserContextId"]}
    for name in ("clipboard-read", "clipboard-write"):
        session.send(
            "Browser.setPermission", {**where, "setting": setting, "permission": {"name": name}}
        )


def test_a_tap_on_the_code_copies_it(mouse: Table, browser: Browser) -> None:
    mouse.deal(DEAL)
    permit(browser, mouse.page, "granted")
    mouse.page.locator("#code").click()
    mouse.until_said("Copied: " + DEAL)
    assert mouse.page.evaluate("navigator.clipboard.readText()") == DEAL


def test_where_copying_is_refused_the_code_can_be_read(mouse: Table, browser: Browser) -> None:
    mouse.deal(DEAL)
    permit(browser, mouse.page, "denied")
    mouse.page.locator("#code").click()
    mouse.until_said("The game code is " + DEAL)
    permit(browser, mouse.page, "granted")
