"""Errors for authors of board games: tracebacks, faults while a game is solved, strictness."""

# ruff: noqa: D101
# many classes are a mistake on purpose

from __future__ import annotations

import traceback

import pytest

from gamesolver import GameContractError, check_game, prove, solve
from gamesolver.boardgames import DRAW, LOSS, BoardGame, RulesError
from gamesolver.boardgames.modes import require_same_modes
from gamesolver.boardgames.views import LoweredBoardGame, PlainBoardGame
from gamesolver.boards import Grid
from tests.boardgames import mistakes


class Strip(BoardGame):
    """Two players put men on a strip of three places. A player who cannot put one loses."""

    stuck = LOSS

    def __init__(self, length=3):
        self.length = length
        self.board = Grid(1, length)

    def actions(self, at):
        for place in at.empty:
            yield at.put(place)


class NoStuck(Strip):
    """Variant without ``stuck``, the result for a player without an action."""

    stuck = None


@pytest.mark.parametrize("mode", ["plain", "lowered", "compiled"])
def test_a_forgotten_stuck_is_named(mode):
    """The error for a position with neither actions nor a result names ``stuck``."""
    game = NoStuck()
    with pytest.raises(GameContractError) as caught:
        solve(getattr(game, mode, game))
    (fault,) = caught.value.faults
    text = game.format(getattr(fault.position, "word", fault.position))
    assert text in ("xxo", "xox", "oxx")
    assert str(caught.value) == (
        f"NoStuck breaks its contract: position '{text}' has no moves and is not terminal: set "
        "stuck in the class (LOSS, DRAW, WIN, or a score), or return a result for it"
    )


# ── tracebacks ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("call", [solve, prove, check_game, lambda game: game.lowered])
def test_a_traceback_is_short(call):
    """A traceback has a single frame of the library, and the message shows the line at fault."""
    with pytest.raises(RulesError) as caught:
        call(mistakes.UnknownAttribute())
    files = [frame.filename for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert len([each for each in files if "gamesolver" in each and "tests" not in each]) == 1
    assert caught.value.__cause__ is None
    assert str(caught.value).splitlines()[2:] == [
        "    for place in at.emtpy:",
        "                 ^^^^^^^^",
    ]


class Raises(Strip):
    """A line of the author raises a Python exception."""

    def actions(self, at):
        for place in at.empty:
            if 6 // (len(at.empty) - 2):
                yield at.put(place)


def test_an_error_of_python_is_shown_with_its_line_and_its_cause():
    """A Python exception is reported with line, caret and position, and is kept as the cause."""
    with pytest.raises(RulesError) as caught:
        solve(Raises().plain)
    message, file, *rest = str(caught.value).splitlines()
    assert message == ("Raises.actions: ZeroDivisionError: integer division or modulo by zero")
    assert file.endswith(f"line {caught.value.line}")
    assert rest == [
        "    if 6 // (len(at.empty) - 2):",
        "       ^^^^^^^^^^^^^^^^^^^^^^^^",
        "  in position 'w..'",
    ]
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


# ── all modes are equally strict ────────────────────────────────────────────────────────────────


class PutsASet(Strip):
    def actions(self, at):
        yield at.put(at.empty)


class PutsANumber(Strip):
    def actions(self, at):
        yield at.put(len(at.empty) - 1)


class ReturnsAList(Strip):
    def actions(self, at):
        return [at.put(place) for place in at.empty]


class NoActions(BoardGame):
    def __init__(self):
        self.board = Grid(1, 3)


class KindOfNothing(Strip):
    kinds = 2

    def actions(self, at):
        for place in at.empty:
            yield at.put(place)


class NoSuchKind(Strip):
    def actions(self, at):
        for place in at.empty:
            yield at.put(place, 1)


class NoMarks(Strip):
    def actions(self, at):
        for place in at.empty:
            yield at.mark(place)


class NoMen(Strip):
    kinds, marks = 0, True

    def actions(self, at):
        for place in at.empty:
            yield at.put(place)


class SameName(Strip):
    def actions(self, at):
        for place in at.empty:
            yield at.put(place)
            yield at.put(place)


class FlipAlone(Strip):
    def setup(self):
        return self.board.set(["a1"]), self.board.set(["b1"])

    def actions(self, at):
        yield at.flip(at.theirs)


class NoPart(Strip):
    def actions(self, at):
        for place in at.free:
            yield at.put(place)


@pytest.mark.parametrize(
    "kind",
    [
        PutsASet, PutsANumber, ReturnsAList, NoActions, KindOfNothing, NoSuchKind, NoMarks, NoMen,
        SameName, FlipAlone, NoPart,
    ],
)  # fmt: skip
def test_every_mode_refuses_it_in_the_same_words(kind):
    """Plain and lowered rules refuse the mistake with the same message."""
    complaints = set()
    for mode in ("plain", "lowered"):
        with pytest.raises(RulesError) as caught:
            solve(getattr(kind(), mode))
        complaints.add(str(caught.value).splitlines()[0])
    assert len(complaints) == 1


# ── men of several kinds ────────────────────────────────────────────────────────────────────────


class FlipKinds(BoardGame):
    """A man on an empty place flips all men of one kind of the other player."""

    kinds, stuck = 2, LOSS

    def __init__(self):
        self.board = Grid(1, 4)

    def actions(self, at):
        for place in at.empty:
            for kind in range(2):
                yield at.put(place, kind).flip(at.theirs[kind], kind)

    def result(self, at):
        return None if at.empty else DRAW


class TakeKinds(FlipKinds):
    """A man on an empty place takes all men of the other kind, at most twice."""

    each = 3

    def actions(self, at):
        if len(at.mine[0]) < 2:
            for place in at.empty:
                yield at.put(place, 0).take(at.theirs[1], 1)
                yield at.put(place, 1).take(at.theirs[0], 0)


@pytest.mark.parametrize("kind", [FlipKinds, TakeKinds])
def test_sets_are_flipped_and_taken_by_kind(kind):
    """``flip`` and ``take`` of a set of one kind give the same game in every mode."""
    game = kind()
    plain, lowered = solve(game.plain), solve(game.lowered)
    assert {at.word: plain[at] for at in plain} == {word: lowered[word] for word in lowered}
    assert solve(game).outcome == plain.outcome


def test_a_flip_of_a_kind_turns_men_of_that_kind_only():
    """Men of the other kind stay with their player."""
    plain = FlipKinds().plain
    at = plain.parse("o0,x0,x1,.")  # three men, so the second player moves
    after = plain.play(at, "1d1")
    assert (after.theirs[1] | after.theirs[0]) == plain.game.board.set(["a1", "c1", "d1"])
    assert after.mine[0] == plain.game.board.set(["b1"])


# ── the plain and the lowered game as games ─────────────────────────────────────────────────────


@pytest.mark.parametrize("mode", ["plain", "lowered"])
def test_check_game_tries_every_mode(mode):
    """``check_game`` rebuilds the game of a mode from the parameters of the board game."""
    report = check_game(getattr(Strip(4), mode))
    assert {"rebuilt", "parameters"} <= set(report.laws)


# ── tuples and tables of pairs ──────────────────────────────────────────────────────────────────


class Cages(BoardGame):
    """A player whose man in a corner has no empty neighbour loses. Tables of pairs are read."""

    kinds, stuck = 2, LOSS

    def __init__(self):
        self.board = board = Grid(2, 3)
        steps = board.steps((0, 1), (1, 0), (0, -1), (-1, 0))
        corners = [board[name] for name in ("a1", "a2", "c1", "c2")]
        self.cages = tuple((corner, steps[corner], 1) for corner in corners)

    def result(self, at):
        for corner, cage, kind in self.cages:
            if corner in at.mine[kind] and not cage & at.empty:
                return LOSS
        return None if at.empty else DRAW

    def actions(self, at):
        for place in at.empty:
            for kind in (0, 1):
                yield at.put(place, kind)


class FalsePairs(Cages):
    """The corners and the cages are symmetric, but their pairs are not."""

    kinds = 1

    def __init__(self):
        super().__init__()
        corners = [row[0] for row in self.cages]
        cages = [row[1] for row in self.cages]
        self.cages = tuple(zip(corners, [cages[1], cages[0], cages[2], cages[3]], strict=True))

    def result(self, at):
        for row in self.cages:
            if row[0] in at.mine and not row[1] & at.empty:
                return LOSS
        return None if at.empty else DRAW

    def actions(self, at):
        for place in at.empty:
            yield at.put(place)


@pytest.mark.parametrize("kind", [Cages, FalsePairs])
def test_tables_of_pairs_are_read_in_every_mode(kind):
    """Tables with rows of a place, a set and a number give the same outcomes in every mode."""
    game = kind()
    plain, lowered = solve(game.plain), solve(game.lowered)
    assert plain.outcome == lowered.outcome == solve(game).outcome
    assert {at.word: plain[at] for at in plain} == {word: lowered[word] for word in lowered}


def test_pairs_are_symmetric_only_together():
    """A motion that preserves both columns of a table, but not its rows, is not a symmetry."""
    assert Cages().lowering.motions.count == 4
    assert FalsePairs().lowering.motions.count == 2


# ── the three modes agree ───────────────────────────────────────────────────────────────────────


class Boxes(Strip):
    """A game with gains, a kept turn and scores."""

    scores, stuck = (-9, 9), 0

    def actions(self, at):
        for place in at.empty:
            yield at.put(place).gain(len(at.mine)).again(len(at.taken) == 1)


@pytest.mark.parametrize("kind", [Strip, Boxes, Cages, FlipKinds])
def test_check_game_finds_no_difference_of_modes(kind):
    """The result, moves, gains, player and texts are the same in all three modes."""
    assert "two modes" in check_game(kind(), most=40, walks=2, laws=["two modes"]).laws


WRONG = {
    "format_move": lambda self, move: "pass",
    "player": lambda self, position: 1,
    "render": lambda self, position: "",
}
"""Wrong methods of one mode."""


@pytest.mark.parametrize("mode", [PlainBoardGame, LoweredBoardGame])
@pytest.mark.parametrize("name", WRONG)
def test_a_mode_that_differs_is_reported(mode, name, monkeypatch):
    """A mode with other moves, another player or another board breaks the law "two modes"."""
    game = Boxes()
    require_same_modes(game, game.start())
    monkeypatch.setattr(mode, name, WRONG[name])
    with pytest.raises(GameContractError) as caught:
        require_same_modes(game, game.start())
    (fault,) = caught.value.faults
    assert fault.law == "two modes"
    assert fault.message.startswith(("the moves of", "the player of", "the board of"))
    assert fault.message.endswith("expected equal results")
