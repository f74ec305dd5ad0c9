"""Stands in for _pyodide.docstring in the page: nobody reads documentation there, and writing it
costs a start some 2 %. Pyodide's core asks for the documentation of each of its own methods when it
starts, and for a line of it even where there is nothing to say.
"""

from collections.abc import Callable


def get_cmeth_docstring(func: Callable[..., object]) -> str:
    """The name alone.

    >>> get_cmeth_docstring(len)
    'len()\\n--\\n\\n'
    """
    return f"{func.__name__}()\n--\n\n"


def dedent_docstring(docstring: str) -> str:
    """What is there, as it stands.

    >>> dedent_docstring("One.\\n  Two.")
    'One.\\n  Two.'
    """
    return docstring
