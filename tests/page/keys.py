"""A player with a keyboard, and one who listens."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from solitaire.position import Place

#: Keeps what the live region says, line by line.
EARS = """(() => {
  window.heard = [];
  window.ears?.disconnect();
  const region = document.getElementById("spoken");
  const live = region.ariaLive ?? { status: "polite", alert: "assertive" }[region.role];
  window.ears = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) if (live === "polite") window.heard.push(node.textContent);
    }
  });
  window.ears.observe(region, { childList: true, characterData: true, subtree: true });
})()"""

FOCUS = """(() => {
  const one = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  return { ...one.dataset, id: one.id, outline: `${outlineStyle} ${outlineWidth}` };
})()"""


def listen(page: Page) -> None:
    """Begin to keep what is announced."""
    page.evaluate(EARS)


def heard(page: Page) -> list[str]:
    """What was announced since the last time one asked."""
    lines: list[str] = page.evaluate("window.heard.splice(0)")
    return lines


def focused(page: Page) -> dict[str, Any]:
    """The element that has the focus: its data, and the ring around it."""
    found: dict[str, Any] = page.evaluate(FOCUS)
    return found


def spot(page: Page) -> str | None:
    """The card that has the focus, or the empty place."""
    at = focused(page)
    return at.get("card") or at.get("place")


def walk(page: Page, place: Place, cards: list[str], card: str | None) -> None:
    """Go to a card of a pile, or to its empty place, with the arrow keys."""
    row = "PageDown" if place.kind == "column" else "PageUp"
    page.keyboard.press(row)
    wanted = set(cards) or {str(place)}
    for key in ("ArrowRight", "ArrowLeft"):
        last = None
        while spot(page) not in wanted and spot(page) != last:
            last = spot(page)
            page.keyboard.press(key)
    if card:
        page.keyboard.press("End")
        for _ in range(len(cards) - 1 - cards.index(card)):
            page.keyboard.press("ArrowUp")
    assert spot(page) == (card or (cards[-1] if cards else str(place)))
