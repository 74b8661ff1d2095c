"""PettingZoo's environments as games of ours."""

from __future__ import annotations

import warnings

import pytest

from games import DotsAndBoxes, Nim, PongHauKi, TicTacToe
from gamesolver import InvalidArgumentError, Value, solve
from tests.support.at_the_terminal import refused

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed here")
pytest.importorskip("pygame", reason="pygame, which PettingZoo's classic games need, is not here")

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # it makes an environment the older way
    from pettingzoo.test import api_test

from gamesolver.adapters import pettingzoo


def test_tic_tac_toe_is_ours():
    """From two marks on, all positions with their outcomes are as by our rules; ends included."""
    game = pettingzoo.Game("tictactoe_v3")
    ours = TicTacToe()
    start = game.parse("[0, 1, 4, 2]")  # x in a corner and the centre, o beside
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


BAD = {
    "rps_v2": "rps_v2 of PettingZoo does not fit: its observations have no action_mask, moves are "
    "made together",
    "nosuch_v1": "PettingZoo has no environment 'nosuch_v1'",
    "x": "bad name 'x': expected an environment of pettingzoo.classic with its version, such as "
    "'tictactoe_v3'",
    "tictactoe_v3(size=9)": "PettingZoo cannot make 'tictactoe_v3(size=9)': TypeError: "
    "raw_env.__init__() got an unexpected keyword argument 'size'",
}


@pytest.mark.parametrize("name", BAD)
def test_bad_names_are_refused(name):
    """One line says what does not fit, or what was expected."""
    with pytest.raises(InvalidArgumentError) as caught:
        pettingzoo.Game(name)
    assert str(caught.value) == BAD[name]


def test_at_the_command_line():
    """The prefix names the framework."""
    assert refused("solve", "pettingzoo:nosuch_v1") == BAD["nosuch_v1"]


OURS = [TicTacToe(), PongHauKi(), DotsAndBoxes(rows=1, columns=2)]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("game", OURS, ids=repr)
def test_our_games_pass_pettingzoos_own_test(game):
    """A game of ours, plain, with loops or compiled, is an environment by PettingZoo's checks."""
    api_test(pettingzoo.env(game), num_cycles=60)


def test_an_environment_of_ours_is_played():
    """What an agent observes, what it may do, and what it wins; the position is what we solve."""
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
    """The message lists those that are legal."""
    env = pettingzoo.env(TicTacToe())
    env.reset()
    env.step(0)
    with pytest.raises(InvalidArgumentError) as caught:
        env.step(0)
    assert str(caught.value) == "illegal action 0: legal are 1, 2, 3, 4, 5, 6, 7, 8"
