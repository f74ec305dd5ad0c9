"""Drives WebKitGTK's MiniBrowser over the W3C WebDriver protocol, on a screen that nobody sees.

The protocol is a few JSON messages over HTTP: https://www.w3.org/TR/webdriver2/.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.request import Request, urlopen

from web.building.browsers import WebKit

ANSWER = 30.0  # seconds that one command may take


class Session:
    """One window of the browser. Points are in CSS pixels of the viewport."""

    def __init__(self, driver: str, program: str) -> None:
        options = {"binary": program, "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        made = send("POST", f"{driver}/session", wanted)
        self.address = f"{driver}/session/{made['sessionId']}"

    def open(self, url: str) -> None:
        """Go to a page, and wait until it has loaded."""
        send("POST", f"{self.address}/url", {"url": url})

    def reload(self) -> None:
        """Load the page again."""
        send("POST", f"{self.address}/refresh", {})

    def evaluate(self, expression: str) -> Any:
        """What a JavaScript expression is, or what its promise comes to."""
        script = f"const [done] = arguments; Promise.resolve({expression}).then(done, done);"
        return send("POST", f"{self.address}/execute/async", {"script": script, "args": []})

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press the mouse at one point, and let go at another."""
        moves = [
            {"type": "pointerMove", "duration": 50, "x": round(x), "y": round(y)}
            for x, y in (start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end)
        ]
        press, release = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        mouse = {
            "type": "pointer",
            "id": "mouse",
            "parameters": {"pointerType": "mouse"},
            "actions": [moves[0], press, *moves[1:], release],
        }
        send("POST", f"{self.address}/actions", {"actions": [mouse]})

    def close(self) -> None:
        """Close the browser."""
        send("DELETE", self.address)


def send(method: str, url: str, body: object = None) -> Any:
    """Send a command; its value."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(url, data, {"Content-Type": "application/json"}, method=method)
    with urlopen(request, timeout=ANSWER) as answer:
        return json.load(answer)["value"]


@contextmanager
def webkit(programs: WebKit) -> Iterator[Session]:
    """A MiniBrowser for the length of a with statement."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(programs.screen), "-a", str(programs.driver), f"--port={port}"]
    process = subprocess.Popen(command, start_new_session=True)
    try:
        driver = f"http://127.0.0.1:{port}"
        wait_for(driver)
        session = Session(driver, str(programs.browser))
        yield session
        session.close()
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def wait_for(driver: str) -> None:
    """Wait until the driver answers."""
    end = time.monotonic() + ANSWER
    while True:
        try:
            send("GET", f"{driver}/status")
            return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
