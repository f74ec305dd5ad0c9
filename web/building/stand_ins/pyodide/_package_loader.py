"""Stands in for what unpacks packages: the page loads none, and what it takes for it costs a start
some 5 %.
"""

from site import getsitepackages

# A snapshot of the memory expects this to be the next thing that Python asks JavaScript for.
from pyodide_js import loadedPackages  # type: ignore[import-not-found]  # noqa: F401


class Folder:
    """A path; Pyodide asks for it as a string."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __str__(self) -> str:
        return self.path


SITE_PACKAGES = Folder(getsitepackages()[0])
DSO_DIR = Folder("/usr/lib")


def init_loaded_packages() -> None:
    """There are none; Pyodide calls this as it starts."""
