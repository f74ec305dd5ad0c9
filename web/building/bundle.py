"""Joins the modules of web/ to the scripts that go out, each what a page or a worker starts with,
and without comments: those are for who reads the source.

A start with a request for each module takes 7 % longer: the worker's would wait behind the page's,
which the browser's own process and a service worker take one by one. What is imported only when it
is needed stays apart.
"""

from __future__ import annotations

from pathlib import Path

from web.building.running import ask
from web.building.tools import node, npm_packages

#: What pages and workers start with.
STARTS = ("app.js", "embedding.js", "engine.worker.js", "snapshot.worker.js")
SETTINGS = (
    *("--bundle", "--format=esm", "--target=esnext", "--log-level=warning"),
    *("--charset=utf8", "--minify-syntax", "--minify-whitespace"),
)


def bundle(folder: Path) -> None:
    """Replace the modules in a folder by the scripts that they make."""
    made = folder / "made"
    for start in STARTS:
        esbuild(
            folder / start, "--splitting", "--chunk-names=[name]-[hash]", f"--outdir={made.name}"
        )
    for module in folder.glob("*.js"):
        module.unlink()
    for script in made.iterdir():
        script.rename(folder / script.name)
    made.rmdir()


def joined(start: Path) -> str:
    """One script with all that a module imports, at any time."""
    return esbuild(start)


def esbuild(start: Path, *settings: str) -> str:
    """Run esbuild (https://esbuild.github.io/api/); what it writes where no folder is named.

    It works in the module's folder, so that no name of a script depends on where that is.
    """
    program = npm_packages() / "esbuild/bin/esbuild"
    return ask(node(), program, start.name, *SETTINGS, *settings, cwd=start.parent)
