"""Strategies of games with scores, gains and a payoff of infinite play."""

from itertools import product

import pytest

from gamesolver import Game, InvalidArgumentError, Value, solve
from gamesolver.players import audit, strategy
from tests.attacks.played_scores import Prizes, Race, Ring, drawings
from tests.players.test_audit_scores import sign, worst

MOST_WAYS = 64


def tables(game):
    """Yield every choice of moves at player 0's positions, or nothing if there are too many."""
    ours = [each for each in game.positions() if each[1] == 0 and game.drawing.moves[each[0]]]
    ways = 1
    for each in ours:
        ways *= len(game.moves(each))
    if ways <= MOST_WAYS:
        for chosen in product(*(game.moves(each) for each in ours)):
            yield dict(zip(ours, chosen, strict=True))


def met(game, table):
    """Return the positions at which a table is queried, against every reply."""
    seen, waiting = set(), [game.start()]
    while waiting:
        position = waiting.pop()
        if position in seen or game.terminal_score(position) is not None:
            continue
        seen.add(position)
        moves = [table[position]] if position[1] == 0 else game.moves(position)
        waiting += [game.play(position, move) for move in moves]
    return {each for each in seen if each[1] == 0}


def keeps_scores(solution, table):
    """Return True if the table attains the score of each position at which it is queried."""
    game = solution.game
    return all(
        worst(game, table.__getitem__, each) >= solution[each].score for each in met(game, table)
    )


def tried_out(game):
    """Return all tables of a game, or none if they cannot be tried against all opponents."""
    tried = list(tables(game))
    if not tried or game.terminal_score(game.start()) is not None:
        return []
    least = [worst(game, table.__getitem__, each) for table in tried for each in met(game, table)]
    return [] if None in least else tried


@pytest.mark.parametrize("by", ["value", "score"])
def test_no_table_is_smaller(by):
    """Without gains the smallest of all tables that keep the value or score is found."""
    measure, sizes = {"value": sign, "score": int}[by], set()
    for game in drawings(f"tables {by}", 60, most_nodes=5, gains=False):
        solution, tried = solve(game), tried_out(game)
        game = without_gain(game)
        goal, start = measure(solution.outcome.score), game.start()
        if not tried or (by == "value" and goal < 0):
            continue
        found = strategy(solve(game), by=by)
        least = {place: worst(game, each.__getitem__, start) for place, each in enumerate(tried)}
        kept = [tried[place] for place in least if measure(least[place]) >= goal]
        assert len(found) == min(len(met(game, table)) for table in kept)
        assert measure(worst(game, found, start)) >= goal
        assert found.value is Value.of(goal)
        assert found.score == (goal if by == "score" else None)
        sizes.add(len(found))
    assert len(sizes) > 1


def without_gain(game):
    """Return a copy of a game whose class does not define gains."""

    class Plain(type(game)):
        """Game without gains."""

        gain = Game.gain

    return Plain(game.drawing, game.endless)


def test_no_table_is_smaller_where_moves_gain():
    """With gains the smallest of all tables that keep the score at each position is found."""
    sizes = set()
    for game in drawings("tables", 150, most_nodes=5):
        solution, tried = solve(game), tried_out(game)
        if not tried:
            continue
        found = strategy(solution)
        kept = [table for table in tried if keeps_scores(solution, table)]
        assert len(found) == min(len(met(game, table)) for table in kept)
        assert worst(game, found, game.start()) >= solution.outcome.score == found.score
        sizes.add(len(found))
    assert len(sizes) > 1


@pytest.mark.parametrize("seat", [0, 1])
def test_an_audit_finds_the_score_held(seat):
    """A strategy holds the score of the start against every reply in random games."""
    for game in drawings("held", 60):
        solution = solve(game)
        found = strategy(solution, seat)
        own = audit(found, solution, seat).own_play[seat]
        assert (own.holds, own.holds_score, own.score) == (True, True, found.score)


def test_what_it_promises_in_words():
    """The title names the score if ``by="score"``, and a lost start needs no strategy by value."""
    solution = solve(Prizes())
    assert strategy(solution, by="score").title == (
        "the player who moves first wins by 3 with 1 position, the fewest there can be"
    )
    assert strategy(solution).title == (
        "the player who moves first wins with 1 position, the fewest there can be"
    )
    assert strategy(solution, by="score").choices[0].target == 3
    assert strategy(solution, 1).title == "the player who moves second loses, and needs no strategy"
    assert strategy(solution, 1, by="score").title == (
        "the player who moves second loses by no more than 3 with 0 positions, the fewest there "
        "can be"
    )
    assert strategy(solve(Race(4))).title == (
        "the player who moves first draws with 2 positions, the fewest there can be"
    )
    shape = strategy(solution, by="score").shape()
    assert (shape["value"], shape["score"]) == ("win", 3)
    assert strategy(solution).shape()["score"] is None


@pytest.mark.parametrize(
    ("endless", "seat", "title"),
    [
        (Value.LOSS, 0, "first player draws with 1 position, the fewest there can be"),
        (Value.LOSS, 1, "second player draws with 1 position, the fewest there can be"),
        (Value.WIN, 0, "first player wins with 1 position, the fewest there can be"),
        (Value.WIN, 1, "second player loses, and needs no strategy"),
    ],
)
def test_endless_play_without_scores(endless, seat, title):
    """The loser by infinite play must end it, and the winner may go on for ever."""
    found = strategy(solve(Ring(endless)), seat)
    assert found.title == title
    if seat == 0:
        assert found(("here", 0)) == ("stop" if endless is Value.LOSS else "on")


def test_by_value_where_moves_gain():
    """A strategy by value is refused if moves gain, as earlier gains are unknown to it."""
    with pytest.raises(InvalidArgumentError) as caught:
        strategy(solve(Race()), by="value")
    assert str(caught.value) == (
        'bad by "value": moves of Race() gain, and the winner depends on earlier gains, which '
        'are not part of a position: expected "score"'
    )
    with pytest.raises(InvalidArgumentError) as caught:
        strategy(solve(Race()), by="plies")
    assert str(caught.value) == 'bad by \'plies\': expected "value" or "score"'
