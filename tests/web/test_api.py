"""JSON API of the explorer: each response fits the OpenAPI document."""

import pytest
from openapi_spec_validator import validate

from games import Hexapawn, Nim, PongHauKi, TicTacToe
from gamesolver import solve
from gamesolver.web import app
from tests.attacks.hostile_games import Attack, SeatedAttack
from tests.support.explorer_calls import at, fetch, promised

GAMES = [TicTacToe(), TicTacToe(misere=True), Hexapawn(), Nim(), PongHauKi(), Attack()]
GAMES += [SeatedAttack()]
EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
QUESTIONS = ["/api/game", "/api/position", "/api/line", "/api/position?move=nonsense"]


@EACH
def test_the_document_is_one_of_openapi(game):
    """The OpenAPI validator accepts the document."""
    validate(fetch(app(solve(game)), "/api/openapi.json").json)


@EACH
@pytest.mark.parametrize("question", QUESTIONS)
def test_answers_have_the_promised_shape(game, question):
    """Each response, including refusals, fits its schema in the document."""
    explorer = app(solve(game))
    answer = fetch(explorer, question)
    promised(explorer, question.partition("?")[0], answer.code).validate(answer.json)


def test_every_position_fits_its_shape():
    """The response for each position of Hexapawn fits the schema."""
    game = Hexapawn()
    explorer = app(solve(game))
    shape = promised(explorer, "/api/position", 200)
    for position in solve(game):
        shape.validate(fetch(explorer, f"/api/position{at(game.format(position))}").json)


@EACH
def test_json_states_what_the_library_states(game):
    """Outcomes, moves and best moves in JSON are those of the solution."""
    solution = solve(game)
    explorer = app(solution)
    for position in list(solution)[:: max(1, len(solution) // 30)]:
        query = at(game.format(position))
        reported = fetch(explorer, f"/api/position{query}").json
        outcome = solution[position]
        assert reported["outcome"]["value"] == outcome.value.name.lower()
        assert reported["outcome"]["remoteness"] == outcome.remoteness
        assert [
            (each["move"], each["outcome"], each["is_best"], each["position"])
            for each in reported["moves"]
        ] == [
            (
                game.format_move(row.move),
                {
                    "value": row.outcome.value.name.lower(),
                    "remoteness": row.outcome.remoteness,
                    "score": row.outcome.score,
                },
                row.is_best,
                game.format(row.position),
            )
            for row in solution.moves(position)
        ]


def test_counts_in_json_are_those_of_the_solution():
    """The counts in JSON are those of the solution and add up to all positions."""
    solution = solve(TicTacToe())
    reported = fetch(app(solution), "/api/game").json
    assert [each["positions"] for each in reported["outcomes"]] == list(solution.counts().values())
    assert sum(each["positions"] for each in reported["outcomes"]) == reported["positions"] == 765
    assert reported["counts"] == {"win": 390, "draw": 151, "loss": 224}


def test_addresses_in_json_can_be_followed():
    """The address of each move returns the position that the move leads to."""
    explorer = app(solve(TicTacToe()))
    for row in fetch(explorer, "/api/position?move=4").json["moves"]:
        there = fetch(explorer, row["address"]).json
        assert there["position"] == row["position"]
        assert there["way"][-1]["move"] == row["move"]


def test_the_interface_has_a_page_of_its_own():
    """``/api`` shows every path and every shape of the document."""
    explorer = app(solve(TicTacToe()))
    page, document = fetch(explorer, "/api").text, fetch(explorer, "/api/openapi.json").json
    for path in document["paths"]:
        assert f'href=".{path}"' in page
    for shape in document["components"]["schemas"]:
        assert f'id="{shape}"' in page


def test_code_in_descriptions_is_shown_as_code():
    """Text between backticks in the document is a ``code`` element on the page of the API."""
    explorer = app(solve(TicTacToe()))
    page, document = fetch(explorer, "/api").text, fetch(explorer, "/api/openapi.json")
    assert "`null`" in document.text
    assert "<code>null</code>" in page
    assert "`" not in page


REFUSALS = [
    ("/api/position?move=9", 400, "illegal move 9 in position '.........': legal moves are "
     "0, 1, 2, 3, 4, 5, 6, 7, 8"),
    ("/api/position?from=xxxooo...", 404, "unknown position 'xxxooo...': not reachable from the "
     "start of TicTacToe()"),
    ("/api/position?at=xxx", 400, "unknown parameter 'at': expected 'from' with a position, "
     "'mover' with the seat to move there, and 'move' for each move from there"),
    ("/api/position?from=x&from=o", 400, "expected one position in 'from', got 2"),
    ("/api/line?" + "move=0&" * 101, 400, "expected at most 100 moves in an address; name the "
     "position with 'from'"),
    ("/api/line?" + "move=0&" * 900, 400, "expected at most 100 moves in an address; name the "
     "position with 'from'"),
    ("/api/nothing", 404, "there is no page at this address"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "code", "reported"), REFUSALS, ids=[each[2] for each in REFUSALS]
)
def test_refusals_are_reported_in_words(question, code, reported):
    """A refused request returns the reason in JSON, with the right status."""
    explorer = app(solve(TicTacToe()))
    answer = fetch(explorer, question)
    assert (answer.code, answer.json) == (code, {"error": reported})


def test_long_texts_are_refused_short():
    """A position or move that is too long is refused without repeating it in the message."""
    explorer = app(solve(TicTacToe()))
    for question, least in (("/?from=" + "x" * 4_001, 4_001), ("/?move=" + "x" * 401, 401)):
        answer = fetch(explorer, question)
        assert answer.code == 400
        assert f"characters, got {least}" in answer.text
        assert len(answer.text) < 4_000
