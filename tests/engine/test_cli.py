"""The command line, as a person or a script calls it: `python -m solitaire`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.both import SETTINGS, solutions

pytestmark = pytest.mark.cpython_only

DEAL_1 = """\
Foundations: H-0 C-0 D-0 S-0
Freecells: - - - -
JD KD 2S 4C 3S 6D 6S
2D KC KS 5C TD 8S 9C
9H 9S 9D TS 4S 8D 2H
JC 5S QD QH TH QS 6H
5D AD JS 4H 8H 6C
7H QC AS AC 2C 3D
7C KH AH 4D JH 8C
5H 3H 3C 7S 7D TC
"""
DEAL_1_WITH_A_CARD_IN_EACH_CELL = """\
Foundations: H-0 C-0 D-0 S-0
Freecells: 6S 9C 2H 6H
JD KD 2S 4C 3S 6D
2D KC KS 5C TD 8S
9H 9S 9D TS 4S 8D
JC 5S QD QH TH QS
5D AD JS 4H 8H 6C
7H QC AS AC 2C 3D
7C KH AH 4D JH 8C
5H 3H 3C 7S 7D TC
score 0
moves 4
playing
"""


def solitaire(*arguments: str, given: str | bytes = b"") -> subprocess.CompletedProcess[str]:
    """What the command says and its exit code, with `given` on standard input."""
    done = subprocess.run(
        [sys.executable, "-m", "solitaire", *arguments],
        cwd=Path(__file__).parents[2],
        input=given.encode() if isinstance(given, str) else given,
        capture_output=True,
        timeout=60,
    )
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in err, err
    return subprocess.CompletedProcess(done.args, done.returncode, out.replace("\r\n", "\n"), err)


def solved(game: str, cells: int) -> tuple[str, list[str]]:
    """The code of a deal in these settings, and moves that win it."""
    deal, moves = next(
        (deal, moves) for key, count, deal, moves in solutions() if (key, count) == (game, cells)
    )
    shifts = range(30, -1, -5)
    digits = ["ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[deal >> shift & 31] for shift in shifts]
    return f"{game}1-C{cells}-{''.join(digits)}", moves


@pytest.mark.parametrize("code", ["FC1-C4-AAAAAAB", "fc1c4aaaaaab", " FC1 C4 AAAAAAB "])
def test_deal_prints_the_board(code: str) -> None:
    done = solitaire("deal", code)
    assert (done.returncode, done.stdout, done.stderr) == (0, DEAL_1, "")


def test_deal_prints_as_many_cells_as_the_game_has() -> None:
    assert solitaire("deal", "BK1-C1-AAAAAAB").stdout.splitlines()[1] == "Freecells: -"


@pytest.mark.parametrize("command", ["deal", "replay"])
@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("", "unreadable-code"),
        ("FC1-C4-AAAAAA", "unreadable-code"),
        ("FC1-C4-AAAAAAA", "no-such-deal"),
        ("FC1-C3-AAAAAAB", "unknown-cells"),
        ("FC2-C4-AAAAAAB", "unknown-version"),
        ("XX1-C4-AAAAAAB", "unknown-game"),
        ("ẞC1-C4-AAAAAAB", "unreadable-code"),
    ],
)
def test_a_bad_code_ends_with_1_and_the_reason(command: str, code: str, why: str) -> None:
    done = solitaire(command, code)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"{why}: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["deal"], ["shuffle"], ["deal", "a", "b"], ["replay"]])
def test_wrong_usage_ends_with_2_and_the_usage(arguments: list[str]) -> None:
    done = solitaire(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "usage: python -m solitaire" in done.stderr


def test_help_names_the_commands() -> None:
    done = solitaire("--help")
    assert done.returncode == 0
    assert "deal" in done.stdout
    assert "replay" in done.stdout


@pytest.mark.parametrize(("game", "cells"), SETTINGS)
def test_a_solved_game_is_replayed_to_its_win(game: str, cells: int, tmp_path: Path) -> None:
    code, moves = solved(game, cells)
    file = tmp_path / "moves.txt"
    file.write_text(" ".join(moves), encoding="utf-8")
    done = solitaire("replay", code, str(file))
    assert (done.returncode, done.stderr) == (0, "")
    *board, score, count, end = done.stdout.splitlines()
    assert board[0] == "Foundations: H-K C-K D-K S-K"
    assert board[1] == "Freecells:" + " -" * cells
    assert board[2:] == [""] * 8
    assert int(score.removeprefix("score ")) >= 520
    assert (count, end) == (f"moves {len(moves)}", "won")


FOUR_MOVES = [
    "1a 2b 3c 4d",
    "1a 2b 3c 4d\n",
    "1A\n2B\n\n3C\n4D",
    "1a\r\n2b\r\n3c\r\n4d\r\n",
    "1a\r2b\r3c\r4d\r",
    "\ufeff1a 2b 3c 4d",
    "\ufeff1a\r\n2b\r\n3c\r\n4d\r\n",
    "\t 1a   2b\t3c 4d  ",
    "-=-=-=-=-\r1a 2b 3c 4d\rThis game is solveable.\r",
    "-=-=-=-=-\n\n1a 2b 3c 4d \nThis game is solveable.\nTotal number of states checked is 75.\n",
]


@pytest.mark.parametrize("text", FOUR_MOVES)
@pytest.mark.parametrize("source", ["file", "standard input", "-"])
def test_moves_come_from_a_file_or_standard_input(text: str, source: str, tmp_path: Path) -> None:
    file = tmp_path / "moves.txt"
    file.write_bytes(text.encode())
    name = {"file": [str(file)], "standard input": [], "-": ["-"]}[source]
    done = solitaire("replay", "FC1-C4-AAAAAAB", *name, given=b"" if source == "file" else text)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == DEAL_1_WITH_A_CARD_IN_EACH_CELL


@pytest.mark.parametrize("nothing", ["", "\n", "\ufeff", " \r\n"])
def test_no_moves_leave_the_deal(nothing: str) -> None:
    done = solitaire("replay", "FC1-C4-AAAAAAB", given=nothing)
    assert (done.returncode, done.stdout) == (0, DEAL_1 + "score 0\nmoves 0\nplaying\n")


@pytest.mark.parametrize(
    ("moves", "number", "word", "why"),
    [
        ("1h", 1, "1h", "not-next: card=6S next=AS"),
        ("1a 2b 62", 3, "62", "wrong-rank: card=3D onto=8S"),
        ("1a 2a", 2, "2a", "cell-taken: card=6S"),
        ("1a\n\n11", 2, "11", "same-place"),
        ("1a 12v3", 2, "12v3", "not-a-run"),
        ("1a b1", 2, "b1", "nothing-there: place=cell-1"),
        ("1a 2b e1", 3, "e1", "no-such-place"),
        ("1a ab aa 9h", 3, "aa", "nothing-there"),
        ("1a x1 2b", 2, "x1", "unreadable-move"),
        ("1a 1", 2, "1", "unreadable-move"),
        ("1a h1", 2, "h1", "which-foundation"),
        ("1a 2b3c", 2, "2b3c", "unreadable-move"),
        ("1a 2ẞ", 2, "", "unreadable-move"),
        ("1a 12v", 2, "12v", "unreadable-move"),
    ],
)
def test_the_first_bad_move_is_named_with_its_number_and_why(
    moves: str, number: int, word: str, why: str
) -> None:
    done = solitaire("replay", "FC1-C4-AAAAAAB", given=moves)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"move {number}: {word}")
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_foundation_gives_its_ace_back_in_freecell_alone() -> None:
    done = solitaire("replay", "FC1-C4-AAAAAAC", given="1h hSa")
    assert done.stdout.splitlines()[:2] == ["Foundations: H-0 C-0 D-0 S-0", "Freecells: AS - - -"]
    assert done.stdout.endswith("score 10\nmoves 2\nplaying\n")
    done = solitaire("replay", "BK1-C4-AAAAAAC", given="1h hSa")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "move 2: hSa: foundation-keeps: card=AS\n"


@pytest.mark.parametrize("word", ["x" * 5000, "12v" + "f" * 5000, "1" * 5000])
def test_a_word_of_any_length_is_refused_in_one_line(word: str) -> None:
    done = solitaire("replay", "FC1-C4-AAAAAAB", given=f"1a {word}")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("move 2: ")
    assert "unreadable-move" in done.stderr


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    for missing in (tmp_path / "missing.txt", tmp_path):
        done = solitaire("replay", "FC1-C4-AAAAAAB", str(missing))
        assert (done.returncode, done.stdout) == (1, "")
        assert missing.name in done.stderr


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "moves.bin"
    file.write_bytes(b"1a \xff\xfe")
    for done in (
        solitaire("replay", "FC1-C4-AAAAAAB", str(file)),
        solitaire("replay", "FC1-C4-AAAAAAB", given=b"1a \xff\xfe"),
    ):
        assert (done.returncode, done.stdout) == (1, "")
        assert "utf-8" in done.stderr
