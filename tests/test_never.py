"""The four things that must never be, looked for in the source itself.

1. A rule of the game in JavaScript.
2. The browser, or a sentence for people, in `solitaire/`; Python inside a JavaScript string.
3. "Lost" said without a proof.
4. A game code that one day deals something else.

Each check names what it finds; each is also shown bad source, so that it is known to find it.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from solitaire import (
    Game,
    IllegalMove,
    Move,
    Position,
    deals,
    parse_code,
    parse_moves,
    variant_of,
    write_board,
    write_code,
)
from solitaire.cards import NAMES
from solitaire.notation import codes
from solitaire.solver import Search, solve
from tests.engine.both import SETTINGS, laid, solutions

ROOT = Path(__file__).parent.parent
SCRIPTS = sorted((ROOT / "web").rglob("*.js"))
MODULES = sorted((ROOT / "solitaire").rglob("*.py"))
LANGUAGES = sorted((ROOT / "web/lang").glob("*.json"))

Check: TypeAlias = Callable[[str], Iterable[str]]


def found_in(check: Check, files: Iterable[Path]) -> list[str]:
    """Everything that a check finds in files, behind the name of the file."""
    return [
        f"{path.relative_to(ROOT)}: {fault}"
        for path in files
        for fault in check(path.read_text(encoding="utf-8"))
    ]


def test_there_is_something_to_look_at() -> None:
    assert len(SCRIPTS) >= 11
    assert len(MODULES) >= 17
    assert len(LANGUAGES) >= 2


# ------------------------------------------------------------------ JavaScript, word by word


class Token(NamedTuple):
    """`kind`: word, number, string (its text without quotes, as between `${}`), or mark."""

    kind: str
    text: str


_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
    |"(?P<double>(?:\\.|[^"\\\n])*)"
    |'(?P<single>(?:\\.|[^'\\\n])*)'
    |(?P<word>[A-Za-z_$][\w$]*)
    |(?P<number>\d[\w.]*)
    |(?P<mark>[=!]==|=>|\*\*|<<|>>>?|[<>=!]=|&&|\|\||\?\?|\?\.|\+\+|--|[-+*/%]=|\.{3}|.)""",
    re.VERBOSE | re.DOTALL,
)
_TEMPLATE = re.compile(r"(?P<text>(?:\\.|[^`\\$]|\$(?!\{))*)(?P<end>`|\$\{)", re.DOTALL)
_REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")


def tokens_of(source: str) -> list[Token]:
    """The tokens of a script without its comments; templates fall into their strings and code."""
    tokens: list[Token] = []
    braces: list[int] = []  # how many are open in each `${`
    at = 0
    while at < len(source):
        ends_template = source[at] == "}" and braces[-1:] == [0]
        if source[at] == "`" or ends_template:
            at = _read_template(source, at + 1, tokens, braces, ends_template)
            continue
        at = _read_token(source, at, tokens)
        if braces and tokens and tokens[-1].kind == "mark":
            braces[-1] += {"{": 1, "}": -1}.get(source[at - 1], 0)
    return tokens


def _read_template(
    source: str, at: int, tokens: list[Token], braces: list[int], is_open: bool
) -> int:
    found = _TEMPLATE.match(source, at)
    assert found, source[at : at + 40]
    if is_open:
        braces.pop()
        tokens.append(Token("mark", ")"))
    tokens.append(Token("string", found["text"]))
    if found["end"] == "${":
        braces.append(0)
        # As good as a call: what stands between has nothing to do with the text around it.
        tokens.append(Token("mark", "("))
    return found.end()


def _read_token(source: str, at: int, tokens: list[Token]) -> int:
    operand_before = bool(tokens) and (
        tokens[-1].kind != "mark" or tokens[-1].text in (")", "]", "}")
    )
    regex = None if operand_before else _REGEX.match(source, at)
    if regex and source[at + 1] not in "/*":
        tokens.append(Token("regex", regex.group()))
        return regex.end()
    found = _TOKEN.match(source, at)
    assert found, source[at : at + 40]
    kind = str(found.lastgroup)
    if kind != "space":
        tokens.append(Token("string" if kind in ("double", "single") else kind, found[kind]))
    return found.end()


def test_tokens_are_those_of_javascript() -> None:
    source = """a /* suit */ = `x${b[`${c}`] + {d: 1}.d}y` / 2 // rank
        .replace(/["'`/]/g, 'it\\'s "q"') ?? "é\\"" """
    assert [token.text for token in tokens_of(source)] == [
        *("a", "=", "x", "(", "b", "[", "", "(", "c", ")", "", "]", "+", "{", "d", ":", "1", "}"),
        *(".", "d", ")", "y", "/", "2", ".", "replace", "(", "/[\"'`/]/g", ",", 'it\\\'s "q"', ")"),
        *("??", 'é\\"'),
    ]


# ------------------------------------------------------------------ 1: no rule in JavaScript

COMPARISONS = {"===", "!==", "==", "!=", "<", ">", "<=", ">="}
ARITHMETICS = {"+", "-", "*", "/", "%", "+=", "-=", "&", "|", "^"}
FEATURES = {"rank", "ranks", "suit", "suits"}
OF_THE_RULES = re.compile(
    r"capacity|alternat|(same|opposite)(Suit|Colou?r)|is(Red|Black|Legal|Run)\b|next(Rank|Card)"
    r"|(can|may)(Move|Lie|Stack|Drop|GoUp)|lies?On|run(Length|Size)|group(Size|Limit)|max(Cards|Run)"
    r"|(empty|free)(Cells|Columns)|(cells|columns)(Free|Empty|Left)",
    re.IGNORECASE,
)
RANKS_IN_ORDER = "A23456789TJQK"
SUITS = "SHDC"
CLOSED_BY = {")": "(", "]": "[", "}": "{"}


def rules_in_script(source: str) -> Iterator[str]:
    """What a script knows about ranks, suits and colours beyond looking up their names."""
    tokens = tokens_of(source)
    yield from _rule_words(tokens)
    yield from _orders(tokens)
    yield from _numbered(tokens)
    for at, token in enumerate(tokens):
        if token.kind == "mark" and token.text in COMPARISONS | ARITHMETICS:
            yield from _reckoning(tokens, at)
        elif token.text in ("indexOf", "lastIndexOf", "findIndex", "Number", "parseInt", "switch"):
            yield from _place_in_order(tokens, at)


def _parts(word: str) -> set[str]:
    """The words in a name: `nextRank` and `NEXT_RANK` have `next` and `rank`."""
    return {part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", word)}


def _rule_words(tokens: list[Token]) -> Iterator[str]:
    for token in tokens:
        is_word = token.kind == "word"
        if is_word and (OF_THE_RULES.search(token.text) or _parts(token.text) & {"red", "black"}):
            yield f"{token.text} is of the rules"
        if token.kind == "string" and token.text in ("red", "black"):
            yield f"{token.text!r} is a colour of the rules"
        if token.text in ("**", "<<", "charCodeAt", "codePointAt", "pow"):
            yield f"{token.text} reckons"


def _orders(tokens: list[Token]) -> Iterator[str]:
    """Ranks or suits in their order, in one string or in a list of strings."""
    ranks = {RANKS_IN_ORDER[at : at + 4] for at in range(10)}
    ranks |= {window[::-1] for window in ranks}
    for text in [token.text for token in tokens if token.kind == "string"] + _lists(tokens):
        short = text.replace("10", "T").replace(" ", "").replace(",", "")
        if any(window in short for window in ranks) or "".join(sorted(short)) == "CDHS":
            yield f"{text!r} is an order of ranks or suits"


def _lists(tokens: list[Token]) -> list[str]:
    """The strings and numbers that stand in a row, with nothing but commas between."""
    rows, last = [""], -9
    for at, token in enumerate(tokens):
        if token.kind in ("string", "number"):
            follows = at - last == 2 and tokens[at - 1].text == ","
            rows = [*rows[:-1], rows[-1] + token.text] if follows else [*rows, token.text]
            last = at
    return rows


def _numbered(tokens: list[Token]) -> Iterator[str]:
    """`{J: 11}`: a rank or a suit as a number."""
    for key, colon, value in zip(tokens, tokens[1:], tokens[2:], strict=False):
        is_feature = len(key.text) == 1 and key.text in RANKS_IN_ORDER + SUITS
        if is_feature and colon.text == ":" and value.kind == "number":
            yield f"{key.text}: {value.text} numbers a rank or a suit"


def _reckoning(tokens: list[Token], at: int) -> Iterator[str]:
    """A comparison of, or arithmetics with, ranks, suits, colours or the letters of a card."""
    left, right = _operand(tokens, at - 1, -1), _operand(tokens, at + 1, +1)
    sides = (left, right)
    words = {word for side in sides for token in side for word in _parts(token.text)}
    text = "".join(token.text for token in (*left, tokens[at], *right))
    joins = tokens[at].text in ("+", "+=") and all(
        side[-1:] and side[-1].kind != "number" for side in sides
    )
    if words & FEATURES and not joins:
        yield f"{text} reckons with ranks or suits"
    if words & {"score", "points"} and tokens[at].text in ARITHMETICS and not joins:
        yield f"{text} counts points"
    if tokens[at].text in COMPARISONS:
        if any(token.text in ("13", "52") for token in (*left, *right)):
            yield f"{text} knows how many cards there are"
        if words & {"colour", "color"}:
            yield f"{text} compares colours"
        if any(_is_letter_of_card(side) for side in sides):
            yield f"{text} compares letters of a card"
        if any(_is_count_of_cards(side) for side in sides):
            yield f"{text} counts what may move"


def _operand(tokens: list[Token], at: int, step: int) -> list[Token]:
    """The names, members and look-ups beside an operator, in the order of the source.

    What stands between the brackets of a call, or of a long look-up, does not count.
    """
    operand: list[Token] = []
    while 0 <= at < len(tokens):
        token = tokens[at]
        if token.text in (("(", "[") if step > 0 else (")", "]")):
            inner, at = _bracketed(tokens, at, step)
            before = operand[-1:] if step > 0 else tokens[max(0, at - 1) : at]
            operand += inner if _counts(before, inner) else [inner[0], inner[-1]]
        elif token.kind in ("word", "number", "string") or token.text in (".", "?.", "!"):
            operand.append(token)
        elif step < 0 or operand or token.text not in ("+", "-"):
            break
        at += step
        if _ends(operand, tokens, at):
            break
    return operand[::step]


def _counts(before: list[Token], inner: list[Token]) -> bool:
    """Whether brackets only group, or look up one thing."""
    is_call = any(token.kind == "word" or token.text in (")", "]", "?.") for token in before)
    return not is_call or (len(inner) <= 3 and inner[0].text in ("[", "]"))


def _ends(operand: list[Token], tokens: list[Token], at: int) -> bool:
    """Whether two operands stand side by side, as where a statement ends without a semicolon."""
    both = [*operand[-1:], *tokens[max(0, at) : at + 1]]
    return len(both) == 2 and all(token.kind in ("word", "number", "string") for token in both)


def _bracketed(tokens: list[Token], at: int, step: int) -> tuple[list[Token], int]:
    """The tokens from a bracket to its partner, in the order of walking, and where that is."""
    depth, inner = 0, []
    while 0 <= at < len(tokens):
        text = tokens[at].text if tokens[at].kind == "mark" else ""
        depth += step * ((text in CLOSED_BY.values()) - (text in CLOSED_BY))
        inner.append(tokens[at])
        if depth == 0:
            break
        at += step
    return inner, at


def _is_letter_of_card(operand: list[Token]) -> bool:
    """`card[0]`, `name.at(-1)`, `onto.slice(1)`: not `cards[0]`, which is a whole card."""
    texts = [token.text for token in operand]
    named = any(_parts(text) & {"card", "onto", "name", "top"} for text in texts)
    indexed = any(pair in (["[", "0"], ["[", "1"]) for pair in map(list, pairwise(texts)))
    return named and (indexed or bool({"at", "charAt", "slice", "startsWith"} & set(texts)))


def _is_count_of_cards(operand: list[Token]) -> bool:
    texts = [token.text for token in operand]
    return "length" in texts and any(_parts(text) & {"cards", "drag", "lifted"} for text in texts)


def _place_in_order(tokens: list[Token], at: int) -> Iterator[str]:
    """`RANKS.indexOf(…)`, `"A23".indexOf(…)`, `Number(rank)`, `switch (suit)`."""
    if [token.text for token in tokens[at + 1 : at + 2]] != ["("]:
        return
    is_member = at > 0 and tokens[at - 1].text in (".", "?.")
    arguments = _bracketed(tokens, at + 1, +1)[0]
    if tokens[at].text.endswith(("Of", "Index")):
        if not is_member:
            return
        arguments = [*_operand(tokens, at - 2, -1), *arguments]
        if tokens[at - 2].kind == "string":
            yield f"{tokens[at - 2].text!r}.{tokens[at].text} is a place in an order"
    words = {word for token in arguments for word in _parts(token.text)}
    if words & FEATURES:
        text = "".join(token.text for token in arguments)
        yield f"{tokens[at].text} of {text} is a place in an order"


def test_no_rule_of_the_game_is_in_javascript() -> None:
    assert found_in(rules_in_script, SCRIPTS) == []


@pytest.mark.parametrize(
    "source",
    [
        "if (rank === 13) up()",
        "const fits = rankOf(card) + 1 === rankOf(onto)",
        "return onto.rank - card.rank === 1",
        "let n = 1 + rank;",
        "if (a.suit !== b.suit) no()",
        "if (b !== cards.suit) no()",
        "if (suits[a] == suits[b]) yes()",
        "if (suitOf(a) % 2) no()",
        "if ((suit) > 1) no()",
        "if (x < (suit || 0)) no()",
        "if (colourOf(a) !== colourOf(b)) yes()",
        "if (element.dataset['suit'] === other.dataset['suit']) yes()",
        "if (element.dataset.rank > 3) yes()",
        "const isRed = (c) => c.includes('H')",
        "const RED = new Set(['H', 'D'])",
        "if (colour(x) === 'red') yes()",
        "x = 'black'",
        "if (card[1] === onto[1]) yes()",
        "if (card.at(-1) === other) yes()",
        "if (name.slice(1) !== 'S') yes()",
        "if (top?.[0] === 'K') yes()",
        "const ORDER = 'A23456789TJQK'",
        "const ORDER = `KQJT98765432A`",
        'const ORDER = ["A", "2", "3", "4", "5"]',
        "const ORDER = 'A,2,3,4,5,6,7,8,9,10,J,Q,K'.split(',')",
        "const SUITS = 'SHDC'",
        "const SUITS = ['C', 'D', 'H', 'S']",
        "const value = { A: 1, J: 11 }[letter]",
        "const value = { S: 0 }",
        "const value = 'JQK'.indexOf(letter)",
        "const value = letters.indexOf(rank)",
        "const value = RANKS.findIndex((r) => r === x)",
        "const value = Number(rank)",
        "const value = parseInt(card.rank, 10)",
        "switch (suit) { case x: no() }",
        "const capacity = 5",
        "const most = (free + 1) * 2 ** empty",
        "const most = (free + 1) << empty",
        "const most = Math.pow(2, empty)",
        "const emptyCells = cells.filter((c) => !c).length",
        "if (canMove(card, place)) yes()",
        "if (drag.cards.length > 4) no()",
        "if (state.drag?.cards.length <= most) no()",
        "const code = card.charCodeAt(0)",
        "if (up === 52) celebrate();",
        "piles.every((pile) => pile.length >= 13)",
        "score += 10;",
        "state.score = state.score + 5",
        "say(`${rank === 'K'}`)",
        "say(`a${`b${card.rank - 1}`}`)",
    ],
)
def test_a_rule_in_javascript_is_found(source: str) -> None:
    assert list(rules_in_script(source))


@pytest.mark.parametrize(
    "source",
    [
        "const [rank = '', suit = ''] = name;",
        "Object.assign(element.dataset, { card: name, suit, rank });",
        "const COURT = new Set(['J', 'Q', 'K']); COURT.has(rank) ? court(rank, suit) : pip(suit)",
        "const SIGNS = { S: '♠', H: '♥', D: '♦', C: '♣' };",
        "return t(`rank.${rank}`) + (SIGNS[suit] ?? suit)",
        "svg.append(use(`suit-${suit}`, 18, 38), `rank-${rank}`)",
        "// if (rank === 13)\n/* suit < 3 */ paint()",
        "const at = cards.indexOf(card); if (at >= 0) return cards.slice(at)",
        "const free = height - box.y; const fits = free / Math.max(1, cards - 1)",
        "if (card) shake(card)\nif (kind === 'column') y = under",
        "const indexOf = (rank, suit) => [['rank', 8]]; face([...indexOf(rank, suit)])",
        "if (view.score > 0 && view.undoable > 0) enable('undo')",
        "if (element.dataset.colours !== settings.colours) change()",
    ],
)
def test_painting_by_name_is_no_rule(source: str) -> None:
    assert list(rules_in_script(source)) == []


# ------------------------------------------------------------------ 2: who knows what

NOT_PART_OF_THE_ENGINE = {
    "importlib",
    "ctypes",
    "tkinter",
    "webbrowser",
    "socket",
    "urllib",
    "http",
}
BROWSER_NAMES = {"document", "window", "navigator", "localStorage", "__import__", "eval", "exec"}
BROWSER_WORDS = re.compile(
    r"pyodide|emscripten|wasm|javascript|localStorage|<\w+[^>]*>|\bdocument\b|\bDOM\b|\bJsProxy\b",
    re.IGNORECASE,
)
FOUR_WORDS = re.compile(r"[^\W\d_]+(?:'\w+)?(?:[ \n]+[^\W\d_]+(?:'\w+)?){3}")
PYTHON = re.compile(
    r"\bimport \w+|\bfrom [\w.]+ import\b|\bdef \w+\(|\blambda\b.*:|\bprint\(|^\s*class \w+",
    re.MULTILINE,
)


def imports_of(tree: ast.AST) -> Iterator[str]:
    """The modules that a module imports, by full name, anywhere in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            name = "." * node.level + (node.module or "")
            inner = [f"{name}.{alias.name}" for alias in node.names]
            known = [full for full in inner if full in MODULE_NAMES]
            yield from known or [name]


def name_of_module(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULE_NAMES = {name_of_module(path): path for path in MODULES}


def strangers_in_module(source: str) -> Iterator[str]:
    """Imports and names that are not the engine's own or the standard library's."""
    tree = ast.parse(source)
    known = (sys.stdlib_module_names | {"solitaire"}) - NOT_PART_OF_THE_ENGINE
    for name in imports_of(tree):
        if name.split(".")[0] not in known:
            yield f"imports {name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in BROWSER_NAMES:
            yield f"uses {node.id}"
    for text in texts_of(tree):
        if BROWSER_WORDS.search(text):
            yield f"speaks of the browser: {text!r}"


def texts_of(tree: ast.AST) -> Iterator[str]:
    """The strings of a module, docstrings left out; what an f-string fills in reads as a word."""
    passed = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            passed.add(node.value)
        if isinstance(node, ast.JoinedStr):
            parts = [part for part in node.values if isinstance(part, ast.Constant)]
            passed.update(parts)
            yield "".join(str(part.value) if part in parts else "x" for part in node.values)
        elif isinstance(node, ast.Constant) and node not in passed:
            text = node.value
            if isinstance(text, str | bytes):
                yield text if isinstance(text, str) else text.decode("latin-1")


def sentences_in_module(source: str) -> Iterator[str]:
    """Strings with more than three words in a row: people read those in the language files."""
    for text in texts_of(ast.parse(source)):
        if FOUR_WORDS.search(text):
            yield f"a sentence: {text!r}"


def python_in_script(source: str) -> Iterator[str]:
    """Python source in a JavaScript string, and what would run it."""
    for token in tokens_of(source):
        if token.kind == "string" and PYTHON.search(token.text):
            yield f"Python: {token.text!r}"
        if token.text in ("runPython", "runPythonAsync", "pyodide_py", "eval_code"):
            yield f"runs Python: {token.text}"


def test_the_engine_knows_neither_browser_nor_pyodide() -> None:
    assert found_in(strangers_in_module, MODULES) == []


def test_no_sentence_for_people_is_in_the_engine() -> None:
    assert found_in(sentences_in_module, MODULES) == []


def test_no_python_is_in_javascript() -> None:
    assert found_in(python_in_script, SCRIPTS) == []


@pytest.mark.parametrize(
    "source",
    [
        *(
            "import js",
            "from js import document",
            "import pyodide",
            "import pyodide_js",
            "import numpy",
        ),
        *("from pyodide.ffi import to_js", "def f():\n    import micropip", "import importlib"),
        *(
            "try:\n    import js\nexcept ImportError:\n    pass",
            "document.title = 'x'",
            "eval('1')",
        ),
        *("from . import cards", "here = sys.platform == 'emscripten'", "x = f'<b>{y}</b>'"),
    ],
)
def test_a_stranger_in_the_engine_is_found(source: str) -> None:
    assert list(strangers_in_module(source))


@pytest.mark.parametrize(
    "source",
    [
        "raise IllegalMove('the card must be one lower')",
        "x = f'you have {count} moves'",
        "x = f'{a} {b} moves left'",
        "x = {'code': 'Only kings may go there.'}",
        "parser.add_argument('file', help='the file to read moves from')",
        "parser = ArgumentParser(description='Plays a game of FreeCell')",
        "def f():\n    '''A docstring.'''\n    return 'nothing was left to undo'",
        "x = b'this cannot be won'",
        "x = 'dieser Zug ist ungültig'",
        "x = ('two words '\n     'and two more')",
    ],
)
def test_a_sentence_in_the_engine_is_found(source: str) -> None:
    assert list(sentences_in_module(source))


@pytest.mark.parametrize(
    "source",
    [
        '"""A module that says what it is for."""',
        "class A:\n    '''A class that says what it is.'''\n    x = 1\n    '''And what this is.'''",
        "x = f'move {number}: {word}: {error}'",
        "help = 'moves (default: standard input)'",
        "x = 'wrong-rank'\n# a comment may say what it likes",
    ],
)
def test_codes_and_docstrings_are_no_sentences(source: str) -> None:
    assert list(sentences_in_module(source)) == []
    assert list(strangers_in_module(source)) == []


@pytest.mark.parametrize(
    "source",
    [
        *(
            "run('import solitaire')",
            "run(`\n  from solitaire.bridge import handle\n`)",
            "x.runPython(y)",
        ),
        *("run(`def f(${x}): pass`)", 'run("print(1)")', "await py.runPythonAsync(text)"),
    ],
)
def test_python_in_javascript_is_found(source: str) -> None:
    assert list(python_in_script(source))


def test_a_call_of_a_python_function_is_no_python() -> None:
    source = (
        'import { a } from "./a.js"; pyodide.pyimport("solitaire.bridge").handle; import("./b.js")'
    )
    assert list(python_in_script(source)) == []


# ------------------------------------------------------------------ … and in one direction

Graph: TypeAlias = dict[str, set[str]]


def order_in_readme() -> list[str]:
    """The modules as the README lists them, each importing only from those before it."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    sentence = re.search(r"imports only from those above it: ([^.]*)\.", text)
    assert sentence
    order = re.findall(r"`([a-z_]+)/?`", sentence[1])
    if "solver" not in order:
        order.insert(order.index("gestures") + 1, "solver")
    return [*order, "__init__", "__main__"]


def imports_by_module() -> Graph:
    trees = {name: ast.parse(path.read_text("utf-8")) for name, path in MODULE_NAMES.items()}
    return {
        name: {other for other in imports_of(tree) if other.split(".")[0] == "solitaire"}
        for name, tree in trees.items()
    }


def part_of(module: str) -> str:
    """The part of the engine that a module belongs to: `solver` for `solitaire.solver.search`."""
    return module.split(".")[1] if "." in module else "__init__"


def against_the_order(graph: Graph, order: list[str]) -> Iterator[str]:
    for module, others in graph.items():
        part = part_of(module)
        if part not in order:
            yield f"{part} has no place in the order"
            continue
        for other in others:
            above = order[: order.index(part)]
            if part_of(other) != part and part_of(other) not in above:
                yield f"{module} imports {other}"


def circles(graph: Graph) -> Iterator[str]:
    try:
        list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        yield " imports ".join(reversed(error.args[1]))


def test_modules_import_in_one_direction() -> None:
    graph = imports_by_module()
    assert list(against_the_order(graph, order_in_readme())) == []
    assert list(circles(graph)) == []


def test_the_order_in_the_readme_is_that_of_all_modules() -> None:
    assert sorted(order_in_readme()) == sorted({part_of(module) for module in MODULE_NAMES})


def test_an_import_against_the_order_is_found() -> None:
    graph = imports_by_module()
    assert "solitaire.errors" in graph["solitaire.cards"]
    assert "solitaire.rules" in graph["solitaire.position"]
    for module, other in (("cards", "rules"), ("rules", "game"), ("deals", "bridge")):
        wrong = {**graph, f"solitaire.{module}": {f"solitaire.{other}"}}
        assert list(against_the_order(wrong, order_in_readme()))
    wrong = {**graph, "solitaire.cards": {"solitaire"}}
    assert list(against_the_order(wrong, order_in_readme()))
    wrong = {**graph, "solitaire.news": set()}
    assert list(against_the_order(wrong, order_in_readme()))


def test_a_circle_of_imports_is_found() -> None:
    inside = {"solitaire.notation.codes": {"solitaire.notation"}}
    assert list(circles({**imports_by_module(), **inside}))


# ------------------------------------------------------------------ 3: "lost"

# Where a verdict is made or handed on; elsewhere nobody has one to say.
KNOW_VERDICTS = (
    "solitaire/solver/",
    "solitaire/thinking.py",
    "solitaire/finder.py",
    "solitaire/__main__.py",
)
# The keys of texts that are shown for a verdict with its proof, and for nothing else.
SAID_OF_VERDICTS = ("verdict.lost",)
LOST = {
    "en": re.compile(
        r"\blost\b|\blos(e|es|ing|er)\b|hopeless|unwinnable|unsolvable|not winnable"
        r"|(can't|cannot|can not|can’t|never|no longer) be (won|solved)|no way to win",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        r"\bperd(u|ue|us|ues|re|ez|ant)\b|ingagnable|insoluble|sans espoir"
        r"|ne (peut|pouvez|peuvent) (plus|pas) (être )?(gagn|résol)",
        re.IGNORECASE,
    ),
    "hu": re.compile(
        r"veszt(ett|es)|elvesz(ett|ít)|veszett|nyerhetetlen|megoldhatatlan|reménytelen"
        r"|nem (meg)?(nyerhető|oldható)|nem lehet (meg)?(nyerni|oldani)",
        re.IGNORECASE,
    ),
}


def lost_in_module(source: str) -> Iterator[str]:
    for text in texts_of(ast.parse(source)):
        if LOST["en"].search(re.sub(r"[-_]", " ", text)) or re.search("winnable", text):
            yield f"says {text!r}"


def lost_in_script(source: str) -> Iterator[str]:
    """In a script the word may only be the engine's own answer, or the key of its text."""
    for token in tokens_of(source):
        key = re.fullmatch(r"(verdict\.lost)(\.[a-z]+)?", token.text)
        is_key = key is not None and key[1] in SAID_OF_VERDICTS
        if token.kind != "string" or token.text == "lost" or is_key:
            continue
        if any(pattern.search(token.text) for pattern in LOST.values()):
            yield f"says {token.text!r}"


def lost_in_language(language: str, source: str) -> Iterator[str]:
    for key, text in json.loads(source).items():
        if LOST[language].search(text) and not key.startswith(SAID_OF_VERDICTS):
            yield f"{key} says {text!r}"


def test_only_a_verdict_says_lost() -> None:
    others = [
        path
        for path in MODULES
        if not f"{path.relative_to(ROOT).as_posix()}".startswith(KNOW_VERDICTS)
    ]
    assert found_in(lost_in_module, others) == []
    assert found_in(lost_in_script, SCRIPTS) == []


@pytest.mark.parametrize("path", LANGUAGES, ids=lambda path: path.stem)
def test_only_texts_of_verdicts_say_lost(path: Path) -> None:
    assert path.stem in LOST, "which words say 'lost' in this language?"
    assert list(lost_in_language(path.stem, path.read_text(encoding="utf-8"))) == []


def test_the_page_itself_says_lost_nowhere() -> None:
    page = (ROOT / "web/index.html").read_text(encoding="utf-8")
    assert not LOST["en"].search(page)
    assert LOST["en"].search(page.replace("Won!", "Lost!"))


@pytest.mark.parametrize(
    "source",
    ["status = 'lost'", "raise A('not-winnable')", "x = f'{game} is lost'", "x = 'cannot be won'"],
)
def test_a_module_that_says_lost_is_found(source: str) -> None:
    assert list(lost_in_module(source))


@pytest.mark.parametrize("source", ['say("Lost!")', "say(`You lost ${n}`)", 't("game.lost")'])
def test_a_script_that_says_lost_is_found(source: str) -> None:
    assert list(lost_in_script(source))


def test_a_script_may_hand_on_what_the_engine_says() -> None:
    source = 'if (verdict === "lost") say(t("verdict.lost")); on("lostpointercapture", x); // lost'
    assert list(lost_in_script(source)) == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        *(("en", text) for text in ("You have lost.", "This can't be won any more.", "Unwinnable")),
        *(("fr", text) for text in ("Partie perdue", "Elle ne peut plus être gagnée.")),
        *(("hu", text) for text in ("Vesztett állás", "Elvesztetted.", "Már nem nyerhető meg.")),
    ],
)
def test_a_text_that_says_lost_is_found(language: str, text: str) -> None:
    assert list(lost_in_language(language, json.dumps({"stuck": text})))
    assert list(lost_in_language(language, json.dumps({"verdict.lost": text}))) == []
    assert list(lost_in_language(language, json.dumps({"title": "Won! Nyertél!"}))) == []


# … nor from a search that stopped early; and no line that was not replayed through the rules

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
PROVED_LOST = [
    ("FC", 1, 4),
    ("FC", 1, 16),
    ("FC", 1, 36),
    ("FC", 2, 32),
    ("FC", 2, 76),
    ("BK", 2, 20),
]


@pytest.mark.parametrize(("game", "cells", "deal"), PROVED_LOST)
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


# ------------------------------------------------------------------ 4: codes deal what they dealt

#: Code: deal number, first column, sha256 of the board's columns. Never to be changed.
GOLDEN = {
    "FC1-C4-AAAAAAB": (1, "JD KD 2S 4C 3S 6D 6S", "f79a8b5721b26a97"),
    "FC1-C4-AAAAAKH": (327, "4H 8C 9C 3H 5C 4D KC", "64e1ba73866f33fe"),
    "FC1-C2-AAAALWO": (11982, "AH 3D KD JC 6C JD KC", "1ff15cd41ca61031"),
    "FC1-C1-AAAA7IA": (32000, "QD 3S 8C JH 3D 6H TC", "26d9044129902d47"),
    "FC1-C4-AAA6QSA": (1000000, "2D 9C KD JD 3H TC TS", "c0494bc87876723d"),
    "FC1-C1-B777777": (2**31 - 1, "9S JH 7S 5S 5D 5C 7D", "9d68a4513f4ad206"),
    "FC1-C4-CAAAAAA": (2**31, "QH 3H 7D 4D TS QD 6D", "d8997786f19eb9fb"),
    "BK1-C4-AAAAA24": (860, "TS 2H AS 5S QC 7S 2D", "eee16ce9efa90574"),
    "BK1-C2-D777777": (2**32 - 1, "JS QH TC 7S KC 3H QS", "2ebad955a5d6e0d0"),
    "BK1-C1-EAAAAAA": (2**32, "TS 3S KC 4H 9H 3H 4D", "544524cddebaafbc"),
    "BK1-C4-H777777": (2**33 - 1, "TC 8S 8C 6C 5H 5C 9C", "0e504e4626022042"),
    "FC1-C2-EVAL4QA": (5_000_000_000, "9D KS 4C 2D AC KH TS", "c481f3401f937a67"),
}

#: Deals at both ends of each of the three ranges of numbers, and a thousand between.
SOME_DEALS = [
    *range(1, 501),
    *range(2**31 - 250, 2**31 + 250),
    *range(2**32 - 250, 2**32 + 250),
    *range(2**33 - 500, 2**33),
    *range(1, 2**33, 2**33 // 1000),
]
#: Of their columns, as pysol-cards deals them too. Never to be changed.
SHA256_OF_SOME_DEALS = "9be142a7aad8e4b9560f7ea9bc9455e36149d036de4489c05bf9f3eb90bde740"


def columns_of(number: int) -> str:
    columns, _ = deals.deal(number, variant_of("FC", 4))
    return "".join(" ".join(NAMES[card] for card in column) + "\n" for column in columns)


def sha256_of_some_deals() -> str:
    return hashlib.sha256("".join(map(columns_of, SOME_DEALS)).encode()).hexdigest()


def forgotten_codes() -> list[str]:
    """The golden codes that don't deal what they have always dealt, or are written otherwise."""
    forgotten = []
    for code, (number, first_column, sha256) in GOLDEN.items():
        variant, read = parse_code(code)
        columns = write_board(Game.from_code(code).position).split("\n", 2)[2]
        found = (read, columns.split("\n")[0], hashlib.sha256(columns.encode()).hexdigest()[:16])
        written = write_code(variant_of(code[:2], int(code[5])), number)
        if found != (number, first_column, sha256) or written != code or variant.key != code[:2]:
            forgotten.append(code)
    return forgotten


def test_codes_deal_what_they_have_always_dealt() -> None:
    assert forgotten_codes() == []
    assert sha256_of_some_deals() == SHA256_OF_SOME_DEALS


def test_the_golden_codes_deal_the_same_in_every_setting() -> None:
    for code, (_, _, sha256) in GOLDEN.items():
        for game, cells in SETTINGS:
            board = write_board(Game.from_code(f"{game}1-C{cells}{code[6:]}").position)
            columns = board.split("\n", 2)[2]
            assert hashlib.sha256(columns.encode()).hexdigest()[:16] == sha256


def test_the_golden_codes_are_of_all_settings_and_ranges() -> None:
    assert {code[:6] for code in GOLDEN} == {
        f"{game}1-C{n}" for game in ("FC", "BK") for n in (4, 2, 1)
    }
    numbers = [number for number, _, _ in GOLDEN.values()]
    for first, last in ((1, 2**31 - 1), (2**31, 2**32 - 1), (2**32, 2**33 - 1)):
        assert {first, last} <= set(numbers)


@pytest.mark.parametrize(
    ("module", "name", "value"),
    [
        (deals, "_SUITS_IN_PACK_ORDER", (0, 1, 2, 3)),
        (codes, "DIGITS", "0123456789ABCDEFGHIJKLMNOPQRSTUV"),
        (codes, "DIGITS", codes.DIGITS[::-1]),
        (codes, "SCHEME", "2"),
    ],
)
def test_another_scheme_is_found(
    monkeypatch: pytest.MonkeyPatch, module: object, name: str, value: object
) -> None:
    monkeypatch.setattr(module, name, value)
    try:
        assert forgotten_codes()
    except ValueError:
        return  # the codes can't even be read


def test_another_deal_anywhere_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    shuffled = deals.shuffled
    for number in (1, 2**31, 2**32 - 1, 2**33 - 1):
        monkeypatch.setattr(
            deals, "shuffled", lambda n, other=number: shuffled(n)[:: -1 if n == other else 1]
        )
        assert sha256_of_some_deals() != SHA256_OF_SOME_DEALS
