"""Games seen from the mover state how a position looks while either seat is to move."""

from __future__ import annotations

import pytest

from games import ConnectFour, Nim, TicTacToe
from gamesolver import Game, InvalidArgumentError, Value
from gamesolver.rules.guard import Rules
from gamesolver.rules.parameters import titled


class Strip(Game[str, int]):
    """Two men on a strip, ``m`` the mover's and ``w`` the other's; a player that fills it wins."""

    def start(self) -> str:
        return ".."

    def moves(self, position: str) -> list[int]:
        return [place for place in (0, 1) if position[place] == "."]

    def play(self, position: str, move: int) -> str:
        placed = position[:move] + "m" + position[move + 1 :]
        return placed.translate(str.maketrans("mw", "wm"))

    def terminal_value(self, position: str) -> Value | None:
        return None if "." in position else Value.LOSS

    def render_for(self, position: str, seat: int) -> str:
        return position.translate(str.maketrans("mw", "xo" if seat == 0 else "ox"))


class Seated(Strip):
    """Variant with named seats, which need no note."""

    def player(self, position: str) -> int:
        return position.count("m") + position.count("w") & 1


def test_men_keep_their_colour_along_a_line() -> None:
    """The first player's man is x after one ply and after two."""
    rules = Rules(Strip())
    assert rules.render("w.", rules.mover("w.", 1)) == "x."
    assert rules.render("mw", rules.mover("mw", 2)) == "xo"


def test_a_game_with_seats_is_drawn_as_it_states() -> None:
    """Where ``player`` reports who moves, ``render`` is queried, whatever the ply."""
    rules = Rules(Seated())
    assert rules.mover("w.", 0) == 1
    assert rules.render("w.", 1) == "'w.'"


def test_a_game_without_a_second_look_is_drawn_as_ever() -> None:
    """Heaps look the same to both."""
    rules = Rules(Nim())
    assert rules.render((1, 2), 1) == rules.render((1, 2), 0) == "a: |\nb: ||"


def test_titles() -> None:
    """A title is the author's, or the words of the class's name; unusual parameters follow."""
    assert titled(TicTacToe(misere=True)) == "Tic-Tac-Toe (misere yes)"
    assert titled(ConnectFour(width=4)) == "Connect Four (width 4)"
    assert Strip.title == "Strip"


@pytest.mark.parametrize("position", [None, "1234", 1.5, -1, 2**64 - 1])
@pytest.mark.parametrize("drawn", ["format", "render", "svg"])
def test_what_is_no_position_is_not_drawn(position, drawn):
    """A compiled game states what it takes in place of a position, and draws nothing else."""
    with pytest.raises(InvalidArgumentError, match=r"^no position .* of ConnectFour\(\): exp"):
        getattr(ConnectFour(), drawn)(position)
