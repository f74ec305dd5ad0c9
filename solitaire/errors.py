"""What the engine says when it refuses: a code and data, never a sentence.

The sentences live in the page's language files, one for each code.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

Datum: TypeAlias = str | int | None


class SolitaireError(Exception):
    """A refusal: ``code`` says what is wrong, ``data`` says where and with what.

    >>> error = SolitaireError("wrong-rank", card="4C", onto="6D")
    >>> error.code, dict(error.data)
    ('wrong-rank', {'card': '4C', 'onto': '6D'})
    >>> print(error)
    wrong-rank: card=4C onto=6D
    """

    code: str
    data: Mapping[str, Datum]

    def __init__(self, code: str, **data: Datum) -> None:
        self.code = code
        self.data = MappingProxyType(data)
        super().__init__(code)

    def __str__(self) -> str:
        if not self.data:
            return self.code
        return f"{self.code}: " + " ".join(f"{key}={value}" for key, value in self.data.items())


class IllegalMove(SolitaireError):
    """A move that the rules refuse; the code says which rule."""


class BadText(SolitaireError, ValueError):
    """A game code, board, move or save that cannot be read; the data say where."""
