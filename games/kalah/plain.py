"""Kalah in plain Python: the rules that the compiled ones are held against.

A position is the seeds in the houses, first those of the player to move, and the seat that moves.
They are sown one by one, into a row in which the mover's own store is one house more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Literal

import attrs

import gamesolver
from gamesolver import Game
from gamesolver.validators import one_of, whole, yes_or_no

Seeds = tuple[int, ...]
Position = tuple[Seeds, int]
"""The seeds in each house, first those of the player to move; and the seat to move."""
Sweep = Literal["owner", "emptied", "nobody"]


SHARES: dict[Sweep, int] = {"owner": 1, "emptied": -1, "nobody": 0}
"""What the seeds that are left count for their owner at the end."""


@attrs.frozen(repr=False, eq=False)
class KalahParameters:
    """What a game of Kalah is made with, compiled or plain."""

    houses: Annotated[int, "houses of each player"] = attrs.field(default=3, validator=whole(1))
    seeds: Annotated[int, "seeds in each house at first"] = attrs.field(
        default=2, validator=whole(1)
    )
    empty_captures: Annotated[bool, "capture also opposite an empty house"] = attrs.field(
        default=False, validator=yes_or_no
    )
    sweep: Annotated[Sweep, "who gets what is left at the end"] = attrs.field(
        default="owner", validator=one_of(tuple(SHARES))
    )

    seats = ("South", "North")

    @property
    def all_seeds(self) -> int:
        """How many are in the houses at first."""
        return 2 * self.houses * self.seeds


@attrs.frozen
class PlainKalah(KalahParameters, Game[Position, int]):
    """Kalah of any size; the same game as :class:`games.Kalah`.

    >>> from gamesolver import solve
    >>> print(solve(PlainKalah(houses=3, seeds=2)).outcome)
    win by 4 in 8
    """

    title = "Kalah"

    def start(self) -> Position:
        return (self.seeds,) * (2 * self.houses), 0

    def moves(self, position: Position) -> list[int]:
        return [house for house in range(self.houses) if position[0][house]]

    def play(self, position: Position, move: int) -> Position:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        seeds, _, moves_again = self._sown(position[0], move)
        if moves_again:
            return seeds, position[1]
        return seeds[self.houses :] + seeds[: self.houses], 1 - position[1]

    def gain(self, position: Position, move: int) -> int:
        """How many seeds go to the mover's store."""
        return self._sown(position[0], move)[1]

    def terminal_score(self, position: Position) -> int | None:
        """What is left in one row, once the other is empty."""
        mine, theirs = self._rows(position)
        if sum(mine) and sum(theirs):
            return None
        return SHARES[self.sweep] * (sum(mine) - sum(theirs))

    def symmetries(self, position: Position) -> Iterator[Position]:
        yield position[0], 1 - position[1]

    def player(self, position: Position) -> int:
        return position[1]

    def stage(self, position: Position) -> int:
        """The seeds in the stores, and among as many, how far the others have come towards them.

        It rises with every move: seeds come nearer to their own store, or are stored.
        """
        nearer = sum(count * (house % self.houses) for house, count in enumerate(position[0]))
        return (self.all_seeds - sum(position[0])) * self.houses * self.all_seeds + nearer

    def format(self, position: Position) -> str:
        """The rows of South and North, each along the way that is sown, then the mover."""
        south, north = self._board(position)
        return f"{_spaced(south)}/{_spaced(north)} {'SN'[position[1]]}"

    def parse(self, text: str) -> Position:
        row = r"\d+" + r" \d+" * (self.houses - 1)
        if isinstance(text, str) and re.fullmatch(f"{row}/{row} [SN]", text):
            south, north = ([*map(int, each.split())] for each in text[:-2].split("/"))
            seat = "SN".index(text[-1])
            seeds = tuple(north + south if seat else south + north)
            if sum(seeds) <= self.all_seeds:
                return seeds, seat
        raise self.unreadable(
            text,
            f"the seeds of {self.houses} houses of South, '/', those of North, at most "
            f"{self.all_seeds} in all, then ' S' or ' N' for the player to move",
        )

    def render(self, position: Position) -> str:
        """North above, sowing to the left; South below, sowing to the right."""
        south, north = self._board(position)
        wide = len(str(self.all_seeds))
        return "\n".join(
            " ".join(f"{seeds:{wide}}" for seeds in row) for row in (north[::-1], south)
        )

    def legend(self) -> str:
        south = range(self.houses)
        return f"{_spaced(south[::-1])}\n{_spaced(south)}"

    def svg(self, position: Position) -> str:
        """A house is clicked that seeds are taken from."""
        south, north = self._board(position)
        rows = [[str(seeds or ".") for seeds in row] for row in (north[::-1], south)]
        names = [*range(self.houses)]
        squares = names[::-1] if position[1] else [self.houses + name for name in names]
        moves = [] if self.terminal_score(position) is not None else self.moves(position)
        takes = {str(move): [squares[move]] for move in moves}
        return gamesolver.grid_svg(rows, takes, names=names[::-1] + names)

    def _sown(self, seeds: Seeds, house: int) -> tuple[Seeds, int, bool]:
        """The houses after a move, what went to the mover's store, and whether they move again."""
        store = self.houses
        ring = [*seeds[:store], 0, *seeds[store:]]  # as it is sown: no store of the other player
        here, ring[house] = ring[house], 0
        last = house
        for _ in range(here):
            last = (last + 1) % len(ring)
            ring[last] += 1
        opposite = 2 * store - last
        if last < store and ring[last] == 1 and (ring[opposite] or self.empty_captures):
            ring[store] += 1 + ring[opposite]
            ring[last] = ring[opposite] = 0
        return (*ring[:store], *ring[store + 1 :]), ring[store], last == store

    def _rows(self, position: Position) -> tuple[Seeds, Seeds]:
        """The houses of the player to move, and those of the other."""
        return position[0][: self.houses], position[0][self.houses :]

    def _board(self, position: Position) -> tuple[Seeds, Seeds]:
        """The houses of South, and those of North."""
        mine, theirs = self._rows(position)
        return (theirs, mine) if position[1] else (mine, theirs)


def _spaced(numbers: Seeds | range) -> str:
    return " ".join(map(str, numbers))
