"""Dots and Boxes: any set of lines, another program, the score so far, and examples."""

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import DotsAndBoxes
from gamesolver import (
    Game,
    explore,
    solve,
)
from tests.oracles.dots_and_boxes import PlainDotsAndBoxes
from tests.oracles.unfolded import unfolded_size


def test_late_positions_of_a_large_board():
    """On a large board the outcomes of a late position and its successors are the oracle's."""
    game, oracle = DotsAndBoxes(4, 4), PlainDotsAndBoxes(4, 4)
    late = "xxxx/xxxxx/xxxx/xxxxx/xx.x/xxxxx/xxxx/x.x.x/...x A"
    ours, theirs = solve(game, start=game.parse(late)), solve(oracle, start=oracle.parse(late))
    assert len(ours) == len(theirs)
    for position in theirs:
        assert ours[game.parse(oracle.format(position))] == theirs[position]


@given(st.sampled_from([(1, 2), (2, 2), (3, 3), (5, 5)]), st.data())
def test_any_set_of_lines(shape, data):
    """With any lines drawn, moves, gains and symmetric positions are those of the oracle."""
    game, oracle = DotsAndBoxes(*shape), PlainDotsAndBoxes(*shape)
    position = data.draw(st.integers(0, 2 ** (game.board.size + 1) - 1))
    text = game.format(position)
    other = oracle.parse(text)
    assert (game.parse(text), oracle.format(other)) == (position, text)
    assert game.player(position) == oracle.player(other)
    assert game.terminal_score(position) == oracle.terminal_score(other)
    images = {game.format(each) for each in [position, *game.symmetries(position)]}
    assert images == {*map(oracle.format, oracle.symmetries(other))}
    for move in oracle.moves(other):
        after = oracle.play(other, move)
        assert game.format(game.play(position, move)) == oracle.format(after)
        assert game.gain(position, move) == oracle.gain(other, move)
        assert game.format_move(move) == oracle.format_move(move)
    assert [*game.moves(position)] == oracle.moves(other)


def by_sets_of_lines(rows, columns):
    """Return the score of each set of drawn lines, by a program without players or turns."""
    places = [(y, x) for y in range(2 * rows + 1) for x in range(2 * columns + 1) if (y + x) % 2]
    boxes = [
        {places.index(each) for each in ((y - 1, x), (y, x - 1), (y, x + 1), (y + 1, x))}
        for y in range(1, 2 * rows, 2)
        for x in range(1, 2 * columns, 2)
    ]
    everything = frozenset(range(len(places)))
    scores = {everything: 0}

    def score(drawn):
        if drawn not in scores:
            totals = []
            for line in everything - drawn:
                after = drawn | {line}
                closed = sum(line in box and box <= after for box in boxes)
                totals.append(closed + score(after) if closed else -score(after))
            scores[drawn] = max(totals)
        return scores[drawn]

    score(frozenset())
    return scores


@pytest.mark.parametrize("shape", [(1, 1), (1, 3), (2, 2)])
def test_every_position_by_another_program(shape):
    """Every position has the score that a short program without turns finds for its lines."""
    scores, solution = by_sets_of_lines(*shape), solve(DotsAndBoxes(*shape))
    for position in solution:
        drawn = frozenset(map(int, solution.game.to_plain(position).marked))
        assert solution[position].score == scores[drawn]
    assert solution.verify(full=True).positions == unfolded_size(solution)


# ── the score so far ───────────────────────────────────────────────────────


@attrs.frozen
class SoFar(Game):
    """Game whose positions hold the lead of A; no move gains, and the end has the whole score."""

    of: PlainDotsAndBoxes
    seats = ("A", "B")

    def start(self):
        return self.of.start(), 0

    def moves(self, position):
        return self.of.moves(position[0])

    def play(self, position, move):
        lines, ahead = position
        closed = self.of.gain(lines, move)
        return self.of.play(lines, move), ahead + (-closed if self.player(position) else closed)

    def terminal_score(self, position):
        lines, ahead = position
        if self.of.terminal_score(lines) is None:
            return None
        return -ahead if self.player(position) else ahead

    def player(self, position):
        return self.of.player(position[0])


@pytest.mark.compiled(why="no different, and slower")
@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (1, 3), (2, 2)])
@pytest.mark.parametrize("method", ["minimax", "retrograde"])
def test_the_score_so_far_may_stand_in_the_position(shape, method):
    """Less the lead in the position, scores are those of the game with gains."""
    game = PlainDotsAndBoxes(*shape)
    from_here, in_all = solve(game), solve(SoFar(game), method=method)
    for position in in_all:
        lines, ahead = position
        won = -ahead if game.player(lines) else ahead
        assert in_all[position].score == won + from_here[lines].score
    assert len(in_all) > len(explore(game, fold=False)) or shape == (1, 1)


def test_the_best_moves_are_the_same_in_both_writings():
    """A move preserves the score with gains exactly if it does with the lead in the position."""
    game = PlainDotsAndBoxes(1, 3)
    from_here, in_all = solve(game), solve(SoFar(game))
    for position in in_all:
        rows, others = in_all.moves(position), from_here.moves(position[0])
        keep = {row.move for row in rows if row.outcome.score == in_all[position].score}
        score = from_here[position[0]].score
        assert keep == {row.move for row in others if row.outcome.score == score}


# ── rules by example ───────────────────────────────────────────────────────


def test_whichever_player_closes_a_box_moves_again():
    """The fourth line of a box gains one and keeps the turn, any other line passes it."""
    game = DotsAndBoxes(1, 2)
    position = game.parse("xx/x../x. A")
    assert (game.gain(position, 3), game.gain(position, 6)) == (1, 0)
    assert game.format(game.play(position, 3)) == "xx/xx./x. A"
    assert game.format(game.play(position, 6)) == "xx/x../xx B"


def test_one_line_may_close_two_boxes():
    """The line between two boxes, drawn last, gains both."""
    game = DotsAndBoxes(1, 2)
    position = game.parse("xx/x.x/xx B")
    assert game.gain(position, 3) == 2
    assert str(solve(game)[position]) == "win by 2 in 1"


def test_giving_up_two_boxes_is_found():
    """The best move gives up two boxes of three, so that the other player opens the rest.

    The upper chain is open at one end. A player who takes all of it must open the lower one, and
    gets only 3 boxes of 6.
    """
    game = DotsAndBoxes(2, 3)
    solution = solve(game, start=game.parse("xxx/x.../xxx/..../xxx A"))
    assert str(solution.outcome) == "win by 2 in 7"
    line = solution.mainline()
    assert [(row.move, row.gain) for row in line[:3]] == [(4, 1), (6, 0), (5, 2)]
    assert sum(row.gain for row in line) == 6


def test_lines_are_drawn():
    """In plain text drawn lines are strokes, and other lines are dots."""
    game = DotsAndBoxes(2, 2)
    board = game.render(game.parse("x./.x./../..x/.x B"))
    assert board == "+ - + . +\n.   |   .\n+ . + . +\n.   .   |\n+ . + - +"


def test_symmetries_are_those_of_the_board():
    """A line at a corner has eight images on a square board and four on others, for A and for B."""
    for rows, columns, count in ((2, 2, 8), (1, 2, 4)):
        game = DotsAndBoxes(rows, columns)
        position = game.play(game.start(), 0)
        assert len({position, *game.symmetries(position)}) == 2 * count
