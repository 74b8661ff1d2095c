"""The report of what was derived from the rules of a game."""

from __future__ import annotations

import ast
import json
from pathlib import Path

from games import Nim, Quixo
from gamesolver.boardgames import LOSS, BoardGame
from gamesolver.boardgames.derivation import derivation
from gamesolver.boards import Grid
from tests.boardgames.games import Breakthrough, ThreeMensMorris, TicTacToe


class Ordered(BoardGame):
    """A player takes a man of the other player, and the rules read the order of a set."""

    stuck = LOSS

    def __init__(self):
        self.board = Grid(2, 2)

    def setup(self):
        return self.board.row(0), self.board.row(1)

    def first(self, men):
        for man in men:
            return man
        return self.board["a1"]

    def actions(self, at):
        for man in at.theirs:
            if man == self.first(at.theirs):
                yield at.take(man)


class Uneven(BoardGame):
    """A table that is not symmetric, and actions that add and remove men."""

    stuck = LOSS

    def __init__(self):
        self.board = Grid(2, 2)
        self.weights = (1, 2, 2, 1)

    def actions(self, at):
        for place in at.empty:
            if self.weights[place] > len(at.mine):
                yield at.put(place)
        for place in at.mine:
            yield at.lift(place)


def texts_of(game):
    """Return the texts of a report by the name of their part."""
    return {each.name: (each.is_derived, each.text) for each in derivation(game).parts}


def test_layout_names_the_bits_of_each_part():
    """The layout gives the number of bits, in total and for each part."""
    assert texts_of(TicTacToe())["layout"] == (
        True,
        "18 bits of 63: 18 for men of two players on 9 places",
    )
    assert texts_of(Breakthrough(4))["layout"][1].endswith("1 for the player to move")


def test_symmetries_that_are_not_used_have_a_reason():
    """Each group of unused symmetries has its reason: the order of a set, the start, or a table."""
    order, start, table = Ordered(), Breakthrough(4), Uneven()
    assert (
        "7 unused because the order of the places in a set is used (Ordered.first, line "
        in (texts_of(order)["symmetries"][1])
    )
    assert texts_of(start)["symmetries"][1].endswith(
        "2 unused because the start differs, and all_symmetries is False"
    )
    assert texts_of(table)["symmetries"] == (
        True,
        "4 of the board's 8 with the identity; 4 unused because the table self.weights differs",
    )


def test_reasons_name_the_line_of_the_author():
    """Reasons name the line that uses the player, and the lines that rule out a derived stage."""
    lines = Path(__file__).read_text("utf-8").splitlines()
    text = texts_of(Uneven())["stage"][1]
    for verb in ("yield at.put(place)", "yield at.lift(place)"):
        numbers = [number for number, line in enumerate(lines, 1) if line.strip() == verb]
        assert any(f"(Uneven.actions, line {number})" in text for number in numbers)
    is_derived, text = texts_of(Breakthrough(4))["colours"]
    assert not is_derived
    assert text.startswith("the player index is used (Breakthrough.actions, line ")
    is_derived, text = texts_of(ThreeMensMorris())["player"]
    assert not is_derived
    assert "changes the number of men by other than 1 (ThreeMensMorris.actions, line " in text


def test_the_lowered_module_is_python():
    """The report has the module that numba compiles, and other modes give the same report."""
    found = derivation(TicTacToe())
    names = {each.name for each in ast.parse(found.lowered).body if hasattr(each, "name")}
    assert {"successors", "count_moves", "terminal_code", "canonical"} <= names
    assert (
        derivation(TicTacToe().plain).parts
        == found.parts
        == (derivation(TicTacToe().lowered).parts)
    )


def test_other_games_are_reported_as_they_are_written():
    """Games with hand-written compiled rules and games in plain Python are reported as such."""
    hand, plain = derivation(Quixo()), derivation(Nim())
    assert (hand.kind, plain.kind) == ("compiled rules by hand", "plain Python")
    assert hand.part("predecessors").text == "written by hand"
    assert (plain.part("symmetries").text, plain.part("player").text) == ("written", "not written")
    assert hand.lowered == plain.lowered == ""


def test_a_report_is_text_and_json():
    """The text has a line for each part, and the JSON has the same parts."""
    found = derivation(TicTacToe())
    assert str(found).splitlines()[0] == "Tic Tac Toe: board game"
    assert len(str(found).splitlines()) == 1 + len(found.parts)
    assert [each["name"] for each in json.loads(found.as_json())["parts"]] == [
        each.name for each in found.parts
    ]
