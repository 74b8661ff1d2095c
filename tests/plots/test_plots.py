"""Plots agree with the solution, bar by bar and board by board."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import matplotlib
import pytest
from matplotlib import pyplot as plt
from matplotlib.colors import to_hex

from games import Hexapawn, Nim, PongHauKi, TicTacToe
from gamesolver import (
    Estimate,
    InvalidArgumentError,
    Range,
    SizeLimitError,
    Value,
    edges_svg,
    estimate,
    explore,
    grid_svg,
    heaps_svg,
    hexagons_svg,
    points_svg,
    registered_games,
    solve,
)
from gamesolver.plots import growth_of_cost, outcomes_by_remoteness, perfect_play, values_by_ply
from gamesolver.plots.svg_shapes import drawn
from gamesolver.rules.guard import Rules
from gamesolver.show.colours import APPEARANCES
from tests.attacks.hostile_games import PicturedAttack

matplotlib.use("Agg")  # no windows

SOLUTION = solve(TicTacToe())
NEAR_THE_END = SOLUTION.game.parse("xo.x.o...")
GAMES = [TicTacToe(), Nim(heaps=(1, 2, 3)), Hexapawn(), PongHauKi()]
PLOTS = [outcomes_by_remoteness, values_by_ply, perfect_play]


@pytest.fixture(autouse=True)
def closed():
    """Fixture that closes all figures after a test."""
    yield
    plt.close("all")


def bars_of(ax):
    """Return the bars of each value, by its name in the legend."""
    return {container.get_label(): list(container) for container in ax.containers}


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_bars_are_as_high_as_the_counts(game):
    """Each outcome has one bar of its value, as high as its count."""
    solution = solve(game)
    bars = bars_of(outcomes_by_remoteness(solution))
    counts = solution.counts()
    for value in APPEARANCES:
        expected = [count for outcome, count in counts.items() if outcome.value is value]
        bar_heights = [int(bar.get_height()) for bar in bars.get(value.name.lower(), [])]
        assert bar_heights == expected


def test_bars_stand_at_their_remoteness_and_do_not_overlap():
    """Bars of one remoteness are side by side without overlap, and endless draws at the right."""
    ax = outcomes_by_remoteness(SOLUTION)
    edges = sorted((bar.get_x(), bar.get_x() + bar.get_width()) for bar in ax.patches)
    assert all(left[1] <= right[0] + 1e-9 for left, right in pairwise(edges))
    for bar, outcome in zip(bars_of(ax)["win"], SOLUTION.counts(), strict=False):
        assert abs(bar.get_x() + bar.get_width() / 2 - outcome.remoteness) < 0.5
    labels = [
        each.get_text() for each in outcomes_by_remoteness(solve(PongHauKi())).get_xticklabels()
    ]
    assert labels == ["0", "1", "endless"]


def test_values_by_ply_stack_to_what_is_first_reached():
    """The stack at each ply has the positions first reached there, with their values."""
    bars = bars_of(values_by_ply(SOLUTION))
    stacks = [sum(bar.get_height() for bar in ply) for ply in zip(*bars.values(), strict=True)]
    graph = explore(SOLUTION.game)
    assert stacks == graph.plies()
    wins = sum(bar.get_height() for bar in bars["win"])
    assert wins == sum(SOLUTION[position].value is Value.WIN for position in graph)


@pytest.mark.parametrize("game", GAMES[1:], ids=repr)
def test_perfect_play_has_a_board_for_each_position(game):
    """Perfect play has a board, frame and marker for each position, and a line for each move."""
    solution = solve(game)
    network = solution.to_networkx(moves="best")
    ax = perfect_play(solution)
    assert len(ax.patches) == len(network)
    marks = {each.get_label(): len(each.get_offsets()) for each in ax.collections}
    for value in APPEARANCES:
        nodes = [node for node in network if solution[node].value is value]
        assert marks.get(value.name.lower(), 0) == len(nodes)
    lines = sum(len(each.get_segments()) for each in ax.collections[:2])
    assert lines == len(set(network.edges()))


def test_perfect_play_stands_ply_by_ply():
    """The positions of perfect play are arranged by ply, from the start at the top."""
    ax = perfect_play(SOLUTION, start=NEAR_THE_END)
    heights = sorted((patch.get_y() for patch in ax.patches), reverse=True)
    assert len(set(heights)) == 2
    assert heights[0] > heights[1]
    assert bool(ax.yaxis_inverted()) is False


def test_boards_in_a_plot_are_drawn_from_the_picture():
    """A board is drawn with nine squares, a cross of two strokes and a ring."""
    board = drawn(Rules(SOLUTION.game), SOLUTION.game.parse("xo......."))
    assert (board.width, board.height) == (300, 300)
    assert len(board.shapes) == 9 + 2
    squares = [shape for shape in board.shapes if shape.fill[3] and not shape.stroke[3]]
    assert len(squares) == 9
    cross = board.shapes[9]
    assert (len(cross.outline.vertices), cross.width, cross.fill[3]) == (4, 11, 0)


@pytest.mark.parametrize("kind", registered_games().values(), ids=lambda kind: kind.__name__)
def test_boards_of_the_shelf_are_drawn_from_their_pictures(kind):
    """The start of every game in the library is drawn from its picture, at the picture's size."""
    rules = Rules(getattr(kind(), "plain", None) or kind())
    size = re.search('viewBox="(.*?)"', rules.svg(rules.start()))[1].split()[2:]
    board = drawn(rules, rules.start())
    assert (board.width, board.height) == tuple(map(float, size))
    assert board.shapes


LAYOUTS = {
    "points": points_svg([(0, 0), (1, 1)], [(0, 1)], "x.r", {"1": [1]}, {"x": "dark", "r": "red"}),
    "edges": edges_svg(["-", "|.", "."], {"2": [2]}, boxes=["x"]),
    "heaps": heaps_svg([3, 1], {"take": (0, 2)}, names="ab", full=[4, 4]),
    "hexagons": hexagons_svg(["x.", ".o"], {"1": [1]}, {"x": "red", "o": "blue"}, sides="xo"),
    "hands": grid_svg(["A."], {"A*": [1]}, {"A": "light up"}, hands=["", "A"], names="ab"),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_is_drawn_from_its_picture(layout):
    """A game with a picture in each layout is drawn at the picture's size."""

    class Pictured(Nim):
        def svg(self, position):
            return LAYOUTS[layout]

    size = re.search('viewBox="(.*?)"', LAYOUTS[layout])[1].split()[2:]
    board = drawn(Rules(Pictured()), (1,))
    assert (board.width, board.height) == tuple(map(float, size))


def test_a_round_rectangle_is_drawn_as_a_circle():
    """A click target at a point is as round in a plot as on a page."""

    class Point(Nim):
        def svg(self, position):
            return points_svg([(0, 0)], [], ".", {"0": [0]})

    board = drawn(Rules(Point()), (1,))
    clicked = max(board.shapes, key=lambda shape: shape.outline.get_extents().width)
    assert clicked.outline.codes is not None  # curves
    assert clicked.outline.get_extents().bounds == pytest.approx((14, 14, 72, 72))


class Curved(Nim):
    """Nim with a picture that plots cannot read."""

    def svg(self, position):
        return '<svg viewBox="0 0 10 10"><path d="M0 0C1 1 2 2 3 3"/></svg>'


@pytest.mark.parametrize("game", [Curved(heaps=(1, 2)), PicturedAttack()], ids=repr)
def test_other_pictures_are_drawn_from_the_text(game):
    """A picture with an unknown shape or without a size is replaced by the board's text."""
    board = drawn(Rules(game), game.start())
    assert board.shapes
    assert all(shape.stroke[3] == 0 for shape in board.shapes)


def test_lines_of_boards_grow_with_the_axes():
    """A stroke keeps its share of the board, in a small figure and in a large one."""
    widths = []
    for inches in (3, 6):
        axes = plt.figure(figsize=(inches, inches)).subplots()
        ax = perfect_play(SOLUTION, axes, start=NEAR_THE_END)
        ax.figure.canvas.draw()
        boards = ax.collections[-1]
        widths.append(max(boards.get_linewidth()))
    assert 1.8 < widths[1] / widths[0] < 2.8


def test_growth_shows_what_is_solved_and_what_is_estimated():
    """Solutions have full marks at their size, and estimates hollow ones with their range."""
    sizes = [solve(Hexapawn(3, 2)), solve(Hexapawn()), estimate(Hexapawn(3, 4))]
    ax = growth_of_cost(sizes)
    solved, estimated = (each[0].get_ydata().tolist() for each in ax.containers)
    assert solved == [len(sizes[0]), len(sizes[1])]
    low, high = sizes[2].positions.low, sizes[2].positions.high
    assert estimated == [pytest.approx((low * high) ** 0.5)]
    assert [text.get_text() for text in ax.texts][:2] == ["8", "71"]
    names = ["Hexapawn (columns 2)", "Hexapawn", "Hexapawn (columns 4)"]
    assert [each.get_text() for each in ax.get_xticklabels()] == names


def test_growth_of_seconds_and_of_what_has_no_upper_end():
    """Seconds are those of the solution, and an estimate without an upper end is "or more"."""
    nim = Nim((1, 2))
    solution = solve(nim)
    ax = growth_of_cost({"small": solution}, of="seconds")
    assert ax.containers[0][0].get_ydata().tolist() == [sum(solution.how.seconds.values())]
    unknown = Range.unknown(1000, "not known")
    ax = growth_of_cost([Estimate(nim, unknown, unknown, unknown)])
    assert [text.get_text() for text in ax.texts] == ["1,000 or more"]


@pytest.mark.parametrize("plot", PLOTS)
def test_a_plot_draws_on_the_axes_given(plot):
    """A plot returns the given axes, and makes no figure of its own."""
    ax = plt.subplots()[1]
    options = {"start": NEAR_THE_END} if plot is perfect_play else {}
    assert plot(SOLUTION, ax, **options) is ax
    assert len(plt.get_fignums()) == 1


def test_values_are_distinguished_by_more_than_colour():
    """Each value has its own colour and its own hatch."""
    for name, bars in bars_of(values_by_ply(SOLUTION)).items():
        appearance = APPEARANCES[Value[name.upper()]]
        assert to_hex(bars[0].get_facecolor()) == appearance.light.fill
        assert (bars[0].get_hatch() or "") == appearance.hatch


class Unfit(Nim):
    """Nim with characters that a plot file cannot hold, and dollar signs as in a formula."""

    title = "a\ud800\x1b[0m$\\b$"

    def render(self, position):
        return f"{self.title}{position}"


class PicturedUnfit(Unfit):
    """Variant with a picture."""

    title = Unfit.title

    def svg(self, position):
        return grid_svg([[self.title]])


WRITTEN_OUT = r"a\ud800\x1b[0m$\b$"


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
@pytest.mark.parametrize("plot", [*PLOTS, lambda each: growth_of_cost({Unfit.title: each})])
@pytest.mark.parametrize("kind", [Unfit, PicturedUnfit])
def test_any_title_is_written_in_any_format(kind, plot, suffix, tmp_path):
    """Control characters and surrogates are escaped, and dollar signs are not read as a formula."""
    out = tmp_path / f"plot.{suffix}"
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        plot(solve(kind(heaps=(1, 2)))).get_figure().savefig(out)
    assert out.stat().st_size > 1000
    if suffix == "svg":
        texts = [each.text or "" for each in ElementTree.parse(out).iter()]
        assert [each for each in texts if each.startswith(WRITTEN_OUT)]


COSTS = "expected solutions and estimates, in a list, or in a mapping from their names"
AXES = "expected flat axes of matplotlib, as from plt.subplots, or None"
ONE = "expected a Solution, as solve and load return it"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: values_by_ply(TicTacToe()), f"bad solution TicTacToe(): {ONE}"),
        (lambda: outcomes_by_remoteness(3), f"bad solution 3: {ONE}"),
        (lambda: perfect_play(SOLUTION, ax=1), f"bad ax 1: {AXES}"),
        (
            lambda: growth_of_cost([SOLUTION], of="bytes"),
            'bad of \'bytes\': expected "positions" or "seconds"',
        ),
        (lambda: growth_of_cost([]), f"no costs: {COSTS}"),
        (lambda: growth_of_cost([3]), f"bad cost 3: {COSTS}"),
        (lambda: growth_of_cost(SOLUTION), f"bad costs {SOLUTION!r}: {COSTS}"),
    ],
)
def test_bad_input_is_refused(call, message):
    """Each message names the bad value and what was expected."""
    with pytest.raises(InvalidArgumentError) as caught:
        call()
    assert str(caught.value) == message
    assert plt.get_fignums() == []


def test_too_many_positions_are_refused_and_never_sampled():
    """The message names the limit and the options that help."""
    with pytest.raises(SizeLimitError) as caught:
        perfect_play(SOLUTION, limit=20)
    assert str(caught.value) == (
        "perfect play reaches more than 20 positions; start=... shows a part of it, "
        "limit=... allows more"
    )
    with pytest.raises(SizeLimitError, match="more than 764 positions"):
        values_by_ply(SOLUTION, limit=764)
    values_by_ply(SOLUTION, limit=765)
