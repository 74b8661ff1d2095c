"""Puzzles as text, as JSON, and as a sheet to print."""

import json
from html.parser import HTMLParser

from games import Nim, TicTacToe
from gamesolver import Game, Value, solve
from gamesolver.players import puzzles
from tests.support.small_games import UndrawnNim

BOARD = solve(TicTacToe())
BOOK = puzzles(BOARD, most=None)


class Meeting(Game):
    """Game won in five, in which the loser has two replies that lead to one position."""

    def start(self):
        return "start"

    def moves(self, position):
        return {"fork": ["one", "two"], "met": ["meet"]}.get(position, ["wrong", "right"])

    def play(self, position, move):
        onwards = {"start": "fork", "one": "met", "two": "met", "last": "end"}
        if move == "wrong":
            return "thrown away"
        return "last" if move == "meet" else onwards.get(position, move)

    def terminal_value(self, position):
        return {"end": Value.LOSS, "thrown away": Value.WIN}.get(position)


def test_the_text_of_a_puzzle():
    """The text has the question, board, solution tree and refutations of the other moves."""
    in_five = puzzles(BOARD, plies=5)
    assert in_five[1].as_text() == (
        "x wins in 5\n  . . o\n  x . o\n  . x .\n"
        "Solution:\n  8 6 4\n    0 1\n    1 0\n"
        "Wrong:\n  0 (loss in 2): 8\n  1 (loss in 2): 8\n  4 (loss in 2): 8\n  6 (loss in 2): 8"
    )
    words, first = in_five.as_text().split("\n\n")[:2]
    assert words.startswith(
        "A solution has the moves of both players in turn, the right one first."
    )
    assert first.startswith("1. x wins in 5\n")
    assert repr(in_five) == "<3 puzzles of TicTacToe()>"
    assert [each.position for each in in_five[1:]] == [in_five[1].position, in_five[2].position]


def test_what_comes_up_again_is_reported_once():
    """If two defences lead to one position, its continuation is shown once."""
    puzzle = puzzles(solve(Meeting()), plies=5)[0]
    text = puzzle.as_text()
    assert "Solution:\n  right\n    one right meet right\n    two right (as before)\n" in text
    first, second = json.loads(puzzles(solve(Meeting()), plies=5).as_json())["puzzles"][0][
        "solution"
    ]["replies"]
    assert first["replies"][0]["replies"]
    assert second["replies"][0]["replies"] is None


def test_rescues_state_so():
    """The question of a rescue is how to save the draw."""
    rescue = next(each for each in BOOK if each.kind == "rescue")
    assert rescue.question == f"{rescue.mover} can save the draw"
    assert "rescue" not in repr(rescue)
    assert rescue.plies == 1


def test_no_player_is_named_where_seats_are_unknown():
    """If the game names no players, the question speaks of the player to move."""
    assert "The player to move wins in 1" in puzzles(solve(Nim((2, 3)))).as_text()


class Sheet(HTMLParser):
    """Parser that counts the tags of a sheet."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.open = {}, []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags[tag] = self.tags.get(tag, 0) + 1
        if tag not in ("meta", "rect", "circle", "path"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in ("rect", "circle", "path"):
            assert self.open.pop() == tag


def test_the_sheet_has_a_picture_for_each_question_and_answer():
    """A sheet has a picture of each question, and one of each answer with the right move marked."""
    book = puzzles(BOARD, plies=3)
    sheet = Sheet(book.as_html())
    assert sheet.open == []
    assert sheet.tags["svg"] == sheet.tags["figure"] == 2 * len(book)
    assert '<section class="answers">' in book.as_html()
    queried, reported = (part.split("<figure>")[1:] for part in book.as_html().split('answers">'))
    assert not any('class="shown"' in figure for figure in queried)
    for puzzle, figure in zip(book, reported, strict=True):
        marked = figure.split('<a class="shown">')[1].split("</a>")[0]
        assert f">{puzzle.move}</text>" in marked
        assert figure.count("shown") == 1


def test_nothing_runs_on_a_sheet():
    """Parts of a game's picture other than shapes are left out."""

    class Loud(Nim):
        def svg(self, position):
            return '<svg viewBox="0 0 1 1"><script>1</script><rect onclick="1" width="1"/></svg>'

    text = puzzles(solve(Loud((2, 3)))).as_html()
    assert '<rect width="1">' in text
    assert "script" not in text
    assert "onclick" not in text


def test_a_game_without_pictures_has_boards_of_text():
    """Without a picture the board is text, and HTML's special characters are escaped."""

    class Odd(UndrawnNim):
        def render(self, position):
            return f"<b>{position}</b>"

        def format_move(self, move):
            return f'"{move[0]}</style>{move[1]}'

    text = puzzles(solve(Odd((2, 3)))).as_html()
    assert "&lt;b&gt;" in text
    assert "<b>" not in text
    assert text.count("</style>") == 1
    assert Sheet(text).open == []
