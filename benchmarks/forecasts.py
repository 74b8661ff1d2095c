"""Results of ``estimate`` compared with the costs of the solve.

A forecast may take ten seconds. The true numbers must lie in its ranges, and the ratio between the
ends of a range is limited. For an indexed game it is 1.2 for bytes and 3 for seconds. For an
enumerated game it is 5 if each move leads to the next layer, and 20 otherwise (for example in
Kalah, whose moves can keep the turn and gain points). For a game in plain Python that is explored
to the end it is 3. Some games of both kinds have scores.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import inf
from typing import Any

from benchmarks.measure import Figure, Group, Numbers, in_own_process, load_engine, made, spending

SECONDS = 10
INDEXED = {"bytes": 1.2, "seconds": 3.0}
STAGED, FOUND, EXPLORED = 5.0, 20.0, 3.0
TRUTH = {"bytes": ("solve GB", 1e9), "seconds": ("solve wall", 1.0)}
"""By range: the number of the solve to compare with, and its unit."""


def forecast_numbers(game: Any) -> Numbers:
    """Return the ranges of a forecast by name, their allowed spreads, and its seconds."""
    from gamesolver import estimate

    load_engine()
    began = time.perf_counter()
    expected = estimate(game)
    numbers = {"forecast": time.perf_counter() - began}
    for name in ("positions", "bytes", "seconds"):
        range_ = getattr(expected, name)
        numbers |= {
            f"{name} low": range_.low,
            f"{name} high": range_.high,
            f"{name} spread": spread_of(game, name),
        }
    return numbers


def spread_of(game: Any, name: str) -> float:
    """Return the greatest allowed ratio between the ends of a range."""
    from gamesolver import CompiledGame

    if not isinstance(game, CompiledGame):
        return EXPLORED
    if game.rules.is_indexed:
        return INDEXED.get(name, inf)
    return STAGED if game.rules.stage is not None and not game.rules.has_gains else FOUND


def figures(name: str, forecast: Numbers, solved: Numbers) -> Iterator[Figure]:
    """Compare each range with the true number and with its allowed spread."""
    yield Figure(f"{name}, forecast", forecast["forecast"], "s", SECONDS)
    for what in ("positions", "bytes", "seconds"):
        number, unit = TRUTH.get(what, ("positions", 1.0))
        truth = solved[number] * unit
        low, high = forecast[f"{what} low"], forecast[f"{what} high"]
        yield Figure(f"{name}, least {what} over the true ones", low / truth, "", 1)
        yield Figure(f"{name}, most {what} over the true ones", high / truth, "", 1, None, True)
        if forecast[f"{what} spread"] < inf:
            spread = 1.001 * forecast[f"{what} spread"]  # ends are rounded
            yield Figure(f"{name}, most {what} over the least", high / low, "", spread)


GAMES = (
    "MNK(m=3, n=4, k=3)",
    "MNK(m=3, n=5, k=3)",
    "MNK(m=4, n=4, k=3)",
    "MNK(m=4, n=4, k=4)",
    "ConnectFour(width=4, height=4)",
    "ConnectFour(width=4, height=5)",
    "ConnectFour(width=5, height=4)",
    "ConnectFour(width=6, height=4)",
    "Quixo(size=3)",
    "Teeko()",
    "GobbletGobblers(reading='lift-loses')",
    "GobbletGobblers(reading='mover-wins')",
    "GobbletGobblers(placing_only=True)",
    "DotsAndBoxes(rows=2, columns=3)",
    "DotsAndBoxes(rows=3, columns=3)",
    "Kalah(houses=4, seeds=2)",
    "Kalah(houses=4, seeds=3)",
    "ScoringHeaps()",
    "TinyGo(rows=2, columns=3)",
    "Othello()",
    "Othello(rows=3, columns=5)",
    "Awari()",
    "Awari(houses=3, seeds=12)",
)
"""Games that are solved for this comparison only; the others are in ``compiled``."""


def all_figures(quick: bool) -> Iterator[Figure]:
    """Compare the forecast of each game with the cost of solving it."""
    for game in GAMES[:1] if quick else GAMES:
        in_own_process(solved, game)  # everything is compiled
        forecast = in_own_process(reported_of, game)
        yield from figures(game, forecast, in_own_process(solved, game))


def reported_of(game: str) -> Numbers:
    """Return the forecast of a game."""
    return forecast_numbers(made(game))


def solved(game: str) -> Numbers:
    """Return the cost of a solve, and the number of positions that it covers."""
    from gamesolver import solve

    load_engine()
    to_solve = made(game)
    with spending() as solving:
        solution = solve(to_solve)
    return solving.numbers("solve") | {"positions": len(solution)}


GROUPS = (Group("forecasts", all_figures, is_long=True),)
