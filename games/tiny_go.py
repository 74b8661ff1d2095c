"""Go on tiny boards: own more points than the opponent, occupied or surrounded.

Black, x, moves first. White is o. A player puts a stone on an empty point, or passes. Then all
groups of the opponent without a liberty (an adjacent empty point) are captured. A move that leaves
a group of the player who moves without a liberty is not allowed. Neither is it allowed to recapture
at once, with a single stone, a single stone that has just captured a single stone (*ko*). Two
passes in a row end play. A player owns the points of their stones, and the empty regions that
border on their stones only. The score is the difference. In this *area scoring* captured stones are
not counted.

    . x o .      x has three stones and surrounds two points, o has two and surrounds one:
    . x x o      a score of 5 - 3 for x

**What is not modelled.** Real rules forbid every repetition of an earlier board (*superko*). Then a
position includes the history of the game, and there are too many for a table. Here longer cycles
than a ko are allowed, and infinite play has the payoff 0, as in the rules of Japan, by which such a
game has no result. So a position is the board, the player to move, the point that is forbidden by
ko, and the number of passes. Published scores with superko differ on boards on which a player
prefers infinite play. The page lists these boards.

Rules and counts of boards: J. Tromp and G. Farnebäck, "Combinatorics of Go", 2016. Scores with
superko: T. Drange, "Mini-Go", mathpuzzle.com/go.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Annotated, NamedTuple

import attrs

from games._boards import MOST_COLUMNS, MOST_ROWS, grid_of, in_rows, neighbours
from games._words import _WordedGame
from games.othello.plain import EMPTY, EXCHANGED, OTHER, PASS, SHAPES
from gamesolver.boards import Grid
from gamesolver.validators import between

NOWHERE = -1


class Position(NamedTuple):
    """Board row by row, point forbidden by ko (or -1), number of passes, and player to move."""

    points: str
    ko: int
    passes: int
    mover: str


@attrs.frozen
class TinyGo(_WordedGame[Position, int | str]):
    """Go on ``rows`` by ``columns`` points; a move is a point, or ``"pass"``.

    >>> from gamesolver import solve
    >>> print(solve(TinyGo(rows=1, columns=3)).outcome)
    win by 3 in 3
    """

    rows: Annotated[int, "rows of points"] = attrs.field(default=2, validator=between(1, MOST_ROWS))
    columns: Annotated[int, "columns of points"] = attrs.field(
        default=2, validator=between(1, MOST_COLUMNS)
    )

    title = "Go on Tiny Boards"
    seats = ("black", "white")
    looks = ("large dark", "large light")

    def start(self) -> Position:
        return Position(EMPTY * (self.rows * self.columns), NOWHERE, 0, "x")

    def moves(self, position: Position) -> list[int | str]:
        """Return the points in order, then the pass."""
        return [
            *(
                point
                for point, stone in enumerate(position.points)
                if stone == EMPTY and point != position.ko and self._placed(position, point)
            ),
            PASS,
        ]

    def play(self, position: Position, move: int | str) -> Position:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        mover = OTHER[position.mover]
        if not isinstance(move, int):
            return Position(position.points, NOWHERE, position.passes + 1, mover)
        points = self._placed(position, move)
        taken = [at for at, stone in enumerate(points) if stone == EMPTY != position.points[at]]
        is_ko = len(taken) == 1 and self._is_ko(points, move)
        return Position(points, taken[0] if is_ko else NOWHERE, 0, mover)

    def terminal_score(self, position: Position) -> int | None:
        """Return the difference in area after two passes."""
        if position.passes < 2:
            return None
        return self._area(position.points, position.mover) - self._area(
            position.points, OTHER[position.mover]
        )

    def symmetries(self, position: Position) -> Iterator[Position]:
        boards = position.points, *map("".join, self._grid.images(position.points))
        for symmetry, points in zip(self._grid.symmetries, boards, strict=True):
            ko = NOWHERE if position.ko == NOWHERE else symmetry[position.ko]
            yield position._replace(points=points, ko=ko)
            other = OTHER[position.mover]
            yield position._replace(points=points.translate(EXCHANGED), ko=ko, mover=other)

    def player(self, position: Position) -> int:
        return "xo".index(position.mover)

    def boards(self) -> Iterator[str]:
        """Yield all legal boards, on which each stone lies in a group with a liberty."""
        points = self.rows * self.columns
        return filter(self._have_liberties, map("".join, product(".xo", repeat=points)))

    def format(self, position: Position) -> str:
        """Return the rows and the player to move, then the point forbidden by ko, or each pass."""
        ko = "" if position.ko == NOWHERE else f" ko {position.ko}"
        passes = " pass" * position.passes
        return f"{in_rows(position.points, self.columns, position.mover)}{ko}{passes}"

    def parse(self, text: str) -> Position:
        rows = "/".join([f"[.xo]{{{self.columns}}}"] * self.rows)
        form = rf"({rows}) ([xo])(?: ko ([0-9]{{1,9}})|((?: pass){{0,2}}))"
        if isinstance(text, str) and (found := re.fullmatch(form, text)):
            points, ko = found[1].replace("/", ""), int(found[3] or NOWHERE)
            position = Position(points, ko, (found[4] or "").count(PASS), found[2])
            can_be_ko = ko == NOWHERE or (ko < len(points) and self._can_be_forbidden(position))
            if can_be_ko and self._have_liberties(points) and self._can_be_last(position):
                return position
        raise self.unreadable(
            text,
            f"{self.rows} rows of {self.columns} of '.', 'x', 'o' with '/' between them, ' x' or "
            "' o' for the player to move, and then ' ko ' with the point that is forbidden, where "
            "a stone has just been taken by a single one beside it, or ' pass' for each of up to "
            "two passes; each group has a liberty, and the last player who did not pass a stone",
        )

    def format_move(self, move: int | str) -> str:
        return self._grid.names[move] if isinstance(move, int) else move

    def render(self, position: Position) -> str:
        return self._grid.draw(position.points)

    def legend(self) -> str:
        return self._grid.legend()

    def svg(self, position: Position) -> str:
        """Return a picture in which a point is clicked, or for a pass any point without a move."""
        points = range(len(position.points))
        moves = [] if position.passes == 2 else self.moves(position)
        ways = {self.format_move(move): {move} for move in moves if isinstance(move, int)}
        if moves:
            ways[PASS] = {*points}.difference(*ways.values()) or {*points}
        return self._grid.picture(position.points, ways, SHAPES, look="points")

    @property
    def _grid(self) -> Grid:
        return grid_of(self.rows, self.columns)

    def _placed(self, position: Position, point: int) -> str:
        """Return the board after a stone is put on a point, or an empty text if it is illegal."""
        points = position.points[:point] + position.mover + position.points[point + 1 :]
        for near in self._neighbours[point]:
            group, beside = self._region(points, near)
            if points[near] == OTHER[position.mover] and not _has_liberty(points, beside):
                points = "".join(EMPTY if at in group else each for at, each in enumerate(points))
        return points if _has_liberty(points, self._region(points, point)[1]) else ""

    def _have_liberties(self, points: str) -> bool:
        """Return True if each stone lies in a group with an adjacent empty point."""
        return all(
            stone == EMPTY or _has_liberty(points, self._region(points, point)[1])
            for point, stone in enumerate(points)
        )

    def _can_be_last(self, position: Position) -> bool:
        """Return True if the last player who did not pass has a stone, or there are no stones."""
        last = position.mover if position.passes % 2 else OTHER[position.mover]
        return last in position.points or {*position.points} == {EMPTY}

    def _can_be_forbidden(self, position: Position) -> bool:
        """Return True if a stone of the player to move can just have been captured on the ko."""
        points, ko = position.points, position.ko
        around = self._neighbours[ko]
        is_taken = {points[point] for point in around} == {OTHER[position.mover]}
        return points[ko] == EMPTY and is_taken and any(self._is_ko(points, at) for at in around)

    def _is_ko(self, points: str, point: int) -> bool:
        """Return True if the stone on a point stands alone, with a single liberty."""
        around = sorted(points[near] for near in self._neighbours[point])
        return around.count(EMPTY) == 1 and points[point] not in around

    def _area(self, points: str, stone: str) -> int:
        """Count the points with such stones, and empty points that border on such stones only."""
        return sum(self._owners(points, point) == {stone} for point in range(len(points)))

    def _owners(self, points: str, point: int) -> set[str]:
        """Return the stone on a point, or for an empty point the stones next to its region."""
        if points[point] != EMPTY:
            return {points[point]}
        return {points[each] for each in self._region(points, point)[1]}

    def _region(self, points: str, point: int) -> tuple[set[int], set[int]]:
        """Return the connected points that are like a point, and the points next to them."""
        region, beside, waiting = {point}, set[int](), [point]
        while waiting:
            for near in self._neighbours[waiting.pop()]:
                if points[near] != points[point]:
                    beside.add(near)
                elif near not in region:
                    region.add(near)
                    waiting.append(near)
        return region, beside

    @property
    def _neighbours(self) -> list[list[int]]:
        return neighbours(self.rows, self.columns)


def _has_liberty(points: str, beside: set[int]) -> bool:
    return any(points[point] == EMPTY for point in beside)
