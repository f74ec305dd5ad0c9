"""Puts the site together: the wheel, Pyodide and web/ become dist/."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from web.building.board import painted, slots
from web.building.bundle import bundle
from web.building.library import checked_wheels, library
from web.building.licences import licenses
from web.building.manifest import put_manifests
from web.building.oembed import oembed, oembed_link, site_address
from web.building.offline import WORKER, put_worker
from web.building.page import fill, sheets_of, with_styles
from web.building.running import ROOT, WORK, Trouble, ask, put_text, read_text, say
from web.building.runtime import SERVED, lock, runtime
from web.building.tools import PYTHON, prepare

DIST = ROOT / "dist"
WEB = ROOT / "web"
HELP = WEB / "help"
BUILDING = WEB / "building"
#: Folders of web/ that hold no files of the page: how it is built, what its other pages are made
#: from, and what the single file needs.
APART = (BUILDING, HELP, WEB / "single")

#: The date that the files in the wheel bear. Not the commit's: then a commit that leaves the
#: engine alone leaves its wheel, and with it what browsers have cached, alone too.
WHEEL_DATE = "1767225600"
#: Files of web/ that lie beside the app's folder, because their address must never change.
TOP_FILES = ("index.html", "404.html", "embed.html", "embed.js", "sw-off.js", WORKER)
#: Files of the page that name what the build made.
FILLED = ("python.js", "snapshot.js")
#: A sheet that stands in the game's page, and that other pages link to as well.
SHARED_SHEET = "themes/standard.css"
#: The deal that a first visit shows before Python is up.
FIRST_DEAL = "FC1-C4-AAAAAAB"


def build(dist: Path = DIST) -> Path:
    """Build the whole site into a folder, which is replaced at once when all went well."""
    prepare()
    fresh = WORK / f"site-{os.getpid()}"
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir()
    try:
        assemble(fresh)
        shutil.rmtree(dist, ignore_errors=True)
        shutil.move(fresh, dist)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    size = sum(path.stat().st_size for path in dist.rglob("*") if path.is_file())
    say(f"built {dist.name}/, {size:,} bytes")
    return dist


def assemble(site: Path) -> None:
    """Put everything where the page looks for it."""
    wheel = put_wheels(site)
    address = site_address()
    values = {
        "oembed": oembed_link(address),
        "address": address or "./",
        "pyodide": put_pyodide(site).name,
        "library": put_library(site, wheel).name,
        "lock": lock(),
        "cards": read_text(WEB / "cards.svg").strip(),
        **first_board(wheel),
    }
    values["app"] = put_app(site, values).name
    values["preloads"] = preloads(site / values["app"])
    for name in TOP_FILES:
        if name != WORKER:
            put_text(site / name, fill(page_text(name, values), values, name))
    if address:
        put_text(site / "oembed.json", oembed(address))
    put_text(site / "licenses.txt", licenses())
    ask(PYTHON, "-m", "web.building.help", site, values["app"])
    put_text(site / ".nojekyll", "")  # GitHub Pages: serve the files as they are
    put_worker(site)  # last: it lists the rest


def page_text(name: str, values: Mapping[str, str]) -> str:
    """A top file before its placeholders are filled; the game's page has its styles in itself."""
    text = read_text(WEB / name)
    if name != "index.html":
        return text
    return with_styles(text, (fill(read_text(WEB / one), values, one) for one in sheets_of(text)))


def put_wheels(site: Path) -> Path:
    """The engine's wheel, and what installs it in other people's pages; ours does not ask for it.

    Returns the engine's.
    """
    folder = site / "wheels"
    folder.mkdir()
    for wheel in checked_wheels():
        shutil.copyfile(wheel, folder / wheel.name)
    return build_wheel(folder)


def put_pyodide(site: Path) -> Path:
    """Copy the runtime; its folder is named by a hash of what is in it."""
    source = runtime()
    draft = site / "pyodide"
    draft.mkdir()
    for name, served in SERVED.items():
        shutil.copyfile(source / name, draft / served)
    return sealed(draft)


def put_library(site: Path, wheel: Path) -> Path:
    """Copy the library with the engine in it, named by a hash of what is in it."""
    made = library(wheel)
    digest = hashlib.sha256(made.read_bytes()).hexdigest()[:10]
    return Path(shutil.copyfile(made, site / f"library-{digest}.bin"))


def put_app(site: Path, values: Mapping[str, str]) -> Path:
    """Copy web/, filled in where it names what the build made, modules joined to scripts.

    The folder is named by a hash of what is in it.
    """
    draft = site / "app"
    for source in web_files():
        target = draft / source.relative_to(WEB)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    put_filled(draft, values)
    put_manifests(draft)
    bundle(draft)
    return sealed(draft)


def put_filled(folder: Path, values: Mapping[str, str]) -> None:
    """Write the modules that name what the build made, filled in."""
    for name in FILLED:
        put_text(folder / name, fill(read_text(WEB / name), values, name))


def web_files() -> list[Path]:
    """What goes into the app's folder: all of web/ but what stands beside it or in the game's page,
    APART, hidden files and types.
    """
    styles = set(sheets_of(read_text(WEB / "index.html"))) - {SHARED_SHEET}
    skipped = {WEB / name for name in (*TOP_FILES, *styles)}
    return [
        path
        for path in sorted(WEB.rglob("*"))
        if path.is_file()
        and path not in skipped
        and not any(folder in path.parents for folder in APART)
        and not path.name.endswith(".d.ts")
        and not any(part.startswith(".") for part in path.relative_to(WEB).parts)
    ]


def build_wheel(folder: Path) -> Path:
    """Build the engine's wheel into a folder: the same bytes from the same source."""
    code = "import sys; from flit_core import buildapi; print(buildapi.build_wheel(sys.argv[1]))"
    return folder / ask(PYTHON, "-c", code, folder, env={"SOURCE_DATE_EPOCH": WHEEL_DATE})


def sealed(draft: Path) -> Path:
    """A finished folder, from now on under a name that changes with what is in it."""
    return draft.rename(draft.with_name(f"{draft.name}-{digest_of(draft)}"))


def digest_of(folder: Path) -> str:
    """Ten hexadecimal digits that change with any name or byte in a folder."""
    total = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            total.update(f"{path.relative_to(folder).as_posix()}\0{content}\n".encode())
    return total.hexdigest()[:10]


def preloads(app: Path) -> str:
    """Links to every script that app.js needs: the browser asks for all at once, not in turns."""
    found = ["app.js"]
    for name in found:
        imports = re.findall(r'\bfrom"\./(.+?)"', read_text(app / name))
        found += sorted(set(imports) - set(found))
    address = f"./{app.name}/"
    return "\n".join(f'<link rel="modulepreload" href="{address}{name}">' for name in found)


def first_board(wheel: Path) -> dict[str, str]:
    """What HTML and CSS show of the first deal, and its view for the scripts."""
    view = first_view(wheel)
    known = json.loads(view)
    board, rules = painted(known), slots(known["piles"])
    return {"view": view, "first": FIRST_DEAL, "board": board, "slots": rules}


def first_view(wheel: Path) -> str:
    """The view of the first deal, dealt by the engine in the wheel, as JSON."""
    request = json.dumps({"id": 0, "call": "new", "args": {"deal": FIRST_DEAL}})
    code = "import sys; sys.path.insert(0, sys.argv[1]); from solitaire.bridge import handle"
    answer = json.loads(
        ask(PYTHON, "-I", "-c", f"{code}; print(handle(sys.argv[2]))", wheel, request)
    )
    if "ok" not in answer:
        raise Trouble(f"the engine refuses the first deal: {answer}")
    return json.dumps(answer["ok"], separators=(",", ":"))
