"""estimate: how many positions, how many bytes, how many seconds, before the work is done.

A forecast in at most ten seconds. What can be counted is counted, what can be tried on a
sample is tried and timed on this very machine, and what lies beyond is extrapolated:

* a *numbered* game knows its slots; the engine's own kernels run on a seeded sample of
  them, and a look ahead by the rules shows how the waves will come on;
* a game whose positions must be *found* is explored for some seconds. If that was all of
  it, the rest is as for a numbered game. Otherwise its growth is carried on (``growth``).

Bytes come from the same formulas by which the engine looks before it allocates. Every
figure is a range, and says how it was got.

A game with scores is played by chance as well (``lines``): what it may be won by is part of the
estimate, and the cells are reckoned as wide as that needs, the phases of its solve as they come.
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
from gamesolver.system.progress import Stopwatch

SECONDS = 7.0
"""What a forecast may take; it may be a little more, where work cannot be stopped half-way."""


PROVE = Advice("asks about one position alone", tool="prove")
"""What helps where a game has no room in a table."""

STAGES = Advice("keeps one stage in memory", {"folder": None}, call="solve(game, {})")
"""What helps where one stage has room."""


def estimate(
    game: Game[PositionT, MoveT],
    *,
    start: PositionT | None = None,
    positions: Iterable[PositionT] | None = None,
    scores: bool = True,
    threads: int | None = None,
    memory: int | float | str | None = None,
) -> Estimate:
    """How many positions ``solve`` would have to settle, and what it would take.

    It takes at most ten seconds, and less for small games. Compiling comes on top, there and in a
    first solve: it is left out of the seconds.

    Parameters
    ----------
    game
        The rules.
    start
        A position in place of ``game.start()``; it leaves ``game.positions()`` out.
    positions
        Further roots in place of ``game.positions()``.
    scores
        As the solve would have them: with ``False`` only who wins, in smaller cells.
    threads
        Use at most so many, as the solve would.
    memory
        The limit that the solve would have; the forecast keeps well below it.

    Returns
    -------
    Estimate
        Ranges of positions, bytes and seconds, each with how it was got.

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
    """The figures alone."""
    clock = Stopwatch(SECONDS)
    require_threads(threads)
    require_yes_or_no(scores=scores)
    game = game if scores else by_sign(game)
    rules = Rules(game).within(meter)
    if isinstance(game, CompiledGame):
        with meter.leaving_out():
            from gamesolver.forecast.compiled_games import forecast_compiled  # numba: when needed

        if game.rules.is_numbered and positions is None:
            positions = ()  # every slot is settled, whatever more the game names
        roots: list[Any] = list_roots(rules, start, positions, meter)
        with meter.watching(has_read(roots)):
            return forecast_compiled(rules, roots, threads, meter, clock)
    with meter.leaving_out():
        from gamesolver.forecast.plain_games import forecast_plain

    return forecast_plain(rules, roots_of(rules, start, positions), meter, clock)
