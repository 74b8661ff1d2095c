"""Othello on small boards: published scores and counts, rules by example, words."""

import pytest

from games.othello.plain import PlainOthello
from gamesolver import IllegalMoveError, PositionTextError, check_game, explore, prove, solve
from tests.oracles.published import assert_outcome, figures, made
from tests.oracles.unfolded import unfolded_size
from tests.support.scale import scaled

ALL = 16  # squares of the largest board that is solved here


def squares(golden):
    """How many squares the board of some figures has."""
    game = made("othello", golden)
    return game.rows * game.columns


@pytest.mark.parametrize(
    "golden",
    [
        pytest.param(each, marks=[pytest.mark.compiled(why="slow")] if squares(each) == ALL else [])
        for each in figures("othello")
        if squares(each) <= scaled(ALL - 1, ALL)
    ],
    ids=lambda each: str(each["parameters"]),
)
def test_boards(golden):
    """The score of the start, the positions, passes among them, and the games are as published."""
    game = made("othello", golden).plain
    assert_outcome(solve(game).outcome, golden)
    raw = explore(game, fold=False)
    if "positions" in golden:
        assert len(raw) == golden["positions"]
    if "games" in golden:
        assert raw.count_games() == golden["games"]


def test_four_by_four_is_proved_to_be_lost_by_eight():
    """As published (11 to 3, so 8 with squares left empty): a proof of few positions, verified."""
    proof = prove(PlainOthello(4, 4), exact=False)
    assert (proof.score, proof.verify().bounds.score) == (-8, -8)
    assert proof.how.visited < 5_000


def naive_score(position, rows, columns):
    """The score of a position by a program of its own: a dictionary, steps, no folding."""
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
        worths = []
        for place in [each for each, disc in board.items() if disc == "."]:
            if discs := turned(board, place, mover):
                after = board | dict.fromkeys([place, *discs], mover)
                worths.append(-score(after, "xo"[mover == "x"], False))
        if worths:
            return max(worths)
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
    """Whoever can put down no disc passes, and may do nothing else; when neither can, play ends."""
    game = PlainOthello(rows=2, columns=3)
    stuck = ".ox...o"
    assert game.moves(stuck) == ["pass"]
    assert game.play(stuck, "pass") == ".ox...x"
    assert game.terminal_score("xxx...o") == -3
    assert game.terminal_score("xxx..oo") == -2


def test_a_pass_is_clicked_anywhere():
    """The picture of a position without other moves plays a pass."""
    game = PlainOthello(rows=2, columns=3)
    assert game.svg(".ox...o").count('data-move="pass"') == 1


@pytest.mark.parametrize(
    "text",
    ["", "ox./xo.", "ox./xo. z", "ox.xo. x", "ox/xo. x", ".../... x",
     ".ox/x.. o", "ox./xo. x ", None, 5],
)  # fmt: skip
def test_texts_that_are_refused(text):
    """A text that is no position is refused word for word."""
    with pytest.raises(PositionTextError) as caught:
        PlainOthello(2, 3).parse(text)
    assert str(caught.value) == (
        f"no position of PlainOthello(rows=2, columns=3) in {text!r}: expected 2 rows of 3 of '.', "
        "'x', 'o' with '/' between them, then ' x' or ' o' for the player to move; the four discs "
        "in the middle, which lie as at the start while they are alone, and others that hang "
        "together with them"
    )


def test_discs_that_hang_together():
    """Of four rows a disc apart from all others is refused; of three the twins are read, too."""
    game = PlainOthello(rows=3, columns=4)
    for text in (".ox./.xo./.... x", "..../.xo./.ox. x", ".oxx/.xxo/..o. x"):
        assert game.format(game.parse(text)) == text
    with pytest.raises(PositionTextError):
        PlainOthello(rows=4, columns=4).parse("ox../xo../...x/.... x")


def test_illegal_moves():
    """A square where nothing is turned over is refused, word for word."""
    game = PlainOthello(rows=3, columns=3)
    with pytest.raises(IllegalMoveError) as caught:
        game.play(game.start(), 8)
    assert str(caught.value) == (
        "illegal move 8 in position 'ox./xo./... x': legal moves are c2, b3"
    )


@pytest.mark.parametrize("game", [PlainOthello(), PlainOthello(3, 3)], ids=repr)
def test_the_laws(game):
    """Every law holds at every position."""
    assert check_game(game).exhaustive
