"""The library of the page: what the engine uses of Python, and the engine, compiled in one file.

Pyodide would fetch the whole standard library as source and compile it at every start. Here it is
cut to what is used and compiled beforehand, by the same Pyodide under Node.js (library.mjs and
inside.py), and imported from one file (page_modules.py). The zip file is stored, so that Python
reads it faster, and compressed as a whole, since hosts don't do that to what they don't know; the
page unpacks it on its way to Pyodide.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

from web.building.running import WORK, Trouble, once, read_text, run, say
from web.building.runtime import checked_pyodide, runtime
from web.building.tools import locked, node, page_wheels

HERE = Path(__file__).parent
#: What the page's Python imports with.
IMPORTING = "page_modules.py"
#: What it imports instead of modules that would only cost time.
STAND_INS = "stand_ins"
MOST_KEPT = 8  # libraries of other versions of the engine


def checked_wheels() -> list[Path]:
    """micropip and packaging; `Trouble` if one is not the file that requirements.lock pins."""
    for wheel in page_wheels():
        found = hashlib.sha256(wheel.read_bytes()).hexdigest()
        if f"sha256:{found}" not in locked("page"):
            raise Trouble(f"{wheel.name} is not the file that requirements.lock pins: {found}")
    return page_wheels()


def library(wheel: Path) -> Path:
    """The library with the engine of a wheel; made once for the same wheel."""
    names = ("inside.py", "library.mjs", IMPORTING)
    makers = [read_text(path) for path in (*map(HERE.joinpath, names), *stand_ins())]
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    pyodide = runtime()
    key = json.dumps([digest, makers, pyodide.name, locked("page")])
    folder = WORK / "libraries" / hashlib.sha256(key.encode()).hexdigest()[:10]
    once(folder, key, lambda: make_library(wheel, pyodide, folder / "library.bin"))
    folder.touch()
    forget_old(folder.parent)
    return folder / "library.bin"


def stand_ins() -> list[Path]:
    """The sources of the stand-ins."""
    return sorted((HERE / STAND_INS).rglob("*.py"))


def make_library(wheel: Path, pyodide: Path, target: Path) -> None:
    """Let Pyodide write the library with the engine of a wheel, for the runtime in a folder."""
    say("compiling the library of the page")
    given = {
        "pyodide": str(checked_pyodide()),
        "runtime": str(pyodide),
        "wheels": [str(path) for path in checked_wheels()],
        "engine": str(wheel),
        "inside": str(HERE / "inside.py"),
        "importing": str(HERE / IMPORTING),
        "standIns": str(HERE / STAND_INS),
        "target": str(target),
    }
    run(node(), HERE / "library.mjs", json.dumps(given))


def forget_old(folder: Path) -> None:
    """Keep a few libraries: whoever goes back and forth between versions should not wait."""
    for old in sorted(folder.iterdir(), key=lambda made: made.stat().st_mtime)[:-MOST_KEPT]:
        shutil.rmtree(old, ignore_errors=True)
