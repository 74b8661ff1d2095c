"""Mistakes of callers and the exact messages about them."""

import pytest

from games import Nim, Subtraction, TicTacToe
from gamesolver import (
    Game,
    GameSolverError,
    InvalidArgumentError,
    UnknownPositionError,
    Value,
    explore,
    solve,
)

NIM = solve(Nim((1, 2)))
HEAP = solve(Subtraction(heap=5))
BOARD = solve(TicTacToe())
BAD_MEMORY = 'expected a positive number of bytes, or a text like "1.5 GB"'
ALIENS = [None, 42, 0.5, "", "banana", b"", (), (9, 9), [1, 2], {}, {1, 2}, object, ...]


class Trap:
    """Object that raises when it is indexed, and when hashed, compared or shown if requested."""

    def __init__(self, *traps, number=5):
        self.traps, self.number = traps, number

    def _spring(self, trap, answer):
        if trap in self.traps:
            raise ZeroDivisionError(f"the {trap} of a trap")
        return answer

    def __hash__(self):
        return self._spring("hash", hash(self.number))

    def __eq__(self, other):
        return self._spring("eq", False)

    def __repr__(self):
        return self._spring("repr", "Trap()")

    def __getitem__(self, index):
        raise ZeroDivisionError("the getitem of a trap")


class Coin(Game):
    """Game of taking one coin, with a symmetry that exchanges the players."""

    def start(self):
        return (1, 0)

    def moves(self, position):
        return ["take"]

    def play(self, position, move):
        return (0, 1 - position[1])

    def terminal_value(self, position):
        return None if position[0] else Value.LOSS

    def player(self, position):
        return position[1]

    def symmetries(self, position):
        return [(position[0], 1 - position[1])]


COIN = solve(Coin())
TRAPS = [(), ("hash",), ("eq",), ("repr",), ("hash", "eq", "repr")]


# ── positions ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize("solution", [NIM, HEAP, BOARD], ids=repr)
@pytest.mark.parametrize("alien", ALIENS, ids=repr)
def test_unknown_positions(solution, alien):
    """An object that is not a position is unknown in every query, and the message names it."""
    assert alien not in solution
    assert solution.get(alien, "nothing") == "nothing"
    assert solution.get(alien) is None
    for query in (solution.__getitem__, solution.moves, solution.best_moves):
        with pytest.raises(UnknownPositionError) as caught:
            query(alien)
        assert str(caught.value).startswith(f"unknown position {alien!r}: {why(solution, alien)}")
        assert caught.value.position is alien
        assert isinstance(caught.value, KeyError)


def why(solution, alien):
    """Return the beginning of the reason why an object is unknown."""
    game = solution.game
    if (game, alien) in [(HEAP.game, 42), (NIM.game, (9, 9))]:
        return f"not reachable from the start of {game!r}; solve(game, start=...) solves it"
    if (game, alien) == (NIM.game, ()):
        return f"no position of {game!r} in '()': expected one or more heap sizes"
    return f"expected a position of {game!r}; "


def test_what_speaks_against_a_position():
    """The reason is an exception of the rules, a wrong type, or the message of ``parse``."""

    def reported(solution, alien):
        with pytest.raises(UnknownPositionError) as caught:
            solution[alien]
        return str(caught.value).partition(f"unknown position {alien!r}: ")[2]

    assert reported(BOARD, 5) == (
        "expected a position of TicTacToe(); a call with it raised TypeError: "
        "'int' object is not subscriptable"
    )
    assert reported(HEAP, "3") == "it is the text of a known one: pass game.parse(text)"
    assert (
        reported(HEAP, "x") == "expected a position of Subtraction(heap=5); its start is 5, an int"
    )
    assert reported(NIM, (-1, 2)) == (
        "no position of Nim(heaps=(1, 2)) in '(-1, 2)': "
        "expected one or more heap sizes, such as (3, 4, 5)"
    )


@pytest.mark.parametrize("alien", [42, "banana", (9, 9), [1, 2]])
def test_no_mainline_from_an_unknown_position(alien):
    """``mainline`` refuses an unknown position."""
    with pytest.raises(UnknownPositionError):
        BOARD.mainline(alien)


@pytest.mark.parametrize("solution", [NIM, HEAP, BOARD], ids=repr)
@pytest.mark.parametrize("traps", TRAPS, ids=str)
def test_objects_that_raise(solution, traps):
    """An object that raises when used is unknown, and its exception is the cause of the error."""
    alien = Trap(*traps)
    assert alien not in solution
    assert alien not in explore(solution.game)
    assert solution.get(alien, 7) == 7
    with pytest.raises(UnknownPositionError) as caught:
        solution[alien]
    shown = "<Trap without a repr>" if "repr" in traps else "Trap()"
    queried = f"unknown position {shown}: expected a position of {solution.game!r}; "
    assert str(caught.value).startswith(queried)
    if traps in [("hash",), ("eq",)] and solution is HEAP:
        assert isinstance(caught.value.__cause__, ZeroDivisionError)
    if solution is BOARD:  # the cause is the exception that its rules raised
        assert str(caught.value.__cause__) == "the getitem of a trap"


@pytest.mark.parametrize("alien", [frozenset({1, 2}), iter((1, 2)), {1: 0, 2: 0}, [1, 2], "12"])
def test_what_only_looks_like_a_position(alien):
    """An object that ``canonical`` accepts is not thereby a position."""
    assert alien not in NIM
    assert (2, 1) in NIM  # a real symmetric position is


def test_positions_elsewhere_are_unknown():
    """A valid position that play does not reach is unknown."""
    assert (1, 3) not in NIM
    assert BOARD.game.parse("......... o") not in BOARD
    assert BOARD.game.parse("xxxooo...") not in BOARD


@pytest.mark.parametrize("start", [[1, 2], {}, Trap("hash")], ids=repr)
def test_a_start_that_cannot_be_looked_up(start):
    """An unhashable start is the caller's fault, so ``Nim.start()`` is not blamed for it."""
    with pytest.raises(GameSolverError) as caught:
        solve(Nim((1, 2)), start=start)
    assert "breaks its contract" not in str(caught.value)
    assert "start" in str(caught.value)


@pytest.mark.parametrize("positions", [5, [[1, 2]], [Trap("hash")]], ids=repr)
def test_further_roots_that_cannot_be_looked_up(positions):
    """Unhashable roots are the caller's fault, so ``Nim.positions()`` is not blamed for them."""
    with pytest.raises(GameSolverError) as caught:
        solve(Nim((1, 2)), positions=positions)
    assert "breaks its contract" not in str(caught.value)
    assert "positions" in str(caught.value)


# ── arguments ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "magic"}, "unknown method 'magic': expected \"auto\", \"retrograde\" or "
         '"minimax"'),
        ({"method": None}, 'unknown method None: expected "auto", "retrograde" or "minimax"'),
        ({"method": []}, 'unknown method []: expected "auto", "retrograde" or "minimax"'),
        *(({"memory": bad}, f"bad memory limit {bad!r}: {BAD_MEMORY}")
          for bad in (0, -1, -5.0, float("nan"), float("inf"), True, "", "5", "abc", "-1 GB",
                      "0 GB", "1 GBs", "1.5.2 GB", "\u0661 GB\n\n!", [], b"1 GB")),
        *(({"threads": bad}, f"bad threads {bad!r}: expected a whole number from 1 to 1024")
          for bad in (0, -1, 1.0, True, "2", [])),
        ({"folder": 5}, "bad folder 5: expected a text or a path"),
        ({"folder": b"here"}, "bad folder b'here': expected a text or a path"),
        ({"folder": __file__}, f"bad folder {__file__!r}: expected a folder, got a file"),
        *(({"progress": bad}, f"bad progress {bad!r}: expected True, a callable that takes a "
           "Progress, or None") for bad in (5, "yes", [])),
    ],
)  # fmt: skip
def test_arguments_of_solve(options, message):
    """An invalid argument is refused with the expected values."""
    with pytest.raises(InvalidArgumentError) as caught:
        solve(Nim((1,)), **options)
    assert str(caught.value) == message


@pytest.mark.parametrize("work", [solve, explore])
@pytest.mark.parametrize(
    ("alien", "message"),
    [
        (TicTacToe, "expected a Game, got <class 'games.tictactoe.TicTacToe'>; make one by "
         "calling it: TicTacToe()"),
        (int, "expected a Game, got <class 'int'>"),
        (5, "expected a Game, got 5"),
        (None, "expected a Game, got None"),
        ("tic-tac-toe", "expected a Game, got 'tic-tac-toe'"),
    ],
)  # fmt: skip
def test_what_is_no_game(work, alien, message):
    """Only a game can be solved, and for a class the message has the call that makes a game."""
    with pytest.raises(InvalidArgumentError) as caught:
        work(alien)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("solution", "options", "message"),
    [
        (BOARD, {"seat": 2}, "bad seat 2: expected 0 or 1"),
        (BOARD, {"seat": "x"}, "bad seat 'x': expected 0 or 1"),
        (NIM, {"seat": 0}, "counts(seat=...) needs the player to move: Nim(heaps=(1, 2)) names "
         "no players; write its player method"),
        (COIN, {"seat": 0}, "counts(seat=...) needs the player to move: the symmetries of "
         "Coin() exchange the two players"),
        (COIN, {"stage": 1}, "Coin() has no stages: counts(stage=...) needs them"),
    ],
)  # fmt: skip
def test_arguments_of_counts(solution, options, message):
    """``counts`` refuses invalid seats, and seats or stages that the game does not have."""
    with pytest.raises(InvalidArgumentError) as caught:
        solution.counts(**options)
    assert str(caught.value) == message


@pytest.mark.parametrize("value", [5, "win"])
def test_games_that_end_with_no_value(value):
    """``count_games`` refuses a value that is not a ``Value``."""
    with pytest.raises(GameSolverError, match="Value"):
        explore(Nim((1, 2))).count_games(value=value)


def test_the_caller_s_own_faults_stay_the_caller_s():
    """An exception of the caller's own iterable or listener is passed on unchanged."""

    def roots():
        yield (1, 1)
        raise ZeroDivisionError("half-way")

    def listener(news):
        raise ZeroDivisionError("in the listener")

    with pytest.raises(ZeroDivisionError, match="half-way"):
        solve(Nim((1,)), positions=roots())
    with pytest.raises(ZeroDivisionError, match="in the listener"):
        solve(Nim((1,)), progress=listener)
