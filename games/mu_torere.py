r"""Mū tōrere: block four stones on an eight-pointed star. A game of the Māori.

Each player has four stones, black and white, which fill the eight points of a star and leave its
centre empty. A move slides one of one's own to the empty point: along the rim to the point next to
it, or into the centre, or out of it. Whoever cannot move has lost. Black begins, with stones
on a, b, c and d. A move is called by its points: *a-i*.

    a - b - c
    | \ | / |
    h - i - d
    | / | \ |
    g - f - e

**The rule of the centre.** If every stone may go there, black wins by its first move. So a stone
goes into the centre only from beside an opponent's, on the rim: that is the game as it is played,
``beside="centre"``. With ``beside="never"`` nothing is asked of a stone, and with
``beside="always"`` every stone that moves must stand beside an opponent's: on a line of the board.
Others have it that nobody may win in the first two rounds; then what may be done depends on how
often both have moved, and that is not written here.

Stones are never taken, so a game need not end, which is a draw. Turns and mirror images of the
star are symmetries.

Rules and values: M. Ascher, *Mu Torere: An Analysis of a Maori Game*, Mathematics Magazine 60 (2),
1987, and C. Browne, *Which Rules for Mu Torere?*, Computers and Games 2022.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import attrs

from gamesolver.boardgames import LOSS, BoardGame
from gamesolver.boards import Graph
from gamesolver.validators import one_of

SPOTS = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0), (1, 1)]
STAR = Graph("abcdefghi", ["abcdefgha", "aie", "bif", "cig", "dih"], spots=SPOTS)
"""The rim from a on, and the lines through the centre, i."""
Rule = Literal["centre", "never", "always"]


@attrs.define
class MuTorere(BoardGame):
    """Slide a stone to the empty point of the star; a player who cannot has lost.

    >>> from gamesolver import solve
    >>> print(solve(MuTorere()).outcome, solve(MuTorere(beside="never")).outcome, sep="; ")
    endless draw; win in 1
    """

    beside: Annotated[Rule, "when a stone must stand beside an opponent's to move"] = attrs.field(
        default="centre", validator=one_of(("centre", "never", "always"))
    )

    title = "Mū Tōrere"
    seats = ("black", "white")
    looks = ("dark", "light")
    signs = "bw"
    turn, each, stuck = True, 4, LOSS
    all_symmetries = True
    numbered = False  # the few positions that play reaches are counted

    def __attrs_post_init__(self) -> None:
        self.board = STAR
        self.near = STAR.neighbours
        # points to which a stone goes only from beside an opponent's
        guarded = {"centre": STAR.set(["i"]), "never": STAR.none, "always": STAR.everywhere}
        self.guarded = guarded[self.beside]

    def setup(self) -> Any:
        return self.board.set(list("abcd")), self.board.set(list("efgh"))

    def actions(self, at: Any) -> Any:
        for stone in at.mine:
            for to in self.near[stone] & at.empty:
                if to not in self.guarded or self.near[stone] & at.theirs:
                    yield at.slide(stone, to)
