"""Sets of places agree with Python's own sets, and places with numbers."""

import copy
import pickle
import random

import pytest

from gamesolver.boards import Graph, Grid, GridEdges, Hexagons, Place, Places, Rings

BOARDS = [Grid(3, 4), GridEdges(2, 2), Hexagons(3, 3), Rings(2), Graph("abc", ["ab"]), Grid(9, 9)]


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_operators_agree_with_sets_of_python(board):
    """Operators and comparisons of random sets agree with those of frozen sets of numbers."""
    chance = random.Random(1)
    for _ in range(300):
        some, others = (
            frozenset(chance.sample(range(board.size), chance.randrange(board.size + 1)))
            for _ in range(2)
        )
        one, other = board.set(some), board.set(others)
        assert set(one & other) == some & others
        assert set(one | other) == some | others
        assert set(one ^ other) == some ^ others
        assert set(one - other) == some - others
        assert set(~one) == set(range(board.size)) - some
        assert (one <= other, one < other) == (some <= others, some < others)
        assert (one >= other, one > other) == (some >= others, some > others)
        assert (one == other, one != other) == (some == others, some != others)
        assert (len(one), bool(one), list(one)) == (len(some), bool(some), sorted(some))
        assert [place in one for place in board] == [place in some for place in range(board.size)]
        assert one.bits == sum(1 << place for place in some)


def test_equal_sets_of_equal_boards_are_equal():
    """Sets of equal boards are equal and have the same hash; sets of other boards differ."""
    one, other = Grid(2, 3).set([0, 1]), Grid(2, 3).set([0, 1])
    assert one == other
    assert len({one, other}) == 1
    assert one != Grid(3, 2).set([0, 1])
    assert one != {0, 1}
    assert (one | other) == one


def test_a_place_is_a_number_with_a_name():
    """A place serves as an index, equals its number, prints as its name, and has its row."""
    board = Grid(3, 3)
    place = board["c1"]
    assert isinstance(place, Place)
    assert (place, str(place), f"{place}", repr(place)) == (8, "c1", "c1", "c1")
    assert (place.name, place.spot, "abcdefghi"[place]) == ("c1", (2, 2), "i")
    assert type(place + 1) is int
    assert board[8] is place
    assert board[place] is place
    assert board.at[2, 2] is place


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_boards_places_and_sets_are_copied_and_pickled(board):
    """A pickled or copied board, place or set equals the original."""
    board.symmetries  # noqa: B018 - what was computed is not copied
    for thing in (board, board.places[1], board.set([0, 1]), [board.everywhere, board]):
        for image in (pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing), copy.copy(thing)):
            assert image == thing
            assert type(image) is type(thing)


def test_a_set_is_permuted_place_by_place():
    """A permuted set has the image of each of its places."""
    board = Grid(3, 3)
    for symmetry in board.symmetries:
        some = board.set(["a1", "b1", "c3"])
        assert set(some.permuted(symmetry)) == {symmetry[place] for place in some}


def test_a_set_is_made_of_bits():
    """``Places`` makes a set of the bits of a number."""
    assert Places(Grid(2, 2), 0b1001) == Grid(2, 2).set(["a2", "b1"])
