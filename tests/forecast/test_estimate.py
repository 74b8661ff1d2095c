"""Estimates of plain games, and the texts of estimates."""

import itertools
import math

import pytest

from games import MNK, ConnectFour, DotsAndBoxes, Nim, TicTacToe
from games.in_a_row.plain import PlainConnectFour
from gamesolver import Estimate, GameSolverError, InvalidArgumentError, Range, estimate, solve
from gamesolver.forecast import estimating, plain_games
from gamesolver.show.sentences import lasting, many
from tests.oracles.hexapawn import PlainHexapawn
from tests.oracles.mnk import PlainMNK
from tests.support.small_games import Countdown


class Long(Countdown):
    """Fifty counters."""

    size = 50


@pytest.fixture
def hurried(monkeypatch):
    """Forecasts stop exploring at twenty thousand positions, however fast the machine."""

    def look(self):
        if len(self.positions) > 20_000:
            raise plain_games._EnoughError

    monkeypatch.setattr(plain_games._TimedExplorer, "_look", look)


@pytest.mark.parametrize("game", [TicTacToe(), Nim(heaps=(3, 4, 5)), Long()], ids=repr)
def test_a_small_game_is_reported_exactly(game):
    """If all positions are found, their number is exact, and memory within a factor of three."""
    expected = estimate(game)
    count = len(solve(game))
    assert (expected.positions.low, expected.positions.high) == (count, count)
    assert 0 < expected.bytes.low < expected.bytes.high <= 3.01 * expected.bytes.low
    assert 0 < expected.seconds.low < expected.seconds.high < 5
    assert expected.num_indexes is None


def test_a_start_of_ones_own_counts():
    """``estimate`` takes ``start`` and ``positions``, as ``solve`` does."""
    game = Nim(heaps=(3, 4, 5))
    assert estimate(game, start=(1, 1)).positions.high == 3
    assert estimate(game, positions=[(6, 6)]).positions.low > estimate(game).positions.low


@pytest.mark.compiled(why="no different in plain Python")
@pytest.mark.parametrize(
    ("game", "compiled"),
    [(PlainMNK(3, 4, 3), MNK(3, 4, 3)), (PlainConnectFour(4, 4), ConnectFour(4, 4))],
    ids=repr,
)
def test_layers_are_carried_on(hurried, game, compiled):
    """The estimate of a partly explored game has the true number in ranges of a factor of five.

    The compiled game has the same number of positions and is solved faster.
    """
    expected = estimate(game)
    assert len(solve(compiled)) in expected.positions
    assert "layers sampled" in expected.positions.how
    for figures in (expected.positions, expected.bytes, expected.seconds):
        assert figures.high <= 5.01 * figures.low


def test_what_has_no_end_in_sight_is_not_known(hurried):
    """The size of a game that may go on for ever is not known, and has a lower bound only."""

    class Climb(Countdown):
        def start(self):
            return 0

        def moves(self, position):
            return [1, 2]

        def play(self, position, move):
            return position + move

        def terminal_value(self, position):
            return None

    expected = estimate(Climb())
    for figures in (expected.positions, expected.bytes, expected.seconds):
        assert not figures.is_known
        assert figures.high == math.inf
        assert figures.how.startswith("not known")
    assert expected.positions.low > 100
    assert "or more" in str(expected)


def test_a_fault_of_the_game_is_one_here_too():
    """Rules that raise are reported as by ``solve``."""

    class Faulty(TicTacToe):
        def play(self, position, move):
            raise ZeroDivisionError("no board")

    with pytest.raises(GameSolverError) as caught:
        estimate(Faulty())
    assert str(caught.value) == (
        "Faulty breaks its contract: play('.........', 0) raised ZeroDivisionError: no board"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"threads": 0}, "bad threads 0: expected a whole number from 1 to 1024"),
        (
            {"memory": "a lot"},
            "bad memory limit 'a lot': expected a positive number of bytes, or a text like "
            '"1.5 GB"',
        ),
        ({"positions": 7}, "bad positions 7: expected an iterable of positions"),
        ({"positions": "x.."}, "bad positions 'x..': expected an iterable of positions, no text"),
    ],
    ids=["threads", "memory", "positions", "a text"],
)
def test_arguments_that_make_no_sense_are_refused(arguments, message):
    """Wrong arguments are refused with the messages of ``solve``."""
    with pytest.raises(InvalidArgumentError) as caught:
        estimate(TicTacToe(), **arguments)
    assert str(caught.value) == message


def test_an_estimate_is_a_small_table():
    """A printed estimate has a row for each figure, with its range and its source."""
    positions = Range(1_234_567, 5_000_000, "counted")
    expected = Estimate(
        TicTacToe(),
        positions,
        Range(2e9, 2.4e9, "added up"),
        Range.unknown(61, "not known"),
        19_683,
    )
    assert str(expected) == (
        "Tic-Tac-Toe:\n"
        "  indexes    19,683                  of the game's own numbering\n"
        "  positions  1,234,567 to 5,000,000  counted\n"
        "  bytes      2.0 GB to 2.4 GB        added up\n"
        "  seconds    61.0 s or more          not known"
    )


def test_ranges_hold_figures():
    """A figure is in a range from its low end to its high one; other things never are."""
    figures = Range.around(100, 4.0, "a guess")
    assert (figures.low, figures.high) == (50, 200)
    assert 50 in figures
    assert 200.0 in figures
    assert 49 not in figures
    assert "100" not in figures
    assert 10**30 in Range.unknown(3, "not known")
    assert Range.within([1, 100, 900], 4.0, "guesses") == Range(50, 200, "guesses")
    assert Range.within([60, 100, 150], 4.0, "guesses") == Range(60, 150, "guesses")


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0"),
        (9_999_999, "9,999,999"),
        (34_888_367, "34.9 million"),
        (2_818_972_642, "2,819 million"),
        (4_531_985_219_092, "4.53e+12"),
    ],
)
def test_large_numbers_are_rounded(count, text):
    """Small numbers have all digits, and large ones are rounded."""
    assert many(count) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0004, "0.4 ms"),
        (0.25, "250 ms"),
        (9.04, "9.0 s"),
        (61, "61.0 s"),
        (1800, "30 minutes"),
        (10_000, "2.8 hours"),
        (864_000, "10.0 days"),
    ],
)
def test_times_are_reported_as_people_do(seconds, text):
    """Times are in milliseconds, seconds, minutes, hours or days."""
    assert lasting(seconds) == text


def test_exploring_stops_in_time(monkeypatch):
    """A forecast looks at the clock at least once in 16 positions."""
    monkeypatch.setattr(estimating, "SECONDS", 1.0)
    looked = []
    usual = plain_games._TimedExplorer._look
    monkeypatch.setattr(
        plain_games._TimedExplorer,
        "_look",
        lambda self: (looked.append(len(self.ends)), usual(self)),
    )
    estimate(PlainHexapawn(rows=5, columns=5))
    assert len(looked) > 10
    assert max(after - before for before, after in itertools.pairwise(looked)) <= 16


@pytest.mark.parametrize("game", [TicTacToe(), DotsAndBoxes(1, 1)])
def test_what_has_no_room_for_a_table_may_be_proved(game):
    """A printed estimate advises ``prove`` only if a table does not fit in memory."""
    advice = "\n  too large for a table here: prove proves the outcome of one position"
    little = estimate(game, memory=1_000)
    assert str(little) == little.table + advice
    assert estimate(game).advice is None
