"""What the site contains that others wrote, and on which terms."""

from __future__ import annotations

import zipfile
from pathlib import Path

from web.building.running import ROOT, read_text
from web.building.tools import PAGE_PYTHON, VENV, npm_version, page_wheels

#: What Pyodide's WebAssembly contains besides Pyodide and CPython; it brings no texts of theirs.
LINKED = """
Emscripten's libraries with musl (MIT), Expat (MIT), libffi (MIT), zlib (Zlib),
bzip2 (bzip2-1.0.6), XZ Utils' liblzma (0BSD), Zstandard (BSD-3-Clause),
mpdecimal (BSD-2-Clause), SQLite (public domain). Their notices come with the
sources of Pyodide (github.com/pyodide/pyodide) and of CPython.
"""


def licenses() -> str:
    """What the site contains that others wrote, and on which terms."""
    micropip, packaging = page_wheels()
    source = "github.com/pyodide/pyodide, without exports that nothing here uses"
    runtime = f"Pyodide {npm_version('pyodide')} (source: {source})"
    parts = (
        ("Boulanger Solitaire", "MIT", read_text(ROOT / "LICENSE")),
        (runtime, "MPL-2.0", wheel_licenses(micropip)),  # the same text
        (f"CPython {PAGE_PYTHON}, part of Pyodide", "PSF-2.0", python_license()),
        ("linked into Pyodide", "as named here", LINKED),
        (wheel_name(micropip), "MPL-2.0", wheel_licenses(micropip)),
        (wheel_name(packaging), "Apache-2.0 OR BSD-2-Clause", wheel_licenses(packaging)),
    )
    rule = "=" * 78
    return "\n".join(f"{rule}\n{name}: {terms}\n{rule}\n\n{text}" for name, terms, text in parts)


def wheel_name(wheel: Path) -> str:
    """Name and version of a wheel."""
    return " ".join(wheel.name.split("-")[:2])


def wheel_licenses(wheel: Path) -> str:
    """The texts in a wheel's folder for licences."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if ".dist-info/licenses/" in name]
        return "\n".join(archive.read(name).decode() for name in sorted(names))


def python_license() -> str:
    """CPython's licence, which typing_extensions, a piece of CPython, carries."""
    return read_text(next(VENV.rglob("typing_extensions-*.dist-info/licenses/LICENSE")))
