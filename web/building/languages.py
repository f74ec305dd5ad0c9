"""What is missing in a language, line by line: `python3 build.py languages`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from web.building.running import ROOT, Trouble, say

LANG = ROOT / "web/lang"
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


def show() -> bool:
    """Print what is missing in each language; whether anything is."""
    faults = [fault for language in languages() for fault in missing(language)]
    for fault in faults:
        print(fault)
    say(f"{len(languages())} languages ({', '.join(languages())}), {len(faults)} things missing")
    return bool(faults)
