"""Exact odds of a match between two players, computed on the graph of play.

**Model.** Two players play one game. At each node of the graph of play the player to move chooses
evenly among the moves that it returns. This is a Markov chain. The result is the chance of each
kind of end and of infinite play.

**Method.** Probability is carried *forward* from the start, where it is 1. If play has no cycles, a
node is processed after all its predecessors: its chance is the sum of what arrived, and it is
divided evenly among its successors. Numbers are a numerator over a denominator, reduced to lowest
terms only at the end.

Nodes on cycles are processed together, one strongly connected part at a time. Let ``k`` be the
number of choices at each node, ``z`` the expected number of times that each choice is taken, and
``b`` the chance that arrives from outside. Every visit has a predecessor, so

    k_j z_j = b_j + (the sum of z_i over all choices from a node i to the node j).

These equations have a single solution if some choice leads out of the part. If none does, the
chance that arrives is *endless*.

If moves gain points, the points won on the way are part of the state: a node has a chance for each
sum. Cycles gain no points, so a part has the same equations for every sum, with another right-hand
side. The score of a game is the sum plus the score of the end, or plus the payoff of infinite play.

A part of up to 300 nodes is solved in fractions. A larger part is solved in floats, and all later
results are floats too. Then ``exact`` is False, and ``residual`` bounds the total error: a residual
of the equations acts like a chance that was added or lost.

**Cost.** One call of the player for each position. Tic-tac-toe takes some hundredths of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import fsum, lcm
from typing import Annotated, Any, TypedDict

import attrs
import numpy as np

from gamesolver.lazy import shown_by
from gamesolver.parts import is_cyclic, strong_parts
from gamesolver.players.arguments import limit_in
from gamesolver.players.calling import CheckedPlayer, require_steady
from gamesolver.players.linear import Equations, solve_exactly, solve_in_floats
from gamesolver.players.play_graph import (
    FIRST,
    LIMIT,
    SECOND,
    PlayGraph,
    explore_play,
    require_no_gain_within,
)
from gamesolver.players.players import Player
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.rules.lookup import roots_of
from gamesolver.shapes import Natural, Shaped
from gamesolver.show.sentences import remarks_on_play
from gamesolver.system.progress import Listener, reporting

MOST_EXACT = 300  # nodes of a part that is solved in fractions
MOST_DIGITS = 1000
"""Digits of a fraction that is written out. Python refuses to write more than some thousands."""

Number = Fraction | float
Share = tuple[Any, int]
"""A number over a whole one, not in lowest terms."""


class ChanceShape(TypedDict):
    """A chance."""

    chance: float
    fraction: Annotated[str | None, "`null` if it is not exact, or too long to write."]


class ScoreChanceShape(ChanceShape):
    """The chance of a score."""

    score: int


class OddsScoresShape(TypedDict):
    """Expected scores, for the player named first."""

    expected: Annotated[float, "The expected score."]
    fraction: Annotated[str | None, "`null` if it is not exact, or too long to write."]
    by_score: Annotated[list[ScoreChanceShape], "Best first."]


class OddsShape(TypedDict):
    """`Odds.as_json`; for the player named first."""

    positions: Annotated[Natural, "Of play, with either to move."]
    exact: bool
    residual: Annotated[float, "Bounds the error."]
    win: ChanceShape
    draw: ChanceShape
    loss: ChanceShape
    endless: ChanceShape
    endless_payoff: Annotated[int, "Payoff of infinite play: a score, or 1, 0 or -1."]
    scores: Annotated[OddsScoresShape | None, "`null` if the game has none."]


@attrs.frozen
class Odds(Shaped):
    """Chances of the first player: to win, to draw, to lose, and to play for ever.

    The chances sum to 1. If ``exact`` is True they are fractions, or else floats with a total error
    of at most ``residual``. ``positions`` is the size of the graph of play. ``scores`` has the
    chance of each score for the first player, best first. It includes infinite play, with the
    payoff ``endless_payoff``. ``str`` returns percentages.

    >>> from games import TicTacToe
    >>> from gamesolver.players import RandomPlayer
    >>> game = TicTacToe()
    >>> odds(game, RandomPlayer(game), RandomPlayer(game)).draw
    Fraction(8, 63)
    """

    win: Number
    draw: Number
    loss: Number
    endless: Number
    exact: bool = attrs.field(default=True, kw_only=True)
    residual: float = attrs.field(default=0.0, kw_only=True, eq=False)
    positions: int = attrs.field(default=0, kw_only=True, eq=False)
    scores: Mapping[int, Number] | None = attrs.field(default=None, kw_only=True)
    """Chances by score; ``None`` where the game has no scores."""
    endless_payoff: int = attrs.field(default=0, kw_only=True)
    """Payoff of infinite play for the first player."""

    @property
    def expectation(self) -> Number:
        """Expected score. Without scores a win is 1 and a loss -1.

        If ``exact`` is False, the error is at most ``residual`` times the greatest score.

        >>> Odds(Fraction(1, 2), Fraction(1, 4), Fraction(1, 4), Fraction(0)).expectation
        Fraction(1, 4)
        """
        if self.scores is None:
            return self.win - self.loss + self.endless_payoff * self.endless
        return sum((score * chance for score, chance in self.scores.items()), Fraction(0))

    _repr_html_ = shown_by("players.reports", "odds_html")

    def shape(self) -> OddsShape:
        """Return the chances as plain data in the shape of the JSON."""
        return {
            "positions": self.positions,
            "exact": self.exact,
            "residual": self.residual,
            "win": _chance(self.win),
            "draw": _chance(self.draw),
            "loss": _chance(self.loss),
            "endless": _chance(self.endless),
            "endless_payoff": self.endless_payoff,
            "scores": None if self.scores is None else self._scores(self.scores),
        }

    def _scores(self, scores: Mapping[int, Number]) -> OddsScoresShape:
        expected = _chance(self.expectation)
        return {
            "expected": expected["chance"],
            "fraction": expected["fraction"],
            "by_score": [{"score": score, **_chance(chance)} for score, chance in scores.items()],
        }

    def __str__(self) -> str:
        named = (("win", self.win), ("draw", self.draw), ("loss", self.loss))
        chances = [f"{name} {100 * float(chance):.2f}%" for name, chance in named]
        if self.endless:
            chances.append(f"endless {100 * float(self.endless):.2f}%")
        within = "" if self.exact else f" (within {self.residual:.0e})"
        return "; ".join([", ".join(chances) + within, *self.remarks])

    @property
    def remarks(self) -> list[str]:
        """Remarks on the payoff of infinite play and on the average score."""
        score = f"score {float(self.expectation):+.2f} on average"
        shown = None if self.scores is None else score
        return remarks_on_play(bool(self.endless), self.endless_payoff, shown)


def _chance(number: Number) -> ChanceShape:
    is_short = isinstance(number, Fraction) and number.denominator < 10**MOST_DIGITS
    return {"chance": float(number), "fraction": str(number) if is_short else None}


def odds(
    game: Game[PositionT, MoveT],
    first: Player,
    second: Player,
    *,
    start: PositionT | None = None,
    limit: int = LIMIT,
    progress: bool | Listener | None = None,
) -> Odds:
    """Return the chances of the first player, who makes the move at the start.

    The players are called once for each position, and a second time for some.

    Parameters
    ----------
    game
        The rules.
    first
        Player that makes the move at the start.
    second
        The other player.
    start
        Position to start from, default ``game.start()``.
    limit
        Greatest number of positions in the graph of play.
    progress
        ``True`` for a progress bar, or a callable that takes a ``Progress``.

    Returns
    -------
    Odds
        Chances to win, to draw, to lose and to play for ever, and of each score.

    Raises
    ------
    PlayerError
        A player violates the protocol, or changes an answer when it is called again.
    GameContractError
        A move that gains points lies on a cycle.
    SizeLimitError
        The graph of play has more than ``limit`` positions.
    InvalidArgumentError
        An argument is invalid.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> from gamesolver.players import PerfectPlayer, RandomPlayer
    >>> game = TicTacToe()
    >>> print(odds(game, PerfectPlayer(solve(game)), RandomPlayer(game)))
    win 99.48%, draw 0.52%, loss 0.00%
    """
    limit = limit_in(limit)
    rules = Rules(game)
    players = CheckedPlayer(rules, first), CheckedPlayer(rules, second)
    graph: PlayGraph[PositionT, MoveT] = PlayGraph.empty()
    opened = next(roots_of(rules, start, None))
    graph.number(opened, FIRST)
    with reporting(progress) as report:
        explore_play(graph, rules, (players[0].choices, players[1].choices), limit, report)
    for mover in (FIRST, SECOND):
        require_steady(players[mover], graph.answers(mover))
    return Flow(rules, graph, rules.payoff_at(opened)).run()


Came = dict[int, list[Share]]
"""Chance that arrives at a node or an end, by the points that the first player has won."""


class Flow:
    """Chances to reach each node, carried forward from one node.

    ``payoff`` is the payoff of infinite play for the first player.
    """

    def __init__(self, rules: Rules[Any, Any], graph: PlayGraph[Any, Any], payoff: int) -> None:
        self.rules = rules
        self.graph = graph
        self.payoff = payoff
        self.successors = graph.successors
        self.came: list[Came] = [{} for _ in graph.ends]
        self.ended: Came = {}
        self.endless: Came = {}
        self.exact = True
        self.residual = 0.0

    def run(self) -> Odds:
        """Return the odds, after carrying all chances to the ends."""
        self.came[0][0] = [(1, 1)]
        rest = self._without_cycles()
        if rest:
            parts = list(strong_parts(rest, self.successors.__getitem__))
            require_no_gain_within(self.rules.game, self.graph, parts)
            for part in reversed(parts):
                self._part(part)
        win, draw, loss = (
            self._chance(self._ended_with(lambda score: score > 0)),
            self._chance(self._ended_with(lambda score: score == 0)),
            self._chance(self._ended_with(lambda score: score < 0)),
        )
        return Odds(
            win,
            draw,
            loss,
            self._chance(_all_of(self.endless.values())),
            exact=self.exact,
            residual=self.residual,
            positions=len(self.graph),
            scores=self._scores() if self.rules.is_scored else None,
            endless_payoff=self.payoff,
        )

    def _ended_with(self, is_kind: Callable[[int], bool]) -> list[Share]:
        """Return the chances of all ends of one kind."""
        return _all_of(shares for score, shares in self.ended.items() if is_kind(score))

    def _scores(self) -> dict[int, Number]:
        """Return the chance of each score, best first."""
        came = {score: list(shares) for score, shares in self.ended.items()}
        for won, shares in self.endless.items():
            came.setdefault(won + self.payoff, []).extend(shares)
        return {score: self._chance(came[score]) for score in sorted(came, reverse=True)}

    def _chance(self, shares: list[Share]) -> Number:
        share = self._sum(shares)
        return Fraction(*share) if self.exact else float(share[0])

    def _without_cycles(self) -> list[int]:
        """Do all nodes that no cycle leads to, and list the others."""
        waiting = [0] * len(self.came)
        for row in self.successors:
            for target in row:
                waiting[target] += 1
        ready = [0] if not waiting[0] else []
        for here in ready:  # the list grows as we go
            self._deal(here)
            for target in self.successors[here]:
                waiting[target] -= 1
                if not waiting[target]:
                    ready.append(target)
        return [node for node, count in enumerate(waiting) if count]

    def _deal(self, here: int) -> None:
        """Pass the chance at a node on to its successors, evenly."""
        came, self.came[here] = self.came[here], {}
        end, ways = self.graph.ends[here], len(self.successors[here])
        for won, shares in came.items():
            whole, over = self._sum(shares)
            if end is not None:
                self.ended.setdefault(won + end, []).append((whole, over))
                continue
            share = (whole, over * ways) if self.exact else (whole / ways, 1)
            for target, gain in self.graph.steps(here):
                self.came[target].setdefault(won + gain, []).append(share)

    def _sum(self, shares: list[Share]) -> Share:
        if not self.exact:
            return fsum(whole / over for whole, over in shares), 1
        if len(shares) == 1:
            return shares[0]
        over = lcm(*(denominator for _, denominator in shares))
        return sum(whole * (over // denominator) for whole, denominator in shares), over

    def _part(self, part: list[int]) -> None:
        """Process a strongly connected part."""
        if not is_cyclic(part, self.successors.__getitem__):
            self._deal(part[0])
            return
        inside = {node: place for place, node in enumerate(part)}
        sums = sorted({won for node in part for won in self.came[node]})
        sides = [[self._sum(self.came[node].get(won, [])) for node in part] for won in sums]
        if all(target in inside for node in part for target in self.successors[node]):
            for won, came in zip(sums, sides, strict=True):
                self.endless.setdefault(won, []).extend(came)
            return
        for won, counts in zip(sums, self._counts(part, inside, sides), strict=True):
            for node, share in zip(part, counts, strict=True):
                for target, gain in self.graph.steps(node):
                    if target not in inside:
                        self.came[target].setdefault(won + gain, []).append(share)

    def _counts(
        self, part: list[int], inside: dict[int, int], sides: list[list[Share]]
    ) -> list[list[Share]]:
        """Return the expected number of times each choice is taken, for each of several sides."""
        equations = equations_of(part, inside, self.successors.__getitem__)
        if self.exact and len(part) <= MOST_EXACT:
            exact_sides = [[Fraction(*share) for share in side] for side in sides]
            columns = solve_exactly(equations, exact_sides)
            return [[(each.numerator, each.denominator) for each in column] for column in columns]
        self.exact = False
        solved = solve_in_floats(
            equations, [np.array([whole / over for whole, over in side]) for side in sides]
        )
        self.residual += sum(missing for _, missing in solved)
        return [[(float(value), 1) for value in floats] for floats, _ in solved]


def _all_of(parts: Iterable[list[Share]]) -> list[Share]:
    return [share for part in parts for share in part]


def equations_of(
    part: Sequence[int], inside: dict[int, int], successors: Callable[[int], Sequence[int]]
) -> Equations:
    """Return the equations of a part for the number of times each choice is taken."""
    rows, columns, entries = list(range(len(part))), list(range(len(part))), []
    entries = [len(successors(node)) for node in part]
    for place, node in enumerate(part):
        reached = [inside[target] for target in successors(node) if target in inside]
        rows += reached
        columns += [place] * len(reached)
        entries += [-1] * len(reached)
    return Equations(
        len(part), *(np.array(numbers, np.int64) for numbers in (rows, columns, entries))
    )
