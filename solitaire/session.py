"""What a page can ask of the engine: the game that it plays, and each call on it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from solitaire.cards import Card, name_of, parse_card
from solitaire.errors import BadText
from solitaire.game import Game
from solitaire.gestures import double_tap, drop, touch
from solitaire.notation import parse_deal, write_board, write_code
from solitaire.position import Move
from solitaire.variants import VARIANTS, Variant, variant_of
from solitaire.view import Step, View, back, parse_place, step_of, view_of

Args: TypeAlias = Mapping[str, Any]

# The deals that every FreeCell program can deal: Microsoft's first million.
RANDOM_DEALS = 1_000_000


class Session:
    """The game that one page plays, and the calls that the page can make.

    Each call takes its arguments as a mapping and returns plain data; it raises ``SolitaireError``
    and leaves the game as it was.

    >>> session = Session()
    >>> session.calls["new"]({"deal": "FC1-C4-AAAAAAB"})["piles"]["column-0"][-1]
    '6S'
    """

    def __init__(self) -> None:
        self.game = Game(next(iter(VARIANTS.values())), 1)
        self.revision = 0
        self.calls: dict[str, Callable[[Args], Any]] = {
            "games": self.games,
            "read_deal": self.read_deal,
            "new": self.new,
            "restore": self.restore,
            "view": self.view,
            "tap": self.tap,
            "double_tap": self.double_tap,
            "drop": self.drop,
            "undo": self.undo,
            "redo": self.redo,
            "restart": self.restart,
            "board": self.board,
        }

    def games(self, args: Args) -> list[dict[str, Any]]:
        """The games that can be played, each with its choices of cells."""
        return [
            {"game": variant.key, "cells": list(variant.cell_choices)}
            for variant in VARIANTS.values()
        ]

    def read_deal(self, args: Args) -> dict[str, Any]:
        """What ``deal`` (a code, or a number of ``game`` and ``cells``) means."""
        variant, number = parse_deal(_text(args, "deal"), self._variant(args))
        return {
            "code": write_code(variant, number),
            "game": variant.key,
            "cells": variant.cells,
            "number": number,
        }

    def new(self, args: Args) -> View:
        """A new game of ``game`` with ``cells``: of ``deal``, or of one drawn at random."""
        variant = self._variant(args)
        if "deal" in args:
            variant, number = parse_deal(_text(args, "deal"), variant)
        else:
            number = 1 + secrets.randbelow(RANDOM_DEALS)
        self.game = Game(variant, number)
        return self._changed("new", [])

    def restore(self, args: Args) -> View:
        """The game of a ``save``; raises ``damaged-save`` and keeps the game there was."""
        saved = args.get("save")
        if not isinstance(saved, dict):
            raise BadText("damaged-save", field="save", why="not-a-save")
        self.game = Game.restore(saved)
        return self._changed("restore", [])

    def view(self, args: Args) -> View:
        """The game as it is."""
        return self._view("nothing", [])

    def tap(self, args: Args) -> View:
        """A tap on ``place``, on its ``card`` or where it is empty, while ``selected`` is."""
        card, selected = _card(args, "card"), _card(args, "selected")
        place = parse_place(_text(args, "place"))
        meant = touch(self.game.position, card, place, selected)
        selection = None if meant.selected is None else name_of(meant.selected)
        return {**self._play(meant.move), "selected": selection}

    def double_tap(self, args: Args) -> View:
        """A double tap on ``card``."""
        return self._play(double_tap(self.game.position, _needed_card(args)))

    def drop(self, args: Args) -> View:
        """``card``, with the run below it, dropped over ``places``, the most covered first."""
        places = args.get("places")
        if not isinstance(places, list):
            raise BadText("bad-argument", name="places")
        targets = [parse_place(str(place)) for place in places]
        return self._play(drop(self.game.position, _needed_card(args), targets))

    def undo(self, args: Args) -> View:
        """Takes the last action back, if one is left to undo."""
        steps = [back(step) for step in self._last_steps()]
        return self._changed("undo", steps) if self.game.undo() else self.view(args)

    def redo(self, args: Args) -> View:
        """Plays the action that was undone last again, if there is one."""
        return self._changed("redo", self._last_steps()) if self.game.redo() else self.view(args)

    def restart(self, args: Args) -> View:
        """Starts this deal again."""
        self.game.restart()
        return self._changed("restart", [])

    def board(self, args: Args) -> dict[str, str]:
        """The board and the moves as text that other programs read."""
        return {"board": write_board(self.game.position), "moves": " ".join(self.game.moves)}

    def _variant(self, args: Args) -> Variant:
        now = self.game.variant
        key, cells = args.get("game", now.key), args.get("cells", now.cells)
        if not isinstance(key, str) or type(cells) is not int:
            raise BadText("bad-argument", name="game")
        return variant_of(key, cells)

    def _play(self, move: Move | None) -> View:
        if move is None:
            return self._view("nothing", [])
        self.game.play(move)
        return self._changed("move", self._last_steps())

    def _last_steps(self) -> list[Step]:
        last = self.game.last_turn()
        return [step_of(*last)] if last else []

    def _changed(self, happened: str, steps: list[Step]) -> View:
        self.revision += 1
        return self._view(happened, steps)

    def _view(self, happened: str, steps: list[Step]) -> View:
        return {
            "revision": self.revision,
            "happened": happened,
            "steps": steps,
            "selected": None,
            **view_of(self.game),
        }


def _text(args: Args, name: str) -> str:
    text = args.get(name)
    if not isinstance(text, str):
        raise BadText("bad-argument", name=name)
    return text


def _card(args: Args, name: str) -> Card | None:
    return None if args.get(name) is None else parse_card(_text(args, name))


def _needed_card(args: Args) -> Card:
    return parse_card(_text(args, "card"))
