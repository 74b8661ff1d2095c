"""The numbering of Teeko: slots and holes, any integer, and all placements counted."""

from collections import Counter
from math import comb

import numba as nb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Teeko
from gamesolver import InvalidArgumentError
from tests.oracles.plain_rules import slot_position
from tests.oracles.published import figures

PUBLISHED = figures("teeko")[0]
EACH = pytest.mark.parametrize("game", [Teeko(), Teeko(drops=True)], ids=repr)


@EACH
@given(st.data())
def test_slots(game, data):
    """A slot is a hole, or its position has just that slot."""
    slot = data.draw(st.integers(0, game.rules.slots - 1))
    position = slot_position(game, slot)
    mine = game.to_plain(position)[0]
    back = game.rules.calls.ask("index", position)
    turned = set(game.plain.symmetries((mine, ())))
    is_symmetric = len({(mine, ()), *turned}) < 8
    assert back == slot or (is_symmetric and 0 <= back < slot)


@EACH
@given(st.integers(0, 2**64 - 2))
def test_any_integer_may_be_asked_for_its_index(game, position):
    """What is no position has index -1, and its twins may be asked for."""
    game.symmetries(position)
    try:
        game.to_plain(position)
    except InvalidArgumentError:
        assert game.rules.calls.ask("index", position) == -1
    else:
        assert 0 <= game.rules.calls.ask("index", position) < game.rules.slots


@EACH
@given(st.integers(0, 25), st.integers(0, 25), st.randoms(use_true_random=False))
def test_too_many_men_have_no_slot(game, mine, theirs, chance):
    """Whatever the numbers of men, only those that the rules allow have a slot."""
    squares = chance.sample(range(25), min(mine + theirs, 25))
    position = game.from_plain((squares[:mine], squares[mine:]))
    allowed = game.plain.is_count(len(squares[:mine]), len(squares[mine:]))
    assert (game.rules.calls.ask("index", position) >= 0) == allowed


@nb.njit
def count_slots(slots, index, position_at, symmetries):
    """How many slots are valid, and how many positions their orbits have together."""
    twins = np.empty(8, np.uint64)
    valid = positions = 0
    for slot in range(slots):
        position = position_at(slot)
        if index(position) != slot:
            continue
        valid += 1
        alike = 1 + (twins[: symmetries(position, twins)] == position).sum()
        positions += 8 // alike
    return valid, positions


def fixed_placements(image, counts):
    """How many placements of so many men a symmetry leaves as they are: whole cycles of squares."""
    ways, left = {(0, 0): 1}, set(range(25))
    while left:
        cycle, square = 0, min(left)
        while square in left:
            left.remove(square)
            square, cycle = image[square], cycle + 1
        more = Counter()
        for (mine, theirs), number in ways.items():
            for owner in ((0, 0), (cycle, 0), (0, cycle)):
                more[mine + owner[0], theirs + owner[1]] += number
        ways = more
    return ways[counts]


def orbits(counts):
    """How many placements there are up to symmetry, by Burnside's lemma."""
    squares = [divmod(square, 5) for square in range(25)]
    turns = [lambda r, c: (r, c), lambda r, c: (c, 4 - r), lambda r, c: (4 - r, 4 - c),
             lambda r, c: (4 - c, r), lambda r, c: (r, 4 - c), lambda r, c: (4 - r, c),
             lambda r, c: (c, r), lambda r, c: (4 - c, 4 - r)]  # fmt: skip
    images = [[squares.index(turn(*square)) for square in squares] for turn in turns]
    return sum(fixed_placements(image, counts) for image in images) // 8


@pytest.mark.compiled
@pytest.mark.parametrize("drops", [False, True])
def test_every_placement_has_a_slot(drops):
    """Valid slots are as many as Burnside's lemma says, and their orbits hold all placements."""
    stages = [(4, 4)]
    if drops:
        stages += [(mine, mine + more) for mine in range(4) for more in (0, 1)]
    rules = Teeko(drops=drops).rules
    calls = rules.calls
    asked = calls.index.function, calls.position_at.function, calls.symmetries.function
    valid, positions = count_slots(rules.slots, *asked)
    assert valid == sum(map(orbits, stages))
    assert positions == sum(comb(25, mine) * comb(25 - mine, theirs) for mine, theirs in stages)
    if not drops:
        assert positions == PUBLISHED["positions"]
        assert valid == PUBLISHED["folded"]
