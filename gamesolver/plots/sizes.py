"""Growth of cost: positions or seconds that games of several sizes take.

The cost of a solved game is known and drawn as a full mark. An estimated cost lies in a range. It
is drawn as a hollow mark with a line from end to end. Costs grow by a factor from size to size, so
the scale is logarithmic.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import TYPE_CHECKING, Any, Literal

from gamesolver.errors import InvalidArgumentError
from gamesolver.forecast.estimates import Estimate, Range
from gamesolver.plots.axes import LETTERS, axes_in, dress, name_of
from gamesolver.show.colours import APPEARANCES, INK, SOFT
from gamesolver.show.sentences import lasting, many
from gamesolver.solution import Solution
from gamesolver.texts import fit_for_xml, spelled
from gamesolver.value import Value

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Cost = Solution[Any, Any] | Estimate
LONG = 12  # letters of a name that is written aslant


def growth_of_cost(
    costs: Mapping[str, Cost] | Iterable[Cost],
    ax: Axes | None = None,
    *,
    of: Literal["positions", "seconds"] = "positions",
) -> Axes:
    """Plot the growth of cost from game to game, or from size to size of one game.

    Parameters
    ----------
    costs
        Solutions and estimates, from small to large; in a mapping each under its name.
    ax
        Axes to draw on; by default new axes are made.
    of
        ``"positions"`` (default), or ``"seconds"`` of solving, measured or estimated.

    Returns
    -------
    Axes
        The axes of the plot.

    Raises
    ------
    InvalidArgumentError
        An argument is invalid, or matplotlib is not installed.

    >>> import matplotlib; matplotlib.use("Agg")
    >>> from games import Nim
    >>> from gamesolver import estimate, solve
    >>> sizes = {"2, 2": solve(Nim((2, 2))), "3, 3, 3": estimate(Nim((3, 3, 3)))}
    >>> ax = growth_of_cost(sizes)
    >>> [text.get_text() for text in ax.get_xticklabels()]
    ['2, 2', '3, 3, 3']
    """
    if of not in ("positions", "seconds"):
        raise InvalidArgumentError(f'bad of {spelled(of)}: expected "positions" or "seconds"')
    named = _named(costs)
    figures = [_figure(cost, of) for cost in named.values()]
    ax = axes_in(ax)
    blue = APPEARANCES[Value.WIN].light.fill
    middles = [_middle(figure) for figure in figures]
    ax.plot(range(len(figures)), middles, color=SOFT, linewidth=0.8, linestyle=":", zorder=1)
    for label, is_solved in (("solved", True), ("estimated", False)):
        mine = [
            place
            for place, cost in enumerate(named.values())
            if isinstance(cost, Solution) == is_solved
        ]
        if mine:
            ax.errorbar(
                mine,
                [middles[place] for place in mine],
                yerr=None if is_solved else _reach([figures[place] for place in mine]),
                lolims=[not figures[place].is_known for place in mine],
                fmt="o" if is_solved else "D",
                color=blue,
                markerfacecolor=blue if is_solved else "white",
                markersize=7,
                capsize=4,
                label=label,
            )
    words = many if of == "positions" else lasting
    for place, (figure, middle) in enumerate(zip(figures, middles, strict=True)):
        text = words(middle) if figure.is_known else f"{words(middle)} or more"
        ax.annotate(
            text,
            (place, middle),
            xytext=(9, -3),
            textcoords="offset points",
            fontsize=LETTERS,
            color=INK,
        )
    ax.set_yscale("log")
    dress(ax, f"{of} by size", "", of)
    names = list(map(fit_for_xml, named))
    slant = max(map(len, names)) > LONG
    ax.set_xticks(range(len(names)), names, rotation=20 if slant else 0, parse_math=False)
    ax.set_xlim(-0.4, len(named) - 0.2)
    ax.margins(y=0.15)
    ax.legend(frameon=False, fontsize=LETTERS, labelcolor=INK, loc="upper left")
    return ax


def _named(costs: Mapping[str, Cost] | Iterable[Cost]) -> dict[str, Cost]:
    expected = "expected solutions and estimates, in a list, or in a mapping from their names"
    if isinstance(costs, Solution | Estimate) or not isinstance(costs, Iterable):
        raise InvalidArgumentError(f"bad costs {spelled(costs)}: {expected}")
    listed = list(costs.items()) if isinstance(costs, Mapping) else [("", cost) for cost in costs]
    for _, cost in listed:
        if not isinstance(cost, Solution | Estimate):
            raise InvalidArgumentError(f"bad cost {spelled(cost)}: {expected}")
    if not listed:
        raise InvalidArgumentError(f"no costs: {expected}")
    return {str(name) or name_of(cost.game): cost for name, cost in listed}


def _figure(cost: Cost, of: str) -> Range:
    if isinstance(cost, Estimate):
        return cost.positions if of == "positions" else cost.seconds
    if of == "positions":
        return Range.exactly(len(cost), "solved")
    seconds = sum(cost.how.seconds.values())
    if not seconds:
        raise InvalidArgumentError(
            f"{cost!r} does not contain its duration: it was saved with how=False; solve it again"
        )
    return Range.exactly(seconds, "measured")


def _middle(figure: Range) -> float:
    """Return the geometric mean of a range; its lower end if it has no upper end."""
    return sqrt(figure.low * figure.high) if figure.is_known else figure.low


def _reach(figures: list[Range]) -> list[list[float]]:
    """Return the distances of ends of ranges below and above their middles."""
    below = [_middle(figure) - figure.low for figure in figures]
    above = [
        figure.high - _middle(figure) if figure.is_known else _middle(figure) for figure in figures
    ]
    return [below, above]
