"""Shows the table of what was verified before pytest's last lines."""

from __future__ import annotations

import pytest

from tests.verify import table


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if table.ROWS:
        terminalreporter.section("verified")
        for line in table.lines():
            terminalreporter.line(line)
