"""Game codes such as ``FC1-C4-AAAAAKH`` (help: Game codes)."""

from __future__ import annotations

import re

from solitaire.deals import FIRST_DEAL, LAST_DEAL, check_deal
from solitaire.errors import BadText
from solitaire.variants import Variant, variant_of

SCHEME = "1"
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
DEAL_DIGITS = 7

_PARTS = (
    ("game", re.compile(r"[A-Z]{2}")),
    ("version", re.compile(r"[0-9]")),
    ("cells", re.compile(r"-?C[0-9]")),
    ("deal", re.compile(rf"-?[{DIGITS}]{{{DEAL_DIGITS}}}")),
    ("end", re.compile(r"\Z")),
)


def write_code(variant: Variant, number: int) -> str:
    """The game code of a deal number, 1 … ``deals.LAST_DEAL``; else ``BadText``.

    >>> from solitaire.variants import BAKERS_GAME
    >>> write_code(BAKERS_GAME, 860)
    'BK1-C4-AAAAA24'
    """
    left, digits = check_deal(number), ""
    for _ in range(DEAL_DIGITS):
        left, digit = divmod(left, len(DIGITS))
        digits = DIGITS[digit] + digits
    return f"{variant.key}{SCHEME}-C{variant.cells}-{digits}"


def parse_code(text: str) -> tuple[Variant, int]:
    """Reads a game code, forgiving about case, spaces and missing hyphens.

    Raises ``BadText``: ``unreadable-code`` names the part that is wrong (``game``, ``version``,
    ``cells``, ``deal`` or ``end``) and what stands there; ``unknown-version``, ``unknown-game``,
    ``unknown-cells`` and ``no-such-deal`` name what does not exist.

    >>> variant, number = parse_code(" fc1c4 aaaaakh")
    >>> variant.key, variant.cells, number
    ('FC', 4, 327)
    """
    parts = _split(text)
    if parts["version"] != SCHEME:
        raise BadText("unknown-version", version=parts["version"], known=SCHEME)
    variant = variant_of(parts["game"], int(parts["cells"][-1]))
    number = 0
    for digit in parts["deal"].removeprefix("-"):
        number = number * len(DIGITS) + DIGITS.index(digit)
    return variant, check_deal(number)


def _split(text: str) -> dict[str, str]:
    code = "".join(text.split())
    # upper() would turn some foreign letters into ours, and then they'd pass.
    code = code.upper() if code.isascii() else code
    parts, at = {}, 0
    for name, pattern in _PARTS:
        found = pattern.match(code, at)
        if found is None:
            raise BadText("unreadable-code", text=code, part=name, found=code[at : at + 12])
        parts[name], at = found.group(), found.end()
    return parts


def parse_deal(text: str, variant: Variant) -> tuple[Variant, int]:
    """Reads a game code, or a plain deal number that is then a deal of ``variant``.

    >>> from solitaire.variants import FREECELL
    >>> parse_deal("11982", FREECELL) == (FREECELL, 11982)
    True
    """
    digits = "".join(text.split())
    if not (digits.isascii() and digits.isdigit()):
        return parse_code(text)
    significant = digits.lstrip("0") or "0"
    if len(significant) > 12:
        raise BadText(
            "no-such-deal", number=significant[:12] + "…", first=FIRST_DEAL, last=LAST_DEAL
        )
    return variant, check_deal(int(significant))
