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
from web.building.tools import locked, node, npm_packages, page_wheels

HERE = Path(__file__).parent
#: Pyodide 314.0.7, file by file. npm has checked what it unpacked; this is what lies there now.
PYODIDE = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
#: What of it goes into the site, and under which name, since many a host does not know .mjs and
#: browsers refuse a module without its type. The page has a library and a lock of its own.
SERVED = {
    "pyodide.mjs": "pyodide.js",
    "pyodide.asm.mjs": "pyodide.asm.js",
    "pyodide.asm.wasm": "pyodide.asm.wasm",
}
#: What the page's Python imports with.
IMPORTING = "page_modules.py"
#: What it imports instead of modules that would only cost time.
STAND_INS = "stand_ins"
MOST_KEPT = 8  # libraries of other versions of the engine


def checked_pyodide() -> Path:
    """The folder with Pyodide; `Trouble` if a file is not the one that is pinned here."""
    folder = npm_packages() / "pyodide"
    for name, pinned in PYODIDE.items():
        found = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        if found != pinned:
            raise Trouble(f"{name} is not the file that web/building/library.py pins: {found}")
    return folder


def checked_wheels() -> list[Path]:
    """micropip and packaging; `Trouble` if one is not the file that requirements.lock pins."""
    for wheel in page_wheels():
        found = hashlib.sha256(wheel.read_bytes()).hexdigest()
        if f"sha256:{found}" not in locked("page"):
            raise Trouble(f"{wheel.name} is not the file that requirements.lock pins: {found}")
    return page_wheels()


def lock() -> str:
    """All that Pyodide has to read of its lock: what it is, and that there are no packages."""
    info = json.loads(read_text(checked_pyodide() / "pyodide-lock.json"))["info"]
    return json.dumps({"info": info, "packages": {}}, separators=(",", ":"))


def library(wheel: Path) -> Path:
    """The library with the engine of a wheel; made once for the same wheel."""
    names = ("inside.py", "library.mjs", IMPORTING)
    makers = [read_text(path) for path in (*map(HERE.joinpath, names), *stand_ins())]
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    key = json.dumps([digest, makers, PYODIDE, locked("page")])
    folder = WORK / "libraries" / hashlib.sha256(key.encode()).hexdigest()[:10]
    once(folder, key, lambda: make_library(wheel, folder / "library.bin"))
    folder.touch()
    forget_old(folder.parent)
    return folder / "library.bin"


def stand_ins() -> list[Path]:
    """The sources of the stand-ins."""
    return sorted((HERE / STAND_INS).rglob("*.py"))


def make_library(wheel: Path, target: Path) -> None:
    """Let Pyodide write the library with the engine of a wheel."""
    say("compiling the library of the page")
    given = {
        "pyodide": str(checked_pyodide()),
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
