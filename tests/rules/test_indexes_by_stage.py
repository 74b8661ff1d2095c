"""Indexes by stage: valid numbers of indexes for each stage, and indexes over all stages."""

import pickle
from tempfile import TemporaryDirectory

import attrs
import numpy as np
import pytest
from numba import njit

from gamesolver import (
    CompiledGame,
    CompiledRules,
    GameContractError,
    InvalidArgumentError,
    check_game,
    solve,
)
from gamesolver.engine import whole_solve
from gamesolver.engine.keeper import Keeper
from gamesolver.files.checkpoints import Checkpoints
from tests.support.engine_solving import table_of

TEN = np.uint64(10)
ABOUT = dict.fromkeys(["game", "parameters", "rules", "cells", "leads back", "roots"], "tens")


@njit
def successors(position, moves, positions):
    """Move to ten more, or to one less within the same ten."""
    count = 0
    if position < np.uint64(20):
        moves[0], positions[0] = 0, position + TEN
        count = 1
    if position % TEN:
        moves[count], positions[count] = 1, position - np.uint64(1)
        count += 1
    return count


@njit
def terminal_code(position):
    """Return a loss at 20."""
    return -1 if position == np.uint64(20) else 2


@njit
def stage(position):
    """Return the tens."""
    return np.int64(position // TEN)


@njit
def index(position):
    """Return the ones."""
    return np.int64(position % TEN) if position < np.uint64(30) else np.int64(-1)


@njit
def position_at(stage, index):
    """Return the position with the given tens and ones."""
    return np.uint64(10 * stage + index)


BUNDLE = CompiledRules(
    successors,
    terminal_code,
    max_moves=2,
    stage=stage,
    index=index,
    position_at=position_at,
    num_indexes={2: 10, 0: 10, 1: 10},
)


class Tens(CompiledGame):
    """Game of three stages."""

    rules = BUNDLE

    def start(self):
        """Return the last position of the first stage."""
        return 9


def with_rules(**others):
    """Return the game with some rules replaced."""

    class Other(Tens):
        rules = attrs.evolve(BUNDLE, **others)

    return Other()


def refusal(game, folder=None, do=solve):
    """Return the message about a game without its prefix."""
    with pytest.raises(GameContractError) as caught:
        do(game, **{"folder": folder} if folder else {})
    return str(caught.value).partition(" breaks its contract: ")[2]


def test_a_row_of_all_indexes():
    """Indexes over all stages are in the order of the stages, not in that of the mapping."""
    calls = Tens().rules.calls
    assert [calls.index_of(position) for position in (0, 9, 10, 29, 30)] == [0, 9, 10, 29, -1]
    assert [calls.position_in(index) for index in range(30)] == list(range(30))
    assert (BUNDLE.num_indexes + 0, BUNDLE.by_stage) == (30, {0: 10, 1: 10, 2: 10})
    assert check_game(Tens()).positions == 30
    with TemporaryDirectory() as folder:
        assert solve(Tens(), folder=folder).counts() == solve(Tens()).counts()


def test_how_many_indexes_survives_a_pickle():
    """The numbers of indexes by stage survive pickling."""
    again = pickle.loads(pickle.dumps(Tens().rules.num_indexes))
    assert (again + 0, dict(again.by_stage)) == (30, {0: 10, 1: 10, 2: 10})


@pytest.mark.parametrize(
    ("others", "complaint"),
    [
        (
            {"num_indexes": {**dict.fromkeys(range(1000), 1), 777: 0}},
            "bad number of indexes 0 for stage 777: expected a whole number, 1 or more; leave out "
            "a stage without positions",
        ),
        (
            {"num_indexes": {0: 10, 1: 2.5}},
            "bad number of indexes 2.5 for stage 1: expected a whole number, 1 or more; leave out "
            "a stage without positions",
        ),
        (
            {"num_indexes": {}},
            "bad num_indexes {}: expected a number of indexes for each stage",
        ),
        (
            {"num_indexes": {"first": 10}},
            "bad stage 'first' in num_indexes: expected a whole number, as from stage",
        ),
        (
            {"num_indexes": [1, 2]},
            "bad num_indexes [1, 2]: expected a whole number from 1 to 4611686018427387904, or a "
            "mapping from each stage to how many indexes it has",
        ),
        (
            {"num_indexes": {0: 2**62, 1: 3}},
            "bad num_indexes: all stages together have 4611686018427387907: expected at most "
            "4611686018427387904",
        ),
        (
            {"num_indexes": {0: 10, 2**40: 1}},
            "bad num_indexes: the stages 0 and 1099511627776 are too far apart: expected less than "
            "1,048,576 from one to the other",
        ),
        ({"stage": None}, "num_indexes by stage requires the rule stage: expected both"),
    ],
)
def test_indexes_that_cannot_be(others, complaint):
    """Invalid numbers of indexes are refused when the bundle is made."""
    with pytest.raises(InvalidArgumentError) as caught:
        attrs.evolve(BUNDLE, **others)
    assert str(caught.value) == complaint


MISSING = (
    "index({}) returned {} in stage 1, which is not in num_indexes: expected a number of indexes "
    "for that stage, or -1 for an integer that is not a position; num_indexes has stages "
    "from 0 to 2"
)
FEW = (
    "index(19) returned 9 in stage 1, which has 9 indexes: expected one from 0 to 8, or -1 for "
    "an integer that is not a position; should stage 1 have more indexes?"
)


@pytest.mark.parametrize("is_tried", [True, False], ids=["tried", "not tried"])
def test_a_index_beyond_its_stage_is_reported(is_tried, tmp_path, monkeypatch):
    """An index beyond its stage gets one message from the check, the trial, memory and disk."""
    if not is_tried:
        monkeypatch.setattr(whole_solve, "try_rules", lambda game, roots: None)
    game = with_rules(num_indexes={0: 10, 1: 9, 2: 10})
    assert refusal(game) == refusal(game, tmp_path) == FEW
    assert refusal(game, do=check_game) == FEW


@pytest.mark.parametrize("is_tried", [True, False], ids=["tried", "not tried"])
def test_a_stage_that_is_missing_is_reported(is_tried, tmp_path, monkeypatch):
    """A position of a stage that is not in ``indexes`` is reported with its index."""
    if not is_tried:
        monkeypatch.setattr(whole_solve, "try_rules", lambda game, roots: None)
    game = with_rules(num_indexes={0: 10, 2: 10})
    assert refusal(game) == (MISSING.format(18, 8) if is_tried else MISSING.format(10, 0))
    assert refusal(game, tmp_path) == MISSING.format(19, 9)  # met while the rules are identified
    assert refusal(game, do=check_game) == MISSING.format(18, 8)
    with pytest.raises(InvalidArgumentError) as caught:
        solve(game, start=19)
    about = "bad position 19 in start=...: expected a position of Other(); "
    assert str(caught.value) == about + MISSING.format(19, 9)


def test_on_disk_a_missing_stage_is_met_while_its_fellows_are_resolved(tmp_path, monkeypatch):
    """A solve on disk without a trial reports the missing stage."""
    monkeypatch.setattr(whole_solve, "try_rules", lambda game, roots: None)
    with pytest.raises(GameContractError) as caught:
        table_of(with_rules(num_indexes={0: 10, 2: 10}), kept=Checkpoints(tmp_path, 60, ABOUT))
    assert str(caught.value).endswith(MISSING.format(10, 0))


def test_less_than_minus_one_is_reported_within_its_stage():
    """An index below -1 is refused: it is neither an index nor the mark of no position."""
    below = njit(lambda position: np.int64(-3) if position == 19 else index(position))
    assert refusal(with_rules(index=below)) == (
        "index(19) returned -3 in stage 1, which has 10 indexes: expected one from 0 to 9, or "
        "-1 for an integer that is not a position"
    )


def test_a_position_at_that_does_not_undo_index_is_named():
    """Without symmetries, ``position_at`` must return the start for the index of the start."""
    ones_first = njit(lambda stage, index: np.uint64(10 * index + stage))
    assert refusal(with_rules(position_at=ones_first)) == (
        "position 9 has index 9, for which position_at returns 90, whose index is -1: expected "
        "index and "
        "position_at to agree"
    )


@pytest.mark.compiled(why="plain Python knows no signatures")
def test_rules_within_a_stage_have_signatures():
    """A ``position_at`` without the stage as an argument is refused."""
    complaint = refusal(with_rules(position_at=njit(lambda index: np.uint64(index))))
    assert complaint.startswith("position_at does not compile for position_at(int64, int64) -> ")


def falling_at(where):
    """Return a ``successors`` in which one position leads back to the first stage."""

    @njit
    def falling(position, moves, positions):
        if position == np.uint64(where):
            moves[0], positions[0] = 0, np.uint64(3)
            return 1
        return successors(position, moves, positions)

    return falling


def test_a_stage_that_falls_is_reported_with_both_positions(tmp_path, monkeypatch):
    """A solve on disk finds a move to an earlier stage that the trial did not find."""
    monkeypatch.setattr(whole_solve, "try_rules", lambda game, roots: None)
    assert refusal(with_rules(successors=falling_at(25)), tmp_path) == (
        "stage falls from 2 to 0 when 25 leads to 3: expected the stage of a compiled game never "
        "to fall"
    )


@njit
def predecessors(position, positions):
    """List ten less, one more, and an integer that is not a position."""
    positions[0] = position + np.uint64(1_000)
    count = 1
    if position >= TEN:
        positions[count] = position - TEN
        count += 1
    if position % TEN < np.uint64(9):
        positions[count] = position + np.uint64(1)
        count += 1
    return count


@njit
def bounded(position):
    """Return the tens of a position, and raise for other integers."""
    if position >= np.uint64(1_000):
        raise ValueError("no stage")
    return np.int64(position // TEN)


def test_the_stage_of_predecessors_in_vain_is_queried(tmp_path, monkeypatch):
    """A ``stage`` that raises for a false predecessor is found by ``check_game`` and on disk."""
    way_back = {"predecessors": predecessors, "max_predecessors": 3}
    assert solve(with_rules(**way_back), folder=tmp_path).counts() == solve(Tens()).counts()
    game = with_rules(stage=bounded, **way_back)
    reported = "stage({}) raised ValueError: no stage"
    assert refusal(game, do=check_game).startswith(reported.format(1009))
    monkeypatch.setattr(whole_solve, "try_rules", lambda game, roots: None)
    assert refusal(game, tmp_path) == reported.format(1020)


def stuck_at(where):
    """Return a ``successors`` in which one position has no moves."""

    @njit
    def stuck(position, moves, positions):
        return 0 if position == np.uint64(where) else successors(position, moves, positions)

    return stuck


def forth_at(where):
    """Return a ``successors`` in which one position leads to the next one in its stage."""

    @njit
    def forth(position, moves, positions):
        if position == np.uint64(where):
            moves[0], positions[0] = 0, position + np.uint64(1)
            return 1
        return successors(position, moves, positions)

    return forth


@njit
def no_end(position):
    """Return an invalid code for one position."""
    return 7 if position == np.uint64(13) else terminal_code(position)


@pytest.mark.parametrize(
    "others",
    [
        {"successors": stuck_at(17)},
        {"terminal_code": no_end},
        {"terminal_code": no_end, "successors": forth_at(12)},
        {"index": njit(lambda position: np.int64(-1) if position == 14 else index(position))},
    ],
    ids=["stuck", "end", "end ahead", "index"],
)
def test_other_faults_are_reported_from_the_disk_as_from_memory(others, tmp_path, monkeypatch):
    """Missing moves, invalid codes and moves to positions without an index get one message."""
    monkeypatch.setattr(whole_solve, "try_rules", lambda game, roots: None)
    game, reported = with_rules(**others), []
    for keeper in (Keeper(), Checkpoints(tmp_path, 60, ABOUT)):
        with pytest.raises(GameContractError) as caught:
            table_of(game, kept=keeper)
        reported.append(str(caught.value))
    assert reported[0] == reported[1]
    assert "returned different results" not in reported[0]
