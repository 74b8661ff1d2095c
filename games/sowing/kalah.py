"""Kalah: sow the seeds of a house, and bring more of them into your store. Compiled rules.

Each player has a row of houses, and a store at its right end. A move takes all seeds of one of
one's own houses and sows them one by one to the right: over one's own houses, into one's own
store, over the houses of the other player, past the other store, and on in one's own row.

    N c b a        three houses each, and the stores: North has the upper row and N, South the
      a b c S      lower row and S; each player's houses are a, b, c in the order of sowing

South begins. A move is called by its house, of the mover's own row: *house a* is the one farthest
from the mover's store. Whoever has more seeds in the end has won, by the difference.

* If the last seed falls into the mover's store, the mover moves again.
* If it falls into a house of the mover's that was empty, that seed and those in the house
  opposite go to the mover's store. Where the house opposite is empty, nothing is taken by most
  rules, and here; with ``empty_captures=True`` the one seed is, as in the published figures.
* Play ends as soon as either row is empty. Who gets what is left in the other row is a parameter,
  ``sweep``: its ``"owner"``, as is usual, the player whose row is ``"emptied"``, or ``"nobody"``.

What goes to a store never comes back: it is the *gain* of the move, and the stores are no part of
the position, which is the seeds in the houses, the mover's first, and the player to move; a board
shows how many are in both together. The rules are the same for both players, so a position with
South to move has the score of one where North moves and has the same seeds before them. There
are no loops:
a move that stores nothing brings seeds nearer to the mover's own store, and the others are stored.
That is the *stage*, and it rises with every move.

As text a position has the seeds of South, a stroke, those of North, and who moves: ``1 0/0 2 S``.
Each row is written in the order of sowing, from house a on, so that North's is the other way round
than on the board, where it is drawn from right to left.

**A position** is twice the number of the seeds in the houses (``games.sowing.numbers``), and one
more where North moves. Houses with 1, 0, 0 and 2 seeds, the first two the mover's, have the number
18: position 36 if South moves, and 37 if North does.

Rules and scores: G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah", *ICGA Journal* 23 (3),
2000. They capture with ``empty_captures=True``, also opposite an empty house, and so do all figures
that are theirs.
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
    """Kalah with ``houses`` a player, each with ``seeds`` in it at first; a move is a house.

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
