"""Estimates of games with scores: possible scores, widths of entries, and the method."""

from random import Random

import numpy as np
import pytest

from games import DotsAndBoxes, Kalah, TicTacToe
from games.othello.plain import PlainOthello
from gamesolver import estimate, solve
from gamesolver.forecast import lines, sampling
from gamesolver.rules.guard import Rules
from gamesolver.tables.entries import Coding
from tests.attacks.compiled_scores import CompiledScores
from tests.attacks.scored_graphs import abreast, drawn
from tests.support.at_the_terminal import ROOT, answered, called
from tests.support.json_shapes import validator
from tests.support.scale import scaled
from tests.support.scored_games import Coins, Counters, Race, Treasure

GAMES = f"{ROOT}/tests/support/scored_games.py"


@pytest.fixture(autouse=True)
def unhurried(monkeypatch):
    """All lines are played, however slow the machine."""
    monkeypatch.setattr(lines, "SECONDS", 1e6)


def all_lines(rules, position):
    """Return the score and the plies of every line of play, for the player to move."""
    end = rules.ending(position)
    if end is not None:
        return {(end.points, 0)}
    found = set()
    for move in rules.moves(position):
        after, gain = rules.play(position, move), rules.gain(position, move)
        sign = 1 if rules.turn_kept(position, after) else -1
        found |= {(gain + sign * score, plies + 1) for score, plies in all_lines(rules, after)}
    return found


@pytest.mark.parametrize("game", [Coins(), Counters(), Race(), DotsAndBoxes(1, 1)], ids=repr)
def test_lines_at_random_come_to_every_score(game):
    """A thousand random lines of a small game have every possible score and the greatest length."""
    every = all_lines(Rules(game), game.start())
    scores = estimate(game).scores
    assert list(scores.by_score) == sorted({score for score, _ in every}, reverse=True)
    assert scores.longest == max(plies for _, plies in every)
    assert (scores.lines, scores.unfinished) == (lines.MOST_LINES, 0)


def test_lines_that_do_not_end_are_counted_and_left(monkeypatch):
    """Lines that do not end are counted. If no line ends, the scores are not known."""
    monkeypatch.setattr(lines, "LONGEST", 3)
    scores = estimate(Treasure()).scores
    assert 0 < scores.unfinished < scores.lines == lines.MOST_LINES
    monkeypatch.setattr(lines, "LONGEST", 1)
    scores = lines.sample_scores(Rules(Race()), (0, 0))
    assert (scores.unfinished, scores.spread) == (scores.lines, "not known")
    assert scores.how == (
        "sampled in 1,000 lines of random play, 1,000 of them left before their end"
    )


def test_the_command_reports_scores_in_words_and_in_json():
    """``estimate`` prints the range of scores, and JSON lists each score, best first."""
    output = answered("estimate", f"{GAMES}:Race")
    assert "  scores     loss by 3 to win by 3  sampled in 1,000 lines of random play; " in output
    answer = called("estimate", f"{GAMES}:Race", "--json").answer
    validator("Estimate").validate(answer)
    scores = answer["scores"]["by_score"]
    assert [each["score"] for each in scores] == [3, 2, 1, -1, -2, -3]
    assert sum(each["lines"] for each in scores) == answer["scores"]["lines"] == 1000


def test_without_scores_none_are_reported():
    """A game without scores has no estimated scores, and neither has ``scores=False``."""
    for expected in (estimate(TicTacToe()), estimate(PlainOthello(), scores=False)):
        assert expected.scores is None
        assert expected.shape()["scores"] is None
        assert "scores" not in str(expected)


@pytest.mark.parametrize("game", [DotsAndBoxes(1, 2), DotsAndBoxes(2, 2), Kalah(2, 2)], ids=repr)
def test_entries_are_reckoned_as_wide_as_they_come_out(game):
    """The estimated width of the entries is the width in the solved table."""
    expected, solution = estimate(game), solve(game)
    assert len(solution) in expected.positions
    width = sampling.entry_width(Coding.of(Rules(game)), expected.scores.longest)
    assert solution._table.entries.dtype == width
    plural = "" if width is np.uint8 else "s"
    assert f" of {np.dtype(width).itemsize} byte{plural}, " in expected.bytes.how


def test_many_scores_and_plies_take_wider_entries():
    """Two bytes are needed for 19 scores and 24 plies, and for 97 scores and three plies."""
    assert sampling.entry_width(Coding.of(Rules(DotsAndBoxes(3, 3))), 24) is np.uint16
    assert sampling.entry_width(Coding.of(Rules(Kalah(6, 4))), 3) is np.uint16


@pytest.mark.parametrize("staged", [True, False])
@pytest.mark.parametrize("gains", [True, False])
def test_each_way_of_resolving_scores_is_foreseen(gains, staged, monkeypatch):
    """The estimate includes a graph of the pending positions only if ``solve`` builds one."""
    monkeypatch.setattr(lines, "LONGEST", 20)  # the length of lines does not matter here
    luck = Random(gains + 2 * staged)
    drawing = abreast([drawn(luck, gains=gains, loops=not gains) for _ in range(scaled(60, 300))])
    game = CompiledScores(drawing, gains=gains, staged=staged)
    expected, solution = estimate(game), solve(game)
    assert len(solution) in expected.positions
    took_graph = "the graph of" in solution.how.why
    assert ("and a graph of" in expected.bytes.how) == took_graph == (not gains)
