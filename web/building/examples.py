"""The examples of the help: real games, played again by the engine whenever the site is built.

`web/help/examples.json` holds `games`, for each game code the moves of a game that was played, and
`examples`: a name, a code, how many moves of its game are made when the example begins, and steps.
A step is a call of the bridge, `call` and `args`, and what must come of it: that it is `refused`
with a code, or goes `to` a place, or (undo) that it is taken back.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from solitaire.errors import SolitaireError
from solitaire.game import Game
from solitaire.position import Position
from solitaire.session import Session
from web.building.running import ROOT, Trouble

FILE = ROOT / "web/help/examples.json"


@cache
def content() -> dict[str, Any]:
    """The whole file."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def examples() -> dict[str, dict[str, Any]]:
    """Each example by its name, in their order."""
    return {example["name"]: example for example in content()["examples"]}


def moves(code: str, made: int) -> str:
    """The first moves of the game that was played with a code."""
    played = str(content()["games"].get(code, "")).split()
    if len(played) < made:
        raise Trouble(f"examples.json: the game {code} has {len(played)} moves, not {made}")
    return " ".join(played[:made])


def save_of(code: str, made: int) -> dict[str, Any]:
    """A saved game with so many moves made; none of them can be undone."""
    return {"code": code, "moves": moves(code, made), "undone": "", "undoable": 0}


@cache
def position(code: str, made: int) -> Position:
    """The position after so many moves, played through the rules."""
    try:
        return Game.restore(save_of(code, made)).position
    except SolitaireError as error:
        raise Trouble(f"examples.json: the game {code} does not play: {error}") from error


def play(example: dict[str, Any]) -> list[str]:
    """Play an example; what each step comes to, as the page recognises it.

    A step's outcome is its move in standard notation, `undo`, or `refused ` and the code.
    `Trouble` where a step comes to something else than examples.json says.
    """
    position(example["code"], example["made"])  # or `Trouble` names the game
    session = Session()
    session.calls["restore"]({"save": save_of(example["code"], example["made"])})
    outcomes = [outcome(session, step) for step in example["steps"]]
    for number, (step, came) in enumerate(zip(example["steps"], outcomes, strict=True), 1):
        if came[0] != wanted(step):
            raise Trouble(f"examples.json: {example['name']}, step {number} comes to {came[0]}")
    return [text for _, text in outcomes]


def wanted(step: dict[str, Any]) -> str:
    """What must come of a step."""
    if step["call"] == "undo":
        return "undo"
    return f"refused {step['refused']}" if "refused" in step else str(step["to"])


def outcome(session: Session, step: dict[str, Any]) -> tuple[str, str]:
    """What comes of a step: in the words of `wanted`, and in those of the page."""
    try:
        view = session.calls[step["call"]](step.get("args", {}))
    except SolitaireError as error:
        return (f"refused {error.code}",) * 2
    if view["happened"] != "move":
        return (view["happened"],) * 2
    return view["steps"][0]["to"], view["steps"][0]["text"]
