"""An imperfect bot for tic-tac-toe: it prefers the centre, then corners, then edges.

Audit it at every position in which a mistake is possible, and see the lines that punish it:

    gamesolver audit tic-tac-toe examples/bot.py:choose
"""

from __future__ import annotations


def choose(position: str) -> int | list[int]:
    """Return the centre if it is empty, else the empty corners, else the empty edges."""
    for squares in ((4,), (0, 2, 6, 8), (1, 3, 5, 7)):
        empty = [square for square in squares if position[square] == "."]
        if empty:
            return empty
    raise ValueError("no square is empty")
