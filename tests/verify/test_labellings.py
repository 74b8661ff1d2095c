"""Exactly one labelling of a small graph satisfies the conditions of the verifier."""

from functools import cmp_to_key
from itertools import product
from random import Random

import numpy as np
import pytest

from gamesolver import Outcome, solve
from gamesolver.verify.positions import _backed_up, _is_better
from tests.attacks.scored_graphs import SIGNS, ScoredGame, drawn
from tests.support.scale import scaled

GRAPHS = scaled(150, 3_000)
MOST_PENDING = 3
POINTS, PLIES = range(-3, 4), [*range(5), *(~gained for gained in range(4))]
LABELS = list(product(POINTS, PLIES))
"""Every label that a position can have: points, and plies or the last gain."""


def outcome(label):
    """Return the outcome of a label."""
    return Outcome.of(*label, scored=True)


def order_of(payoff):
    """Return the place of each label in order of preference, the worst first."""

    def compare(one, other):
        return 1 if _is_better(outcome(one), outcome(other), payoff) else -1

    in_order = sorted(LABELS, key=cmp_to_key(compare))
    return {label: place for place, label in enumerate(in_order)}


ORDERS = {payoff: order_of(payoff) for payoff in (-2, -1, 0, 1, 2)}
BEYOND = len(LABELS)  # the place of a backed-up outcome that is not a label of any position


def reached(game):
    """Return the positions that the start reaches, terminal ones last."""
    waiting, found = [(0, 0)], {(0, 0)}
    while waiting:
        here = waiting.pop()
        ahead = {game.play(here, move) for move in game.moves(here)} - found
        found |= ahead
        waiting += ahead
    return sorted(found, key=lambda position: game.terminal_score(position) is not None)


def backs_of(game, here, move):
    """Return the successor of a move, and the place of each of its labels when backed up."""
    successor = game.play(here, move)
    kept, gain = successor[1] == here[1], game.gain(here, move)
    payoff = game.endless * (1 - 2 * here[1])
    taken = (_backed_up(outcome(label), kept, gain, payoff) for label in LABELS)
    places = [
        (each.points, ~each.last_gain if each.remoteness is None else each.remoteness)
        for each in taken
    ]
    return successor, np.array([ORDERS[payoff].get(place, BEYOND) for place in places])


def satisfying(game, positions):
    """Return all labellings of the pending positions that satisfy the verifier's conditions."""
    pending = [each for each in positions if game.terminal_score(each) is None]
    holds = np.ones((len(LABELS),) * len(pending), bool)
    for axis, here in enumerate(pending):
        best = np.full((1,) * len(pending), -1)
        for move in game.moves(here):
            successor, backs = backs_of(game, here, move)
            if successor in pending:
                backs = along(backs, pending.index(successor), len(pending))
            else:
                backs = backs[LABELS.index((game.terminal_score(successor), 0))]
            best = np.maximum(best, backs)
        places = ORDERS[game.endless * (1 - 2 * here[1])]
        own = np.array([places[label] for label in LABELS])
        holds &= along(own, axis, len(pending)) == best
    return [
        {here: LABELS[place] for here, place in zip(pending, labelling, strict=True)}
        for labelling in np.argwhere(holds)
    ]


def along(column, axis, dimensions):
    """Return a column along one axis of several."""
    shape = [1] * dimensions
    shape[axis] = len(column)
    return column.reshape(shape)


@pytest.mark.compiled(why="counting labellings has no kernels of ours")
@pytest.mark.parametrize("endless", [0, 1, 2])
def test_exactly_one_labelling_satisfies_the_certificate(endless):
    """Exactly one labelling of a small graph is valid, and the solver finds it.

    Graphs have cycles, kept turns, scores and gains. A label has a score, and plies or none.
    """
    luck, tried = Random(endless), 0
    while tried < GRAPHS:
        game = ScoredGame(drawn(luck, most_nodes=6, points=SIGNS), endless)
        positions = reached(game)
        pending = [each for each in positions if game.terminal_score(each) is None]
        if not 0 < len(pending) <= MOST_PENDING:
            continue
        tried += 1
        solution = solve(game, positions=(), method="retrograde")
        found = {here: solution[here] for here in pending}
        (only,) = satisfying(game, positions)
        assert only == {
            here: (each.points, ~each.last_gain if each.is_endless else each.remoteness)
            for here, each in found.items()
        }
