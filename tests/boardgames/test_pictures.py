"""Pictures of board games: an author chooses the men and the board in two lines."""

import pytest

from gamesolver.boardgames import LOSS, BoardGame
from gamesolver.boards import Grid, Hexagons
from gamesolver.errors import InvalidArgumentError


class Drops(BoardGame):
    """A man is put on any empty place."""

    looks = ("red", "yellow")
    look = "frame"

    def __init__(self):
        self.board = Grid(2, 2)

    def actions(self, at):
        for place in at.empty:
            yield at.put(place)


class Sizes(Drops):
    """Men of three kinds, the last the largest."""

    kinds = 3
    look = "squares"


class Slides(BoardGame):
    """Each player slides a man along a row, and nobody ever wins."""

    stuck = LOSS

    def __init__(self):
        self.board = Grid(1, 4)
        self.near = self.board.steps((0, -1), (0, 1))

    def setup(self):
        return self.board.set(["a1"]), self.board.set(["d1"])

    def actions(self, at):
        for man in at.mine:
            for to in self.near[man] & at.empty:
                yield at.slide(man, to)


def picture_of(game, text):
    """The picture of a position."""
    return game.plain.svg(game.plain.parse(text))


def test_men_and_board_are_those_that_the_author_chose():
    """Discs of two colours stand in a frame with a hole for each place."""
    svg = picture_of(Drops(), "xo..")
    assert svg.count('class="ground hole"') == 4
    assert (svg.count('fill="#c4483b"'), svg.count('fill="#e9b824"')) == (1, 1)


def test_kinds_of_men_are_sizes_of_discs():
    """Each of three kinds has a radius of its own, in the colour of its player."""
    svg = picture_of(Sizes(), "x0,x1,x2,o0")
    radii = [each.split('"')[0] for each in svg.split('r="') if 'fill="#c4483b"' in each[:40]]
    assert radii == ["18", "34", "42"]


def test_a_look_is_of_squares():
    """Another board has its own look, and a look that does not exist is refused."""

    class Hexes(Drops):
        def __init__(self):
            self.board = Hexagons(2, 2)

    class Odd(Drops):
        look = "odd"

    assert picture_of(Hexes(), "xo..").count("<polygon") == 4
    with pytest.raises(InvalidArgumentError, match="bad look 'odd': expected one of 'squares'"):
        picture_of(Odd(), "xo..")


def test_men_keep_their_signs_if_only_the_caller_knows_who_moves():
    """A position seen from the player to move is drawn with the men of player 0 as x."""
    for game in (Slides(), Slides().plain, Slides().lowered):
        start = game.start()
        after = game.play(start, game.parse_move(start, "a1-b1"))
        assert game.render_for(start, 0) == "1 x . . o\n  a b c d"
        assert game.render_for(after, 1) == "1 . x . o\n  a b c d"
        assert game.render(after) == "1 . o . x\n  a b c d"
    plain = Slides().plain
    after = plain.play(plain.start(), "a1-b1")
    assert plain.svg_for(after, 1) != plain.svg_for(after, 0) == plain.svg(after)
