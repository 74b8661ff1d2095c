"""Teeko: goals, any board compared with an oracle, the game without symmetries, and drops."""

from itertools import combinations

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from games import Teeko
from gamesolver import CompiledGame, Value, solve
from tests.oracles.published import figures
from tests.oracles.teeko import PlainTeeko, goals

PUBLISHED = figures("teeko")
HALF = 25
"""First bit of the men of the player who waits."""
GAMES = [Teeko(advanced, drops) for advanced in (False, True) for drops in (False, True)]
EACH = pytest.mark.parametrize("game", GAMES, ids=repr)
STEPS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]


def around(square):
    """Return the squares a king's move away."""
    row, column = divmod(square, 5)
    places = [(row + down, column + right) for down, right in STEPS]
    return {5 * row + column for row, column in places if row in range(5) and column in range(5)}


@st.composite
def boards(draw, game):
    """Any board of a game, including terminal and unreachable ones."""
    mine, theirs = 4, 4
    if game.drops:
        mine = draw(st.integers(0, 4))
        theirs = draw(st.integers(mine, min(mine + 1, 4)))
    squares = draw(st.permutations(range(25)))
    return tuple(sorted(squares[:mine])), tuple(sorted(squares[mine : mine + theirs]))


def word_of(board):
    """Return the game's position for a board of the oracle."""
    mine, theirs = board
    return sum(1 << man for man in mine) | sum(1 << HALF + man for man in theirs)


def test_goals_are_counted():
    """There are 44 goals, and 58 with the squares of any size."""
    for advanced, name in ((False, "standard"), (True, "advanced")):
        assert len(goals(advanced)) == PUBLISHED[0]["goals"][name]
        assert {tuple(map(int, goal)) for goal in Teeko(advanced).goals} == goals(advanced)
    assert goals(False) < goals(True)


@pytest.mark.parametrize("advanced", [False, True])
def test_compiled_rules_know_all_goals(advanced):
    """Of all 12,650 ways to place four men, exactly the goals end play, for either player."""
    game = Teeko(advanced=advanced)
    code = game.rules.calls.end
    found = {men for men in combinations(range(25), 4) if code(np.uint64(word_of((men, ())))) == 1}
    assert found == goals(advanced)
    for men in combinations(range(25), 4):
        assert code(np.uint64(word_of(((), men)))) == (-1 if men in found else 2)


def test_no_player_is_shut_in():
    """Four men that four others could shut in have a goal, so that there is always a move."""
    for men in combinations(range(25), 4):
        outside = set().union(*map(around, men)) - set(men)
        assert len(outside) > 4 or men in goals(False)


@EACH
@given(st.data())
def test_any_board(game, data):
    """On any board the oracle has the same end, moves, next boards and symmetric boards."""
    oracle = PlainTeeko(game.advanced, game.drops)
    board = data.draw(boards(game))
    position = word_of(board)
    assert game.parse(game.format(position)) == position
    end = oracle.terminal_value(board)
    assert game.terminal_value(position) == end
    assert game.stage(position) == oracle.stage(board)
    assert {position, *game.symmetries(position)} == {
        position,
        *map(word_of, oracle.symmetries(board)),
    }
    assert game.rules.calls.index_of(position) >= 0
    if end is None:
        moves = {game.format_move(move): game.play(position, move) for move in game.moves(position)}
        played = {
            oracle.format_move(move): oracle.play(board, move) for move in oracle.moves(board)
        }
        assert moves == {text: word_of(after) for text, after in played.items()}


# ── published counts ───────────────────────────────────────────────────────


@attrs.frozen
class TeekoAlone(CompiledGame):
    """Teeko without symmetries, indexed by the numbers of the two sets of men."""

    advanced: bool = False

    def start(self):
        return Teeko(self.advanced).start()

    @property
    def rules(self):
        """The compiled rules of Teeko, with an index for each of 75,710,250 positions."""
        alone = {
            "symmetries": None,
            "max_symmetries": 1,
            "num_indexes": len(SETS[25]) * len(SETS[21]),
        }
        return attrs.evolve(
            Teeko(self.advanced).rules, index=index, position_at=position_at, **alone
        )


def sets_of_four(squares):
    """Return all sets of four squares as bits, in ascending order."""
    return np.array(sorted(sum(1 << m for m in men) for men in combinations(range(squares), 4)))


SETS = {squares: sets_of_four(squares) for squares in (25, 21)}
WIDE, NARROW = (SETS[squares].astype(np.uint64) for squares in (25, 21))
MANY = 1 << 20


@njit
def index(position):
    """Return the index, from the number of the mover's men and that of the others.

    The others are numbered on the squares that the mover's men leave.
    """
    mine, others, men = (
        position & np.uint64((1 << 25) - 1),
        position >> np.uint64(HALF),
        np.uint64(0),
    )
    place, bit = np.uint64(0), np.uint64(1)
    for square in range(25):
        if mine >> np.uint64(square) & bit == 0:
            men |= (others >> np.uint64(square) & bit) << place
            place += bit
    return np.int64(np.searchsorted(WIDE, mine) * len(NARROW) + np.searchsorted(NARROW, men))


@njit
def position_at(index):
    """Return the position at an index, with the others on squares that the mover's men leave."""
    mine, men = WIDE[index // len(NARROW)], NARROW[index % len(NARROW)]
    others, place, bit = np.uint64(0), np.uint64(0), np.uint64(1)
    for square in range(25):
        if mine >> np.uint64(square) & bit == 0:
            others |= (men >> place & bit) << np.uint64(square)
            place += bit
    return mine | others << np.uint64(HALF)


@njit
def positions_from(index, positions):
    """Write the positions of consecutive indexes from ``index`` on."""
    for each in range(len(positions)):
        positions[each] = position_at(index + each)


@pytest.mark.slow
@pytest.mark.compiled(why="eighty-five million positions")
@pytest.mark.parametrize("advanced", [False, True])
def test_teeko_without_symmetries(advanced):
    """Without symmetries every position has the outcome that its orbit has with them."""
    folded, alone = solve(Teeko(advanced)), solve(TeekoAlone(advanced))
    assert len(alone) == len(SETS[25]) * len(SETS[21]) == 75_710_250
    for index in range(0, len(alone), MANY):
        positions = np.zeros(min(MANY, len(alone) - index), np.uint64)
        positions_from(index, positions)
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
    """Goals are lines, small squares and, in the advanced game, large squares.

    A goal of the waiting player counts before one of the player to move.
    """
    for game, expected in ((Teeko(), value), (Teeko(advanced=True), advanced)):
        assert game.terminal_value(game.parse(text)) is expected
        assert game.plain.terminal_value(game.plain.parse(text)) is expected


def test_drops_come_first():
    """Men are dropped until each player has four, and then moved; every move is a step."""
    game = Teeko(drops=True)
    position = game.start()
    for men, square in enumerate(["a5", "b5", "e5", "d5", "b1", "a1", "d1", "e1"]):
        assert game.stage(position) == men
        position = game.play(position, game.parse_move(position, square))
    assert position == Teeko().start()
    texts = [game.format_move(move) for move in game.moves(position)]
    assert texts == [game.format_move(move) for move in Teeko().moves(position)]
    assert texts[:3] == ["a5-a4", "a5-b4", "e5-d4"]


def test_men_keep_their_colours():
    """Along a line of play the board is drawn with the men of the first player as x."""
    game = Teeko()
    before = game.render_for(game.start(), 0)
    after = game.play(game.start(), game.parse_move(game.start(), "a5-a4"))
    assert before.splitlines()[:2] == ["5 x o . o x", "4 . . . . ."]
    assert game.render_for(after, 1).splitlines()[:2] == ["5 . o . o x", "4 x . . . ."]


@pytest.mark.compiled(why="the rules are plain ones anyway")
def test_the_start_reaches_as_many_as_are_stated_to_be_walked_to():
    """The start reaches at least as many positions as the figures say; the search then stops."""
    game, owed = PlainTeeko(), PUBLISHED[0]["reached"]
    seen, waiting = {game.start()}, [game.start()]
    while waiting and len(seen) < owed:
        position = waiting.pop()
        if game.terminal_value(position) is None:
            found = {game.play(position, move) for move in game.moves(position)} - seen
            seen |= found
            waiting += found
    assert len(seen) >= owed > 200_000
