"""What ``estimate`` says beforehand, held against what the solve took.

A forecast may take ten seconds. The truth must lie in its ranges, and these may be so wide
and no wider: bytes of a numbered game 1.2 times, its seconds 3 times; of a game whose
positions are found 5 times where it has stages, and 20 times elsewhere.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import inf
from typing import Any

from benchmarks.measure import Figure, Group, Numbers, in_own_process, load_engine, made, spending

SECONDS = 10
NUMBERED = {"bytes": 1.2, "seconds": 3.0}
STAGED, FOUND = 5.0, 20.0
TRUTH = {"bytes": ("solve GB", 1e9), "seconds": ("solve wall", 1.0)}
"""By range: which number of the solve it is about, and its unit."""


def told(game: Any) -> Numbers:
    """The ranges of a forecast by name, how far apart their ends may be, and what it took."""
    from gamesolver import estimate

    load_engine()
    began = time.perf_counter()
    expected = estimate(game)
    numbers = {"forecast": time.perf_counter() - began}
    rules = game.rules
    for name in ("positions", "bytes", "seconds"):
        range_ = getattr(expected, name)
        spread = NUMBERED.get(name, inf) if rules.is_numbered else FOUND
        if rules.stage is not None and not rules.is_numbered:
            spread = STAGED
        numbers |= {
            f"{name} low": range_.low,
            f"{name} high": range_.high,
            f"{name} spread": spread,
        }
    return numbers


def figures(name: str, forecast: Numbers, solved: Numbers) -> Iterator[Figure]:
    """Each range against the truth, and against how wide it may be."""
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
)
"""Those that are solved for this alone; the others are in ``compiled``."""


def all_figures(quick: bool) -> Iterator[Figure]:
    """The forecast of each game, and what solving it takes."""
    for game in GAMES[:1] if quick else GAMES:
        in_own_process(solved, game)  # everything is compiled
        forecast = in_own_process(told_of, game)
        yield from figures(game, forecast, in_own_process(solved, game))


def told_of(game: str) -> Numbers:
    """The forecast of a game."""
    return told(made(game))


def solved(game: str) -> Numbers:
    """What a solve takes, and how many positions it covers."""
    from gamesolver import solve

    load_engine()
    to_solve = made(game)
    with spending() as solving:
        solution = solve(to_solve)
    return solving.numbers("solve") | {"positions": len(solution)}


GROUPS = (Group("forecasts", all_figures, is_long=True),)
