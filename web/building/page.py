"""Fills the placeholders of an HTML page, and writes the policy that guards it."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from html.parser import HTMLParser

from web.building.running import Trouble

SHEET = re.compile(r'<link rel="stylesheet" href="\./\{\{app\}\}/([\w./-]+)">\n')


def fill(template: str, values: Mapping[str, str], where: str) -> str:
    """Replace `{{name}}` by its value; `{{csp}}` comes last, since it speaks of all the rest.

    >>> fill("<p>{{app}}</p>", {"app": "app-1"}, "index.html")
    '<p>app-1</p>'
    """
    known = {**values, "csp": "{{csp}}", "view": values.get("view", "").replace("<", "\\u003c")}
    unknown = set(re.findall(r"\{\{(\w+)\}\}", template)) - set(known)
    if unknown:
        raise Trouble(
            f"web/{where} has placeholders that nobody fills: {', '.join(sorted(unknown))}"
        )
    text = re.sub(r"\{\{(\w+)\}\}", lambda found: known[found[1]], template)
    return text.replace("{{csp}}", security_policy(inline_scripts(text), inline_styles(text)))


def sheets_of(template: str) -> list[str]:
    """The style sheets of the app's folder that a page links to, by their paths in it."""
    return SHEET.findall(template)


def with_styles(template: str, texts: Iterable[str]) -> str:
    """Put the texts of a page's sheets into the page, without comments, instead of the links.

    So its HTML alone paints: no sheet has to come first.
    """
    styles = "".join(re.sub(r"/\*.*?\*/\s*", "", text, flags=re.DOTALL) for text in texts)
    instead = iter([f"<style>\n{styles}</style>\n"])
    return SHEET.sub(lambda _: next(instead, ""), template)


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


def inline_styles(html: str) -> list[str]:
    """The style sheets that stand in a page itself."""
    return re.findall(r"<style>(.*?)</style>", html, re.DOTALL)


def hashes_of(texts: Iterable[str]) -> str:
    """What lets these texts stand in a page, as sources of a policy; a blank before each."""
    digests = (hashlib.sha256(text.encode()).digest() for text in texts)
    return "".join(f" 'sha256-{base64.b64encode(one).decode()}'" for one in digests)


def trusted_types(scripts: Iterable[str]) -> str:
    """The policies of Trusted Types of a page: what its own scripts make, and that of files.js.

    >>> trusted_types(['trustedTypes.createPolicy("early", rules)'])
    'early solitaire'
    """
    made = [name for text in scripts for name in re.findall(r'createPolicy\("(\w+)"', text)]
    return " ".join([*made, "solitaire"])


def security_policy(scripts: Sequence[str], styles: Iterable[str] = ()) -> str:
    """The Content-Security-Policy of a page with these in it, for a meta element.

    See https://www.w3.org/TR/CSP3/ and https://www.w3.org/TR/trusted-types/. WebAssembly needs
    'wasm-unsafe-eval', JavaScript no eval; Pyodide starts under all of it, in a worker and on the
    page. Trusted Types: the policy of web/files.js lets the site's own files be scripts, the one of
    index.html a single one of them. What a meta element can't say, a host's headers can: who may
    frame the page (frame-ancestors), and the policy of workers, which take theirs from their own
    answer.
    """
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self' 'wasm-unsafe-eval'{hashes_of(scripts)}",
            f"style-src 'self'{hashes_of(styles)}",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "worker-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            f"trusted-types {trusted_types(scripts)}",
        )
    )


def security_policy_of_file(html: str) -> str:
    """The policy of a page that has everything in itself, and no host.

    Its modules are data: URLs, its worker and Pyodide's scripts are blob: URLs; what they come from
    is all in the page.
    """
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'wasm-unsafe-eval' data: blob:{hashes_of(inline_scripts(html))}",
            f"style-src{hashes_of(inline_styles(html))}",
            "img-src data:",
            "connect-src data:",
            "worker-src blob: data:",  # data: for what a worker imports, in Firefox
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types solitaire",
        )
    )
