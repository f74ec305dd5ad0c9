"""Runs inside Pyodide while the site is built (library.mjs): finds out what the engine uses of the
standard library, compiles that and the engine, and packs both as the library of the page.

What is loaded here is what will run in the page: the same Pyodide, the same wheel, installed by
micropip. No other Python can compile for it.
"""

from __future__ import annotations

import gzip
import importlib
import io
import json
import marshal
import pkgutil
import py_compile
import sys
import tempfile
import zipfile
from collections.abc import Container, Iterable, Iterator
from itertools import chain
from pathlib import Path

STDLIB = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip"
SITE = f"/lib/python{sys.version_info.major}.{sys.version_info.minor}"
ENGINE = "solitaire"
COMMAND_LINE = f"{ENGINE}.__main__"
#: What a start of Pyodide loads, before anything else is asked for.
AT_START = frozenset(sys.modules)
#: What nobody asks for in the page: Python's own modules do without it, or it served what has a
#: stand-in.
LEFT_OUT = (
    *("ssl", "_ssl", "bz2", "lzma", "compression", "gzip", "zipfile"),
    *("concurrent", "logging", "selectors", "socket", "subprocess"),
    *("fnmatch", "glob", "pathlib", "py_compile", "pyodide.common", "shutil", "tempfile"),
)
#: Questions that the engine answers, or refuses, on its ways through the standard library.
REHEARSAL: tuple[object, ...] = (
    {"id": 1, "call": "new", "args": {"game": "FC", "cells": 4}},
    {"id": 2, "call": "tap", "args": {"place": "column-0", "card": None, "selected": None}},
    {"id": 3, "call": "undo"},
    {"id": 4, "call": "restore", "args": {"save": {"code": "FC1-C4-AAAAAAB", "moves": "1a"}}},
    {"id": 5, "call": "restore", "args": {"save": {"code": 5}}},
    {"id": 6, "call": "think", "args": {"milliseconds": 50}},
    {"id": 7, "call": "find_deal", "args": {"game": "BK", "cells": 4, "level": "easy"}},
    {"id": 8, "call": "nothing of the kind"},
    [],
)


#: What Python imports before it comes to `sitecustomize`.
BEFORE_ALL = (
    *("encodings", "codecs", "io", "abc", "_collections_abc", "_sitebuiltins"),
    *("site", "os", "stat", "posixpath", "genericpath"),
)
#: The head of a .pyc file, before the marshalled code: https://peps.python.org/pep-0552/.
HEAD = 16


def pack(target: str, importing: str, stand_ins: str) -> list[str]:
    """Write the library of the page, the engine in it: a zip file, in gzip's format as a whole.

    In it are the modules that Python needs before all others, `importing` as `sitecustomize`, and
    one file with the rest, which that imports from. A module that lies in the folder of stand-ins
    comes from there. The same bytes each time: Pyodide's zlib is pinned as all of it is. Returns
    the names of the modules in the one file.
    """
    zipped = io.BytesIO()
    replaced = {name_at(path, stand_ins): path for path in Path(stand_ins).rglob("*.py")}
    left_out = {*LEFT_OUT, *replaced}
    names = sorted(name for name in {*AT_START, *used_by_engine()} if not is_in(name, left_out))
    rest: dict[str, tuple[str, bool, bytes]] = {}
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(zipped, "w") as archive:
        stood_in = ((name, name.replace(".", "/"), replaced[name]) for name in sorted(replaced))
        for name, path, source in chain(stood_in, sources_of(names, Path(folder))):
            code = compiled(path, source, Path(folder))
            if name.split(".")[0] in BEFORE_ALL:
                put(archive, f"{path}.pyc", code)
            else:
                rest[name] = (f"{path}.pyc", path.endswith("/__init__"), code[HEAD:])
        put(archive, "sitecustomize.pyc", compiled("sitecustomize", Path(importing), Path(folder)))
        put(archive, "codes.bin", marshal.dumps(rest))
    Path(target).write_bytes(gzip.compress(zipped.getvalue(), mtime=0))
    return list(rest)


def put(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    """Put a file into the archive, dated 1980, and stored."""
    archive.writestr(zipfile.ZipInfo(name), content)


def compiled(path: str, source: Path, folder: Path) -> bytes:
    """The .pyc file of a module that will lie at a path of the library."""
    made = py_compile.compile(
        str(source),
        cfile=str(folder / "compiled.pyc"),
        dfile=f"{STDLIB}/{path}.py",
        doraise=True,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
        optimize=0 if source.is_relative_to(SITE) else 2,  # nobody reads texts in here
    )
    return Path(made or "").read_bytes()


def is_in(name: str, modules: Container[str]) -> bool:
    """Whether a module is one of some, or lies inside of one.

    >>> some = {"ssl", "os.path"}
    >>> is_in("ssl", some), is_in("ssl.sockets", some), is_in("os", some)
    (True, True, False)
    """
    parts = name.split(".")
    return any(".".join(parts[:length]) in modules for length in range(1, len(parts) + 1))


def name_at(path: Path, folder: str) -> str:
    """The name of the module whose source lies at a path below a folder.

    >>> name_at(Path("/made/email/parser.py"), "/made")
    'email.parser'
    """
    return ".".join(path.relative_to(folder).with_suffix("").parts)


def used_by_engine() -> set[str]:
    """Every module that is there when all of the engine was imported, and has answered.

    What micropip has loaded to install the engine must not count, and is forgotten first.
    """
    for name in set(sys.modules) - AT_START:
        del sys.modules[name]
    package = importlib.import_module(ENGINE)
    for module in pkgutil.walk_packages(package.__path__, f"{ENGINE}."):
        if module.name != COMMAND_LINE:
            importlib.import_module(module.name)
    rehearse()
    return set(sys.modules)


def rehearse() -> None:
    """Ask the engine; it must be no fault of its own if it refuses."""
    handle = importlib.import_module(f"{ENGINE}.bridge").handle
    for request in REHEARSAL:
        answer = json.loads(handle(json.dumps(request)))
        if answer.get("error", {}).get("code") == "internal":
            raise RuntimeError(f"the engine has a fault: {request} -> {answer}")


def sources_of(names: Iterable[str], folder: Path) -> Iterator[tuple[str, str, Path]]:
    """The modules that lie in files: name, path in the zip without suffix, a file of the source."""
    extracted = folder / "source.py"
    with zipfile.ZipFile(STDLIB) as stdlib:
        for name in names:
            origin = getattr(sys.modules[name].__spec__, "origin", None) or ""
            path = name.replace(".", "/") + ("/__init__" if origin.endswith("__init__.py") else "")
            if origin.startswith(f"{STDLIB}/"):
                extracted.write_bytes(stdlib.read(origin.removeprefix(f"{STDLIB}/")))
                yield name, path, extracted
            elif origin.startswith(f"{SITE}/"):
                yield name, path, Path(origin)
