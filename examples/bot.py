"""A bot for tic-tac-toe that knows less than it thinks: the centre, then corners, then edges.

    gamesolver audit tic-tac-toe examples/bot.py:choose

asks it about every position in which it can err, and shows the line that punishes it.
"""

from __future__ import annotations


def choose(position: str) -> int | list[int]:
    """The centre while it is there, else any corner, else any edge that is empty."""
    for squares in ((4,), (0, 2, 6, 8), (1, 3, 5, 7)):
        empty = [square for square in squares if position[square] == "."]
        if empty:
            return empty
    raise ValueError("no square is empty")
