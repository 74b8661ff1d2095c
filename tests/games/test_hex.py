"""Hex: winners by board, chains by example, safe chains, and proofs."""

from functools import cache

import pytest

from games import Hex
from gamesolver import (
    Bounds,
    Outcome,
    Value,
    prove,
    solve,
)
from tests.oracles.hex import PlainHex
from tests.oracles.published import figures, made
from tests.oracles.unfolded import unfolded


def opened(game):
    """Return all first moves by name."""
    return {game.format_move(move): move for move in game.moves(game.start())}


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_first_player_wins_on_square_boards(size):
    """The first player wins on small square boards, as J. Nash's theorem says."""
    assert solve(Hex(rows=size, columns=size)).value is Value.WIN


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (2, 3), (2, 4), (1, 5)])
def test_the_shorter_way_wins(rows, columns):
    """Red wins if its way down is shorter; on the transposed board blue wins, moving second."""
    assert solve(Hex(rows=rows, columns=columns)).value is Value.WIN
    assert solve(Hex(rows=columns, columns=rows)).value is Value.LOSS


def test_openings_near_the_acute_corner():
    """Red loses by opening in the acute corners a1 and c3, and at b1 next to one."""
    game = Hex()
    solution, first = solve(game), opened(game)
    for name in ("a1", "c3", "b1"):
        assert solution[game.play(game.start(), first[name])].value is Value.WIN


@pytest.mark.slow
def test_openings_of_four_by_four():
    """Only the four openings on the short diagonal win (by this library alone)."""
    game = PlainHex(rows=4, columns=4)

    @cache
    def is_won(position):
        if game.terminal_value(position) is not None:
            return False
        after = (game.play(position, move) for move in game.moves(position))
        return not all(is_won(game.canonical(each)) for each in after)

    winning = [name for name, move in opened(game).items()
               if not is_won(game.canonical(game.play(game.start(), move)))]  # fmt: skip
    assert winning == ["d1", "c2", "b3", "a4"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("r.b/r.b/r.. b", Value.LOSS),  # straight down
        ("b.r/br./r.. b", Value.LOSS),  # along the short diagonal
        ("rb./.rb/..r b", None),  # along the long one hexagons do not touch
        ("rr./bbb/r.. r", Value.LOSS),  # from the left to the right
        ("rrb/.b./br. r", Value.LOSS),
        ("rbr/b../... r", None),
    ],
)
def test_chains(text, value):
    """Red connects top and bottom, blue left and right, by neighbouring hexagons."""
    game = Hex()
    assert game.terminal_value(game.parse(text)) is value


def test_every_full_board_is_won_by_one_player():
    """On every full board the player to move has lost, so that none is a draw."""
    solution = solve(unfolded(PlainHex(3, 3)))
    full = [each for each in solution if "." not in each]
    assert full
    for board in full:
        assert solution[board].remoteness == 0
        assert solution.game.terminal_value(board) is Value.LOSS


def test_the_board_leans():
    """Each row is indented further than the one above it, and the margins have the names."""
    game = Hex(rows=2, columns=3)
    assert game.render(game.parse("r../.b. r")) == " a b c\n1 r . .\n 2 . b ."


# ── safe chains ───────────────────────────────────────────────────────────────────────────────────


(FIVE_BY_FIVE,) = [
    each for each in figures("hex") if each["parameters"] == {"rows": 5, "columns": 5}
]


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        (".r.../.r.../.r.../.r.../.bbbb r", Outcome(Value.WIN, 1)),
        ("...../..r../...../.r.../b.b.. r", Bounds(at_least=Outcome(Value.WIN, 21))),
        ("...../..r../...../.r.../..b.. b", Bounds(at_most=Outcome(Value.LOSS, 22))),
        ("...../..r../.b.../.r.../..... b", None),  # one bridge is broken
        ("...../...../..r../...../..... b", None),
    ],
)
def test_safe_chains(text, reported):
    """``candidates`` finds chains joined by the next stone, with bridges, or by bridges alone."""
    game = Hex(5, 5)
    candidates = game.candidates(game.parse(text))
    assert (None if isinstance(candidates, list) else candidates) == reported


def test_a_broken_bridge_is_mended_first():
    """The first candidate of blue is the hexagon that breaks red's chain."""
    game = Hex(5, 5)
    first = game.candidates(game.parse("...../..r../.b.../.r.../..... b"))[0]
    assert game.format_move(first) == "c3"


@pytest.mark.compiled
def test_four_by_four():
    """Red wins by the short diagonal alone; a proof of it is verified by the rules."""
    game = Hex(4, 4)
    proof = prove(game, exact=False, memory="16 MB")
    assert proof.value is Value.WIN
    assert proof.verify().bounds.value is Value.WIN
    assert winning_openings(game) == ["a4", "b3", "c2", "d1"]


@pytest.mark.slow
def test_every_opening_of_five_by_five():
    """Red wins on five by five, and the winning openings are those of another program."""
    game = made("hex", FIVE_BY_FIVE)
    assert prove(game, exact=False, memory="64 MB").value is Value.WIN
    assert winning_openings(game) == FIVE_BY_FIVE["won_by"]


def winning_openings(game):
    """Return the names of the winning first moves, each proved by itself."""
    after = {move: game.play(game.start(), move) for move in game.moves(game.start())}
    values = {
        move: prove(game, position, exact=False, memory="64 MB").value
        for move, position in after.items()
    }
    return sorted(game.format_move(move) for move, each in values.items() if each is Value.LOSS)
