"""How many positions have each value: by remoteness, and by how far they are from the start.

The first needs no more than ``Solution.counts``, whatever the size. For the second the rules are
played through wave by wave, each position once up to symmetry, and there is a limit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from gamesolver.arguments import require_limit, require_yes_or_no
from gamesolver.errors import MORE, Advice, SizeLimitError
from gamesolver.plots.axes import axes_in, bars, dress, legend, name_of, solution_in
from gamesolver.rules.guard import Rules
from gamesolver.show.colours import APPEARANCES
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
    logarithmic, and says so. Draws without end stand at the right.

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
    places = _places(counts)
    present = {
        plies: [outcome.value for outcome in counts if outcome.remoteness == plies]
        for plies in places
    }
    for value in APPEARANCES:
        mine = [outcome for outcome in counts if outcome.value is value]
        if mine:
            shares = [present[outcome.remoteness] for outcome in mine]
            wide = [WIDE / len(share) for share in shares]
            left = [
                places[outcome.remoteness] - WIDE / 2 + share.index(value) * width
                for outcome, share, width in zip(mine, shares, wide, strict=True)
            ]
            heights = [counts[outcome] for outcome in mine]
            bars(ax, value, x=left, height=heights, width=wide, align="edge")
    up = "positions"
    if max(counts.values()) > STEEP * min(counts.values()):
        ax.set_yscale("log")
        up = "positions (powers of ten)"
    dress(ax, name_of(solution.game), "plies to the end, under best play", up)
    _number(ax, {places[plies]: "endless" if plies is None else str(plies) for plies in places})
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
    if not names[places[-1]].isdecimal() and places[-1] not in chosen:
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
