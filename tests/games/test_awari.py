"""Awari: numbered positions, counts by number of seeds, a slow reference, and examples."""

from collections import Counter
from math import comb

import pytest

from games import Awari
from games.sowing.plain import PlainAwari
from gamesolver import (
    solve,
)
from tests.oracles.plain_rules import assert_alike
from tests.oracles.published import figures, made
from tests.oracles.scored_reference import reference

FIGURES = figures("awari")
SLAMS = ("forbidden", "no-capture", "allowed")


def test_arrangements():
    """A game has as many indexes as there are arrangements of its seeds."""
    for golden in FIGURES:
        assert made("awari", golden).rules.num_indexes == golden["arrangements"]


# ── compiled rules against plain ones ────────────────────────────────────────────────────────────


SHAPES = [(3, 4), (2, 6), (1, 6)]
RULES = [
    *zip([True, False, True], SLAMS, strict=True),
    *zip([False, True, False], SLAMS, strict=True),
]
SETS = [(*shape, *rest) for shape in SHAPES for rest in RULES]


@pytest.mark.parametrize(("houses", "seeds", "feeding", "slam"), SETS)
def test_every_number_is_a_position(houses, seeds, feeding, slam):
    """Positions are numbered without gaps, and plain and compiled rules agree at each."""
    game = Awari(houses, seeds, feeding, slam)
    for position, laid in enumerate(sorted(game.plain.arrangements(), key=game.from_plain)):
        assert game.from_plain(laid) == position
        assert_alike(game, position)
    assert position + 1 == game.rules.num_indexes


# ── counts and scores ────────────────────────────────────────────────────────────────────────────


def test_arrangements_by_number_of_seeds():
    """The numbers of positions with 0 to 5 seeds are as published, and none is listed twice."""
    published = FIGURES[0]["by_seeds"]["positions"]
    positions = list(PlainAwari(seeds=5).arrangements())
    counts = Counter(map(sum, positions))
    assert [counts[seeds] for seeds in range(6)] == published[:6]
    assert len(set(positions)) == len(positions)


def occurring(seeds):
    """Return the number of positions with the given number of seeds that can follow a move."""
    return comb(seeds + 11, 11) - comb(seeds + 5, 11)


def test_the_published_number_of_positions():
    """The published number counts positions after a move, whose player has an empty house.

    No position has 47 seeds, because the first capture takes at least two of 48.
    """
    game = PlainAwari(seeds=7)
    positions = [each for each in game.arrangements() if sum(each) > 5]
    counts = Counter(sum(each) for each in positions if 0 in each[6:])
    assert counts == {6: occurring(6), 7: occurring(7)}
    for position in positions[::10]:
        assert all(0 in game.play(position, move)[6:] for move in game.moves(position))
    but_47 = sum(occurring(seeds) for seeds in range(49) if seeds != 47)
    assert but_47 + 1 == FIGURES[0]["in_all"]["positions"]  # and the start


@pytest.mark.parametrize("seeds", [3, 0, 1, 2, 4])
def test_a_position_has_one_score_in_every_game(seeds):
    """A position has the same score in a game with more seeds, as captured ones do not count."""
    more, fewer = solve(Awari(houses=3, seeds=4)), solve(Awari(houses=3, seeds=seeds))
    assert all(fewer[position] == more[position] for position in fewer)


@pytest.mark.parametrize("slam", SLAMS)
@pytest.mark.parametrize("feeding", [True, False])
@pytest.mark.parametrize(("houses", "seeds"), [(1, 6), (2, 5), (3, 4)])
def test_all_arrangements_by_the_reference(houses, seeds, feeding, slam):
    """Every position has the score, and the plies, that the slow reference finds."""
    game = PlainAwari(houses, seeds, feeding, slam)
    positions = list(game.arrangements())
    solution = solve(game, positions=positions)
    ends = {each: game.terminal_score(each) for each in positions}
    moves = {
        each: []
        if ends[each] is not None
        else [(game.play(each, house), False, game.gain(each, house)) for house in game.moves(each)]
        for each in positions
    }
    known = {each: end for each, end in ends.items() if end is not None}
    truth = reference(moves, known, dict.fromkeys(positions, 0))
    found = {
        each: (outcome.score, outcome.remoteness, outcome.last_gain)
        for each in positions
        for outcome in [solution[each]]
    }
    assert found == truth
    assert solution.verify(full=True).positions == len(positions)


@pytest.mark.compiled
def test_play_that_never_ends_may_be_won():
    """The game with three houses and twelve seeds is won by 3 captured seeds and never ends."""
    solution = solve(Awari(houses=3, seeds=12))
    assert str(solution.outcome) == "win by 3, endless"
    gains = [row.gain for row in solution.mainline()]
    assert sum(gains[::2]) - sum(gains[1::2]) == 3


# ── rules by example: the position after a move is seen by the other player ────────────────────


@pytest.mark.parametrize(
    ("position", "move", "after", "gain"),
    [
        ("0 0 0 0 0 1/0 3 0 0 0 0", 5, "1 3 0 0 0 0/0 0 0 0 0 0", 0),
        ("0 0 0 0 0 1/1 3 0 0 0 0", 5, "0 3 0 0 0 0/0 0 0 0 0 0", 2),  # two are captured,
        ("0 0 0 0 0 2/1 2 4 0 0 0", 5, "0 0 4 0 0 0/0 0 0 0 0 0", 5),  # and those before,
        ("0 0 0 0 0 3/2 3 1 4 0 0", 5, "3 4 0 4 0 0/0 0 0 0 0 0", 2),  # up to the first gap;
        ("0 0 0 0 1 1/1 3 0 0 0 0", 4, "1 3 0 0 0 0/0 0 0 0 0 2", 0),  # never from the own row
        ("13 0 0 0 0 0/0 0 0 0 0 0", 0, "1 1 1 1 1 1/0 2 2 1 1 1", 0),  # the own house is skipped
    ],
)
def test_moves(position, move, after, gain):
    """Sowing skips the house of the move; twos and threes are captured backwards from its end."""
    game = PlainAwari(seeds=20)
    here = game.parse(position)
    assert game.format(game.play(here, move)) == after
    assert game.gain(here, move) == gain


SLAM = "0 0 0 0 1 1/1 0 0 0 0 0"


@pytest.mark.parametrize(
    ("slam", "moves", "gain"),
    [("forbidden", [4], 0), ("no-capture", [4, 5], 0), ("allowed", [4, 5], 2)],
)
def test_a_grand_slam(slam, moves, gain):
    """A grand slam is illegal, captures nothing, or captures everything, depending on the rule."""
    game = PlainAwari(seeds=8, grand_slam=slam)
    position = game.parse(SLAM)
    assert game.moves(position) == moves
    assert game.gain(position, 5) == (gain if slam != "forbidden" else 2)
    if slam == "no-capture":
        assert game.format(game.play(position, 5)) == "2 0 0 0 0 0/0 0 0 0 1 0"


def test_a_grand_slam_is_allowed_where_it_is_the_only_move():
    """If every move is a grand slam, grand slams are legal and capture, and play ends."""
    game = PlainAwari(seeds=8)
    position = game.parse("0 0 0 0 0 1/1 0 0 0 0 0")
    assert (game.moves(position), game.gain(position, 5)) == ([5], 2)
    assert game.terminal_score(game.play(position, 5)) == 0


@pytest.mark.parametrize(
    ("position", "feeding", "moves", "score"),
    [
        ("1 0 0 0 0 1/0 0 0 0 0 0", True, [5], None),  # only a move that feeds
        ("1 0 0 0 0 1/0 0 0 0 0 0", False, [0, 5], None),
        ("1 0 0 0 1 0/0 0 0 0 0 0", True, [], 2),  # a player who cannot feed keeps the seeds
        ("0 0 0 0 0 0/0 2 0 0 1 0", True, [], -3),
        ("0 0 0 0 0 0/0 2 0 0 1 0", False, [], -3),
        ("0 0 0 0 0 0/0 0 0 0 0 0", True, [], 0),
    ],
)
def test_feeding_and_ends(position, feeding, moves, score):
    """A player who can feed must; if one cannot move, each keeps the seeds of their own row."""
    game = PlainAwari(seeds=8, feeding=feeding)
    here = game.parse(position)
    assert game.moves(here) == moves
    assert game.terminal_score(here) == score


def test_the_board_stands_still():
    """South is below and North above, whichever player moves."""
    game = PlainAwari(houses=2, seeds=6)
    assert game.start() == (2, 1, 2, 1)
    assert game.render_for((2, 1, 2, 1), 0) == "1 2\n2 1"
    position = game.play(game.start(), 0)
    assert position == (0, 1, 0, 2)  # one seed makes three in North's house, which are captured
    assert game.render_for(position, 1) == "1 0\n0 2"
