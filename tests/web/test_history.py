"""Game history: the value of each position so far, always for the first player."""

from itertools import pairwise
from random import Random

import pytest

from games import Hexapawn, Nim, ThreeMensMorris, TicTacToe
from gamesolver import Value, solve
from gamesolver.show.sentences import name_alone
from gamesolver.web import app
from gamesolver.web.addresses import Place, read_place
from gamesolver.web.history import history
from gamesolver.web.views import Views
from tests.support.explorer_calls import Page, at, fetch
from tests.support.seen_from_mover import Circling, TwiceEach

GAMES = [TicTacToe(), Hexapawn(), Circling(), TwiceEach()]
MIDDLE = 50  # of the chart, the place of draws
EACH = pytest.mark.parametrize("game", GAMES, ids=repr)


def by_chance(solution, seed, most=12):
    """Return random legal moves, and the player to move and the position before each."""
    game, luck = solution.game, Random(seed)
    position, way, places = solution.start, [], []
    while True:
        seat = game.player(position)
        places.append((len(way) % 2 if seat is None else seat, position))
        rows = solution.moves(position)
        if not rows or len(way) == most:
            return way, places
        row = luck.choice(rows)
        way.append(game.format_move(row.move))
        position = row.position


def history_of(explorer, way):
    """Return the history on the page after these moves."""
    return Page(fetch(explorer, f"/{at(None, *way)}").text).history()


def how_it_stood(game, seat, outcome):
    """Return the value for seat 0, and the text for an outcome."""
    value = -outcome.value if seat else outcome.value
    if value is Value.DRAW:
        return value, str(outcome)
    winner = name_alone(game.seats[value is Value.LOSS])
    how = f"wins in {outcome.remoteness}" if outcome.remoteness else "has won"
    return value, f"{winner} {how}"


@EACH
def test_a_history_is_for_seat_0_throughout(game):
    """Each row has the outcome of its position for seat 0, and a link to the position.

    A move is a mistake if and only if its value is worse than that of the best move.
    """
    solution = solve(game)
    explorer = app(solution)
    seen = set()
    for seed in range(20):
        way, places = by_chance(solution, seed)
        if not way:
            continue
        moments = history_of(explorer, way)
        assert len(moments) == len(places)
        for plies, (moment, (seat, position)) in enumerate(zip(moments, places, strict=True)):
            value, words = how_it_stood(game, seat, solution[position])
            assert (moment.kind, moment.words) == (value.name.lower(), words)
            assert read_place(moment.address[2:].encode()) == Place(None, tuple(way)).earlier(plies)
        for move, (_, here), moment in zip(way, places, moments[1:], strict=False):
            rows = solution.moves(here)
            row = next(row for row in rows if game.format_move(row.move) == move)
            assert bool(moment.mistake) is (row.outcome.value < rows[0].outcome.value)
            seen.add(moment.mistake)
    assert len(seen) > 1


def test_spots_report_who_wins_and_how_soon():
    """Wins of seat 0 lie right of the middle, losses left, and sooner ones further out."""
    explorer = app(solve(TicTacToe()))
    won = history_of(explorer, ("4", "1", "0", "8", "3", "2", "5"))
    spots = [moment.spot for moment in won]
    assert spots[:2] == [MIDDLE, MIDDLE]
    assert spots[2:] == sorted(spots[2:])
    assert spots[2] > MIDDLE
    assert [moment.words for moment in won][2:] == [
        "x wins in 5", "x wins in 4", "x wins in 3", "x wins in 2", "x wins in 1", "x has won",
    ]  # fmt: skip
    lost = history_of(explorer, ("1", "4", "5", "0", "7", "8"))
    assert {moment.kind for moment in lost} == {"draw", "loss"}
    assert lost[-1].spot < MIDDLE


def test_a_page_has_the_history_of_its_way():
    """The history on a page shows moves, outcomes as text, and mistakes."""
    page = Page(fetch(app(solve(TicTacToe())), "/?move=4&move=1").text)
    section = " ".join(page.all("section", class_="history")[0]["text"].split())
    assert section.endswith(
        "0 start draw in 9 1 x 4 draw in 8 2 o 1? x wins in 5 gives the draw away best: 0"
    )
    assert len(page.all("tr", class_="mistake")) == 1
    assert len(page.all("svg", viewbox="0 0 100 20")) == 2 * 3  # trails, and spots on them


def test_each_move_names_its_player():
    """History, way and line name who moved, also in positions without the player to move."""
    explorer = app(solve(ThreeMensMorris()))
    page = Page(fetch(explorer, "/?move=b2&move=a1&move=c3").text)
    first, second = "First player", "Second player"
    movers = [each["text"] for each in page.all("span", class_="mover")]
    assert movers[:3] == movers[-3:] == [first, second, first]
    line = movers[3:-4]
    assert line == [(second, first)[ply % 2] for ply in range(len(line))] != []
    nim = Page(fetch(app(solve(Nim())), "/?move=(0,%201)").text)
    assert [each["text"] for each in nim.all("span", class_="mover")] == [first]  # the last move


def test_a_root_has_no_history():
    """A page without moves has no history and no last move."""
    page = Page(fetch(app(solve(TicTacToe())), "/").text)
    assert not page.all("section", class_="history")
    assert not page.all("p", class_="last-move")


def test_what_loses_a_win_has_two_marks():
    """Turning a win into a loss is ``??``, a smaller mistake ``?``, both with a best move."""
    page = Page(fetch(app(solve(TicTacToe())), "/?move=4&move=1&move=7").text)
    assert [each["text"] for each in page.all("b", class_="bad")] == ["?", "?"]
    assert [each["text"] for each in page.all("span", class_="better")] == ["best: 0", "best: 0"]
    page = Page(fetch(app(solve(TicTacToe())), "/?from=xx.oo....&move=6").text)
    assert [each["text"] for each in page.all("b", class_="bad")] == ["??"]
    assert [each["text"] for each in page.all("span", class_="better")] == ["best: 2"]


LOST = "/?move=4&move=1&move=7&move=0&move=2&move=6&move=3&move=5&move=8"


def test_a_game_that_has_ended_is_reviewed():
    """A finished game has a review that counts each player's moves and mistakes, with links."""
    explorer = app(solve(TicTacToe()))
    page = Page(fetch(explorer, LOST).text)
    (review,) = page.all("section", class_="review")
    marked = page.all("tr", class_="mistake")
    listed = [each for each in page.all("li") if "best:" in each["text"]]
    assert len(marked) == len(listed) > 0
    erring = [each["text"].split()[1] for each in marked]
    for player, moves in (("x", 5), ("o", 4)):
        count = erring.count(player)
        mistakes = f"{count or 'no'} mistake{'s' * (count != 1)}"
        assert f"{player}: {moves} moves, {mistakes}." in review["text"]
    dots = [each for each in page.all("a", tabindex="-1") if "data-move" not in each]
    assert len(dots) == 10 + 10  # of the review, and of the history
    assert all(fetch(explorer, each["href"]).code == 200 for each in dots)


def test_a_game_that_goes_on_is_not_reviewed():
    """A game in progress, or a terminal position without moves, has no review."""
    explorer = app(solve(TicTacToe()))
    assert not Page(fetch(explorer, LOST.removesuffix("&move=8")).text).all(
        "section", class_="review"
    )
    assert not Page(fetch(explorer, "/?from=xxxoo....").text).all("section", class_="review")


def test_a_graph_goes_up_for_the_first_player():
    """Each ply is one step to the right, and a win of the first player is above the middle."""
    explorer = Views(solve(TicTacToe()))
    for way, is_up in ((("4", "1"), True), (("1", "4", "5", "0", "7", "8"), False)):
        graph = history(explorer, explorer.at(Place(way=way))).graph
        across = [x for _, x, _ in graph]
        assert {right - left for left, right in pairwise(across)} == {24}
        assert (graph[-1][2] < MIDDLE) == is_up
