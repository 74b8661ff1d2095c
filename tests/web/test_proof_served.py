"""The explorer of a proof: the result, every reply, and the answer to each reply."""

import pytest
from openapi_spec_validator import validate

from games import Nim, TicTacToe
from games.sowing.plain import PlainKalah
from gamesolver import InvalidArgumentError, Proof, find_game, load_proof, prove, solve
from gamesolver.web import app
from tests.attacks.hostile_games import Attack
from tests.support.explorer_calls import Page, fetch, promised
from tests.support.scale import scaled


def won():
    """Return the proof of a win in three at tic-tac-toe."""
    game = TicTacToe()
    return prove(game, game.parse("xo..x...o"))


PROOFS = {
    "won": won,
    "drawn for ever": lambda: prove(find_game("pong-hau-ki")()),
    "lost, nobody named": lambda: prove(Nim(heaps=(1, 1))),
    "with gains": lambda: prove(PlainKalah(houses=2, seeds=2)),
    "ended": lambda: prove(TicTacToe(), TicTacToe().parse("xxxoo....")),
    "nothing known": lambda: prove(TicTacToe(), seconds=0),
    "hostile": lambda: prove(Attack()),
}
EACH = pytest.mark.parametrize("proved", PROOFS.values(), ids=PROOFS)


@EACH
def test_answers_have_the_promised_shape(proved):
    """The OpenAPI document is valid, and responses and refusals fit it."""
    explorer = app(proved())
    validate(fetch(explorer, "/api/openapi.json").json)
    for path in ("/api/proof", "/api/position"):
        answer = fetch(explorer, path)
        assert answer.code == 200
        promised(explorer, path, 200).validate(answer.json)
    refusal = fetch(explorer, "/api/position?move=nonsense")
    promised(explorer, "/api/position", refusal.code).validate(refusal.json)
    assert all(f'href=".{path}"' in fetch(explorer, "/api").text for path in ("/api/proof",))


@EACH
def test_pages_are_clicked_through_to_the_ends(proved):
    """Linked pages exist and show the result that the proof has for the position."""
    proof = proved()
    explorer = app(proof)
    waiting, met = ["/"], set()
    while waiting and len(met) < scaled(15, 40):
        address = waiting.pop(0)
        answer = fetch(explorer, address)
        assert answer.code == 200
        page, reported = Page(answer.text), fetch(explorer, f"/api/position{address[1:]}").json
        if reported["position"] in met:
            continue
        met.add(reported["position"])
        assert reported["sentence"] == page.all("h1")[0]["text"]
        position = _position(proof, reported)
        assert {**reported, **proof.explain(position).shape()} == reported
        links = {each["href"] for each in page.all("a") if each["href"].startswith("/?")}
        assert {
            f"/{each['address'].removeprefix('/api/position')}" for each in reported["steps"]
        } <= (links)
        waiting += sorted(links)
    assert met


def _position(proof, reported):
    """Return the position of a response, by playing its moves."""
    position = proof.position
    for step in reported["way"]:
        move = proof.game.parse_move(position, step["move"])
        position = proof.game.play(position, move)
    return position


def test_a_win_is_shown_with_its_move_its_replies_and_their_answers():
    """A page of a won position shows the winning move, each reply with its answer, and the rest."""
    explorer = app(won())
    page = Page(fetch(explorer, "/").text)
    assert page.all("h1")[0]["text"] == "x wins in 3 plies"
    assert [each["text"].split("\n")[0] for each in page.all("h2")][:3] == [
        "The move that holds",
        "Every reply its outcome for the player who makes it, and the answer",
        "Other moves not examined here",
    ]
    replies = page.all("ol", class_="replies")[0]["text"].split()
    assert replies[:6] == ["2", "loss", "in", "2", "then", "5"]
    answers = [each["href"] for each in page.all("a", class_="then")]
    assert answers[0] == "/?move=3&move=2&move=5"
    assert "Play has ended here." in fetch(explorer, answers[0]).text
    assert page.board()["3"] == "/?move=3"
    lost = Page(fetch(explorer, "/?move=3").text)
    assert [move for move, _, _ in lost.moves()] == ["2", "5", "6", "7"]
    assert "The move that holds" not in fetch(explorer, "/?move=3").text


def test_gains_stand_beside_moves_and_sums_above_them():
    """The page of a proof of Kalah shows the gain of each move, and the points won so far."""
    explorer = app(PROOFS["with gains"]())
    page = fetch(explorer, "/").text
    assert page.count('<span class="gain">+1</span>') == 2
    assert 'then <span class="move">house a (+1)</span>' in page
    after = fetch(explorer, "/?move=house b&move=house a".replace(" ", "%20"))
    assert "So far South 1, North 1" in after.text


def test_what_is_not_shown_is_stated_and_requested_again(monkeypatch):
    """If the time limit is reached, moves have no results, and the next request resumes."""
    explorer, within = app(prove(TicTacToe(), seconds=0)), Proof.within
    with monkeypatch.context() as patched:
        patched.setattr(Proof, "within", lambda proof, seconds: within(proof, 0))
        page = Page(fetch(explorer, "/").text)
    assert page.all("h1")[0]["text"] == "For x: nothing is known"
    assert (
        page.all("p", class_="waits")[0]["text"]
        == "Stopped because the time limit was reached: go on"
    )
    assert len(page.moves()) == 9
    assert fetch(explorer, "/api/position").json["sentence"] == "A draw"


def test_a_kept_proof_is_served(tmp_path):
    """A proof loaded from a file has the same JSON as before it was saved."""
    proof = won()
    proof.save(tmp_path / "won.proof")
    kept = load_proof(tmp_path / "won.proof")
    assert fetch(app(kept), "/api/position").json == fetch(app(proof), "/api/position").json
    assert fetch(app(kept), "/api/proof").json == fetch(app(proof), "/api/proof").json


REFUSALS = [
    ("/api/position?move=0", 400, "illegal move 0 in position 'xo..x...o': legal moves are "
     "2, 3, 5, 6, 7"),
    ("/api/position?from=ox", 400, "no position of TicTacToe() in 'ox': it has 2 squares; "
     "expected nine of '.', 'x', 'o' row by row, with ' x' or ' o' for the player to move if the "
     "counts do not show it; or 'p' or 'e' and nine of '0', '1', '2'"),
    ("/api/position?opponent=perfect", 400, "unknown parameter 'opponent': expected 'from' with a "
     "position, 'mover' with the seat to move there, and 'move' for each move from there"),
    ("/api/line", 404, "there is no page at this address"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "code", "reported"), REFUSALS, ids=[each[0] for each in REFUSALS]
)
def test_refusals_are_reported_in_words(question, code, reported):
    """Refused requests have a reason; a proof has no opponents and no line."""
    answer = fetch(app(won()), question)
    assert (answer.code, answer.json) == (code, {"error": reported})


def test_what_is_neither_is_refused():
    """``app`` refuses a game, which is neither a solution nor a proof."""
    with pytest.raises(InvalidArgumentError) as caught:
        app(TicTacToe())
    assert str(caught.value) == (
        "bad solution TicTacToe(): expected a Solution, as solve or load returns it, or a proof"
    )
    assert app(solve(Nim(heaps=(1,)))).routes
