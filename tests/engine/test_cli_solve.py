"""`python -m solitaire solve`, as a person or a script calls it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from solitaire.notation import parse_board, write_board
from solitaire.position import Position
from solitaire.variants import variant_of
from tests.engine.test_cli import solitaire

pytestmark = pytest.mark.cpython_only

TAKE_BACK = "FC1-C1-AAAAAGI"  # deal 200: won only by cards that come back


@pytest.mark.parametrize("code", ["FC1-C4-AAAAAAB", "BK1-C4-AAAAAAB", TAKE_BACK])
def test_a_line_that_wins_replays_to_the_win(code: str) -> None:
    done = solitaire("solve", code)
    outcome, moves, states = done.stdout.splitlines()
    assert (outcome, states.split()[0], done.returncode) == ("winnable", "states", 0)
    assert int(states.split()[1]) > 0
    assert solitaire("replay", code, given=moves).stdout.endswith("won\n")


def test_without_take_back_it_says_what_the_literature_says() -> None:
    done = solitaire("solve", TAKE_BACK, "--no-take-back")
    outcome, states = done.stdout.splitlines()
    assert (outcome, states.split()[0], done.returncode) == ("lost", "states", 0)


def test_it_stops_at_a_limit_and_says_that_it_does_not_know() -> None:
    done = solitaire("solve", "FC1-C2-AAAAEHQ", "--limit", "500")
    outcome, states = done.stdout.splitlines()
    assert (outcome, done.returncode) == ("unknown", 3)
    assert 500 <= int(states.split()[1]) < 1000


def test_json_says_it_all_in_one_object() -> None:
    facts = json.loads(solitaire("solve", TAKE_BACK, "--json", "--limit", "400000").stdout)
    assert facts.pop("states") > 0
    assert any(move.startswith("h") for move in facts.pop("moves"))
    assert facts == {"verdict": "winnable", "limit": 400_000, "lost_without_take_back": True}
    facts = json.loads(solitaire("solve", "FC1-C2-AAAAEHQ", "--json", "--limit", "100").stdout)
    assert (facts["verdict"], facts["moves"]) == ("unknown", [])


@pytest.mark.parametrize(("game", "cells"), [("FC", 2), ("BK", 4)])
def test_a_board_is_solved_from_where_it_stands(game: str, cells: int, tmp_path: Path) -> None:
    position = Position.dealt(variant_of(game, cells), 3)
    for move in position.legal_moves()[:1]:
        position = position.play(move)
    file = tmp_path / "board.txt"
    file.write_text(write_board(position))
    done = solitaire("solve", "--board", str(file), "--game", game, "--cells", str(cells))
    assert done.stdout.startswith("winnable\n")
    assert (
        solitaire(
            "solve", "--board", "-", "--game", game, "--cells", str(cells), given=file.read_text()
        ).stdout
        == done.stdout
    )
    assert parse_board(file.read_text(), variant_of(game, cells)) == position


@pytest.mark.parametrize(
    ("arguments", "given", "code", "words"),
    [
        (("FC1-C4-AAAAAA!",), "", 1, "!"),
        (("--board", "-"), "JD KD\nKD", 1, "wrong-column-count"),
        (("--board", "/nowhere/board.txt"), "", 1, "/nowhere/board.txt"),
        (("--board", "-", "--cells", "3"), "", 1, "3"),
        (("FC1-C4-AAAAAAB", "--limit", "0"), "", 2, "--limit"),
        ((), "", 2, "CODE"),
    ],
)
def test_bad_input_is_refused_with_the_reason(
    arguments: tuple[str, ...], given: str, code: int, words: str
) -> None:
    done = solitaire("solve", *arguments, given=given)
    assert (done.returncode, done.stdout) == (code, "")
    assert words in done.stderr
