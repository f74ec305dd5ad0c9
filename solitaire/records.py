"""What has been played and won: for each game and number of cells, over all games.

One versioned record, which is plain data outside::

    {"version": 1, "tallies": {"FC-C4": {"played": 3, "won": 2, …}},
     "counted": {"5f1e…": "won"}, "left": {"game": "0b9c…", "setting": "FC-C4", "streak": 1}}

A game counts once, when it is won, when it is left with a move made, or when its solution is shown,
after which it can't be won any more; it is known by an id of its own, however often it is undone,
saved and restored, or started again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, TypeAlias, get_args

from solitaire.errors import BadText
from solitaire.reading import read_json
from solitaire.variants import VARIANTS, Variant

VERSION = 1
#: How many games are known by their ids: the last ones.
REMEMBERED = 200
LONGEST_ID = 40
LARGEST = 10**9

Data: TypeAlias = dict[str, Any]
Outcome: TypeAlias = Literal["won", "left", "shown"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)


@dataclass(frozen=True, slots=True)
class Tally:
    """The games of one setting: how many, and the best of them.

    ``streak``: how many were won one after the other up to now; ``longest``: ever.
    ``best_score`` and ``fewest_moves`` are those of won games.

    >>> Tally().with_win(score=500, moves=90).with_loss()
    Tally(played=2, won=1, streak=0, longest=1, best_score=500, fewest_moves=90)
    """

    played: int = 0
    won: int = 0
    streak: int = 0
    longest: int = 0
    best_score: int | None = None
    fewest_moves: int | None = None

    def with_loss(self) -> Tally:
        """One game more, which was not won."""
        return replace(self, played=self.played + 1, streak=0)

    def with_win(self, score: int, moves: int) -> Tally:
        """One game more, which was won."""
        streak = self.streak + 1
        longest = max(self.longest, streak)
        more = replace(
            self, played=self.played + 1, won=self.won + 1, streak=streak, longest=longest
        )
        return more.with_result(score, moves)

    def with_result(self, score: int, moves: int) -> Tally:
        """No game more, but another end of a won one."""
        best = score if self.best_score is None else max(self.best_score, score)
        fewest = moves if self.fewest_moves is None else min(self.fewest_moves, moves)
        return replace(self, best_score=best, fewest_moves=fewest)

    @property
    def percent(self) -> int | None:
        """How many of a hundred were won; ``None`` before the first."""
        return round(100 * self.won / self.played) if self.played else None


@dataclass(frozen=True, slots=True)
class Left:
    """The game that was left last, and the streak that this ended: one can come back to it."""

    game: str
    setting: str
    streak: int


def setting_of(variant: Variant) -> str:
    """The name of a game with a number of cells, as in game codes: ``FC-C4``."""
    return f"{variant.key}-C{variant.cells}"


class Records:
    """Counts games; each is told by its id.

    >>> records, freecell = Records(), VARIANTS["FC"]
    >>> records.win("a", freecell, score=500, moves=90)
    >>> records.win("a", freecell, score=500, moves=88)  # undone, and won again
    >>> records.leave("b", freecell)
    >>> records.tallies["FC-C4"]
    Tally(played=2, won=1, streak=0, longest=1, best_score=500, fewest_moves=88)
    """

    def __init__(self) -> None:
        self.tallies: dict[str, Tally] = {}
        self.counted: dict[str, Outcome] = {}
        self.left: Left | None = None
        self.is_changed = False  # since whoever keeps it was told last

    def reset(self) -> None:
        """No game has been played; those that have counted do not count again."""
        self.tallies, self.left = {}, None
        self.is_changed = True

    def tally(self, setting: str) -> Tally:
        """The tally of a setting, empty before its first game."""
        return self.tallies.get(setting, Tally())

    def win(self, game: str, variant: Variant, score: int, moves: int) -> None:
        """A game is won; only its result is new if it was before."""
        if self.counted.get(game) == "shown":
            return
        self.come_back(game)
        setting = setting_of(variant)
        tally = self.tally(setting)
        if game not in self.counted:
            tally = tally.with_win(score, moves)
        elif self.counted[game] == "left":
            tally = replace(tally, won=tally.won + 1).with_result(score, moves)
        else:
            tally = tally.with_result(score, moves)
        self._count(game, "won", setting, tally)

    def leave(self, game: str, variant: Variant) -> None:
        """A game with a move made is left; it counts as played, unless it did before."""
        if game in self.counted:
            return
        setting = setting_of(variant)
        tally = self.tally(setting)
        self.left = Left(game, setting, tally.streak)
        self._count(game, "left", setting, tally.with_loss())

    def show(self, game: str, variant: Variant) -> None:
        """The solution of a game is shown: it counts as played and not as won, unless it was won.

        >>> records, freecell = Records(), VARIANTS["FC"]
        >>> records.show("a", freecell)
        >>> records.win("a", freecell, score=500, moves=90)
        >>> records.tally("FC-C4")
        Tally(played=1, won=0, streak=0, longest=0, best_score=None, fewest_moves=None)
        """
        before = self.counted.get(game)
        if before in ("won", "shown"):
            return
        setting = setting_of(variant)
        tally = self.tally(setting)
        self.left = None
        self._count(game, "shown", setting, tally if before == "left" else tally.with_loss())

    def come_back(self, game: str) -> None:
        """A game is taken up again: if it was the last one left, it was not left at all."""
        if self.left is None or self.left.game != game:
            return
        setting, tally = self.left.setting, self.tally(self.left.setting)
        streak = tally.streak + self.left.streak
        self.tallies[setting] = replace(
            tally,
            played=max(tally.played - 1, tally.won),
            streak=min(streak, tally.won),
            longest=min(max(tally.longest, streak), tally.won),
        )
        self.counted.pop(game, None)
        self.left = None
        self.is_changed = True

    def _count(self, game: str, outcome: Outcome, setting: str, tally: Tally) -> None:
        self.is_changed = True
        self.tallies[setting] = tally
        self.counted.pop(game, None)
        self.counted[game] = outcome
        for old in list(self.counted)[:-REMEMBERED]:
            del self.counted[old]

    def rows(self) -> list[Data]:
        """The tally of every setting, for a table of them."""
        return [
            {
                "game": key,
                "cells": cells,
                "percent": self.tally(f"{key}-C{cells}").percent,
                **asdict(self.tally(f"{key}-C{cells}")),
            }
            for key, variant in VARIANTS.items()
            for cells in variant.cell_choices
        ]

    # ------------------------------------------------------------ kept and carried

    def save(self) -> Data:
        """Everything, as plain data."""
        left = None if self.left is None else asdict(self.left)
        return {**self._carried(), "counted": dict(self.counted), "left": left}

    def _carried(self) -> Data:
        tallies = {setting: asdict(tally) for setting, tally in self.tallies.items()}
        return {"version": VERSION, "tallies": tallies}

    def write(self) -> str:
        """The tallies as text, to be carried elsewhere."""
        return json.dumps(self._carried(), indent=1) + "\n"

    @classmethod
    def restore(cls, data: object) -> Records:
        """The records of what ``save`` gave.

        Raises ``BadText``: ``damaged-records`` with the ``field`` that is wrong, or
        ``unknown-records`` for a version that is not known.
        """
        whole = _mapping(data, "records")
        version = whole.get("version")
        if type(version) is int and version > VERSION:
            raise BadText("unknown-records", version=min(version, LARGEST), known=VERSION)
        if type(version) is not int or version != VERSION:
            raise BadText("damaged-records", field="version", why="not-known")
        records = cls()
        for setting, tally in _mapping(whole.get("tallies"), "tallies").items():
            known = _setting(setting)
            records.tallies[known] = _tally(known, tally)
        for game, outcome in _mapping(whole.get("counted", {}), "counted").items():
            records.counted[_id(game)] = _outcome(outcome)
        if whole.get("left") is not None:
            records.left = _left(_mapping(whole["left"], "left"))
        return records

    def read(self, text: str) -> Records:
        """The records with the tallies of a text that ``write`` wrote; raises as ``restore``."""
        try:
            data = read_json(text)
        except ValueError:
            raise BadText("damaged-records", field="file", why="not-json") from None
        records = Records.restore({**_mapping(data, "file"), "counted": {}, "left": None})
        # The games that are known here must not count once more.
        records.counted = dict(self.counted)
        return records


def _mapping(data: object, field: str) -> Mapping[str, object]:
    if not isinstance(data, dict):
        raise BadText("damaged-records", field=field, why="not-a-record")
    return data


def _setting(name: str) -> str:
    known = (
        f"{variant.key}-C{cells}" for variant in VARIANTS.values() for cells in variant.cell_choices
    )
    if name not in known:
        raise BadText("damaged-records", field=name[:20], why="no-such-game")
    return name


def _number(data: object, field: str) -> int:
    if type(data) is not int or not 0 <= data <= LARGEST:
        raise BadText("damaged-records", field=field, why="not-a-count")
    return data


def _tally(setting: str, data: object) -> Tally:
    given = _mapping(data, setting)
    numbers: dict[str, int] = {
        field.name: _number(given.get(field.name), f"{setting} {field.name}")
        for field in fields(Tally)
        if field.default is not None or given.get(field.name) is not None
    }
    tally = Tally(**numbers)
    ordered = tally.streak <= tally.longest <= tally.won <= tally.played
    bests = (tally.best_score is not None, tally.fewest_moves is not None)
    if not ordered or bests != (tally.won > 0, tally.won > 0):
        raise BadText("damaged-records", field=setting, why="not-possible")
    return tally


def _id(game: str) -> str:
    if not 1 <= len(game) <= LONGEST_ID:
        raise BadText("damaged-records", field="counted", why="no-id")
    return game


def _outcome(data: object) -> Outcome:
    for outcome in OUTCOMES:
        if data == outcome:
            return outcome
    raise BadText("damaged-records", field="counted", why="no-outcome")


def _left(data: Mapping[str, object]) -> Left:
    game, setting = data.get("game"), data.get("setting")
    if not isinstance(game, str) or not isinstance(setting, str):
        raise BadText("damaged-records", field="left", why="no-id")
    return Left(_id(game), _setting(setting), _number(data.get("streak"), "left"))
