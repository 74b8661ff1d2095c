"""How many positions have each value: by remoteness, by score, and by plies from the start.

The first two need no more than ``Solution.counts``, whatever the size. For the third the rules are
played through wave by wave, each position once up to symmetry, and there is a limit.
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

WIDE = 0.86  # of the room for one number of plies
FEW = 30  # numbers of plies that are all written below
STEEP = 300  # the most over the least from which on the scale is one of powers


def outcomes_by_remoteness(
    solution: Solution[Any, Any], ax: Axes | None = None, *, reachable: bool = False
) -> Axes:
    """How many canonical positions are won, drawn and lost in how many plies.

    A bar is as high as ``solution.counts()`` says. Where counts differ a lot the scale is
    logarithmic, and says so. Play without end stands at the right.

    Parameters
    ----------
    solution
        What ``solve`` or ``load`` gives.
    ax
        Where to draw; by default new axes are made.
    reachable
        Only positions that play from the start can come to.

    Returns
    -------
    Axes
        What was drawn on.

    Raises
    ------
    InvalidArgumentError
        An argument cannot be used, or matplotlib is not installed.

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
    """How many positions have each remoteness and value, whatever their scores."""
    sums: Counter[tuple[int | None, Value]] = Counter()
    for outcome, count in counts.items():
        sums[outcome.remoteness, outcome.value] += count
    return sums


def _scaled(ax: Axes, counts: Collection[int]) -> str:
    """The name of the axis of counts, which are on a scale of powers where they differ a lot."""
    if max(counts) <= STEEP * min(counts):
        _by_ones(ax)
        return "positions"
    ax.set_yscale("log")
    return "positions (powers of ten)"


def _by_ones(ax: Axes) -> None:
    """Nothing is counted by halves: whole numbers at the axis, however few positions there are."""
    from matplotlib.ticker import MaxNLocator

    ax.yaxis.set_major_locator(MaxNLocator(integer=True))


def outcomes_by_score(
    solution: Solution[Any, Any], ax: Axes | None = None, *, reachable: bool = False
) -> Axes:
    """How many canonical positions have each score, for the player to move.

    A bar is as high as ``solution.counts()`` says. Where counts differ a lot the scale is
    logarithmic, and says so. Where moves win something, the score is what play brings from the
    position on.

    Parameters
    ----------
    solution
        What ``solve`` or ``load`` gives, of a game that is won by something.
    ax
        Where to draw; by default new axes are made.
    reachable
        Only positions that play from the start can come to.

    Returns
    -------
    Axes
        What was drawn on.

    Raises
    ------
    InvalidArgumentError
        The game has no scores, an argument cannot be used, or matplotlib is not installed.

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
    """Where each remoteness stands: at its number, and the endless ones beyond all others."""
    finite = sorted({outcome.remoteness for outcome in counts if outcome.remoteness is not None})
    places: dict[int | None, int] = {plies: plies for plies in finite}
    if any(outcome.remoteness is None for outcome in counts):
        places[None] = finite[-1] + 2 if finite else 0
    return places


def _number(ax: Axes, names: Mapping[int, str]) -> None:
    """Names below the bars: all of them, or some where there are many."""
    step = 1 + (len(names) - 1) // FEW
    places = list(names)
    chosen = places[::step]
    if names[places[-1]] == "endless" and places[-1] not in chosen:
        chosen[-1:] = [places[-1]]
    ax.set_xticks(chosen, [names[place] for place in chosen])


def values_by_ply(
    solution: Solution[Any, Any], ax: Axes | None = None, *, limit: int = 100_000
) -> Axes:
    """How many positions are won, drawn and lost for the player to move, ply by ply.

    A position stands at the fewest plies in which play from the start can come to it, and
    counts once for all its twins.

    Parameters
    ----------
    solution
        What ``solve`` or ``load`` gives.
    ax
        Where to draw; by default new axes are made.
    limit
        Raise ``SizeLimitError`` rather than look at more positions than this.

    Returns
    -------
    Axes
        What was drawn on.

    Raises
    ------
    SizeLimitError
        Play comes to more than ``limit`` positions.
    InvalidArgumentError
        An argument cannot be used, or matplotlib is not installed.

    >>> import matplotlib; matplotlib.use("Agg")
    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> ax = values_by_ply(solve(TicTacToe()))
    >>> [int(bar.get_height()) for bar in ax.containers[0]]
    [0, 0, 7, 8, 85, 72, 139, 56, 23, 0]
    """
    require_limit(limit)
    waves = list(_waves(solution_in(solution), limit))
    ax = axes_in(ax)
    floor = [0] * len(waves)
    for value in APPEARANCES:
        heights = [wave[value] for wave in waves]
        if any(heights):
            bars(ax, value, x=range(len(waves)), height=heights, bottom=floor, width=WIDE)
        floor = [low + more for low, more in zip(floor, heights, strict=True)]
    _by_ones(ax)
    dress(ax, name_of(solution.game), "plies from the start", "positions, for the player to move")
    _number(ax, {ply: str(ply) for ply in range(len(waves))})
    legend(ax, APPEARANCES)
    return ax


def _waves(solution: Solution[Any, Any], limit: int) -> Iterator[Counter[Value]]:
    """The values of the positions that are first come to at each ply."""
    rules = Rules(solution.game)
    wave = [rules.canonical(solution.start)]
    seen = set(wave)
    while wave:
        yield Counter(solution[position].value for position in wave)
        ahead: dict[Any, None] = {}
        for position in wave:
            if rules.ending(position) is None:
                for _, successor in rules.played(position):
                    ahead[rules.canonical(successor)] = None
        wave = [position for position in ahead if position not in seen]
        seen.update(wave)
        if len(seen) > limit:
            message = f"play from the start comes to more than {limit} positions"
            other = Advice("counts all without looking at each", tool="outcomes_by_remoteness")
            raise SizeLimitError(message, limit).advised(MORE, other)
