"""The player that counts moves that win: a plausible idea, and a bad one.

Let ``s`` of an end of play be its value for the player to move there, -1, 0 or 1. Let ``s`` of
any other position be the share of its moves that are *good*: those to a position ``q`` with
``-s(q) > 0`` (or ``s(q) > 0`` where the move keeps the turn). Then play the move with
the greatest ``-s(q)``. It sounds like minimax with more to say: "most of my moves
here win".

**Why it is worse.** A share is never negative. So where the turn passes, ``-s(q) > 0`` only if
``q`` is an end that is lost for the player to move there; ``s`` of a position is the share of
moves that win *at once*, and all that lies deeper has dropped out. What is left looks two plies
ahead: win at once if you can, else leave the opponent the smallest share of
moves that win at once. Two threats of the opponent's among nine moves look better than one among
four. Minimax does not ask how many ways there are to win, but whether there is one.

(Where moves keep the turn, a move is good if it wins at once, or keeps the turn in a
position that has a good move. That is a search along such moves, which loops do not trouble.)
"""

from __future__ import annotations

from fractions import Fraction

import attrs

from gamesolver.game import Game, MoveT, PositionT
from gamesolver.players.player import SteadyPlayer, choices_at
from gamesolver.rules import Rules


@attrs.frozen(eq=False)
class ShareOfWinsPlayer(SteadyPlayer[PositionT, MoveT]):
    """Plays the first move that leaves the opponent the smallest share of winning moves.

    It sees two plies. Here a corner wins by force, but not at once, and so all moves look alike
    to it:

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> game = TicTacToe()
    >>> player, position = ShareOfWinsPlayer(game), game.parse("x.......o")
    >>> player(position), solve(game).best_moves(position)
    (1, (2, 6))
    """

    game: Game[PositionT, MoveT]
    _rules: Rules[PositionT, MoveT] = attrs.field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_rules", Rules(self.game))

    def __call__(self, position: PositionT) -> MoveT:
        moves, play = choices_at(self._rules, position)
        return max(moves, key=lambda move: self._worth(position, play(move)))

    def _worth(self, position: PositionT, successor: PositionT) -> Fraction:
        """``-s(q)``, or ``s(q)`` where the turn is kept."""
        share = self._share(successor)
        return share if self._rules.turn_kept(position, successor) else -share

    def _share(self, position: PositionT) -> Fraction:
        """``s`` of a position."""
        ending = self._rules.ending(position)
        if ending is not None:
            return Fraction(ending.value)
        moves, play = self._rules.choices(position)
        good = sum(self._is_good(position, play(move)) for move in moves)
        return Fraction(good, len(moves))

    def _is_good(self, position: PositionT, successor: PositionT) -> bool:
        """Whether a move wins at once, or by way of moves that keep the turn."""
        steps, met = [(position, successor)], {position}
        for here, ahead in steps:  # the list grows as we go
            kept = self._rules.turn_kept(here, ahead)
            ending = self._rules.ending(ahead)
            if ending is not None:
                if ending.value == (1 if kept else -1):
                    return True
            elif kept and ahead not in met:
                met.add(ahead)
                moves, play = self._rules.choices(ahead)
                steps += [(ahead, play(move)) for move in moves]
        return False
