"""Scoring heaps: scores compared with a plain table, and the published period."""

from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import ScoringHeaps
from gamesolver import solve
from tests.oracles.unfolded import unfolded_size
from tests.support.scale import scaled


def score_of(heaps, takes):
    """Return the best score of the player to move, by an exhaustive search."""

    @cache
    def score(heaps):
        after = [
            take - score(tuple(sorted((*heaps[:heap], size - take, *heaps[heap + 1 :]))))
            for heap, size in enumerate(heaps)
            for take in takes
            if take <= size
        ]
        return max(after, default=0)

    return score(tuple(sorted(heaps)))


@settings(max_examples=scaled(40, 400))
@given(
    st.lists(st.integers(0, 7), min_size=1, max_size=3),
    st.sets(st.integers(1, 6), min_size=1, max_size=3),
)
def test_scores_of_any_heaps(heaps, takes):
    """From one to three heaps every position has the score that an exhaustive search finds."""
    solution = solve(ScoringHeaps(heaps, tuple(takes)))
    for position in solution:
        assert solution[position].score == score_of(position, takes)


@pytest.mark.parametrize("takes", list(combinations(range(1, 7), 2)))
def test_one_heap_repeats(takes):
    """Scores of one heap finally repeat after twice the largest take, as the theorem says."""
    heaps, period = range(121), 2 * max(takes)
    solution = solve(ScoringHeaps((0,), takes), positions=[(heap,) for heap in heaps])
    scores = [solution[heap,].score for heap in heaps]
    assert scores[60:-period] == scores[60 + period :]


def test_what_is_taken_is_gained():
    """Each move gains what it takes, and the totals of the players differ by the score."""
    solution = solve(ScoringHeaps(heaps=(4, 9), takes=(2, 3)))
    gains = [row.gain for row in solution.mainline()]
    assert gains == [row.move[1] for row in solution.mainline()]
    assert sum(gains[::2]) - sum(gains[1::2]) == solution.outcome.score == 1
    assert solution.verify(full=True).positions == unfolded_size(solution)


def test_the_most_is_not_always_best():
    """From seven, taking two is best: the other player takes three and leaves the last two."""
    solution = solve(ScoringHeaps(heaps=(7,), takes=(2, 3)))
    assert solution.best_moves((7,)) == ((0, 2),)
    assert [row.gain for row in solution.mainline()] == [2, 3, 2]
