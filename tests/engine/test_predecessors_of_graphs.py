"""Predecessors of games on any graph: they are the inverse of the moves."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from gamesolver.engine import running
from gamesolver.rules.preflight import require_predecessors, try_rules
from tests.attacks.endless_games import BAD, FAR, Onward
from tests.attacks.engine_games import ENUMERATED, INDEXED, SheetGame
from tests.attacks.graph_games import ONE_BY_ONE, drawings
from tests.support.engine_solving import playable, random_drawing

ONE = np.uint64(1)


def raw_positions(game):
    """Return every raw position: each node with each player to move."""
    seats = (0,) if game.fold == "strict" else (0, 1)
    return [game.at(node, seat) for node in range(len(game.drawing.moves)) for seat in seats]


def as_drawn(drawing, fold, indexed):
    """Return the game on a drawing, with predecessors."""
    drawing = playable(drawing, fold)
    return SheetGame(drawing, fold, indexed, back=True)


FOLDS = [(fold, False) for fold in ENUMERATED] + [(fold, True) for fold in INDEXED]


@given(drawings(), st.sampled_from(FOLDS))
@settings(max_examples=ONE_BY_ONE)
def test_back_is_forth_reversed(drawing, kind):
    """Over all raw positions, predecessors list exactly the moves of nonterminal positions."""
    game = as_drawn(drawing, *kind)
    calls = game.rules.calls
    everywhere = raw_positions(game)
    live = {each for each in everywhere if calls.call_end(each) == 2}
    forth = Counter((q, p) for q in live for p in calls.call_successors(q)[1])
    back = Counter((q, p) for p in everywhere for q in calls.call_predecessors(p) if q in live)

    assert back == forth
    for each in everywhere:
        require_predecessors(game, each)


@pytest.mark.parametrize("kind", FOLDS)
def test_a_large_graph_is_tried(kind):
    """The trial before a solve accepts the predecessors of a game with thousands of nodes."""
    game = as_drawn(random_drawing(3_000, seed=2), *kind)

    try_rules(game, [game.start()])


@njit
def back_by_two(position, positions):
    """Write the predecessors in counting by ones and twos."""
    count = 0
    for step in range(1, min(3, np.int64(position) + 1)):
        positions[count] = position - np.uint64(step)
        count += 1
    return count


@njit
def no_way_back(position, positions):
    """Raise for one position, and else write its predecessors."""
    if position == BAD:
        raise ValueError("no way back")
    return back_by_two(position, positions)


@njit
def no_indexes_back(position, indexes):
    """Write the indexes of predecessors, or raise for one position."""
    return no_way_back(position, indexes)


@njit
def not_counted(position):
    """Return two moves for each position, or raise for one."""
    if position == BAD:
        raise ValueError("not counted")
    return 2


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"predecessors": no_way_back}, "predecessors({}) raised ValueError: no way back"),
        (
            {"predecessors": back_by_two, "predecessor_indexes": no_indexes_back},
            "predecessor_indexes({}) raised ValueError: no way back",
        ),
        ({"count_moves": not_counted}, "count_moves({}) raised ValueError: not counted"),
    ],
    ids=["predecessors", "indexes", "moves"],
)
def test_a_rule_that_raises_far_away_is_queried_again(rules, message):
    """The position at which a rule raised is found by calling the rule again."""
    game = Onward(FAR, indexed=True, **rules)
    fault = running.first_fault(game, [int(BAD - ONE), int(BAD)]).faults[0]

    assert (fault.law, fault.position) == ("raises", BAD)
    assert fault.message == message.format(BAD)
