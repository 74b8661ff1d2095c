"""One JSON format: outcomes, games, moves and lines look the same in every interface."""

import json
import re
import shlex
from functools import cache
from typing import get_args, get_type_hints, is_typeddict

import pytest
from jsonschema import ValidationError

import gamesolver
from games import PongHauKi, TicTacToe
from gamesolver import InvalidArgumentError, check_game, estimate, prove, shapes, solve
from gamesolver.players import (
    RandomPlayer,
    audit,
    compare,
    match,
    odds,
    puzzles,
    strategy,
    traps,
)
from gamesolver.web import app
from tests.players.test_puzzle_reports import Meeting
from tests.support.at_the_terminal import ROOT, called
from tests.support.explorer_calls import fetch
from tests.support.json_shapes import all_schemas, all_shapes, validator
from tests.support.reference_pages import page_with_tables
from tests.support.scored_games import Coins

GAME = TicTacToe()
SOLUTION = solve(GAME)
EXPLORER = app(SOLUTION)
RANDOM = RandomPlayer(GAME)

REPORTS = {
    "Solution": lambda: SOLUTION,
    "Proof": lambda: prove(GAME),
    "Explanation": lambda: prove(GAME).explain(),
    "Check": lambda: check_game(GAME, most=50, walks=2),
    "Verification": lambda: SOLUTION.verify(),
    "Estimate": lambda: estimate(GAME),
    "Match": lambda: match(GAME, RANDOM, RANDOM, games=10, seed=1),
    "Odds": lambda: odds(GAME, RANDOM, RANDOM),
    "Audit": lambda: audit(RANDOM, SOLUTION),
    "Puzzles": lambda: puzzles(SOLUTION, most=5),
    "Traps": lambda: traps(SOLUTION, most=5),
    "Strategy": lambda: strategy(SOLUTION, 1),
    "Comparison": lambda: compare(SOLUTION, solve(TicTacToe(misere=True))),
}
"""Reports of the library, by the names of their shapes."""

COMMANDS = {
    "Solution": "solve tic-tac-toe --no-estimate",
    "Proof": "prove tic-tac-toe",
    "Explanation": "prove tic-tac-toe --explain",
    "Check": "check tic-tac-toe --limit 50 --walks 2",
    "Verification": "verify tic-tac-toe",
    "Estimate": "estimate tic-tac-toe",
    "Match": "match tic-tac-toe random random --games 10 --seed 1",
    "Odds": "odds tic-tac-toe random random",
    "Audit": "audit tic-tac-toe random --examples 9999",
    "Survey": "stats tic-tac-toe",
    "Puzzles": "puzzles tic-tac-toe --limit 5",
    "Traps": "puzzles tic-tac-toe --traps --limit 5",
    "Strategy": "strategy tic-tac-toe --seat o",
    "Comparison": 'compare tic-tac-toe "tic-tac-toe --misere"',
}
"""Commands that write the same reports, and one whose report only a command writes."""

MEASURED = {"seconds", "bytes", "how"}
"""Fields whose content differs from run to run."""


@cache
def report(name):
    """Return the report of this name."""
    return REPORTS[name]()


@cache
def answered(name):
    """Return the result of the command that gives the report of this name."""
    return called(*shlex.split(COMMANDS[name]), "--json").answer


def rows(tmp_path):
    """Return the content of a file of rows."""
    SOLUTION.export(tmp_path / "rows.jsonl", moves=True)
    return [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]


def here(answers, position):
    """Return the entry about a position."""
    return next(each for each in answers if each["position"] == position)


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_has_its_shape(name):
    """``as_json`` of every report is valid by the schema of its shape."""
    validator(name).validate(json.loads(report(name).as_json()))


def test_what_a_command_alone_reports_has_its_shape():
    """A survey is not a report of the library, but the output of ``stats`` fits its schema."""
    validator("Survey").validate(answered("Survey"))


@pytest.mark.parametrize("name", REPORTS)
def test_a_command_states_what_the_report_states(name):
    """Every field of ``as_json`` is also in ``--json``, with the same content unless measured."""
    answer = answered(name)
    reported = json.loads(report(name).as_json())
    same = reported.keys() - MEASURED
    assert {each: answer[each] for each in same} == {each: reported[each] for each in same}
    assert reported.keys() <= answer.keys()


def test_a_game_is_the_same_at_every_door():
    """Reports, commands and the explorer describe a game by its name and parameters."""
    reported = {"name": "tic-tac-toe", "parameters": {"misere": False, "play_on": False}}
    validator("Game").validate(reported)
    doors = [json.loads(report(name).as_json()).get("game") for name in REPORTS]
    doors += [answered(name).get("game") for name in COMMANDS]
    doors += [fetch(EXPLORER, "/api/game").json["game"]]
    doors += [json.loads(report("Comparison").as_json())["games"][0]]
    found = [each for each in doors if each is not None]
    assert len(found) == 21
    assert all(each == reported for each in found)


def test_an_outcome_is_the_same_at_every_door(tmp_path):
    """Every interface writes an outcome as value, remoteness and score, also an endless draw."""
    start = {"value": "draw", "remoteness": 9, "score": None}
    doors = [
        json.loads(SOLUTION.as_json())["outcome"],
        called("solve", "tic-tac-toe", "--json").answer["outcome"],
        called("show", "tic-tac-toe", "--json").answer["outcome"],
        fetch(EXPLORER, "/api/game").json["outcome"],
        fetch(EXPLORER, "/api/position").json["outcome"],
        here(rows(tmp_path), GAME.format(GAME.start()))["outcome"],
    ]
    assert all(each == start for each in doors)
    endless = {"value": "draw", "remoteness": None, "score": None}
    solution = solve(PongHauKi())
    assert json.loads(solution.as_json())["outcome"] == endless
    assert fetch(app(solution), "/api/game").json["outcome"] == endless
    for each in (start, endless):
        validator("Outcome").validate(each)


def test_scores_are_the_same_at_every_door(tmp_path):
    """Every interface writes the scores of outcomes, and the gains of moves and steps, alike."""
    solution, name = solve(Coins()), f"{ROOT}/tests/support/scored_games.py:Coins"
    solution.export(tmp_path / "rows.jsonl", moves=True)
    text = solution.game.format(solution.start)
    kept = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    shown = called("show", name, "--line", "--json").answer
    linked = fetch(app(solution), "/api/position").json
    written = here(kept, text)
    for each in (shown, linked, written, json.loads(solution.as_json())):
        assert each["outcome"] == {"value": "win", "remoteness": 5, "score": 12}
    reported = [(each["outcome"]["score"], each["gain"]) for each in shown["moves"]]
    assert reported == [(12, 6), (-8, 2)]
    for moves in (linked["moves"], written["moves"]):
        assert [(each["outcome"]["score"], each["gain"]) for each in moves] == reported
    gains = [row.gain for row in solution.mainline()]
    best = fetch(app(solution), "/api/line").json["line"]
    for line in (json.loads(solution.as_json())["line"], shown["line"], best):
        assert [step["gain"] for step in line] == gains
    for name, answer in (("Show", shown), ("Place", linked), ("RowWithMoves", written)):
        validator(name).validate(answer)


def test_a_move_is_the_same_at_every_door(tmp_path):
    """Command, explorer, file of rows and library write the same moves; two add one field."""
    trap = json.loads(report("Traps").as_json())["traps"][0]
    text = GAME.format(GAME.canonical(GAME.parse(trap["position"])))
    shown = called("show", "tic-tac-toe", text, "--json").answer["moves"]
    linked = fetch(EXPLORER, f"/api/position?from={text}").json["moves"]
    written = here(rows(tmp_path), text)["moves"]
    assert len(written) == len(trap["moves"]) > 1
    fields = set(get_type_hints(shapes.MoveShape)) - {"gain"}
    for board, link, move in zip(shown, linked, written, strict=True):
        validator("ShownMove").validate(board)
        validator("LinkedMove").validate(link)
        validator("Move").validate(move)
        assert {name: board[name] for name in fields} == move
        assert {name: link[name] for name in fields} == move
        assert board.keys() - fields == {"board"}
        assert link.keys() - fields == {"address"}
    for move in trap["moves"]:
        validator("Move").validate(move)


def test_the_explorer_states_what_the_command_states():
    """The explorer and the command agree on each field of a position and of the game."""
    reported = called("show", "tic-tac-toe", ".o..x....", "--json").answer
    linked = fetch(EXPLORER, "/api/position?from=.o..x....").json
    for name in get_type_hints(shapes.PositionShape):
        assert reported[name] == linked[name]
    reported, linked = json.loads(SOLUTION.as_json()), fetch(EXPLORER, "/api/game").json
    assert {name: linked[name] for name in reported} == reported


def test_the_document_of_the_explorer_is_made_of_the_shapes():
    """The schemas in the explorer's OpenAPI document are exactly those of the shapes."""
    reported = fetch(EXPLORER, "/api/openapi.json").json["components"]["schemas"]
    assert {"Outcome", "Game", "LinkedMove", "Step", "Place"} <= reported.keys()
    assert reported.items() <= all_schemas().items()


def test_the_reference_has_every_shape():
    """The reference has a table for each shape, with a row for each field and its meaning."""
    page = page_with_tables("json.md")
    parts = re.split(r"^### ", page, flags=re.MULTILINE)[1:]
    reported = {part.partition("\n")[0]: part for part in parts}
    schemas = all_schemas()
    assert reported.keys() == schemas.keys()
    assert "{shapes}" not in page
    for name, schema in schemas.items():
        rows = re.findall(r"^\| `(\w+)` \| .+ \| (.*) \|$", reported[name], flags=re.MULTILINE)
        fields = schema["properties"].items()
        assert rows == [(each, about.get("description", "")) for each, about in fields]
        assert schema["description"] in reported[name]


KINDS = {
    "outcome": "Outcome",
    "one": "Outcome",
    "other": "Outcome",
    "before": "Outcome",
    "after": "Outcome",
    "game": "Game",
    "games": "Game",
    "line": "Step",
    "mainlines": "Step",
    "way": "Step",
    "moves": "Move",
}
"""The shape of a field of this name, or of the items in its list."""


@pytest.mark.parametrize("shape", all_shapes())
def test_a_field_holds_what_its_name_states(shape):
    """Fields such as ``outcome``, ``line`` and ``moves`` have the shape of that name everywhere."""
    for name, kind in get_type_hints(all_shapes()[shape]).items():
        held = {each.__name__.removesuffix("Shape") for each in mentioned(kind)}
        if name in KINDS and kind not in (int, int | None):
            fields = get_type_hints(all_shapes()[KINDS[name]]).items()
            assert held
            assert all(fields <= get_type_hints(all_shapes()[each]).items() for each in held)
        if name not in KINDS:
            assert not held & {"Move", "Game"}


def mentioned(kind):
    """Return the shapes in a type."""
    if is_typeddict(kind):
        return {kind}
    return {each for part in get_args(kind) for each in mentioned(part)}


def test_a_form_of_another_dialect_is_refused():
    """The validator rejects earlier formats and incomplete ones."""
    for name, reported in (
        ("Outcome", {"value": 1, "remoteness": 3, "score": None}),
        ("Outcome", {"value": "win", "remoteness": 3, "score": None, "words": "win in 3"}),
        ("Outcome", {"value": "win", "remoteness": -1, "score": None}),
        ("Outcome", {"value": "win", "remoteness": 3, "score": "2"}),
        ("Outcome", {"value": "win", "remoteness": 3}),
        ("Outcome", {"value": "win"}),
        ("Game", "TicTacToe()"),
        ("Game", {"name": "tic-tac-toe"}),
        ("Move", {"move": "4", "value": 0, "remoteness": 8}),
        ("Step", "4"),
    ):
        with pytest.raises(ValidationError):
            validator(name).validate(reported)


def test_every_report_writes_itself():
    """``as_json`` of every report is the text of its shape, and its class is public."""
    made = [report(name) for name in REPORTS]
    for each in made:
        assert each.as_json() == shapes.json_text(each.shape())
    public = {type(each).__name__ for each in made}
    offered = {*gamesolver.__all__, *gamesolver.players.__all__}
    assert public <= offered


def test_a_shape_is_filled_with_its_own_fields_only():
    """``fill`` refuses a field that the shape lacks, and a report without one of its fields."""
    assert shapes.fill(shapes.CountShape, None, positions=3) == {"outcome": None, "positions": 3}
    with pytest.raises(AssertionError, match="position"):
        shapes.fill(shapes.CountShape, None, position=3)
    with pytest.raises(AttributeError, match="outcome"):
        shapes.fill(shapes.CountShape, report("Verification"))


def test_texts_steer_no_terminal():
    """Control characters for a terminal are escaped in JSON, and read back unchanged."""
    text = shapes.json_text({"a": "\x1b\x7f\x9b将"})
    assert "将" in text
    assert not re.search("[\x1b\x7f-\x9f]", text)
    assert json.loads(text) == {"a": "\x1b\x7f\x9b将"}


def test_parameters_that_json_lacks_are_texts():
    """A parameter that JSON cannot express is its ``repr``; a parameter not stored is left out."""

    class Odd(Meeting):
        """A game with parameters of every kind."""

        def __init__(self, many=frozenset({1}), far=float("inf"), gone=3):
            self.many, self.far = many, far

    reported = shapes.game_shape(Odd())["parameters"]
    assert reported == {"many": "frozenset({1})", "far": "inf"}


def test_an_audit_is_cut_where_it_is_queried_to_be():
    """``most`` shortens each list but not the count of mistakes found; 0 keeps none."""
    judged = report("Audit")
    reported = judged.shape(2)
    assert reported["mistakes"] == judged.shape()["mistakes"][:2]
    assert reported["found"] == judged.shape()["found"]
    assert judged.shape(0)["mistakes"] == []
    with pytest.raises(InvalidArgumentError) as caught:
        judged.shape(-1)
    assert str(caught.value) == "bad most -1: expected a number from 0 on, or None for all"
