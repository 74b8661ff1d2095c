"""Boards as SVG pictures: a shape for each place and a shape for each move."""

from xml.etree import ElementTree

import pytest
from markupsafe import Markup

from games.quarto.plain import PIECES, SHAPES
from gamesolver import (
    InvalidArgumentError,
    edges_svg,
    grid_legend,
    grid_svg,
    heaps_svg,
    hexagons_svg,
    points_svg,
    solve,
)
from tests.support.small_games import UndrawnNim


def test_squares_and_pieces_are_counted():
    """A square is a rectangle, x a path of two strokes, o a circle, any other piece its text."""
    root = ElementTree.fromstring(grid_svg(["xo.", ". <"]))
    tags = [each.tag.rpartition("}")[2] for each in root.iter()]
    assert tags == ["svg"] + ["rect"] * 6 + ["g", "path", "circle", "text"]
    assert root.get("viewBox") == "0 0 300 200"
    assert root[-1][-1].text == "<"


def test_moves_to_one_square_share_it():
    """Two moves to one square have a strip of it each, side by side."""
    root = ElementTree.fromstring(grid_svg(["."], {"x0": [0], "o0": [0]}))
    strips = [each for each in root if each.get("data-move")]
    assert [each.get("data-move") for each in strips] == ["x0", "o0"]
    lefts, widths = ([float(each[0].get(name)) for each in strips] for name in ("x", "width"))
    assert lefts[0] + widths[0] == lefts[1]


def test_an_arrow_goes_from_square_to_square():
    """A move of two squares is a path that begins near the first and ends near the second."""
    root = ElementTree.fromstring(grid_svg(["..", ".."], {"0>3": [0, 3]}))
    start, end = root[-1][-1].get("d").split("M")[1].split("L")
    assert [int(each) for each in start.split()] == [75, 75]
    assert [int(each) for each in end.split()] == [129, 129]


def test_texts_of_moves_and_pieces_are_escaped():
    """Markup in a piece or a move is text in the picture."""
    picture = grid_svg([["<b>", "."]], {'"><b>': [1]})
    root = ElementTree.fromstring(picture)
    assert [each.get("data-move") for each in root if each.get("data-move")] == ['"><b>']
    assert "<b>" not in picture


def marked(svg, tag, within=None):
    """Return the elements with a tag in a picture, or in one element of it."""
    root = ElementTree.fromstring(svg) if within is None else within
    return [each for each in root.iter() if each.tag.rpartition("}")[2] == tag]


def plays(svg):
    """Return the click target of each move, by the text of the move."""
    return {
        each.get("data-move"): each
        for each in ElementTree.fromstring(svg).iter()
        if each.get("data-move") is not None
    }


def middles(shapes):
    """Return the middles of rectangles."""
    return [
        tuple(float(each.get(at)) + float(each.get(size)) / 2
              for at, size in (("x", "width"), ("y", "height")))
        for each in shapes
    ]  # fmt: skip


def test_a_set_of_squares_is_clicked_as_one():
    """A block of squares has one rectangle, with the move's text on its last empty square."""
    played = plays(grid_svg(["..", "..", "x."], {"0": {0, 2, 4}, "1": [1]}))
    (block,) = marked("", "rect", played["0"])
    assert [block.get(each) for each in ("x", "y", "width", "height")] == ["3", "3", "94", "294"]
    (label,) = marked("", "text", played["0"])
    assert (label.text, label.get("x"), label.get("y")) == ("0", "50", "150")


@pytest.mark.parametrize("moves", [{"0": {0, 4}}, {"0": {0, 3}}, {"0": {0, 2}, "1": {0, 2}}])
def test_squares_that_are_no_block_are_clicked_each(moves):
    """Sets with gaps, diagonals or shared targets have a shape for each square."""
    played = plays(grid_svg(["..", "..", ".."], moves))
    assert [len(marked("", "rect", shape)) for shape in played.values()] == [2] * len(moves)


def test_arrows_between_the_same_squares_lie_side_by_side():
    """Arrows between two squares, in either direction, have separate lanes."""
    arrows = plays(grid_svg([".."], {"a": [0, 1], "b": [1, 0], "c": [0, 1]}))
    lanes = [each[-1].get("d").split("L")[0] for each in arrows.values()]
    assert lanes == ["M86 12", "M114 50", "M86 88"]


def test_an_arrow_is_easier_to_hit_than_it_looks():
    """A broad invisible line under each arrow is the click target of its move."""
    hit, *_, arrow = plays(grid_svg([".."], {"a": [0, 1]}))["a"]
    assert hit.tag.endswith("line")
    assert (hit.get("stroke-opacity"), hit.get("pointer-events")) == ("0", "stroke")
    assert float(hit.get("stroke-width")) > 2 * float(arrow.get("stroke-width"))


def ends(target):
    """Return class, place, and whether it catches clicks, for each circle of an arrow."""
    return [
        (each.get("class"), each.get("cx"), each.get("cy"), each.get("pointer-events") == "all")
        for each in target
        if each.tag.endswith("circle")
    ]


def test_a_click_on_the_end_of_an_arrow_plays_the_only_move_there():
    """The second place of an arrow plays the move, unless another move is about that place."""
    arrows = plays(grid_svg(["x..", "..y"], {"a": [0, 1], "b": [0, 2], "c": [5, 2]}))
    assert ends(arrows["a"]) == [
        ("arrow from", "50", "50", False),
        ("arrow to", "150", "50", True),
    ]
    assert [each[-1] for name in "bc" for each in ends(arrows[name])] == [False] * 4
    with_a_click = plays(grid_svg(["x.."], {"a": [0, 1], "b": [1]}))["a"]
    onto_a_man_that_moves = plays(grid_svg(["xo."], {"a": [0, 1], "b": [1, 2]}))["a"]
    for arrow in (with_a_click, onto_a_man_that_moves):
        assert not any(each[-1] for each in ends(arrow))


def test_outcomes_of_arrows_are_at_their_ends():
    """The outcome of an arrow is on its second place, or near its head if moves share the place."""
    arrows = plays(grid_svg(["x..", "..y"], {"a": [0, 1], "b": [0, 2], "c": [5, 2]}))
    spaces = [arrows[name].get("data-outcome") for name in "abc"]
    assert spaces == ["150 50 34", "202 50 17", "250 98 17"]


def test_short_arrows_lie_above_long_ones():
    """The targets of a rook are in the order of the distance, the nearest on top."""
    moves = {name: [0, int(name)] for name in "123"}
    assert list(plays(grid_svg(["R..."], moves))) == ["3", "2", "1"]


def test_names_stand_where_no_move_states_them():
    """The name of a place is left out if a move to the empty place has the same text."""
    svg = grid_svg(["x..."], {"1": [1], ">2": [2], "y0": [0]}, names=range(4))
    names = [each.text for each in marked(svg, "text") if each.get("font-size") == "13"]
    assert names == ["0", "2", "3"]


def test_texts_lie_above_arrows():
    """In a picture with arrows, the texts are drawn last and catch no clicks."""
    svg = grid_svg(["x..", "..."], {"!": [1], "0>2": [0, 2]}, names="abcdef")
    last = ElementTree.fromstring(svg)[-1]
    assert last.get("pointer-events") == "none"
    assert [each.text for each in last] == ["a", "!", "b", "c", "d", "e", "f"]
    assert not marked("", "text", plays(svg)["!"])


@pytest.mark.parametrize("shape", ["light", "dark", "small light", "light up"])
def test_men_are_outlined_in_the_colour_of_the_text(shape):
    """Men are outlined in the text colour, which contrasts with light and dark pages."""
    svg = grid_svg(["m"], shapes={"m": shape})
    (man,) = marked(svg, "polygon" if shape.endswith("up") else "circle")
    assert man.get("stroke") == "currentColor"
    assert man.get("fill") != "currentColor"


def test_hands_stand_above_and_below_the_board():
    """Pieces in hand are drawn above and below the board, and closer together if there are many."""
    svg = grid_svg(["..", ".."], shapes={"a": "dark", "b": "light"}, hands=["ab", "b.bbbbbb"])
    assert ElementTree.fromstring(svg).get("viewBox") == "0 -70 200 340"
    discs = [(float(each.get("cx")), float(each.get("cy"))) for each in marked(svg, "circle")]
    assert discs[:2] == [(70, -35), (130, -35)]
    assert discs[2:4] == [(12.5, 235), (62.5, 235)]
    assert len(discs) == 9
    assert grid_svg(["."], hands=["", ""]).count("<rect") == 3


def test_a_tile_points_up_or_down():
    """The tip of a tile is above or below its middle, and its letter is a capital."""
    svg = grid_svg(["Aa"], shapes={"A": "light up", "a": "dark down"})
    tips = [each.get("points").split()[0] for each in marked(svg, "polygon")]
    assert tips == ["50,14", "150,86"]
    assert [each.text for each in marked(svg, "text")] == ["A", "A"]


POINTS, LINES = [(0, 0), (2, 0), (1, 1)], [(0, 2), (1, 2)]


def test_points_lie_where_they_are_stated_to():
    """A point is a dot at its place, and a line joins two points."""
    svg = points_svg(POINTS, LINES, "x..", {"0>2": [0, 2], "1": [1]}, names=range(3))
    root = ElementTree.fromstring(svg)
    assert root.get("viewBox") == "-50 -50 300 200"
    assert [each.get("d") for each in root if each.get("d")] == ["M0 0L100 100", "M200 0L100 100"]
    circles = [each for each in marked(svg, "circle") if "arrow" not in each.get("class", "")]
    dots = [(each.get("cx"), each.get("cy")) for each in circles]
    assert dots == [("0", "0"), ("200", "0"), ("100", "100")]
    assert middles(marked("", "rect", plays(svg)["1"])) == [(200, 0)]


def test_lines_are_places_after_the_points():
    """A line has the colour of its owner, and a line that a move takes is its click target."""
    svg = points_svg(POINTS, LINES, "...r.", {"take": [4]}, {"r": "red"})
    (taken,) = [each for each in marked(svg, "path") if each.get("stroke") == "#c4483b"]
    assert taken.get("d") == "M0 0L100 100"
    assert plays(svg)["take"][-2].get("d") == "M200 0L100 100"


def test_edges_are_numbered_row_by_row():
    """Edges are numbered by rows, horizontal and vertical in turn, around two adjacent boxes."""
    svg = edges_svg(["..", "...", ".."], {str(edge): [edge] for edge in range(7)})
    assert [each[1].get("d") for each in plays(svg).values()] == [
        "M0 0L100 0", "M100 0L200 0", "M0 0L0 100", "M100 0L100 100", "M200 0L200 100",
        "M0 100L100 100", "M100 100L200 100",
    ]  # fmt: skip
    assert len(marked(svg, "circle")) == 6


def test_drawn_edges_and_boxes_have_owners():
    """An edge has the colour of its owner or of the text; a box holds the piece of its owner.

    The names of the left and lower edges of an owned box are left out.
    """
    svg = edges_svg(["b", "-.", "."], shapes={"b": "blue"}, boxes=["b"], names="abcd")
    (blue,) = [each for each in marked(svg, "path") if each.get("stroke") == "#3a6db5"]
    assert blue.get("d") == "M0 0L100 0"
    drawn = [each for each in marked(svg, "path") if each.get("stroke-width") == "10"]
    assert [each.get("d") for each in drawn] == ["M0 0L0 100"]
    (box,) = [each for each in marked(svg, "circle") if each.get("fill") == "#3a6db5"]
    assert (box.get("cx"), box.get("cy")) == ("50", "50")
    assert [each.text for each in marked(svg, "text")] == ["a", "c"]


def test_rows_of_hexagons_lean_or_make_a_hexagon():
    """A row longer than the one above begins further left, any other row further right."""
    for lengths, lefts in ([(2, 2, 2), (0, 50, 100)], [(2, 3, 2), (0, -50, 0)]):
        rows = ["." * length for length in lengths]
        firsts = [sum(lengths[:row]) for row in range(len(lengths))]
        svg = hexagons_svg(rows, {str(first): [first] for first in firsts})
        middle = middles([marked("", "rect", each)[0] for each in plays(svg).values()])
        assert tuple(x for x, _ in middle) == lefts
        assert [round(y) for _, y in middle] == [0, 87, 173]
        assert len(marked(svg, "polygon")) == sum(lengths)


def test_sides_of_hex_have_owners():
    """Two sides have one colour, two the other; each side is one zigzag along its hexagons."""
    svg = hexagons_svg(["...", "..."], shapes={"r": "red", "b": "blue"}, sides="rb")
    for colour, corners in (("#c4483b", [9, 9]), ("#3a6db5", [4, 4])):
        bands = [each.get("d") for each in marked(svg, "path") if each.get("stroke") == colour]
        assert [band.count("L") + 1 for band in bands] == corners


def test_heaps_are_taken_from_their_ends():
    """The click target of a move that takes n counters is the n-th counter from the end."""
    svg = heaps_svg([2, 12], {"a": (0, 1), "b": (1, 2)}, names="pq", full=[3, 12])
    assert ElementTree.fromstring(svg).get("viewBox") == "-60 0 660 180"
    played = {text: middles(marked("", "rect", each)) for text, each in plays(svg).items()}
    assert played == {"a": [(90, 30)], "b": [(30, 150)]}
    assert not [each for group in plays(svg).values() for each in marked("", "circle", group)]
    assert len(marked(svg, "circle")) == 15  # one of them is the place of a counter that is gone
    assert [each.text for each in marked(svg, "text")] == ["p", "1", "q", "2"]


def test_of_a_large_heap_the_last_counters_are_drawn():
    """Above the counters drawn are the number of others and the number of moves not drawn."""
    svg = heaps_svg([10**6], {"1": (0, 1), "60": (0, 60)})
    assert len(marked(svg, "circle")) == 60
    assert [each.text for each in marked(svg, "text")] == ["+ 999940", "60", "1"]
    assert len(svg) < 10_000
    for moves, reported in (
        ({"1": (0, 1), "61": (0, 61)}, "+ 999940, and 1 move not drawn"),
        ({"1": (0, 1), "61": (0, 61), "all": (0, 10**6)}, "+ 999940, and 2 moves not drawn"),
    ):
        svg = heaps_svg([10**6], moves)
        assert [each.text for each in marked(svg, "text")] == [reported, "1"]
        assert list(plays(svg)) == ["1"]


def test_moves_that_take_as_many_counters_share_the_first_of_these():
    """Moves that take equally many counters have a strip of the counter each, side by side."""
    svg = heaps_svg([3], {"1": (0, 1), "1!": (0, 1)})
    played = {text: middles(marked("", "rect", each)) for text, each in plays(svg).items()}
    assert played == {"1": [(136, 30)], "1!": [(164, 30)]}
    assert [each.text for each in marked(svg, "text")] == ["1", "1!"]


UNFIT = "a\0\x1b[0m\ud800\ufffe"
FIT = "a\\x00\\x1b[0m\\ud800\\ufffe"
UNFIT_BOARDS = {
    "grid": lambda: grid_svg([[UNFIT, "."]], {UNFIT: [1]}, names=[UNFIT, ""], hands=[[UNFIT], []]),
    "arrow": lambda: grid_svg([[UNFIT, "."]], {UNFIT: [0, 1]}),
    "points": lambda: points_svg(POINTS, LINES, [UNFIT, ".", "."], {UNFIT: [4]}),
    "edges": lambda: edges_svg(["."], {UNFIT: [0]}, names=[UNFIT]),
    "boxes": lambda: edges_svg(["-", "--", "-"], {UNFIT: [0]}, boxes=[[UNFIT]]),
    "hexagons": lambda: hexagons_svg([[UNFIT, "."]], {UNFIT: {0, 1}}),
    "heaps": lambda: heaps_svg([1], {UNFIT: (0, 1)}, names=[UNFIT]),
}


@pytest.mark.parametrize("layout", UNFIT_BOARDS)
def test_what_no_picture_can_hold_is_written_out(layout):
    """Control characters and lone surrogates in texts are replaced by Python escapes."""
    svg = UNFIT_BOARDS[layout]()
    assert list(plays(svg)) == [FIT]
    assert FIT in [each.text for each in marked(svg, "text")]


def test_a_board_in_text_is_a_picture_whatever_is_in_it():
    """A board in text escapes characters that SVG cannot hold and keeps all others."""

    class Shown(UndrawnNim):
        def render(self, position):
            return f"{UNFIT}\na\xa0b"

    board = solve(Shown(heaps=(1,))).board()
    lines = [each.text for each in marked(board._repr_svg_(), "tspan")]
    assert lines == [FIT, "a\xa0b"]


def test_shapes_are_those_of_texts():
    """Pieces and keys of ``shapes`` may be numbers, which count as their texts."""
    assert grid_svg([[1, "."]], shapes={1: "cross"}) == grid_svg(["1."], shapes={"1": "cross"})


def test_points_lines_and_names_may_come_one_by_one():
    """Iterators are accepted in place of lists."""
    one_by_one = points_svg(iter(POINTS), iter(LINES), "x..", names=map(str, range(3)))
    assert one_by_one == points_svg(POINTS, LINES, "x..", names=range(3))


class Wordless:
    """Object whose ``str`` raises."""

    def __repr__(self):
        return "Wordless"

    def __str__(self):
        raise ValueError("no words")


ONE_LENGTH = "expected rows of one length, with a piece or '.' for each square"
BY_TURNS = (
    "expected horizontal and vertical rows of edges in turn, with one more edge in each "
    "vertical row"
)
LYING = (
    "expected how far right and how far down each lies, one or more, no two of them in one place "
    "and none farther than 10,000"
)
JOINING = "expected two points each, from 0 to 2, and each line once"
PLACES = "expected one place, two different ones, or a set of them, from 0 to"
REPORTED = "expected a mapping from the text of each move, all different, to the places of the move"
LOOKS = "expected a mapping from pieces to their looks"
COUNTED = "expected one or more whole numbers from 0 to 10^18"
TAKEN = "expected a heap, and the number of counters to take"
BAD = [
    (grid_svg, ([],), {}, f"bad rows []: {ONE_LENGTH}"),
    (grid_svg, (["..", "."],), {}, f"bad rows ['..', '.']: {ONE_LENGTH}"),
    (grid_svg, (3,), {}, "bad rows 3: expected rows of pieces, a list or a text each"),
    (grid_svg, (["."], {"a": [1]}), {},
     f"bad places [1] of move 'a': {PLACES} 0"),
    (grid_svg, (["."], {"a": []}), {},
     f"bad places [] of move 'a': {PLACES} 0"),
    (grid_svg, (["."], {"a": set()}), {},
     f"bad places set() of move 'a': {PLACES} 0"),
    (grid_svg, (["."], {}, {"x": "star"}), {},
     "bad shape 'star': expected one of 'dark', 'light', 'red', 'blue', 'yellow', 'green', "
     "'large', 'small' or 'hollow' before it, or one of 'square', 'cross', 'ring', 'up', 'down', "
     "'block', 'king', 'queen', 'rook', 'bishop', 'knight', 'pawn' after it"),
    (grid_svg, (["..."],), {"names": "ab"}, "bad names 'ab': expected one for each of 3 places"),
    (grid_svg, (["."],), {"hands": ["x"]},
     "bad hands ['x']: expected the pieces above the board, and those below it"),
    (points_svg, ([], [], ""), {}, f"bad points []: {LYING}"),
    (points_svg, ([(0, 0, 0)], [], "."), {}, f"bad points [(0, 0, 0)]: {LYING}"),
    (points_svg, ([(0, float("nan"))], [], "."), {}, f"bad points [(0, nan)]: {LYING}"),
    (points_svg, (POINTS, [(0, 3)], "..."), {},
     f"bad lines [(0, 3)]: {JOINING}"),
    (points_svg, (POINTS, LINES, "...."), {},
     "bad pieces '....': expected one for each of 3 points, and then for each of 2 lines"),
    (edges_svg, (["."] * 2,), {}, f"bad rows ['.', '.']: {BY_TURNS}"),
    (edges_svg, ([".", "..", "."],), {"boxes": ["", ""]},
     "bad boxes ['', '']: expected 1 rows of 1, with an owner or '.' for each box"),
    (hexagons_svg, (["", "."],), {},
     "bad rows ['', '.']: expected rows with a piece or '.' for each hexagon"),
    (hexagons_svg, (["."],), {"sides": "r"},
     "bad sides 'r': expected whose the sides above and below are, and whose those left and right"),
    (heaps_svg, ([],), {}, f"bad heaps []: {COUNTED}"),
    (heaps_svg, ([3, -1],), {}, f"bad heaps [3, -1]: {COUNTED}"),
    (heaps_svg, ([3],), {"full": 5}, f"bad full 5: {COUNTED}"),
    (heaps_svg, ([3],), {"names": "ab"}, "bad names 'ab': expected one for each of 1 heaps"),
    (heaps_svg, ([3], {"a": (0, 4)}), {},
     f"bad counters (0, 4) of move 'a': {TAKEN}"),
    (grid_svg, ([".."], {"a": [0.0]}), {}, f"bad places [0.0] of move 'a': {PLACES} 1"),
    (grid_svg, ([".."], {"a": [float("nan")]}), {}, f"bad places [nan] of move 'a': {PLACES} 1"),
    (grid_svg, ([".."], {"a": (0, 1.5)}), {}, f"bad places (0, 1.5) of move 'a': {PLACES} 1"),
    (grid_svg, ([".."], {"a": {True}}), {}, f"bad places {{True}} of move 'a': {PLACES} 1"),
    (grid_svg, ([".."], {"a": [1, 1]}), {}, f"bad places [1, 1] of move 'a': {PLACES} 1"),
    (grid_svg, ([".."], {"a": 0}), {}, f"bad places 0 of move 'a': {PLACES} 1"),
    (grid_svg, ([".."], {"a": "0"}), {}, f"bad places '0' of move 'a': {PLACES} 1"),
    (grid_svg, ([".."], ["a"]), {}, f"bad moves ['a']: {REPORTED}"),
    (grid_svg, ([".."], {0: [0], "0": [1]}), {}, f"bad moves {{0: [0], '0': [1]}}: {REPORTED}"),
    (grid_svg, ([".."], {}, None), {}, f"bad shapes None: {LOOKS}"),
    (edges_svg, ([".", "..", "."], {}, ["x"]), {"boxes": ["x"]}, f"bad shapes ['x']: {LOOKS}"),
    (grid_svg, (["."],), {"names": [Wordless()]},
     "bad names [Wordless]: expected one for each of 1 places"),
    (hexagons_svg, ([[Wordless()]],), {},
     "bad rows [Wordless]: expected rows of pieces, a list or a text each"),
    (points_svg, ([(10**400, 0)], [], "."), {},
     f"bad points [(1{'0' * 95}...{'0' * 93}, 0)]: {LYING}"),
    (points_svg, ([(0, 1e308)], [], "."), {}, f"bad points [(0, 1e+308)]: {LYING}"),
    (points_svg, ([(0, "1")], [], "."), {}, f"bad points [(0, '1')]: {LYING}"),
    (points_svg, ([(0, 1), (0, 1)], [], ".."), {}, f"bad points [(0, 1), (0, 1)]: {LYING}"),
    (points_svg, (POINTS, [(1, 1)], "..."), {}, f"bad lines [(1, 1)]: {JOINING}"),
    (points_svg, (POINTS, [(0, 1), (1, 0)], "..."), {}, f"bad lines [(0, 1), (1, 0)]: {JOINING}"),
    (points_svg, (POINTS, [(0, 1.0)], "..."), {}, f"bad lines [(0, 1.0)]: {JOINING}"),
    (points_svg, (POINTS, [], "..."), {"names": 3},
     "bad names 3: expected one for each of 3 points, and then for each of 0 lines"),
    (heaps_svg, ([10**18 + 1],), {}, f"bad heaps [{10**18 + 1}]: {COUNTED}"),
    (heaps_svg, ([3], {"a": 1}), {}, f"bad counters 1 of move 'a': {TAKEN}"),
    (heaps_svg, ([3], {"a": (0, 1.5)}), {}, f"bad counters (0, 1.5) of move 'a': {TAKEN}"),
    (grid_legend, (10**9, 10**9), {},
     "bad rows and columns (1000000000, 1000000000): expected 1,000,000 squares at most"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("draw", "arguments", "options", "message"), BAD, ids=[each[-1] for each in BAD]
)
def test_bad_boards_are_refused_in_words(draw, arguments, options, message):
    """Invalid arguments are named, with the expected form."""
    with pytest.raises(InvalidArgumentError) as caught:
        draw(*arguments, **options)
    assert str(caught.value) == message


def test_a_text_is_no_markup_whatever_its_type():
    """A text of the type ``Markup`` is escaped like any other text."""
    for text in (Markup("<b>"), "<b>"):
        picture = grid_svg([[text]], {text: [0]})
        assert picture.count("&lt;b&gt;") == 3
        assert "<b>" not in picture


GRIDS = ["squares", "chequered", "felt", "points", "frame", "houses"]


@pytest.mark.parametrize("look", GRIDS)
def test_a_board_has_its_places_in_any_look(look):
    """Click targets, outcomes and pieces have the same centres in every look of the board."""
    svg = grid_svg(
        ["x.", ".."], {"b1": [3]}, {"x": "red"}, names=["a2", "b2", "a1", "b1"], look=look
    )
    played = plays(svg)["b1"]
    assert middles(marked("", "rect", played)) == [(150, 150)]
    assert played.get("data-outcome").split()[:2] == ["150", "150"]
    (disc,) = [each for each in marked(svg, "circle") if each.get("fill") == "#c4483b"]
    assert (disc.get("cx"), disc.get("cy")) == ("50", "50")


def test_names_of_columns_and_rows_stand_outside_the_board():
    """Names are drawn once, outside the board; a move named after a square has no text."""
    svg = grid_svg(["..", ".."], {"b1": [3], "a2!": [0]}, names=["a2", "b2", "a1", "b1"])
    left, top, width, height = map(float, ElementTree.fromstring(svg).get("viewBox").split())
    assert (left, top, width + left, height + top) == (-34, 0, 200, 234)
    texts = {
        each.text: (float(each.get("x")), float(each.get("y"))) for each in marked(svg, "text")
    }
    assert texts == {
        "a": (50, 217),
        "b": (150, 217),
        "2": (-17, 50),
        "1": (-17, 150),
        "a2!": (50, 50),
    }


def test_houses_hold_seeds():
    """A house shows up to twenty seeds and their number, or only the number of more seeds."""
    svg = grid_svg([["3", "21"]], look="houses", stores=["N", "S"])
    seeds = [each for each in marked(svg, "circle") if each.get("r") == "6"]
    assert len(seeds) == 3
    assert [each.text for each in marked(svg, "text")] == ["N", "S", "3", "21"]
    one_less = [each.attrib for each in marked(grid_svg([["2"]], look="houses"), "circle")]
    assert all(each in [seed.attrib for seed in marked(svg, "circle")] for each in one_less)


def test_chess_men_are_outlines():
    """Chess pieces are paths, which need no font, in two colours."""
    svg = grid_svg(["Kk"], shapes={"K": "light king", "k": "dark king"})
    men = marked(svg, "path")
    assert [each.get("fill") for each in men] == ["#f7f4ec", "#2b2f36"]
    assert not marked(svg, "text")


@pytest.mark.parametrize("radius", [20, 39])
def test_space_for_an_outcome_is_next_to_a_piece(radius):
    """The outcome of a move is in the middle of an empty square, or next to a piece."""
    svg = grid_svg(["." if radius == 39 else "x"], {"1": [0]})
    assert plays(svg)["1"].get("data-outcome") == {39: "50 50 39", 20: "79 79 20"}[radius]


def test_moves_to_a_named_square_state_what_differs():
    """Moves to one named square are labelled with the rest of their texts."""
    names = ["a1", "b1"]
    svg = grid_svg([".."], {"large a1": [0], "small a1": [0], "large b1": [1]}, names=names)
    assert [each.text for each in marked(svg, "text")] == ["a", "b", "1", "large", "small"]


@pytest.mark.parametrize(
    ("shape", "circles", "polygons"),
    [
        ("large dark", 1, 0),
        ("hollow light", 2, 0),
        ("dark square", 0, 1),
        ("small hollow dark square", 1, 1),
    ],
)
def test_stones_have_a_form_a_size_and_a_spot(shape, circles, polygons):
    """A hollow disc or square has a spot, and stones have no links."""
    svg = grid_svg(["m"], shapes={"m": shape})
    assert len(marked(svg, "circle")) == circles
    assert len(marked(svg, "polygon")) == polygons
    assert not marked(svg, "a")


def test_each_piece_of_quarto_has_its_own_look():
    """The sixteen pieces of Quarto have different looks, by their properties."""
    assert len({*SHAPES.values()}) == 16
    for words, bit in (("large", 4), ("dark", 8), ("square", 2)):
        those = {piece for piece, shape in SHAPES.items() if words in shape.split()}
        assert those == {piece for number, piece in enumerate(PIECES) if number & bit}


def test_a_wide_piece_lies_below_the_outcome_of_its_move():
    """A large or square stone is part of its move's target if one move alone has the square."""
    looks = {"s": "light square", "l": "large dark", "d": "dark"}
    svg = grid_svg(["sld."], {"s": [0], "l": [1], "d": [2], "all": {0, 1, 2, 3}}, looks)
    targets = plays(grid_svg(["sld."], {"s": [0], "l": [1], "d": [2]}, looks))
    wide = [name for name, each in targets.items() if each.find("*[@class='standing']") is not None]
    assert wide == ["s", "l"]
    assert "standing" not in svg  # the squares are shared, so the outcomes are below the pieces
    alone = grid_svg(["sl"], {"all": {0, 1}}, looks)
    assert "standing" not in alone
    assert len(marked(alone, "polygon")) == 1


def test_squares_can_be_left_out():
    """A gap has no square, and other squares and pieces are drawn."""
    svg = grid_svg(["x..o"], gaps={1, 2})
    assert svg.count("<rect") == 2
    assert svg.count('fill="none"') == grid_svg(["x..o"]).count('fill="none"')
