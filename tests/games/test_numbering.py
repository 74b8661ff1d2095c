"""The rules ``index`` and ``position_at`` of indexed games, at any index and any integer."""

from functools import cache
from itertools import product
from math import comb

import numba as nb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import AnimalShogi, GobbletGobblers, Teeko
from gamesolver import NO_POSITION, InvalidArgumentError
from tests.oracles.plain_rules import index_position
from tests.oracles.published import figures
from tests.oracles.teeko import PlainTeeko
from tests.support.indexed_games import GOBBLET, INDEXED, SHOGI, orbits_of_placements
from tests.support.scale import IS_PLAIN

EACH = pytest.mark.parametrize("game", INDEXED, ids=repr)
SHOGI_FIGURES, TEEKO_FIGURES = figures("animal-shogi")[0], figures("teeko")[0]
INDEXES = 30 if IS_PLAIN else 300_000
"""Number of indexes of a game to try, at equal distances."""


def index_of(game, number):
    """Return the index of a number, or -1."""
    return game.rules.calls.index_of(number)


@EACH
@given(st.data())
def test_a_index_has_its_position_or_is_a_hole(game, data):
    """All images of a position have one index: its own or, if that is unused, an earlier one."""
    index = data.draw(st.integers(0, game.rules.num_indexes - 1))
    position = index_position(game, index)
    orbit = {position, *game.symmetries(position)}
    assert game.from_plain(game.to_plain(position)) == position
    (back,) = {index_of(game, image) for image in orbit}
    assert 0 <= back <= index
    assert index_position(game, back) in orbit


@EACH
@given(st.data(), st.lists(st.integers(0, 63), min_size=1, max_size=4))
def test_numbers_near_positions(game, data, bits):
    """With some bits changed, a number has an index if and only if it is a position."""
    number = index_position(game, data.draw(st.integers(0, game.rules.num_indexes - 1)))
    for bit in bits:
        number ^= 1 << bit
    assert_index_if_position(game, min(number, NO_POSITION - 1))


def assert_index_if_position(game, number):
    """Check that a number has an index if it is a position, and -1 if not."""
    try:
        game.to_plain(number)
    except InvalidArgumentError:
        assert index_of(game, number) == -1
    else:
        assert 0 <= index_of(game, number) < game.rules.num_indexes


BOARDS = 1 | 1 << 12 | 1 << 24 | 1 << 36
"""Bits of the first square on all four boards of animal shogi."""


@pytest.mark.parametrize("text", ["g.e/.l./CEC/.LG -", "g.c/Gl./.../.L. CEE"])
def test_two_pieces_on_one_square(text):
    """A number with two pieces of animal shogi on one square is not a position."""
    game = AnimalShogi(indexed=True)
    position = game.parse(text)
    for square in range(12):
        for board in (0, 12, 24, 36):
            assert_index_if_position(game, position | 1 << square + board)
            for other in range(12):
                moved = position >> other & BOARDS
                assert_index_if_position(game, position & ~(BOARDS << other) | moved << square)


@pytest.mark.parametrize("game", [*SHOGI, *GOBBLET], ids=repr)
def test_beyond_the_indexes(game):
    """A number that is not an index has no position, and ``NO_POSITION`` has no index."""
    for index in (-1, game.rules.num_indexes, -(2**63), 2**63 - 1):
        assert index_position(game, index) == NO_POSITION
    assert index_of(game, NO_POSITION) == -1


@cache
def rules_of(game, *names):
    """Return compiled rules as kernels take them."""
    return [getattr(game.rules.calls, name).function for name in names]


@nb.njit
def walk(step, indexes, images, moves, after, index, position_at, symmetries, successors, end):
    """Return the numbers of used and unused indexes, successors and faults, at every n-th index."""
    reported = np.zeros(4, np.int64)
    for number in range(0, indexes, step):
        position = position_at(number)
        back = index(position)
        reported[3] += back < 0
        for each in range(symmetries(position, images)):
            reported[3] += index(images[each]) != back
        if back != number:
            reported[1] += 1
            continue
        reported[0] += 1
        if end(position) != 2:
            continue
        for each in range(successors(position, moves, after)):
            reported[2] += 1
            reached = index(after[each])
            reported[3] += reached < 0 or index(position_at(reached)) != reached
    return reported


@EACH
def test_every_nth_index(game):
    """Index and position are inverse, symmetric positions agree, and moves lead to used indexes."""
    rules, step = game.rules, max(1, game.rules.num_indexes // INDEXES)
    images, after = np.zeros(rules.max_symmetries, np.uint64), np.zeros(rules.max_moves, np.uint64)
    names = "index", "position_at", "symmetries", "successors", "end"
    valid, holes, moves, faults = walk(
        step,
        rules.num_indexes,
        images,
        np.zeros(rules.max_moves, np.int64),
        after,
        *rules_of(game, *names),
    )
    assert faults == 0
    assert valid + holes == len(range(0, rules.num_indexes, step))
    assert moves > 0


# ── every placement has an index ────────────────────────────────────────────────────────────────


@nb.njit
def count_indexes(first, indexes, images, index, position_at, symmetries):
    """Return the number of used indexes, and the number of positions in their orbits."""
    valid = positions = 0
    for number in range(first, indexes):
        position = position_at(number)
        if index(position) == number:
            valid += 1
            images_of_it = images[: symmetries(position, images)]
            positions += (1 + len(images_of_it)) // (1 + (images_of_it == position).sum())
    return valid, positions


def counted(game, first=0):
    """Return the numbers of used indexes and of positions, from an index on."""
    images = np.zeros(game.rules.max_symmetries, np.uint64)
    queried = rules_of(game, "index", "position_at", "symmetries")
    return count_indexes(first, game.rules.num_indexes, images, *queried)


def shogi_placements(pieces):
    """Return the number of ways in which the pieces can lie, with the lions on given squares."""
    total = 0
    for g, e, c in product(*(range(1 + 2 * (piece in pieces)) for piece in "GEC")):
        ways = comb(10, g) * comb(10 - g, e) * comb(10 - g - e, c) * 2 ** (g + e + 2 * c)
        for piece, placed in zip("GEC", (g, e, c), strict=True):
            ways *= 3 - placed if piece in pieces else 1
        total += ways
    return total


@pytest.mark.parametrize(
    "pieces",
    ["L"] + [pytest.param(p, marks=pytest.mark.compiled) for p in ["LCE", "LEG", "LC", "LE", "LG"]],
)
def test_every_placement_of_animal_shogi(pieces):
    """The orbits of the used indexes have all placements with lions on the 99 pairs of squares."""
    assert counted(AnimalShogi(pieces, indexed=True))[1] == 99 * shogi_placements(pieces)


def test_indexes_and_the_upper_bound_of_animal_shogi():
    """The number of indexes follows a formula, and the quoted bound has all pairs of lions."""
    numbering, placements = SHOGI_FIGURES["numbering"], shogi_placements("LCEG")
    indexes = AnimalShogi(indexed=True).rules.num_indexes
    assert numbering["indexes"] == indexes == 45 * placements + 9 * 6_710_991
    assert numbering["upper_bound"] == 12 * 11 * placements


@pytest.mark.slow
def test_every_placement_of_the_whole_animal_shogi():
    """Every placement with one of the nine self-symmetric pairs of lions has an index.

    With the other pairs of lions no symmetry is left, and every index is used.
    """
    apart = 45 * shogi_placements("LCEG")
    valid, positions = counted(AnimalShogi(indexed=True), apart)
    assert valid == SHOGI_FIGURES["numbering"]["valid"] - apart
    assert positions == 9 * shogi_placements("LCEG")


@pytest.mark.parametrize("game", SHOGI, ids=repr)
@given(st.sampled_from(SHOGI), st.integers(0, 2**40))
def test_positions_with_other_pieces(game, other, number):
    """A position of animal shogi with other pieces has no index."""
    position = index_position(other, number % other.rules.num_indexes)
    assert (index_of(game, position) >= 0) == (game == other)


TURNS = [
    lambda r, c: (r, c), lambda r, c: (c, 4 - r), lambda r, c: (4 - r, 4 - c),
    lambda r, c: (4 - c, r), lambda r, c: (r, 4 - c), lambda r, c: (4 - r, c),
    lambda r, c: (c, r), lambda r, c: (4 - c, 4 - r),
]  # fmt: skip
"""The symmetries of a board of five by five squares."""


@pytest.mark.compiled
@pytest.mark.parametrize("drops", [False, True])
def test_every_placement_of_teeko(drops):
    """Used indexes are as many as Burnside's lemma says, and their orbits have all placements."""
    stages = [(4, 4)]
    if drops:
        stages += [(mine, mine + more) for mine in range(4) for more in (0, 1)]
    squares = [*product(range(5), repeat=2)]
    orbits = orbits_of_placements(
        [[squares.index(turn(*each)) for each in squares] for turn in TURNS]
    )
    valid, positions = counted(Teeko(drops=drops))
    assert valid == sum(orbits[men] for men in stages)
    assert positions == sum(comb(25, mine) * comb(25 - mine, theirs) for mine, theirs in stages)
    if not drops:
        assert (positions, valid) == (TEEKO_FIGURES["positions"], TEEKO_FIGURES["folded"])


@pytest.mark.parametrize("game", [Teeko(), Teeko(drops=True)], ids=repr)
@given(st.integers(0, 25), st.integers(0, 25), st.randoms(use_true_random=False))
def test_too_many_men_have_no_index(game, mine, theirs, chance):
    """A board of Teeko has an index only if the rules allow its numbers of men."""
    squares = chance.sample(range(25), min(mine + theirs, 25))
    men = squares[:mine], squares[mine:]
    position = sum(1 << 25 * side + square for side in (0, 1) for square in men[side])
    allowed = PlainTeeko(drops=game.drops).is_count(*map(len, men))
    assert (index_of(game, position) >= 0) == allowed


@pytest.mark.parametrize(
    ("sizes", "copies", "indexes"),
    [(1, 2, 219), (2, 2, 219 * 1423), (3, 2, 443_459_451), (3, 1, 19 * 91**2)],
)
def test_indexes_of_gobblet(sizes, copies, indexes):
    """The number of indexes is that of the classes of the first layer times the other layers."""
    assert GobbletGobblers(sizes=sizes, copies=copies).rules.num_indexes == indexes


def test_each_orbit_of_gobblet_has_an_index():
    """Each orbit of boards has exactly one used index."""
    game = GobbletGobblers(sizes=2, copies=1)
    sets = [1 << square for square in range(9)] + [0]
    layers = [(mine, theirs) for mine, theirs in product(sets, sets) if not mine & theirs]
    boards = [
        small | large << 9 | others_small << 18 | others_large << 27
        for (small, others_small), (large, others_large) in product(layers, repeat=2)
    ]
    orbits = {min(board, *game.symmetries(board)) for board in boards}
    positions = {index: index_position(game, index) for index in range(game.rules.num_indexes)}
    used = [each for index, each in positions.items() if index_of(game, each) == index]
    assert sorted(min(each, *game.symmetries(each)) for each in used) == sorted(orbits)


def test_any_layer_of_gobblet():
    """Every number of up to nine bits a layer is a position, or has the index -1."""
    game = GobbletGobblers(sizes=1, copies=3)
    for mine, theirs in product(range(0, 512, 3), range(512)):
        is_position = not mine & theirs and max(mine.bit_count(), theirs.bit_count()) <= 3
        assert (index_of(game, mine | theirs << 18) >= 0) is is_position
