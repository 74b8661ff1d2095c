"""A new storage backend is a class, as the page on the engine describes."""

import pytest

from games import Awari, Kalah, Quixo
from tests.engine.test_resuming import Sheet
from tests.engine.test_resuming import _small_steps as _small_steps
from tests.support.engine_solving import solved
from tests.support.memory_keeper import MemoryKeeper
from tests.support.rank_solving import file_of

GAMES = {
    "quixo": lambda: Quixo(2),
    "awari": lambda: Awari(seeds=3),
    "kalah": lambda: Kalah(houses=2, seeds=2),
    "enumerated graph": lambda: Sheet("random"),
    "indexed graph": lambda: Sheet("random", indexed=True, back=True),
}
"""Functions that make games, because each sheet overwrites the one before."""


class Stopping(MemoryKeeper):
    """Keeper that stops the solve at the first checkpoint with further progress."""

    def save(self, state, *columns):
        """Write a checkpoint, and stop unless the solve resumed from here."""
        super().save(state, *columns)
        if self.saved is None or state != self.saved.state:
            raise KeyboardInterrupt


@pytest.mark.parametrize("name", GAMES)
def test_a_storage_backend_is_one_class(name):
    """A solve that stops at every checkpoint in a new backend gives the same file."""
    game = GAMES[name]()
    expected, saved = file_of(solved(game)), None
    for stops in range(300):
        keeper = Stopping(saved)
        try:
            solution = solved(game, kept=keeper)
        except KeyboardInterrupt:
            saved = keeper.written
            continue
        assert stops > 0
        assert file_of(solution) == expected
        return
    raise AssertionError("it does not come to an end")
