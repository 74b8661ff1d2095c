"""The player that thinks for itself: minimax to the end of play, and nothing done twice.

What it finds out about a position it remembers for all its twins, and for the next time
it is asked. After the first move at the start it knows the whole game. So there is no need for a
solution; but memory grows with every position met, and where play can loop it must give up,
as :mod:`gamesolver.minimax` explains.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamesolver.errors import LoopError
from gamesolver.game import Game, MoveT, PositionT
from gamesolver.players.player import SteadyPlayer, choices_at
from gamesolver.rules import Rules
from gamesolver.value import Outcome
from gamesolver.words import shown

Steps = list[tuple[PositionT, bool]]
"""The canonical positions one move away, each with whether the move keeps the turn."""


@attrs.frozen(eq=False)
class MinimaxPlayer(SteadyPlayer[PositionT, MoveT]):
    """Plays the first of the best moves, found by minimax; ``LoopError`` where play can loop.

    >>> from games import TicTacToe
    >>> game = TicTacToe()
    >>> MinimaxPlayer(game)(game.parse("x........"))
    4
    """

    game: Game[PositionT, MoveT]
    _rules: Rules[PositionT, MoveT] = attrs.field(init=False, repr=False)
    _known: dict[PositionT, Outcome] = attrs.field(init=False, repr=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_rules", Rules(self.game))

    def __call__(self, position: PositionT) -> MoveT:
        moves, play = choices_at(self._rules, position)
        return max(moves, key=lambda move: self._back(*self._step(position, play(move))))

    def _back(self, ahead: PositionT, kept: bool) -> Outcome:
        if ahead not in self._known:
            self._settle(ahead)
        return self._known[ahead].back(kept)

    def _step(self, position: PositionT, successor: PositionT) -> tuple[PositionT, bool]:
        kept = self._rules.turn_kept(position, successor)
        return self._rules.canonical(successor), kept

    def _steps(self, position: PositionT) -> Steps[PositionT]:
        moves, play = self._rules.choices(position)
        return [self._step(position, play(move)) for move in moves]

    def _settle(self, root: PositionT) -> None:
        """Find the outcome of a position and of all that it leads to, the last ones first."""
        known = self._known
        path: dict[PositionT, tuple[Steps[PositionT], Iterator[tuple[PositionT, bool]]]] = {}
        here: PositionT = root
        self._open(path, here)
        while path:
            here = next(reversed(path))
            steps, rest = path[here]
            ahead = next((each for each, _ in rest if each not in known), None)
            if ahead is None:
                path.popitem()
                if steps:
                    known[here] = max(known[each].back(kept) for each, kept in steps)
            elif ahead in path:
                raise self._loop([*path], ahead)
            else:
                self._open(path, ahead)

    def _open(
        self,
        path: dict[PositionT, tuple[Steps[PositionT], Iterator[tuple[PositionT, bool]]]],
        position: PositionT,
    ) -> None:
        ending = self._rules.ending(position)
        if ending is not None:
            self._known[position] = Outcome(ending, 0)
        steps = [] if ending is not None else self._steps(position)
        path[position] = steps, iter(steps)

    def _loop(self, path: list[PositionT], ahead: PositionT) -> LoopError:
        loop = path[path.index(ahead) :]
        return LoopError(
            "a MinimaxPlayer needs a game without loops: "
            f"position {shown(self.game, ahead)} can return to itself; use PerfectPlayer",
            loop,
        )
