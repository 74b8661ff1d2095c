"""Symmetries are used only if they keep the rules: folded and unfolded solutions agree.

Each class below is a small change of Tic-Tac-Toe that breaks some symmetry in a way that is easy to
overlook. A motion that is used although it does not keep the rules would change an outcome.
"""

# ruff: noqa: B007, SIM110, SIM113  # loops are written out: they are what is tested

from __future__ import annotations

from collections import Counter

import pytest

from games import Clobber, Hexapawn, Konane
from gamesolver import Game, GameContractError, solve
from gamesolver.boardgames import DRAW, LOSS, WIN, BoardGame
from gamesolver.boardgames.symmetry import symmetric_words
from gamesolver.boards import STRAIGHT, Graph, Grid
from tests.boardgames import games as once


class Base(BoardGame):
    """Put men on a board. Subclasses change the rules."""

    rows, columns = 2, 3

    def __init__(self):
        self.board = board = Grid(self.rows, self.columns)
        self.near = board.steps(*STRAIGHT)
        self.lines = board.lines(2)
        self.alone = tuple(board.set([place]) for place in board.places)
        self.corner = board.set([board.places[0]])
        self.weights = tuple(range(board.size))
        self.almost = (*self.near[:-1], board.none)
        self.some_lines = self.lines[1:]
        self.rays = board.rays(*STRAIGHT)
        self.pairs = tuple(zip(board.places, board.places[1:] + board.places[:1], strict=True))

    def actions(self, at):
        for place in at.empty:
            yield at.put(place)

    def result(self, at):
        if any(line <= at.theirs for line in self.lines):
            return LOSS
        return None if at.empty else DRAW


class LeavesEarly(Base):
    """Only the first empty place is offered."""

    def actions(self, at):
        for place in at.empty:
            yield at.put(place)
            break


class ReturnsEarly(Base):
    """Variant that leaves the loop by ``return``."""

    def actions(self, at):
        for place in at.empty:
            yield at.put(place)
            return


class FirstByFlag(Base):
    """Variant with a flag that is set to one constant."""

    def actions(self, at):
        is_first = True
        for place in at.empty:
            if is_first:
                yield at.put(place)
            is_first = False


class SecondByCount(Base):
    """Places are counted by a commutative operator, and the count is read."""

    def actions(self, at):
        count = 0
        for place in at.empty:
            count += 1
            if count < 3:
                yield at.put(place)


class Accumulated(Base):
    """A set grows in the loop that reads it."""

    def actions(self, at):
        before = self.board.none
        for place in at.empty:
            if not before & self.near[place]:
                yield at.put(place)
            before |= self.alone[place]


class TwoOperators(Base):
    """A set is changed by two operators, which do not commute."""

    def actions(self, at):
        chosen = self.board.none
        for place in at.empty:
            chosen |= self.near[place]
            chosen &= ~self.alone[place]
        for place in at.empty:
            if place in chosen or len(at.empty) < 4:
                yield at.put(place)


class LastOne(Base):
    """The last place of the loop is kept."""

    def actions(self, at):
        last = self.board.none
        for place in at.empty:
            last = self.alone[place]
        for place in at.empty - last:
            yield at.put(place)
        if len(at.empty) == 1:
            for place in at.empty:
                yield at.put(place)


class LastOfTarget(Base):
    """The target of a loop exists before it, and keeps the last entry of the table."""

    def actions(self, at):
        last = self.board.none
        for last in self.lines:
            pass
        for place in at.empty:
            if place not in last or len(at.empty) < 4:
                yield at.put(place)


class ShadowedName(Base):
    """A generator expression reuses a name that exists outside it."""

    def actions(self, at):
        for place in at.empty:
            is_near = any(place in at.taken for place in self.near[place])
            if (is_near or not at.taken) and place < 5:
                yield at.put(place)

    stuck = LOSS


class TwoConstants(Base):
    """A helper returns one of two constants, depending on the order of the places."""

    def score(self, at):
        for place in at.empty:
            if len(self.near[place] & at.empty) == 1:
                return 1
            if len(self.near[place]) == 3:
                return 2
        return 3

    def actions(self, at):
        if self.score(at) == 2:
            for place in at.empty:
                yield at.put(place)
        else:
            for place in at.empty:
                if len(self.near[place]) == 2 or len(at.empty) < 2:
                    yield at.put(place)
            yield at.pass_turn()

    def result(self, at):
        if len(at.taken) > 3:
            return WIN
        return None


class FirstInHelper(Base):
    """A helper returns the first place."""

    def first(self, places):
        for place in places:
            return self.alone[place]
        return self.board.none

    def actions(self, at):
        for place in at.empty - self.first(at.empty):
            yield at.put(place)
        if len(at.empty) == 1:
            for place in at.empty:
                yield at.put(place)


class Arithmetic(Base):
    """Places are compared as numbers."""

    def actions(self, at):
        for place in at.empty:
            if place < 4 or len(at.empty) < 3:
                yield at.put(place)


class ArithmeticInHelper(Base):
    """A helper computes with a place."""

    def is_low(self, place):
        return (place + 1) % 2 == 0

    def actions(self, at):
        for place in at.empty:
            if self.is_low(place) or len(at.empty) < 4:
                yield at.put(place)


class Constant(Base):
    """One corner is named."""

    def actions(self, at):
        for place in at.empty - self.corner:
            yield at.put(place)
        if at.empty <= self.corner:
            for place in at.empty:
                yield at.put(place)


class ConstantInHelper(Base):
    """A helper names a place."""

    def is_corner(self, place):
        return place == self.board["a1"]

    def actions(self, at):
        for place in at.empty:
            if not self.is_corner(place) or len(at.empty) < 3:
                yield at.put(place)


class Weights(Base):
    """Each place has a different weight."""

    def actions(self, at):
        for place in at.empty:
            if self.weights[place] != 2 or len(at.empty) < 3:
                yield at.put(place)


class AlmostSymmetric(Base):
    """One entry of a table of neighbours is missing."""

    def actions(self, at):
        for place in at.empty:
            if not self.almost[place] & at.mine:
                yield at.put(place)
        if not at.mine:
            yield at.pass_turn()

    stuck = LOSS


class OneLineMissing(Base):
    """One line does not win."""

    def result(self, at):
        if any(line <= at.theirs for line in self.some_lines):
            return LOSS
        return None if at.empty else DRAW


class Pairs(Base):
    """Pairs in a circle are unpacked."""

    def actions(self, at):
        for one, other in self.pairs:
            if one in at.empty and (other in at.empty or len(at.empty) < 4):
                yield at.put(one)


class RayInOrder(Base):
    """The first ray is looked up by its number."""

    def actions(self, at):
        for place in at.empty:
            open_ones = sum(each in at.empty for each in self.rays[place][0])
            if open_ones == 0 or len(at.empty) < 4:
                yield at.put(place)


class TwoAccesses(Base):
    """Tables in a table are indexed by place and by number at the same depth."""

    def __init__(self):
        super().__init__()
        self.tables = (self.weights, tuple(reversed(self.weights)))

    def actions(self, at):
        for place in at.empty:
            if all(table[place] != table[1] or len(at.empty) < 4 for table in self.tables):
                yield at.put(place)


class ReadTwoWays(BoardGame):
    """Rows are read in two ways, which a motion preserves only by two different row orders."""

    stuck = LOSS

    def __init__(self):
        self.board = board = Grid(2, 2)
        self.rows = tuple(
            tuple((board[entry[:2]], board[entry[2:]]) for entry in row.split())
            for row in ["a2a1 a2b1", "b2a1 b2b1", "b1b2 a1b2", "b1a2 a1a2"]
        )

    def actions(self, at):
        for place in at.empty:
            if not at.taken or any(
                all(one == man for one, other in row) and any(each == place for each in row[0])
                for row in self.rows
                for man in at.taken
            ):
                yield at.put(place)


BROKEN = [
    LeavesEarly, ReturnsEarly, FirstByFlag, SecondByCount, Accumulated, TwoOperators, LastOne,
    LastOfTarget, ShadowedName, TwoConstants, FirstInHelper, Arithmetic, ArithmeticInHelper,
    Constant, ConstantInHelper, Weights, AlmostSymmetric, OneLineMissing, Pairs, RayInOrder,
    TwoAccesses, ReadTwoWays,
]  # fmt: skip
"""Rules that some motions of the board do not preserve."""


class Unfolded(Game):
    """The author's own lines, without any symmetry."""

    def __init__(self, game):
        self.game, self.inner = game, game.plain
        self.start, self.moves, self.play = self.inner.start, self.inner.moves, self.inner.play

    def __hash__(self):
        return hash(self.game)

    def __eq__(self, other):
        return self is other

    def start(self):
        """Return the start. Each instance replaces this method by that of its game."""

    moves = play = start

    def terminal_value(self, position):
        return self.inner.terminal_value(position)


def assert_folded_as_unfolded(game):
    """Assert that positions and their images have the same outcomes folded and unfolded."""
    folded, unfolded = solve(game.lowered), solve(Unfolded(game))
    assert folded.outcome == unfolded.outcome
    layout = game.terms.layout
    for at in unfolded:
        for word in symmetric_words(at.word, game.lowering.motions, layout):
            assert folded[word] == unfolded[at]


@pytest.mark.parametrize("kind", BROKEN)
def test_a_motion_that_does_not_keep_the_rules_is_not_used(kind):
    """Folded and unfolded solutions agree, and fewer motions are used than the board has."""
    game = kind()
    assert game.lowering.motions.count < len(game.board.symmetries)
    assert_folded_as_unfolded(game)


@pytest.mark.parametrize("kind", [Arithmetic, LeavesEarly, FirstInHelper])
def test_the_line_that_forbids_symmetry_is_named(kind):
    """The reason names the method and the line."""
    (reason, *_) = kind().lowering.reasons
    assert reason.startswith("no symmetry is used: ")
    assert f"({kind.__name__}." in reason
    assert ", line " in reason


class AnyWin(Base):
    """A loop that returns one constant may be left at any round."""

    def has_pair(self, men):
        for place in men:
            if self.near[place] & men:
                return True
        return False

    def result(self, at):
        if self.has_pair(at.theirs):
            return LOSS
        return None if at.empty else DRAW


class Grown(Base):
    """A set that grows by one operator, and is read after the loop."""

    def actions(self, at):
        near = self.board.none
        for man in at.taken:
            near |= self.near[man]
        if not at.taken:
            near = self.board.everywhere
        for place in near & at.empty:
            yield at.put(place)

    stuck = LOSS


class Counted(Base):
    """A number that grows, and inner variables that are reset in each round."""

    def actions(self, at):
        pairs = 0
        for man in at.taken:
            around = self.near[man] & at.taken
            pairs += len(around)
        for place in at.empty:
            if pairs < 6 or self.near[place] & at.mine:
                yield at.put(place)
        yield at.pass_turn()

    def result(self, at):
        if any(line <= at.theirs for line in self.lines):
            return LOSS
        return None if len(at.taken) < 4 else DRAW


SYMMETRIC = {
    Base: 4, AnyWin: 4, Grown: 4, Counted: 4, once.TicTacToe: 8, once.Achi: 8,
    Hexapawn: 2, Clobber: 2, Konane: 4, once.Domineering: 4,
}  # fmt: skip
"""Number of symmetries that are found for each game."""


@pytest.mark.parametrize("kind", SYMMETRIC)
def test_symmetries_that_keep_the_rules_are_found(kind):
    """Every motion that preserves the rules and the start is found."""
    assert kind().lowering.motions.count == SYMMETRIC[kind]


@pytest.mark.parametrize("kind", [Base, AnyWin, Grown])
def test_folded_games_have_the_outcomes_of_unfolded_ones(kind):
    """Positions and their images have the same outcomes folded and unfolded."""
    assert_folded_as_unfolded(kind())


class Turning(Base):
    """A ring of places whose rules are preserved by turns, but not by mirror images."""

    def __init__(self):
        super().__init__()
        names = "abcde"
        self.board = board = Graph(names, [(names[n], names[n - 1]) for n in range(5)])
        self.after = tuple(board.set([board.places[(place + 1) % 5]]) for place in board.places)
        self.lines = tuple(board.set([p]) | self.after[p] for p in board.places)
        self.some_lines = self.lines

    def actions(self, at):
        for place in at.empty:
            if not self.after[place] & at.theirs or len(at.empty) < 3:
                yield at.put(place)

    stuck = DRAW


def test_motions_without_flips_are_made_by_tables():
    """Five turns of a ring keep the rules, mirror images do not, and outcomes agree."""
    game = Turning()
    assert game.lowering.motions.count == 5
    assert_folded_as_unfolded(game)
    assert Counter(solve(game).counts(symmetric=True)) == Counter(solve(Unfolded(game)).counts())


class Paces(BoardGame):
    """Each player moves a man along a row of its own for ever, so that ``endless`` decides."""

    stuck = LOSS

    def __init__(self):
        self.board = Grid(2, 3)
        self.near = self.board.steps((0, -1), (0, 1))

    def setup(self):
        return self.board.set(["a1"]), self.board.set(["a2"])

    def actions(self, at):
        for man in at.mine:
            for to in self.near[man]:
                yield at.slide(man, to)


class PacesAgain(Paces):
    """Variant with the player to move in each position."""

    def actions(self, at):
        for man in at.mine:
            for to in self.near[man]:
                yield at.slide(man, to).again(False)


class PacesForOne(PacesAgain):
    """Variant in which the first player wins infinite play."""

    endless = WIN


class PacesInTurn(Paces):
    """Variant with ``turn``, so that positions with exchanged players are different."""

    turn = True


@pytest.mark.parametrize(
    ("kind", "exchange", "outcomes"),
    [
        (PacesAgain, True, ["endless draw", "endless draw"]),
        (PacesForOne, False, ["endless win", "endless loss"]),
        (PacesInTurn, False, ["endless draw", "endless draw"]),
    ],
)
def test_players_are_exchanged_only_if_both_have_the_same_aims(kind, exchange, outcomes):
    """Players are not exchanged if one of them wins infinite play, or if ``turn`` is set."""
    game = kind().lowered
    assert kind().lowering.motions.exchange is exchange
    solution, after = solve(game), game.play(game.start(), game.moves(game.start())[0])
    assert [str(solution[each]) for each in (game.start(), after)] == outcomes


def test_endless_play_won_by_a_player_needs_the_player_to_move():
    """If positions do not contain the player to move, the error states how to add it."""

    class Won(Paces):
        """Variant without a rule that uses the player to move."""

        endless = WIN

    with pytest.raises(GameContractError) as caught:
        solve(Won())
    assert str(caught.value) == (
        "Won breaks its contract: endless is Value.WIN, which is the payoff of infinite play for "
        "player 0: expected a game that names the player to move; set turn = True in the class"
    )
