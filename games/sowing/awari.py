"""Awari, or oware: sow the seeds of a house, and capture twos and threes. Compiled rules.

Each player has a row of houses. A move takes all seeds of one of one's own houses and sows them
one by one to the right, over one's own row and that of the other player, round and round, but
never into the house that they came from. If the last seed makes two or three in a house of the
other player's, these are captured, and so are twos and threes in the houses just before it, as
long as there is no other number between.

    f e d c b a      North's row
    a b c d e f      South's row; each player's houses are a, b, c ... in the order of sowing

South begins. A move is called by its house, of the mover's own row: *house a*. A board is drawn
with South below; or with the player to move, if it is not known who moves. Whoever captures more
has won, by the difference.

* ``feeding``: whoever can must leave the other player seeds to move. Whoever has none, or must
  feed and cannot, cannot move, and play ends: each player keeps the seeds of their own row.
* ``grand_slam``: what holds of a move that would capture all seeds of the other player. It is
  ``"forbidden"`` unless all moves are such, or it captures nothing (``"no-capture"``), or it is a
  move like any other (``"allowed"``).

What is captured never comes back: it is the *gain* of the move, and no part of the position, which
is the seeds in the houses, first those of the player to move. So a position has a number of seeds,
whatever was captured before, and a solution has all positions with the game's seeds or fewer.

Play may run in loops, and then it never ends and nothing more is captured: a score of 0, as if the
seeds on the board were shared evenly. That each player keeps the seeds of their own row, as some
rules have it, cannot be said: the payoff of infinite play would depend on where one looks.

**A position** is the number of the seeds in the houses (``games.sowing.numbers``), the fewest seeds
first, and it is its own slot. The *stage* is minus the seeds: it rises with every capture.

Rules: J. W. Romein and H. E. Bal, "Solving the Game of Awari using Parallel Retrograde Analysis",
*IEEE Computer* 36 (10), 2003, and their Awari game score database, doi.org/10.48338/VU01-11WJKE:
``feeding``, and a grand slam is forbidden unless it is the only move. In tournaments of oware
(*abapa*) it captures nothing.
"""

from __future__ import annotations

from functools import cache

import attrs

from games.sowing.numbers import (
    Seeds,
    number_of_seeds,
    require_laid,
    require_room,
    seeds_of_number,
    ways_to_lay,
)
from games.sowing.plain import AwariParameters, PlainAwari
from gamesolver import CompiledGame, CompiledRules


@attrs.frozen
class Awari(AwariParameters, CompiledGame):
    """Awari with ``houses`` a player and ``seeds`` on the board, dealt one by one at first.

    >>> from gamesolver import solve
    >>> game = Awari(houses=2, seeds=3)
    >>> game.format(game.start()), game.format(game.play(game.start(), 0))
    ('1 1/1 0', '1 0/0 2')
    >>> len(solve(game))  # the ways to lay up to three seeds into four houses
    35
    """

    def __attrs_post_init__(self) -> None:
        what = f"Awari of {self.houses} houses with {self.seeds} seeds"
        require_room(what, "PlainAwari", self.seeds, 2 * self.houses)

    def start(self) -> int:
        return self.from_plain(self.plain.start())

    @property
    def rules(self) -> CompiledRules:
        from games.sowing.kernels import awari_rules  # numba comes with the first question

        return awari_rules(self.houses, self.seeds, self.feeding, self.grand_slam)

    @property
    def plain(self) -> PlainAwari:
        return _plain(self.houses, self.seeds, self.feeding, self.grand_slam)

    def to_plain(self, position: int) -> Seeds:
        require_laid(self, position, position, self._ways)
        return seeds_of_number(position, 2 * self.houses, self.seeds)

    def from_plain(self, position: Seeds) -> int:
        return number_of_seeds(position)

    def to_plain_move(self, move: int) -> int:
        return move

    @property
    def _ways(self) -> int:
        return ways_to_lay(self.seeds, 2 * self.houses)


_plain = cache(PlainAwari)
