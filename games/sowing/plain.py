"""Sowing games in plain Python, the reference for the compiled rules.

**Kalah.** A position is the seeds in the houses, first those of the player to move, and the player
to move, 0 or 1. Seeds are sown one by one into a row that has the store of the player who moves as
an additional house.

**Awari.** A position is the seeds only, because the player to move makes no difference. A move is
sown, its captures are found from the house of the last seed, and the result decides if it is legal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise, takewhile
from typing import Annotated, Literal, TypeVar

import attrs

import gamesolver
from games._words import _WordedGame, letter, letters
from games.sowing.numbers import Seeds
from gamesolver.validators import between, one_of, yes_or_no

SeatedSeeds = tuple[Seeds, int]
"""The seeds in each house, first those of the player to move, and the player to move."""
Sweep = Literal["owner", "emptied", "nobody"]


MOST_HOUSES, MOST_SEEDS = 100, 1_000
"""Limit of plain games; most have too many positions for an index."""

SHARES: dict[Sweep, int] = {"owner": 1, "emptied": -1, "nobody": 0}
"""Value of the seeds that are left, for their owner at the end."""


SEEDS_IN_TEXT = "(?:0|[1-9][0-9]{0,17})"
"""Pattern of a number of seeds, without leading zeros."""

PositionT = TypeVar("PositionT")


class _SowingGame(_WordedGame[PositionT, int]):
    """Each player's houses have letters, in the order in which they are sown."""

    def format_move(self, move: int) -> str:
        return _in_words(move)

    def short_texts(self, move: int) -> tuple[str, str]:
        return str(move), letter(move)


@attrs.frozen(repr=False, eq=False)
class KalahParameters:
    """Parameters of Kalah, compiled or plain."""

    houses: Annotated[int, "houses of each player"] = attrs.field(
        default=3, validator=between(1, MOST_HOUSES)
    )
    seeds: Annotated[int, "seeds in each house at the start"] = attrs.field(
        default=2, validator=between(1, MOST_SEEDS)
    )
    empty_captures: Annotated[bool, "capture also opposite an empty house"] = attrs.field(
        default=False, validator=yes_or_no
    )
    sweep: Annotated[Sweep, "player who gets the seeds left at the end"] = attrs.field(
        default="owner", validator=one_of(tuple(SHARES))
    )

    seats = ("South", "North")

    @property
    def all_seeds(self) -> int:
        """Number of seeds in the houses at the start."""
        return 2 * self.houses * self.seeds


@attrs.frozen
class PlainKalah(KalahParameters, _SowingGame[SeatedSeeds]):
    """Kalah of any size; the same game as :class:`games.Kalah`.

    >>> from gamesolver import solve
    >>> print(solve(PlainKalah(houses=3, seeds=2)).outcome)
    win by 4 in 8
    """

    title = "Kalah"

    def start(self) -> SeatedSeeds:
        return (self.seeds,) * (2 * self.houses), 0

    def moves(self, position: SeatedSeeds) -> list[int]:
        return [house for house in range(self.houses) if position[0][house]]

    def play(self, position: SeatedSeeds, move: int) -> SeatedSeeds:
        if move not in self.moves(position):
            raise self.illegal(position, move)
        seeds, _, moves_again = self._sown(position[0], move)
        if moves_again:
            return seeds, position[1]
        return seeds[self.houses :] + seeds[: self.houses], 1 - position[1]

    def gain(self, position: SeatedSeeds, move: int) -> int:
        """Return the number of seeds that go to the store of the player who moves."""
        return self._sown(position[0], move)[1]

    def terminal_score(self, position: SeatedSeeds) -> int | None:
        """Return the score of the seeds left in one row if the other row is empty."""
        mine, theirs = self._rows(position)
        if sum(mine) and sum(theirs):
            return None
        return SHARES[self.sweep] * (sum(mine) - sum(theirs))

    def symmetries(self, position: SeatedSeeds) -> Iterator[SeatedSeeds]:
        yield position[0], 1 - position[1]

    def player(self, position: SeatedSeeds) -> int:
        return position[1]

    def stage(self, position: SeatedSeeds) -> int:
        """Return the seeds in the stores, and then the progress of the others towards them.

        It rises with every move, because seeds come nearer to a store or are stored.
        """
        nearer = sum(count * (house % self.houses) for house, count in enumerate(position[0]))
        return (self.all_seeds - sum(position[0])) * self.houses * self.all_seeds + nearer

    def format(self, position: SeatedSeeds) -> str:
        """Return the rows of South and North, in the order of sowing, and the player to move."""
        south, north = self._board(position)
        return f"{_spaced(south)}/{_spaced(north)} {'SN'[position[1]]}"

    def parse(self, text: str) -> SeatedSeeds:
        row = " ".join([SEEDS_IN_TEXT] * self.houses)
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

    def render(self, position: SeatedSeeds) -> str:
        """Return the houses between the stores, ``N`` and ``S``, and the seeds in both stores.

        The number in each store is not part of the position.
        """
        north, south = _drawn(*self._board(position), self.all_seeds).splitlines()
        stored = f"in the stores: {self.all_seeds - sum(position[0])}"
        return f"N {north}\n  {south} S\n{stored}"

    def legend(self) -> str:
        north, south = _legend(self.houses).splitlines()
        return f"N {north}\n  {south} S"

    def svg(self, position: SeatedSeeds) -> str:
        moves = [] if self.terminal_score(position) is not None else self.moves(position)
        return _picture(*self._board(position), position[1], moves, stores=("N", "S"))

    def _sown(self, seeds: Seeds, house: int) -> tuple[Seeds, int, bool]:
        """Return the houses after a move, the stored seeds, and True if the player moves again."""
        store = self.houses
        ring = [*seeds[:store], 0, *seeds[store:]]  # without the store of the other player
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

    def _rows(self, position: SeatedSeeds) -> tuple[Seeds, Seeds]:
        """Return the houses of the player to move, and those of the other player."""
        return position[0][: self.houses], position[0][self.houses :]

    def _board(self, position: SeatedSeeds) -> tuple[Seeds, Seeds]:
        """Return the houses of South, and those of North."""
        mine, theirs = self._rows(position)
        return (theirs, mine) if position[1] else (mine, theirs)


# ── awari ─────────────────────────────────────────────────────────────────────────────────────────

Slam = Literal["forbidden", "no-capture", "allowed"]
SLAMS: tuple[Slam, ...] = ("forbidden", "no-capture", "allowed")

CAPTURED = (2, 3)


@attrs.frozen(repr=False, eq=False)
class AwariParameters:
    """Parameters of awari, compiled or plain."""

    houses: Annotated[int, "houses of each player"] = attrs.field(
        default=6, validator=between(1, MOST_HOUSES)
    )
    seeds: Annotated[int, "seeds on the board at the start"] = attrs.field(
        default=4, validator=between(0, MOST_SEEDS)
    )
    feeding: Annotated[bool, "leave the other player seeds, if possible"] = attrs.field(
        default=True, validator=yes_or_no
    )
    grand_slam: Annotated[Slam, "a move that would capture all the other player's seeds"] = (
        attrs.field(default="forbidden", validator=one_of(SLAMS))
    )

    seats = ("South", "North")


@attrs.frozen
class PlainAwari(AwariParameters, _SowingGame[Seeds]):
    """Awari of any size; the same game as :class:`games.Awari`.

    >>> from gamesolver import solve
    >>> game = PlainAwari(houses=6, seeds=3)
    >>> len(solve(game, positions=game.arrangements()))
    455
    """

    title = "Awari"

    def start(self) -> Seeds:
        """Return the start: seeds dealt to the players in turn, from the first house of each."""
        shares = (self.seeds + 1) // 2, self.seeds // 2
        return tuple(
            share // self.houses + (house < share % self.houses)
            for share in shares
            for house in range(self.houses)
        )

    def arrangements(self) -> Iterator[Seeds]:
        """Yield all positions with up to ``seeds`` seeds, for ``solve(..., positions=...)``."""
        for seeds in range(self.seeds + 1):
            yield from _arrangements(seeds, 2 * self.houses)

    def moves(self, position: Seeds) -> list[int]:
        """Return the houses that may be sown, or none if play has ended."""
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
        """Return the number of captured seeds."""
        seeds = self._sown(position, move)[0]
        return sum(seeds[house] for house in self._captured(position, move))

    def terminal_score(self, position: Seeds) -> int | None:
        """Return the difference in the seeds of the rows if the player to move cannot move."""
        if self.moves(position):
            return None
        return sum(position[: self.houses]) - sum(position[self.houses :])

    def stage(self, position: Seeds) -> int:
        """Return minus the number of seeds on the board."""
        return -sum(position)

    def format(self, position: Seeds) -> str:
        """Return the rows, that of the player to move first, each in the order of sowing."""
        return f"{_spaced(position[: self.houses])}/{_spaced(position[self.houses :])}"

    def format_for(self, position: Seeds, seat: int) -> str:
        """Return the rows of South and North in the order of sowing, and the player to move."""
        south, north = self._board(position, seat)
        return f"{_spaced(south)}/{_spaced(north)} {'SN'[seat]}"

    def parse(self, text: str) -> Seeds:
        row = " ".join([SEEDS_IN_TEXT] * self.houses)
        if isinstance(text, str) and re.fullmatch(f"{row}/{row}( [SN])?", text):
            seeds = tuple(map(int, re.split("[ /]", text.rstrip(" SN"))))
            if sum(seeds) <= self.seeds:
                mine, theirs = seeds[: self.houses], seeds[self.houses :]
                return theirs + mine if text.endswith("N") else seeds
        raise self.unreadable(
            text,
            f"the seeds of {self.houses} houses of the player to move, '/', and those of the "
            f"other, at most {self.seeds} in all; or those of South, '/', those of North, and ' S' "
            "or ' N' for the player to move at the end",
        )

    def render(self, position: Seeds) -> str:
        return self.render_for(position, 0)

    def render_for(self, position: Seeds, seat: int) -> str:
        return _drawn(*self._board(position, seat), self.seeds)

    def legend(self) -> str:
        return _legend(self.houses)

    def svg(self, position: Seeds) -> str:
        return self.svg_for(position, 0)

    def svg_for(self, position: Seeds, seat: int) -> str:
        return _picture(*self._board(position, seat), seat, self.moves(position))

    def _sown(self, position: Seeds, house: int) -> tuple[Seeds, int]:
        """Return the houses after sowing, before captures, and the house of the last seed."""
        seeds, here = list(position), house
        hand, seeds[house] = seeds[house], 0
        while hand:
            here = (here + 1) % len(seeds)
            if here != house:
                seeds[here] += 1
                hand -= 1
        return tuple(seeds), here

    def _feeds(self, position: Seeds, house: int) -> bool:
        """Return True if sowing a house reaches the other player's row."""
        return any(self._sown(position, house)[0][self.houses :])

    def _captured(self, position: Seeds, house: int) -> list[int]:
        """Return the houses of the other player that a move captures."""
        takes_nothing = self.grand_slam == "no-capture" and self._is_slam(position, house)
        return [] if takes_nothing else self._taken(position, house)

    def _is_slam(self, position: Seeds, house: int) -> bool:
        """Return True if a move would capture all seeds of the other player."""
        taken, (seeds, _) = self._taken(position, house), self._sown(position, house)
        theirs = range(self.houses, 2 * self.houses)
        return bool(taken) and not any(seeds[each] for each in theirs if each not in taken)

    def _taken(self, position: Seeds, house: int) -> list[int]:
        """Return the houses with two or three seeds, from the last one back without a gap."""
        seeds, last = self._sown(position, house)
        taken = takewhile(lambda each: seeds[each] in CAPTURED, range(last, self.houses - 1, -1))
        return list(taken)

    def _board(self, position: Seeds, mover: int) -> tuple[Seeds, Seeds]:
        """Return the houses of South, and those of North."""
        mine, theirs = position[: self.houses], position[self.houses :]
        return (theirs, mine) if mover else (mine, theirs)


def _arrangements(seeds: int, houses: int) -> Iterator[Seeds]:
    """Yield all ways to put seeds into houses, by the places of bars among seeds in a row."""
    for bars in combinations(range(seeds + houses - 1), houses - 1):
        ends = (-1, *bars, seeds + houses - 1)
        yield tuple(last - first - 1 for first, last in pairwise(ends))


# ── pictures: North above, sowing to the left; South below, sowing to the right ───────────────────


def _drawn(south: Seeds, north: Seeds, most: int) -> str:
    """Return the seeds in the houses, each as wide as ``most``."""
    wide = len(str(most))
    return "\n".join(" ".join(f"{seeds:{wide}}" for seeds in row) for row in (north[::-1], south))


def _legend(houses: int) -> str:
    """Return the names of the houses in moves."""
    south = letters(houses)
    return f"{' '.join(south[::-1])}\n{' '.join(south)}"


def _picture(
    south: Seeds, north: Seeds, seat: int, moves: Iterable[int], stores: Sequence[str] = ()
) -> str:
    """Return a picture in which a house of the player to move is clicked."""
    rows = [[str(seeds or ".") for seeds in row] for row in (north[::-1], south)]
    names, places = letters(len(south)), range(len(south))
    squares = places[::-1] if seat else range(len(south), 2 * len(south))
    takes = {_in_words(move): [squares[move]] for move in moves}
    return gamesolver.grid_svg(rows, takes, names=names[::-1] + names, look="houses", stores=stores)


def _in_words(house: int) -> str:
    return f"house {letter(house)}"


def _spaced(numbers: Seeds) -> str:
    return " ".join(map(str, numbers))
