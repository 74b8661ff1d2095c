"""Teeko: compiled rules against plain ones, goals, published counts, words."""

import random
from itertools import combinations

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from games import Teeko
from games.teeko.plain import PlainTeeko, goals
from gamesolver import (
    IllegalMoveError,
    InvalidArgumentError,
    PositionTextError,
    Value,
    check_game,
    solve,
)
from tests.oracles.plain_rules import assert_alike, assert_alike_at_random
from tests.oracles.published import by_value, figures
from tests.support.scale import scaled

PUBLISHED = figures("teeko")
GAMES = [Teeko(advanced, drops) for advanced in (False, True) for drops in (False, True)]
EACH = pytest.mark.parametrize("game", GAMES, ids=repr)
STEPS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]


def around(square):
    """The squares a king's move away."""
    row, column = divmod(square, 5)
    places = [(row + down, column + right) for down, right in STEPS]
    return {5 * row + column for row, column in places if row in range(5) and column in range(5)}


@st.composite
def boards(draw, game):
    """Any board of a game, ends and boards that no play leads to included."""
    mine, theirs = 4, 4
    if game.drops:
        mine = draw(st.integers(0, 4))
        theirs = draw(st.integers(mine, min(mine + 1, 4)))
    squares = draw(st.permutations(range(25)))
    return tuple(sorted(squares[:mine])), tuple(sorted(squares[mine : mine + theirs]))


def test_goals_are_counted():
    """There are 44 goals, and 58 with the squares of any size."""
    assert len(goals(False)) == PUBLISHED[0]["goals"]["standard"]
    assert len(goals(True)) == PUBLISHED[0]["goals"]["advanced"]
    assert goals(False) < goals(True)


@pytest.mark.parametrize("advanced", [False, True])
def test_compiled_rules_know_all_goals(advanced):
    """Of all 12,650 ways to place four men, just the goals end play, for either player."""
    game = Teeko(advanced=advanced)
    code = game.rules.calls.end
    found = {
        men for men in combinations(range(25), 4) if code(np.uint64(sum(1 << m for m in men))) == 1
    }
    assert found == goals(advanced)
    for men in combinations(range(25), 4):
        waiting = np.uint64(sum(1 << 32 + man for man in men))
        assert code(waiting) == (-1 if men in found else 2)


def test_nobody_is_shut_in():
    """Four men that four others could shut in have a goal, so that there is always a move."""
    for men in combinations(range(25), 4):
        outside = set().union(*map(around, men)) - set(men)
        assert len(outside) > 4 or men in goals(False)


@EACH
def test_along_random_games(game):
    """Along random games the compiled rules say what the plain ones say."""
    assert_alike_at_random(game, random.Random(1), games=5, plies=30)


@EACH
@given(st.data())
def test_any_board(game, data):
    """On any board the two rules agree, and its orbit has one slot."""
    assert_alike(game, game.from_plain(data.draw(boards(game))))


# ── published counts ───────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize("golden", PUBLISHED, ids=lambda each: str(each["parameters"]))
def test_counts(golden):
    """Positions won, lost and drawn, folded and not, the start and its best moves."""
    solution = solve(Teeko(**golden["parameters"]))
    for symmetric, published in ((False, golden["of_folded"]), (True, golden)):
        found = by_value(solution.counts(symmetric=symmetric))
        assert found == {name: published[name] for name in ("won", "lost", "drawn")}
    remoteness = [each.remoteness for each in solution.counts() if each.remoteness is not None]
    assert max(remoteness) == golden["longest"]
    assert str(solution.outcome) == golden["outcome"]
    if "only_by" in golden:
        texts = [solution.game.format_move(move) for move in solution.best_moves(solution.start)]
        assert texts == golden["only_by"]


class TeekoAlone(Teeko):
    """Teeko whose positions stand each for itself: the numbers of two sets of men."""

    @property
    def rules(self):
        """The compiled rules of Teeko, with a slot for each of 75,710,250 positions."""
        alone = {"symmetries": None, "max_twins": 1, "slots": len(SETS[25]) * len(SETS[21])}
        return attrs.evolve(super().rules, index=index, position_at=position_at, **alone)


def sets_of_four(squares):
    """All sets of four squares, in the order of their numbers, as bits."""
    return np.array(sorted(sum(1 << m for m in men) for men in combinations(range(squares), 4)))


SETS = {squares: sets_of_four(squares) for squares in (25, 21)}
WIDE, NARROW = (SETS[squares].astype(np.uint64) for squares in (25, 21))
MANY = 1 << 20


@njit
def index(position):
    """The number of the mover's men, then that of the others among the squares left."""
    mine, others, men = position & np.uint64((1 << 25) - 1), position >> np.uint64(32), np.uint64(0)
    place, bit = np.uint64(0), np.uint64(1)
    for square in range(25):
        if mine >> np.uint64(square) & bit == 0:
            men |= (others >> np.uint64(square) & bit) << place
            place += bit
    return np.int64(np.searchsorted(WIDE, mine) * len(NARROW) + np.searchsorted(NARROW, men))


@njit
def position_at(slot):
    """The men of that number, and the others put on the squares that they leave."""
    mine, men = WIDE[slot // len(NARROW)], NARROW[slot % len(NARROW)]
    others, place, bit = np.uint64(0), np.uint64(0), np.uint64(1)
    for square in range(25):
        if mine >> np.uint64(square) & bit == 0:
            others |= (men >> place & bit) << np.uint64(square)
            place += bit
    return mine | others << np.uint64(32)


@njit
def positions_from(slot, positions):
    """The positions of so many slots, one after the other."""
    for each in range(len(positions)):
        positions[each] = position_at(slot + each)


@pytest.mark.slow
@pytest.mark.compiled(why="eighty-five million positions")
@pytest.mark.parametrize("advanced", [False, True])
def test_teeko_without_symmetries(advanced):
    """Every position has without symmetries the outcome that its orbit has with them."""
    folded, alone = solve(Teeko(advanced)), solve(TeekoAlone(advanced))
    assert len(alone) == len(SETS[25]) * len(SETS[21]) == 75_710_250
    for slot in range(0, len(alone), MANY):
        positions = np.zeros(min(MANY, len(alone) - slot), np.uint64)
        positions_from(slot, positions)
        ours, theirs = folded.probe_many(positions), alone.probe_many(positions)
        assert ours.known.all()
        for name in ("values", "remoteness"):
            assert np.array_equal(getattr(ours, name), getattr(theirs, name)), name


# ── rules by example, and words ────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "value", "advanced"),
    [
        ("wwww./mm.mm/...../...../.....", Value.LOSS, Value.LOSS),
        ("mmmm./ww.ww/...../...../.....", Value.WIN, Value.WIN),
        ("mmmm./wwww./...../...../.....", Value.LOSS, Value.LOSS),
        ("w...w/.mmm./...../..m../w...w", None, Value.LOSS),
        ("m.m../...../m.m../..ww./..w.w", None, Value.WIN),
        ("w...m/.w..m/..w../...wm/....m", Value.LOSS, Value.LOSS),
        ("....w/...w./..w../.w.../mm.mm", Value.LOSS, Value.LOSS),
        ("...ww/...w./..w../...../mm.mm", None, None),
    ],
)
def test_goals_by_example(text, value, advanced):
    """Lines, small squares and, in the advanced game, large ones; the waiting player's first."""
    for game, expected in ((Teeko(), value), (Teeko(advanced=True), advanced)):
        assert game.terminal_value(game.parse(text)) is expected
        assert game.plain.terminal_value(game.plain.parse(text)) is expected


def test_drops_come_first():
    """Men are dropped until each player has four, and then moved; every move is a step."""
    game = Teeko(drops=True)
    position = game.start()
    for square in (0, 1, 4, 3, 21, 20, 23, 24):
        assert game.stage(position) == game.plain.stage(game.to_plain(position))
        position = game.play(position, game.parse_move(position, f">{square}"))
    assert position == Teeko().start()
    texts = [game.format_move(move) for move in game.moves(position)]
    assert texts == [game.format_move(move) for move in Teeko().moves(position)]
    assert texts[:3] == ["a5-a4", "a5-b4", "e5-d4"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "mm.mm/...../...../...../ww.w.",
        "mmmmm/...../...../...../wwwww",
        "mm.mm/...../...../...../ww.wx",
        "mm.mm/...../...../ww.ww",
        ".w.../...../...../...../.....",
        None,
        5,
    ],
)
def test_texts_that_are_refused(text):
    """A text that is no board with four men each is refused word for word."""
    for game in (Teeko(), PlainTeeko()):
        with pytest.raises(PositionTextError) as caught:
            game.parse(text)
        assert str(caught.value) == (
            f"no position of {game!r} in {text!r}: expected 5 rows of 5 of '.', "
            "'m' (to move), 'w' (waiting) with '/' between them, four each"
        )


@pytest.mark.parametrize("text", ["m....", "m..../...../...../...../.....", "ww.mw/wwm.."])
def test_texts_that_are_refused_with_drops(text):
    """While men are dropped, the waiting player has as many or one more."""
    with pytest.raises(PositionTextError) as caught:
        Teeko(drops=True).parse(text)
    assert str(caught.value) == (
        f"no position of Teeko(drops=True) in {text!r}: expected 5 rows of 5 of '.', "
        "'m' (to move), 'w' (waiting) with '/' between them, at most four of each, "
        "as many w as m or one more"
    )


def test_a_number_that_is_no_position():
    """A number that describes no board is refused in words."""
    with pytest.raises(InvalidArgumentError) as caught:
        Teeko().format(15)
    assert str(caught.value) == (
        "no position 15 of Teeko(): expected a number that parse gives for a text"
    )


def test_illegal_moves_are_named():
    """A move that is not there is refused with those that are, by their texts."""
    game = Teeko()
    position = game.parse("mmmww/...w./m..../....w/.....")
    with pytest.raises(IllegalMoveError) as caught:
        game.parse_move(position, "0>1")
    assert str(caught.value) == (
        "illegal move 0>1 in position 'mmmww/...w./m..../....w/.....': legal moves are "
        "a5-a4, a5-b4, b5-a4, b5-b4, b5-c4, c5-b4, c5-c4, a3-a4, a3-b4, a3-b3, a3-a2, a3-b2"
    )


@pytest.mark.parametrize("name", ["advanced", "drops"])
def test_options_are_yes_or_no(name):
    """Both options take True and False alone."""
    with pytest.raises(InvalidArgumentError) as caught:
        Teeko(**{name: "no"})
    assert str(caught.value) == f"bad {name} 'no' of Teeko: expected True or False"


@pytest.mark.compiled(why="the rules are plain ones anyway")
@pytest.mark.parametrize("game", [PlainTeeko(drops=True), PlainTeeko()], ids=repr)
def test_the_laws_of_plain_rules(game):
    """The plain rules obey every law, as far as random play can tell."""
    assert check_game(game, most=scaled(40, 100), walks=scaled(1, 2)).positions > 10


@pytest.mark.compiled(why="half a minute in plain Python")
@pytest.mark.parametrize("game", [GAMES[3], GAMES[0]], ids=repr)
def test_the_laws(game):
    """So do the compiled ones."""
    assert check_game(game, most=scaled(40, 100), walks=scaled(1, 2)).positions > 10


@pytest.mark.compiled(why="the rules are plain ones anyway")
def test_the_start_reaches_as_many_as_are_said_to_be_walked_to():
    """A walk that has found so many is over: how many there are nobody says."""
    game, owed = PlainTeeko(), PUBLISHED[0]["reached"]
    seen, waiting = {game.start()}, [game.start()]
    while len(seen) < owed:
        position = waiting.pop()
        if game.terminal_value(position) is None:
            found = {game.play(position, move) for move in game.moves(position)} - seen
            seen |= found
            waiting += found
    assert len(seen) >= owed > 200_000
