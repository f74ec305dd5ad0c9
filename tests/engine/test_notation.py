"""Boards and moves as text: what is read, what is refused and where, and the one form written."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire.errors import BadText, IllegalMove, SolitaireError
from solitaire.notation import (
    parse_board,
    parse_move,
    parse_moves,
    split_moves,
    write_board,
    write_move,
)
from solitaire.position import Move, Position
from solitaire.variants import variant_of
from tests.engine import rulebook
from tests.engine.both import DATA, SETTINGS, dealt, laid, move_as, solutions, table_as
from tests.engine.rulebook import Step

FREECELL = variant_of("FC", 4)

# Boards

MIDGAME = """\
Foundations: H-6 C-9 D-2 S-0
Freecells: QS 3S - KD
4D TH KC QH
JC TD 9S

7S AS KH 8D 7H
9H 8S
JS QC QD 6S 5S 3D JD
KS 9D 5D 4S TS 6D 2S
8H JH 7D TC
"""


def read(text: str, cells: int = 4) -> Position:
    return parse_board(text, variant_of("FC", cells))


def test_the_form_that_is_written() -> None:
    position = read(MIDGAME)
    assert write_board(position) == MIDGAME
    assert table_as(position)["1"] == ["4D", "TH", "KC", "QH"]
    assert [table_as(position)[pile] for pile in "3abcd"] == [[], ["QS"], ["3S"], [], ["KD"]]
    assert [len(table_as(position)[pile]) for pile in "HCDS"] == [6, 9, 2, 0]


def test_the_form_that_is_written_at_the_start() -> None:
    lines = write_board(Position.dealt(variant_of("BK", 2), 1)).split("\n")
    assert lines[:3] == ["Foundations: H-0 C-0 D-0 S-0", "Freecells: - -", "JD KD 2S 4C 3S 6D 6S"]
    assert lines[9:] == ["5H 3H 3C 7S 7D TC", ""]


def test_the_form_that_is_written_at_the_end() -> None:
    won = read("Foundations: H-K C-K D-K S-K\n" + 8 * "\n")
    assert won.is_won
    assert write_board(won) == "Foundations: H-K C-K D-K S-K\nFreecells: - - - -\n" + 8 * "\n"


@pytest.mark.parametrize(("game", "cells", "deal", "moves"), solutions()[::5])
def test_every_position_of_a_game_reads_back_as_it_was_written(
    game: str, cells: int, deal: int, moves: list[str]
) -> None:
    position = Position.dealt(variant_of(game, cells), deal)
    for move, after in parse_moves(" ".join(moves), position):
        text = write_board(after)
        assert parse_board(text, after.variant) == after
        assert parse_board(text.removesuffix("\n"), after.variant) == after
        assert len(text.splitlines()) == 10
        assert text == "".join(line.rstrip() + "\n" for line in text.splitlines())
        assert move.count >= 1


LOOSE: dict[str, Callable[[str], str]] = {
    "10 for T": lambda text: re.sub(r"T(?=[SHDC])", "10", text),
    "colon before a column": lambda text: _columns(text, lambda line: f": {line}".rstrip()),
    "lone colon for an empty column": lambda text: text.replace("\n\n", "\n:\n"),
    "Founds and FC": lambda text: text.replace("Foundations", "Founds").replace("Freecells", "FC"),
    "suits left out": lambda text: text.replace(" S-0", ""),
    "0 by itself": lambda text: text.replace("S-0", "S0"),
    "minus for empty": lambda text: text.replace("S-0", "S--"),
    "nothing for empty": lambda text: text.replace("S-0", "S"),
    "nothing after the minus": lambda text: text.replace("S-0", "S-"),
    "no minus": lambda text: text.replace("H-6 C-9 D-2", "H6 C9 D2"),
    "suits in another order": lambda text: text.replace("H-6 C-9 D-2 S-0", "S-0 D-2 C-9 H-6"),
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "no newline at the end": lambda text: text.removesuffix("\n"),
    "empty lines at the end": lambda text: text + "\n\n",
    "blanks at the ends of lines": lambda text: text.replace("\n", "  \n"),
    "more blanks between": lambda text: text.replace(" ", "   "),
    "tabs": lambda text: text.replace(" ", "\t"),
    "cells first": lambda text: "\n".join([*reversed(text.split("\n")[:2]), *text.split("\n")[2:]]),
    "empty line above the columns": lambda text: "\n".join(
        [*text.split("\n")[:2], "", *text.split("\n")[2:]]
    ),
    "empty line at the start": lambda text: "\n" + text,
    "lower case": str.lower,
    "capitals": str.upper,
}


def _columns(text: str, change: Callable[[str], str]) -> str:
    lines = text.split("\n")
    return "\n".join([*lines[:2], *map(change, lines[2:-1]), ""])


@pytest.mark.parametrize("loosen", LOOSE.values(), ids=LOOSE.keys())
def test_boards_are_read_generously(loosen: Callable[[str], str]) -> None:
    text = loosen(MIDGAME)
    assert text != MIDGAME
    assert read(text) == read(MIDGAME)


@given(st.sets(st.sampled_from(sorted(LOOSE))))
def test_boards_are_read_as_generously_when_all_of_it_comes_together(names: set[str]) -> None:
    text = MIDGAME
    for name, loosen in LOOSE.items():
        text = loosen(text) if name in names else text
    assert read(text) == read(MIDGAME)


def test_foundations_and_cells_may_be_left_out() -> None:
    start = Position.dealt(FREECELL, 617)
    headers, columns = write_board(start).split("\n")[:2], write_board(start).split("\n", 2)[2]
    for header in ("", f"{headers[0]}\n", f"{headers[1]}\n", "FC:\n", "Foundations:\n"):
        assert read(header + columns) == start


def test_fewer_entries_than_cells_are_the_first_cells() -> None:
    text = MIDGAME.replace("QS 3S - KD", "QS 3S KD")
    assert [table_as(read(text))[pile] for pile in "abcd"] == [["QS"], ["3S"], ["KD"], []]


def test_a_board_that_fc_solve_writes() -> None:
    """Its cells stand in places of their own, with nothing where a cell is empty."""
    text = MIDGAME.replace("QS 3S - KD", " QS  3S      KD").replace("S-0", "S-0 ")
    assert read(text).cells.count(None) == 1


@pytest.mark.parametrize(
    ("old", "new", "code", "data"),
    [
        ("9S", "", "missing-card", {"card": "9S", "missing": 1}),
        ("9S", "9C", "doubled-card", {"line": 4, "card": "9C", "first": 1}),
        ("9S", "9H", "doubled-card", {"line": 7, "card": "9H", "first": 4}),
        ("9S", "QS", "doubled-card", {"line": 4, "card": "QS", "first": 2}),
        ("9S", "1S", "unreadable-card", {"line": 4, "text": "1S"}),
        ("9S", "9", "unreadable-card", {"line": 4, "text": "9"}),
        ("9S", "-", "unreadable-card", {"line": 4, "text": "-"}),
        ("9S", "9♠", "unreadable-card", {"line": 4, "text": "9♠"}),
        ("9S", "JC9S", "unreadable-card", {"line": 4, "text": "JC9S"}),
        ("KD\n", "0\n", "unreadable-card", {"line": 2, "text": "0"}),
        ("KD\n", "KD JH\n", "too-many-cells", {"line": 2, "text": "JH", "cells": 4}),
        ("KD\n", "KD -\n", "too-many-cells", {"line": 2, "text": "-", "cells": 4}),
        ("S-0", "X-0", "unreadable-foundation", {"line": 1, "text": "X-0"}),
        ("S-0", "S-14", "unreadable-foundation", {"line": 1, "text": "S-14"}),
        ("S-0", "S-1", "unreadable-foundation", {"line": 1, "text": "S-1"}),
        ("S-0", "0", "unreadable-foundation", {"line": 1, "text": "0"}),
        ("S-0", "H-5", "doubled-suit", {"line": 1, "text": "H-5"}),
        ("S-0", "S-2", "doubled-card", {"card": "AS", "first": 1}),
        ("H-6", "H-5", "missing-card", {"card": "6H", "missing": 1}),
        ("4D TH", "Founds: H-6\n4D TH", "doubled-line", {"line": 3, "text": "Founds"}),
        ("4D TH", "fc: -\n4D TH", "doubled-line", {"line": 3}),
        ("JC TD 9S\n", "", "wrong-column-count", {"columns": 7, "wanted": 8}),
        ("9H 8S", "9H\n8S", "wrong-column-count", {"line": 11, "columns": 9, "wanted": 8}),
        (MIDGAME, "", "wrong-column-count", {"wanted": 8}),
        (MIDGAME, "\n\n\n", "wrong-column-count", {"wanted": 8}),
        (MIDGAME, "hello", "wrong-column-count", {"line": 1, "columns": 1}),
        (MIDGAME, 8 * "\n", "missing-card", {"missing": 52}),
    ],
)
def test_refused_boards_name_the_line_and_what_is_wrong(
    old: str, new: str, code: str, data: dict[str, object]
) -> None:
    assert old in MIDGAME
    with pytest.raises(BadText) as refusal:
        read(MIDGAME.replace(old, new, 1))
    assert refusal.value.code == code
    assert data.items() <= refusal.value.data.items()
    assert "line" in refusal.value.data


@pytest.mark.parametrize("cells", [2, 1])
def test_more_cells_than_the_game_has_are_refused(cells: int) -> None:
    with pytest.raises(BadText, match="too-many-cells: line=2") as refusal:
        read(MIDGAME, cells)
    assert refusal.value.data["cells"] == cells


def test_an_empty_line_too_few_leaves_out_the_last_column_if_no_card_is_missing() -> None:
    """An empty last line without its newline, or no last line: no reader could tell these apart."""
    text = MIDGAME.replace("\n\n", "\n")
    assert table_as(read(text))["8"] == []
    with pytest.raises(BadText, match="wrong-column-count: line=9 columns=7 wanted=8"):
        read(text.removesuffix("\n"))


@given(st.data())
def test_a_damaged_board_is_refused_or_another_whole_one(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(MIDGAME)))
    cut = data.draw(st.integers(0, 4))
    put = data.draw(st.text(st.sampled_from("A2T0KSHDC:- \n\r1ſ\0"), max_size=4))
    try:
        position = read(MIDGAME[:at] + put + MIDGAME[at + cut :])
    except BadText as error:
        refusal = error
    else:
        cards = [card for pile in table_as(position).values() for card in pile]
        assert len(cards) == len(set(cards)) == 52
        return
    assert "line" in refusal.data


# Moves

# Column 4 is empty; 3 cells of 4 are taken, so two cards may go into column 4.
COLUMNS = ("KC 8H 7S 6D", "QS 9C", "JC 7H", "", "QD 9D", "KD 7C", "JH 4D", "KH 3S")
TABLE = laid("FC", *COLUMNS, cells="TH - 5C 2S", up="H-3 S-A")


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("1b", ("1", "b", 1)),
        ("ab", ("a", "b", 1)),
        ("14", ("1", "4", 1)),
        ("14v2", ("1", "4", 2)),
        ("12", ("1", "2", 3)),
        ("16", ("1", "6", 1)),
        ("c1", ("c", "1", 1)),
        ("c4", ("c", "4", 1)),
        ("dh", ("d", "S", 1)),
        ("hS4", ("S", "4", 1)),
        ("hSb", ("S", "b", 1)),
        ("hH4", ("H", "4", 1)),
    ],
)
def test_moves_in_the_form_that_is_written(text: str, step: Step) -> None:
    assert parse_move(text, TABLE) == move_as(step)
    assert write_move(move_as(step), TABLE) == text


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("1B", ("1", "b", 1)),
        ("DH", ("d", "S", 1)),
        ("hs4", ("S", "4", 1)),
        ("HhB", ("H", "b", 1)),
        ("14V2", ("1", "4", 2)),
        ("14v1", ("1", "4", 1)),
        ("14v02", ("1", "4", 2)),
        ("12v3", ("1", "2", 3)),
        ("14va", ("1", "4", 10)),
        ("14vB", ("1", "4", 11)),
        ("14vd", ("1", "4", 13)),
    ],
)
def test_moves_in_other_forms_are_read_too(text: str, step: Step) -> None:
    assert parse_move(text, TABLE) == move_as(step)


@pytest.mark.parametrize("count", range(2, 14))
def test_the_number_of_cards_is_hexadecimal(count: int) -> None:
    move = Move(move_as(("1", "4", 1)).source, move_as(("1", "4", 1)).target, count)
    text = write_move(move, TABLE)
    assert text == f"14v{'0123456789abcd'[count]}"
    assert parse_move(text, TABLE) == move


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unreadable-move"),
        ("1", "unreadable-move"),
        ("123", "unreadable-move"),
        ("1z", "unreadable-move"),
        ("x1", "unreadable-move"),
        ("1-2", "unreadable-move"),
        ("1 2", "unreadable-move"),
        ("14v", "unreadable-move"),
        ("14vg", "unreadable-move"),
        ("14vffffffffff", "unreadable-move"),
        ("14v-1", "unreadable-move"),
        ("hX4", "unreadable-move"),
        ("hh", "unreadable-move"),
        ("hS", "unreadable-move"),
        ("\u06611", "unreadable-move"),
        ("h\u017f4", "unreadable-move"),
        ("h4", "which-foundation"),
        ("hb", "which-foundation"),
        ("H4", "which-foundation"),
    ],
)
def test_unreadable_moves_are_refused(text: str, code: str) -> None:
    with pytest.raises(BadText) as refusal:
        parse_move(text, TABLE)
    assert refusal.value.code == code
    assert refusal.value.data == {"text": text}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("19", "no-such-place"),
        ("91", "no-such-place"),
        ("0h", "no-such-place"),
        ("1e", "no-such-place"),
        ("g1", "no-such-place"),
        ("gh", "no-such-place"),
        ("41", "nothing-there"),
        ("4h", "nothing-there"),
        ("bh", "nothing-there"),
        ("11", "same-place"),
        ("14v3", "too-many"),
        ("14v0", "not-so-many"),
        ("14v4", "not-a-run"),
        ("14vff", "not-so-many"),
        ("12v2", "wrong-rank"),
        ("1hv2", "one-at-a-time"),
        ("1h", "not-next"),
        ("hSh", "same-place"),
        ("hD4", "nothing-there"),
    ],
)
def test_readable_moves_that_the_rules_refuse(text: str, code: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        TABLE.play(parse_move(text, TABLE))
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("game", "cells", "deal", "moves"),
    [pytest.param(*solved, id="{}-C{}-{}".format(*solved[:3])) for solved in solutions()],
)
def test_games_that_others_solved_replay_to_the_win(
    game: str, cells: int, deal: int, moves: list[str]
) -> None:
    position, table = Position.dealt(variant_of(game, cells), deal), dealt(game, cells, deal)
    written = []
    for text, (move, after) in zip(moves, parse_moves(" ".join(moves), position), strict=True):
        table = rulebook.after(table, rulebook.read_step(game, table, text))
        assert table_as(after) == table
        written.append(write_move(move, position))
        position = after
    assert position.is_won
    assert written == moves


def test_there_are_72_of_them_twelve_a_setting() -> None:
    settings = [(game, cells) for game, cells, _, _ in solutions()]
    assert [settings.count(setting) for setting in SETTINGS] == 6 * [12]


@pytest.mark.parametrize(("game", "cells", "deal", "moves"), solutions()[2::6])
def test_every_legal_move_reads_back_as_it_was_written(
    game: str, cells: int, deal: int, moves: list[str]
) -> None:
    for _, position in parse_moves(" ".join(moves), Position.dealt(variant_of(game, cells), deal)):
        legal = position.legal_moves()
        texts = [write_move(move, position) for move in legal]
        assert [parse_move(text, position) for text in texts] == legal
        assert len(set(texts)) == len(texts)


def from_fc_solve(option: str) -> str:
    return (DATA / f"fc-solve{option}.txt").read_text(encoding="utf-8")


def play_all(text: str) -> Position:
    *_, (_, last) = parse_moves(text, Position.dealt(FREECELL, 327))
    return last


def test_what_fc_solve_prints_with_snx_is_read_as_it_comes() -> None:
    text = from_fc_solve("-snx")
    assert "This game is solveable." in text
    assert play_all(text).is_won
    assert play_all(text.replace("\n", "\r\n")).is_won
    assert len(split_moves(text)) == 123


def test_what_fc_solve_prints_with_sn_stops_being_legal_and_the_refusal_says_why() -> None:
    with pytest.raises(IllegalMove) as refusal:
        play_all(from_fc_solve("-sn"))
    # Move 79 is 14, which -snx writes 14v9.
    assert split_moves(from_fc_solve("-sn"))[78] == "14"
    assert split_moves(from_fc_solve("-snx"))[78] == "14v9"
    assert refusal.value.code == "not-next"
    assert refusal.value.data == {
        "card": "6H",
        "next": "3H",
        "number": 80,
        "move": "1h",
        "unsaid": 79,
    }


@pytest.mark.parametrize(
    ("text", "code", "number", "move"),
    [
        ("1a 2b 12", "wrong-rank", 3, "12"),
        ("1a\n2a", "cell-taken", 2, "2a"),
        ("1a zz 2b", "unreadable-move", 2, "zz"),
        ("h1", "which-foundation", 1, "h1"),
        (f"1a {'9' * 50}", "unreadable-move", 2, "9" * 20),
    ],
)
def test_a_refused_move_among_others_is_numbered(
    text: str, code: str, number: int, move: str
) -> None:
    played: list[tuple[Move, Position]] = []
    with pytest.raises(SolitaireError) as refusal:
        played.extend(parse_moves(text, Position.dealt(FREECELL, 327)))
    assert refusal.value.code == code
    assert (refusal.value.data["number"], refusal.value.data["move"]) == (number, move)
    assert "unsaid" not in refusal.value.data


def test_a_group_onto_a_card_leaves_no_number_open() -> None:
    position = laid("FC", "KC 7S 6D", "8H", "", "JD 2C")
    with pytest.raises(IllegalMove) as refusal:
        list(parse_moves("12 14", position))
    assert "unsaid" not in refusal.value.data
    with pytest.raises(IllegalMove) as refusal:
        list(parse_moves("13v2 14", position))
    assert "unsaid" not in refusal.value.data
    with pytest.raises(IllegalMove) as refusal:
        list(parse_moves("13 14", position))
    assert refusal.value.data["unsaid"] == 1


@pytest.mark.parametrize("text", ["", " \n ", from_fc_solve("-snx").split("\n")[0]])
def test_no_moves_at_all(text: str) -> None:
    assert list(parse_moves(text, TABLE)) == []
