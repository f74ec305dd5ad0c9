"""What a program does to the columns and the lone cards that it touches."""

from __future__ import annotations

from typing import NamedTuple

from solitaire.cards import Card, suit_of
from solitaire.solver.columns import ColumnId, Columns
from solitaire.solver.moment import moments_of
from solitaire.solver.program import (
    EMPTY_COLUMN,
    UP,
    WAIT,
    Program,
    foundation_card,
    is_lone,
    lone_card,
)


class Effect(NamedTuple):
    """Columns that go and come, lone cards that go and come, those of them that come to be alone
    in a column; the ``suit`` whose foundation rises by ``rise`` cards.
    """

    gone: tuple[ColumnId, ...]
    come: tuple[ColumnId, ...]
    stirred: tuple[Card, ...]
    waiting: tuple[Card, ...]
    alone: tuple[Card, ...]
    suit: int
    rise: int


NO_EFFECT = Effect((), (), (), (), (), 0, 0)


class Effects(dict[Program, Effect]):
    """The effect of a program, worked out when first asked for. The program must be legal."""

    def __init__(self, columns: Columns) -> None:
        super().__init__()
        self.columns = columns
        self.moments = moments_of(columns.tables)

    def __missing__(self, program: Program) -> Effect:
        self[program] = effect = _Piles(self.columns, program).effect()
        return effect


class _Piles:
    """The columns that a program touches, before and after, and the lone cards."""

    def __init__(self, columns: Columns, program: Program) -> None:
        source, dug, cards, target, other, other_dug = program
        self._columns = columns
        self._suit = self._rise = 0
        self._stirred: list[Card] = []
        self._waiting: list[Card] = []
        self._after: dict[ColumnId, ColumnId] = {}
        self._made: list[ColumnId] = []
        for column, count in ((source, dug), (other, other_dug)):
            if column > 0:
                self._waiting.extend(self._pop(column, count))
        self._put(self._lift(source, cards), target)

    def effect(self) -> Effect:
        """The difference."""
        size, top = self._columns.size, self._columns.top
        left = [*self._after.values(), *self._made]
        alone = tuple(top[column] for column in left if size[column] == 1)
        return Effect(
            gone=tuple(self._after),
            come=tuple(column for column in left if size[column] > 1),
            stirred=tuple(self._stirred),
            waiting=(*self._waiting, *alone),
            alone=alone,
            suit=self._suit,
            rise=self._rise,
        )

    def _pop(self, column: ColumnId, count: int) -> tuple[Card, ...]:
        """Takes cards off a column; the last first."""
        rest = self._after.get(column, column)
        cards = []
        for _ in range(count):
            cards.append(self._columns.top[rest])
            rest = self._columns.rest[rest]
        self._after[column] = rest
        return tuple(cards)

    def _lift(self, source: int, count: int) -> tuple[Card, ...]:
        if source > 0:
            return self._pop(source, count)[::-1]
        if is_lone(source):
            self._unwait(lone_card(source))
            return (lone_card(source),)
        card = foundation_card(source)
        self._suit, self._rise = suit_of(card), -1
        return (card,)

    def _unwait(self, card: Card) -> None:
        if card in self._waiting:
            self._waiting.remove(card)
        else:
            self._stirred.append(card)

    def _put(self, cards: tuple[Card, ...], target: int) -> None:
        put = self._columns.put
        if target == UP:
            self._suit, self._rise = suit_of(cards[0]), 1
        elif target == WAIT:
            self._waiting.extend(cards)
        elif target == EMPTY_COLUMN:
            self._made.append(put(0, cards))
        elif is_lone(target):
            self._unwait(lone_card(target))
            self._made.append(put(0, (lone_card(target), *cards)))
        else:
            self._after[target] = put(self._after.get(target, target), cards)
