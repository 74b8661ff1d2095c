"""``prove`` for games with scores, with gains, and with won infinite play."""

from random import Random

import pytest

from games import (
    Awari,
    DotsAndBoxes,
    Kalah,
    PongHauKi,
    ScoringHeaps,
)
from games.othello.plain import PlainOthello
from gamesolver import Game, InvalidArgumentError, Outcome, Value, prove, solve
from tests.attacks.compiled_scores import CompiledScores
from tests.attacks.scored_graphs import ScoredGame, abreast, drawn
from tests.oracles.alpha_beta import score_by_search
from tests.support.scale import scaled
from tests.support.scored_games import Chase, Coins, Counters, Race, Treasure

ENDLESS = 0, 0, 1, -1, 2, -3
TABLES = 1_000, 25_000, None  # bytes for four positions, for a hundred, and the default


class Gainless(ScoredGame):
    """Game on a graph in which no move gains."""

    gain = Game.gain


def graphs(number, seed):
    """Yield random games with and without gains and cycles, with each payoff of infinite play."""
    luck = Random(seed)
    for each in range(number):
        gains, loops = each % 3 != 0, each % 4 != 1
        drawing = drawn(luck, most_nodes=6, gains=gains, loops=loops)
        yield (ScoredGame if gains else Gainless)(drawing, ENDLESS[each % 6])


def assert_proved(game, position, solution, **options):
    """Check a proof of a position against the solution: outcome, moves, and score alone."""
    proof, outcome = prove(game, position, **options), solution[position]
    assert (proof.outcome, proof.value, proof.score) == (outcome, outcome.value, outcome.score)
    assert str(proof.bounds) == str(outcome)
    assert proof.best_moves() == solution.best_moves(position)
    known = {row.move: row for row in solution.moves(position)}
    for row in proof.moves():
        assert (row.outcome, row.is_best) == (known[row.move].outcome, known[row.move].is_best)
    assert_score_alone(game, position, solution, **options)


def assert_score_alone(game, position, solution, **options):
    """Check that ``exact=False`` finds the score and all moves that preserve it."""
    proof, outcome = prove(game, position, exact=False, **options), solution[position]
    assert (proof.value, proof.score) == (outcome.value, outcome.score)
    kept = {r.move for r in solution.moves(position) if r.outcome.points == outcome.points}
    assert set(proof.best_moves()) == kept
    assert {row.move for row in proof.moves() if row.is_best} == kept


def test_graphs_at_random_are_proved_as_they_are_solved():
    """Random graphs are proved as solved, with cycles, gains and any payoff of infinite play."""
    for number, game in enumerate(graphs(scaled(36, 6_000), 19)):
        solution = solve(game)
        positions = list(solution) if number % 6 == 0 else [solution.start]
        for position in positions:
            assert_proved(game, position, solution, memory=TABLES[number % 3])


@pytest.mark.parametrize(
    "game",
    [Coins(), Counters(), Race(), Chase(), *map(Treasure, (0, 1, -2))],
    ids=repr,
)
def test_small_games_are_proved_as_they_are_solved(game):
    """Every position of small games with gains or won infinite play is proved as solved."""
    solution = solve(game)
    for position in solution:
        assert_proved(game, position, solution)


@pytest.mark.parametrize(
    "game",
    [
        PlainOthello(rows=3, columns=3),
        ScoringHeaps(),
        PongHauKi(endless=Value.WIN),
        PongHauKi(endless=Value.LOSS),
    ],
    ids=repr,
)
def test_plain_games_of_the_shelf_are_proved_as_they_are_solved(game):
    """The start and another position of plain library games are proved as solved."""
    solution = solve(game)
    for position in (solution.start, *Random(3).sample(list(solution), 1)):
        assert_proved(game, position, solution)


@pytest.mark.parametrize(
    "game",
    [DotsAndBoxes(1, 2), DotsAndBoxes(2, 2), Kalah(houses=3, seeds=2), Awari(houses=2, seeds=2)],
    ids=repr,
)
def test_compiled_games_of_the_shelf_are_proved_as_they_are_solved(game):
    """Compiled library games with gains, kept turns and (in Awari) cycles are proved as solved."""
    solution = solve(game)
    assert_proved(game, solution.start, solution)
    assert_score_alone(game, solution.start, solution, memory=64)


@pytest.mark.compiled(why="without a compiler the same search is tried by the plain test")
@pytest.mark.parametrize("endless", [0, 1, -3])
def test_compiled_graphs_at_random_are_proved_as_they_are_solved(endless):
    """Compiled random graphs are proved as solved, from a root of each graph."""
    luck = Random(20 + endless)
    for gains in (True, False):
        drawings = [drawn(luck, gains=gains) for _ in range(scaled(12, 600))]
        game = CompiledScores(abreast(drawings), endless, gains=gains)
        solution, first = solve(game), 0
        for number, each in enumerate(drawings):
            options = {"memory": (64, 1600, None)[number % 3]}
            assert_proved(game, 2 * first + number % 2, solution, **options)
            first += len(each.moves)


@pytest.mark.parametrize("game", [Race(), Coins(), ScoringHeaps()], ids=repr)
def test_a_score_is_requested_by_yes_or_no(game):
    """``at_least`` a score just reached or just missed, or a win, is answered correctly."""
    solution = solve(game)
    for position in solution:
        score = solution[position].score
        reached, missed = (prove(game, position, at_least=score + more) for more in (0, 1))
        assert least_of(reached.bounds) >= score
        assert most_of(missed.bounds) <= score
        assert (prove(game, position, at_least=Value.WIN).value is Value.WIN) == (score > 0)


def least_of(bounds):
    """Return the least score within bounds."""
    bound = bounds.at_least
    return -99 if bound is None else bound.score if isinstance(bound, Outcome) else bound


def most_of(bounds):
    """Return the greatest score within bounds."""
    bound = bounds.at_most
    return 99 if bound is None else bound.score if isinstance(bound, Outcome) else bound


def test_bounds_of_scores_are_reported():
    """A single question gives bounds as text, and a game without scores has no score."""
    assert str(prove(Coins(), at_least=1).bounds) == "at least win by 12"
    assert str(prove(Coins(), exact=False)) == (f"<Proof of {Coins()!r}: win by 12>")
    assert prove(Chase()).score is None


def test_who_wins_endless_play_matters():
    """Infinite play as a win, draw or loss gives the outcome of the solution."""
    for payoff in Value:
        game = Chase(endless=payoff)
        assert prove(game).outcome == solve(game).outcome
    assert str(prove(Chase()).outcome) == "endless win"


@pytest.mark.parametrize("at_least", [Outcome(Value.WIN, 3, 2), Outcome(Value.WIN, 3), "win"])
def test_what_cannot_be_queried_where_moves_gain(at_least):
    """If moves gain, an outcome with plies is refused as a bound."""
    with pytest.raises(InvalidArgumentError) as caught:
        prove(Coins(), at_least=at_least)
    assert str(caught.value) == (
        f"bad at_least {at_least!r}: expected Value.WIN, Value.DRAW or a score"
    )


def test_what_cannot_be_queried_of_scores():
    """An outcome without a score, or a score in a game without scores, is refused as a bound."""
    with pytest.raises(InvalidArgumentError) as caught:
        prove(Race(), at_least=Outcome(Value.WIN, 3))
    assert str(caught.value) == (
        "bad at_least Outcome(Value.WIN, 3): expected Value.WIN, Value.DRAW or a score or an "
        "Outcome with one"
    )
    with pytest.raises(InvalidArgumentError) as caught:
        prove(Chase(), at_least=1)
    assert str(caught.value) == "bad at_least 1: expected Value.WIN, Value.DRAW or an Outcome"


@pytest.mark.compiled(why="without a compiler a search of so many positions takes an hour")
def test_kalah_with_six_houses_and_two_seeds():
    """The score of Kalah with six houses and two seeds is that of an independent search."""
    game = Kalah(houses=6, seeds=2)
    assert prove(game, exact=False).score == score_by_search(game)
