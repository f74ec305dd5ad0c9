#!/usr/bin/env python3
"""Builds, serves and tests the site. Needs Python 3.11 or newer and git; brings all the rest.

Tools and downloads live in `.build/`, the site in `dist/`; git ignores both and `clean` removes
them. Each tool is made again only when the lock file that pins it has changed. The site comes out
byte for byte the same from the same commit, and works from any folder of any static host.

This file holds the commands; how the site is made is in web/building/.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence

if sys.version_info < (3, 11):  # noqa: UP036 (whoever has an older one should read why)
    sys.exit("build.py: needs Python 3.11 or newer, this is " + sys.version.split()[0])

from web.building.browsers import chromium, other_browsers
from web.building.checks import checks, failing
from web.building.languages import show as show_languages
from web.building.running import ROOT, WORK, Trouble, run, say
from web.building.serving import serve
from web.building.single import single
from web.building.site import DIST, build
from web.building.tools import PYTHON

# ---------------------------------------------------------------- test, verify, bench


def pytest(*arguments: str, env: Mapping[str, str] | None = None) -> int:
    """Run pytest on tests/ and on the examples in solitaire/; its exit code."""
    settings = {
        **os.environ,
        "HYPOTHESIS_STORAGE_DIRECTORY": str(WORK / "hypothesis"),
        **(env or {}),
    }
    return subprocess.call([str(PYTHON), "-m", "pytest", *arguments], cwd=ROOT, env=settings)


def test(arguments: Sequence[str]) -> int:
    """Build, check and test. pytest has the last word, which names the checks that failed too."""
    start = time.monotonic()
    build()
    browser = chromium()
    other_browsers()
    failed = failing(checks())
    say(f"pytest (so far {time.monotonic() - start:.0f} s)")
    env = {"CHROMIUM": str(browser), "FAILED_CHECKS": ", ".join(failed)}
    parallel = [] if arguments else ["-n", str(min(2, os.cpu_count() or 1)), "--dist", "worksteal"]
    code = pytest("-m", "not verify", *parallel, *arguments, env=env)
    return code or bool(failed)


def verify(arguments: Sequence[str]) -> int:
    """Build, then run what takes minutes, with everything that it prints."""
    build()
    env = {"CHROMIUM": str(chromium()), "HYPOTHESIS_PROFILE": "verify"}
    return pytest("-m", "verify", "-s", "--timeout=0", *arguments, env=env)


def bench(names: Sequence[str]) -> None:
    """Build, then run the benchmarks in tests/, all or those named."""
    build()
    found = {
        path.stem.removeprefix("bench_"): path for path in sorted(ROOT.glob("tests/bench_*.py"))
    }
    if unknown := set(names) - set(found):
        raise Trouble(f"no benchmark {', '.join(sorted(unknown))}; there are {', '.join(found)}")
    env = {"CHROMIUM": str(chromium())}
    for name in names or found:
        say(f"bench {name}")
        run(PYTHON, "-m", f"tests.bench_{name}", env=env)


def clean() -> None:
    """Remove everything that build.py and the tools have made."""
    made = [WORK, DIST, *(path for path in ROOT.rglob("__pycache__") if path.parent != WORK)]
    for path in made:
        if path.exists():
            say(f"removing {path.relative_to(ROOT)}")
            shutil.rmtree(path)


# ---------------------------------------------------------------- the command line


def command_line() -> argparse.ArgumentParser:
    """The commands and what --help says of them."""
    parser = argparse.ArgumentParser(prog="build.py", description=__doc__)
    commands = parser.add_subparsers(dest="command", metavar="command", required=True)
    server = commands.add_parser("serve", help="build the site and serve it on this machine")
    server.add_argument("--port", type=int, default=8000, help="8000 unless you say otherwise")
    server.add_argument(
        "--host", default="127.0.0.1", help="0.0.0.0: to phones on your network too"
    )
    commands.add_parser("build", help="build the site into dist/")
    commands.add_parser("single", help="build the site, and dist/solitaire.html: all in one file")
    commands.add_parser("test", help="build, check and test all; what follows goes to pytest")
    commands.add_parser("verify", help="build, then the tests that take minutes or hours")
    timed = commands.add_parser("bench", help="build, then measure: ratios, not milliseconds")
    timed.add_argument(
        "names", nargs="*", help="which benchmarks; all of tests/bench_*.py by default"
    )
    commands.add_parser("languages", help="show what is missing in each language")
    commands.add_parser("clean", help="remove .build/, dist/ and every other thing that was made")
    return parser


def main(arguments: Sequence[str]) -> int:
    """Do what the command line asks for; the exit code."""
    parser = command_line()
    options, rest = parser.parse_known_args(arguments)
    if rest and options.command not in ("test", "verify"):
        parser.error(f"{options.command} does not know {' '.join(rest)}")
    actions: dict[str, Callable[[], object]] = {
        "serve": lambda: serve(options.host, options.port),
        "build": build,
        "single": single,
        "test": lambda: test(rest),
        "verify": lambda: verify(rest),
        "bench": lambda: bench(options.names),
        "languages": show_languages,
        "clean": clean,
    }
    try:
        code = actions[options.command]()
    except Trouble as trouble:
        print(f"build.py: {trouble}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return int(code) if isinstance(code, int) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
