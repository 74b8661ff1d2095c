"""Proofs of Connect Four: boards with published results, and groups of a thousand positions.

**Boards.** J. Tromp's table has the number of plies of best play (``figures.toml`` of the game).
Boards of up to 30 squares are proved by ``proofs-boards``, those that take minutes by
``proofs-large-boards``. For draws only the value is proved, because all draws fill the board.

**Groups.** Solvers of Connect Four are usually tested on groups of a thousand positions with
exact scores, by number of stones. Two groups come from solved tables of smaller boards. The others
come from random play on 7x6 and are solved by the program in C (``c/connect_four.c``), which shares
no code with the library.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.measure import Figure, Group, Numbers, compile_for_proofs, in_own_process
from benchmarks.proofs import C_ENTRIES, built, random_positions
from gamesolver import Value
from gamesolver.proofs.search_scores import search_score

MOST_SQUARES = 30
MOST_SECONDS = 900
POSITIONS = 1_000
TABLES = (6, 4), (5, 5)
STONES = 28, 20, 14

# ── boards ──────────────────────────────────────────────────────────────────────────────────────


def published_boards() -> dict[tuple[int, int], str]:
    """Return boards by width and height, with the published outcome of the start."""
    from games import ConnectFour
    from gamesolver.rules.figures import figures_of

    tables = figures_of("connect-four", ConnectFour)
    boards = {
        (each["parameters"]["width"], each["parameters"]["height"]): each["outcome"]
        for each in tables
        if set(each["parameters"]) == {"width", "height"}
    }
    return dict(sorted(boards.items(), key=lambda board: board[0][0] * board[0][1]))


def boards(quick: bool) -> Iterator[Figure]:
    """Measure proofs of all boards of up to ``MOST_SQUARES`` squares."""
    del quick
    yield from proved(
        [board for board in published_boards() if board[0] * board[1] <= MOST_SQUARES]
    )


def large_boards(quick: bool) -> Iterator[Figure]:
    """Measure proofs of the larger boards, each within a quarter of an hour."""
    if not quick:
        yield from proved(
            [board for board in published_boards() if board[0] * board[1] > MOST_SQUARES]
        )


def proved(queried: Sequence[tuple[int, int]]) -> Iterator[Figure]:
    """Measure each proof; a result that is not as published ends the run."""
    for width, height in queried:
        outcome = published_boards()[width, height]
        numbers = in_own_process(board, width, height)
        name = f"Connect Four {width}x{height}, {outcome}"
        resolved = "" if numbers["resolved"] else ", not resolved"
        yield Figure(f"{name}{resolved}", numbers["cpu"], "CPU-s")


def board(width: int, height: int) -> Numbers:
    """Measure the proof of the start; raise an error if it is not as published."""
    from games import ConnectFour
    from gamesolver import prove

    expected, game = published_boards()[width, height], ConnectFour(width, height)
    compile_for_proofs(game)
    began = time.process_time()
    is_draw = expected.startswith("draw")
    proof = prove(game, exact=not is_draw, seconds=MOST_SECONDS, memory="1 GB")
    resolved = proof.value if is_draw else proof.outcome
    assert resolved is None or str(proof.outcome or "draw").startswith(expected.split(" in")[0])
    assert resolved is None or is_draw or str(proof.outcome) == expected, (expected, proof.outcome)
    return {"cpu": time.process_time() - began, "resolved": resolved is not None}


# ── groups of a thousand positions ──────────────────────────────────────────────────────────────


def groups(quick: bool) -> Iterator[Figure]:
    """Measure proofs of each group, and count the results that differ from the other method."""
    count = 50 if quick else POSITIONS
    for width, height in () if quick else TABLES:
        yield from compared(f"{width}x{height}", in_own_process(from_table, width, height, count))
    for stones in STONES[: 1 if quick else None]:
        yield from compared(f"7x6, {stones} stones", in_own_process(from_play, stones, count))


def compared(which: str, numbers: Numbers) -> Iterator[Figure]:
    """Yield the figures of a group."""
    name = f"{numbers['count']:,.0f} positions of Connect Four {which}"
    yield Figure(f"{name}, answers that differ", numbers["wrong"], "", 0)
    yield Figure(f"{name}, drawn", numbers["drawn"], "positions")
    yield Figure(f"{name}, mean", numbers["mean"] * 1e3, "ms")


def from_table(width: int, height: int, count: int) -> Numbers:
    """Compare proofs of positions of a solved board with its table."""
    from games import ConnectFour
    from gamesolver import solve

    game, chance = ConnectFour(width, height), Random(width)
    solution = solve(game)
    queried = []
    while len(queried) < count:
        stones = chance.randrange(width * height - 1)
        queried += random_positions(game, 1, chance, stones)
    return held(game, queried, [search_score(solution[position]) for position in queried])


def from_play(stones: int, count: int) -> Numbers:
    """Compare proofs of positions of 7x6 with the program in C."""
    from games import ConnectFour

    game = ConnectFour()
    queried = list(random_positions(game, count, Random(stones), stones))
    with tempfile.TemporaryDirectory() as folder:
        program = [built(Path(folder), game.width, game.height), str(C_ENTRIES)]
        text = "\n".join(map(str, queried))
        printed = subprocess.run(program, input=text, check=True, stdout=subprocess.PIPE, text=True)
    lines = printed.stdout.splitlines()
    return held(game, queried, [int(each[6:]) for each in lines if each.startswith("score ")])


def held(game: Any, queried: Sequence[Any], expected: Sequence[int]) -> Numbers:
    """Return the number of proofs that differ from the expected scores, and the mean time."""
    from gamesolver import prove

    assert len(queried) == len(expected)
    compile_for_proofs(game)
    wrong = drawn = 0
    began = time.process_time()
    for position, score in zip(queried, expected, strict=True):
        proof = prove(game, position, exact=False)
        if proof.value is not Value.DRAW:
            proof = prove(game, position)
        found = 0 if proof.value is Value.DRAW else proof.outcome and search_score(proof.outcome)
        wrong += found != score
        drawn += score == 0
    mean = (time.process_time() - began) / len(queried)
    return {"wrong": wrong, "drawn": drawn, "mean": mean, "count": len(queried)}


GROUPS = (
    Group("proofs-boards", boards, is_long=True),
    Group("proofs-groups", groups, is_long=True),
    Group("proofs-large-boards", large_boards, is_long=True),
)
