"""The best chances against a known opponent: one side chooses, the other is chance.

**The model.** In the graph of play the nodes of the player named first are *ours* to choose at,
and at the others the opponent chooses by lot, in a known way: a Markov decision process.
Wanted, in this order: the greatest chance to win; of what attains it, the greatest chance not to
lose; of that, the greatest chance that play ends. So an end of play is worth a triple,

    win (1, 0, 1),   draw (0, 0, 1),   loss (0, -1, 1),   and endless play (0, 0, 0),

and the mean of triples is to be made as great as can be, compared like words in a dictionary.
Triples so compared are an ordered field with two infinitesimals in it, and all that is
true of decisions with one number is true of them.

**The method** goes through the strongly connected parts, each after what it leads to. A node
on no loop has the greatest, or the mean, of what it leads to. In a part with loops the trap is
play that goes round in the hope of something better: the equations alone cannot tell
hope from a promise. But who can go round for ever is in an *end component*, which is one
place in truth (see ``holding``): from there one may go on anywhere it has a way out, or stay,
which is worth (0, 0, 0). With each end component made one place, every way to choose
leads out in the end, the equations have one solution, and Howard's *policy iteration* finds
it: choose somehow, solve, choose better where something better is next to you,
until nothing is. It runs in floats first, and then, up to 300 nodes, in fractions from
where it came to: exact all the same.

**Sources**: R. A. Howard, Dynamic programming and Markov processes, MIT Press 1960. For goals
in order: K. Chatterjee and others, Stochastic games with lexicographic reachability-safety
objectives, CAV 2020.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import attrs
import numpy as np

from gamesolver.players.chances import MOST_EXACT
from gamesolver.players.holding import end_components
from gamesolver.players.linear import Equations, solve_exactly
from gamesolver.players.linear_floats import solve_in_floats
from gamesolver.players.parts import is_loop, strong_parts
from gamesolver.players.play_graph import FIRST, PlayGraph

Triple = tuple[Any, Any, Any]
"""The chance to win, less than nothing for that to lose, and the chance that play ends."""

WORTH: dict[int, Triple] = {1: (1, 0, 1), 0: (0, 0, 1), -1: (0, -1, 1)}
STAYING: Triple = (0, 0, 0)
NEAR = 1e-9  # floats that are nearer are taken for equal


class ResponseValues:
    """The best triple of each node of a graph of play, found as the graph grows."""

    def __init__(self, graph: PlayGraph[Any, Any]) -> None:
        self.graph = graph
        self.triples: list[Triple] = []
        self.exact = True

    def is_ours(self, node: int) -> bool:
        """Whether we choose there."""
        return self.graph.movers[node] == FIRST

    def solve(self) -> range:
        """Find the triples of the nodes that are new, and say which these are."""
        new = range(len(self.triples), len(self.graph))
        self.triples += [STAYING] * len(new)
        rows = self.graph.successors

        def ahead(node: int) -> list[int]:
            return [target for target in rows[node] if target >= new.start]

        for part in strong_parts(new, ahead):
            if is_loop(part, ahead):
                self._loop(part)
            else:
                self.triples[part[0]] = self._single(part[0])
        return new

    def better(self, one: Triple, other: Triple) -> bool:
        """Whether a triple is greater, by more than floats can err."""
        return is_greater(one, other, 0 if self.exact else NEAR)

    def _single(self, node: int) -> Triple:
        end = self.graph.ends[node]
        if end is not None:
            return WORTH[end]
        reached = [self.triples[target] for target in self.graph.successors[node]]
        if self.is_ours(node):
            return greatest(reached, self.better)
        return reached[0] if len(reached) == 1 else mean(reached)

    def _loop(self, part: list[int]) -> None:
        """A part with loops: policy iteration on its places."""
        places = self._places(part)
        choices = places.improve(places.first_choices(), in_floats=True)
        if self.exact and len(part) <= MOST_EXACT:
            choices = places.improve(choices, in_floats=False)
            triples = places.evaluate(choices, in_floats=False)
        else:
            self.exact = False
            triples = places.evaluate(choices, in_floats=True)
        for node in part:
            self.triples[node] = triples[places.of[node]]

    def _places(self, part: list[int]) -> Places:
        """The nodes of a part, each end component as one."""
        rows, inside = self.graph.successors, set(part)
        components = end_components(part, self.is_ours, rows.__getitem__)
        single = inside.difference(*components)
        groups = [sorted(each) for each in components] + [[node] for node in sorted(single)]
        places = Places({node: place for place, each in enumerate(groups) for node in each})
        for place, nodes in enumerate(groups):
            is_component = place < len(components)
            ways = places.ways[place]
            for target in (target for node in nodes for target in rows[node]):
                if target not in inside:
                    ways.append(places.constant(self.triples[target]))
                elif not is_component or places.of[target] != place:
                    ways.append(places.of[target])
            if is_component:
                ways.append(places.constant(STAYING))
            if is_component or self.is_ours(nodes[0]):
                places.decided.append(place)
        return places


@attrs.define(eq=False)
class Places:
    """A part with each end component made one place; a way out is a constant, ``~number``."""

    of: dict[int, int]
    """The place of each node."""
    ways: list[list[int]] = attrs.field(init=False)
    """Where each place leads."""
    decided: list[int] = attrs.field(init=False, factory=list)
    """The places where we choose; elsewhere chance does."""
    constants: list[Triple] = attrs.field(init=False, factory=list)

    @ways.default
    def _none(self) -> list[list[int]]:
        return [[] for _ in set(self.of.values())]

    def constant(self, triple: Triple) -> int:
        """A number for what waits outside."""
        self.constants.append(triple)
        return ~(len(self.constants) - 1)

    def first_choices(self) -> dict[int, int]:
        """Any choices will do to begin with."""
        return {place: self.ways[place][0] for place in self.decided}

    def improve(self, choices: dict[int, int], in_floats: bool) -> dict[int, int]:
        """The best choices, by policy iteration from these."""
        error = NEAR if in_floats else 0
        while True:
            triples = self.evaluate(choices, in_floats)
            better = dict(choices)
            for place in self.decided:
                for way in self.ways[place]:
                    if is_greater(self.at(way, triples), self.at(better[place], triples), error):
                        better[place] = way
            if better == choices:
                return choices
            choices = better

    def at(self, way: int, triples: Sequence[Triple]) -> Triple:
        """What a way leads to is worth."""
        return triples[way] if way >= 0 else self.constants[~way]

    def evaluate(self, choices: dict[int, int], in_floats: bool) -> list[Triple]:
        """What each place is worth if we choose so."""
        taken = [
            [choices[place]] if place in choices else ways for place, ways in enumerate(self.ways)
        ]
        rows, columns, entries = [], [], []
        for place, ways in enumerate(taken):
            inside = [way for way in ways if way >= 0]
            rows += [place] * (len(inside) + 1)
            columns += [place, *inside]
            entries += [len(ways)] + [-1] * len(inside)
        arrays = (np.array(each, np.int64) for each in (rows, columns, entries))
        equations = Equations(len(taken), *arrays)
        sides = [
            [
                sum((self.constants[~way][goal] for way in ways if way < 0), Fraction(0))
                for ways in taken
            ]
            for goal in range(3)
        ]
        if in_floats:
            columns_found = solve_in_floats(equations, [np.array(each, float) for each in sides])
            return list(zip(*(map(float, each) for each, _ in columns_found), strict=True))
        return list(zip(*solve_exactly(equations, sides), strict=True))


def is_greater(one: Triple, other: Triple, error: float) -> bool:
    """Whether the first number that differs by more than an error is greater."""
    for here, there in zip(one, other, strict=True):
        if here != there and abs(here - there) > error:
            return bool(here > there)
    return False


def greatest(triples: Sequence[Triple], better: Callable[[Triple, Triple], bool]) -> Triple:
    """The first of the greatest."""
    found = triples[0]
    for each in triples[1:]:
        if better(each, found):
            found = each
    return found


def mean(triples: Sequence[Triple]) -> Triple:
    """The mean of triples."""
    win, loss, end = (sum(each) for each in zip(*triples, strict=True))
    if isinstance(end, float) or isinstance(win, float):
        return win / len(triples), loss / len(triples), end / len(triples)
    count = len(triples)
    return Fraction(win, count), Fraction(loss, count), Fraction(end, count)
