"""Reads JSON that came from elsewhere."""

from __future__ import annotations

import json
from typing import Any

# A page's requests have four or five; a few more can stand in the text that a player types.
MOST_BRACKETS = 200


def read_json(text: object) -> Any:
    """What a text in JSON says; raises ``ValueError`` for any other, and where much is nested.

    >>> read_json('{"id": 1}')
    {'id': 1}
    """
    # Where the stack is small, reading deep JSON ends the whole interpreter.
    if not isinstance(text, str) or sum(map(text.count, "[{")) > MOST_BRACKETS:
        raise ValueError("no JSON")
    return json.loads(text)
