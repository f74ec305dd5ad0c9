"""oEmbed (https://oembed.com/), for programs that turn an address into a frame with the game.

A static host answers every question in the same way: so there is one answer, the usual deal, and
the page links to it. The answer has to name the site's whole address, which only whoever hosts it
knows: without the environment variable SITE_ADDRESS there is neither link nor answer.
"""

from __future__ import annotations

import json
import os
from html import escape

from web.building.running import Trouble

TITLE = "FreeCell and Baker's Game"
WIDTH, HEIGHT = 800, 600


def site_address() -> str | None:
    """Where the site will be, as the person who builds it says."""
    address = os.environ.get("SITE_ADDRESS", "").strip()
    if address and not address.startswith(("https://", "http://")):
        raise Trouble(f"SITE_ADDRESS must begin with https://, and is {address}")
    return address.rstrip("/") + "/" if address else None


def oembed_link(address: str | None) -> str:
    """The element that leads programs from the page to the answer.

    >>> oembed_link("https://example.org/cards/")[:59]
    '<link rel="alternate" type="application/json+oembed" href="'
    """
    if not address:
        return ""
    where, title = escape(f"{address}oembed.json"), escape(TITLE)
    return f'<link rel="alternate" type="application/json+oembed" href="{where}" title="{title}">'


def oembed(address: str) -> str:
    """The answer, as JSON of the type `rich`.

    >>> json.loads(oembed("https://example.org/cards/"))["html"][:45]
    '<iframe src="https://example.org/cards/?embed'
    """
    source, title = escape(f"{address}?embed"), escape(TITLE)
    frame = f'<iframe src="{source}" width="{WIDTH}" height="{HEIGHT}" title="{title}"'
    answer = {
        "version": "1.0",
        "type": "rich",
        "title": TITLE,
        "provider_name": "Boulanger Solitaire",
        "provider_url": address,
        "width": WIDTH,
        "height": HEIGHT,
        "html": f'{frame} allow="clipboard-write" style="border: 0"></iframe>',
    }
    return json.dumps(answer, indent=1) + "\n"
