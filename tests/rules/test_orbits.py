"""Indexes of orbits: each numbering is compared with a list of all positions."""

from itertools import combinations, product

import numpy as np
import pytest

from games.nine_mens_morris.plain import board_of
from gamesolver import InvalidArgumentError
from gamesolver.boards import Graph, Grid
from gamesolver.orbits import number_layers, number_sets

SQUARE, STRIP = Grid(3, 3).symmetries, Grid(2, 4).symmetries
RING = Graph(range(7), [(place, (place + 1) % 7) for place in range(7)]).symmetries
ALONE = [tuple(range(6))]


def moved(word, turn, offsets):
    """Return a position after a permutation of the places of each set; other bits stay."""
    places = len(turn)
    image = word
    for offset in offsets:
        men = word >> offset & (1 << places) - 1
        image &= ~((1 << places) - 1 << offset)
        image |= sum(1 << turn[place] + offset for place in range(places) if men >> place & 1)
    return image


def orbit_of(word, turns, offsets):
    """Return all symmetric positions."""
    return {moved(word, turn, offsets) for turn in turns}


def sets_on(places, size):
    """Return all sets of a size."""
    return [frozenset(each) for each in combinations(range(places), size)]


def positions_of(places, sizes, offsets, other):
    """Yield all positions of a section."""
    for sets in product(*(sets_on(places, size) for size in sizes)):
        if sum(map(len, sets)) == len(frozenset().union(*sets)):
            yield other | sum(
                1 << place + offset
                for men, offset in zip(sets, offsets, strict=True)
                for place in men
            )


def require_indexed(numbering, positions, turns, offsets):
    """Raise unless the indexes of these positions are those of their orbits, one to one."""
    index = {word: int(numbering.index(np.uint64(word))) for word in positions}
    orbits = {}
    for word, number in index.items():
        orbit = orbit_of(word, turns, offsets)
        assert {index[each] for each in orbit} == {number}
        assert 0 <= number < numbering.num_indexes
        assert orbits.setdefault(number, orbit) == orbit
        assert int(numbering.position_at(number)) in orbit
    assert len(orbits) == numbering.used
    for number in (-1, numbering.num_indexes, 2**63 - 1):
        assert int(numbering.position_at(number)) == 2**64 - 1
    used = [n for n in range(numbering.num_indexes)
            if int(numbering.index(np.uint64(numbering.position_at(n)))) == n]  # fmt: skip
    assert used == sorted(orbits)


@pytest.mark.parametrize(
    ("turns", "sizes", "offsets", "others"),
    [
        (SQUARE, [(3, 3)], (0, 9), None),
        (SQUARE, [(0, 1), (1, 1), (2, 1), (1, 0)], (32, 10), None),
        (SQUARE, [(2, 2), (2, 2), (1, 3)], (0, 9), [0, 1 << 40, 1 << 40]),
        (STRIP, [(2, 1, 2), (0, 0, 3), (3, 0, 0)], (8, 0, 20), None),
        (RING, [(2, 3), (3, 2)], (0, 7), [1 << 20, 1 << 63]),
        (ALONE, [(2, 1, 1)], (0, 6, 12), None),
        (SQUARE, [(4,), (5,)], (3,), None),
    ],
)
def test_sets_have_an_index_for_each_orbit(turns, sizes, offsets, others):
    """Symmetric positions share an index, others do not, and every index gives its position."""
    numbering = number_sets(turns, sizes, offsets=offsets, others=others)
    positions = [
        word
        for section, other in zip(sizes, others or [0] * len(sizes), strict=True)
        for word in positions_of(len(turns[0]), section, offsets, other)
    ]
    require_indexed(numbering, positions, turns, offsets)


def test_indices_of_sets_rise_with_the_first_set():
    """Within a section, representatives are sorted by the first set, then by the second."""
    numbering = number_sets(SQUARE, [(2, 3)], offsets=(0, 9))
    words = [int(numbering.position_at(number)) for number in range(numbering.num_indexes)]
    keys = [(word & 511, word >> 9) for word in words]
    assert keys == sorted(set(keys))


def test_a_set_of_many_places_is_numbered_by_parts():
    """Sets among 40 places, which need several look-ups, are numbered in order."""
    places = 40
    numbering = number_sets([tuple(range(places))], [(3,)], offsets=(5,))
    words = sorted(positions_of(places, (3,), (5,), 0))
    found = [int(numbering.index(np.uint64(word))) for word in words[::7]]
    assert found == list(range(len(words)))[::7]
    assert int(numbering.position_at(len(words) - 1)) == words[-1]


def test_sets_that_are_too_many_for_a_list_are_found_one_by_one():
    """Positions with too many second sets for a list still have an index each."""
    turns = [tuple(range(26)), tuple(reversed(range(26)))]
    numbering = number_sets(turns, [(1, 9)], offsets=(0, 26))
    for number in range(0, numbering.num_indexes, 2_000_003):
        position = np.uint64(numbering.position_at(number))
        assert int(position).bit_count() == 10
        assert numbering.index(position) == number


@pytest.mark.parametrize(
    "word",
    [0b1, 0b11 | 1 << 9, 0b111 << 9 | 1, 0b11 | 0b110 << 9, 0b11 | 1 << 20 | 1 << 9, 1 << 63],
)
def test_what_is_not_a_position_has_no_index(word):
    """Wrong sizes, places taken twice and stray bits have the index -1."""
    numbering = number_sets(SQUARE, [(2, 2)], offsets=(0, 9))
    assert numbering.index(np.uint64(word)) == -1


@pytest.mark.parametrize(
    ("turns", "layers", "others"),
    [
        (Grid(2, 2).symmetries, [((0, 2), (4, 1)), ((8, 2), (12, 1))], (0,)),
        (Grid(2, 3).symmetries, [((0, 1), (6, 1)), ((12, 2),)], (0, 1 << 30)),
        (Grid(2, 2).symmetries, [((0, 1),), ((4, 1), (8, 2)), ((20, 4),)], (0,)),
        (SQUARE, [((40, 2), (0, 2))], (0,)),
    ],
)
def test_layers_have_an_index_for_each_orbit(turns, layers, others):
    """Symmetric positions of layers share an index, and every index gives its position."""
    places, offsets = len(turns[0]), [at for layer in layers for at, _ in layer]
    of_layer = [
        [
            word
            for sizes in product(*(range(most + 1) for _, most in layer))
            for word in positions_of(places, sizes, [at for at, _ in layer], 0)
        ]
        for layer in layers
    ]
    positions = [sum(each) for each in product(*of_layer, others)]
    require_indexed(number_layers(turns, layers, others=others), positions, turns, offsets)


def test_what_is_not_a_layer_has_no_index():
    """Too many pieces, two pieces of a layer on one place and stray bits have the index -1."""
    numbering = number_layers(SQUARE, [((0, 2), (9, 2)), ((18, 2), (27, 2))])
    for word in (0b111, 0b1 | 1 << 9, 0b111 << 18, 1 << 20 | 1 << 29, 1 << 40):
        assert numbering.index(np.uint64(word)) == -1
    assert numbering.index(np.uint64(1 | 1 << 18)) >= 0


def test_the_numbers_of_the_library_come_out():
    """Teeko has 9,469,965 positions and Gobblet Gobblers 360,382,485, as documented."""
    teeko = number_sets(Grid(5, 5).symmetries, [(4, 4)], offsets=(0, 32))
    assert (teeko.num_indexes, teeko.used) == (1_666 * 5_985, 9_469_965)
    layers = [((9 * size, 2), (32 + 9 * size, 2)) for size in range(3)]
    gobblet = number_layers(SQUARE, layers)
    assert (gobblet.num_indexes, gobblet.used) == (219 * 1_423**2, 360_382_485)


def test_the_orbits_of_nine_mens_morris_are_counted():
    """Nine Men's Morris has 8,923,566,153 positions once all men are placed, as published."""
    men = product(range(2, 10), range(3, 10))
    numbering = number_sets(board_of(3, False).symmetries, men, offsets=(0, 24))
    assert numbering.used == 8_923_566_153


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([], [(1,)], (0,)), "bad permutations"),
        (([(1, 2, 0)], [(1,)], (0,)), "bad symmetries"),
        (([(1, 0), (1, 0)], [(1,)], (0,)), "bad symmetries"),
        ((ALONE, [], (0,)), "bad sizes"),
        ((ALONE, [(1, 1)], (0,)), "bad section"),
        ((ALONE, [(4, 4)], (0, 6)), "bad section"),
        ((ALONE, [(1,), (1,)], (0,)), "bad sizes"),
        ((ALONE, [(1, 1)], (0, 5)), "bad offsets"),
        ((ALONE, [(1,)], (60,)), "bad offsets"),
        ((ALONE, 5, (0,)), "bad sizes"),
    ],
)
def test_sets_that_cannot_be_numbered_are_refused(arguments, message):
    """The message names the argument."""
    turns, sizes, offsets = arguments
    with pytest.raises(InvalidArgumentError, match=message):
        number_sets(turns, sizes, offsets=offsets)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((ALONE, []), "bad layers"),
        ((ALONE, [((0, 7),)]), "bad layers"),
        ((ALONE, [((0, 1), (5, 1))]), "bad offsets"),
        ((ALONE, [5]), "bad layers"),
        ((Grid(4, 4).symmetries, [((0, 8), (16, 8))]), "too many layers"),
    ],
)
def test_layers_that_cannot_be_numbered_are_refused(arguments, message):
    """The message names the argument."""
    with pytest.raises(InvalidArgumentError, match=message):
        number_layers(*arguments)
