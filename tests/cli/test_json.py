"""Answers in JSON: they have the shapes that are promised, and say what the library says."""

from __future__ import annotations

import types
from typing import (
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import pytest

from games import Nim, TicTacToe
from gamesolver import explore, registered_games, shapes, solve
from gamesolver.cli.endings import UNSETTLED
from tests.support.at_the_terminal import called

PLAIN_OTHELLO = "games.othello.plain:PlainOthello"

CALLS = [
    (shapes.SolveShape, ["solve", "tic-tac-toe"]),
    (shapes.SolveShape, ["solve", "pong-hau-ki"]),
    (shapes.ShowShape, ["show", "tic-tac-toe", ".o..x....", "--line"]),
    (shapes.ShowShape, ["show", "pong-hau-ki"]),
    (shapes.ProofShape, ["prove", "tic-tac-toe"]),
    (shapes.ProofShape, ["prove", "tic-tac-toe", ".o..x....", "--at-least", "draw"]),
    (shapes.ProofShape, ["prove", "pong-hau-ki", "--seconds", "0"]),
    (shapes.SurveyShape, ["stats", "tic-tac-toe"]),
    (shapes.SurveyShape, ["stats", "nim", "--heaps", "0"]),
    (shapes.SurveyShape, ["stats", "pong-hau-ki", "--most", "5"]),
    (shapes.CheckShape, ["check", "nim", "--heaps", "1,2"]),
    (shapes.VerifyShape, ["verify", "nim"]),
    pytest.param(
        shapes.EstimateShape,
        ["estimate", "quixo", "--size", "2"],
        marks=pytest.mark.compiled(why="a compiled game is forecast"),
    ),
    (shapes.EstimateShape, ["estimate", "nim", "--heaps", "0"]),
    (shapes.WrittenShape, ["export", "nim", "OUT.csv"]),
    (shapes.WrittenShape, ["page", "nim", "OUT.html"]),
    (shapes.PlotShape, ["plot", "nim", "OUT.svg"]),
    (shapes.PlayedMatchShape, ["match", "nim", "random", "perfect", "--games", "50"]),
    (shapes.PlayedOddsShape, ["odds", "nim", "random", "perfect"]),
    (shapes.PlayedOddsShape, ["odds", "pong-hau-ki", "random", "random"]),
    (shapes.NamedAuditShape, ["audit", "tic-tac-toe", "perfect:value"]),
    (shapes.NamedAuditShape, ["audit", "pong-hau-ki", "perfect"]),
    (shapes.ExercisesShape, ["puzzles", "tic-tac-toe"]),
    (shapes.ExercisesShape, ["puzzles", "nim", "--sheet", "OUT.html"]),
    (shapes.ExercisesShape, ["puzzles", "tic-tac-toe", "--traps"]),
    (shapes.WrittenStrategyShape, ["strategy", "nim"]),
    (shapes.ComparisonShape, ["compare", "tic-tac-toe", "tic-tac-toe --play-on"]),
    (shapes.ComparisonShape, ["compare", "nim", "nim"]),
    (
        shapes.PlayedMatchShape,
        ["match", "scoring-heaps", "random", "perfect:score", "--games", "50"],
    ),
    (shapes.PlayedOddsShape, ["odds", "scoring-heaps", "random", "best-response:random"]),
    (shapes.PlayedOddsShape, ["odds", "pong-hau-ki", "--endless", "loss", "random", "random"]),
    (shapes.NamedAuditShape, ["audit", "scoring-heaps", "perfect:score"]),
    (shapes.NamedAuditShape, ["audit", "pong-hau-ki", "--endless", "loss", "perfect"]),
    (shapes.ExercisesShape, ["puzzles", "scoring-heaps"]),
    (shapes.ExercisesShape, ["puzzles", "dots-and-boxes", "--rows", "1", "--traps"]),
    (shapes.WrittenStrategyShape, ["strategy", "scoring-heaps"]),
    (
        shapes.WrittenStrategyShape,
        ["strategy", PLAIN_OTHELLO, "--by", "score"],
    ),
    (shapes.ComparisonShape, ["compare", "scoring-heaps", "scoring-heaps --takes 1,2"]),
    (shapes.ComparisonShape, ["compare", "pong-hau-ki", "pong-hau-ki --endless loss"]),
]


def fits(value: Any, shape: Any) -> bool:
    """Whether a value has a shape: every field that all have, no stranger, each of its type."""
    if is_typeddict(shape):
        fields, marked = get_type_hints(shape), get_type_hints(shape, include_extras=True)
        needed = {name for name, kind in marked.items() if get_origin(kind) is not NotRequired}
        return (
            isinstance(value, dict)
            and needed <= set(value) <= set(fields)
            and all(fits(value[name], fields[name]) for name in value)
        )
    origin, inside = get_origin(shape), get_args(shape)
    if origin is list:
        return isinstance(value, list) and all(fits(each, inside[0]) for each in value)
    if origin is dict:
        return isinstance(value, dict) and all(isinstance(name, str) for name in value)
    if origin is Literal:
        return value in inside
    if origin in (Union, types.UnionType):
        return any(fits(value, each) for each in inside)
    if shape is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return shape is Any or type(value) is shape


@pytest.mark.parametrize(("shape", "words"), CALLS)
def test_every_answer_has_its_shape(shape, words, tmp_path):
    """All fields are there, none besides, each of its type, whatever the game is like."""
    words = [str(tmp_path / word) if word.startswith("OUT") else word for word in words]
    said = called(*words, "--json")
    assert said.code == (UNSETTLED if "--seconds" in words else 0)
    assert fits(said.answer, shape)


def test_the_shelf_has_its_shape():
    """A list with an entry for each registered game."""
    shelf = called("games", "--json").answer
    assert [each["name"] for each in shelf] == list(registered_games())
    assert all(fits(each, shapes.ShelfShape) for each in shelf)


def test_a_shape_that_lacks_or_adds_a_field_is_noticed():
    """The judge of this file can say no."""
    outcome = {"value": "win", "remoteness": 3, "score": 2}
    assert fits(outcome, shapes.OutcomeShape)
    assert fits(outcome | {"score": None}, shapes.OutcomeShape)
    assert not fits({"value": "win", "remoteness": 3}, shapes.OutcomeShape)
    assert not fits(outcome | {"more": 1}, shapes.OutcomeShape)
    assert not fits(outcome | {"value": "won"}, shapes.OutcomeShape)
    assert not fits(outcome | {"remoteness": "3"}, shapes.OutcomeShape)
    step = {"move": "1", "position": "2"}
    assert fits(step, shapes.StepShape)
    assert fits(step | {"gain": 0}, shapes.StepShape)
    assert not fits(step | {"gain": None}, shapes.StepShape)


def test_a_no_of_an_audit_has_its_shape():
    """Exit code 1, with mistakes, slow moves and stalls as they come."""
    for name in ("tic-tac-toe", "dodgem"):
        said = called("audit", name, "random", "--json")
        assert said.code == 1
        assert fits(said.answer, shapes.NamedAuditShape)
        assert len(said.answer["mistakes"]) == 3 <= said.answer["found"]["mistakes"]


def test_solve_and_show_tell_what_the_library_tells():
    """Outcome, line, counts, and each move with its outcome."""
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
    """A broken law and a broken file: exit code 1, the fault on standard output."""
    said = called("check", "tests.cli.test_wrong_calls:Stuck", "--json")
    assert said.code == 1
    assert fits(said.answer, shapes.CheckShape)
    assert [fault["law"] for fault in said.answer["faults"]] == ["stuck"]
    called("solve", "nim", "--save", path)
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    said = called("verify", path, "--json")
    assert said.code == 1
    assert fits(said.answer, shapes.VerifyShape)
    assert " is broken: " in said.answer["fault"]
    assert not said.answer["holds"]


def test_check_counts_raw_positions():
    """What was looked at are all raw positions."""
    answer = called("check", "nim", "--heaps", "1,2,3", "--json").answer
    assert answer["positions"] == len(explore(Nim(heaps=(1, 2, 3)), fold=False)) == 24
