"""Checkpoints of one process resumed by ranks, and checkpoints of ranks resumed by one process."""

import json

import pytest

from gamesolver import FileError
from gamesolver.engine import finding, key_set, run_finding, whole_solve
from gamesolver.engine.keeper import BY_RUNS
from gamesolver.engine.key_set import KeySet
from gamesolver.files.checkpoints import ABOUT, Checkpoints, about_solve, hash_of
from gamesolver.rules.guard import Rules
from tests.attacks.compiled_graphs import RandomGraph
from tests.engine.test_resuming import Sheet, Stopping
from tests.engine.test_resuming import _small_steps as _small_steps  # a fixture
from tests.engine.test_resuming_ranks import Scored
from tests.support.engine_solving import solved
from tests.support.rank_solving import file_of, solved_on
from tests.support.rank_threads import on_ranks
from tests.support.scale import scaled

GAMES = {
    "enumerated": (lambda: Sheet("more"), {"finding", "graph"}, "graph"),
    "enumerated, in sweeps": (lambda: Sheet("drawn", "strict"), {"finding", "waves"}, "sweeps"),
    "indexed, in sweeps": (lambda: Sheet("more", indexed=True), {"ends", "waves"}, "sweeps"),
    "drawn": (lambda: Sheet("drawn", "strict", indexed=True), {"ends", "graph"}, "graph"),
    "by predecessors": (
        lambda: Sheet("random", indexed=True, back=True),
        {"predecessors"},
        "either",
    ),
    "long outcomes in a list": (
        lambda: Sheet("longer", "strict", indexed=True, back=True),
        {"predecessors"},
        "either",
    ),
    "scores by stages": (lambda: Scored(gains=True, staged=True, loops=True), {"stages"}, "either"),
    "scores in passes": (
        lambda: Scored(gains=True, staged=False, loops=False),
        {"ends"},
        "either",
    ),
    "stages": (lambda: RandomGraph(100, 5, "images", False, True, on_slate=True), set(), "either"),
}


@pytest.fixture(autouse=True)
def _untried(monkeypatch):
    """Skip the trial of the rules, because ranks are threads here and would share its buffers."""
    monkeypatch.setattr(whole_solve, "try_rules", lambda game, roots: None)
    monkeypatch.setattr(finding, "ENOUGH", 20)
    monkeypatch.setattr(finding, "OTHERS_A_STEP", 20)


def about(game):
    """Return the description of a solve of a game."""
    return about_solve(Rules(game), [game.start(), *game.positions()])


def stopped_alone(game, methods, folder, after):
    """Solve a game in one process up to a checkpoint. Return True if it was reached."""
    keeper = Stopping(folder, game, after)
    try:
        solved(game, methods, kept=keeper)
    except KeyboardInterrupt:
        return True
    finally:
        keeper.close()
    return False


def resumed_on_ranks(game, methods, folder, size):
    """Return the solution by ranks that resume from the checkpoint in a folder."""

    def work(team):
        team.get_acquainted()
        keeper = Checkpoints(folder, 1e9, about(game), team)
        return solved_on(team, game, methods=methods, keeper=keeper)

    first, *others = on_ranks(size, work)
    assert others == [None] * (size - 1), others
    assert not isinstance(first, BaseException), first
    return first


class StoppingOfRanks(Checkpoints):
    """Checkpoints of ranks that stop the work after a number of saves."""

    after = 0

    def save(self, *checkpoint):
        super().save(*checkpoint)
        self.after -= 1
        if not self.after:
            raise KeyboardInterrupt


def stopped_on_ranks(game, methods, folder, size, after):
    """Solve a game on ranks up to a checkpoint. Return True if it was reached."""

    def work(team):
        team.get_acquainted()
        keeper = StoppingOfRanks(folder, 0.0, about(game), team)
        keeper.after = after
        return solved_on(team, game, methods=methods, keeper=keeper)

    return any(isinstance(each, BaseException) for each in on_ranks(size, work))


class Recording(Checkpoints):
    """Checkpoints that record their phases."""

    def save(self, state, *columns):
        super().save(state, *columns)
        self.phases.append(state["phase"])


def phases_alone(game, methods, folder):
    """Return the phases of all checkpoints of one process, and remove them."""
    keeper = Recording(folder, 0.0, about(game))
    keeper.phases = []
    solved(game, methods, kept=keeper)
    keeper.close()
    keeper.remove()
    return keeper.phases


def phases_on_ranks(game, methods, folder):
    """Return the phases of all checkpoints of two ranks, and remove them."""
    phases = []

    def work(team):
        team.get_acquainted()
        keeper = Recording(folder, 0.0, about(game), team)
        keeper.phases = phases if team.rank == 0 else []
        solved_on(team, game, methods=methods, keeper=keeper)

    assert on_ranks(2, work) == [None, None]
    without_more(folder)
    return phases


def chosen(phases, number=1):
    """Return the numbers of some checkpoints of each phase, the first and the last among them."""
    numbers = set()
    for phase in set(phases):
        those = [number for number, each in enumerate(phases, 1) if each == phase]
        step = max(1, len(those) // scaled(number, 12))
        numbers |= {*those[::step], those[-1]}
    return sorted(numbers)


def without_more(folder):
    """Remove the files that a solve left in its folder."""
    for path in folder.iterdir():
        path.unlink()


@pytest.mark.parametrize(
    ("name", "size"), [*((name, 2) for name in GAMES), ("enumerated", 3), ("by predecessors", 3)]
)
def test_ranks_resume_from_one_process(name, size, tmp_path):
    """Ranks that resume from one process, stopped in any phase, give the same file."""
    made, expected_phases, methods = GAMES[name]
    game = made()
    expected = file_of(solved(game, "graph"))
    phases = phases_alone(game, methods, tmp_path)
    assert {*phases} >= expected_phases
    for after in chosen(phases):
        assert stopped_alone(game, methods, tmp_path, after)
        assert file_of(resumed_on_ranks(game, methods, tmp_path, size)) == expected, after
        without_more(tmp_path)


@pytest.mark.parametrize("name", GAMES)
def test_one_process_resumes_from_ranks(name, tmp_path):
    """One process that resumes from two ranks, stopped in any phase, gives the same file."""
    made, _, methods = GAMES[name]
    game = made()
    expected = file_of(solved(game, "graph"))
    for after in chosen(phases_on_ranks(game, methods, tmp_path)):
        assert stopped_on_ranks(game, methods, tmp_path, 2, after)
        keeper = Checkpoints(tmp_path, 1e9, about(game))
        assert len(keeper.saved.parts) == 2
        solution = solved(game, methods, kept=keeper)
        keeper.close()
        assert file_of(solution) == expected, after
        assert "resumed from " in solution.how.why
        assert ", saved by 2 ranks" in solution.how.why
        without_more(tmp_path)


def test_ranks_resume_from_runs_on_disk(tmp_path, monkeypatch):
    """Two ranks resume from one process that has its keys in runs on disk."""
    monkeypatch.setattr(KeySet, "may_grow", lambda self, abreast: False)
    monkeypatch.setattr(key_set, "CAPACITY", 1)
    for name, size in {"LEAST": 16, "MOST": 16, "MANY": 3, "KEYS_A_ROUND": 32}.items():
        monkeypatch.setattr(run_finding, name, size)
    monkeypatch.setattr(run_finding, "KEYS_A_CALL", 8)
    game = Sheet("more")
    expected = file_of(solved(game, "graph"))
    phases = phases_alone(game, "graph", tmp_path)
    assert {*phases} == {BY_RUNS, "ends", "graph"}
    for after in chosen(phases):
        assert stopped_alone(game, "graph", tmp_path, after)
        assert file_of(resumed_on_ranks(game, "graph", tmp_path, 2)) == expected, after
        without_more(tmp_path)


@pytest.mark.parametrize("name", ["gamesolver-ranks", ABOUT])
def test_a_checkpoint_of_an_earlier_version_is_refused(name, tmp_path):
    """Checkpoints in format 1, and those of ranks in format 2, are refused and kept."""
    game = Sheet("more")
    text = json.dumps(about(game) | {"format": 1 if name == ABOUT else 2, "words": {}})
    (tmp_path / name).write_text(f"{hash_of(text)}\n{text}")
    with pytest.raises(FileError) as caught:
        Checkpoints(tmp_path, 60.0, about(game))
    assert str(caught.value) == (
        f"{tmp_path} contains a checkpoint of another version of gamesolver: remove the files "
        "gamesolver-* there, or name another folder"
    )
    assert [path.name for path in tmp_path.iterdir()] == [name]
