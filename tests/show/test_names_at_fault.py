"""Titles, seat names and boards that are not texts: every function that shows them reports it."""

import json
import re

import matplotlib
import pytest

from gamesolver import GameContractError, estimate, explore, solve
from gamesolver.cli.main import main
from gamesolver.notebook import play
from gamesolver.players import puzzles, strategy
from gamesolver.plots import outcomes_by_remoteness
from gamesolver.rules.guard import Rules
from gamesolver.rules.parameters import titled
from gamesolver.web import app, write_page
from tests.support.explorer_calls import fetch
from tests.support.small_games import Heap

matplotlib.use("Agg")


def lose(self, *arguments):
    """Raise, in place of a property or a method."""
    raise LookupError("lost")


def spoilt(**attributes):
    """Return a heap with some attributes replaced."""
    return type("Spoilt", (Heap,), attributes)()


def reported_of(game, fetch):
    """Return the message about a game that breaks its contract."""
    with pytest.raises(GameContractError) as caught:
        fetch(game)
    return str(caught.value).removeprefix("Spoilt breaks its contract: ")


TITLES = {
    "None": (None, "title is None: expected a str"),
    "number": (5, "title is 5: expected a str"),
    "bytes": (b"Heap", "title is b'Heap': expected a str"),
    "list": (["Heap"], "title is ['Heap']: expected a str"),
    "raises": (property(lose), "title raised LookupError: lost"),
}
SHOW_THE_TITLE = {
    "titled": titled,
    "estimate": lambda game: str(estimate(game)),
    "graph": lambda game: explore(game)._repr_html_(),
    "solution": lambda game: solve(game)._repr_html_(),
    "strategy": lambda game: strategy(solve(game))._repr_html_(),
    "puzzles": lambda game: puzzles(solve(game))._repr_html_(),
    "plot": lambda game: outcomes_by_remoteness(solve(game)),
    "explorer": lambda game: app(solve(game)),
}


@pytest.mark.parametrize("show", SHOW_THE_TITLE.values(), ids=list(SHOW_THE_TITLE))
@pytest.mark.parametrize(("title", "message"), TITLES.values(), ids=list(TITLES))
def test_a_title_that_is_no_text_is_named(title, message, show):
    """Each function that shows a title raises if the title is not a text."""
    assert reported_of(spoilt(title=title), show) == message


def test_a_title_of_another_class_is_shown_as_the_text_it_is():
    """A title of a str subclass is shown as its text, even if its ``__str__`` raises."""
    wordless = type("Wordless", (str,), {"__format__": lose, "__str__": lose})
    assert titled(spoilt(title=wordless("Heap"))) == "Heap"


SEATS = {
    "text": ("xo", "seats is 'xo': expected a tuple of two texts"),
    "one": (("x",), "seats is ('x',): expected a tuple of two texts"),
    "numbers": ((1, 2), "seats is (1, 2): expected a tuple of two texts"),
    "None": (None, "seats is None: expected a tuple of two texts"),
    "alike": (("x", "x"), "seats is ('x', 'x'): expected two different texts"),
    "raises": (property(lose), "seats raised LookupError: lost"),
}
SHOW_SEATS = {
    "page": lambda game: app(solve(game)),
    "as_json": lambda game: solve(game).as_json(),
    "solution": lambda game: solve(game)._repr_html_(),
    "line": lambda game: solve(game).mainline()._repr_html_(),
    "strategy": lambda game: str(strategy(solve(game))),
    "named": lambda game: play(solve(game), seat="x"),
}


@pytest.mark.parametrize("show", SHOW_SEATS.values(), ids=list(SHOW_SEATS))
@pytest.mark.parametrize(("seats", "message"), SEATS.values(), ids=list(SEATS))
def test_seats_that_are_no_two_names_are_named(seats, message, show):
    """Each function that shows seats raises if they are not two different texts."""
    game = spoilt(seats=seats, player=lambda self, position: (3 - position) % 2)
    assert reported_of(game, show) == message


@pytest.mark.parametrize(("seats", "message"), SEATS.values(), ids=list(SEATS))
def test_no_page_is_written_with_wrong_seats(seats, message, tmp_path):
    """``write_page`` gives the same message for invalid seats and leaves no file."""
    path = tmp_path / "page.html"
    assert reported_of(spoilt(seats=seats), lambda game: write_page(solve(game), path)) == message
    assert not path.exists()


def test_a_page_states_which_seats_went_wrong_meanwhile():
    """Seats that become invalid while the explorer runs are reported on its pages and in JSON."""
    game = spoilt(player=lambda self, position: (3 - position) % 2)
    explorer = app(solve(game))
    type(game).seats = None
    output = "Spoilt breaks its contract: seats is None: expected a tuple of two texts"
    for address in ("/api/game", "/api/position", "/api/line"):
        answer = fetch(explorer, address)
        assert (answer.code, answer.json) == (500, {"error": output})
    page = fetch(explorer, "/")
    assert (page.code, output in page.text) == (500, True)


BOARDS = {
    "render": "render(3) returned None: expected a str",
    "render_for": "render_for(3, 0) returned None: expected a str",
}


@pytest.mark.parametrize(("rule", "message"), BOARDS.items(), ids=list(BOARDS))
def test_a_board_that_is_none_is_named(rule, message):
    """A ``render`` that returns None is reported as a fault, not shown as text."""
    game = spoilt(**{rule: lambda self, *arguments: None})
    solution = solve(game)
    assert reported_of(game, lambda game: solution.board()._repr_html_()) == message
    assert reported_of(game, lambda game: solution.as_json()) == message
    assert fetch(app(solution), "/api/position").json["error"].endswith(message)


@pytest.mark.parametrize("rule", ["render_for", "svg_for"])
def test_a_board_that_knows_of_no_mover_is_named(rule):
    """``render_for`` or ``svg_for`` without an argument for the player is reported as a fault."""

    def draw(self, position):
        return "<svg/>"

    output = reported_of(spoilt(**{rule: draw}), lambda game: solve(game).board()._repr_html_())
    assert re.fullmatch(
        rf"{rule}\(3, 0\) raised TypeError: .* 2 positional .* 3 were given", output
    )


def test_a_picture_for_either_seat_may_be_none():
    """``svg_for`` may return None, and the board is then shown as text."""
    page = solve(spoilt(svg_for=lambda self, position, mover: None)).board()._repr_html_()
    assert '<pre class="text one-line">3</pre>' in page


@pytest.mark.parametrize(
    ("render", "message"),
    [
        (lose, "render(3) raised LookupError: lost"),
        (lambda self, position: None, "render(3) returned None: expected a str"),
    ],
)
def test_a_printed_board_names_what_is_wrong_with_it(render, message):
    """``str`` of a board reports a ``render`` that raises or returns no text as a fault."""
    game = spoilt(render=render)
    assert reported_of(game, lambda game: str(solve(game).board())) == message


def test_a_printed_board_is_that_of_its_position():
    """``str`` of a board is the result of ``render``, even if the game has ``render_for``."""
    game = spoilt(
        render=lambda self, position: "as it is",
        render_for=lambda self, position, mover: f"for {mover}",
    )
    assert str(solve(game).board()) == "as it is"
    assert Rules(game).render(3) == "for 0"


UNTITLED = """
from gamesolver import Game, Value

class Untitled(Game):
    title = None
    def start(self):
        return 1
    def moves(self, position):
        return [1]
    def play(self, position, move):
        return 0
    def terminal_value(self, position):
        return Value.LOSS if position == 0 else None
"""


def test_the_check_at_a_terminal_reports_a_wrong_title(tmp_path, capsys):
    """The report about a title that is not a text names the game by its repr."""
    path = tmp_path / "untitled.py"
    path.write_text(UNTITLED)
    assert main(["check", str(path)]) == 1
    out, err = capsys.readouterr()
    assert ("Untitled() breaks a law" in out, "title is None: expected a str" in out) == (
        True,
        True,
    )
    assert err == ""
    assert main(["check", str(path), "--json"]) == 1
    (fault,) = json.loads(capsys.readouterr().out)["faults"]
    assert (fault["law"], fault["message"]) == ("texts", "title is None: expected a str")
    assert main(["solve", str(path)]) == 3
    assert "Untitled breaks its contract: title is None" in capsys.readouterr().err
