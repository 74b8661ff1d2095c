"""Tests of the adapter for PettingZoo's environments."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from games import DotsAndBoxes, Nim, PongHauKi, TicTacToe
from gamesolver import InvalidArgumentError, PlayerError, Value, solve
from gamesolver.players import RandomPlayer, audit, keeping
from tests.support.at_the_terminal import refused

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed here")
pytest.importorskip("pygame", reason="pygame, which PettingZoo's classic games need, is not here")

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # PettingZoo's test module raises one
    from pettingzoo.test import api_test

from gamesolver.adapters import pettingzoo


def test_tic_tac_toe_is_ours():
    """From four marks on, the outcome and the number of positions are those of our tic-tac-toe."""
    game = pettingzoo.Game("tictactoe_v3")
    ours = TicTacToe()
    start = game.parse("[0, 1, 4, 2]")  # x in a corner and the centre, o on the rest of a side
    theirs = solve(game, start=start)
    own = ours.start()
    for move in (0, 1, 4, 2):
        own = ours.play(own, move)
    assert theirs.outcome == solve(ours, start=own).outcome
    assert len(theirs) == len({*_reached(ours, own)})


def _reached(game, position):
    yield position
    if game.terminal_value(position) is None:
        for move in game.moves(position):
            yield from _reached(game, game.play(position, move))


CLASSIC = (
    "expected chess_v6, connect_four_v3, go_v5, hanabi_v5, leduc_holdem_v4, rps_v2, "
    "texas_holdem_no_limit_v6, texas_holdem_v4 or tictactoe_v3"
)
BAD = {
    "rps_v2": "rps_v2 of PettingZoo does not fit: moves are made together",
    "leduc_holdem_v4": "leduc_holdem_v4 of PettingZoo does not fit: its observations are not what "
    "both see, chance plays a part",
    "nosuch_v1": f"PettingZoo has no environment 'nosuch_v1': {CLASSIC}",
    "tictactoe_v2": f"PettingZoo has no environment 'tictactoe_v2': {CLASSIC}",
    "x": "bad name 'x': expected an environment of pettingzoo.classic with its version, such as "
    "'tictactoe_v3'",
    "tictactoe_v3(size=9)": "PettingZoo cannot make 'tictactoe_v3(size=9)': TypeError: "
    "raw_env.__init__() got an unexpected keyword argument 'size'",
}


@pytest.mark.parametrize(
    ("rewards", "reported"),
    [
        ((3, -3), "a reward is 3: expected 1, 0 or -1"),
        ((1, 1), "its rewards are not opposite numbers"),
    ],
)
def test_rewards_that_do_not_fit_are_refused(rewards, reported):
    """Rewards other than 1, 0 and -1, or not opposite, are refused at the end of play."""
    game = pettingzoo.Game("tictactoe_v3")
    state = game.begun()
    for action in (0, 1, 3, 4, 6):
        state.step(action)
    state.rewards = dict(zip(state.possible_agents, rewards, strict=True))
    with pytest.raises(InvalidArgumentError) as caught:
        game.key(state, 0)
    assert str(caught.value) == f"tictactoe_v3 of PettingZoo does not fit: {reported}"


@pytest.mark.parametrize("name", BAD)
def test_bad_names_are_refused(name):
    """The error message says why an environment does not fit, or what is expected."""
    with pytest.raises(InvalidArgumentError) as caught:
        pettingzoo.Game(name)
    assert str(caught.value) == BAD[name]


def test_at_the_command_line():
    """The prefix ``pettingzoo:`` selects an environment at the command line."""
    assert refused("solve", "pettingzoo:nosuch_v1") == BAD["nosuch_v1"]


OURS = [TicTacToe(), PongHauKi(), DotsAndBoxes(rows=1, columns=2)]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("game", OURS, ids=repr)
def test_our_games_pass_pettingzoos_own_test(game):
    """A game as an environment passes ``api_test``: plain, with cycles, and compiled."""
    api_test(pettingzoo.env(game), num_cycles=60)


def test_an_environment_of_ours_is_played():
    """Best moves played in an environment are legal actions and win the expected reward."""
    env = pettingzoo.env(Nim(heaps=(1, 2)))
    env.reset()
    assert env.render().splitlines()[0].startswith("a")
    solution = solve(Nim(heaps=(1, 2)))
    while env.agents and not env.terminations[env.agent_selection]:
        best = solution.best_moves(env.position)[0]
        numbers = {move: number for number, move in env.numbers.actions(env.position).items()}
        assert env.observe(env.agent_selection)["action_mask"][numbers[best]]
        env.step(numbers[best])
    assert env.rewards == {"player_0": 1, "player_1": -1}
    assert solution.outcome.value is Value.WIN


def test_an_illegal_action_is_refused():
    """The message for an illegal action lists the legal ones."""
    env = pettingzoo.env(TicTacToe())
    env.reset()
    env.step(0)
    with pytest.raises(InvalidArgumentError) as caught:
        env.step(0)
    assert str(caught.value) == "illegal action 0: legal are 1, 2, 3, 4, 5, 6, 7, 8"


# ── policies over observations ──────────────────────────────────────────────────────────────────


def first_legal(seen):
    """Return the first legal action."""
    return int(np.flatnonzero(seen["action_mask"])[0])


def test_a_policy_over_observations_is_judged():
    """A policy is judged like the same player of positions; a list is a random choice."""
    game = TicTacToe()
    solution, env = solve(game), pettingzoo.env(game)
    player = pettingzoo.Player(env, first_legal)
    found = keeping(player, solution)
    assert found == keeping(lambda position: position.index("."), solution)
    assert audit(player, solution).by_value.positions == found.value.positions
    evenly = pettingzoo.Player(env, lambda seen: [*np.flatnonzero(seen["action_mask"])])
    assert keeping(evenly, solution) == keeping(RandomPlayer(game), solution)


def test_a_policy_plays_their_environment():
    """A policy for an environment of PettingZoo is judged on the environment's observations."""
    game = pettingzoo.Game("tictactoe_v3")
    start = game.parse("[0, 1, 4, 2, 8]")  # three in a row: play has ended
    assert game.terminal_value(start) is not None
    start = game.parse("[0, 1, 4, 2]")
    solution = solve(game, start=start)
    found = keeping(pettingzoo.Player(game, first_legal), solution)
    assert found == keeping(lambda position: game.moves(position)[0], solution)


BAD_POLICIES = {
    "bad game 'x': expected a pettingzoo.Game, or the result of pettingzoo.env": ("x", first_legal),
    "bad policy 3: expected a function of an observation": (None, 3),
}


@pytest.mark.parametrize("reported", BAD_POLICIES)
def test_what_is_no_policy_is_refused(reported):
    """A bad game or policy is refused with a message that says what is expected."""
    game, policy = BAD_POLICIES[reported]
    with pytest.raises(InvalidArgumentError) as caught:
        pettingzoo.Player(game or pettingzoo.env(Nim(heaps=(1,))), policy)
    assert str(caught.value) == reported


@pytest.mark.parametrize(
    ("answer", "reported"), [(9, "9"), (True, "True"), ("0", "'0'"), (0.0, "0.0")]
)
def test_an_illegal_answer_is_the_players_fault(answer, reported):
    """An illegal action of a policy raises an error with the position and the legal actions."""
    env = pettingzoo.env(Nim(heaps=(1, 2)))
    with pytest.raises(
        PlayerError, match=f"illegal action {reported}: legal are 0, 1, 2"
    ) as caught:
        keeping(pettingzoo.Player(env, lambda seen: answer), solve(Nim(heaps=(1, 2))))
    assert caught.value.position == (1, 2)


# ── observations of many positions ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", OURS, ids=repr)
def test_observations_are_read_again(game):
    """Observations of all positions convert back to positions; labels match the action masks."""
    numbers, solution = pettingzoo.env(game).numbers, solve(game)
    positions = list(solution)
    observations = numbers.observations(positions)
    assert observations.shape == (len(positions), *numbers.shape)
    assert numbers.positions(observations) == positions
    assert solution.probe_many(numbers.positions(observations)).known.all()
    legal = solution.label_moves(positions).masks_by_text(numbers.texts).legal
    assert (legal == np.array([numbers.mask(position) for position in positions])).all()
    assert numbers.positions(numbers.observations([])) == []
    with pytest.raises(InvalidArgumentError, match="bad observations: expected an array of shape"):
        numbers.positions(observations[0])


OTHER_WAYS = {
    "two letters in one place": np.ones((9, 3)),
    "no number": np.full((9, 3), np.nan),
    "2": np.full((9, 3), 2.0),
    "a part of one": np.full((9, 3), 1 / 3),
    "no letter": np.zeros((9, 3)),
    "too few letters": np.eye(9, 3),
}


@pytest.mark.parametrize("row", OTHER_WAYS.values(), ids=OTHER_WAYS)
def test_what_is_no_observation_is_refused(row):
    """A bad observation is refused with its row number and a description of a valid one."""
    numbers = pettingzoo.env(TicTacToe()).numbers
    rows = np.stack([numbers.observed(TicTacToe().start()), row])
    with pytest.raises(InvalidArgumentError) as caught:
        numbers.positions(rows)
    assert str(caught.value).startswith(
        "bad observations: row 1 is not a position of TicTacToe(): expected a single 1 for "
        "each letter of its text, and 0 elsewhere, as observations has it"
    )


@pytest.mark.parametrize("bad", ["abc", [[1], [1, 2]], None])
def test_what_is_no_array_is_refused(bad):
    """Observations that are not an array of numbers are refused."""
    with pytest.raises(InvalidArgumentError, match="expected an array of zeros and ones"):
        pettingzoo.env(Nim(heaps=(1,))).numbers.positions(bad)


@pytest.mark.parametrize("bad", ["zz", 5, "........", None])
def test_positions_of_another_game_are_no_fault_of_this_one(bad):
    """A position of another game is refused, and so is a bad list of positions."""
    numbers = pettingzoo.env(TicTacToe()).numbers
    with pytest.raises(InvalidArgumentError) as caught:
        numbers.observations([bad])
    queried = f"bad position {bad!r}: expected a position of TicTacToe(); "
    assert str(caught.value).startswith(queried)
    with pytest.raises(InvalidArgumentError, match="bad positions 5: expected a list"):
        numbers.observations(5)


@pytest.mark.parametrize(
    ("bad", "reported"),
    [
        ({"plies": 0}, "bad plies 0: expected a whole number from 1 on"),
        ({"plies": "9"}, "bad plies '9': expected a whole number from 1 on"),
        ({"limit": -1}, "bad limit -1: expected a number of positions from 0 on"),
    ],
)
def test_numbers_that_are_none_are_refused(bad, reported):
    """Bad numbers of plies and bad limits are refused."""
    with pytest.raises(InvalidArgumentError) as caught:
        pettingzoo.env(Nim(heaps=(1,)), **bad)
    assert str(caught.value) == reported


def planes(position):
    """Return two planes: the squares of x, and those of o."""
    return [
        [[each == mark for each in position[row : row + 3]] for row in (0, 3, 6)] for mark in "xo"
    ]


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_observations_may_be_planes():
    """With ``observe`` a user's function makes the observations, which cannot be converted back."""
    env = pettingzoo.env(TicTacToe(), observe=planes)
    api_test(env, num_cycles=60)
    env.reset()
    env.step(4)
    seen = env.observe("player_1")["observation"]
    assert (seen.shape, seen.sum(), seen[0, 1, 1]) == ((2, 3, 3), 1, 1)
    with pytest.raises(InvalidArgumentError) as caught:
        env.numbers.positions(seen[None])
    assert str(caught.value) == (
        "observations made by observe=... cannot be read: store the positions with them"
    )


def raising(position):
    """Raise an error instead of making an observation."""
    raise ValueError("no")


BAD_PLANES = {
    "bad observe 3: expected a function that makes an array of a position": 3,
    "observe raised ValueError: no at position '.........': expected an array of numbers": raising,
    "observe returned an array of shape (8,) at position '........x': "
    "expected (9,), as at the start": (lambda position: [0] * position.count(".")),
}


@pytest.mark.parametrize("reported", BAD_PLANES)
def test_what_makes_no_planes_is_refused(reported):
    """An ``observe`` that raises, changes its shape or is not a function is refused."""
    with pytest.raises(InvalidArgumentError) as caught:
        pettingzoo.env(TicTacToe(), observe=BAD_PLANES[reported]).numbers.observations(
            ["........x"]
        )
    assert str(caught.value) == reported
