"""Kalah: published values, any seeds, printed perfect games, and rules by example."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Kalah
from games.sowing.plain import PlainKalah
from gamesolver import (
    IllegalMoveError,
    InvalidArgumentError,
    PositionTextError,
    prove,
    solve,
)
from tests.oracles.alpha_beta import score_by_search
from tests.oracles.plain_rules import assert_alike
from tests.oracles.published import figures

FIGURES = figures("kalah")
SIGNS = {"W": "win", "D": "draw", "L": "loss"}
VALUES = {
    (int(houses), seeds): SIGNS[letter]
    for houses, row in FIGURES[0]["values"].items()
    if houses.isdigit()
    for seeds, letter in enumerate(row, start=1)
}
MARGINS = {
    (golden["parameters"]["houses"], golden["parameters"]["seeds"]): golden["outcome"]
    for golden in FIGURES
    if golden["parameters"].get("empty_captures")
}
GAMES = {
    tuple(map(int, shape.split("x"))): line
    for shape, line in FIGURES[0]["games"].items()
    if shape != "source"
}


SOLVED = [(houses, seeds) for houses, seeds in VALUES if houses + seeds < 7 - houses // 4]
"""Shapes that plain rules solve quickly."""
SEARCHED = [(6, 2), (6, 3), (1, 6), (3, 5), (2, 6), (3, 6), (4, 2), (4, 4), (5, 2), (5, 3), (6, 1)]


@pytest.mark.parametrize(("houses", "seeds"), SOLVED)
def test_values(houses, seeds):
    """The winner is as published, and the score too if it is published."""
    assert_as_published(PlainKalah(houses, seeds, empty_captures=True))


@pytest.mark.compiled
@pytest.mark.parametrize("shape", SEARCHED)
def test_values_by_search(shape):
    """An alpha-beta search finds the published values of games whose tables are large."""
    score = score_by_search(Kalah(*shape, empty_captures=True))
    value = SIGNS["LDW"[(score > 0) - (score < 0) + 1]]
    words = f"{value} by {abs(score)}" if score else value
    assert value == VALUES[shape]
    assert words == MARGINS.get(shape, words)


@pytest.mark.slow
def test_six_houses_with_four_seeds():
    """The usual game is proved to be won by ten, as published: three minutes, and 11 gigabytes."""
    proof = prove(Kalah(6, 4, empty_captures=True), exact=False, memory="9 GB")
    assert proof.score == 10


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("shape", "score"),
    [
        *[((4, 3), 6), ((6, 1), 2), ((6, 2), 6)],
        pytest.param((6, 3), 2, marks=pytest.mark.slow),
    ],
)
def test_scores_without_empty_captures(shape, score):
    """Without captures opposite an empty house the search finds the scores on the page."""
    assert score_by_search(Kalah(*shape)) == score


def assert_as_published(game):
    """Check that value and score of the start are as published."""
    outcome, shape = solve(game).outcome, (game.houses, game.seeds)
    assert outcome.value.name.lower() == VALUES[shape]
    if shape in MARGINS:
        assert str(outcome).startswith(MARGINS[shape])


def test_texts_that_are_written_otherwise_are_refused():
    """A number with a leading 0 is refused, and a move with a line break is shown escaped."""
    game = Kalah(houses=2, seeds=1)
    with pytest.raises(PositionTextError, match="the seeds of 2 houses of South"):
        game.parse("01 0/0 2 S")
    with pytest.raises(IllegalMoveError, match=r"illegal move 'house z\\n' in position"):
        game.parse_move(game.start(), "house z\n")


SHAPES = [(6, 5), (4, 3), (1, 2), (2, 3), (6, 6)]


@given(st.sampled_from(SHAPES), st.data())
def test_any_seeds_in_the_houses(shape, data):
    """Plain and compiled rules agree with any seeds in the houses."""
    game = Kalah(*shape)
    rest, seeds = game.all_seeds, []
    for _ in range(2 * game.houses):
        seeds.append(data.draw(st.integers(0, rest)))
        rest -= seeds[-1]
    seeds = tuple(data.draw(st.permutations(seeds)))
    assert_alike(game, game.from_plain((seeds, data.draw(st.integers(0, 1)))))


@pytest.mark.parametrize("shape", [(1, 1), (1, 3), (2, 2)])
def test_every_number_is_a_position(shape):
    """Positions are numbered without gaps, those with the fewest seeds first."""
    game = Kalah(*shape)
    most = game.from_plain(((game.all_seeds,) + (0,) * (2 * game.houses - 1), 1))
    laid = [game.to_plain(position)[0] for position in range(0, most, 2)]
    assert len(set(laid)) == len(laid)
    assert [sum(each) for each in laid] == sorted(sum(each) for each in laid)
    assert [game.from_plain((each, 0)) for each in laid] == list(range(0, most, 2))
    with pytest.raises(InvalidArgumentError) as caught:
        game.format(most + 1)
    assert str(caught.value) == (
        f"no position {most + 1} of {game!r}: expected a number that parse returns"
    )


def replayed(line, **parameters):
    """Play a printed game, and return the first player's final score."""
    game = PlainKalah(**parameters)
    position, won = game.start(), 0
    for turn in line.split("-"):
        seat = game.player(position)
        for house in map(int, turn):
            assert game.player(position) == seat
            assert game.terminal_score(position) is None
            won += (1 - 2 * seat) * game.gain(position, house)
            position = game.play(position, house)
    end = game.terminal_score(position)
    return won + (1 - 2 * game.player(position)) * end


@pytest.mark.parametrize(("shape", "line"), GAMES.items(), ids=lambda each: str(each))
def test_printed_games(shape, line):
    """Each printed perfect game is legal, and ends with the printed score."""
    houses, seeds = shape
    won = replayed(line, houses=houses, seeds=seeds, empty_captures=True)
    assert MARGINS[shape] == (f"win by {won}" if won else "draw")


@pytest.mark.parametrize(
    "shape", [(4, 1), (5, 1), pytest.param((4, 2), marks=pytest.mark.compiled)]
)
def test_printed_games_are_perfect(shape):
    """No move of a printed game gives up any of the score."""
    houses, seeds = shape
    solution = solve(PlainKalah(houses, seeds, empty_captures=True))
    position = solution.start
    for house in map(int, GAMES[shape].replace("-", "")):
        rows = {row.move: row for row in solution.moves(position)}
        assert rows[house].outcome.score == solution[position].score
        position = rows[house].position


def test_what_the_rules_change():
    """With two houses and four seeds, each combination of rules has the listed score."""
    scores = {
        (captures, sweep): solve(
            PlainKalah(houses=2, seeds=4, empty_captures=captures, sweep=sweep)
        ).outcome.score
        for captures in (True, False)
        for sweep in ("owner", "emptied", "nobody")
    }
    assert scores == {
        (True, "owner"): -12, (True, "emptied"): 0, (True, "nobody"): -6,
        (False, "owner"): -10, (False, "emptied"): -6, (False, "nobody"): -6,
    }  # fmt: skip


# ── rules by example ───────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("position", "move", "after", "gain"),
    [
        ("2 2 2/2 2 2 S", 0, "0 3 3/2 2 2 N", 0),
        ("2 2 2/2 2 2 S", 1, "2 0 3/2 2 2 S", 1),  # the last one in the store: another turn
        ("2 2 2/2 2 2 S", 2, "2 2 0/3 2 2 N", 1),
        ("2 2 2/2 2 2 N", 1, "2 2 2/2 0 3 N", 1),
        ("1 0 2/2 5 2 S", 0, "0 0 2/2 0 2 N", 6),  # into an empty house: with the five opposite
        ("1 0 2/2 0 2 S", 0, "0 1 2/2 0 2 N", 0),  # opposite an empty one nothing is captured
        ("0 1 6/1 1 1 S", 2, "1 2 0/2 2 2 N", 1),  # past the other store
        ("7 0 1/1 1 1 S", 0, "0 1 2/2 2 0 N", 4),  # all round, into the house that was left
    ],
)
def test_moves(position, move, after, gain):
    """Sowing skips the other store; the last seed may capture, or give the turn again."""
    game = PlainKalah()
    here = game.parse(position)
    assert game.format(game.play(here, move)) == after
    assert game.gain(here, move) == gain


def test_captures_opposite_an_empty_house():
    """If captures opposite an empty house are allowed, the last seed alone goes to the store."""
    game = PlainKalah(empty_captures=True)
    position = game.parse("1 0 2/2 0 2 S")
    assert (game.format(game.play(position, 0)), game.gain(position, 0)) == ("0 0 2/2 0 2 N", 1)


@pytest.mark.parametrize(
    ("sweep", "position", "score"),
    [
        ("owner", "0 0 0/2 0 3 S", -5),
        ("owner", "0 0 0/2 0 3 N", 5),
        ("emptied", "0 0 0/2 0 3 S", 5),
        ("nobody", "0 0 0/2 0 3 S", 0),
        ("owner", "0 0 0/0 0 0 S", 0),
        ("owner", "1 0 0/0 0 1 S", None),
    ],
)
def test_ends(sweep, position, score):
    """Play ends as soon as a row is empty, and the other one is swept as the rules state."""
    game = PlainKalah(sweep=sweep)
    assert game.terminal_score(game.parse(position)) == score


def test_the_board_stands_still():
    """South is below and North above, whichever player moves."""
    game = PlainKalah(houses=3, seeds=2)
    position = game.play(game.start(), 0)
    assert game.render(position) == "N  2  2  2\n   0  3  3 S\nin the stores: 0"
    assert game.render(game.play(position, 0)) == "N  3  3  0\n   0  3  3 S\nin the stores: 0"
