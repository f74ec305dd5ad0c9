"""Every sentence that the page can say exists in every language, with the same places to fill."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from web.building import languages
from web.building.running import ROOT
from web.building.site import WEB

LANG = WEB / "lang"
NAMES = sorted(path.stem for path in LANG.glob("*.json"))
TEXTS: dict[str, dict[str, str]] = {
    name: json.loads((LANG / f"{name}.json").read_text(encoding="utf-8")) for name in NAMES
}
PLACE = r"\{(\w+)\}"


def sources(suffix: str) -> str:
    """The page's files of a kind, one after the other."""
    files = sorted(WEB.glob(f"*{suffix}"))
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


# ---------------------------------------------------------------- the same in every language


def pairs_of(name: str) -> list[tuple[str, str]]:
    """The lines of a language file, doubled ones too."""
    text = (LANG / f"{name}.json").read_text(encoding="utf-8")
    pairs: list[tuple[str, str]] = json.loads(text, object_pairs_hook=list)
    return pairs


def test_english_french_and_hungarian_are_there() -> None:
    assert {"en", "fr", "hu"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_no_key_stands_twice_and_no_text_is_empty(name: str) -> None:
    keys = [key for key, _ in pairs_of(name)]
    assert sorted(keys) == sorted(set(keys))
    assert [key for key, text in pairs_of(name) if not text.strip()] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_key_exists_in_every_language(name: str) -> None:
    assert sorted(TEXTS[name]) == sorted(TEXTS["en"])


@pytest.mark.parametrize("name", NAMES)
def test_the_same_places_are_filled_in_every_language(name: str) -> None:
    differing = {
        key: (text, TEXTS["en"][key])
        for key, text in TEXTS[name].items()
        if sorted(set(re.findall(PLACE, text))) != sorted(set(re.findall(PLACE, TEXTS["en"][key])))
    }
    assert differing == {}


FORMS = r"\[(\w+):([^\]]*)\]"


@pytest.mark.parametrize("name", NAMES)
def test_the_forms_of_a_word_go_with_a_count_that_is_there(name: str) -> None:
    for key, text in TEXTS[name].items():
        for count, forms in re.findall(FORMS, text):
            assert "{" + count + "}" in TEXTS["en"][key], key
            assert len(forms.split("|")) > 1, key


def test_no_french_line_breaks_before_a_mark() -> None:
    broken = [key for key, text in TEXTS["fr"].items() if re.search(r" [:;!?»]|« |[^:]//|'", text)]
    assert broken == []
    joined = {key for key, text in TEXTS["fr"].items() if re.search(" :| [;!?]", text)}
    assert len(joined) > 20


@pytest.mark.parametrize("name", NAMES)
def test_the_script_finds_nothing_missing(name: str) -> None:
    assert list(languages.missing(name)) == []


def test_the_script_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, texts in (("en", {"a": "{card} and", "b": "b"}), ("xx", {"a": "y", "c": "c"})):
        (tmp_path / f"{name}.json").write_text(json.dumps(texts))
    monkeypatch.setattr(languages, "LANG", tmp_path)
    assert list(languages.missing("xx")) == [
        "web/lang/xx.json: a should fill in card",
        "web/lang/xx.json: b is missing; in en: b",
        "web/lang/xx.json: c is not in web/lang/en.json",
    ]


def test_the_page_offers_the_languages_that_there_are() -> None:
    listed = re.search(r"LANGUAGES = \{(.*?)\}", sources("i18n.js"), re.DOTALL)
    assert listed
    assert sorted(re.findall(r"(\w+): *\"", listed[1])) == NAMES


# ---------------------------------------------------------------- what the page uses


def used_keys() -> set[str]:
    """The keys that scripts and the page name as they stand."""
    found = set(re.findall(r"\bt\(\s*\"([^\"]+)\"", sources(".js")))
    found |= set(re.findall(r"data-(?:text|label|title)=\"([^\"]+)\"", sources(".html")))
    return found


def used_patterns() -> set[str]:
    """The keys that scripts put together, `game.${key}` as a regular expression."""
    found = re.findall(r"[(\s]`([\w-]+\.[^`]*\$\{[^`]*)`", sources(".js"))
    return {re.sub(r"\\\$\\\{.*?\\\}", ".+", re.escape(one)) for one in found}


def test_every_key_that_is_used_exists() -> None:
    assert len(used_keys()) > 30  # or it looks in the wrong places
    assert sorted(used_keys() - set(TEXTS["en"])) == []


def test_every_key_that_is_put_together_exists() -> None:
    prefixes = {pattern.split(".")[0].rstrip("\\") for pattern in used_patterns()}
    assert {"error", "game", "rank", "part", "theme", "colours"} <= prefixes
    for pattern in used_patterns():
        assert any(re.fullmatch(pattern, key) for key in TEXTS["en"]), pattern


def test_every_key_is_used() -> None:
    patterns = [re.compile(pattern) for pattern in used_patterns()]
    unused = [
        key
        for key in TEXTS["en"]
        if key not in used_keys() and not any(one.fullmatch(key) for one in patterns)
    ]
    assert unused == []


@pytest.mark.parametrize("element", ["text", "label"])
def test_what_the_page_says_before_a_language_has_come_is_english(element: str) -> None:
    html = sources(".html")
    for key, text in re.findall(rf'data-{element}="([^"]+)"[^>]*>([^<{{]+)<', html):
        assert text == TEXTS["en"][key]


# ---------------------------------------------------------------- what the engine refuses


def modules() -> Iterator[tuple[Path, ast.Module]]:
    """Every module of the engine, read."""
    for path in sorted((ROOT / "solitaire").rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def error_classes() -> set[str]:
    """The names of SolitaireError and of what is derived from it."""
    names = {"SolitaireError"}
    classes = [node for _, tree in modules() for node in ast.walk(tree)]
    for node in (node for node in classes if isinstance(node, ast.ClassDef)):
        if any(isinstance(base, ast.Name) and base.id in names for base in node.bases):
            names.add(node.name)
    return names


def texts_in(node: ast.expr, function: ast.AST) -> set[str]:
    """The texts that an expression can be; a name is what the function around gives it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return texts_in(node.body, function) | texts_in(node.orelse, function)
    if isinstance(node, ast.Name):
        given = (one for one in ast.walk(function) if isinstance(one, ast.Assign))
        same = [one.value for one in given if ast.unparse(one.targets[0]) == node.id]
        return {text for value in same for text in texts_in(value, function)}
    return set()


class Error(NamedTuple):
    """A place in the engine where an error is made, the codes that it can have, and its data."""

    where: str
    codes: set[str]
    data: set[str]


def errors() -> Iterator[Error]:
    """Every error that the engine makes; those passed on under their own code left out."""
    names = error_classes()
    for path, tree in modules():
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        for function in functions:
            for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
                made = isinstance(call.func, ast.Name) and call.func.id in names
                if made and ast.unparse(call.args[0]) != "error.code":
                    data = {keyword.arg or "" for keyword in call.keywords}
                    codes = texts_in(call.args[0], function)
                    yield Error(f"{path.name}:{call.lineno}", codes, data)


def answered_codes() -> set[str]:
    """The codes that the engine writes into an answer itself."""
    texts = (path.read_text(encoding="utf-8") for path, _ in modules())
    return {code for text in texts for code in re.findall(r'"code": "([\w-]+)"', text)}


def page_codes() -> set[str]:
    """The codes of the page's own failures."""
    return set(re.findall(r'EngineError\(\s*"([\w-]+)"', sources(".js")))


def all_codes() -> set[str]:
    """Every code that a sentence is looked up for."""
    return {code for error in errors() for code in error.codes} | answered_codes() | page_codes()


def test_the_code_of_every_error_can_be_read_off() -> None:
    assert len(list(errors())) > 20
    assert [error.where for error in errors() if not error.codes] == []
    assert {"internal", "bad-request"} <= answered_codes()
    assert {"start-failed", "start-hangs"} <= page_codes()


@pytest.mark.parametrize("name", NAMES)
def test_every_error_has_a_sentence(name: str) -> None:
    assert sorted(code for code in all_codes() if f"error.{code}" not in TEXTS[name]) == []


def test_every_sentence_has_an_error() -> None:
    sentences = {key for key in TEXTS["en"] if key.startswith("error.")}
    assert sorted(sentences - {f"error.{code}" for code in all_codes()}) == []


def test_every_error_brings_what_its_sentence_names() -> None:
    lacking = {
        (error.where, code, place)
        for error in errors()
        for code in error.codes
        for place in re.findall(PLACE, TEXTS["en"].get(f"error.{code}", ""))
        if place not in error.data
    }
    assert lacking == set()
