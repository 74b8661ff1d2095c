"""Games with scores: results, CPU-seconds and bytes.

Compiled games are solved as in ``compiled``: in their own processes, with kernels compiled
beforehand, and results compared with the published ones.

A graph whose ends have one of 49 scores is resolved in phases, one for each size of a score. It
is solved in turn with the same random graph with three scores. The bound is for the ratio of
their times.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import perf_counter

import attrs

from benchmarks.compiled import UNITS, Bound
from benchmarks.measure import Figure, Group, Numbers, in_own_process, load_engine, made, spending


@attrs.frozen
class Scored:
    """A game with its known results and the bounds of its figures."""

    game: str
    start: str
    """The outcome of the start, as text."""
    positions: int
    """Number of positions of the solution, folded."""
    bounds: dict[str, Bound]
    """Bounds by the name of a number, see ``Spent.numbers``."""


WHOLE = {
    "kalah": Scored(
        "Kalah(houses=4, seeds=3, empty_captures=True)",
        "win by 8 in 13",
        768_304,
        {"solve cpu": (20, 5)},
    ),
    "awari": Scored(
        "Awari(seeds=15)",
        "win by 1 in 84",
        17_383_860,
        {"solve cpu": (120, 40)},
    ),
    "dots-and-boxes": Scored(
        "DotsAndBoxes(rows=3, columns=3)",
        "loss by 3 in 24",
        2_102_800,
        {"solve cpu": (60, 15), "solve GB": (0.5, None)},
    ),
}
"""Games by group; for the sources of the figures see the files next to the games."""

SMALL = {
    "kalah": Scored("Kalah()", "win by 4 in 8", 1_456, {"solve cpu": (2, None)}),
    "awari": Scored("Awari()", "draw in 10", 1_820, {"solve cpu": (2, None)}),
    "dots-and-boxes": Scored("DotsAndBoxes()", "win by 2 in 12", 570, {"solve cpu": (2, None)}),
}
"""Games by group with ``--quick``."""


def figures(name: str, quick: bool) -> Iterator[Figure]:
    """Measure solving and verifying."""
    case = (SMALL if quick else WHOLE)[name]
    in_own_process(solve_scored, name, quick)  # compile everything
    for number, measured in in_own_process(solve_scored, name, quick).items():
        owed, wanted = case.bounds.get(number, (None, None))
        yield Figure(
            f"{case.game}, {number}", measured, UNITS.get(number.split()[-1], ""), owed, wanted
        )


def solve_scored(name: str, quick: bool) -> Numbers:
    """Solve one game, and compare its results with the published ones."""
    from gamesolver import solve

    case = (SMALL if quick else WHOLE)[name]
    load_engine()
    game = made(case.game)
    with spending() as solving:
        solution = solve(game)
    assert str(solution.outcome) == case.start, solution.outcome
    assert len(solution) == case.positions, len(solution)
    with spending() as verifying:
        assert solution.verify().positions == len(solution)
    return solving.numbers("solve") | verifying.numbers("verify")


FEW, MANY = range(-1, 2), range(-24, 25)
"""The scores that the ends of a random graph may have."""


def graph_figures(quick: bool) -> Iterator[Figure]:
    """Compare the graph solver with many scores and with few."""
    size, runs = (1_000_000, 3) if quick else (10_000_000, 5)
    found = in_own_process(many_over_few, size, 5 * size, runs)
    name = f"{size // 1_000_000}M positions, {5 * size // 1_000_000}M edges"
    for scores in (FEW, MANY):
        yield Figure(f"retrograde, {name}, {len(scores)} scores", found[str(len(scores))], "s")
    yield Figure("the latter over the former", found["ratio"], "", 4, 2)


def many_over_few(size: int, num_edges: int, runs: int) -> Numbers:
    """Return the seconds with few and with many scores, in turn, and their median ratio."""
    from benchmarks.random_graph import random_graph
    from gamesolver.graph.layers import load_kernels
    from gamesolver.graph.retrograde import retrograde

    load_kernels()
    graphs = [random_graph(size, num_edges, ends=scores) for scores in (FEW, MANY)]
    seconds: list[list[float]] = []
    for _ in range(runs + 1):
        seconds.append([])
        for (rows, edges, labels), scores in zip(graphs, (FEW, MANY), strict=True):
            began = perf_counter()
            resolved = retrograde(rows, edges, labels)
            seconds[-1].append(perf_counter() - began)
            assert abs(resolved.points).max() <= max(scores)
    few, many = zip(*seconds[1:], strict=True)  # the first run compiles
    ratio = median(one / other for one, other in zip(many, few, strict=True))
    return {str(len(FEW)): median(few), str(len(MANY)): median(many), "ratio": ratio}


GROUPS = (
    *(Group(name, lambda quick, name=name: figures(name, quick), is_long=True) for name in WHOLE),
    Group("scores-graph", graph_figures, is_long=True),
)
