"""Access to the explorer, and the headers of every response."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as some

from games import TicTacToe
from gamesolver import InvalidArgumentError, Solution, solve
from gamesolver.web import app, serve, write_page
from tests.support.explorer_calls import Page, fetch

SOLUTION = solve(TicTacToe())
EXPLORER = app(SOLUTION)

OURS = ["localhost", "localhost:8000", "LOCALHOST:1", "127.0.0.1:8000", "[::1]:8000", "[::1]"]
STRANGE = ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "evil:8000",
           "127.0.0.2", "0.0.0.0", "[::2]:80", "localhost:x", "localhost@evil"]  # fmt: skip
ANSWERS = {"/": 200, "/?move=4": 200, "/api": 200, "/api/game": 200, "/nothing": 404,
           "/?move=nonsense": 400, "/assets/explorer.css": 200, "/?x=" + "y" * 16_000: 414,
           "/assets/nothing": 404}  # fmt: skip


@pytest.mark.parametrize("host", OURS)
def test_the_names_of_this_machine_are_answered(host):
    """Requests with a loopback host name and any port are answered."""
    assert fetch(EXPLORER, "/", host=host).code == 200


@pytest.mark.parametrize("host", STRANGE)
def test_strange_names_are_not_answered(host):
    """Requests with another host name are refused, because a foreign page may have sent them."""
    answer = fetch(EXPLORER, "/", host=host)
    assert answer.code == 421
    assert "TicTacToe" not in answer.text


def test_a_call_without_a_name_or_with_two_is_not_answered():
    """A request must have exactly one host header."""
    assert fetch(EXPLORER, "/", hosts=[]).code == 421
    assert fetch(EXPLORER, "/", hosts=["localhost", "evil.example"]).code == 421


def test_names_can_be_added():
    """The names in ``hosts`` and the loopback names are accepted, and no others."""
    named = app(SOLUTION, hosts=["Games.example"])
    assert fetch(named, "/", host="games.example:8000").code == 200
    assert fetch(named, "/", host="localhost").code == 200
    assert fetch(named, "/", host="example").code == 421


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "X"])
def test_everything_is_queried_by_get(method):
    """Methods other than GET and HEAD are refused on every path, with an ``allow`` header."""
    for path in ("/", "/api/position", "/assets/explorer.js", "/nothing"):
        answer = fetch(EXPLORER, path, method=method)
        assert (answer.code, answer.headers["allow"]) == (405, "GET, HEAD")


def test_head_is_get_without_content():
    """HEAD has the status and the content length of GET."""
    answer = fetch(EXPLORER, "/", method="HEAD")
    assert answer.code == 200
    assert answer.headers["content-length"] == fetch(EXPLORER, "/").headers["content-length"]


@pytest.mark.parametrize("target", ANSWERS, ids=lambda target: target[:30])
def test_every_answer_has_its_headers(target):
    """All responses have a strict content policy, no content sniffing and no referrer."""
    answer = fetch(EXPLORER, target)
    assert answer.code == ANSWERS[target]
    policy = dict(
        part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; ")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/assets/../pages.py", "/assets/..%2Fpages.py", "/../etc/passwd",
    "/assets//etc/passwd", "/assets/%2e%2e/%2e%2e/py.typed", "/assets/explorer.css/..", "//",
    "/assets/", "/templates/layout.html", "/assets/.."])  # fmt: skip
def test_no_file_but_ours_is_read(path):
    """Paths outside the listed assets return 404."""
    assert fetch(EXPLORER, path).code == 404


@given(some.text(max_size=200))
def test_any_text_is_answered(text):
    """Any quoted Unicode text in a path or query gets status 200, 400 or 404."""
    from urllib.parse import quote

    quoted = quote(text, safe="")
    for target in (
        f"/{quoted}",
        f"/?from={quoted}",
        f"/?move={quoted}",
        f"/api/line?from={quoted}",
    ):
        assert fetch(EXPLORER, target).code in (200, 400, 404)


@given(some.binary(max_size=200))
def test_any_bytes_are_answered(raw):
    """Any bytes in a query, quoted or only their ASCII part, get status 200, 400 or 404."""
    from urllib.parse import quote_from_bytes

    plain = raw.decode("ascii", "ignore").replace("?", "")
    for query in (plain, quote_from_bytes(raw, safe="")):
        assert fetch(EXPLORER, f"/?from={query}").code in (200, 400, 404)


def test_faults_of_a_game_are_reported():
    """If a game raises while a response is made, the error names the game and its method."""

    class Falling(TicTacToe):
        def render(self, position):
            raise RuntimeError("no board today")

    answer = fetch(app(solve(Falling())), "/api/position")
    assert answer.code == 500
    assert answer.json["error"] == (
        "Falling breaks its contract: render('.........') raised RuntimeError: no board today"
    )


def test_mistakes_of_our_own_are_reported_and_noted(monkeypatch, caplog):
    """An internal error is reported with all headers, and written to the log."""

    def fall(*_):
        raise ZeroDivisionError("ours")

    monkeypatch.setattr(Solution, "moves", fall)
    answer = fetch(app(SOLUTION), "/api/position")
    assert (answer.code, answer.json["error"]) == (
        500,
        "the explorer failed: ZeroDivisionError; please report it",
    )
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "ZeroDivisionError: ours" in caplog.text


def test_other_signals_than_calls_are_passed_on():
    """Lifespan events of the server pass the guard and are handled."""
    reported, received = ["lifespan.startup", "lifespan.shutdown"], []

    async def receive():
        return {"type": reported.pop(0)}

    async def send(message):
        received.append(message["type"])

    asyncio.run(EXPLORER({"type": "lifespan"}, receive, send))
    assert received == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


def test_a_refused_position_is_offered_for_correction():
    """The page that refuses a position shows it in the input field, escaped."""
    page = Page(fetch(EXPLORER, "/?from=%22%3E%3Cb%3Exo").text)
    assert [each["value"] for each in page.all("input")] == ['"><b>xo']


def test_a_game_that_cannot_read_its_texts_is_reported():
    """An error in ``parse`` means a bad position, one in ``parse_move`` a contract violation."""

    class Clumsy(TicTacToe):
        def parse(self, text):
            return [][0]

        def parse_move(self, position, text):
            raise KeyError(text)

    clumsy = app(solve(Clumsy()))
    assert fetch(clumsy, "/api/position?from=x").json["error"] == (
        "no position of Clumsy() in 'x': expected a text such as '.........'"
    )
    answer = fetch(clumsy, "/api/position?move=4")
    assert (answer.code, answer.json["error"]) == (
        500,
        "Clumsy breaks its contract: parse_move('.........', '4') raised KeyError: '4'",
    )


def test_moves_are_held_against_the_legal_ones():
    """A move that ``parse_move`` accepts but the rules forbid is refused, on a page and in JSON."""

    class Lax(TicTacToe):
        def parse_move(self, position, text):
            return int(text) if text.isdigit() else text

    lax, won = app(solve(Lax())), "&".join(f"move={move}" for move in (0, 3, 1, 4, 2))
    for way, legal in (
        ("move=leeft", "legal moves are 0, 1, 2, 3, 4, 5, 6, 7, 8"),
        ("move=99", "legal moves are 0, 1, 2, 3, 4, 5, 6, 7, 8"),
        ("move=4&move=4", "legal moves are 0, 1, 2, 3, 5, 6, 7, 8"),
        (f"{won}&move=8", "play has ended"),
    ):
        answer, strict = fetch(lax, f"/api/position?{way}"), fetch(EXPLORER, f"/api/position?{way}")
        assert (answer.code, answer.json) == (400, strict.json)
        assert answer.json["error"].endswith(legal)
        assert fetch(lax, f"/?{way}").code == 400
    assert fetch(lax, f"/?{won}").code == 200


BAD = [
    (lambda: app("no"), "bad solution 'no': expected a Solution, as solve or load returns it, or a "
        "proof"),
    (lambda: write_page(None, "x"), "bad solution None: expected a Solution, as solve or load "
        "returns "
        "it"),
    (lambda: app(SOLUTION, hosts="a.b"), "bad hosts 'a.b': expected a list of names"),
    (lambda: app(SOLUTION, hosts=[1]), "bad hosts [1]: expected a list of names"),
    (lambda: serve(SOLUTION, port=70_000), "bad port 70000: expected a number from 0 "
     "(any free one) to 65535"),
    (lambda: serve(SOLUTION, port="http"), "bad port 'http': expected a number from 0 "
     "(any free one) to 65535"),
    (lambda: serve(SOLUTION, host=7), "bad host 7: expected a name or an address"),
    (lambda: serve(SOLUTION, host=""), "bad host '': expected a name or an address"),
    (lambda: serve(SOLUTION, open="no"), "bad open 'no': expected True or False"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "reported"), BAD, ids=[reported for _, reported in BAD])
def test_bad_arguments_are_refused_in_words(call, reported):
    """Bad arguments are refused with the value and the expected form."""
    with pytest.raises(InvalidArgumentError) as caught:
        call()
    assert str(caught.value) == reported
