"""Solving on ranks, in threads or under a launcher, and games to compare the results."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np

from games import (
    MNK,
    AnimalShogi,
    Awari,
    Breakthrough,
    ChessEndgame,
    Clobber,
    ConnectFour,
    Domineering,
    DotsAndBoxes,
    GobbletGobblers,
    Hex,
    Kalah,
    NineMensMorris,
    Othello,
    Quarto,
    Quixo,
)
from gamesolver import Solution, SolveInfo
from gamesolver.engine import whole_solve
from gamesolver.engine.keeper import Keeper
from gamesolver.files.rank_notes import keeping_on_ranks
from gamesolver.rules.guard import Rules
from tests.attacks.compiled_graphs import WAYS, RandomGraph
from tests.attacks.compiled_scores import CompiledScores
from tests.attacks.engine_games import ENUMERATED, INDEXED, SheetGame
from tests.attacks.scored_graphs import abreast, drawn
from tests.attacks.staged_games import FOLDS, StagedSheet, random_staged, without_turns_kept
from tests.support.compiled_games import Chain, MoveAgain, Ring
from tests.support.engine_solving import job_for, playable, random_drawing
from tests.support.example_games import example
from tests.support.rank_threads import on_ranks

NOWHERE = Keeper()
LINES = (
    Chain(90, 0, indexed=True),
    MoveAgain(30),
    Ring(12, 1, indexed=True),
    MoveAgain(30, indexed=True),
    Ring(7, 0, indexed=True),
    Chain(3, -1, indexed=True),
    Chain(200, 1, indexed=True),
    Chain(90, 1),
    Ring(12, 1),
    Ring(7, 0),
    Chain(3, -1),
)
"""Lines too long for one-byte entries, kept turns and infinite play; indexed and enumerated."""

SCORED = (
    DotsAndBoxes(),
    Kalah(houses=2, seeds=3),
    Awari(seeds=5),
    Othello(rows=4, columns=3),
    CompiledScores(abreast(drawn(Random(each)) for each in range(40)), -2, indexed=True),
)
"""Games with scores: by stages, with gains, and with cycles in which infinite play may be won."""

STAGED = (
    example("connect_four_by_discs").ConnectFourByDiscs(3, 2, line=3),
    NineMensMorris(2, (4, 4)),
    NineMensMorris(2, (4, 4), placing=True),
    example("connect_four_by_discs").ConnectFourByDiscs(4, 4),
)
"""Games indexed by stages: without cycles, with cycles in most stages, and mixed."""

SHELF = (
    MNK(),
    AnimalShogi("LC"),
    AnimalShogi("L", indexed=True),
    Breakthrough(),
    ChessEndgame("KQK"),
    Clobber(),
    ConnectFour(4, 3),
    Domineering(3, 4),
    GobbletGobblers(sizes=2, copies=1),
    Hex(),
    Quarto(),
    Quixo(3),
)
"""Other compiled games of the library, at a small size per rank."""


def graphs(number, seed=0):
    """Yield ``number`` random games on graphs in turn, because they share a sheet or slate."""
    luck = Random(seed)
    for each in range(number):
        if each % 3 == 0:
            fold, stays = luck.choice(FOLDS), luck.choice((0, 0.5))
            drawing = random_staged(5, luck.choice((1, 7, 60)), each, stays)
            yield StagedSheet(without_turns_kept(drawing, fold), 5, fold)
        elif each % 3 == 1:
            is_indexed, size = luck.random() < 0.5, luck.choice((1, 2, 5, 30, 300, 3000))
            fold = luck.choice(INDEXED if is_indexed else ENUMERATED)
            yield SheetGame(playable(random_drawing(size, each), fold), fold, is_indexed)
        else:
            yield slated(each, luck.choice(WAYS), luck)


def slated(seed, way, luck):
    """Return a game on a graph of the slate; all games with one ``way`` share compiled rules."""
    size, staged = luck.choice((2, 10, 300, 1000)), luck.random() < 0.5
    return RandomGraph(size, seed, way, luck.random() < 0.5, staged, on_slate=True)


def solved_on(team, game, memory=None, threads=1, methods="either", keeper=NOWHERE, known=None):
    """Return the solution at the first rank, and None at the others."""
    roots = game.start(), *game.positions()
    job = job_for(game, roots, methods, threads, memory)
    table, summary, _ = whole_solve.solve_compiled(job, keeper, known, team)
    if table is None:
        return None
    return Solution(game, table, SolveInfo("engine", "; ".join(summary), {}, {}), roots)


def solved_on_ranks(game, size, folder):
    """Solve a game on ``size`` ranks, which are threads, with checkpoints in ``folder``."""

    def work(team):
        team.get_acquainted()
        roots = [game.start(), *game.positions()]
        with keeping_on_ranks(folder, 3600.0, Rules(game), roots, team) as keeper:
            return solved_on(team, game, keeper=keeper)

    first, *others = on_ranks(size, work)
    assert not isinstance(first, BaseException), first
    assert others == [None] * (size - 1), others
    return first


def file_of(solution):
    """Return the bytes of a solution's file, without the method used.

    A drawn graph cannot be saved as a parameter, so the result contains its table entries only.
    """
    if isinstance(solution.game, SheetGame | StagedSheet | CompiledScores):
        table = solution._table
        entries = table.entries.astype(np.int64)
        entries[table.overflow.indexes] = table.overflow.entries  # as in a file
        if not table.places.is_indexed:  # a file lists positions in order of position
            positions = list(map(table.places.position, range(len(entries))))
            entries = entries[np.argsort(np.array(positions, np.uint64))]
        return str(table.coding).encode() + entries.tobytes()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "it.solution"
        solution.save(path, how=False)
        return path.read_bytes()
