"""Player that proves its moves, for matches and audits.

It plays ``proof.best_move``, and raises an error if no best move is proved within the time limit.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Generic

import attrs

from gamesolver.errors import InvalidArgumentError
from gamesolver.rules.game import MoveT, PositionT
from gamesolver.rules.messages import shown

if TYPE_CHECKING:
    from gamesolver.proofs.proof import Proof


@attrs.frozen(eq=False)
class ProofPlayer(Generic[PositionT, MoveT]):
    """Player that proves its moves and keeps the value of each position.

    >>> from games import Nim
    >>> from gamesolver import prove
    >>> prove(Nim(heaps=(1, 2))).player()((1, 2))
    (1, 1)
    """

    proof: Proof[PositionT, MoveT]
    _chosen: dict[PositionT, MoveT] = attrs.field(factory=dict, init=False, repr=False)
    """Moves played so far. After later searches the table might prefer another best move."""

    def __call__(self, position: PositionT) -> MoveT:
        """Return a best move; raise ``NotProvedError`` if none is shown within the seconds."""
        if isinstance(position, Hashable) and position in self._chosen:
            return self._chosen[position]
        move = self.proof.best_move(position)
        if move is None:
            where = shown(self.proof.game, position)
            raise InvalidArgumentError(
                f"play has ended in position {where}: expected a position that is not terminal"
            )
        self._chosen[position] = move
        return move
