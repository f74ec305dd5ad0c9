"""The browsers that the tests drive: found, or installed."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path
from typing import NamedTuple

from web.building.running import Trouble, ask, run, say
from web.building.tools import PYTHON, apt_install

CHROMIUMS = ("chromium", "google-chrome", "google-chrome-stable", "chromium-browser")
FIREFOXES = ("firefox-esr", "firefox")
#: Where Debian and others put the browser that comes with WebKitGTK.
MINI_BROWSERS = ("lib/*/webkit2gtk-4.1/MiniBrowser", "libexec/webkit2gtk-4.1/MiniBrowser")


class WebKit(NamedTuple):
    """What driving WebKitGTK takes: its driver, its browser, and a screen for it."""

    driver: Path
    browser: Path
    screen: Path


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


def find_firefox() -> Path | None:
    """The path of a Firefox that is there."""
    return next((Path(path) for name in FIREFOXES if (path := shutil.which(name))), None)


def find_webkit() -> WebKit | None:
    """The programs of a WebKitGTK that is there."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("xvfb-run")
    browser = next((path for one in MINI_BROWSERS for path in Path("/usr").glob(one)), None)
    if not (driver and screen and browser and shutil.which("xauth")):
        return None
    return WebKit(Path(driver), browser, Path(screen))


def other_browsers() -> None:
    """Install Firefox and WebKitGTK where that may be done; their tests are skipped elsewhere."""
    packages = [] if find_firefox() else ["firefox-esr"]
    packages += [] if find_webkit() else ["webkit2gtk-driver", "xvfb", "xauth"]
    if packages and not apt_install(*packages):
        say(f"some browsers are not tested, for want of {', '.join(packages)}")
