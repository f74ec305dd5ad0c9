"""FreeCell and Baker's Game with 4, 2 or 1 free cells."""

from __future__ import annotations

__version__ = "0.1.0"
