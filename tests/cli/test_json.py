"""JSON output: it matches the published schemas and the results of the library."""

from __future__ import annotations

import pytest

from games import Nim, TicTacToe
from gamesolver import explore, registered_games, solve
from gamesolver.cli.endings import UNRESOLVED
from tests.support.at_the_terminal import called
from tests.support.json_shapes import validator

PLAIN_OTHELLO = "games.othello.plain:PlainOthello"
OUTCOME = {"value": "win", "remoteness": 3, "score": 2}
STEP = {"move": "1", "position": "2"}

CALLS = [
    ("Solve", ["solve", "tic-tac-toe"]),
    ("Solve", ["solve", "pong-hau-ki"]),
    ("Show", ["show", "tic-tac-toe", ".o..x....", "--line"]),
    ("Show", ["show", "pong-hau-ki"]),
    ("Proof", ["prove", "tic-tac-toe"]),
    ("Proof", ["prove", "tic-tac-toe", ".o..x....", "--at-least", "draw"]),
    ("Proof", ["prove", "pong-hau-ki", "--seconds", "0"]),
    ("Survey", ["stats", "tic-tac-toe"]),
    ("Survey", ["stats", "nim", "--heaps", "0"]),
    ("Survey", ["stats", "pong-hau-ki", "--limit", "5"]),
    ("Check", ["check", "nim", "--heaps", "1,2"]),
    ("Verify", ["verify", "nim"]),
    pytest.param(
        "Estimate",
        ["estimate", "quixo", "--size", "2"],
        marks=pytest.mark.compiled(why="a compiled game is forecast"),
    ),
    ("Estimate", ["estimate", "nim", "--heaps", "0"]),
    ("Written", ["export", "nim", "OUT.csv"]),
    ("Written", ["page", "nim", "OUT.html"]),
    ("Plot", ["plot", "nim", "OUT.svg"]),
    ("PlayedMatch", ["match", "nim", "random", "perfect", "--games", "50"]),
    ("PlayedOdds", ["odds", "nim", "random", "perfect"]),
    ("PlayedOdds", ["odds", "pong-hau-ki", "random", "random"]),
    ("NamedAudit", ["audit", "tic-tac-toe", "perfect:value"]),
    ("NamedAudit", ["audit", "pong-hau-ki", "perfect"]),
    ("Exercises", ["puzzles", "tic-tac-toe"]),
    ("Exercises", ["puzzles", "nim", "--sheet", "OUT.html"]),
    ("Exercises", ["puzzles", "tic-tac-toe", "--traps"]),
    ("WrittenStrategy", ["strategy", "nim"]),
    ("Comparison", ["compare", "tic-tac-toe", "tic-tac-toe --play-on"]),
    ("Comparison", ["compare", "nim", "nim"]),
    (
        "PlayedMatch",
        ["match", "scoring-heaps", "random", "perfect:score", "--games", "50"],
    ),
    ("PlayedOdds", ["odds", "scoring-heaps", "random", "best-response:random"]),
    ("PlayedOdds", ["odds", "pong-hau-ki", "--endless", "loss", "random", "random"]),
    ("NamedAudit", ["audit", "scoring-heaps", "perfect:score"]),
    ("NamedAudit", ["audit", "pong-hau-ki", "--endless", "loss", "perfect"]),
    ("Exercises", ["puzzles", "scoring-heaps"]),
    ("Exercises", ["puzzles", "dots-and-boxes", "--rows", "1", "--traps"]),
    ("WrittenStrategy", ["strategy", "scoring-heaps"]),
    (
        "WrittenStrategy",
        ["strategy", PLAIN_OTHELLO, "--by", "score"],
    ),
    ("Comparison", ["compare", "scoring-heaps", "scoring-heaps --takes 1,2"]),
    ("Comparison", ["compare", "pong-hau-ki", "pong-hau-ki --endless loss"]),
]


@pytest.mark.parametrize(("shape", "words"), CALLS)
def test_every_answer_has_its_shape(shape, words, tmp_path):
    """The JSON of each command is valid by its schema, for games of different kinds."""
    words = [str(tmp_path / word) if word.startswith("OUT") else word for word in words]
    output = called(*words, "--json")
    assert output.code == (UNRESOLVED if "--seconds" in words else 0)
    validator(shape).validate(output.answer)


def test_the_shelf_has_its_shape():
    """``games --json`` is a list with a valid entry for each registered game."""
    shelf = called("games", "--json").answer
    assert [each["name"] for each in shelf] == list(registered_games())
    for each in shelf:
        validator("Shelf").validate(each)


@pytest.mark.parametrize(
    ("shape", "right", "wrong"),
    [
        ("Outcome", OUTCOME, {"value": "win", "remoteness": 3}),
        ("Outcome", OUTCOME | {"score": None}, OUTCOME | {"more": 1}),
        ("Outcome", OUTCOME | {"remoteness": None}, OUTCOME | {"value": "won"}),
        ("Outcome", OUTCOME | {"score": -2}, OUTCOME | {"remoteness": "3"}),
        ("Outcome", OUTCOME | {"value": "loss"}, OUTCOME | {"remoteness": 3.0}),
        ("Step", STEP, STEP | {"gain": None}),
        ("Step", STEP | {"gain": 0}, {"move": "1"}),
    ],
)
def test_a_shape_that_lacks_or_adds_a_field_is_noticed(shape, right, wrong):
    """The schema accepts a right answer, and refuses an additional, missing or wrong field."""
    assert validator(shape).is_valid(right)
    assert not validator(shape).is_valid(wrong)


def test_a_no_of_an_audit_has_its_shape():
    """An audit with mistakes ends with code 1, and its JSON is valid and lists three of them."""
    for name in ("tic-tac-toe", "dodgem"):
        output = called("audit", name, "random", "--json")
        assert output.code == 1
        validator("NamedAudit").validate(output.answer)
        assert len(output.answer["mistakes"]) == 3 <= output.answer["found"]["mistakes"]


def test_solve_and_show_report_what_the_library_reports():
    """Outcome, line, counts and moves in JSON are those of the library."""
    game = TicTacToe()
    solution = solve(game)
    answer = called("solve", "tic-tac-toe", "--json").answer
    assert answer["outcome"] == {"value": "draw", "remoteness": 9, "score": None}
    assert [each["position"] for each in answer["line"]] == [
        game.format(row.position) for row in solution.mainline()
    ]
    assert answer["counts"] == {"win": 390, "draw": 151, "loss": 224}
    assert answer["positions"] == 765
    here = game.parse(".o..x....")
    answer = called("show", "tic-tac-toe", ".o..x....", "--json").answer
    assert [
        (each["move"], each["outcome"]["value"], each["outcome"]["remoteness"], each["is_best"])
        for each in answer["moves"]
    ] == [
        (str(row.move), row.outcome.value.name.lower(), row.outcome.remoteness, row.is_best)
        for row in solution.moves(here)
    ]
    assert answer["player"] == "x"


def test_a_no_is_an_answer_in_json_too(path):
    """A broken law and a broken file end with code 1 and the fault as JSON."""
    output = called("check", "tests.cli.test_wrong_calls:Stuck", "--json")
    assert output.code == 1
    validator("Check").validate(output.answer)
    assert [fault["law"] for fault in output.answer["faults"]] == ["stuck"]
    called("solve", "nim", "--save", path)
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    output = called("verify", path, "--json")
    assert output.code == 1
    validator("Verify").validate(output.answer)
    assert " is broken: " in output.answer["fault"]
    assert not output.answer["holds"]


def test_check_counts_raw_positions():
    """``check`` counts positions without symmetry reduction."""
    answer = called("check", "nim", "--heaps", "1,2,3", "--json").answer
    assert answer["positions"] == len(explore(Nim(heaps=(1, 2, 3)), fold=False)) == 24
