"""Hostile addresses, saves and scripts: nothing of them runs, and the game goes on.

What a link, a save or a message brings is text for the page, never markup, and never an address
of a script. tests/page/test_embed.py has the messages.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.page.table import STORE, Table, watched
from tests.site import Site, Visit, ready
from web.building.site import DIST

DEAL = "FC1-C4-AAAAAAE"
MARKUP = "<img src=x onerror=hacked=1><script>hacked=1</script><svg onload=hacked=1>"
LONGEST_WORDS = 400  # of a message that a person should read

#: Codes that a link can bring, and what is said of them.
CODES = {
    MARKUP: "is not a game code",
    "javascript:hacked=1": "is not a game code",
    "FC1-C4-" + "A" * 300_000: "is not a game code",
    "9" * 100_000: "There is no deal 999999999999…",
    "-1e999": "is not a game code",
    "__proto__": "is not a game code",
    "constructor.constructor('hacked=1')()": "is not a game code",
    "\ud800\udfff\ud800": "is not a game code",
    "FC1-C4-AAAAAA\u0000E": "is not a game code",
    "{card} {text} %7Bpart%7D": "is not a game code",
    "\u202eFC1-C4-AAAAAAE": "is not a game code",
}


def traces(table: Table) -> Any:
    """What a script that ran, or markup that was believed, would have left."""
    return table.page.evaluate(
        "[window.hacked, {}.polluted, document.querySelectorAll('body :is(img, iframe, object)')"
        ".length, document.querySelectorAll('script').length, document.forms.length]"
    )


def check_harmless(table: Table, before: Any) -> None:
    """No trace, a readable message, the engine's table, and a next move that works."""
    assert traces(table) == before
    assert len(table.page.locator("#toast span").inner_text()) < LONGEST_WORDS
    table.plays_on()


# ---------------------------------------------------------------- the page's own policy


@pytest.mark.parametrize(
    ("page", "types"), [("index.html", ["early", "solitaire"]), ("embed.html", ["solitaire"])]
)
def test_the_policy_lets_nothing_in_that_is_not_the_site_s(page: str, types: list[str]) -> None:
    html = (DIST / page).read_text(encoding="utf-8")
    policy = html.split('Content-Security-Policy" content="')[1].split('"')[0]
    rules = {rule.split()[0]: rule.split()[1:] for rule in policy.split("; ")}
    assert rules["default-src"] == ["'none'"]
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy
    known = ("'self'", "'none'", "'wasm-unsafe-eval'", "'script'", "'sha256-", "data:", *types)
    foreign = [part for parts in rules.values() for part in parts if not part.startswith(known)]
    assert foreign == []
    assert "data:" not in rules["script-src"]
    assert rules["require-trusted-types-for"] == ["'script'"]
    assert rules["trusted-types"] == types


#: What a script that got in somehow would try; each must be refused.
TRIES = {
    "markup": "document.body.insertAdjacentHTML('beforeend', '<b>')",
    "a worker from text": "new Worker('app.js')",
    "a worker from elsewhere": "new Worker(new URL('data:text/javascript,'))",
    "another policy": "trustedTypes.createPolicy('mine', { createHTML: (text) => text })",
    "the same policy again": "trustedTypes.createPolicy('solitaire', {})",
    "the policy of the first worker again": "trustedTypes.createPolicy('early', {})",
    "code from text": "(0, eval)('1')",
    "a function from text": "new Function('1')()",
    "an address of a script": "document.createElement('script').src = 'app.js'",
}


#: Later, since the browser forgives code that the tests' own tool evaluates.
TRY = """new Promise((done) => setTimeout(() => {
  try { %s; done("done"); } catch (error) { done(error.name); }
}))"""


def test_the_browser_refuses_markup_and_scripts_from_text(visit: Visit, site: Site) -> None:
    visit.allow("Trusted|Content Security Policy")
    site.hang("pyodide-*")  # it is not needed for this
    page = visit()
    for name, code in TRIES.items():
        assert page.evaluate(TRY % code) in ("TypeError", "EvalError"), name
    sent = "fetch('https://example.org/').then(() => 'sent', (error) => error.name)"
    assert page.evaluate(sent) == "TypeError"
    assert visit.problems


# ---------------------------------------------------------------- links


def test_hostile_links_are_told_and_change_nothing(mouse: Table) -> None:
    mouse.deal(DEAL)
    before, unharmed = mouse.until_same(), traces(mouse)
    for code, why in CODES.items():
        mouse.page.evaluate("document.querySelector('#toast span').textContent = ''")
        mouse.page.evaluate("(code) => { location.hash = code; }", code)
        mouse.until_said(why)
        assert len(mouse.page.locator("#toast span").inner_text()) < LONGEST_WORDS, code[:40]
        assert mouse.until_same() == before
        assert mouse.page.url.endswith("#" + DEAL)
    check_harmless(mouse, unharmed)


def test_a_hostile_link_opens_as_harmlessly_as_it_is_followed(visit: Visit) -> None:
    address = f"?{MARKUP}&__proto__=1&patience=1e999#{MARKUP}"
    table = Table(ready(visit(address, context=watched(visit.context()))))
    table.until_said("is not a game code")
    assert table.page.url.endswith("#" + table.look()["code"])
    check_harmless(table, [None, None, 0, traces(table)[3], traces(table)[4]])


# ---------------------------------------------------------------- saves

POLLUTED = '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, %s}'
VIEW: dict[str, Any] = {
    "piles": {MARKUP: ["<b>", "ZZ"], "column-0": [MARKUP, "\ud800X"], "__proto__": ["6S"]},
    "lift": {MARKUP: [MARKUP]},
    "signs": {"foundation-0": '"><img src=x onerror=hacked=1>'},
    "code": MARKUP,
    "moves": MARKUP,
    "score": 1e308,
    "status": "playing",
    "verdict": MARKUP,
    "save": {"code": MARKUP},
}
#: What can stand in the browser's storage, by name: a whole set of it for each visit.
STORED = {
    "markup": {
        "game": json.dumps({"code": MARKUP, "moves": MARKUP, "undone": MARKUP, "undoable": MARKUP}),
        "view": json.dumps(VIEW),
        "settings": json.dumps(dict.fromkeys(("language", "theme", "colours", "sign"), MARKUP)),
    },
    "prototypes": {
        "game": POLLUTED % f'"code": "{DEAL}", "moves": "__proto__"',
        "view": POLLUTED % '"piles": {"__proto__": ["constructor"]}, "lift": {}, "signs": {}',
        "settings": POLLUTED % '"language": "__proto__", "theme": "valueOf", "sign": "toString"',
    },
    "size": {
        "game": json.dumps({"code": DEAL, "moves": "\ud800" * 300_000, "undoable": 10**400}),
        "view": "[" * 10_000 + "]" * 10_000,
        "settings": '{"language": 1e999, "theme": -0, "colours": [[]], "sign": {"length": 1e9}}',
    },
}
#: Writes a whole set at once, into both storages.
PUT_ALL = "(all) => Object.entries(all).forEach(" + STORE + ")"
ASIDE = "localStorage['boulanger-solitaire:damaged:game']"


def test_hostile_saves_are_put_aside_and_the_game_goes_on(visit: Visit) -> None:
    table = Table(ready(visit(context=watched(visit.context()))))
    unharmed = traces(table)
    for stored in STORED.values():
        table.until_same()
        table.page.evaluate(PUT_ALL, stored)
        table.page.reload()
        table.until_said("could not be read and was put aside")
        assert table.page.evaluate(ASIDE) == stored["game"]
        check_harmless(table, unharmed)
