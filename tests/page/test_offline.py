"""Playing without a network: what the service worker keeps, and how one version follows another."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.page.table import Table, watched
from tests.site import Site, Visit, ready, settings_for_chromium, until
from web.building.offline import kept_files, put_worker
from web.building.site import DIST

FOLDER = "/some/sub-path/"
#: What the browser says of files that don't come, and of an update check without a host.
BROWSER_SAYS = "Failed to load resource|ERR_CONNECTION|ServiceWorker|service worker"
KEPT = "!document.getElementById('offline').hidden"
CACHES = "caches.keys()"
REGISTRATIONS = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"
VERSION = "document.body.dataset.version ?? '1'"


@pytest.fixture
def host() -> Iterator[Site]:
    """A host of its own for each test: it is killed, and gets other versions."""
    site = Site(prefix=FOLDER)
    yield site
    site.close()


@pytest.fixture
def player(visit: Visit) -> BrowserContext:
    """A new player, whose browser may have service workers."""
    visit.allow(BROWSER_SAYS)
    return watched(visit.context(service_workers="allow"))


@pytest.fixture
def second(tmp_path: Path) -> Path:
    """Another version of the site: another start page, other files, other names."""
    site = Path(shutil.copytree(DIST, tmp_path / "second"))
    app = next(site.glob("app-*"))
    other = app.rename(site / "app-2222222222")
    page = (site / "index.html").read_text(encoding="utf-8").replace(app.name, other.name)
    (site / "index.html").write_text(page.replace("<body>", '<body data-version="2">'))
    put_worker(site)
    return site


def changed(site: Path) -> list[str]:
    """What differs from the first version, as it is asked for."""
    names = kept_files(site).items() - kept_files(DIST).items()
    return sorted(name.replace("./", "index.html") for name, _ in names)


def open_page(visit: Visit, player: BrowserContext) -> Table:
    """The site in a new tab; the engine is up."""
    return Table(ready(visit(context=player)))


def keep(visit: Visit, player: BrowserContext) -> Table:
    """A first visit, until the page says that it can be played offline."""
    table = open_page(visit, player)
    until(table.page, KEPT)
    return table


def reload(table: Table) -> None:
    table.page.reload()
    ready(table.page)


def speak_hungarian(page: Page) -> None:
    """Load a file that the page has not asked for before."""
    page.locator("#settings").click()
    page.locator("#language").select_option("hu")
    page.locator("#settings-dialog h2", has_text="Beállítások").wait_for()
    page.keyboard.press("Escape")


def site_caches(page: Page) -> list[str]:
    """The names of the caches that hold a version."""
    return [name for name in page.evaluate(CACHES) if name.startswith("boulanger-site-")]


# ---------------------------------------------------------------- one version


def test_it_is_visited_once_and_played_without_a_host(
    visit: Visit, player: BrowserContext, host: Site
) -> None:
    table = keep(visit, player)
    table.until_said("Ready to be played offline")
    table.drag("6S", "cell-0")
    table.until_played(1)
    host.close()
    reload(table)
    assert table.until_same()["moves"] == 1
    table.plays_on()
    speak_hungarian(table.page)
    table.page.locator("#settings").click()
    table.page.locator("#offline", has_text="Internet nélkül").wait_for()
    assert not table.page.locator("#toast.shown").count()  # said once, and no more
    for address in ("index.html", "licenses.txt", "help/hu/", "help/hu/index.html"):
        answer = table.page.goto(host.url + address)
        assert answer
        assert answer.ok, address


#: Of all files that are kept, those that are not as the host sent them.
COPIED = """caches.keys().then(async (names) => {
  const cache = await caches.open(names.find((name) => name.startsWith('boulanger-site-')));
  const kept = await Promise.all((await cache.keys()).map(async (request) =>
    [request.url, (await cache.match(request)).url]));
  return kept.filter(([asked, sent]) => sent !== asked).map(([asked]) => asked);
})"""


def test_what_is_kept_is_what_the_host_sent(visit: Visit, player: BrowserContext) -> None:
    # Browsers keep compiled code beside scripts, but not beside copies of them.
    assert keep(visit, player).page.evaluate(COPIED) == []


FORGET = """caches.keys().then((names) => Promise.all(names.map(async (name) => {
  const kept = await caches.open(name);
  for (const { url } of await kept.keys()) if (url.endsWith("/app.js")) await kept.delete(url);
})))"""


def lose_a_part(visit: Visit, player: BrowserContext) -> None:
    """Keep the site, but for one script, which the browser has nowhere else either."""
    page = keep(visit, player).page
    page.evaluate(FORGET)
    player.new_cdp_session(page).send("Network.clearBrowserCache")
    page.close()


def test_where_a_kept_part_is_lost_the_page_says_so(
    visit: Visit, player: BrowserContext, host: Site
) -> None:
    lose_a_part(visit, player)
    host.refuse("app-*/app.js")
    page = visit(context=player)
    page.locator("#broken", has_text="A part of the game did not come").wait_for()
    assert page.locator("html").get_attribute("class") == "other veiled broken"
    host.heal()
    page.locator("#broken a").click()
    Table(ready(page)).plays_on()


def test_where_a_kept_part_does_not_come_the_table_shows_without_it(
    visit: Visit, player: BrowserContext, host: Site
) -> None:
    lose_a_part(visit, player)
    host.hang("app-*/app.js")
    page = player.new_page()
    page.goto(host.url, wait_until="commit")
    page.locator("#bar").wait_for()
    host.heal()
    Table(ready(page)).plays_on()


def test_it_is_played_without_a_host_that_redirected(
    visit: Visit, player: BrowserContext, host: Site
) -> None:
    host.shorten()
    table = keep(visit, player)
    copied = table.page.evaluate(COPIED)
    assert copied
    assert {Path(address).suffix for address in copied} == {".html"}
    host.close()
    reload(table)
    table.plays_on()
    for address in ("embed.html", "help/hu/", "help/fr/freecell.html"):
        answer = table.page.goto(host.url + address)
        assert answer
        assert answer.ok, address


# ---------------------------------------------------------------- one after the other


def test_a_new_version_comes_with_the_next_start_and_mixes_with_nothing(
    visit: Visit, player: BrowserContext, host: Site, second: Path
) -> None:
    old = keep(visit, player)
    (first,) = site_caches(old.page)
    foreign = ["boulanger-other", "boulanger-site-0000000000 http://127.0.0.1/other/"]
    for name in foreign:
        old.page.evaluate("name => caches.open(name).then(() => 1)", name)
    asked = len(host.requests)
    host.deploy(second)
    new = open_page(visit, player)  # browsers look for a new sw.js at every start
    assert new.page.evaluate(VERSION) == "1"
    for table in (old, new):
        table.until_said("A new version is here")
    with new.page.expect_navigation():
        new.page.get_by_role("button", name="Start it now").click()
    ready(new.page)
    assert new.page.evaluate(VERSION) == "2"
    until(new.page, KEPT)

    assert first in site_caches(new.page)  # since the old page is still open
    speak_hungarian(old.page)  # whose files the host has no more
    old.plays_on()
    old.page.close()
    reload(new)
    until(new.page, f"caches.has('{first}').then((has) => !has)")
    assert set(foreign) < set(new.page.evaluate(CACHES))
    assert len(site_caches(new.page)) == 2
    new_ones = set(host.requests[asked:]) - {"sw.js"}
    assert sorted(new_ones) == changed(second)
    new.plays_on()


def lacks_a_file(site: Site) -> None:
    """The host was not given all of it."""
    site.refuse("app-*/lang/hu.json")


def has_the_old_page(site: Site) -> None:
    """Some cache on the way still has the old start page."""
    site.files[FOLDER + "index.html"] = (DIST / "index.html").read_bytes()


def has_a_cut_file(site: Site) -> None:
    """A file is shorter than it should be."""
    name = f"{FOLDER}app-2222222222/app.js"
    site.files[name] = site.files[name][:-1]


#: Looks for a new version, and tells what becomes of it.
UPDATE = """async () => {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
  const worker = registration.installing;
  await new Promise((done) => { worker.onstatechange = done; });
  return worker.state;
}"""


def test_a_version_that_is_not_whole_changes_nothing(
    visit: Visit, player: BrowserContext, host: Site, second: Path
) -> None:
    table = keep(visit, player)
    before = site_caches(table.page)
    for spoil in (has_a_cut_file, lacks_a_file, has_the_old_page):  # in the order of the list
        host.deploy(second)
        spoil(host)
        assert table.page.evaluate(UPDATE) == "redundant"
        assert site_caches(table.page) == before
        host.heal()
    host.close()
    reload(table)
    assert table.page.evaluate(VERSION) == "1"
    table.plays_on()


def test_a_bad_worker_can_be_taken_away(
    visit: Visit, player: BrowserContext, host: Site, second: Path
) -> None:
    table = keep(visit, player)
    host.deploy(second)
    host.files[FOLDER + "sw.js"] = host.files[FOLDER + "sw-off.js"]
    table.page.reload()
    until(table.page, f"{REGISTRATIONS}.then((count) => count === 0)")
    reload(table)
    assert table.page.evaluate(VERSION) == "2"
    assert site_caches(table.page) == []
    assert not table.page.evaluate(KEPT)
    table.plays_on()


# ---------------------------------------------------------------- where nothing can be kept


def test_it_is_played_where_the_storage_is_full(
    visit: Visit, player: BrowserContext, host: Site
) -> None:
    page = player.new_page()
    quota = {"origin": host.origin, "quotaSize": 3_000_000}
    player.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", quota)
    page.goto(host.url)
    table = Table(ready(page))
    until(page, f"{REGISTRATIONS}.then((count) => count === 0)")  # tried, and given up
    table.plays_on()
    assert site_caches(page) == []
    assert not page.evaluate(KEPT)


@pytest.fixture
def own_browser(browser: Browser, visit: Visit, tmp_path: Path) -> Callable[..., BrowserContext]:
    """Starts a Chromium with a profile of its own, as a player has it."""

    def start(*arguments: str, **options: Any) -> BrowserContext:
        settings = settings_for_chromium()
        settings["args"] += arguments
        kind = browser.browser_type
        context = kind.launch_persistent_context(tmp_path / "profile", **settings, **options)
        visit.watch(watched(context))
        return context

    return start


def test_it_is_played_where_storage_is_denied(
    own_browser: Callable[..., BrowserContext], visit: Visit, host: Site, tmp_path: Path
) -> None:
    visit.allow("Access is denied|ServiceWorker")
    (tmp_path / "profile/Default").mkdir(parents=True)
    denied = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "profile/Default/Preferences").write_text(json.dumps(denied))
    table = open_page(visit, own_browser())
    table.until_said("keeps nothing here")
    assert table.page.evaluate("caches.keys().catch(({ name }) => name)") == "SecurityError"
    table.drag("6S", "cell-0")
    table.until_played(1)


# ---------------------------------------------------------------- where it is kept and installed


def test_it_is_not_kept_inside_another_page(visit: Visit, player: BrowserContext) -> None:
    frame = f'<!doctype html><link rel="icon" href="data:,"><iframe src="{FOLDER}"></iframe>'
    outer = visit(visit.site.add("outer.html", frame), context=player)
    until(outer, "document.querySelector('iframe').contentWindow.tester")
    ready(visit("?embed", context=player))
    inner = outer.frames[1]
    until(inner, "performance.getEntriesByName('engine-ready').length")
    outer.wait_for_timeout(500)
    assert outer.evaluate(REGISTRATIONS) == 0


ASKED = """window.asked = false;
StorageManager.prototype.persist = async () => { window.asked = true; };"""


@pytest.mark.parametrize(
    ("window", "asks"), [("--app=data:text/html,", True), ("--new-window", False)]
)
def test_it_asks_that_all_is_kept_where_it_is_installed(
    own_browser: Callable[..., BrowserContext], host: Site, window: str, asks: bool
) -> None:
    context = own_browser(window)
    context.add_init_script(ASKED)
    (page,) = context.pages
    page.goto(host.url)
    ready(page)
    until(page, KEPT)
    assert page.evaluate("window.asked") == asks


MEASURE = """async (url) => {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  return [picture.naturalWidth, picture.naturalHeight];
}"""


MANIFESTS = """performance.getEntriesByType("resource").map(({ name }) => name)
  .filter((name) => name.endsWith(".webmanifest"))"""


@pytest.mark.parametrize(
    ("locale", "name"),
    [("en-GB", "FreeCell and Baker's Game"), ("hu", "FreeCell és Pék játék")],
)
def test_it_can_be_installed_under_its_name_in_the_language(
    own_browser: Callable[..., BrowserContext], visit: Visit, host: Site, locale: str, name: str
) -> None:
    context = own_browser(locale=locale)
    page = visit(context=context)
    until(page, "document.getElementById('new').title")  # the language has come
    session = context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    manifest = json.loads(found["data"])
    assert found["errors"] == []
    assert manifest["name"] == name
    assert page.evaluate(MANIFESTS) == [found["url"]]  # Chromium may keep to the first
    assert urljoin(found["url"], manifest["start_url"]) == host.url
    assert urljoin(found["url"], manifest["scope"]) == host.url
    for icon in manifest["icons"]:
        size = int(icon["sizes"].split("x")[0])
        assert page.evaluate(MEASURE, urljoin(found["url"], icon["src"])) == [size, size]
    session.send("PWA.install", {"manifestId": session.send("Page.getAppId")["appId"]})


#: How much two pictures differ on the average, from 0 to 255 a colour.
DIFFERENCE = """async (addresses) => {
  const [first, second] = await Promise.all(addresses.map(async (url) => {
    const picture = Object.assign(new Image(192, 192), { src: url });
    await picture.decode();
    const canvas = new OffscreenCanvas(192, 192).getContext("2d");
    canvas.drawImage(picture, 0, 0, 192, 192);
    return canvas.getImageData(0, 0, 192, 192).data;
  }));
  return first.reduce((sum, value, at) => sum + Math.abs(value - second[at]), 0) / first.length;
}"""


def test_the_icons_of_the_app_are_those_of_the_page(page: Page) -> None:
    """Or icon.svg has changed: `python -m web.building.icons` draws them anew."""
    icon = page.locator("link[rel=icon]").evaluate("(link) => link.href")
    for size in (192, 512):
        drawn = urljoin(icon, f"icons/any-{size}.png")
        assert page.evaluate(DIFFERENCE, [icon, drawn]) < 2
    assert page.evaluate(DIFFERENCE, [icon, urljoin(icon, "icons/maskable-192.png")]) > 2
