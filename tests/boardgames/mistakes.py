"""Mistakes in rules, one in each class: ``test_errors`` compares the message of each."""

# ruff: noqa: B007, C416, T201, D101, F821, F841, RET503, RUF059, UP028
# each class is a mistake on purpose

import math

from gamesolver.boardgames import DRAW, LOSS, WIN, BoardGame, Counter
from gamesolver.boards import STRAIGHT, Grid

NAMES = {"corner": 0}
OTHER = Grid(2, 2)


class Base(BoardGame):
    """Rules without a mistake."""

    def __init__(self):
        self.board = Grid(3, 3)
        self.lines = self.board.lines(3)
        self.near = self.board.steps(*STRAIGHT)
        self.rays = self.board.rays(*STRAIGHT)
        self.weights = tuple(range(9))
        self.elsewhere = OTHER.set(["a1"])
        self.mixed = (self.board.none, 3)
        self.uneven = (1, (2, 3))
        self.nothing = ()

    def actions(self, at):
        for place in at.empty:
            yield at.put(place)


class UnknownAttribute(Base):
    def actions(self, at):
        for place in at.emtpy:
            yield at.put(place)


class UnknownVerb(Base):
    def actions(self, at):
        for place in at.empty:
            yield at.place(place)


class SetAndNumber(Base):
    def actions(self, at):
        for place in at.empty:
            if at.mine & 1:
                yield at.put(place)


class LoopOverNumber(Base):
    def actions(self, at):
        for place in len(at.empty):
            yield at.put(place)


class UnknownAttributeOfGame(Base):
    def actions(self, at):
        for place in at.empty:
            if place in self.corners:
                yield at.put(place)


class TwoKinds(Base):
    def actions(self, at):
        best = 0
        for place in at.empty:
            best = at.mine
            yield at.put(place)


class Dictionary(Base):
    def actions(self, at):
        seen = {}
        for place in at.empty:
            yield at.put(place)


class DictionaryOutside(Base):
    def actions(self, at):
        for place in at.empty:
            if place in NAMES:
                yield at.put(place)


class InHelper(Base):
    def free(self, at, place):
        return self.near[place] & at.emtpy

    def actions(self, at):
        for man in at.mine:
            for to in self.free(at, man):
                yield at.slide(man, to)


class ForgottenYield(Base):
    def actions(self, at):
        for place in at.empty:
            at.put(place)
        yield at.pass_turn()


class NoYield(Base):
    def actions(self, at):
        return [at.put(place) for place in at.empty]


class MaybeUnset(Base):
    def actions(self, at):
        if at.mine:
            free = at.empty
        for place in free:
            yield at.put(place)


class AfterLoop(Base):
    def actions(self, at):
        for place in at.empty:
            last = place
        yield at.put(last)


class PlaceAsCondition(Base):
    def actions(self, at):
        for place in at.empty:
            if place:
                yield at.put(place)


class IndexTooLarge(Base):
    def actions(self, at):
        for place in at.empty:
            if self.weights[len(at.mine) + 5] > 3:
                yield at.put(place)


class UnboundedIndex(Base):
    def actions(self, at):
        count = 0
        for place in at.empty:
            count = count + 1
        if self.weights[count]:
            yield at.pass_turn()


class OtherBoard(Base):
    def actions(self, at):
        for place in at.empty & self.elsewhere:
            yield at.put(place)


class MixedTable(Base):
    def actions(self, at):
        for each in self.mixed:
            yield at.pass_turn()


class UnevenTable(Base):
    def actions(self, at):
        for each in self.uneven:
            yield at.pass_turn()


class EmptyTable(Base):
    def actions(self, at):
        if self.nothing[0] in at.mine:
            yield at.pass_turn()


class Division(Base):
    def actions(self, at):
        if 5 // len(at.mine):
            yield at.pass_turn()


class RealDivision(Base):
    def actions(self, at):
        if len(at.mine) < 5 / 2:
            yield at.pass_turn()


class Recursion(Base):
    def reach(self, men):
        return self.reach(men)

    def result(self, at):
        return LOSS if self.reach(at.mine) else None


class MutatesSelf(Base):
    def actions(self, at):
        self.count = 3
        yield at.pass_turn()


class MutatesPosition(Base):
    def actions(self, at):
        at.mine = at.theirs
        yield at.pass_turn()


class ReturnsFromActions(Base):
    def actions(self, at):
        yield at.pass_turn()
        return 3


class ResultIsNumber(Base):
    def result(self, at):
        return len(at.mine)


class ResultIsTruth(Base):
    def result(self, at):
        return at.mine <= at.theirs


class YieldInResult(Base):
    def result(self, at):
        yield WIN


class OneBranchReturns(Base):
    def best(self, men):
        if men:
            return 3

    def result(self, at):
        return DRAW if self.best(at.mine) else None


class HelperReturnsTwo(Base):
    def best(self, men):
        if men:
            return 3
        return men

    def result(self, at):
        return DRAW if self.best(at.mine) else None


class Marks(Base):
    def actions(self, at):
        for place in at.empty:
            yield at.mark(place)


class Marked(Base):
    def actions(self, at):
        for place in at.empty - at.marked:
            yield at.put(place)


class Kinds(Base):
    kinds = 2

    def actions(self, at):
        for place in at.empty:
            yield at.put(place)


class KindTooLarge(Base):
    kinds = 2

    def actions(self, at):
        for place in at.empty:
            yield at.put(place, 2)


class GainWithoutScores(Base):
    def actions(self, at):
        yield at.pass_turn().gain(2)


class TryStatement(Base):
    def actions(self, at):
        try:
            yield at.pass_turn()
        finally:
            pass


class Library(Base):
    def actions(self, at):
        if math.sqrt(len(at.mine)) > 1:
            yield at.pass_turn()


class Arguments(Base):
    def free(self, at):
        return at.empty

    def actions(self, at):
        for place in self.free(at, 3):
            yield at.put(place)


class VerbArguments(Base):
    def actions(self, at):
        for place in at.empty:
            yield at.slide(place)


class NotAnAction(Base):
    def actions(self, at):
        for place in at.empty:
            yield place


class Nameless(Base):
    def actions(self, at):
        yield at.take(at.theirs)


class WhileYields(Base):
    def actions(self, at):
        while at.mine:
            yield at.pass_turn()


class LoopWithoutEnd(Base):
    def count(self, at):
        number = 0
        while True:
            number += 1

    def actions(self, at):
        for place in at.empty:
            if self.count(at) > 0:
                yield at.put(place)


class IndexIsAnArgument(Base):
    def is_full(self, at, number):
        return self.lines[number] <= at.mine

    def actions(self, at):
        for number in range(len(self.lines)):
            if not self.is_full(at, number):
                yield at.pass_turn()


class SetLessThanNumber(Base):
    def actions(self, at):
        for place in at.empty:
            if at.mine < 3:
                yield at.put(place)


class SetWithoutPlace(Base):
    def actions(self, at):
        for place in at.empty:
            for other in at.empty - place:
                yield at.put(other)


class Printed(Base):
    def actions(self, at):
        print(at.mine)
        for place in at.empty:
            yield at.put(place)


class HelperYields(Base):
    def some(self, at):
        yield at.pass_turn()

    def actions(self, at):
        for each in self.some(at):
            yield each


class NoEffect(Base):
    def actions(self, at):
        len(at.mine)
        yield at.pass_turn()


class MethodWithoutCall(Base):
    def free(self, at):
        return at.empty

    def actions(self, at):
        for place in self.free:
            yield at.put(place)


class PropertyCalled(Base):
    def actions(self, at):
        for place in at.empty():
            yield at.put(place)


class UndefinedName(Base):
    def actions(self, at):
        for place in at.empty:
            if plcae in at.mine:
                yield at.put(place)


class InNumber(Base):
    def actions(self, at):
        for place in at.empty:
            if place in self.weights:
                yield at.put(place)


class TextInRules(Base):
    def actions(self, at):
        for place in at.empty:
            if place == "a1":
                yield at.put(place)


class Comprehension(Base):
    def actions(self, at):
        for place in [each for each in at.empty]:
            yield at.put(place)


class AnyOfSet(Base):
    def result(self, at):
        return LOSS if any(self.lines) else None


class ElseOfLoop(Base):
    def actions(self, at):
        for place in at.empty:
            yield at.put(place)
        else:
            yield at.pass_turn()


class Position3(Base):
    def actions(self, at, more):
        yield at.pass_turn()


class TwoNames(Base):
    def actions(self, at):
        for one, other in self.lines:
            yield at.put(one)


class NoSuchPlace(Base):
    def actions(self, at):
        yield at.put(self.board["d4"])


class PlaceByVariable(Base):
    def actions(self, at):
        for row in range(3):
            yield at.put(self.board.at[row, 0])


class RayIndex(Base):
    def actions(self, at):
        for place in at.empty:
            for ray in self.rays[place]:
                if ray[1] in at.empty:
                    yield at.put(place)


class MixedColumn(Base):
    def __init__(self):
        super().__init__()
        self.pairs = ((self.board["a1"], 1), (1, self.board["a1"]))

    def actions(self, at):
        for place, number in self.pairs:
            yield at.put(place)


class UnevenPairs(Base):
    def __init__(self):
        super().__init__()
        self.pairs = ((self.board["a1"], 1), (self.board["b1"],))

    def actions(self, at):
        for pair in self.pairs:
            yield at.pass_turn()


class LoopOverPair(Base):
    def __init__(self):
        super().__init__()
        self.pairs = ((self.board["a1"], 1), (self.board["b1"], 2))

    def actions(self, at):
        for pair in self.pairs:
            for each in pair:
                yield at.pass_turn()


class IndexOfPair(LoopOverPair):
    def actions(self, at):
        for pair in self.pairs:
            for index in range(2):
                yield at.put(pair[index])


class MarkedPair(Base):
    marks = True

    def __init__(self):
        super().__init__()
        self.pairs = ((self.board.row(0), 1), (self.board.row(1), 2))

    def actions(self, at):
        for row, number in self.pairs:
            yield at.mark(row)


class TupleOfNames(Base):
    def actions(self, at):
        for place in at.empty:
            pair = (place, len(at.mine))
            yield at.put(place)


class TextInTable(Base):
    def __init__(self):
        super().__init__()
        self.names = (("a1", 1),)

    def actions(self, at):
        for name, number in self.names:
            yield at.pass_turn()


class TwoTables(Base):
    def actions(self, at):
        first, second = (1, 0) if at.mine else (0, 1)
        yield at.pass_turn()


class TooManyPlaces(Base):
    def actions(self, at):
        for a in at.mine:
            for b in at.empty:
                yield (
                    at.slide(a, b).slide(b, a).slide(a, b).slide(b, a).slide(a, b)
                    .slide(b, a).slide(a, b).slide(b, a).slide(a, b).slide(b, a)
                )  # fmt: skip


HAND, SEEDS = Counter("hand", 0, 9), Counter("seeds", 0, 3, of="places")
COUNTERS = (HAND, SEEDS, Counter("purse", 0, 3, of="players"), Counter("beans", 0, 3, of="places"))


class UnknownCounter(Base):
    counters = COUNTERS

    def actions(self, at):
        if at.hnad:
            yield at.pass_turn()


class UnknownCounterOfVerb(Base):
    counters = COUNTERS

    def actions(self, at):
        for place in at.empty:
            yield at.put(place).add("sedes", place, 1)


class NoCounters(Base):
    def actions(self, at):
        yield at.pass_turn().add("hand", 1)


class CounterWithoutText(Base):
    counters = COUNTERS

    def actions(self, at):
        yield at.pass_turn().add(at.hand, 1)


class CounterAssigned(Base):
    counters = COUNTERS

    def actions(self, at):
        at.hand = 3
        yield at.pass_turn()


class CounterIncreased(Base):
    counters = COUNTERS

    def actions(self, at):
        at.hand += 1
        yield at.pass_turn()


class CounterOfPlaceAssigned(Base):
    counters = COUNTERS

    def actions(self, at):
        for place in at.empty:
            at.seeds[place] = 3
            yield at.put(place)


class CounterNotYielded(Base):
    counters = COUNTERS

    def actions(self, at):
        at.set("hand", 3)
        yield at.pass_turn()


class CounterArguments(Base):
    counters = COUNTERS

    def actions(self, at):
        yield at.pass_turn().add("seeds", 1)


class CounterWithPlace(Base):
    counters = COUNTERS

    def actions(self, at):
        for place in at.empty:
            yield at.put(place).set("hand", place, 1)


class CounterOfPlayers(Base):
    counters = COUNTERS

    def actions(self, at):
        if at.purse > 1:
            yield at.pass_turn()


class CounterByNumber(Base):
    counters = COUNTERS

    def actions(self, at):
        if at.seeds[0] > 1:
            yield at.pass_turn()


class CounterLoop(Base):
    counters = COUNTERS

    def actions(self, at):
        for number in at.seeds:
            yield at.choose(number)


class CounterKept(Base):
    counters = COUNTERS

    def actions(self, at):
        seeds = at.seeds
        yield at.pass_turn().set("seeds", seeds)


class CounterOfAnother(Base):
    counters = COUNTERS

    def actions(self, at):
        beans = at.beans.copy()
        yield at.pass_turn().set("seeds", beans)


class CounterBecomesAnother(Base):
    counters = COUNTERS

    def actions(self, at):
        seeds = at.seeds.copy()
        seeds = at.beans.copy()
        yield at.pass_turn().set("beans", seeds)


class CounterOfCaller(Base):
    counters = COUNTERS

    def grown(self, seeds, place):
        seeds[place] += 1
        return place

    def actions(self, at):
        seeds = at.seeds.copy()
        for place in at.empty:
            yield at.put(self.grown(seeds, place))


class ChosenWithoutBounds(Base):
    counters = COUNTERS

    def actions(self, at):
        count = 0
        while count < at.hand:
            count = count + 1
        yield at.choose(count)


class ProgressWithoutNumber(Base):
    def progress(self, at):
        if at.mine:
            return 1
