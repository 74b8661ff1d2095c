"""Games with marks only, whose sets of marks serve as the index."""

import pytest

from games import DotsAndBoxes
from gamesolver import check_game, solve
from gamesolver.boardgames import LOSS, WIN, BoardGame
from gamesolver.boardgames.derivation import derivation
from gamesolver.boards import Grid


class LastMark(BoardGame):
    """The player who marks the last square wins."""

    kinds, marks, stuck = 0, True, LOSS

    def __init__(self, size=3, turn=False, indexed=None):
        self.size, self.turn, self.indexed = size, turn, indexed
        self.board = Grid(size, size)

    def actions(self, at):
        for place in at.empty:
            yield at.mark(place)


class LineLoses(LastMark):
    """The player who completes a line of marks loses."""

    def __init__(self, size=3, turn=False, indexed=None):
        super().__init__(size, turn, indexed)
        self.lines = self.board.lines(2)

    def result(self, at):
        return WIN if any(line <= at.marked for line in self.lines) else None


class Dominoes(LastMark):
    """A move marks two adjacent squares."""

    def __init__(self, size=3, turn=False, indexed=None):
        super().__init__(size, turn, indexed)
        self.pairs = self.board.lines(2)

    def actions(self, at):
        for pair in self.pairs:
            if pair <= at.empty:
                yield at.mark(pair)


class Boxes(DotsAndBoxes):
    """Dots and Boxes as an indexed or an enumerated game."""

    def __init__(self, indexed):
        super().__init__(2, 2)
        self.indexed = indexed


@pytest.mark.parametrize(
    ("game", "indexes"),
    [(DotsAndBoxes(2, 2), 2**12), (LastMark(), 2**9), (LastMark(turn=True), 2**10)],
)
def test_the_marks_are_the_index(game, indexes):
    """The index of a position is the least word of its orbit, and ``position_at`` inverts it."""
    assert game.rules.num_indexes == indexes
    words = range(1 << game.layout.bits)
    for word in words:
        least = min([word, *game.symmetries(word)])
        assert game.rules.calls.call("index", word) == game.canonical(word) == least
    assert game.rules.calls.call("index", 1 << game.layout.bits) == -1
    found = {game.canonical(word) for word in words}
    assert all(game.rules.calls.call("position_at", word) == word for word in found)


@pytest.mark.parametrize(
    "kind", [lambda indexed: Boxes(indexed), lambda indexed: LineLoses(3, True, indexed)]
)
def test_positions_with_and_without_an_index_have_the_same_outcomes(kind):
    """Every reachable position has the same outcome in the indexed and the enumerated game."""
    found, indexed = solve(kind(False)), solve(kind(True))
    assert (found.game.rules.is_indexed, indexed.game.rules.is_indexed) == (False, True)
    assert {str(k): v for k, v in found.counts(reachable=True).items()} == {
        str(k): v for k, v in indexed.counts(reachable=True).items()
    }
    assert all(found[word] == indexed[word] for word in found)
    indexed.verify(full=True)
    check_game(indexed.game)


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (LastMark(), ""),
        (LineLoses(5), "play reaches about 0 of 40 positions"),
        (Dominoes(), "an action adds another number of marks than one"),
        (LastMark(indexed=False), "indexed is False"),
        (LastMark(6), "there are more than 2^31 sets of marks"),
    ],
)
def test_marks_are_an_index_if_play_reaches_most(game, reason):
    """The plan states why a game is enumerated instead of indexed."""
    plan = game.numbering
    assert (plan.is_indexed, plan.reason) == (not reason, reason)


def test_the_report_has_the_index():
    """The report of derived facts states why positions have indexes."""
    assert derivation(LastMark()).part("index").text == (
        "each position has an index: its marks are its index, and play reaches most positions"
    )
