"""Numbers of positions by value: by remoteness, by score, and by plies from the start.

The first two plots need only ``Solution.counts``, for a solution of any size. For the third the
rules are played through ply by ply, each position once up to symmetry, up to a limit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from gamesolver.arguments import require_limit, require_yes_or_no
from gamesolver.errors import MORE, Advice, SizeLimitError
from gamesolver.plots.axes import axes_in, bars, dress, legend, name_of, solution_in
from gamesolver.rules.faults import no_scores
from gamesolver.rules.guard import Rules
from gamesolver.show.colours import APPEARANCES
from gamesolver.show.html import by_score
from gamesolver.solution import Solution
from gamesolver.value import Outcome, Value

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDE = 0.86  # share of the width for one number of plies
FEW = 30  # numbers of plies that are all written below
STEEP = 300  # ratio of the largest to the smallest count above which the scale is logarithmic


def outcomes_by_remoteness(
    solution: Solution[Any, Any], ax: Axes | None = None, *, reachable: bool = False
) -> Axes:
    """Plot the numbers of canonical positions won, drawn and lost, by plies to the end.

    The height of a bar is a number of ``solution.counts()``. If counts differ a lot, the scale is
    logarithmic, and the axis is labelled so. Infinite play is at the right.

    Parameters
    ----------
    solution
        Solution, for example the result of ``solve`` or ``load``.
    ax
        Axes to draw on; by default new axes are made.
    reachable
        If true, count only positions that can be reached from the start. Default false.

    Returns
    -------
    Axes
        The axes of the plot.

    Raises
    ------
    InvalidArgumentError
        An argument is invalid, or matplotlib is not installed.

    >>> import matplotlib; matplotlib.use("Agg")
    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> ax = outcomes_by_remoteness(solve(TicTacToe()))
    >>> int(sum(bar.get_height() for bar in ax.patches))
    765
    """
    require_yes_or_no(reachable=reachable)
    counts = solution_in(solution).counts(reachable=reachable)
    ax = axes_in(ax)
    by_value = _by_value(counts)
    places = _places(counts)
    present: dict[int | None, list[Value]] = {plies: [] for plies in places}
    for plies, value in by_value:
        present[plies].append(value)
    for value in APPEARANCES:
        mine = {plies: count for (plies, other), count in by_value.items() if other is value}
        if mine:
            wide = [WIDE / len(present[plies]) for plies in mine]
            left = [
                places[plies] - WIDE / 2 + present[plies].index(value) * width
                for plies, width in zip(mine, wide, strict=True)
            ]
            bars(ax, value, x=left, height=list(mine.values()), width=wide, align="edge")
    up = _scaled(ax, by_value.values())
    dress(ax, name_of(solution.game), "plies to the end, under best play", up)
    _number(ax, {places[plies]: "endless" if plies is None else str(plies) for plies in places})
    legend(ax, APPEARANCES)
    return ax


def _by_value(counts: Mapping[Outcome, int]) -> Counter[tuple[int | None, Value]]:
    """Return the number of positions with each remoteness and value, whatever their scores."""
    sums: Counter[tuple[int | None, Value]] = Counter()
    for outcome, count in counts.items():
        sums[outcome.remoteness, outcome.value] += count
    return sums


def _scaled(ax: Axes, counts: Collection[int]) -> str:
    """Scale the axis of counts, logarithmically if they differ a lot, and return its name."""
    if max(counts) <= STEEP * min(counts):
        _by_ones(ax)
        return "positions"
    ax.set_yscale("log")
    return "positions (powers of ten)"


def _by_ones(ax: Axes) -> None:
    """Label the axis of counts with whole numbers only, even for few positions."""
    from matplotlib.ticker import MaxNLocator

    ax.yaxis.set_major_locator(MaxNLocator(integer=True))


def outcomes_by_score(
    solution: Solution[Any, Any], ax: Axes | None = None, *, reachable: bool = False
) -> Axes:
    """Plot the number of canonical positions with each score, for the player to move.

    The height of a bar is a number of ``solution.counts()``. If counts differ a lot, the scale is
    logarithmic, and the axis is labelled so. If moves gain points, the score counts the points won
    from the position on.

    Parameters
    ----------
    solution
        Solution of a game with scores, for example the result of ``solve`` or ``load``.
    ax
        Axes to draw on; by default new axes are made.
    reachable
        If true, count only positions that can be reached from the start. Default false.

    Returns
    -------
    Axes
        The axes of the plot.

    Raises
    ------
    InvalidArgumentError
        The game has no scores, an argument is invalid, or matplotlib is not installed.

    >>> import matplotlib; matplotlib.use("Agg")
    >>> from games import DotsAndBoxes
    >>> from gamesolver import solve
    >>> ax = outcomes_by_score(solve(DotsAndBoxes(rows=1, columns=1)))
    >>> int(sum(bar.get_height() for bar in ax.patches))
    6
    """
    require_yes_or_no(reachable=reachable)
    scores = by_score(solution_in(solution).counts(reachable=reachable))
    if not scores:
        other = Advice("counts its positions by plies", tool="outcomes_by_remoteness")
        raise no_scores(solution.game, other)
    ax = axes_in(ax)
    for value in APPEARANCES:
        mine = {score: count for score, count in scores.items() if Value.of(score) is value}
        if mine:
            bars(ax, value, x=list(mine), height=list(mine.values()), width=WIDE)
    up = _scaled(ax, scores.values())
    across = "score, for the player to move"
    dress(ax, name_of(solution.game), across, up)
    _number(ax, {score: str(score) for score in sorted(scores)})
    legend(ax, APPEARANCES)
    return ax


def _places(counts: Mapping[Outcome, int]) -> dict[int | None, int]:
    """Return the x-coordinate of each remoteness; that of infinite play is at the right."""
    finite = sorted({outcome.remoteness for outcome in counts if outcome.remoteness is not None})
    places: dict[int | None, int] = {plies: plies for plies in finite}
    if any(outcome.remoteness is None for outcome in counts):
        places[None] = finite[-1] + 2 if finite else 0
    return places


def _number(ax: Axes, names: Mapping[int, str]) -> None:
    """Label the bars below: all of them, or some if there are many."""
    step = 1 + (len(names) - 1) // FEW
    places = list(names)
    chosen = places[::step]
    if names[places[-1]] == "endless" and places[-1] not in chosen:
        chosen[-1:] = [places[-1]]
    ax.set_xticks(chosen, [names[place] for place in chosen])


def values_by_ply(
    solution: Solution[Any, Any], ax: Axes | None = None, *, limit: int = 100_000
) -> Axes:
    """Plot the numbers of positions won, drawn and lost for the player to move, ply by ply.

    A position is counted at the smallest number of plies in which play from the start reaches it.
    Symmetric positions count as one.

    Parameters
    ----------
    solution
        Solution, for example the result of ``solve`` or ``load``.
    ax
        Axes to draw on; by default new axes are made.
    limit
        Maximum number of positions to examine. Default 100,000.

    Returns
    -------
    Axes
        The axes of the plot.

    Raises
    ------
    SizeLimitError
        Play reaches more than ``limit`` positions.
    InvalidArgumentError
        An argument is invalid, or matplotlib is not installed.

    >>> import matplotlib; matplotlib.use("Agg")
    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> ax = values_by_ply(solve(TicTacToe()))
    >>> [int(bar.get_height()) for bar in ax.containers[0]]
    [0, 0, 7, 8, 85, 72, 139, 56, 23, 0]
    """
    require_limit(limit)
    levels = list(_levels(solution_in(solution), limit))
    ax = axes_in(ax)
    floor = [0] * len(levels)
    for value in APPEARANCES:
        heights = [level[value] for level in levels]
        if any(heights):
            bars(ax, value, x=range(len(levels)), height=heights, bottom=floor, width=WIDE)
        floor = [low + more for low, more in zip(floor, heights, strict=True)]
    _by_ones(ax)
    dress(ax, name_of(solution.game), "plies from the start", "positions, for the player to move")
    _number(ax, {ply: str(ply) for ply in range(len(levels))})
    legend(ax, APPEARANCES)
    return ax


def _levels(solution: Solution[Any, Any], limit: int) -> Iterator[Counter[Value]]:
    """Yield for each ply the values of the positions that are first reached there."""
    rules = Rules(solution.game)
    level = [rules.canonical(solution.start)]
    seen = set(level)
    while level:
        yield Counter(solution[position].value for position in level)
        ahead: dict[Any, None] = {}
        for position in level:
            if rules.ending(position) is None:
                for _, successor in rules.played(position):
                    ahead[rules.canonical(successor)] = None
        level = [position for position in ahead if position not in seen]
        seen.update(level)
        if len(seen) > limit:
            message = f"play from the start reaches more than {limit} positions"
            other = Advice("counts all positions without a limit", tool="outcomes_by_remoteness")
            raise SizeLimitError(message, limit).advised(MORE, other)
