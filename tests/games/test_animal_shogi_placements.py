"""Animal shogi numbered: all placements counted, and the figures of the found game again."""

from itertools import product
from math import comb

import numba as nb
import numpy as np
import pytest

from games import AnimalShogi
from games.animal_shogi.plain import PIECES
from gamesolver import solve
from tests.oracles.published import figures

WHOLE = figures("animal-shogi")[0]
NUMBERING = WHOLE["numbering"]
GAME = AnimalShogi(numbered=True)
SLOTS = GAME.rules.slots
RELATIVES = [
    pytest.param("L"),
    *(pytest.param(p, marks=pytest.mark.compiled) for p in PIECES[3:0:-1]),
]

# ── all placements ─────────────────────────────────────────────────────────


def placements(pieces):
    """In how many ways the pieces can lie, beside lions on given squares."""
    total = 0
    for g, e, c in product(*(range(1 + 2 * (piece in pieces)) for piece in "GEC")):
        ways = comb(10, g) * comb(10 - g, e) * comb(10 - g - e, c) * 2 ** (g + e + 2 * c)
        for piece, placed in zip("GEC", (g, e, c), strict=True):
            ways *= 3 - placed if piece in pieces else 1
        total += ways
    return total


@nb.njit
def count_slots(first, slots, index, position_at, symmetries):
    """How many slots are valid, and how many positions their orbits have together."""
    valid, positions, twin = 0, 0, np.empty(1, np.uint64)
    for slot in range(first, slots):
        position = position_at(slot)
        if index(position) == slot:
            symmetries(position, twin)
            valid += 1
            positions += 1 + np.int64(twin[0] != position)
    return valid, positions


def asked(rules):
    """The rules that slots are counted by, as kernels take them."""
    names = "index", "position_at", "symmetries"
    return [getattr(rules.calls, name).function for name in names]


@pytest.mark.parametrize(
    "pieces",
    ["L"] + [pytest.param(p, marks=pytest.mark.compiled) for p in ["LCE", "LEG", "LC", "LE", "LG"]],
)
def test_every_placement_has_a_slot(pieces):
    """The orbits of the valid slots hold all placements with lions on the 99 pairs of squares."""
    rules = AnimalShogi(pieces, numbered=True).rules
    counted = count_slots(0, rules.slots, *asked(rules))
    assert counted[1] == 99 * placements(pieces)


@pytest.mark.slow
def test_every_placement_of_the_whole_game_has_a_slot():
    """In the nine pairs of lions that are their own image; in the others nothing is folded."""
    apart = 45 * placements("LCEG")
    counted = count_slots(apart, SLOTS, *asked(GAME.rules))
    assert counted[0] == NUMBERING["valid"] - apart
    assert counted[1] == 9 * placements("LCEG")


def test_slots_and_the_upper_bound():
    """The whole game has as many slots as the formula says; the quoted bound has all lions."""
    assert NUMBERING["slots"] == SLOTS
    assert NUMBERING["upper_bound"] == 12 * 11 * placements("LCEG")
    assert 45 * placements("LCEG") + 9 * 6_710_991 == SLOTS


# ── the same game as the found one ─────────────────────────────────────────


def assert_same_solution(pieces):
    """Every position that the start reaches has the same outcome, found or numbered."""
    found, numbered = solve(AnimalShogi(pieces)), solve(AnimalShogi(pieces, numbered=True))
    assert numbered.counts(reachable=True) == found.counts()
    assert numbered.outcome == found.outcome
    return found, numbered


@pytest.mark.parametrize("pieces", RELATIVES)
def test_solved_found_and_numbered(pieces):
    """A small relative has the same counts and the same outcomes."""
    found, numbered = assert_same_solution(pieces)
    assert all(numbered[position] == found[position] for position in found)


def test_the_certificate():
    """All placements of the lions are solved, as the certificate confirms."""
    solution = solve(AnimalShogi("L", numbered=True))
    assert len(solution) == 54
    assert solution.verify()


@pytest.mark.slow
@pytest.mark.parametrize("pieces", ["LEG", "LCE", "LCG"])
def test_larger_relatives_solved_found_and_numbered(pieces):
    """A larger one has the same counts, and the same outcomes at every hundredth position."""
    found, numbered = assert_same_solution(pieces)
    for place, position in enumerate(found):
        if place % 100 == 0:
            assert numbered[position] == found[position]


@pytest.mark.slow
def test_the_whole_game_numbered():
    """All placements solved, those that play comes to are as many as are found."""
    solution, whole = solve(GAME), WHOLE
    assert len(solution) == NUMBERING["valid"]
    counts = solution.counts(reachable=True)
    assert sum(counts.values()) == whole["folded"]
    assert str(solution.outcome) == whole["outcome"]
