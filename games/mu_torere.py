r"""Mū tōrere: block your opponent's four stones on an eight-pointed star. A game of the Māori.

A player who cannot move loses. Each player has four stones, black or white, which fill the eight
points of a star and leave its centre empty. A player slides one of their stones to the empty
point: along the rim to an adjacent point, into the centre, or out of it. Black moves first, with
stones on a, b, c and d. A move is named by its points: *a-i*.

    a - b - c
    | \ | / |
    h - i - d
    | / | \ |
    g - f - e

**The rule of the centre.** If every stone may enter the centre, black wins by the first move. In
the usual game, ``beside="centre"``, a stone therefore enters the centre only from a point next to
an opponent's stone on the rim. With ``beside="never"`` there is no such rule. With
``beside="always"`` every stone that moves must be next to an opponent's, along a line of the
board. By another rule no player may win in the first two rounds. It depends on the number of
moves, and is not implemented here.

Stones are never captured, so a game need not end. Infinite play is a draw. Rotations and mirror
images of the star are symmetries.

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
    """Slide a stone to the empty point of the star; a player who cannot move loses.

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
    indexed = False  # the few positions that play reaches are counted

    def __attrs_post_init__(self) -> None:
        self.board = STAR
        self.near = STAR.neighbours
        # points that a stone enters only from a point next to an opponent's
        guarded = {"centre": STAR.set(["i"]), "never": STAR.none, "always": STAR.everywhere}
        self.guarded = guarded[self.beside]

    def setup(self) -> Any:
        return self.board.set(list("abcd")), self.board.set(list("efgh"))

    def actions(self, at: Any) -> Any:
        for stone in at.mine:
            for to in self.near[stone] & at.empty:
                if to not in self.guarded or self.near[stone] & at.theirs:
                    yield at.slide(stone, to)
