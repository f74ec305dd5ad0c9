"""The four things that must never be, each with proof that its test would notice."""

from __future__ import annotations

import ast
import hashlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from solitaire.cards import NAMES
from solitaire.errors import IllegalMove
from solitaire.notation import parse_code, parse_moves, write_board
from solitaire.position import Move, Position
from solitaire.solver import Search, solve
from solitaire.variants import variant_of
from tests.engine.both import DATA, SETTINGS, laid, solutions

ROOT = Path(__file__).parent.parent
SCRIPTS = sorted((ROOT / "web").rglob("*.js"))
MODULES = sorted((ROOT / "solitaire").rglob("*.py"))


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_there_is_something_to_look_at() -> None:
    assert "web/app.js" in map(named, SCRIPTS)
    assert "solitaire/rules.py" in map(named, MODULES)


# JavaScript, cut into pieces: enough to tell code from comments and strings.

PIECES = re.compile(
    r"""
    (?P<comment> //[^\n]* | /\*.*?\*/ )
  | (?P<string> "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | `(?:\\.|[^`\\])*` )
  | (?P<pattern> (?<=[(,=:\[!&|?;]) [ ]* /(?![/*]) (?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/\w* )
  | (?P<code> . )
    """,
    re.VERBOSE | re.DOTALL,
)


def pieces(script: str) -> Iterator[tuple[str, str]]:
    for piece in PIECES.finditer(script):
        yield str(piece.lastgroup), piece.group()


def without_comments(script: str) -> str:
    return "".join(text for kind, text in pieces(script) if kind != "comment")


def strings_in(script: str) -> list[str]:
    return [text[1:-1] for kind, text in pieces(script) if kind == "string"]


# 1. A rule of the game in JavaScript

CARD_WORD = r"(?:\w*(?:[rR]ank|[sS]uit|[cC]olou?r|[iI]sRed|[iI]sBlack)\b|\bred\b|\bblack\b)"
COMPARISON = r"(?:[!=]==?|[<>]=?(?!>))"
AFTER_NAME = r"[\w.\[\]()?'\"]*"
RANKS = "A23456789TJQK"

RULES = {
    "compares a rank, a suit or a colour": re.compile(
        rf"{CARD_WORD}\)?{AFTER_NAME}(?:\s*[-+]\s*\w+)?\s*(?<!=){COMPARISON}"
        rf"|(?<![=]){COMPARISON}\s*[-+!(]*[\w.]*{CARD_WORD}"
        rf"|switch\s*\([^)]*{CARD_WORD}"
    ),
    "compares a letter of a card's name": re.compile(
        rf"\w*(?:[cC]ard|[nN]ame|[tT]op)\w*(?:\[[01]\]|\.at\(\S+\)|\.charAt\(\S+\))\s*{COMPARISON}"
        rf"|{COMPARISON}\s*\w*(?:[cC]ard|[nN]ame|[tT]op)\w*(?:\[[01]\]|\.at\(|\.charAt\()"
        r"|\.(?:charCodeAt|codePointAt|localeCompare)\("
    ),
    "knows the order of the ranks": re.compile(
        "|".join(
            re.escape(order[at : at + 5])
            for ranks in (RANKS, RANKS.replace("T", "10"))
            for order in (ranks, ranks[::-1])
            for at in range(len(ranks) - 4)
        )
    ),
    "knows which suits are of one colour": re.compile(
        r"(?<![A-Z])(?:HD|DH|SC|CS)(?![A-Z])|\w*(?:[iI]sRed|[iI]sBlack|sameColou?r)\b"
    ),
    "counts what may move": re.compile(
        r"(?<!/)\*\*(?!/)|<<|Math\.pow|\(\s*\w*(?:[fF]ree|[eE]mpty|[cC]ells)\w*(?:\.length)?\s*\+\s*1"
    ),
    "knows when a game is won": re.compile(
        rf"{COMPARISON}\s*(?:13|52)\b|\b(?:13|52)\s*(?<!=){COMPARISON}"
    ),
    "counts points": re.compile(r"\b[sS]core\w*\s*[-+]|\bscore\w*\s*\+?=\s*\w+\s*[-+]"),
}


def rules_in(script: str) -> set[str]:
    """What a script knows of the rules; lists of letters are read as one word too."""
    code = without_comments(script)
    joined = re.sub(r"""["'`]\s*,\s*["'`]|["'`]""", "", code)
    return {
        name for name, pattern in RULES.items() if pattern.search(code) or pattern.search(joined)
    }


@pytest.mark.parametrize("path", SCRIPTS, ids=named)
def test_no_rule_in_javascript(path: Path) -> None:
    assert rules_in(path.read_text(encoding="utf-8")) == set()


@pytest.mark.parametrize(
    ("rule", "script"),
    [
        ("compares a rank, a suit or a colour", "if (rank(card) + 1 === rank(other)) go();"),
        ("compares a rank, a suit or a colour", "return a.suit == b.suit;"),
        ("compares a rank, a suit or a colour", "ok = isRed(card) !== isRed(other)"),
        ("compares a rank, a suit or a colour", "if (next < card.rank) stop()"),
        ("compares a rank, a suit or a colour", "const fits = colour[card] != colour[other];"),
        ("compares a rank, a suit or a colour", "switch (card.suit) { case 'H': }"),
        ("compares a rank, a suit or a colour", "ranks.get(a.rank) > ranks.get(b.rank)"),
        ("compares a letter of a card's name", "if (card[1] === other[1]) go()"),
        ("compares a letter of a card's name", "return 'H' === name[1] || name.at(-1) === 'D'"),
        ("compares a letter of a card's name", "card.charCodeAt(0) - 1"),
        ("knows the order of the ranks", "const order = 'A23456789TJQK';"),
        ("knows the order of the ranks", 'const order = ["2", "3", "4", "5", "6"];'),
        ("knows the order of the ranks", "const order = ['8','9','10','J','Q'];"),
        ("knows the order of the ranks", "'KQJT9'.indexOf(name)"),
        ("knows which suits are of one colour", "const red = new Set(['H', 'D']);"),
        ("knows which suits are of one colour", "'HD'.includes(name)"),
        ("counts what may move", "(free + 1) * 2 ** empty"),
        ("counts what may move", "fits = (cells + 1) << columns"),
        ("counts what may move", "const most = (emptyCells.length + 1) * 2;"),
        ("counts what may move", "Math.pow(2, empty)"),
        ("knows when a game is won", "if (up === 52) celebrate();"),
        ("knows when a game is won", "piles.every((pile) => pile.length >= 13)"),
        ("counts points", "score += 10;"),
        ("counts points", "state.score = state.score + 5"),
    ],
)
def test_a_rule_in_javascript_would_be_noticed(rule: str, script: str) -> None:
    assert rule in rules_in(script)


@pytest.mark.parametrize(
    "script",
    [
        "// 6S goes on 7H where rank + 1 === other\nmove(card);",
        "/* (free + 1) * 2 ** empty; suit === suit */",
        'const [rank = "", suit = ""] = name; draw(`rank-${rank}`, `suit-${suit}`);',
        'const COURT = new Set(["J", "Q", "K"]); if (COURT.has(rank)) crown(suit);',
        'const signs = { S: "♠", H: "♥", D: "♦", C: "♣" };',
        "const draw = (rank, suit) => [`rank-${rank}`];",
        "if (legal.includes(place)) glow(place);",
        "if (state.settings.colours === 'four') paint();",
        "show(t('score', { score: view.score })); const size = (slots + 1) * gap;",
        "const url = 'https://example.org/'; const a = b / c / 2;",
    ],
)
def test_what_is_no_rule_passes(script: str) -> None:
    assert rules_in(script) == set()


# 2. The browser, Pyodide or sentences in the engine; Python in JavaScript

BROWSER = {"js", "pyodide", "pyodide_js", "micropip", "emscripten", "document", "window"}
MOST_WORDS = 3


def literals(tree: ast.AST) -> Iterator[str]:
    """Text in a module, but for docstrings and what is read as a pattern."""
    apart = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            apart.add(id(node.value))
        elif isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re."):
            apart.update(id(part) for given in node.args for part in ast.walk(given))
    for node in ast.walk(tree):
        if id(node) in apart:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            texts = (part.value for part in node.values if isinstance(part, ast.Constant))
            yield " … ".join(map(str, texts))


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def foreign_in(module: str) -> list[str]:
    """What a module of the engine holds that it must not."""
    tree = ast.parse(module)
    known = {*sys.stdlib_module_names, "solitaire"}
    found = [name for name in imports(tree) if name.split(".")[0] not in known]
    return found + [text for text in literals(tree) if text in BROWSER or is_sentence(text)]


def is_sentence(text: str) -> bool:
    return len(re.findall(r"[^\W\d_]{2,}", text)) > MOST_WORDS


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_no_browser_and_no_sentence_in_the_engine(path: Path) -> None:
    assert foreign_in(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "module",
    [
        "import js",
        "from pyodide.ffi import to_js",
        "def f():\n    import pyodide_js",
        "import numpy as np",
        "import importlib\npage = importlib.import_module('js')",
        "import sys\nslow = sys.platform == 'emscripten'",
        "raise ValueError('This card may not go there.')",
        "raise ValueError(f'Only {most} cards may go there')",
        "MESSAGES = {'won': 'You have won this game'}",
    ],
)
def test_the_browser_or_a_sentence_in_the_engine_would_be_noticed(module: str) -> None:
    assert foreign_in(module) != []


@pytest.mark.parametrize(
    "module",
    [
        '"""A module that says a lot about itself."""\nimport json',
        'def f():\n    """It does this and it does that."""',
        "import re\nLINE = re.compile('This game is (solveable or not)')",
        "from solitaire.cards import Card\ncode = f'wrong-rank: {card} {onto}'",
    ],
)
def test_docstrings_patterns_and_codes_pass(module: str) -> None:
    assert foreign_in(module) == []


PYTHON = re.compile(
    r"^\s*(?:import\s+\w+|from\s+[\w.]+\s+import\b)|\bdef\s+\w+\(|\blambda\b.*:|\b__import__\(",
    re.MULTILINE,
)


def python_in(script: str) -> list[str]:
    found = re.findall(r"\brunPython\w*|\bpyodide\w*\.(?:code|eval)\w*", without_comments(script))
    return found + [text for text in strings_in(script) if PYTHON.search(text)]


@pytest.mark.parametrize("path", SCRIPTS, ids=named)
def test_no_python_in_javascript(path: Path) -> None:
    assert python_in(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "script",
    [
        "pyodide.runPython(code)",
        "await pyodide.runPythonAsync('1 + 1')",
        'const source = "import gc";',
        "const source = `\n  from solitaire import bridge\n  bridge.handle`;",
        "run('def f(x): return x')",
    ],
)
def test_python_in_javascript_would_be_noticed(script: str) -> None:
    assert python_in(script) != []


@pytest.mark.parametrize(
    "script",
    [
        "const { loadPyodide } = await import(`${at}pyodide.mjs`);",
        'import { startPython } from "./python.js";',
        "// runPython would be a mistake\nreturn pyodide.pyimport('solitaire.bridge').handle;",
    ],
)
def test_what_is_no_python_passes(script: str) -> None:
    assert python_in(script) == []


# 3. "Lost" from a search that stopped early; a line that was not replayed through the rules

LIMITS = (1, 2, 5, 20, 100, 500)


def moments_that_can_be_won() -> Iterator[Position]:
    """Starts and middles of games that somebody has won."""
    for game, cells, deal, moves in solutions()[::4]:
        start = Position.dealt(variant_of(game, cells), deal)
        after = [position for _, position in parse_moves(" ".join(moves), start)]
        yield from (start, after[len(after) // 4], after[len(after) // 2])


def test_a_search_that_stops_early_never_says_lost_of_what_can_be_won() -> None:
    outcomes = set()
    for position in moments_that_can_be_won():
        for limit in LIMITS:
            verdict = solve(position, limit=limit)
            assert verdict.outcome != "lost", write_board(position)
            outcomes.add(verdict.outcome)
    assert outcomes == {"winnable", "unknown"}


#: Proved by exhaustive searches of others, take-back counted.
LOST = [("FC", 1, 4), ("FC", 1, 16), ("FC", 1, 36), ("FC", 2, 32), ("FC", 2, 76), ("BK", 2, 20)]


@pytest.mark.parametrize(("game", "cells", "deal"), LOST)
def test_a_search_that_stops_early_says_unknown_of_what_is_lost(
    game: str, cells: int, deal: int
) -> None:
    position = Position.dealt(variant_of(game, cells), deal)
    proof = solve(position)
    assert proof.outcome == "lost"
    for limit in (1, proof.states // 4, proof.states // 2, proof.states - 1):
        assert solve(position, limit=limit).outcome == "unknown"


def test_a_search_says_nothing_before_its_end() -> None:
    search = Search(Position.dealt(variant_of("FC", 4), 11982))
    for _ in range(5):
        assert not search.step(20)
        assert search.verdict is None


def refused(position: Position, move: Move) -> Position:
    raise IllegalMove("wrong-rank")


@pytest.mark.parametrize(("game", "cells"), SETTINGS)
def test_a_line_that_the_rules_refuse_is_never_shown(
    game: str, cells: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = next(deal for key, free, deal, _ in solutions() if (key, free) == (game, cells))
    start = Position.dealt(variant_of(game, cells), deal)
    line, play, played = solve(start).line, Position.play, []

    def noted(position: Position, move: Move) -> Position:
        played.append(move)
        return play(position, move)

    monkeypatch.setattr(Position, "play", noted)
    assert solve(start).line == line
    assert tuple(played[-len(line) :]) == line
    monkeypatch.setattr(Position, "play", refused)
    with pytest.raises(IllegalMove):
        solve(start)


def test_a_line_that_does_not_end_in_a_win_is_never_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = laid("FC", "KS", "", "", up="H-K D-K C-K S-Q")
    assert solve(start).outcome == "winnable"
    monkeypatch.setattr(Position, "is_won", property(lambda position: False))
    with pytest.raises(ValueError, match="not won"):
        solve(start)


# 4. A game code that one day deals something else

#: The sum of the eight columns of a deal, as programs of others deal it (``boards.txt``).
GOLDEN = {
    "AAAAAAB": "f79a8b5721b26a97c07577a832930146",  # 1
    "AAAALWO": "1ff15cd41ca6103134a680f5b75b5842",  # 11982
    "AAAAATJ": "bca16897e48d3dc9ea7011428d32bce7",  # 617
    "AAAAAKH": "64e1ba73866f33fef139762494f67075",  # 327
    "AAAAA24": "eee16ce9efa9057495052b0d802d1982",  # 860
    "AAAA7H7": "0b8d158010bd6ebe9d4d8f8ea40c0e5c",  # 31999
    "AAAA7IA": "26d9044129902d4770deb2585cd05e67",  # 32000
    "AAADBVA": "74337df5993ab3a9b5d0dee1e62494fb",  # 100000
    "AAA6QSA": "c0494bc87876723dd8f2ed5e3c7699e7",  # 1000000
    "B777777": "9d68a4513f4ad206672dbe58e4a2936e",  # 2147483647
    "CAAAAAA": "d8997786f19eb9fb9172abff79af9378",  # 2147483648
    "D777777": "2ebad955a5d6e0d0de9bf396cdb19f42",  # 4294967295
    "EAAAAAA": "544524cddebaafbc6b0ee32972c3672f",  # 4294967296
    "H777777": "0e504e4626022042b2db6bcdff6ace38",  # 8589934591
}


def sum_of_columns(columns: str) -> str:
    return hashlib.sha256(columns.encode()).hexdigest()[:32]


def sum_dealt(code: str) -> str:
    position = Position.dealt(*parse_code(code))
    lines = (" ".join(NAMES[card] for card in column) for column in position.columns)
    return sum_of_columns("".join(f"{line}\n" for line in lines))


@pytest.mark.parametrize(("game", "cells"), SETTINGS)
@pytest.mark.parametrize(("digits", "expected"), GOLDEN.items())
def test_a_code_deals_the_same_forever(digits: str, expected: str, game: str, cells: int) -> None:
    assert sum_dealt(f"{game}1-C{cells}-{digits}") == expected


def test_the_golden_sums_are_those_of_boards_that_others_dealt() -> None:
    blocks = (DATA / "boards.txt").read_text(encoding="utf-8").strip().split("\n\n")
    sums = [sum_of_columns(block.split("\n", 1)[1] + "\n") for block in blocks]
    assert sorted(GOLDEN.values()) == sorted(sums)
    assert len(set(sums)) == len(sums)


def test_another_deal_under_a_golden_code_would_be_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dealt = Position.dealt
    monkeypatch.setattr(Position, "dealt", lambda variant, number: dealt(variant, number // 2 + 1))
    same = [digits for digits in GOLDEN if sum_dealt(f"FC1-C4-{digits}") == GOLDEN[digits]]
    assert same == ["AAAAAAB"]  # deal 1
