"""Options that are True or False: other values are refused, as "no" would be truthy."""

import numpy as np
import pytest

from games import Nim, TicTacToe
from gamesolver import InvalidArgumentError, explore, solve

GRAPH = explore(Nim((1, 2)))
SOLUTION = solve(TicTacToe())


def explored(**options):
    """Return a graph of Nim."""
    return explore(Nim((1, 2)), **options)


OPTIONS = [
    (explored, "fold"),
    (GRAPH.to_networkx, "text"),
    (SOLUTION.to_networkx, "text"),
    (SOLUTION.counts, "symmetric"),
    (SOLUTION.counts, "reachable"),
    (SOLUTION.verify, "full"),
]
NAMES = [f"{work.__qualname__}-{option}" for work, option in OPTIONS]
EACH = pytest.mark.parametrize(("work", "option"), OPTIONS, ids=NAMES)


@pytest.mark.parametrize("option_value", ["no", "", 0, 1, None, [], np.True_], ids=repr)
@EACH
def test_only_true_and_false_will_do(work, option, option_value):
    """An option that is neither True nor False is refused by name."""
    with pytest.raises(InvalidArgumentError) as caught:
        work(**{option: option_value})
    assert str(caught.value) == f"bad {option} {option_value!r}: expected True or False"


@pytest.mark.parametrize("option_value", [True, False])
@EACH
def test_either_of_the_two_does(work, option, option_value):
    """Both True and False are accepted."""
    assert work(**{option: option_value})


def test_a_bad_option_is_refused_before_any_work():
    """Invalid options are refused before any method of the game is called."""

    class Lazy(Nim):
        def start(self):
            raise AssertionError("nothing need be asked yet")

    with pytest.raises(InvalidArgumentError, match="bad fold 'no': expected True or False"):
        explore(Lazy(), fold="no")
