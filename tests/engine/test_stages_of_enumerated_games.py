"""Enumerated games that are solved stage by stage in a folder, as if memory were short."""

import re
from pathlib import Path

import numpy as np
import pytest

from gamesolver import FileError, GameContractError
from gamesolver.engine import stage_places, whole_solve
from gamesolver.engine.stage_by_stage import StageByStage
from gamesolver.files.checkpoints import Checkpoints
from tests.attacks.engine_games import SheetGame
from tests.attacks.staged_games import long_chain, random_staged
from tests.engine.test_stage_by_stage import ABOUT, solved_in_folder
from tests.support.engine_solving import playable, solved
from tests.support.rank_solving import file_of


@pytest.fixture(autouse=True)
def _memory_is_short(monkeypatch):
    """Make games be solved stage by stage even if they fit in memory."""
    monkeypatch.setattr(stage_places, "fits_in_memory", lambda *_: False)


def staged(drawing, size, stages=None):
    """Return a game on a drawing of stages of ``size`` nodes each."""
    if stages is None:
        stages = tuple(node // size for node in range(len(drawing.moves)))
    return SheetGame(playable(drawing, "strict"), "strict", stages=stages)


@pytest.mark.parametrize("size", [3, 30])
def test_the_file_is_the_same(size):
    """Solving by stages gives the same file as in memory, and each position is found."""
    game = staged(random_staged(5, size, 7), size)
    in_memory, in_folder = solved(game), solved_in_folder(game)
    assert "stages on disk" in in_folder.how.why
    assert file_of(in_folder) == file_of(in_memory)
    places = in_folder._table.places
    indexes = range(len(in_folder))
    assert [places.index(places.position(index)) for index in indexes] == [*indexes]
    assert in_folder.verify(full=True).positions == len(in_folder)


def test_no_position_has_no_index():
    """An integer that is not a position has no index."""
    places = solved_in_folder(staged(random_staged(5, 4, 7), 4))._table.places
    there = {places.position(index) for index in range(places.size)}
    others = [number for number in range(50) if number not in there]
    assert [places.index(number) for number in others] == [-1] * len(others)


def test_long_outcomes_stand_among_the_others():
    """Outcomes too long for a byte make all table entries wider."""
    game = staged(long_chain(3, 60, -1), 60)
    solution = solved_in_folder(game)
    assert len(solution._table.overflow) == 0
    assert file_of(solution) == file_of(solved(game))


def test_stages_that_are_far_apart_are_solved_in_memory():
    """A game with stage numbers far apart is solved in memory."""
    drawing = random_staged(2, 6, 3)
    game = staged(drawing, 6, stages=(0,) * 6 + (1 << 21,) * 6)
    solution = solved_in_folder(game)
    assert "stages on disk" not in solution.how.why
    assert file_of(solution) == file_of(solved(game))


def test_a_stage_that_falls_is_refused():
    """A move back to an earlier stage is a fault of the rules."""
    drawing = random_staged(3, 5, 11, stays=0.0)
    game = staged(drawing, 5, stages=tuple(2 - node // 5 for node in range(15)))
    with pytest.raises(GameContractError):
        solved_in_folder(game)


def stopped_after_two_stages(game, folder, monkeypatch):
    """Begin to solve a game, and stop after two stages."""
    done = []

    def stop(work, stage, indexes):
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(stage)
        resolve(work, stage, indexes)

    resolve = StageByStage._solve_stage
    with monkeypatch.context() as now:
        now.setattr(StageByStage, "_solve_stage", stop)
        keeper = Checkpoints(folder, 60, ABOUT)
        with pytest.raises(KeyboardInterrupt):
            solved(game, kept=keeper)
        keeper.close()


def test_nothing_is_found_again(tmp_path, monkeypatch):
    """A later solve continues with the keys in the file."""
    game = staged(random_staged(5, 8, 5), 8)
    stopped_after_two_stages(game, tmp_path, monkeypatch)
    monkeypatch.setattr(whole_solve, "Finder", None)
    keeper = Checkpoints(tmp_path, 60, ABOUT)
    solution = solved(game, kept=keeper)
    assert "2 of them in an earlier solve" in solution.how.why
    monkeypatch.undo()
    assert file_of(solution) == file_of(solved(game))


@pytest.mark.parametrize("change", ["a byte", "cut short", "gone"])
def test_keys_that_are_not_what_was_written_are_refused(change, tmp_path, monkeypatch):
    """A changed, truncated or missing file of keys is refused by its checksum."""
    stopped_after_two_stages(staged(random_staged(5, 8, 5), 8), tmp_path, monkeypatch)
    path = Path(tmp_path) / "gamesolver-stages-keys"
    content = path.read_bytes()
    if change == "gone":
        path.unlink()
    else:
        path.write_bytes(content[:-8] if change == "cut short" else content[:-1] + b"?")
    keeper = Checkpoints(tmp_path, 60, ABOUT)
    why = "is missing" if change == "gone" else "has a wrong checksum"
    with pytest.raises(FileError, match=re.escape(f"gamesolver-stages-keys {why}")):
        solved(staged(random_staged(5, 8, 5), 8), kept=keeper)
    keeper.close()


def test_what_fits_in_memory_stays_there(monkeypatch):
    """A game that fits in memory is not solved by stages, and its keys are in order."""
    monkeypatch.undo()
    solution = solved_in_folder(staged(random_staged(5, 8, 5), 8))
    assert "stages on disk" not in solution.how.why
    assert np.all(np.diff(solution._table.places.keys.astype(object)) > 0)
