"""Lowered rules are compared with the author's own lines in a trial before a solve."""

from unittest.mock import patch

import pytest

from games import Hex
from gamesolver import solve
from gamesolver.boardgames import DRAW, LOSS, BoardGame, RulesError, module
from gamesolver.boardgames.kinds import Expression, Kind
from gamesolver.boardgames.symmetry import Motions
from gamesolver.boardgames.views import PlainValuedBoardGame
from gamesolver.boards import STRAIGHT, Grid
from tests.boardgames import games as once


class Unfolded(PlainValuedBoardGame):
    """The author's own lines without symmetries."""

    def symmetries(self, position):
        return []


class Base(BoardGame):
    """Two in a row win."""

    stuck = LOSS

    def __init__(self):
        self.board = board = Grid(2, 3)
        self.near = board.steps(*STRAIGHT)
        self.lines = board.lines(2)
        self.long = board.lines(3)
        self.corner = board.set(["a2"])
        self.next = tuple(zip(board.places, board.places[1:] + board.places[:1], strict=True))
        self.alike = tuple((place, board[(place + 2) % 6]) for place in board.places)

    def actions(self, at):
        for place in at.empty:
            yield at.put(place)

    def result(self, at):
        if any(line <= at.theirs for line in self.lines):
            return LOSS
        return None if at.empty else DRAW


class NumberOr(Base):
    """``or`` of numbers is a number."""

    def actions(self, at):
        limit = len(at.mine) or 3
        for place in at.empty:
            if len(self.near[place]) >= limit:
                yield at.put(place)


class Follow(Base):
    """An entry of a table is read before its index changes."""

    def actions(self, at):
        for place in at.empty:
            a = place
            a, b = self.next[a]
            if b not in at.mine:
                yield at.put(place)


class SameNames(Base):
    """The row of a loop is read before the loop assigns the same name."""

    def actions(self, at):
        for place in at.empty:
            count = 0
            for place in self.alike[place]:  # noqa: B020
                if place in at.mine:
                    count = 1
            if count == 0 and place in at.empty:
                yield at.put(place)


class TableInLoop(Base):
    """A loop that may run zero times replaces a table."""

    def result(self, at):
        lines = self.lines
        for _ in at.theirs & self.corner:
            lines = self.long
        if any(line <= at.theirs for line in lines):
            return LOSS
        return None if at.empty else DRAW


class Flipped(Base):
    """A helper with the name of a function that the library writes."""

    def flipped(self, at):
        return at.theirs

    def result(self, at):
        if any(line <= self.flipped(at) for line in self.lines):
            return LOSS
        return None if at.empty else DRAW


class FirstOf(Base):
    """A helper that returns its own loop variable depends on the order of the places."""

    def first(self, men, place):
        for man in men:
            return man
        return place

    def actions(self, at):
        for place in at.empty:
            if self.first(at.mine, place) not in self.near[place]:
                yield at.put(place)


class Again:
    """A mixin that is not a board game."""

    def actions(self, at):
        for place in at.empty:
            yield at.put(place).again(self.near[place] & at.mine)


class Mixed(Again, Base):
    """A rule from a mixin."""


class Continued(Base):
    """A set whose value after the loop depends on ``break``."""

    def actions(self, at):
        options = self.board.none
        for line in self.lines:
            options = self.board.none
            if not line & at.theirs:
                options = at.empty
                break
        for place in options:
            yield at.put(place)


class Doubled(Base):
    """Two actions with the same name."""

    def actions(self, at):
        for place in at.empty:
            yield at.put(place)
            if place in self.corner:
                yield at.put(place)


class EmptyRow(Base):
    """Entry 0 of a row that may be empty."""

    def __init__(self):
        super().__init__()
        self.rows = tuple(
            tuple(each for each in self.near[place] if each > place) for place in self.board.places
        )

    def actions(self, at):
        for place in at.empty:
            if self.rows[place][0] in at.empty:
                yield at.put(place)


LOWERED = [NumberOr, Follow, SameNames, Flipped, FirstOf, Mixed, Continued]
REFUSED = [TableInLoop, Doubled, EmptyRow]


@pytest.mark.parametrize("kind", LOWERED)
def test_no_rules_are_lowered_wrongly(kind):
    """Lowered rules give the outcomes of the author's unfolded lines."""
    game = kind()
    solution = solve(game.lowered)
    expected = solve(Unfolded(game))
    assert {at.word: solution[at.word] for at in expected} == {
        at.word: expected[at] for at in expected
    }


@pytest.mark.parametrize("kind", REFUSED)
def test_rules_that_cannot_be_lowered_are_refused(kind):
    """Rules that lowered code cannot express are refused before they are solved."""
    with pytest.raises(RulesError):
        solve(kind().lowered)


@pytest.mark.parametrize("kind", [Base, Flipped, Mixed])
def test_what_is_lowered_rightly_is_solved(kind):
    """The trial accepts rules that are lowered correctly."""
    game = kind()
    assert solve(game.lowered).outcome == solve(game.plain).outcome


def test_the_message_names_the_position(monkeypatch):
    """If lowering is faulty, the error names a position that differs and states what to do."""
    monkeypatch.setattr(
        "gamesolver.boardgames.expressions.Expressions._boolop",
        lambda self, node: Expression(self.truth(node), Kind.TRUTH),
    )
    with pytest.raises(RulesError) as caught:
        solve(NumberOr().lowered)
    assert str(caught.value) == (
        "NumberOr: the rules cannot be lowered, because they would differ from your lines in the "
        "position with at.mine {}, at.theirs {}: expected 2 actions, got 6 actions. "
        "Solve game.plain, or write the rules in another way."
    )


@pytest.mark.parametrize("game", [Hex(), once.ConnectFour(3, 3, 3)], ids=repr)
def test_a_false_symmetry_is_refused_before_a_solve(game):
    """The trial refuses a motion that is wrongly taken for a symmetry."""
    places = range(9)
    upside_down = tuple(3 * (2 - place // 3) + place % 3 for place in places)
    wrong = Motions((tuple(places), upside_down), False)
    with (
        patch.object(module, "kept_motions", return_value=wrong),
        pytest.raises(RulesError, match="are symmetric by the board and its tables"),
    ):
        solve(game)
