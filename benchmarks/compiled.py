"""Compiled games solved whole: results, seconds and bytes.

Each game is solved in its own process, with its kernels compiled beforehand. The results
are compared with the published ones. Wall time, CPU-seconds of all threads, and peak
memory beyond that of the imports are those of ``solve`` alone. Marking the reachable
positions and verifying are measured separately. Verifying may take at most the time of the
solve, in CPU-seconds, which depend least on other work on the machine. The ranges of
``estimate`` are compared with the measured costs (``forecasts``).

``--quick`` uses smaller variants and skips verifying, because comparing ten thousand
positions with the plain rules would take longer than solving them. The variant of Gobblet
Gobblers, two sizes of three pieces, has 5,804,111 positions in its index, of which the
start reaches 5,158,225. The bounds of small variants are generous: they reveal defects
rather than small differences.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from benchmarks import forecasts
from benchmarks.measure import Figure, Group, Numbers, in_own_process, load_engine, spending

Bound = tuple[float, float | None]
"""The required bound, and the desired one."""


@attrs.frozen
class Case:
    """One game with its known results and the bounds of its figures."""

    game: str
    parameters: Mapping[str, object]
    start: str
    """The outcome of the start, as text."""
    kinds: tuple[int, int, int] | None = None
    """Numbers of positions that are won, lost and drawn for the player to move."""
    positions: int | None = None
    """Number of positions of the solution, folded."""
    symmetric: bool = False
    """True if the kinds are counted with symmetric positions."""
    reached: tuple[int, int] | None = None
    """Number of positions that the start reaches, and the number of won and lost ones."""
    bounds: Mapping[str, Bound] = attrs.field(factory=dict)
    """Bounds by the name of a number, see ``Spent.numbers``."""

    def made(self) -> Any:
        """Return the game."""
        import games

        return getattr(games, self.game)(**self.parameters)

    @property
    def name(self) -> str:
        """The game and its parameters in a few words."""
        values = " ".join(f"{name} {value}" for name, value in self.parameters.items())
        return f"{self.game} {values}".strip()


VERIFY: dict[str, Bound] = {"verify over solve": (1.0, None)}

WHOLE = {
    "gobblet": Case(
        "GobbletGobblers",
        {},
        "win in 13",
        positions=360_382_485,
        reached=(341_024_631, 340_920_481),
        bounds={
            "solve cpu": (40, 26),
            "solve GB": (1.0, 0.8),
            "reach cpu": (60, None),
            "reach GB": (0.1, None),
            **VERIFY,
        },
    ),
    "shogi": Case(
        "AnimalShogi",
        {},
        "loss in 77",
        (56_474_473 + 140_298_614, 40_328_395 + 7_018_985, 2_682_700),
        bounds={"solve wall": (240, 150), "solve GB": (10, 8), **VERIFY},
    ),
    "shogi-indexed": Case(
        "AnimalShogi",
        {"indexed": True},
        "loss in 77",
        positions=588_021_930,
        reached=(246_803_167, 246_803_167 - 2_682_700),
        bounds={"solve cpu": (240, 120), "solve GB": (1.2, 0.6), **VERIFY},
    ),
    "connect-four": Case(
        "ConnectFour",
        {"width": 5, "height": 5},
        "draw in 25",
        (27_296_634, 28_047_793, 14_419_273),
        symmetric=True,
        bounds={"solve wall": (12, 7), "solve GB": (1.5, None), **VERIFY},
    ),
    "quixo": Case(
        "Quixo", {"size": 4}, "win in 21", (26_434_489, 15_003_736, 1_608_496), bounds=VERIFY
    ),
    "chess": Case(
        "ChessEndgame",
        {"material": "KBNK"},
        "win in 47",
        bounds={"solve wall": (60, None), "solve GB": (2, None), **VERIFY},
    ),
}
"""Cases by group, with published figures; for their sources see the goldens of the tests."""

SMALL = {
    "gobblet": Case(
        "GobbletGobblers",
        {"sizes": 2, "copies": 3},
        "win in 11",
        positions=5_804_111,
        reached=(5_158_225, 5_153_804),
        bounds={
            "solve cpu": (5, None),
            "solve GB": (0.1, None),
            "reach cpu": (2, None),
            "reach GB": (0.1, None),
        },
    ),
    "shogi": Case(
        "AnimalShogi",
        {"pieces": "LC"},
        "win in 14",
        (17_783, 6_271, 735),
        bounds={"solve cpu": (2, None), "solve GB": (0.1, None)},
    ),
    "shogi-indexed": Case(
        "AnimalShogi",
        {"pieces": "LCE", "indexed": True},
        "endless draw",
        positions=6_000_570,
        reached=(3_202_071, 3_202_071 - 72_513),
        bounds={"solve cpu": (5, None), "solve GB": (0.1, None)},
    ),
    "connect-four": Case(
        "ConnectFour",
        {"width": 4, "height": 4},
        "draw in 16",
        (38_675, 32_234, 90_120),
        symmetric=True,
        bounds={"solve cpu": (2, None), "solve GB": (0.1, None)},
    ),
    "quixo": Case(
        "Quixo",
        {"size": 3},
        "win in 7",
        (12_748, 6_935, 0),
        bounds={"solve cpu": (2, None), "solve GB": (0.1, None)},
    ),
    "chess": Case(
        "ChessEndgame",
        {"material": "KRK"},
        "win in 15",
        bounds={"solve wall": (2, None), "solve GB": (0.1, None)},
    ),
}
"""Cases by group with ``--quick``."""

UNITS = {"wall": "s", "cpu": "CPU-s", "GB": "GB"}


def figures(name: str, quick: bool) -> Iterator[Figure]:
    """Measure solving, reaching, and verifying, after a small variant has compiled everything."""
    in_own_process(solve_whole, name, True, not quick)
    case = (SMALL if quick else WHOLE)[name]
    solved = in_own_process(solve_whole, name, quick, not quick)
    for number, measured in solved.items():
        owed, wanted = case.bounds.get(number, (None, None))
        unit = UNITS.get(number.split()[-1], "")
        yield Figure(f"{case.name}, {number}", measured, unit, owed, wanted)
    if not quick:
        yield from forecasts.figures(case.name, in_own_process(forecast, name), solved)


def forecast(name: str) -> Numbers:
    """Measure ``estimate`` of a game."""
    return forecasts.forecast_numbers(WHOLE[name].made())


def solve_whole(name: str, quick: bool, verify: bool) -> Numbers:
    """Solve one game and compare its results with the published ones."""
    from gamesolver import solve

    case = (SMALL if quick else WHOLE)[name]
    load_engine()
    game = case.made()
    with spending() as solving:
        solution = solve(game)
    assert str(solution.outcome) == case.start, solution.outcome
    assert case.positions in (None, len(solution)), len(solution)
    assert case.kinds in (None, kinds_of(solution.counts(symmetric=case.symmetric)))
    found = solving.numbers("solve") | {"positions": len(solution)}
    if case.reached:
        with spending() as reaching:
            counts = solution.counts(reachable=True)
        won, lost, drawn = kinds_of(counts)
        assert (won + lost + drawn, won + lost) == case.reached, (won, lost, drawn)
        found |= reaching.numbers("reach")
    if verify:
        with spending() as verifying:
            assert solution.verify().positions == len(solution)
        found |= verifying.numbers("verify") | {"verify over solve": verifying.cpu / solving.cpu}
    return found


def kinds_of(counts: Mapping[Any, int]) -> tuple[int, int, int]:
    """Return the numbers of positions won, lost, and drawn."""
    won, lost, drawn = (
        sum(number for outcome, number in counts.items() if int(outcome.value) == value)
        for value in (1, -1, 0)
    )
    return won, lost, drawn


GROUPS = tuple(
    Group(name, lambda quick, name=name: figures(name, quick), is_long=True) for name in WHOLE
)
