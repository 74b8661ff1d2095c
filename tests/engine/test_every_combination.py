"""Every combination of positions, storage, ranks, outcomes and methods gives the same solution.

A random game is solved in memory by one process and compared with a slow reference. Then it is
solved by every other method, and each must give the same file, byte for byte.
"""

from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest

from gamesolver.engine import (
    finding,
    key_set,
    predecessors,
    run_finding,
    stage_blocks,
    stage_places,
    whole_solve,
)
from gamesolver.engine.key_set import KeySet
from gamesolver.engine.stage_by_stage import StageByStage
from gamesolver.files import checkpoints, rank_notes
from gamesolver.files.checkpoints import Checkpoints, keeping
from gamesolver.files.rank_notes import keeping_on_ranks
from gamesolver.files.shared_stages import TableEntries, shared_stages
from gamesolver.rules.guard import Rules
from tests.attacks.compiled_scores import CompiledScores, bounds_of
from tests.attacks.engine_games import SheetGame
from tests.attacks.scored_graphs import abreast, drawn
from tests.attacks.staged_games import StagedSheet, random_staged, without_turns_kept
from tests.engine.test_stage_by_stage import ABOUT, solved_in_folder
from tests.graph.test_methods import outcome_of
from tests.oracles.reference import reference
from tests.oracles.scored_reference import as_reference
from tests.support.engine_solving import node_of, playable, random_drawing, solved
from tests.support.rank_solving import file_of, solved_on
from tests.support.rank_threads import on_ranks
from tests.support.scale import IS_PLAIN, scaled

SEEDS = range(1 if IS_PLAIN else scaled(2, 1250))  # 16 kinds each: 20,000 games in nightly runs
BY_ALL_METHODS, METHODS_DRAWN = 200, 2
STAGES = 4


# ── games ───────────────────────────────────────────────────────────────────────────────────────


def values(luck, numbering, *, lists_predecessors):
    """Return a game of wins, losses and draws, and a function that checks a solution."""
    size = luck.choice((3, 12, 40))
    if numbering == "by stage":
        fold = luck.choice(("strict", "raw", "index"))
        drawing = random_staged(STAGES, size, luck.random(), luck.choice((0, 0.5)))
        drawing = without_turns_kept(drawing, fold)
        game = StagedSheet(drawing, STAGES, fold, back=lists_predecessors)
    elif numbering == "enumerated by stage":
        fold = luck.choice(("strict", "raw", "canonical"))
        drawing = random_staged(STAGES, size, luck.random(), luck.choice((0, 0.5)))
        drawing = playable(drawing, fold)
        stages = tuple(7 * (node // size) - 9 for node in range(STAGES * size))
        game = SheetGame(drawing, fold, stages=stages)
    else:
        fold = luck.choice(("strict", "raw", "canonical"))
        drawing = playable(random_drawing(STAGES * size, luck.random()), fold)
        is_indexed = numbering == "indexed"
        game = SheetGame(drawing, fold, is_indexed, back=lists_predecessors and is_indexed)
    moves = dict(enumerate(drawing.moves))
    known = {node: (end, 0) for node, end in enumerate(drawing.ends) if end is not None}
    truth = {node: outcome_of(each) for node, each in reference(moves, known).items()}
    return game, lambda solution: all(solution[each] == truth[node_of(each)] for each in solution)


def scores(luck, numbering, endless):
    """Return a game with scores and perhaps gains, and a function that checks a solution."""
    gains = luck.random() < 0.5
    parts = [drawn(luck, gains=gains) for _ in range(luck.choice((1, 6)))]
    drawing = abreast(parts)
    kind = {"gains": gains, "bounds": bounds_of(drawing, endless)}
    if numbering == "by stage":
        kind["by_stage"] = True
    else:
        is_staged = numbering == "enumerated by stage" or gains or luck.random() < 0.5
        kind |= {"indexed": numbering == "indexed", "staged": is_staged}
    game = CompiledScores(drawing, endless, **kind)

    def is_right(solution):
        first = 0
        for part in parts:
            for (node, seat), outcome in part.truth(endless).items():
                if as_reference(solution[2 * (first + node) + seat]) != outcome:
                    return False
            first += len(part.moves)
        return True

    return game, is_right


OUTCOMES = {
    "values": lambda luck, numbering: values(luck, numbering, lists_predecessors=False),
    "values, predecessors": lambda luck, numbering: values(
        luck, numbering, lists_predecessors=True
    ),
    "scores": lambda luck, numbering: scores(luck, numbering, 0),
    "scores, infinite play decided": lambda luck, numbering: scores(
        luck, numbering, luck.choice((-2, 1, 3))
    ),
}


# ── ways ────────────────────────────────────────────────────────────────────────────────────────


def on_some_ranks(size, folder=None, known=None):
    """Return a function that solves a game on ranks, in memory or in a folder.

    ``known`` returns the stages that other solutions have.
    """

    def solve(game):
        def work(team):
            team.get_acquainted()
            if folder is None:
                return solved_on(team, game, known=known)
            roots = [game.start(), *game.positions()]
            with (
                TemporaryDirectory() as own,
                keeping_on_ranks(team.gather_all(own)[0], 60.0, Rules(game), roots, team) as keeper,
            ):
                return solved_on(team, game, keeper=keeper, known=known)

        first, *others = on_ranks(size, work)
        assert not isinstance(first, BaseException), first
        assert others == [None] * (size - 1), others
        return first

    return solve


class Stopping(Checkpoints):
    """Checkpoints that interrupt one rank after each step forward."""

    def save(self, state, *columns):
        """Write a checkpoint, and interrupt one of the ranks unless it resumed from here."""
        super().save(state, *columns)
        before = None if self.saved is None else self.saved.state["where"]
        if state["where"] != before and self.team.rank == self.team.size // 2:
            raise KeyboardInterrupt


def on_other_ranks_each_time(game):
    """Solve a game with an interruption after each step, on a different number of ranks each time.

    Some of the steps are done by a single process without ranks.
    """
    roots, stage_done = [game.start(), *game.positions()], StageByStage._solve_stage

    def stopped_after_a_stage(work, stage, indexes):
        stage_done(work, stage, indexes)
        if work.team.rank == work.team.size // 2:
            raise KeyboardInterrupt

    def work(team):
        team.get_acquainted()
        with keeping_on_ranks(Path(folder), 0.0, Rules(game), roots, team) as keeper:
            return solved_on(team, game, keeper=keeper)

    def work_alone():
        try:
            with keeping(Path(folder), 0.0, Rules(game), roots) as keeper:
                return solved(game, kept=keeper)
        except KeyboardInterrupt as stop:
            return stop

    with (
        TemporaryDirectory() as folder,
        patch.object(rank_notes, "Checkpoints", Stopping),
        patch.object(checkpoints, "Checkpoints", Stopping),
        patch.object(StageByStage, "_solve_stage", stopped_after_a_stage),
    ):
        for size, _ in zip(cycle((2, None, 3, 1)), range(300), strict=False):
            first = work_alone() if size is None else on_ranks(size, work)[0]
            if not isinstance(first, KeyboardInterrupt):
                return first
    raise AssertionError("it does not come to an end")


RUNS = {"LEAST": 48, "MOST": 48, "MANY": 3, "KEYS_A_CALL": 16, "KEYS_A_ROUND": 48, "KEYS_SENT": 7}


def by_runs(solve):
    """Wrap ``solve`` so that no key set may grow, and keys go to sorted runs."""

    def solve_by_runs(game):
        with (
            patch.object(KeySet, "may_grow", lambda self, extra: False),
            patch.object(key_set, "CAPACITY", 1),
            patch.multiple(run_finding, **RUNS),
        ):
            return solve(game)

    return solve_by_runs


def with_stages_of_its_own_solution(size=None, folder=None):
    """Return a function that solves a game with every second stage from a solution.

    The solution is that of the game. One process or some ranks solve the game, in memory or in a
    folder. A game without stages has none to copy.
    """

    def solve(game):
        solution = solved(game)
        if not game.rules.has_stages:
            return solution
        table = TableEntries.of("the solution", game, solution._table)

        def every_second(places, by_stage):
            places = None if game.rules.is_indexed else places
            stages = shared_stages(game, [table], places, by_stage)
            return {stage: stages[stage] for stage in [*by_stage][::2]}

        if size is not None:
            again = on_some_ranks(size, folder, every_second)(game)
        elif folder is not None:
            again = solved_in_folder(game, known=every_second)
        else:
            again = solved(game, known=every_second)
        where = "in memory" if folder is None else "on disk"
        assert f"stages {where}" in again.how.why
        assert "from the solution" in again.how.why
        return again

    return solve


METHODS = {
    "one process, sweeps": lambda game: solved(game, "sweeps"),
    "one process, the graph": lambda game: solved(game, "graph"),
    "one process, a folder": solved_in_folder,
    "one process, a folder, two threads": lambda game: solved_in_folder(game, threads=2),
    "one rank": on_some_ranks(1),
    "two ranks": on_some_ranks(2),
    "three ranks": on_some_ranks(3),
    "one rank, a folder": on_some_ranks(1, "a folder"),
    "two ranks, a folder": on_some_ranks(2, "a folder"),
    "three ranks, a folder": on_some_ranks(3, "a folder"),
    "stopped, another number of ranks each time": on_other_ranks_each_time,
    "one process, a folder, sorted runs": by_runs(solved_in_folder),
    "two ranks, a folder, sorted runs": by_runs(on_some_ranks(2, "a folder")),
    "three ranks, a folder, sorted runs": by_runs(on_some_ranks(3, "a folder")),
    "sorted runs, stopped, another number of ranks each time": by_runs(on_other_ranks_each_time),
    "one process, stages of its own solution": with_stages_of_its_own_solution(),
    "one process, a folder, stages of its own solution": with_stages_of_its_own_solution(
        folder="a folder"
    ),
    "two ranks, stages of its own solution": with_stages_of_its_own_solution(2),
    "three ranks, stages of its own solution": with_stages_of_its_own_solution(3),
    "two ranks, a folder, stages of its own solution": with_stages_of_its_own_solution(
        2, "a folder"
    ),
}


@pytest.fixture(autouse=True)
def _small_steps(monkeypatch):
    """Make small games take several steps, without a trial of the rules on each rank.

    In a folder, enumerated games with stages are solved stage by stage, as if memory were short.
    """
    monkeypatch.setattr(rank_notes, "about_solve", lambda rules, roots: ABOUT)
    monkeypatch.setattr(checkpoints, "about_solve", lambda rules, roots: ABOUT)
    monkeypatch.setattr(whole_solve, "try_rules", lambda game, roots: None)
    monkeypatch.setattr(finding, "ENOUGH", 20)
    monkeypatch.setattr(finding, "OTHERS_A_STEP", 20)
    monkeypatch.setattr(predecessors, "MESSAGES", 100)
    monkeypatch.setattr(stage_blocks, "LEAST", 1)  # so that ranks share small stages
    monkeypatch.setattr(stage_places, "fits_in_memory", lambda *_: False)


@pytest.mark.parametrize("numbering", ["enumerated", "enumerated by stage", "indexed", "by stage"])
@pytest.mark.parametrize("outcomes", OUTCOMES)
def test_every_method_gives_the_same_file(outcomes, numbering):
    """The solution in memory equals the reference, and every other way gives the same file.

    In nightly runs, later games are solved in a few ways drawn at random.
    """
    for seed in SEEDS:
        luck = Random(f"{outcomes} {numbering} {seed}")
        game, is_right = OUTCOMES[outcomes](luck, numbering)
        expected = solved(game)
        assert is_right(expected), seed
        bytes_expected = file_of(expected)
        for name in METHODS if seed < BY_ALL_METHODS else luck.sample([*METHODS], METHODS_DRAWN):
            assert file_of(METHODS[name](game)) == bytes_expected, (seed, name)
