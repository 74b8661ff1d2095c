"""Dawson's chess: pawns face each other three rows apart, and must capture; the last move wins.

White's pawns are on the first of three rows, Black's on the third, one of each on every file.
A pawn that steps ahead can be captured, so the opponent must capture it. Recaptures follow until no
capture is possible. Then the file of that pawn and the two adjacent ones are blocked, and the
opponent is to move, regardless of the order of captures. So a move here is a whole exchange. It
removes a file and its neighbours from a row of files, and the files on the two sides become
separate rows.
In the original game the last move loses (T. R. Dawson, *Caissa's Wild Roses*, 1935):
``misere=True``.

    b b b   b b     the rows (3, 2), with their files numbered on from row to row
    . . .   . .
    w w w   w w     a step on file 1 leaves (2,); one on file 0 leaves (1, 2)
    0 1 2   3 4

A position is the tuple of the lengths of the rows, and a move the number of a file. Permutations of
rows are symmetric. Rows are independent, and their nimbers repeat with period 34, with seven
exceptions, the last of them 51 (*Winning Ways*, chapter 4). They are those of Dawson's Kayles,
``Kayles(knocks=(2,))``, on rows with one pin more.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

import attrs

import gamesolver
from games._heaps import Heaps, _HeapsGame, heaps_from, indexed, replaced
from gamesolver.validators import as_tuple, yes_or_no


@attrs.frozen
class DawsonsChess(_HeapsGame[int]):
    """Dawson's chess with any rows of files, in normal or misère play.

    >>> from gamesolver import nimbers, solve
    >>> print(solve(DawsonsChess()).outcome)
    win in 5
    >>> game = DawsonsChess(rows=(14,))
    >>> table = nimbers(game, game.parts)
    >>> [table[size,] for size in range(1, 13)], table[3, 5]
    ([1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2], 1)
    """

    rows: Annotated[Heaps, "files of each row"] = attrs.field(
        default=(11,), converter=as_tuple, validator=heaps_from(1)
    )
    misere: Annotated[bool, "the last move loses"] = attrs.field(default=False, validator=yes_or_no)

    title = "Dawson's Chess"
    expected = "rows of one file or more, such as (3, 2)"

    def start(self) -> Heaps:
        return self.rows

    def moves(self, position: Heaps) -> list[int]:
        return list(range(sum(position)))

    def play(self, position: Heaps, move: int) -> Heaps:
        for which, row in enumerate(indexed(position)):
            if move in row:
                return replaced(position, which, move - row.start - 1, row.stop - move - 2)
        raise self.illegal(position, move)

    def can_move(self, position: Heaps) -> bool:
        return bool(position)

    def stage(self, position: Heaps) -> int:
        return -sum(position)

    def format_move(self, move: int) -> str:
        return f"file {move}"

    def render(self, position: Heaps) -> str:
        """Return the pawns, with the numbers of the files below them."""
        rows = indexed(position)
        wide = len(str(sum(position)))
        lines = [[[sign] * len(row) for row in rows] for sign in "b.w"]
        lines.append([[str(file) for file in row] for row in rows])
        return "\n".join(
            "   ".join(" ".join(f"{each:>{wide}}" for each in row) for row in line)
            for line in lines
            if rows
        ) or "(none left)"  # fmt: skip

    def svg(self, position: Heaps) -> str:
        """Return a picture in which a file is clicked between its two pawns."""
        if not position:
            return gamesolver.heaps_svg([0])
        rows, files = indexed(position), sum(position)
        points = [(file + gap, y) for y in range(3) for gap, row in enumerate(rows) for file in row]
        beside = [pair for row in rows for pair in pairwise(row)]
        return gamesolver.points_svg(
            points,
            [(one + before, other + before) for before in (0, files, 2 * files)
             for one, other in beside],
            "b" * files + "." * files + "w" * files,
            {self.format_move(file): [files + file] for file in range(files)},
            {"b": "dark", "w": "light"},
            names=[""] * files + list(range(files)) + [""] * files,
        )  # fmt: skip
