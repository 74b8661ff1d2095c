"""Lines that are tested together give the result of testing them one by one."""

from random import Random

import pytest

from gamesolver.boardgames import LOSS, BoardGame
from gamesolver.boardgames.running import on_integers
from gamesolver.boardgames.together import patterns_of
from gamesolver.boards import STRAIGHT, Grid, Hexagons
from tests.boardgames.comparing import differences

FAMILIES = {
    "lines of three": Grid(3, 3).lines(3),
    "lines of four": Grid(6, 7).lines(4),
    "lines of five": Grid(5, 6).lines(5),
    "goals of Teeko": Grid(5, 5).lines(4)
    + Grid(5, 5).shapes(*([(0, 0), (0, n), (n, 0), (n, n)] for n in range(1, 5))),
    "rows and squares": (*map(Grid(4, 4).row, range(4)), *Grid(4, 4).shapes([(0, 0), (1, 1)])),
    "lines of hexagons": Hexagons(4, 4).lines(3),
    "single places": tuple(Grid(3, 3).set([name]) for name in Grid(3, 3).names),
}


@pytest.mark.parametrize("name", FAMILIES)
def test_patterns_find_what_lines_find(name):
    """Patterns find a line in a random set exactly if a search through all lines finds one."""
    lines, luck = [line.bits for line in FAMILIES[name]], Random(7)
    patterns = patterns_of(lines)
    assert patterns is not None
    size = max(line.bit_length() for line in lines)
    seen = set()
    for _ in range(4000):
        men = luck.getrandbits(size) | luck.getrandbits(size) & luck.choice([0, -1])
        found = any(line & ~men == 0 for line in lines)
        assert any(pattern.found_in(men) for pattern in patterns) == found
        seen.add(found)
    assert seen == {False, True}
    for line in lines:
        assert any(pattern.found_in(line) for pattern in patterns)


def test_five_patterns_of_teeko():
    """The 44 goals become five patterns of two shifts each: four directions and a square."""
    goals = Grid(5, 5).lines(4) + Grid(5, 5).shapes([(0, 0), (0, 1), (1, 0), (1, 1)])
    patterns = patterns_of([goal.bits for goal in goals])
    assert len(patterns) == 5
    assert {len(pattern.shifts) for pattern in patterns} == {2}


@pytest.mark.parametrize(
    "lines",
    [[0b111, 0], [0b1011, 0b10110], [0b11, 0b101, 0b1001]],
    ids=["an empty set", "not of copies", "no two alike"],
)
def test_other_sets_are_looked_up(lines):
    """An empty set, a set that is not made of copies, and unlike sets have no patterns."""
    assert patterns_of(lines) is None


class Rows(BoardGame):
    """Men are put on a board, and subclasses decide by its rows of three."""

    def __init__(self, columns):
        self.columns = columns
        self.board = Grid(3, columns)
        self.lines = self.board.lines(3)
        last = self.board.names[columns - 1][0]
        self.corners = self.board.set(["a1", "a3", f"{last}1", f"{last}3"])
        self.near = self.board.steps(*STRAIGHT)

    def actions(self, at):
        for place in at.empty:
            yield at.put(place)

    def held(self, at):
        """Return the men that count."""
        return at.theirs - self.corners


class Twice(Rows):
    """Two tests in one condition, and one test of the set that a helper returns."""

    def result(self, at):
        if any(line <= at.theirs for line in self.lines) and not any(
            at.mine >= line for line in self.lines
        ):
            return LOSS
        if any(line <= self.held(at) for line in self.lines):
            return LOSS
        return None if at.empty else LOSS


class Nested(Rows):
    """A test nested in another test, of a set that a loop changes."""

    def result(self, at):
        men = at.theirs
        for place in self.corners & at.mine:
            men -= self.near[place]
        if any(any(line <= men - other for line in self.lines) for other in self.lines):
            return LOSS
        return None if at.empty else LOSS


class OwnName(Rows):
    """The set depends on the loop variable, so it differs from line to line."""

    def result(self, at):
        if any(line <= at.theirs & line for line in self.lines):
            return LOSS
        return None if at.empty else LOSS


@pytest.mark.parametrize("columns", [3, 4])
@pytest.mark.parametrize("kind", [Twice, Nested, OwnName])
def test_rules_give_what_the_authors_lines_give(kind, columns):
    """Lowered rules agree with the author's code in conditions, helpers and loops.

    The smaller board has a lookup table, and the larger one shifts.
    """
    seen, wrong = differences(kind(columns), most=6000)
    assert seen > 4000
    assert not wrong


@pytest.mark.parametrize(("columns", "part"), [(3, "HAS0["), (4, ">> W(1)")])
def test_lines_are_not_tested_one_by_one(columns, part):
    """The lowered rules have a lookup table or shifts in place of the loop, also on integers."""
    text = Twice(columns).lowering.text
    end = text.partition("def terminal_code")[2].partition("@njit")[0]
    assert "for " not in end
    assert part in end
    assert on_integers(text)["terminal_code"](0b111 << 3 * columns) == int(LOSS)


class Empty(Rows):
    """Tests of a table without entries, of sets and of numbers."""

    def __init__(self, columns):
        super().__init__(columns)
        self.none = ()

    def result(self, at):
        if any(line <= at.theirs for line in self.none) or any(
            n <= len(at.mine) for n in self.none
        ):
            return LOSS
        return None if at.empty else LOSS


@pytest.mark.parametrize("columns", [3, 4])
def test_an_empty_table_has_no_line(columns):
    """A test of all entries of an empty table is false, whatever they would be."""
    seen, wrong = differences(Empty(columns), most=300)
    assert seen
    assert not wrong
