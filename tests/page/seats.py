"""Pages that stay open from test to test, since the engine takes seconds to start."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser

from tests.page.table import Table, watched
from tests.site import Site, Visit, ready

#: A desktop with a mouse, a phone with fingers.
SIZES = {"mouse": (1280, 800), "touch": (390, 844)}


class Seats:
    """One table with a mouse and one with fingers; a test takes one and leaves it in order.

    What goes wrong unseen on a page fails the test that sits there. After a failure the page is
    closed, so that the next test gets a fresh one.
    """

    def __init__(self, browser: Browser, site: Site) -> None:
        self.visit = Visit(browser, site)
        self._tables: dict[str, Table] = {}

    @contextmanager
    def take(self, kind: str) -> Iterator[Table]:
        """The table of a kind of hand, with the page in front and the engine up."""
        table = self._tables.get(kind) or self._open(kind)
        self._tables[kind] = table
        table.page.bring_to_front()
        yield table
        problems = self.visit.unexpected()
        self.visit.problems.clear()
        assert not problems, "\n".join(problems)

    def _open(self, kind: str) -> Table:
        touch = kind == "touch"
        context = self.visit.context(viewport=SIZES[kind], touch=touch)
        return Table(ready(self.visit(context=watched(context))), touch=touch)

    def abandon(self, kind: str, pictures: Path) -> None:
        """Take a picture of a page on which something went wrong, and close it."""
        if table := self._tables.pop(kind, None):
            pictures.mkdir(parents=True, exist_ok=True)
            table.page.screenshot(path=pictures / f"{kind}.png", timeout=5000)
            table.page.context.close()

    def close(self) -> None:
        """Close what is open."""
        for table in self._tables.values():
            table.page.context.close()
