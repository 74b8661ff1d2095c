"""Boards of a line keep each player's colour, though positions are seen by the player to move."""

from __future__ import annotations

import re

import attrs
import matplotlib.pyplot as plt
import pytest
from matplotlib.colors import to_hex

from games import ThreeMensMorris
from gamesolver import Game, Value, grid_svg, solve
from gamesolver.players import audit, puzzles, strategy
from gamesolver.plots import perfect_play
from tests.support.notebook_front import begun, clicked

SWAPPED = str.maketrans("mw", "wm")
DARK, LIGHT = "#2b2f36", "#f7f4ec"


@attrs.frozen
class Strip(Game[str, int]):
    """Players put down men in turn, ``m`` for the player to move; filling the strip wins."""

    def start(self) -> str:
        return "..."

    def moves(self, position: str) -> list[int]:
        return [place for place, man in enumerate(position) if man == "."]

    def play(self, position: str, move: int) -> str:
        return f"{position[:move]}m{position[move + 1 :]}".translate(SWAPPED)

    def terminal_value(self, position: str) -> Value | None:
        return None if "." in position else Value.LOSS

    def render_for(self, position: str, seat: int) -> str:
        return position.translate(SWAPPED) if seat else position

    def svg_for(self, position: str, seat: int) -> str:
        tones = ("dark", "light") if seat == 0 else ("light", "dark")
        return grid_svg([position], shapes=dict(zip("mw", tones, strict=True)))

    def svg(self, position: str) -> str:
        return self.svg_for(position, 0)


def discs(markup: str) -> list[list[str]]:
    """Return the colours of the discs on each board, from left to right."""
    boards = re.findall(r"<svg.*?</svg>", markup)
    return [re.findall(f'r="34" fill="({DARK}|{LIGHT})"', board) for board in boards]


def test_boards_of_a_line_in_a_notebook() -> None:
    """On the boards of a line the first man stays dark and the second light."""
    line = solve(Strip()).mainline()
    assert discs(line._repr_html_()) == [[], [DARK], [DARK, LIGHT], [DARK, LIGHT, DARK]]


def test_boards_after_moves_in_a_notebook() -> None:
    """On the boards after each move from the start, the first player's man is dark."""
    rows = solve(Strip()).moves("...")
    assert discs(rows._repr_html_()) == [[], [DARK], [DARK], [DARK]]


def test_boards_of_a_match_in_a_notebook() -> None:
    """In a match each player's men have one colour, whichever player the user is."""
    pytest.importorskip("anywidget", reason="the extra notebook is not installed")
    (board,) = discs(begun(Strip(), seat=1).page)  # the opponent has moved
    assert board == [DARK]
    widget = begun(Strip(), seat=0)
    clicked(widget, move="0")
    (board,) = discs(widget.page)
    assert sorted(board) == sorted([DARK, LIGHT])


def test_a_strategy_begins_with_the_empty_board() -> None:
    """The table of the first player's strategy begins with the empty board."""
    first = strategy(solve(Strip()), seat=0)
    assert discs(first.as_html())[0] == []
    assert "m" in first.as_text()


def test_boards_in_a_plot_keep_their_colours() -> None:
    """Each board in a plot of perfect play has the colours of the players."""
    drawn = perfect_play(solve(Strip()), plt.figure().subplots())
    (boards,) = [each for each in drawn.collections if len(each.get_facecolors()) > 9]
    fills = [to_hex(colour) for colour in boards.get_facecolors()]
    # of 3 boards with one man, 6 with one of each, and 3 with two of the first player's
    assert (fills.count(DARK), fills.count(LIGHT)) == (3 + 6 + 3 * 2, 6 + 3)


def test_boards_of_puzzles_show_whose_men_they_are() -> None:
    """Puzzles draw boards as seen by the first player, in text and in JSON."""
    game = ThreeMensMorris()
    (puzzle,) = puzzles(solve(game), most=1)
    board = game.render_for(puzzle.position, 0)
    assert board != game.render(puzzle.position)
    assert board.splitlines()[0] in puzzle.as_text().splitlines()[1]
    assert puzzle.shape()["board"] == board


def test_boards_of_mistakes_show_whose_men_they_are() -> None:
    """An audit draws boards as seen by the first player, in text and in JSON."""
    game = ThreeMensMorris()
    report = audit(lambda position: next(iter(game.moves(position))), solve(game))
    mistake = report.mistakes[0]
    board = game.render_for(mistake.position, 0)
    assert board != game.render(mistake.position)
    assert str(mistake).startswith(board)
    assert report.shape()["mistakes"][0]["board"] == board
