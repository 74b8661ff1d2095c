"""Games of other libraries: OpenSpiel's games by its own solver, the cost of its rules, and labels.

Every game of the list is solved here and by OpenSpiel's ``MinimaxSolver``. If the two differ, or
one of them has no result, a program looks for the reason. It searches all play from states of
OpenSpiel, by text and player to move. A game without a reason counts as unexplained.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import numpy as np

from benchmarks.measure import (
    Figure,
    Group,
    Numbers,
    in_own_process,
    load_engine,
    made,
    spending,
)
from gamesolver.system.memory import anonymous_bytes

GAMES = (
    "tic_tac_toe",
    *(f"breakthrough(rows={r},columns={c})" for r, c in ((3, 2), (4, 2), (5, 2), (6, 2), (4, 3))),
    *(f"clobber(rows={r},columns={c})" for r, c in ((2, 3), (3, 3), (3, 4), (2, 6))),
    *(
        f"connect_four(rows={r},columns={c},x_in_row=3)"
        for r, c in ((3, 3), (4, 3), (3, 4), (4, 4))
    ),
    *(
        f"dots_and_boxes(num_rows={r},num_cols={c}{more})"
        for r, c in ((1, 1), (1, 2), (1, 3), (2, 2))
        for more in ("", ",utility_margin=true")
    ),
    *(f"hex(num_cols={c},num_rows={r})" for r, c in ((2, 2), (3, 2), (4, 2), (3, 3))),
    *(f"mnk(m={m},n={n},k={k})" for m, n, k in ((3, 3, 3), (2, 5, 2), (3, 2, 2))),
    *(f"nim(pile_sizes={piles})" for piles in ("1;2;3", "1;3;5;7", "3;4;5,is_misere=false")),
    *(f"oware(num_houses_per_player=2,num_seeds_per_house={seeds})" for seeds in (1, 2)),
    *(f"y(board_size={size})" for size in (2, 3, 4)),
    *(f"havannah(board_size=2{more})" for more in ("", ",swap=true")),
    *(f"gomoku(size=3,connect=3{more})" for more in ("", ",anti=true")),
    "go(board_size=2)",
    "checkers(rows=4,columns=4)",
)
"""Games of up to 1e5 positions, by their names in OpenSpiel."""

EQUAL = "equal to their solver"
FORGETS = "their solver forgets who is to move"
IN_STAGE = "play goes round, and their solver with it"
REFUSED = "the text hides history"
OVER = "play is over where it begins, which their solver does not take"
UNEXPLAINED = "unexplained"


def verdict(name: str) -> str:
    """Compare a game's values with those of OpenSpiel's solver; return the result or a reason."""
    from gamesolver import solve
    from gamesolver.adapters import openspiel
    from gamesolver.adapters.keys import is_end, seat_of, text_of
    from gamesolver.adapters.walks import HiddenHistoryError

    try:
        solution = solve(openspiel.Game(name))
    except HiddenHistoryError:
        return REFUSED
    if is_end(solution.start):
        return OVER
    ours = {
        (text_of(key), seat_of(key)): solution[key].points for key in solution if not is_end(key)
    }
    if _goes_round(solution):
        return IN_STAGE
    theirs = _theirs(name)
    if theirs == {text: points for (text, _), points in ours.items()}:
        return EQUAL
    is_either = len({text for text, _ in ours}) < len(ours)
    return FORGETS if is_either and ours == judged(name) else UNEXPLAINED


def _theirs(name: str) -> dict[str, int]:
    """Return the values by OpenSpiel's solver, each for the player to move."""
    from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

    return {text: round(entry.value) for text, entry in MinimaxSolver(name).solve().items()}


def _goes_round(solution: Any) -> bool:
    """Return True if some line of play returns to a position."""
    from gamesolver import CycleError, explore

    try:
        explore(solution.game).count_games()
    except CycleError:
        return True
    return False


def judged(name: str) -> dict[tuple[str, int], int]:
    """Return the value of each text and player, by a full search of OpenSpiel's states."""
    import pyspiel

    values: dict[tuple[str, int], int] = {}

    def value(state: Any) -> int:
        here = str(state), state.current_player()
        if here not in values:
            values[here] = max(after(state.child(move), here[1]) for move in state.legal_actions())
        return values[here]

    def after(state: Any, seat: int) -> int:
        if state.is_terminal():
            return round(state.player_return(seat))
        return value(state) if state.current_player() == seat else -value(state)

    value(pyspiel.load_game(name).new_initial_state())
    return values


def of_all_games(quick: bool) -> Iterator[Figure]:
    """Yield the number of games with equal values, and the reasons for the others."""
    found: Numbers = defaultdict(float, in_own_process(verdicts))
    yield Figure("OpenSpiel's games, equal to their solver", found[EQUAL], "", 27, None, True)
    for reason in (FORGETS, IN_STAGE, REFUSED, OVER):
        yield Figure(f"OpenSpiel's games, {reason}", found[reason], "")
    yield Figure("OpenSpiel's games, unexplained", found[UNEXPLAINED], "", 0)


def verdicts() -> Numbers:
    """Count the games by verdict, and print each game with its verdict to standard error."""
    counts = Counter[str]()
    for name in GAMES:
        counts[found := verdict(name)] += 1
        print(f"{name}: {found}", file=sys.stderr, flush=True)
    return {reason: float(count) for reason, count in counts.items()}


def of_rules(quick: bool) -> Iterator[Figure]:
    """Compare tic-tac-toe with their solver, and measure the memory per position of Clobber."""
    ratio = in_own_process(raced)["ratio"]
    yield Figure("tic-tac-toe, over MinimaxSolver", ratio, "", 1.0)
    if not quick:
        numbers = in_own_process(held)
        yield Figure("clobber 4x4, the process's memory a position", numbers["all"], "B", 200)
        yield Figure("clobber 4x4, solving", numbers["solve"], "s CPU")


def raced() -> Numbers:
    """Return the ratio of our solving time to theirs, measured in turn."""
    from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

    from gamesolver import solve
    from gamesolver.adapters import openspiel

    solve(openspiel.Game("tic_tac_toe"))  # everything is compiled
    ratios = []
    for _ in range(15):
        game, began = openspiel.Game("tic_tac_toe"), process_time()
        solve(game)
        between = process_time()
        MinimaxSolver("tic_tac_toe").solve()
        ratios.append((between - began) / (process_time() - between))
    return {"ratio": median(ratios)}


def held() -> Numbers:
    """Return the bytes of the whole process per position, after a game is solved."""
    from gamesolver import solve
    from gamesolver.adapters import openspiel

    solve(openspiel.Game("tic_tac_toe"))  # everything is compiled
    before, began = anonymous_bytes(), process_time()
    solution = solve(openspiel.Game("clobber(rows=4,columns=4)"))
    held = anonymous_bytes() - before
    return {"all": held / len(solution), "solve": process_time() - began}


LABELLED = 1_000_000


def of_labels(quick: bool) -> Iterator[Figure]:
    """Measure labels of a million random positions of a file."""
    game, owed = "GobbletGobblers()", 5.0
    if quick:
        game, owed = "GobbletGobblers(sizes=2, copies=3)", None
    with TemporaryDirectory() as folder:
        in_own_process(filed, game, folder)
        in_own_process(labelled, folder)  # everything is compiled
        numbers = in_own_process(labelled, folder)
    yield Figure(f"{game}, a million labels", numbers["labels"], "CPU-s", owed)
    yield Figure(f"{game}, a million labels and opening the file", numbers["all"], "CPU-s", owed)
    yield Figure(f"{game}, writing them as Parquet", numbers["parquet"], "CPU-s")
    yield Figure(f"{game}, memory of opening and labelling", numbers["GB"], "GB")
    yield Figure(f"{game}, moves of a position", numbers["moves"], "")


def filed(game: str, folder: str) -> Numbers:
    """Solve a game, save it, and save random positions."""
    from gamesolver import solve

    to_solve = made(game)
    solve(to_solve).save(Path(folder, "solution"))
    random, rules = Random(21), to_solve.rules
    calls, positions = rules.calls, list[int]()
    while len(positions) < LABELLED:
        index = random.randrange(rules.num_indexes)
        position = calls.position_in(index)
        if calls.index_of(position) == index:
            positions.append(position)
    np.save(Path(folder, "positions.npy"), np.array(positions, np.uint64))
    return {}


def labelled(folder: str) -> Numbers:
    """Open the file, label the positions, and write the labels."""
    from gamesolver import load

    load_engine()
    positions = np.load(Path(folder, "positions.npy"))
    with spending() as whole:
        solution = load(Path(folder, "solution"))
        with spending() as labelling:
            labels = solution.label_moves(positions)
    with spending() as writing:
        labels.save(Path(folder, "labels.parquet"))
    assert labels.known.all()
    return {
        "labels": labelling.cpu,
        "all": whole.cpu,
        "parquet": writing.cpu,
        "GB": whole.bytes / 1e9,
        "moves": len(labels.moves) / len(labels),
    }


GROUPS = (
    Group("neighbours", of_rules),
    Group("neighbours-labels", of_labels, is_long=True),
    Group("neighbours-games", of_all_games, is_long=True),
)
