r"""Dots and Boxes: draw a line between two dots; whoever closes a box moves again. Compiled rules.

    a b c d      a board of one by three boxes: ten lines, which are called by the dots at
    e f g h      their ends, a-b or a-e, and numbered row by row

A begins. A line may be drawn anywhere, at any time; nobody has to close a box. When all lines are
drawn, whoever has more boxes has won, by the difference. Nothing more is a rule: that long chains
decide the game, and that one gives up two boxes to keep control, is a consequence (E. Berlekamp,
*The Dots-and-Boxes Game*, 2000).

What a line closes is won at once: it is the *gain* of the move. So whose the boxes are need not be
part of the position, and the score is what play brings from here on.

**A position** is one integer: bit ``line`` is set if that line is drawn, and the bit above them
all if B moves. Which player that is changes nothing, so the players are exchanged by symmetry,
besides the mirrors of the board and, where it is square, its turns.

**The numbering.** The lines alone are the index, so that there are 2^lines slots. Of all boards
that are mirrored and turned into each other the one with the least number is the one that stands
in its slot; the slots of the others are holes, seven in eight of a square board. A board with more
lines than ``MOST_NUMBERED`` has no such numbering: there only what a start reaches is held.

Scores: D. Wilson, *Dots-and-Boxes Analysis Results*, wilson.engr.wisc.edu/boxes/results.shtml;
J. K. Barker and R. E. Korf, "Solving Dots-And-Boxes", AAAI 2012.
"""

from __future__ import annotations

from functools import cache

import attrs

from games.dots_and_boxes.plain import DRAWN, OPEN, DotsAndBoxesParameters, PlainDotsAndBoxes
from gamesolver import CompiledGame, CompiledRules, InvalidArgumentError

MOST_LINES = 62
"""So many bits are left for them: one more is the player to move, and not all may be set."""


@attrs.frozen
class DotsAndBoxes(DotsAndBoxesParameters, CompiledGame):
    """Dots and Boxes on ``rows`` by ``columns`` boxes; a move is the number of a line.

    >>> game = DotsAndBoxes(rows=1, columns=2)
    >>> position = game.parse("xx/x../x. A")
    >>> position == 2**0 + 2**1 + 2**2 + 2**5
    True
    >>> game.gain(position, 3), game.format(game.play(position, 3))
    (1, 'xx/xx./x. A')
    """

    def __attrs_post_init__(self) -> None:
        if self.num_lines > MOST_LINES:
            raise InvalidArgumentError(
                f"bad board {self.rows} x {self.columns} of DotsAndBoxes: expected at most "
                f"{MOST_LINES} lines, got {self.num_lines}; take a smaller board, or "
                "games.dots_and_boxes.plain.PlainDotsAndBoxes for larger ones"
            )

    def start(self) -> int:
        return 0

    @property
    def rules(self) -> CompiledRules:
        from games.dots_and_boxes.kernels import dots_and_boxes_rules  # numba comes when asked

        return dots_and_boxes_rules(self.rows, self.columns)

    @property
    def plain(self) -> PlainDotsAndBoxes:
        return _plain(self.rows, self.columns)

    def to_plain(self, position: int) -> str:
        if not 0 <= position < 2 << self.num_lines:
            raise InvalidArgumentError(
                f"no position {position} of {self!r}: expected a number that parse gives for a text"
            )
        drawn = (position >> line & 1 for line in range(self.num_lines))
        return "".join((OPEN, DRAWN)[each] for each in drawn) + "AB"[position >> self.num_lines]

    def from_plain(self, position: str) -> int:
        drawn = sum(1 << line for line, mark in enumerate(position) if mark == DRAWN)
        return drawn | "AB".index(position[-1]) << self.num_lines

    def to_plain_move(self, move: int) -> int:
        return move


_plain = cache(PlainDotsAndBoxes)
