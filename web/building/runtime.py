"""The runtime of the page: the files of Pyodide that a browser asks for, cut to what is used.

What npm brought is checked first. Then runtime.mjs takes away what Pyodide offers to packages
that were compiled to WebAssembly, and nothing else: the page has none, and Emscripten would spend
a tenth of the start on it.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

from web.building.running import Trouble, once, read_text, run, say
from web.building.tools import folder_for, node, npm_packages

MAKER = Path(__file__).with_name("runtime.mjs")
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


def checked_pyodide() -> Path:
    """The folder with Pyodide; `Trouble` if a file is not the one that is pinned here."""
    folder = npm_packages() / "pyodide"
    for name, pinned in PYODIDE.items():
        found = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        if found != pinned:
            raise Trouble(f"{name} is not the file that web/building/runtime.py pins: {found}")
    return folder


def lock() -> str:
    """All that Pyodide has to read of its lock: what it is, and that there are no packages."""
    info = json.loads(read_text(checked_pyodide() / "pyodide-lock.json"))["info"]
    return json.dumps({"info": info, "packages": {}}, separators=(",", ":"))


def runtime() -> Path:
    """A folder with Pyodide's own names for what is SERVED; made once for the same Pyodide."""
    source = checked_pyodide()
    key = json.dumps([read_text(MAKER), PYODIDE])
    folder = folder_for("runtime", key)
    return once(folder, key, lambda: cut(source, folder))


def cut(source: Path, target: Path) -> None:
    """Write a Pyodide's runtime, cut, into a folder that is there."""
    say("cutting Pyodide to what the page uses")
    shutil.copyfile(source / "pyodide.mjs", target / "pyodide.mjs")
    given = {
        "wasm": str(source / "pyodide.asm.wasm"),
        "script": str(source / "pyodide.asm.mjs"),
        "target": str(target),
    }
    run(node(), MAKER, json.dumps(given))
