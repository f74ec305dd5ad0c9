"""FreeCell and Baker's Game with 4, 2 or 1 free cells.

>>> game = Game.from_code("BK1-C4-AAAAA24")
>>> len(game.legal_moves()), game.play("1a"), game.score
(34, Move(source=Place(kind='column', index=0), target=Place(kind='cell', index=0), count=1), 0)
>>> print(write_board(game.position).splitlines()[1])
Freecells: 2D - - -
"""

from __future__ import annotations

from solitaire.errors import BadText, IllegalMove, SolitaireError
from solitaire.game import Game
from solitaire.notation import (
    parse_board,
    parse_code,
    parse_move,
    parse_moves,
    write_board,
    write_code,
    write_move,
)
from solitaire.position import Move, Place, Position
from solitaire.variants import VARIANTS, Variant, variant_of

__version__ = "0.1.0"

__all__ = [
    "VARIANTS",
    "BadText",
    "Game",
    "IllegalMove",
    "Move",
    "Place",
    "Position",
    "SolitaireError",
    "Variant",
    "parse_board",
    "parse_code",
    "parse_move",
    "parse_moves",
    "variant_of",
    "write_board",
    "write_code",
    "write_move",
]
