"""The axes that all plots draw on: made or taken, and dressed alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from gamesolver.errors import InvalidArgumentError
from gamesolver.players.arguments import require_solution
from gamesolver.rules.game import Game
from gamesolver.rules.parameters import titled
from gamesolver.show.colours import APPEARANCES, INK, PAPER, RULE, SOFT
from gamesolver.show.sentences import WORDS
from gamesolver.solution import Solution
from gamesolver.texts import clean, spelled
from gamesolver.value import Value

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIZE = (7.2, 4.2)  # inches
LETTERS = 9
MOST_IN_A_TITLE = 70


def require_matplotlib() -> None:
    """Raise an error with the install command if matplotlib is not installed."""
    try:
        import matplotlib  # noqa: F401  # only to see if it is installed
    except ImportError as error:
        raise InvalidArgumentError(
            'plots need matplotlib, which is not installed: pip install "solved-games[draw]"'
        ) from error


def axes_in(ax: object, size: tuple[float, float] = SIZE) -> Axes:
    """Return the given axes, or new ones of this size, which a notebook shows."""
    require_matplotlib()
    from matplotlib import pyplot
    from matplotlib.axes import Axes

    if ax is None:
        return pyplot.subplots(figsize=size, layout="constrained")[1]
    if not isinstance(ax, Axes) or ax.name != "rectilinear" or ax.get_figure() is None:
        expected = "expected flat axes of matplotlib, as from plt.subplots, or None"
        raise InvalidArgumentError(f"bad ax {spelled(ax)}: {expected}")
    return ax


def solution_in(argument: Any) -> Solution[Any, Any]:
    """Return the argument; raise if it is not a solution."""
    solution: Solution[Any, Any] = argument
    require_solution(solution)
    return solution


def dress(ax: Axes, title: str, across: str, up: str) -> None:
    """Set the title and the names of the axes, and hide lines that are not needed."""
    head(ax, title, 10)
    ax.set_xlabel(across, fontsize=LETTERS, color=SOFT)
    ax.set_ylabel(up, fontsize=LETTERS, color=SOFT)
    ax.tick_params(which="both", labelsize=LETTERS, colors=SOFT, length=0)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.spines["bottom"].set_color(RULE)
    ax.grid(axis="y", color=RULE, linewidth=0.8)
    ax.set_axisbelow(True)


def head(ax: Axes, title: str, above: float) -> None:
    """Set a title at the left, ``above`` points higher; text between dollars is not a formula."""
    look: dict[str, Any] = {"fontsize": LETTERS + 2, "fontweight": "bold", "color": INK}
    ax.set_title(title, loc="left", pad=above, parse_math=False, **look)


def bars(ax: Axes, value: Value, **where: Any) -> None:
    """Draw bars in the colour and hatch of a value."""
    appearance = APPEARANCES[value]
    ax.bar(
        color=appearance.light.fill,
        hatch=appearance.hatch,
        edgecolor=PAPER,
        linewidth=0.5,
        label=WORDS[value],
        **where,
    )


def legend(ax: Axes, values: Iterable[Value]) -> None:
    """Draw a legend of colours and hatches, above the plot and to the right."""
    if list(values):
        ax.legend(
            loc="lower right",
            bbox_to_anchor=(1, 1),
            ncols=3,
            frameon=False,
            fontsize=LETTERS,
            labelcolor=INK,
            borderaxespad=0.2,
            handlelength=1.4,
            columnspacing=1.2,
        )


def name_of(game: Game[Any, Any]) -> str:
    """Return the game's title without characters that a file of a plot cannot hold."""
    text = clean(titled(game))
    return text if len(text) <= MOST_IN_A_TITLE else f"{text[:MOST_IN_A_TITLE]}..."
