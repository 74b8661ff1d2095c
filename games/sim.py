"""Sim: colour the lines between points, and avoid a triangle in your colour.

A player who completes a triangle of three lines in their own colour loses. Every two points, of
usually six, are joined by a line. The players take turns to colour a line that has no colour yet,
red first. Only triangles whose corners are three of the points count.

      a   b
    f       c      six points, fifteen lines: a move is named by the ends of its line, af
      e   d

A board in plain text is a table. Where the row of one point meets the column of another, ``r`` is a
red line, ``b`` a blue one, and a dot a line that has no colour yet.

On six points or more a fully coloured board always has such a triangle (R. E. Greenwood and A. M.
Gleason, 1955), so there are no draws. On five points a full board without a triangle is possible.
It is a draw.

A position is the lines in the order ab, ac, ..., bc, ... The number of coloured lines determines
the player to move. All points are equivalent, so an orbit has up to 720 positions of six points.
Its canonical position is found without a list of the orbit. Points are distinguished first by the
number of their lines of each colour, then by the kinds of the points at the other ends. Only points
that are still equal are tried in all orders.

G. J. Simmons, "The game of SIM", Journal of Recreational Mathematics 2, 1969. The second player
wins: E. Mead, A. Rosa and C. Huang, "The game of Sim: a winning strategy for the second player",
Mathematics Magazine 47, 1974.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain, combinations, groupby, permutations, product
from math import cos, pi, sin
from operator import itemgetter
from string import ascii_lowercase
from typing import Annotated

import attrs

import gamesolver
from gamesolver import Game, Value
from gamesolver.validators import between

EMPTY, COLOURS = ".", "rb"
MOST = 8  # points, because all their orders are tried at the start


@attrs.frozen
class Sim(Game[str, int]):
    """Sim on a number of ``points``.

    >>> from gamesolver import solve
    >>> print(solve(Sim(points=4)).outcome, solve(Sim(points=5)).outcome, sep="; ")
    draw in 6; draw in 10
    """

    points: Annotated[int, "points, each two joined by a line"] = attrs.field(
        default=6, validator=between(2, MOST)
    )

    seats = ("red", "blue")

    def start(self) -> str:
        return EMPTY * len(_lines(self.points))

    def moves(self, position: str) -> list[int]:
        """Return the lines without a colour, in order."""
        return [line for line, colour in enumerate(position) if colour == EMPTY]

    def play(self, position: str, move: int) -> str:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        return position[:move] + COLOURS[self.player(position)] + position[move + 1 :]

    def terminal_value(self, position: str) -> Value | None:
        """Return a win if the last line completed a triangle of the opponent."""
        if self._has_triangle(position, 1 - self.player(position)):
            return Value.WIN
        return None if EMPTY in position else Value.DRAW

    def symmetries(self, position: str) -> Iterator[str]:
        """Return the position with its points in all other orders."""
        return (_seen(position, order) for order in permutations(range(self.points)))

    def canonical(self, position: str) -> str:
        """Return the least position over the orders that sort different points."""
        return min(_seen(position, order) for order in _orders(position, self.points))

    def player(self, position: str) -> int:
        return self.stage(position) % 2

    def stage(self, position: str) -> int:
        """Return the number of coloured lines."""
        return len(position) - position.count(EMPTY)

    def format(self, position: str) -> str:
        return position

    def parse(self, text: str) -> str:
        lines = len(_lines(self.points))
        if isinstance(text, str) and re.fullmatch(f"[.rb]{{{lines}}}", text):
            is_turn = text.count("r") - text.count("b") in (0, 1)
            if is_turn and self._can_have_triangles(text):
                return text
        raise self.unreadable(
            text,
            f"{lines} of '.', 'r', 'b', as many r as b or one more, and no triangles but "
            "those that the last line can have completed",
        )

    def format_move(self, move: int) -> str:
        return "".join(ascii_lowercase[end] for end in _lines(self.points)[move])

    def render(self, position: str) -> str:
        """Return a row for each point but the first, with its lines to earlier points."""
        names = ascii_lowercase[: self.points]
        rows = [
            " ".join([name, *(position[line] for other, line in ends if other < point)])
            for point, (name, ends) in enumerate(zip(names, _net(self.points), strict=True))
        ]
        return "\n".join([" ".join([" ", *names[:-1]]), *rows[1:]])

    def svg(self, position: str) -> str:
        """Return a picture in which lines are clicked."""
        ended = self.terminal_value(position) is not None
        moves = [] if ended else self.moves(position)
        return gamesolver.points_svg(
            _circle(self.points),
            _lines(self.points),
            [EMPTY] * self.points + list(position),
            {self.format_move(move): [self.points + move] for move in moves},
            {"r": "red", "b": "blue"},
            names=ascii_lowercase[: self.points],
        )

    def _has_triangle(self, position: str, seat: int) -> bool:
        return any(self._triangles_of(position, seat))

    def _can_have_triangles(self, position: str) -> bool:
        """Return True if all triangles belong to the player not to move and share a line."""
        seat = self.player(position)
        complete = map(set, self._triangles_of(position, 1 - seat))
        has_last = bool({*range(len(position))}.intersection(*complete))
        return has_last and not self._has_triangle(position, seat)

    def _triangles_of(self, position: str, seat: int) -> Iterator[tuple[int, int, int]]:
        """Yield the triangles that are complete in the colour of a player, by their lines."""
        colour = COLOURS[seat]
        for one, two, three in _triangles(self.points):
            if position[one] == position[two] == position[three] == colour:
                yield one, two, three


# ── points in other orders ──────────────────────────────────────────────────────────────────────


def _orders(position: str, points: int) -> Iterator[tuple[int, ...]]:
    """Yield the orders that sort different points and take equal points in any order."""
    net = _net(points)
    looks = [sorted([position[line] for _, line in ends]) for ends in net]
    finer = [
        (looks[point], sorted([(position[line], looks[other]) for other, line in ends]))
        for point, ends in enumerate(net)
    ]
    alike = groupby(sorted(range(points), key=finer.__getitem__), key=finer.__getitem__)
    for parts in product(*(permutations([*each]) for _, each in alike)):
        yield tuple(chain.from_iterable(parts))


def _seen(position: str, order: tuple[int, ...]) -> str:
    """Return a position with its points in another order."""
    return "".join(_lines_in(order)(position))


@cache
def _lines_in(order: tuple[int, ...]) -> Callable[[str], Iterable[str]]:
    """Return a function that picks the colours of the lines, with the points in another order."""
    net = [dict(ends) for ends in _net(len(order))]
    return itemgetter(*(net[one][two] for one, two in combinations(order, 2)))


# ── points and lines ────────────────────────────────────────────────────────────────────────────


@cache
def _lines(points: int) -> list[tuple[int, int]]:
    """Return the ends of each line."""
    return [*combinations(range(points), 2)]


@cache
def _net(points: int) -> list[list[tuple[int, int]]]:
    """Return for each point the others, each with the line to it."""
    lines = _lines(points)
    return [
        [
            (other, lines.index((min(point, other), max(point, other))))
            for other in range(points)
            if other != point
        ]
        for point in range(points)
    ]


@cache
def _triangles(points: int) -> list[tuple[int, int, int]]:
    """Return the three lines of each triangle."""
    net = [dict(ends) for ends in _net(points)]
    return [
        (net[one][two], net[one][three], net[two][three])
        for one, two, three in combinations(range(points), 3)
    ]


def _circle(points: int) -> list[tuple[float, float]]:
    """Return places on a circle, clockwise from the top left, more than 1 apart.

    Every second pair is moved a little, because in a regular hexagon three lines have one midpoint.
    """
    turns = [2 * pi * (point - 0.5 + point // 2 % 2 / 5) / points for point in range(points)]
    radius = 1 + points / 4
    return [(radius * sin(turn), -radius * cos(turn)) for turn in turns]
