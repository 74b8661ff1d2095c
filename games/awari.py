"""Awari, or oware: sow the seeds of a house, and capture twos and threes on the other side.

Each player has a row of houses. A move takes all seeds of one of one's own houses and sows them
one by one to the right, over one's own row and that of the other player, round and round, but
never into the house that they came from. If the last seed makes two or three in a house of the
other player's, these are captured, and so are twos and threes in the houses just before it, as
long as there is no other number between.

    5 4 3 2 1 0
    0 1 2 3 4 5      six houses each; moves name them along the mover's own row

* ``feeding``: whoever can must leave the other player seeds to move. Whoever has none, or must
  feed and cannot, cannot move, and play ends: each player keeps the seeds of their own row.
* ``grand_slam``: what holds of a move that would capture all seeds of the other player. It is
  ``"forbidden"`` unless all moves are such, or it captures nothing (``"no-capture"``), or it is a
  move like any other (``"allowed"``).

What is captured never comes back: it is the *gain* of the move, and no part of the position, which
is the seeds in the houses, first those of the player to move. So a position is of so many seeds,
whatever was captured before, and all those of 15 seeds or fewer, say, can be solved by themselves.

Play may run in loops, and then it never ends and nothing more is captured: a score of 0, as if the
seeds on the board were shared evenly. That each player keeps the seeds of their own row, as some
rules have it, cannot be said: what endless play is worth would depend on where one looks.

Rules: J. W. Romein and H. E. Bal, "Solving the Game of Awari using Parallel Retrograde Analysis",
*IEEE Computer* 36 (10), 2003, and their Awari game score database, doi.org/10.48338/VU01-11WJKE:
``feeding``, and a grand slam is forbidden unless it is the only move. In tournaments of oware
(*abapa*) it captures nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, pairwise, takewhile
from typing import Annotated, Literal

import attrs

import gamesolver
from gamesolver import Game
from gamesolver.validators import one_of, whole, yes_or_no

Seeds = tuple[int, ...]
"""The seeds in each house, first those of the player to move."""
Slam = Literal["forbidden", "no-capture", "allowed"]

CAPTURED = (2, 3)


@attrs.frozen
class Awari(Game[Seeds, int]):
    """Awari with ``houses`` a player and ``seeds`` on the board, dealt one by one at first.

    >>> from gamesolver import solve
    >>> game = Awari(houses=6, seeds=3)
    >>> len(solve(game, positions=game.arrangements()))
    455
    """

    houses: Annotated[int, "houses of each player"] = attrs.field(default=6, validator=whole(1))
    seeds: Annotated[int, "seeds on the board at first"] = attrs.field(
        default=4, validator=whole(0)
    )
    feeding: Annotated[bool, "who can must leave the other player seeds"] = attrs.field(
        default=True, validator=yes_or_no
    )
    grand_slam: Annotated[Slam, "a move that would capture all the other player's seeds"] = (
        attrs.field(default="forbidden", validator=one_of(("forbidden", "no-capture", "allowed")))
    )

    seats = ("South", "North")

    def start(self) -> Seeds:
        """Dealt to the players in turn, from the first house of each."""
        shares = (self.seeds + 1) // 2, self.seeds // 2
        return tuple(
            share // self.houses + (house < share % self.houses)
            for share in shares
            for house in range(self.houses)
        )

    def arrangements(self) -> Iterator[Seeds]:
        """All positions with so many seeds or fewer, for ``solve(..., positions=...)``."""
        for seeds in range(self.seeds + 1):
            yield from _arrangements(seeds, 2 * self.houses)

    def moves(self, position: Seeds) -> list[int]:
        """The houses that may be sown: none where play has ended."""
        houses = [house for house in range(self.houses) if position[house]]
        if self.feeding and not any(position[self.houses :]):
            houses = [house for house in houses if self._feeds(position, house)]
        if self.grand_slam == "forbidden":
            return [house for house in houses if not self._is_slam(position, house)] or houses
        return houses

    def play(self, position: Seeds, move: int) -> Seeds:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        seeds = list(self._sown(position, move)[0])
        for house in self._captured(position, move):
            seeds[house] = 0
        return (*seeds[self.houses :], *seeds[: self.houses])

    def gain(self, position: Seeds, move: int) -> int:
        """How many seeds are captured."""
        seeds = self._sown(position, move)[0]
        return sum(seeds[house] for house in self._captured(position, move))

    def terminal_score(self, position: Seeds) -> int | None:
        """Whoever cannot move ends play, and each player keeps the seeds of their own row."""
        if self.moves(position):
            return None
        return sum(position[: self.houses]) - sum(position[self.houses :])

    def stage(self, position: Seeds) -> int:
        """Minus the seeds on the board."""
        return -sum(position)

    def format(self, position: Seeds) -> str:
        """The rows, that of the player to move first, each along the way that is sown."""
        return f"{_spaced(position[: self.houses])}/{_spaced(position[self.houses :])}"

    def parse(self, text: str) -> Seeds:
        row = r"\d+" + r" \d+" * (self.houses - 1)
        if isinstance(text, str) and re.fullmatch(f"{row}/{row}", text):
            seeds = tuple(map(int, re.split("[ /]", text)))
            if sum(seeds) <= self.seeds:
                return seeds
        raise self.unreadable(
            text,
            f"the seeds of {self.houses} houses of the player to move, '/', and those of the "
            f"other, at most {self.seeds} in all",
        )

    def render(self, position: Seeds) -> str:
        return self.render_for(position, 0)

    def render_for(self, position: Seeds, mover: int) -> str:
        """North above, sowing to the left; South below, sowing to the right."""
        wide = len(str(self.seeds))
        return "\n".join(
            " ".join(f"{seeds:{wide}}" for seeds in row) for row in self._board(position, mover)
        )

    def legend(self) -> str:
        south = range(self.houses)
        return f"{_spaced(south[::-1])}\n{_spaced(south)}"

    def svg(self, position: Seeds) -> str:
        return self.svg_for(position, 0)

    def svg_for(self, position: Seeds, mover: int) -> str:
        """A house is clicked that seeds are taken from."""
        rows = [[str(seeds or ".") for seeds in row] for row in self._board(position, mover)]
        names = [*range(self.houses)]
        squares = names[::-1] if mover else [self.houses + name for name in names]
        takes = {str(move): [squares[move]] for move in self.moves(position)}
        return gamesolver.grid_svg(rows, takes, names=names[::-1] + names)

    def _sown(self, position: Seeds, house: int) -> tuple[Seeds, int]:
        """The houses after sowing, and where the last seed fell; nothing is captured yet."""
        seeds, here = list(position), house
        hand, seeds[house] = seeds[house], 0
        while hand:
            here = (here + 1) % len(seeds)
            if here != house:
                seeds[here] += 1
                hand -= 1
        return tuple(seeds), here

    def _feeds(self, position: Seeds, house: int) -> bool:
        """Whether sowing a house reaches the other player's row."""
        return any(self._sown(position, house)[0][self.houses :])

    def _captured(self, position: Seeds, house: int) -> list[int]:
        """The houses of the other player that a move captures."""
        takes_nothing = self.grand_slam == "no-capture" and self._is_slam(position, house)
        return [] if takes_nothing else self._taken(position, house)

    def _is_slam(self, position: Seeds, house: int) -> bool:
        """Whether a move would capture all seeds of the other player."""
        taken, (seeds, _) = self._taken(position, house), self._sown(position, house)
        theirs = range(self.houses, 2 * self.houses)
        return bool(taken) and not any(seeds[each] for each in theirs if each not in taken)

    def _taken(self, position: Seeds, house: int) -> list[int]:
        """The houses with two or three, from where the last seed fell back without a gap."""
        seeds, last = self._sown(position, house)
        taken = takewhile(lambda each: seeds[each] in CAPTURED, range(last, self.houses - 1, -1))
        return list(taken)

    def _board(self, position: Seeds, mover: int) -> tuple[Seeds, Seeds]:
        """The upper row, North's as one sees it, and the lower one."""
        mine, theirs = position[: self.houses], position[self.houses :]
        south, north = (theirs, mine) if mover else (mine, theirs)
        return north[::-1], south


def _arrangements(seeds: int, houses: int) -> Iterator[Seeds]:
    """All ways to put so many seeds into houses: bars between them, among the seeds in a row."""
    for bars in combinations(range(seeds + houses - 1), houses - 1):
        ends = (-1, *bars, seeds + houses - 1)
        yield tuple(last - first - 1 for first, last in pairwise(ends))


def _spaced(numbers: Seeds | range) -> str:
    return " ".join(map(str, numbers))
