"""The history of values: who was winning at each place on the way, for one seat throughout."""

from random import Random

import pytest

from games import Hexapawn, TicTacToe
from gamesolver import Value, solve
from gamesolver.web import app
from tests.inside.web import MIDDLE, Place, Views, history
from tests.support.explorer_calls import Page, ask
from tests.support.seen_from_mover import Circling, TwiceEach

GAMES = [TicTacToe(), Hexapawn(), Circling(), TwiceEach()]
EACH = pytest.mark.parametrize("game", GAMES, ids=repr)


def by_chance(solution, seed, most=12):
    """A way of legal moves, and the seat to move and the position at each place on it."""
    game, luck = solution.game, Random(seed)
    position, way, places = solution.start, [], []
    while True:
        seat = game.player(position)
        places.append((len(way) % 2 if seat is None else seat, position))
        rows = solution.moves(position)
        if not rows or len(way) == most:
            return Place(way=tuple(way)), places
        row = luck.choice(rows)
        way.append(game.format_move(row.move))
        position = row.position


@EACH
def test_a_history_is_for_seat_0_throughout(game):
    """Each moment has the outcome of its position, turned to seat 0, and its link leads there."""
    solution = solve(game)
    explorer = Views(solution)
    for seed in range(8):
        place, places = by_chance(solution, seed)
        told = history(explorer, explorer.at(place))
        assert len(told.moments) == len(places)
        for moment, (seat, position) in zip(told.moments, places, strict=True):
            outcome = solution[position]
            assert moment.value is (-outcome.value if seat else outcome.value)
            assert moment.outcome == outcome
            assert explorer.at(moment.place).position == position


@EACH
def test_a_mistake_is_where_the_value_falls(game):
    """A move is a mistake if and only if its row is worth less than the best one there."""
    solution = solve(game)
    explorer = Views(solution)
    seen = set()
    for seed in range(20):
        place, places = by_chance(solution, seed)
        told = history(explorer, explorer.at(place))
        for (_, here), (_, there), moment in zip(
            places, places[1:], told.moments[1:], strict=False
        ):
            rows = solution.moves(here)
            row = next(
                row for row in rows if row.position == there
                and game.format_move(row.move) == moment.move
            )  # fmt: skip
            assert bool(moment.mistake) is (row.outcome.value < rows[0].outcome.value)
            seen.add(moment.mistake)
    assert len(seen) > 1


def test_spots_tell_who_wins_and_how_soon():
    """Wins of seat 0 stand right of the middle, the other's left, and sooner ones further out."""
    explorer = Views(solve(TicTacToe()))
    told = history(explorer, explorer.at(Place(way=("4", "1", "0", "8", "3", "2", "5"))))
    spots = [spot for _, _, spot, _ in told.rows]
    assert spots[:2] == [MIDDLE, MIDDLE]
    assert spots[2:] == sorted(spots[2:])
    assert spots[2] > MIDDLE
    assert [words for _, words, _, _ in told.rows][2:] == [
        "x wins in 5", "x wins in 4", "x wins in 3", "x wins in 2", "x wins in 1", "x has won",
    ]  # fmt: skip
    lost = history(explorer, explorer.at(Place(way=("1", "4", "5", "0", "7", "8"))))
    assert {moment.value for moment in lost.moments} == {Value.DRAW, Value.LOSS}
    assert lost.rows[-1][2] < MIDDLE


def test_a_page_has_the_history_of_its_way():
    """Each row has a link to its place, who was winning in words, and what was given away."""
    page = Page(ask(app(solve(TicTacToe())), "/?move=4&move=1").text)
    section = " ".join(page.all("section", class_="history")[0]["text"].split())
    assert section.endswith(
        "0 start draw in 9 1 x 4 draw in 8 2 o 1 x wins in 5 gives the draw away"
    )
    assert len(page.all("tr", class_="mistake")) == 1
    assert len(page.all("svg", viewbox="0 0 100 20")) == 3


def test_a_root_has_no_history():
    """Where nothing was played there is nothing to tell."""
    page = Page(ask(app(solve(TicTacToe())), "/").text)
    assert not page.all("section", class_="history")
    assert not page.all("p", class_="last-move")
