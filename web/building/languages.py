"""What is missing in a language, line by line: `python3 build.py languages`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from web.building.running import ROOT, Trouble, read_text, say

LANG = ROOT / "web/lang"
HELP = ROOT / "web/help"
#: The language that the others are held against.
FIRST = "en"


def languages() -> list[str]:
    """The languages that there are, by their two letters."""
    return sorted(path.stem for path in LANG.glob("*.json"))


def texts_of(language: str) -> dict[str, str]:
    """The sentences of a language, by key."""
    path = LANG / f"{language}.json"
    try:
        texts: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise Trouble(f"{path.relative_to(ROOT)}: {error}") from error
    return texts


def places(text: str) -> list[str]:
    """The places of a sentence that are filled in: {card}."""
    return sorted(set(re.findall(r"\{(\w+)\}", text)))


def missing(language: str) -> Iterator[str]:
    """What a language lacks, or has too much of, of the sentences of the interface."""
    texts, wanted = texts_of(language), texts_of(FIRST)
    where = f"web/lang/{language}.json"
    for key in wanted:
        if not texts.get(key, "").strip():
            yield f"{where}: {key} is missing; in {FIRST}: {wanted[key]}"
        elif places(texts[key]) != places(wanted[key]):
            yield f"{where}: {key} should fill in {', '.join(places(wanted[key])) or 'nothing'}"
    for key in texts.keys() - wanted.keys():
        yield f"{where}: {key} is not in web/lang/{FIRST}.json"


def words_of(language: str) -> dict[str, Any]:
    """What stands around the texts of the help."""
    words: dict[str, dict[str, Any]] = json.loads(read_text(HELP / "words.json"))
    return words.get(language, {})


def outline(path: Path) -> list[str]:
    """What a text of the help must have in each language: its sections, pictures, examples."""
    found = re.findall(
        r"\{#[\w-]+\}$|^```\w+.*$|^[FB]\w+-C\d-\w+ \d+$", read_text(path), re.MULTILINE
    )
    return [line for line in found if line != "```"]


def missing_help(language: str) -> Iterator[str]:
    """What a language lacks of the help."""
    words, wanted = words_of(language), words_of(FIRST)
    for key in [key for key in wanted if key not in words]:
        yield f"web/help/words.json: {language} has no {key}"
    pages = list(wanted["pages"])
    if pages != list(words.get("pages", {})):
        yield f"web/help/words.json: {language} names other pages than {FIRST}"
    for name in pages:
        path = HELP / f"{name}.{language}.md"
        if not path.is_file():
            yield f"web/help/{path.name} is missing"
        elif outline(path) != outline(HELP / f"{name}.{FIRST}.md"):
            yield f"web/help/{path.name} has other sections, pictures or examples than in {FIRST}"


def show() -> bool:
    """Print what is missing in each language; whether anything is."""
    faults = [
        fault for language in languages() for fault in (*missing(language), *missing_help(language))
    ]
    for fault in faults:
        print(fault)
    say(f"{len(languages())} languages ({', '.join(languages())}), {len(faults)} things missing")
    return bool(faults)
