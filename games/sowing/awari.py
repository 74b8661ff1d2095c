"""Awari, or oware: sow the seeds of a house, and capture twos and threes. Compiled rules.

The player who captures more seeds wins by the difference. Each player has a row of houses. A player
takes all seeds of one of their houses and sows them one by one to the right, over their own row and
that of the other player. Sowing goes round and round, but leaves out the house that the seeds came
from. If the last seed makes two or three in a house of the other player, these seeds are captured.
So are twos and threes in the houses just before it, as long as there is no other number between.

    f e d c b a      North's row
    a b c d e f      South's row; each player's houses are a, b, c ... in the order of sowing

South moves first. A move is named by a house in the row of the player to move: *house a*. A board
is drawn with South below, or with the player to move below if it is not known who moves.

* ``feeding``: a player must leave the other player seeds to move, if possible. Play ends if the
  player to move has no seeds, or must feed and cannot. Then each player keeps the seeds of their
  own row.
* ``grand_slam``: the rule for a move that would capture all seeds of the other player. It is
  ``"forbidden"`` unless all moves are grand slams, or it captures nothing (``"no-capture"``), or it
  is a normal move (``"allowed"``).

Captured seeds never come back. They are the *gain* of the move, and not part of the position. A
position is the seeds in the houses, first those of the player to move. So a position does not
depend on earlier captures, and a solution has all positions with at most the seeds of the game.

Play may run in cycles. In infinite play nothing more is captured, so the score is 0, as if the
seeds on the board were shared equally. By some rules each player keeps the seeds of their own row.
This is not supported, because the payoff of infinite play would depend on the position.

**A position** is the number of the seeds in the houses (``games.sowing.numbers``), the fewest seeds
first, and it is its own index. The *stage* is minus the number of seeds. It rises with every
capture.

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
    """Awari with ``houses`` a player and ``seeds`` on the board, dealt one by one at the start.

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
