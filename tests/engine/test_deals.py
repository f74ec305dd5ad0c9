"""Every deal is the one that the FreeCell world deals, and every code deals it again."""

from __future__ import annotations

import base64
import hashlib
import importlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire.cards import NAMES, PACK
from solitaire.deals import FIRST_DEAL, LAST_DEAL, check_deal, deal, shuffled
from solitaire.errors import BadText
from solitaire.notation import parse_code, parse_deal, write_code
from solitaire.position import Position
from solitaire.variants import Variant, variant_of
from tests.engine.both import DATA, SETTINGS

#: Of the boards 1 … 32000, as pysol-cards deals them.
SHA256_TO_32000 = "a06b93ff95c6307079f5e67938a5dcd1786b3469cc18cdf85919357bc4174a68"

FREECELL = variant_of("FC", 4)
NUMBERS = st.integers(FIRST_DEAL, LAST_DEAL)
VARIANTS = st.sampled_from([variant_of(*setting) for setting in SETTINGS])


def board(number: int, variant: Variant = FREECELL) -> str:
    columns, cells = deal(number, variant)
    assert cells == []
    return "".join(" ".join(NAMES[card] for card in column) + "\n" for column in columns)


def sha256_to(last: int, board_of: Callable[[int], str]) -> str:
    boards = hashlib.sha256()
    for number in range(1, last + 1):
        boards.update(board_of(number).encode())
    return boards.hexdigest()


def boards_dealt_by_others() -> dict[int, str]:
    """``boards.txt``: deals of all three ranges, made by other programs."""
    blocks = (DATA / "boards.txt").read_text(encoding="utf-8").strip().split("\n\n")
    headed = (block.split("\n", 1) for block in blocks)
    return {int(heading.removeprefix("# deal ")): f"{cards}\n" for heading, cards in headed}


@pytest.mark.parametrize(("game", "cells"), SETTINGS)
@pytest.mark.parametrize(("number", "expected"), boards_dealt_by_others().items())
def test_boards_that_others_dealt(number: int, expected: str, game: str, cells: int) -> None:
    variant = variant_of(game, cells)
    assert board(number, variant) == expected
    columns = tuple(tuple(column) for column in deal(number, variant)[0])
    assert Position.dealt(variant, number) == Position(variant, columns, cells * (None,))


def test_boards_that_others_dealt_are_of_all_three_ranges() -> None:
    numbers = boards_dealt_by_others()
    assert {1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, LAST_DEAL} <= set(numbers)


def test_the_sum_of_boards_1_to_32000() -> None:
    assert sha256_to(32000, board) == SHA256_TO_32000


def dealt_by_pysol_cards(number: int) -> str:
    games = importlib.import_module("pysol_cards.deal_game")
    random = importlib.import_module("pysol_cards.random")
    cards = importlib.import_module("pysol_cards.cards")
    game = games.Game("freecell", number, random.RandomBase.DEALS_MS)
    return str(game.calc_layout_string(cards.CardRenderer(True)))


@pytest.mark.cpython_only
def test_pysol_cards_has_the_same_sum() -> None:
    assert sha256_to(32000, dealt_by_pysol_cards) == SHA256_TO_32000


@pytest.mark.cpython_only
@given(NUMBERS)
def test_pysol_cards_deals_the_same(number: int) -> None:
    assert board(number) == dealt_by_pysol_cards(number)


@given(NUMBERS)
def test_a_deal_is_the_whole_pack(number: int) -> None:
    assert sorted(shuffled(number)) == list(PACK)
    assert [len(column) for column in deal(number, FREECELL)[0]] == [7, 7, 7, 7, 6, 6, 6, 6]


@pytest.mark.parametrize("number", [0, -1, 2**33, 2**64])
def test_other_numbers_are_no_deals(number: int) -> None:
    for refused in (check_deal, shuffled, lambda n: write_code(FREECELL, n)):
        with pytest.raises(BadText) as refusal:
            refused(number)
        assert refusal.value.code == "no-such-deal"
        assert refusal.value.data == {"number": number, "first": 1, "last": 2**33 - 1}


# Game codes


def base32(number: int) -> str:
    """Seven digits by the library's RFC 4648: 35 bits, then 5 of padding."""
    return base64.b32encode((number << 5).to_bytes(5)).decode()[:7]


@pytest.mark.parametrize(
    ("code", "game", "cells", "number"),
    [
        ("FC1-C4-AAAAAKH", "FC", 4, 327),
        ("BK1-C4-AAAAA24", "BK", 4, 860),
        ("FC1-C2-AAAAAAB", "FC", 2, 1),
        ("BK1-C1-H777777", "BK", 1, 2**33 - 1),
    ],
)
def test_codes_by_hand(code: str, game: str, cells: int, number: int) -> None:
    assert write_code(variant_of(game, cells), number) == code
    assert parse_code(code) == (variant_of(game, cells), number)


@given(VARIANTS, NUMBERS)
def test_a_code_reads_back_as_it_was_written(variant: Variant, number: int) -> None:
    code = write_code(variant, number)
    assert code == f"{variant.key}1-C{variant.cells}-{base32(number)}"
    assert parse_code(code) == (variant, number)
    assert parse_deal(code, FREECELL) == (variant, number)


@given(VARIANTS, NUMBERS, st.data())
def test_reading_forgives_case_spaces_and_missing_hyphens(
    variant: Variant, number: int, data: st.DataObject
) -> None:
    blanks = st.text(" \t\n\u00a0", max_size=2)
    loose = data.draw(blanks)
    for character in write_code(variant, number):
        if character == "-":
            character = data.draw(st.sampled_from(["-", ""]))
        loose += data.draw(st.sampled_from([character, character.lower()])) + data.draw(blanks)
    assert parse_code(loose) == (variant, number)


@pytest.mark.parametrize(
    ("text", "code", "data"),
    [
        ("", "unreadable-code", {"part": "game", "found": ""}),
        ("   ", "unreadable-code", {"part": "game", "found": ""}),
        ("hello", "unreadable-code", {"part": "version", "found": "LLO"}),
        ("F1-C4-AAAAAKH", "unreadable-code", {"part": "game"}),
        ("FC-1-C4-AAAAAKH", "unreadable-code", {"part": "version"}),
        ("FCC4-AAAAAKH", "unreadable-code", {"part": "version"}),
        ("FC1", "unreadable-code", {"part": "cells", "found": ""}),
        ("FC1-4-AAAAAKH", "unreadable-code", {"part": "cells"}),
        ("FC1--C4-AAAAAKH", "unreadable-code", {"part": "cells"}),
        ("FC1-C-AAAAAKH", "unreadable-code", {"part": "cells"}),
        ("FC1-C4", "unreadable-code", {"part": "deal", "found": ""}),
        ("FC1-C4-AAAAAK", "unreadable-code", {"part": "deal", "found": "-AAAAAK"}),
        ("FC1-C4-AAAA1KH", "unreadable-code", {"part": "deal"}),
        ("FC1-C4-AAAA0KH", "unreadable-code", {"part": "deal"}),
        ("FC1-C4-AAAA8KH", "unreadable-code", {"part": "deal"}),
        ("FC1-C4-AAA-AKH", "unreadable-code", {"part": "deal"}),
        ("FC1-C4-AAAAAKHA", "unreadable-code", {"part": "end", "found": "A"}),
        ("FC1-C4-AAAAAKH-", "unreadable-code", {"part": "end", "found": "-"}),
        ("FC1-C4-AAAAAKH=", "unreadable-code", {"part": "end", "found": "="}),
        ("-FC1-C4-AAAAAKH", "unreadable-code", {"part": "game"}),
        ("327", "unreadable-code", {"part": "game"}),
        # Letters and digits that upper() or int() would take for ours.
        ("FC1-C4-AAAAAK\u017f", "unreadable-code", {"part": "deal"}),
        ("FC\uff11-C4-AAAAAKH", "unreadable-code", {"part": "version"}),
        ("FC1-C\u0664-AAAAAKH", "unreadable-code", {"part": "cells"}),
        ("\uff26\uff23\uff11-C4-AAAAAKH", "unreadable-code", {"part": "game"}),
        ("FC1\u2010C4\u2010AAAAAKH", "unreadable-code", {"part": "cells"}),
        ("FC2-C4-AAAAAKH", "unknown-version", {"version": "2", "known": "1"}),
        ("FC0-C4-AAAAAKH", "unknown-version", {"version": "0"}),
        ("XX1-C4-AAAAAKH", "unknown-game", {"game": "XX", "known": "FC BK"}),
        ("FC1-C3-AAAAAKH", "unknown-cells", {"cells": 3, "known": "4 2 1"}),
        ("BK1-C0-AAAAAKH", "unknown-cells", {"cells": 0}),
        ("FC1-C4-AAAAAAA", "no-such-deal", {"number": 0, "first": 1, "last": 2**33 - 1}),
        ("FC1-C4-IAAAAAA", "no-such-deal", {"number": 2**33}),
        ("FC1-C4-7777777", "no-such-deal", {"number": 2**35 - 1}),
    ],
)
def test_refused_codes_say_what_is_wrong(text: str, code: str, data: dict[str, object]) -> None:
    with pytest.raises(BadText) as refusal:
        parse_code(text)
    assert refusal.value.code == code
    assert data.items() <= refusal.value.data.items()


@given(VARIANTS, NUMBERS, st.integers(0, 14), st.integers(0, 1), st.characters())
def test_a_code_with_one_other_character_is_refused_or_a_spelling_of_what_it_deals(
    variant: Variant, number: int, at: int, replaced: int, character: str
) -> None:
    code = write_code(variant, number)
    text = code[:at] + character + code[at + replaced :]
    try:
        read = write_code(*parse_code(text))
    except BadText:
        return
    assert "".join(text.split()).upper().replace("-", "") == read.replace("-", "")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("11982", 11982),
        (" 327 ", 327),
        ("0001", 1),
        ("1 000 000", 10**6),
        ("8589934591", LAST_DEAL),
    ],
)
def test_a_plain_deal_number_is_of_the_variant_given(text: str, number: int) -> None:
    for setting in SETTINGS:
        assert parse_deal(text, variant_of(*setting)) == (variant_of(*setting), number)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("0", "no-such-deal"),
        ("000", "no-such-deal"),
        ("8589934592", "no-such-deal"),
        ("9" * 5000, "no-such-deal"),
        ("-1", "unreadable-code"),
        ("1.5", "unreadable-code"),
        ("\u0661\u0662", "unreadable-code"),
        ("\u00b2", "unreadable-code"),
        ("", "unreadable-code"),
    ],
)
def test_refused_deal_numbers(text: str, code: str) -> None:
    with pytest.raises(BadText) as refusal:
        parse_deal(text, FREECELL)
    assert refusal.value.code == code
