"""Players that choose moves at random, by a solution, by minimax, and by a heuristic.

A :data:`Player` is any callable that returns a move, or a list of moves to choose among at random.

* :class:`RandomPlayer` chooses among all legal moves.
* :class:`PerfectPlayer` plays by a solution.
* :class:`MinimaxPlayer` searches to the end of play without a solution. It stores outcomes by
  canonical position, so its first move at the start solves the whole game. Memory grows with every
  position that it visits. In a game with cycles it raises ``CycleError``, as
  :mod:`gamesolver.graph.minimax` explains.
* :class:`ShareOfWinsPlayer` is an example of a plausible heuristic that plays badly.

The heuristic: ``s`` of a terminal position is its value for the player to move, -1, 0 or 1. ``s``
of any other position is the share of its *good* moves. A move to ``q`` is good if ``-s(q) > 0``,
or if ``s(q) > 0`` and the move keeps the turn. The player maximises ``-s(q)``.

A share is never negative. If the turn passes, a move is thus good only if ``q`` is terminal and
lost for the player to move there. ``s`` is the share of moves that win *at once*, and ignores
everything deeper. The player looks two plies ahead: it wins at once or leaves the opponent the
smallest share of immediate wins. Two threats among nine moves look better than one among four,
although one suffices to lose. If moves keep the turn, a good move wins at once or keeps the turn
in a position that has a good move. This is found by a search that tolerates cycles.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Generic, Literal

import attrs

from gamesolver.answers import MoveRow
from gamesolver.errors import Advice, CycleError, GameContractError, InvalidArgumentError
from gamesolver.players.arguments import require_solution, require_word
from gamesolver.players.remembering import Remembered
from gamesolver.proofs.player import ProofPlayer
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.rules.messages import shown
from gamesolver.solution import Solution
from gamesolver.texts import spelled
from gamesolver.value import Outcome, PreferenceKey, Value

# ── the protocol of players, and the random player ────────────────────────────────────────────────

Player = Callable[[Any], Any]
"""Callable that returns a move for a position, or a list of moves to choose from at random.

>>> def first_empty(position):
...     return position.index(".")
>>> player: Player = first_empty
"""


class SteadyPlayer(ABC, Generic[PositionT, MoveT]):
    """Player that always returns the same answer for a position.

    All players of this package are steady. :func:`gamesolver.players.match` calls a steady player
    once for a position on several boards, and any other callable once for each board.

    >>> from games import TicTacToe
    >>> from gamesolver.players import RandomPlayer
    >>> isinstance(RandomPlayer(TicTacToe()), SteadyPlayer)
    True
    """

    @abstractmethod
    def __call__(self, position: PositionT) -> MoveT | list[MoveT]:
        """Return a move, or the list of moves to choose from at random."""


SteadyPlayer.register(ProofPlayer)


@attrs.frozen(eq=False)
class RandomPlayer(SteadyPlayer[PositionT, MoveT]):
    """Player that chooses among all legal moves with equal chances.

    >>> from games import TicTacToe
    >>> game = TicTacToe()
    >>> RandomPlayer(game)(game.parse("xoxoxo..."))
    [6, 7, 8]
    """

    game: Game[PositionT, MoveT]
    _rules: Rules[PositionT, MoveT] = attrs.field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_rules", Rules(self.game))

    def __call__(self, position: PositionT) -> list[MoveT]:
        return list(choices_at(self._rules, position)[0])


def choices_at(
    rules: Rules[PositionT, MoveT], position: PositionT
) -> tuple[Sequence[MoveT], Callable[[MoveT], PositionT]]:
    """Return the legal moves of a position and the function that plays one.

    A position that the game rejects is an error of the caller, because positions met in play
    were checked before.
    """
    bad = f"bad position {spelled(position)}:"
    try:
        hash(position)
    except Exception as error:
        raise InvalidArgumentError(f"{bad} expected a hashable one") from error
    try:
        if rules.ending(position) is None:
            return rules.choices(position)
    except GameContractError as error:
        message = f"{bad} expected a position of {rules.game!r}; {error.faults[0].message}"
        raise InvalidArgumentError(message) from (error.__cause__ or error)
    raise play_has_ended(rules.game, position)


def play_has_ended(game: Game[PositionT, Any], position: PositionT) -> InvalidArgumentError:
    """Return the error for a query of a terminal position."""
    return InvalidArgumentError(
        f"play has ended in position {shown(game, position)}: "
        "expected a position that is not terminal"
    )


# ── the perfect player, by a solution ───────────────────────────────────────────────────────────

MOST_REMEMBERED = 1 << 16  # positions with remembered moves, before all are discarded

By = Literal["outcome", "score", "value"]
"""Quantity to preserve: the outcome with its plies, the score, or the value."""


def rows_that_preserve(
    rows: Sequence[MoveRow[PositionT, MoveT]], by: By, won: int = 0
) -> list[MoveRow[PositionT, MoveT]]:
    """Return the rows that a perfect player may choose.

    ``won`` is the points that the player to move has won before.
    """
    if by == "outcome":
        return [row for row in rows if row.is_best]
    best = rows[0].outcome.points
    if by == "score":
        return [row for row in rows if row.outcome.points == best]
    value = Value.of(won + best)
    return [row for row in rows if Value.of(won + row.outcome.points) is value]


def require_no_gains(game: Game[Any, Any], has_gains: bool, refused: str, expected: str) -> None:
    """Raise if moves gain: a position does not contain the points won before."""
    if has_gains:
        raise InvalidArgumentError(
            f"{refused}: moves of {game!r} gain, and the winner depends on earlier gains, which "
            f"are not part of a position: expected {expected}"
        )


@attrs.frozen(eq=False, repr=False)
class PerfectPlayer(SteadyPlayer[PositionT, MoveT]):
    """Player that preserves the outcome, the score or the value of every position.

    Parameters
    ----------
    by
        Property to preserve. ``"outcome"``: win as fast and lose as slowly as possible.
        ``"score"``: preserve the score, at any number of plies. ``"value"``: preserve the value,
        at any number of plies; invalid if moves gain points. With ``"score"`` or ``"value"``
        the player may move in cycles for ever and then gets the payoff of infinite play.
    ties
        Choice among several such moves. ``"first"``: the earliest in the order of
        ``game.moves``. ``"random"``: an even choice; the player returns the list.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> solution = solve(TicTacToe())
    >>> position = solution.game.parse("xx.oo....")
    >>> PerfectPlayer(solution)(position)
    2
    >>> PerfectPlayer(solution, by="value", ties="random")(solution.game.parse("x..o....."))
    [1, 2, 4]
    """

    solution: Solution[PositionT, MoveT]
    by: By = "outcome"
    ties: Literal["first", "random"] = "first"
    _rules: Rules[PositionT, MoveT] = attrs.field(init=False)
    _chosen: Remembered[PositionT, tuple[MoveT, ...]] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        require_solution(self.solution)
        require_word(self.by, "by", "outcome", "score", "value")
        require_word(self.ties, "ties", "first", "random")
        rules = Rules(self.solution.game)
        if self.by == "value":
            require_no_gains(rules.game, rules.has_gains, 'bad by "value"', '"outcome" or "score"')
        object.__setattr__(self, "_rules", rules)
        object.__setattr__(self, "_chosen", Remembered(self._moves_that_preserve, MOST_REMEMBERED))

    def __repr__(self) -> str:
        return f"PerfectPlayer({self.solution!r}, by={self.by!r}, ties={self.ties!r})"

    def __call__(self, position: PositionT) -> MoveT | list[MoveT]:
        try:
            kept = self._chosen[position]
        except TypeError:  # not even hashable; reported with a clear message
            kept = self._moves_that_preserve(position)
        return kept[0] if self.ties == "first" else list(kept)

    def _moves_that_preserve(self, position: PositionT) -> tuple[MoveT, ...]:
        """Return the moves to choose from, in the order of the game."""
        rows = self.solution.moves(position)
        if not rows:
            raise play_has_ended(self.solution.game, position)
        kept = tuple(row.move for row in rows_that_preserve(rows, self.by))
        if self.by == "outcome":  # rows of one outcome are in the order of the game
            return kept
        return tuple(move for move in self._rules.moves(position) if move in kept)


# ── minimax without a solution ──────────────────────────────────────────────────────────────────

Step = tuple[PositionT, bool, int]
"""Canonical successor, True if the move keeps the turn, and its gain."""


@attrs.frozen(eq=False)
class MinimaxPlayer(SteadyPlayer[PositionT, MoveT]):
    """Player that takes the first best move by minimax. Raises ``CycleError`` on cycles.

    >>> from games import TicTacToe
    >>> game = TicTacToe()
    >>> MinimaxPlayer(game)(game.parse("x........"))
    4
    """

    game: Game[PositionT, MoveT]
    _rules: Rules[PositionT, MoveT] = attrs.field(init=False, repr=False)
    _outcomes: dict[PositionT, Outcome] = attrs.field(init=False, repr=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_rules", Rules(self.game))

    def __call__(self, position: PositionT) -> MoveT:
        moves, play = choices_at(self._rules, position)
        return max(
            moves,
            key=lambda move: self._move_outcome(*self._step(position, move, play)).preference_key,
        )

    def _move_outcome(self, successor: PositionT, kept: bool, gain: int) -> Outcome:
        if successor not in self._outcomes:
            self._solve_from(successor)
        return self._outcomes[successor].backed_up(kept, gain)

    def _step(
        self, position: PositionT, move: MoveT, play: Callable[[MoveT], PositionT]
    ) -> Step[PositionT]:
        successor = play(move)
        kept = self._rules.turn_kept(position, successor)
        return self._rules.canonical(successor), kept, self._rules.gain(position, move)

    def _steps(self, position: PositionT) -> list[Step[PositionT]]:
        moves, play = self._rules.choices(position)
        return [self._step(position, move, play) for move in moves]

    def _solve_from(self, root: PositionT) -> None:
        """Find the outcome of a position and its descendants by depth-first search."""
        outcomes = self._outcomes
        # The positions from the root to the current one, with all steps and those not visited yet.
        path: dict[PositionT, tuple[list[Step[PositionT]], Iterator[Step[PositionT]]]] = {}
        here: PositionT = root
        self._push(path, here)
        while path:
            here = next(reversed(path))
            steps, rest = path[here]
            successor = next((step[0] for step in rest if step[0] not in outcomes), None)
            if successor is None:
                path.popitem()
                if steps:
                    of_moves = (outcomes[to].backed_up(kept, gain) for to, kept, gain in steps)
                    outcomes[here] = max(of_moves, key=_key_of)
            elif successor in path:
                raise self._cycle_error([*path], successor)
            else:
                self._push(path, successor)

    def _push(
        self,
        path: dict[PositionT, tuple[list[Step[PositionT]], Iterator[Step[PositionT]]]],
        position: PositionT,
    ) -> None:
        ending = self._rules.ending(position)
        if ending is not None:
            self._outcomes[position] = ending
        steps = [] if ending is not None else self._steps(position)
        path[position] = steps, iter(steps)

    def _cycle_error(self, path: list[PositionT], successor: PositionT) -> CycleError:
        cycle = path[path.index(successor) :]
        return CycleError(
            "a MinimaxPlayer needs a game without cycles: "
            f"position {shown(self.game, successor)} can return to itself",
            cycle,
        ).advised(Advice("plays it", tool="PerfectPlayer"))


def _key_of(outcome: Outcome) -> PreferenceKey:
    return outcome.preference_key


# ── a plausible heuristic that plays badly: the share of winning moves ───────────────────────────


@attrs.frozen(eq=False)
class ShareOfWinsPlayer(SteadyPlayer[PositionT, MoveT]):
    """Player that leaves the opponent the smallest share of winning moves.

    It considers terminal positions only, so a game in which moves gain is refused.

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
        rules = Rules(self.game)
        refused = "a ShareOfWinsPlayer counts moves that win"
        require_no_gains(self.game, rules.has_gains, refused, "a game without gains")
        object.__setattr__(self, "_rules", rules)

    def __call__(self, position: PositionT) -> MoveT:
        moves, play = choices_at(self._rules, position)
        return max(moves, key=lambda move: self._score(position, play(move)))

    def _score(self, position: PositionT, successor: PositionT) -> Fraction:
        """Return ``-s(q)``, or ``s(q)`` if the turn is kept."""
        share = self._share(successor)
        return share if self._rules.turn_kept(position, successor) else -share

    def _share(self, position: PositionT) -> Fraction:
        """Return ``s`` of a position."""
        ending = self._rules.ending(position)
        if ending is not None:
            return Fraction(int(ending.value))
        moves, play = self._rules.choices(position)
        good = sum(self._is_good(position, play(move)) for move in moves)
        return Fraction(good, len(moves))

    def _is_good(self, position: PositionT, successor: PositionT) -> bool:
        """Return True if a move wins at once, or by a series of moves that keep the turn."""
        steps, met = [(position, successor)], {position}
        for here, successor in steps:  # the list grows as we go
            kept = self._rules.turn_kept(here, successor)
            ending = self._rules.ending(successor)
            if ending is not None:
                if int(ending.value) == (1 if kept else -1):
                    return True
            elif kept and successor not in met:
                met.add(successor)
                moves, play = self._rules.choices(successor)
                steps += [(successor, play(move)) for move in moves]
        return False
