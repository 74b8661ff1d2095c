"""Base of all boards: places, and the tables that follow from where they lie.

Rows are counted from 0 at the top, and columns from 0 at the left. A *direction* is a step: how
many rows down, and how many columns to the right. A *permutation* of places is a tuple that has for
each place the place to which it goes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import islice, product, repeat
from operator import call, itemgetter
from string import ascii_lowercase
from typing import Any, TypeVar

import attrs

from gamesolver.boards.places import Place, Places
from gamesolver.errors import InvalidArgumentError
from gamesolver.lazy import loaded
from gamesolver.texts import spelled

Direction = tuple[int, int]
Spot = tuple[float, float]
Permutation = tuple[int, ...]
SignT = TypeVar("SignT")

STRAIGHT: tuple[Direction, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""Up, left, right and down: the directions of a rook."""
DIAGONAL: tuple[Direction, ...] = ((-1, -1), (-1, 1), (1, -1), (1, 1))
"""Directions of a bishop."""
ALL_DIRECTIONS: tuple[Direction, ...] = tuple(sorted(STRAIGHT + DIAGONAL))
"""Directions of a queen, row by row."""
LINES: tuple[Direction, ...] = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Directions of lines, each line once: right, down, and down along both diagonals."""

MOST = 100
"""Rows and columns of a board at most."""
MOST_NAMED = 30
"""Names of places that a message lists."""


class Spots(Mapping[Spot, Place]):
    """Places by row and column: ``board.at[row, column]``.

    >>> from gamesolver.boards import Grid
    >>> at = Grid(2, 3).at
    >>> at[0, 0], at[1, 2], (2, 0) in at, at.get((2, 0))
    (a2, c1, False, None)
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._places = board._by_spot

    def __getitem__(self, spot: Spot) -> Place:
        try:
            return self._places[spot]
        except (KeyError, TypeError):
            raise self._board._no_spot(spot) from None

    def get(self, spot: Any, default: Any = None) -> Any:
        """Return the place at a row and a column, or ``default`` if there is none."""
        return self._places.get(spot, default)

    def __contains__(self, spot: object) -> bool:
        return spot in self._places

    def __iter__(self) -> Iterator[Spot]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class _ImageGetters(dict[int, list[Any]]):
    """For each length of a sequence, functions of it that return its images."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def __missing__(self, length: int) -> list[Any]:
        size, symmetries = self._board.size, self._board.symmetries
        if length < size:
            expected = f"expected {size} or more, one for each place of {self._board!r}"
            raise InvalidArgumentError(f"bad number of signs {length}: {expected}")
        orders = [(*inverse(each), *range(size, length)) for each in symmetries[1:]]
        # itemgetter of one item returns no tuple
        self[length] = [itemgetter(*order) if length > 1 else tuple for order in orders]
        return self[length]


@attrs.frozen
class Board(ABC):
    """Places with names and coordinates, and the tables that games make of them.

    Use one of its subclasses: ``Grid``, ``GridEdges``, ``Hexagons``, ``Rings`` or ``Graph``. Boards
    are immutable. Two boards of one kind and size are equal, and sets of their places combine.
    """

    @property
    @abstractmethod
    def spots(self) -> tuple[Spot, ...]:
        """Row and column of each place; empty if a graph was made without them."""

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """Name of each place."""

    @abstractmethod
    def _generators(self) -> Iterable[Permutation]:
        """Return symmetries whose products are all symmetries."""

    @abstractmethod
    def _next(self, place: Place, direction: Direction) -> Place | None:
        """Return the place one step from ``place`` in a direction, or None."""

    @abstractmethod
    def draw(self, signs: Sequence[str]) -> str:
        """Return the board as text. ``signs`` has a sign for each place."""

    @abstractmethod
    def picture(
        self,
        signs: Sequence[str],
        moves: Mapping[str, Any] | None = None,
        shapes: Mapping[str, str] | None = None,
        **options: Any,
    ) -> str:
        """Return the board as SVG, for the ``svg`` method of a game.

        ``signs`` has a sign for each place, ``"."`` for none. ``moves`` and ``shapes`` are those of
        :func:`gamesolver.grid_svg`, and ``options`` are the keyword arguments of the function that
        draws boards of this kind. If ``names`` is not among these, places are labelled with their
        own names.
        """

    # ── places and sets of places ───────────────────────────────────────────────────────────────

    @property
    def size(self) -> int:
        """Number of places."""
        return len(self.names)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """All places, in the order of their numbers."""
        return tuple(Place(number, self) for number in range(self.size))

    @cached_property
    def at(self) -> Spots:
        """Places by row and column: ``board.at[row, column]``."""
        return Spots(self)

    @cached_property
    def _by_spot(self) -> dict[Spot, Place]:
        return dict(zip(self.spots, self.places, strict=False))

    @cached_property
    def everywhere(self) -> Places:
        """Set of all places."""
        return Places(self, (1 << self.size) - 1)

    @cached_property
    def none(self) -> Places:
        """Empty set of places."""
        return Places(self, 0)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    def __getitem__(self, place: str | int) -> Place:
        """Return the place with this name or number."""
        if isinstance(place, Place) and place.board != self:
            message = f"place {place.name} belongs to {place.board!r}, not to {self!r}"
            raise InvalidArgumentError(f"{message}: use the places of one board only")
        number = self._numbers.get(place) if isinstance(place, str) else place
        is_number = isinstance(number, int) and not isinstance(number, bool)
        if not is_number or not 0 <= number < self.size:  # type: ignore[operator]
            raise self._no_place(place)
        return self.places[number]  # type: ignore[index]

    def __iter__(self) -> Iterator[Place]:
        """Iterate over all places."""
        return iter(self.places)

    def __len__(self) -> int:
        return self.size

    def set(self, places: Iterable[str | int]) -> Places:
        """Return the set of these ``places``, each given as a place, a name or a number.

        >>> from gamesolver.boards import Grid
        >>> Grid(3, 3).set(["a1", "b2", 2])
        {c3 b2 a1}
        """
        if isinstance(places, str) or not isinstance(places, Iterable):
            expected = 'expected several places, as in board.set(["a1", "b2"])'
            raise InvalidArgumentError(f"cannot make a set of {spelled(places)}: {expected}")
        bits = 0
        for place in places:
            bits |= 1 << self[place]
        return Places(self, bits)

    def row(self, number: int) -> Places:
        """Return the places of the row with a ``number``: 0 is the upper row, -1 the lower one.

        >>> from gamesolver.boards import Grid
        >>> Grid(3, 3).row(-1)
        {a1 b1 c1}
        """
        return self._line_of("row", 0, number)

    def column(self, number: int) -> Places:
        """Return the places of the column with a ``number``: 0 is the left one, -1 the right one.

        >>> from gamesolver.boards import Grid
        >>> Grid(3, 3).column(0)
        {a3 a2 a1}
        """
        return self._line_of("column", 1, number)

    def _line_of(self, kind: str, axis: int, number: int) -> Places:
        self._require_spots(f"{kind}s")
        count = 1 + max(int(spot[axis]) for spot in self.spots)
        if not isinstance(number, int) or not -count <= number < count:
            expected = f"{kind}s are 0 to {count - 1}, or -1 to {-count} from the other side"
            raise InvalidArgumentError(f"no {kind} {spelled(number)} on {self!r}: {expected}")
        line = number % count
        return self.set(place for place in self.places if self.spots[place][axis] == line)

    # ── tables ──────────────────────────────────────────────────────────────────────────────────

    @property
    def _usual_directions(self) -> tuple[Direction, ...]:
        """Directions that are meant if none are given, if the board has such."""
        return ()

    @property
    def _line_directions(self) -> tuple[Direction, ...]:
        """Directions of lines if none are given, only one of each two opposite ones."""
        return LINES

    def steps(self, *directions: Direction) -> tuple[Places, ...]:
        """Return for each place the places one step away, in any of the ``directions``.

        >>> from gamesolver.boards import Grid, STRAIGHT
        >>> Grid(3, 3).steps(*STRAIGHT)[0]
        {b3 a2}
        """
        ways = self._checked(directions)
        found = ((self._next(place, way) for way in ways) for place in self.places)
        return tuple(self.set(place for place in near if place is not None) for near in found)

    def rays(self, *directions: Direction) -> tuple[tuple[tuple[Place, ...], ...], ...]:
        """Return for each place, and each of the ``directions``, the places up to the edge.

        The nearest place comes first. The ray of a place at the edge is an empty tuple.

        >>> from gamesolver.boards import Grid, STRAIGHT
        >>> Grid(1, 3).rays(*STRAIGHT)[0]
        ((), (), (b1, c1), ())
        """
        ways = self._checked(directions)
        return tuple(tuple(tuple(self._ray(place, way)) for way in ways) for place in self.places)

    def _ray(self, place: Place, direction: Direction) -> Iterator[Place]:
        reached = self._next(place, direction)
        while reached is not None:
            yield reached
            reached = self._next(reached, direction)

    def lines(self, length: int, directions: Iterable[Direction] = ()) -> tuple[Places, ...]:
        """Return all lines of ``length`` places, as sets; by default in all directions.

        A line is found in two opposite ``directions`` and is returned once.

        >>> from gamesolver.boards import Grid
        >>> Grid(3, 3).lines(3)[0], len(Grid(3, 3).lines(3)), len(Grid(6, 7).lines(4))
        ({a3 b3 c3}, 8, 69)
        """
        if not is_whole(length) or length < 1:
            expected = "expected a whole number of places from 1 on"
            raise InvalidArgumentError(f"bad length {spelled(length)} of lines: {expected}")
        given = tuple(directions)
        ways = self._checked(given) if given else self._line_directions
        found: dict[Places, None] = {}
        for way in ways:
            for place in self.places:
                line = [place, *islice(self._ray(place, way), length - 1)]
                if len(line) == length:
                    found[self.set(line)] = None
        if not found:
            raise InvalidArgumentError(f"no line of {length} places fits on {self!r}")
        return tuple(found)

    @property
    def _spacing(self) -> int:
        """Rows and columns by which a shape can be moved: this number or a multiple."""
        return 1

    def shapes(self, *shapes: Iterable[Spot]) -> tuple[Places, ...]:
        """Return all sets of places that have one of the ``shapes``, wherever it fits.

        A shape is a list of rows and columns, anywhere. It is moved, not turned.

        >>> from gamesolver.boards import Grid
        >>> square = [(0, 0), (0, 1), (1, 0), (1, 1)]
        >>> Grid(2, 3).shapes(square)
        ({a2 b2 a1 b1}, {b2 c2 b1 c1})
        """
        self._require_spots("shapes")
        found: dict[Places, None] = {}
        for shape in shapes:
            fitting = [self.set(places) for places in self._moved(self._cells(shape))]
            if not fitting:
                raise InvalidArgumentError(f"shape {spelled(shape)} fits nowhere on {self!r}")
            found |= dict.fromkeys(fitting)
        return tuple(found)

    def _cells(self, shape: Iterable[Spot]) -> list[Spot]:
        cells = list(shape) if isinstance(shape, Iterable) else []
        if not cells or not all(is_pair(cell) for cell in cells):
            expected = "expected rows and columns, as in [(0, 0), (0, 1)]"
            raise InvalidArgumentError(f"bad shape {spelled(shape)}: {expected}")
        return cells

    def _moved(self, cells: Sequence[Spot]) -> Iterator[list[Place]]:
        """Yield the places of a shape wherever all of them are on the board."""
        first_row, first_column = cells[0]
        for row, column in self.spots:
            down, right = row - first_row, column - first_column
            if not down % self._spacing and not right % self._spacing:
                spots = [(each_row + down, each_column + right) for each_row, each_column in cells]
                if all(spot in self.at for spot in spots):
                    yield [self.at[spot] for spot in spots]

    def _checked(self, directions: Sequence[Direction]) -> Sequence[Direction]:
        given = directions or self._usual_directions
        if not given:
            expected = "expected one or more, as in board.steps(*STRAIGHT)"
            raise InvalidArgumentError(f"no directions given on {self!r}: {expected}")
        for each in given:
            if not is_pair(each) or not any(each):
                expected = "expected rows down and columns to the right, as in (1, 0)"
                if isinstance(each, tuple) and each and all(map(is_pair, each)):
                    expected = "pass each direction by itself, as in board.steps(*STRAIGHT)"
                raise InvalidArgumentError(f"bad direction {spelled(each)}: {expected}")
        self._require_spots("directions")
        return given

    # ── symmetries ──────────────────────────────────────────────────────────────────────────────

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """All symmetries, the identity first: for each place the place to which it goes.

        >>> from gamesolver.boards import Grid
        >>> len(Grid(2, 3).symmetries), len(Grid(3, 3).symmetries), Grid(1, 2).symmetries
        (4, 8, ((0, 1), (1, 0)))
        """
        return closed(self.size, self._generators())

    def images(
        self, signs: Sequence[SignT], length: int | None = None
    ) -> Iterator[tuple[SignT, ...]]:
        """Return the images of a position by all symmetries but the identity.

        ``signs`` has an item for each place. Items after these, such as the player to move, stay at
        the end. With ``length``, the number of items, a shorter sequence raises ``IndexError``.

        >>> from gamesolver.boards import Grid
        >>> sorted(map("".join, Grid(2, 2).images("o... x")))
        ['...o x', '...o x', '..o. x', '..o. x', '.o.. x', '.o.. x', 'o... x']
        """
        length = len(signs) if length is None else length
        return map(call, self._image_getters[length], repeat(signs))

    @cached_property
    def _image_getters(self) -> _ImageGetters:
        return _ImageGetters(self)

    # ── texts ───────────────────────────────────────────────────────────────────────────────────

    def legend(self) -> str:
        """Return the board as text, with the names of the places."""
        return self.draw(self.names)

    def _signs(self, signs: Sequence[str]) -> Sequence[str]:
        """Return the signs, if there is one for each place."""
        if not isinstance(signs, Sequence) or len(signs) != self.size:
            expected = f"expected {self.size}, one for each place of {self!r}"
            raise InvalidArgumentError(f"bad signs {spelled(signs)}: {expected}")
        return signs

    def _no_place(self, place: object) -> InvalidArgumentError:
        names = " ".join(self.names[:MOST_NAMED])
        listed = f"{names} ..." if self.size > MOST_NAMED else names
        if isinstance(place, int) and not isinstance(place, bool):
            numbers = f"places have the numbers 0 to {self.size - 1}"
            return InvalidArgumentError(f"no place {place} on {self!r}: {numbers}")
        message = f"no place {spelled(place)} on {self!r}"
        return InvalidArgumentError(f"{message}: places are {listed}")

    def _no_spot(self, spot: object) -> InvalidArgumentError:
        self._require_spots("rows and columns")
        most = [max(each) for each in zip(*self.spots, strict=True)]
        expected = f"expected a row from 0 to {most[0]} and a column from 0 to {most[1]}"
        return InvalidArgumentError(f"no place at {spelled(spot)} on {self!r}: {expected}")

    def _require_spots(self, what: str) -> None:
        if not self.spots:
            advice = "pass spots= to the graph, a row and a column for each place"
            raise InvalidArgumentError(f"{self!r} has no {what}: {advice}")


# ── permutations ────────────────────────────────────────────────────────────────────────────────


def closed(size: int, generators: Iterable[Permutation]) -> tuple[Permutation, ...]:
    """Return all products of permutations, the identity first.

    >>> closed(3, [(1, 2, 0)])
    ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    """
    listed = list(generators)
    group = {tuple(range(size)): None}
    waiting = list(group)
    for one in waiting:
        for generator in listed:
            both = tuple([generator[place] for place in one])
            if both not in group:
                group[both] = None
                waiting.append(both)
    return tuple(group)


def inverse(permutation: Permutation) -> Permutation:
    """Return the permutation that undoes another one.

    >>> inverse((1, 2, 0))
    (2, 0, 1)
    """
    undone = [0] * len(permutation)
    for place, image in enumerate(permutation):
        undone[image] = place
    return tuple(undone)


def moved_spots(spots: Sequence[Spot], images: Iterable[Spot]) -> Permutation:
    """Return the permutation that moves each place to the image of its coordinates."""
    numbers = {spot: number for number, spot in enumerate(spots)}
    return tuple(numbers[image] for image in images)


# ── texts and arguments ─────────────────────────────────────────────────────────────────────────


def in_columns(rows: Sequence[Sequence[str]], *, is_right: bool = False) -> list[str]:
    """Return a text for each row, with the signs of all rows in columns of one width."""
    width = max(len(sign) for row in rows for sign in row)
    side = ">" if is_right else "<"
    return [" ".join(f"{sign:{side}{width}}" for sign in row).rstrip() for row in rows]


def require_count(board: str, name: str, count: object, most: int) -> None:
    """Raise an error if a number of rows or the like is not from 1 to ``most``."""
    if not is_whole(count) or not 1 <= count <= most:  # type: ignore[operator]
        expected = f"expected a whole number from 1 to {most:,}"
        raise InvalidArgumentError(f"bad {name} {spelled(count)} of {board}: {expected}")


def require_rows_and_columns(board: str, rows: object, columns: object) -> None:
    """Raise an error if a board cannot have these rows and columns."""
    require_count(board, "rows", rows, MOST)
    require_count(board, "columns", columns, MOST)


def drawn(function: str, *arguments: Any, **options: Any) -> str:
    """Return the picture by a function of ``gamesolver.show.layouts``, imported at this call."""
    if options.get("shapes") is None:
        options.pop("shapes", None)
    svg: str = loaded("show.layouts", function)(*arguments, **options)
    return svg


@cache
def letters(count: int) -> tuple[str, ...]:
    """Return names of one letter, then of two: a, b, ... z, aa, ab, ...

    >>> letters(3), letters(28)[-2:]
    (('a', 'b', 'c'), ('aa', 'ab'))
    """
    lengths = range(1, 2 + count.bit_length() // 4)
    names = (each for length in lengths for each in product(ascii_lowercase, repeat=length))
    return tuple("".join(each) for each in islice(names, count))


def is_whole(number: object) -> bool:
    """Return True for whole numbers, and False for True."""
    return isinstance(number, int) and not isinstance(number, bool)


def is_pair(pair: object) -> bool:
    """Return True for a tuple of two numbers."""
    return (
        isinstance(pair, tuple)
        and len(pair) == 2
        and all(isinstance(each, int | float) for each in pair)
    )
