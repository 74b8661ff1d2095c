"""odds: who wins how often, exactly, by the graph of play and without sampling.

**The model.** Two players on one game: from each node of the graph of play one move is made,
evenly chosen among those that the player there names. That is a Markov chain, and asked for is
the chance of each kind of end, and of none.

**The method** carries the chance of being somewhere *forward*, from the start, where it is one.
Where play cannot loop a node is done when all that leads to it is done: its chance is the
sum of what came, and is dealt out evenly to where it leads. Numbers are a numerator
over a denominator, put in lowest terms only at the end.

Nodes on loops are done together, a strongly connected part at a time. Let ``k`` be the
number of choices at each node, ``z`` the expected number of times that each of them is
taken, ``b`` what comes in from outside. Every visit came from somewhere,

    k_j z_j = b_j + (the sum of z_i over all choices from a node i to the node j),

and these equations have one solution, if some choice leads out of the part. (Two players
that keep to the part for ever make all that comes in *endless*.)

Up to 300 nodes the part is solved in fractions. Beyond, in floats, and what follows is
floats too; then ``exact`` is False, and ``residual`` bounds the error: what is missing in the
equations is like a chance that came in or got lost, and no more than that can come out
wrong in all.

**The cost**: each position and player asked once; tic-tac-toe some hundredths of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import fsum, lcm
from typing import Any

import attrs
import numpy as np

from gamesolver.lazy import shown_by
from gamesolver.players.arguments import limit_in
from gamesolver.players.asking import AskedPlayer, require_steady
from gamesolver.players.linear import Equations, solve_exactly, solve_in_floats
from gamesolver.players.play_graph import (
    FIRST,
    LIMIT,
    SECOND,
    PlayGraph,
    explore_play,
    is_loop,
    strong_parts,
)
from gamesolver.players.players import Player
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.rules.lookup import roots_of
from gamesolver.shapes import ChanceShape, OddsShape, Shaped
from gamesolver.system.progress import Listener, reporting

MOST_EXACT = 300  # nodes of one part that are solved in fractions
MOST_DIGITS = 1000
"""Of a fraction that is told; Python itself refuses to write more than some thousands."""
ENDLESS = 2  # beside -1, 0 and 1, the kinds of end

Number = Fraction | float
Share = tuple[Any, int]
"""A number over a whole one, not in lowest terms."""


@attrs.frozen
class Odds(Shaped):
    """The chances of the player named first: to win, to draw, to lose, and to play for ever.

    They sum to one. Where ``exact`` they are fractions; else floats that are off by no more than
    ``residual`` in all. ``positions`` counts the graph of play. ``str`` gives per cents.

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

    _repr_html_ = shown_by("players.reports", "odds_html")

    def shape(self) -> OddsShape:
        """The chances as plain data, in the shape that JSON has."""
        return {
            "positions": self.positions,
            "exact": self.exact,
            "residual": self.residual,
            "win": _chance(self.win),
            "draw": _chance(self.draw),
            "loss": _chance(self.loss),
            "endless": _chance(self.endless),
        }

    def __str__(self) -> str:
        named = (("win", self.win), ("draw", self.draw), ("loss", self.loss))
        chances = [f"{name} {100 * float(chance):.2f}%" for name, chance in named]
        if self.endless:
            chances.append(f"endless {100 * float(self.endless):.2f}%")
        return ", ".join(chances) + ("" if self.exact else f" (within {self.residual:.0e})")


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
    """The chances of the player named first, who makes the move at the start.

    Each position is asked about once, and some a second time.

    Parameters
    ----------
    game
        The rules.
    first
        Who makes the move at the start.
    second
        Who replies.
    start
        A position in place of ``game.start()``.
    limit
        Raise ``SizeLimitError`` rather than follow play to more positions than this.
    progress
        ``True`` for a bar, or a callable that takes a ``Progress``.

    Returns
    -------
    Odds
        The chances to win, to draw, to lose and to play for ever.

    Raises
    ------
    PlayerError
        A player does what no player may, or changes its mind.
    SizeLimitError
        Play comes to more than ``limit`` positions.
    InvalidArgumentError
        An argument cannot be used.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> from gamesolver.players import PerfectPlayer, RandomPlayer
    >>> game = TicTacToe()
    >>> print(odds(game, PerfectPlayer(solve(game)), RandomPlayer(game)))
    win 99.48%, draw 0.52%, loss 0.00%
    """
    limit = limit_in(limit)
    rules = Rules(game)
    players = AskedPlayer(rules, first), AskedPlayer(rules, second)
    graph: PlayGraph[PositionT, MoveT] = PlayGraph.empty()
    graph.number(next(roots_of(rules, start, None)), FIRST)
    with reporting(progress) as report:
        explore_play(graph, rules, (players[0].choices, players[1].choices), limit, report)
    for mover in (FIRST, SECOND):
        require_steady(players[mover], graph.answers(mover))
    return Flow(graph.successors, graph.ends).run()


class Flow:
    """The chance to come to each node, carried forward from node 0."""

    def __init__(self, successors: Sequence[Sequence[int]], ends: Sequence[int | None]) -> None:
        self.successors = successors
        self.ends = ends
        self.came: list[list[Share]] = [[] for _ in successors]
        self.out: dict[int, list[Share]] = {-1: [], 0: [], 1: [], ENDLESS: []}
        self.exact = True
        self.residual = 0.0

    def run(self) -> Odds:
        """All that comes to an end, by its kind."""
        self.came[0].append((1, 1))
        rest = self._without_loops()
        if rest:
            parts = list(strong_parts(rest, self.successors.__getitem__))
            for part in reversed(parts):
                self._part(part)
        loss, draw, win, endless = (self._sum(self.out[kind]) for kind in (-1, 0, 1, ENDLESS))
        details = {"exact": self.exact, "residual": self.residual, "positions": len(self.ends)}
        numbers = [
            Fraction(*share) if self.exact else share[0] for share in (win, draw, loss, endless)
        ]
        return Odds(*numbers, **details)  # type: ignore[arg-type]  # by their names

    def _without_loops(self) -> list[int]:
        """Do all nodes that no loop leads to, and list the others."""
        waiting = [0] * len(self.ends)
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
        """Hand on what came to a node, evenly."""
        whole, over = self._sum(self.came[here])
        self.came[here] = []
        end = self.ends[here]
        if end is not None:
            self.out[end].append((whole, over))
            return
        row = self.successors[here]
        share = (whole, over * len(row)) if self.exact else (whole / len(row), 1)
        for target in row:
            self.came[target].append(share)

    def _sum(self, shares: list[Share]) -> Share:
        if not self.exact:
            return fsum(whole / over for whole, over in shares), 1
        if len(shares) == 1:
            return shares[0]
        over = lcm(*(denominator for _, denominator in shares))
        return sum(whole * (over // denominator) for whole, denominator in shares), over

    def _part(self, part: list[int]) -> None:
        """Do a whole part, whose nodes lead to each other."""
        if not is_loop(part, self.successors.__getitem__):
            self._deal(part[0])
            return
        came = [self._sum(self.came[node]) for node in part]
        inside = {node: place for place, node in enumerate(part)}
        if all(target in inside for node in part for target in self.successors[node]):
            self.out[ENDLESS] += came
            return
        for node, taken in zip(part, self._taken(part, inside, came), strict=True):
            for target in self.successors[node]:
                if target not in inside:
                    self.came[target].append(taken)

    def _taken(self, part: list[int], inside: dict[int, int], came: list[Share]) -> list[Share]:
        """How often each choice of each node is taken, as a mean."""
        equations = equations_of(part, inside, self.successors.__getitem__)
        if self.exact and len(part) <= MOST_EXACT:
            (fractions,) = solve_exactly(equations, [[Fraction(*share) for share in came]])
            return [(fraction.numerator, fraction.denominator) for fraction in fractions]
        self.exact = False
        side = np.array([whole / over for whole, over in came])
        ((floats, missing),) = solve_in_floats(equations, [side])
        self.residual += missing
        return [(float(value), 1) for value in floats]


def equations_of(
    part: Sequence[int], inside: dict[int, int], successors: Callable[[int], Sequence[int]]
) -> Equations:
    """What the choices of a part say of how often each is taken."""
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
