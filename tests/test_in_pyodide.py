"""The tests of the engine, run once more where players run it: in Pyodide, from the built wheel."""

from __future__ import annotations

import importlib.metadata
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from web.building.running import ROOT, WORK, once
from web.building.site import DIST
from web.building.tools import locked, node, npm_packages

#: pytest, Hypothesis and what they need; all pure Python, so that they run in Pyodide too.
PACKAGES = (
    "hypothesis",
    "iniconfig",
    "packaging",
    "pluggy",
    "pygments",
    "pytest",
    "pytest-timeout",
    "sortedcontainers",
)
WHEEL = "wheels/boulanger_solitaire-*.whl"
LIMIT = 540  # seconds


def packages() -> Path:
    """A folder that holds these packages only; Pyodide keeps its bytecode in there too."""
    folder = WORK / "pyodide-packages"

    def copy() -> None:
        for name in PACKAGES:
            for file in importlib.metadata.files(name) or []:
                target = folder / file
                if folder in target.resolve().parents and "__pycache__" not in file.parts:
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(file.locate(), target)

    return once(folder, locked("tools") + str(PACKAGES), copy)


def pytest_in_pyodide(*arguments: str) -> subprocess.CompletedProcess[str]:
    """What pytest says there, called with these arguments in the folder above tests/."""
    given = {
        "pyodide": str(npm_packages() / "pyodide"),
        "packages": str(packages()),
        "wheel": str(next(DIST.glob(WHEEL))),
        "tests": str(ROOT / "tests"),
        "settings": str(ROOT / "pyproject.toml"),
        "arguments": ["-o", "timeout=0", "--color=no", *arguments],
        "environment": {"HYPOTHESIS_PROFILE": "pyodide"},
    }
    runner = ROOT / "tests/pyodide_run.mjs"
    command = [str(node()), str(runner), json.dumps(given)]
    return subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)


@pytest.mark.timeout(LIMIT + 30)
def test_the_engine_passes_its_tests_and_examples_inside_pyodide() -> None:
    chosen = ("-m", "not verify and not cpython_only", "tests/engine", "/wheel/solitaire")
    done = pytest_in_pyodide("--config-file=/top/pyproject.toml", *chosen)
    print(done.stdout[-300:])
    assert done.returncode == 0, done.stdout + done.stderr
    assert "platform emscripten" in done.stdout
    assert re.search(r"\b\d+ passed", done.stdout)
