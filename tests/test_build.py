"""What build.py promises: the same bytes every time, relative addresses, pins that hold."""

from __future__ import annotations

import doctest
import gzip
import io
import json
import marshal
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.request import urlopen

import pytest

from web.building import oembed, page
from web.building.library import make_library
from web.building.offline import put_worker
from web.building.page import fill, inline_scripts
from web.building.running import ROOT, WORK, Trouble, ask
from web.building.runtime import SERVED, checked_pyodide, cut, runtime
from web.building.site import DIST, build
from web.building.tools import locked, node, npm_packages

SOURCES = ("solitaire", "web")
FILES = ("build.py", "pyproject.toml", "package-lock.json", "requirements.lock", "LICENSE")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The sources once more, elsewhere, all dated today, with the tools that are there already."""
    for name in SOURCES:
        shutil.copytree(
            ROOT / name,
            tmp_path / "copy" / name,
            copy_function=shutil.copyfile,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    for name in FILES:
        shutil.copyfile(ROOT / name, tmp_path / "copy" / name)
    (tmp_path / "copy/.build").symlink_to(WORK)
    return tmp_path / "copy"


def call(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the build.py of a folder."""
    return subprocess.run(
        [sys.executable, folder / "build.py", *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_two_builds_are_the_same_byte_for_byte(copy: Path, tmp_path: Path) -> None:
    first = contents(build(tmp_path / "first"))
    done = call(copy, "build", TZ="Asia/Tokyo", PYTHONHASHSEED="7", SOURCE_DATE_EPOCH="1")
    assert done.returncode == 0, done.stderr
    second = contents(copy / "dist")
    assert sorted(first) == sorted(second)
    assert [name for name in first if first[name] != second[name]] == []


def test_a_change_of_the_page_changes_the_folder_and_nothing_else(copy: Path) -> None:
    assert call(copy, "build").returncode == 0
    before = {path.name for path in (copy / "dist").iterdir()}
    (copy / "web/new.txt").write_text("new")
    assert call(copy, "build").returncode == 0
    after = {path.name for path in (copy / "dist").iterdir()}
    changed = sorted(name.split("-")[0] for name in before ^ after)
    assert changed == ["app", "app"]


def version(site: Path) -> str:
    """The version that a service worker speaks of."""
    found = re.search(r"`\$\{PREFIX\}(\w+) ", (site / "sw.js").read_text(encoding="utf-8"))
    assert found
    return found[1]


@pytest.mark.parametrize("name", ["index.html", "library-*.bin", "help/hu/index.html"])
def test_the_version_changes_with_whatever_is_played_with(tmp_path: Path, name: str) -> None:
    site = shutil.copytree(DIST, tmp_path / "site")
    put_worker(site)
    assert version(site) == version(DIST)
    with next(site.glob(name)).open("ab") as file:
        file.write(b" ")
    put_worker(site)
    assert version(site) != version(DIST)


def test_the_version_does_not_change_with_what_is_not(tmp_path: Path) -> None:
    site = shutil.copytree(DIST, tmp_path / "site")
    for path in (site / "404.html", *site.glob("wheels/*")):
        path.write_bytes(b"")
    put_worker(site)
    assert version(site) == version(DIST)


def test_a_placeholder_that_nobody_fills_stops_the_build(copy: Path) -> None:
    page = copy / "web/index.html"
    page.write_text(page.read_text(encoding="utf-8") + "{{nobody}}", encoding="utf-8")
    done = call(copy, "build")
    assert done.returncode == 1
    assert "nobody" in done.stderr
    assert "index.html" in done.stderr
    assert not (copy / "dist").exists()


def test_clean_removes_what_was_made_and_nothing_else(copy: Path) -> None:
    (copy / ".build").unlink()
    before = contents(copy)
    for made in (".build/venv/x", "dist/index.html", "solitaire/__pycache__/x.pyc"):
        (copy / made).parent.mkdir(parents=True)
        (copy / made).write_text("x")
    assert call(copy, "clean").returncode == 0
    left = contents(copy)
    assert {name: left[name] for name in left if "__pycache__" not in name} == before
    assert not (copy / "dist").exists()
    assert not (copy / ".build").exists()


def test_the_examples_in_its_docstrings_hold() -> None:
    assert doctest.testmod(page) == doctest.TestResults(failed=0, attempted=2)
    assert doctest.testmod(oembed) == doctest.TestResults(failed=0, attempted=2)


def test_whoever_names_the_address_gets_oembed(copy: Path) -> None:
    assert not (DIST / "oembed.json").exists()
    assert "oembed" not in (DIST / "index.html").read_text(encoding="utf-8")
    assert call(copy, "build", SITE_ADDRESS="https://example.org/cards").returncode == 0
    answer = json.loads((copy / "dist/oembed.json").read_text(encoding="utf-8"))
    assert (answer["version"], answer["type"]) == ("1.0", "rich")
    assert 'src="https://example.org/cards/?embed"' in answer["html"]
    html = (copy / "dist/index.html").read_text(encoding="utf-8")
    assert 'href="https://example.org/cards/oembed.json"' in html
    done = call(copy, "build", SITE_ADDRESS="example.org")
    assert done.returncode == 1
    assert "SITE_ADDRESS" in done.stderr


def test_help_says_what_each_command_does() -> None:
    text = call(ROOT, "--help").stdout
    for command in ("serve", "build", "test", "verify", "bench", "languages", "clean"):
        assert re.search(rf"^ +{command}\s+\w", text, re.MULTILINE), command


# ---------------------------------------------------------------- serve


@pytest.fixture
def served(copy: Path) -> Iterator[str]:
    """The address that `build.py serve` prints."""
    command = [sys.executable, str(copy / "build.py"), "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        yield next(found[0] for line in server.stdout if (found := re.search(r"http://\S+", line)))
        server.terminate()


def test_serve_prints_where_and_sends_the_right_types(served: str) -> None:
    pyodide = next(DIST.glob("pyodide-*")).name
    for path, kind in (
        ("", "text/html"),
        (f"{pyodide}/pyodide.js", "text/javascript"),
        (f"{pyodide}/pyodide.asm.wasm", "application/wasm"),
    ):
        with urlopen(served + path) as answer:
            assert answer.headers.get_content_type() == kind
            assert answer.headers["Cache-Control"] == "no-cache"


def test_a_taken_port_is_a_sentence(served: str, copy: Path) -> None:
    done = call(copy, "serve", "--port", served.rstrip("/").rsplit(":", 1)[1])
    assert done.returncode == 1
    assert "--port" in done.stderr
    assert "Traceback" not in done.stderr


# ---------------------------------------------------------------- what dist/ holds


class Addresses(HTMLParser):
    """Collects every address in a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        wanted = ("src", "href", "action", "data", "poster", "srcset")
        self.found += [value or "" for name, value in attrs if name in wanted and tag != "a"]


def addresses(path: Path) -> list[str]:
    """What a page, style sheet or script of ours asks for."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        parser = Addresses()
        parser.feed(text)
        return parser.found
    if path.suffix == ".css":
        return re.findall(r"(?:url\(|@import )\s*[\"']?([^\"')]+)", text)
    calls = r"(?:\bfrom|\bimport|\bimport\(|new URL\(|new Worker\(|fetch\()\s*[\"'`]([^\"'`]+)"
    return re.findall(calls, text)


def test_every_address_is_relative() -> None:
    ours = [DIST / "index.html", *DIST.glob("*.js"), *DIST.glob("app-*/**/*")]
    found = {
        f"{path.name}: {address}"
        for path in ours
        if path.suffix in (".html", ".css", ".js", ".mjs")
        for address in addresses(path)
    }
    assert any("app.js" in address for address in found)  # or it looks in the wrong places
    assert [
        one for one in found if re.search(r": (/|[a-z]+:(?!,))", one) and ": data:" not in one
    ] == []


def test_the_runtime_is_there_under_the_names_that_the_page_knows() -> None:
    script = next(DIST.glob("app-*/engine.worker.js"))
    named = sorted(set(re.findall(r'"(\.\./[^"]+-[^"]+)"', script.read_text())))
    library, pyodide = (script.parent / name for name in named)
    assert sorted(path.name for path in pyodide.iterdir()) == sorted(SERVED.values())
    assert library.is_file()


COUNT = """const { readFileSync } = require("fs");
const modules = process.argv.slice(1).map((path) => new WebAssembly.Module(readFileSync(path)));
console.log(JSON.stringify(modules.map((module) => WebAssembly.Module.exports(module).length)));"""


def test_pyodide_loses_only_what_it_exports_to_packages_in_c() -> None:
    whole = checked_pyodide() / "pyodide.asm.wasm"
    served = next(DIST.glob("pyodide-*/pyodide.asm.wasm"))
    before, after = json.loads(ask(node(), "-e", COUNT, whole, served))
    assert before > 8000
    assert 100 < after < 1000
    exports = whole.read_bytes().index(b"\x06memory\x02\x00") - 10  # the first of them
    assert served.read_bytes()[:exports] == whole.read_bytes()[:exports]
    assert served.read_bytes()[-9_000_000:] == whole.read_bytes()[-9_000_000:]


def test_where_the_script_is_written_otherwise_all_that_it_names_is_kept(tmp_path: Path) -> None:
    (tmp_path / "made").mkdir()
    for path in checked_pyodide().glob("pyodide*"):
        shutil.copyfile(path, tmp_path / path.name)
    script = tmp_path / "pyodide.asm.mjs"
    other = script.read_text(encoding="utf-8").replace("wasmExports[", "wasmExports?.[")
    script.write_text(other, encoding="utf-8")
    cut(tmp_path, tmp_path / "made")
    assert (tmp_path / "made/pyodide.asm.mjs").read_text(encoding="utf-8") == other
    named = len(set(re.findall(r'wasmExports\?\.\["(\w+)"\]', other)))
    (kept,) = json.loads(ask(node(), "-e", COUNT, tmp_path / "made/pyodide.asm.wasm"))
    assert kept >= named > 4000


def test_the_library_is_stored_compiled_and_the_same_each_time(tmp_path: Path) -> None:
    library = next(DIST.glob("library-*.bin"))
    wheel = next(DIST.glob("wheels/boulanger_solitaire-*.whl"))
    make_library(wheel, runtime(), tmp_path / "again.bin")
    assert (tmp_path / "again.bin").read_bytes() == library.read_bytes()
    archive = zipfile.ZipFile(io.BytesIO(gzip.decompress(library.read_bytes())))
    assert {member.compress_type for member in archive.infolist()} == {zipfile.ZIP_STORED}
    first = set(archive.namelist()) - {"codes.bin"}
    names = {path for path, _, _ in marshal.loads(archive.read("codes.bin")).values()}
    assert {name.rsplit(".", 1)[1] for name in first | names} == {"pyc"}
    assert not first & names
    ours = {path.relative_to(ROOT).with_suffix(".pyc") for path in ROOT.glob("solitaire/**/*.py")}
    assert {name for name in names if name.startswith("solitaire/")} == {
        path.as_posix() for path in ours if path.stem != "__main__"
    }


def test_a_file_of_pyodide_that_is_not_the_pinned_one_stops_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(npm_packages() / "pyodide", tmp_path / "pyodide")
    monkeypatch.setattr("web.building.runtime.npm_packages", lambda: tmp_path)
    assert checked_pyodide() == tmp_path / "pyodide"
    with (tmp_path / "pyodide/pyodide.asm.wasm").open("ab") as file:
        file.write(b"!")
    with pytest.raises(Trouble, match=r"pyodide\.asm\.wasm"):
        checked_pyodide()


def test_the_wheel_holds_the_engine_and_its_licence_only() -> None:
    wheel = next(DIST.glob("wheels/boulanger_solitaire-*.whl"))
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {
        "solitaire",
        "boulanger_solitaire",
    }
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    assert not any("__pycache__" in name for name in names)


def test_the_licences_cover_whatever_the_site_carries() -> None:
    text = (DIST / "licenses.txt").read_text(encoding="utf-8")
    for wanted in (
        "Copyright (c) 2026 The Boulanger Solitaire authors",
        "Mozilla Public License Version 2.0",
        "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2",
        "micropip 0.11.1",
        "packaging 26.1",
        "Pyodide 314.0.7",
        "Apache License",
    ):
        assert wanted.casefold() in text.casefold(), wanted


def test_data_in_a_page_needs_no_hash_and_a_script_does() -> None:
    data = '<script type="application/json">{{view}}</script>'
    page = f'<meta content="{{{{csp}}}}">{data}<script>go()</script>'
    filled = fill(page, {"view": '{"a":"</script>"}'}, "index.html")
    assert inline_scripts(filled) == ["go()"]
    assert filled.count("'sha256-") == 1
    assert filled.count("</script>") == 2


# ---------------------------------------------------------------- pins, and what git tracks


def test_every_python_package_is_pinned_by_hash() -> None:
    for section in ("tools", "source", "page", "node"):
        packages = re.split(r"\n(?=\w)", locked(section).strip())
        assert packages
        for package in packages:
            assert re.match(r"[\w.-]+==[\w.]+", package)
            assert re.search(r"--hash=sha256:[0-9a-f]{64}", package)


def test_every_npm_package_is_pinned_by_hash() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert packages[""]["devDependencies"]["pyodide"] == "314.0.7"
    assert all("integrity" in packages[name] for name in packages if name)
    assert all(packages[name]["integrity"].startswith("sha512-") for name in packages if name)


def tracked() -> list[Path]:
    """The files that git tracks."""
    if not (ROOT / ".git").exists():
        pytest.skip("no repository here, so nothing is tracked")
    listed = ask("git", "ls-files", "-z").split("\0")
    return [path for name in listed if name and (path := ROOT / name).is_file()]


REGISTRIES = ("py" + r"pi\.org", "python" + "hosted", "npm" + r"js\.(org|com)", "yarn" + "pkg")
#: Folders that exist on one machine and not on the next.
MACHINE = r"(?<![\w.}/])/(root|work|home/\w+|Users/\w+|tmp|opt)/\w"


@pytest.mark.parametrize("pattern", [*REGISTRIES, MACHINE])
def test_no_tracked_file_names_a_registry_or_a_machine(pattern: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in tracked()
        if path.suffix not in (".png", ".jpg", ".webp", ".gz", ".ico", ".woff2")
        for match in re.finditer(pattern, path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_every_text_has_one_line_end() -> None:
    for path in tracked():
        content = path.read_bytes()
        if b"\0" not in content and content:
            assert b"\r" not in content, path
            assert content.endswith(b"\n"), path
