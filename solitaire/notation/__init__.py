"""The text that players exchange: game codes, boards, and moves in standard notation."""

from __future__ import annotations

from solitaire.notation.boards import parse_board, write_board
from solitaire.notation.codes import parse_code, parse_deal, write_code
from solitaire.notation.moves import parse_move, parse_moves, split_moves, write_move, write_moves

__all__ = [
    "parse_board",
    "parse_code",
    "parse_deal",
    "parse_move",
    "parse_moves",
    "split_moves",
    "write_board",
    "write_code",
    "write_move",
    "write_moves",
]
