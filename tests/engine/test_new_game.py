"""CONTRIBUTING's walk-through holds: a game that we don't have costs one record.

Seahaven Towers: ten columns of five, two cards dealt to cells, built down in suit, kings only
into an empty column.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from solitaire import session, variants
from solitaire.bridge import Bridge
from solitaire.cards import KING, PACK, rank_of, suit_of
from solitaire.game import Game
from solitaire.position import Move, Place
from solitaire.variants import Build, Fill, Variant

SEAHAVEN_TOWERS = Variant(
    key="ST",
    build=Build.SAME_SUIT,
    take_back=False,
    fill=Fill.KINGS,
    columns=10,
    cells=4,
    cell_choices=(4,),
    dealt_to_columns=50,
)


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    known = {**variants.VARIANTS, "ST": SEAHAVEN_TOWERS}
    monkeypatch.setattr(variants, "VARIANTS", known)
    monkeypatch.setattr(session, "VARIANTS", known)
    variants.variant_of.cache_clear()
    yield
    variants.variant_of.cache_clear()


def played(game: Game, most: int) -> Game:
    """A game played on by the last legal move each time."""
    for _ in range(most):
        moves = game.legal_moves()
        if not moves:
            break
        game.play(moves[-1])
    return game


def test_the_deal_has_ten_columns_and_two_cards_in_cells() -> None:
    position = Game(SEAHAVEN_TOWERS, 1).position
    assert [len(column) for column in position.columns] == [5] * 10
    assert [card is None for card in position.cells] == [False, False, True, True]


def test_only_kings_fill_an_empty_column() -> None:
    start = Game(SEAHAVEN_TOWERS, 7).position
    first, *others, last = start.columns
    emptied = replace(start, columns=(last + first, *others, ()), cells=(None,) * 4)
    empty = Place("column", 9)
    for index in range(9):
        source = Place("column", index)
        fits = emptied.why_not(Move(source, empty)) is None
        assert fits == (rank_of(emptied.cards_at(source)[-1]) == KING)
    king = replace(emptied, columns=(*emptied.columns[:9], ()), cells=(PACK[-1], None, None, None))
    assert king.why_not(Move(Place("cell", 0), empty)) is None


def test_cards_lie_in_suit() -> None:
    game = Game(SEAHAVEN_TOWERS, 7)
    for move in game.legal_moves():
        if move.target.kind == "column":
            cards = game.position.play(move).cards_at(move.target)
            assert all(suit_of(a) == suit_of(b) for a, b in pairwise(cards[-2:]))


@pytest.mark.usefixtures("registered")
def test_codes_saves_and_the_bridge_know_it() -> None:
    game = played(Game(SEAHAVEN_TOWERS, 7), 25)
    assert game.code == "ST1-C4-AAAAAAH"
    assert Game.restore(game.save()).save() == game.save()
    bridge = Bridge()
    request = {"id": 1, "call": "new", "args": {"deal": game.code}}
    view = json.loads(bridge.handle(json.dumps(request)))["ok"]
    assert len([place for place in view["piles"] if place.startswith("column")]) == 10
    games = json.loads(bridge.handle('{"id": 2, "call": "games"}'))["ok"]
    assert {"game": "ST", "cells": [4]} in games
