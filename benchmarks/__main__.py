"""Measure every figure of the house, and fail if one that is owed is missed.

``python -m benchmarks`` takes some minutes; ``--quick`` uses smaller graphs and
fewer runs; ``--keep TITLE`` adds the figures to ``history.md``. The machine may be
shared: a group of figures with one that misses its bound is measured again, up to
twice, and every attempt is shown; the bound itself stays as it is.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator

from benchmarks.measure import HEADER, Figure, keep, median_ratio, median_seconds, run_python

ATTEMPTS = 3

TIMED = """
import time
began = time.perf_counter()
{code}
print(time.perf_counter() - began)
"""
SOLVE = """
from gamesolver import solve
from games import TicTacToe
solution = solve(TicTacToe(), method={method!r})
assert solution.remoteness == 9 and len(solution) == 765
"""
GRAPH = """
import time
from benchmarks.measure import peak_memory
from benchmarks.random_graph import random_graph
from gamesolver.memory import anonymous_bytes
from gamesolver.retrograde import load_kernels, retrograde
load_kernels()
base = anonymous_bytes()
rows, edges, known = random_graph({size}, {edges})
seconds = []
with peak_memory() as peak:
    for _ in range({runs}):
        began = time.perf_counter()
        labels = retrograde(rows, edges, known)
        seconds.append(time.perf_counter() - began)
        assert (labels.value <= 1).all()
        del labels
print(sorted(seconds)[len(seconds) // 2], (peak[-1] - base) / {edges})
"""


def figures(quick: bool) -> Iterator[Figure]:
    """All figures, group by group, the last attempt of each."""
    runs = 3 if quick else 7
    groups: list[Callable[[], Iterator[Figure]]] = [
        lambda: process_figures(runs),
        lambda: rules_figures(runs),
        lambda: verify_figures(runs),
        lambda: graph_figures(quick),
    ]
    for group in groups:
        for _attempt in range(ATTEMPTS):
            measured = []
            for figure in group():
                print(figure.row(), flush=True)
                measured.append(figure)
            if all(figure.holds for figure in measured):
                break
        yield from measured


def process_figures(runs: int) -> Iterator[Figure]:
    """Import and whole processes."""
    light = "import sys, gamesolver; assert not {'numba', 'networkx', 'numpy'} & set(sys.modules)"
    imports = sorted(float(run_python(TIMED.format(code=light))) for _ in range(runs))
    yield Figure("import gamesolver", imports[runs // 2], "s", owed=0.1)
    for method in ("auto", "retrograde"):
        code = SOLVE.format(method=method)
        with tempfile.TemporaryDirectory() as cache:
            first = median_seconds(lambda: run_python(code, NUMBA_CACHE_DIR=cache), 1)  # noqa: B023  # run at once
            later = median_seconds(lambda: run_python(code, NUMBA_CACHE_DIR=cache), runs)  # noqa: B023  # same
        yield Figure(f"solve tic-tac-toe, first process, {method}", first, "s", owed=6)
        yield Figure(f"solve tic-tac-toe, later process, {method}", later, "s", owed=1.0)


def rules_figures(runs: int) -> Iterator[Figure]:
    """Games with rules in plain Python."""
    from games import PlainGobbletGobblers, TicTacToe
    from gamesolver import explore, solve

    game = TicTacToe()
    for method in ("minimax", "retrograde"):
        solve(game, method=method)
        seconds = median_seconds(lambda: solve(game, method=method), 5 * runs)  # noqa: B023  # run at once
        yield Figure(f"solve tic-tac-toe, warm, {method}", seconds, "s", owed=0.06)

    seconds = median_seconds(lambda: explore(game, fold=False), 5 * runs)
    assert len(explore(game, fold=False)) == 5478
    yield Figure(
        "unfolded tic-tac-toe", 5478 / seconds, "positions/s", 150_000, more_is_better=True
    )

    one_size = PlainGobbletGobblers(sizes=1, copies=3)
    cases = (("unfolded tic-tac-toe", game, False), ("folded tic-tac-toe", game, True))
    for name, each, fold in (*cases, ("folded gobblet, one size", one_size, True)):
        share = overhead(each, fold, 5 * runs)
        yield Figure(f"library's share of the time, {name}", share, "", owed=0.5)


def overhead(game: object, fold: bool, runs: int) -> float:
    """The part of an exploration that is not spent in the author's rules.

    The rules are timed by asking again, in the same order and nothing else,
    every question that the exploration asked.
    """
    from gamesolver import explore
    from gamesolver.rules import Rules

    rules = Rules(game)  # type: ignore[var-annotated, arg-type]  # any game
    asked = Recording(rules, explore(rules.game, fold=fold), fold)
    ratio = median_ratio(asked.again, lambda: explore(rules.game, fold=fold), runs)
    return 1 - ratio


class Recording:
    """The questions that an exploration asks a game."""

    def __init__(self, rules, graph, fold):  # type: ignore[no-untyped-def]  # any game
        game = rules.game
        self.game = game
        self.has_seats = rules.has_seats
        self.open = [p for p in graph if game.terminal_value(p) is None]
        self.all = list(graph)
        self.plays = [(p, move) for p in self.open for move in game.moves(p)]
        self.successors = [game.play(p, move) for p, move in self.plays]
        known = set(graph.found)
        folds = fold and rules.folds
        self.foreign = [p for p in self.successors if folds and p not in known]

    def again(self) -> None:
        """Ask them once more."""
        game = self.game
        for position in self.all:
            game.terminal_value(position)
        for position in self.open:
            tuple(game.moves(position))
        for position, move in self.plays:
            game.play(position, move)
        for position in self.foreign:
            game.canonical(position)
        if self.has_seats:
            for position in self.open:
                game.player(position)
            for position in self.successors:
                game.player(position)


def verify_figures(runs: int) -> Iterator[Figure]:
    """The verifier beside the solver."""
    from games import Nim, PlainGobbletGobblers, TicTacToe
    from gamesolver import solve

    for game in (TicTacToe(), Nim(heaps=(5, 6, 7)), PlainGobbletGobblers(sizes=1, copies=3)):
        solution = solve(game)
        ratio = median_ratio(solution.verify, lambda: solve(game), 3 * runs)  # noqa: B023  # run at once
        yield Figure(f"verify over solve, {type(game).__name__}", ratio, "", owed=2)


def graph_figures(quick: bool) -> Iterator[Figure]:
    """The graph solver on random graphs, in a process of its own."""
    size = 3_000_000 if quick else 10_000_000
    runs = 3 if quick else 5
    seconds, width = graph_run(size, runs)
    name = f"{size // 1_000_000}M positions, {5 * size // 1_000_000}M edges"
    speed = 5 * size / seconds / 1e6
    yield Figure(f"retrograde, {name}", speed, "M edges/s", 12, 25, more_is_better=True)
    yield Figure(f"retrograde, {name}, peak", width, "bytes/edge", owed=16)
    ratios = []
    for _ in range(3):
        single, _ = graph_run(size, 3)
        double, _ = graph_run(2 * size, 3)
        ratios.append(double / single)
    yield Figure("retrograde, time for twice the graph", sorted(ratios)[len(ratios) // 2], "", 2.3)


def graph_run(size: int, runs: int) -> tuple[float, float]:
    """Median seconds and peak bytes an edge for a random graph with five moves a position."""
    printed = run_python(GRAPH.format(size=size, edges=5 * size, runs=runs))
    seconds, width = printed.split()
    return float(seconds), float(width)


def main() -> int:
    """Measure, show, keep, and say by the exit code whether all figures hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller graphs, fewer runs")
    parser.add_argument("--keep", metavar="TITLE", help="add the figures to history.md")
    arguments = parser.parse_args()
    print(HEADER)
    measured = list(figures(arguments.quick))
    if arguments.keep:
        keep(arguments.keep, measured)
    missed = [figure.name for figure in measured if not figure.holds]
    if missed:
        print("missed:", ", ".join(missed))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
