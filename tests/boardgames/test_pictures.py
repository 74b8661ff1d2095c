"""Pictures of board games: an author chooses the men and the board in two lines."""

import pytest

from gamesolver.boardgames import LOSS, BoardGame, RulesError
from gamesolver.boards import Grid, GridEdges, Hexagons
from gamesolver.errors import InvalidArgumentError, PositionTextError


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
    """Each player slides a man along a row. A player who cannot move loses."""

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
    """Return the picture of a position."""
    return game.plain.svg(game.plain.parse(text))


def test_men_and_board_are_those_that_the_author_chose():
    """Discs of the chosen colours are drawn in a frame with a hole for each place."""
    svg = picture_of(Drops(), "xo..")
    assert svg.count('class="ground hole"') == 4
    assert (svg.count('fill="#c4483b"'), svg.count('fill="#e9b824"')) == (1, 1)


def test_kinds_of_men_are_sizes_of_discs():
    """Each of three kinds is a disc with its own radius, in the colour of its player."""
    svg = picture_of(Sizes(), "m0,m1,m2,w0")
    radii = [each.split('"')[0] for each in svg.split('r="') if 'fill="#c4483b"' in each[:40]]
    assert radii == ["18", "34", "42"]


def test_kinds_without_looks_are_discs_and_a_larger_man_covers_a_smaller_one():
    """A place with two men shows the larger one. With four kinds, men are drawn as texts."""

    class Stacks(Sizes):
        looks = ("", "")
        stacked = True

        def actions(self, at):
            for place in at.empty:
                yield at.put(place, 0)

    class Many(Stacks):
        kinds = 4

    one, stack = (picture_of(Stacks(), f"{each},.,.,.") for each in ("o2", "x0o2"))
    assert one.count('r="42"') == stack.count('r="42"') == 1
    assert (stack.count('r="18"'), stack.count("x0")) == (0, 0)
    assert (stack.count('fill="#3a6db5"'), stack.count('fill="#c4483b"')) == (1, 0)
    assert ">x3</text>" in picture_of(Many(), "x3,.,.,.")


def test_a_look_is_of_squares():
    """A board of hexagons ignores ``look``, and an unknown look is refused."""

    class Hexes(Drops):
        def __init__(self):
            self.board = Hexagons(2, 2)

    class Odd(Drops):
        look = "odd"

    assert picture_of(Hexes(), "xo..").count("<polygon") == 4
    with pytest.raises(InvalidArgumentError, match="bad look 'odd': expected one of 'squares'"):
        picture_of(Odd(), "xo..")


def test_men_keep_their_signs_if_only_the_caller_knows_who_moves():
    """If the caller names the player to move, men are drawn with the signs of their players."""
    for game in (Slides(), Slides().plain, Slides().lowered):
        start = game.start()
        after = game.play(start, game.parse_move(start, "a1-b1"))
        assert game.render_for(start, 0) == "1 x . . o\n  a b c d"
        assert game.render_for(after, 1) == "1 . x . o\n  a b c d"
        assert game.render(after) == "1 . w . m\n  a b c d"
    plain = Slides().plain
    after = plain.play(plain.start(), "a1-b1")
    assert plain.svg_for(after, 1) != plain.svg_for(after, 0) == plain.svg(after)


class Edges(BoardGame):
    """Lines between dots are drawn. The box is green if all of them are."""

    kinds, marks, signs = 0, True, "ABx"

    def __init__(self):
        self.board = GridEdges(1, 1)

    def actions(self, at):
        for line in at.empty:
            yield at.mark(line)

    def drawing(self, at):
        """Return the box, which is green if it is closed."""
        return {"boxes": ["." if at.empty else "#"], "shapes": {"#": "green block"}}


def test_an_author_adds_to_the_picture():
    """``drawing`` adds boxes to a board of edges, and the shapes to draw them with."""
    open_box, closed = picture_of(Edges(), "x/x./x A"), picture_of(Edges(), "x/xx/x A")
    assert ("#3f8f5b" in closed, "#3f8f5b" in open_box) == (True, False)


class Hands(BoardGame):
    """Men that are put down or slide. The picture repeats those of the first player."""

    kinds, each = 2, (2, 2)

    def __init__(self):
        self.board = Grid(2, 2)

    def actions(self, at):
        for place in at.empty:
            if len(at.mine[0]) < 2:
                yield at.put(place, 0)
            for man in at.mine[0]:
                yield at.slide(man, place, 0)

    def drawing(self, at):
        """Return as many men below the board as the first player has."""
        return {"hands": [[], ["x0"] * len(at.mine[0])]}


def test_a_picture_is_drawn_for_the_first_player():
    """In ``drawing``, ``at.mine`` is the set of the first player's men, with either to move."""
    game = Hands()
    for text, seat, men in (("x0,x0,o0,.", 0, 4), ("x0,x0,o0,.", 1, 4), ("o0,o0,x0,.", 1, 2)):
        svg = game.svg_for(game.parse(f"{text} {'xo'[seat]}"), seat)
        assert svg.count('fill="#c4483b"') == men


def test_marks_have_a_sign_of_their_own():
    """The third sign stands for marks in texts, and marked edges are strokes on a board."""
    game = Edges()
    position = game.plain.parse("x/.x/. B")
    assert game.plain.format(position) == "x/.x/. B"
    assert game.plain.render(position) == "+ - +\n.   |\n+ . +"
    with pytest.raises(PositionTextError, match="'x' for a mark"):
        game.plain.parse("#/.#/. B")


def test_a_third_sign_is_for_marks_only():
    """A third sign is refused in a game without marks, and so are equal signs."""

    class Three(Drops):
        signs = "xo#"

    class Twice(Edges):
        signs = "ABA"

    for game, more in ((Three(), ""), (Twice(), ", or three different ones with marks")):
        with pytest.raises(RulesError) as error:
            game.plain.format(game.plain.start())
        assert str(error.value).endswith(
            f"Set it to two different characters, other than '.', '#', ',', '/' and ' '{more}."
        )
