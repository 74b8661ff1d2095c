"""A solve stopped at any checkpoint resumes from it and gives the same table."""

import pytest

from games import ConnectFour, GobbletGobblers, Quixo
from gamesolver.engine import (
    finding,
    growing_entries,
    in_step,
    propagation,
    queries,
    running,
    shares,
    sweeps,
)
from gamesolver.files.checkpoints import Checkpoints, about_solve
from gamesolver.rules.guard import Rules
from tests.attacks.engine_games import SheetGame
from tests.support.engine_solving import chain, random_drawing, solved
from tests.support.scale import scaled

DRAWINGS = {
    "random": random_drawing(150, seed=4),
    "more": random_drawing(200, seed=11),
    "long": chain(110, -1),
    "longer": chain(270, 1),
    "drawn": chain(60, 0, escape=True),
}


class Sheet(SheetGame):
    """Game on a drawing given by its name, so that the parameters are literals."""

    def __init__(self, name, fold="raw", indexed=False, back=False):
        super().__init__(DRAWINGS[name], fold, indexed, back=back)
        object.__setattr__(self, "name", name)


class Stopping(Checkpoints):
    """Checkpoints that stop the solve after a given number of saves."""

    def __init__(self, folder, game, after):
        super().__init__(folder, 0, about_solve(Rules(game), [game.start(), *game.positions()]))
        self.after = after

    def save(self, *checkpoint):
        super().save(*checkpoint)
        self.after -= 1
        if not self.after:
            raise KeyboardInterrupt


@pytest.fixture(autouse=True)
def _small_steps(monkeypatch):
    """Make small games have many checkpoints."""
    monkeypatch.setattr(running, "CHUNKS_A_STRETCH", 2)
    monkeypatch.setattr(shares, "LARGEST", 4)
    monkeypatch.setattr(in_step, "SECONDS_A_STEP", 0.0)
    monkeypatch.setattr(sweeps, "ROWS_A_CHUNK", 16)
    monkeypatch.setattr(queries, "ROWS_A_CHUNK", 16)
    monkeypatch.setattr(growing_entries, "ENTRIES_A_CHUNK", 8)
    monkeypatch.setattr(propagation, "POSITIONS_A_CALL", 16)
    monkeypatch.setattr(finding, "ENOUGH", 64)
    monkeypatch.setattr(finding, "KEYS_A_CALL", 16)
    monkeypatch.setattr(finding, "KEYS_A_ROUND", 50)
    monkeypatch.setattr(finding, "LEAST_BIN", 2)


def kept_bytes(solution, path):
    """Save a solution and return the bytes of its file."""
    solution.save(path, how=False)
    return path.read_bytes()


def solved_with_stops(game, methods, threads, folder, after):
    """Solve a game with a stop after each given number of checkpoints.

    Return the solution and the phases it resumed from.
    """
    folder.mkdir()
    phases = []
    for _ in range(2_000):
        keeper = Stopping(folder, game, after)
        phases.append(keeper.state.get("phase", ""))
        try:
            solution = solved(game, methods, threads, keeper)
        except KeyboardInterrupt:
            continue
        finally:
            keeper.close()
        return solution, phases
    raise AssertionError(f"it does not come to an end: {phases[-5:]}")


GAMES = [
    (lambda: Sheet("random"), "either"),
    (lambda: Sheet("random", "canonical"), "sweeps"),
    (lambda: Sheet("more"), "graph"),
    (lambda: Sheet("more", indexed=True), "sweeps"),
    (lambda: Sheet("more", "index", indexed=True), "graph"),
    (lambda: Sheet("random", indexed=True, back=True), "either"),
    (lambda: Sheet("long", "strict", indexed=True, back=True), "either"),
    (lambda: Sheet("longer", "strict", indexed=True, back=True), "either"),
    (lambda: Sheet("long", "strict", indexed=True), "sweeps"),
    (lambda: Sheet("longer", "strict"), "graph"),
    (lambda: Sheet("drawn", "strict"), "sweeps"),
    (lambda: Sheet("drawn", "strict"), "graph"),
    (lambda: Sheet("drawn", "strict", indexed=True, back=True), "either"),
    (lambda: ConnectFour(3, 3), "either"),
    (lambda: Quixo(size=2), "graph"),
    (lambda: GobbletGobblers(sizes=1), "either"),
]


SLOW = pytest.mark.compiled(why="it stops hundreds of times")
OFTEN = (3, 6, 7, 8, 13, 15)


@pytest.mark.parametrize(
    "number",
    [pytest.param(each, marks=SLOW if each in OFTEN else ()) for each in range(len(GAMES))],
)
def test_the_table_is_the_same(number, tmp_path):
    """A solve that is stopped and resumed many times gives the same file.

    Games with hundreds of checkpoints are stopped at every sixth, and at each one in nightly runs.
    """
    made, methods = GAMES[number]
    after = scaled(6, 1) if number in OFTEN else 1 + number % 3
    game = made()
    expected = kept_bytes(solved(game, methods), tmp_path / "expected")
    solution, phases = solved_with_stops(game, methods, 1 + number % 2, tmp_path / "kept", after)
    assert kept_bytes(solution, tmp_path / "resumed") == expected
    assert len(phases) > 1
    solution.verify(full=True)
