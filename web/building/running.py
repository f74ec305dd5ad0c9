"""Running programs, and making what they make only once."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / ".build"


class Trouble(Exception):
    """Something that stops build.py; the text tells the person at the keyboard what to do."""


def say(text: str) -> None:
    """Tell what is being done."""
    print(f"build.py: {text}", flush=True)


def run(*command: str | Path, env: Mapping[str, str] | None = None, cwd: Path = ROOT) -> None:
    """Run a program and show what it prints; `Trouble` if it fails."""
    code = subprocess.call(
        [str(part) for part in command], cwd=cwd, env={**os.environ, **(env or {})}
    )
    if code:
        raise Trouble(f"{Path(command[0]).name} failed with exit code {code}, see above")


def ask(*command: str | Path, env: Mapping[str, str] | None = None, cwd: Path = ROOT) -> str:
    """What a program prints, without blanks around it; `Trouble` with its complaint if it fails."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**os.environ, **(env or {})},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise Trouble(f"{Path(command[0]).name} failed:\n{done.stderr or done.stdout}")
    return done.stdout.strip()


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Wait until no other build.py is installing something into the same `.build/`."""
    WORK.mkdir(exist_ok=True)
    with (WORK / "lock").open("w") as lock:
        with contextlib.suppress(ImportError):  # no fcntl on Windows: there nobody waits
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def once(folder: Path, key: str, make: Callable[[], None]) -> Path:
    """Let `make` fill the folder, unless it has already done so for the same key."""
    stamp = folder / ".made-from"
    digest = hashlib.sha256(key.encode()).hexdigest()
    if stamp.is_file() and stamp.read_text() == digest:
        return folder
    with alone():
        if not stamp.is_file() or stamp.read_text() != digest:  # nobody else made it meanwhile
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            make()
            stamp.write_text(digest)
    return folder


def read_text(path: Path) -> str:
    """A UTF-8 file; `Trouble` if it is missing."""
    if not path.is_file():
        raise Trouble(f"{path.relative_to(ROOT)} is missing")
    return path.read_text(encoding="utf-8")


def put_text(path: Path, text: str) -> None:
    """Write UTF-8 with the same line ends everywhere."""
    path.write_text(text, encoding="utf-8", newline="\n")
