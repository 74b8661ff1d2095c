"""Games on random graphs, and Hypothesis strategies that draw the graphs.

Thousands of random graphs are put side by side and solved as one game. No move leads from one
graph to another, so that each keeps its own outcomes. Hypothesis draws some hundreds more.

A ``Drawing`` has nodes 0..n-1. Each node is an end (its value), or has moves,
each a pair (successor, kept). ``DrawnGame`` plays on it. A position is a node
with the player to move, so that any move can keep the turn. The two positions of
a node are symmetric; with ``folded=False`` the symmetry is not declared.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import attrs
from hypothesis import strategies as st

from gamesolver import Game, Value
from tests.attacks import magnitudes
from tests.oracles.reference import reference
from tests.support.scale import scaled

IS_PLAIN = os.environ.get("NUMBA_DISABLE_JIT") == "1"

ONE_BY_ONE = 40 if IS_PLAIN else scaled(120, 10_000)
"""Number of graphs that Hypothesis draws: it is slow, but shrinks a failing graph."""

SIDE_BY_SIDE = 200 if IS_PLAIN else scaled(1_000, 100_000)
"""Number of graphs that are put side by side, as one game that is solved once."""


@attrs.frozen
class Drawing:
    """A small graph of play."""

    moves: tuple[tuple[tuple[int, bool], ...], ...]
    ends: tuple[int | None, ...]
    boundaries: tuple[tuple[int, int | None] | None, ...]
    roots: tuple[int, ...]

    def known(self):
        """Return the nodes whose outcome is given, for the reference."""
        given = {node: (value, 0) for node, value in enumerate(self.ends) if value is not None}
        return given | {
            node: outcome for node, outcome in enumerate(self.boundaries) if outcome is not None
        }

    def as_dict(self):
        """Return the moves by node, for the reference."""
        return dict(enumerate(self.moves))


def reached(drawing, nodes):
    """Return the nodes reachable from some nodes, including those."""
    waiting, found = list(nodes), set(nodes)
    while waiting:
        fresh = {to for to, _ in drawing.moves[waiting.pop()]} - found
        found |= fresh
        waiting += fresh
    return found


@attrs.frozen(repr=False)
class DrawnGame(Game):
    """Play on a drawing: positions are (node, player)."""

    drawing: Drawing
    folded: bool = True

    def start(self):
        return self.drawing.roots[0], 0

    def positions(self):
        return [(root, 0) for root in self.drawing.roots[1:]]

    def moves(self, position):
        return range(len(self.drawing.moves[position[0]]))

    def play(self, position, move):
        node, seat = position
        successor, kept = self.drawing.moves[node][move]
        return successor, seat if kept else 1 - seat

    def terminal_value(self, position):
        end = self.drawing.ends[position[0]]
        return None if end is None else Value(end)

    def player(self, position):
        return position[1]

    def symmetries(self, position):
        return [(position[0], 1 - position[1])] if self.folded else []


MOST_MOVES, MOST_ROOTS, MOST_PLIES = 4, 3, 6


@attrs.frozen
class Limits:
    """Limits of a random drawing; above the default, half of the numbers are edge cases."""

    most_nodes: int = 10
    most_moves: int = MOST_MOVES
    most_plies: int = MOST_PLIES
    """Greatest remoteness of boundary values."""
    boundaries: bool = False
    loops: bool = True


WIDE = {"most_moves": 2**8 + 1, "most_plies": 2**8 + 1}
"""Limits of a random drawing with numbers of moves and plies at the edges of a byte."""


def drawings(**limits):
    """Return a strategy for drawings with cycles, kept turns, all kinds of ends and several roots.

    A drawing is read from bytes, which are a single draw, because Hypothesis is slow per draw.
    """
    limits = Limits(**limits)
    size = bytes_for(limits)
    return st.binary(min_size=size, max_size=size).map(
        lambda drawn: drawing_from(Dice(iter(drawn)), limits)
    )


def many_drawings(number, seed, **limits):
    """Yield ``number`` random drawings of these kinds, without Hypothesis."""
    luck, limits = Random(seed), Limits(**limits)
    size = bytes_for(limits)
    for _ in range(number):
        yield drawing_from(Dice(iter(luck.randbytes(size))), limits)


def with_all_roots(drawing, luck):
    """Return a drawing with all of its nodes as roots, in random order."""
    size = len(drawing.moves)
    return attrs.evolve(drawing, roots=tuple(luck.sample(range(size), size)))


def abreast(drawings):
    """Return one drawing made of many, side by side, with all their roots."""
    moves, ends, boundaries, roots = [], [], [], []
    for each in drawings:
        first = len(moves)
        moves += [tuple((first + to, kept) for to, kept in row) for row in each.moves]
        ends += each.ends
        boundaries += each.boundaries
        roots += [first + root for root in each.roots]
    return Drawing(tuple(moves), tuple(ends), tuple(boundaries), tuple(roots))


def truth_abreast(drawings):
    """Return the reference outcome of each node of ``abreast(drawings)``, drawing by drawing."""
    return [pair for each in drawings for pair in reference(each.as_dict(), each.known()).values()]


def filled_up(drawing, size):
    """Return a drawing with ``size`` nodes that have moves; each added node moves to itself."""
    lacking = size - sum(map(bool, drawing.moves))
    first, none = len(drawing.moves), (None,) * lacking
    circles = tuple(((first + each, False),) for each in range(lacking))
    return attrs.evolve(
        drawing,
        moves=drawing.moves + circles,
        ends=drawing.ends + none,
        boundaries=drawing.boundaries + none,
        roots=(*drawing.roots, *range(first, first + lacking)),
    )


def kinds_of_nodes(boundaries):
    """Return the kinds to choose from: three of four have moves, if there are no boundaries."""
    return ["end", "moves", "moves", "moves"] + ["border"] * boundaries


def bytes_for(limits):
    """Return the greatest number of bytes from which a drawing is read."""
    edges = 2 * (limits.most_moves > MOST_MOVES or limits.most_plies > MOST_PLIES)
    return 2 + MOST_ROOTS + limits.most_nodes * (2 + MOST_MOVES + edges)


@attrs.frozen
class Dice:
    """Choices made from bytes, one byte each; zeros give the simplest choice."""

    drawn: Iterator[int]

    def below(self, number):
        """Return a number from 0 to ``number - 1``."""
        return next(self.drawn) % number

    def one_of(self, choices):
        """Return one of the choices."""
        return choices[self.below(len(choices))]

    choice = one_of  # as ``Random`` calls it

    def randint(self, least, most):
        """Return a number from ``least`` to ``most``, both included."""
        return least + self.below(most - least + 1)


def drawing_from(dice, limits):
    """Return the drawing that the dice choose."""
    size, kinds = 1 + dice.below(limits.most_nodes), kinds_of_nodes(limits.boundaries)
    moves, ends, boundaries = [], [], []
    for node in range(size):
        lowest = 0 if limits.loops else node + 1
        kind = dice.one_of(kinds)
        is_end = kind == "end" or (kind == "moves" and lowest == size)
        ends.append(dice.one_of([-1, -1, 0, 1]) if is_end else None)
        boundaries.append(boundary_from(dice, limits.most_plies) if kind == "border" else None)
        has_moves = kind == "moves" and not is_end
        moves.append(moves_from(dice, lowest, size, limits.most_moves) if has_moves else ())
    roots = [dice.below(size) for _ in range(1 + dice.below(MOST_ROOTS))]
    return Drawing(tuple(moves), tuple(ends), tuple(boundaries), tuple(roots))


def moves_from(dice, lowest, size, most):
    """Return the moves of a node, each from one number: twice the successor, plus one if kept.

    If there are many moves, the first ones are drawn and the others repeat them.
    """
    count = magnitudes.size(dice, MOST_MOVES, most)
    edges = [dice.below(2 * (size - lowest)) for _ in range(min(count, MOST_MOVES))]
    row = [(lowest + (edge >> 1), bool(edge & 1)) for edge in edges]
    return tuple(row[each % len(row)] for each in range(count))


def boundary_from(dice, most):
    """Return a known outcome: one of four is an endless draw, the others have a remoteness."""
    value = dice.one_of([-1, 0, 1, None])
    return (0, None) if value is None else (value, magnitudes.plies(dice, MOST_PLIES, most))


def with_boundaries_played_out(drawing):
    """Return the graph with each boundary value replaced by play that has exactly that outcome.

    A win or loss in r, or a finished draw in r, is a line of r forced moves to
    an end; an endless draw is a move back to itself.
    """
    moves, ends = list(drawing.moves), list(drawing.ends)
    for node, outcome in enumerate(drawing.boundaries):
        if outcome is None:
            continue
        value, remoteness = outcome
        if remoteness is None:
            moves[node] = ((node, False),)
            continue
        here = node
        for _ in range(remoteness):
            moves[here] = ((len(moves), False),)
            here, value = len(moves), -value
            moves.append(())
            ends.append(None)
        ends[here] = value
    return Drawing(tuple(moves), tuple(ends), (None,) * len(moves), drawing.roots)
