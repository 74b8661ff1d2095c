"""Positions stored from the mover's side: boards show each player by fixed letters."""

from __future__ import annotations

import json
import re

import pytest

from gamesolver import Game, Value
from tests.support.at_the_terminal import answered, called


class Steps(Game):
    """Race of two runners, who move one or two steps; the first at the end wins.

    A position holds the steps of both runners, those of the player to move first.
    """

    def start(self):
        """Return the position with both runners at the beginning."""
        return (0, 0)

    def moves(self, position):
        """Return both lengths of a move."""
        return [1, 2]

    def play(self, position, move):
        """Return the position after the move, with the other runner first."""
        mine, other = position
        return (other, min(mine + move, 3))

    def terminal_value(self, position):
        """Return a loss if the other runner is at the end."""
        return Value.LOSS if position[1] == 3 else None

    def render_for(self, position, seat):
        """Return the board with A for the first runner and B for the second."""
        first, second = position if seat == 0 else position[::-1]
        return f"A{first} B{second}"


HERE = f"{__name__}:Steps"
LINE = ["A0 B0", "A1 B0", "A1 B1", "A3 B1"]


@pytest.mark.parametrize("words", [("solve",), ("show", "--line")])
def test_the_line_keeps_the_letters_of_either_player(words):
    """On every board of the line A is the first runner, whichever player is to move."""
    output = answered(words[0], HERE, *words[1:])
    assert re.findall(r"A\d B\d", output)[-4:] == LINE


def test_the_boards_after_moves_are_those_with_the_other_to_move():
    """The boards after the moves show A's step, as text and in JSON."""
    output = answered("show", HERE)
    assert re.findall(r"A\d B\d", output) == ["A0 B0", "A1 B0", "A2 B0"]
    reported = json.loads(answered("show", HERE, "--json"))
    assert [reported["board"], *(move["board"] for move in reported["moves"])] == [
        "A0 B0",
        "A1 B0",
        "A2 B0",
    ]


@pytest.mark.parametrize(
    ("seat", "boards"),
    [("first", "A0 B0, A2 B0, A2 B1"), ("second", "A0 B0, A1 B0, A1 B2")],
)
def test_a_match_keeps_them_too(seat, boards):
    """Boards of a match keep the letters for either seat of the human player."""
    output = answered("play", HERE, "--seat", seat, "--seed", "1", typed="2\n")
    assert re.findall(r"A\d B\d", output)[:3] == boards.split(", ")


def test_a_person_in_a_match_of_players_has_the_seat_of_its_name():
    """A human named second plays second and sees the first runner's step as A's."""
    output = called("match", HERE, "perfect", "human", "--games", "1", "--seed", "1", typed="2\n")
    assert re.findall(r"A\d B\d", output.err) == ["A1 B0"]
    output = called(
        "match", HERE, "human", "perfect", "--games", "1", "--seed", "1", typed="2\n1\n"
    )
    assert re.findall(r"A\d B\d", output.err) == ["A0 B0", "A2 B1"]


def test_strategies_show_the_boards_of_their_seat():
    """Boards of the second player's strategy show the first runner's steps as A's."""
    reported = json.loads(answered("strategy", f"{__name__}:Late", "--seat", "second", "--json"))
    assert {board[:2] for board in (each["board"] for each in reported["positions"])} == {
        "A1",
        "A2",
    }


class Late(Steps):
    """Race in which the first runner starts one step behind, so that the second wins."""

    def start(self):
        """Return the position with the second runner one step ahead."""
        return (0, 1)
