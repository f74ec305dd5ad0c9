"""Random numbers that are the same on every machine and in every version of Python."""

from __future__ import annotations

from functools import cache

_WORD = 2**64 - 1


class Numbers:
    """SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).

    >>> numbers = Numbers(1)
    >>> numbers.bits(8), numbers.bits(100) < 2**100
    (145, True)
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _WORD

    def bits(self, count: int) -> int:
        """The next number of ``count`` bits."""
        number = 0
        for _ in range(0, count, 64):
            number = number << 64 | self._word()
        return number >> (-count % 64)

    def _word(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        word = self._state
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
        return word ^ word >> 31


class Words(list[int]):
    """The numbers of 64 bits of a seed, kept from search to search; ``word`` makes them."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._numbers = Numbers(seed)

    def word(self, index: int) -> int:
        """The number at a place, counted from 0."""
        while index >= len(self):
            self.append(self._numbers.bits(64))
        return self[index]


@cache
def words_of(seed: int) -> Words:
    """The numbers of a seed."""
    return Words(seed)
