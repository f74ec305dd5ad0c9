"""What must be clean before the tests run: ruff, mypy, tsc."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from web.building.running import ROOT, WORK, Trouble, run, say
from web.building.site import WEB
from web.building.tools import NPM, PYTHON, node, npm_packages


def checks() -> dict[str, list[str | Path]]:
    """What must be clean before the tests run."""
    sources = [name for name in ("build.py", "web", "solitaire", "tests") if (ROOT / name).exists()]
    tsc: list[str | Path] = [node(), npm_packages() / "typescript/bin/tsc", "-p"]
    found: dict[str, list[str | Path]] = {
        "ruff check": [PYTHON, "-m", "ruff", "check", "--quiet", *sources],
        "ruff format": [PYTHON, "-m", "ruff", "format", "--check", "--quiet", "--diff", *sources],
        "mypy": [PYTHON, "-m", "mypy", *sources],
    }
    found.update({f"tsc {path.name.split('.')[0]}": [*tsc, path] for path in typescript_projects()})
    return found


def typescript_projects() -> list[Path]:
    """Settings for tsc: the page and its workers know different globals."""
    everything = sorted(WEB.rglob("*.js"))
    workers = [
        path for path in everything if path.name.endswith((".worker.js", "sw.js", "sw-off.js"))
    ]
    page = [path for path in everything if path not in workers]
    parts = {
        "page": (page, ["ES2022", "DOM", "DOM.Iterable"]),
        "worker": (workers, ["ES2022", "WebWorker"]),
    }
    projects = []
    for name, (files, libraries) in parts.items():
        if files:
            projects.append(WORK / f"{name}.tsconfig.json")
            projects[-1].write_text(json.dumps(typescript_settings(files, libraries), indent=1))
    return projects


def typescript_settings(files: Sequence[Path], libraries: Sequence[str]) -> dict[str, object]:
    """A tsconfig for JavaScript with JSDoc types, as strict as it gets."""
    declared = sorted(WEB.rglob("*.d.ts"))
    return {
        "compilerOptions": {
            "allowJs": True,
            "checkJs": True,
            "strict": True,
            "noEmit": True,
            "target": "ES2022",
            "module": "ESNext",
            "moduleResolution": "Bundler",
            "moduleDetection": "force",
            "lib": libraries,
            "types": [],
            "skipLibCheck": True,
            "noImplicitOverride": True,
            "noUnusedLocals": True,
            "noFallthroughCasesInSwitch": True,
            "paths": {"pyodide": [f"./{NPM.name}/node_modules/pyodide/pyodide.d.ts"]},
        },
        "files": [os.path.relpath(path, WORK) for path in (*files, *declared)],
    }


def failing(commands: Mapping[str, Sequence[str | Path]]) -> list[str]:
    """Run every check; the names of those that fail."""
    failed = []
    for name, command in commands.items():
        say(name)
        try:
            run(*command)
        except Trouble:
            failed.append(name)
    return failed
