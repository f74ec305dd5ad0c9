"""How smoothly cards move, and how soon a player sees the answer to what he does.

`python3 build.py bench table`. Frames are counted on a phone whose processor Chromium slows down
six times, while a run is dragged and while cards fly; beside them stand the frames that the same
browser shows in the same seconds where nothing moves, which are all that it can. The answer is
timed unslowed: from the pointer's going up to the first frame that shows the card on its way.
"""

from __future__ import annotations

import statistics

from playwright.sync_api import Page, Playwright, sync_playwright

from tests.page.table import Table, watched
from tests.site import Site, launch, ready, serving

DEAL = "FC1-C4-AAAAAAE"
SLOWER = 6
ROUNDS = 8
ANSWERS = 40

#: Counts frames until `window.stop()`, which tells frames a second and the longest one in ms.
COUNT = """() => {
  const times = [];
  let going = true;
  const frame = (now) => {
    times.push(now);
    if (going) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  window.stop = () => {
    going = false;
    const gaps = times.slice(1).map((time, at) => time - times[at]);
    return [(1000 * gaps.length) / (times.at(-1) - times[0]), Math.max(...gaps)];
  };
}"""
#: From the next pointerup to the first frame in which the card is not where it was let go.
WATCH = """(name) => {
  const card = document.querySelector(`.card[data-card="${name}"]`);
  window.answer = new Promise((done) => addEventListener("pointerup", ({ timeStamp }) => {
    const { x, y } = card.getBoundingClientRect();
    const look = () => {
      const now = card.getBoundingClientRect();
      const gone = now.x !== x || now.y !== y || !card.matches(".lifted");
      if (gone) done(performance.now() - timeStamp);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, { capture: true, once: true }));
}"""


def phone(playwright: Playwright, site: Site) -> Table:
    """A table on a phone, unslowed."""
    browser = launch(playwright)
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=2, has_touch=False
    )
    table = Table(ready(page_of(watched(context).new_page(), site)))
    table.until_same()
    return table


def page_of(page: Page, site: Site) -> Page:
    """The page with the deal of this bench."""
    page.goto(site.url + "#" + DEAL)
    return page


def slow(table: Table, times: int) -> None:
    """Slow the page's processor down."""
    session = table.page.context.new_cdp_session(table.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": times})


def frames_of(table: Table, kind: str) -> list[float]:
    """Frames a second, and the longest frame in ms, while something happens."""
    page = table.page
    x, y = table.lift("7D", "column-4")
    if kind != "flight":
        page.evaluate(COUNT)
    if kind == "nothing":
        page.wait_for_timeout(600)
    if kind == "drag":
        for step in range(60):
            page.mouse.move(x + 60 * (step % 2), y + step)
    if kind == "flight":
        page.evaluate(COUNT)
        page.mouse.up()
        table.until_still()
    found: list[float] = page.evaluate("window.stop()")
    page.mouse.up()
    table.until_still()
    page.keyboard.press("u")
    table.until_same(30)
    return found


def bench_frames(table: Table) -> None:
    """Print frames in drag and flight beside those of a page at rest."""
    slow(table, SLOWER)
    kinds = ("nothing", "drag", "flight")
    found = {kind: [frames_of(table, kind) for _ in range(ROUNDS)] for kind in kinds}
    print(f"frames on a processor slowed {SLOWER} times, medians of {ROUNDS}")
    print(f"{'while':10}{'a second':>10}{'longest':>12}{'of rest':>10}")
    rest = statistics.median(rate for rate, _ in found["nothing"])
    for kind, pairs in found.items():
        rate, longest = (statistics.median(pair[at] for pair in pairs) for at in (0, 1))
        print(f"{kind:10}{rate:10.1f}{longest:9.1f} ms{rate / rest:10.2f}")
    slow(table, 1)


def bench_answers(table: Table) -> None:
    """Print how long it takes from the pointer's going up to the first frame of the answer."""
    times = []
    for _ in range(ANSWERS):
        table.lift("7D", "column-4")
        table.page.evaluate(WATCH, "7D")
        table.page.mouse.up()
        times.append(float(table.page.evaluate("window.answer")))
        table.until_same()
        table.page.keyboard.press("u")
        table.until_played(0)
        table.until_same()
    cuts = statistics.quantiles(times, n=20, method="inclusive")
    print(f"\nfrom pointer-up to the first frame of the answer, {ANSWERS} drops")
    print(f"p50 {cuts[9]:.1f} ms   p95 {cuts[18]:.1f} ms   (wanted: p95 at most 50 ms)")


def main() -> None:
    """Run both."""
    with sync_playwright() as playwright, serving() as site:
        table = phone(playwright, site)
        bench_answers(table)
        bench_frames(table)


if __name__ == "__main__":
    main()
