"""Output of ``match``, ``odds`` and ``audit``, compared with the results of the library."""

from __future__ import annotations

import re

import pytest

from games import PongHauKi, TicTacToe
from gamesolver import solve
from gamesolver.cli.named_players import Setting, at_the_table
from gamesolver.cli.subjects import Subject
from gamesolver.players import (
    MinimaxPlayer,
    PerfectPlayer,
    RandomPlayer,
    ShareOfWinsPlayer,
    audit,
    best_response,
    match,
    odds,
)
from tests.support.at_the_terminal import answered, called, refused

GAME = TicTacToe()
VERDICTS = re.compile(
    r"^  strong   (.*?)  keeps the value .*\n"
    r"  weak     (.*?)  its own play .*\n"
    r"  fastest  (.*?)  keeps the number of plies .*$",
    re.MULTILINE,
)


def verdicts(output):
    """Return the printed answers for strong, weak and fastest play."""
    return tuple(answer.rstrip() for answer in VERDICTS.search(output).groups())


SOLUTION = solve(GAME)
RANDOM = RandomPlayer(GAME)
BY_NAME = {
    "random": RANDOM,
    "perfect": PerfectPlayer(SOLUTION),
    "perfect:outcome:first": PerfectPlayer(SOLUTION),
    "perfect:random": PerfectPlayer(SOLUTION, ties="random"),
    "perfect:value": PerfectPlayer(SOLUTION, by="value"),
    "perfect:random:value": PerfectPlayer(SOLUTION, by="value", ties="random"),
    "minimax": MinimaxPlayer(GAME),
    "share-of-wins": ShareOfWinsPlayer(GAME),
    "best-response:random": best_response(SOLUTION, RANDOM),
}


@pytest.mark.parametrize(("name", "player"), BY_NAME.items())
def test_a_name_is_the_player_of_the_library(name, player):
    """A player made from its name chooses the moves of the library's player."""
    setting = Setting(Subject("tic-tac-toe"), None, None)
    with at_the_table([name], setting) as (made,):
        for position in ("x........", "x...o....", ".o..x....", "xo..x...."):
            assert made(GAME.parse(position)) == player(GAME.parse(position))


def test_the_odds_are_those_of_the_library():
    """Each probability is printed in per cent and as a fraction, for the player named first."""
    expected = odds(GAME, RANDOM, RANDOM)
    output = answered("odds", "tic-tac-toe", "random", "random")
    assert output.startswith("Tic-Tac-Toe\nrandom moves first, random second\n")
    for name in ("win", "draw", "loss"):
        chance = getattr(expected, name)
        assert re.search(rf"^{name} +{float(chance):.2%} +{chance}$", output, re.MULTILINE)
    assert "endless" not in output


def test_odds_begin_where_they_are_reported_to():
    """With ``--start`` one ply before a win, the player to move wins with probability 1."""
    answer = called("odds", "tic-tac-toe", "perfect", "random", "--start", "xx.oo....", "--json")
    assert answer.answer["win"] == {"chance": 1.0, "fraction": "1"}
    assert answer.answer["start"] == "xx.oo...."


def test_endless_play_is_reported():
    """Infinite play has its own row in the odds of perfect play in Pong Hau K'i."""
    output = answered("odds", "pong-hau-ki", "perfect", "perfect")
    expected = odds(PongHauKi(), *2 * [PerfectPlayer(solve(PongHauKi()))])
    assert expected.endless == 1
    assert re.search(r"^endless +100.00% +1$", output, re.MULTILINE)


def test_a_match_is_that_of_the_library():
    """With equal seeds the command has the library's counts and Wilson intervals."""
    expected = match(GAME, BY_NAME["perfect:random"], RANDOM, games=500, seed=4)
    words = "match", "tic-tac-toe", "perfect:random", "random", "--games", "500", "--seed", "4"
    output = answered(*words)
    assert "500 games, seed 4\n" in output
    low, high = expected.interval(expected.win)
    row = rf"^win +{expected.win} +{expected.win / 500:.2%} +{low:.2%} to {high:.2%}$"
    assert re.search(row, output, re.MULTILINE)
    answer = called(*words, "--json").answer
    counts = [answer[each]["games"] for each in ("win", "draw", "loss", "endless")]
    assert counts == [expected.win, expected.draw, expected.loss, expected.endless]


def test_a_match_of_endless_play_counts_it():
    """A game is counted as endless after ``--limit`` plies."""
    words = "match", "pong-hau-ki", "perfect", "perfect", "--games", "3", "--limit", "20"
    assert re.search(r"^endless +3 +100.00% ", answered(*words), re.MULTILINE)


def test_a_perfect_player_is_perfect():
    """The audit of perfect play ends with code 0 and the verdict "perfect"."""
    output = called("audit", "tic-tac-toe", "perfect")
    assert (output.code, output.err) == (0, "")
    assert output.out.startswith("perfect in Tic-Tac-Toe\nPerfect\n")
    assert verdicts(output.out) == ("yes", "yes", "yes")
    assert re.search(r"^by value +3,191 +3,191 +100.00% +431 of 431$", output.out, re.MULTILINE)
    assert re.search(r"^by outcome +3,515 +3,515 ", output.out, re.MULTILINE)


def test_a_player_that_is_not_perfect_is_a_no():
    """An audit with mistakes ends with code 1 and shows tallies, the worst mistakes and a line."""
    report = audit(RANDOM, SOLUTION)
    output = called("audit", "tic-tac-toe", "random", "--examples", "2")
    assert (output.code, output.err) == (1, "")
    assert re.search(r"^by value +0 +3,191 +0.00% +0 of 431$", output.out, re.MULTILINE)
    for remoteness, tally in report.by_remoteness.items():
        assert re.search(rf"^  in {remoteness} +0 +{tally.positions:,} ", output.out, re.MULTILINE)
    assert f"{len(report.mistakes):,} mistakes" in output.out
    assert str(report.mistakes[1]) in output.out
    assert str(report.mistakes[2]) not in output.out
    assert "Its own play as x fails: " in output.out


@pytest.mark.parametrize("more", [{}, {"sample": 60}])
def test_the_terminal_judges_in_the_words_of_python(more):
    """The lines of ``print(audit(...))``, apart from the tallies, are in the command's output."""
    options = [text for name, number in more.items() for text in (f"--{name}", number)]
    output = called("audit", "tic-tac-toe", "random", *options).out.splitlines()
    printed = str(audit(RANDOM, SOLUTION, **more)).splitlines()
    apart = [line for line in printed if not line.startswith("by ")]
    assert len(apart) == len(printed) - 2
    assert [line for line in apart if line not in output] == []


def test_a_slow_player_is_perfect_and_states_so():
    """A player with slow moves and no mistakes is perfect, and the slow moves are counted."""
    output = called("audit", "tic-tac-toe", "perfect:value")
    assert output.code == 0
    assert "\nPerfect\n" in output.out
    assert verdicts(output.out) == ("yes", "yes", "no")
    assert "485 slow moves" in output.out


def test_one_side_is_judged_alone():
    """``--seat`` takes a player's name or order, and only positions of that player count."""
    expected = audit(RANDOM, SOLUTION, seat=1)
    for side in ("second", "o"):
        answer = called("audit", "tic-tac-toe", "random", "--seat", side, "--json").answer
        assert answer["by_value"]["positions"] == expected.by_value.positions
        assert [own["player"] for own in answer["own_play"]] == ["o"]


def test_a_sample_never_states_perfect_and_is_no_no():
    """A sample without mistakes has the verdict "sample" and code 0, one with mistakes code 1."""
    words = "audit", "tic-tac-toe", "perfect", "--sample", "50"
    output = called(*words)
    assert output.code == 0
    assert "\nSample\n" in output.out
    assert verdicts(output.out) == ("not known", "yes", "not known")
    assert (
        "\nSampled: positions that random play reaches, and those that its own play" in output.out
    )
    assert called("audit", "tic-tac-toe", "random", "--sample", "50").code == 1


def test_a_player_held_in_a_loop_is_reported_with_the_loop(tmp_path):
    """A player that cycles instead of winning is not perfect, and the cycle is shown."""
    (tmp_path / "detour.py").write_text(
        "from gamesolver import Game, Value\n"
        "class Detour(Game):\n"
        "    def start(self): return 'here'\n"
        "    def moves(self, at): return ['there', 'end'] if at == 'here' else ['here']\n"
        "    def play(self, position, move): return move\n"
        "    def terminal_value(self, at): return Value.LOSS if at == 'end' else None\n"
    )
    output = called("audit", f"{tmp_path}/detour.py:Detour", "perfect:value")
    assert output.code == 1
    assert "Held in a cycle from 'here': there here" in output.out
    assert "1 cycle" in output.out


def test_players_of_a_file_play_by_its_solution(path):
    """Players of a saved solution play from its start, and perfect play comes from it."""
    answered("solve", "tic-tac-toe", "--start", "xx.oo....", "--save", path, "--no-estimate")
    answer = called("odds", path, "perfect", "random", "--json").answer
    assert answer["start"] == "xx.oo...."
    assert answer["win"]["fraction"] == "1"
    assert called("audit", path, "perfect").code == 0


def test_minimax_where_play_can_loop_names_the_other_player():
    """The message of the library is printed with the name of a player for such games."""
    output = refused("odds", "pong-hau-ki", "minimax", "random")
    assert output.startswith("a MinimaxPlayer needs a game without cycles: ")
    assert output.endswith("; the player perfect plays it")
