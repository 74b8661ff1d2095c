"""Othello: scores by another program, rules by example, and proofs of larger boards."""

import pytest

from games import Othello
from games.othello.plain import PlainOthello
from gamesolver import PositionTextError, prove, solve
from tests.oracles.unfolded import unfolded_size


def test_four_by_four_is_proved_to_be_lost_by_eight():
    """A verified proof of few positions has the published score, 11 to 3."""
    proof = prove(PlainOthello(4, 4), exact=False)
    assert (proof.score, proof.verify().bounds.score) == (-8, -8)
    assert proof.how.visited < 5_000


def naive_score(position, rows, columns):
    """Return the score of a position by an independent program without symmetries."""
    steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]

    def turned(board, place, mover):
        found = []
        for down, right in steps:
            row, (y, x) = [], (place[0] + down, place[1] + right)
            while board.get((y, x)) not in (None, ".", mover):
                row.append((y, x))
                y, x = y + down, x + right
            found += row if board.get((y, x)) == mover else []
        return found

    def score(board, mover, has_passed):
        scores = []
        for place in [each for each, disc in board.items() if disc == "."]:
            if discs := turned(board, place, mover):
                after = board | dict.fromkeys([place, *discs], mover)
                scores.append(-score(after, "xo"[mover == "x"], False))
        if scores:
            return max(scores)
        if not has_passed:
            return -score(board, "xo"[mover == "x"], True)
        discs = list(board.values())
        return discs.count(mover) - discs.count("xo"[mover == "x"])

    board = dict(zip([(y, x) for y in range(rows) for x in range(columns)], position, strict=False))
    return score(board, position[-1], False)


@pytest.mark.parametrize("shape", [(2, 3), (3, 3), (2, 5), (3, 4)])
def test_every_position_by_another_program(shape):
    """Every position has the score that a naive program finds."""
    solution = solve(PlainOthello(*shape))
    for position in solution:
        assert solution[position].score == naive_score(position, *shape)
    assert solution.verify(full=True).positions == unfolded_size(solution)


# ── rules by example ───────────────────────────────────────────────────────


def test_discs_are_turned_in_all_directions():
    """A disc turns over every row between it and another one, however long, and no other."""
    game = PlainOthello(rows=4, columns=4)
    position = "xo.oxoo.x.o...x.x"
    assert game.format(game.play(position, 2)) == "xxxo/xxx./x.x./..x. o"


def test_the_first_square_counts():
    """A disc may be put on square 0, and may be turned there."""
    game = PlainOthello(rows=2, columns=3)
    assert game.moves(".ox...x") == [0]
    assert game.terminal_score(".ox...o") is None


def test_passing():
    """A player who cannot put down a disc must pass; when neither player can, play ends."""
    game = PlainOthello(rows=2, columns=3)
    stuck = ".ox...o"
    assert game.moves(stuck) == ["pass"]
    assert game.play(stuck, "pass") == ".ox...x"
    assert game.terminal_score("xxx...o") == -3
    assert game.terminal_score("xxx..oo") == -2


def test_a_pass_is_clicked_anywhere():
    """The picture of a position without other moves has one shape for the pass."""
    game = PlainOthello(rows=2, columns=3)
    assert game.svg(".ox...o").count('data-move="pass"') == 1


def test_discs_that_hang_together():
    """A disc apart from all others is refused, and symmetric positions of three rows are read."""
    game = PlainOthello(rows=3, columns=4)
    for text in (".ox./.xo./.... x", "..../.xo./.ox. x", ".oxx/.xxo/..o. x"):
        assert game.format(game.parse(text)) == text
    with pytest.raises(PositionTextError):
        PlainOthello(rows=4, columns=4).parse("ox../xo../...x/.... x")


# ── proofs of larger boards ───────────────────────────────────────────────────────────────────────


FROM_TWENTY = {
    ".x.o../oxoo../.oxoxx/..xo../.xxx../...... x": -26,
    "o..o../.o.o.x/xxxoxx/..oo.x/...o../....o. x": -16,
    "x..o.o/.xooxx/.oxo../.oxo../..o.../...o.. x": 24,
    "....../.x..xo/.oxxox/..oo../.xoo../.xoo.. x": -8,
    "....../oox.x./oooxo./ooxo../o.o.../...o.. x": 2,
    "x.xxx./.xxo../.xxo../..ooo./.o..o./.....o x": -10,
}
"""Positions of six by six with twenty empty squares, with scores by an independent program in C."""


@pytest.mark.slow
@pytest.mark.parametrize(("text", "score"), FROM_TWENTY.items())
def test_six_by_six_from_twenty_empty_squares(text, score):
    """A verified proof has the score that an independent program finds."""
    game = Othello(6, 6)
    proof = prove(game, game.parse(text), exact=False, memory="256 MB")
    assert (proof.score, proof.verify().bounds.score) == (score, score)
