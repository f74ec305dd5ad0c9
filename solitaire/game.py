"""One game being played: history, undo and redo, score, save and restore."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from solitaire import rules
from solitaire.errors import BadText, IllegalMove, SolitaireError
from solitaire.notation import parse_code, parse_move, parse_moves, write_code, write_move
from solitaire.position import Move, Position
from solitaire.variants import Variant

UNDO_LIMIT = 100


class Turn(NamedTuple):
    """A move that was played: its text, what it earned, and the position after it."""

    move: Move
    text: str
    points: int
    position: Position


class Game:
    """A deal and the moves played in it.

    >>> game = Game.from_code("FC1-C4-AAAAAAB")
    >>> game.play("3a")
    Move(source=Place(kind='column', index=2), target=Place(kind='cell', index=0), count=1)
    >>> game.play("62")  # 3D onto 9C
    Traceback (most recent call last):
        ...
    solitaire.errors.IllegalMove: wrong-rank: card=3D onto=9C
    >>> game.undo(), game.score, game.moves, game.redo()
    (True, 0, [], True)
    """

    def __init__(self, variant: Variant, number: int) -> None:
        self.variant = variant
        self.number = number
        self._start = Position.dealt(variant, number)
        self._turns: list[Turn] = []
        self._undone: list[Turn] = []
        self._first_undoable = 0

    @classmethod
    def from_code(cls, code: str) -> Game:
        """A new game of a game code; raises ``BadText`` if there is no such code."""
        return cls(*parse_code(code))

    @property
    def code(self) -> str:
        """The game code that deals this game again."""
        return write_code(self.variant, self.number)

    @property
    def position(self) -> Position:
        """Where the cards lie now."""
        return self._turns[-1].position if self._turns else self._start

    @property
    def positions(self) -> list[Position]:
        """Every position from the start of the deal to the one on the table."""
        return [self._start, *(turn.position for turn in self._turns)]

    @property
    def played(self) -> list[Move]:
        """The moves that stand; move i leads from position i to position i + 1."""
        return [turn.move for turn in self._turns]

    @property
    def score(self) -> int:
        """What the moves that stand have earned, never below zero (help: Score)."""
        return sum(turn.points for turn in self._turns)

    @property
    def moves(self) -> list[str]:
        """The moves that stand, in standard notation."""
        return [turn.text for turn in self._turns]

    @property
    def undoable(self) -> int:
        """How many actions can be undone, at most ``UNDO_LIMIT`` (help: Undo)."""
        return len(self._turns) - self._first_undoable

    @property
    def redoable(self) -> int:
        """How many undone actions can be played again; a new move forgets them."""
        return len(self._undone)

    @property
    def is_won(self) -> bool:
        """Whether all cards are on the foundations."""
        return self.position.is_won

    @property
    def is_stuck(self) -> bool:
        """Whether the game is not won and no move at all is legal."""
        return not self.is_won and not self.position.legal_moves()

    def legal_moves(self) -> list[Move]:
        """Every legal move of the position."""
        return self.position.legal_moves()

    def play(self, move: Move | str) -> Move:
        """Plays a move, or its text in standard notation, as one action.

        Raises ``IllegalMove`` or ``BadText`` and changes nothing.
        """
        if isinstance(move, str):
            move = parse_move(move, self.position)
        turn = self._turn(move, self.position.play(move))
        self._undone.clear()
        self._push(turn)
        return move

    def undo(self) -> bool:
        """Takes the last action back, with its points; whether there was one."""
        if not self.undoable:
            return False
        self._undone.append(self._turns.pop())
        return True

    def redo(self) -> bool:
        """Plays the action that was undone last again; whether there was one."""
        if not self._undone:
            return False
        self._push(self._undone.pop())
        return True

    def restart(self) -> None:
        """Starts this deal again; redo can still play what was played before."""
        self._undone += reversed(self._turns)
        self._turns.clear()
        self._first_undoable = 0

    def last_turn(self) -> tuple[Position, Turn] | None:
        """The last turn that stands, behind the position before it."""
        if not self._turns:
            return None
        before = self._turns[-2].position if len(self._turns) > 1 else self._start
        return before, self._turns[-1]

    def _turn(self, move: Move, after: Position) -> Turn:
        text = write_move(move, self.position)
        return Turn(move, text, self._points(move), after)

    def _points(self, move: Move) -> int:
        return rules.points(self.variant, move.source.kind, move.target.kind)

    def _push(self, turn: Turn) -> None:
        self._turns.append(turn)
        self._first_undoable = max(self._first_undoable, len(self._turns) - UNDO_LIMIT)

    def save(self) -> dict[str, str | int]:
        """The game as plain data: its code and its moves, never a position.

        ``moves`` stand, ``undone`` can be redone, ``undoable`` is how far undo reaches.
        """
        return {
            "code": self.code,
            "moves": " ".join(self.moves),
            "undone": " ".join(turn.text for turn in reversed(self._undone)),
            "undoable": self.undoable,
        }

    @classmethod
    def restore(cls, saved: Mapping[str, object]) -> Game:
        """The game of a save, played again through the rules.

        Raises ``BadText``: ``damaged-save`` with the ``field`` that is wrong and the error in it.
        """
        game = cls._from_field(saved)
        played = game._replay(saved, "moves")
        undone = game._replay(saved, "undone")
        undoable = saved.get("undoable", min(played, UNDO_LIMIT))
        if type(undoable) is not int or not 0 <= undoable <= min(played, UNDO_LIMIT):
            raise BadText("damaged-save", field="undoable", why=str(undoable)[:20])
        game._undone = [game._turns.pop() for _ in range(undone)]
        game._first_undoable = played - undoable
        return game

    @classmethod
    def _from_field(cls, saved: Mapping[str, object]) -> Game:
        try:
            return cls.from_code(_text(saved, "code"))
        except SolitaireError as error:
            raise BadText("damaged-save", field="code", why=error.code) from error

    def _replay(self, saved: Mapping[str, object], field: str) -> int:
        played = 0
        try:
            for move, after in parse_moves(_text(saved, field), self.position):
                self._push(self._turn(move, after))
                played += 1
        except (IllegalMove, BadText) as error:
            raise BadText("damaged-save", field=field, number=played + 1, why=error.code) from error
        return played


def _text(saved: Mapping[str, object], field: str) -> str:
    text = saved.get(field, "")
    if not isinstance(text, str):
        raise BadText("not-text")
    return text
