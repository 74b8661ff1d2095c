"""Uses of a solution: the first hundred puzzles, a comparison of rules, strategies on a page.

Puzzles and comparisons are computed from files on disk, in a process with all code compiled.
The time of the first puzzles includes opening the file, reading into memory, and finding the
reachable positions. The time of a comparison is compared with that of reading both tables
into memory. Results are checked: puzzles by their moves, comparisons by the counts of both
solutions, and strategies by their size.
"""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.measure import Figure, Group, Numbers, in_own_process, load_engine, made, spending

WHOLE, SMALL = "GobbletGobblers({})", "GobbletGobblers({}, sizes=2, copies=3)"
READINGS = ("'final-board'", "'lift-loses'", "'mover-wins'")
FEWEST = {(False, 0): 22, (False, 1): 71, (True, 0): 25}
"""Positions of a strategy in tic-tac-toe, by misère play and player, as proved by HiGHS."""


def figures_of_files(quick: bool) -> Iterator[Figure]:
    """Measure puzzles from a file of Gobblet, and comparisons of its rule variants."""
    games = [(SMALL if quick else WHOLE).format(reading) for reading in READINGS]
    with tempfile.TemporaryDirectory() as folder:
        for number, game in enumerate(games):
            in_own_process(solved_and_saved, game, folder, number)
        in_own_process(booked, folder)  # everything is compiled
        numbers = in_own_process(booked, folder)
        for what, number in numbers.items():
            is_time = what.startswith("first")
            yield Figure(f"{games[0]}, {what}", number, *(("s", 60) if is_time else ("GB",)))
        for other in (1, 2):
            numbers = in_own_process(compared, folder, other)
            ratio = numbers["compare"] / numbers["read"]
            name = f"{games[0]} against {games[other]}"
            yield Figure(f"{name}, reading both", numbers["read"], "s")
            yield Figure(f"{name}, compare", numbers["compare"], "s")
            # a small table is read quickly, so the walk to the first change takes a larger share
            yield Figure(f"{name}, compare over reading", ratio, "", 2 if quick else 1)


def solved_and_saved(game: str, folder: str, number: int) -> Numbers:
    """Solve a game and save the solution."""
    from gamesolver import solve

    load_engine()
    solve(made(game)).save(Path(folder, str(number)))
    return {}


def booked(folder: str) -> Numbers:
    """Measure the first hundred puzzles, and then those of some lengths."""
    from gamesolver import load
    from gamesolver.players import puzzles

    load_engine()
    with spending() as spent:
        solution = load(Path(folder, "0"))
        book = puzzles(solution)
    check_book(solution, book)
    numbers = {"first hundred puzzles": spent.wall, "memory": spent.bytes / 1e9}
    for plies in (range(2, 30, 2), range(5, 30)):
        with spending() as spent:
            book = puzzles(solution, plies=plies)
        check_book(solution, book)
        numbers[f"first {len(book)} wins in {plies.start} or more"] = spent.wall
    return numbers


def check_book(solution: Any, book: Any) -> None:
    """Check that exactly one move solves each puzzle, also after each of the best defences."""
    from gamesolver import Value

    assert len({each.position for each in book}) == len(book) <= 100
    for each in book:
        values = [row.outcome.value for row in solution.moves(each.position)]
        wanted = Value.WIN if each.kind == "win" else Value.DRAW
        assert (values.count(wanted), max(values)) == (1, wanted)
        assert len(values) > 1
        branches = [each.solution] if each.kind == "win" else []
        while branches:
            branch = branches.pop()
            rows = solution.moves(branch.position)
            if rows and rows[0].outcome.value is Value.WIN:
                assert sum(row.outcome.value is Value.WIN for row in rows) == 1
            assert len(branch.replies) == sum(row.is_best for row in rows)
            branches += branch.replies


def compared(folder: str, other: int) -> Numbers:
    """Measure reading two tables into memory, and comparing them again from their files."""
    from gamesolver import load
    from gamesolver.players import compare

    load_engine()
    paths = Path(folder, "0"), Path(folder, str(other))
    began = time.perf_counter()
    tables = [load(path, check=False)._table.whole for path in paths]
    read = time.perf_counter() - began
    del tables
    one, two = (load(path, check=False) for path in paths)
    began = time.perf_counter()
    found = compare(one, two)
    taken = time.perf_counter() - began
    for place, solution in enumerate((one, two)):
        counts: Counter[Any] = Counter()
        for pair, count in found.outcomes.items():
            counts[pair[place]] += count
        assert dict(counts) == solution.counts()
    return {"read": read, "compare": taken}


def figures_of_strategies(quick: bool) -> Iterator[Figure]:
    """Measure strategies of tic-tac-toe with the proven fewest positions."""
    from games import TicTacToe
    from gamesolver import solve
    from gamesolver.players import strategy

    for (misere, seat), fewest in FEWEST.items():
        solution = solve(TicTacToe(misere=misere))
        began = time.perf_counter()
        found = strategy(solution, seat)
        taken = time.perf_counter() - began
        assert len(found) == found.at_least == fewest
        yield Figure(f"{solution.game!r}, strategy of seat {seat}", taken, "s", 60)


GROUPS = (
    Group("strategy", figures_of_strategies),
    Group("puzzles-gobblet", figures_of_files, is_long=True),
)
