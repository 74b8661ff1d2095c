"""Best response to a known opponent, by the Markov decision process of play against it.

A perfect player wins every won position. Against an opponent that errs, more is possible. Among
the moves that preserve the value, the best response maximises three chances, in this order: to
win against *this* opponent, not to lose, and to end play. In a game with scores it preserves
the score and maximises the *expected* score.

In a game with cycles several moves may preserve these chances, and a player that alternates
between them would never realise them. The best response therefore takes the move *nearest to an
end*, counted along moves that preserve everything and any reply of the opponent. Ties go to
the earlier move. An end, if reachable, then lies some plies ahead with positive chance, again
and again. If moves gain points, the best may be to gain and then play for ever. If there is no
end to reach, the player goes where it will stay. Play is explored on demand from each position,
and the results are stored.

Model: a Markov decision process on the graph of play. At the nodes of the player named first the
player chooses. At the others the opponent's known distribution applies. A terminal position has
the payoff

    win (1, 0, 1),   draw (0, 0, 1),   loss (0, -1, 1),   and infinite play (0, 0, 0),

and the expected payoff is maximised in lexicographic order. If infinite play is won, it counts
as a win or a loss. The player who wins by it still prefers an end, and the other avoids one. With
scores the payoff is (score, 1), or (payoff of infinite play, 0). Gains are added to the first
number. Such tuples form an ordered field with infinitesimals, so theorems on decisions with
one number hold for them.

Method: the strongly connected parts are solved in order, each after its successors. A node on no
cycle takes the maximum or the mean of its successors. In a part with cycles the equations alone
do not exclude playing on for ever in the hope of more. Only in an *end component* can play stay
for ever (see ``play_graph.held``), and it acts as one node: its value is that of its best exit or
of infinite play. With each end component contracted, every choice leaves the part in the end and
the equations have one solution. Howard's *policy iteration* finds it: choose, solve, improve the
choices, and repeat until nothing improves. It runs in floats first, and then, for up to 300
nodes, in exact fractions from the choices found.

Sources: R. A. Howard, Dynamic programming and Markov processes, MIT Press 1960. For goals
in order: K. Chatterjee and others, Stochastic games with lexicographic reachability-safety
objectives, CAV 2020.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from math import inf
from typing import Any

import attrs
import numpy as np

from gamesolver.arguments import require_yes_or_no
from gamesolver.parts import is_cyclic, strong_parts
from gamesolver.players.arguments import limit_in, require_solution
from gamesolver.players.calling import CheckedPlayer, require_steady
from gamesolver.players.chances import MOST_EXACT, Flow, Odds
from gamesolver.players.linear import Equations, solve_exactly, solve_in_floats
from gamesolver.players.play_graph import (
    FIRST,
    LIMIT,
    SECOND,
    PlayGraph,
    end_components,
    explore_play,
    require_no_gain_within,
)
from gamesolver.players.players import Player, SteadyPlayer, choices_at, rows_that_preserve
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.solution import Solution

# ── the best chances against a known opponent ───────────────────────────────────────────────────

Goals = tuple[Any, ...]
"""Payoffs in order: without scores the triple of the chance to win, minus the chance
to lose, and the chance that play ends; with scores the expected score and that chance."""

NEAR = 1e-9  # floats that are nearer are taken for equal
FAR = 1e15  # plies: from here on they count to where play stays for ever, and not to an end


@attrs.frozen
class Aims:
    """Payoffs of terminal positions, gains and infinite play for the player."""

    counts_points: bool
    """True if points are added: the game has scores or gains."""
    endless_payoff: int
    """Payoff of infinite play."""

    @property
    def haste(self) -> int:
        """Weight of an end of play: -1 for a player who loses by infinite play, or else 1."""
        return 1 if self.endless_payoff >= 0 else -1

    @property
    def staying(self) -> Goals:
        """Payoff of playing for ever."""
        return *self._points(self.endless_payoff), 0

    def end(self, points: int) -> Goals:
        """Return the payoff of a terminal position with these points."""
        return *self._points(points), self.haste

    def _points(self, points: int) -> Goals:
        return (points,) if self.counts_points else (int(points > 0), -int(points < 0))


def with_gain(goals: Goals, gain: int) -> Goals:
    """Return the payoff before a move with this gain."""
    return (goals[0] + gain, *goals[1:]) if gain else goals


class ResponseValues:
    """Optimal payoff of each node in a graph of play, computed as the graph grows."""

    def __init__(self, graph: PlayGraph[Any, Any], game: Game[Any, Any], aims: Aims) -> None:
        self.graph = graph
        self.game = game
        self.aims = aims
        self.goals: list[Goals] = []
        self.resting: set[int] = set()
        """Nodes from which staying for ever is optimal."""
        self.exact = True

    def is_ours(self, node: int) -> bool:
        """Return True if the player chooses at a node."""
        return self.graph.movers[node] == FIRST

    def solve(self) -> range:
        """Compute the payoffs of the new nodes. Return their range."""
        new = range(len(self.goals), len(self.graph))
        self.goals += [self.aims.staying] * len(new)
        rows = self.graph.successors

        def ahead(node: int) -> list[int]:
            return [target for target in rows[node] if target >= new.start]

        for part in strong_parts(new, ahead):
            if is_cyclic(part, ahead):
                require_no_gain_within(self.game, self.graph, [part])
                self._improve(part)
            else:
                self.goals[part[0]] = self._single(part[0])
        return new

    def better(self, one: Goals, other: Goals) -> bool:
        """Return True if one payoff exceeds another by more than the rounding error."""
        return is_greater(one, other, 0 if self.exact else NEAR)

    def keeps(self, node: int, step: tuple[int, int]) -> bool:
        """Return True if a step, with its gain, preserves the payoff of its node."""
        target, gain = step
        return not self.better(self.goals[node], with_gain(self.goals[target], gain))

    def _single(self, node: int) -> Goals:
        end = self.graph.ends[node]
        if end is not None:
            return self.aims.end(end)
        reached = [with_gain(self.goals[target], gain) for target, gain in self.graph.steps(node)]
        if self.is_ours(node):
            return greatest(reached, self.better)
        return reached[0] if len(reached) == 1 else mean(reached)

    def _improve(self, part: list[int]) -> None:
        """Solve a part with cycles by policy iteration."""
        places = self._places(part)
        choices = places.improve(places.first_choices(), in_floats=True)
        if self.exact and len(part) <= MOST_EXACT:
            choices = places.improve(choices, in_floats=False)
            goals = places.evaluate(choices, in_floats=False)
        else:
            self.exact = False
            goals = places.evaluate(choices, in_floats=True)
        for node in part:
            place = places.of[node]
            self.goals[node] = goals[place]
            if place in places.staying and not self.better(goals[place], self.aims.staying):
                self.resting.add(node)

    def _places(self, part: list[int]) -> ShrunkPart:
        """Return the part with each end component contracted to one place."""
        graph, inside = self.graph, set(part)
        rows = graph.successors
        components = end_components(part, self.is_ours, rows.__getitem__)
        single = inside.difference(*components)
        groups = [sorted(nodes) for nodes in components] + [[node] for node in sorted(single)]
        places = ShrunkPart({node: place for place, group in enumerate(groups) for node in group})
        for place, nodes in enumerate(groups):
            is_component = place < len(components)
            ways = places.ways[place]
            for target, gain in (step for node in nodes for step in graph.steps(node)):
                if target not in inside:
                    ways.append(places.constant(with_gain(self.goals[target], gain)))
                elif not is_component or places.of[target] != place:
                    ways.append(places.of[target])
            if is_component:
                places.staying.add(place)
                ways.append(places.constant(self.aims.staying))
            if is_component or self.is_ours(nodes[0]):
                places.decided.append(place)
        return places


@attrs.define(eq=False)
class ShrunkPart:
    """Part with contracted end components. An exit is a constant, numbered ``~number``."""

    of: dict[int, int]
    """Place of each node."""
    ways: list[list[int]] = attrs.field(init=False)
    """Successors of each place."""
    decided: list[int] = attrs.field(init=False, factory=list)
    """Places where the player chooses. Elsewhere chance decides."""
    staying: set[int] = attrs.field(init=False, factory=set)
    """Places where the player can stay for ever."""
    constants: list[Goals] = attrs.field(init=False, factory=list)

    @ways.default
    def _none(self) -> list[list[int]]:
        return [[] for _ in set(self.of.values())]

    def constant(self, goals: Goals) -> int:
        """Return the number of an exit with this payoff."""
        self.constants.append(goals)
        return ~(len(self.constants) - 1)

    def first_choices(self) -> dict[int, int]:
        """Return arbitrary first choices."""
        return {place: self.ways[place][0] for place in self.decided}

    def improve(self, choices: dict[int, int], in_floats: bool) -> dict[int, int]:
        """Return the optimal choices, by policy iteration from these."""
        error = NEAR if in_floats else 0
        while True:
            goals = self.evaluate(choices, in_floats)
            better = dict(choices)
            for place in self.decided:
                for way in self.ways[place]:
                    if is_greater(self.at(way, goals), self.at(better[place], goals), error):
                        better[place] = way
            if better == choices:
                return choices
            choices = better

    def at(self, way: int, goals: Sequence[Goals]) -> Goals:
        """Return the payoff of a successor."""
        return goals[way] if way >= 0 else self.constants[~way]

    def evaluate(self, choices: dict[int, int], in_floats: bool) -> list[Goals]:
        """Return the payoff of each place for these choices."""
        chosen = [
            [choices[place]] if place in choices else ways for place, ways in enumerate(self.ways)
        ]
        rows, columns, entries = [], [], []
        for place, ways in enumerate(chosen):
            inside = [way for way in ways if way >= 0]
            rows += [place] * (len(inside) + 1)
            columns += [place, *inside]
            entries += [len(ways)] + [-1] * len(inside)
        arrays = (np.array(numbers, np.int64) for numbers in (rows, columns, entries))
        equations = Equations(len(chosen), *arrays)
        sides = [
            [
                sum((self.constants[~way][goal] for way in ways if way < 0), Fraction(0))
                for ways in chosen
            ]
            for goal in range(len(self.constants[0]))
        ]
        if in_floats:
            return list(zip(*self._in_floats(equations, sides), strict=True))
        return list(zip(*solve_exactly(equations, sides), strict=True))

    def _in_floats(self, equations: Equations, sides: Sequence[Any]) -> list[list[float]]:
        """Return the solution for each side. Residuals are relative to the greatest constant."""
        columns = zip(*self.constants, strict=True)
        scales = [max(1, *(abs(each) for each in column)) for column in columns]
        scaled = [
            np.array(side, float) / float(scale) for side, scale in zip(sides, scales, strict=True)
        ]
        return [
            [float(number) * float(scale) for number in column]
            for (column, _), scale in zip(solve_in_floats(equations, scaled), scales, strict=True)
        ]


def is_greater(one: Goals, other: Goals, error: float) -> bool:
    """Return True if the first number that differs by more than ``error`` is greater."""
    for here, there in zip(one, other, strict=True):
        if here != there and abs(here - there) > error:
            return bool(here > there)
    return False


def greatest(several: Sequence[Goals], better: Callable[[Goals, Goals], bool]) -> Goals:
    """Return the first of the greatest."""
    best = several[0]
    for goals in several[1:]:
        if better(goals, best):
            best = goals
    return best


def mean(several: Sequence[Goals]) -> Goals:
    """Return the mean, number by number."""
    sums, count = [sum(column) for column in zip(*several, strict=True)], len(several)
    if any(isinstance(each, float) for each in sums):
        return tuple(each / count for each in sums)
    return tuple(Fraction(each, count) for each in sums)


# ── best_response ────────────────────────────────────────────────────────────────────────


@attrs.frozen(eq=False, repr=False)
class BestResponse(SteadyPlayer[PositionT, MoveT]):
    """Player that ``best_response`` returns.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> from gamesolver.players import RandomPlayer
    >>> game = TicTacToe()
    >>> player = best_response(solve(game), RandomPlayer(game))
    >>> player(game.start()), player.promise(game.start()).win
    (0, Fraction(191, 192))
    """

    _rules: Rules[PositionT, MoveT]
    _solution: Solution[PositionT, MoveT] | None
    _opponent: CheckedPlayer[PositionT, MoveT]
    _limit: int
    _payoff: int = 0
    """Payoff of infinite play for the player index that it plays."""
    _by_payoff: dict[int, BestResponse[PositionT, MoveT]] = attrs.field(init=False, factory=dict)
    """Responses for either player, if infinite play has a payoff."""
    _graph: PlayGraph[PositionT, MoveT] = attrs.field(init=False, factory=PlayGraph.empty)
    _values: ResponseValues = attrs.field(init=False)
    _distances: list[float] = attrs.field(init=False, factory=list)

    @_values.default
    def _no_values(self) -> ResponseValues:
        counts_points = self._rules.is_scored or self._rules.has_gains
        return ResponseValues(self._graph, self._rules.game, Aims(counts_points, self._payoff))

    def __repr__(self) -> str:
        kept = "" if self._solution is not None else ", keep_value=False"
        return f"<best response to {self._opponent.name} in {self._rules.game!r}{kept}>"

    def __call__(self, position: PositionT) -> MoveT:
        seat = self._seat(position)
        node = seat._node(position)
        return seat._graph.moves[node][seat._place(node)]

    def _seat(self, position: PositionT) -> BestResponse[PositionT, MoveT]:
        """Return the response for the player to move, since the best moves may differ."""
        if not self._rules.payoff or self._payoff:
            return self
        choices_at(self._rules, position)
        payoff = self._rules.payoff_at(position)
        if payoff not in self._by_payoff:
            self._by_payoff[payoff] = attrs.evolve(self, payoff=payoff)
        return self._by_payoff[payoff]

    def _place(self, node: int) -> int:
        """Return the number of the chosen move at an own node."""
        ahead = enumerate(self._graph.steps(node))
        kept = [(place, step[0]) for place, step in ahead if self._values.keeps(node, step)]
        return min(kept, key=lambda choice: self._distances[choice[1]])[0]

    def promise(self, position: PositionT) -> Odds:
        """Return the odds that the player attains from a position where it moves."""
        return self._seat(position)._promise(position)

    def _promise(self, position: PositionT) -> Odds:
        node, aims = self._node(position), self._values.aims
        if aims.counts_points:
            return Flow(self._rules, self._play_from(node), aims.endless_payoff).run()
        win, loss, ends = self._values.goals[node]
        end = ends * aims.haste
        endless = 1 - end
        won = win - endless if aims.endless_payoff > 0 else win
        lost = -loss - endless if aims.endless_payoff < 0 else -loss
        four, exact = (won, end - won - lost, lost, endless), self._values.exact
        if not exact:  # by rounding they may be less than nothing
            four = tuple(max(0.0, chance) for chance in four)
        residual, size = 0.0 if exact else NEAR, len(self._graph)
        return Odds(
            *four,
            exact=exact,
            residual=residual,
            positions=size,
            endless_payoff=aims.endless_payoff,
        )

    def _play_from(self, node: int) -> PlayGraph[PositionT, MoveT]:
        """Return the part of the graph reached from a node by the player's choices."""
        whole, play = self._graph, PlayGraph[PositionT, MoveT].empty()
        nodes = [node]
        play.number(whole.positions[node], whole.movers[node])
        for here in nodes:  # the list grows as we go
            steps = list(whole.steps(here))
            if whole.movers[here] == FIRST and steps:
                steps = [steps[self._place(here)]]
            row = []
            for target, _ in steps:
                row.append(play.number(whole.positions[target], whole.movers[target]))
                if row[-1] == len(nodes):
                    nodes.append(target)
            play.ends.append(whole.ends[here])
            play.moves.append(())
            play.successors.append(row)
            play.gains.append([gain for _, gain in steps])
        return play

    def _node(self, position: PositionT) -> int:
        """Return the node of a position with the player to move, solving it if it is new."""
        try:
            is_new = position not in self._graph.numbers[FIRST]
        except TypeError:  # not even hashable
            is_new = True
        if is_new:
            if self._solution is not None:
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
        """Return the moves that preserve the score, or the value without scores, or all moves."""
        if self._solution is None:
            return legal
        kept = {row.move for row in rows_that_preserve(self._solution.moves(position), "score")}
        return [move for move in legal if move in kept]

    def _measure(self, new: range) -> None:
        """Compute the plies from each new node to the nearest end, along preserving moves."""
        graph, distances = self._graph, self._distances
        before: list[list[int]] = [[] for _ in new]
        waiting: list[tuple[float, int]] = []
        for node in new:
            if graph.ends[node] is not None:
                heappush(waiting, (0, node))
            elif graph.gains and node in self._values.resting:
                heappush(waiting, (FAR, node))
            for target, gain in graph.steps(node):
                if graph.movers[node] == FIRST and not self._values.keeps(node, (target, gain)):
                    continue
                if target >= new.start:
                    before[target - new.start].append(node)
                elif distances[target] < inf:
                    heappush(waiting, (distances[target] + 1, node))
        while waiting:
            distance, node = heappop(waiting)
            if distance < distances[node]:
                distances[node] = distance
                for earlier in before[node - new.start]:
                    heappush(waiting, (distance + 1, earlier))


def best_response(
    solution: Solution[PositionT, MoveT] | Game[PositionT, MoveT],
    opponent: Player,
    keep_value: bool = True,
    *,
    limit: int = LIMIT,
) -> BestResponse[PositionT, MoveT]:
    """Return the player that does best against an opponent and preserves the value.

    Play is explored when the returned player is called, not before. Errors of the opponent
    (``PlayerError``) and ``SizeLimitError`` are therefore raised by that call.

    Parameters
    ----------
    solution
        Solution of the game. With ``keep_value=False`` a game without a solution suffices.
    opponent
        Player that always returns the same answer for a position.
    keep_value
        True (default) to preserve the value, or in a game with scores the score. False to
        maximise the chances or the expected score alone, even if that risks the value.
    limit
        Greatest number of positions in the graph of play.

    Returns
    -------
    BestResponse
        Player that also reports the chances it expects.

    Raises
    ------
    InvalidArgumentError
        An argument is invalid.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> from gamesolver.players import PerfectPlayer, RandomPlayer, odds
    >>> game = TicTacToe()
    >>> solution, rival = solve(game), RandomPlayer(game)
    >>> print(odds(game, PerfectPlayer(solution, ties="random"), rival))
    win 96.78%, draw 3.22%, loss 0.00%
    >>> print(odds(game, best_response(solution, rival), rival))
    win 99.48%, draw 0.52%, loss 0.00%
    """
    require_yes_or_no(keep_value=keep_value)
    limit = limit_in(limit)
    if keep_value:
        require_solution(solution)
    game = solution.game if isinstance(solution, Solution) else solution
    rules: Rules[PositionT, MoveT] = Rules(game)
    kept = solution if keep_value and isinstance(solution, Solution) else None
    return BestResponse(rules, kept, CheckedPlayer(rules, opponent), limit)
