"""A page of pictures of the table, to be looked at: every size, theme and stage of a game.

python3 build.py build
.build/venv/bin/python -m tests.pictures [look …]      # makes .build/pictures/table/index.html
.build/venv/bin/python -m tests.pictures --references  # what tests/page/test_pictures.py holds
.build/venv/bin/python -m tests.pictures --share       # web/share.jpg, for links in chats
"""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.engine.both import solutions
from tests.page.table import STORE, TWO_FRAMES, watched
from tests.site import Site, launch, ready, serving, until
from web.building.running import ROOT, WORK

SIZES = (
    *((320, 568), (390, 844), (844, 390), (768, 1024), (1280, 720)),
    *((1920, 1080), (280, 360), (400, 300)),
)
FOLDER = WORK / "pictures" / "table"
REFERENCES = ROOT / "tests/page/pictures"
REFERENCE_WIDTH = 240  # at most


class Look(NamedTuple):
    """Attributes of the page that settings make, and what the system wants."""

    felt: str = "green"
    scheme: Literal["light", "dark"] = "light"
    colours: str = "two"
    contrast: Literal["no-preference", "more"] = "no-preference"


LOOKS = {
    "light": Look(),
    "dark": Look(scheme="dark"),
    "blue": Look("blue", colours="four"),
    "wine": Look("wine"),
    "slate-dark": Look("slate", "dark", "four"),
    "contrast": Look(contrast="more"),
}


class Pose(NamedTuple):
    """What a picture shows."""

    look: str
    stage: str
    size: tuple[int, int]


#: The pictures that a test compares, by name.
CHOSEN = {
    f"{pose.look}-{pose.stage}-{pose.size[0]}": pose
    for pose in (
        Pose("light", "middle", (1280, 720)),
        Pose("light", "middle", (390, 844)),
        Pose("light", "middle", (280, 360)),
        Pose("dark", "middle", (844, 390)),
        Pose("blue", "middle", (1920, 1080)),
        Pose("contrast", "middle", (1280, 720)),
        Pose("light", "fresh", (768, 1024)),
        Pose("wine", "fresh", (1280, 720)),
        Pose("dark", "fresh", (390, 844)),
        Pose("slate-dark", "fresh", (400, 300)),
        Pose("light", "won", (1280, 720)),
        Pose("dark", "won", (320, 568)),
    )
}


def stages() -> dict[str, dict[str, str]]:
    """Saved games: just dealt, in the middle, won."""
    _, _, _, moves = next(one for one in solutions() if one[:3] == ("FC", 4, 2))
    stage = {"fresh": 0, "middle": len(moves) // 3, "won": len(moves)}
    return {
        name: {"code": "FC1-C4-AAAAAAC", "moves": " ".join(moves[:at])}
        for name, at in stage.items()
    }


def resize(page: Page, width: int, height: int) -> None:
    """Give the window a size, and the table time to lie accordingly."""
    page.set_viewport_size({"width": width, "height": height})
    until(page, f"innerWidth === {width} && innerHeight === {height}")
    page.evaluate(TWO_FRAMES)
    until(page, "document.querySelectorAll('.card').length === 52 && tester.rests()")


WITHOUT_BAR = """() => {
  for (const name of ["bar", "toast"]) document.getElementById(name).hidden = true;
  document.body.style.gridTemplate = "minmax(0, 1fr) / minmax(0, 1fr)";
}"""


class Sitter:
    """A page for each stage of a game, that takes any look and size; `page` is the last one."""

    def __init__(self, browser: Browser, url: str, *, bar: bool = False) -> None:
        self.browser = browser
        self.url = url
        self.bar = bar
        self.page: Page
        self._pages: dict[str, Page] = {}

    def _open(self, stage: str) -> Page:
        context: BrowserContext = watched(self.browser.new_context(reduced_motion="reduce"))
        save = json.dumps(["game", json.dumps(stages()[stage])])
        context.add_init_script(f"({STORE})({save})")
        page = context.new_page()
        page.goto(self.url)
        ready(page)
        if not self.bar:
            page.evaluate(WITHOUT_BAR)
        return page

    def take(self, pose: Pose) -> bytes:
        """A picture, as PNG."""
        look = LOOKS[pose.look]
        if pose.stage not in self._pages:
            self._pages[pose.stage] = self._open(pose.stage)
        self.page = page = self._pages[pose.stage]
        page.bring_to_front()
        page.emulate_media(color_scheme=look.scheme, contrast=look.contrast)
        worn = {"felt": look.felt, "colours": look.colours}
        page.evaluate("(worn) => void Object.assign(document.documentElement.dataset, worn)", worn)
        resize(page, *pose.size)
        return page.screenshot()

    def close(self) -> None:
        """Close the pages."""
        for page in self._pages.values():
            page.context.close()


def photograph(sitter: Sitter, looks: Sequence[str]) -> Iterator[Path]:
    """Take every picture of these looks."""
    for look in looks:
        for stage in stages():
            for size in SIZES:
                path = FOLDER / f"{look}-{stage}-{size[0]}x{size[1]}.png"
                path.write_bytes(sitter.take(Pose(look, stage, size)))
                yield path


def page_of(paths: Sequence[Path]) -> str:
    """The page that shows the pictures."""
    figures = "".join(
        f'<figure><img src="{path.name}" alt=""><figcaption>{path.stem}</figcaption></figure>'
        for path in paths
    )
    style = "body{display:flex;flex-wrap:wrap;gap:1em;font:14px system-ui}figure{margin:0}"
    style += "img{max-width:46vw;display:block}"
    head = f"<meta charset=utf-8><title>Pictures</title><style>{style}</style>"
    return f"<!doctype html>{head}{figures}"


SHRINK = """async ([source, most]) => {
  const image = new Image();
  image.src = source;
  await image.decode();
  const scale = Math.min(1, most / image.width);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width * scale, image.height * scale];
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/webp", 0.85).split(",")[1];
}"""


def make_references(browser: Browser, site: Site) -> None:
    """Make what the test compares with: the chosen pictures, small."""
    REFERENCES.mkdir(exist_ok=True)
    sitter = Sitter(browser, site.url)
    for name, pose in CHOSEN.items():
        address = "data:image/png;base64," + base64.b64encode(sitter.take(pose)).decode()
        small = sitter.page.evaluate(SHRINK, [address, REFERENCE_WIDTH])
        (REFERENCES / f"{name}.webp").write_bytes(base64.b64decode(small))
    sitter.close()


#: The name across the picture that links in chats show, on a band of felt.
TITLE = """() => {
  const title = document.createElement("div");
  title.textContent = "Boulanger Solitaire";
  title.style.cssText = `position: fixed; inset: auto 0 56px; z-index: 999; padding: 26px 0 34px;
    font-size: 84px; font-weight: 700; line-height: 1; text-align: center; color: var(--wheat);
    background: var(--felt-edge); box-shadow: 0 6px 30px rgb(0 0 0 / 0.5)`;
  document.body.append(title);
}"""


def make_share(browser: Browser, site: Site) -> None:
    """Make the picture that links in chats show."""
    sitter = Sitter(browser, site.url)
    sitter.take(Pose("light", "fresh", (1200, 630)))
    sitter.page.evaluate(TITLE)
    sitter.page.screenshot(path=ROOT / "web/share.jpg", type="jpeg", quality=72)
    sitter.close()


def make_page(browser: Browser, site: Site, looks: Sequence[str]) -> None:
    """Make the page of pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    sitter = Sitter(browser, site.url, bar=True)
    paths = list(photograph(sitter, looks or list(LOOKS)))
    sitter.close()
    (FOLDER / "index.html").write_text(page_of(paths), encoding="utf-8")
    print(f"{len(paths)} pictures in {FOLDER / 'index.html'}")


def main(arguments: Sequence[str]) -> None:
    """Make the page, with all looks or those named, or what is asked for instead."""
    with sync_playwright() as playwright, serving() as site:
        browser = launch(playwright)
        if "--references" in arguments:
            make_references(browser, site)
        elif "--share" in arguments:
            make_share(browser, site)
        else:
            make_page(browser, site, arguments)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
