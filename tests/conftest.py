"""What holds for every test, on CPython as inside Pyodide: so nothing here may need a browser.

Profiles of Hypothesis, chosen by HYPOTHESIS_PROFILE: `default`, `pyodide` (fewer examples, since
Python is slower there), `verify` (many). A test that wants other numbers multiplies its profile's:
`@settings(max_examples=5 * settings.default.max_examples)`.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "default",
    deadline=None,
    print_blob=True,
    derandomize="CI" in os.environ,  # whether a commit passes must not be chance
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("pyodide", settings.get_profile("default"), max_examples=15)
settings.register_profile("verify", settings.get_profile("default"), max_examples=5000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start the longest test first: then the others fill the second core meanwhile."""
    items.sort(key=lambda item: "test_in_pyodide" not in item.nodeid)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Before pytest's last line, name the checks that build.py saw fail: they fail the run."""
    if failed := os.environ.get("FAILED_CHECKS"):
        terminalreporter.section("failed before the tests", red=True)
        terminalreporter.line(failed, red=True)
