"""Stands in for Pyodide's event loop in the page: nobody waits in Python there."""

# A snapshot of the memory expects this to be the first thing that Python asks JavaScript for.
from pyodide_js._api import scheduleCallback  # type: ignore[import-not-found]  # noqa: F401


def _initialize_event_loop() -> None:
    """There is none; Pyodide calls this as it starts."""
