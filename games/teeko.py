"""Teeko: bring your four men together on a board of five by five squares.

A player wins by a *goal*: four adjacent men in a line, or on the four squares of a two-by-two
block. There are 44 goals. In *advanced* Teeko the corners of larger squares are goals too, 58 in
all. While a player has men in hand, a move drops one on an empty square. After that a player moves
one of their men to an adjacent empty square in any direction, as a king moves in chess.

By default the game is the second phase only. All eight men are on the board, at the start as drawn
below. With ``drops=True`` it is the whole game, from the empty board.

    5 x o . o x
    4 . . . . .        A man is dropped by the name of its square, c3,
    3 . . . . .        and moved by two, c3-c4.
    2 . . . . .
    1 o x . x o
      a b c d e

**Terminal positions.** The player who has just moved wins by a goal. Play never leads to a goal of
the player to move, or of both players, but such boards have indexes too. There the player to move
has won if only they have a goal, and has lost otherwise. With four men each there is always a move,
because four opposing men can only block men that form a goal. All symmetries of the board are used,
although the start has only one, because the published numbers of positions count all placements.

Source of the values: E. W. Weisstein, *Teeko*, MathWorld. G. L. Steele computed them in 1998.
"""

from __future__ import annotations

from typing import Annotated, Any

import attrs

from gamesolver.boardgames import LOSS, WIN, BoardGame
from gamesolver.boards import ALL_DIRECTIONS, Grid
from gamesolver.validators import yes_or_no


@attrs.define
class Teeko(BoardGame):
    """Teeko with all men on the board; the whole game with ``drops``.

    >>> game = Teeko()
    >>> game.format_move(game.moves(game.start())[0])
    'a5-a4'
    >>> print(game.terminal_value(game.parse("mmm.m/...../..ww./..ww./.....")))
    loss
    """

    advanced: Annotated[bool, "squares of any size win"] = attrs.field(
        default=False, validator=yes_or_no
    )
    drops: Annotated[bool, "begin with the empty board"] = attrs.field(
        default=False, validator=yes_or_no
    )

    looks = ("dark", "light")
    each = 4
    all_symmetries = True

    def __attrs_post_init__(self) -> None:
        self.board = board = Grid(5, 5)
        self.near = board.steps(*ALL_DIRECTIONS)
        sides = range(1, 5) if self.advanced else [1]
        squares = [[(0, 0), (0, side), (side, 0), (side, side)] for side in sides]
        self.goals = board.lines(4) + board.shapes(*squares)

    def setup(self) -> Any:
        if self.drops:
            return None
        return self.board.set(["a5", "e5", "b1", "d1"]), self.board.set(["b5", "d5", "a1", "e1"])

    def actions(self, at: Any) -> Any:
        if len(at.mine) < self.each:
            for place in at.empty:
                yield at.put(place)
        else:
            for man in at.mine:
                for to in self.near[man] & at.empty:
                    yield at.slide(man, to)

    def result(self, at: Any) -> Any:
        if any(goal <= at.theirs for goal in self.goals):
            return LOSS
        return WIN if any(goal <= at.mine for goal in self.goals) else None
