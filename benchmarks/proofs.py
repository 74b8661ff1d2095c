"""Proofs: Connect Four compared with its C version, and the cost of a first proof.

``c/connect_four.c`` is the search of ``kernels/alpha_beta.py`` with the rules and candidates of
Connect Four as part of the program, while our kernel calls both through pointers. Its table has
the same layout and grows alike, so both visit the same positions in the same order, and must report
the same number of them. It does not store the positions on a line of play, because stones stay. It
is built by ``cc -O3 -march=native``. The two are run in turn, and the bound is for its CPU-seconds
over ours.

In Nine Men's Morris, the placing of seven men on two rings is proved with a table of the moving
phase, and that of nine men on three rings if ``MORRIS_MOVES`` names a file with the solution of the
moving phase. That takes 14 GB.

The results of proofs, rather than their times, are in ``proved_boards``.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.measure import Figure, Group, Numbers, compile_for_proofs, in_own_process
from gamesolver.kernels.places import KEY_OF_NONE

SOURCE = Path(__file__).with_name("c") / "connect_four.c"
FLAGS = ("-O3", "-march=native", "-Wall", "-Wextra", "-Werror")
RUNS = 5
COPS = {2: "endless loss", 3: "win in 7"}
C_BOARD = 6, 5
C_ENTRIES = 6_250_000
BYTES_AN_ENTRY = 16
DISCS = 20
RANDOM_POSITIONS = 1_000

# ── comparison with the C version ─────────────────────────────────────────────────────────────────


def c_figures(quick: bool) -> Iterator[Figure]:
    """Compare positions per second with those of C, on a board that is drawn."""
    if not shutil.which("cc"):
        print("the C version is left out: no C compiler called cc was found")
        return
    width, height = C_BOARD
    with tempfile.TemporaryDirectory() as folder:
        program = built(Path(folder), width, height)
        in_own_process(ours, width, height, 1)  # everything is compiled
        pairs = [both(program, width, height) for _ in range(1 if quick else RUNS)]
    name = f"Connect Four {width}x{height}, value alone"
    in_c, own = (statistics.median(each) for each in zip(*pairs, strict=True))
    over = statistics.median(theirs / ours for theirs, ours in pairs)
    yield Figure(f"{name}, C", in_c, "CPU-s")
    yield Figure(f"{name}, ours", own, "CPU-s")
    yield Figure(f"{name}, positions a second over C's", over, "", 0.4, 0.7, more_is_better=True)


def built(folder: Path, width: int, height: int) -> Path:
    """Return the path of the program, compiled for a board."""
    program = folder / "connect_four"
    board = (f"-DWIDTH={width}", f"-DHEIGHT={height}", f"-DKEY_OF_NONE={int(KEY_OF_NONE)}u")
    subprocess.run(["cc", *FLAGS, *board, "-o", program, SOURCE], check=True)
    return program


def both(program: Path, width: int, height: int) -> tuple[float, float]:
    """Return the CPU-seconds of the program in C and of ours, which must visit equally many."""
    queried = [program, str(C_ENTRIES), "1", "0"]
    printed = subprocess.run(queried, check=True, stdout=subprocess.PIPE, text=True).stdout
    in_c = {name: float(number) for name, number in re.findall(r"(\w+) ([-\d.]+)", printed)}
    own = in_own_process(ours, width, height, C_ENTRIES)
    assert in_c["answer"] == own["value"] == 0, (in_c, own)
    assert in_c["visited"] == own["visited"], (in_c, own)
    return in_c["cpu"], own["cpu"]


def ours(width: int, height: int, entries: int) -> Numbers:
    """Measure a proof of the value with a number of table entries; with 1, only compile."""
    from games import ConnectFour
    from gamesolver import prove

    game = ConnectFour(width, height)
    compile_for_proofs(game)
    if entries == 1:
        return {}
    began = time.process_time()
    proof = prove(game, exact=False, memory=BYTES_AN_ENTRY * entries)
    cpu = time.process_time() - began
    assert proof.value is not None
    return {"cpu": cpu, "visited": proof.how.visited, "value": int(proof.value)}


# ── the usual board ─────────────────────────────────────────────────────────────────────────────


def start_figures(quick: bool) -> Iterator[Figure]:
    """Measure proofs of the winner from the start of 7x6, and of the number of plies."""
    if quick:
        return
    for exact, owed, wanted, name in (
        (False, 350, 120, "value alone"),
        (True, 600, 150, "win in 41"),
    ):
        numbers = in_own_process(start_of_seven_by_six, exact)
        yield Figure(f"Connect Four 7x6, {name}", numbers["cpu"], "CPU-s", owed, wanted)
        yield Figure(f"Connect Four 7x6, {name}, visited", numbers["visited"], "positions")


def start_of_seven_by_six(exact: bool) -> Numbers:
    """Measure a proof of the start."""
    from games import ConnectFour
    from gamesolver import Outcome, Value, prove

    game = ConnectFour()
    compile_for_proofs(game)
    began = time.process_time()
    proof = prove(game, exact=exact, memory="1 GB")
    cpu = time.process_time() - began
    assert proof.value is Value.WIN
    assert not exact or proof.outcome == Outcome(Value.WIN, 41)
    return {"cpu": cpu, "visited": proof.how.visited}


# ── verifying ───────────────────────────────────────────────────────────────────────────────────

VERIFIED = {(8, 4): ("loss in 32", "1 GB"), (7, 6): ("win in 41", "1 GB")}
"""Boards whose proofs are verified, with their outcomes and the memory of the table."""


SCORES_VERIFIED = {(4, 3): ("win by 6 in 14", "1 GB"), (4, 4): ("win by 2 in 13", "1 GB")}
"""Houses and seeds of Kalah, likewise. The plies are computed as well, but not proved."""
SCORE_OF_SIX_BY_THREE = "win by 2", "1 GB"


def verify_figures(quick: bool) -> Iterator[Figure]:
    """Measure the ratio of verifying to proving, with claims collected and saved."""
    if quick:
        return
    in_own_process(verified, 6, 4, "loss in 24", "100 MB")  # everything is compiled
    for (width, height), (outcome, memory) in VERIFIED.items():
        numbers = in_own_process(verified, width, height, outcome, memory)
        yield from verified_figures(f"Connect Four {width}x{height}, {outcome}", numbers)


def verify_scores_figures(quick: bool) -> Iterator[Figure]:
    """Measure proofs of scores: Kalah from its start, with claims down to terminal positions."""
    if quick:
        return
    in_own_process(verified_kalah, 3, 2, "win by 4 in 8", "100 MB", True)
    for (houses, seeds), (outcome, memory) in SCORES_VERIFIED.items():
        numbers = in_own_process(verified_kalah, houses, seeds, outcome, memory, True)
        yield from verified_figures(f"Kalah({houses},{seeds}), {outcome}", numbers)
    score, memory = SCORE_OF_SIX_BY_THREE
    numbers = in_own_process(verified_kalah, 6, 3, score, memory, False)
    yield from verified_figures(f"Kalah(6,3), {score}", numbers)


def verified_figures(name: str, numbers: Numbers) -> Iterator[Figure]:
    """Yield the figures of one proof."""
    yield Figure(f"{name}, proved", numbers["proving"], "CPU-s")
    yield Figure(f"{name}, claims collected", numbers["collecting"], "CPU-s")
    yield Figure(f"{name}, checked", numbers["checking"], "CPU-s")
    over = (numbers["collecting"] + numbers["checking"]) / numbers["proving"]
    yield Figure(f"{name}, verify over proving", over, "", 2, 1)
    for what in ("claims", "leaves", "positions", "in_leaves"):
        yield Figure(f"{name}, {what}", numbers[what], "")
    yield Figure(f"{name}, file", numbers["bytes"] / 2**20, "MiB")


def verified(width: int, height: int, outcome: str, memory: str) -> Numbers:
    """Measure proving, collecting, and checking, with the amounts of each."""
    from games import ConnectFour

    return verified_proof(ConnectFour(width, height), outcome, memory, exact=True)


def verified_kalah(houses: int, seeds: int, outcome: str, memory: str, exact: bool) -> Numbers:
    """Measure a proof of a score and its remoteness."""
    from games import Kalah
    from gamesolver import prove

    prove(Kalah(houses=2, seeds=1)).verify()  # compiled code is read from the cache
    return verified_proof(Kalah(houses=houses, seeds=seeds), outcome, memory, exact=exact)


def over_moves_figures(quick: bool) -> Iterator[Figure]:
    """Measure proofs of the placing phase of Morris; of nine men only with a file of the moves."""
    if quick:
        return
    path = os.getenv("MORRIS_MOVES", "")
    for rings, men, moves in [(2, 7, ""), (3, 9, path)][: 2 if path else 1]:
        numbers = in_own_process(placing_proved, rings, men, moves)
        name = f"Morris {men}-{men} on {rings} rings, placed"
        yield from verified_figures(name, numbers)
        yield Figure(f"{name}, visited", numbers["visited"], "positions")
        yield Figure(f"{name}, claims taken from the moves", numbers["taken"], "")


def placing_proved(rings: int, men: int, moves: str) -> Numbers:
    """Measure a proof with the moving phase read from a file, or solved before."""
    from games import NineMensMorris
    from gamesolver import load, solve

    table = load(moves) if moves else solve(NineMensMorris(rings, (men, men)))
    game = NineMensMorris(rings, (men, men), placing=True)
    return verified_proof(game, "draw", "1.5 GB", exact=False, tables=[table])


def verified_proof(
    game: Any, outcome: str, memory: str, *, exact: bool, tables: Sequence[Any] = ()
) -> Numbers:
    """Measure a proof; if moves gain points, verifying confirms the score but not the plies."""
    from gamesolver import prove

    compile_for_proofs(game)
    began = time.process_time()
    proof = prove(game, exact=exact, memory=memory, tables=tables)
    proved = time.process_time()
    assert str(proof.bounds) == outcome, proof.bounds
    claims = proof.claims
    collected = time.process_time()
    report = proof.verify()
    checked = time.process_time()
    assert outcome.startswith(str(report.bounds)), report.bounds
    with tempfile.TemporaryDirectory() as folder:
        proof.save(Path(folder, "proof"))
        size = Path(folder, "proof").stat().st_size
    return {
        "proving": proved - began,
        "collecting": collected - proved,
        "checking": checked - collected,
        "claims": len(claims),
        "leaves": report.leaves,
        "positions": report.positions,
        "in_leaves": report.in_leaves,
        "bytes": size,
        "visited": proof.how.visited,
        "taken": sum(each.claims for each in report.reused),
    }


def position_figures(quick: bool) -> Iterator[Figure]:
    """Measure proofs of positions of 7x6 with 20 stones: winner and plies, and draws separately."""
    numbers = in_own_process(positions_of_seven_by_six, 50 if quick else RANDOM_POSITIONS)
    name = f"Connect Four 7x6, {DISCS} stones, exact"
    yield Figure(f"{name}, mean of {numbers['count']:,.0f}", numbers["mean"] * 1e3, "ms", 10, 5)
    yield Figure(f"{name}, median", numbers["median"] * 1e3, "ms")
    yield Figure(f"{name}, drawn", numbers["drawn"], "positions")
    yield Figure(f"{name}, mean of those", numbers["mean_drawn"] * 1e3, "ms")


def positions_of_seven_by_six(count: int) -> Numbers:
    """Measure ``count`` random positions, each with its own table."""
    from games import ConnectFour
    from gamesolver import Value, prove

    game, chance = ConnectFour(), Random(DISCS)
    compile_for_proofs(game)
    took, drawn = [], []
    for position in random_positions(game, count, chance, DISCS):
        began = time.process_time()
        proof = prove(game, position, memory="64 MB")
        took.append(time.process_time() - began)
        if proof.value is Value.DRAW:
            drawn.append(took[-1])
    return {
        "mean": statistics.mean(took),
        "median": statistics.median(took),
        "count": count,
        "drawn": len(drawn),
        "mean_drawn": statistics.mean(drawn or [0]),
    }


def random_positions(game: Any, count: int, chance: Random, stones: int) -> Iterator[Any]:
    """Yield random positions with a number of stones, none of them terminal."""
    while count:
        position = game.start()
        while game.terminal_value(position) is None and game.stage(position) < stones:
            position = game.play(position, chance.choice(game.moves(position)))
        if game.terminal_value(position) is None:
            yield position
            count -= 1


# ── small things ────────────────────────────────────────────────────────────────────────────────


def small_figures(quick: bool) -> Iterator[Figure]:
    """Measure Connect Four 4x4, cops and robber, and the first proof of a new game."""
    runs = range(1 if quick else RUNS)
    plain = [in_own_process(plain_four_by_four)["cpu"] for _ in runs]
    yield Figure("plain Connect Four 4x4, value", statistics.median(plain), "CPU-s", 0.5, 0.2)
    drawn = [in_own_process(drawn_four_by_four)["cpu"] for _ in runs]
    yield Figure("Connect Four 4x4, draw in 16", statistics.median(drawn), "CPU-s", 1)
    for cops, outcome in COPS.items():
        pursuits = [in_own_process(pursued, cops, outcome) for _ in runs]
        name = f"{cops} cops on Petersen's graph, {outcome}"
        yield Figure(name, statistics.median(each["cpu"] for each in pursuits), "CPU-s", 1)
        yield Figure(f"{name}, positions looked at", pursuits[0]["visited"], "")
    with tempfile.TemporaryDirectory() as cache:
        cold = in_own_process(first_proof, 6, 4, NUMBA_CACHE_DIR=cache)["cpu"]
        new = [
            in_own_process(first_proof, 5 + run, 3, NUMBA_CACHE_DIR=cache)["cpu"] for run in runs
        ]
        again = [in_own_process(first_proof, 6, 4, NUMBA_CACHE_DIR=cache)["cpu"] for _ in runs]
    name = "first prove of a compiled game"
    yield Figure(f"{name}, nothing in the cache", cold, "CPU-s")
    yield Figure(f"{name}, new rules", statistics.median(new), "CPU-s", 2, 1)
    yield Figure(f"{name}, all in the cache", statistics.median(again), "CPU-s", 2, 1)


def plain_four_by_four() -> Numbers:
    """Measure a proof of the value of the start."""
    from games.in_a_row.plain import PlainConnectFour
    from gamesolver import Value, prove

    began = time.process_time()
    assert prove(PlainConnectFour(4, 4), exact=False).value is Value.DRAW
    return {"cpu": time.process_time() - began}


def drawn_four_by_four() -> Numbers:
    """Measure an exact proof of the start, compiled."""
    from games import ConnectFour
    from gamesolver import prove

    compile_for_proofs(ConnectFour(4, 4))
    began = time.process_time()
    assert str(prove(ConnectFour(4, 4)).outcome) == "draw in 16"
    return {"cpu": time.process_time() - began}


def pursued(cops: int, outcome: str) -> Numbers:
    """Measure a proof of the start of cops and robber, on its usual graph."""
    from games import CopsAndRobber
    from gamesolver import prove

    began = time.process_time()
    proof = prove(CopsAndRobber(cops=cops), seconds=60)
    assert str(proof.bounds) == outcome, proof
    return {"cpu": time.process_time() - began, "visited": proof.how.visited}


def first_proof(width: int, height: int) -> Numbers:
    """Measure one call with almost nothing to search, without imports."""
    from games import ConnectFour
    from gamesolver.proofs import compiled_search

    assert compiled_search  # this import loads numba
    began = time.process_time()
    compile_for_proofs(ConnectFour(width, height))
    return {"cpu": time.process_time() - began}


GROUPS = (
    Group("proofs", small_figures),
    Group("proofs-c", c_figures),
    Group("proofs-positions", position_figures, is_long=True),
    Group("proofs-start", start_figures, is_long=True),
    Group("proofs-verify", verify_figures, is_long=True),
    Group("proofs-verify-scores", verify_scores_figures, is_long=True),
    Group("proofs-over-moves", over_moves_figures, is_long=True),
)
