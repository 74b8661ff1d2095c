"""Commands ``puzzles``, ``strategy``, ``compare``, ``page`` and ``web`` at a terminal."""

from __future__ import annotations

import json
import re
import sys
from unittest.mock import patch

import pytest

from games import Hexapawn, Nim, TicTacToe
from gamesolver import Outcome, Value, prove, solve
from gamesolver.players import compare, puzzles, strategy, traps
from gamesolver.web import write_page
from tests.support.at_the_terminal import answered, called, refused

SOLUTION = solve(TicTacToe())


def test_puzzles_are_those_of_the_library():
    """The output is the library's text for the same plies, limit and seed."""
    for words, more in (
        (["--plies", "5"], {"plies": 5, "most": 10}),
        (["--plies", "3-4", "--limit", "4", "--seed", "2"], {"plies": {3, 4}, "most": 4}),
        ([], {"most": 10}),
    ):
        seed = 2 if "--seed" in words else 0
        expected = puzzles(SOLUTION, seed=seed, **more).as_text()
        assert answered("puzzles", "tic-tac-toe", *words) == expected
    assert (
        answered(
            "puzzles", "games.in_a_row.plain:PlainConnectFour", "--width", "1", "--height", "1"
        )
        == "No puzzles\n"
    )


def test_traps_are_those_of_the_library(tmp_path):
    """Text, JSON and sheet are the library's; a start that is not a draw is reported."""
    out, expected = tmp_path / "traps.html", traps(SOLUTION, most=3)
    words = "puzzles", "tic-tac-toe", "--traps", "--limit", "3"
    assert answered(*words) == expected.as_text()
    answer = called(*words, "--json").answer
    for one, other in zip(answer["traps"], expected, strict=True):
        assert [each["move"] for each in one["line"]] == [str(move) for move in other.line]
        assert (one["losing"], one["saving"]) == (
            [str(move) for move in other.losing],
            [str(move) for move in other.saving],
        )
    assert answer["traps"] == json.loads(expected.as_json())["traps"]
    assert answer["puzzles"] == []
    answered(*words, "--sheet", out)
    assert out.read_text(encoding="utf-8") == expected.as_html()
    assert answered("puzzles", "pong-hau-ki", "--traps") == "No traps\n"
    assert answered("puzzles", "hexapawn", "--traps") == (
        "No traps: the start is a loss in 6, and best play keeps it so\n"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--plies 9-3", "bad --plies '9-3': expected a number of plies, such as 5, or 3-7"),
        ("--plies x", "bad --plies 'x': expected a number of plies, such as 5, or 3-7"),
        (
            "--plies 2",
            "bad plies 2: expected some in which positions of TicTacToe() are won, "
            "in 1, 3, 5 plies",
        ),
        ("--limit 0", "bad --limit 0: expected a number from 1 on"),
        ("--plies 3 --traps", "--plies and --traps exclude each other: leave out one of them"),
    ],
)
def test_puzzles_that_cannot_be_requested(words, message):
    """A wrong option is refused with a message that names the expected values."""
    assert refused("puzzles", "tic-tac-toe", *words.split()) == message


def test_sheets_are_written(tmp_path):
    """A sheet is the page of the library, and a line names the file."""
    out = tmp_path / "sheet.html"
    output = answered("puzzles", "tic-tac-toe", "--plies", "5", "--sheet", out)
    assert out.read_text(encoding="utf-8") == puzzles(SOLUTION, plies=5, most=10).as_html()
    assert output.startswith(f"{out}: ")
    answered("strategy", "nim", "--heaps", "1,2", "--sheet", out)
    assert "the player who moves first wins with 2 positions" in out.read_text(encoding="utf-8")
    output = refused("puzzles", "nim", "--sheet", tmp_path / "no" / "x.html")
    where = tmp_path / "no"
    assert output.endswith(f"cannot write {where / 'x.html'}: there is no folder {where}")


def test_a_strategy_is_that_of_the_library():
    """The strategy of either player is the library's, as text and as JSON."""
    assert answered("strategy", "tic-tac-toe", "--seat", "o") == strategy(SOLUTION, 1).as_text()
    answer = called("strategy", "hexapawn", "--seat", "black", "--json").answer
    found = strategy(solve(Hexapawn()), seat=1)
    assert (answer["player"], answer["value"]) == ("black", "win")
    assert answer["size"] == len(answer["positions"]) == len(found)
    assert answer["at_least"] == found.at_least


def test_without_scipy_the_line_that_brings_it_is_reported():
    """The command to install scipy is printed before anything is solved."""
    with patch.dict(sys.modules, {"scipy.optimize": None}), patch("gamesolver.solve", None):
        output = refused("strategy", "tic-tac-toe")
    assert output == (
        'strategies require scipy, which is not installed: pip install "solved-games[strategy]"'
    )


def test_two_rules_are_compared():
    """The second game carries its options in one argument, and the text is the library's."""
    misere = solve(TicTacToe(misere=True))
    expected = compare(SOLUTION, misere).as_text()
    assert answered("compare", "tic-tac-toe", "tic-tac-toe --misere") == expected
    other_way = compare(misere, SOLUTION, examples=0).as_text()
    words = "compare", "tic-tac-toe", "--misere", "tic-tac-toe", "--examples", "0"
    assert answered(*words) == other_way


def test_a_comparison_in_json_states_what_the_library_states(path):
    """The JSON of a comparison with a saved file is the library's."""
    answered("solve", "tic-tac-toe", "--misere", "--save", path, "--no-estimate")
    reported = called("compare", "tic-tac-toe", path, "--json").answer
    assert reported == json.loads(compare(SOLUTION, solve(TicTacToe(misere=True))).as_json())


def test_games_that_share_no_position_are_summed_up():
    """Start, size and values of both games are shown, with the reason for no comparison."""
    output = called("compare", "tic-tac-toe", "nim")
    assert output.code == 5
    table, why = output.out.split("\n\n")
    assert [re.split(" {2,}", line) for line in table.splitlines()] == [
        ["", "Tic-Tac-Toe", "Nim"],
        ["start", "draw in 9", "win in 11"],
        [
            "positions",
            *(f"{count} positions up to symmetry that the start reaches" for count in (765, 48)),
        ],
        ["win", "390", "41"],
        ["draw", "151", "0"],
        ["loss", "224", "7"],
    ]
    assert why.startswith("Tic-Tac-Toe and Nim cannot be compared: position '.........' ")
    assert "translate" not in why
    reported = called("compare", "tic-tac-toe", "nim", "--json").answer
    assert [reported[name] for name in ("agree", "differ", "only_in_one", "only_in_other")] == [
        0,
        0,
        765,
        48,
    ]
    assert [len(line) for line in reported["mainlines"]] == [9, 11]
    assert (reported["shallowest"], reported["examples"]) == (None, [])


def test_a_page_is_that_of_the_library(tmp_path):
    """The written file equals the library's page, and its size is reported."""
    out, expected = tmp_path / "page.html", tmp_path / "expected.html"
    write_page(solve(Nim(heaps=(1, 2))), expected)
    words = "page", "nim", "--heaps", "1,2", out
    output = answered(*words)
    assert out.read_bytes() == expected.read_bytes()
    assert output.startswith(f"{out}: ")
    answer = called(*words, "--json").answer
    assert answer["bytes"] == out.stat().st_size


def test_web_passes_on_where_to_listen():
    """Host, port, names and ``--open`` reach the server, and its address is printed."""
    queried = []

    def serve(solution, host, port, *, open, hosts, ready):  # noqa: A002  # its real name
        queried.append((solution.game, host, port, open, tuple(hosts)))
        ready("http://127.0.0.1:8000/")

    with patch("gamesolver.web.serve", serve):
        output = answered("web", "nim")
        words = ["--host", "0.0.0.0", "--port", "0", "--names", "a.example,b.example", "--open"]
        answered("web", "tic-tac-toe", "--misere", *words)
    assert output == "Nim at http://127.0.0.1:8000/ (Ctrl-C stops)\n"
    assert queried[0][1:] == ("127.0.0.1", 8000, False, ())
    assert queried[1] == (
        TicTacToe(misere=True),
        "0.0.0.0",
        0,
        True,
        ("a.example", "b.example"),
    )


def test_web_serves_a_proof(tmp_path):
    """``web`` serves a saved proof or proves a game first; for a file it refuses proof options."""
    shown = []

    def serve(subject, host, port, **rest):
        shown.append((subject.game, subject.position, subject.bounds.outcome, subject.how.stopped))

    file = str(tmp_path / "nim.proof")
    solved = str(tmp_path / "nim.solution")
    game = Nim(heaps=(1, 2))
    prove(game).save(file)
    solve(game).save(solved)
    with patch("gamesolver.web.serve", serve):
        answered("web", file)
        answered("web", "nim", "--heaps", "1,2", "--prove", "--start", "(1, 1)")
        answered("web", "tic-tac-toe", "--prove", "--seconds", "0", "--memory", "1MB")
    won, lost = Outcome(Value.WIN, 3), Outcome(Value.LOSS, 2)
    assert shown == [
        (game, (1, 2), won, ""),
        (game, (1, 1), lost, ""),
        (TicTacToe(), TicTacToe().start(), None, "the time limit was reached"),
    ]
    for words, reported in (
        ([file, "--prove"], f"bad --prove: {file} is a file, and proved already"),
        ([solved, "--prove"], f"bad --prove: {solved} is a file, and solved already"),
        ([file, "--start", "(1, 1)"], f"bad --start '(1, 1)': {file} is a file, and proved"),
        (["nim", "--seconds", "3"], "bad --seconds 3: it requires --prove"),
    ):
        assert refused("web", *words).startswith(reported)


@pytest.mark.parametrize(
    ("words", "needed"),
    [
        (["web", "nim"], "uvicorn"),
        (["page", "nim", "nowhere.html"], "jinja2"),
    ],
)
def test_without_the_extra_the_line_that_brings_it_is_reported(words, needed):
    """The command to install the package is printed before anything is solved, with code 2."""
    ours = [name for name in sys.modules if name.startswith("gamesolver.web.")]
    missing = dict.fromkeys(
        [name for name in sys.modules if name.partition(".")[0] == needed] + [needed]
    )
    with patch.dict(sys.modules, missing), patch("gamesolver.solve", None):
        for name in ours:
            del sys.modules[name]
        output = refused(*words)
    assert output == (
        f'the explorer needs {needed}, which is not installed: pip install "solved-games[web]"'
    )


def test_a_port_that_is_taken_is_a_wrong_call():
    """A port out of range is refused with the library's message."""
    assert refused("web", "nim", "--port", "70000").startswith("bad port 70000: ")
