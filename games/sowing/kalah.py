"""Kalah: sow the seeds of a house, and bring more seeds into your store. Compiled rules.

The player with more seeds at the end wins by the difference. Each player has a row of houses, and a
store at its right end. A player takes all seeds of one of their houses and sows them one by one to
the right. Sowing goes over the player's own houses, into the player's store, over the houses of the
other player, past the other store, and on in the player's own row.

    N c b a        three houses each, and the stores: North has the upper row and N, South the
      a b c S      lower row and S; each player's houses are a, b, c in the order of sowing

South moves first. A move is named by a house in the row of the player to move: *house a* is the one
farthest from the player's store.

* If the last seed falls into the player's own store, the same player moves again.
* If it falls into an empty house of the player who moves, that seed and those in the house opposite
  go to the player's store. If the house opposite is empty, nothing is captured by most rules, and
  here. With ``empty_captures=True`` the one seed is captured, as in the published figures.
* Play ends as soon as either row is empty. ``sweep`` chooses the player who gets the seeds left in
  the other row: their ``"owner"``, as is usual, the player whose row is ``"emptied"``, or
  ``"nobody"``.

Seeds in a store never come back. They are the *gain* of the move, and the stores are not part of
the position. A position is the seeds in the houses, first those of the player to move, and the
player to move. A board shows the number of seeds in both stores together. The rules are the same
for both players, so a position has the same score with South or North to move. There are no cycles:
a move that stores nothing brings seeds nearer to the player's own store, and other moves store
seeds. The *stage* measures this, and rises with every move.

As text a position has the seeds of South, a slash, those of North, and the player to move, such as
``1 0/0 2 S``. Each row is written in the order of sowing, from house a on. On the board North's row
is drawn from right to left.

**A position** is twice the number of the seeds in the houses (``games.sowing.numbers``), plus one
if North moves. Houses with 1, 0, 0 and 2 seeds, the first two those of the player to move, have the
number 18: position 36 if South moves, and 37 if North does.

Rules and scores: G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah", *ICGA Journal* 23 (3),
2000. They capture also opposite an empty house, with ``empty_captures=True``, and so do all figures
from this source.
"""

from __future__ import annotations

from functools import cache

import attrs

from games.sowing.numbers import (
    number_of_seeds,
    require_laid,
    require_room,
    seeds_of_number,
    ways_to_lay,
)
from games.sowing.plain import SHARES, KalahParameters, PlainKalah, SeatedSeeds
from gamesolver import CompiledGame, CompiledRules


@attrs.frozen
class Kalah(KalahParameters, CompiledGame):
    """Kalah with ``houses`` a player, each with ``seeds`` at the start; a move is a house.

    >>> game = Kalah(houses=2, seeds=1)
    >>> game.parse("1 0/0 2 S"), game.parse("0 2/1 0 N")
    (36, 37)
    >>> game.format(game.play(game.start(), 1)), game.gain(game.start(), 1)
    ('1 0/1 1 S', 1)
    """

    def __attrs_post_init__(self) -> None:
        what = f"Kalah of {self.houses} houses with {self.seeds} seeds"
        require_room(what, "PlainKalah", self.all_seeds, 2 * self.houses)

    def start(self) -> int:
        return self.from_plain(self.plain.start())

    @property
    def rules(self) -> CompiledRules:
        from games.sowing.kernels import kalah_rules  # numba comes with the first question

        return kalah_rules(self.houses, self.all_seeds, self.empty_captures, SHARES[self.sweep])

    @property
    def plain(self) -> PlainKalah:
        return _plain(self.houses, self.seeds, self.empty_captures, self.sweep)

    def to_plain(self, position: int) -> SeatedSeeds:
        number, seat = divmod(position, 2) if isinstance(position, int) else (NO_NUMBER, 0)
        require_laid(self, position, number, self._ways)
        return seeds_of_number(number, 2 * self.houses, self.all_seeds), seat

    def from_plain(self, position: SeatedSeeds) -> int:
        seeds, seat = position
        return 2 * number_of_seeds(seeds) + seat

    def to_plain_move(self, move: int) -> int:
        return move

    @property
    def _ways(self) -> int:
        return ways_to_lay(self.all_seeds, 2 * self.houses)


NO_NUMBER = -1

_plain = cache(PlainKalah)
