"""What a page needs to know about a game: the view, as plain data for JSON.

Cards are names (``TH``), places are ``column-0``, ``cell-0``, ``foundation-0`` …, counted from
the left.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from solitaire.cards import NAMES, SUITS, Card, name_of
from solitaire.errors import BadText
from solitaire.game import Game, Turn
from solitaire.gestures import best_first, finish
from solitaire.notation import write_moves
from solitaire.position import Kind, Place, Position

View: TypeAlias = dict[str, Any]
Step: TypeAlias = dict[str, Any]

#: In the order in which a table is read: the upper row from the left, then the columns.
_KINDS: tuple[Kind, ...] = ("cell", "foundation", "column")


def parse_place(text: str) -> Place:
    """Reads ``column-0``; raises ``BadText`` (``unreadable-place``)."""
    kind, _, index = text.partition("-")
    for known in _KINDS:
        if kind == known and index.isascii() and index.isdigit() and len(index) < 3:
            return Place(known, int(index))
    raise BadText("unreadable-place", text=text[:20])


def view_of(game: Game) -> View:
    """Everything that the page asks about a game, so that no rule is needed there.

    ``piles``: for each place the names of its cards, the available one last; the places in the
    order in which a table is read. ``lift``: for each
    card that can be lifted (with the run below it) the places that take it, best first.
    ``signs``: the suit of each foundation.
    ``finish``: the moves that bring the rest up one card after another; none where it can't.
    ``status``: ``playing``, ``won`` or ``stuck`` (no legal move at all).
    """
    position = game.position
    lift = lifts_of(position)
    places = sorted(position.places, key=lambda place: _KINDS.index(place.kind))
    return {
        "game": game.variant.key,
        "cells": game.variant.cells,
        "code": game.code,
        "number": game.number,
        "piles": {str(place): _names(position.cards_at(place)) for place in places},
        "lift": lift,
        "signs": {f"foundation-{index}": suit for index, suit in enumerate(SUITS)},
        "status": _status(position, lift),
        "finish": write_moves(finish(position), position).split(),
        "score": game.score,
        "moves": len(game.moves),
        "undoable": game.undoable,
        "redoable": game.redoable,
        "save": game.save(),
    }


def _names(cards: Iterable[Card]) -> list[str]:
    return [NAMES[card] for card in cards]


def lifts_of(position: Position) -> dict[str, list[str]]:
    """For each card that can be lifted, the places that a drop of it counts for.

    A card that may go up may be dropped on any foundation.
    """
    lifts = {}
    for source, count in position.lifts():
        targets = best_first(position, position.targets(source, count))
        if any(target.kind == "foundation" for target in targets):
            every = (place for place in position.places if place.kind == "foundation")
            targets = list(dict.fromkeys([*targets, *every]))
        lifts[name_of(position.cards_at(source)[-count])] = [str(target) for target in targets]
    return lifts


def _status(position: Position, lift: dict[str, list[str]]) -> str:
    if position.is_won:
        return "won"
    return "playing" if any(lift.values()) else "stuck"


def step_of(before: Position, turn: Turn) -> Step:
    """What one turn did, for the animation: which cards, from where, to where."""
    cards = before.cards_at(turn.move.source)[-turn.move.count :]
    return {
        "cards": _names(cards),
        "from": str(turn.move.source),
        "to": str(turn.move.target),
        "text": turn.text,
    }


def back(step: Step) -> Step:
    """The same step taken back."""
    return {**step, "from": step["to"], "to": step["from"]}
