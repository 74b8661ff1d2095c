"""Laws of positions reached again: equal positions have equal results and equal texts."""

# ruff: noqa: D101  # a spoilt game is named for what it does wrong

import itertools

import attrs
import pytest

from gamesolver import Game, GameContractError, Value, check_game, estimate, explore, solve
from gamesolver.graph.exploring import COMPARISONS
from tests.attacks.spoilt_rules import Board, Boards, refused
from tests.support.small_games import Heap


@attrs.frozen
class Counters:
    """A heap, with further fields that equality ignores."""

    stones: int
    passed: bool = attrs.field(default=False, eq=False)
    seat: int = attrs.field(default=0, eq=False)
    clock: int = attrs.field(default=0, eq=False)


class OnCounters(Heap):
    """A correct game whose positions are ``Counters``. Subclasses break laws."""

    def start(self):
        return Counters(self.size)

    def moves(self, position):
        return super().moves(position.stones)

    def play(self, position, move):
        return attrs.evolve(position, stones=position.stones - move)

    def terminal_value(self, position):
        return Value.LOSS if position.stones == 0 else None

    def format(self, position):
        return str(position.stones)

    def parse(self, text):
        return Counters(int(text))


class OnePass(OnCounters):
    """One pass is allowed in a game, and equality ignores whether it was taken."""

    def __init__(self, size=7, order=(1, 2, "pass")):
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "order", order)

    def moves(self, position):
        legal = [*super().moves(position), *(["pass"] if not position.passed else [])]
        return sorted(legal, key=self.order.index)

    def play(self, position, move):
        if move == "pass":
            return attrs.evolve(position, passed=True)
        return super().play(position, move)


class Seats(OnCounters):
    def play(self, position, move):
        after = super().play(position, move)
        return attrs.evolve(after, seat=position.seat if move == 2 else 1 - position.seat)

    def player(self, position):
        return position.seat


class Clock(OnCounters):
    """A ring of three positions, with a clock that ends play and that equality ignores."""

    def start(self):
        return Counters(0, clock=6)

    def moves(self, position):
        return [1]

    def play(self, position, move):
        return Counters((position.stones + 1) % 3, clock=position.clock - 1)

    def terminal_value(self, position):
        return Value.LOSS if position.clock == 0 else None

    def parse(self, text):
        return Counters(int(text), clock=6)


class Elsewhere(OnCounters):
    """A move takes one counter only if ``passed`` is set, which equality ignores."""

    def positions(self):
        return [Counters(self.size, passed=True)]

    def play(self, position, move):
        return super().play(position, 1 if position.passed else move)


class Stages(OnCounters):
    def positions(self):
        return [Counters(self.size, passed=True)]

    def stage(self, position):
        return position.passed


class Mirrored(OnCounters):
    def positions(self):
        return [Counters(self.size, passed=True)]

    def symmetries(self, position):
        return [attrs.evolve(position, stones=-position.stones)] if position.passed else []

    def canonical(self, position):
        return position


class ShowsMore(OnCounters):
    """Texts show the last move, which equality ignores."""

    def play(self, position, move):
        return attrs.evolve(super().play(position, move), clock=move)

    def format(self, position):
        return f"{position.stones} after {position.clock}"

    def parse(self, text):
        stones, _, last = text.partition(" after ")
        return Counters(int(stones), clock=int(last))


class TwoTypes(Heap):
    """Positions are a heap and 0, or False after a move of one."""

    def start(self):
        return self.size, 0

    def moves(self, position):
        return super().moves(position[0])

    def play(self, position, move):
        return position[0] - move, False if move == 1 else 0

    def terminal_value(self, position):
        return Value.LOSS if position[0] == 0 else None


ALL_OF_IT = (
    "expected equal results for equal positions; use in __eq__ and __hash__ everything that the "
)
ONE_TYPE = "expected equal texts; 1, 1.0 and True are equal: use one type"


def counters(stones, **abreast):
    """Return the repr of a position, as in messages."""
    return repr(Counters(stones, **abreast))


SPOILT = [
    (
        OnePass,
        "reached again",
        f"positions {counters(7)} and {counters(7, passed=True)} are equal, and moves returned "
        f"(1, 2, 'pass') and (1, 2): {ALL_OF_IT}rules read",
    ),
    (
        Seats,
        "reached again",
        f"positions {counters(2, seat=1)} and {counters(2, seat=0)} are equal, and player "
        f"returned 1 and 0: {ALL_OF_IT}rules read",
    ),
    (
        Clock,
        "reached again",
        f"positions {counters(0, clock=6)} and {counters(0, clock=0)} are equal, and "
        f"terminal_value returned None and Value.LOSS: {ALL_OF_IT}rules read",
    ),
    (
        Elsewhere,
        "reached again",
        f"positions {counters(3)} and {counters(3, passed=True)} are equal, and play(..., 2) "
        f"returned {counters(1)} and {counters(2, passed=True)}: {ALL_OF_IT}rules read",
    ),
    (
        Stages,
        "reached again",
        f"positions {counters(3)} and {counters(3, passed=True)} are equal, and stage "
        f"returned False and True: {ALL_OF_IT}rules read",
    ),
    (
        Mirrored,
        "reached again",
        f"positions {counters(3)} and {counters(3, passed=True)} are equal, and symmetries "
        f"returned () and ({counters(-3, passed=True)},): {ALL_OF_IT}rules read",
    ),
    (
        ShowsMore,
        "equal texts",
        f"positions {counters(1, clock=2)} and {counters(1, clock=1)} are equal, and "
        "'1 after 2' and '1 after 1' in format: expected equal texts; write in format exactly "
        "what __eq__ compares",
    ),
    (
        TwoTypes,
        "equal texts",
        f"positions (1, 0) and (1, False) are equal, and '(1, 0)' and '(1, False)' in format: "
        f"{ONE_TYPE}",
    ),
]


def test_random_play_finds_it_too():
    """Random play finds equal positions with different moves in a game larger than ``most``."""
    (fault,) = refused(OnePass(60), most=20, walks=5).faults

    assert fault.law == "reached again"
    assert fault.position.passed


def test_what_is_left_out_and_does_not_matter_is_no_fault():
    """Equality may ignore a field that neither rules nor texts read."""

    class Noted(ShowsMore):
        def format(self, position):
            return str(position.stones)

        parse = OnCounters.parse

    assert check_game(Noted()).positions == 4
    assert solve(Noted()).verify(full=True).positions == 4


# ── solving ────────────────────────────────────────────────────────────────

ORDERS = list(itertools.permutations((1, 2, "pass")))


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_a_forgotten_pass_is_met_while_exploring(order):
    """In every order of moves, exploring, estimating and solving report the broken law."""
    game = OnePass(order=order)
    includes = [
        explore,
        estimate,
        lambda game: explore(game, fold=False),
        *(
            lambda game, method=method: solve(game, method=method)
            for method in ("retrograde", "minimax")
        ),
    ]
    for query in includes:
        with pytest.raises(GameContractError) as caught:
            query(game)
        (fault,) = caught.value.faults
        assert fault.law == "reached again"
        legal = tuple(order), tuple(move for move in order if move != "pass")
        assert fault.message == (
            f"positions {counters(7)} and {counters(7, passed=True)} are equal, and moves "
            f"returned {legal[0]} and {legal[1]}: {ALL_OF_IT}rules read"
        )


@pytest.mark.parametrize(
    ("make", "message"), [(make, message) for make, _, message in SPOILT if make is TwoTypes]
)
def test_solving_looks_at_types(make, message):
    """``solve`` refuses equal positions that differ only in types and texts."""
    with pytest.raises(GameContractError) as caught:
        solve(make())

    assert str(caught.value) == f"{make.__name__} breaks its contract: {message}"


@pytest.mark.parametrize(("first", "second"), [(1, True), (True, 1), (1.0, 1), (0.0, -0.0)])
def test_a_number_beside_its_equal_is_looked_at(first, second):
    """Equal positions such as 1 and True are refused if the rules distinguish them."""

    class Beside(Game):
        def start(self):
            return "begin"

        def moves(self, position):
            return [0, 1]

        def play(self, position, move):
            return (first, second)[move]

        def terminal_value(self, position):
            ends = {repr(first): Value.LOSS, repr(second): Value.WIN}
            return ends.get(repr(position))

    message = (
        f"positions {first!r} and {second!r} are equal, and terminal_value returned Value.LOSS "
        "and Value.WIN: expected equal results for equal positions; 1, 1.0 and True are equal: use "
        "one type"
    )
    for query in (solve, check_game):
        with pytest.raises(GameContractError) as caught:
            query(Beside())
        assert [fault.message for fault in caught.value.faults] == [message]


class Folded(OnCounters):
    """Two symmetric heaps, whose canonical position may have the wrong player to move."""

    def start(self):
        return Counters(2)

    def positions(self):
        return [Counters(-2, seat=1)]

    def moves(self, position):
        return [1]

    def play(self, position, move):
        sign = 1 if position.stones > 0 else -1
        return Counters(position.stones - sign, seat=1 - position.seat)

    def player(self, position):
        return position.seat

    def symmetries(self, position):
        return [attrs.evolve(position, stones=-position.stones)]

    def canonical(self, position):
        return attrs.evolve(position, stones=abs(position.stones))


def test_what_stands_for_an_image_is_looked_at():
    """A canonical position that equals a known one, but has another player, is refused."""
    with pytest.raises(GameContractError) as caught:
        solve(Folded())

    assert caught.value.faults[0].message == (
        f"positions {counters(2)} and {counters(2, seat=1)} are equal, and player returned 0 "
        f"and 1: {ALL_OF_IT}rules read"
    )


class Changes(OnCounters):
    """Rules that use a field that equality ignores, but only while ``reads`` is True."""

    reads = False

    def __init__(self, size=6):
        object.__setattr__(self, "size", size)

    def play(self, position, move):
        return attrs.evolve(super().play(position, move), passed=move == 2)

    def moves(self, position):
        moves = super().moves(position)
        return moves[::-1] if self.reads and position.passed else moves


def test_a_full_verification_looks_too():
    """``verify(full=True)`` compares every successor with the stored position that it equals."""
    game = Changes()
    solution = solve(game)
    assert solution.verify(full=True).positions == 7
    object.__setattr__(game, "reads", True)

    assert solution.verify().positions == 7
    with pytest.raises(GameContractError) as caught:
        solution.verify(full=True)
    assert caught.value.faults[0].law == "reached again"
    assert caught.value.faults[0].message.startswith(f"positions {counters(4, passed=True)} and ")


# ── how often is enough ────────────────────────────────────────────────────


class Long(TwoTypes):
    """Tuples of a heap and 0, or False after moves of one to less than ``mixed_below``."""

    def __init__(self, size=8 * COMPARISONS, mixed_below=0):
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "mixed_below", mixed_below)

    def play(self, position, move):
        left = position[0] - move
        return left, False if left < self.mixed_below and move == 1 else 0


def test_tuples_are_looked_at_now_and_then():
    """After many comparisons tuples are only sampled, which still finds frequent mixed types."""
    assert len(explore(Long())) == 8 * COMPARISONS + 1
    with pytest.raises(GameContractError, match="are equal, and '"):
        explore(Long(mixed_below=4 * COMPARISONS))


class LongRoad(OnePass):
    """Variant in which passing is allowed only if at most three counters are left."""

    def moves(self, position):
        moves = super().moves(position)
        return [move for move in moves if move != "pass" or position.stones <= 3]


def test_objects_are_looked_at_to_the_end():
    """An object that differs is found even after a large number of comparisons."""
    with pytest.raises(GameContractError, match=r"are equal, and moves returned \(1, 2, 'pass'\)"):
        solve(LongRoad(8 * COMPARISONS))


class TuplesThenObjects(Heap):
    """Tuples of numbers first, and later tuples with an object whose equality ignores a field."""

    def __init__(self, size=8 * COMPARISONS):
        object.__setattr__(self, "size", size)

    def start(self):
        return self.size, 0

    def moves(self, position):
        return super().moves(position[0])

    def play(self, position, move):
        left = position[0] - move
        return left, Counters(1, passed=move == 2) if left < 4 * COMPARISONS else 0

    def terminal_value(self, position):
        if position[0] > 0:
            return None
        return Value.WIN if position[1].passed else Value.LOSS


def test_objects_in_tuples_are_looked_at_wherever_they_begin():
    """Tuples of numbers are only sampled, but all tuples with an object are compared."""
    with pytest.raises(GameContractError, match="terminal_value returned Value"):
        solve(TuplesThenObjects())


# ── graphs of texts ────────────────────────────────────────────────────────


class LastMoves(Boards):
    """Boards shown with the last move, which equality ignores."""

    def start(self):
        return Counters(self.size)

    def play(self, position, move):
        return Counters(position.stones - move, clock=move)

    def format(self, position):
        return repr(position)


@pytest.mark.parametrize(
    "draw",
    [
        lambda path: solve(LastMoves()).to_networkx(text=True),
        lambda path: solve(LastMoves()).export(path / "game.dot"),
        lambda path: solve(LastMoves()).export(path / "game.graphml"),
    ],
    ids=["solved", "dot", "graphml"],
)
def test_a_graph_of_texts_needs_one_text_for_each_position(draw, tmp_path):
    """A graph of texts is refused if equal positions have different texts."""
    with pytest.raises(GameContractError) as caught:
        draw(tmp_path)

    one, other = counters(1, clock=2), counters(1, clock=1)
    assert str(caught.value) == (
        f"LastMoves breaks its contract: positions {one} and {other} are equal, and '{one}' and "
        f"'{other}' in format: expected equal texts; write in format exactly what __eq__ "
        "compares"
    )


@attrs.frozen
class Late:
    """Stones, and a clock that equality ignores."""

    stones: int
    clock: int = attrs.field(eq=False, repr=False)


class RunsOutLate(Game):
    """Take one or two; at the 60th move the player to move wins, and equality ignores the move."""

    def start(self):
        return Late(90, 0)

    def moves(self, position):
        return [take for take in (1, 2) if take <= position.stones]

    def play(self, position, move):
        return Late(position.stones - move, position.clock + 1)

    def terminal_value(self, position):
        if position.stones == 0:
            return Value.LOSS
        return Value.WIN if position.clock >= 60 else None


def test_a_law_that_was_not_tried_to_its_end_is_not_stated_to_hold():
    """If ``most`` limits the comparisons, the report notes that the law is not known to hold."""
    report = check_game(RunsOutLate(), most=100)
    assert "reached again" not in report.laws
    (note,) = (note for note in report.notes if note.about == "reached again")
    assert note.message == (
        "reached again: not known to hold; 100 positions that are equal to known ones, and differ "
        "in what equality leaves out, were compared with them, and there are more: a larger most "
        "compares more"
    )
    with pytest.raises(GameContractError, match="are equal, and terminal_value returned"):
        check_game(RunsOutLate(), most=10_000)


def test_a_graph_of_positions_needs_no_texts():
    """Without texts, or with one text for each explored position, each position is one node."""
    assert len(solve(LastMoves()).to_networkx()) == 4
    assert len(explore(LastMoves()).to_networkx(text=True)) == 4


def test_boards_are_drawn_by_texts():
    """Equal positions with equal texts are one node."""
    network = solve(Boards()).to_networkx(text=True)
    assert sorted(network) == ["0", "1", "2", "3"]
    assert Board(3) not in network
