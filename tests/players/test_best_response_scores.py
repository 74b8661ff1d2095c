"""The best response in games with scores, gains and a payoff of infinite play."""

from itertools import product

import attrs
import pytest

from gamesolver import Game, GameContractError, Value, solve
from gamesolver.players import RandomPlayer, best_response, odds, responses
from tests.attacks.played_scores import Mill, Race, Ring, drawings
from tests.oracles.chances import score_chances
from tests.support.some_players import Some, listed

MOST_PLAYERS = 200


def all_players(game, opponent, allowed):
    """Yield every player with one move per position for the start's player, or none if too many."""
    ours, waiting, seen = {}, [game.start()], set()
    while waiting:
        position = waiting.pop()
        if position in seen or game.terminal_score(position) is not None:
            continue
        seen.add(position)
        mine = game.player(position) == game.player(game.start())
        moves = allowed(position) if mine else listed(opponent)(position)
        if mine:
            ours[position] = moves
        waiting += [game.play(position, move) for move in moves]
    ways = 1
    for moves in ours.values():
        ways *= len(moves)
    for chosen in product(*ours.values()) if ways <= MOST_PLAYERS else ():
        yield dict(zip(ours, chosen, strict=True))


def expected(game, choice, opponent):
    """Return the expected score of a player with one move per position."""
    by_score, _ = score_chances(game, lambda position: [choice[position]], listed(opponent))
    return sum(score * chance for score, chance in by_score.items())


@pytest.mark.parametrize("keep_value", [False, True])
@pytest.mark.parametrize("gains", [False, True])
def test_no_player_expects_more(keep_value, gains):
    """No player that keeps the score, if that is required, expects more in random games."""
    tried = 0
    for number, game in enumerate(drawings(f"response {keep_value} {gains}", gains=gains)):
        if game.terminal_score(game.start()) is not None:
            continue
        opponent, solution = Some(game, number), solve(game)

        def allowed(position, game=game, solution=solution):
            if not keep_value:
                return list(game.moves(position))
            rows = solution.moves(position)
            return [row.move for row in rows if row.outcome.score == rows[0].outcome.score]

        players = list(all_players(game, opponent, allowed))
        if not players:
            continue
        tried += 1
        player = best_response(solution if keep_value else game, opponent, keep_value)
        promised, found = player.promise(game.start()), odds(game, player, opponent)
        best = max(expected(game, each, opponent) for each in players)
        assert promised == found
        assert found.expectation == best
        if keep_value:
            assert found.expectation >= solution.outcome.score
    assert tried > 50


def test_in_floats_it_expects_as_much(monkeypatch):
    """A best response computed in floats expects as much as one computed in fractions."""
    reported = 0
    for number, game in enumerate(drawings("response in floats", 60)):
        if game.terminal_score(game.start()) is not None:
            continue
        opponent = Some(game, number)
        exact = best_response(game, opponent, keep_value=False).promise(game.start())
        with monkeypatch.context() as patch:
            patch.setattr(responses, "MOST_EXACT", 0)
            player = best_response(game, opponent, keep_value=False)
            found = player.promise(game.start())
        reported += not player._values.exact
        assert found.expectation == exact.expectation
    assert reported > 10


def test_to_gain_and_then_play_for_ever():
    """If infinite play after a gain is best, the player does not delay the gain for ever."""

    @attrs.frozen
    class Harvest(Game):
        """Two rooms to walk round in, and a door between them that gains 3 for player 0."""

        def start(self):
            return "left", 0

        def moves(self, position):
            room, seat = position
            return ["round", "door"] if room == "left" and seat == 0 else ["round"]

        def play(self, position, move):
            return ("right" if move == "door" else position[0]), 1 - position[1]

        def gain(self, position, move):
            return 3 if move == "door" else 0

        def terminal_score(self, position):
            return None

        def player(self, position):
            return position[1]

    game = Harvest()
    other = RandomPlayer(game)
    player = best_response(game, other, keep_value=False)
    assert player(game.start()) == "door"
    assert odds(game, player, other).scores == {3: 1}


@pytest.mark.parametrize(
    ("endless", "move"), [(Value.LOSS, "stop"), (Value.DRAW, "stop"), (Value.WIN, "on")]
)
def test_endless_play_without_scores(endless, move):
    """A player who wins by infinite play goes on for ever, and any other takes the draw."""
    game = Ring(endless)
    other = RandomPlayer(game)
    player = best_response(solve(game), other)
    promised = player.promise(game.start())
    assert player(game.start()) == move
    assert promised == odds(game, player, other)
    assert (promised.draw, promised.endless) == ((0, 1) if move == "on" else (1, 0))


def test_either_seat_is_answered_for():
    """The response plays for both players, each with its own payoff of infinite play."""
    game = Ring(Value.LOSS)
    player = best_response(solve(game), RandomPlayer(game))
    assert player(("here", 1)) == "on"
    assert player(("here", 0)) == "stop"
    assert player.promise(("here", 1)).endless_payoff == 1
    assert player.promise(("here", 0)).endless_payoff == -1


def test_to_take_as_many_as_one_can():
    """Against a player who always takes one of seven counters, the response wins by three."""
    game = Race(7)
    player = best_response(solve(game), lambda position: 1)
    assert odds(game, player, lambda position: 1).scores == {3: 1}


def test_it_refuses_a_gain_on_a_loop():
    """A move that gains and lies on a cycle is refused by name."""
    player = best_response(Mill(0), lambda position: "on", keep_value=False)
    with pytest.raises(GameContractError, match="gains, and play can return to it"):
        player(("here", 0))
