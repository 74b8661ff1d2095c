"""Benchmarks of importing, games with rules in plain Python, and the graph solver."""

from __future__ import annotations

import resource
import tempfile
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

from benchmarks.measure import Figure, Group, median_ratio, median_seconds, run_python

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
from statistics import median
from benchmarks.measure import peak_memory
from benchmarks.random_graph import random_graph
from gamesolver.system.memory import anonymous_bytes
from gamesolver.graph.layers import load_kernels
from gamesolver.graph.retrograde import retrograde
load_kernels()

def seconds(graph):
    began = time.perf_counter()
    labels = retrograde(*graph)
    took = time.perf_counter() - began
    assert (labels.points <= 1).all()
    return took

base = anonymous_bytes()
single = random_graph({size}, {edges})
with peak_memory() as peak:
    alone = [seconds(single) for _ in range({runs})]
bytes_an_edge = (peak[-1] - base) / {edges}
double = random_graph(2 * {size}, 2 * {edges})
ratios = [seconds(double) / seconds(single) for _ in range({runs})]
print(median(alone), bytes_an_edge, median(ratios))
"""


def runs_of(quick: bool) -> int:
    """Return the number of runs of which the median is taken."""
    return 3 if quick else 7


def process_figures(quick: bool) -> Iterator[Figure]:
    """Measure importing and whole processes."""
    runs = runs_of(quick)
    light = "import sys, gamesolver; assert not {'numba', 'networkx', 'numpy'} & set(sys.modules)"
    imports = sorted(float(run_python(TIMED.format(code=light))) for _ in range(runs))
    yield Figure("import gamesolver", imports[runs // 2], "s", owed=0.1)
    helping = "import sys; from gamesolver.cli.main import main; sys.exit(main(['--help']))"
    waited = median_seconds(lambda: run_python(helping), runs)
    yield Figure("gamesolver --help", waited, "s", 0.4, 0.2)
    seconds, share = solving_cpu(runs)
    yield Figure("gamesolver solve tic-tac-toe", seconds, "CPU-s", 1.0, 0.7)
    yield Figure("the same over what is not ours in it", share, "", 2.0, 1.5)
    for method in ("auto", "retrograde"):
        code = SOLVE.format(method=method)
        with tempfile.TemporaryDirectory() as cache:
            first = median_seconds(lambda: run_python(code, NUMBA_CACHE_DIR=cache), 1)  # noqa: B023  # run at once
            later = median_seconds(lambda: run_python(code, NUMBA_CACHE_DIR=cache), runs)  # noqa: B023  # same
            share = over_numba(code, runs, cache) if method == "retrograde" else 0
        # in quick runs the second, which is nearly all numba's own, has no bound; its share has one
        owed = None if share and quick else 1.0
        yield Figure(f"solve tic-tac-toe, first process, {method}", first, "s", owed=6)
        yield Figure(f"solve tic-tac-toe, later process, {method}", later, "s", owed)
        if share:
            yield Figure("the same over what numba needs to begin", share, "", owed=1.4)


def over_numba(code: str, runs: int, cache: str) -> float:
    """Return the CPU-seconds of a solve with cached kernels over those of starting numba."""
    numbas = "from numba.core.registry import cpu_target; cpu_target.target_context.refresh()"
    both = [
        [cpu_seconds(each, NUMBA_CACHE_DIR=cache) for each in (code, numbas)] for _ in range(runs)
    ]
    return median(one / other for one, other in both)


def solving_cpu(runs: int) -> tuple[float, float]:
    """Return the CPU-seconds of the command for a small game, and their ratio to its imports.

    The first run of each only fills the bytecode cache.
    """
    code = "import io, sys; from gamesolver.cli.main import main; sys.stderr = io.StringIO(); "
    code += "main(['solve', 'tic-tac-toe'])"
    others = "import attrs, numpy, rich.console, click\n"
    others += "click.command()(lambda: None).main([], standalone_mode=False)"
    with tempfile.TemporaryDirectory() as kept:
        keeping = {"PYTHONPYCACHEPREFIX": kept, "PYTHONDONTWRITEBYTECODE": ""}
        both = [[cpu_seconds(each, **keeping) for each in (code, others)] for _ in range(runs + 1)]
    return median(one for one, _ in both[1:]), median(one / other for one, other in both[1:])


def cpu_seconds(code: str, **environment: str) -> float:
    """Return the CPU-seconds of a new Python process from its start to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run_python(code, **environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def rules_figures(quick: bool) -> Iterator[Figure]:
    """Measure games with rules in plain Python."""
    from games import TicTacToe
    from games.quixo.plain import PlainQuixo
    from gamesolver import explore, solve

    runs = runs_of(quick)
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

    quixo = PlainQuixo(size=2)
    cases = (("unfolded tic-tac-toe", game, False), ("folded tic-tac-toe", game, True))
    for name, each, fold in (*cases, ("unfolded quixo 2x2", quixo, False)):
        share = overhead(each, fold, 5 * runs)
        yield Figure(f"library's share of the time, {name}", share, "", owed=0.5)


def overhead(game: object, fold: bool, runs: int) -> float:
    """Return the share of an exploration that is not spent in the author's rules.

    The rules are timed by repeating every call that the exploration made, in the same
    order and nothing else.
    """
    from gamesolver import explore
    from gamesolver.rules.guard import Rules

    rules = Rules(game)  # type: ignore[var-annotated, arg-type]  # any game
    queried = Recording(rules, explore(rules.game, fold=fold), fold)
    ratio = median_ratio(queried.again, lambda: explore(rules.game, fold=fold), runs)
    return 1 - ratio


class Recording:
    """The calls that an exploration makes to a game."""

    def __init__(self, rules, graph, fold):  # type: ignore[no-untyped-def]  # any game
        game = rules.game
        self.game = game
        self.has_seats = rules.has_seats
        self.open = [p for p in graph if game.terminal_value(p) is None]
        self.all = list(graph)
        self.plays = [(p, move) for p in self.open for move in game.moves(p)]
        self.successors = [game.play(p, move) for p, move in self.plays]
        self.folded = list(self.unknown(graph.found)) if fold and rules.folds else []

    def unknown(self, found: Sequence[Any]) -> Iterator[Any]:
        """Yield the positions that were folded: those not yet known, canonical ones included."""
        known = {found[0]}
        yield found[0]
        for position in self.successors:
            if position not in known:
                yield position
                known.add(self.game.canonical(position))

    def again(self) -> None:
        """Repeat the calls."""
        game = self.game
        for position in self.all:
            game.terminal_value(position)
        for position in self.open:
            tuple(game.moves(position))
        for position, move in self.plays:
            game.play(position, move)
        for position in self.folded:
            game.canonical(position)
        if self.has_seats:
            for position in self.open:
                game.player(position)
            for position in self.successors:
                game.player(position)


def verify_figures(quick: bool) -> Iterator[Figure]:
    """Compare the verifier with the solver."""
    from games import Nim, TicTacToe
    from games.quixo.plain import PlainQuixo
    from gamesolver import solve

    for game in (TicTacToe(), Nim(heaps=(5, 6, 7)), PlainQuixo(size=2)):
        solution = solve(game)
        ratio = median_ratio(solution.verify, lambda: solve(game), 3 * runs_of(quick))  # noqa: B023  # run at once
        yield Figure(f"verify over solve, {type(game).__name__}", ratio, "", owed=2)


def graph_figures(quick: bool) -> Iterator[Figure]:
    """Measure the graph solver on random graphs, in its own process."""
    size = 3_000_000 if quick else 10_000_000
    runs = 3 if quick else 5
    printed = run_python(GRAPH.format(size=size, edges=5 * size, runs=runs))
    seconds, width, ratio = map(float, printed.split())
    name = f"{size // 1_000_000}M positions, {5 * size // 1_000_000}M edges"
    speed = 5 * size / seconds / 1e6
    yield Figure(f"retrograde, {name}", speed, "M edges/s", 12, 25, more_is_better=True)
    yield Figure(f"retrograde, {name}, peak", width, "bytes/edge", owed=16)
    yield Figure("retrograde, time for twice the graph", ratio, "", 2.3)


GROUPS = (
    Group("process", process_figures),
    Group("rules", rules_figures),
    Group("verify", verify_figures),
    Group("graph", graph_figures),
)
