"""Looks of boards of squares: their places, what lies behind them, and the names around them.

``layouts.grid_svg`` draws a board in one of these looks. A place in each of them has its centre in
the same spot, so that pieces, arrows and click targets do not depend on the look.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

import attrs

from gamesolver.show.pictures import (
    SIDE,
    BoardPlace,
    Box,
    area,
    circle,
    line_svg,
    seeds_svg,
    stroke,
    text_at,
)

GAP = 3  # around each square, half the space between two
EDGE, OUTSIDE = 34, 22  # space for names outside the board, and the size of their letters
STORE = 90  # width of a store next to the board
BELOW = (0, 52)  # from the seeds of a store to their number
HOLE = 43  # radius

_FELT, _FRAME, _PAPER = "#3a7d5d", "#2f62b5", "#f4f1e8"
_SOFT = 'class="label" fill-opacity=".6"'
_NAME = re.compile(r"([a-z]+)(\d+)")
_STORED = re.compile(r'(<g class="store-([01])"[^<>]*>)</g>')


# ── places ──────────────────────────────────────────────────────────────────────────────────────

Middles = tuple[tuple[float, float], ...]


@lru_cache(maxsize=64)
def board_of(look: str, width: int, height: int) -> tuple[tuple[BoardPlace, ...], str]:
    """Return the places of a board in a look, and what lies behind them."""
    middles = tuple(
        ((column + 0.5) * SIDE, (row + 0.5) * SIDE)
        for row, column in product(range(height), range(width))
    )
    return LOOKS[look](middles, width, height)


def _tiles(middles: Middles, half: float, corner: float, style: str = "") -> Iterator[BoardPlace]:
    for x, y in middles:
        tile = area(x - half, y - half, 2 * half, 2 * half, corner, style)
        yield BoardPlace(x, y, tile, tile, (half, half), is_square=True)


def _squares(middles: Middles, width: int, height: int) -> tuple[tuple[BoardPlace, ...], str]:
    return tuple(_tiles(middles, SIDE / 2 - GAP, 9)), ""


def _chequered(middles: Middles, width: int, height: int) -> tuple[tuple[BoardPlace, ...], str]:
    dark = "".join(
        f'<rect x="{x - SIDE / 2:g}" y="{y - SIDE / 2:g}" width="{SIDE}" height="{SIDE}" '
        'fill="currentColor" fill-opacity=".16"></rect>'
        for x, y in middles
        if (x + y) // SIDE % 2 != height % 2
    )
    return tuple(attrs.evolve(tile, look="") for tile in _squares(middles, width, height)[0]), (
        _panel(width, height, 0, 'fill="currentColor" fill-opacity=".05"') + dark
    )


def _felt(middles: Middles, width: int, height: int) -> tuple[tuple[BoardPlace, ...], str]:
    wide, high, style = width * SIDE, height * SIDE, stroke(3, "#2b5e46")
    drawn = [line_svg(x, 0, x, high, style) for x in range(SIDE, wide, SIDE)]
    drawn += [line_svg(0, y, wide, y, style) for y in range(SIDE, high, SIDE)]
    panel = _panel(width, height, 6, f'fill="{_FELT}"')
    return tuple(attrs.evolve(tile, look="") for tile in _squares(middles, width, height)[0]), (
        panel + "".join(drawn)
    )


def _points(middles: Middles, width: int, height: int) -> tuple[tuple[BoardPlace, ...], str]:
    last_x, last_y = (width - 0.5) * SIDE, (height - 0.5) * SIDE
    style = f'{stroke(4)} stroke-opacity=".4"'
    across = [line_svg(SIDE / 2, y, last_x, y, style) for _, y in middles[::width]]
    upright = [line_svg(x, SIDE / 2, x, last_y, style) for x, _ in middles[:width]]
    places = tuple(
        BoardPlace(x, y, "", area(x - 40, y - 40, 80, 80, 40), (40, 40)) for x, y in middles
    )
    return places, "".join(across + upright)


def _frame(middles: Middles, width: int, height: int) -> tuple[tuple[BoardPlace, ...], str]:
    holes = (circle(x, y, HOLE, f'class="ground hole" fill="{_PAPER}"') for x, y in middles)
    tiles = _tiles(middles, SIDE / 2 - GAP, 40)
    places = tuple(
        attrs.evolve(tile, look=hole, target=hole + tile.target)
        for tile, hole in zip(tiles, holes, strict=True)
    )
    return places, _panel(width, height, 10, f'fill="{_FRAME}"')


def _houses(middles: Middles, width: int, height: int) -> tuple[tuple[BoardPlace, ...], str]:
    bowl = f'class="ground" fill="currentColor" fill-opacity=".08" {stroke(2)} stroke-opacity=".35"'
    places = tuple(
        BoardPlace(
            x,
            y,
            circle(x, y, 44, bowl),
            circle(x, y, 44, bowl) + area(x - 44, y - 44, 88, 88, 44),
            (44, 44),
            (-40, -38),
            has_seeds=True,
        )
        for x, y in middles
    )
    return places, _panel(width, height, 4, 'fill="#a8743f" fill-opacity=".3"')


def _panel(width: int, height: int, around: float, style: str) -> str:
    """Return the ground of a whole board."""
    wide, high = width * SIDE + 2 * around, height * SIDE + 2 * around
    sides = f'x="{-around:g}" y="{-around:g}" width="{wide:g}" height="{high:g}"'
    return f'<rect {sides} rx="{2 * around:g}" {style}></rect>'


LOOKS: Mapping[str, Callable[[Middles, int, int], tuple[tuple[BoardPlace, ...], str]]] = {
    "squares": _squares,
    "chequered": _chequered,
    "felt": _felt,
    "points": _points,
    "frame": _frame,
    "houses": _houses,
}


MARGINS: Mapping[str, float] = {"frame": 10, "felt": 6, "houses": 4}
"""Margin of the ground of a board around its squares."""


# ── what stands around a board ──────────────────────────────────────────────────────────────────


@attrs.frozen
class NamesOutside:
    """Names of columns and rows, which stand outside the board."""

    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    is_above: bool = False
    """True if columns are named above the board."""

    @classmethod
    def of(cls, names: Sequence[str], width: int) -> NamesOutside:
        """Return the names of columns and rows, if those of the squares are made of them.

        >>> NamesOutside.of(["a2", "b2", "a1", "b1"], 2)
        NamesOutside(columns=('a', 'b'), rows=('2', '1'), is_above=False)
        >>> NamesOutside.of(["a", "b", "", ""], 2).columns, NamesOutside.of("abcd", 2).columns
        (('a', 'b'), ())
        """
        first, others = tuple(names[:width]), names[width:]
        if all(first) and len(names) > width and not any(others):
            return cls(first, is_above=True)
        parts = [_NAME.fullmatch(name) for name in names]
        found = [part.groups() for part in parts if part]
        if not found or len(found) < len(names):
            return cls()
        columns = tuple(letters for letters, _ in found[:width])
        rows = tuple(number for _, number in found[::width])
        if found != [(letters, number) for number in rows for letters in columns]:
            return cls()
        return cls(columns, rows, is_above=rows[0] == "1" and len(rows) > 1)

    def around(self, box: Box) -> Box:
        """Return the box of a picture with space for the names."""
        left, top, width, height = box
        across, down = EDGE * bool(self.rows), EDGE * bool(self.columns)
        return left - across, top - down * self.is_above, width + across, height + down

    def drawn(self, top: float, bottom: float, left: float) -> str:
        """Return the names: above ``top`` or below ``bottom``, and left of ``left``."""
        y = top - EDGE / 2 if self.is_above else bottom + EDGE / 2
        columns = [
            text_at((column + 0.5) * SIDE, y, name, OUTSIDE, _SOFT)
            for column, name in enumerate(self.columns)
        ]
        rows = [
            text_at(left - EDGE / 2, (row + 0.5) * SIDE, name, OUTSIDE, _SOFT)
            for row, name in enumerate(self.rows)
        ]
        return "".join(columns + rows)


def stores_svg(names: Sequence[str], width: float, height: float) -> str:
    """Return a store left of the board and one right of it, each with its name at its lower end.

    The left one is that of the second player. ``with_stored`` fills them.
    """
    middles = (-STORE / 2, width + STORE / 2)
    style = f'rx="36" fill="currentColor" fill-opacity=".08" {stroke(2)} stroke-opacity=".35"'
    return "".join(
        f'<rect x="{x - 36:g}" y="6" width="72" height="{height - 12:g}" {style}></rect>'
        + text_at(x, height - 28, name, OUTSIDE, 'class="piece" fill-opacity=".75"')
        + f'<g class="store-{seat}" transform="translate({x:g} {height / 2 - 14:g})"></g>'
        for x, name, seat in zip(middles, names, (1, 0), strict=False)
    )


def with_stored(picture: str, points: Sequence[int]) -> str:
    """Return a picture with the points of each player as seeds in the player's store.

    >>> with_stored('<g class="store-1" transform="translate(0 0)"></g>', (2, 1)).count("<circle")
    1
    """

    def filled(store: re.Match[str]) -> str:
        seeds = points[int(store[2])]
        return f"{store[1]}{seeds_svg(0, 0, seeds, BELOW) if seeds > 0 else ''}</g>"

    return _STORED.sub(filled, picture)
