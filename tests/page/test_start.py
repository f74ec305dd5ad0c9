"""The start: what lies there before Python is up, what happens when it does not come."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator

from tests.page.table import Table, watched
from tests.site import Site, Visit, ready, until

DEAL = "FC1-C4-AAAAAAE"
#: Microsoft's deal 1, which shows first: its columns end in these.
ENDS = ["6S", "9C", "2H", "6H", "6C", "3D", "8C", "TC"]

#: What the start can't do without, as patterns of Site, and what the page says then.
NEEDED = {
    "pyodide-*/pyodide.asm.wasm": "Nothing has happened for",  # here Pyodide hangs for ever
    "pyodide-*/pyodide.mjs": "Python did not start",
    "pyodide-*/python_stdlib.zip": "Python did not start",
    "app-*/site.json": "Python did not start",
    "app-*/engine.worker.js": "Python did not start",
    "app-*/*.whl": "Python did not start",
}
#: Chromium's own words about files that don't come, and Pyodide's.
BROWSER_SAYS = r"^console: .*pyodide|Failed to (load|fetch)|Unexpected end|ExitStatus"


def new_player(visit: Visit, address: str = "") -> Table:
    """A page at which the engine need not be up yet."""
    return Table(visit(address, context=watched(visit.context())))


def failure(table: Table) -> Locator:
    """The dialog that says why there is no game."""
    return table.page.locator("#failed-dialog")


def try_again(table: Table) -> None:
    """Press the button, and see that everything works.

    More than once where the machine is slower than the patience that the test has set.
    """
    while table.page.evaluate("!performance.getEntriesByName('engine-ready').length"):
        if failure(table).is_visible():
            failure(table).get_by_role("button", name="Try again").click()
        table.page.wait_for_timeout(50)
    failure(table).wait_for(state="hidden")
    table.plays_on()


# ---------------------------------------------------------------- before Python is up


def test_a_deal_lies_there_before_python_is_up(visit: Visit, site: Site) -> None:
    site.hang("pyodide-*")
    table = new_player(visit)
    until(table.page, "document.querySelectorAll('.card').length === 52")
    piles = table.look()["piles"]
    assert [piles[f"column-{index}"][-1] for index in range(8)] == ENDS
    assert table.page.locator("#starting").is_visible()
    site.heal()
    ready(table.page)
    assert table.until_same()["piles"] == piles  # the very deal
    table.page.locator("#starting").wait_for(state="hidden")


def test_what_is_played_before_python_is_up_is_carried_out_then(visit: Visit, site: Site) -> None:
    site.hang("pyodide-*")
    table = new_player(visit)
    until(table.page, "tester.rests()")
    table.drag("6S", "cell-0")
    table.drag("9C", "cell-1")  # while the first still waits
    assert table.page.locator(".card.lifted").count() == 2
    table.tap("TC")
    table.tap_place("cell-2")
    site.heal()
    ready(table.page)
    table.until_played(3)
    shown = table.until_same()["piles"]
    assert [shown[f"cell-{index}"] for index in range(4)] == [["6S"], ["9C"], ["TC"], []]


def test_the_deal_that_lies_there_is_not_dealt_again(visit: Visit) -> None:
    table = new_player(visit)
    until(table.page, "tester.rests()")
    table.page.evaluate(
        "document.addEventListener('animationstart', () => {}); window.moved = 0;"
        "new MutationObserver(() => { window.moved += document.getAnimations()"
        ".filter((one) => one.effect.target.closest('#table')).length; })"
        ".observe(document.getElementById('starting'), { attributes: true })"
    )
    ready(table.page)
    table.page.locator("#starting").wait_for(state="hidden")
    assert table.page.evaluate("window.moved") == 0


# ---------------------------------------------------------------- when it does not come


def test_a_start_that_hangs_says_so_and_can_be_tried_again(visit: Visit, site: Site) -> None:
    site.hang("pyodide-*")
    table = new_player(visit, f"?patience=5#{DEAL}")
    failure(table).wait_for()
    assert "Nothing has happened for 5 seconds" in failure(table).inner_text()
    assert not table.page.locator("#starting").is_visible()
    site.heal()
    try_again(table)
    assert table.look()["code"] == DEAL


def test_a_start_that_fails_twice_can_be_tried_a_third_time(visit: Visit, site: Site) -> None:
    visit.allow(BROWSER_SAYS)
    site.refuse("pyodide-*")
    table = new_player(visit)
    for _ in range(2):
        failure(table).get_by_text("Python did not start").wait_for()
        table.page.evaluate("document.getElementById('failed-text').textContent = ''")
        failure(table).get_by_role("button", name="Try again").click()
    failure(table).get_by_text("Python did not start").wait_for()
    site.heal()
    try_again(table)


@pytest.mark.parametrize("pattern", NEEDED)
def test_a_file_that_does_not_come_is_told_and_can_be_tried_again(
    visit: Visit, site: Site, pattern: str
) -> None:
    visit.allow(BROWSER_SAYS)
    site.refuse(pattern)
    table = new_player(visit, "?patience=5" if pattern.endswith("wasm") else "")
    failure(table).wait_for()
    assert NEEDED[pattern] in failure(table).inner_text()
    assert "[object" not in failure(table).inner_text()
    site.heal()
    try_again(table)


def test_a_key_pressed_in_vain_during_the_start_breaks_nothing(visit: Visit, site: Site) -> None:
    site.hang("pyodide-*")
    table = new_player(visit, "?patience=5")
    until(table.page, "document.querySelectorAll('.card').length === 52")
    for key in ("n", "u", "r", "Shift+R", "Escape"):
        table.page.keyboard.press(key)
    table.drag("6S", "cell-0")
    failure(table).wait_for()
    assert not table.page.locator(".card.lifted").count()
    site.heal()
    try_again(table)


# ---------------------------------------------------------------- what it asks for


def test_a_whole_visit_asks_for_files_of_the_site_and_nothing_else(
    visit: Visit, site: Site
) -> None:
    context = watched(visit.context(permissions=["clipboard-write"]))
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    table = Table(ready(visit("#" + DEAL, context=context)))
    table.plays_on()
    for name in ("new", "settings"):
        table.page.locator(f"#{name}").click()
        table.page.locator(f"#{name}-dialog").wait_for()
        table.page.keyboard.press("Escape")
    table.page.locator("#code").click()
    table.until_said("Copied")
    assert all(url.startswith(site.url) for url in asked)
    ours = {re.sub(r"[#?].*", "", url.removeprefix(site.url)) or "index.html" for url in asked}
    assert any(name.endswith(".whl") for name in ours)  # the worker's requests are seen too
    assert set(site.requests) <= ours
