"""What the rules say, shown by tables on which it matters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from solitaire.cards import SUITS
from solitaire.errors import IllegalMove
from solitaire.game import Game
from solitaire.notation import parse_move
from solitaire.position import Move, Place, Position
from solitaire.variants import Fill, variant_of
from tests.engine import rulebook
from tests.engine.both import (
    SETTINGS,
    dealt,
    laid,
    move_as,
    place,
    solutions,
    step_as,
    table_as,
)
from tests.engine.rulebook import RANKS, Step

# Moving a group: empty cells -> the largest group onto a card where 0, 1, 2 columns are empty,
# and into an empty column where 1, 2 are, itself counted.
GROUP_SIZES = {
    0: ((1, 2, 4), (1, 2)),
    1: ((2, 4, 8), (2, 4)),
    2: ((3, 6, 12), (3, 6)),
    3: ((4, 8, 16), (4, 8)),
    4: ((5, 10, 20), (5, 10)),
}


def run_of(game: str, length: int, highest: int) -> str:
    """A run whose first card has the rank ``highest``, 1 … 13."""
    suits = "SH" if game == "FC" else "SS"
    ranks = range(highest, highest - length, -1)
    return " ".join(RANKS[rank - 1] + suits[rank % 2] for rank in ranks)


def group(
    game: str, cells: int, empty_cells: int, empty_columns: int, onto_card: bool, count: int
) -> Position:
    """A table with so many cards at the end of column 1 that fit column 2."""
    others = ["QD", "JD", "9D", "7D", "5D"]
    others[: empty_columns - (not onto_card)] = [""] * (empty_columns - (not onto_card))
    taken = ["KC", "JC", "9C", "7C"][: cells - empty_cells]
    return laid(
        game,
        f"KD {run_of(game, count, count)}",
        run_of(game, 1, count + 1) if onto_card else "",
        *others,
        "2D",
        cells=" ".join(taken + ["-"] * empty_cells),
    )


def group_cases() -> Iterator[tuple[str, int, int, int, bool, int]]:
    for game, cells in SETTINGS:
        for empty_cells in range(cells + 1):
            onto_card, to_empty = GROUP_SIZES[empty_cells]
            for empty, limit in enumerate(onto_card):
                yield game, cells, empty_cells, empty, True, limit
            for empty, limit in enumerate(to_empty, start=1):
                yield game, cells, empty_cells, empty, False, limit


@pytest.mark.parametrize(
    ("game", "cells", "empty_cells", "empty", "onto_card", "limit"), list(group_cases())
)
def test_the_whole_table_of_group_sizes(
    game: str, cells: int, empty_cells: int, empty: int, onto_card: bool, limit: int
) -> None:
    longest = 12 if onto_card else 13  # a queen's run onto a king, or a king's
    for count in range(1, longest + 1):
        table = group(game, cells, empty_cells, empty, onto_card, count)
        assert (table.cells.count(None), table.columns.count(())) == (empty_cells, empty)
        assert table.capacity(place("2")) == limit
        refusal = table.why_not(Move(place("1"), place("2"), count))
        if count <= limit:
            assert refusal is None
        else:
            assert refusal is not None
            assert refusal.code == "too-many"
            assert refusal.data == {
                "fits": limit,
                "cards": count,
                "cells": empty_cells,
                "times": limit // (empty_cells + 1),
            }


def carried(position: Position, move: Move) -> Position:
    """The position after a group went card by card, each of them by a legal move.

    What is too much for the cells goes by way of an empty column that is not the target.
    """
    cells = [at for at in position.places if at.kind == "cell" and not position.cards_at(at)]
    if move.count > len(cells) + 1:
        columns = (at for at in position.places if at.kind == "column" and at != move.target)
        by_way = next(at for at in columns if not position.cards_at(at))
        part = min(position.capacity(move.target) // 2, move.count - 1)
        position = carried(position, Move(move.source, by_way, part))
        position = carried(position, Move(move.source, move.target, move.count - part))
        return carried(position, Move(by_way, move.target, part))
    cells = cells[: move.count - 1]
    for cell in cells:
        position = position.play(Move(move.source, cell))
    for source in [move.source, *reversed(cells)]:
        position = position.play(Move(source, move.target))
    return position


@pytest.mark.parametrize(("game", "cells", "deal", "moves"), solutions()[::3])
def test_every_group_could_go_card_by_card(
    game: str, cells: int, deal: int, moves: list[str]
) -> None:
    position, groups = Position.dealt(variant_of(game, cells), deal), 0
    for text in moves:
        for move in position.legal_moves():
            if move.count > 1:
                groups += 1
                assert carried(position, move) == position.play(move)
        position = position.play(parse_move(text, position))
    assert groups > 10


# Deal 160 as fc-solve begins to play it: the case of the Examples page.
TEN_BUT_FIVE = (
    "7a 7b 7c 37 3d 32 c8 3c 31 d7 84 21 8d 82 b8 86 8b 87 c8 d8 67 6d 67 26 82 17 1h 3h 58 58 5c "
    "53 56 5h 2h 26 25 c2 21 51 41 42 4c 45 4h 4h 48 d4 c4 38 68 6h 5h a3 63 b5"
)


def test_ten_cards_go_onto_a_card_where_only_five_go_into_the_empty_column() -> None:
    game = Game.from_code("FC1-C4-AAAAAFA")
    for text in TEN_BUT_FIVE.split():
        game.play(text)
    assert " ".join(table_as(game.position)["7"][-10:]) == "JS TH 9C 8H 7C 6H 5C 4H 3C 2D"
    for count in range(6, 11):
        with pytest.raises(IllegalMove, match="too-many: fits=5"):
            game.play(f"76v{count:x}")
    moved = len(game.moves)
    assert game.play("76v5").count == 5
    assert game.undo()
    assert game.play("73").count == 10
    assert len(game.moves) == moved + 1
    assert game.undo()
    assert len(game.moves) == moved


def test_a_whole_column_may_go_into_an_empty_one() -> None:
    position = laid("FC", "9H 8S 7D", "", "KC", "2D")
    assert Move(place("1"), place("2"), 3) in position.legal_moves()


# A table for refusals: 4 cells, one of them empty; column 7 is empty, so 4 cards may move.
COLUMNS = ("KD 9H 8S 7D 6C 5H", "KH 6S", "JC TH", "JD", "QC 9C 6H", "KC QH", "", "3S")
CELLS = "4C 8H 2C -"
FOUNDATIONS = "H-3 S-2"


def refusal_table(game: str) -> Position:
    return laid(game, *COLUMNS, cells=CELLS, up=FOUNDATIONS)


@pytest.mark.parametrize(
    ("game", "step", "code", "data"),
    [
        ("FC", ("2", "3", 1), "wrong-rank", {"card": "6S", "onto": "TH"}),
        ("FC", ("3", "4", 1), "wrong-colour", {"card": "TH", "onto": "JD"}),
        ("BK", ("1", "2", 1), "wrong-suit", {"card": "5H", "onto": "6S"}),
        ("BK", ("3", "4", 1), "wrong-suit", {"card": "TH", "onto": "JD"}),
        ("BK", ("a", "1", 1), "wrong-suit", {"card": "4C", "onto": "5H"}),
        ("FC", ("a", "1", 2), "not-so-many", {"cards": 2, "there": 1}),
        ("FC", ("2", "a", 1), "cell-taken", {"card": "4C"}),
        ("FC", ("a", "b", 1), "cell-taken", {"card": "8H"}),
        ("FC", ("1", "d", 2), "one-at-a-time", {"cards": 2}),
        ("FC", ("1", "H", 2), "one-at-a-time", {"cards": 2}),
        ("FC", ("H", "7", 2), "one-at-a-time", {"cards": 2}),
        ("FC", ("1", "7", 0), "not-so-many", {"cards": 0, "there": 6}),
        ("FC", ("1", "7", -1), "not-so-many", {"cards": -1, "there": 6}),
        ("FC", ("1", "7", 7), "not-so-many", {"cards": 7, "there": 6}),
        ("FC", ("1", "7", 6), "not-a-run", {"card": "KD"}),
        ("FC", ("5", "7", 2), "not-a-run", {"card": "9C"}),
        ("BK", ("1", "7", 2), "not-a-run", {"card": "6C"}),
        ("FC", ("1", "7", 5), "too-many", {"cards": 5, "fits": 2, "cells": 1, "times": 1}),
        ("FC", ("7", "1", 1), "nothing-there", {"place": "column-6"}),
        ("FC", ("d", "7", 1), "nothing-there", {"place": "cell-3"}),
        ("FC", ("D", "7", 1), "nothing-there", {"place": "foundation-2"}),
        ("BK", ("D", "7", 1), "nothing-there", {"place": "foundation-2"}),
        ("BK", ("H", "7", 1), "foundation-keeps", {"card": "3H"}),
        ("BK", ("H", "d", 1), "foundation-keeps", {"card": "3H"}),
        ("BK", ("S", "1", 1), "foundation-keeps", {"card": "2S"}),
        ("FC", ("H", "3", 1), "wrong-rank", {"card": "3H", "onto": "TH"}),
        ("FC", ("H", "a", 1), "cell-taken", {"card": "4C"}),
        ("FC", ("H", "S", 1), "wrong-foundation", {"card": "3H"}),
        ("FC", ("8", "H", 1), "wrong-foundation", {"card": "3S"}),
        ("FC", ("1", "H", 1), "not-next", {"card": "5H", "next": "4H"}),
        ("BK", ("c", "C", 1), "not-next", {"card": "2C", "next": "AC"}),
        ("FC", ("1", "1", 1), "same-place", {}),
        ("FC", ("a", "a", 1), "same-place", {}),
        ("FC", ("S", "S", 1), "same-place", {}),
    ],
)
def test_refusals_say_why(game: str, step: Step, code: str, data: dict[str, object]) -> None:
    position = refusal_table(game)
    with pytest.raises(IllegalMove) as refused:
        position.play(move_as(step))
    assert refused.value.code == code
    assert refused.value.data == data
    assert move_as(step) not in position.legal_moves()
    assert step not in rulebook.steps(game, table_as(position))


@pytest.mark.parametrize("there", [Place("column", 8), Place("column", -1), Place("cell", 4)])
def test_a_place_that_the_table_does_not_have_is_refused(there: Place) -> None:
    position = refusal_table("FC")
    for move in (Move(there, place("7")), Move(place("1"), there)):
        refusal = position.why_not(move)
        assert refusal is not None
        assert refusal.code == "no-such-place"
        assert refusal.data == {"place": str(there)}


@pytest.mark.parametrize("cells", [2, 1])
def test_a_cell_that_was_left_out_is_no_place(cells: int) -> None:
    position = Position.dealt(variant_of("FC", cells), 1)
    refusal = position.why_not(Move(place("1"), Place("cell", cells)))
    assert refusal is not None
    assert refusal.code == "no-such-place"


def test_a_game_that_fills_with_kings_refuses_the_rest() -> None:
    position = refusal_table("FC")
    position = replace(position, variant=replace(position.variant, fill=Fill.KINGS))
    refusal = position.why_not(Move(place("4"), place("7")))
    assert refusal is not None
    assert (refusal.code, refusal.data) == ("only-kings", {"card": "JD"})
    buried = replace(position, columns=((48,), *position.columns[1:]))
    assert buried.why_not(Move(place("1"), place("7"))) is None


def test_take_back_in_freecell_to_a_card_an_empty_column_and_an_empty_cell() -> None:
    position = laid(
        "FC", "JD 4C", "", "9D", "9C", "KC", "7S", "8S", cells="KD - QS 2D", up="H-3 S-2"
    )
    taken = [step_as(move) for move in position.legal_moves() if move.source == place("H")]
    assert taken == [("H", "1", 1), ("H", "2", 1), ("H", "b", 1)]
    after = position.play(move_as(("H", "1", 1)))
    assert after.foundations[SUITS.index("H")] == 2
    assert table_as(after)["1"] == ["JD", "4C", "3H"]
    assert step_as(after.legal_moves()[0])[0] == "S"
    assert "H" in [step_as(move)[1] for move in after.legal_moves()]


def test_no_take_back_in_bakers_game() -> None:
    position = laid(
        "BK", "JD 4H", "", "9D", "9C", "KC", "7S", "8S", cells="KD - QS 2D", up="H-3 S-2"
    )
    assert not [move for move in position.legal_moves() if move.source.kind == "foundation"]


def test_the_cards_of_a_foundation_go_up_in_order_to_the_king() -> None:
    position = laid("FC", up="H-K S-K D-K C-Q")
    assert not position.is_won
    won = position.play(Move(place("8"), place("C")))
    assert won.is_won
    assert won.foundations == (13, 13, 13, 13)


@pytest.mark.parametrize(("game", "cells", "deal", "moves"), solutions()[::4])
def test_score_adds_what_each_move_earns(
    game: str, cells: int, deal: int, moves: list[str]
) -> None:
    played, table, score = Game(variant_of(game, cells), deal), dealt(game, cells, deal), 0
    for text in moves:
        step = rulebook.read_step(game, table, text)
        table = rulebook.after(table, step)
        score += rulebook.points(step)
        played.play(move_as(step))
        assert played.score == score


def score_of(code: str, moves: str) -> list[int]:
    """The scores after each move of a game; ``undo`` is one too."""
    game, scores = Game.from_code(code), []
    for text in moves.split():
        if text == "undo":
            assert game.undo()
        else:
            game.play(text)
        scores.append(game.score)
    return scores


def test_score_of_each_kind_of_move_and_of_its_undo() -> None:
    moves = "7h hCa ah 8a ab 8a 8c 8h c5" + 9 * " undo"
    up_and_down = [10, 10, 20, 20, 20, 20, 20, 30, 35]
    undone = [30, 20, 20, 20, 20, 20, 10, 10, 0]
    assert score_of("FC1-C4-AAAAAAM", moves) == up_and_down + undone


def test_a_game_without_a_legal_move_is_stuck() -> None:
    game = Game.from_code("BK1-C1-AAAAAAB")
    for text in ["1a", "28", "78"]:
        assert not game.is_stuck
        game.play(text)
    assert game.is_stuck
    assert not game.is_won
