"""Domineering: published counts of boards, rules by example, and bounds from counting moves."""

from functools import cache
from itertools import cycle

import pytest

from games import Domineering
from games.domineering.plain import PlainDomineering
from gamesolver import (
    Bounds,
    Outcome,
    Value,
)
from gamesolver.boards import Grid
from tests.oracles.published import figures, made

FIGURES = figures("domineering")
COVERED = str.maketrans("vh", "##")
EXCHANGED = str.maketrans("vh", "hv")


def having(name):
    """Return the mark of a test of all figures with a count; 25 squares take minutes."""
    games = [(made("domineering", each), each) for each in FIGURES if name in each]
    cases = [
        pytest.param(
            each,
            id=repr(game),
            marks=[pytest.mark.slow] if game.rows * game.columns > 16 else [],
        )
        for game, each in games
    ]
    return pytest.mark.parametrize("golden", cases)


def after(game, board, mover):
    """Yield the boards with one more domino; letters name the player of each domino."""
    for move in game.moves(f"{board.translate(COVERED)} {mover}"):
        squares = list(board.replace("/", ""))
        for square in move:
            squares[square] = mover
        yield "/".join(Grid(game.rows, game.columns).rows_of("".join(squares)))


def boards_of_play(game):
    """Return the boards that occur in play, also in play that Horizontal begins."""
    found = new = {game.start()[:-2]}
    for mover in cycle("vh"):
        new = {each for board in new for each in after(game, board, mover)}
        if not new:
            break
        found = found | new
    turned = ["/".join(map("".join, zip(*each.split("/"), strict=True))) for each in found]
    return {*found, *(each.translate(EXCHANGED) for each in turned)}


@having("play_positions")
def test_play_positions(golden):
    """The number of boards that occur in play on a square board is as published."""
    assert len(boards_of_play(made("domineering", golden).plain)) == golden["play_positions"]


def all_boards(game):
    """Return all boards with any numbers of dominoes of both kinds."""
    found = new = {game.start()[:-2]}
    while new:
        new = {each for board in new for mover in "vh" for each in after(game, board, mover)}
        found = found | new
    return found


@having("right_ends")
def test_right_ends(golden):
    """The number of boards on which Horizontal cannot move is as published."""
    game = made("domineering", golden).plain
    boards = all_boards(game)
    stuck = [each for each in boards if not game.moves(f"{each.translate(COVERED)} h")]
    assert len(stuck) == golden["right_ends"]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("..../.... v", ["a2-a1", "b2-b1", "c2-c1", "d2-d1"]),
        ("#.../#... h", ["b2-c2", "c2-d2", "b1-c1", "c1-d1"]),
        ("###./#... v", ["d2-d1"]),
        (".##./.##. h", []),
    ],
)
def test_moves(text, moves):
    """Vertical covers squares one above the other, Horizontal squares side by side in one row."""
    game = PlainDomineering(rows=2)
    assert [game.format_move(move) for move in game.moves(text)] == moves
    assert (game.terminal_value(text) is Value.LOSS) == (not moves)


# ── bounds from counting moves ────────────────────────────────────────────────────────────────────


def test_a_full_board_of_64_squares():
    """A full board of 64 squares is an ordinary position, and the player to move has lost."""
    game = Domineering(8, 8)
    full = game.parse("/".join(["########"] * 8) + " v")
    assert full == 2**64 - 2
    assert game.terminal_value(full) is Value.LOSS


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("#.##/#.##/#.##/#.## v", Bounds(at_least=Outcome(Value.WIN, 2))),
        ("..#./###./..##/#### h", Bounds(at_least=Outcome(Value.WIN, 3))),
        # Horizontal takes both of Vertical's places at once, and no move is left.
        ("###./#.##/..##/.##. h", Bounds(at_least=Outcome(Value.WIN, 3))),
        # Vertical's only place takes one square from Horizontal, not two, and two are left.
        ("...#/.###/####/#### v", Bounds(at_most=Outcome(Value.LOSS, 2))),
    ],
)
def test_counting(text, reported):
    """A player with more sure moves than the other can have wins."""
    game = Domineering(4, 4)
    assert game.candidates(game.from_plain(text)) == reported


@pytest.mark.parametrize(("rows", "columns"), [(3, 4), (4, 3)])
def test_what_counting_states_is_so(rows, columns):
    """With any squares covered, the bounds are right, or a candidate preserves the value."""
    game, size = Domineering(rows, columns), rows * columns
    upright = [1 << each | 1 << each + columns for each in range(size - columns)]
    lying = [3 << each for each in range(size) if (each + 1) % columns]

    @cache
    def is_won(covered, seat):
        fitting = [each for each in (upright, lying)[seat] if not each & covered]
        return any(not is_won(covered | each, 1 - seat) for each in fitting)

    reported = 0
    for covered in range(1 << size):
        seat = covered.bit_count() // 2 % 2
        position = covered ^ 1
        if covered.bit_count() % 2 or game.terminal_value(position) is not None:
            continue
        candidates = game.candidates(position)
        if isinstance(candidates, list):
            after = [game.play(position, move) ^ 1 for move in candidates]
            assert any(not is_won(each, 1 - seat) for each in after) == is_won(covered, seat)
        else:
            reported += 1
            assert (candidates.at_least is not None) == is_won(covered, seat)
    assert reported > 1_000
