"""Audits of canonical positions only, of samples, and with bad arguments."""

import re

import pytest

from games import TicTacToe
from gamesolver import InvalidArgumentError, SizeLimitError, Value, solve
from gamesolver.players import PerfectPlayer, RandomPlayer, Tally, audit
from gamesolver.players import auditing as questions_module

GAME = TicTacToe()
SOLUTION = solve(GAME)
PERFECT = PerfectPlayer(SOLUTION)


# ── by symmetry, and by sample ─────────────────────────────────────────────


def test_canonical_positions_only():
    """A bot that treats symmetric positions alike is queried about canonical positions only."""
    queried = []

    def bot(position):
        queried.append(position)
        return list(SOLUTION.best_moves(position))

    report = audit(bot, SOLUTION, symmetric=True)
    assert report.by_value == report.by_value_folded == Tally(431, 431)
    assert report.by_outcome == Tally(477, 477)
    assert report.perfect
    assert "symmetry" not in str(report)
    late = queried[len(queried) // 2 :]
    assert all(GAME.canonical(each) == each for each in late)


def test_planted_by_symmetry():
    """With ``symmetric=True`` a mistake is found once, and counts in the bot's own play."""
    place = GAME.canonical(GAME.parse("....x...."))

    def bot(position):
        if position == place:
            return [1, 3, 5, 7]
        return list(SOLUTION.best_moves(position))

    report = audit(bot, SOLUTION, symmetric=True)
    assert [each.position for each in report.mistakes] == [place]
    assert (report.strong, report.weak) == (False, False)


def test_sample():
    """A sample has the requested size, depends on the seed only, and is never called perfect."""
    report = audit(PERFECT, SOLUTION, sample=300)
    assert report.by_outcome.positions == 300
    assert (report.strong, report.fastest) == (None, None)
    assert report.weak is True
    assert not report.perfect
    assert str(report).startswith("Sample\n")
    assert "perfect" not in str(report)
    one, same, other = (
        [
            each.position
            for each in audit(RandomPlayer(GAME), SOLUTION, sample=50, seed=seed).mistakes
        ]
        for seed in (1, 1, 2)
    )
    assert one == same != other
    assert audit(RandomPlayer(GAME), SOLUTION, sample=50).strong is False


def test_a_sample_of_more_than_there_are():
    """A sample larger than all of random play has the positions that random play reaches."""
    report = audit(PERFECT, SOLUTION, sample=10**30)
    assert 3000 < report.by_outcome.positions <= 3515
    assert report.verdict == "sample"


def test_a_sample_is_needed_beyond_that_many(monkeypatch):
    """An audit of more than ``MOST_AUDITED`` positions is refused with the advice to sample."""
    monkeypatch.setattr(questions_module, "MOST_AUDITED", 4519)
    with pytest.raises(SizeLimitError) as caught:
        audit(PERFECT, SOLUTION)
    assert str(caught.value) == (
        "an audit covers 4519 positions at most, and there are more; "
        "sample=... audits the given number of positions of random play"
    )
    assert audit(PERFECT, SOLUTION, sample=10).verdict == "sample"
    monkeypatch.setattr(questions_module, "MOST_AUDITED", 4520)
    assert audit(PERFECT, SOLUTION).perfect
    monkeypatch.setattr(questions_module, "MOST_AUDITED", 600)  # of 627 canonical ones
    with pytest.raises(SizeLimitError, match="an audit covers 600 positions at most"):
        audit(PERFECT, SOLUTION)


def test_own_play_beyond_the_limit():
    """Own play beyond the limit is an error, and in a sample it leaves ``weak`` unknown."""
    with pytest.raises(SizeLimitError, match="the graph of play has more than 100 positions"):
        audit(RandomPlayer(GAME), SOLUTION, limit=100)
    report = audit(PERFECT, SOLUTION, sample=10, limit=100)
    assert report.weak is None
    assert report.own_play == {0: None, 1: None}
    assert re.search(r"^  weak     not known  ", str(report), re.MULTILINE)


# ── refusals ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"player": 3}, "bad player 3: expected a callable that takes a position"),
        (
            {"solution": GAME},
            "bad solution TicTacToe(): expected a Solution, as solve and load return",
        ),
        ({"seat": 2}, "bad seat 2: expected 0, 1 or None"),
        ({"seat": True}, "bad seat True: expected 0, 1 or None"),
        ({"seat": [0, 1]}, "bad seat [0, 1]: expected 0, 1 or None"),
        ({"sample": 0}, "bad sample 0: expected a whole number from 1 on"),
        ({"sample": "all"}, "bad sample 'all': expected a whole number from 1 on"),
        ({"seed": -1}, "bad seed -1: expected a whole number from 0 on"),
        ({"limit": 0}, "bad limit 0: expected a number of positions from 1 on"),
        ({"symmetric": "yes"}, "bad symmetric 'yes': expected True or False"),
        ({"progress": 7}, "bad progress 7: expected True, a callable that takes a Progress"),
    ],
    ids=str,
)
def test_bad_arguments(arguments, message):
    """Each argument is refused by name, with what was expected."""
    with pytest.raises(InvalidArgumentError) as caught:
        audit(**{"player": PERFECT, "solution": SOLUTION} | arguments)
    assert str(caught.value).startswith(message)


def test_values_of_both_seats():
    """The value of own play is the value of the start, which is a draw for both players."""
    assert [each.value for each in audit(PERFECT, SOLUTION).own_play.values()] == [Value.DRAW] * 2


def test_progress():
    """Each phase is reported up to its end."""
    reported = []
    audit(PERFECT, SOLUTION, progress=reported.append)
    assert {"list", "call"} <= {each.phase for each in reported}
    assert (reported[-1].done, reported[-1].total) == (3515, 3515)
