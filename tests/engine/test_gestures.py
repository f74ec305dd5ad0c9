"""What a tap, a double tap and a drop come to."""

from __future__ import annotations

import pytest

from solitaire import Game, variant_of
from solitaire.cards import parse_card
from solitaire.errors import IllegalMove
from solitaire.gestures import Touch, double_tap, drop, finish, press, tap, touch
from solitaire.position import Move, Position
from tests.engine.both import laid, move_as, place, solutions, step_as
from tests.engine.rulebook import Step

GAMES = pytest.mark.parametrize("game", ["FC", "BK"])


def step(move: Move | None) -> Step | None:
    return None if move is None else step_as(move)


def tapped(position: Position, card: str) -> Step | None:
    return step(tap(position, parse_card(card)))


def double_tapped(position: Position, card: str) -> Step | None:
    return step(double_tap(position, parse_card(card)))


def dropped(position: Position, card: str, *piles: str) -> Step | None:
    return step(drop(position, parse_card(card), [place(pile) for pile in piles]))


@GAMES
def test_tap_sends_an_available_card_to_its_foundation_and_nowhere_else(game: str) -> None:
    position = laid(game, "KD 4H", "5S", "AC", "9D", cells="3S 4C - -", up="H-3 S-2")
    assert tapped(position, "4H") == ("1", "H", 1)
    assert tapped(position, "3S") == ("a", "S", 1)
    assert tapped(position, "AC") == ("3", "C", 1)
    for stays in ("4C", "5S", "9D"):  # each may go elsewhere: 4C to 5S, 5S to a cell
        assert tapped(position, stays) is None


@GAMES
def test_tap_leaves_alone_a_card_under_others_even_if_it_is_its_foundations_next(game: str) -> None:
    position = laid(game, "KD AS 2S", "9H 4H", up="H-3")
    assert tapped(position, "AS") is None
    assert tapped(position, "9H") is None  # nor does it send up the 4H that lies on it


@GAMES
def test_taps_on_a_foundation_do_nothing(game: str) -> None:
    position = laid(game, "4S", "", "4H", up="H-3 S-2")
    for card in ("3H", "2H", "AS", "2S"):
        assert tapped(position, card) is None
        assert double_tapped(position, card) is None


# For 5H in Baker's Game only 6H fits: one suit has one card of a rank.
LONG_AND_SHORT = ("6C", "9C 7C 6S", "KD JD 6H", "KC 6D", "", "8C 4S", "5H", "2S")


def test_double_tap_prefers_the_foundation() -> None:
    position = laid("FC", *LONG_AND_SHORT, up="H-4")
    assert double_tapped(position, "5H") == ("7", "H", 1)


def test_double_tap_then_prefers_the_longest_column_that_accepts() -> None:
    position = laid("FC", *LONG_AND_SHORT)
    assert double_tapped(position, "5H") == ("7", "2", 1)
    baker = laid("BK", *LONG_AND_SHORT)
    assert double_tapped(baker, "5H") == ("7", "3", 1)


def test_double_tap_takes_the_leftmost_of_equally_long_columns() -> None:
    position = laid("FC", "KC", "9C 6S", "9D 6C", "6D", "5H", "2S", "2C", "3S")
    assert double_tapped(position, "5H") == ("5", "2", 1)
    mirrored = laid("FC", "KC", "9D 6C", "9C 6S", "6D", "5H", "2S", "2C", "3S")
    assert double_tapped(mirrored, "5H") == ("5", "2", 1)


@GAMES
def test_double_tap_then_prefers_an_empty_column_to_an_empty_cell(game: str) -> None:
    position = laid(game, "KC", "9S 4S", "", "", "3D", "2S", "2C", "3S")
    assert double_tapped(position, "4S") == ("2", "3", 1)


@GAMES
def test_double_tap_then_takes_the_first_empty_cell(game: str) -> None:
    columns = ("KC", "9S 4S", "JC", "JD", "3D", "2S", "2C", "8D 3S")
    assert double_tapped(laid(game, *columns, cells="KD - - -"), "4S") == ("2", "b", 1)
    full = laid(game, *columns, cells="KD KH QD QH")
    assert double_tapped(full, "4S") is None


@GAMES
def test_double_tap_never_moves_a_card_from_cell_to_cell(game: str) -> None:
    columns = ("KC", "9S 4S", "JC", "JD", "3D", "2S", "2C", "8D 3S")
    position = laid(game, *columns, cells="KD - - -")
    assert double_tapped(position, "KD") is None
    assert Move(place("a"), place("b")) in position.legal_moves()


@GAMES
def test_double_tap_moves_a_card_from_a_cell_to_foundation_column_or_empty_column(
    game: str,
) -> None:
    position = laid(game, "KC", "9S 4S", "", "JD", "3D", "5H", cells="4H KD AC -")
    onto = {"FC": "3", "BK": "6"}[game]
    assert double_tapped(position, "4H") == ("a", onto, 1)
    assert double_tapped(position, "KD") == ("b", "3", 1)
    assert double_tapped(position, "AC") == ("c", "C", 1)


def test_double_tap_on_a_card_in_a_run_moves_the_run_from_there_on() -> None:
    position = laid("FC", "KC 8H 7S 6D", "JC 9S", "7H", "8D", "QD 9C", "KD", "4D 3C", "JD 3S")
    assert double_tapped(position, "8H") == ("1", "2", 3)
    assert double_tapped(position, "7S") == ("1", "4", 2)
    assert double_tapped(position, "KC") is None
    baker = laid("BK", "KC 8H 7H 6H", "9H", "7D", "8D", "QD 9C", "KD", "4D 3C", "JD 3S")
    assert double_tapped(baker, "8H") == ("1", "2", 3)


def test_double_tap_on_a_run_goes_to_an_empty_column_but_never_up_or_to_a_cell() -> None:
    columns = ("KC 2H AS", "", "7D", "8D", "QD 9C", "KD", "4D TC", "JD 9S")
    assert double_tapped(laid("FC", *columns), "2H") == ("1", "2", 2)
    no_column = laid("FC", columns[0], "QS", *columns[2:])
    assert double_tapped(no_column, "2H") is None
    assert double_tapped(no_column, "AS") == ("1", "S", 1)
    ready = laid("FC", "KC 3H 2S", "QS", *columns[2:], up="H-2 S-A")
    assert double_tapped(ready, "3H") is None


def test_double_tap_on_a_run_keeps_to_the_group_limit() -> None:
    columns = ["KC 8H 7S 6D", "JC 9S", "", "8D", "QD 9C", "KD", "4D 3C", "JD 3S"]
    cells = "QH QS QC KS"
    assert double_tapped(laid("FC", *columns, cells=cells), "8H") is None
    assert double_tapped(laid("FC", *columns, cells=cells), "7S") == ("1", "4", 2)
    # Two may go to the longer column, but only one into the empty one.
    columns[3] = "5S"
    assert double_tapped(laid("FC", *columns, cells=cells), "7S") is None
    assert double_tapped(laid("FC", *columns, cells=cells), "6D") == ("1", "3", 1)


@GAMES
def test_double_tap_leaves_alone_a_card_that_is_in_no_run(game: str) -> None:
    position = laid(game, "KC 4H 9S", "", "5S", "5H")
    assert double_tapped(position, "4H") is None


@GAMES
def test_a_drop_on_any_foundation_counts_for_the_cards_own(game: str) -> None:
    position = laid(game, "KC 4H", cells="3S - - -", up="H-3 S-2")
    for pile in "SHDC":
        assert dropped(position, "4H", pile) == ("1", "H", 1)
        assert dropped(position, "3S", pile) == ("a", "S", 1)


@GAMES
def test_a_drop_goes_to_the_first_place_that_takes_it(game: str) -> None:
    position = laid(game, "KC 4H", "9S", "", "JD", cells="3S - - -")
    assert dropped(position, "4H", "2", "a", "b", "3") == ("1", "b", 1)
    assert dropped(position, "4H", "3", "b") == ("1", "3", 1)
    assert dropped(position, "4H", "S", "1", "3") == ("1", "3", 1)


@GAMES
def test_a_drop_carries_the_run_below_the_card(game: str) -> None:
    position = laid(game, {"FC": "KC 4H 3S 2D", "BK": "KC 4H 3H 2H"}[game], "9S", "")
    assert dropped(position, "4H", "3") == ("1", "3", 3)


@GAMES
def test_a_drop_back_where_the_card_came_from_changes_nothing(game: str) -> None:
    position = laid(game, "KC 4H", "9S", cells="3S - - -")
    assert dropped(position, "4H", "1") is None
    assert dropped(position, "3S", "a") is None
    assert dropped(position, "4H", "1", "2") is None
    assert dropped(position, "4H") is None


@GAMES
def test_a_drop_from_cell_to_cell_is_allowed(game: str) -> None:
    position = laid(game, "KC 4H", cells="3S - - -")
    assert dropped(position, "3S", "c") == ("a", "c", 1)


@pytest.mark.parametrize(
    ("card", "piles", "code"),
    [
        ("4H", "2a", "wrong-rank"),
        ("4H", "a2", "cell-taken"),
        ("4H", "D", "not-next"),
        ("9S", "1", "wrong-rank"),
        ("KC", "b", "not-a-run"),
        ("5C", "b", "one-at-a-time"),
        ("5C", "H", "one-at-a-time"),
    ],
)
def test_a_refused_drop_says_why_of_the_place_it_covers_most(
    card: str, piles: str, code: str
) -> None:
    position = laid("FC", "KC 5C 4H", "9S", cells="3S - - -")
    with pytest.raises(IllegalMove) as refused:
        dropped(position, card, *piles)
    assert refused.value.code == code


def test_the_top_card_of_a_foundation_is_dragged_back_in_freecell() -> None:
    columns = ("KC 4S", "", "9S")
    position = laid("FC", *columns, cells="QD - - -", up="H-3 D-2")
    assert dropped(position, "3H", "1") == ("H", "1", 1)
    assert dropped(position, "3H", "2") == ("H", "2", 1)
    assert dropped(position, "3H", "b") == ("H", "b", 1)
    for foundation in "SHDC":
        assert dropped(position, "3H", foundation) is None
    with pytest.raises(IllegalMove, match="wrong-rank"):
        dropped(position, "3H", "3")
    with pytest.raises(IllegalMove, match="one-at-a-time"):
        dropped(position, "2H", "2")


def test_a_card_on_a_foundation_stays_there_in_bakers_game() -> None:
    position = laid("BK", "KC 4H", "", "9S", up="H-3")
    for pile in ("1", "2", "b"):
        with pytest.raises(IllegalMove, match="foundation-keeps"):
            dropped(position, "3H", pile)


def touched(position: Position, card: str, pile: str, selected: str = "") -> Touch:
    return touch(
        position,
        parse_card(card) if card else None,
        place(pile),
        parse_card(selected) if selected else None,
    )


def test_play_without_dragging() -> None:
    position = laid("FC", "KC 5C 4H", "", "9S", "5S", "7D AC", "KD 8C 9H", "QD", "QC JD 3S")
    four, five = parse_card("4H"), parse_card("5C")
    assert touched(position, "4H", "1") == Touch(selected=four)
    assert touched(position, "5C", "1") == Touch(selected=five)
    assert touched(position, "KC", "1") == Touch()
    assert touched(position, "4H", "1", "4H") == Touch()
    assert touched(position, "", "2", "5C") == Touch(move_as(("1", "2", 2)))
    assert touched(position, "", "c", "4H") == Touch(move_as(("1", "c", 1)))
    assert touched(position, "5S", "4", "4H") == Touch(move_as(("1", "4", 1)))
    assert touched(position, "AC", "5", "4H") == Touch(move_as(("5", "C", 1)))
    assert touched(position, "9S", "3", "4H") == Touch(selected=parse_card("9S"))
    assert touched(position, "", "c") == Touch()
    with pytest.raises(IllegalMove, match="not-next"):
        touched(position, "", "S", "4H")


# ------------------------------------------------------------------ the key that takes and puts


def pressed(position: Position, card: str | None, pile: str, selected: str | None = None) -> Touch:
    chosen = None if selected is None else parse_card(selected)
    there = None if card is None else parse_card(card)
    return press(position, there, place(pile), chosen)


@GAMES
def test_a_press_takes_a_card_even_one_that_can_go_up(game: str) -> None:
    position = laid(game, "KD 4H", "5S", cells="3S - - -", up="H-3 S-2")
    for card, pile in (("4H", "1"), ("5S", "2"), ("3S", "a")):
        assert pressed(position, card, pile) == Touch(selected=parse_card(card))


@GAMES
def test_a_press_takes_a_run_and_says_what_is_none(game: str) -> None:
    second = "8C 7D" if game == "FC" else "8C 7C"
    position = laid(game, f"KD {second}")
    assert pressed(position, "8C", "1") == Touch(selected=parse_card("8C"))
    with pytest.raises(IllegalMove, match="not-a-run"):
        pressed(position, "KD", "1")


@GAMES
def test_a_press_elsewhere_puts_the_taken_card_or_says_why_not(game: str) -> None:
    position = laid(game, "KD 4H", "5S", "", up="H-3 S-2")
    assert pressed(position, None, "3", "5S") == Touch(Move(place("2"), place("3")))
    assert pressed(position, "3H", "S", "4H") == Touch(Move(place("1"), place("H")))
    with pytest.raises(IllegalMove, match="wrong-rank"):
        pressed(position, "4H", "1", "5S")


@GAMES
def test_a_press_on_the_taken_card_does_what_a_double_tap_does(game: str) -> None:
    position = laid(game, "KD 4H", "5S", cells="3S - - -", up="H-3 S-2")
    for card, pile in (("4H", "1"), ("5S", "2"), ("3S", "a")):
        twice = pressed(position, card, pile, card)
        assert twice == Touch(double_tap(position, parse_card(card)))
        assert twice.move


@GAMES
def test_a_press_in_the_same_pile_takes_the_other_card(game: str) -> None:
    second = "8C 7D" if game == "FC" else "8C 7C"
    position = laid(game, f"KD {second}")
    assert pressed(position, "8C", "1", second[-2:]) == Touch(selected=parse_card("8C"))


def test_a_press_on_a_foundation_takes_where_the_game_gives_cards_back() -> None:
    assert pressed(laid("FC", "4S", up="H-3"), "3H", "H") == Touch(selected=parse_card("3H"))
    with pytest.raises(IllegalMove, match="foundation-keeps"):
        pressed(laid("BK", "4S", up="H-3"), "3H", "H")


@GAMES
def test_a_press_on_an_empty_place_says_that_there_is_no_card(game: str) -> None:
    with pytest.raises(IllegalMove, match="nothing-there"):
        pressed(laid(game, "4S"), None, "a")


# ------------------------------------------------------------------ the rest goes up


@GAMES
def test_the_rest_goes_up_where_every_card_follows_the_lowest_first(game: str) -> None:
    up = "S-J H-J D-J C-J"
    position = laid(game, "KS QS", "KH QH", "KD QD", "KC", cells="QC - - -", up=up)
    moves = finish(position)
    assert [step_as(move)[0] for move in moves] == ["1", "2", "3", "a", "1", "2", "3", "4"]
    for move in moves:
        assert move.target.kind == "foundation"
        position = position.play(move)
    assert position.is_won


@GAMES
def test_the_rest_does_not_go_up_where_one_card_lies_in_the_way(game: str) -> None:
    up = "S-J H-J D-J C-J"
    assert finish(laid(game, "QS KS", "KH QH", "KD QD", "KC QC", up=up)) == []
    assert finish(laid(game, "QS", "KS", "KH QH", "KD QD", "KC QC", up=up)) != []


@pytest.mark.parametrize(("game", "cells", "deal", "moves"), solutions()[::9])
def test_a_solved_game_can_finish_from_some_move_on_and_then_from_every_one(
    game: str, cells: int, deal: int, moves: list[str]
) -> None:
    played = Game(variant_of(game, cells), deal)
    able = []
    for text in moves:
        able.append(bool(finish(played.position)))
        played.play(text)
    first = able.index(True)
    assert first > 0
    only_up = [text.endswith("h") for text in moves]
    last_other = max(at for at, is_up in enumerate(only_up) if not is_up)
    assert first <= last_other + 1
    assert all(able[last_other + 1 :])
    assert finish(played.position) == []
