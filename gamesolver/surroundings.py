"""Where the program runs: in a terminal, in a notebook, or where nobody looks on.

A notebook has a shell of IPython that is not the one of a terminal. IPython is never loaded to
find that out: whoever runs in a notebook has loaded it.
"""

from __future__ import annotations

import sys


def in_notebook() -> bool:
    """Whether results are shown on a page, as notebooks do.

    >>> in_notebook()
    False
    """
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    if shell is None:
        return False
    terminal = sys.modules.get("IPython.terminal.interactiveshell")
    return terminal is None or not isinstance(shell, terminal.TerminalInteractiveShell)


def in_terminal() -> bool:
    """Whether standard error is read by a person as it comes."""
    return sys.stderr is not None and sys.stderr.isatty()
