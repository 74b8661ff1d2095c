"""Games made of a drawn graph, and Hypothesis strategies that draw the graphs.

Thousands of graphs are drawn by chance, put side by side and solved at once: an outcome is
that of its own part, for no move leads from one to another. Hypothesis draws some hundreds too.

A ``Drawing`` has nodes 0..n-1. Each node is an end (its value), or has moves,
each a pair (successor, kept). ``DrawnGame`` plays on it. To let any move keep
the turn, a position is a node with the seat to move, and the two seats are
twins; with ``folded=False`` nobody says so, and every position is met raw.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import attrs
from hypothesis import strategies as st

from gamesolver import Game, Value
from tests.support.reference import reference
from tests.support.scale import scaled

IS_PLAIN = os.environ.get("NUMBA_DISABLE_JIT") == "1"

ONE_BY_ONE = 40 if IS_PLAIN else scaled(120, 10_000)
"""How many graphs Hypothesis draws: it is slow, and makes small what fails."""

SIDE_BY_SIDE = 200 if IS_PLAIN else scaled(1_000, 100_000)
"""How many graphs are put side by side, as one game that is solved once."""


@attrs.frozen
class Drawing:
    """A small graph of play."""

    moves: tuple[tuple[tuple[int, bool], ...], ...]
    ends: tuple[int | None, ...]
    borders: tuple[tuple[int, int | None] | None, ...]
    roots: tuple[int, ...]

    def known(self):
        """The nodes whose outcome is given, for the reference."""
        given = {node: (value, 0) for node, value in enumerate(self.ends) if value is not None}
        return given | {
            node: outcome for node, outcome in enumerate(self.borders) if outcome is not None
        }

    def as_dict(self):
        """The moves by node, for the reference."""
        return dict(enumerate(self.moves))


def reached(drawing, nodes):
    """What some nodes reach, themselves too, found one by one."""
    waiting, found = list(nodes), set(nodes)
    while waiting:
        fresh = {to for to, _ in drawing.moves[waiting.pop()]} - found
        found |= fresh
        waiting += fresh
    return found


@attrs.frozen(repr=False)
class DrawnGame(Game):
    """Play on a drawing: positions are (node, seat)."""

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


def drawings(most_nodes=10, borders=False, loops=True):
    """Drawings with loops, kept turns, all kinds of ends and several roots.

    A drawing is read from bytes: a single draw, for Hypothesis takes its time over each.
    """
    size, kinds = bytes_for(most_nodes), kinds_of_nodes(borders)
    return st.binary(min_size=size, max_size=size).map(
        lambda drawn: drawing_from(Dice(iter(drawn)), most_nodes, kinds, loops)
    )


def many_drawings(number, seed, most_nodes=10, borders=False, loops=True):
    """So many drawings of these kinds, by chance and without Hypothesis."""
    luck = Random(seed)
    kinds = kinds_of_nodes(borders)
    size = bytes_for(most_nodes)
    for _ in range(number):
        yield drawing_from(Dice(iter(luck.randbytes(size))), most_nodes, kinds, loops)


def beside(drawings):
    """One drawing of many, side by side, with all their roots."""
    moves, ends, borders, roots = [], [], [], []
    for each in drawings:
        first = len(moves)
        moves += [tuple((first + to, kept) for to, kept in row) for row in each.moves]
        ends += each.ends
        borders += each.borders
        roots += [first + root for root in each.roots]
    return Drawing(tuple(moves), tuple(ends), tuple(borders), tuple(roots))


def truth_beside(drawings):
    """What the reference gives each node of ``beside(drawings)``, each drawing by itself."""
    return [pair for each in drawings for pair in reference(each.as_dict(), each.known()).values()]


def kinds_of_nodes(borders):
    """The kinds to choose from: three of four have moves, unless there are borders too."""
    return ["end", "moves", "moves", "moves"] + ["border"] * borders


def bytes_for(most_nodes):
    """How many bytes a drawing is read from, at most."""
    return 2 + MOST_ROOTS + most_nodes * (2 + MOST_MOVES)


@attrs.frozen
class Dice:
    """Choices made by bytes, one for each; zeros choose what is simplest."""

    drawn: Iterator[int]

    def below(self, number):
        """A number from zero to below this one."""
        return next(self.drawn) % number

    def one_of(self, choices):
        """One of these."""
        return choices[self.below(len(choices))]


def drawing_from(dice, most_nodes, kinds, loops):
    """The drawing that the dice choose."""
    size = 1 + dice.below(most_nodes)
    moves, ends, borders = [], [], []
    for node in range(size):
        lowest = 0 if loops else node + 1
        kind = dice.one_of(kinds)
        is_end = kind == "end" or (kind == "moves" and lowest == size)
        ends.append(dice.one_of([-1, -1, 0, 1]) if is_end else None)
        borders.append(border_from(dice) if kind == "border" else None)
        has_moves = kind == "moves" and not is_end
        moves.append(moves_from(dice, lowest, size) if has_moves else ())
    roots = [dice.below(size) for _ in range(1 + dice.below(MOST_ROOTS))]
    return Drawing(tuple(moves), tuple(ends), tuple(borders), tuple(roots))


def moves_from(dice, lowest, size):
    """The moves of a node: one number each, twice the successor, and one more if it is kept."""
    edges = [dice.below(2 * (size - lowest)) for _ in range(1 + dice.below(MOST_MOVES))]
    return tuple((lowest + (edge >> 1), bool(edge & 1)) for edge in edges)


def border_from(dice):
    """A known outcome: an endless draw for one of four, else any value at some remoteness."""
    value = dice.one_of([-1, 0, 1, None])
    return (0, None) if value is None else (value, dice.below(MOST_PLIES + 1))


def with_borders_played_out(drawing):
    """The same graph with each border replaced by play that has just that outcome.

    A win or loss in r, or a finished draw in r, is a line of r forced moves to
    an end; an endless draw is a move back to itself.
    """
    moves, ends = list(drawing.moves), list(drawing.ends)
    for node, outcome in enumerate(drawing.borders):
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
