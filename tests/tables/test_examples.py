"""An example of each outcome, in every kind of table."""

import numpy as np
import pytest

from games import MNK, ConnectFour, Hexapawn, PongHauKi, Quixo, TicTacToe
from gamesolver import load, solve
from gamesolver.tables.entries import first_places

GAMES = [TicTacToe(), Hexapawn(), PongHauKi(), ConnectFour(3, 3), MNK(3, 3, 3), Quixo(size=2)]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_each_outcome_has_an_example(game, path):
    """Each counted outcome has an example position with that outcome, also in a loaded file."""
    solution = solve(game)
    solution.save(path)
    for each in (solution, load(path)):
        examples = each._table.examples()
        assert examples.keys() == solution.counts().keys()
        assert all(solution[position] == outcome for outcome, position in examples.items())


@pytest.mark.parametrize("most", [5, 300, 100_000])
def test_first_places_are_those_of_a_slow_look(most):
    """``first_places`` agrees with a slow search, for any width of entry and length of part."""
    entries = np.random.default_rng(most).integers(0, most, 1_000)
    stretches = np.split(entries, [0, 1, 17, 500, 999])
    slow = {}
    for place, entry in enumerate(entries.tolist()):
        slow.setdefault(entry, place)
    assert first_places(stretches) == slow
