"""Writes the web app manifests, one a language: https://www.w3.org/TR/appmanifest/."""

from __future__ import annotations

import json
from pathlib import Path

from web.building.running import put_text, read_text

#: Purpose and size of the icons; icons.py draws them.
ICONS = tuple((purpose, size) for purpose in ("any", "maskable") for size in (192, 512))
#: The felt of web/themes/standard.css, which an app shows before its page.
FELT = "#24654d"


def put_manifests(app: Path) -> None:
    """Write `manifest/xx.webmanifest` into the app's folder for each language there."""
    (app / "manifest").mkdir()
    for language in sorted((app / "lang").glob("*.json")):
        texts = json.loads(read_text(language))
        content = json.dumps(manifest(language.stem, texts), indent=1, ensure_ascii=False)
        put_text(app / "manifest" / f"{language.stem}.webmanifest", content + "\n")


def manifest(language: str, texts: dict[str, str]) -> dict[str, object]:
    """The manifest in a language; addresses are relative to it.

    `id` belongs to the origin, not to the folder: so it is a name that no other app has.
    """
    return {
        "id": "boulanger-solitaire",
        "start_url": "../../",
        "scope": "../../",
        "lang": language,
        "name": texts["title"],
        "short_name": texts["game.FC"],
        "display": "standalone",
        "background_color": FELT,
        "theme_color": FELT,
        "categories": ["games"],
        "icons": [
            {
                "src": f"../icons/{purpose}-{size}.png",
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for purpose, size in ICONS
        ],
    }
