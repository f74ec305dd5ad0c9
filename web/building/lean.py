"""Takes the comments out of scripts: they are for who reads the source, not for who plays."""

from __future__ import annotations

import shutil
from pathlib import Path

from web.building.running import ask
from web.building.tools import node, npm_packages

#: The scripts stay as they are but for their comments.
SETTINGS = (
    *("--allowJs", "--noCheck", "--removeComments", "--noResolve"),
    *("--target", "esnext", "--module", "esnext", "--moduleResolution", "bundler"),
    *("--newLine", "lf"),
)


def lean(folder: Path) -> None:
    """Take the comments out of every script that lies in a folder."""
    drawn = folder / "lean"
    paths = sorted(folder.glob("*.js"))
    compiler = npm_packages() / "typescript/bin/tsc"
    ask(node(), compiler, *SETTINGS, "--rootDir", folder, "--outDir", drawn, *paths)
    for path in paths:
        shutil.move(drawn / path.name, path)
    drawn.rmdir()
