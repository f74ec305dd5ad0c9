"""The built site over HTTP and a real Chromium to look at it: what the page tests stand on.

The fixtures are in tests/page/conftest.py: `site`, `browser`, `visit`, `page`.
"""

from __future__ import annotations

import functools
import gzip
import http.server
import os
import re
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from fnmatch import fnmatch
from http import HTTPStatus
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Frame,
    Page,
    Playwright,
)

from web.building.browsers import chromium
from web.building.serving import MIME_TYPES
from web.building.site import DIST
from web.building.tools import npm_packages

#: Chromium keeps to itself: no background traffic, and no name but this machine's resolves.
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)
#: What hosts compress.
COMPRESSED = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".txt", ".wasm", ".webmanifest")
PATIENCE = 15_000  # milliseconds that a step of a test may take; Pyodide starts in 2 or 3 seconds
LONGEST_HANG = 60.0  # seconds


class Site:
    """`dist/` as a static host serves it, in a sub-path of a free port of this machine.

    The files are read once, so building anew meanwhile changes nothing. Paths are relative to the
    sub-path: "index.html", "app-1a2b3c4d5e/app.js"; patterns are those of fnmatch.

    `requests` holds the paths asked for, in order. `refuse(pattern)` answers 503 from now on,
    `hang(pattern)` does not answer until `heal()`, which also ends every refusal;
    `mistype(pattern)` sends them, until then, as a type that says nothing.
    `compress()` has it send what hosts compress in gzip's format; `sent` notes when each body went
    out, in seconds since the epoch, and its bytes.
    `shorten()` has it redirect from names in .html to those without, as some hosts do.
    `add(path, body)` puts another file on the host, outside the sub-path; it returns its address.
    `deploy(dist)` puts another version of the site in the place of this one.
    """

    def __init__(self, dist: Path = DIST, prefix: str = "/solitaire/") -> None:
        if not (dist / "index.html").is_file():
            raise FileNotFoundError(f"no site in {dist}: run `python3 build.py build` first")
        self.prefix = prefix
        self.files: dict[str, bytes] = {}
        self.deploy(dist)
        self.requests: list[str] = []
        self.sent: list[tuple[float, str, int]] = []
        self._packed: dict[str, bytes] = {}
        self._refused: set[str] = set()
        self._hung: set[str] = set()
        self._mistyped: set[str] = set()
        self._shortened = False
        self._healed = threading.Event()
        handler = functools.partial(Handler, self)
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return f"http://127.0.0.1:{self._server.server_port}"

    @property
    def url(self) -> str:
        """The page's address."""
        return self.origin + self.prefix

    def deploy(self, dist: Path) -> None:
        """Serve this folder from now on, and nothing of what was there before."""
        self.files = {
            self.prefix + path.relative_to(dist).as_posix(): path.read_bytes()
            for path in dist.rglob("*")
            if path.is_file()
        }

    def add(self, path: str, body: str | bytes) -> str:
        """Put another file on the same host, such as a page that embeds ours."""
        self.files["/" + path] = body.encode() if isinstance(body, str) else body
        return f"{self.origin}/{path}"

    def refuse(self, pattern: str) -> None:
        """Answer 503 to every path that matches."""
        self._refused.add(pattern)

    def hang(self, pattern: str) -> None:
        """Leave every path that matches without an answer."""
        self._hung.add(pattern)

    def compress(self) -> None:
        """Send every file of a type that hosts compress in gzip's format from now on."""
        for path, body in self.files.items():
            if Path(path).suffix in COMPRESSED:
                self._packed[path] = gzip.compress(body, 6)

    def encoded(self, path: str, body: bytes) -> tuple[dict[str, str], bytes]:
        """The header that says how a body is encoded, and what goes over the wire."""
        packed = self._packed.get(self.file_at(path))
        self.sent.append((time.time(), path, len(packed or body)))
        return ({"Content-Encoding": "gzip"}, packed) if body and packed else ({}, body)

    def shorten(self) -> None:
        """Redirect from every page to its name without .html, from index.html to its folder."""
        self._shortened = True

    def moved(self, path: str) -> str | None:
        """Where this path redirects to."""
        if not self._shortened or not path.endswith(".html"):
            return None
        return path.removesuffix(".html").removesuffix("index")

    def file_at(self, path: str) -> str:
        """The file that a path stands for, where there is one."""
        if path.endswith("/"):
            return path + "index.html"
        is_short = self._shortened and path + ".html" in self.files
        return path + ".html" if is_short else path

    def mistype(self, pattern: str) -> None:
        """Send every path that matches as mere bytes."""
        self._mistyped.add(pattern)

    def type_of(self, path: str) -> str:
        """The MIME type that goes with a path."""
        name = path.removeprefix(self.prefix)
        suffix = Path(self.file_at(path)).suffix
        known = not any(fnmatch(name, pattern) for pattern in self._mistyped)
        return MIME_TYPES.get(suffix if known else "", "application/octet-stream")

    def heal(self) -> None:
        """Be a good host again; those that hang get their answers."""
        self._mistyped.clear()
        self._refused.clear()
        self._hung.clear()
        self._healed.set()
        self._healed = threading.Event()

    def reset(self) -> None:
        """As new, for the next test."""
        self.heal()
        self.requests.clear()
        self.sent.clear()

    def answer(self, path: str) -> tuple[HTTPStatus, bytes]:
        """Status and body for a path, after having hung where it should."""
        name = path.removeprefix(self.prefix)
        self.requests.append(name or "index.html")
        if any(fnmatch(name, pattern) for pattern in self._hung):
            self._healed.wait(LONGEST_HANG)
        if any(fnmatch(name, pattern) for pattern in self._refused):
            return HTTPStatus.SERVICE_UNAVAILABLE, b""
        body = self.files.get(self.file_at(path))
        if body is None:
            return HTTPStatus.NOT_FOUND, self.files.get(self.prefix + "404.html", b"")
        return HTTPStatus.OK, body

    def close(self) -> None:
        """Stop serving."""
        self.heal()
        self._server.shutdown()
        self._server.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    """Sends what a Site answers, with the caching of GitHub Pages."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def __init__(self, site: Site, *args: Any) -> None:
        self.site = site
        super().__init__(*args)

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        if moved := self.site.moved(path):
            self.redirect(moved)
        else:
            self.send(path)

    do_HEAD = do_GET

    def send(self, path: str) -> None:
        """Send what is there, as GitHub Pages does."""
        status, whole = self.site.answer(path)
        encoding, body = self.site.encoded(path, whole)
        is_missing = status == HTTPStatus.NOT_FOUND
        kind = MIME_TYPES[".html"] if is_missing else self.site.type_of(path)
        self.send_response(status)
        self.send_header("Content-Type", kind)
        for name, value in encoding.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.send_header(
            "Access-Control-Allow-Origin", "*"
        )  # as GitHub Pages; for sandboxed frames
        self.send_header("Cache-Control", "max-age=600" if status == HTTPStatus.OK else "no-store")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def redirect(self, address: str) -> None:
        """Say that it is elsewhere for good."""
        self.send_response(HTTPStatus.PERMANENT_REDIRECT)
        self.send_header("Location", address)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def handle(self) -> None:
        with suppress(ConnectionError):  # the page went away in mid-answer, as pages do
            super().handle()

    def log_message(self, *args: object) -> None:
        """Say nothing: `Site.requests` has it all."""


def settings_for_chromium() -> dict[str, Any]:
    """Start the Chromium that build.py found, quiet, and for root without its sandbox."""
    program = os.environ.get("CHROMIUM") or str(chromium())
    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return {"executable_path": program, "args": [*QUIET, *root]}


def launch(playwright: Playwright) -> Browser:
    """Start a Chromium; its contexts cache nothing for each other."""
    return playwright.chromium.launch(**settings_for_chromium())


def launch_with_profile(playwright: Playwright, folder: str, **options: Any) -> BrowserContext:
    """Start a Chromium that keeps cache and storage in a folder, as a player's own does."""
    return playwright.chromium.launch_persistent_context(
        folder, **settings_for_chromium(), **options
    )


class Visit:
    """Opens pages of the site and watches them: what goes wrong unseen fails the test.

    `visit()` opens the site in a fresh context, as a new player would, and returns the page once it
    has loaded; the engine may still be starting: `ready(visit())` waits for it.

        page = visit()                                       # a desktop, English
        page = visit("#BK1-C2-AAAAA24", viewport=(320, 568), touch=True, locale="hu")
        page = visit(context=page.context)                   # the same player again
        page = visit(site.add("host.html", "<iframe …>"))    # another page of the host

    Everything else that `Browser.new_context` knows may be given too, such as `reduced_motion`.
    At the test's end these are errors: a console message of type error, an exception that nobody
    caught, a request that leaves the host. `allow(pattern)` makes an exception for those messages
    that match a regular expression; a test of failures needs it.
    """

    def __init__(self, browser: Browser, site: Site) -> None:
        self.browser = browser
        self.site = site
        self.contexts: list[BrowserContext] = []
        self.problems: list[str] = []
        self._allowed: list[str] = []

    def __call__(
        self, address: str = "", *, context: BrowserContext | None = None, **options: Any
    ) -> Page:
        page = (context or self.context(**options)).new_page()
        page.goto(address if address.startswith("http") else self.site.url + address)
        return page

    def context(
        self,
        *,
        viewport: tuple[int, int] = (1280, 800),
        touch: bool = False,
        locale: str = "en-US",
        **options: Any,
    ) -> BrowserContext:
        """A watched browser context: storage and cache of its own.

        Without the service worker, which would ask the host for every file besides the page;
        `service_workers="allow"` lets it in.
        """
        options = {"service_workers": "block", **options}
        size: Any = {"width": viewport[0], "height": viewport[1]}
        context = self.browser.new_context(viewport=size, has_touch=touch, locale=locale, **options)
        self.watch(context)
        return context

    def watch(self, context: BrowserContext) -> None:
        """Note what goes wrong in a context; done for those made here, not for persistent ones."""
        context.set_default_timeout(PATIENCE)
        context.on("console", self._heard)
        context.on("weberror", lambda error: self.problems.append(f"exception: {error.error}"))
        context.on("request", lambda request: self._asked(request.url))
        self.contexts.append(context)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.problems.append(f"console: {message.text} ({message.location['url']})")

    def _asked(self, url: str) -> None:
        if not url.startswith((self.site.origin + "/", "data:", "blob:", "about:")):
            self.problems.append(f"request leaves the site: {url}")

    def allow(self, pattern: str) -> None:
        """Expect messages that match a regular expression."""
        self._allowed.append(pattern)

    def unexpected(self) -> list[str]:
        """The problems so far that no test has allowed."""
        return [
            problem
            for problem in self.problems
            if not any(re.search(pattern, problem) for pattern in self._allowed)
        ]

    def photograph(self, folder: Path) -> None:
        """Save a picture of every open page."""
        folder.mkdir(parents=True, exist_ok=True)
        pages = [page for context in self.contexts for page in context.pages]
        for number, page in enumerate(pages):
            page.screenshot(path=folder / f"{number}.png", timeout=5000)

    def close(self) -> None:
        """Close every context; the contexts' last messages arrive before that."""
        for context in self.contexts:
            context.close()


class Fingers:
    """Fingers on a touch screen, as real as Chromium's own input: pointer events, pointercancel.

    Points are in CSS pixels of the viewport; the page needs `touch=True`.

        hand = Fingers(page)
        hand.tap(100, 200)
        hand.down(100, 200); hand.move(300, 400); hand.up()
        hand.down(10, 10, finger=1)     # a second finger
        hand.cancel()                   # the system takes the touch away
    """

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._points: dict[int, tuple[float, float]] = {}

    def _send(
        self, kind: str, points: Mapping[int, tuple[float, float]], at: float | None = None
    ) -> None:
        touches = [{"id": name, "x": x, "y": y} for name, (x, y) in points.items()]
        when = {} if at is None else {"timestamp": at}
        event = {"type": kind, "touchPoints": touches, **when}
        self._session.send("Input.dispatchTouchEvent", event)

    def down(self, x: float, y: float, finger: int = 0) -> None:
        """Put a finger down."""
        self._points[finger] = (x, y)
        self._send("touchStart", self._points)

    def move(self, x: float, y: float, finger: int = 0, steps: int = 5) -> None:
        """Move a finger there along a straight line."""
        start_x, start_y = self._points[finger]
        for step in range(1, steps + 1):
            part = step / steps
            point = (start_x + (x - start_x) * part, start_y + (y - start_y) * part)
            self._points[finger] = point
            self._send("touchMove", self._points)

    def up(self, finger: int = 0) -> None:
        """Lift a finger."""
        del self._points[finger]
        self._send("touchEnd", self._points)

    def tap(self, x: float, y: float, at: float | None = None) -> None:
        """Down and up at once, now or at a time in seconds since the epoch."""
        self._points[0] = (x, y)
        self._send("touchStart", self._points, at)
        del self._points[0]
        self._send("touchEnd", self._points, at)

    def cancel(self) -> None:
        """Let the system take all touches away, as for a call or a gesture of its own."""
        self._points.clear()
        self._send("touchCancel", {})


def until(page: Page | Frame, expression: str, timeout: float = PATIENCE) -> Any:
    """Wait until a JavaScript expression is truthy, and return what it then is.

    `Page.wait_for_function` can't do this: it needs eval, which the site's policy forbids.
    """
    end = time.monotonic() + timeout / 1000
    while not (value := page.evaluate(expression)):
        if time.monotonic() > end:
            raise TimeoutError(f"not true within {timeout / 1000:g} s: {expression}")
        page.wait_for_timeout(20)
    return value


Opened = TypeVar("Opened", Page, Frame)


def ready(page: Opened) -> Opened:
    """Wait until the engine of a page, or of one in a frame, has answered its first call."""
    until(page, "performance.getEntriesByName('engine-ready').length", timeout=4 * PATIENCE)
    return page


def accessibility_faults(page: Page) -> list[str]:
    """What axe-core finds wrong with the page as it is now: one line a fault."""
    source = npm_packages() / "axe-core/axe.min.js"
    page.evaluate(source.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run()")["violations"]
    return [
        f"{fault['id']}: {fault['help']}: {node['html'][:200]}"
        for fault in found
        for node in fault["nodes"]
    ]


@contextmanager
def serving(dist: Path = DIST) -> Iterator[Site]:
    """A Site for the length of a with statement."""
    site = Site(dist)
    try:
        yield site
    finally:
        site.close()
