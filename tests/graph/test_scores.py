"""Games with scores, gains and payoffs of infinite play: methods, verifier and reference."""

from collections import Counter
from random import Random

import attrs
import pytest

from gamesolver import Game, GameContractError, Outcome, Value, explore, solve
from tests.attacks.graph_games import IS_PLAIN
from tests.attacks.scored_graphs import (
    ScoredDrawing,
    ScoredGame,
    abreast,
    drawn,
    drawn_games,
    gathered,
)
from tests.oracles.scored_reference import as_reference
from tests.support.scale import scaled

GRAPHS = 300 if IS_PLAIN else scaled(3_000, 60_000)


def require_truth(parts, endless, methods):
    """Check a game of these graphs against the reference by every method, and verify it."""
    game = ScoredGame(abreast(parts), endless)
    solutions, first = [solve(game, method=each) for each in methods], 0
    for part in parts:
        for (node, seat), outcome in part.truth(endless).items():
            for solution in solutions:
                assert as_reference(solution[first + node, seat]) == outcome, (
                    part,
                    endless,
                    node,
                    seat,
                )
        first += len(part.moves)
    assert solutions[0].verify(full=True).positions == len(solutions[0]) == 2 * first


@pytest.mark.parametrize("endless", [0, 1, -2, 5])
@pytest.mark.parametrize("gains", [False, True])
def test_thousands_of_graphs_with_loops_and_scores(endless, gains):
    """Random graphs with cycles, kept turns, scores and gains equal the reference."""
    luck = Random(f"{endless} {gains}")
    require_truth([drawn(luck, gains=gains) for _ in range(GRAPHS // 2)], endless, ["retrograde"])
    for parts, payoff in drawn_games(luck, 30, GRAPHS // 60, gains=gains):
        require_truth(parts, payoff, ["retrograde"])


@pytest.mark.parametrize("gains", [False, True])
def test_graphs_with_many_moves(gains):
    """Graphs whose positions have up to 300 moves equal the reference."""
    luck = Random(gains)
    for parts, payoff in drawn_games(luck, 2, GRAPHS // 100, gains=gains, most_moves=300):
        require_truth(parts, payoff, ["retrograde"])


METHODS = ["minimax", "retrograde"]


@pytest.mark.parametrize("endless", [0, -1, 3])
def test_thousands_of_graphs_without_a_loop(endless):
    """On graphs without cycles minimax, retrograde analysis and the reference agree."""
    luck = Random(endless)
    require_truth([drawn(luck, loops=False) for _ in range(GRAPHS // 6)], endless, METHODS)
    for parts, payoff in drawn_games(luck, 20, GRAPHS // 120, loops=False):
        require_truth(parts, payoff, METHODS)


def test_a_small_game_with_scores_goes_by_minimax():
    """The default method is minimax without cycles, and retrograde analysis with cycles."""
    luck = Random(0)
    without = solve(ScoredGame(drawn(luck, loops=False)))
    with_loop = solve(ScoredGame(ScoredDrawing((((0, False, 0),),), (None,)), endless=2))
    assert (without.how.method, with_loop.how.method) == ("minimax", "retrograde")
    assert str(with_loop.outcome) == "win by 2, endless"


def test_the_mainline_of_a_win_without_end_comes_to_its_gains():
    """The mainline takes a gain at once, although a move around a cycle could delay it."""
    # node 0 can wait at node 1, or gain 2 by a move to node 2, from which play never ends
    drawing = ScoredDrawing(
        (((1, False, 0), (2, False, 2)), ((0, False, 0),), ((2, False, 0),)), (None,) * 3
    )
    solution = solve(ScoredGame(drawing))
    assert str(solution.outcome) == "win by 2, endless"
    (first, *_), rows = solution.mainline(), solution.moves((0, 0))
    assert (first.move, first.gain, first.is_best) == (1, 2, True)
    assert [(row.move, str(row.outcome), row.is_best) for row in rows] == [
        (1, "win by 2, endless", True),
        (0, "win by 2, endless", False),
    ]


def plays_by_value(drawing, node):
    """Count the plays from a node that end with each value, one by one."""
    if drawing.ends[node] is not None:
        return Counter([Value.of(drawing.ends[node])])
    return sum((plays_by_value(drawing, to) for to, _, _ in drawing.moves[node]), Counter())


def test_games_counted_by_who_wins_at_their_ends():
    """Plays that end with a score are counted by its sign, regardless of gains."""
    luck = Random(5)
    for _ in range(100):
        drawing = gathered([drawn(luck, loops=False)])
        graph = explore(ScoredGame(drawing), positions=())
        plays = plays_by_value(drawing, 0)
        assert {value: graph.count_games(value) for value in Value} == {
            value: plays[value] for value in Value
        }
        assert graph.count_games() == plays.total()


# ── bad input ───────────────────────────────────────────────────────────────────────────────────


class Scored(Game):
    """Game of one move from 0 to 1, which ends it; subclasses add faults."""

    def start(self):
        return 0

    def moves(self, position):
        return ("on",)

    def play(self, position, move):
        return position + 1

    def terminal_score(self, position):
        return 4 if position == 1 else None


def broken(**members):
    """Return the error message of a ``Scored`` game with these members changed."""
    with pytest.raises(GameContractError) as caught:
        solve(type("Spoilt", (Scored,), members)())
    return str(caught.value).removeprefix("Spoilt breaks its contract: ")


def value_of(self, position):
    """Return a value for the terminal position."""
    return Value.WIN if position else None


UP_TO = "a whole number from -1,000,000,000 to 1,000,000,000"


@pytest.mark.parametrize(
    ("members", "message"),
    [
        (
            {"terminal_value": value_of},
            "it defines both terminal_value and terminal_score: expected one of them, "
            "because a value is the sign of a score",
        ),
        (
            {
                "terminal_value": value_of,
                "terminal_score": Game.terminal_score,
                "gain": lambda self, position, move: 1,
            },
            "it defines gain and terminal_value: expected terminal_score, because gains are scores",
        ),
        (
            {"terminal_score": Game.terminal_score},
            "it defines neither terminal_value nor terminal_score: expected one of them",
        ),
        (
            {"terminal_score": lambda self, position: 1.0 if position else None},
            f"terminal_score(1) returned 1.0: expected {UP_TO}, or None",
        ),
        (
            {"terminal_score": lambda self, position: Value.WIN if position else None},
            f"terminal_score(1) returned Value.WIN: expected {UP_TO}, or None",
        ),
        (
            {"terminal_score": lambda self, position: 10**10 if position else None},
            f"terminal_score(1) returned 10000000000: expected {UP_TO}, or None",
        ),
        (
            {"terminal_score": lambda self, position: True if position else None},
            f"terminal_score(1) returned True: expected {UP_TO}, or None",
        ),
        (
            {"gain": lambda self, position, move: 0.5},
            f"gain(0, 'on') returned 0.5: expected {UP_TO}",
        ),
        (
            {"gain": lambda self, position, move: None},
            f"gain(0, 'on') returned None: expected {UP_TO}",
        ),
        (
            {"gain": lambda self, position, move: 1 // 0},
            "gain(0, 'on') raised ZeroDivisionError: integer division or modulo by zero",
        ),
        (
            {"endless": Value.DRAW},
            f"endless is Value.DRAW: expected {UP_TO}, because the game has scores",
        ),
        (
            {"gain": None},
            "gain(0, 'on') raised TypeError: 'NoneType' object is not callable",
        ),
        (
            {"moves": lambda self, position: ()},
            "position 0 has no moves and is not terminal: return a result from terminal_score",
        ),
        (
            {"endless": 10**9 + 1},
            f"endless is 1000000001: expected {UP_TO}, because the game has scores",
        ),
        (
            {"endless": 1.5},
            f"endless is 1.5: expected {UP_TO}, because the game has scores",
        ),
        (
            {"endless": 1},
            "endless is 1, which is the payoff of infinite play for player 0: expected a game "
            "that names the player to move; write player",
        ),
        (
            {"endless": 1, "player": lambda self, position: None},
            "endless is 1, which is the payoff of infinite play for player 0: expected the "
            "player to move, and player(0) returned None",
        ),
    ],
)
def test_ends_gains_and_endless_play_that_cannot_be(members, message):
    """Invalid scores, gains and payoffs, and contradictory members, are refused."""
    assert broken(**members) == message


@pytest.mark.parametrize("endless", [1, "win", None])
def test_endless_play_of_a_game_with_values_is_a_value(endless):
    """A game with ``terminal_value`` must define ``endless`` as a value."""

    class Valued(Scored):
        terminal_score = Game.terminal_score
        terminal_value = value_of

    Valued.endless = endless
    with pytest.raises(GameContractError, match=r"endless is .*: expected Value\.LOSS"):
        solve(Valued())


@pytest.mark.parametrize("gains", [1, -1])
def test_a_gain_on_a_loop_is_refused(gains):
    """A gain on a cycle is refused, and the message names the move and the cycle."""

    class Round(Scored):
        def moves(self, position):
            return ("on", "out")[: 1 + (position == 3)]

        def play(self, position, move):
            return 9 if move == "out" else (position + 1) % 4

        def gain(self, position, move):
            return gains if (position, move) == (1, "on") else 0

        def terminal_score(self, position):
            return 0 if position == 9 else None

    with pytest.raises(GameContractError) as caught:
        solve(Round())
    assert str(caught.value) == (
        f"Round breaks its contract: gain(1, 'on') returned {gains}, and play returns to 1 "
        "by way of 2, 3, 0: expected no gain on a cycle, because it could be won repeatedly"
    )


def test_symmetries_that_exchange_the_players():
    """Symmetric positions of different players are refused if infinite play is not a draw."""

    class Exchanged(ScoredGame):
        def symmetries(self, position):
            return [(position[0], 1 - position[1])]

    game = Exchanged(ScoredDrawing((((0, False, 0),),), (None,)), endless=1)
    with pytest.raises(GameContractError) as caught:
        solve(game)
    assert str(caught.value) == (
        "Exchanged breaks its contract: symmetric positions (0, 1) and (0, 0) have different "
        "players, and infinite play has the payoff 1 for player 0: expected symmetries that keep "
        "the player"
    )
    assert solve(attrs.evolve(game, endless=0)).outcome == Outcome(Value.DRAW, None, 0)
