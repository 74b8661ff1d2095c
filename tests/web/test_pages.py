"""The explorer's pages: they state what the library states, of every position, and lead on."""

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
    """Some positions, evenly among all."""
    positions, number = list(solution), number or scaled(10, 25)
    return positions[:: max(1, len(positions) // number)]


@EACH
def test_pages_list_every_move_as_the_library_does(game):
    """The moves of a page are those of ``Solution.moves``, in order, with the same words.

    They stand in groups, one for each value that some have.
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
    """Following a link of the list shows the position that the move leads to."""
    solution = solve(game)
    explorer = app(solution)
    for position in sample(solution, 10):
        page = Page(fetch(explorer, f"/{at(game.format(position))}").text)
        for row, (_, _, address) in zip(solution.moves(position), page.moves(), strict=True):
            there = Page(fetch(explorer, address).text)
            assert there.all("code")[-1]["text"] == game.format(row.position)


@EACH
def test_the_headline_states_who_wins(game):
    """The heading of a page is the sentence, by the seats that the way has, with a capital."""
    solution = solve(game)
    explorer = app(solution)
    for position in sample(solution):
        page = Page(fetch(explorer, f"/{at(game.format(position))}").text)
        ended = game.terminal_value(position) is not None
        reported = sentence(game, position, solution[position], ended, mover=0)
        assert page.all("h1")[0]["text"].lower() == reported.lower()


def test_players_are_named_where_only_the_way_knows_them():
    """Seats alternate from the start: the last mover, the one to move and the winner have names."""
    explorer = app(solve(Nim(heaps=(1, 2))))
    for address, last, turn, headline in [
        ("/", None, "First player to move", "First player wins in 3 plies"),
        (
            "/?move=%280,+1%29",
            "first player",
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
    """Games that draw their moves have each of them on the board, leading where the list leads."""
    solution = solve(game)
    explorer = app(solution)
    for position in sample(solution, 15):
        page = Page(fetch(explorer, f"/{at(game.format(position))}").text)
        assert page.board() == {move: address for move, _, address in page.moves()}


def test_a_game_without_a_picture_shows_its_text_board():
    """Where ``svg`` gives nothing, the page has what ``render`` writes."""
    page = Page(fetch(app(solve(UndrawnNim(heaps=(1, 2)))), "/").text)
    assert page.all("pre")[0]["text"] == "a: |\nb: ||"
    assert not page.all("pre", class_="one-line")


class InALine(UndrawnNim):
    """Heaps whose board is one long line."""

    def render(self, position):
        return f"{position} " * 20


def test_a_board_of_one_line_may_be_broken():
    """It has no rows to keep, so all of it is in sight."""
    page = Page(fetch(app(solve(InALine(heaps=(1, 2)))), "/").text)
    assert page.all("pre", class_="one-line")[0]["text"].count("(1, 2)") == 20
    assert (
        "pre.one-line { white-space: pre-wrap;"
        in fetch(app(solve(TicTacToe())), "/assets/explorer.css").text
    )


def test_the_way_here_is_reported_with_one_step_back():
    """A page names the moves that led to it; one step back is the way without the last."""
    page = Page(fetch(app(solve(TicTacToe())), "/?from=x...o....&move=1&move=2").text)
    assert [each["href"] for each in page.all("a", rel="prev")] == [
        "/?from=x...o....&move=1&next=2"
    ]
    shown = {each["href"]: each["text"] for each in page.all("a") if "aria-current" in each}
    assert shown == {"/?from=x...o....&move=1&move=2": "2"}
    roots = [(each["text"], each["href"]) for each in page.all("a") if "data-root" in each]
    assert roots == [("position", "/?from=x...o....&next=1&next=2")]


def test_the_start_has_no_way_back():
    """At a root there is nothing to go back to."""
    assert not Page(fetch(app(solve(TicTacToe())), "/").text).all("a", rel="prev")


@EACH
def test_the_line_is_the_mainline(game):
    """Best play on a page is ``Solution.mainline``, move by move."""
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
    """Each count of the table stands in the row of its plies; the sums are those of A008907."""
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
    """In the same words as at the terminal: reached or all, and up to symmetry where it folds."""
    page = Page(fetch(app(solve(game)), "/").text)
    assert page.all("p", class_="sums")[0]["text"].startswith(counted + ":")


def test_a_long_way_begins_again(monkeypatch):
    """After a hundred moves the next address names the position, so that no address grows on.

    Here it is after twenty, for each page draws the whole way.
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
    """Any texts of positions and moves survive being written into an address, and wishes do."""
    place = addresses.Place(root, tuple(way), 0 if root is None else mover, wishes)
    assert addresses.read_place(place.query.removeprefix("?").encode()) == place


def test_texts_keep_the_spaces_at_their_edges():
    """The board of a text is that of the text as it stands, spaces included."""
    game = Spaced()
    explorer = app(solve(game))
    for text in ("         ", "xo       ", "       xo", "x o x o  "):
        reported = fetch(explorer, f"/api/position{at(text)}")
        assert (reported.code, reported.json["position"]) == (200, text)


@pytest.mark.parametrize("text", [" xo.......", "xo....... ", "\n  xo.......\t"])
def test_spaces_around_what_is_pasted_do_no_harm(text):
    """A text that is none with the spaces around it is read without them; blanks are the start."""
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
    """Above each group of moves stands what they do; a group has moves of one value, best first."""
    page = Page(fetch(app(solve(TicTacToe())), address).text)
    found = [re.sub(r" \d+ moves$", "", each["text"]) for each in page.all("h3")]
    assert found == reported
    assert len(page.all("ol", class_="moves")) == len(reported)


def test_pages_are_called_by_the_title_of_the_game():
    """The head and the title of a page have the game's title, with what is not as usual."""
    page = Page(fetch(app(solve(TicTacToe(misere=True))), "/").text)
    assert page.all("p", class_="name")[0]["text"] == "Tic-Tac-Toe (misere yes)"
    assert page.all("title")[0]["text"].endswith(": Tic-Tac-Toe (misere yes)")


def test_sentences_begin_with_a_capital():
    """A player's name does so too where a sentence begins, unless it is a letter on the board."""
    page = Page(fetch(app(solve(Hexapawn())), "/").text)
    assert page.all("p", class_="turn")[0]["text"] == "White to move"
    assert page.all("h1")[0]["text"] == "Black wins in 6 plies"
    page = Page(fetch(app(solve(TicTacToe())), "/?move=4&move=1").text)
    assert page.all("h1")[0]["text"] == "x wins in 5 plies"
