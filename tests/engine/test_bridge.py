"""The protocol between a page and the engine, as strings in and strings out."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from solitaire import Game, variant_of
from solitaire.bridge import Bridge, handle
from solitaire.cards import NAMES, name_of
from tests.engine.both import SETTINGS, solutions

JSON: TypeAlias = Any
View: TypeAlias = dict[str, Any]

GAMES = 2 * settings().max_examples
SOLVED = {
    setting: [(deal, moves) for game, cells, deal, moves in solutions() if (game, cells) == setting]
    for setting in SETTINGS
}


class Page:
    """Asks a bridge as a page would, and holds it to the form of the answers."""

    def __init__(self, bridge: Bridge | None = None) -> None:
        self.bridge = bridge or Bridge()
        self.asked = 0

    def reply(self, call: str, args: dict[str, JSON]) -> dict[str, JSON]:
        self.asked += 1
        request = json.dumps({"id": self.asked, "call": call, "args": args})
        reply = well_formed(self.bridge.handle(request))
        assert reply["id"] == self.asked
        return reply

    def ask(self, call: str, **args: JSON) -> JSON:
        reply = self.reply(call, args)
        assert "ok" in reply, reply
        return reply["ok"]

    def refusal(self, call: str, **args: JSON) -> dict[str, JSON]:
        reply = self.reply(call, args)
        assert "error" in reply, reply
        error: dict[str, JSON] = reply["error"]
        return error

    def play(self, text: str) -> View:
        """Plays moves of standard notation, for a quick way to a position."""
        view: View = self.ask("view")
        save = {**view["save"], "moves": f"{view['save']['moves']} {text}", "undone": ""}
        restored: View = self.ask("restore", save={key: save[key] for key in ("code", "moves")})
        return restored


def refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def well_formed(text: str) -> dict[str, JSON]:
    """An answer that every JSON parser reads, and that has the protocol's form."""
    reply = json.loads(text, parse_constant=refuse_constant)
    assert isinstance(reply, dict)
    assert set(reply) in ({"id", "ok"}, {"id", "error"})
    if "error" in reply:
        assert set(reply["error"]) == {"code", "data"}
        assert reply["error"]["code"]
        assert isinstance(reply["error"]["code"], str)
        assert all(isinstance(datum, str | int | None) for datum in reply["error"]["data"].values())
    return reply


@pytest.fixture
def page() -> Page:
    """FreeCell deal 1, four moves on: 3S, 6H and TC in cells, one move undone."""
    page = Page()
    page.ask("new", deal="FC1-C4-AAAAAAB")
    page.ask("drop", card="6H", places=["cell-0"])
    page.ask("drop", card="TC", places=["cell-1"])
    page.ask("drop", card="2H", places=["cell-2"])
    page.ask("drop", card="6C", places=["cell-3"])
    page.ask("undo")
    return page


def begun(setting: tuple[str, int], which: int, head_start: int) -> Page:
    """A page in the middle of a solved game."""
    deal, moves = SOLVED[setting][which % len(SOLVED[setting])]
    game = Game(variant_of(*setting), deal)
    for text in moves[: head_start % len(moves)]:
        game.play(text)
    page = Page()
    page.bridge.session.game = game
    return page


def cards_in(view: View) -> list[str]:
    return sorted(card for pile in view["piles"].values() for card in pile)


# ------------------------------------------------------------------ every call, well asked

GOOD: dict[str, dict[str, JSON]] = {
    "games": {},
    "read_deal": {"deal": "BK1-C4-AAAAA24"},
    "new": {"game": "BK", "cells": 1, "deal": "7"},
    "restore": {"save": {"code": "FC1-C4-AAAAAAB", "moves": "1a", "undone": "2b", "undoable": 1}},
    "view": {},
    "tap": {"place": "column-0", "card": "6S", "selected": None},
    "double_tap": {"card": "6S"},
    "press": {"place": "cell-3", "card": None, "selected": "6S"},
    "drop": {"card": "6S", "places": ["cell-3"]},
    "undo": {},
    "redo": {},
    "restart": {},
    "board": {},
    "play": {"move": "1d"},
    "think": {"milliseconds": 1},
    "set_thinking": {"on": False},
    "hint": {},
    "solution": {},
    "way_back": {},
    "find_deal": {"game": "BK", "cells": 4, "level": "easy"},
    "records": {},
    "load_records": {"records": {"version": 1, "tallies": {}}},
    "export_records": {},
    "import_records": {"text": '{"version": 1, "tallies": {}}'},
    "reset_records": {},
}


def test_every_call_is_tested_here(page: Page) -> None:
    assert set(GOOD) == set(page.bridge.session.calls)


@pytest.mark.parametrize("call", GOOD)
def test_every_call_answers(page: Page, call: str) -> None:
    assert page.ask(call, **GOOD[call])


@pytest.mark.parametrize(
    ("call", "happened", "steps"),
    [
        ("new", "new", 0),
        ("restore", "restore", 0),
        ("view", "nothing", 0),
        ("tap", "nothing", 0),
        ("double_tap", "move", 1),
        ("press", "move", 1),
        ("drop", "move", 1),
        ("play", "move", 1),
        ("undo", "undo", 1),
        ("redo", "redo", 1),
        ("restart", "restart", 0),
    ],
)
def test_an_answer_says_what_happened_and_the_revision_counts_changes(
    page: Page, call: str, happened: str, steps: int
) -> None:
    before = page.ask("view")["revision"]
    view = page.ask(call, **GOOD[call])
    assert (view["happened"], len(view["steps"])) == (happened, steps)
    assert view["revision"] == before + (happened != "nothing")
    assert len(set(cards_in(view))) == len(cards_in(view)) == 52


def test_games_lists_both_with_their_cells(page: Page) -> None:
    assert page.ask("games") == [
        {"game": "FC", "cells": [4, 2, 1]},
        {"game": "BK", "cells": [4, 2, 1]},
    ]


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ({"deal": "bk1 c4 aaaaa24"}, "BK1-C4-AAAAA24"),
        ({"deal": " 860 ", "game": "BK", "cells": 2}, "BK1-C2-AAAAA24"),
        ({"deal": "327"}, "FC1-C4-AAAAAKH"),
        ({"deal": "8589934591"}, "FC1-C4-H777777"),
    ],
)
def test_a_deal_is_read_without_being_dealt(page: Page, args: dict[str, JSON], code: str) -> None:
    before = page.ask("view")
    read = page.ask("read_deal", **args)
    assert read["code"] == code
    assert page.ask("view") == before
    view = page.ask("new", deal=read["code"])
    assert {name: view[name] for name in read} == read


def test_a_new_game_stays_with_the_game_and_the_cells_unless_told(page: Page) -> None:
    page.ask("new", game="BK", cells=2, deal="1")
    assert page.ask("new", deal="860")["code"] == "BK1-C2-AAAAA24"
    assert page.ask("new", cells=1)["code"].startswith("BK1-C1-")
    assert page.ask("new", game="FC")["code"].startswith("FC1-C1-")


def test_a_game_drawn_at_random_is_one_of_the_first_million(page: Page) -> None:
    numbers = {page.ask("new")["number"] for _ in range(50)}
    assert len(numbers) > 40
    assert all(1 <= number <= 1_000_000 for number in numbers)


def test_board_and_moves_come_as_text(page: Page) -> None:
    answer = page.ask("board")
    assert answer["board"].splitlines()[:2] == [
        "Foundations: H-0 C-0 D-0 S-0",
        "Freecells: 6H TC 2H -",
    ]
    assert len(answer["moves"].split()) == page.ask("view")["moves"] == 3


def test_a_save_gone_through_another_page_restores_everything(page: Page) -> None:
    view = page.ask("view")
    other = Page()
    restored = other.ask("restore", save=json.loads(json.dumps(view["save"])))
    for name in set(view) - {"revision", "happened"}:
        assert restored[name] == view[name]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_last_card_of_a_game_says_won(setting: tuple[str, int]) -> None:
    deal, moves = SOLVED[setting][0]
    page = Page()
    page.ask("new", game=setting[0], cells=setting[1], deal=str(deal))
    view = page.play(" ".join(moves))
    assert (view["status"], view["moves"]) == ("won", len(moves))
    assert page.ask("undo")["status"] == "playing"
    assert page.ask("redo")["status"] == "won"


def test_a_game_without_any_legal_move_says_stuck() -> None:
    page = Page()
    assert page.ask("new", deal="BK1-C1-AAAAAAT")["status"] == "playing"
    view = page.ask("drop", card="6S", places=["cell-0"])
    assert (view["status"], view["lift"]) == ("stuck", {card: [] for card in view["lift"]})
    assert page.ask("undo")["status"] == "playing"


# ------------------------------------------------------------------ bad requests


@pytest.mark.parametrize(
    "request_text",
    [
        *(
            "",
            " ",
            "{",
            "null",
            "[]",
            "3",
            '"view"',
            "true",
            "{]",
            "\ud800",
            "\0",
            "{'call': 'view'}",
        ),
        *('{"call": "view", "args": []}', '{"call": "view", "args": null}', "[" * 100_000),
        '{"call": "view", "args": "x"} trailing',
    ],
)
def test_what_is_no_request_is_a_bad_request(page: Page, request_text: str) -> None:
    before = page.ask("view")
    reply = well_formed(page.bridge.handle(request_text))
    assert reply["id"] is None
    assert reply["error"] == {"code": "bad-request", "data": {}}
    assert page.ask("view") == before


@pytest.mark.parametrize(
    "call", ["", "View", "__init__", "_play", "game", None, 3, [], {}, "x" * 99]
)
def test_an_unknown_call_is_refused(page: Page, call: JSON) -> None:
    before = page.ask("view")
    reply = well_formed(page.bridge.handle(json.dumps({"id": 5, "call": call})))
    assert reply["id"] == 5
    assert reply["error"]["code"] == "unknown-call"
    assert len(reply["error"]["data"]["call"]) <= 40
    assert page.ask("view") == before


def test_args_may_be_left_out(page: Page) -> None:
    assert "ok" in well_formed(page.bridge.handle('{"id": 1, "call": "view"}'))


@pytest.mark.parametrize("number", [0, -1, 7, 2**53, "a", "", "é\n", None])
def test_ids_come_back_with_answers_and_with_refusals(page: Page, number: JSON) -> None:
    for call in ("view", "nonsense"):
        reply = well_formed(page.bridge.handle(json.dumps({"id": number, "call": call})))
        assert reply["id"] == number
        assert type(reply["id"]) is type(number)


@pytest.mark.parametrize("number", ["NaN", "1e999", "-Infinity", "[" * 90 + "]" * 90, "{}", "0.5"])
def test_an_id_of_another_type_never_spoils_the_answer(page: Page, number: str) -> None:
    for call in ("view", "nonsense"):
        request = f'{{"id": {number}, "call": "{call}"}}'
        assert well_formed(page.bridge.handle(request))["id"] is None


def test_the_function_of_the_module_keeps_one_game() -> None:
    well_formed(handle('{"id": 1, "call": "new", "args": {"deal": "BK1-C1-AAAAAAC"}}'))
    assert well_formed(handle('{"id": 2, "call": "view"}'))["ok"]["code"] == "BK1-C1-AAAAAAC"


Refusals: TypeAlias = list[tuple[str, dict[str, JSON], str]]


def each(call: str, name: str, values: list[JSON], code: str, **others: JSON) -> Refusals:
    """The same call with each of these values for one argument, refused with one code."""
    return [(call, {**others, name: value}, code) for value in values]


BAD: Refusals = [
    ("read_deal", {}, "bad-argument"),
    *each("read_deal", "deal", [None, 3, ["1"], {}, True], "bad-argument"),
    *each("read_deal", "deal", ["", "FC1-C4", "x" * 999, "²"], "unreadable-code"),
    *each("read_deal", "deal", ["0", "8589934592", "9" * 999], "no-such-deal"),
    ("read_deal", {"deal": "FC2-C4-AAAAAAB"}, "unknown-version"),
    ("read_deal", {"deal": "XX1-C4-AAAAAAB"}, "unknown-game"),
    ("read_deal", {"deal": "FC1-C3-AAAAAAB"}, "unknown-cells"),
    ("read_deal", {"deal": "1", "game": 3}, "bad-argument"),
    *each("new", "deal", [None, 3, ["1"], {}, True], "bad-argument"),
    ("new", {"deal": "FC1-C4-0000000"}, "unreadable-code"),
    ("new", {"deal": "FC1-C4-AAAAAAA"}, "no-such-deal"),
    *each("new", "game", [None, 1, [], {}], "bad-argument"),
    *each("new", "game", ["", "fc", "XX"], "unknown-game"),
    *each("new", "cells", [None, "4", 4.0, True, [], {}], "bad-argument"),
    *each("new", "cells", [0, 3, -1, 5, 10**400], "unknown-cells"),
    ("restore", {}, "damaged-save"),
    *each("restore", "save", [None, 3, "", [], {}, True], "damaged-save"),
    ("restore", {"save": {"code": "FC1-C4-AAAAAAB", "moves": "1h"}}, "damaged-save"),
    ("tap", {"card": "6S"}, "bad-argument"),
    *each("tap", "place", [None, 3, [], {}], "bad-argument"),
    *each("tap", "place", ["", "column", "column--1", "Column-0", "hand-0"], "unreadable-place"),
    *each("tap", "place", ["column-٣", "cell-²", "cell-000", "x" * 999], "unreadable-place"),
    *each("tap", "card", [3, ["6S"], False], "bad-argument", place="cell-0"),
    *each("tap", "card", ["", "6", "1S"], "unreadable-card", place="cell-0"),
    *each("tap", "selected", [3, []], "bad-argument", place="cell-0"),
    *each("tap", "selected", ["", "zz"], "unreadable-card", place="cell-0"),
    ("tap", {"place": "cell-9", "selected": "6S"}, "no-such-place"),
    ("tap", {"place": "foundation-0", "selected": "6S"}, "not-next"),
    *each("press", "place", [None, 3], "bad-argument"),
    *each("press", "place", ["", "hand-0"], "unreadable-place"),
    ("press", {"place": "cell-3"}, "nothing-there"),
    ("press", {"place": "column-0", "card": "JD"}, "not-a-run"),
    ("press", {"place": "column-1", "card": "9C", "selected": "6S"}, "wrong-rank"),
    ("press", {"place": "cell-0", "card": "6H", "selected": "6S"}, "cell-taken"),
    ("double_tap", {}, "bad-argument"),
    *each("double_tap", "card", [None, 3, ["6S"], False], "bad-argument"),
    *each("double_tap", "card", ["", "6SS", "joker", "11H"], "unreadable-card"),
    ("drop", {"card": "6S"}, "bad-argument"),
    ("drop", {"places": ["cell-3"]}, "bad-argument"),
    *each("drop", "places", [None, 3, {}, "cell-3"], "bad-argument", card="6S"),
    *each("drop", "card", [None, 3, []], "bad-argument", places=["cell-3"]),
    *each("drop", "card", ["", "7"], "unreadable-card", places=["cell-3"]),
    *each("drop", "places", [["cell-3", "nowhere"], [None], [3]], "unreadable-place", card="6S"),
    *each("drop", "places", [["cell-4"], ["column-8"]], "no-such-place", card="6S"),
    ("drop", {"card": "6S", "places": ["cell-0"]}, "cell-taken"),
    ("drop", {"card": "6S", "places": ["foundation-0"]}, "not-next"),
    ("drop", {"card": "6S", "places": ["column-1"]}, "wrong-rank"),
    ("drop", {"card": "JD", "places": ["cell-3"]}, "not-a-run"),
]


@pytest.mark.parametrize(("call", "args", "code"), BAD)
def test_bad_arguments_are_named_and_change_nothing(
    page: Page, call: str, args: dict[str, JSON], code: str
) -> None:
    before = page.ask("view")
    assert page.refusal(call, **args)["code"] == code
    assert page.ask("view") == before


def test_a_refusal_carries_what_its_sentence_needs(page: Page) -> None:
    refusal = page.refusal("drop", card="6S", places=["column-1"])
    assert refusal == {"code": "wrong-rank", "data": {"card": "6S", "onto": "9C"}}


@pytest.mark.parametrize("call", ["undo", "redo"])
def test_nothing_to_undo_or_redo_is_no_error(call: str) -> None:
    page = Page()
    before = page.ask("view")
    assert page.ask(call) == before


# ------------------------------------------------------------------ taps


def test_a_tap_selects_and_a_tap_on_a_place_moves_the_selected_card(page: Page) -> None:
    view = page.ask("tap", place="column-0", card="6S", selected=None)
    assert (view["selected"], view["happened"]) == ("6S", "nothing")
    view = page.ask("tap", place="cell-3", card=None, selected="6S")
    assert (view["selected"], view["happened"], view["piles"]["cell-3"]) == (None, "move", ["6S"])


def test_a_tap_on_the_selected_card_lets_go_of_it(page: Page) -> None:
    view = page.ask("tap", place="column-0", card="6S", selected="6S")
    assert (view["selected"], view["happened"]) == (None, "nothing")


def test_the_selected_card_is_named_as_everywhere_however_it_was_asked_for(page: Page) -> None:
    assert page.ask("tap", place="cell-1", card="10c", selected=None)["selected"] == "TC"


def test_a_tap_sends_a_card_up_even_while_another_is_selected() -> None:
    page = Page()
    deal, moves = SOLVED["FC", 4][0]
    page.ask("new", deal=str(deal))
    first_up = next(at for at, text in enumerate(moves) if text.endswith("h"))
    view = page.play(" ".join(moves[:first_up]))
    ready = next(card for card, places in view["lift"].items() if "foundation-0" in places)
    place = place_of(view, ready)
    other = next(card for card in view["lift"] if card != ready)
    view = page.ask("tap", place=place, card=ready, selected=other)
    assert (view["happened"], view["steps"][0]["cards"], view["score"]) == ("move", [ready], 10)


def test_a_press_takes_and_a_press_elsewhere_puts(page: Page) -> None:
    view = page.ask("press", place="column-0", card="6S", selected=None)
    assert (view["selected"], view["happened"]) == ("6S", "nothing")
    view = page.ask("press", place="cell-3", card=None, selected="6S")
    assert (view["selected"], view["happened"], view["piles"]["cell-3"]) == (None, "move", ["6S"])


@pytest.mark.parametrize("game", ["FC", "BK"])
def test_a_tap_or_a_double_tap_on_a_foundation_does_nothing(game: str) -> None:
    page, view = first_ace_up((game, 4))
    assert page.ask("tap", place="foundation-0", card=None, selected=None) == view | STILL
    ace = next(card for card, places in view["lift"].items() if "foundation-0" in places)
    view = page.ask("tap", place=place_of(view, ace), card=ace, selected=None)
    assert view["happened"] == "move"
    assert page.ask("double_tap", card=ace) == view | STILL
    place = f"foundation-{'SHDC'.index(ace[1])}"
    assert page.ask("tap", place=place, card=ace, selected=None) == view | STILL


STILL: dict[str, JSON] = {"happened": "nothing", "steps": [], "selected": None}


def place_of(view: View, card: str) -> str:
    piles: dict[str, list[str]] = view["piles"]
    return next(place for place, cards in piles.items() if card in cards)


# ------------------------------------------------------------------ moves and their steps

in_each_setting = pytest.mark.parametrize("setting", SETTINGS, ids=str)
MIDDLES = {"which": st.integers(0, 50), "head_start": st.integers(0, 200)}


def applied(piles: dict[str, list[str]], steps: list[dict[str, Any]]) -> dict[str, list[str]]:
    """The piles after steps, which must find their cards where they say."""
    piles = {place: list(cards) for place, cards in piles.items()}
    for step in steps:
        count = len(step["cards"])
        assert piles[step["from"]][-count:] == step["cards"]
        del piles[step["from"]][-count:]
        piles[step["to"]] += step["cards"]
    return piles


@in_each_setting
@settings(max_examples=GAMES)
@given(**MIDDLES, choice=st.integers(0), to=st.integers(0))
def test_steps_tell_what_moved(
    setting: tuple[str, int], which: int, head_start: int, choice: int, to: int
) -> None:
    page = begun(setting, which, head_start)
    before = page.ask("view")
    card, places = liftable(before, choice)
    after = page.ask("drop", card=card, places=[places[to % len(places)]])
    assert after["steps"][0]["cards"][0] == card
    for view, piles in ((after, before["piles"]), (page.ask("undo"), after["piles"])):
        assert len(view["steps"]) == 1
        assert applied(piles, view["steps"]) == view["piles"]
    again = page.ask("redo")
    assert again["steps"] == after["steps"]
    assert again["piles"] == after["piles"]


def liftable(view: View, choice: int) -> tuple[str, list[str]]:
    """A card that can be lifted and has somewhere to go, and where."""
    able = [(card, places) for card, places in view["lift"].items() if places]
    assume(able)
    return able[choice % len(able)]


@in_each_setting
@given(**MIDDLES)
def test_lift_holds_the_legal_moves_and_nothing_else(
    setting: tuple[str, int], which: int, head_start: int
) -> None:
    page = begun(setting, which, head_start)
    view, position = page.ask("view"), page.bridge.session.game.position
    expected: dict[str, set[str]] = {}
    for move in position.legal_moves():
        card = name_of(position.cards_at(move.source)[-move.count])
        expected.setdefault(card, set()).add(str(move.target))
        if move.target.kind == "foundation":
            expected[card] |= {f"foundation-{index}" for index in range(4)}
    assert {card: set(places) for card, places in view["lift"].items() if places} == expected
    assert all(len(places) == len(set(places)) for places in view["lift"].values())


@in_each_setting
def test_lift_names_the_best_place_first(setting: tuple[str, int]) -> None:
    """Foundation, longest column, of equals the leftmost, empty column, cell."""
    deal, moves = SOLVED[setting][1]
    page = Page()
    page.bridge.session.game = Game(variant_of(*setting), deal)
    ranked_by_length = 0
    for text in moves:
        view = page.ask("view")
        for places in view["lift"].values():
            rated = [rating(view, place) for place in places if place[:5] != "found"]
            assert rated == sorted(rated)
            assert len(rated) == len(places) or "foundation" in places[0]
            columns = [place for place in places if "column" in place]
            ranked_by_length += columns != sorted(columns)
        page.bridge.session.game.play(text)
    assert ranked_by_length > 0


def rating(view: View, place: str) -> tuple[bool, int, str]:
    return "cell" in place, -len(view["piles"][place]) if "column" in place else 0, place


@in_each_setting
@given(**MIDDLES, card=st.sampled_from(NAMES), place=st.integers(0))
def test_a_drop_counts_exactly_where_lift_says(
    setting: tuple[str, int], which: int, head_start: int, card: str, place: int
) -> None:
    page = begun(setting, which, head_start)
    view = page.ask("view")
    target = list(view["piles"])[place % len(view["piles"])]
    own = place_of(view, card)
    reply = page.reply("drop", {"card": card, "places": [target]})
    if target in view["lift"].get(card, []):
        assert reply["ok"]["happened"] == "move"
    elif target == own or own[:5] == target[:5] == "found":
        assert reply["ok"]["happened"] == "nothing"
    else:
        assert "error" in reply
        assert page.ask("view") == view


@in_each_setting
@given(**MIDDLES, choice=st.integers(0), places=st.randoms(use_true_random=False))
def test_of_the_places_under_a_drop_the_first_that_takes_it_counts(
    setting: tuple[str, int], which: int, head_start: int, choice: int, places: Any
) -> None:
    page = begun(setting, which, head_start)
    view = page.ask("view")
    card, legal = liftable(view, choice)
    covered = list(view["piles"])
    places.shuffle(covered)
    first = next(place for place in covered if place in legal)
    after = page.ask("drop", card=card, places=covered)
    assert after["happened"] == "move"
    if first.startswith("foundation"):
        first = f"foundation-{'SHDC'.index(card[1])}"
    assert card in after["piles"][first]


@in_each_setting
@given(**MIDDLES, card=st.sampled_from(NAMES))
def test_a_double_tap_goes_where_lift_says_first_but_never_from_cell_to_cell(
    setting: tuple[str, int], which: int, head_start: int, card: str
) -> None:
    page = begun(setting, which, head_start)
    view = page.ask("view")
    own, places = place_of(view, card), view["lift"].get(card, [])
    useful = [place for place in places if not (own.startswith("cell") and "cell" in place)]
    after = page.ask("double_tap", card=card)
    if own.startswith("foundation") or not useful:
        assert after["happened"] == "nothing"
        return
    step = after["steps"][0]
    assert (step["cards"][0], step["from"]) == (card, own)
    if useful[0].startswith("foundation"):
        assert step["to"] == f"foundation-{'SHDC'.index(card[1])}"
    else:
        assert step["to"] == useful[0]


def test_a_card_dropped_back_where_it_lay_is_no_error(page: Page) -> None:
    before = page.ask("view")
    for places in (["column-0"], ["column-0", "column-1"], []):
        assert page.ask("drop", card="6S", places=places) == before


def test_a_drop_over_its_own_place_first_and_a_legal_one_next_moves(page: Page) -> None:
    view = page.ask("drop", card="6S", places=["column-0", "cell-3"])
    assert view["piles"]["cell-3"] == ["6S"]


def first_ace_up(setting: tuple[str, int]) -> tuple[Page, View]:
    """A page just before the first card of a solved game goes up."""
    deal, moves = SOLVED[setting][0]
    page = Page()
    page.ask("new", game=setting[0], cells=setting[1], deal=str(deal))
    first_up = next(at for at, text in enumerate(moves) if text.endswith("h"))
    return page, page.play(" ".join(moves[:first_up]))


@pytest.mark.parametrize("index", range(4))
def test_any_foundation_counts_as_the_cards_own(index: int) -> None:
    page, view = first_ace_up(("FC", 4))
    ace = next(card for card, places in view["lift"].items() if "foundation-0" in places)
    after = page.ask("drop", card=ace, places=[f"foundation-{index}"])
    assert after["piles"][f"foundation-{'SHDC'.index(ace[1])}"] == [ace]


@pytest.mark.parametrize("game", ["FC", "BK"])
def test_only_freecell_gives_cards_back(game: str) -> None:
    page, view = first_ace_up((game, 4))
    ace = next(card for card, places in view["lift"].items() if "foundation-0" in places)
    view = page.ask("double_tap", card=ace)
    free = next(place for place, cards in view["piles"].items() if "cell" in place and not cards)
    if game == "FC":
        after = page.ask("drop", card=ace, places=[free])
        assert (after["piles"][free], after["score"]) == ([ace], 10)
    else:
        refusal = page.refusal("drop", card=ace, places=[free])
        assert refusal == {"code": "foundation-keeps", "data": {"card": ace}}
        assert ace not in view["lift"]


# ------------------------------------------------------------------ whatever comes

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
PLACES = st.sampled_from(["column-0", "column-7", "column-8", "cell-0", "cell-4", "foundation-3"])
LIKELY = {
    "card": st.sampled_from(NAMES),
    "selected": st.sampled_from(NAMES),
    "place": PLACES,
    "places": st.lists(PLACES, max_size=3),
    "deal": st.sampled_from(["1", "FC1-C2-AAAAAAB", "BK1-C1-AAAAAAB"]),
    "game": st.sampled_from(["FC", "BK"]),
    "cells": st.sampled_from([4, 2, 1, 3]),
    "save": st.fixed_dictionaries({"code": st.just("FC1-C4-AAAAAAB"), "moves": ANYTHING}),
}
ARGS = st.fixed_dictionaries(
    {}, optional={name: st.one_of(LIKELY[name], ANYTHING) for name in LIKELY}
)
REQUESTS = st.fixed_dictionaries(
    {"call": st.sampled_from(list(GOOD))}, optional={"id": ANYTHING, "args": ARGS | ANYTHING}
)
MESSAGES: dict[str, st.SearchStrategy[Any]] = {
    "bytes": st.binary(),
    "text": st.text(),
    "JSON": ANYTHING.map(json.dumps),
    "requests": REQUESTS.map(json.dumps),
}


@pytest.mark.parametrize("kind", MESSAGES)
def test_whatever_comes_is_answered_and_leaves_a_whole_game(kind: str) -> None:
    @settings(max_examples=GAMES)
    @given(messages=st.lists(MESSAGES[kind], min_size=1, max_size=10))
    def answered(messages: list[Any]) -> None:
        page = Page()
        for message in messages:
            reply = well_formed(page.bridge.handle(message))
            assert reply.get("error", {}).get("code") != "internal"
        view = page.ask("view")
        assert len(set(cards_in(view))) == len(cards_in(view)) == 52

    run: Callable[[], None] = answered
    run()


@pytest.mark.parametrize("message", [None, 3, [], {"call": "view"}, object(), b"{}"])
def test_what_is_not_even_text_is_a_bad_request(page: Page, message: Any) -> None:
    assert well_formed(page.bridge.handle(message))["error"]["code"] == "bad-request"


@pytest.mark.parametrize("depth", [300, 3_000, 100_000])
@pytest.mark.parametrize(
    "request_text", ["%s", '{"call": "view", "args": {"deal": %s}}', '{"id": %s}']
)
def test_depths_that_would_overflow_the_stack_are_a_bad_request(
    page: Page, request_text: str, depth: int
) -> None:
    for nested in ("[" * depth, "[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth):
        reply = well_formed(page.bridge.handle(request_text % nested))
        assert reply == {"id": None, "error": {"code": "bad-request", "data": {}}}
