"""Rules, players, pictures and puzzles on the explorer's pages."""

import re
from xml.etree import ElementTree

import pytest

from games import (
    ConnectFour,
    GobbletGobblers,
    Hexapawn,
    Nim,
    Notakto,
    Quixo,
    ThreeMensMorris,
    TicTacToe,
)
from games.in_a_row.plain import PlainConnectFour
from games.othello.plain import PlainOthello
from gamesolver import Game, Value, solve
from gamesolver.show.rules_panel import RulesPanel
from gamesolver.web import app
from tests.support.explorer_calls import Page, fetch, follow
from tests.support.seen_from_mover import Circling

FOUR = PlainConnectFour(width=3, height=2, line=3)


class Undescribed(Game):  # noqa: D101  # to test a missing docstring
    def start(self):
        return 1

    def moves(self, position):
        return [1]

    def play(self, position, move):
        return 0

    def terminal_value(self, position):
        return None if position else Value.LOSS


class Described(Undescribed):
    """Take the last counter. It is the only one.

    The player who takes it wins.

        o

    >>> Described().start()
    1

    Nothing after a doctest is shown.
    """


def test_the_plain_mode_of_a_board_game_has_its_rules_and_its_title():
    """In plain mode a page has the rules, parameters and pieces of the board game."""
    game = GobbletGobblers(sizes=2, copies=1)
    assert RulesPanel.of(game.plain) == RulesPanel.of(game)
    page = fetch(app(solve(game.plain)), "/").text
    assert (
        "<title>A draw: play goes on for ever: Gobblet Gobblers (sizes 2, copies 1)</title>" in page
    )
    chips = page.partition('class="players')[2].partition("</ul>")[0]
    assert (chips.count('fill="#e9b824"'), chips.count('fill="#3a6db5"')) == (1, 1)


def test_rules_are_those_of_the_docstrings():
    """Rules are taken from the docstrings of module and class, without doctests and layouts."""
    panel = RulesPanel.of(ConnectFour())
    assert panel.sentence == "Connect Four: stones fall into columns, and four in a row win."
    text = " ".join(panel.paragraphs)
    assert "Four stones in a row, straight or diagonal, win." in text
    assert "line in a row on width columns" in text
    assert not any(word in text for word in (">>>", "``", "A position"))


def test_rules_of_a_game_of_ones_own(monkeypatch):
    """Without a module docstring the class docstring is shown, with drawings unchanged."""
    monkeypatch.setattr("tests.web.test_rules_on_pages.__doc__", None)
    panel = RulesPanel.of(Described())
    assert panel.sentence == "Take the last counter."
    assert panel.paragraphs == (
        "Take the last counter. It is the only one.", "The player who takes it wins.", "    o",
    )  # fmt: skip
    assert RulesPanel.of(Undescribed()) == RulesPanel("", ())


def test_the_rules_of_one_game_of_several_come_first():
    """If a module has several games, the rules begin with those of the class."""
    panel = RulesPanel.of(Notakto())
    assert panel.brief(2) == (
        "Notakto: both players put down x, and the player who makes three in a row loses. "
        "The board has three by three squares."
    )


def test_a_page_has_the_rules():
    """A page shows the summary of the rules below the title, and the rules in a tab."""
    page = Page(fetch(app(solve(TicTacToe())), "/").text)
    sentence = "Tic-tac-toe: three in a row on a board of three by three."
    assert page.all("p", class_="sentence")[0]["text"] == sentence
    assert "x moves first." in page.all("section", class_="tab-rules")[0]["text"]


@pytest.mark.parametrize(
    ("game", "address", "players", "men"),
    [
        (TicTacToe(), "/?move=4", [("x", False), ("o", True)], 2),
        (Hexapawn(), "/", [("White", True), ("Black", False)], 2),
        (Nim(), "/", [("First player", True), ("Second player", False)], 0),
        (TicTacToe(), "/?from=xxxoo....", [("x", False), ("o", False)], 2),
        (FOUR, "/?move=a", [("Red", False), ("Yellow", True)], 2),
        (PlainOthello(rows=3, columns=3), "/", [("Black", True), ("White", False)], 2),
    ],
    ids=str,
)
def test_players_are_shown_with_their_men(game, address, players, men):
    """Each player has a chip with name and piece, and the player to move is marked."""
    page = Page(fetch(app(solve(game)), address).text)
    chips = page.all("li", class_="player")
    names = [each["text"] for each in page.all("span", class_="player-name")]
    shown = [(name, "to-move" in chip["class"]) for name, chip in zip(names, chips, strict=True)]
    assert shown == players
    assert len(page.all("svg", class_="man")) == men


def test_colours_of_chips_are_those_of_the_board():
    """The chips of Connect Four have the colours of the discs on its board."""
    page = fetch(app(solve(FOUR)), "/?move=a&move=b").text
    chips = page.partition('class="players')[2].partition("</ul>")[0]
    board = page.partition('class="board"')[2].partition("</svg>")[0]
    discs = [set(re.findall(r'r="[\d.]+" fill="(#\w+)"', part)) for part in (chips, board)]
    assert discs[0] == discs[1] == {"#c4483b", "#e9b824"}


def test_a_board_is_a_picture_of_its_own():
    """``/board.svg`` returns the board as SVG, with the same query as the page."""
    answer = fetch(app(solve(TicTacToe())), "/board.svg?move=4&move=0")
    assert (answer.code, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert ElementTree.fromstring(answer.text).tag.endswith("svg")
    assert answer.text.count("#c4483b") == answer.text.count("#3a6db5") == 1
    assert fetch(app(solve(TicTacToe())), "/board.svg?from=xo").code == 400


def test_a_hint_names_a_best_move():
    """A hint with a best move is shown only if outcomes are hidden."""
    explorer = app(solve(TicTacToe()))
    page = Page(fetch(explorer, "/?move=4&move=1&move=7&outcomes=hidden").text)
    assert page.all("details", class_="hint")[0]["text"] == "Hint A best move: 0"
    assert not Page(fetch(explorer, "/?move=4").text).all("details")


def test_moves_taken_back_can_be_played_again():
    """Moves taken back stay in the address as ``next``, until another move is played."""
    explorer = app(solve(TicTacToe()))
    page = Page(fetch(explorer, "/?move=4&next=0&next=8").text)
    assert [each["href"] for each in page.all("a", rel="next")] == ["/?move=4&move=0&next=8"]
    assert [each["href"] for each in page.all("a", class_="last-of-all")] == [
        "/?move=4&move=0&move=8"
    ]
    links = {move: address for move, _, address in page.moves()}
    assert (links["0"], links["1"]) == ("/?move=4&move=0&next=8", "/?move=4&move=1")


def test_a_puzzle_has_one_right_move():
    """``/puzzle`` leads to a position with one move of the best value, and hides outcomes."""
    solution = solve(TicTacToe())
    explorer = app(solution)
    for _ in range(5):
        page, address = follow(explorer, "/puzzle")
        assert page.code == 200
        assert address.endswith("outcomes=hidden")
        shown = fetch(explorer, "/api/position" + address[1:].partition("&outcomes")[0]).json
        values = [move["outcome"]["value"] for move in shown["moves"]]
        assert len(values) >= 3
        assert values[0] != "loss"
        assert values.count(values[0]) == 1


def test_a_game_without_puzzles_states_so():
    """A game whose positions have a single move has no puzzle, and its page reports that."""
    answer = fetch(app(solve(Undescribed())), "/puzzle")
    assert answer.code == 404
    assert "no puzzle was found in 400 positions" in answer.text.lower()


LETTERS = "In the text, x is the first player and o is the second player."
COLOURS = "In the text, x is red and o is yellow."
MOVER = "The text is as the player to move sees the board."


@pytest.mark.parametrize(
    ("game", "note"),
    [
        (Circling(), MOVER),
        (ThreeMensMorris(), LETTERS),
        (FOUR, COLOURS),
        (Quixo(size=2), ""),
        (TicTacToe(), ""),
        (Nim(), ""),
    ],
)
def test_signs_of_players_in_a_text_are_explained(game, note):
    """A page explains the letters of a text, or that it is from the view of the player to move.

    Letters that are the names of the players need no explanation.
    """
    explorer = app(solve(game))
    for page in (fetch(explorer, "/").text, fetch(explorer, "/page.html").text):
        assert [each for each in (LETTERS, COLOURS, MOVER) if each in page] == [note] * bool(note)
