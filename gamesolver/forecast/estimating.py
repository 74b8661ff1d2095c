"""``estimate``: numbers of positions, bytes and seconds, before the work is done.

A forecast in at most ten seconds. What can be counted is counted, what can be tried on a
sample is tried and timed on this very machine, and what lies beyond is extrapolated:

* an *indexed* game defines its number of indexes; the engine's kernels run on a seeded sample of
  them, and a search ahead by the rules predicts the passes;
* a game whose positions must be *found* is explored for some seconds. If that was all of
  it, the rest is as for an indexed game. Otherwise its growth is carried on (``growth``).

Bytes come from the same formulas by which the engine looks before it allocates. Every
figure is a range with a description of its origin.

Lines of random play are sampled for a game with scores (``lines``). Their scores are part of the
estimate, and determine the width of the entries that is assumed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from gamesolver.arguments import require_threads, require_yes_or_no
from gamesolver.errors import Advice
from gamesolver.forecast.estimates import Estimate
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.rules.lookup import has_read, list_roots, roots_of
from gamesolver.rules.signs import by_sign
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Listener, Stopwatch, reporting

SECONDS = 7.0
"""Time limit of a forecast; work that cannot be interrupted may exceed it a little."""


PROVE = Advice("proves the outcome of one position", tool="prove")
"""Advice if the table of a game does not fit into memory."""

STAGES = Advice("keeps one stage in memory", {"folder": None}, call="solve(game, {})")
"""Advice if one stage fits into memory."""


def estimate(
    game: Game[PositionT, MoveT],
    *,
    start: PositionT | None = None,
    positions: Iterable[PositionT] | None = None,
    scores: bool = True,
    threads: int | None = None,
    memory: int | float | str | None = None,
    progress: bool | Listener | None = None,
) -> Estimate:
    """Estimate the number of positions that ``solve`` would resolve, and the cost.

    It takes at most ten seconds, and less for small games. Time for compiling is not included,
    neither in that limit nor in the estimated seconds.

    Parameters
    ----------
    game
        The rules.
    start
        A position in place of ``game.start()``; it leaves ``game.positions()`` out.
    positions
        Further roots in place of ``game.positions()``.
    scores
        Option of the solve: ``False`` computes only the winner, in smaller table entries.
    threads
        Greatest number of threads, as for the solve.
    memory
        Memory limit of the solve; the forecast itself needs much less.
    progress
        ``True`` for a bar, or a callable that takes a ``Progress``.

    Returns
    -------
    Estimate
        Ranges of positions, bytes and seconds, each with a description of its origin.

    Raises
    ------
    GameContractError
        The rules break a law that is noticed on the way.
    InvalidArgumentError
        An argument cannot be used.

    >>> from games import TicTacToe
    >>> expected = estimate(TicTacToe())
    >>> expected.positions.low, expected.positions.high
    (765, 765)
    >>> expected.seconds.high < 10
    True
    """
    meter = MemoryMeter(memory)
    with reporting(progress) as report:
        report("estimate", 0)
        expected = _expected(game, start, positions, scores, threads, meter)
    if expected.bytes.low <= meter.limit:
        return expected
    fits = expected.stage is not None and expected.stage.low <= meter.limit
    return attrs.evolve(expected, advice=STAGES if fits else PROVE)


def _expected(
    game: Game[PositionT, MoveT],
    start: PositionT | None,
    positions: Iterable[PositionT] | None,
    scores: bool,
    threads: int | None,
    meter: MemoryMeter,
) -> Estimate:
    """Return the figures alone."""
    clock = Stopwatch(SECONDS)
    require_threads(threads)
    require_yes_or_no(scores=scores)
    game = game if scores else by_sign(game)
    rules = Rules(game).within(meter)
    if isinstance(game, CompiledGame):
        with meter.leaving_out():
            from gamesolver.engine.kernel_calls import load_numba_if_needed
            from gamesolver.forecast.compiled_games import forecast_compiled  # numba: when needed

            load_numba_if_needed()
        if game.rules.is_indexed and positions is None:
            positions = ()  # every index is resolved, whatever more the game names
        roots: list[Any] = list_roots(rules, start, positions, meter)
        with meter.watching(has_read(roots)):
            return forecast_compiled(rules, roots, threads, meter, clock)
    with meter.leaving_out():
        from gamesolver.forecast.plain_games import forecast_plain

    return forecast_plain(rules, roots_of(rules, start, positions), meter, clock)
