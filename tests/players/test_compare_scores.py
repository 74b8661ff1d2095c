"""Comparisons of two rules in games with scores, gains and a payoff of infinite play."""

from random import Random

import attrs
import pytest

from gamesolver import Value, load, solve
from gamesolver.players import Threshold, compare
from gamesolver.players.comparison_indexes import same_indexes
from tests.attacks.compiled_scores import CompiledScores
from tests.attacks.magnitudes import MOST_POINTS, WIDTHS, about
from tests.attacks.played_scores import Prizes, Race, Ring, Signs, drawings
from tests.attacks.scored_graphs import ScoredDrawing, ScoredGame, drawn, gathered
from tests.files.test_scores import Compiled
from tests.oracles.naive_players import pairs_of
from tests.support.scored_games import Coins


def changed(game, luck):
    """Return a game with other scores at some of its ends."""
    ends = tuple(
        end if end is None or luck.random() < 0.5 else luck.randint(-3, 3)
        for end in game.drawing.ends
    )
    return attrs.evolve(game, drawing=attrs.evolve(game.drawing, ends=ends))


def test_every_pair_of_outcomes_of_drawn_games():
    """Outcomes, thresholds and the nearest change of random games equal a count by hand."""
    luck, found_none = Random(1), 0
    for game in drawings("compare", 100):
        one, other = solve(game), solve(changed(game, luck))
        found = compare(one, other)
        assert found.outcomes == pairs_of(one, other, lambda position: position)
        assert found.thresholds == thresholds(one, other)
        plies = plies_to_a_change(one, other)
        assert (found.shallowest and len(found.shallowest.line)) == plies
        found_none += plies is None
        for each in (found.shallowest, *found.examples):
            if each is not None:
                assert each.one.score == one[each.position].score
                assert each.other.score == other[each.position].score
    assert 0 < found_none < 100


def thresholds(one, other):
    """Return the thresholds, counted position by position."""
    pairs = [(one[each].score, other[each].score) for each in one]
    points = sorted({score for pair in pairs for score in pair}, reverse=True)
    found = {}
    for least in points[:-1]:
        reached = [(here >= least, there >= least) for here, there in pairs]
        kinds = ((True, True), (True, False), (False, True), (False, False))
        found[least] = Threshold(*(reached.count(kind) for kind in kinds))
    return found


def plies_to_a_change(one, other):
    """Return the distance of the nearest position with another score; ``None`` if there is none."""
    level, seen, plies = {one.start}, set(), 0
    while level:
        if any(one[here].score != other[here].score for here in level):
            return plies
        seen |= level
        level = {row.position for here in level for row in one.moves(here)} - seen
        plies += 1
    return None


DRAWING = gathered([drawn(Random(seed)) for seed in range(40)])
WIDE = CompiledScores(DRAWING, -2, indexed=True, bounds=(-500, 500))


def check(one, other):
    """Check a comparison position by position, and return it."""
    found = compare(one, other)
    assert found.outcomes == pairs_of(one, other, lambda position: position)
    assert found.thresholds == thresholds(one, other)
    plies = None if found.shallowest is None else len(found.shallowest.line)
    assert plies == plies_to_a_change(one, other)
    for each in found.examples:
        assert (each.one, each.other) == (one[each.position], other[each.position])
    return found


@pytest.mark.parametrize("edge", about((*WIDTHS, MOST_POINTS), MOST_POINTS))
def test_scores_at_the_edges_of_widths(edge):
    """Pairs of outcomes are counted right even if two scores do not fit into one machine word."""
    ends = (None, edge, -edge, edge - 1), (None, -edge, -edge, 1 - edge)
    moves = (((1, False, 0), (2, False, 0), (3, False, edge)), (), (), ())
    one, other = (solve(ScoredGame(ScoredDrawing(moves, each))) for each in ends)
    found = compare(one, other)
    assert found.outcomes == pairs_of(one, other, lambda position: position)
    assert found.thresholds == thresholds(one, other)


def test_compiled_games_of_scores_with_the_same_indexes():
    """Table entries are compared even if their widths and their scores differ."""
    one, other = solve(CompiledScores(DRAWING, indexed=True)), solve(WIDE)
    assert same_indexes(one, other)
    found = check(one, other)
    assert found.differ > 0 < found.agree
    assert any(outcome and outcome.is_endless and outcome.score for outcome, _ in found.outcomes)


def test_a_file_against_a_table_in_memory(tmp_path):
    """A table in a file is compared with a table in memory by indexes."""
    one, game = solve(Compiled(indexed=True)), Compiled(-2, indexed=True)
    solve(game).save(tmp_path / "file")
    with load(tmp_path / "file", game, check=False) as other:
        assert same_indexes(one, other)
        assert check(one, other).differ > 0


def test_compiled_games_of_scores_without_indexes():
    """Without common indexes positions are looked up in batches, with kept turns, too."""
    luck = Random(5)
    ends = tuple(end and luck.randint(-3, 3) for end in DRAWING.ends)
    games = CompiledScores(DRAWING), CompiledScores(attrs.evolve(DRAWING, ends=ends))
    assert check(*map(solve, games)).differ > 0


def test_compiled_scores_against_compiled_values():
    """A game with scores and one without have no common indexes and no outcome in common."""
    kind = {"gains": False, "indexed": True}
    one = solve(CompiledScores(DRAWING, **kind))
    other = solve(CompiledScores(DRAWING, Value.DRAW, by_value=True, **kind))
    assert not same_indexes(one, other)
    found = compare(one, other)
    assert found.outcomes == pairs_of(one, other, lambda position: position)
    assert found.thresholds is None
    assert all(pair[0].score is not None and pair[1].score is None for pair in found.outcomes)


def test_what_is_shown():
    """Below the table of values the text counts the positions with at least each score."""
    found = compare(solve(Race(4)), solve(Race(4, last=2)), examples=0)
    assert found.as_text().startswith(
        "Down: Race (size 4)\n"
        "Across: Race (size 4, last 2)\n\n"
        "                 win       draw       loss  not there\n"
        "win                2          0          1          0\n"
        "draw               1          0          1          0\n"
        "loss               0          0          0          0\n"
        "not there          0          0          0\n\n"
        "score                    both    down only  across only      neither\n"
        "+4 or more                  0            0            1            4\n"
        "+3 or more                  0            0            2            3\n"
        "+2 or more                  1            0            2            2\n"
        "+1 or more                  2            1            1            1\n"
        "0 or more                   3            2            0            0\n"
        "-1 or more                  4            1            0            0\n\n"
        "The shallowest change:\n"
        "  draw in 2 / win by 2 in 3, at the start\n"
    )
    assert found.shape()["thresholds"][0] == {
        "least": 4,
        "both": 0,
        "only_in_one": 0,
        "only_in_other": 1,
        "neither": 4,
    }
    assert "or more" in found._repr_html_()


def test_nothing_changes_in_what_both_have():
    """If neither game has the other's start, the text speaks of the common positions only."""
    found = compare(solve(Coins()), solve(Coins((4, 9, 1, 3))))
    assert (found.differ, found.shallowest) == (0, None)
    assert (found.only_in_one, found.only_in_other) == (13, 8)
    assert "\nNo score changes in positions that both games have.\n" in found.as_text()
    assert "\nNo score changes.\n" in compare(found.one, found.one).as_text()


def test_scores_against_values():
    """A game with scores and one without are compared by value, and have no thresholds."""
    found = compare(solve(Prizes()), solve(Signs()))
    assert (found.agree, found.differ, found.shallowest) == (4, 0, None)
    assert found.thresholds is None
    assert found.shape()["thresholds"] is None
    assert "No value changes." in found.as_text()
    pairs = [tuple(map(str, pair)) for pair in found.outcomes]
    assert pairs[0] == ("win by 3 in 1", "win in 1")


def test_endless_play_queried_both_ways():
    """Infinite play as a win and as a draw is compared, and there are no thresholds."""
    found = compare(solve(Ring(Value.WIN)), solve(Ring(Value.DRAW)))
    assert found.thresholds is None
    assert (found.agree, found.differ) == (1, 2)
    assert str(found.shallowest.one) == "endless win"
    assert str(found.shallowest.other) == "draw in 1"
