"""Lowered rules mean what Python means, or are refused with the author's line.

Each class has a construct that is easy to lower wrongly. The trial before a solve is switched off,
so that the lowered rules themselves are compared with the author's own lines in all positions.
"""

# ruff: noqa: B007, B020, D205, D207, F823, F841, N806, RET504, RUF021, SIM108  # on purpose

import pytest

from gamesolver import GameContractError, solve
from gamesolver.boardgames import LOSS, BoardGame, RulesError
from gamesolver.boards import STRAIGHT, Grid
from tests.boardgames.comparing import differences, without_trial
from tests.support.scale import IS_PLAIN

__all__ = ["without_trial"]

pytestmark = pytest.mark.usefixtures("without_trial")

OUTSIDE = 3


class Base(BoardGame):
    """A player without a place to put a man loses."""

    stuck = LOSS

    def __init__(self):
        self.board = board = Grid(2, 3)
        places = board.places
        self.near = board.steps(*STRAIGHT)
        self.rays = board.rays(*STRAIGHT)
        self.lines = board.lines(2)
        self.long = board.lines(3)
        self.corner = board.set(["a2"])
        self.alone = tuple(board.set([place]) for place in places)
        self.weights = tuple(range(board.size))
        self.abreast = tuple(tuple(self.near[place]) for place in places)
        self.two = tuple((places[(p + 1) % 6], places[(p + 3) % 6]) for p in range(6))
        self.inner = tuple((self.board["b2"], place) for place in places)

    def actions(self, at):
        for place in at.empty:
            if self.allows(at, place):
                yield at.put(place)

    def allows(self, at, place):
        return True


# ── and, or, if in expressions ──────────────────────────────────────────────────────────────────


class OrOfNumbers(Base):
    """``or`` of numbers gives the first that is not 0."""

    def allows(self, at, place):
        limit = len(at.mine) or 3
        return len(self.near[place]) >= limit


class AndOfNumbers(Base):
    """``and`` of numbers gives the last, or 0."""

    def allows(self, at, place):
        return (len(at.mine) and len(self.near[place])) != 3


class OrOfThree(Base):
    """Nested ``or`` and ``and`` of several numbers, as an argument of ``max``."""

    def allows(self, at, place):
        most = max((len(at.mine) and len(at.theirs) or 3) - 1, len(self.near[place] & at.taken))
        return most < len(self.near[place]) or not most % 2


class OrReturned(Base):
    """A helper returns ``or`` of numbers."""

    def limit(self, at):
        return len(at.mine) or 7

    def allows(self, at, place):
        return self.limit(at) > 1 or len(self.near[place]) == 2


class OrOfSets(Base):
    """``or`` of sets is a set, over which a loop runs."""

    def actions(self, at):
        for place in self.near[0] & at.empty or at.empty:
            yield at.put(place)


class AndOfSets(Base):
    """``and`` of sets is the last set, or the first if it is empty."""

    def allows(self, at, place):
        chosen = at.mine and at.empty - self.near[place]
        return len(chosen) % 2 == 0


class MixedConditions(Base):
    """A condition may combine sets, numbers and truth values."""

    def allows(self, at, place):
        return bool(at.mine or len(at.theirs) - 1 or place in self.corner) and not (
            len(at.mine) and at.theirs & self.near[place]
        )


# ── values are fixed when they are bound ────────────────────────────────────────────────────────


class Follows(Base):
    """Unpacking an entry overwrites the index of the entry."""

    def allows(self, at, place):
        here = place
        here, there = self.two[here]
        return there not in at.mine


class UnpacksInOrder(Base):
    """The second name of an entry is the index of the entry."""

    def allows(self, at, place):
        there = place
        here, there = self.two[there]
        there, here = self.two[there]
        return here not in at.mine or there in at.theirs


class RowOfOldIndex(Base):
    """A row is assigned together with a new value of its index."""

    def allows(self, at, place):
        count = 0
        for near in self.near[place]:
            here = place
            here, row = near, self.abreast[here]
            for each in row:
                if each == near or each in at.taken:
                    count += 1
        return count % 2 == 0


class LoopsOverOwnRow(Base):
    """A loop assigns the name by which its row is looked up."""

    def allows(self, at, place):
        count = 0
        for place in self.abreast[place]:
            count += len(self.near[place] & at.empty)
        return count % 3 != 1


class WalksOn(Base):
    """The body of a loop changes the index of the row over which it loops."""

    def allows(self, at, place):
        last, count = place, 0
        for to in self.abreast[last]:
            count += len(self.near[last])
            if to in at.taken:
                last = to
        return count % 2 == 0 or last in at.mine


class RaysOfMoving(Base):
    """The body of a loop over rows changes the place that selected the rows."""

    def allows(self, at, place):
        here, count = place, 0
        for ray in self.rays[here]:
            for to in ray:
                if to in at.taken:
                    here = to
                    count += 1
        return count < 2 or here in at.mine


class UnpacksRows(Base):
    """A loop unpacks rows, and assigns the name by which they are looked up."""

    def __init__(self):
        super().__init__()
        rows = [[(q, r) for q in self.near[p] for r in self.near[q] if r != p] for p in range(6)]
        self.pairs = tuple(tuple(row[:2]) for row in rows)

    def allows(self, at, place):
        count = 0
        for place, there in self.pairs[place]:
            count += len(self.near[there] & at.taken) + len(self.near[place])
        return count % 2 == 0


class RowAsArgument(Base):
    """A helper changes a name while it reads the row that it was given."""

    def count(self, at, row, place):
        count = 0
        for ray in row:
            for to in ray:
                if to in at.taken:
                    count += len(self.near[place])
                place = to
        return count + len(self.near[place])

    def allows(self, at, place):
        return self.count(at, self.rays[place], place) % 3 != 1


class RowOfRow(Base):
    """The indices of a table variable are computed from its old ones, all at once."""

    def __init__(self):
        super().__init__()
        self.chosen = tuple(tuple((p * 2 + k) % 4 for k in range(2)) for p in range(6))
        self.cubes = tuple(
            tuple(tuple((a + b * c) % 3 for c in range(2)) for b in range(4)) for a in range(6)
        )

    def allows(self, at, place):
        row = self.cubes[place][1]
        row = self.cubes[(row[0] + row[1]) % 6][(row[1] + row[0] + 1) % 4]
        return row[0] != len(at.mine) and row[1] < 2


class Swaps(Base):
    """Two names exchange their values."""

    def allows(self, at, place):
        one, other = len(at.mine), len(self.near[place])
        one, other = other, one
        one, other = other + one, one - other
        return one >= other


class MarksOfOldIndex(BoardGame):
    """A marked set is the table entry that was read when its name was bound."""

    kinds, marks, stuck = 0, True, LOSS

    def __init__(self):
        self.board = Grid(2, 2)
        self.sides = tuple(self.board.lines(2))

    def actions(self, at):
        for number in range(len(self.sides)):
            other = number
            other, side = (number + 1) % 4, self.sides[other]
            row = self.sides
            chosen = row[number]
            if side <= at.empty and other >= 0 and chosen <= at.empty:
                yield at.mark(chosen)
        for place in at.empty:
            yield at.mark(place)


# ── empty loops, break and continue ─────────────────────────────────────────────────────────────


class RowAfterLoop(Base):
    """A loop that runs zero times leaves a table variable unchanged."""

    def __init__(self):
        super().__init__()
        self.both = (self.lines, self.long)

    def result(self, at):
        lines = self.both[0]
        for each in at.theirs & self.corner:
            lines = self.both[1]
        return LOSS if any(line <= at.theirs for line in lines) else None


class RowAfterBreak(Base):
    """After ``break``, a variable has the row that it was given in that round."""

    def allows(self, at, place):
        row, count = self.rays[place], 0
        for to in self.abreast[place]:
            if to in at.taken:
                row = self.rays[to]
                break
            row = self.rays[place]
        for ray in row:
            count += len(ray)
        return count % 2 == 1


class RowOfBranches(Base):
    """The branches of an ``if`` give a variable two rows of one table."""

    def allows(self, at, place):
        row = self.abreast[place]
        if place in self.near[0]:
            row = self.abreast[self.board["a1"]]
        elif len(at.taken) > 2:
            row = self.abreast[self.board["b1"]]
        return any(each in at.taken for each in row) or not at.taken


class SetAfterBreak(Base):
    """A set is larger if the loop ends by ``break``."""

    def actions(self, at):
        free = self.board.none
        for line in self.lines:
            free = self.board.none
            if not line & at.theirs:
                free = at.empty
                break
            free = self.board.none
        for place in free:
            yield at.put(place)


class SetAfterContinue(Base):
    """A set is larger if the round ends by ``continue``."""

    def actions(self, at):
        free = self.board.none
        for line in self.lines:
            free = at.empty
            if not line & at.theirs:
                continue
            free = at.empty & self.corner
        for place in free:
            yield at.put(place)


class SetAfterWhile(Base):
    """A set is larger if a ``while`` loop ends by ``break``."""

    def actions(self, at):
        free, count = self.board.none, 0
        while count < 3:
            free = at.empty
            if at.empty:
                break
            free = self.board.none
            count += 1
        for place in free:
            yield at.put(place)


class PlaceAfterContinue(Base):
    """A place is empty at the end of a round, but may be taken after ``continue``."""

    def actions(self, at):
        for place in at.empty:
            chosen = place
            for near in self.near[place]:
                chosen = near
                if near in at.mine:
                    continue
                chosen = place
            yield at.put(chosen)


class IndexAfterContinue(Base):
    """A number is larger if the round ends by ``continue``."""

    def allows(self, at, place):
        index = 0
        for near in self.near[place]:
            index = len(at.taken) * 7
            if near in at.mine:
                continue
            index = 0
        return self.weights[index % 6] < 4


class BreaksInnerLoop(Base):
    """``break`` ends only the inner loop, and a generator expression has a loop of its own."""

    def allows(self, at, place):
        count = 0
        for near in self.near[place]:
            for to in self.near[near]:
                if any(each in at.mine for each in self.near[to]):
                    break
                if to == place:
                    continue
                count += 1
            count += 1
        return count % 3 != 1


# ── names ───────────────────────────────────────────────────────────────────────────────────────


class NameOfGenerator(Base):
    """A generator expression has its own names, even if they look like those of the library."""

    def allows(self, at, place):
        place_any_1 = place_2 = 1
        found = any(place in at.taken for place in self.near[place])
        found_2 = any(any(place in at.mine for place in self.near[place]) for place in at.mine)
        return (found or found_2 or place_any_1 == place_2) and place in at.empty


class NestedGenerators(Base):
    """The first iterable of a generator expression is read outside, the others inside."""

    def allows(self, at, place):
        near = self.near[place]
        return (
            all(near in at.empty or near == place for near in near for near in self.near[near])
            or len(near) == 2
        )


class HelpersAsLibrary(Base):
    """Helpers have the names of functions and variables that the library generates."""

    def flipped(self, at):
        return at.theirs

    def at(self, at, left):
        return self.near[left] & at.empty

    def left(self, at, i):
        return len(self.at(at, i))

    def allows(self, at, place):
        return self.left(at, place) > 1 or len(self.flipped(at)) > 1


class PositionTwice(Base):
    """A helper takes the position twice."""

    def free(self, at, before, place):
        return at.empty & ~before.mine & self.near[place]

    def part(self, at, board, place):
        for near in self.free(at, board, place):
            yield board.put(near)
            return

    def actions(self, at):
        if at.empty == self.board.everywhere:
            yield at.put(self.board["b1"])
        elif len(at.empty) > 2:
            yield from self.part(at, at, self.board["b1"])


class Private(Base):
    """Attributes, helpers and variables have private names."""

    def __init__(self):
        super().__init__()
        self.__near = self.near

    def __around(self, __place):
        __near = self.__near[__place]
        return __near

    def allows(self, at, place):
        return len(self.__around(place) & at.taken) < 2


class PrivateOfBase(Private):
    """A private name belongs to the class that contains the line."""

    _PrivateOfBase__near = ()


# fmt: off
class CommentAtColumn0(Base):
    """A comment and a line of a docstring begin at column 0."""

    def allows(self, at, place):
        """Return a truth value,
as this text does not state.
        """
        # a comment
#       return False
        return len(self.near[place] & at.taken) < 2
# fmt: on


class TruthTable(Base):
    """A table has truth values."""

    def __init__(self):
        super().__init__()
        self.edge = tuple((place in self.corner, place > 2) for place in self.board.places)

    def allows(self, at, place):
        corner, low = self.edge[place]
        return low or not corner and bool(at.taken) or self.edge[place][0] == low


class RaggedTwice(Base):
    """The lengths of rows differ at two depths."""

    def __init__(self):
        super().__init__()
        self.rows = tuple(
            (*(tuple(q for q in self.near[p] if q != o) for o in self.near[p]), ())
            for p in self.board.places
        )

    def allows(self, at, place):
        count = 0
        for row in self.rows[place]:
            count += len(row)
            for each in row:
                if each in at.taken:
                    count += 1
        return count % 2 == 0


class EmptyTables(Base):
    """Loops over empty tables run zero times, in statements and in expressions."""

    def __init__(self):
        super().__init__()
        self.nothing, self.no_pairs = (), tuple(((), ()) for place in self.board.places)

    def allows(self, at, place):
        count = sum(len(each) for each in self.nothing) + len(self.nothing)
        for row in self.no_pairs[place]:
            count += 1
            for near, beyond in row:
                if near in at.taken and beyond in at.empty:
                    return False
        if any(each in at.taken for each in self.nothing):
            return False
        return count == 2 and all(each in at.taken for each in self.nothing)


class RaggedIndex(Base):
    """A row is read by an index that the shortest row has."""

    def allows(self, at, place):
        return self.abreast[place][1] in at.empty or len(self.abreast[place]) == 3


# ── numbers ─────────────────────────────────────────────────────────────────────────────────────


class Rounding(Base):
    """Division rounds down, and a remainder has the sign of the divisor."""

    def allows(self, at, place):
        less = len(at.mine) - len(at.theirs) - 3
        return (
            (less * 3 - len(self.near[place])) % 5 != 2
            and (less - 1) // 2 < -1
            and -less // 2 > 0
            and self.weights[(less - 9) % 6] >= 0
            and self.weights[(less + 9) // 3] < 3
        ) or -7 // 2 == -3


class Truths(Base):
    """Truth values count as 0 and 1, and comparisons are chained."""

    def allows(self, at, place):
        count = (len(at.mine) > 1) + (len(at.theirs) > 0) * 2 - True
        return count < len(self.near[place]) <= 3 != count


class CountsNear(Base):
    """Numbers that nested loops raise or lower index a table after the loops."""

    def __init__(self):
        super().__init__()
        self.odd = tuple(number % 2 for number in range(100))

    def allows(self, at, place):
        count, less = 0, 40
        for near in self.near[place]:
            for other in self.near[near]:
                if other in at.empty:
                    continue
                count += 1
                if other in at.theirs:
                    count += 2
                    break
            less -= len(self.near[near] & at.taken)
        return self.odd[count] == 0 or self.odd[less] == 1


class RangeOfOldBound(Base):
    """The body of a loop changes the bound of its range, and its variable."""

    def allows(self, at, place):
        count, most = 0, len(self.near[place])
        for number in range(most):
            most -= 1
            number += len(at.mine)
            count += number
        for number in range(most + 3, -2, -2):
            count -= number
        return count % 3 != 0


class KindOfOldNumber(BoardGame):
    """A set is assigned together with a new value of the kind of its men."""

    kinds, each, stuck = 2, 1, LOSS

    def __init__(self):
        self.board = Grid(2, 2)
        self.near = self.board.steps(*STRAIGHT)

    def setup(self):
        named = self.board.set
        return (named(["a1"]), named(["b1"])), (named(["a2"]), named(["b2"]))

    def actions(self, at):
        for kind in range(2):
            other = kind
            other, men = 1 - other, at.mine[other]
            for man in men:
                if len(at.taken) > 2:
                    yield at.lift(man, kind)
                else:
                    yield at.lift(man, other)

    def result(self, at):
        return None


class PutsAndFlips(Base):
    """A man is put on a man of the other player, which is then flipped: this is not allowed."""

    def actions(self, at):
        for place in at.empty if len(at.taken) < 3 else at.theirs:
            yield at.put(place).flip(at.theirs & self.near[place] | self.alone[place] & at.theirs)


class Scores(Base):
    """``or`` and ``and`` of numbers in scores and gains."""

    scores, stuck = (-9, 9), 1

    def actions(self, at):
        for place in at.empty:
            yield at.put(place).gain(len(self.near[place] & at.theirs) or -1)

    def result(self, at):
        return len(at.mine) and 3 if len(at.taken) > 4 else None


SAME = [
    kind
    for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, BoardGame) and kind not in (BoardGame, Base)
]


@pytest.mark.parametrize("kind", SAME)
def test_lowered_rules_mean_what_their_lines_mean(kind):
    """Results, moves, next positions and gains are those of the author's lines everywhere."""
    seen, differ = differences(kind())
    assert not differ, differ[:2]
    assert seen > 3


@pytest.mark.skipif(IS_PLAIN, reason="compiled rules need numba: NUMBA_DISABLE_JIT is set")
@pytest.mark.parametrize("kind", [OrOfThree, RowOfRow, RaggedTwice])
def test_compiled_rules_mean_what_their_lines_mean(kind):
    """Compiled rules give every position the outcome of the author's lines."""
    game = kind()
    compiled, plain = solve(game), solve(game.plain)
    assert {at.word: compiled[at.word] for at in plain} == {at.word: plain[at] for at in plain}


# ── what is refused ─────────────────────────────────────────────────────────────────────────────


class TruthOrNumber(Base):
    def allows(self, at, place):
        return (place in at.mine and 2) == 2


class PlaceOrPlace(Base):
    def allows(self, at, place):
        return (place or place) in at.empty


class MenOfEither(BoardGame):
    kinds = 2

    def __init__(self):
        self.board = Grid(2, 2)

    def actions(self, at):
        for place in (at.mine if at.mover else at.theirs)[0]:
            yield at.put(place, 0)


class TwoTables(Base):
    def result(self, at):
        lines = self.lines
        for each in at.theirs & self.corner:
            lines = self.long
        return LOSS if any(line <= at.theirs for line in lines) else None


class OutsideBeforeInside(Base):
    def allows(self, at, place):
        if at.mine:
            if at.theirs:
                OUTSIDE = 1
            else:
                OUTSIDE = 2
        return OUTSIDE > 2


class OutsideInLoop(Base):
    def allows(self, at, place):
        count = 0
        for near in self.near[place]:
            count += OUTSIDE
            OUTSIDE = 2
        return count < 3


class LaterName(Base):
    def allows(self, at, place):
        near = self.near[place]
        return all(one in near for one in near for two in self.near[near] for near in near)


class FirstOfEmptyRow(Base):
    def __init__(self):
        super().__init__()
        self.rows = tuple(tuple(q for q in self.near[p] if q > p) for p in self.board.places)

    def allows(self, at, place):
        return self.rows[place][0] in at.empty


class BeyondShortRow(Base):
    def allows(self, at, place):
        return self.abreast[place][2] in at.empty


class LastOfRow(Base):
    def allows(self, at, place):
        return self.abreast[place][-1] in at.empty


class IndexPassesContinue(Base):
    def allows(self, at, place):
        index = 0
        for near in self.near[place]:
            index = len(at.taken) * 7
            if near in at.mine:
                continue
            index = 0
        return self.weights[index] < 4


class ProductOfUnbounded(Base):
    def allows(self, at, place):
        count = 1
        while count < 9:
            count += 1
        return count * count > 1


class IndexOfTarget(Base):
    def allows(self, at, place):
        number = 0
        for number in range(4, 6):
            number += 1
        return self.weights[number] > 0


class IndexOfReset(Base):
    def allows(self, at, place):
        number = 0
        for near in self.near[place]:
            number += 1
            if near in at.taken:
                number = 5
        return self.weights[number] > 0


class HiddenByAttribute(Base):
    def __init__(self):
        super().__init__()
        self.allows = lambda at, place: False


INDEX = (
    "this index must be from 0 to {}, and it may be from {} to {}. The table has {}; loop over it, "
)
UNKNOWN = (
    "this index must be from 0 to 5, and it is not known how large it may be. The table has 6 "
    "entries"
)
UNSET = "{!r} may have no value here: {}"
REFUSED = {
    TruthOrNumber: "this is a truth value or a number. Use values of one kind.",
    PlaceOrPlace: "'and' and 'or' take conditions, and this is a place. Use 'if'.",
    MenOfEither: "rules cannot choose the men by kind in an expression. Use 'if'.",
    TwoTables: UNSET.format("lines", "it is a table, and may be one of two. Use two names."),
    OutsideBeforeInside: UNSET.format("OUTSIDE", "only one branch of an 'if' gives it one."),
    OutsideInLoop: UNSET.format("OUTSIDE", "no line before gives it one."),
    LaterName: "'near' has no value here: a later 'for' gives it one. Use two names.",
    FirstOfEmptyRow: "rows of this table have from 0 to 2 entries, so this index may not exist. "
    "Loop over the row.",
    BeyondShortRow: INDEX.format(1, 2, 2, "3 entries or fewer") + "or use % to bound the index.",
    LastOfRow: INDEX.format(1, -1, -1, "3 entries or fewer") + "or use % to bound the index.",
    IndexPassesContinue: INDEX.format(5, 0, 42, "6 entries") + "or use % to bound the index.",
    IndexOfTarget: INDEX.format(5, 0, 6, "6 entries") + "or use % to bound the index.",
    IndexOfReset: f"{UNKNOWN}; loop over it, or use % to bound the index.",
    ProductOfUnbounded: "this product may not fit 64 bits. Compute with bounded numbers.",
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_lowered_is_refused(kind):
    """The message states the problem and what to do, and names the file and the line."""
    with pytest.raises(RulesError) as caught:
        _ = kind().lowering
    message, place, line, caret = str(caught.value).splitlines()
    assert message.partition(": ")[2] == REFUSED[kind]
    assert place == f'  File "{caught.value.file}", line {caught.value.line}'
    assert caught.value.file.endswith("test_lowering.py")
    assert line.strip()
    assert set(caret.strip()) == {"^"}


def test_an_attribute_that_hides_a_helper_is_refused():
    """The attribute is refused: plain rules would call it, and lowered rules the method."""
    with pytest.raises(RulesError) as caught:
        _ = HiddenByAttribute().lowering
    assert str(caught.value) == (
        "HiddenByAttribute: self.allows hides the method 'allows'. Rename the attribute."
    )


class TwoOfOneName(Base):
    """The second player has two actions with the same name, one of them with a flip."""

    def actions(self, at):
        for place in at.empty:
            yield at.put(place)
            if self.near[place] & at.theirs:
                yield at.put(place).flip(self.near[place] & at.theirs)


def test_two_actions_of_one_name_are_refused_when_lowered():
    """Rules on integers report the second action, with the author's line."""
    game = TwoOfOneName().lowered
    position = game.play(game.start(), game.moves(game.start())[0])
    with pytest.raises(RulesError, match="two actions of this position are called 'b2'"):
        game.moves(position)
    with pytest.raises(RulesError, match="two actions of this position are called"):
        solve(game)


class OutOfScores(Base):
    """The score of a full board is beyond ``scores``."""

    scores, stuck = (-3, 3), None

    def result(self, at):
        return None if at.empty else 8


def test_a_score_beyond_scores_is_refused():
    """Plain and lowered rules report the score and the allowed ``scores``."""
    game = OutOfScores()
    for mode in (game.plain, game.lowered):
        with pytest.raises(RulesError) as caught:
            solve(mode)
        assert str(caught.value).splitlines()[0] == (
            "OutOfScores.result: the score is 8, and scores is (-3, 3). Widen scores."
        )


def test_stuck_beyond_scores_is_refused():
    """A score for a player without an action must be one of ``scores``."""
    game = type("Stuck", (OutOfScores,), {"stuck": 100})()
    with pytest.raises(RulesError) as caught:
        game.plain.start()
    assert str(caught.value) == (
        "Stuck.stuck is 100. Set it to None or a score from -3 to 3, as in scores."
    )


# ── numbers that grow ───────────────────────────────────────────────────────────────────────────


class Doubled(Base):
    """A number is doubled seventy times."""

    def allows(self, at, place):
        number = 1
        for _ in range(70):
            number = number + number
        return number > 0


class DoubledByHelper(Base):
    """A helper doubles a number that it is given, in a loop that adds it up."""

    def twice(self, number):
        return number + number

    def allows(self, at, place):
        number = 1
        while number > 0 and self.twice(number) > number:
            number = self.twice(number)
        return True


class SummedInRange(Base):
    """The bounds of the inner range are doubled values of the outer one."""

    def allows(self, at, place):
        most = 1_000_000_000
        for one in range(most * most, most * most + 1):
            for two in range(one + one, one + one + 1):
                if two < 0:
                    return False
        return True


@pytest.mark.parametrize("kind", [Doubled, DoubledByHelper, SummedInRange])
def test_a_number_beyond_64_bits_is_an_error(kind):
    """A number that grows too large is reported with the author's line, and never wraps around."""
    game = kind()
    position = game.lowered.start()
    with pytest.raises(RulesError, match=r"this number is beyond 9,007,199,254,740,992") as caught:
        game.lowered.moves(position)
    assert 'test_lowering.py", line ' in str(caught.value)


@pytest.mark.skipif(IS_PLAIN, reason="compiled rules need numba: NUMBA_DISABLE_JIT is set")
def test_a_number_beyond_64_bits_is_an_error_compiled():
    """Compiled rules report the author's line instead of using a number that wrapped around."""
    with pytest.raises(GameContractError, match=r"this number is beyond .*\n.*test_lowering.py"):
        solve(Doubled())


class Added(Base):
    """Numbers with known bounds are added, summed and multiplied."""

    def allows(self, at, place):
        number = len(at.mine) + 3 * sum(len(self.near[near]) for near in self.near[place])
        number += number * number
        return self.weights[number % 6] > 0 and self.weights[min(number, 3)] > -number


def test_numbers_with_known_bounds_are_not_checked():
    """Sums and products that cannot be too large need no check."""
    assert "OverflowError" not in Added().lowering.text
    assert "OverflowError" not in CountsNear().lowering.text
    assert "OverflowError" in Doubled().lowering.text
