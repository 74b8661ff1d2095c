"""Dots and Boxes: compiled rules against plain ones, published scores, the score so far, words."""

import random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import DotsAndBoxes
from games.dots_and_boxes.plain import PlainDotsAndBoxes
from gamesolver import (
    Game,
    IllegalMoveError,
    InvalidArgumentError,
    PositionTextError,
    check_game,
    explore,
    solve,
)
from tests.oracles.plain_rules import (
    assert_alike,
    assert_alike_at_random,
    assert_alike_everywhere,
    slot_position,
)
from tests.oracles.published import assert_outcome, figures, made
from tests.oracles.unfolded import unfolded_size
from tests.support.scale import scaled

MOST_PLAIN, MOST_COMPILED = 17, 24  # lines of a board that is solved here


def lines(golden):
    """How many lines the board of some figures has."""
    return made("dots-and-boxes", golden).num_lines


def order(golden):
    """The largest board first."""
    return -lines(golden)


def marks(golden):
    """The mark of a board that compiled rules solve."""
    return [pytest.mark.slow if lines(golden) > MOST_PLAIN else pytest.mark.compiled]


@pytest.mark.compiled(why="the rules are plain ones anyway")
@pytest.mark.parametrize(
    "golden",
    [each for each in figures("dots-and-boxes") if lines(each) <= scaled(13, MOST_PLAIN)],
    ids=lambda each: str(each["parameters"]),
)
def test_scores(golden):
    """The start is worth what is published, and with all lines drawn play has ended."""
    game = made("dots-and-boxes", golden).plain
    solution = solve(game)
    assert_outcome(solution.outcome, golden)
    assert solution.remoteness == game.num_lines


@pytest.mark.parametrize(
    "golden",
    [
        *(
            pytest.param(each, marks=marks(each))
            for each in sorted(figures("dots-and-boxes"), key=order)
            if lines(each) <= MOST_COMPILED
        )
    ],
    ids=lambda each: str(each["parameters"]),
)
def test_scores_by_compiled_rules(golden):
    """The compiled rules find them too, and the certificate holds at each position."""
    game = made("dots-and-boxes", golden)
    solution = solve(game)
    assert_outcome(solution.outcome, golden)
    assert len(solution) == golden.get("folded", len(solution))
    assert solution.verify().positions == len(solution)


def assert_solved_alike(game, text=None):
    """The compiled solution and the plain one have each position with the same outcome."""
    compiled, plain = (
        solve(each, start=None if text is None else each.parse(text)) for each in (game, game.plain)
    )
    for position in plain:
        assert compiled[game.from_plain(position)] == plain[position]
    assert len(compiled) == len(plain)


@pytest.mark.parametrize(
    "shape", [(1, 1), (1, 2), pytest.param((2, 2), marks=pytest.mark.compiled)]
)
def test_compiled_and_plain_solutions(shape):
    """They agree position by position."""
    assert_solved_alike(DotsAndBoxes(*shape))


def test_boards_without_numbers_of_their_own():
    """Of a board too large to be numbered what a late position reaches is solved, as plainly."""
    game = DotsAndBoxes(4, 4)
    late = "xxxx/xxxxx/xxxx/xxxxx/xx.x/xxxxx/xxxx/x.x.x/...x A"
    assert not game.rules.is_numbered
    assert_solved_alike(game, late)


@pytest.mark.parametrize("shape", [(1, 1), (1, 3), (2, 1)])
def test_small_boards_everywhere(shape):
    """At every position the compiled rules say what the plain ones say."""
    game = DotsAndBoxes(*shape)
    assert assert_alike_everywhere(game) == len(explore(game.plain, fold=False))


@pytest.mark.parametrize("shape", [(5, 5), (2, 3), (4, 3), (3, 3), (2, 2)])
def test_larger_boards_at_random(shape):
    """Along random games the compiled rules say what the plain ones say."""
    assert_alike_at_random(DotsAndBoxes(*shape), random.Random(str(shape)), games=2)


@given(st.sampled_from([(1, 2), (2, 2), (3, 3)]), st.data())
def test_any_set_of_lines(shape, data):
    """Whichever lines are drawn, and whoever moves, the two rules agree."""
    game = DotsAndBoxes(*shape)
    assert_alike(game, data.draw(st.integers(0, 2 ** (game.num_lines + 1) - 1)))


@given(st.integers(0, 2**64 - 2), st.sampled_from([(1, 1), (2, 3), (4, 3)]))
def test_any_integer_may_be_asked_for_its_index(position, shape):
    """The index is a slot that holds a twin, and -1 of what is no position."""
    game = DotsAndBoxes(*shape)
    slot = game.rules.calls.ask("index", position)
    assert (slot >= 0) == (position < 2 ** (game.num_lines + 1))
    if slot >= 0:
        assert slot_position(game, slot) == game.canonical(position)
    else:
        with pytest.raises(InvalidArgumentError):
            game.to_plain(position)


def test_a_number_that_is_no_position():
    """A bit above the one of the player to move is refused in words."""
    with pytest.raises(InvalidArgumentError) as caught:
        DotsAndBoxes(1, 1).format(32)
    assert str(caught.value) == (
        "no position 32 of DotsAndBoxes(rows=1, columns=1): "
        "expected a number that parse gives for a text"
    )


def test_boards_that_are_too_large():
    """Compiled positions have room for 62 lines, plain ones for any number."""
    with pytest.raises(InvalidArgumentError) as caught:
        DotsAndBoxes(5, 6)
    assert str(caught.value) == (
        "bad board 5 x 6 of DotsAndBoxes: expected at most 62 lines, got 71; take a smaller board, "
        "or games.dots_and_boxes.plain.PlainDotsAndBoxes for larger ones"
    )
    assert PlainDotsAndBoxes(5, 6).num_lines == 71


def by_sets_of_lines(rows, columns):
    """The score of each set of drawn lines, from the full board back; no players, no turns."""
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
            worths = []
            for line in everything - drawn:
                after = drawn | {line}
                closed = sum(line in box and box <= after for box in boxes)
                worths.append(closed + score(after) if closed else -score(after))
            scores[drawn] = max(worths)
        return scores[drawn]

    score(frozenset())
    return scores


@pytest.mark.parametrize("shape", [(1, 1), (1, 3), (2, 2)])
def test_every_position_by_another_program(shape):
    """Every position has the score that a few lines without any turns find for its lines."""
    scores, solution = by_sets_of_lines(*shape), solve(PlainDotsAndBoxes(*shape))
    for position in solution:
        drawn = frozenset(line for line, mark in enumerate(position[:-1]) if mark == "x")
        assert solution[position].score == scores[drawn]
    assert solution.verify(full=True).positions == unfolded_size(solution)


# ── what is won so far ─────────────────────────────────────────────────────


@attrs.frozen
class SoFar(Game):
    """The same game whose positions carry what A is ahead by; nothing gains, the end has it all."""

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
    """With what was won so far taken away, all positions have the scores they have with gains."""
    game = PlainDotsAndBoxes(*shape)
    from_here, in_all = solve(game), solve(SoFar(game), method=method)
    for position in in_all:
        lines, ahead = position
        won = -ahead if game.player(lines) else ahead
        assert in_all[position].score == won + from_here[lines].score
    assert len(in_all) > len(explore(game, fold=False)) or shape == (1, 1)


def test_the_best_moves_are_the_same_in_both_writings():
    """A move keeps the score in one of the two writings if and only if it does in the other."""
    game = PlainDotsAndBoxes(1, 3)
    from_here, in_all = solve(game), solve(SoFar(game))
    for position in in_all:
        rows, others = in_all.moves(position), from_here.moves(position[0])
        keep = {row.move for row in rows if row.outcome.score == in_all[position].score}
        score = from_here[position[0]].score
        assert keep == {row.move for row in others if row.outcome.score == score}


# ── rules by example ───────────────────────────────────────────────────────


def test_whoever_closes_a_box_moves_again():
    """The fourth line of a box gains one and keeps the turn, any other line passes it."""
    game = PlainDotsAndBoxes(1, 2)
    position = game.parse("xx/x../x. A")
    assert (game.gain(position, 3), game.gain(position, 6)) == (1, 0)
    assert game.format(game.play(position, 3)) == "xx/xx./x. A"
    assert game.format(game.play(position, 6)) == "xx/x../xx B"


def test_one_line_may_close_two_boxes():
    """The line between two boxes, drawn last, gains both."""
    game = PlainDotsAndBoxes(1, 2)
    position = game.parse("xx/x.x/xx B")
    assert game.gain(position, 3) == 2
    assert str(solve(game)[position]) == "win by 2 in 1"


def test_giving_up_two_boxes_is_found():
    """Of three boxes one is taken and two are given up, so that the other player opens the rest.

    The chain above is open at one end. Whoever takes all of it opens the one below, for 3 - 3.
    """
    game = PlainDotsAndBoxes(2, 3)
    solution = solve(game, start=game.parse("xxx/x.../xxx/..../xxx A"))
    assert str(solution.outcome) == "win by 2 in 7"
    line = solution.mainline()
    assert [(row.move, row.gain) for row in line[:3]] == [(4, 1), (6, 0), (5, 2)]
    assert sum(row.gain for row in line) == 6


def test_lines_are_drawn():
    """In plain text lines that are drawn are strokes, others dots; boxes stand between them."""
    game = PlainDotsAndBoxes(2, 2)
    board = game.render(game.parse("x./.x./../..x/.x B"))
    assert board == "+ - + . +\n.   |   .\n+ . + . +\n.   .   |\n+ . + - +"


def test_symmetries_are_those_of_the_board():
    """A line at a corner has eight places on a square board and four on others, for A and for B."""
    for rows, columns, count in ((2, 2, 8), (1, 2, 4)):
        game = PlainDotsAndBoxes(rows, columns)
        position = game.play(game.start(), 0)
        assert len({position, *game.symmetries(position)}) == 2 * count


@pytest.mark.parametrize(
    "text", ["", "../.../.. C", "../.../..", "../.../... A", ".x.x.xx A", "-./.../.. A", None, 5]
)
def test_texts_that_are_refused(text):
    """A text that is no position is refused word for word."""
    for game in (DotsAndBoxes(1, 2), PlainDotsAndBoxes(1, 2)):
        with pytest.raises(PositionTextError) as caught:
            game.parse(text)
        assert str(caught.value) == (
            f"no position of {game!r} in {text!r}: expected rows of 2 lines across and 3 "
            "upright by turns, 3 in all, each of '.' and 'x' with '/' between them, then ' A' or "
            "' B' for the player to move"
        )


def test_illegal_moves():
    """A line that is drawn is refused with those that are not, word for word."""
    for game in (DotsAndBoxes(1, 1), PlainDotsAndBoxes(1, 1)):
        with pytest.raises(IllegalMoveError) as caught:
            game.play(game.parse("x/../. B"), 0)
        assert str(caught.value) == (
            "illegal move 0 in position 'x/../. B': legal moves are a-c, b-d, c-d"
        )


@pytest.mark.parametrize(
    "game",
    [*[PlainDotsAndBoxes(1, 1), PlainDotsAndBoxes(3, 1)], DotsAndBoxes(1, 2)],
    ids=repr,
)
def test_the_laws(game):
    """Every law holds at every position."""
    assert check_game(game).exhaustive
