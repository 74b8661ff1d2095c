"""Boards of squares, of the edges between them, and of hexagons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any

import attrs

from gamesolver.boards.board import (
    STRAIGHT,
    Board,
    Direction,
    Permutation,
    Spot,
    drawn,
    in_columns,
    letters,
    moved_spots,
    require_rows_and_columns,
)
from gamesolver.boards.places import Place, Places

HEXAGONAL: tuple[Direction, ...] = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
"""Directions from a hexagon to its six neighbours."""


class _Lattice(Board):
    """Board whose places have whole numbers of rows and columns, one step 1 apart."""

    rows: int
    columns: int

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        return tuple(product(range(self.rows), range(self.columns)))

    def _next(self, place: Place, direction: Direction) -> Place | None:
        (row, column), (down, right) = self.spots[place], direction
        return self._by_spot.get((row + down, column + right))

    def rows_of(self, signs: Sequence[Any]) -> list[Any]:
        """Return the parts of ``signs`` that belong to each row, the upper row first.

        >>> Grid(2, 3).rows_of("abcdef")
        ['abc', 'def']
        """
        size = self.rows * self.columns
        return [signs[first : first + self.columns] for first in range(0, size, self.columns)]


@attrs.frozen(repr=False)
class Grid(_Lattice):
    """Board of squares, numbered row by row from the upper left corner.

    Squares are named as in chess: a letter for the column, and the number of the row from below.
    Columns after the 26th have two letters: aa, ab, ...

    Parameters
    ----------
    rows
        The number of rows, 1 to 100.
    columns
        The number of columns, 1 to 100.
    from_above
        Rows are numbered from above, as in Othello.

    Raises
    ------
    InvalidArgumentError
        A number is too small or too large.

    >>> board = Grid(3, 3)
    >>> board.names
    ('a3', 'b3', 'c3', 'a2', 'b2', 'c2', 'a1', 'b1', 'c1')
    >>> board["b2"], board.at[0, 2], board.steps(*STRAIGHT)[board["b2"]]
    (b2, c3, {b3 a2 c2 b1})
    >>> print(board.draw("x...o...."))
    3 x . .
    2 . o .
    1 . . .
      a b c
    """

    rows: int
    columns: int
    from_above: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        require_rows_and_columns("a grid", self.rows, self.columns)

    def __repr__(self) -> str:
        return f"Grid({self.rows}, {self.columns}{', from_above=True' * self.from_above})"

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(
            f"{letter}{row}" for row in self._row_names for letter in letters(self.columns)
        )

    @property
    def _row_names(self) -> Sequence[int]:
        """Number of each row, the upper row first."""
        numbers = range(1, self.rows + 1)
        return numbers if self.from_above else numbers[::-1]

    def _generators(self) -> Iterable[Permutation]:
        last_row, last_column = self.rows - 1, self.columns - 1
        yield moved_spots(self.spots, ((last_row - row, column) for row, column in self.spots))
        yield moved_spots(self.spots, ((row, last_column - column) for row, column in self.spots))
        if self.rows == self.columns:
            yield moved_spots(self.spots, ((column, row) for row, column in self.spots))

    def draw(self, signs: Sequence[str], *, row_names: bool = True) -> str:
        """Return the board as text, with a sign for each square.

        The letters of the columns stand at the side where rows begin to be counted.

        Parameters
        ----------
        signs
            A sign for each square: a string, or a list of strings.
        row_names
            Show the numbers of the rows.

        Returns
        -------
        str
            A line for each row, and one for the letters.

        Raises
        ------
        InvalidArgumentError
            There is not a sign for each square.

        >>> print(Grid(2, 3, from_above=True).draw("xo...."))
          a b c
        1 x o .
        2 . . .
        """
        rows = self.rows_of(self._signs(signs))
        *lines, columns = in_columns([*rows, letters(self.columns)])
        if row_names:
            width = len(str(self.rows))
            named = zip(self._row_names, lines, strict=True)
            lines = [f"{number:{width}} {line}" for number, line in named]
            columns = f"{'':{width}} {columns}"
        return "\n".join([columns, *lines] if self.from_above else [*lines, columns])

    def legend(self) -> str:
        """Return the names of the squares in their places, as text.

        >>> print(Grid(2, 3).legend())
        a2 b2 c2
        a1 b1 c1
        """
        return "\n".join(in_columns(self.rows_of(self.names), is_right=True))

    def picture(
        self,
        signs: Sequence[str],
        moves: Mapping[str, Any] | None = None,
        shapes: Mapping[str, str] | None = None,
        **options: Any,
    ) -> str:
        rows = self.rows_of(self._signs(signs))
        return drawn("grid_svg", rows, moves, shapes=shapes, **{"names": self.names, **options})


@attrs.frozen(repr=False)
class Hexagons(_Lattice):
    """Board of hexagons in the shape of a rhombus, as in Hex, numbered row by row.

    Each row lies half a hexagon further right than the row above it. A hexagon is named by the
    letter of its column and the number of its row from above.

    Parameters
    ----------
    rows
        The number of rows, 1 to 100.
    columns
        The number of columns, 1 to 100.

    Raises
    ------
    InvalidArgumentError
        A number is too small or too large.

    >>> board = Hexagons(3, 3)
    >>> board.steps()[board["b2"]], len(board.symmetries)
    ({b1 c1 a2 c2 a3 b3}, 4)
    >>> print(board.draw("r...b...."))
     a b c
    1 r . .
     2 . b .
      3 . . .
    """

    rows: int
    columns: int

    def __attrs_post_init__(self) -> None:
        require_rows_and_columns("a board of hexagons", self.rows, self.columns)

    def __repr__(self) -> str:
        return f"Hexagons({self.rows}, {self.columns})"

    @cached_property
    def names(self) -> tuple[str, ...]:
        columns = letters(self.columns)
        return tuple(f"{letter}{row}" for row in range(1, self.rows + 1) for letter in columns)

    @property
    def _usual_directions(self) -> tuple[Direction, ...]:
        return HEXAGONAL

    @property
    def _line_directions(self) -> tuple[Direction, ...]:
        return ((0, 1), (1, 0), (1, -1))

    def _generators(self) -> Iterable[Permutation]:
        yield tuple(reversed(range(self.size)))
        if self.rows == self.columns:
            yield moved_spots(self.spots, ((column, row) for row, column in self.spots))

    def draw(self, signs: Sequence[str]) -> str:
        rows = in_columns(self.rows_of(self._signs(signs)))
        width = len(str(self.rows))
        head = " " * width + " ".join(letters(self.columns))
        lines = (f"{'':{row - 1}}{row:{width}} {line}" for row, line in enumerate(rows, 1))
        return "\n".join([head, *lines])

    def legend(self) -> str:
        """Return the names of the hexagons in their places, as text.

        >>> print(Hexagons(2, 3).legend())
        a1 b1 c1
         a2 b2 c2
        """
        rows = in_columns(self.rows_of(self.names), is_right=True)
        return "\n".join(f"{'':{indent}}{row}" for indent, row in enumerate(rows))

    def picture(
        self,
        signs: Sequence[str],
        moves: Mapping[str, Any] | None = None,
        shapes: Mapping[str, str] | None = None,
        **options: Any,
    ) -> str:
        rows = self.rows_of(self._signs(signs))
        options = {"names": self.names, **options}
        return drawn("hexagons_svg", rows, moves, shapes=shapes, **options)


@attrs.frozen(repr=False)
class GridEdges(Board):
    """Edges between dots, as in Dots and Boxes, numbered row by row from above.

    Rows and columns of the edges count dots, edges and boxes alike: dots lie at even rows and
    columns, boxes at odd ones, and edges where one of both is odd. An edge is named by the letters
    of the dots at its ends, and the dots have letters row by row.

    Parameters
    ----------
    rows
        The number of rows of boxes, 1 to 100.
    columns
        The number of columns of boxes, 1 to 100.

    Raises
    ------
    InvalidArgumentError
        A number is too small or too large.

    >>> board = GridEdges(1, 2)
    >>> board.names
    ('a-b', 'b-c', 'a-d', 'b-e', 'c-f', 'd-e', 'e-f')
    >>> board.boxes
    ({a-b a-d b-e d-e}, {b-c b-e c-f e-f})
    >>> print(board.draw("-.||.--"))
    + - + . +
    |   |   .
    + - + - +
    """

    rows: int
    columns: int

    def __attrs_post_init__(self) -> None:
        require_rows_and_columns("a board of edges", self.rows, self.columns)

    def __repr__(self) -> str:
        return f"GridEdges({self.rows}, {self.columns})"

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        lattice = product(range(2 * self.rows + 1), range(2 * self.columns + 1))
        return tuple((row, column) for row, column in lattice if (row + column) % 2)

    @cached_property
    def names(self) -> tuple[str, ...]:
        across = self.columns + 1
        dots = letters((self.rows + 1) * across)
        ends = (
            ((row // 2, column // 2), ((row + 1) // 2, (column + 1) // 2))
            for row, column in self._whole_spots
        )
        return tuple(
            f"{dots[row * across + column]}-{dots[to_row * across + to_column]}"
            for (row, column), (to_row, to_column) in ends
        )

    @cached_property
    def _whole_spots(self) -> list[tuple[int, int]]:
        return [(int(row), int(column)) for row, column in self.spots]

    @cached_property
    def strokes(self) -> tuple[str, ...]:
        """For each edge the sign that draws it: ``-`` or ``|``."""
        return tuple("|" if row % 2 else "-" for row, _ in self.spots)

    @cached_property
    def boxes(self) -> tuple[Places, ...]:
        """Four edges around each box, row by row."""
        middles = product(range(1, 2 * self.rows, 2), range(1, 2 * self.columns, 2))
        return tuple(
            self.set(self.at[row + down, column + right] for down, right in STRAIGHT)
            for row, column in middles
        )

    @property
    def _spacing(self) -> int:
        return 2

    def _next(self, place: Place, direction: Direction) -> Place | None:
        (row, column), (down, right) = self.spots[place], direction
        return self._by_spot.get((row + down, column + right))

    @property
    def _line_directions(self) -> tuple[Direction, ...]:
        return ((0, 2), (2, 0))

    def _generators(self) -> Iterable[Permutation]:
        last_row, last_column = 2 * self.rows, 2 * self.columns
        yield moved_spots(self.spots, ((last_row - row, column) for row, column in self.spots))
        yield moved_spots(self.spots, ((row, last_column - column) for row, column in self.spots))
        if self.rows == self.columns:
            yield moved_spots(self.spots, ((column, row) for row, column in self.spots))

    def legend(self) -> str:
        """Return the letters of the dots in their places, as text.

        >>> print(GridEdges(1, 2).legend())
        a b c
        d e f
        """
        across = self.columns + 1
        dots = letters((self.rows + 1) * across)
        rows = [dots[first : first + across] for first in range(0, len(dots), across)]
        return "\n".join(in_columns(rows, is_right=True))

    def rows_of(self, signs: Sequence[Any]) -> list[Any]:
        """Return the parts of ``signs`` that belong to each row of edges, the upper row first.

        >>> GridEdges(1, 2).rows_of("abcdefg")
        ['ab', 'cde', 'fg']
        """
        rows, first = [], 0
        for row in range(2 * self.rows + 1):
            last = first + self.columns + row % 2
            rows.append(signs[first:last])
            first = last
        return rows

    def draw(self, signs: Sequence[str]) -> str:
        marks = dict(zip(self.spots, self._signs(signs), strict=True))
        width = max(map(len, signs))
        table = [
            [
                marks.get((row, column), " " if row % 2 else "+").ljust(width)
                for column in range(2 * self.columns + 1)
            ]
            for row in range(2 * self.rows + 1)
        ]
        return "\n".join(" ".join(row).rstrip() for row in table)

    def picture(
        self,
        signs: Sequence[str],
        moves: Mapping[str, Any] | None = None,
        shapes: Mapping[str, str] | None = None,
        **options: Any,
    ) -> str:
        rows = self.rows_of(self._signs(signs))
        return drawn("edges_svg", rows, moves, shapes=shapes, **{"names": self.names, **options})
