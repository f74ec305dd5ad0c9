"""What is heard: names, groups and announcements, as a screen reader gets them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from solitaire import Game, Move, variant_of
from solitaire.cards import name_of
from solitaire.notation import parse_move
from solitaire.position import Place
from tests.engine.both import solutions
from tests.page.keys import heard, listen, spot, walk
from tests.page.table import Table, lifted_card
from tests.site import accessibility_faults, until

DEAL = "FC1-C4-AAAAAAE"
WORDS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
RANKS = dict(zip("A23456789TJQK", [*WORDS, "jack", "queen", "king"], strict=True))
SUIT_WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
HUNGARIAN = {
    "7D": "káró hetes, 2. oszlop, 7. a 7-ből",
    "8S": "pikk nyolcas, 5. oszlop, 6. a 6-ból",
    "2D": "káró kettes, 4. oszlop, 6. a 7-ből",
    "3H": "kőr hármas, 4. oszlop, 5. a 7-ből",
}


def aloud(card: str) -> str:
    """A card in English words."""
    return f"{RANKS[card[0]]} of {SUIT_WORDS[card[1]]}"


def tree(table: Table) -> list[dict[str, Any]]:
    """Chromium's accessibility tree of the page: role, name, children, in order."""
    session = table.page.context.new_cdp_session(table.page)
    nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return nodes


def within(nodes: list[dict[str, Any]], top: dict[str, Any]) -> list[dict[str, Any]]:
    """The nodes below a node that are not ignored, in the order in which they are read."""
    by_id = {node["nodeId"]: node for node in nodes}
    found = []
    for child in (by_id[name] for name in top.get("childIds", []) if name in by_id):
        found += [] if child["ignored"] else [child]
        found += within(nodes, child)
    return found


def role(node: dict[str, Any]) -> str:
    return str(node["role"]["value"])


def name(node: dict[str, Any]) -> str:
    return str(node["name"]["value"])


def groups(table: Table) -> dict[str, list[str]]:
    """The piles that a reader finds on the table, in order, each with the buttons in it."""
    nodes = tree(table)
    top = next(node for node in nodes if not node["ignored"] and role(node) == "application")
    found: dict[str, list[str]] = {}
    for node in within(nodes, top):
        if role(node) == "group" or name(node).endswith("empty"):
            found[name(node)] = []
        elif role(node) == "button":
            found[list(found)[-1]].append(name(node))
    return found


def test_piles_are_groups_and_cards_are_buttons_with_names(mouse: Table) -> None:
    mouse.deal(DEAL)
    mouse.page.keyboard.type("4h2a")
    mouse.until_played(2)
    piles = mouse.until_same()["piles"]
    heard_of = groups(mouse)
    assert list(heard_of) == [
        "cell 1, 1 card",
        *(f"cell {number}, empty" for number in (2, 3, 4)),
        "spades foundation, empty",
        "hearts foundation, empty",
        "diamonds foundation, 1 card",
        "clubs foundation, empty",
        *(f"column {at + 1}, {len(piles[f'column-{at}'])} cards" for at in range(8)),
    ]
    assert heard_of["cell 1, 1 card"] == ["seven of diamonds, cell 1"]
    assert heard_of["diamonds foundation, 1 card"] == ["ace of diamonds, diamonds foundation"]
    column = piles["column-2"]
    assert heard_of["column 3, 7 cards"] == [
        f"{aloud(card)}, column 3, {at} of 7" for at, card in enumerate(column, start=1)
    ]


def test_a_foundation_shows_its_top_card_only(mouse: Table) -> None:
    mouse.deal(DEAL)
    mouse.page.keyboard.type("4h4h")
    mouse.until_played(2)
    mouse.until_same()
    top = ["two of diamonds, diamonds foundation"]
    assert groups(mouse)["diamonds foundation, 2 cards"] == top


def test_names_are_said_in_hungarian_as_hungarians_say_them(mouse: Table) -> None:
    page = mouse.page
    mouse.deal(DEAL)
    page.locator("#settings").click()
    page.locator("#language").select_option("hu")
    until(page, "document.documentElement.lang === 'hu'")
    page.keyboard.press("Escape")
    said = {
        one: page.locator(f'[data-card="{one}"]').get_attribute("aria-label") for one in HUNGARIAN
    }
    assert said == HUNGARIAN
    listen(page)
    page.keyboard.type("25")
    mouse.until_played(1)
    assert heard(page) == ["Lépés: 2", "káró hetes az 5. oszlopba"]
    page.keyboard.type("4h1")
    page.keyboard.type("8")
    mouse.until_said("nem tehető")
    assert "káró ász az alapra" in heard(page)
    page.locator("#settings").click()
    page.locator("#language").select_option("")
    until(page, "document.documentElement.lang === 'en'")
    page.keyboard.press("Escape")


def test_moves_undo_and_refusals_are_said_once(mouse: Table) -> None:
    page = mouse.page
    mouse.deal(DEAL)
    listen(page)
    steps = [
        ("25", ["Move: 2", "seven of diamonds to column 5"]),
        ("u", ["Undone: seven of diamonds to column 2"]),
        ("r", ["Again: seven of diamonds to column 5"]),
        ("4h", ["Move: 4", "ace of diamonds to its foundation"]),
        ("Shift+R", ["The deal starts again."]),
    ]
    for keys, said in steps:
        if "+" in keys:
            page.keyboard.press(keys)
        else:
            page.keyboard.type(keys)
        until(page, f"window.heard.length >= {len(said)}")
        mouse.until_same()
        assert heard(page) == said
    onto = aloud(mouse.ask()["piles"]["column-0"][-1])
    for _ in range(2):  # also the second time
        page.keyboard.type("21")
        until(page, "window.heard.length >= 2")
        assert heard(page)[1:] == [
            f"seven of diamonds does not go onto {onto}: the rank must be one lower. Why?"
        ]


def test_a_taken_card_says_where_it_can_go(mouse: Table) -> None:
    page = mouse.page
    game = mouse.deal(DEAL)
    listen(page)
    move = parse_move("25", game.position)
    walk(page, move.source, mouse.ask()["piles"]["column-1"], "7D")
    page.keyboard.press("Enter")
    until(page, "window.heard.length")
    assert heard(page) == ["Taken: seven of diamonds. It can go to: column 5, a cell."]
    page.keyboard.press("Escape")


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("p", "column 2: "),
        ("o", "cell 1, empty. cell 2, empty"),
        ("m", "seven of diamonds: column 5"),
    ],
)
def test_a_key_reads_out(mouse: Table, key: str, said: str) -> None:
    page = mouse.page
    mouse.deal(DEAL)
    column = mouse.ask()["piles"]["column-1"]
    walk(page, parse_move("25", Game.from_code(DEAL).position).source, column, None)
    listen(page)
    page.keyboard.press(key)
    until(page, "window.heard.length")
    lines = heard(page)
    line = lines[0]
    assert len(lines) == 1, lines
    assert said in line
    if key == "p":
        assert line == said + ", ".join(map(aloud, column))
    if key == "o":
        assert line.count("the last is the") == 8
    if key == "m":
        assert "Any card at the end of a column can go to a cell" in line


def test_a_reader_s_press_is_a_press(mouse: Table) -> None:
    """What VoiceOver, NVDA and TalkBack send: a click without a pointer."""
    mouse.deal(DEAL)
    mouse.page.evaluate("document.querySelector('[data-card=\"7D\"]').click()")
    mouse.page.locator(".card.selected").wait_for()
    mouse.page.evaluate("document.querySelector('[data-place=\"cell-2\"]').click()")
    mouse.until_played(1)
    assert mouse.until_same()["piles"]["cell-2"] == ["7D"]


# ---------------------------------------------------------------- a whole game

GAME, CELLS, NUMBER, MOVES = next(one for one in solutions() if one[:3] == ("FC", 2, 22))


def said_of(game: Game, move: Move) -> str:
    """What must be heard of a move."""
    cards = lifted_card(game, move), move.count - 1
    more = {0: "", 1: " and 1 more card"}.get(cards[1], f" and {cards[1]} more cards")
    number = move.target.index + 1
    to = (
        "to its foundation"
        if move.target.kind == "foundation"
        else f"to {move.target.kind} {number}"
    )
    return f"{aloud(cards[0])}{more} {to}"


def take_and_put(table: Table, game: Game, move: Move) -> None:
    """A move with arrows and Enter."""
    for place, card in ((move.source, lifted_card(game, move)), (move.target, None)):
        pile = [name_of(one) for one in game.position.cards_at(place)]
        walk(table.page, place, pile, card)
        table.page.keyboard.press("Enter")


def test_a_whole_game_is_played_by_keyboard_and_ear(mouse: Table) -> None:
    page = mouse.page
    game = Game(variant_of(GAME, CELLS), NUMBER)
    mouse.deal(game.code)
    listen(page)
    expected = []
    for at, text in enumerate(MOVES):
        move = parse_move(text, game.position)
        expected.append(said_of(game, move))
        if at % 4 and "v" not in text:
            page.keyboard.type(text)
        else:
            take_and_put(mouse, game, move)
            assert spot(page)
        game.play(move)
        mouse.until_played(at + 1)
    others = ("Taken: ", "Move: ", "The rest can")
    told = [line for line in heard(page) if not line.startswith(others)]
    assert told == expected
    page.locator("#won-dialog").wait_for()
    page.keyboard.press("Escape")


# ---------------------------------------------------------------- by axe-core


def states(table: Table) -> Iterator[str]:
    """What the page can be in beside what test_looks.py tries, by name."""
    page = table.page
    walk(page, Place("column", 1), table.ask()["piles"]["column-1"], None)
    page.keyboard.press("Enter")
    page.locator(".card.selected").wait_for()
    yield "a taken card"
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.locator("#keys-dialog").wait_for()
    yield "the sheet of keys"
    page.keyboard.press("Escape")
    page.locator("#settings").click()
    page.locator("#statistics").click()
    page.locator("#statistics-dialog").wait_for()
    yield "statistics"
    page.locator("#records-reset").click()
    yield "a reset asked for"
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")


@pytest.mark.parametrize("theme", ["light", "dark", "blue"])
def test_axe_finds_no_fault_around_the_table(mouse: Table, theme: str) -> None:
    page = mouse.page
    mouse.deal(DEAL)
    page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
    found = {}
    for where in states(mouse):
        until(page, "document.getAnimations().every(({ playState }) => playState !== 'running')")
        found[where] = accessibility_faults(page)
    page.evaluate("() => { document.documentElement.dataset.theme = 'auto'; }")
    assert {where: faults for where, faults in found.items() if faults} == {}


BUTTONS = """[...document.querySelectorAll("button, input, select, [role=button]")]
  .filter((one) => one.offsetParent && !one.closest("#table") && one.type !== "file")
  .filter((one) => {
    const { width, height } = (one.closest("label") ?? one).getBoundingClientRect();
    return width < 24 || height < 24;
  })
  .map((one) => one.id || one.textContent)"""


def test_everything_that_is_pressed_is_large_enough(mouse: Table) -> None:
    mouse.deal(DEAL)
    small = {where: mouse.page.evaluate(BUTTONS) for where in states(mouse)}
    assert {where: which for where, which in small.items() if which} == {}
