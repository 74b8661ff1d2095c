"""Equal positions with different texts: no file and no answer depends on which came first.

The solutions are built by hand. These tests do not show that ``solve`` accepts such games.
"""

import attrs
import numpy as np
import pytest

from gamesolver import Game, GameContractError, Solution, SolveInfo, Value, load
from gamesolver.files import tables
from gamesolver.tables.labels import ENDLESS, Labels
from gamesolver.tables.table import DictTable
from tests.oracles.reference import reference


class Spelled(Game):
    """Take one or two from a heap; the two moves spell the next position differently."""

    def start(self):
        return self.one(5)

    def moves(self, position):
        return [take for take in (1, 2) if take <= self.heap(position)]

    def play(self, position, move):
        return (self.one, self.other)[move - 1](self.heap(position) - move)

    def terminal_value(self, position):
        return None if self.heap(position) else Value.LOSS


class Falsely(Spelled):
    """Positions (n, 0) and (n, False), which are equal."""

    def one(self, heap):
        return heap, 0

    def other(self, heap):
        return heap, False

    def heap(self, position):
        return position[0]


class Wholly(Spelled):
    """Positions as int, float or bool: 1, 1.0 and True are one position."""

    def one(self, heap):
        return True if heap == 1 else heap

    def other(self, heap):
        return float(heap)

    def heap(self, position):
        return int(position)


@attrs.frozen
class Heap:
    """A heap with a note that equality ignores."""

    size: int
    note: str = attrs.field(eq=False)


class Noted(Spelled):
    """Heaps with notes, whose texts show the note."""

    def one(self, heap):
        return Heap(heap, "one")

    def other(self, heap):
        return Heap(heap, "another")

    def heap(self, position):
        return position.size

    def format(self, position):
        return f"{position.size} {position.note}"

    def parse(self, text):
        size, note = text.split()
        return Heap(int(size), note)


GAMES = [Falsely(), Wholly(), Noted()]


def by_hand(game, *roots):
    """Return a solution from some roots, with each position as it was first reached."""
    positions, moves, ends = [], {}, {}
    index = {}

    def number(position):
        if position not in index:
            index[position] = len(positions)
            positions.append(position)
        return index[position]

    reached = 0
    for some in (roots[:1], roots[1:]):
        for root in some:
            number(root)  # all of them first, as solving does
        while len(moves) < len(positions):
            here, place = positions[len(moves)], len(moves)
            ending = game.terminal_value(here)
            successors = () if ending else [game.play(here, move) for move in game.moves(here)]
            moves[place] = [(number(each), False) for each in successors]
            if ending:
                ends[place] = int(ending), 0
        reached = reached or len(positions)
    outcomes = reference(moves, ends)
    values, plies = zip(*(outcomes[place] for place in range(len(positions))), strict=True)
    labels = Labels(
        np.array(values, np.int8),
        np.array([ENDLESS if each is None else each for each in plies], np.int32),
    )
    table = DictTable(positions, index, labels, reached)
    return Solution(game, table, SolveInfo("by hand", "", {}, {}), roots)


def orders(game):
    """Return lists of roots that reach the same positions in different orders."""
    one, other = game.one, game.other
    return [
        (one(5), one(7), other(7), other(3)),
        (other(5), other(7), one(7), one(3)),
        (one(5), other(7), one(7), one(3)),
    ]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_files_do_not_depend_on_which_came_first(game, tmp_path):
    """Solutions with equal positions give equal files, also after loading, and equal values."""
    for number, roots in enumerate(orders(game)):
        solution = by_hand(game, *roots)
        solution.save(tmp_path / f"{number}", how=False)
        solution.export(tmp_path / f"{number}.values")
        load(tmp_path / f"{number}", game).save(tmp_path / f"{number} again", how=False)
    for names in (("0", "1", "2", "0 again", "1 again", "2 again"), ("0.values", "1.values")):
        first, *others = ((tmp_path / name).read_bytes() for name in names)
        assert all(each == first for each in others)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_answers_do_not_depend_on_which_came_first(game, tmp_path):
    """Each of two equal positions is known, in memory and in a file, with the same answers."""
    right = by_hand(game, game.start(), game.one(7))
    for number, roots in enumerate(orders(game)):
        solution = by_hand(game, *roots)
        solution.save(tmp_path / f"{number}")
        again = load(tmp_path / f"{number}", game)
        assert again.verify().positions == len(right) == 8
        assert list(again) == list(solution)
        for heap in range(8):
            for position in (game.one(heap), game.other(heap)):
                assert position in again
                assert again[position] == right[position] == solution[position]
                assert again.moves(position) == right.moves(position)
                assert again.mainline(position) == right.mainline(position)
        objects = [game.other(each) for each in range(12)]
        assert again.probe_many(objects).known.tolist() == [True] * 8 + [False] * 4
        assert all(
            each not in again for each in (None, "5", (), (5, 1), 1.5, object(), Heap(9, ""))
        )


def test_what_is_exact_is_found_by_its_text_alone(tmp_path, monkeypatch):
    """Looking up an object does not read all positions of a file if these are exact."""
    game = Falsely()
    by_hand(game, game.one(5)).save(tmp_path / "file")
    again = load(tmp_path / "file", game)
    monkeypatch.setattr(type(again._table), "_places", property(lambda table: 1 / 0))
    for equal in ((3, 0), (3, False), (3.0, np.int8(0)), (np.uint64(3), 0.0)):
        assert equal in again
    for stranger in ((9, 0), (9, False), (3, 1), "x", None, 3, ((3,), 0)):
        assert stranger not in again


@pytest.mark.parametrize(
    ("position", "exact"),
    [
        (True, 1),
        (2.0, 2),
        (0.5, 0.5),
        ((3, False, (np.int8(7), "x")), (3, 0, (7, "x"))),
        (None, None),
        (float("inf"), float("inf")),
    ],
)
def test_the_exact_object_that_is_equal(position, exact):
    """``made_exact`` returns an equal object of Python's own types, if there is one."""
    assert repr(tables.made_exact(position)) == repr(exact)
    assert tables.made_exact(position) == position
    assert tables.is_exact(tables.made_exact(position)) == (not isinstance(exact, float))


class Deaf(Noted):
    """Variant that cannot parse the text of its start."""

    def parse(self, text):
        if text.startswith("5"):
            raise KeyError(text)
        return super().parse(text)


def test_a_start_that_cannot_be_read_is_not_saved(tmp_path):
    """A solution whose start cannot be read back is not saved, and nothing is left behind."""
    game = Deaf()
    with pytest.raises(GameContractError) as caught:
        by_hand(game, game.one(5)).save(tmp_path / "file")
    assert str(caught.value) == (
        "Deaf cannot be saved: position Heap(size=5, note='one') has the text '5 one', and "
        "parse raised KeyError: '5 one'; make parse the inverse of format"
    )
    assert not list(tmp_path.iterdir())
