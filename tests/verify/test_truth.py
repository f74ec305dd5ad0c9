"""The search against what others found out, all of it; the quick part is in test_solver."""

from __future__ import annotations

from functools import partial

import pytest

from tests.verify import table
from tests.verify.chunks import spread
from tests.verify.truth import GROUPS, answer, cases

UNDECIDED = {"FC-C2, deals to 1000": 2, "FC-C2 with take-back, deals to 1000": 2}
"""What may stay unknown; of the deals beyond, 1 in 100."""


@pytest.mark.parametrize("group", GROUPS)
def test_groups_hold_what_they_say(group: str) -> None:
    outcomes = {case.outcome for case in cases(group)}
    assert outcomes <= {"winnable", "lost"}
    if group.endswith("300 beyond"):
        assert len(cases(group)) == 300
        assert len(outcomes) == 2


@pytest.mark.verify
@pytest.mark.parametrize("group", GROUPS)
def test_agrees_with_what_is_known(group: str) -> None:
    count = len(cases(group))
    answers = list(spread(partial(answer, group), range(count)))
    faults = [found.fault for found in answers if found.fault]
    assert not faults, "\n".join(faults)
    unknown = [found.unknown for found in answers if found.unknown]
    allowed = count // 100 if group.endswith("beyond") else UNDECIDED.get(group, 0)
    seconds = sum(found.seconds for found in answers)
    name = f"{group} (unknown: {', '.join(unknown)})" if unknown else group
    table.add(name, count, len(unknown), [found.states for found in answers], seconds)
    assert len(unknown) <= allowed, unknown
