"""Estimates of compiled games: the figures of a solve lie in the estimated ranges."""

from random import Random

import attrs
import pytest

from games import ConnectFour, Quixo
from games.in_a_row.plain import PlainConnectFour
from gamesolver import InvalidArgumentError, Range, estimate, solve
from gamesolver.forecast import estimating
from gamesolver.forecast.cost import Task, Work
from gamesolver.kernels.score_entries import ScoreForm
from gamesolver.tables.entries import Coding
from tests.attacks.compiled_scores import CompiledScores
from tests.attacks.scored_graphs import drawn
from tests.attacks.staged_games import StagedSheet, random_staged
from tests.support.example_games import example


@pytest.mark.parametrize("game", [ConnectFour(3, 2), Quixo(size=2)], ids=repr)
def test_a_small_compiled_game_is_counted(game):
    """The number of positions is in its range, for an enumerated and for an indexed game."""
    expected = estimate(game)
    assert len(solve(game)) in expected.positions
    assert expected.bytes.low <= expected.bytes.high <= 3.1 * expected.bytes.low


@pytest.mark.compiled(why="half a minute in plain Python")
@pytest.mark.parametrize("game", [PlainConnectFour(), ConnectFour()], ids=repr)
def test_a_game_too_large_to_be_explored(game, monkeypatch):
    """The estimate of a game with 4.5e12 positions, explored in part, has a lower bound."""
    monkeypatch.setattr(estimating, "SECONDS", 1.0)
    expected = estimate(game)
    assert 10_000 < expected.positions.low <= 4_531_985_219_092 <= expected.positions.high
    assert expected.bytes.low > 0


def test_a_game_numbered_by_stages_has_its_needs_on_disk():
    """The estimate of a game with stages has the sizes of the file and of the largest stage."""
    game = example("connect_four_by_discs").ConnectFourByDiscs(3, 2, line=3)
    expected = estimate(game)
    assert (expected.disk.low, expected.disk.high) == (123, 123)  # no play is longer than 83 plies
    assert expected.stage.low == 36 < expected.stage.high
    rows = {name: how for name, _, how in expected.rows}
    assert [*rows] == ["indexes", "positions", "bytes", "disk", "stage", "seconds"]
    assert rows["disk"] == "with a folder: 1 byte an index"
    assert rows["stage"] == "with a folder: for 36 indexes of the largest of 7 stages"
    assert expected.shape()["disk"] == expected.disk.shape()
    assert expected.advice is None
    unstaged = estimate(Quixo(size=2))
    assert (unstaged.disk, unstaged.stage, unstaged.shape()["stage"]) == (None, None, None)


def test_positions_that_exceed_memory_have_their_needs_on_disk():
    """Positions on disk take 8 to 32 bytes each, and none if they fit in memory."""
    expected = estimate(ConnectFour(3, 3), memory=400_000)
    found = expected.positions.low
    assert (expected.disk.low, expected.disk.high) == (8 * found, 32 * found)
    how = "with a folder: 8 bytes a position, and up to 32 while they are found"
    assert expected.disk.how == how
    assert estimate(ConnectFour(3, 3)).disk is None


def test_entries_that_exceed_memory_have_their_needs_on_disk():
    """Entries on disk take 1 to 3 bytes per index, and 4 for each pending index that is listed."""
    work = Work(10**6, pending=10**5)
    back = Quixo(size=2).rules
    onward = attrs.evolve(back, predecessors=None)
    how = "with a folder: 1 byte an index, and up to 3 with checkpoints"
    assert Task(back, 1, 10**5, work).disk_of_entries() == Range(10**6, 3 * 10**6, how)
    listed = Range(10**6, 3 * 10**6 + 4 * 10**5, f"{how}; 4 for each that is pending")
    assert Task(onward, 1, 10**5, work).disk_of_entries() == listed
    assert Task(back, 1, 10**9, work).disk_of_entries() is None
    assert estimate(Quixo(size=2), memory=1000).disk.how == how


def test_passes_through_predecessors_list_no_pending_indexes():
    """With predecessors a stage takes little more than its entries, even if all are pending."""
    work = Work(10**9, pending=10**9, passes=[10**9])
    counted = StagedSheet(random_staged(2, 4, seed=1), 2, back=True).rules
    disk, stage = Task(counted, 1, 10**12, work).on_disk({0: 10**8, 1: 9 * 10**8})
    assert disk.how == (
        "with a folder: 1 byte an index, and up to 36 for each outcome of more than 83 plies; 3 "
        "while all become wider, where one in 32 is"
    )
    # while entries of one byte become two, in addition to a list of long outcomes
    assert (stage.low, stage.high) == (9 * 10**8, 3 * 9 * 10**8 + 10**9 // 4)


@pytest.mark.parametrize(
    ("gains", "cyclic", "has_endless", "widths", "how"),
    [
        (True, 0, False, (1, 3), "1 byte an index, and up to 3 while all are written again"),
        (True, 9, False, (1, 8), "1 byte an index, and up to 8 while all are written again"),
        (False, 9, False, (1, 6), "1 byte an index, and up to 6 while all are written again"),
        (True, 9, True, (1, 6), "1 byte an index, and up to 6 while all are written again"),
    ],
)
def test_scores_on_disk_have_the_width_of_the_longest(gains, cyclic, has_endless, widths, how):
    """All stages take the width of the longest outcome, and widening takes both files."""
    work = Work(10**6, pending=10**6, is_staged=True, rows=cyclic)
    stages = dict.fromkeys(range(10), 10**5)
    rules = CompiledScores(drawn(Random(1), gains=gains), gains=gains).rules
    form = ScoreForm(True, scores=41, least=-20, payoff=has_endless, has_endless=has_endless)
    coding = Coding(form, True)
    disk, stage = Task(rules, 1, 10**12, work, coding=coding).on_disk(stages)
    assert disk == Range(widths[0] * 10**6, widths[1] * 10**6, f"with a folder: {how}")
    assert stage.low == 10**5


def test_where_one_stage_fits_a_folder_is_advised():
    """A folder is advised if one stage fits in memory, and otherwise a proof."""
    game = example("connect_four_by_discs").ConnectFourByDiscs(3, 2, line=3)
    assert str(estimate(game, memory=1000)).endswith(
        "too large for a table here: solve(game, folder=...) keeps one stage in memory"
    )
    assert str(estimate(game, memory=30).advice) == "prove proves the outcome of one position"


def test_what_is_no_game():
    """Anything but a game is refused with the message of ``solve``."""
    with pytest.raises(InvalidArgumentError, match=r"^expected a Game, got 3$"):
        estimate(3)
