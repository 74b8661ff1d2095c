"""Integers of any type: queries by NumPy integers give the same results as by int.

The tests cover compiled games, plain games with integer positions, every kind of table in memory
and in a file, and every query. True, False and floats are not positions of a compiled game. In a
plain game True equals 1, as in Python.
"""

from functools import cache
from itertools import product

import numpy as np
import pytest

from games import ConnectFour, Quixo
from gamesolver import Game, UnknownPositionError, Value, load, load_values, solve
from tests.attacks.compiled_graphs import RandomGraph

TYPES = [int, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64]


class Countdown(Game):
    """Game of taking one to three from a heap, with a symmetry that overflows 8-bit integers."""

    def __init__(self, top=20):
        self.top = top

    def start(self):
        return self.top

    def moves(self, position):
        return [take for take in (1, 2, 3) if take <= position % 100]

    def play(self, position, move):
        return position - move

    def terminal_value(self, position):
        return None if position % 100 else Value.LOSS

    def symmetries(self, position):
        return [position + 100 if position < 100 else position - 100]

    def stage(self, position):
        return -(position % 100)


METHODS = {
    "plain": (Countdown(), {}),
    "plain, retrograde": (Countdown(), {"method": "retrograde"}),
    "found": (ConnectFour(2, 2), {}),
    "found, minimax": (ConnectFour(2, 2), {"method": "minimax"}),
    "indexed": (Quixo(size=2), {}),
    "numbered, apart": (RandomGraph(12, 5, "alone", indexed=True, on_slate=True), {}),
    "retrograde": (RandomGraph(12, 5, "alone", on_slate=True), {"method": "retrograde"}),
}
STRANGERS = [0, 1, 2, 3, 7, 19, 20, 21, 57, 99, 100, 101, 120, 127, 200, 255, 1_000, 2**40 + 1]


@cache
def solved(method):
    """Return the solution of one of the games."""
    game, options = METHODS[method]
    return solve(game, **options)


@pytest.fixture(params=product(METHODS, ("memory", "file")), ids="-".join)
def solution(request, path):
    """Solution, from memory or from a file, and the original solution."""
    method, kept = request.param
    original = solved(method)
    if kept == "memory":
        return original, original
    original.save(path)
    return load(path, original.game), original


def fitting(solution, kind):
    """Return the positions and other integers that fit into a type."""
    numbers = [*list(solution)[:14], *STRANGERS]
    most = 2**64 - 1 if kind is int else np.iinfo(kind).max
    return [number for number in numbers if number <= most]


def columns(probes):
    """Return probes as lists."""
    return probes.known.tolist(), probes.values.tolist(), probes.remoteness.tolist()


@pytest.mark.parametrize("kind", TYPES)
def test_every_type_answers_as_int(solution, kind):
    """Probes, look-ups, moves, lines and boards are the same for every integer type."""
    again, original = solution
    numbers = fitting(original, kind)
    objects = [kind(number) for number in numbers]
    mixed = [
        each if place % 2 else number
        for place, (each, number) in enumerate(zip(objects, numbers, strict=True))
    ]
    expected = [original.get(number) for number in numbers]
    expected_columns = columns(original.probe_many(numbers))
    assert expected_columns[0] == [each is not None for each in expected]
    dtype = object if kind is int else kind
    for column in (
        objects,
        mixed,
        np.array(objects, dtype),
        np.array(mixed, object),
        iter(objects),
    ):
        assert columns(again.probe_many(column)) == expected_columns
    assert [again.get(each) for each in objects] == expected
    assert [each in again for each in objects] == expected_columns[0]
    for each, number in [*zip(objects, numbers, strict=True)][:: 1 + len(objects) // 6]:
        if number in original:
            assert again[each] == original[number]
            assert again.moves(each) == original.moves(number)
            assert again.best_moves(each) == original.best_moves(number)
            assert again.mainline(each) == original.mainline(number)
            assert str(again.board(each)) == str(original.board(number))
        else:
            with pytest.raises(UnknownPositionError):
                again[each]


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("method", METHODS)
def test_values_answer_every_type_as_int(method, kind, tmp_path):
    """Loaded values give the same results for every integer type."""
    original = solved(method)
    original.export(tmp_path / "a.values")
    values = load_values(tmp_path / "a.values", original.game)
    numbers = fitting(original, kind)
    objects = [kind(number) for number in numbers]
    expected = columns(original.probe_many(numbers))[:2]
    for column in (objects, np.array(objects, object if kind is int else kind)):
        probes = values.probe_many(column)
        assert (probes.known.tolist(), probes.values.tolist()) == expected
    assert [each in values for each in objects] == expected[0]


@pytest.mark.parametrize("kind", TYPES)
def test_selections_take_every_type(solution, kind, tmp_path):
    """Exports, counts and networks accept every integer type for plies, stages and positions."""
    again, original = solution
    again.export(
        tmp_path / "one.jsonl", remoteness=kind(2), where=lambda each, _: type(each) is int
    )
    original.export(tmp_path / "two.jsonl", remoteness=2)
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    if original.game.stage(original.start) is not None and kind(1) > kind(0):
        stages = {original.game.stage(each) for each in original}
        for stage in stages if np.issubdtype(kind, np.signedinteger) or kind is int else ():
            assert again.counts(stage=kind(stage)) == original.counts(stage=stage)
    around = next((each for each in original if each <= fitting(original, kind)[0]), None)
    if around is not None:
        one, two = (
            each.to_networkx(around=it, plies=1)
            for each, it in ((again, kind(around)), (original, around))
        )
        assert set(one.nodes) == set(two.nodes)


@pytest.mark.parametrize("kind", TYPES[1:])
@pytest.mark.parametrize("method", METHODS)
def test_a_start_of_any_type_is_an_int(method, kind):
    """A start that is a NumPy integer is converted to int."""
    game, options = METHODS[method]
    fits = [each for each in solved(method) if each <= np.iinfo(kind).max]
    for start in fits[:1]:
        solution = solve(game, start=kind(start), **options)
        assert type(solution.start) is int
        assert solution.outcome == solved(method)[start]


NO_INTEGERS = [
    True,
    False,
    0.0,
    1.0,
    20.0,
    np.float64(20),
    np.bool_(True),
    "20",
    None,
    (20,),
    20 + 0j,
]


@pytest.mark.parametrize("method", [method for method in METHODS if not method.startswith("plain")])
@pytest.mark.parametrize("kept", ["memory", "file"])
def test_true_and_floats_are_no_positions_of_a_compiled_game(method, kept, path):
    """Booleans, floats and texts are unknown to a compiled game, in memory and in a file."""
    solution = solved(method)
    if kept == "file":
        solution.save(path)
        solution = load(path, solution.game)
    objects = [*NO_INTEGERS, float(solution.start)]
    assert not solution.probe_many(objects).known.any()
    assert not any(each in solution for each in objects)
    assert [solution.get(each) for each in objects] == [None] * len(objects)
    assert not solution.probe_many(np.array([0.0, 1.0, float(solution.start)])).known.any()
    assert not solution.probe_many(np.array([True, False])).known.any()


@pytest.mark.parametrize("method", ["plain", "plain, retrograde"])
def test_to_a_plain_game_what_is_equal_is_the_same(method, path):
    """In a plain game, objects equal to a position are known, such as True and 20.0."""
    solution = solved(method)
    solution.save(path)
    for each in (solution, load(path, solution.game)):
        are_known = each.probe_many(NO_INTEGERS).known.tolist()
        assert are_known == [True] * 7 + [False] * 4
