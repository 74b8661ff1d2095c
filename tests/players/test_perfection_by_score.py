"""Players of games with scores, gains and a payoff of infinite play."""

from random import Random

import pytest

from gamesolver import CycleError, InvalidArgumentError, Value, solve
from gamesolver.players import MinimaxPlayer, PerfectPlayer, ShareOfWinsPlayer, match
from gamesolver.players.against_person import PersonMatch
from gamesolver.players.players import rows_that_preserve
from tests.attacks.played_scores import Margins, Race, Stones, drawings
from tests.oracles.scored_reference import FOR_EVER, preference


def row_outcomes(game, position, truth):
    """Return the score of every move of a position, by the reference and by hand."""
    node, seat = position
    payoff = game.endless * (1 - 2 * seat)
    found = []
    for to, kept, gain in game.drawing.moves[node]:
        score, plies, last = truth[to, seat if kept else 1 - seat]
        score = (score if kept else -score) + gain
        last_gain = 0 if score == payoff else last + 1
        length = FOR_EVER + last_gain if plies is None else plies + 1
        found.append((preference((score, length), payoff), score))
    return found


def test_the_best_moves_of_drawn_games():
    """By outcome a perfect player plays what the oracle prefers, by score what scores most."""
    for game in drawings("perfect"):
        solution, truth = solve(game), game.drawing.truth(game.endless)
        by_outcome = PerfectPlayer(solution, ties="random")
        by_score = PerfectPlayer(solution, by="score", ties="random")
        for position in game.positions():
            rows = row_outcomes(game, position, truth)
            if not rows:
                continue
            best, most = max(key for key, _ in rows), max(score for _, score in rows)
            assert by_outcome(position) == [
                move for move, (key, _) in enumerate(rows) if key == best
            ]
            assert by_score(position) == [
                move for move, (_, score) in enumerate(rows) if score == most
            ]


def test_perfect_play_attains_the_score():
    """Two perfect players attain the score of the start, also by gains before infinite play."""
    endless = 0
    for game in drawings("attained"):
        solution = solve(game)
        player = PerfectPlayer(solution)
        played = match(game, player, player, 1, seed=1, cap=100)
        assert played.total == solution.outcome.score
        assert played.endless == (solution.remoteness is None)
        endless += solution.remoteness is None and bool(solution.outcome.score)
    assert endless > 0


def test_minimax_is_as_good():
    """In random games without cycles a minimax player plays the first of the best moves."""
    for game in drawings("minimax", loops=False):
        perfect, thinking = PerfectPlayer(solve(game)), MinimaxPlayer(game)
        for position in game.positions():
            if game.drawing.moves[position[0]]:
                assert thinking(position) == perfect(position)


def test_minimax_where_play_loops():
    """In games with cycles a minimax player finds a best move or reports the cycle."""
    refused = 0
    for game in drawings("loops"):
        thinking, perfect = MinimaxPlayer(game), PerfectPlayer(solve(game), ties="random")
        for position in game.positions():
            if game.drawing.moves[position[0]]:
                try:
                    assert thinking(position) in perfect(position)
                except CycleError:
                    refused += 1
    assert refused > 0


@pytest.mark.parametrize("size", [3, 4, 5, 8])
@pytest.mark.parametrize("last", [0, 3, -2])
def test_a_person_is_judged_by_the_whole_match(size, last):
    """A mistake in a match is the same whether gains are in the moves or in the positions."""
    with_gains, written_out = (solve(each(size, last)) for each in (Race, Margins))
    for seed in range(20):
        luck = Random(seed)
        one, other = (PersonMatch(each, 0, luck, "value") for each in (with_gains, written_out))
        while not one.is_over:
            move = luck.choice(one.rows).move
            turns = [
                each.make(next(row for row in each.rows if row.move == move))
                for each in (one, other)
            ]
            assert turns[0].gave_up == turns[1].gave_up
            assert [row.move for row in rows_of(one)] == [row.move for row in rows_of(other)]


def rows_of(match):
    """Return the replies that keep the value of the match, in the order of the game."""
    seat = match.to_move
    if match.is_over:
        return []
    return sorted(
        rows_that_preserve(match.rows, "value", match.won(seat)), key=lambda row: row.move
    )


def test_by_value_where_moves_gain():
    """A player by value is refused if moves gain, as it does not know the earlier gains."""
    with pytest.raises(InvalidArgumentError) as caught:
        PerfectPlayer(solve(Race()), by="value")
    assert str(caught.value) == (
        'bad by "value": moves of Race() gain, and the winner depends on earlier gains, which '
        'are not part of a position: expected "outcome" or "score"'
    )


def test_shares_of_wins_where_moves_gain():
    """A player that counts immediate wins cannot play games with gains."""
    with pytest.raises(InvalidArgumentError) as caught:
        ShareOfWinsPlayer(Race())
    assert str(caught.value) == (
        "a ShareOfWinsPlayer counts moves that win: moves of Race() gain, and the winner depends "
        "on earlier gains, which are not part of a position: expected a game without gains"
    )


def test_shares_of_wins_with_scores():
    """If only terminal positions have scores, a player that counts wins goes by their sign."""
    game = Stones()
    assert ShareOfWinsPlayer(game)((2, 1)) == 2
    assert PerfectPlayer(solve(game), by="value", ties="random")((4, 0)) == [1]
    assert solve(game).value is Value.WIN
