"""Puts the whole site into one HTML file that plays from a USB stick, without a host.

Browsers refuse modules and workers from the files beside such a page. So its script stands in it,
its worker is made from a text, and what Python needs lies packed in the page; web/single/files.js
takes it out.
"""

from __future__ import annotations

import base64
import gzip
import re
import shutil
import tempfile
from pathlib import Path

from web.building.bundle import joined
from web.building.page import security_policy_of_file
from web.building.running import Trouble, put_text, read_text, say
from web.building.runtime import lock
from web.building.site import DIST, WEB, build, put_filled

SINGLE = WEB / "single"
NAME = "solitaire.html"
LARGEST = 8_000_000  # bytes


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
    html = re.sub(r"<noscript>.*?</noscript>\n?", "", html)
    html = re.sub(r'<link rel="(?:modulepreload|apple-touch-icon)"[^>]*>\n?', "", html)
    html = re.sub(r'<script id="early-start">.*?</script>\n', "", html, flags=re.DOTALL)
    html = re.sub(r'<link rel="icon" href="\./([^"]+)"', lambda m: icon(site / m[1]), html)
    page, engine = scripts(site)
    start = f'<script type="module">{page}'
    html = re.sub(r'<script type="module" src="[^"]*">', lambda _: start, html)
    html = html.replace("</body>", "\n".join([*packed(site, app), worker(engine), "</body>"]))
    policy = re.compile(r'(<meta http-equiv="Content-Security-Policy" content=")[^"]*')
    return policy.sub(lambda m: m[1] + security_policy_of_file(html), html)


def icon(path: Path) -> str:
    """The icon's link, with the icon in it."""
    text = base64.b64encode(path.read_bytes()).decode()
    return f'<link rel="icon" href="data:image/svg+xml;base64,{text}"'


def scripts(site: Path) -> tuple[str, str]:
    """What the page and its worker run, with the single file's own files.js in it."""
    made = {kind: next(site.glob(f"{kind}-*")).name for kind in ("pyodide", "library")}
    with tempfile.TemporaryDirectory() as folder:
        for module in (*WEB.glob("*.js"), SINGLE / "files.js"):
            shutil.copy(module, folder)
        put_filled(Path(folder), {**made, "lock": lock()})
        return joined(Path(folder, "app.js")), joined(Path(folder, "engine.worker.js"))


def data_url(text: str) -> str:
    """A script as an address."""
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


def worker(script: str) -> str:
    """The worker's first script, as text."""
    boot = read_text(SINGLE / "boot.worker.js")
    text = boot.replace("{{worker}}", data_url(script))
    return f'<script type="text/plain" id="engine.worker.js">{text}</script>'
