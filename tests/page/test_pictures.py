"""The table looks as it looked when somebody last liked what he saw.

A dozen pictures of the table, without the bar, against small references in tests/page/pictures/.
Where a change of the look is meant, look at `python -m tests.pictures`, then make the references
anew with `python -m tests.pictures --references`.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests import pictures
from tests.pictures import CHOSEN, REFERENCES, Sitter
from tests.site import Site

#: Of all pixels of the small picture, how many may differ clearly, in any of red, green and blue:
#: letters that another font draws, edges that another machine smooths otherwise.
TOLERANCE = 0.005
CLEARLY = 64  # of 255

DIFFERENCE = """async ([one, other, clearly]) => {
  const pixels = async (source, width, height) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = new OffscreenCanvas(width ?? image.width, height ?? image.height);
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
  const wanted = await pixels(one);
  const seen = await pixels(other, wanted.width, wanted.height);
  let different = 0;
  for (let i = 0; i < wanted.data.length; i += 4) {
    const by = [0, 1, 2].map((k) => Math.abs(wanted.data[i + k] - seen.data[i + k]));
    different += Math.max(...by) > clearly;
  }
  return different / (wanted.data.length / 4);
}"""


def data(picture: bytes, kind: str) -> str:
    """A picture as an address."""
    return f"data:image/{kind};base64,{base64.b64encode(picture).decode()}"


def difference(page: Page, name: str, picture: bytes) -> float:
    """The part of a picture that differs clearly from its reference."""
    reference = (REFERENCES / f"{name}.webp").read_bytes()
    part: float = page.evaluate(
        DIFFERENCE, [data(reference, "webp"), data(picture, "png"), CLEARLY]
    )
    return part


@pytest.fixture(scope="module")
def sitter(browser: Browser, host: Site) -> Iterator[Sitter]:
    """Pages that sit for pictures."""
    sitter = Sitter(browser, host.url)
    yield sitter
    sitter.close()


def test_the_table_looks_as_it_did(sitter: Sitter) -> None:
    found = {}
    for name, pose in CHOSEN.items():
        picture = sitter.take(pose)
        part = difference(sitter.page, name, picture)
        if part > TOLERANCE:
            path = pictures.FOLDER / f"differs-{name}.png"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(picture)
            found[name] = f"{part:.1%}, see {path}"
    assert found == {}


def test_a_card_that_is_missing_would_be_seen(sitter: Sitter) -> None:
    name, pose = next(iter(CHOSEN.items()))
    sitter.take(pose)
    hide = "(value) => { document.querySelector('.card[data-card=\"5H\"]').style.opacity = value; }"
    sitter.page.evaluate(hide, "0")
    assert difference(sitter.page, name, sitter.page.screenshot()) > TOLERANCE
    sitter.page.evaluate(hide, "")
