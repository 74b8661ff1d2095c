"""How moves name the places of a board, told as a board of the same size."""

import re

import pytest

from games import (
    MNK,
    Awari,
    ConnectFour,
    DotsAndBoxes,
    FoxAndGeese,
    GobbletGobblers,
    HareAndHounds,
    Kalah,
    Nim,
    Othello,
    PongHauKi,
    Quixo,
    Teeko,
    Template,
    ThreeMensMorris,
    TicTacToe,
    TinyGo,
)
from gamesolver import (
    GameContractError,
    InvalidArgumentError,
    grid_legend,
    registered_games,
)
from gamesolver.rules.guard import Rules
from gamesolver.show.sentences import Voice
from tests.support.published import on_board

LEGENDS = {
    TicTacToe(): "0 1 2\n3 4 5\n6 7 8",
    MNK(m=4, n=3): " 0  1  2  3\n 4  5  6  7\n 8  9 10 11",
    ConnectFour(): "0 1 2 3 4 5 6",
    ConnectFour(width=2, height=2, fall=False): "0 1\n2 3",
    ThreeMensMorris(): "0 - 1 - 2\n| \\ | / |\n3 - 4 - 5\n| / | \\ |\n6 - 7 - 8",
    ThreeMensMorris(diagonal_slides=False): "0 - 1 - 2\n|   |   |\n3 - 4 - 5\n|   |   |\n6 - 7 - 8",
    PongHauKi(): "0   1\n|\\ /|\n| 2 |\n|/ \\|\n3---4",
    HareAndHounds(): "  0-1-2\n /|\\|/|\\\n3-4-5-6-7\n \\|/|\\|/\n  8-9-10",
    FoxAndGeese(): "       0\n    1  2  3\n 4  5  6  7  8\n    9 10 11\n      12",
    FoxAndGeese("g#/.f"): "0\n1 2",
    Teeko(): grid_legend(5, 5),
    Quixo(size=3): grid_legend(3, 3),
    GobbletGobblers(): grid_legend(3, 3),
    Template(): "0 1 2 3 4 5",
    DotsAndBoxes(rows=1, columns=3): "+ 0 + 1 + 2 +\n3   4   5   6\n+ 7 + 8 + 9 +",
    DotsAndBoxes(rows=2, columns=1): "+ 0 +\n1   2\n+ 3 +\n4   5\n+ 6 +",
    Kalah(): "2 1 0\n0 1 2",
    Awari(): "5 4 3 2 1 0\n0 1 2 3 4 5",
    Othello(): grid_legend(3, 4),
    TinyGo(): grid_legend(2, 2),
}
WANTED = (
    "a game has a legend, or says that its board needs none: write the method legend, or "
    "legend = false under [{name}.board] where its figures are, and not both"
)


@pytest.mark.parametrize(("game", "legend"), LEGENDS.items(), ids=map(repr, LEGENDS))
def test_places_are_named(game, legend):
    """The legend of a game has the numbers where the places are, also of a compiled game."""
    assert Voice.of(game).legend() == Rules(game).legend() == legend


@pytest.mark.parametrize(("name", "kind"), registered_games().items(), ids=registered_games())
def test_every_game_whose_moves_are_numbers_has_a_legend(name, kind):
    """The numbers in the texts of the first moves of a game on the shelf stand in its legend.

    But for boards that show what moves name: points, rows and columns, heaps; or a heap alone.
    """
    has_one, needs_one = kind().legend() is not None, on_board(kind())["legend"]
    assert has_one == needs_one, WANTED.format(name=name)
    rules = Rules(getattr(kind(), "plain", None) or kind())
    if rules.legend() is None:
        return
    named = {number for move in rules.moves(rules.start())
             for number in re.findall(r"\d+", rules.format_move(move).partition(":")[2]
                                      or rules.format_move(move))}  # fmt: skip
    assert named
    assert named <= set(re.findall(r"\d+", rules.legend()))


def test_a_legend_that_fails_is_the_author_s():
    """An error in a legend is reported as one of the game's, with its name."""

    class Broken(Nim):
        def legend(self):
            raise ZeroDivisionError("no places")

    with pytest.raises(GameContractError, match=r"legend\(\) raised ZeroDivisionError: no places"):
        Voice.of(Broken()).legend()


BAD = [((0, 3), "bad rows 0: expected a whole number from 1 on"),
       ((3, "x"), "bad columns 'x': expected a whole number from 1 on")]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), BAD, ids=[message for _, message in BAD])
def test_no_board_has_no_legend(arguments, message):
    """Numbers of rows and columns that make no board are refused in words."""
    with pytest.raises(InvalidArgumentError) as caught:
        grid_legend(*arguments)
    assert str(caught.value) == message
