"""The whole protocol between a page and the engine: JSON text in, JSON text out.

A request is ``{"id": …, "call": name, "args": {…}}``; the answer ``{"id": …, "ok": …}`` or
``{"id": …, "error": {"code": …, "data": {…}}}``. An id is an integer or text; any other comes
back as ``null``. What a refused call finds, it leaves unchanged.
"""

from __future__ import annotations

import json
from typing import Any

from solitaire.errors import BadText, SolitaireError
from solitaire.reading import read_json
from solitaire.session import Session


class Bridge:
    """Answers requests about one session.

    >>> bridge = Bridge()
    >>> reply = bridge.handle('{"id": 7, "call": "new", "args": {"deal": "FC1-C4-AAAAAAB"}}')
    >>> json.loads(reply)["ok"]["piles"]["column-0"][-1]
    '6S'
    """

    def __init__(self) -> None:
        self.session = Session()

    def handle(self, request: str) -> str:
        """Answers one request; never raises."""
        number: int | str | None = None
        try:
            call = read_json(request)
            number = _id_of(call)
            return json.dumps({"id": number, "ok": self._answer(call)}, separators=(",", ":"))
        except SolitaireError as error:
            refusal = {"code": error.code, "data": dict(error.data)}
        except ValueError:
            refusal = {"code": "bad-request", "data": {}}
        except Exception as error:
            # A fault of ours; the page must hear of it and go on with the game as it was.
            refusal = {"code": "internal", "data": {"type": type(error).__name__}}
        return json.dumps({"id": number, "error": refusal}, separators=(",", ":"))

    def _answer(self, call: Any) -> Any:
        if not isinstance(call, dict) or not isinstance(call.get("args", {}), dict):
            raise BadText("bad-request")
        name = call.get("call")
        if not isinstance(name, str) or name not in self.session.calls:
            raise BadText("unknown-call", call=str(name)[:40])
        return self.session.calls[name](call.get("args", {}))


def _id_of(call: Any) -> int | str | None:
    number = call.get("id") if isinstance(call, dict) else None
    # Python reads NaN and 1e999, and would write them so that no page could read the answer.
    return number if isinstance(number, int | str) else None


_bridge = Bridge()


def handle(request: str) -> str:
    """Answers one request of the page; never raises.

    >>> handle('{"id": 1, "call": "read_deal", "args": {"deal": "FC1-C4-0AAAAAA"}}')[:48]
    '{"id":1,"error":{"code":"unreadable-code","data"'
    """
    return _bridge.handle(request)
