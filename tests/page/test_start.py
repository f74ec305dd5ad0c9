"""The start: what lies there before Python is up, what happens when it does not come."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route

from tests.engine.test_bridge import GOOD
from tests.page.seats import SIZES
from tests.page.table import Table, watched
from tests.site import Site, Visit, ready, until
from web.building.runtime import PYODIDE
from web.building.site import DIST
from web.building.tools import npm_packages

DEAL = "FC1-C4-AAAAAAE"
#: Microsoft's deal 1, which shows first: its columns end in these.
ENDS = ["6S", "9C", "2H", "6H", "6C", "3D", "8C", "TC"]

#: What the start can't do without, as patterns of Site.
NEEDED = {
    "pyodide-*/pyodide.asm.wasm",
    "pyodide-*/pyodide.asm.js",
    "pyodide-*/pyodide.js",
    "library-*.bin",
    "app-*/engine.worker.js",
}
#: Chromium's own words about files that don't come, and Pyodide's.
BROWSER_SAYS = r"^console: .*pyodide|Failed to (load|fetch)|Unexpected end|ExitStatus"


def new_player(visit: Visit, address: str = "", *, touch: bool = False, **options: Any) -> Table:
    """A page at which the engine need not be up yet."""
    viewport = SIZES["touch" if touch else "mouse"]
    context = watched(visit.context(viewport=viewport, touch=touch, **options))
    return Table(visit(address, context=context), touch=touch)


def without_scripts(context: BrowserContext, address: str) -> tuple[Page, list[Route]]:
    """A page whose scripts have not come yet, and they."""
    page = context.new_page()
    scripts: list[Route] = []
    page.route("**/app-*/*.js", lambda route: scripts.append(route))
    page.goto(address, wait_until="commit")
    page.locator("#failed-dialog").wait_for(state="attached")  # near the end of the page
    return page, scripts


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


# ---------------------------------------------------------------- before any script has come

#: Boxes of all that lies on the table, and of the ranks on the cards.
BOXES = """Object.fromEntries([...document.querySelectorAll('#bar, #table > *, #table .rank')].map(
  (one) => {
    const { card, place } = (one.closest('#table > *') ?? one).dataset;
    const { x, y, width, height } = one.getBoundingClientRect();
    return [`${card ?? place} ${one.tagName}`, [x, y, width, height]];
  }))"""


def boxes_in(page: Page, size: tuple[int, int]) -> dict[str, list[float]]:
    """Where everything lies in a window of a size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
    found: dict[str, list[float]] = page.evaluate(BOXES)
    return found


def test_html_alone_paints_the_board_and_nothing_jumps_when_the_scripts_come(
    visit: Visit, site: Site
) -> None:
    sizes = [(320, 568), (390, 844), (844, 390), (1280, 720), (1920, 1080), (280, 360)]
    page, scripts = without_scripts(visit.context(), site.url)
    before = {size: boxes_in(page, size) for size in sizes}
    for script in scripts:
        script.continue_()
    page.unroute_all()
    ready(page)
    assert page.locator("#table").get_attribute("style")  # the scripts have painted it
    for size in sizes:
        after = boxes_in(page, size)
        assert len(after) == 1 + 16 + 52 + 52
        assert after == {name: pytest.approx(box, abs=1) for name, box in before[size].items()}


def test_without_javascript_the_board_is_shown_too(visit: Visit) -> None:
    page = visit(java_script_enabled=False)
    assert page.locator(".card").count() == 52
    page.locator(".card[data-card='6S'] .rank").wait_for()


@pytest.mark.parametrize("address", [f"#{DEAL}", ""])
def test_no_other_deal_flashes_before_the_one_that_was_left_or_is_wanted(
    visit: Visit, site: Site, address: str
) -> None:
    # A service worker would bring the scripts however long the host takes.
    table = new_player(visit, address, service_workers="block")
    if not address:
        table.drag("6S", "cell-0")
        table.until_played(1)
    wanted = table.until_same()["piles"]
    context = table.page.context
    page, _ = without_scripts(context, site.url + address)
    assert page.locator("#table > :visible").count() == 0
    page.close()
    site.hang("library-*")
    page = visit(address, context=context)
    until(page, "tester.rests()")
    assert page.evaluate("tester.look().piles") == wanted  # before Python is up


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


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_what_is_played_before_python_is_up_is_carried_out_then(
    visit: Visit, site: Site, touch: bool
) -> None:
    site.hang("pyodide-*")
    table = new_player(visit, touch=touch)
    until(table.page, "tester.rests()")
    table.drag("6S", "cell-0")
    table.drag("9C", "cell-1")  # while the first still waits
    assert table.page.locator(".card.lifted").count() == 2
    table.tap("TC")
    table.tap_place("cell-2")
    table.page.keyboard.press("Control+z")
    table.page.keyboard.press("Control+y")
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


@pytest.mark.parametrize("pattern", sorted(NEEDED))
def test_a_file_that_does_not_come_is_told_and_can_be_tried_again(
    visit: Visit, site: Site, pattern: str
) -> None:
    visit.allow(BROWSER_SAYS)
    site.refuse(pattern)
    table = new_player(visit)
    failure(table).wait_for()
    assert "Python did not start" in failure(table).inner_text()
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


# ---------------------------------------------------------------- later visits

#: The names of the caches that hold a snapshot.
SNAPSHOTS = """(async () => {
  const names = [];
  for (const name of await caches.keys()) {
    if ((await (await caches.open(name)).keys()).length && /snapshot/.test(name)) names.push(name);
  }
  return names;
})()"""
#: Puts bytes where the snapshot of this version is kept.
DAMAGE = """async ([name, key, length, headers]) => {
  const cache = await caches.open(name);
  await cache.put(key, new Response(new Uint8Array(length), { headers }));
}"""
#: The first worker of a page fails as if it had used memory that is not its own.
DYING = """
  const Own = Worker;
  let failure = new ErrorEvent("error", { message: "memory access out of bounds" });
  window.Worker = class extends Own {
    constructor(...all) {
      super(...all);
      if (failure) setTimeout((event) => this.dispatchEvent(event), 0, failure);
      failure = undefined;
    }
  };
"""
WITHOUT_WORKERS = "window.Worker = class { constructor() { throw new Error('none'); } };"


def snapshot_of(site: Site) -> tuple[str, str]:
    """The cache in which this version keeps its snapshot, and the address of it there."""
    pyodide, library = (next(DIST.glob(pattern)).name for pattern in ("pyodide-*", "library-*"))
    name = f"boulanger-snapshot-{pyodide}-{library} {site.url}"
    return name, f"{site.url}{next(DIST.glob('app-*')).name}/snapshot"


def is_restored(page: Page) -> bool:
    """Whether the engine came from a snapshot."""
    ready(page)
    marks = [
        f"performance.getEntriesByName('engine-{how}').length" for how in ("started", "restored")
    ]
    started, restored = (page.evaluate(mark) for mark in marks)
    assert started + restored == 1
    return bool(restored)


def test_later_visits_start_from_a_snapshot_in_which_chance_does_not_repeat_itself(
    visit: Visit, site: Site
) -> None:
    first = new_player(visit)
    context = first.page.context
    assert not is_restored(first.page)
    first.page.evaluate(
        "(scopes) => Promise.all(scopes.map(async (scope) => {"
        "const old = await caches.open(`boulanger-snapshot-old ${scope}`);"
        "await old.put('/', new Response('')); }))",
        [site.url, f"{site.origin}/another/copy/"],
    )
    until(first.page, f"{SNAPSHOTS}.then((names) => names.some((name) => /library/.test(name)))")
    kept = first.page.evaluate(SNAPSHOTS)  # not those of other versions, but those of other copies
    assert sorted(name.split(" ")[1] for name in kept) == [f"{site.origin}/another/copy/", site.url]
    tables = [Table(visit(context=context)) for _ in range(2)]
    assert [is_restored(table.page) for table in tables] == [True, True]
    codes = [table.ask("new", game="FC", cells=4)["code"] for table in tables for _ in range(3)]
    assert len(set(codes)) == len(codes)
    assert "internal" not in {refusal(tables[0], call, args) for call, args in GOOD.items()}
    alone = context.new_page()
    alone.add_init_script(WITHOUT_WORKERS)
    alone.goto(first.page.url)
    assert is_restored(alone)


@pytest.mark.parametrize(
    ("length", "headers"),
    [
        (4096, {"X-Length": "8192", "X-Turns": "2"}),
        (12288, {"X-Length": "8192", "X-Turns": "2"}),
        (8192, {"X-Length": "8192", "X-Turns": "2"}),
        (8192, {"X-Digest": "1 2 3"}),
    ],
    ids=["cut-short", "too-long", "of-another-engine", "of-another-kind"],
)
def test_a_bad_snapshot_is_dropped_and_the_start_goes_on_without(
    visit: Visit, site: Site, length: int, headers: dict[str, str]
) -> None:
    table = new_player(visit)
    table.page.evaluate(DAMAGE, [*snapshot_of(site), length, headers])
    told: list[str] = []
    table.page.context.on("console", lambda message: told.append(message.text))
    again = Table(visit(context=table.page.context))
    assert not is_restored(again.page)
    assert any("without a snapshot" in text for text in told)
    assert again.page.evaluate(SNAPSHOTS) == []
    assert not failure(again).is_visible()
    again.plays_on()


def test_a_snapshot_is_dropped_when_the_engine_fails(visit: Visit, site: Site) -> None:
    first = new_player(visit)
    until(first.page, f"{SNAPSHOTS}.then((names) => names.length)")
    page = first.page.context.new_page()
    page.add_init_script(DYING)
    page.goto(site.url)
    again = page.get_by_role("button", name="Try again")
    again.wait_for()
    until(page, f"{SNAPSHOTS}.then((names) => names.length === 0)")
    again.click()
    ready(page)
    until(page, "performance.getEntriesByName('engine-started').length")


# ---------------------------------------------------------------- what starts


def test_webassembly_starts_where_the_host_does_not_know_its_type(visit: Visit, site: Site) -> None:
    site.mistype("*.wasm")
    site.mistype("*.bin")
    ready(new_player(visit).page)


def refusal(table: Table, call: str, args: object) -> str:
    """The code with which the engine refuses a call; empty where it does not."""
    found = table.page.evaluate(
        "([call, args]) => tester.ask(call, args).then(() => '', (error) => error.message)",
        [call, args],
    )
    return json.loads(found)["code"] if found else ""


def test_every_call_finds_what_it_needs_in_the_library(visit: Visit) -> None:
    table = new_player(visit)
    ready(table.page)
    assert {call: refusal(table, call, args) for call, args in GOOD.items()} == dict.fromkeys(
        GOOD, ""
    )
    bad: list[object] = [{}, {"deal": "FC1-C4-0AAAAAA"}, {"save": {"code": 5}}, {"move": "zz"}, []]
    for args in bad:
        for call in (*GOOD, "unheard-of"):
            assert refusal(table, call, args) != "internal"


STOCK = """<!doctype html>
<meta charset="utf-8"><title>another page</title><link rel="icon" href="data:,">
<script type="module">
import { loadPyodide } from "./pyodide/pyodide.mjs";
const wheels = "%s";
const pyodide = await loadPyodide();
await pyodide.loadPackage(%s.map((name) => wheels + name));
await pyodide.pyimport("micropip").install(wheels + "%s");
const game = pyodide.pyimport("solitaire").Game.from_code("FC1-C4-AAAAAAB");
game.play("3a");
document.title = `${game.code} ${game.moves}`;
</script>
"""


def test_the_published_wheel_plays_in_another_page_with_a_pyodide_of_its_own(
    visit: Visit, site: Site
) -> None:
    for name in PYODIDE:
        site.add(f"pyodide/{name}", (npm_packages() / "pyodide" / name).read_bytes())
    names = sorted(path.name for path in (DIST / "wheels").iterdir())
    [engine] = [name for name in names if name.startswith("boulanger")]
    others = json.dumps([name for name in names if name != engine])
    page = visit(site.add("stock.html", STOCK % (site.url + "wheels/", others, engine)))
    until(page, "document.title === \"FC1-C4-AAAAAAB ['3a']\"", timeout=60_000)


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
    assert any(name.startswith("library-") for name in ours)  # the worker's are seen too
    assert set(site.requests) <= ours
