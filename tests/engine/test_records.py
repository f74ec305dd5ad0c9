"""What counts as played and won, and what is refused when records come back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire import Game, variant_of, write_code
from solitaire.errors import BadText
from solitaire.records import REMEMBERED, Records, Tally
from solitaire.variants import VARIANTS
from tests.engine.both import SETTINGS, solutions
from tests.engine.test_bridge import Page

FREECELL = VARIANTS["FC"]
SOLVED = {(game, cells): (deal, moves) for game, cells, deal, moves in solutions()}


def row(page: Page, game: str = "FC", cells: int = 4) -> dict[str, Any]:
    """The line of the statistics for one setting."""
    rows: list[dict[str, Any]] = page.ask("records")["rows"]
    return next(one for one in rows if (one["game"], one["cells"]) == (game, cells))


def counts(page: Page, game: str = "FC", cells: int = 4) -> tuple[int, int, int, int]:
    """Played, won, streak, longest streak."""
    line = row(page, game, cells)
    return line["played"], line["won"], line["streak"], line["longest"]


def deal(page: Page, code: str = "FC1-C4-AAAAAAB") -> dict[str, Any]:
    view: dict[str, Any] = page.ask("new", deal=code)
    return view


def win(page: Page, game: str = "FC", cells: int = 4, last: int = 0) -> dict[str, Any]:
    """Plays a solved game to its end, or up to its last moves."""
    number, moves = SOLVED[game, cells]
    view = page.ask("new", game=game, cells=cells, deal=str(number))
    for text in moves[: len(moves) - last]:
        view = page.ask("play", move=text)
    return dict(view)


def lose(page: Page) -> None:
    """Deals, makes a move, and leaves."""
    deal(page)
    page.ask("play", move="1a")
    deal(page, "FC1-C4-AAAAAAC")


# ------------------------------------------------------------------ what counts


@pytest.mark.parametrize(("game", "cells"), SETTINGS)
def test_a_won_game_is_counted_with_its_result_in_its_setting_alone(game: str, cells: int) -> None:
    page = Page()
    view = win(page, game, cells)
    assert row(page, game, cells) == {
        "game": game,
        "cells": cells,
        "percent": 100,
        **dict.fromkeys(("played", "won", "streak", "longest"), 1),
        "best_score": view["score"],
        "fewest_moves": view["moves"],
    }
    others = [one for one in page.ask("records")["rows"] if one["played"]]
    assert len(others) == 1
    assert view["records"] == page.ask("records")["records"]


def test_every_setting_has_a_row_before_anything_is_played() -> None:
    rows = Page().ask("records")["rows"]
    assert [(one["game"], one["cells"]) for one in rows] == SETTINGS
    assert all((one["percent"], one["best_score"]) == (None, None) for one in rows)


def test_a_game_left_without_a_move_does_not_count() -> None:
    page = Page()
    deal(page)
    deal(page, "FC1-C4-AAAAAAC")
    assert counts(page) == (0, 0, 0, 0)


def test_a_game_left_with_a_move_made_counts_as_played_even_if_it_was_undone() -> None:
    page = Page()
    lose(page)
    assert counts(page) == (1, 0, 0, 0)
    page.ask("play", move="2a")
    page.ask("undo")
    view = deal(page)
    assert counts(page) == (2, 0, 0, 0)
    assert view["records"]["tallies"]["FC-C4"]["played"] == 2


def test_a_win_counts_once_however_often_it_is_undone_and_restarted() -> None:
    page = Page()
    _, moves = SOLVED["FC", 4]
    win(page)
    for _ in range(3):
        page.ask("undo")
        assert page.ask("redo")["status"] == "won"
    page.ask("undo")
    assert page.ask("play", move=moves[-1])["status"] == "won"
    page.ask("restart")
    for text in moves:
        page.ask("play", move=text)
    page.ask("restart")
    page.ask("play", move=moves[0])
    deal(page)  # and the same game is not lost after all
    assert counts(page) == (1, 1, 1, 1)


@pytest.mark.parametrize("by_hand", [0, 1])
def test_a_game_whose_solution_was_shown_is_played_and_not_won(by_hand: int) -> None:
    page = Page()
    _, moves = SOLVED["FC", 4]
    kept = win(page, last=2)
    first, second = moves[-2:]
    page.ask("play", move=first, shown=True)
    assert page.ask("play", move=second, shown=not by_hand)["status"] == "won"
    page.ask("undo")
    page.ask("redo")
    assert counts(page) == (1, 0, 0, 0)
    page = reloaded(kept["save"], page.ask("records")["records"])
    for text in moves[-2:]:
        page.ask("play", move=text)
    deal(page)
    assert counts(page) == (1, 0, 0, 0)
    win(page)  # the same deal dealt again is another game
    assert counts(page) == (2, 1, 1, 1)


def test_a_solution_shown_of_a_won_game_takes_nothing_away() -> None:
    page = Page()
    _, moves = SOLVED["FC", 4]
    win(page)
    page.ask("undo")
    page.ask("play", move=moves[-1], shown=True)
    assert counts(page) == (1, 1, 1, 1)


def test_a_win_counts_once_however_often_it_is_reloaded() -> None:
    page = Page()
    kept = win(page)
    for _ in range(2):
        page = reloaded(kept["save"], page.ask("records")["records"])
        page.ask("undo")
        kept = page.ask("redo")
        assert kept["status"] == "won"
    assert counts(page) == (1, 1, 1, 1)


def reloaded(save: Any, records: Any) -> Page:
    """Another page with what a page kept, gone through a storage."""
    page = Page()
    page.ask("load_records", records=json.loads(json.dumps(records)))
    page.ask("restore", save=json.loads(json.dumps(save)))
    return page


def test_a_reload_in_the_midst_of_a_game_is_not_leaving_it() -> None:
    page = Page()
    kept = win(page, last=1)
    page = reloaded(kept["save"], page.ask("records")["records"])
    assert counts(page) == (0, 0, 0, 0)
    page.ask("play", move=SOLVED["FC", 4][1][-1])
    assert counts(page) == (1, 1, 1, 1)


def test_the_same_deal_dealt_again_is_another_game() -> None:
    page = Page()
    win(page)
    win(page)
    assert counts(page) == (2, 2, 2, 2)


def test_a_game_that_is_taken_up_again_was_not_left() -> None:
    page = Page()
    win(page)
    kept = win(page, last=1)
    deal(page)
    assert counts(page) == (2, 1, 0, 1)
    page.ask("restore", save=kept["save"])
    assert counts(page) == (1, 1, 1, 1)
    page.ask("play", move=SOLVED["FC", 4][1][-1])
    assert counts(page) == (2, 2, 2, 2)


def test_an_example_counts_for_nothing_and_interrupts_no_game() -> None:
    page = Page()
    win(page)
    deal(page)
    save = page.ask("play", move="1a")["save"]
    number, moves = SOLVED["FC", 4]
    code = write_code(FREECELL, number)
    for _ in range(2):  # from one example to the next
        example = {"code": code, "moves": " ".join(moves[:-1])}
        page.ask("restore", save=example, example=True)
    assert page.ask("play", move=moves[-1])["status"] == "won"
    page.ask("restore", save=save)
    assert counts(page) == (1, 1, 1, 1)
    deal(page)
    assert counts(page) == (2, 1, 0, 1)


def test_a_game_is_left_by_a_new_one_dealt_during_an_example() -> None:
    page = Page()
    deal(page)
    page.ask("play", move="1a")
    page.ask("restore", save={"code": "BK1-C4-AAAAAAC", "moves": "1a"}, example=True)
    deal(page)
    assert counts(page) == (1, 0, 0, 0)
    assert counts(page, "BK") == (0, 0, 0, 0)


def test_a_game_left_in_one_tab_and_won_in_another_is_played_once() -> None:
    first, second = Page(), Page()
    kept = win(first, last=1)
    second.ask("restore", save=kept["save"])
    lose(second)  # leaves that game, and one more
    first.ask("load_records", records=second.ask("records")["records"])
    assert counts(first) == (2, 0, 0, 0)
    first.ask("play", move=SOLVED["FC", 4][1][-1])
    assert counts(first)[:2] == (2, 1)


def test_streaks_end_with_a_game_that_is_left() -> None:
    page = Page()
    win(page)
    win(page)
    lose(page)
    win(page)
    assert counts(page) == (4, 3, 1, 2)
    assert row(page)["percent"] == 75


def test_the_best_of_several_wins_stands() -> None:
    records = Records()
    for number, (score, moves) in enumerate([(520, 90), (560, 99), (500, 80)]):
        records.win(str(number), FREECELL, score, moves)
    tally = records.tally("FC-C4")
    assert (tally.best_score, tally.fewest_moves) == (560, 80)


def test_only_so_many_games_are_known_by_their_ids() -> None:
    records = Records()
    for number in range(REMEMBERED + 50):
        records.leave(str(number), FREECELL)
    assert len(records.counted) == REMEMBERED
    assert records.tally("FC-C4").played == REMEMBERED + 50
    assert len(json.dumps({"records": records.save()})) < 20_000


def test_what_has_not_changed_is_not_told_again() -> None:
    page = Page()
    win(page)
    assert "records" not in page.ask("undo")
    assert "records" not in page.ask("view")


def test_an_id_is_given_with_the_first_move_and_stays() -> None:
    page = Page()
    assert "id" not in deal(page)["save"]
    name = page.ask("play", move="1a")["save"]["id"]
    assert {page.ask(call)["save"]["id"] for call in ("undo", "redo", "restart", "view")} == {name}
    assert "id" not in deal(page)["save"]
    assert page.ask("play", move="1a")["save"]["id"] != name


@pytest.mark.parametrize("name", [None, 3, "", "x" * 41, [], {}])
def test_a_save_with_a_damaged_id_is_as_good_as_one_without(name: object) -> None:
    page = Page()
    page.ask("restore", save={"code": "FC1-C4-AAAAAAB", "moves": "1a", "id": name})
    assert page.ask("view")["save"]["id"] not in (name, "")


# ------------------------------------------------------------------ kept, carried, refused

WHOLE = {
    "version": 1,
    "tallies": {
        "FC-C4": {
            "played": 9,
            "won": 5,
            "streak": 2,
            "longest": 3,
            "best_score": 560,
            "fewest_moves": 81,
        },
        "BK-C1": {"played": 2, "won": 0, "streak": 0, "longest": 0},
    },
    "counted": {"a": "won", "b": "left"},
    "left": {"game": "b", "setting": "FC-C4", "streak": 1},
}


def test_records_come_back_as_they_were_kept() -> None:
    saved = Records.restore(WHOLE).save()
    assert Records.restore(json.loads(json.dumps(saved))).save() == saved
    assert saved["tallies"]["FC-C4"] == WHOLE["tallies"]["FC-C4"]  # type: ignore[index]


def test_a_file_carries_the_tallies_and_no_game_counts_again_for_it() -> None:
    page, other = Page(), Page()
    win(page)
    view = win(other)
    text = page.ask("export_records")["text"]
    assert "counted" not in json.loads(text)
    assert other.ask("import_records", text=text)["rows"] == page.ask("records")["rows"]
    other.ask("undo")
    other.ask("redo")
    assert counts(other) == (1, 1, 1, 1)
    assert view["status"] == "won"


def test_a_reset_forgets_everything_but_that_the_game_has_counted() -> None:
    page = Page()
    win(page)
    answer = page.ask("reset_records")
    assert answer["records"]["tallies"] == {}
    page.ask("undo")
    page.ask("redo")
    assert row(page)["won"] == 0


def damaged(**changes: Any) -> dict[str, Any]:
    return {**WHOLE, **changes}


def tallied(**changes: Any) -> dict[str, Any]:
    """The records with one tally damaged; `None` takes a number away."""
    tally = {**WHOLE["tallies"]["FC-C4"], **changes}  # type: ignore[index]
    return damaged(tallies={"FC-C4": {key: one for key, one in tally.items() if one is not None}})


def each(field: str, **changes: list[Any]) -> list[tuple[Any, str]]:
    """The records with each of these values for one part, refused by one field."""
    return [
        (damaged(**{name: value}), field) for name, values in changes.items() for value in values
    ]


NO_COUNTS: list[Any] = [None, -1, "9", 9.0, True, 10**10, [], {}]
NO_RECORDS: list[Any] = [None, 3, "", [], True]
NO_LEFT: list[Any] = [3, [], {}, {"game": 3, "setting": "FC-C4"}]

DAMAGED: list[tuple[Any, str]] = [
    *((data, "records") for data in NO_RECORDS),
    *each("version", version=[None, 0, -1, "1", 1.0, True, []]),
    *each("tallies", tallies=[None, 3, [], "x"]),
    *((damaged(tallies={name: {}}), name[:20]) for name in ("FC-C3", "XX-C4", "", "x" * 99)),
    *each("FC-C4", tallies=[{"FC-C4": None}, {"FC-C4": 3}, {"FC-C4": []}]),
    *((tallied(played=value), "FC-C4 played") for value in NO_COUNTS),
    (tallied(won=10), "FC-C4"),
    (tallied(streak=4), "FC-C4"),
    (tallied(longest=6), "FC-C4"),
    (tallied(best_score=None), "FC-C4"),
    (tallied(fewest_moves=None), "FC-C4"),
    (tallied(won=0, streak=0, longest=0), "FC-C4"),
    *each("counted", counted=[3, [], {"a": "lost"}, {"": "won"}]),
    *each("left", left=[*NO_LEFT, {"game": "b", "setting": "FC-C4", "streak": -1}]),
    *each("FC-C9", left=[{"game": "b", "setting": "FC-C9", "streak": 1}]),
]


@pytest.mark.parametrize(("data", "field"), DAMAGED)
def test_damaged_records_are_refused_by_the_field_and_nothing_is_changed(
    data: Any, field: str
) -> None:
    page = Page()
    page.ask("load_records", records=WHOLE)
    before = page.ask("records")
    refusal = page.refusal("load_records", records=data)
    assert (refusal["code"], refusal["data"]["field"]) == ("damaged-records", field)
    if field not in ("records", "counted", "left", "FC-C9"):
        refusal = page.refusal("import_records", text=json.dumps(data))
        assert (refusal["code"], refusal["data"]["field"]) == ("damaged-records", field)
    assert page.ask("records") == before


def test_records_of_a_later_version_are_refused_as_such() -> None:
    refusal = Page().refusal("load_records", records=damaged(version=2))
    assert refusal == {"code": "unknown-records", "data": {"version": 2, "known": 1}}
    assert Page().refusal("load_records", records=damaged(version=10**400))["code"]


@pytest.mark.parametrize(
    "text", ["", "{", "null", "[]", "nonsense", "NaN", "1e999", "9" * 5000, '{"version": 1}', "\0"]
)
def test_a_file_of_something_else_is_refused(text: str) -> None:
    page = Page()
    page.ask("load_records", records=WHOLE)
    before = page.ask("records")
    assert page.refusal("import_records", text=text)["code"] == "damaged-records"
    assert page.ask("records") == before


def test_what_is_nested_deeply_is_refused() -> None:
    for depth in (100, 100_000):
        with pytest.raises(BadText, match="damaged-records"):
            Records().read("[" * depth)


@given(
    st.lists(
        st.sampled_from(["win", "win again", "show", "leave", "come back", "restore"]), max_size=30
    )
)
def test_whatever_happens_the_tallies_stay_possible(events: list[str]) -> None:
    records = Records()
    game, others = 0, variant_of("FC", 4)
    for event in events:
        if event == "win again":
            records.win(str(game), others, score=500, moves=90)
            continue
        if event == "show":
            records.show(str(game), others)
        elif event == "restore":
            records = Records.restore(json.loads(json.dumps(records.save())))
        elif event == "come back":
            records.come_back(str(game))
        else:
            game += 1
            if event == "win":
                records.win(str(game), others, score=510, moves=80)
            else:
                records.leave(str(game), others)
    Records.restore(records.save())  # raises for what is not possible


def test_a_tally_counts_in_words_of_its_own() -> None:
    tally = Tally().with_loss().with_win(500, 90).with_win(520, 95)
    assert tally == Tally(3, 2, 2, 2, 520, 90)
    assert tally.percent == 67
    assert Tally().percent is None


def test_a_game_from_its_code_knows_nothing_of_records() -> None:
    assert "id" not in Game.from_code("FC1-C4-AAAAAAB").save()
