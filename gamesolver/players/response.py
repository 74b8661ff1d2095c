"""best_response: never worse than the game allows, and as often better as the opponent lets one.

A perfect player wins what is won; against an opponent that errs one can ask for more. Among
the moves that keep the value, the best response takes those that make the chance to win
against *this* opponent the greatest; among these, the chance not to lose; among these, the
chance that play ends. (:mod:`gamesolver.players.response_values` tells how these are found.)

Where play can loop, several moves may keep all three, and a player that went back and
forth among them would keep its chances for ever and never take them. So of such moves it takes
one that is *nearest to an end*, counted along moves that keep all three and any
of the opponent's replies; then the earlier one. That attains what was promised: from
everywhere an end, if there is one to come to, is some plies away with a chance that
is not zero, again and again.

It is found when first asked for: the player follows the graph of play from the position it is
asked about, and remembers all that it met.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from math import inf
from typing import Any

import attrs

from gamesolver.apart import apart
from gamesolver.arguments import require_yes_or_no
from gamesolver.errors import InvalidArgumentError
from gamesolver.game import Game, MoveT, PositionT
from gamesolver.players.asked import limit_in, require_solution
from gamesolver.players.chances import Odds
from gamesolver.players.hearing import AskedPlayer, require_steady
from gamesolver.players.play_graph import (
    FIRST,
    LIMIT,
    SECOND,
    PlayGraph,
    explore_play,
)
from gamesolver.players.player import Player, SteadyPlayer, choices_at
from gamesolver.players.response_values import NEAR, ResponseValues
from gamesolver.rules import Rules
from gamesolver.solution import Solution


@attrs.frozen(eq=False, repr=False)
class BestResponse(SteadyPlayer[PositionT, MoveT]):
    """The player that ``best_response`` gives.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> from gamesolver.players import RandomPlayer
    >>> game = TicTacToe()
    >>> player = best_response(game, solve(game), RandomPlayer(game))
    >>> player(game.start()), player.promise(game.start()).win
    (0, Fraction(191, 192))
    """

    _rules: Rules[PositionT, MoveT]
    _solution: Solution[PositionT, MoveT] | None
    _opponent: AskedPlayer[PositionT, MoveT]
    _limit: int
    _graph: PlayGraph[PositionT, MoveT] = attrs.field(init=False, factory=PlayGraph.empty)
    _values: ResponseValues = attrs.field(init=False)
    _distances: list[float] = attrs.field(init=False, factory=list)

    @_values.default
    def _no_values(self) -> ResponseValues:
        return ResponseValues(self._graph)

    def __repr__(self) -> str:
        kept = "" if self._solution else ", keep_value=False"
        return f"<best response to {self._opponent.name} in {self._rules.game!r}{kept}>"

    def __call__(self, position: PositionT) -> MoveT:
        node = self._node(position)
        ahead = list(zip(self._graph.moves[node], self._graph.successors[node], strict=True))
        kept = [each for each in ahead if self._keeps(node, each[1])]
        return min(kept, key=lambda each: self._distances[each[1]])[0]

    def promise(self, position: PositionT) -> Odds:
        """What the player attains from a position where it moves, against that opponent."""
        win, loss, end = self._values.triples[self._node(position)]
        four, exact = (win, end - win + loss, -loss, 1 - end), self._values.exact
        if not exact:  # by rounding they may be less than nothing
            four = tuple(max(0.0, each) for each in four)
        residual = 0.0 if exact else NEAR
        return Odds(*four, exact=exact, residual=residual, positions=len(self._graph))

    def _node(self, position: PositionT) -> int:
        """The node where we move in a position, with all that it leads to solved."""
        try:
            is_new = position not in self._graph.numbers[FIRST]
        except TypeError:  # not even hashable
            is_new = True
        if is_new:
            if self._solution:
                self._solution[position]
            choices_at(self._rules, position)
        node = self._graph.number(position, FIRST)
        if node >= len(self._distances):
            self._follow()
        return node

    def _follow(self) -> None:
        choosers = (self._allowed, self._opponent.choices)
        explore_play(self._graph, self._rules, choosers, self._limit)
        solved = len(self._distances)
        require_steady(self._opponent, self._graph.answers(SECOND))
        new = self._values.solve()
        self._distances.extend([inf] * (len(self._graph) - solved))
        self._measure(new)

    def _allowed(self, position: PositionT, legal: Sequence[MoveT]) -> Sequence[MoveT]:
        """The moves that keep the value, or all of them."""
        if not self._solution:
            return legal
        rows = self._solution.moves(position)
        kept = {row.move for row in rows if row.outcome.value is rows[0].outcome.value}
        return [move for move in legal if move in kept]

    def _keeps(self, node: int, successor: int) -> bool:
        triples = self._values.triples
        return not self._values.better(triples[node], triples[successor])

    def _measure(self, new: range) -> None:
        """The plies to the nearest end from each new node, along moves that keep everything."""
        graph, distances = self._graph, self._distances
        before: list[list[int]] = [[] for _ in new]
        waiting: list[tuple[float, int]] = []
        for node in new:
            if graph.ends[node] is not None:
                heappush(waiting, (0, node))
            for target in graph.successors[node]:
                if graph.movers[node] == FIRST and not self._keeps(node, target):
                    continue
                if target >= new.start:
                    before[target - new.start].append(node)
                elif distances[target] < inf:
                    heappush(waiting, (distances[target] + 1, node))
        while waiting:
            distance, node = heappop(waiting)
            if distance < distances[node]:
                distances[node] = distance
                for each in before[node - new.start]:
                    heappush(waiting, (distance + 1, each))


def best_response(
    game: Game[PositionT, MoveT],
    solution: Solution[PositionT, MoveT] | None,
    opponent: Player,
    keep_value: bool = True,
    *,
    limit: int = LIMIT,
) -> BestResponse[PositionT, MoveT]:
    """The player that does best against an opponent, without ever giving away the value.

    With ``keep_value=False`` the value is ignored, and the ``solution`` may be ``None``. The
    opponent must answer the same whenever it is asked. More than ``limit`` positions in the graph
    of play are a ``SizeLimitError``, raised when the player is asked.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> from gamesolver.players import PerfectPlayer, RandomPlayer, odds
    >>> game = TicTacToe()
    >>> solution, rival = solve(game), RandomPlayer(game)
    >>> print(odds(game, PerfectPlayer(solution, ties="random"), rival))
    win 96.78%, draw 3.22%, loss 0.00%
    >>> print(odds(game, best_response(game, solution, rival), rival))
    win 99.48%, draw 0.52%, loss 0.00%
    """
    require_yes_or_no(keep_value=keep_value)
    limit = limit_in(limit)
    rules = Rules(game)
    if keep_value:
        require_solution(solution)
        require_same_game(game, solution)
    asked = AskedPlayer(rules, opponent)
    return BestResponse(rules, solution if keep_value else None, asked, limit)


def require_same_game(game: Game[Any, Any], solution: Any) -> None:
    """Raise unless the solution is one of this game."""
    if solution.game is not game and solution.game != game:
        given, wanted = apart(solution.game, game)
        raise InvalidArgumentError(f"the solution is one of {given}: expected {wanted}")
