"""The help: the same in each language, its examples play, and the build stops where they don't."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from solitaire import Game
from solitaire.cards import parse_card
from solitaire.solver import solve
from web.building import examples, languages
from web.building import help as manual
from web.building.running import Trouble, ask
from web.building.site import DIST
from web.building.tools import node, npm_packages

PAGES = sorted(DIST.glob("help/*/*.html"))
NAMES = list(examples.examples())
VALUES = {"app": "app-1", "cards": "", "engine": "x.whl", "pyodide": "1", "version": "1"}


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


# ---------------------------------------------------------------- the pages


def test_every_page_is_there_in_three_languages() -> None:
    names = {"index", "freecell", "bakers-game", "examples", "questions", "about"}
    found = {(path.parent.name, path.stem) for path in PAGES}
    assert found == {(language, name) for language in ("en", "fr", "hu") for name in names}


def test_the_validator_finds_no_fault_in_any_page(tmp_path: Path) -> None:
    settings = {"extends": ["html-validate:recommended"], "root": True}
    rules = {"doctype-style": ["error", {"style": "lowercase"}], "long-title": "off"}
    (tmp_path / "settings.json").write_text(json.dumps({**settings, "rules": rules}))
    program = npm_packages() / "html-validate/bin/html-validate.mjs"
    command = (node(), program, "--config", tmp_path / "settings.json")
    ask(*command, *map(str, PAGES))
    (tmp_path / "bad.html").write_text("<!doctype html><title>x</title><p><div>x</div></p>")
    with pytest.raises(Trouble, match="<div>"):
        ask(*command, tmp_path / "bad.html")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_page_says_what_it_is_and_needs_no_script(path: Path) -> None:
    html = text(path)
    language = path.parent.name
    assert f'<html lang="{language}">' in html
    assert "<script" not in html
    assert "style=" not in html
    policy = re.search(r'Content-Security-Policy" content="([^"]*)', html)
    assert policy
    assert "default-src 'none'" in policy[1]
    assert "unsafe-inline" not in policy[1]
    for other in ("en", "fr", "hu"):
        assert f'hreflang="{other}" href="../{other}/{path.name}"' in html
    description = re.search(r'<meta name="description" content="([^"]*)"', html)
    assert description
    assert len(description[1]) > 60
    assert html.count("<h1") == 1
    assert not re.search(r"\{[#{A-Z2-9]", html)  # all marks have become something


def test_every_address_in_a_page_is_relative() -> None:
    for path in PAGES:
        for address in re.findall(r'(?:href|src)="([^"]*)"', text(path)):
            assert re.match(r"#|\.\.?/|[\w-]+\.html|https://", address), f"{path}: {address}"
        # What a browser fetches by itself comes from the site.
        assert not re.search(r'<(?:link|img|script)[^>]*(?:href|src)="https', text(path))


def test_titles_and_leads_are_all_different() -> None:
    titles = [re.findall("<title>(.*?)</title>", text(path))[0] for path in PAGES]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("name", ["freecell", "bakers-game"])
@pytest.mark.parametrize("language", ["en", "fr", "hu"])
def test_the_rules_have_the_formula_and_the_whole_table(name: str, language: str) -> None:
    html = text(DIST / f"help/{language}/{name}.html")
    assert re.search(r" \+ 1\) × 2<sup>", html)
    rows = re.findall(r'<tr><th scope="row">(\d)</th>((?:<td>\d+</td>)+)', html)
    table = {int(cells): [int(size) for size in re.findall(r"\d+", sizes)] for cells, sizes in rows}
    assert table == {
        0: [1, 2, 4, 1, 2],
        1: [2, 4, 8, 2, 4],
        2: [3, 6, 12, 3, 6],
        3: [4, 8, 16, 4, 8],
        4: [5, 10, 20, 5, 10],
    }


def test_no_french_line_breaks_before_a_mark() -> None:
    for path in manual.HELP.glob("*.fr.md"):
        words = re.sub(r"`[^`]*`|\]\([^)]*\)|^(```|mark:).*$", "", text(path), flags=re.MULTILINE)
        assert re.findall(r".{9} [:;!?»]|« .{9}|.{9}'", words) == [], path.name


# ---------------------------------------------------------------- pictures


def test_a_picture_shows_the_position_and_nothing_else() -> None:
    html = text(DIST / "help/en/examples.html")
    for name, example in examples.examples().items():
        drawn = html.split(f'id="{name}"')[1].split("</svg>")[0]
        position = examples.position(example["code"], example["made"])
        covered = sum(max(height - 1, 0) for height in position.foundations)
        assert len(re.findall(r'href="#rank-', drawn)) == 52 - covered, name
        marked = len(re.findall(r'(?:one|spot) marked"', drawn))
        assert marked == len(example["mark"]), name


# ---------------------------------------------------------------- the examples


@pytest.mark.parametrize("name", NAMES)
def test_an_example_plays_as_it_says(name: str) -> None:
    example = examples.examples()[name]
    outcomes = examples.play(example)
    assert len(outcomes) == len(example["steps"])
    game = Game.restore(examples.save_of(example["code"], example["made"]))
    assert len(game.moves) == example["made"]
    assert game.undoable == 0


def numbers(name: str) -> tuple[int, int, list[Any]]:
    """Empty cells and columns where an example begins, and how many cards each step moves."""
    example = examples.examples()[name]
    position = examples.position(example["code"], example["made"])
    moved = []
    for step in example["steps"]:
        if step["call"] == "drop":
            _, count = position.find(parse_card(step["args"]["card"]))
            moved.append((count, step.get("refused", step.get("to"))))
    return position.cells.count(None), position.columns.count(()), moved


def test_ten_cards_go_onto_a_card_and_five_into_the_empty_column() -> None:
    assert numbers("ten") == (
        4,
        1,
        [(10, "too-many"), (5, "column-7"), (10, "column-0")],
    )
    assert numbers("second-column") == (4, 2, [(10, "column-7")])


def test_the_limit_is_exceeded_and_then_met() -> None:
    assert numbers("limit") == (2, 0, [(4, "too-many"), (1, "column-3"), (4, "column-7")])
    assert numbers("suit-limit")[:2] == (1, 0)


def test_a_double_tap_tries_foundation_column_empty_column_and_cell() -> None:
    steps = examples.examples()["double-tap"]["steps"]
    assert [step["to"].split("-")[0] for step in steps] == [
        "foundation",
        "column",
        "column",
        "cell",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_of_winning_is_true(name: str) -> None:
    example = examples.examples()[name]
    verdict = solve(examples.position(example["code"], example["made"]), limit=50_000)
    assert verdict.outcome == ("lost" if name == "lost" else "winnable")
    if name == "lost":
        assert verdict.states == 3  # "all three of them", says the page


def test_nothing_but_take_back_helps_where_the_page_says_so() -> None:
    example = examples.examples()["take-back"]
    position = examples.position(example["code"], example["made"])
    assert solve(position, take_back=False).outcome == "lost"
    assert {move.source.kind for move in position.legal_moves()} == {"foundation"}


# ---------------------------------------------------------------- what stops the build


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The texts once more, to be spoilt; the build reads these."""
    folder = tmp_path / "help"
    shutil.copytree(manual.HELP, folder)
    monkeypatch.setattr(manual, "HELP", folder)
    monkeypatch.setattr(languages, "HELP", folder)
    monkeypatch.setattr(examples, "FILE", folder / "examples.json")
    monkeypatch.setattr("web.building.running.ROOT", tmp_path)
    for made in (examples.content, examples.position):
        made.cache_clear()
    yield folder
    for made in (examples.content, examples.position):
        made.cache_clear()


def spoil(path: Path, old: str, new: str) -> None:
    content = text(path)
    assert old in content
    path.write_text(content.replace(old, new, 1), encoding="utf-8")


def test_the_texts_as_they_are_do_not_stop_it(copy: Path) -> None:
    assert len(manual.texts(VALUES)) == len(PAGES)


def test_a_missing_page_stops_the_build_and_is_named(copy: Path) -> None:
    (copy / "about.fr.md").unlink()
    assert list(languages.missing_help("fr")) == ["web/help/about.fr.md is missing"]
    with pytest.raises(Trouble, match=r"about\.fr\.md is missing"):
        manual.texts(VALUES)


@pytest.mark.parametrize("lost", ["## Az osztás {#deal}", "```sizes", "FC1-C4-AAAAAAI 0"])
def test_a_missing_section_or_picture_stops_the_build(copy: Path, lost: str) -> None:
    spoil(copy / "freecell.hu.md", lost, "")
    with pytest.raises(Trouble, match=r"freecell\.hu\.md has other sections"):
        manual.texts(VALUES)


def test_an_example_that_no_longer_plays_stops_the_build(copy: Path) -> None:
    spoil(copy / "examples.json", '"refused": "too-many"', '"refused": "wrong-rank"')
    with pytest.raises(Trouble, match="limit, step 1 comes to refused too-many"):
        manual.texts(VALUES)


def test_a_game_that_no_longer_plays_stops_the_build(copy: Path) -> None:
    spoil(copy / "examples.json", '"2a 2b 2c 2d', '"2a 2b 2c 11')
    with pytest.raises(Trouble, match="FC1-C4-AAAAAEF does not play"):
        manual.texts(VALUES)


def test_a_step_without_words_stops_the_build(copy: Path) -> None:
    spoil(copy / "examples.en.md", "3. Undo.\n", "")
    with pytest.raises(Trouble, match="example ten is not that"):
        manual.texts(VALUES)


@pytest.mark.parametrize(
    "link", ["nowhere.html", "about.html#nowhere", "../../index.html#example=none", "#nowhere"]
)
def test_a_dead_link_is_found(tmp_path: Path, link: str) -> None:
    folder = tmp_path / "help/en"
    folder.mkdir(parents=True)
    for name in ("index.html", "help/en/about.html"):
        (tmp_path / name).write_text('<p id="here">')
    page = folder / "page.html"
    alive = '<a href="about.html#here">x</a><a class="y" href="../../index.html#example=ten">x</a>'
    page.write_text(alive + f'<a lang="en" href="{link}">x</a><a href="https://x.org">x</a>')
    assert list(manual.dead_links(page)) == [link]


def test_every_link_of_the_site_is_alive() -> None:
    assert [link for page in PAGES for link in manual.dead_links(page)] == []
