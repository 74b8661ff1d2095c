"""Laws of plain rules: the compiled and the plain rules describe the same game."""

# ruff: noqa: D101, D103  # a spoilt game or rule is named for what it does wrong

import numpy as np
import pytest
from numba import njit

from gamesolver import GameContractError, check_game, solve
from gamesolver.rules.parameters import titled
from tests.attacks.spoilt_compiled_rules import (
    NOT_INDEXED,
    PairedBits,
    spoilt,
    stones,
    successors,
    symmetries,
    terminal_code,
)
from tests.attacks.spoilt_rules import Strip, each_row, refusal, refused


class LosesAStone(PairedBits):
    def from_plain(self, position):
        return super().from_plain(position.replace("###", "##."))


class ForgetsAStone(PairedBits):
    def to_plain(self, position):
        return super().to_plain(position & 3)


class StartsLater(PairedBits):
    def start(self):
        return 1


class NamesMovesBackwards(PairedBits):
    def to_plain_move(self, move):
        return 2 - move


@njit
def draws_when_full(position):
    return 0 if position == 7 else terminal_code(position)


@njit
def seats_exchanged(position):
    return 1 - (stones(position) & 1)


@njit
def thirds(position):
    return stones(position) // 3


@njit
def no_images_of_one(position, positions):
    return 0 if stones(position) == 1 else symmetries(position, positions)


@njit
def one_move_less(position, moves, positions):
    count = successors(position, moves, positions)
    return count - 1 if position == 2 else count


@njit
def two_stones_at_once(position, moves, positions):
    count = successors(position, moves, positions)
    if position == 0:
        positions[1] = np.uint64(7)
    return count


class Stuck(Strip):
    def terminal_value(self, position):
        return None if position == "###" else super().terminal_value(position)


class StuckPlainly(PairedBits):
    plain = Stuck()


class AlwaysBlack(Strip):
    def player(self, position):
        return 0


class TurnsKept(PairedBits):
    plain = AlwaysBlack()


SPOILT = [
    (LosesAStone, "translations", "from_plain(to_plain(7)) is 3: expected 7"),
    (ForgetsAStone, "translations", "from_plain(to_plain(4)) is 0: expected 4"),
    (
        StartsLater,
        "plain rules",
        "start() is '#..' by the compiled rules, and '...' by the plain ones",
    ),
    (
        NamesMovesBackwards,
        "plain rules",
        "the position after move 2 at '...' is '#..' by the compiled rules, and '..#' by "
        "the plain ones",
    ),
    (
        spoilt("DrawsWhenFull", PairedBits, terminal_code=draws_when_full),
        "plain rules",
        "terminal_value('###') is Value.DRAW by the compiled rules, and Value.LOSS by "
        "the plain ones",
    ),
    (
        spoilt("OtherSeats", PairedBits, player=seats_exchanged),
        "plain rules",
        "player('...') is 1 by the compiled rules, and 0 by the plain ones",
    ),
    (
        spoilt("Thirds", PairedBits, stage=thirds),
        "plain rules",
        "stage('#..') is 0 by the compiled rules, and 1 by the plain ones",
    ),
    (
        spoilt("TurnsPassed", TurnsKept, player=None),
        "plain rules",
        "move 0 at '...' keeps the turn by the plain rules, and passes it by the compiled ones",
    ),
    (
        spoilt("NoImages", PairedBits, **NOT_INDEXED, symmetries=no_images_of_one),
        "plain rules",
        "'..#' is symmetric to '#..' by the plain rules, and not by the compiled ones",
    ),
    (
        spoilt("OneMoveLess", PairedBits, successors=one_move_less),
        "plain rules",
        "move 2 at '.#.' is one by the plain rules, and none by the compiled ones",
    ),
    (
        spoilt("TwoStones", PairedBits, successors=two_stones_at_once),
        "plain rules",
        "the position after move 1 at '...' is '###' by the compiled rules, and '.#.' by "
        "the plain ones",
    ),
    (
        StuckPlainly,
        "plain rules",
        "compared with another, Stuck breaks its contract: position '###' has no moves "
        "and is not terminal: return a result from terminal_value",
    ),
]


class NoGame(PairedBits):
    plain = 3

    def format(self, position):
        return repr(position)

    def parse(self, text):
        return int(text)

    def format_move(self, move):
        return str(move)

    def render(self, position):
        return "a board"

    def svg(self, position):
        return None


def test_plain_rules_are_a_game():
    """A ``plain`` that is not a game is refused."""
    message = "plain is 3: expected a Game"
    assert refusal(NoGame()) == (message, [("plain rules", message)])


class OfItself(PairedBits):
    """A game that is its own plain version."""

    @property
    def plain(self):
        return self


class MadeAnew(PairedBits):
    """A game whose plain version is another game of its own kind."""

    @property
    def plain(self):
        return type(self)()


class ByAnother(PairedBits):
    """A game whose plain version has a plain version of this kind."""

    @property
    def plain(self):
        return OfTheFirst()


class OfTheFirst(PairedBits):
    @property
    def plain(self):
        return ByAnother()


class InBetween(PairedBits):
    """A game whose plain version is compiled, and has a plain version."""

    plain = PairedBits()

    def to_plain(self, position):
        return position

    def from_plain(self, position):
        return position

    def to_plain_move(self, move):
        return move


class RaisesPlainly(PairedBits):
    @property
    def plain(self):
        raise LookupError("lost")


NO_PLAIN_GAME = [
    (
        make,
        "plain rules",
        f"plain is {named}(), whose plain is a compiled game again, and so on: "
        "expected a Game in plain Python",
    )
    for make, named in [
        (OfItself, "OfItself"),
        (MadeAnew, "MadeAnew"),
        (ByAnother, "OfTheFirst"),
    ]
] + [(RaisesPlainly, "raises", "plain raised LookupError: lost")]


@each_row(NO_PLAIN_GAME)
def test_plain_rules_are_in_plain_python(make, law, message):
    """An exception, or an endless chain of plain games, ends the check."""
    assert refusal(make()) == (message, [(law, message)])
    with pytest.raises(GameContractError) as caught:  # even if these laws are left out
        check_game(make(), without=["plain rules", "raises"])
    assert [fault.message for fault in caught.value.faults] == [message]


CALLED = {
    "title": titled,
    "seats": lambda game: game.seats,
    "format": lambda game: game.format(0),
    "parse": lambda game: game.parse("..."),
    "board": lambda game: str(solve(game).board()),
    "picture": lambda game: solve(game).board()._repr_html_(),
    "as_json": lambda game: solve(game).as_json(),
    "page": lambda game: solve(game)._repr_html_(),
    "verify": lambda game: solve(game).verify(),
}


@pytest.mark.parametrize("query", CALLED.values(), ids=list(CALLED))
@each_row(NO_PLAIN_GAME)
def test_plain_rules_at_fault_are_named_wherever_they_are_queried(make, law, message, query):
    """Every method that needs ``plain`` raises an error that explains its fault."""
    with pytest.raises(GameContractError) as caught:
        query(make())
    assert [(fault.law, fault.message) for fault in caught.value.faults] == [(law, message)]


def test_a_compiled_game_may_stand_in_between():
    """A plain version may be compiled, if its own plain version is in plain Python."""
    game = InBetween()
    assert (game.seats, game.format(1)) == (("black", "white"), "#..")


class Untranslated(PairedBits):
    def from_plain(self, position):
        raise LookupError("no such strip")


def test_translations_that_raise_are_reported():
    """An exception of a translation is a fault of its own, with the exception as the cause."""
    error = refused(Untranslated())

    assert [fault.law for fault in error.faults] == ["raises"]
    assert isinstance(error.__cause__, LookupError)


def test_verify_compares_with_the_plain_rules():
    """``verify`` refuses a solution whose compiled rules differ from the plain ones."""
    make = next(make for make, _, _ in SPOILT if make.__name__ == "OtherSeats")

    with pytest.raises(GameContractError, match="is 1 by the compiled rules, and 0 by the plain"):
        solve(make()).verify()


def test_what_the_compiled_rules_do_not_name_is_not_compared():
    """Compiled rules may leave out ``player``, ``stage`` and ``symmetries``."""
    bare = spoilt("Bare", PairedBits, **NOT_INDEXED, symmetries=None, player=None, stage=None)

    assert "plain rules" in check_game(bare()).laws


def test_two_writings_that_state_the_same():
    """If compiled and plain rules agree, no error is raised and the law is reported as tried."""
    assert check_game(PairedBits(), laws=["plain rules"]).laws == ("plain rules",)
