"""The pages that teach: web/help/*.md in every language become pages of the site.

Run by build.py in the virtual environment, where the Markdown library is:
`python -m web.building.help SITE APP`, with the folder of the new site and the name of its app's.

A page is `NAME.LANGUAGE.md`, CommonMark with tables. Besides that there are

- `## Words {#id}`: a section that links can reach; the same ids in the same order in each language
- `{7S}`: a card; `2^{empty columns}`: a power
- a fence `board` with `CODE MADE` (a game in examples.json, and how many moves are made), a line
  `mark: 7S column-3` if anything is to stand out, and a caption
- a fence `example NAME` with what to do in each step, one line a step
- a fence `sizes` with four headings: the whole table of group sizes, reckoned by the rules
- `{{version}}` and other values of `VALUES`
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

import solitaire
from solitaire.rules import capacity
from web.building.boards import card_text, draw, spoken, symbols
from web.building.examples import content, examples, moves, play, position
from web.building.languages import missing_help
from web.building.page import fill
from web.building.running import ROOT, Trouble, put_text, read_text
from web.building.tools import npm_version

HELP = ROOT / "web/help"
CARD = re.compile(r"\{([A2-9TJQK][SHDC])\}")
#: The pages that have the rules of a game: the page of the game looks for them.
GAMES = {"freecell": "FC", "bakers-game": "BK"}
Words: TypeAlias = dict[str, Any]


def words() -> dict[str, Words]:
    """What stands around the texts, by language."""
    found: dict[str, Words] = json.loads(read_text(HELP / "words.json"))
    return found


# ---------------------------------------------------------------- one text


@dataclass(frozen=True)
class Text:
    """A Markdown file made into HTML: its title, its first paragraph without marks, and all."""

    title: str
    lead: str
    html: str


def read(source: str, said: Words, where: str, values: Mapping[str, str]) -> Text:
    """Make HTML of Markdown; `Trouble` says what is wrong with the file `where`."""
    for name, value in values.items():
        source = source.replace("{{" + name + "}}", value)
    parser = MarkdownIt("commonmark").enable("table")
    tokens = parser.parse(source)
    name_headings(tokens, where)
    html = Drawer(said, where).render(tokens, parser.options, {})
    plain = [words_in(tokens, kind, where) for kind in ("heading_open", "paragraph_open")]
    return Text(plain[0], plain[1], sections(html))


def name_headings(tokens: Sequence[Token], where: str) -> None:
    """Turn `{#id}` at the end of a heading into its id; every one below the first needs it."""
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open" or opening.tag == "h1":
            continue
        last = (inline.children or [])[-1]
        found = re.search(r" *\{#([\w-]+)\}$", last.content)
        if not found:
            raise Trouble(f"{where}: “{inline.content}” has no {{#id}}")
        opening.attrSet("id", found[1])
        last.content = last.content[: found.start()]


def words_in(tokens: Sequence[Token], kind: str, where: str) -> str:
    """The words of the first heading or paragraph."""
    at = next((at for at, token in enumerate(tokens) if token.type == kind), None)
    if at is None:
        raise Trouble(f"{where}: no {kind.split('_')[0]}")
    children = tokens[at + 1].children or []
    text = "".join(" " if one.type == "softbreak" else one.content for one in children)
    return plain_cards(text)


class Drawer(RendererHTML):
    """Writes HTML as CommonMark says, and besides that the cards and fences of the help."""

    def __init__(self, said: Words, where: str) -> None:
        super().__init__()
        self.said, self.where = said, where

    def text(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Words with cards in them."""
        return with_cards(tokens[idx].content)

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """A board, an example or the table of sizes."""
        kind, _, name = tokens[idx].info.partition(" ")
        lines = tokens[idx].content.strip().split("\n")
        if kind == "board":
            return self.board(lines)
        if kind == "example":
            return self.example(name.strip(), lines)
        if kind == "sizes":
            return sizes(lines)
        raise Trouble(f"{self.where}: nobody draws a fence of {kind!r}")

    def board(self, lines: list[str]) -> str:
        """A position with its caption."""
        code, made = lines[0].split()
        marked = lines.pop(1).split()[1:] if lines[1].startswith("mark:") else []
        return self.figure(code, int(made), marked, " ".join(lines[1:]))

    def figure(self, code: str, made: int, marked: Sequence[str], caption: str) -> str:
        """The picture of a position, with the position in words for those who can't see it."""
        shown = position(code, made)
        label = f"{plain_cards(caption)} {spoken(shown, self.said)}".strip()
        below = f"<figcaption>{with_cards(caption)}</figcaption>" if caption else ""
        return f"<figure>{draw(shown, marked, label)}{below}</figure>\n"

    def example(self, name: str, lines: Sequence[str]) -> str:
        """A position, what to try in it, and the way to the table."""
        example = examples().get(name)
        if example is None or len(lines) != len(example["steps"]):
            raise Trouble(f"{self.where}: example {name} is not that of examples.json")
        steps = zip(lines, example["steps"], play(example), strict=True)
        items = "".join(step_item(line, step, came) for line, step, came in steps)
        code, made = example["code"], example["made"]
        return (
            f"{self.figure(code, made, example.get('mark', []), '')}"
            f'<div class="example" data-code="{code}" data-moves="{moves(code, made)}">'
            f"<h3>{escape(self.said['steps'])}</h3><ol>{items}</ol>"
            f'<p><a class="play" href="../../index.html#example={name}">'
            f"{escape(self.said['play'])}</a> <small>{code}</small></p></div>\n"
        )


def step_item(line: str, step: Mapping[str, Any], outcome: str) -> str:
    """One thing to try; the page reads how it is done and how to know that it was done."""
    call = json.dumps({"call": step["call"], "args": step.get("args", {})}, separators=(",", ":"))
    words = with_cards(line.lstrip("-0123456789. "))
    return f'<li data-call="{escape(call)}" data-outcome="{outcome}">{words}</li>'


def plain_cards(text: str) -> str:
    """Text with its cards as they are written, and no marks."""
    return CARD.sub(lambda found: card_text(found[1]), text)


def with_cards(text: str) -> str:
    """Text as HTML, its cards in the colours of their suits; `2^{3}` is a power."""

    def card(found: re.Match[str]) -> str:
        name = found[1]
        return (
            f'<span class="name" data-card="{name}" data-suit="{name[1]}">{card_text(name)}</span>'
        )

    powers = re.sub(r"\^\{(.*?)\}", r"<sup>\1</sup>", escape(text, quote=False))
    return CARD.sub(card, powers)


def sections(html: str) -> str:
    """Put each h2 and what belongs to it into a section, which takes over its id."""
    first, *rest = re.split(r'<h2 id="([\w-]+)">', html)
    pairs = zip(rest[::2], rest[1::2], strict=True)
    return first + "".join(
        f'<section id="{name}" aria-labelledby="{name}-title"><h2 id="{name}-title">{body}'
        "</section>\n"
        for name, body in pairs
    )


def sizes(lines: list[str]) -> str:
    """The whole table of group sizes (rules.capacity)."""
    caption, cells, onto, into = (escape(line) for line in lines)
    rows = "".join(
        f'<tr><th scope="row">{count}</th>'
        + "".join(f"<td>{capacity(count, empty)}</td>" for empty in (0, 1, 2, 0, 1))
        + "</tr>"
        for count in range(5)
    )
    empties = "".join(f'<th scope="col">{empty}</th>' for empty in (0, 1, 2, 1, 2))
    return (
        f'<table class="sizes"><caption>{caption}</caption><thead><tr><th scope="col" rowspan="2">'
        f'{cells}</th><th scope="colgroup" colspan="3">{onto}</th>'
        f'<th scope="colgroup" colspan="2">{into}</th></tr><tr>{empties}</tr></thead>'
        f"<tbody>{rows}</tbody></table>\n"
    )


# ---------------------------------------------------------------- all pages


def pages() -> list[str]:
    """The names of the pages, in the order of the first language's list of them."""
    return list(next(iter(words().values()))["pages"])


def texts(values: Mapping[str, str]) -> dict[tuple[str, str], Text]:
    """Every text by language and page; `Trouble` where a language lacks what the first one has."""
    for fault in (fault for language in words() for fault in missing_help(language)):
        raise Trouble(fault)
    return {
        (language, name): read(
            read_text(HELP / f"{name}.{language}.md"), said, f"{name}.{language}.md", values
        )
        for language, said in words().items()
        for name in pages()
    }


def page(text: Text, language: str, name: str, values: Mapping[str, str]) -> str:
    """One page of the site."""
    said = words()[language]
    whole = {
        **{key: escape(said[key]) for key in ("home", "skip")},
        "language": language,
        "title": escape(f"{text.title} · {said['site']}" if name != "index" else text.title),
        "description": escape(text.lead),
        "alternates": alternates(name),
        "tongues_label": escape(said["tongues"]),
        "tongues": tongues(language, name),
        "chapters_label": escape(said["chapters"]),
        "chapters": chapters(said, name),
        "content": text.html.strip(),
        "cards": values["cards"],
        "app": values["app"],
    }
    return fill(read_text(HELP / "page.html"), whole, "help/page.html")


def alternates(name: str) -> str:
    """For search engines: where the page is in each language."""
    links = [(language, language) for language in words()] + [("x-default", next(iter(words())))]
    return "\n".join(
        f'<link rel="alternate" hreflang="{tag}" href="../{language}/{name}.html">'
        for tag, language in links
    )


def tongues(now: str, name: str) -> str:
    """Links to the page in the other languages, each under its own name."""
    return " ".join(
        f'<a lang="{language}" hreflang="{language}" href="../{language}/{name}.html"'
        + (' aria-current="true"' if language == now else "")
        + f">{escape(said['name'])}</a>"
        for language, said in words().items()
    )


def chapters(said: Words, now: str) -> str:
    """Links to the other pages."""
    return " ".join(
        f'<a href="{name}.html"'
        + (f' data-game="{GAMES[name]}"' if name in GAMES else "")
        + (' aria-current="page"' if name == now else "")
        + f">{escape(title)}</a>"
        for name, title in said["pages"].items()
    )


def values_of(site: Path, app: str) -> dict[str, str]:
    """What texts and pages may name of the build."""
    wheel = next((site / "wheels").glob("boulanger_solitaire-*.whl")).name
    cards = read_text(ROOT / "web/cards.svg").strip()
    lacking = {name for name in symbols() if f'id="{name}"' not in cards}
    if lacking:
        raise Trouble(f"cards.svg has no {', '.join(sorted(lacking))}")
    return {
        "app": app,
        "cards": cards,
        "engine": f"../../wheels/{wheel}",
        "pyodide": npm_version("pyodide"),
        "version": solitaire.__version__,
    }


def put_help(site: Path, app: str) -> None:
    """Put every page into the site, and find its links alive."""
    for example in content()["examples"]:
        play(example)
    values = values_of(site, app)
    made = texts(values)
    for (language, name), text in made.items():
        target = site / "help" / language / f"{name}.html"
        target.parent.mkdir(parents=True, exist_ok=True)
        put_text(target, page(text, language, name, values))
    for file in sorted((site / "help").rglob("*.html")):
        for link in dead_links(file):
            raise Trouble(f"{file.relative_to(site)}: nothing is at {link}")


def dead_links(file: Path) -> Iterator[str]:
    """The relative links of a page that lead nowhere."""
    html = file.read_text(encoding="utf-8")
    for link in re.findall(r'<(?:a|link)\b[^>]*? href="([^"]+)"', html):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, part = link.partition("#")
        target = (file.parent / path).resolve() if path else file
        if not target.is_file():
            yield link
        elif part.startswith("example="):
            if part.removeprefix("example=") not in examples():
                yield link
        elif part and f'id="{part}"' not in target.read_text(encoding="utf-8"):
            yield link


if __name__ == "__main__":
    try:
        put_help(Path(sys.argv[1]), sys.argv[2])
    except Trouble as trouble:
        sys.exit(str(trouble))
