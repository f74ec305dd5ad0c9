"""Writes the service worker, which knows every file of the site."""

from __future__ import annotations

import hashlib
import json
import re
from fnmatch import fnmatch
from pathlib import Path

from web.building.page import fill
from web.building.running import ROOT, put_text, read_text

WORKER = "sw.js"
#: What nobody needs who plays offline: patterns of fnmatch.
NOT_KEPT = (
    *(WORKER, "sw-off.js", "404.html", ".nojekyll", "wheels/*"),
    *(
        "embed.html",
        "embed.js",
        "*/share.jpg",
        "oembed.json",
        "*/embedding.*",
        "*/lang/embedding/*",
    ),
)


def put_worker(site: Path) -> None:
    """Write sw.js into a site that is complete but for it.

    The version is a digest of all files and of the worker itself: whatever changes, browsers see
    another sw.js and take the new version.
    """
    source = read_text(ROOT / "web" / WORKER)
    files = json.dumps(kept_files(site), separators=(",", ":"))
    version = hashlib.sha256(f"{source}\0{files}".encode()).hexdigest()[:10]
    put_text(site / WORKER, fill(source, {"version": version, "files": files}, WORKER))


def kept_files(site: Path) -> dict[str, str]:
    """The SHA-256 of each file that is played with, by its address relative to the start page.

    A folder stands for its index.html: some hosts send the one address on to the other.
    """
    paths = sorted(path for path in site.rglob("*") if path.is_file())
    digests = {
        path.relative_to(site).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in paths
    }
    return {
        re.sub(r"(^|(?<=/))index\.html$", "", name) or "./": digest
        for name, digest in digests.items()
        if not any(fnmatch(name, pattern) for pattern in NOT_KEPT)
    }
