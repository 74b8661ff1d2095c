"""The explorer's pages: they show the same data as the library, with working links."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as some

from games import FibonacciNim, Hexapawn, Nim, PongHauKi, Quixo, ThreeMensMorris, TicTacToe
from games.in_a_row.plain import PlainConnectFour
from gamesolver import Value, solve
from gamesolver.show.sentences import sentence
from gamesolver.web import addresses, app
from tests.support.explorer_calls import Page, at, fetch
from tests.support.scale import scaled
from tests.support.small_games import Spaced, UndrawnNim

GAMES = [
    TicTacToe(),
    TicTacToe(misere=True),
    Hexapawn(),
    Nim(heaps=(1, 2, 3)),
    PongHauKi(),
    PlainConnectFour(width=3, height=3, line=3),
]
EACH = pytest.mark.parametrize("game", GAMES, ids=repr)


def sample(solution, number=None):
    """Return a sample of positions, evenly spaced among all."""
    positions, number = list(solution), number or scaled(10, 25)
    return positions[:: max(1, len(positions) // number)]


@EACH
def test_pages_list_every_move_as_the_library_does(game):
    """A page lists the moves of ``Solution.moves`` in order, with the same outcomes.

    They are grouped by value.
    """
    solution = solve(game)
    explorer = app(solution)
    for position in sample(solution):
        page = Page(fetch(explorer, f"/{at(game.format(position))}").text)
        expected = [
            (game.format_move(row.move), str(row.outcome)) for row in solution.moves(position)
        ]
        assert [(move, words) for move, words, _ in page.moves()] == expected
        rows = solution.moves(position)
        values = sorted({row.outcome.value for row in rows}, reverse=True)
        assert page.groups() == [
            [game.format_move(row.move) for row in rows if row.outcome.value is value]
            for value in values
        ]


@EACH
def test_links_lead_to_the_position_after_the_move(game):
    """A link in the list of moves leads to the position after the move."""
    solution = solve(game)
    explorer = app(solution)
    for position in sample(solution, 10):
        page = Page(fetch(explorer, f"/{at(game.format(position))}").text)
        for row, (_, _, address) in zip(solution.moves(position), page.moves(), strict=True):
            there = Page(fetch(explorer, address).text)
            assert there.all("code")[-1]["text"] == game.format(row.position)


@EACH
def test_the_headline_states_who_wins(game):
    """The heading of a page is the sentence of the position's outcome."""
    solution = solve(game)
    explorer = app(solution)
    for position in sample(solution):
        page = Page(fetch(explorer, f"/{at(game.format(position))}").text)
        ended = game.terminal_value(position) is not None
        reported = sentence(game, position, solution[position], ended, mover=0)
        assert page.all("h1")[0]["text"].lower() == reported.lower()


def test_players_are_named_where_only_the_way_knows_them():
    """If positions have no seats, they alternate from the start, and the players are named."""
    explorer = app(solve(Nim(heaps=(1, 2))))
    for address, last, turn, headline in [
        ("/", None, "First player to move", "First player wins in 3 plies"),
        (
            "/?move=%280,+1%29",
            "First player",
            "Second player to move",
            "Second player wins in 1 ply",
        ),
    ]:
        page = Page(fetch(explorer, address).text)
        assert page.all("h1")[0]["text"] == headline
        assert page.all("p", class_="turn")[0]["text"] == turn
        movers = [each["text"] for each in page.all("span", class_="mover")]
        assert movers == ([last] if last else [])


@pytest.mark.parametrize("game", [TicTacToe(), Hexapawn(), ThreeMensMorris()], ids=repr)
def test_every_move_is_on_the_board(game):
    """If a game draws its moves, each is on the board, with the same link as in the list."""
    solution = solve(game)
    explorer = app(solution)
    for position in sample(solution, 15):
        page = Page(fetch(explorer, f"/{at(game.format(position))}").text)
        assert page.board() == {move: address for move, _, address in page.moves()}


def test_a_game_without_a_picture_shows_its_text_board():
    """If ``svg`` returns None, the page shows the text of ``render``."""
    page = Page(fetch(app(solve(UndrawnNim(heaps=(1, 2)))), "/").text)
    assert page.all("pre")[0]["text"] == "a: |\nb: ||"
    assert not page.all("pre", class_="one-line")


class InALine(UndrawnNim):
    """Nim whose text board is one long line."""

    def render(self, position):
        return f"{position} " * 20


def test_a_board_of_one_line_may_be_broken():
    """A text board of one line may wrap."""
    page = Page(fetch(app(solve(InALine(heaps=(1, 2)))), "/").text)
    assert page.all("pre", class_="one-line")[0]["text"].count("(1, 2)") == 20
    assert (
        "pre.one-line { white-space: pre-wrap;"
        in fetch(app(solve(TicTacToe())), "/assets/explorer.css").text
    )


def test_the_way_here_is_reported_with_one_step_back():
    """A page lists the moves that led to it; the link back drops the last one."""
    page = Page(fetch(app(solve(TicTacToe())), "/?from=x...o....&move=1&move=2").text)
    assert [each["href"] for each in page.all("a", rel="prev")] == [
        "/?from=x...o....&move=1&next=2"
    ]
    shown = {each["href"]: each["text"] for each in page.all("a") if "aria-current" in each}
    assert shown == {"/?from=x...o....&move=1&move=2": "2"}
    roots = [(each["text"], each["href"]) for each in page.all("a") if "data-root" in each]
    assert roots == [("position", "/?from=x...o....&next=1&next=2")]


def test_the_start_has_no_way_back():
    """The page of a root has no link back."""
    assert not Page(fetch(app(solve(TicTacToe())), "/").text).all("a", rel="prev")


@EACH
def test_the_line_is_the_mainline(game):
    """The line in JSON is ``Solution.mainline``, move by move."""
    solution = solve(game)
    explorer = app(solution)
    for position in sample(solution, 10):
        reported = fetch(explorer, f"/api/line{at(game.format(position))}").json
        line = solution.mainline(position)
        assert [each["move"] for each in reported["line"]] == [
            game.format_move(row.move) for row in line
        ]
        assert reported["complete"]


def test_counts_are_those_of_the_solution():
    """The table of counts is that of the solution, by plies and value, with the known sums."""
    solution = solve(TicTacToe())
    page = Page(fetch(app(solution), "/").text)
    plies = [each["text"] for each in page.all("th", scope="row")]
    cells = [each["text"] for each in page.all("td") if "bar" not in each.get("class", "")]
    rows = zip(plies, *(cells[column::3] for column in range(3)), strict=True)
    reported = {
        (value, int(row[0])): int(number)
        for row in rows
        for value, number in zip((Value.WIN, Value.DRAW, Value.LOSS), row[1:], strict=True)
        if number
    }
    counts = solution.counts()
    assert reported == {(each.value, each.remoteness): count for each, count in counts.items()}
    assert "390 won 151 drawn 224 lost" in page.all("p", class_="sums")[0]["text"]


@pytest.mark.parametrize(
    ("game", "counted"),
    [
        (TicTacToe(), "765 positions up to symmetry that the start reaches"),
        (FibonacciNim(), "67 positions that the start reaches"),
        (Quixo(size=2), "81 positions, reachable or not"),
    ],
    ids=str,
)
def test_counts_state_what_they_count(game, counted):
    """The page states whether it counts reachable or all positions, and if up to symmetry."""
    page = Page(fetch(app(solve(game)), "/").text)
    assert page.all("p", class_="sums")[0]["text"].startswith(counted + ":")


def test_a_long_way_begins_again(monkeypatch):
    """After the maximum number of moves, the next address names the position, and stays short.

    The maximum is twenty here instead of a hundred, which is faster.
    """
    monkeypatch.setattr(addresses, "MOST_MOVES", 20)
    game = PongHauKi()
    explorer = app(solve(game))
    address, seen = "/", []
    for _ in range(addresses.MOST_MOVES + 30):
        seen.append(address)
        address = Page(fetch(explorer, address).text).moves()[0][2]
    assert max(each.count("move=") for each in seen) == addresses.MOST_MOVES == 20
    assert max(map(len, seen)) < 1_500
    assert "from=" in seen[-1]


TEXTS = some.text(max_size=60)


WISHES = some.builds(
    addresses.Wishes,
    some.sampled_from(["perfect", "value", "score", "random", "errs-4"]),
    some.sampled_from([0, 1]),
    some.booleans(),
)


@given(
    some.none() | TEXTS.filter(bool),
    some.lists(TEXTS, max_size=8),
    some.sampled_from([0, 1]),
    some.just(addresses.Wishes()) | WISHES,
)
def test_addresses_come_back_as_they_went(root, way, mover, wishes):
    """Places with any texts, and display options, can be written to an address and read back."""
    place = addresses.Place(root, tuple(way), 0 if root is None else mover, wishes)
    assert addresses.read_place(place.query.removeprefix("?").encode()) == place


def test_texts_keep_the_spaces_at_their_edges():
    """A position text with spaces at its edges is read unchanged."""
    game = Spaced()
    explorer = app(solve(game))
    for text in ("         ", "xo       ", "       xo", "x o x o  "):
        reported = fetch(explorer, f"/api/position{at(text)}")
        assert (reported.code, reported.json["position"]) == (200, text)


@pytest.mark.parametrize("text", [" xo.......", "xo....... ", "\n  xo.......\t"])
def test_spaces_around_what_is_pasted_do_no_harm(text):
    """Spaces around a position are ignored if it is invalid with them; blanks mean the start."""
    explorer = app(solve(TicTacToe()))
    reported = fetch(explorer, f"/api/position{at(text)}").json
    assert reported["position"] == "xo......."
    assert fetch(explorer, "/api/position?from=+%20").json["position"] == "." * 9
    refused = fetch(explorer, "/api/position?from=+xo+")
    assert (refused.code, refused.json) == (400, fetch(explorer, "/api/position?from=xo").json)


HEADINGS = [
    ("/", ["Every move keeps the draw"]),
    ("/?move=4&move=1", ["Keep the win", "Give the win away, for a draw"]),
    ("/?move=4&move=0", ["Every move keeps the draw"]),
    ("/?move=0", ["Keep the draw", "Give the draw away, and lose"]),
    ("/?move=4&move=1&move=0", ["Every move loses"]),
    ("/?from=xx.oo....",
     ["Keep the win", "Give the win away, for a draw", "Give the win away, and lose"]),
    ("/?from=xxxoo....", []),
]  # fmt: skip


@pytest.mark.parametrize(("address", "reported"), HEADINGS)
def test_moves_are_grouped_by_what_they_keep(address, reported):
    """Each group of moves has a heading with the effect of its moves, best group first."""
    page = Page(fetch(app(solve(TicTacToe())), address).text)
    found = [re.sub(r" \d+ moves$", "", each["text"]) for each in page.all("h3")]
    assert found == reported
    assert len(page.all("ol", class_="moves")) == len(reported)


def test_pages_are_called_by_the_title_of_the_game():
    """The header and title of a page have the game's title and its non-default parameters."""
    page = Page(fetch(app(solve(TicTacToe(misere=True))), "/").text)
    assert page.all("p", class_="name")[0]["text"] == "Tic-Tac-Toe (misere yes)"
    assert page.all("title")[0]["text"].endswith(": Tic-Tac-Toe (misere yes)")


def test_sentences_begin_with_a_capital():
    """A player's name at the start of a sentence has a capital, unless it is a board letter."""
    page = Page(fetch(app(solve(Hexapawn())), "/").text)
    assert page.all("p", class_="turn")[0]["text"] == "White to move"
    assert page.all("h1")[0]["text"] == "Black wins in 6 plies"
    page = Page(fetch(app(solve(TicTacToe())), "/?move=4&move=1").text)
    assert page.all("h1")[0]["text"] == "x wins in 5 plies"
