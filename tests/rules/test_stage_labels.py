"""Labels of the stages of a compiled game, and positions without a stage."""

import numpy as np
import pytest
from numba import njit

from gamesolver import (
    CompiledGame,
    CompiledRules,
    Game,
    InvalidArgumentError,
    Value,
    check_game,
    solve,
)

MOST = 5


@njit
def take_one(position, moves, positions):
    """Take one counter."""
    moves[0], positions[0] = 1, position - np.uint64(1)
    return 1


@njit
def lost_when_empty(position):
    """Return a loss for a player who finds no counter."""
    return -1 if position == np.uint64(0) else 2


@njit
def taken(position):
    """Return the number of counters taken."""
    return MOST - np.int64(position)


NEEDED = {"successors": take_one, "terminal_code": lost_when_empty, "max_moves": 1}
INDEXED = {
    "index": njit(lambda position: np.int64(position) if position <= MOST else np.int64(-1)),
    "position_at": njit(lambda index: np.uint64(index)),
    "num_indexes": MOST + 1,
}


class Countdown(CompiledGame):
    """Pile of counters, from which each player takes one."""

    def __init__(self, **rules):
        self._rules = CompiledRules(**NEEDED | rules)

    @property
    def rules(self):
        return self._rules

    def start(self):
        return MOST


LABELS = {0: "early", 1: "early", 2: "early", 3: None, 4: "late"}


@pytest.mark.parametrize("numbering", [{}, INDEXED], ids=["enumerated", "indexed"])
def test_positions_are_counted_by_the_labels_of_their_stages(numbering):
    """Stages with one label are counted together; unlabelled stages are in no count by label."""
    game = Countdown(stage=taken, stage_labels=LABELS, **numbering)
    solution = solve(game)
    assert [game.stage(position) for position in range(MOST, -1, -1)] == [*LABELS.values(), None]
    counted = {label: solution.counts(stage=label) for label in ("early", "late", 0, "x")}
    assert [sum(each.values()) for each in counted.values()] == [3, 1, 0, 0]


def test_without_labels_a_stage_is_its_number():
    """Without labels, stages are counted by number and a text matches no stage."""
    solution = solve(Countdown(stage=taken))
    assert [sum(solution.counts(stage=stage).values()) for stage in (0, 5, 6, "early")] == [
        1,
        1,
        0,
        0,
    ]


REFUSED = [
    ({"stage": taken, "stage_labels": "ab"}, "'ab'"),
    ({"stage_labels": {0: "a"}}, "{0: 'a'}"),
]


@pytest.mark.parametrize(("rules", "shown"), REFUSED, ids=["no mapping", "no rule"])
def test_labels_that_are_refused(rules, shown):
    """Labels must be a mapping and need the rule ``stage``."""
    with pytest.raises(InvalidArgumentError) as caught:
        Countdown(**rules)
    assert str(caught.value) == (
        f"bad stage_labels {shown}: expected a label for each number of the rule stage, which is "
        "also required"
    )


class ThereAndBack(Game):
    """Game with positions 0 and 2 in one stage and position 1 between them in none."""

    def start(self):
        return 0

    def moves(self, position):
        return [1]

    def play(self, position, move):
        return position + move

    def terminal_value(self, position):
        return Value.LOSS if position == 2 else None

    def stage(self, position):
        return None if position == 1 else "outer"


def test_a_position_of_no_stage_may_lie_within_one():
    """Play may leave a stage for a position without one and then return to the stage."""
    assert check_game(ThereAndBack()).positions == 3
    assert sum(solve(ThereAndBack()).counts(stage="outer").values()) == 2


def test_further_positions_of_a_numbered_game_are_not_gone_through():
    """An indexed game resolves all indexes, so its ``positions`` method is not called."""

    class Naming(Countdown):
        def positions(self):
            raise RuntimeError("asked")

    assert len(solve(Naming(**INDEXED))) == MOST + 1
