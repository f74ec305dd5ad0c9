"""What thinking shows on the page: sign, hints, the way back, solutions, deals that can be won."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from solitaire import Game, parse_moves, write_code
from solitaire.cards import name_of
from solitaire.solver import solve
from solitaire.variants import variant_of
from tests.page.table import Table, watched
from tests.site import Visit, ready, until

# Deal 256 of FC-C4, lost on the way: tests/data/midgame.json.
LOST = {
    "code": write_code(variant_of("FC", 4), 256),
    "moves": "1a 46 3h 7b 83 51 2c 4d 2h c2 43 4c 42",
}
SETTINGS = "boulanger-solitaire:settings"
GAME = "boulanger-solitaire:game"

Open = Callable[..., Table]


@pytest.fixture
def opened(visit: Visit) -> Open:
    """Opens the site on an address, with a saved game and settings if wished."""

    def open_(address: str = "", save: dict[str, Any] | None = None, sign: str = "always") -> Table:
        context = watched(visit.context())
        stored = {SETTINGS: {"sign": sign}, **({GAME: save} if save else {})}
        for key, value in stored.items():
            text = json.dumps(json.dumps(value))
            put = f"localStorage.setItem({key!r}, {text})"
            first = "location.protocol === 'http:' && !sessionStorage.length"
            context.add_init_script(f"if ({first}) {put}")
        table = Table(ready(visit(address, context=context)))
        table.until_still()
        return table

    return open_


def until_verdict(page: Page) -> str:
    """Wait until thinking has come to something, and return what the sign says."""
    verdict = "document.getElementById('sign').dataset.verdict"
    until(page, f"{verdict} !== 'thinking'", timeout=60_000)
    return str(page.evaluate(verdict))


def test_hints_follow_one_line_to_the_win(opened: Open) -> None:
    table = opened("#FC1-C4-AAAAAAC")
    until_verdict(table.page)
    until_said_after_hint = []
    for _ in range(6):
        table.page.locator("#hint").click()
        until(table.page, "document.querySelector('.card.hint')")
        step = table.ask("hint")["step"]
        hinted = table.page.evaluate(
            "[...document.querySelectorAll('.card.hint')].map(card => card.dataset.card)"
        )
        assert set(step["cards"]) <= set(hinted)
        until_said_after_hint.append(step["text"])
        before = table.look()["moves"]
        table.drag(step["cards"][0], step["to"])
        table.until_played(before + 1)
    game = Game.from_code("FC1-C4-AAAAAAC")
    assert [game.play(move) and move for move in until_said_after_hint] == game.moves
    line = table.ask("solution")["moves"]
    assert list(parse_moves(line, game.position))[-1][1].is_won


def test_a_lost_game_says_so_and_leads_back(opened: Open) -> None:
    table = opened(save=LOST, sign="lost")
    assert until_verdict(table.page) == "lost"
    table.page.locator("#sign").wait_for()
    table.page.locator("#hint").click()
    button = table.page.locator("#toast.shown button")
    button.wait_for(timeout=60_000)
    played = table.look()["moves"]
    button.click()
    until(table.page, f"Number(document.getElementById('moves').textContent) < {played}")
    table.until_same()
    assert until_verdict(table.page) == "winnable"
    game = Game.restore(table.ask()["save"])
    assert solve(game.position).outcome == "winnable"
    game.redo()
    assert solve(game.position).outcome == "lost", "it leads back to the last one"


def test_the_sign_shows_when_it_is_wished(opened: Open) -> None:
    table = opened("#FC1-C4-AAAAAAC", sign="always")
    assert until_verdict(table.page) == "winnable"
    for sign, shows in (("lost", False), ("always", True), ("never", False)):
        table.page.locator("#settings").click()
        table.page.locator("#sign-setting").select_option(sign)
        table.page.locator("#settings-dialog button.main").click()
        assert table.page.locator("#sign").is_visible() == shows


def test_the_sign_says_where_only_taking_cards_back_helps(opened: Open) -> None:
    page = opened("#FC1-C1-AAAAAGI").page  # 200: takeback.txt of those who proved it first
    assert until_verdict(page) == "winnable"
    assert "taking cards back" in str(page.locator("#sign").get_attribute("aria-label"))


def test_the_sign_agrees_with_solve(opened: Open) -> None:
    table = opened("#FC1-C1-AAAAAAI")
    chance = random.Random(1)
    game = Game.from_code("FC1-C1-AAAAAAI")
    seen = set()
    for _ in range(50):
        moves = game.legal_moves()
        if (chance.random() < 0.45 or not moves) and game.undo():
            table.page.keyboard.press("u")
        else:
            move = chance.choice([move for move in moves if move.count == 1])
            card = game.position.cards_at(move.source)[-1]
            game.play(move)
            table.drag(name_of(card), str(move.target))
        table.until_played(len(game.moves))
        verdict = until_verdict(table.page)
        seen.add(verdict)
        assert verdict == solve(game.position, limit=400_000).outcome
    assert {"winnable", "lost"} <= seen


def test_the_solution_plays_pauses_steps_and_yields(opened: Open) -> None:
    table = opened("#BK1-C4-AAAAAAD")
    page = table.page
    page.locator("#solution").click()
    page.locator("#player").wait_for()
    table.until_played(2)
    page.locator("#player-pause").click()
    at = table.look()["moves"]
    page.locator("#player-step").click()
    table.until_played(at + 1)
    page.locator("#player-back").click()
    table.until_played(at)
    page.wait_for_timeout(1500)  # longer than between two moves: it does pause
    assert table.look()["moves"] == at
    page.keyboard.press("u")
    page.locator("#player").wait_for(state="hidden")
    table.until_same()


def test_the_solution_plays_to_the_win(opened: Open) -> None:
    game = Game.from_code("BK1-C4-AAAAAAD")
    for move in solve(game.position).line[:-12]:
        game.play(move)
    table = opened(save=game.save())
    table.page.locator("#solution").click()
    for _ in range(2):
        table.page.locator("#player-speed").click()
    table.page.locator("#won-dialog").wait_for(timeout=60_000)
    assert Game.restore(table.ask()["save"]).is_won
    assert {(row["played"], row["won"]) for row in table.ask("records")["rows"]} == {(0, 0), (1, 0)}


def test_new_games_can_be_won(opened: Open) -> None:
    table = opened()
    page = table.page
    for _ in range(3):
        before = table.look()["code"]
        page.locator("#new").click()
        page.get_by_label("Baker's Game").check()
        page.locator("#new-cells input[value='1']").check()
        page.locator("#new-dialog button.main").click()
        until(page, f"document.getElementById('code').textContent !== '{before}'", timeout=60_000)
        table.until_still()
        game = Game.from_code(table.look()["code"])
        assert (game.variant.key, game.variant.cells) == ("BK", 1)
        assert solve(game.position).outcome == "winnable"
        assert until_verdict(page) == "winnable"


def test_a_new_game_drops_a_long_search_at_once(opened: Open) -> None:
    table = opened("#FC1-C2-AAAAEHQ")  # 4336: its proof takes six million states
    table.page.wait_for_timeout(1500)
    assert table.ask()["verdict"] == "thinking"
    table.deal("BK1-C4-AAAAAAD")
    assert until_verdict(table.page) == "winnable"
