"""The game under perfect play: from the start by best moves alone, ply by ply, as boards.

All best moves of both players are followed, and symmetric positions count as one. A position is
drawn at the smallest number of plies in which perfect play reaches it. A move that leads back or to
a position of its ply is drawn as a broken line. Within its ply a position is drawn near its
neighbours: a few passes down and up move it to the mean of their coordinates.

The colour of a frame shows the value for the player to move, and so does the shape of the marker
below it. In a game with scores the score is below.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from gamesolver.arguments import require_limit
from gamesolver.errors import MORE, Advice, SizeLimitError
from gamesolver.plots.axes import LETTERS, axes_in, head, legend, name_of, solution_in
from gamesolver.rules.guard import Rules
from gamesolver.show.colours import APPEARANCES, INK, PAPER, SOFT
from gamesolver.show.sentences import WORDS, signed
from gamesolver.solution import Solution

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST = 150
APART, BELOW = 1.32, 1.85  # from board to board and from ply to ply, in boards
RIGHT, LOWER = 0.09, 0.73  # from the middle of a board to the score below it
PASSES = 8
LEAST_WIDTH = 8.0  # boards side by side, so that the title fits
INCHES = 0.62  # of a board, in axes made here
WIDEST, HIGHEST = 22.0, 16.0  # of such axes


@attrs.frozen
class Play:
    """Perfect play: the positions by the ply at which they are first reached, and the moves."""

    plies: list[list[Any]]
    moves: list[tuple[Any, Any]]
    boards: dict[Any, Any]
    """The position that is shown, by canonical position."""


def perfect_play(
    solution: Solution[Any, Any], ax: Axes | None = None, *, start: Any = None, limit: int = MOST
) -> Axes:
    """Plot the graph of best moves from the start, or another position, with boards as nodes.

    Parameters
    ----------
    solution
        Solution, for example the result of ``solve`` or ``load``.
    ax
        Axes to draw on; by default new axes are made.
    start
        Position to start from; by default the start of the solution.
    limit
        Maximum number of positions to draw. Default 150.

    Returns
    -------
    Axes
        The axes of the plot.

    Raises
    ------
    SizeLimitError
        Perfect play reaches more than ``limit`` positions.
    UnknownPositionError
        ``start`` is not a position of the solution.
    InvalidArgumentError
        An argument is invalid, or matplotlib is not installed.

    >>> import matplotlib; matplotlib.use("Agg")
    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> solution = solve(TicTacToe())
    >>> ax = perfect_play(solution, start=solution.game.parse("xo.x.o..."))
    >>> len(ax.patches)
    2
    """
    require_limit(limit)
    here = solution_in(solution).start if start is None else start
    solution[here]
    play = _followed(solution, here, limit)
    places = _laid_out(play)
    wide = max(LEAST_WIDTH, (max(map(len, play.plies)) + 1) * APART)
    high = 0.8 + INCHES * BELOW * len(play.plies)
    ax = axes_in(ax, (min(WIDEST, INCHES * wide), min(HIGHEST, high)))
    _draw(ax, solution, play, places)
    _dress(ax, solution, play, wide)
    return ax


def _followed(solution: Solution[Any, Any], start: Any, limit: int) -> Play:
    """Return perfect play from a position, found ply by ply."""
    rules = Rules(solution.game)
    first = rules.canonical(start)
    play = Play([], [], {first: start})
    level = [first]
    while level:
        play.plies.append(level)
        ahead = []
        for position in level:
            best = (row for row in solution.moves(play.boards[position]) if row.is_best)
            for successor, board in {
                rules.canonical(row.position): row.position for row in best
            }.items():
                play.moves.append((position, successor))
                if successor not in play.boards:
                    play.boards[successor] = board
                    ahead.append(successor)
        if len(play.boards) > limit:
            message = f"perfect play reaches more than {limit} positions"
            part = Advice("shows a part of it", {"start": None})
            raise SizeLimitError(message, limit).advised(part, MORE)
        level = ahead
    return play


def _laid_out(play: Play) -> dict[Any, tuple[float, float]]:
    """Return the coordinates of each position: plies downwards, each near its neighbours."""
    near: dict[Any, list[Any]] = {position: [] for position in play.boards}
    for source, target in play.moves:
        near[source].append(target)
        near[target].append(source)
    across: dict[Any, float] = {}
    for level in play.plies:
        _spread(level, across)
    for number in range(PASSES):
        levels = play.plies if number % 2 == 0 else play.plies[::-1]
        for level in levels:
            means = {
                position: sum(across[other] for other in near[position])
                / max(1, len(near[position]))
                for position in level
            }
            level.sort(key=means.__getitem__)
            _spread(level, across)
    return {
        position: (across[position], -ply * BELOW)
        for ply, level in enumerate(play.plies)
        for position in level
    }


def _spread(level: Sequence[Any], across: dict[Any, float]) -> None:
    """Space the positions of a ply evenly around the middle."""
    for number, position in enumerate(level):
        across[position] = (number - (len(level) - 1) / 2) * APART


def _draw(
    ax: Axes,
    solution: Solution[Any, Any],
    play: Play,
    places: dict[Any, tuple[float, float]],
) -> None:
    from matplotlib.collections import LineCollection
    from matplotlib.patches import FancyBboxPatch

    from gamesolver.plots.board_artist import Boards

    for is_onward in (True, False):
        moves = [
            (places[source], places[target])
            for source, target in play.moves
            if (places[target][1] < places[source][1]) == is_onward
        ]
        style = "solid" if is_onward else "dashed"
        ax.add_collection(
            LineCollection(
                moves, colors=SOFT, linewidths=0.8, linestyles=style, alpha=0.55, zorder=1
            )
        )
    values = {position: solution[position].value for position in play.boards}
    for value, appearance in APPEARANCES.items():
        mine = [places[position] for position in play.boards if values[position] is value]
        for x, y in mine:
            frame = FancyBboxPatch(
                (x - 0.5, y - 0.5),
                1,
                1,
                boxstyle="round,pad=0.06,rounding_size=0.1",
                facecolor=PAPER,
                edgecolor=appearance.light.fill,
                linewidth=1.6,
                zorder=2,
            )
            ax.add_patch(frame)
        if mine:
            ax.scatter(
                [x for x, _ in mine],
                [y - 0.56 for _, y in mine],
                marker=appearance.marker,
                s=34,
                color=appearance.light.fill,
                edgecolors=PAPER,
                linewidths=0.8,
                label=WORDS[value],
                zorder=4,
            )
    rules = Rules(solution.game)
    if rules.is_scored:
        for position in play.boards:
            x, y = places[position]
            score = signed(solution[position].points)
            look: dict[str, Any] = {"color": INK, "fontsize": LETTERS - 1, "va": "center"}
            ax.text(x + RIGHT, y - LOWER, score, **look)
    boards = [
        (board, rules.mover(board, ply), places[position])
        for ply, level in enumerate(play.plies)
        for position, board in ((position, play.boards[position]) for position in level)
    ]
    ax.add_collection(Boards(rules, boards))


def _dress(ax: Axes, solution: Solution[Any, Any], play: Play, wide: float) -> None:
    """Draw the numbers of the plies at the left, the title and the legend."""
    left = -wide / 2
    for ply in range(len(play.plies)):
        ax.text(left, -ply * BELOW, str(ply), color=SOFT, fontsize=LETTERS, va="center")
    ax.set_xlim(left - 0.1, wide / 2 + 0.1)
    ax.set_ylim(-(len(play.plies) - 1) * BELOW - 0.8, 0.8)
    ax.set_aspect("equal")
    ax.axis("off")
    head(ax, f"{name_of(solution.game)} under perfect play", 24)
    legend(ax, APPEARANCES)
