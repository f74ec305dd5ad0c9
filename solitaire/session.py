"""What a page can ask of the engine: the game that it plays, and each call on it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, get_args

from solitaire import solver
from solitaire.cards import Card, name_of, parse_card
from solitaire.errors import BadText
from solitaire.finder import Finder, Found, Wish, random_deal
from solitaire.game import Game, Turn
from solitaire.gestures import Touch, double_tap, drop, press, touch
from solitaire.notation import (
    parse_deal,
    parse_move,
    write_board,
    write_code,
    write_move,
    write_moves,
)
from solitaire.position import Move
from solitaire.records import LONGEST_ID, Records
from solitaire.thinking import Thinker
from solitaire.variants import VARIANTS, Variant, variant_of
from solitaire.view import Step, View, back, parse_place, step_of, view_of

Args: TypeAlias = Mapping[str, Any]


class Session:
    """The game that one page plays, and the calls that the page can make.

    Each call takes its arguments as a mapping and returns plain data; it raises ``SolitaireError``
    and leaves the game as it was.

    >>> session = Session()
    >>> session.calls["new"]({"deal": "FC1-C4-AAAAAAB"})["piles"]["column-0"][-1]
    '6S'
    """

    def __init__(self) -> None:
        self.revision = 0
        self.game = Game(next(iter(VARIANTS.values())), 1)
        self.finder: Finder | None = None
        self.found: dict[Wish, Found] = {}
        self.awaited: Wish | None = None
        self.thinks = True
        self.records = Records()
        self._id: str | None = None  # of the game, for the records; from its first move on
        self._waiting: tuple[str | None, Variant] | None = None  # while an example is played
        self._asked = -1
        self._told: dict[str, Any] = {}
        self.calls: dict[str, Callable[[Args], Any]] = {
            "games": self.games,
            "read_deal": self.read_deal,
            "new": self.new,
            "restore": self.restore,
            "view": self.view,
            "tap": self.tap,
            "double_tap": self.double_tap,
            "press": self.press,
            "drop": self.drop,
            "undo": self.undo,
            "redo": self.redo,
            "restart": self.restart,
            "board": self.board,
            "play": self.play,
            "think": self.think,
            "set_thinking": self.set_thinking,
            "hint": self.hint,
            "solution": self.solution,
            "way_back": self.way_back,
            "find_deal": self.find_deal,
            "records": self.read_records,
            "load_records": self.load_records,
            "export_records": self.export_records,
            "import_records": self.import_records,
            "reset_records": self.reset_records,
        }

    @property
    def game(self) -> Game:
        """The game that is being played; nothing is known yet about one that is set."""
        return self.thinker.game

    @game.setter
    def game(self, game: Game) -> None:
        self.thinker = Thinker(game)

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
            number = random_deal()
        self._leave()
        self.game, self._id = Game(variant, number), None
        self._recall(variant, number)
        return self._changed("new", [])

    def _recall(self, variant: Variant, number: int) -> None:
        """What was found out when the deal was looked for need not be found out again."""
        for wish, found in list(self.found.items()):
            if (wish.variant, found.number) == (variant, number):
                self.thinker.learn(self.game.position, found.verdict)
                del self.found[wish]
                self.finder = Finder(wish)

    def restore(self, args: Args) -> View:
        """The game of a ``save``; raises ``damaged-save`` and keeps the game there was.

        An ``example`` counts for no records, and the game that it interrupts is not left by it.
        """
        saved = args.get("save")
        if not isinstance(saved, dict):
            raise BadText("damaged-save", field="save", why="not-a-save")
        game, name = Game.restore(saved), _id_of(saved)
        if args.get("example") is True:
            self._waiting = self._waiting or (self._id, self.game.variant)
        elif name is None or name != self._interrupted()[0]:
            self._leave()
        else:
            self._waiting = None
        self.game, self._id = game, name
        if name is not None:
            self.records.come_back(name)
        return self._changed("restore", [])

    def view(self, args: Args) -> View:
        """The game as it is."""
        return self._view("nothing", [])

    def tap(self, args: Args) -> View:
        """A tap on ``place``, on its ``card`` or where it is empty, while ``selected`` is."""
        return self._touch(args, touch)

    def press(self, args: Args) -> View:
        """The key that takes and puts, at ``place``, on its ``card``, while ``selected`` is."""
        return self._touch(args, press)

    def _touch(self, args: Args, meaning: Callable[..., Touch]) -> View:
        card, selected = _card(args, "card"), _card(args, "selected")
        place = parse_place(_text(args, "place"))
        meant = meaning(self.game.position, card, place, selected)
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

    def play(self, args: Args) -> View:
        """A ``move`` in standard notation; ``shown``: it is one of the solution.

        A game whose solution was shown does not count as won.
        """
        move = parse_move(_text(args, "move"), self.game.position)
        return self._play(move, is_shown=args.get("shown") is True)

    def think(self, args: Args) -> dict[str, Any]:
        """Thinks for some ``milliseconds``: whether there is ``more``, and ``news`` if any.

        First of all for the deal that the page waits for, then about the game, then for a next
        deal, so that nobody need wait for that one.
        """
        seconds = _number(args, "milliseconds") / 1000
        if self._is_looked_for():
            self._look(seconds)
        elif self._is_thought_about():
            self.thinker.slice(seconds)
        elif self.finder is not None:
            self._look(seconds)
        news = self._news()
        told, self._told = self._told, news
        more = self._is_thought_about() or self.finder is not None
        return {"more": more, "news": None if news == told else news}

    def _is_looked_for(self) -> bool:
        return self.finder is not None and self.finder.wish == self.awaited

    def _is_thought_about(self) -> bool:
        wanted = self.thinks or self._asked == self.revision
        return wanted and not self.thinker.is_idle

    def _look(self, seconds: float) -> None:
        finder = self.finder
        assert finder is not None
        finder.slice(seconds)
        if finder.found:
            self.found[finder.wish] = finder.found
            self.finder = self.awaited = None

    def _news(self) -> dict[str, Any]:
        return {
            "revision": self.revision,
            "verdict": self.thinker.now.outcome,
            "only_back": self.thinker.now.only_back,
            "thought": self.thinker.is_idle,
            "looking": self._is_looked_for(),
        }

    def set_thinking(self, args: Args) -> dict[str, bool]:
        """Whether to think about the game without being asked (``on``)."""
        self.thinks = bool(args.get("on"))
        return {"on": self.thinks}

    def hint(self, args: Args) -> dict[str, Any]:
        """The next move of a line that wins, as a step; or why there is none (``verdict``)."""
        self._asked = self.revision
        now, position = self.thinker.now, self.game.position
        step = None
        if now.line:
            move = now.line[0]
            turn = Turn(move, write_move(move, position), 0, position.play(move))
            step = step_of(position, turn)
        return {"revision": self.revision, "verdict": now.outcome, "step": step}

    def solution(self, args: Args) -> dict[str, Any]:
        """A line that wins from here, as moves in standard notation; empty if none is known."""
        self._asked = self.revision
        now = self.thinker.now
        return {
            "revision": self.revision,
            "verdict": now.outcome,
            "moves": write_moves(now.line, self.game.position),
        }

    def way_back(self, args: Args) -> dict[str, Any]:
        """How many undos lead back to where the game can be won; ``None`` while not known."""
        self._asked = self.revision
        return {"revision": self.revision, "undos": self.thinker.seek_way_back()}

    def find_deal(self, args: Args) -> dict[str, Any]:
        """The ``code`` of a deal that can be won, of a ``level`` or any; ``None`` until found."""
        level = args.get("level")
        if level is not None and level not in get_args(solver.Level):
            raise BadText("bad-argument", name="level")
        wish = Wish(self._variant(args), level)
        found = self.found.get(wish)
        if found:
            return {"code": write_code(wish.variant, found.number)}
        self.awaited = wish
        if self.finder is None or self.finder.wish != wish:
            self.finder = Finder(wish)
        return {"code": None}

    def board(self, args: Args) -> dict[str, str]:
        """The board and the moves as text that other programs read."""
        return {"board": write_board(self.game.position), "moves": " ".join(self.game.moves)}

    def read_records(self, args: Args) -> dict[str, Any]:
        """What has been won: ``rows``, one a setting; and what to keep, ``records``."""
        return {"rows": self.records.rows(), "records": self.records.save()}

    def load_records(self, args: Args) -> dict[str, Any]:
        """Goes on with kept ``records``; raises ``damaged-records`` and keeps those there were."""
        self.records = Records.restore(args.get("records"))
        return self.read_records(args)

    def export_records(self, args: Args) -> dict[str, str]:
        """What has been won as ``text``, for a file."""
        return {"text": self.records.write()}

    def import_records(self, args: Args) -> dict[str, Any]:
        """Replaces the records by those of a file's ``text``; raises as ``load_records`` does."""
        self.records = self.records.read(_text(args, "text"))
        return self.read_records(args)

    def reset_records(self, args: Args) -> dict[str, Any]:
        """Begins to count anew."""
        self.records.reset()
        return self.read_records(args)

    def _interrupted(self) -> tuple[str | None, Variant]:
        """The game that counts: the one on the table, or the one that waits for it again."""
        return self._waiting or (self._id, self.game.variant)

    def _leave(self) -> None:
        """The game that counts is about to be replaced."""
        name, variant = self._interrupted()
        if name is not None:
            self.records.leave(name, variant)
        self._waiting = None

    def _count(self, is_shown: bool) -> None:
        """Tells the records what became of the game, by a move of its solution or another."""
        game = self.game
        if self._waiting is not None:
            return
        if self._id is None and (game.moves or game.redoable):
            self._id = secrets.token_hex(8)
        if self._id is not None and is_shown:
            self.records.show(self._id, game.variant)
        if self._id is not None and game.is_won:
            self.records.win(self._id, game.variant, game.score, len(game.moves))

    def _variant(self, args: Args) -> Variant:
        now = self.game.variant
        key, cells = args.get("game", now.key), args.get("cells", now.cells)
        if not isinstance(key, str) or type(cells) is not int:
            raise BadText("bad-argument", name="game")
        return variant_of(key, cells)

    def _play(self, move: Move | None, *, is_shown: bool = False) -> View:
        if move is None:
            return self._view("nothing", [])
        self.game.play(move)
        return self._changed("move", self._last_steps(), is_shown=is_shown)

    def _last_steps(self) -> list[Step]:
        last = self.game.last_turn()
        return [step_of(*last)] if last else []

    def _changed(self, happened: str, steps: list[Step], *, is_shown: bool = False) -> View:
        self.revision += 1
        self.thinker.follow()
        self._count(is_shown)
        view = self._view(happened, steps)
        if self.records.is_changed:
            view["records"] = self.records.save()
            self.records.is_changed = False
        return view

    def _view(self, happened: str, steps: list[Step]) -> View:
        view = view_of(self.game)
        if self._id is not None:
            view["save"]["id"] = self._id
        return {
            "revision": self.revision,
            "happened": happened,
            "steps": steps,
            "selected": None,
            "verdict": self.thinker.now.outcome,
            "only_back": self.thinker.now.only_back,
            **view,
        }


def _id_of(saved: Mapping[str, Any]) -> str | None:
    """The id in a save; one that is damaged is as good as none."""
    name = saved.get("id")
    return name if isinstance(name, str) and 1 <= len(name) <= LONGEST_ID else None


def _text(args: Args, name: str) -> str:
    text = args.get(name)
    if not isinstance(text, str):
        raise BadText("bad-argument", name=name)
    return text


def _number(args: Args, name: str) -> float:
    number = args.get(name)
    if not isinstance(number, int | float) or not 0 <= number <= 1000:
        raise BadText("bad-argument", name=name)
    return float(number)


def _card(args: Args, name: str) -> Card | None:
    return None if args.get(name) is None else parse_card(_text(args, name))


def _needed_card(args: Args) -> Card:
    return parse_card(_text(args, "card"))
