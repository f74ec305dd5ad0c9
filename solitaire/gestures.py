"""What a tap, a double tap and a drop mean: choices between legal moves, not rules.

(Help: Touching cards.)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solitaire.cards import Card, suit_of
from solitaire.errors import IllegalMove
from solitaire.position import Move, Place, Position


@dataclass(frozen=True, slots=True)
class Touch:
    """What a tap comes to: a move to play, or a card that is now selected, or neither."""

    move: Move | None = None
    selected: Card | None = None


def tap(position: Position, card: Card) -> Move | None:
    """An available card goes to its foundation if it may; otherwise nothing moves."""
    place, count = position.find(card)
    if place.kind == "foundation" or count > 1:
        return None
    return _legal(position, place, [Place("foundation", suit_of(card))])


def double_tap(position: Position, card: Card) -> Move | None:
    """The card, or the run from it on, to the best place that takes it.

    A single card: its foundation, else the longest column that accepts it (of equals the
    leftmost), else an empty column, else an empty cell, but never from cell to cell. A run: the
    same without foundation and cell.
    """
    place, count = position.find(card)
    if place.kind == "foundation":
        return None
    targets = ranked_columns(position)
    if count == 1:
        targets.insert(0, Place("foundation", suit_of(card)))
        if place.kind != "cell":
            targets += [Place("cell", index) for index in range(len(position.cells))]
    return _legal(position, place, targets, count)


def ranked_columns(position: Position) -> list[Place]:
    """The columns, those with the most cards first; of equals the leftmost."""
    columns = [Place("column", index) for index in range(len(position.columns))]
    return sorted(columns, key=lambda place: -len(position.columns[place.index]))


def best_first(position: Position, targets: Iterable[Place]) -> list[Place]:
    """Places in the order in which a double tap prefers them."""
    columns = ranked_columns(position)
    kinds = ("foundation", "column", "cell")

    def preference(place: Place) -> tuple[int, int]:
        by_length = columns.index(place) if place in columns else place.index
        return kinds.index(place.kind), by_length

    return sorted(targets, key=preference)


def drop(position: Position, card: Card, places: Sequence[Place]) -> Move | None:
    """The move of a card, with the run below it, dropped over ``places``, most covered first.

    The first place that takes it counts, any foundation as the card's own. Dropped back where
    it came from it stays there: ``None``. Raises ``IllegalMove``, why the first place refuses.
    """
    source, count = position.find(card)
    targets = [_own_foundation(card, place) for place in places]
    move = _legal(position, source, targets, count)
    refused = [target for target in targets if target != source]
    if move is None and refused and targets[0] != source:
        position.play(Move(source, refused[0], count))
    return move


def _own_foundation(card: Card, place: Place) -> Place:
    return Place("foundation", suit_of(card)) if place.kind == "foundation" else place


def touch(
    position: Position, card: Card | None, place: Place, selected: Card | None = None
) -> Touch:
    """What a tap means where a card may be selected: play without dragging.

    A card that can go to its foundation goes there. Else the selected card goes to the place
    that was tapped, if it may. Else the card tapped becomes selected if it can be lifted; a tap
    on the selected card lets go of it. ``card`` is ``None`` for a tap on an empty place.

    Raises ``IllegalMove`` where a selected card can't go and nothing else is meant.
    """
    move = tap(position, card) if card is not None else None
    if move is None and selected is not None and selected != card:
        source, count = position.find(selected)
        move = _legal(position, source, [_own_foundation(selected, place)], count)
    if move is not None or card == selected:
        return Touch(move)
    if card is not None and _can_be_selected(position, card):
        return Touch(selected=card)
    if selected is not None:
        drop(position, selected, [place])
    return Touch()


def press(
    position: Position, card: Card | None, place: Place, selected: Card | None = None
) -> Touch:
    """What the key that takes and puts means at ``place``, on its ``card`` or where it is empty.

    It takes the card; elsewhere it puts the selected card there; on the selected card itself it
    does what a double tap does. A card in the pile of the selected one is taken instead of it.

    Raises ``IllegalMove``: why the card can't be lifted, or why the selected one can't go there.
    """
    if selected is not None and card == selected:
        return Touch(double_tap(position, selected))
    if selected is not None and position.find(selected)[0] != place:
        return Touch(drop(position, selected, [place]))
    if card is None:
        raise IllegalMove("nothing-there", place=str(place))
    source, count = position.find(card)
    refusal = position.why_not_lift(source, count)
    if refusal is not None:
        raise refusal
    return Touch(selected=card)


def finish(position: Position) -> list[Move]:
    """The moves that bring the rest up one card after another, the lowest ranks first.

    None where the cards do not all follow: nothing but foundations is moved to.
    """
    moves = []
    while not position.is_won:
        move = _next_up(position)
        if move is None:
            return []
        moves.append(move)
        position = position.play(move)
    return moves


def _next_up(position: Position) -> Move | None:
    """The lowest available card that may go to its foundation."""
    piles = {place: position.cards_at(place) for place in position.places}
    ends = {
        cards[-1]: place for place, cards in piles.items() if cards and place.kind != "foundation"
    }
    moves = (Move(ends[card], Place("foundation", suit_of(card))) for card in sorted(ends))
    return next((move for move in moves if position.why_not(move) is None), None)


def _can_be_selected(position: Position, card: Card) -> bool:
    source, count = position.find(card)
    return source.kind != "foundation" and (source, count) in position.lifts()


def _legal(
    position: Position, source: Place, targets: Iterable[Place], count: int = 1
) -> Move | None:
    moves = (Move(source, target, count) for target in targets)
    return next((move for move in moves if position.why_not(move) is None), None)
