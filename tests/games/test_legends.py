"""Legends: names of the places of a board in moves, as a board of the same size."""

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
    Hex,
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
from tests.oracles.published import on_board

LEGENDS = {
    TicTacToe(): "0 1 2\n3 4 5\n6 7 8",
    MNK(m=4, n=3): "a3 b3 c3 d3\na2 b2 c2 d2\na1 b1 c1 d1",
    ConnectFour(): "a b c d e f g",
    ConnectFour(width=2, height=2, fall=False): "a2 b2\na1 b1",
    ThreeMensMorris(): "a3-b3-c3\n|\\ |/ |\na2-b2-c2\n|/ |\\ |\na1-b1-c1",
    ThreeMensMorris(diagonal_slides=False): "a3-b3-c3\n|  |  |\na2-b2-c2\n|  |  |\na1-b1-c1",
    PongHauKi(): "a   b\n|\\ /|\n| c |\n|/ \\|\nd---e",
    Hex(rows=2): "a1 b1 c1\n a2 b2 c2",
    HareAndHounds(): "   b3-c3-d3\n / |\\ |/ |\\\na2-b2-c2-d2-e2\n \\ |/ |\\ |/\n   b1-c1-d1",
    FoxAndGeese(): "      c5\n   b4 c4 d4\na3 b3 c3 d3 e3\n   b2 c2 d2\n      c1",
    FoxAndGeese("g#/.f"): "a2\na1 b1",
    Teeko(): "\n".join(" ".join(f"{letter}{row}" for letter in "abcde") for row in "54321"),
    Quixo(size=3): "a3 b3 c3\na2 b2 c2\na1 b1 c1",
    GobbletGobblers(): "a3 b3 c3\na2 b2 c2\na1 b1 c1",
    Template(): "0 1 2 3 4 5",
    DotsAndBoxes(rows=1, columns=3): "a b c d\ne f g h",
    DotsAndBoxes(rows=2, columns=1): "a b\nc d\ne f",
    Kalah(): "N c b a\n  a b c S",
    Awari(): "f e d c b a\na b c d e f",
    Othello(): "a1 b1 c1 d1\na2 b2 c2 d2\na3 b3 c3 d3",
    TinyGo(): "a2 b2\na1 b1",
}
WANTED = (
    "a game has a legend, or says that its board needs none: write the method legend, or "
    "legend = false under [{name}.board] where its figures are, and not both"
)


@pytest.mark.parametrize(("game", "legend"), LEGENDS.items(), ids=map(repr, LEGENDS))
def test_places_are_named(game, legend):
    """The legend of a game has the name of each place in its position, also for compiled games."""
    assert Rules(game).legend() == legend


@pytest.mark.parametrize(("name", "kind"), registered_games().items(), ids=registered_games())
def test_every_game_whose_moves_name_places_has_a_legend(name, kind):
    """The legend of a registered game contains the places in the texts of its first moves.

    Boards that already show these names (points, rows and columns, heaps) have no legend.
    """
    has_one, needs_one = kind().legend() is not None, on_board(kind())["legend"]
    assert has_one == needs_one, WANTED.format(name=name)
    rules = Rules(getattr(kind(), "plain", None) or kind())
    if rules.legend() is None:
        return
    texts = [
        re.sub(r"(?<=\d)x(?=[a-z]\d)", " takes ", rules.format_move(move))
        for move in rules.moves(rules.start())
    ]
    named = {
        place
        for text in texts
        for place in re.findall(r"(?:\b|(?<=[A-Z]))[a-z]?\d+\b|\b[a-z]\b", text)
    }
    shown = set(re.findall(r"\w+", rules.legend()))
    assert named
    assert all({place, place.lstrip("xo")} & shown for place in named)


def test_a_legend_that_fails_is_the_author_s():
    """An exception in ``legend`` is reported as an error of the game."""

    class Broken(Nim):
        def legend(self):
            raise ZeroDivisionError("no places")

    with pytest.raises(GameContractError, match=r"legend\(\) raised ZeroDivisionError: no places"):
        Rules(Broken()).legend()


BAD = [((0, 3), "bad rows 0: expected a whole number from 1 on"),
       ((3, "x"), "bad columns 'x': expected a whole number from 1 on")]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), BAD, ids=[message for _, message in BAD])
def test_no_board_has_no_legend(arguments, message):
    """Impossible numbers of rows and columns are refused."""
    with pytest.raises(InvalidArgumentError) as caught:
        grid_legend(*arguments)
    assert str(caught.value) == message
