"""Matches, odds, audits and strategies of games with scores, at the terminal."""

from tests.support.at_the_terminal import answered, called, refused

PLAIN_OTHELLO = "games.othello.plain:PlainOthello"


def test_odds_by_score():
    """The odds have a row for each score, and the mean score."""
    assert answered("odds", "scoring-heaps", "--heaps", "2,3", "random", "random") == (
        "Scoring Heaps (heaps (2, 3))\n"
        "random moves first, random second\n\n"
        "for the first   chance   exactly\n"
        "win             33.33%   1/3\n"
        "draw            50.00%   1/2\n"
        "loss            16.67%   1/6\n\n"
        "score   chance   exactly\n"
        "+1      33.33%   1/3\n"
        "0       50.00%   1/2\n"
        "-1      16.67%   1/6\n\n"
        "Score +0.17 on average\n\n"
        "Exact, from 6 positions with either to move\n"
    )


def test_a_match_by_score():
    """A match reports the number of games for each score, the sum and the mean."""
    output = answered(
        "match", "scoring-heaps", "--heaps", "2,3", "perfect", "random", "--games", 9, "--seed", 1
    )
    assert output.endswith(
        "score   games   share\n+1      9       100.00%\n\nScore +9 in sum, +1.00 on average\n"
    )


def test_infinite_play_with_a_payoff():
    """If play can be infinite, its payoff for the first player is shown."""
    output = answered("odds", "pong-hau-ki", "--endless", "loss", "perfect", "perfect")
    assert "\nendless         100.00%   1\n\nInfinite play is a loss\n" in output


def test_an_audit_by_score():
    """The audit of a game with scores shows exactness, a row by score and lost points."""
    output = called("audit", "scoring-heaps", "--heaps", "4,5", "random", "--examples", 0)
    assert output.code == 1
    assert "  exact    no  keeps the score at every position\n" in output.out
    assert "by score     0           22   0.00%   0 of 11\n" in output.out
    assert (
        "\nIts own play as the second player gives points away: take 3 from heap a " in output.out
    )
    assert output.out.endswith("\n14 mistakes, 8 loose moves\n")


def test_strategies_by_score():
    """A strategy by score guarantees a margin, and unsuitable options are refused."""
    assert answered("strategy", PLAIN_OTHELLO, "--by", "score").startswith("Black wins by 12 with ")
    assert answered("strategy", PLAIN_OTHELLO).startswith("Black wins with ")
    assert refused("strategy", PLAIN_OTHELLO, "--by", "plies") == (
        "bad --by 'plies': expected value or score"
    )
    assert refused("strategy", "scoring-heaps", "--by", "value") == (
        "bad --by 'value': moves of ScoringHeaps() gain, and the winner depends on earlier "
        "gains, which are not part of a position: expected score"
    )


def test_who_counts_wins_where_moves_gain():
    """A player that counts only terminal values refuses a game with gains."""
    assert refused("audit", "scoring-heaps", "perfect:value:random") == (
        "bad player 'perfect:value:random': moves of ScoringHeaps() gain, and the winner depends "
        "on earlier gains, which are not part of a position: expected perfect or perfect:score"
    )
    assert refused("match", "scoring-heaps", "share-of-wins", "random") == (
        "a ShareOfWinsPlayer counts moves that win: moves of ScoringHeaps() gain, and the winner "
        "depends on earlier gains, which are not part of a position: "
        "expected a game without gains"
    )
