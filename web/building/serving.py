"""Serves the site on this machine as a static host would."""

from __future__ import annotations

import contextlib
import functools
import http.server
import os
from pathlib import Path

from web.building.running import Trouble, say
from web.building.site import DIST, build

MIME_TYPES = {
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".whl": "application/zip",
}


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the site as a static host would, except that the browser asks again each time."""

    protocol_version = "HTTP/1.1"

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        """The types that static hosts send, whatever this machine's own table says."""
        return MIME_TYPES.get(Path(path).suffix) or super().guess_type(path)

    def end_headers(self) -> None:
        """Whoever builds again wants to see it."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Only what went wrong is worth a line."""
        if not str(code).startswith(("2", "3")):
            super().log_request(code, size)


def serve(host: str, port: int) -> None:
    """Build the site and serve it until Ctrl+C."""
    build()
    handler = functools.partial(Handler, directory=str(DIST))
    try:
        server = http.server.ThreadingHTTPServer((host, port), handler)
    except OSError as error:
        raise Trouble(f"can't listen on {host}:{port} ({error.strerror}); try --port") from error
    with server:
        say(f"http://{host}:{server.server_port}/  (Ctrl+C ends it)")
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()
