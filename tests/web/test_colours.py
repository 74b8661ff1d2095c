"""Games seen by the player to move: men keep their colours along any sequence of moves."""

from itertools import pairwise
from urllib.parse import quote

import pytest

from games import (
    AnimalShogi,
    Awari,
    GobbletGobblers,
    NineMensMorris,
    Quixo,
    ThreeMensMorris,
    TicTacToe,
)
from gamesolver import solve
from gamesolver.web import addresses, app
from tests.support.explorer_calls import Page, fetch
from tests.support.seen_from_mover import PLACES, Circling

SOLUTION = solve(Circling())
EXPLORER = app(SOLUTION)


def men(elements):
    """Return class and place of the men of both players, in the order of the picture."""
    return [
        (each["class"], int(each["cx"]) // 100)
        for each in elements
        if each["tag"] == "circle" and each.get("class", "").startswith("man-")
    ]


def on_the_board(page):
    """Return the men on the board, which are drawn after the mark of the last move."""
    board = page.elements[: next(i for i, each in enumerate(page.elements) if each["tag"] == "h1")]
    return set(men(board)[-2:])


def test_men_keep_their_colour_on_a_way_of_any_length(monkeypatch):
    """After many moves pages and JSON show each man at the place to which it was moved.

    After twenty moves the next address names the position, which limits the length of addresses.
    """
    monkeypatch.setattr(addresses, "MOST_MOVES", 20)
    address, places = "/", [0, 2]
    for ply in range(addresses.MOST_MOVES + 30):
        page = Page(fetch(EXPLORER, address).text)
        x, o = places
        assert on_the_board(page) == {("man-x", x), ("man-o", o)}
        ring = ["x" if place == x else "o" if place == o else "." for place in range(PLACES)]
        reported = fetch(EXPLORER, f"/api/position{address[1:]}").json
        assert reported["board"] == "".join(ring)
        moves = {
            move: there
            for move, _, there in page.moves()
            if (places[ply % 2] + int(move)) % PLACES != places[1 - ply % 2]
        }
        move, address = max(moves.items())
        places[ply % 2] = (places[ply % 2] + int(move)) % PLACES
    assert address.count("move=") < addresses.MOST_MOVES


def test_a_way_that_begins_again_reports_who_moves():
    """An address with a new root names seat 1 as player to move, but omits seat 0."""
    way = "&".join(["move=1", "move=1"] * 50)
    assert fetch(EXPLORER, f"/?{way}").code == 200
    place = f"/?from=(0,%202)&{way.removesuffix('&move=1')}"
    full = f"{place}&move=1"
    links = [address for _, _, address in Page(fetch(EXPLORER, full).text).moves()]
    assert not any("mover" in address for address in links)  # a hundred plies: seat 0 again
    odd = f"/?from=(0,%202)&mover=1&{way}"
    links = [address for _, _, address in Page(fetch(EXPLORER, odd).text).moves()]
    assert all("&mover=1&move=" in address for address in links)


def test_best_play_is_drawn_in_the_same_colours():
    """The boards of the principal variation start at the position and move one man per ply."""
    page = Page(fetch(EXPLORER, "/?move=1").text)
    _, *found = men(page.elements)  # the first is the mark of the last move
    boards = [{*found[number : number + 2]} for number in range(0, len(found), 2)]
    assert boards[0] == on_the_board(page)
    assert len(boards) > 2
    for before, after in pairwise(boards):
        assert len(before & after) == 1


def test_a_position_by_itself_is_that_of_seat_0():
    """The player to move is x without ``mover`` or with ``mover=0``, and o with ``mover=1``."""
    for query, expected in (("", "x...o"), ("&mover=0", "x...o"), ("&mover=1", "o...x")):
        assert fetch(EXPLORER, f"/api/position?from=(0,%204){query}").json["board"] == expected


BAD = [
    (EXPLORER, "from=(0,%202)&mover=2",
     "bad mover '2': expected 0 or 1, the seat to move in 'from'"),
    (EXPLORER, "mover=1", "expected a position in 'from' with 'mover'"),
    (EXPLORER, "from=(0,%202)&mover=1&mover=1", "expected one word in 'mover', got 2"),
    (app(solve(TicTacToe())), "from=x........&mover=1",
     "bad mover '1': positions of TicTacToe() contain the player to move; leave 'mover' out"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("explorer", "query", "reported"), BAD, ids=[reported for *_, reported in BAD]
)
def test_a_mover_that_cannot_be_is_refused(explorer, query, reported):
    """A bad, repeated or unnecessary ``mover`` in a query is refused."""
    answer = fetch(explorer, f"/api/position?{query}")
    assert (answer.code, answer.json) == (400, {"error": reported})


FOLDED = [
    (ThreeMensMorris(), "xo"),
    (GobbletGobblers(sizes=1, copies=2), "xo"),
    (Quixo(size=3), "xo"),
    (Awari(houses=2, seeds=6), "SN"),
    (AnimalShogi("L"), "FS"),
    (NineMensMorris(1, (3, 3)), "xo"),
]


@pytest.mark.parametrize(("game", "signs"), FOLDED, ids=repr)
def test_text_board_and_chips_agree_after_every_ply(game, signs):
    """The position text ends with the player to move, and leads to the same board."""
    explorer = app(solve(game))
    address = "/"
    for ply in range(6):
        page = Page(fetch(explorer, address).text)
        chips = page.all("li", class_="player")
        (code,) = [each["text"] for each in page.all("code") if each["text"].endswith(tuple(signs))]
        to_move = ["to-move" in each["class"] for each in chips]
        if any(to_move):
            assert code.endswith(f" {signs[to_move.index(True)]}")
        assert code.endswith(f" {signs[ply % 2]}")
        here = fetch(explorer, f"/api/position{address[1:]}").json
        again = fetch(explorer, f"/api/position?from={quote(code)}").json
        assert here["position"] == again["position"] == code
        assert here["board"] == again["board"]
        assert fetch(explorer, f"/board.svg{address[1:]}").text == (
            fetch(explorer, f"/board.svg?from={quote(code)}").text
        )
        moves = page.moves()
        if not moves:
            break
        address = moves[-1][2]
