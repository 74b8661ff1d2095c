"""Probing many positions at once gives the same results as single look-ups."""

import random
import threading

import numpy as np
import pytest

from gamesolver import load, solve
from tests.files.test_saving import GAMES
from tests.files.test_scores import Compiled

STRANGERS = [-1, 2**64 - 1, 2**64, 0, 1, 2**63, "", "xo", None, 1.5, True, (1, 2), object()]


def one_by_one(solution, positions):
    """Return the results of ``get`` for each position, as columns."""
    outcomes = [solution.get(each) for each in positions]
    return (
        [each is not None for each in outcomes],
        [0 if each is None else int(each.value) for each in outcomes],
        [-1 if each is None or each.remoteness is None else each.remoteness for each in outcomes],
    )


def columns(probes):
    """Return probes as lists."""
    return probes.known.tolist(), probes.values.tolist(), probes.remoteness.tolist()


@pytest.mark.parametrize("made", GAMES)
@pytest.mark.parametrize("kept", ["memory", "file"])
def test_they_are_as_one_by_one(made, kept, path):
    """Probes agree with ``get`` for positions, symmetric positions and other objects."""
    solution = solve(made())
    objects = [image for each in solution for image in (each, *solution.game.symmetries(each))]
    luck = random.Random(1)
    objects = luck.sample(objects, min(len(objects), 3_000)) + STRANGERS
    if isinstance(solution.start, int):
        objects += [luck.randrange(2**bits) for bits in range(1, 64) for _ in range(20)]
        objects += [each ^ 1 << luck.randrange(64) for each in luck.choices(list(solution), k=300)]
    luck.shuffle(objects)
    if kept == "file":
        solution.save(path)
        solution = load(path, solution.game)
    assert columns(solution.probe_many(objects)) == one_by_one(solution, objects)


@pytest.mark.parametrize("indexed", [False, True])
@pytest.mark.parametrize("kept", ["memory", "file"])
@pytest.mark.parametrize("endless", [0, -2])
def test_scores_are_as_one_by_one(indexed, kept, endless, path):
    """Probes have the scores of ``get`` for compiled games with scores and gains."""
    luck = random.Random(f"{indexed} {endless}")
    solution = solve(Compiled(endless, indexed=indexed))
    if kept == "file":
        solution.save(path)
        solution = load(path, solution.game)
    objects = [*solution, 2**40, *STRANGERS]
    luck.shuffle(objects)
    probes = solution.probe_many(objects)
    assert columns(probes) == one_by_one(solution, objects)
    outcomes = [solution.get(each) for each in objects]
    assert probes.scores.tolist() == [0 if each is None else each.score for each in outcomes]
    assert probes.first(len(objects)) == outcomes
    assert any(each is not None and each.is_endless for each in outcomes)


def test_a_column_of_numbers_is_taken_as_it_is():
    """Arrays of any integer type and stride give the same results as a list."""
    solution = solve(GAMES[4]())
    objects = np.array([*solution, 3, 2**40], np.uint64)
    expected = columns(solution.probe_many(objects.tolist()))
    for column in (objects, objects.astype(np.int64), np.repeat(objects, 2)[::2]):
        assert columns(solution.probe_many(column)) == expected
    assert not solution.probe_many(np.array([-1, -2])).known.any()
    assert solution.probe_many(np.array([300, 2], np.uint16)).known.tolist() == [
        solution.get(300) is not None,
        solution.get(2) is not None,
    ]


@pytest.mark.parametrize("made", GAMES[:4])
def test_nothing_queried_is_nothing_answered(made):
    """Probing no positions gives empty columns."""
    probes = solve(made()).probe_many([])
    assert (len(probes), columns(probes)) == (0, ([], [], []))


def test_many_threads_may_query_at_once(path):
    """Eight threads that probe at the same time get the results of one."""
    solution = solve(GAMES[3]())
    solution.save(path)
    objects = list(solution)
    expected = columns(solution.probe_many(objects))
    for one in (solution, load(path)):
        answers = [None] * 8

        def query(place, one=one, answers=answers):
            answers[place] = columns(one.probe_many(objects))

        threads = [threading.Thread(target=query, args=(place,)) for place in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert answers == [expected] * 8
