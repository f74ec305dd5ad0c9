"""Fixtures for the tests of the page; tests/site.py says what they can do.

- `site`: the built site over HTTP; records, refuses and hangs requests
- `browser`: one Chromium for all tests
- `visit`: opens pages; fails the test for console errors, exceptions, requests that leave the site
- `page`: the site opened on a desktop, `visit()`
- `mouse`, `touch`: a started page that stays open from test to test, with a player at it (seats.py,
  table.py); `table` is either, so that its tests run with both

A test that fails leaves pictures of its pages in .build/pictures/.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from tests.page.seats import Seats
from tests.page.table import Table
from tests.site import Site, Visit, launch, serving
from web.building.running import WORK

LIMIT = 120  # seconds for one test; one that needs more says so by its own timeout mark
CALL_FAILED = pytest.StashKey[bool]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give every test here its time limit."""
    for item in items:
        if __package__ in str(item.nodeid).replace("/", ".") and not item.get_closest_marker(
            "timeout"
        ):
            item.add_marker(pytest.mark.timeout(LIMIT))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember whether the test itself failed, for the picture."""
    report = yield
    item.stash[CALL_FAILED] = item.stash.get(CALL_FAILED, False) or report.failed
    return report


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives the browsers."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One Chromium for all tests of this process."""
    chromium = launch(playwright)
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def host() -> Iterator[Site]:
    """The server behind `site`."""
    with serving() as site:
        yield site


@pytest.fixture
def site(host: Site) -> Iterator[Site]:
    """The built site over HTTP, with nothing refused and nothing recorded yet."""
    host.reset()
    yield host
    host.heal()


def pictures_of(request: pytest.FixtureRequest) -> Path:
    """The folder for the pictures of a test."""
    return WORK / "pictures" / re.sub(r"\W+", "-", request.node.nodeid)


@pytest.fixture
def visit(browser: Browser, site: Site, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Opens pages of the site and watches them."""
    visits = Visit(browser, site)
    yield visits
    if request.node.stash.get(CALL_FAILED, False):
        visits.photograph(pictures_of(request))
    site.heal()
    visits.close()
    assert not visits.unexpected(), "\n".join(visits.unexpected())


@pytest.fixture
def page(visit: Visit) -> Page:
    """The site, just opened on a desktop."""
    return visit()


@pytest.fixture(scope="session")
def seats(browser: Browser, host: Site) -> Iterator[Seats]:
    """The pages behind `mouse` and `touch`."""
    seats = Seats(browser, host)
    yield seats
    seats.close()


def seat(kind: str, seats: Seats, request: pytest.FixtureRequest) -> Iterator[Table]:
    """A table for one test."""
    with seats.take(kind) as table:
        yield table
        if request.node.stash.get(CALL_FAILED, False):
            seats.abandon(kind, pictures_of(request))


@pytest.fixture
def mouse(seats: Seats, site: Site, request: pytest.FixtureRequest) -> Iterator[Table]:
    """A desktop with a mouse; the engine is up."""
    yield from seat("mouse", seats, request)


@pytest.fixture
def touch(seats: Seats, site: Site, request: pytest.FixtureRequest) -> Iterator[Table]:
    """A phone with fingers; the engine is up."""
    yield from seat("touch", seats, request)


@pytest.fixture(params=["mouse", "touch"])
def table(seats: Seats, site: Site, request: pytest.FixtureRequest) -> Iterator[Table]:
    """Either of the two."""
    yield from seat(request.param, seats, request)
