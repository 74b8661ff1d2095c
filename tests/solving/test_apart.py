"""Different objects with equal reprs are distinguished in every message."""

import enum
import itertools

import numpy as np
import pytest

from gamesolver import GameSolverError, InvalidArgumentError, Outcome, Value, check_game, solve
from gamesolver.players import match, odds
from gamesolver.texts import all_apart, apart, apart_from_all, none_of, texts_apart
from tests.attacks.spoilt_compiled_rules import PairedBits
from tests.attacks.spoilt_rules import Again, Plain, Strip, Tug, refused
from tests.support.small_games import Heap


class Ghost:
    """Object with the repr of another object, equal to ghosts only."""

    def __init__(self, body):
        self.body = body

    def __eq__(self, other):
        return isinstance(other, Ghost) and self.body == other.body

    def __hash__(self):
        return hash(("ghost", self.body))

    def __repr__(self):
        return repr(self.body)

    def __str__(self):
        return str(self.body)


def one_more_class(name="Board", module="mine"):
    """Return a new class of that name, with a repr of its name."""
    return type(name, (), {"__module__": module, "__repr__": lambda self: f"{name}()"})


class Speechless:
    """Object whose repr raises."""

    def __repr__(self):
        raise RuntimeError


A_GHOST, AN_INT = "a tests.solving.test_apart.Ghost", "an int"
LONG = "x" * 150
PAIRS = [
    (1, 2, ("1", "2")),
    (1, True, ("1", "True")),
    (1, Ghost(1), (f"1 ({AN_INT})", f"1 ({A_GHOST})")),
    (Ghost("a"), "a", (f"'a' ({A_GHOST})", "'a' (a str)")),
    (Ghost(None), None, (f"None ({A_GHOST})", "None (a NoneType)")),
    (Ghost(1), Ghost(1), ("1", "1")),
    (
        one_more_class()(),
        one_more_class(module="yours")(),
        ("Board() (a mine.Board)", "Board() (a yours.Board)"),
    ),
    (
        one_more_class()(),
        one_more_class()(),
        ("Board() (a mine.Board)", "Board() (of another class mine.Board)"),
    ),
    (
        one_more_class("Table")(),
        one_more_class("Table", "odd")(),
        ("Table() (a mine.Table)", "Table() (an odd.Table)"),
    ),
    ((0, 1), (0, Ghost(1)), (f"(0, 1) (item 1: {AN_INT})", f"(0, 1) (item 1: {A_GHOST})")),
    (
        [0, (1, 2)],
        [0, (Ghost(1), 2)],
        (f"[0, (1, 2)] (item 1: item 0: {AN_INT})", f"[0, (1, 2)] (item 1: item 0: {A_GHOST})"),
    ),
    ((0, 1), Ghost((0, 1)), ("(0, 1) (a tuple)", f"(0, 1) ({A_GHOST})")),
    (Speechless(), Speechless(), ("<Speechless without a repr>",) * 2),
    (
        f"{LONG}-{LONG}",
        f"{LONG}+{LONG}",
        tuple(f"'{'x' * 59}...{'x' * 60}{sign}{'x' * 59}..." for sign in "-+"),
    ),
    (Ghost(LONG * 2), LONG * 2, (f"'{'x' * 97}...{'x' * 97}' ({A_GHOST})", None)),
]


@pytest.mark.parametrize(("one", "other", "shown"), PAIRS)
def test_two_things_are_distinguished(one, other, shown):
    """Types are added only if the texts are equal, with modules unless they are built in."""
    texts = apart(one, other)

    assert texts == (shown if None not in shown else (shown[0], texts[1]))
    assert apart(other, one)[0] == texts[1] or "another" in texts[1]


def test_numbers_of_numpy_are_reported_from_others():
    """NumPy numbers with the repr of Python numbers are shown with their type."""
    with np.printoptions(legacy="1.25"):
        assert apart(np.int64(1), 1) == ("1 (a numpy.int64)", "1 (an int)")


def test_texts_of_their_own_are_distinguished():
    """Objects with equal texts get their types, and the other objects of a list do not."""
    assert texts_apart(("None", None), ("None", "None")) == (
        "None (a NoneType)",
        "None (a str)",
    )
    assert apart_from_all(("1", "1"), [("1", 1), ("2", 2)]) == ("1 (a str)", ["1 (an int)", "2"])
    assert all_apart([1, Ghost(1), 2, 1]) == [
        f"1 ({AN_INT})",
        f"1 ({A_GHOST})",
        "2",
        f"1 ({AN_INT})",
    ]
    assert all_apart([1, 2, 1]) == ["1", "2", "1"]
    assert none_of(Ghost(1), 0, 1, None) == f"1 ({A_GHOST}): expected 0, 1 ({AN_INT}) or None"
    assert none_of(3, 0, 1, None) == "3: expected 0, 1 or None"


# ── laws ───────────────────────────────────────────────────────────────────


class Result(enum.Enum):
    """Enumeration of a user with the repr of ``Value``."""

    LOSS = -1

    def __repr__(self):
        return f"Value.{self.name}"


class TurnsIntoGhosts(Heap):
    """Game in which every second result of ``moves`` has a ghost."""

    kinds = itertools.cycle([int, Ghost])

    def moves(self, position):
        return [next(self.kinds)(1)]

    def play(self, position, move):
        return 0


class ReadsGhosts(Heap):
    """Game that parses a position as a ghost."""

    def parse(self, text):
        return Ghost(int(text))


class ReadsMovesAsGhosts(Heap):
    """Game that parses a move as a ghost."""

    def parse_move(self, position, text):
        return Ghost(int(text))


class GhostlyPositions(Heap):
    """Game with a ghost of the start as a further root."""

    def positions(self):
        return [Ghost(self.size)]

    def moves(self, position):
        return [1]

    def play(self, position, move):
        return 0

    def terminal_value(self, position):
        return Value.LOSS if position == 0 else None

    def parse(self, text):
        return int(text)


class GhostlyMoves(Heap):
    """Game in which a move and its ghost have one text."""

    def moves(self, position):
        return [1, Ghost(1)]

    def play(self, position, move):
        return 0


class OpensAtAGhost(Plain):
    """Game whose start changes when it is built again from its parameters."""

    kind = Ghost

    def start(self):
        return self.kind((self.size, 0))

    def moves(self, position):
        return [1]

    def play(self, position, move):
        return 0

    def terminal_value(self, position):
        return Value.LOSS if position == 0 else None

    def format(self, position):
        return f"{type(position).__name__} {position}"


def opens_at_a_ghost():
    """Return a game whose start differs from that of its parameters."""
    game = OpensAtAGhost()
    game.kind = tuple
    return game


class StoresAGhost(Plain):
    """Game whose constructor stores a ghost of its argument."""

    def __init__(self, size=4):
        super().__init__(size)
        self.size = size if self.made else Ghost(size)

    made = False


def stores_a_ghost():
    """Return a game that differs from the one that its constructor makes."""
    game = StoresAGhost()
    game.size = 4
    return game


class GhostlyStage(Tug):
    """Game in which symmetric positions have a stage and its ghost."""

    def stage(self, position):
        return Ghost(0) if position < 0 else 0


class GhostlyCanonical(Strip):
    """Game with a ghost as canonical position."""

    def canonical(self, position):
        return Ghost(position)


class GhostlyEnding(Heap):
    """Game with terminal values of another enumeration."""

    def terminal_value(self, position):
        return Result.LOSS if position == 0 else None


class GhostlyPlayer(Heap):
    """Game with a ghost as player to move."""

    def player(self, position):
        return Ghost(position % 2)


class SeatsLeftOut(Again):
    """Game in which different symmetric positions have one text."""

    def format(self, position):
        return str(position[0])

    def symmetries(self, position):
        return [(position[0], 1)]


MESSAGES = [
    (
        TurnsIntoGhosts,
        "repeatable",
        f"moves(3) returned (1,) (item 0: {AN_INT}) and then (1,) (item 0: {A_GHOST}): "
        "expected equal results",
    ),
    (
        ReadsGhosts,
        "parse",
        f"parse('3') returned 3 ({A_GHOST}): expected 3 ({AN_INT}), which format writes as that "
        "text",
    ),
    (
        ReadsMovesAsGhosts,
        "parse_move",
        f"parse_move(3, '1') returned 1 ({A_GHOST}): expected 1 ({AN_INT}), "
        "which format_move writes as that text",
    ),
    (
        GhostlyPositions,
        "different texts",
        f"positions 3 ({AN_INT}) and 3 ({A_GHOST}) are both '3' in format: expected a text of "
        "all of the position, including the player to move",
    ),
    (
        GhostlyMoves,
        "different move texts",
        f"moves 1 ({AN_INT}) and 1 ({A_GHOST}) at position 3 are both '1' in format_move: "
        "expected different texts",
    ),
    (
        opens_at_a_ghost,
        "rebuilt",
        f"OpensAtAGhost(size=4) starts at (4, 0) ({A_GHOST}) with moves (1,), and the game itself "
        "at (4, 0) (a tuple) with moves (1,): expected parameters that determine the game",
    ),
    (
        stores_a_ghost,
        "rebuilt",
        f"StoresAGhost(size=4) stores size=4 ({A_GHOST}): expected the parameters as they were "
        "given",
    ),
    (
        GhostlyStage,
        "symmetric stages",
        f"stage(-1) returned 0 ({A_GHOST}), and stage(1) returned 0 ({AN_INT}): "
        "expected equal results for symmetric positions",
    ),
    (
        GhostlyStage,
        "stage",
        f"play(-1, 'right') leads from stage 0 ({A_GHOST}) back to 0 ({AN_INT}), after the stages "
        f"0 ({AN_INT}), 0 ({A_GHOST}), 0 ({AN_INT}): expected no return to an earlier stage",
    ),
    (
        GhostlyCanonical,
        "canonical",
        f"canonical('...' (a str)) returned '...' ({A_GHOST}): expected a position of its orbit",
    ),
    (
        GhostlyEnding,
        "ending",
        "terminal_value(0) returned Value.LOSS (a tests.solving.test_apart.Result): expected "
        "Value.LOSS (a gamesolver.value.Value), Value.DRAW, Value.WIN or None",
    ),
    (
        GhostlyPlayer,
        "player",
        f"player(3) returned 1 ({A_GHOST}): expected 0, 1 ({AN_INT}) or None",
    ),
    (
        SeatsLeftOut,
        "orbit",
        "'4' is in the orbit of (4, 0), but not in that of the symmetric position (4, 1): "
        "expected symmetries to list the whole orbit",
    ),
]


@pytest.mark.parametrize(("make", "law", "message"), MESSAGES)
def test_laws_distinguish_what_looks_alike(make, law, message):
    """A fault about two objects with equal reprs shows how they differ."""
    assert (law, message) in [(each.law, each.message) for each in refused(make()).faults]


class Indexed(Strip):
    """Plain rules whose stage is a ghost of that of the compiled rules."""

    def stage(self, position):
        return Ghost(super().stage(position))


class HasGhostlyStages(PairedBits):
    """Compiled game with these plain rules."""

    plain = Indexed()


def test_two_writings_are_distinguished():
    """Results of plain and compiled rules with equal reprs are distinguished."""
    with pytest.raises(GameSolverError) as caught:
        check_game(HasGhostlyStages(), laws=["plain rules"])

    assert str(caught.value) == (
        "HasGhostlyStages breaks its contract: stage('...') is "
        f"0 ({AN_INT}) by the compiled rules, and 0 ({A_GHOST}) by the plain ones"
    )


# ── arguments of callers ───────────────────────────────────────────────────


def query_it_again():
    """Ask a player that returns a move and then its ghost."""
    queried = []

    def wavers(position):
        queried.append(position)
        return 1 if queried.count(position) == 1 else Ghost(1)

    odds(GhostlyMoves(), wavers, wavers)


def play_a_ghost():
    """Play a move with the repr of a legal one."""
    raise Heap().illegal(3, Ghost(1))


def query_a_ghost():
    """Look up a position with the repr of the start."""
    solve(Heap())[Ghost(3)]


def query_a_ghost_on_the_way():
    """Look up a position with the repr of a known one."""
    solve(Heap())[Ghost(2)]


def save_ghosts():
    """Save positions that are parsed as others."""
    solve(ReadsGhosts()).save("nowhere")


def save_without_reading():
    """Save positions that cannot be parsed."""
    solve(ReadsNothing()).save("nowhere")


class ReadsNothing(Heap):
    """Game whose ``parse`` raises NotImplementedError."""

    def parse(self, text):
        raise NotImplementedError("later")


def a_player_of_ghosts():
    """Play a match with a player whose move has the repr of a legal one."""
    match(Heap(), lambda position: Ghost(1), lambda position: 1, games=1)


CALLS = [
    (
        query_it_again,
        f"wavers answered 1 (item 0: {AN_INT}) and then 1 (item 0: {A_GHOST}) in position 3: "
        "expected one move, or the list of the moves among which it chooses",
    ),
    (
        play_a_ghost,
        f"illegal move 1 ({A_GHOST}) in position 3: legal moves are 1 ({AN_INT}), 2",
    ),
    (
        query_a_ghost,
        f"unknown position 3 ({A_GHOST}): the solution has 3 ({AN_INT}), which is not equal to it",
    ),
    (
        query_a_ghost_on_the_way,
        f"unknown position 2 ({A_GHOST}): the solution has 2 ({AN_INT}), which is not equal to it",
    ),
    (
        save_ghosts,
        f"ReadsGhosts cannot be saved: position 3 ({AN_INT}) has the text '3', and parse returned "
        f"3 ({A_GHOST}); make parse the inverse of format",
    ),
    (
        save_without_reading,
        "ReadsNothing cannot be saved: position 3 has the text '3', and parse raised "
        "NotImplementedError: later; make parse the inverse of format",
    ),
    (
        a_player_of_ghosts,
        f"<lambda> returned 1 ({A_GHOST}) in position 3: legal moves are 1 ({AN_INT}), 2",
    ),
    (
        lambda: Outcome(Result.LOSS, 3),
        "an outcome needs a Value: expected Value.LOSS (a gamesolver.value.Value), Value.DRAW or "
        "Value.WIN, got Value.LOSS (a tests.solving.test_apart.Result)",
    ),
    (
        lambda: solve(Heap()).export("nowhere.csv", value=Result.LOSS),
        "bad value Value.LOSS (a tests.solving.test_apart.Result): expected Value.WIN, Value.DRAW "
        "or Value.LOSS (a gamesolver.value.Value)",
    ),
]


@pytest.mark.parametrize(("call", "message"), CALLS)
def test_callers_receive_what_differs(call, message):
    """A wrong value is distinguished from an expected one with an equal repr."""
    with pytest.raises(GameSolverError) as caught:
        call()

    assert str(caught.value) == message


def test_honest_games_receive_nothing_of_types():
    """Messages have no types if the reprs differ."""
    assert check_game(Heap()).positions == 4
    with pytest.raises(InvalidArgumentError, match=r"^bad value 'win': expected Value\.WIN, Va"):
        solve(Heap()).export("nowhere.csv", value="win")
