"""Solving compiled games of arbitrary graphs by a chosen method, and some difficult graphs."""

from __future__ import annotations

from random import Random

import numpy as np

from gamesolver import Solution, SolveInfo
from gamesolver.engine import whole_solve
from gamesolver.engine.job import Job
from gamesolver.engine.keeper import Keeper
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from tests.attacks import magnitudes
from tests.attacks.engine_games import number_of
from tests.attacks.graph_games import Drawing

NOWHERE = Keeper()
METHODS = ("sweeps", "graph", "either")


def table_of(game, methods="either", threads=1, kept=NOWHERE, known=None):
    """Return the engine's table of a game, and its report of the methods used."""
    roots = [game.start(), *game.positions()]
    job = job_for(game, roots, methods, threads)
    return whole_solve.solve_compiled(job, kept, known)[:2]


def job_for(game, roots, methods="either", threads=1, memory=None):
    """Return a job for the engine that reports nothing."""
    return Job(
        game=game,
        roots=[*roots],
        methods=methods,
        threads=threads,
        meter=MemoryMeter(memory),
        report=Reporter(None),
        note=lambda stage: None,
    )


def solved(game, methods="either", threads=1, kept=NOWHERE, known=None):
    """Return the solution of a compiled game by one of the engine's methods."""
    table, summary = table_of(game, methods, threads, kept, known)
    roots = game.start(), *game.positions()
    return Solution(game, table, SolveInfo("engine", "; ".join(summary), {}, {}), roots)


def labelled(solution):
    """Return the outcome of every node of the drawing that the solution covers."""
    return {node_of(each): solution[each] for each in solution}


def node_of(position):
    """Return the node of a position."""
    return int(number_of(np.uint64(position))) >> 1


def passing(drawing):
    """Return the drawing with a change of turn on every move."""
    moves = tuple(tuple((to, False) for to, _ in each) for each in drawing.moves)
    return Drawing(moves, drawing.ends, drawing.boundaries, drawing.roots)


def playable(drawing, fold):
    """Return the drawing for this fold; "strict" games have no seats, so no turn is kept."""
    return passing(drawing) if fold == "strict" else drawing


def chain(plies, end, escape=False):
    """Return a line of forced moves to an end; node n is n plies before the end, node 0.

    With ``escape``, the winner (in a draw, both players) has another move that leads into a
    cycle. Best play does not take it.
    """
    moves, ends = [()], [end]
    circle = plies + 1
    for ply in range(1, plies + 1):
        wins = end == 0 or (end == -1) == (ply % 2 == 1)
        moves.append(((ply - 1, False), *([(circle, False)] if escape and wins else [])))
        ends.append(None)
    if escape:
        moves.append(((circle, False),))
        ends.append(None)
    return Drawing(tuple(moves), tuple(ends), (None,) * len(ends), (plies,))


def random_drawing(size, seed, roots=1, most_moves=3):
    """Return a large random drawing with cycles, kept turns and all kinds of ends.

    If ``most_moves`` exceeds three, half of the move counts are near a limit.
    """
    luck = Random(seed)
    moves, ends = [], []
    for _ in range(size):
        is_end = luck.random() < 0.15
        count = 0 if is_end else luck.choice((1, 2, 2, 3))
        if count and most_moves > 3:
            count = magnitudes.size(luck, 3, most_moves)
        moves.append(tuple((luck.randrange(size), luck.random() < 0.3) for _ in range(count)))
        ends.append(luck.choice((-1, -1, 0, 1)) if is_end else None)
    return Drawing(tuple(moves), tuple(ends), (None,) * size, tuple(range(roots)))
