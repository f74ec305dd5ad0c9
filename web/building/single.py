"""Puts the whole site into one HTML file that plays from a USB stick, without a host.

Browsers refuse modules and workers from the files beside such a page. So its modules are data: URLs
in an import map, its worker is made from a text, and what Python needs lies packed in the page;
web/single/files.js takes it out.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

from web.building.page import security_policy_of_file
from web.building.running import Trouble, put_text, read_text, say
from web.building.site import DIST, WEB, build

SINGLE = WEB / "single"
NAME = "solitaire.html"
LARGEST = 8_000_000  # bytes
#: An import from a module beside: `from "./x.js"`, `import "./x.js"`, `import("./x.js")`.
IMPORT = re.compile(r"""((?:\bfrom|\bimport)\s*\(?\s*)"\./([\w.-]+\.js)\"""")


def single(site: Path = DIST) -> Path:
    """Build the site, and write the single file into it; `Trouble` if it is too large."""
    build(site)
    target = site / NAME
    put_text(target, page_of(site))
    size = target.stat().st_size
    say(f"wrote {site.name}/{NAME}, {size:,} bytes")
    if size > LARGEST:
        raise Trouble(f"{NAME} is larger than {LARGEST:,} bytes")
    return target


def page_of(site: Path) -> str:
    """The text of the single file."""
    app = next(site.glob("app-*"))
    html = read_text(site / "index.html")
    html = re.sub(r'<link rel="(?:modulepreload|manifest|apple-touch-icon)"[^>]*>\n?', "", html)
    html = re.sub(r'<script id="early-start">.*?</script>\n', "", html, flags=re.DOTALL)
    html = re.sub(r'<link rel="icon" href="\./([^"]+)"', lambda m: icon(site / m[1]), html)
    html = re.sub(r'<script type="module" src="[^"]*">', lambda _: modules(app) + MAIN, html)
    html = html.replace("</body>", "\n".join([*packed(site, app), worker(app), "</body>"]))
    policy = re.compile(r'(<meta http-equiv="Content-Security-Policy" content=")[^"]*')
    return policy.sub(lambda m: m[1] + security_policy_of_file(html), html)


MAIN = '<script type="module">import "single/app.js";'


def icon(path: Path) -> str:
    """The icon's link, with the icon in it."""
    text = base64.b64encode(path.read_bytes()).decode()
    return f'<link rel="icon" href="data:image/svg+xml;base64,{text}"'


def source(app: Path, name: str, address: Callable[[str], str]) -> str:
    """A module's text, with `address` of each module that it imports from beside it."""
    path = SINGLE / name if name == "files.js" else app / name
    return IMPORT.sub(lambda m: f'{m[1]}"{address(m[2])}"', read_text(path))


def modules(app: Path) -> str:
    """The import map: every module of the page under a name that does not depend on its place."""
    names = sorted(reached(app, "app.js"))
    texts = {name: source(app, name, lambda other: f"single/{other}") for name in names}
    imports = {f"single/{name}": data_url(text) for name, text in texts.items()}
    return f'<script type="importmap">{json.dumps({"imports": imports})}</script>\n'


def reached(app: Path, name: str, known: frozenset[str] = frozenset()) -> frozenset[str]:
    """A module and all that it imports, but for those that are known already."""
    found = known | {name}
    for _, other in IMPORT.findall(read_text(app / name)):
        if other not in found:
            found = reached(app, other, found)
    return found


def nested(app: Path, name: str) -> str:
    """The address of a module that carries in itself all that it imports: workers have no map."""
    return data_url(source(app, name, lambda other: nested(app, other)))


def data_url(text: str) -> str:
    """A module as an address."""
    return "data:text/javascript;base64," + base64.b64encode(text.encode()).decode()


def packed(site: Path, app: Path) -> list[str]:
    """Every other file that the page or its worker asks for."""
    runtime = [*site.glob("pyodide-*/*"), *site.glob("library-*")]
    texts = [*sorted(app.glob("lang/*.json")), app / "help.css"]
    pages = sorted(site.glob("help/*/*.html"))
    return [
        *(element(path, "data-for-worker") for path in sorted(runtime)),
        *(element(path) for path in texts),
        *(element(path, name=path.relative_to(site).as_posix()) for path in pages),
    ]


def element(path: Path, *attributes: str, name: str = "") -> str:
    """A file, packed by gzip, as an element that no browser executes."""
    text = base64.b64encode(gzip.compress(path.read_bytes(), mtime=0)).decode()
    start = " ".join(
        ["<script", 'type="application/gzip"', f'id="packed:{name or path.name}"', *attributes]
    )
    return f"{start}>{text}</script>"


def worker(app: Path) -> str:
    """The worker's first script, as text."""
    boot = read_text(SINGLE / "boot.worker.js")
    text = boot.replace("{{worker}}", nested(app, "engine.worker.js"))
    return f'<script type="text/plain" id="engine.worker.js">{text}</script>'
