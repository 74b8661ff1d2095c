"""Sets as bits: each compiled helper gives the same result as plain Python."""

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamesolver import InvalidArgumentError
from gamesolver.bits import (
    count_bits,
    counts_of_sets,
    gathered,
    lowest_bit,
    lowest_place,
    permutation_tables,
    permuted,
    scattered,
    set_at,
    set_number,
)
from gamesolver.kernels import instructions, intrinsics

WORDS = st.integers(0, 2**64 - 1)


@given(WORDS)
def test_bits_of_one_word(word):
    """Size, lowest bit and its place agree with plain Python; the place of the empty set is 64."""
    bits = np.uint64(word)
    assert count_bits(bits) == word.bit_count()
    with np.errstate(over="ignore"):  # NumPy warns of overflow at 0 if nothing is compiled
        assert lowest_bit(bits) == word & -word
        assert lowest_place(bits) == ((word & -word).bit_length() - 1 if word else 64)


@given(WORDS, WORDS)
def test_bits_on_some_places_are_put_together_and_back(word, places):
    """Gathering and scattering bits agree with plain Python, by instruction and by loop."""
    those = [place for place in range(64) if places >> place & 1]
    together = sum((word >> place & 1) << number for number, place in enumerate(those))
    apart = sum((word >> number & 1) << place for number, place in enumerate(those))
    bits, on = np.uint64(word), np.uint64(places)
    with np.errstate(over="ignore"):  # NumPy warns of overflow if nothing is compiled
        assert int(gathered(bits, on)) == int(intrinsics.gather_bits(bits, on)) == together
        assert int(scattered(bits, on)) == int(intrinsics.scatter_bits(bits, on)) == apart


def test_processors_without_the_instructions_go_by_the_loop(monkeypatch):
    """Without the instructions, the loop is compiled."""
    monkeypatch.setattr(instructions, "can_gather", lambda: False)
    assert instructions._gather_compiled(None, None) is intrinsics.gather_bits
    assert instructions._scatter_compiled(None, None) is intrinsics.scatter_bits


@given(st.data())
def test_a_word_is_permuted_as_its_places_are(data):
    """Up to 64 places of a word are permuted by each permutation; other bits are dropped."""
    places = data.draw(st.integers(1, 64))
    listed = data.draw(st.lists(st.permutations(range(places)), min_size=1, max_size=3))
    tables = permutation_tables(listed)
    word = data.draw(WORDS)
    for which, goes_to in enumerate(listed):
        image = sum(1 << goes_to[place] for place in range(places) if word >> place & 1)
        found = permuted(np.uint64(word), tables, which)
        assert (int(found), type(found)) in [(image, int), (image, np.uint64)]


def test_tables_are_few_and_small():
    """A look-up covers at most ten places and has 32 bits if that is enough."""
    for places, shape, kind in [
        (1, (1, 1, 2), np.uint32),
        (9, (1, 1, 512), np.uint32),
        (25, (1, 3, 512), np.uint32),
        (33, (1, 4, 512), np.uint64),
        (64, (1, 7, 1024), np.uint64),
    ]:
        tables = permutation_tables([range(places)])
        assert (tables.shape, tables.dtype) == (shape, kind)


@pytest.mark.parametrize("places", [1, 6, 9])
def test_sets_of_a_size_are_numbered_in_order(places):
    """Sets of a size are numbered in the order of their words, and each number gives its set."""
    counts = counts_of_sets(places, places)
    for size in range(places + 1):
        sets = combinations(range(places), size)
        words = sorted(sum(1 << each for each in chosen) for chosen in sets)
        assert [set_number(np.uint64(word), counts) for word in words] == list(range(len(words)))
        assert [int(set_at(number, size, counts)) for number in range(len(words))] == words
        assert counts[places, size] == len(words)


@given(st.integers(1, 64), st.data())
def test_what_is_not_counted_has_no_number(places, data):
    """Sets that are too large or have a member beyond the last place have the number -1."""
    most = data.draw(st.integers(0, min(places, 6)))
    counts, word = counts_of_sets(places, most), data.draw(WORDS)
    number = set_number(np.uint64(word), counts)
    if word.bit_count() > most or word >= 1 << places:
        assert number == -1
    else:
        assert 0 <= number < comb(places, word.bit_count())
        assert set_at(number, word.bit_count(), counts) == word


@given(st.integers(1, 64), st.integers(-(2**63), 2**63 - 1), st.data())
def test_a_number_or_size_of_no_set_gives_no_men(places, number, data):
    """Numbers and sizes without a set give 0, without a read beyond ``counts``."""
    most = data.draw(st.integers(0, min(places, 6)))
    size = data.draw(st.integers(-3, most + 3))
    counts = counts_of_sets(places, most)
    if 0 <= size <= most:
        last = comb(places, size) - 1
        assert int(set_at(last, size, counts)).bit_count() == size
        assert set_at(last + 1, size, counts) == set_at(-1, size, counts) == 0
    if not (0 <= size <= most and 0 <= number < comb(places, size)):
        assert set_at(number, size, counts) == 0


@pytest.mark.parametrize(
    ("permutations", "bad", "last"),
    [
        ([[0, 0]], "[0, 0]", 1),
        ([[0, 1], [0]], "[0]", 1),
        ([[]], "[]", 0),
        ([range(65)], "[0, 1, 2,", 64),
        ([[0, 1], [0, 1, 1]], "[0, 1, 1]", 1),
        ([[False, True]], "[False, True]", 1),
        ([[0.0, 1.0]], "[0.0, 1.0]", 1),
        ([[1, None]], "[1, None]", 1),
        (["10"], "['1', '0']", 1),
        (np.array([[True, False]]), "[np.True_, np.False_]", 1),
    ],
)
def test_what_is_no_permutation_is_refused(permutations, bad, last):
    """A permutation must have each place once, and at most 64 places."""
    with pytest.raises(InvalidArgumentError) as caught:
        permutation_tables(permutations)
    assert str(caught.value).startswith(f"bad permutation {bad}")
    reported = f": expected each of 0 to {last} once, and 64 places at most"
    assert str(caught.value).endswith(reported)


@pytest.mark.parametrize("permutations", [[], None, 3, [0, 1], [None], b"01", np.array([1, 0])])
def test_what_holds_no_permutations_is_refused(permutations):
    """Permutations must be one or more sequences of places."""
    with pytest.raises(InvalidArgumentError) as caught:
        permutation_tables(permutations)
    assert str(caught.value) == (
        f"bad permutations {permutations!r}: "
        "expected one or more, each with the new place of every place"
    )


def test_permutations_may_be_arrays():
    """NumPy arrays of permutations give the same tables as lists."""
    turn = np.array([[1, 2, 0], [0, 1, 2]], np.uint8)
    assert permutation_tables(turn).tolist() == permutation_tables(turn.tolist()).tolist()


@pytest.mark.parametrize(
    ("places", "most"),
    [(0, 0), (65, 2), (5, 6), (5, -1), ("x", 1), (5, None), (True, 1), (5, True)],
)
def test_sets_that_cannot_be_numbered(places, most):
    """A table must have 1 to 64 places, and sets that are not larger."""
    with pytest.raises(InvalidArgumentError) as caught:
        counts_of_sets(places, most)
    assert str(caught.value) == (
        f"bad sets of up to {most!r} among {places!r} places: "
        "expected 1 to 64 places, and no larger sets"
    )
