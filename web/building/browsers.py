"""The browsers that the tests drive: found, or installed."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

from web.building.running import Trouble, ask, run, say
from web.building.tools import PYTHON, apt_install

CHROMIUMS = ("chromium", "google-chrome", "google-chrome-stable", "chromium-browser")


def chromium() -> Path:
    """A Chromium for the tests: installed already, else from Debian, else Playwright's own."""
    found = find_chromium()
    if found:
        return found
    if not apt_install("chromium", "fonts-dejavu-core"):
        say("installing Playwright's Chromium")
        with contextlib.suppress(Trouble):
            run(PYTHON, "-m", "playwright", "install", "chromium")
    found = find_chromium()
    if not found:
        raise Trouble("the tests need Chromium: install it so that `chromium` is on PATH")
    return found


def find_chromium() -> Path | None:
    """The path of a Chromium that is there."""
    for name in CHROMIUMS:
        if path := shutil.which(name):
            return Path(path)
    code = (
        "from playwright.sync_api import sync_playwright as start\n"
        "with start() as playwright: print(playwright.chromium.executable_path)"
    )
    own = Path(ask(PYTHON, "-c", code))
    return own if own.exists() else None
