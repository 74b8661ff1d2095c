"""Games with positions seen from the player to move are drawn with either player to move."""

from __future__ import annotations

import pytest

from games import ConnectFour, Nim, TicTacToe
from gamesolver import Game, InvalidArgumentError, Value
from gamesolver.rules.guard import Rules
from gamesolver.rules.parameters import titled


class Strip(Game[str, int]):
    """Two men on a strip, ``m`` for the player to move, ``w`` for the other; filling it wins."""

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
    """Variant with a ``player`` method."""

    def player(self, position: str) -> int:
        return position.count("m") + position.count("w") & 1


def test_men_keep_their_colour_along_a_line() -> None:
    """The first player's man is drawn as x after one ply and after two."""
    rules = Rules(Strip())
    assert rules.render("w.", rules.mover("w.", 1)) == "x."
    assert rules.render("mw", rules.mover("mw", 2)) == "xo"


def test_a_game_with_seats_is_drawn_as_it_states() -> None:
    """If the game has ``player``, its ``render`` is used, whatever the ply."""
    rules = Rules(Seated())
    assert rules.mover("w.", 0) == 1
    assert rules.render("w.", 1) == "'w.'"


def test_a_game_without_a_second_look_is_drawn_as_ever() -> None:
    """A game without ``render_for`` is drawn the same for both players."""
    rules = Rules(Nim())
    assert rules.render((1, 2), 1) == rules.render((1, 2), 0) == "a: |\nb: ||"


def test_titles() -> None:
    """A title is the author's or made from the class name, followed by changed parameters."""
    assert titled(TicTacToe(misere=True)) == "Tic-Tac-Toe (misere yes)"
    assert titled(ConnectFour(width=4)) == "Connect Four (width 4)"
    assert Strip.title == "Strip"


@pytest.mark.parametrize("position", [None, "1234", 1.5, -1, 2**64 - 1])
@pytest.mark.parametrize("drawn", ["format", "render", "svg"])
def test_what_is_no_position_is_not_drawn(position, drawn):
    """A compiled game refuses to draw an object that is not a position."""
    with pytest.raises(InvalidArgumentError, match=r"^no position .* of ConnectFour\(\): exp"):
        getattr(ConnectFour(), drawn)(position)
