"""Gobblet Gobblers, compiled: the figures that are published, most of them in minutes."""

import numba as nb
import numpy as np
import pytest

from games import GobbletGobblers
from gamesolver import Value, solve
from tests.oracles.published import assert_outcome, figures, made

FIGURES = figures("gobblet-gobblers")
BOARDS = FIGURES[0]["boards"]
READINGS = ["final-board", "lift-loses", "mover-wins"]


def marks(golden):
    """The marks of a relative: up to ten million positions take a second or two, compiled."""
    return [pytest.mark.slow] if golden["folded"] > 10_000_000 else [pytest.mark.compiled]


@pytest.mark.parametrize(
    "golden",
    [
        pytest.param(each, id=str(each["parameters"]), marks=marks(each))
        for each in FIGURES
        if "decided" in each and each["parameters"]
    ],
)
def test_small_relatives(golden):
    """Boards that the start reaches, those won or lost, and the start are as published."""
    solution = solve(GobbletGobblers(**golden["parameters"]))
    counts = solution.counts(reachable=True)
    assert sum(counts.values()) == golden["folded"]
    decided = [number for each, number in counts.items() if each.value is not Value.DRAW]
    assert sum(decided) == golden["decided"]
    assert_outcome(solution.outcome, golden)


@nb.njit
def _count_ends(position_at, index, first, second, third, slots, counts):
    for slot in range(slots):
        position = position_at(slot)
        if index(position) == slot:
            counts[first(position), second(position), third(position)] += 1


@pytest.mark.slow
def test_lines_of_all_boards():
    """All slots hold 360,382,485 boards; their lines, and those with no move, are as published."""
    rules = [GobbletGobblers(reading).rules for reading in READINGS]
    for each in rules:
        each.calls  # noqa: B018  # compiles them
    counts = np.zeros((4, 4, 4), dtype=np.int64)  # -1 is the last place
    codes = [each.terminal_code for each in rules]
    _count_ends(rules[0].position_at, rules[0].index, *codes, rules[0].slots, counts)
    golden = BOARDS
    loss, win, playing = -1, 1, 2
    assert counts.sum() == golden["all"]
    assert counts[playing, :, playing].sum() == golden["no_line"]
    assert counts[win, win, win] == golden["line_of_mover"]
    assert counts[loss, loss, loss] == golden["line_of_other"]
    assert counts[win, win, loss] == golden["lines_of_both"]
    assert counts[playing, loss, playing] == golden["stuck_in_lift_loses"]
    assert np.count_nonzero(counts) == 5


@pytest.mark.slow
@pytest.mark.parametrize(
    "golden",
    [each for each in FIGURES if "all_boards" in each],
    ids=lambda each: str(each["parameters"]),
)
def test_the_whole_game(golden):
    """Every board is solved: the start, the deepest, and counts as published."""
    solution = solve(made("gobblet-gobblers", golden))
    counts = solution.counts()
    assert len(solution) == sum(counts.values()) == BOARDS["all"]
    assert str(solution.outcome) == golden["outcome"]
    boards = golden["all_boards"]
    assert max(each.remoteness or 0 for each in counts) == boards["deepest"]
    unusual = {Value.WIN: 0, Value.LOSS: 1}
    for value, name in [(Value.WIN, "even_wins"), (Value.LOSS, "odd_losses")]:
        found = [
            number
            for each, number in counts.items()
            if each.value is value and each.remoteness % 2 == unusual[value] and each.remoteness
        ]
        assert sum(found) == boards.get(name, sum(found))
    if "endless" in golden:
        reached = solution.counts(reachable=True)
        draws = [number for each, number in reached.items() if each.remoteness is None]
        assert (sum(reached.values()), sum(draws)) == (golden["folded"], golden["endless"])
