"""Tests of the adapter for easyAI's games."""

from __future__ import annotations

import sys

import pytest

from games import Chomp, Hexapawn, Nim
from gamesolver import InvalidArgumentError, check_game, load, solve
from gamesolver.adapters import easyai
from tests.support.at_the_terminal import answered, refused

easy = pytest.importorskip("easyAI", reason="easyAI is not installed here")


class Sticks(easy.TwoPlayerGame):
    """Take one to three sticks; the player who takes the last one loses."""

    def __init__(self, players, pile=6):
        self.players = players
        self.pile = pile
        self.current_player = 1

    def possible_moves(self):
        return [str(take) for take in (1, 2, 3) if take <= self.pile]

    def make_move(self, move):
        self.pile -= int(move)

    def is_over(self):
        return self.pile == 0

    def win(self):
        return self.pile == 0

    def show(self):
        print("|" * self.pile)  # noqa: T201  # as their games do


def test_nim_is_ours():
    """Nim by easyAI has the same outcomes as our misère Nim, terminal positions included."""
    theirs = solve(easyai.Game("Nim(piles=(1, 2, 3))"))
    ours = solve(Nim(heaps=(1, 2, 3), misere=True))
    assert theirs.outcome == ours.outcome
    by_seat = {}
    for position in theirs:
        heaps = tuple(map(int, theirs.game.render(position).split()))
        by_seat[heaps] = theirs[position]
    assert by_seat == {heaps: ours[heaps] for heaps in by_seat}


@pytest.mark.parametrize(("size", "outcome"), [((3, 3), "loss in 6"), ((4, 3), "loss in 8")])
def test_hexapawn_is_ours(size, outcome):
    """Hexapawn has our outcome, although easyAI lets two pawns share a square."""
    rows, columns = size
    assert str(solve(easyai.Game(f"Hexapawn(size={size})")).outcome) == outcome
    assert str(solve(Hexapawn(rows=rows, columns=columns)).outcome) == outcome


def test_the_laws_hold():
    """Knights, a game whose board is an array, passes ``check_game``."""
    assert check_game(easyai.Game("Knights(board_size=(3, 3))")).ends


def test_a_game_of_ones_own(monkeypatch):
    """A user's own game is named with its module, which must be imported."""
    game = easyai.Game(f"{__name__}:Sticks(pile=5)")
    solution = solve(game)
    assert str(solution.outcome) == "loss in 3"
    assert game.render(game.start()) == "|||||"
    with pytest.raises(InvalidArgumentError) as caught:
        easyai.Game("nowhere:Sticks")
    assert str(caught.value) == (
        "module 'nowhere' of 'nowhere:Sticks' is not imported: import it first"
    )
    with pytest.raises(InvalidArgumentError) as caught:
        easyai.Game(f"{__name__}:Chomp")
    assert str(caught.value) == (
        f"{__name__} has no game 'Chomp': expected a class of TwoPlayerGame"
    )
    assert Chomp  # a game of this library, not of easyAI


def test_solutions_are_kept(tmp_path):
    """A saved solution of an easyAI game can be loaded and verified."""
    path = tmp_path / "bones.solution"
    solved = solve(easyai.Game("GameOfBones"))
    solved.save(path)
    with load(path) as opened:
        assert opened.outcome == solved.outcome
        assert opened.verify().positions == len(solved)


BAD = {
    "Nimm": "easyAI has no game 'Nimm': did you mean 'Nim'?",
    "Hexapawn((3, 3))": "bad name 'Hexapawn((3, 3))': expected a game with literals by name as "
    "parameters, such as 'Hexapawn(size=(3, 3))'",
    "Hexapawn(size=9)": "easyAI cannot make 'Hexapawn(size=9)': TypeError: cannot unpack "
    "non-iterable int object",
}


@pytest.mark.parametrize("name", BAD)
def test_bad_names_are_refused(name):
    """The error message quotes the bad name and says what is expected."""
    with pytest.raises(InvalidArgumentError) as caught:
        easyai.Game(name)
    assert str(caught.value) == BAD[name]


def test_easyai_that_is_not_there(monkeypatch):
    """If easyAI is missing, the error message says how to install it."""
    monkeypatch.setitem(sys.modules, "easyAI", None)
    with pytest.raises(InvalidArgumentError) as caught:
        easyai.Game("Nim")
    assert str(caught.value) == 'easyAI is not installed: pip install "solved-games[easyai]"'


def test_at_the_command_line():
    """The prefix ``easyai:`` selects a game of easyAI at the command line."""
    assert "The second player wins in 5 plies" in answered("solve", "easyai:Nim(piles=(1,2,3))")
    assert refused("solve", "easyai:Nimm") == BAD["Nimm"]
