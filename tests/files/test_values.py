"""Values alone: every answer of ``load_values`` is the value in the solution."""

import random

import numpy as np
import pytest

from games import ConnectFour, Nim, Quixo, TicTacToe
from gamesolver import (
    FileError,
    GameSolverError,
    UnknownPositionError,
    Value,
    load,
    load_values,
    solve,
)
from gamesolver.files import blocks
from tests.files.test_broken_files import ACCIDENTS
from tests.files.test_saving import GAMES
from tests.solving.test_probing import STRANGERS
from tests.support.scale import IS_PLAIN, scaled

ONE_BY_ONE = 300 if IS_PLAIN else 2_000


@pytest.fixture
def path(tmp_path):
    """Path for a file of values."""
    return tmp_path / "some.values"


@pytest.mark.parametrize("made", GAMES[::-1])
def test_every_value_is_the_same(made, path):
    """A values file agrees with the solution on positions, images, strangers and counts."""
    solution = solve(made())
    solution.export(path)
    values = load_values(path, solution.game)
    assert (len(values), values.game) == (len(solution), solution.game)
    positions = [image for each in solution for image in (each, *solution.game.symmetries(each))]
    for position in positions[:ONE_BY_ONE]:
        assert values.value(position) is solution[position].value
    luck = random.Random(5)
    positions = luck.sample(positions, min(len(positions), ONE_BY_ONE)) + STRANGERS
    if isinstance(solution.start, int):
        positions += [luck.randrange(2**bits) for bits in range(1, 64) for _ in range(9)]
    one, many = values.probe_many(positions), solution.probe_many(positions)
    assert len(one) == len(positions)
    assert one.known.tolist() == many.known.tolist()
    assert one.values.tolist() == many.values.tolist()
    assert [each in values for each in STRANGERS] == [each in solution for each in STRANGERS]
    counts = dict.fromkeys(reversed(Value), 0)
    for outcome, number in solution.counts().items():
        counts[outcome.value] += number
    assert list(values.counts().items()) == [(each, n) for each, n in counts.items() if n]


def test_a_stranger_is_refused(path):
    """An unknown position is refused with the error of a solution."""
    solve(Nim(heaps=(1, 2))).export(path)
    values = load_values(path)
    message = r"unknown position \(9, 9\): not reachable from the start of Nim"
    with pytest.raises(UnknownPositionError, match=message):
        values.value((9, 9))
    with pytest.raises(UnknownPositionError, match="it is the text of a known one"):
        values.value("(1, 2)")


def test_values_cannot_be_verified(path):
    """``verify`` of values alone is refused, and the message says what to do."""
    solve(Nim(heaps=(1, 2))).export(path)
    values = load_values(path)
    assert repr(values) == "<Values of Nim(heaps=(1, 2)): 5 positions>"
    with pytest.raises(GameSolverError) as caught:
        values.verify()
    assert str(caught.value) == (
        "values cannot be verified, because they contain no plies: "
        "solve the game again, or load a file of solution.save"
    )


def test_each_kind_of_file_is_opened_by_its_own_reader(tmp_path):
    """A file of another kind is refused, and the message names its reader."""
    solution = solve(Nim(heaps=(1, 2)))
    solution.export(tmp_path / "a.values")
    solution.save(tmp_path / "a.solution")
    message = "contains values alone, not a solution; gamesolver.load_values opens it"
    with pytest.raises(FileError, match=message):
        load(tmp_path / "a.values")
    message = "contains a solution, not values alone; gamesolver.load opens it"
    with pytest.raises(FileError, match=message):
        load_values(tmp_path / "a.solution")
    (tmp_path / "text").write_text("no file of ours")
    with pytest.raises(
        FileError,
        match=r"does not contain values alone: expected a file that "
        r"solution\.e",
    ):
        load_values(tmp_path / "text")


def test_another_game_is_refused(path):
    """A values file of another game or other parameters is refused."""
    solve(Nim(heaps=(1, 2))).export(path)
    with pytest.raises(FileError, match=r"not of Nim\(heaps=\(1, 3\)"):
        load_values(path, Nim(heaps=(1, 3)))
    with pytest.raises(FileError, match=r"values alone of games\.nim:Nim, not of"):
        load_values(path, TicTacToe())


@pytest.mark.parametrize("game", [Nim(heaps=(2, 3)), ConnectFour(3, 2), Quixo(size=2)])
def test_broken_values_are_refused(game, tmp_path):
    """Randomly damaged values files are refused or give right values."""
    solution = solve(game)
    solution.export(tmp_path / "right.values")
    right, luck, refused = (tmp_path / "right.values").read_bytes(), random.Random(1), 0
    path = tmp_path / "wrong.values"
    count = 60 if IS_PLAIN else scaled(150, 500)
    for number in range(count):
        content = bytearray(right)
        ACCIDENTS[number % len(ACCIDENTS)](content, luck)
        path.write_bytes(content)
        try:
            values = load_values(path, game, check=False)
            for position in solution:
                assert values.value(position) is solution[position].value
        except GameSolverError:
            refused += 1
    assert refused > count // 5


def test_a_loaded_solution_exports_the_same_values(tmp_path):
    """A loaded solution exports the same values file, byte for byte."""
    solution = solve(ConnectFour(3, 2))
    solution.save(tmp_path / "kept")
    solution.export(tmp_path / "one.values")
    load(tmp_path / "kept").export(tmp_path / "two.values")
    assert (tmp_path / "one.values").read_bytes() == (tmp_path / "two.values").read_bytes()


@pytest.mark.parametrize("count", [1, 4, 5, 6, 1_000])
def test_five_to_a_byte(count):
    """Values packed five to a byte are read back, and invalid bytes are refused."""
    values = np.random.default_rng(count).integers(0, 3, count)
    raw = blocks.to_fives(values)
    assert len(raw) == (count + 4) // 5
    assert blocks.Fives(raw, count)[np.arange(count)].tolist() == values.tolist()
    assert int(blocks.Fives(raw, count)[count - 1]) == values[-1]
    for wrong in (raw + b"\0", b"\xff" + raw[1:]):
        with pytest.raises(blocks.BadBlockError):
            blocks.Fives(wrong, count)
