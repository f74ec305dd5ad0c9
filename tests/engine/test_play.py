"""Whole games of anything that a player can do: nothing is lost, and every point is accounted for.

A game is a list of actions that Hypothesis draws; many begin in the middle of a solved game, where
there are long runs, empty columns, cards to take back, and a win close by.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from solitaire import Game, IllegalMove, Position, variant_of
from solitaire.cards import PACK, Card, card_of
from solitaire.errors import BadText
from solitaire.gestures import double_tap, drop, tap
from solitaire.notation import parse_move
from solitaire.position import Move, Place
from solitaire.session import Session
from solitaire.view import view_of
from tests.engine.both import SETTINGS, solutions

GAMES = 4 * settings().max_examples  # in each of the six settings
UNDO_LIMIT = 100

Key: TypeAlias = tuple[str, int]
Gesture: TypeAlias = Callable[[Position, int, int], Move | None]

# ------------------------------------------------------------------ what a player does


def tap_one(position: Position, which: int, where: int) -> Move | None:
    """A tap on one of the cards that lie on top of something."""
    tops = [cards[-1] for cards in map(position.cards_at, position.places) if cards]
    return tap(position, tops[which % len(tops)])


def double_tap_one(position: Position, which: int, where: int) -> Move | None:
    """A double tap on any card."""
    return double_tap(position, which)


def drag_anywhere(position: Position, which: int, where: int) -> Move | None:
    """Any card dropped over any two places; most of these are refused."""
    places = [position.places[n % len(position.places)] for n in (where, where + 5)]
    return drop(position, which, places)


def drag_card(position: Position, which: int, where: int) -> Move | None:
    """One card to a place that takes it."""
    return dragged(position, which, where, lambda place, count: count == 1)


def drag_run(position: Position, which: int, where: int) -> Move | None:
    """Several cards to a place that takes them."""
    return dragged(position, which, where, lambda place, count: count > 1)


def take_back(position: Position, which: int, where: int) -> Move | None:
    """The top card of a foundation back into play."""
    return dragged(position, which, where, lambda place, count: place.kind == "foundation")


def dragged(
    position: Position, which: int, where: int, wanted: Callable[[Place, int], bool]
) -> Move | None:
    lifts = [lift for lift in position.lifts() if wanted(*lift)]
    at = which % max(1, len(lifts))
    for source, count in lifts[at:] + lifts[:at]:
        targets = position.targets(source, count)
        if targets:
            return Move(source, targets[where % len(targets)], count)
    return None


GESTURES: dict[str, Gesture] = {
    "tap": tap_one,
    "double tap": double_tap_one,
    "drag anywhere": drag_anywhere,
    "drag a card": drag_card,
    "drag a run": drag_run,
    "take back": take_back,
}


class Action(NamedTuple):
    """One thing that a player does; the numbers choose the card and the place."""

    name: str
    which: int
    where: int


NAMES = [*GESTURES] * 5 + ["undo"] * 5 + ["redo"] * 4 + ["restart"]
ACTIONS = st.builds(Action, st.sampled_from(NAMES), st.sampled_from(PACK), st.integers(0, 30))
GAMES_OF_ACTIONS = st.lists(ACTIONS, min_size=15, max_size=60)
HEAD_STARTS = st.one_of(st.just(0), st.integers(0, 200))


# ------------------------------------------------------------------ what a game should remember


class Stage(NamedTuple):
    """What one action led to, and what it earned."""

    position: Position
    points: int


@dataclass
class Record:
    """A game's history, kept a second time, by hand."""

    start: Position
    played: list[Stage] = field(default_factory=list)
    undone: list[Stage] = field(default_factory=list)
    reach: int = 0  # of undo

    @property
    def position(self) -> Position:
        return self.played[-1].position if self.played else self.start

    @property
    def score(self) -> int:
        return sum(stage.points for stage in self.played)

    def add(self, after: Position) -> None:
        self.played.append(Stage(after, earned(self.position, after)))
        self.reach = min(self.reach + 1, UNDO_LIMIT)

    def undo(self) -> bool:
        if self.reach == 0:
            return False
        self.reach -= 1
        self.undone.append(self.played.pop())
        return True

    def redo(self) -> bool:
        if not self.undone:
            return False
        self.add(self.undone.pop().position)
        return True

    def restart(self) -> None:
        self.undone += reversed(self.played)
        self.played, self.reach = [], 0


def whereabouts(position: Position) -> dict[Card, str]:
    """Each card's kind of pile; 52 entries only where no card is missing or doubled."""
    found: list[tuple[Card, str]] = []
    for suit, height in enumerate(position.foundations):
        found += [(card_of(rank, suit), "foundation") for rank in range(1, height + 1)]
    for column in position.columns:
        found += [(card, "column") for card in column]
    found += [(card, "cell") for card in position.cells if card is not None]
    assert sorted(card for card, _ in found) == list(PACK)
    return dict(found)


def earned(before: Position, after: Position) -> int:
    """The points between two positions, from nothing but where each card lies."""
    then, now = whereabouts(before), whereabouts(after)
    moved = [(then[card], now[card]) for card in PACK if then[card] != now[card]]
    up = sum(target == "foundation" for _, target in moved)
    return 10 * up + 5 * moved.count(("cell", "column"))


def act(game: Game, record: Record, action: Action) -> None:
    """Does the same to a game and to its record."""
    if action.name == "undo":
        assert game.undo() == record.undo()
    elif action.name == "redo":
        assert game.redo() == record.redo()
    elif action.name == "restart":
        game.restart()
        record.restart()
    else:
        move = meant(game.position, action)
        if move is not None:
            game.play(move)
            record.add(game.position)
            record.undone.clear()


def meant(position: Position, action: Action) -> Move | None:
    try:
        return GESTURES[action.name](position, action.which, action.where)
    except IllegalMove:
        return None


def check(game: Game, record: Record) -> None:
    assert game.position == record.position
    assert game.score == record.score >= 0
    assert game.undoable == record.reach <= UNDO_LIMIT
    assert game.redoable == len(record.undone)
    assert len(game.moves) == len(record.played)


@cache
def solved_games() -> dict[Key, list[tuple[int, list[str]]]]:
    solved: dict[Key, list[tuple[int, list[str]]]] = {setting: [] for setting in SETTINGS}
    for key, cells, deal, moves in solutions():
        solved[key, cells].append((deal, moves))
    return solved


def begun(setting: Key, which: int, head_start: int) -> tuple[Game, Record]:
    """A game that has been played that far towards its win (but not the whole way)."""
    solved = solved_games()[setting]
    deal, moves = solved[which % len(solved)]
    game = Game(variant_of(*setting), deal)
    record = Record(game.position)
    for text in moves[: head_start % len(moves)]:
        game.play(text)
        record.add(game.position)
    return game, record


def played(setting: Key, which: int, head_start: int, actions: list[Action]) -> tuple[Game, Record]:
    game, record = begun(setting, which, head_start)
    for action in actions:
        act(game, record, action)
    return game, record


def through_json(save: object) -> Any:
    return json.loads(json.dumps(save))


each_setting = pytest.mark.parametrize("setting", SETTINGS, ids=lambda key: f"{key[0]}-C{key[1]}")


# ------------------------------------------------------------------ games


@each_setting
@settings(max_examples=GAMES)
@given(which=st.integers(0, 50), head_start=HEAD_STARTS, actions=GAMES_OF_ACTIONS)
def test_any_game_keeps_its_cards_its_score_and_its_history(
    setting: Key, which: int, head_start: int, actions: list[Action]
) -> None:
    game, record = begun(setting, which, head_start)
    for action in actions:
        act(game, record, action)
        check(game, record)
    restored = Game.restore(through_json(game.save()))
    check(restored, record)
    assert restored.save() == game.save()
    while record.undo():
        assert restored.undo()
        check(restored, record)
    assert not restored.undo()
    while record.redo():
        assert restored.redo()
        check(restored, record)
    assert not restored.redo()


@each_setting
@given(which=st.integers(0, 50), head_start=HEAD_STARTS, actions=GAMES_OF_ACTIONS)
def test_a_save_restores_to_the_same_view(
    setting: Key, which: int, head_start: int, actions: list[Action]
) -> None:
    game, _ = played(setting, which, head_start, actions)
    restored = Game.restore(through_json(game.save()))
    assert view_of(restored) == view_of(game)
    for step in ("undo", "undo", "redo"):
        assert getattr(restored, step)() == getattr(game, step)()
        assert view_of(restored) == view_of(game)


@each_setting
@given(
    which=st.integers(0, 50), head_start=HEAD_STARTS, actions=GAMES_OF_ACTIONS, last=st.integers()
)
def test_undo_takes_back_all_of_a_move_and_redo_brings_all_of_it(
    setting: Key, which: int, head_start: int, actions: list[Action], last: int
) -> None:
    game, record = played(setting, which, head_start, actions)
    moves = game.legal_moves()
    if not moves or record.reach == UNDO_LIMIT:
        return
    before = facts(game)
    game.play(moves[last % len(moves)])
    after = view_of(game)
    assert facts(game) != before
    assert game.undo()
    assert facts(game) == before
    assert game.redo()
    assert view_of(game) == after


def facts(game: Game) -> dict[str, object]:
    """A game's view, but for what can be redone: a new move forgets that."""
    view = view_of(game)
    save = {**view["save"], "undone": ""}
    return {**view, "redoable": 0, "save": save}


def test_a_move_forgets_what_was_undone() -> None:
    game = Game(variant_of("FC", 4), 1)
    for text in ("1a", "2b"):
        game.play(text)
    game.undo()
    game.play("3b")
    assert (game.redo(), game.redoable, game.moves) == (False, 0, ["1a", "3b"])


def test_a_refused_move_forgets_nothing() -> None:
    game = Game(variant_of("FC", 4), 1)
    game.play("1a")
    game.undo()
    with pytest.raises(IllegalMove, match="not-next"):
        game.play("1h")
    with pytest.raises(BadText, match="unreadable-move"):
        game.play("1z")
    assert game.redo()


def long_game(moves: int) -> tuple[Game, list[Position]]:
    """A card goes from cell to cell; the positions before, between and after the moves."""
    game = Game(variant_of("FC", 4), 1)
    positions = [game.position]
    for number in range(moves):
        game.play("1a" if number == 0 else ("ab", "ba")[(number - 1) % 2])
        positions.append(game.position)
    return game, positions


def test_the_last_hundred_actions_can_be_undone_and_no_more() -> None:
    game, positions = long_game(150)
    undone = 0
    while game.undo():
        undone += 1
        assert game.position == positions[150 - undone]
    assert (undone, game.undoable, len(game.moves)) == (100, 0, 50)
    while game.redo():
        pass
    assert (game.position, game.undoable, len(game.moves)) == (positions[150], 100, 150)


def test_how_far_undo_reaches_survives_a_save() -> None:
    game, _ = long_game(150)
    for _ in range(70):
        game.undo()
    restored = Game.restore(through_json(game.save()))
    assert (restored.undoable, restored.redoable) == (30, 70)
    assert sum(restored.undo() for _ in range(150)) == 30


def test_restart_deals_the_same_again_and_redo_plays_it_all_once_more() -> None:
    game, positions = long_game(150)
    for _ in range(20):
        game.undo()
    game.restart()
    assert (game.position, game.score, game.undoable) == (positions[0], 0, 0)
    assert [game.redo() for _ in range(151)] == [True] * 150 + [False]
    assert game.position == positions[150]


@each_setting
def test_the_whole_way_to_a_win_scores_and_can_be_saved(setting: Key) -> None:
    for deal, moves in solved_games()[setting]:
        game = Game(variant_of(*setting), deal)
        record = Record(game.position)
        for text in moves:
            game.play(text)
            record.add(game.position)
            check(game, record)
        assert game.is_won
        assert game.score >= 520
        assert Game.restore(through_json(game.save())).is_won


# ------------------------------------------------------------------ damaged saves

WHOLE = {"code": "FC1-C4-AAAAAAB", "moves": "1a 2b", "undone": "3c", "undoable": 2}
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


def test_the_save_that_is_damaged_below_is_whole() -> None:
    assert Game.restore(WHOLE).save() == WHOLE


DAMAGE: dict[str, list[object]] = {
    "code": [
        *(None, 7, "", "FC1-C4-AAAAAAA", "FC1-C3-AAAAAAB", "FC"),
        *("XX1-C4-AAAAAAB", "FC2-C4-AAAAAAB", ["FC1-C4-AAAAAAB"]),
    ],
    "moves": [
        *(None, 0, ["1a", "2b"], "1a 2", "1a 2z", "1a 2a", "11"),
        *("1h", "1a h1", "1a hS1", "1av9", "1a\0", "1a 2ẞ"),
    ],
    "undone": [None, {}, "3a", "h", "3c 4d 5d", True],
    "undoable": [None, -1, 3, 101, 1.0, "2", True, [2], 10**400, float("nan"), float("inf")],
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in DAMAGE.items() for value in values]
)
def test_damage_is_found_and_its_place_named(name: str, value: object) -> None:
    with pytest.raises(BadText) as refused:
        Game.restore({**WHOLE, name: value})
    assert refused.value.code == "damaged-save"
    assert refused.value.data["field"] == name


@pytest.mark.parametrize("name", ["moves", "undone"])
def test_a_number_that_reads_like_a_move_is_damage_too(name: str) -> None:
    save = {"code": "FC1-C4-AAAAAAD", name: "28"}
    assert Game.restore(save).save()[name] == "28"
    with pytest.raises(BadText, match=f"damaged-save: field={name}"):
        Game.restore({**save, name: 28})


@pytest.mark.parametrize("name", ["code", "moves"])
def test_a_save_without_what_a_game_is_made_of_is_damaged(name: str) -> None:
    without = {key: value for key, value in WHOLE.items() if key != name}
    with pytest.raises(BadText, match="damaged-save"):
        Game.restore(without)


def test_an_undo_reach_of_more_than_a_hundred_is_damage() -> None:
    game, _ = long_game(150)
    with pytest.raises(BadText, match="damaged-save: field=undoable why=101"):
        Game.restore({**game.save(), "undoable": 101})


@each_setting
@given(
    head_start=HEAD_STARTS,
    actions=GAMES_OF_ACTIONS,
    at=st.integers(0, 300),
    text=st.from_regex(r"(h[SHDC]|[1-8a-d])[1-8a-dh](v[1-9a-d])?", fullmatch=True),
)
def test_an_illegal_move_anywhere_in_a_save_is_found_and_counted(
    setting: Key, head_start: int, actions: list[Action], at: int, text: str
) -> None:
    game, record = played(setting, 0, head_start, actions)
    at %= len(record.played) + 1
    position = record.played[at - 1].position if at else record.start
    assume(position.why_not(parse_move(text, position)) is not None)
    moves = [*game.moves[:at], text, *game.moves[at:]]
    with pytest.raises(BadText) as refused:
        Game.restore({**game.save(), "moves": " ".join(moves)})
    assert refused.value.code == "damaged-save"
    assert (refused.value.data["field"], refused.value.data["number"]) == ("moves", at + 1)


@given(
    setting=st.sampled_from(SETTINGS),
    head_start=HEAD_STARTS,
    actions=GAMES_OF_ACTIONS,
    damage=st.dictionaries(st.sampled_from(list(WHOLE)), JSON_VALUES, min_size=1),
)
def test_damage_of_any_type_is_refused_and_the_game_goes_on(
    setting: Key, head_start: int, actions: list[Action], damage: dict[str, object]
) -> None:
    session = Session()
    session.game, _ = played(setting, 0, head_start, actions)
    before = session.calls["view"]({})
    restore_or_refuse(session, {**session.game.save(), **damage}, before)


@given(
    setting=st.sampled_from(SETTINGS),
    head_start=HEAD_STARTS,
    actions=GAMES_OF_ACTIONS,
    name=st.sampled_from(["code", "moves", "undone"]),
    at=st.integers(0, 500),
    cut=st.integers(0, 3),
    put=st.text(st.sampled_from("12345678abcdhvSHDC FKB-0\n\0é"), max_size=3),
)
def test_text_damaged_anywhere_is_refused_or_is_another_whole_game(
    setting: Key, head_start: int, actions: list[Action], name: str, at: int, cut: int, put: str
) -> None:
    session = Session()
    session.game, _ = played(setting, 0, head_start, actions)
    before = session.calls["view"]({})
    save = session.game.save()
    text = str(save[name])
    at %= len(text) + 1
    restore_or_refuse(session, {**save, name: text[:at] + put + text[at + cut :]}, before)


def restore_or_refuse(session: Session, save: dict[str, object], before: object) -> None:
    """What is no whole save is refused, as damage and nothing else, and changes nothing."""
    try:
        view = session.calls["restore"]({"save": save})
    except BadText as error:
        refusal = error.code
    else:
        game = session.game
        whereabouts(game.position)
        assert game.score >= 0
        assert game.undoable <= UNDO_LIMIT
        kept = {name: text for name, text in view["save"].items() if name != "id"}
        assert Game.restore(view["save"]).save() == kept == game.save()
        return
    assert refusal == "damaged-save"
    assert session.calls["view"]({}) == before


@pytest.mark.parametrize("save", [None, 3, "", [], "FC1-C4-AAAAAAB", {}])
def test_what_is_no_save_at_all_is_refused(save: object) -> None:
    session = Session()
    before = session.calls["view"]({})
    with pytest.raises(BadText, match="damaged-save"):
        session.calls["restore"]({"save": save})
    assert session.calls["view"]({}) == before
