"""From a deal number to a deal: the scheme that Microsoft's FreeCell began.

FreeCell Pro, PySolFC, fc-solve and ``pysol-cards`` deal the same cards for the same number.
"""

from __future__ import annotations

from collections.abc import Iterator

from solitaire.cards import PACK, Card
from solitaire.errors import BadText
from solitaire.variants import Variant

FIRST_DEAL = 1
LAST_DEAL = 2**33 - 1

_SUITS_IN_PACK_ORDER = (3, 2, 1, 0)


def check_deal(number: int) -> int:
    """The number itself, if it is a deal; else raises ``BadText`` (``no-such-deal``)."""
    if not FIRST_DEAL <= number <= LAST_DEAL:
        raise BadText("no-such-deal", number=number, first=FIRST_DEAL, last=LAST_DEAL)
    return number


def _draws(number: int) -> Iterator[int]:
    """The scheme's random numbers: 15, 16 or 17 bits wide by the range of the deal number."""
    state = number % 2**32
    while True:
        state = (214013 * state + 2531011) % 2**32
        if number < 2**31:
            yield state >> 16 & 0x7FFF
        elif number < 2**32:
            yield state >> 16 & 0x7FFF | 0x8000
        else:
            yield (state >> 16 & 0xFFFF) + 1


def shuffled(number: int) -> list[Card]:
    """The 52 cards of a deal in the order in which they are dealt.

    >>> from solitaire.cards import name_of
    >>> [name_of(card) for card in shuffled(1)[:8]]
    ['JD', '2D', '9H', 'JC', '5D', '7H', '7C', '5H']
    """
    check_deal(number)
    pack = [card - card % 4 + _SUITS_IN_PACK_ORDER[card % 4] for card in PACK]
    dealt = []
    for draw in _draws(number):
        if not pack:
            break
        chosen = draw % len(pack)
        pack[chosen], pack[-1] = pack[-1], pack[chosen]
        dealt.append(pack.pop())
    return dealt


def deal(number: int, variant: Variant) -> tuple[list[list[Card]], list[Card]]:
    """The columns of a deal, and the cards dealt to the cells (none in most games)."""
    cards = shuffled(number)
    in_columns = cards[: variant.dealt_to_columns]
    columns = [in_columns[index :: variant.columns] for index in range(variant.columns)]
    return columns, cards[variant.dealt_to_columns :]
