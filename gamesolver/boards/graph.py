"""Boards of points that edges join: any graph, and the rings of Nine Men's Morris."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, pairwise
from math import gcd
from typing import Any

import attrs

from gamesolver.boards.automorphisms import automorphisms
from gamesolver.boards.board import (
    MOST,
    Board,
    Direction,
    Permutation,
    Spot,
    closed,
    drawn,
    in_columns,
    is_pair,
    letters,
    moved_spots,
    require_count,
)
from gamesolver.boards.places import Place, Places
from gamesolver.errors import InvalidArgumentError
from gamesolver.texts import spelled

ROUND = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""Rows and columns of the points of a ring from its middle, clockwise."""


class _Points(Board):
    """Board of points with edges between them."""

    @property
    @abstractmethod
    def edges(self) -> tuple[tuple[Place, Place], ...]:
        """Two places that each edge joins, the lower one first."""

    @cached_property
    def neighbours(self) -> tuple[Places, ...]:
        """For each place the places that edges join to it."""
        near = [0] * self.size
        for one, other in self.edges:
            near[one] |= 1 << other
            near[other] |= 1 << one
        return tuple(Places(self, bits) for bits in near)

    def steps(self, *directions: Direction) -> tuple[Places, ...]:
        """Return for each place the places one edge away, in any of the ``directions``.

        Without directions these are all neighbours.

        >>> Rings(3).steps()[0]
        {d7 a4}
        """
        return super().steps(*directions) if directions else self.neighbours

    @cached_property
    def _directions(self) -> dict[Direction, dict[int, Place]]:
        """For each direction the place to which an edge leads from a place."""
        self._require_spots("directions")
        found: dict[Direction, dict[int, Place]] = {}
        for one, other in [*self.edges, *(edge[::-1] for edge in self.edges)]:
            found.setdefault(self._direction(one, other), {})[one] = other
        return found

    def _direction(self, one: Place, other: Place) -> Direction:
        (row, column), (to_row, to_column) = self.spots[one], self.spots[other]
        down, right = to_row - row, to_column - column
        if down % 1 or right % 1:
            return (down, right)  # type: ignore[return-value]  # of points between rows
        common = gcd(int(down), int(right))
        return int(down) // common, int(right) // common

    def _next(self, place: Place, direction: Direction) -> Place | None:
        return self._directions.get(direction, {}).get(place)

    @property
    def _usual_directions(self) -> tuple[Direction, ...]:
        return tuple(sorted(self._directions))

    @property
    def _line_directions(self) -> tuple[Direction, ...]:
        return tuple(each for each in self._usual_directions if each > (0, 0))

    @property
    def _picture_spots(self) -> Sequence[Spot]:
        """Rows and columns in pictures, counted from anywhere."""
        return self.spots

    def draw(self, signs: Sequence[str]) -> str:
        """Return the board as text, with lines for the edges. ``signs`` has a sign for each place.

        If the places have no whole rows and columns, each line has a name and a sign.
        """
        listed = self._signs(signs)
        if not self.spots or any(each % 1 for spot in self.spots for each in spot):
            return "\n".join(in_columns([*zip(self.names, listed, strict=True)]))
        return _drawn_lines([(int(y), int(x)) for y, x in self.spots], self.edges, listed)

    def picture(
        self,
        signs: Sequence[str],
        moves: Mapping[str, Any] | None = None,
        shapes: Mapping[str, str] | None = None,
        **options: Any,
    ) -> str:
        self._require_spots("picture")
        points = [(column, row) for row, column in self._picture_spots]
        options = {"names": self.names, **options}
        signs = self._signs(signs)
        return drawn("points_svg", points, self.edges, signs, moves, shapes=shapes, **options)


def _drawn_lines(
    spots: Sequence[tuple[int, int]], edges: Iterable[tuple[int, int]], signs: Sequence[str]
) -> str:
    """Return points as text with the edges between them, each row two lines below the last."""
    wide = max(map(len, signs))
    across = wide + 1
    height, width = (max(each) for each in zip(*spots, strict=True))
    canvas = [[" "] * (across * width + wide) for _ in range(2 * height + 1)]
    for here, there in edges:
        _draw_line(canvas, spots[here], spots[there], across)
    for (row, column), sign in zip(spots, signs, strict=True):
        canvas[2 * row][column * across : column * across + wide] = sign.ljust(wide)
    return "\n".join("".join(line).rstrip() for line in canvas)


def _draw_line(
    canvas: list[list[str]], here: tuple[int, int], there: tuple[int, int], across: int
) -> None:
    """Write the signs between two points, not those of the points themselves."""
    (left, up), (right, down) = sorted((here[::-1], there[::-1]))
    sign = "-" if up == down else "|" if left == right else "\\" if up < down else "/"
    parts = across * (right - left) if up == down else 2 * abs(down - up)
    for part in range(1, parts):
        row = 2 * up + 2 * (down - up) * part // parts
        canvas[row][left * across + across * (right - left) * part // parts] = sign


def _names(names: Iterable[object]) -> tuple[str, ...]:
    return tuple(map(str, names))


def _rows(joined: Iterable[Iterable[object]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(map(str, row)) for row in joined)


def _spots(spots: Iterable[Spot]) -> tuple[Spot, ...]:
    return tuple(spots)


def _permutations(given: Iterable[Sequence[int]] | None) -> tuple[Permutation, ...] | None:
    return None if given is None else tuple(tuple(map(int, each)) for each in given)


@attrs.frozen(repr=False)
class Graph(_Points):
    """Board of points with names, and edges between them.

    Its symmetries are the permutations of the places that preserve the edges. They are searched for
    when they are needed first.

    Parameters
    ----------
    names
        The name of each place: texts, or numbers such as ``range(5)``.
    joined
        The names of places in a row, for each row of places. An edge joins each of them to the
        next one in its row, so that a pair of names is an edge.
    spots
        The row and the column of each place, counted from 0, for pictures, directions and lines.
        By default the places have none, and then there is no picture.
    generators
        Symmetries that replace the search, if it refuses the graph. For each of them the place to
        which each place goes, by number. All their products are symmetries as well.

    Raises
    ------
    InvalidArgumentError
        An argument cannot be used.

    >>> board = Graph("abcd", ["abcda"])  # or ["ab", "bc", "cd", "da"]
    >>> board.steps()[board["a"]], len(board.symmetries)
    ({b d}, 8)
    """

    names: tuple[str, ...] = attrs.field(converter=_names)
    joined: tuple[tuple[str, ...], ...] = attrs.field(converter=_rows)
    spots: tuple[Spot, ...] = attrs.field(default=(), converter=_spots)
    generators: tuple[Permutation, ...] | None = attrs.field(default=None, converter=_permutations)

    def __attrs_post_init__(self) -> None:
        require_count("a graph", "number of places", len(self.names), 1000)
        twice = [name for name in self.names if self.names.count(name) > 1]
        if twice:
            expected = "expected a different name for each place"
            raise InvalidArgumentError(
                f"two places of a graph have the name {twice[0]!r}: {expected}"
            )
        for row in self.joined:
            self._require_row(row)
        if self.spots and (
            len({*self.spots}) != len(self.names)
            or not all(map(is_pair, self.spots))
            or min(map(min, self.spots)) < 0
        ):
            expected = f"expected {len(self.names)} different ones, a row and a column from 0 each"
            raise InvalidArgumentError(f"bad spots {spelled(self.spots)} of a graph: {expected}")
        for each in self.generators or ():
            self._require_symmetry(each)

    def _require_row(self, row: tuple[str, ...]) -> None:
        if len(row) < 2 or any(one == other for one, other in pairwise(row)):
            expected = "expected two names or more, and no name twice in a row"
            raise InvalidArgumentError(f"bad row {spelled(row)} of joined places: {expected}")
        for name in row:
            if name not in self._numbers:
                raise self._no_place(name)

    def _require_symmetry(self, permutation: Permutation) -> None:
        if sorted(permutation) != list(range(self.size)):
            expected = f"expected each number from 0 to {self.size - 1} once"
            raise InvalidArgumentError(f"bad generator {spelled(permutation)}: {expected}")
        for one, other in self.edges:
            if permutation[other] not in self.neighbours[permutation[one]]:
                message = f"generator {spelled(permutation)} is not a symmetry"
                where = f"{one} and {other} are joined, their images are not"
                raise InvalidArgumentError(f"{message}: {where}")

    def __repr__(self) -> str:
        return f"Graph of {len(self.names)} place{'s' * (len(self.names) > 1)}"

    @cached_property
    def edges(self) -> tuple[tuple[Place, Place], ...]:
        """Two places that each edge joins, the lower one first, in order and each once."""
        steps = (step for row in self.joined for step in pairwise(row))
        pairs = {tuple(sorted((self[one], self[other]))) for one, other in steps}
        return tuple((one, other) for one, other in sorted(pairs))

    def _generators(self) -> Iterable[Permutation]:
        raise NotImplementedError("the symmetries of a graph are searched for")

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """All symmetries, the identity first: for each place the place to which it goes.

        Raises
        ------
        InvalidArgumentError
            There are too many symmetries, or the search takes too long.
        """
        if self.generators is not None:
            return closed(self.size, self.generators)
        found = automorphisms([each.bits for each in self.neighbours])
        if found is None:
            advice = "pass generators= with those that the game has, or generators=[] for none"
            raise InvalidArgumentError(f"too many symmetries of {self!r} to list: {advice}")
        return found


@attrs.frozen(repr=False)
class Rings(_Points):
    """Board of Nine Men's Morris: square rings inside each other, joined by lines.

    Points are numbered ring by ring from the outside, each ring clockwise from its upper left
    corner. If there is one ring, lines join it to a point in the middle, which comes last. Names
    are those of the squares of chess on a board with the same rows and columns.

    Parameters
    ----------
    rings
        The number of rings, 1 to 50.
    diagonals
        Lines join the corners of the rings as well as the middles of their sides.

    Raises
    ------
    InvalidArgumentError
        The number of rings is too small or too large.

    >>> board = Rings(3)
    >>> board.size, len(board.lines(3)), len(board.symmetries)
    (24, 16, 16)
    >>> print(Rings(2).draw("." * 16))
    .---.---.
    |   |   |
    | .-.-. |
    | |   | |
    .-.   .-.
    | |   | |
    | .-.-. |
    |   |   |
    .---.---.
    """

    rings: int
    diagonals: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        require_count("a board of rings", "number of rings", self.rings, MOST // 2)

    def __repr__(self) -> str:
        return f"Rings({self.rings}{', diagonals=True' * self.diagonals})"

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        return tuple((row + self.rings, column + self.rings) for row, column in self._from_middle)

    @property
    def _picture_spots(self) -> Sequence[Spot]:
        return self._from_middle

    @cached_property
    def _from_middle(self) -> list[tuple[int, int]]:
        """Rows and columns of the points, counted from the middle of the board."""
        rings = range(self.rings, 0, -1)
        points = [(down * ring, right * ring) for ring in rings for down, right in ROUND]
        return [*points, (0, 0)] if self.rings == 1 else points

    @cached_property
    def names(self) -> tuple[str, ...]:
        columns = letters(2 * self.rings + 1)
        return tuple(
            f"{columns[column + self.rings]}{self.rings - row + 1}"
            for row, column in self._from_middle
        )

    @cached_property
    def edges(self) -> tuple[tuple[Place, Place], ...]:
        """Two places that each line joins, the lower one first."""
        points = self._from_middle
        return tuple(
            (one, other)
            for one, other in combinations(self.places, 2)
            if self._are_joined(points[one], points[other])
        )

    def _are_joined(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Return True if two points are neighbours on a ring, or on a line from ring to ring."""
        (row, column), (to_row, to_column) = one, other
        ring, to_ring = max(map(abs, one)), max(map(abs, other))
        if ring == to_ring:
            return abs(row - to_row) + abs(column - to_column) == ring
        is_outward = row * to_row >= 0 and column * to_column >= 0
        is_straight = is_outward and row * to_column == column * to_row
        is_slanting = row != to_row and column != to_column
        return abs(ring - to_ring) == 1 and is_straight and (self.diagonals or not is_slanting)

    def _generators(self) -> Iterator[Permutation]:
        points = self._from_middle
        yield moved_spots(points, ((-row, column) for row, column in points))
        yield moved_spots(points, ((column, row) for row, column in points))
        yield moved_spots(points, map(self._inside_out, points))

    def _inside_out(self, point: tuple[int, int]) -> tuple[int, int]:
        """Return the point with the outer ring moved to the inner one, and so on."""
        ring = max(map(abs, point))
        if not ring:
            return point
        row, column = (each // ring * (self.rings + 1 - ring) for each in point)
        return row, column
