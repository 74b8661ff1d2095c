"""Proofs of the larger built-in games, compared with published outcomes.

Each set of parameters of a built-in game that has a published outcome, and more positions than a
web page solves (or an unknown number), is proved from its start, with a time limit. Resolved
outcomes must be as published; the unresolved ones are counted.

Boards of Clobber of 21 squares and more are proved and verified. The board of the first
tournament, five by six, is proved by two threads.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import Any

from benchmarks.measure import Figure, Group, Numbers, compile_for_proofs, in_own_process

SMALL = 20_000  # positions of games that web pages solve
SECONDS, MANY_SECONDS = 20, 600
ELSEWHERE = {"connect-four"}  # in ``proved_boards``


def published() -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Yield each larger set of parameters: name of the game, number of the table, and table."""
    from gamesolver import find_game, registered_games
    from gamesolver.rules.figures import figures_of

    for name in registered_games():
        for number, table in enumerate(figures_of(name, find_game(name))):
            is_small = 0 < table.get("positions", 0) <= SMALL
            if name not in ELSEWHERE and "outcome" in table and not is_small:
                yield name, number, table


def games(seconds: float, quick: bool) -> Iterator[Figure]:
    """Yield the times of resolved proofs, and the number of unresolved ones."""
    still_open = wrong = 0
    for name, number, table in published():
        numbers = in_own_process(proved, name, number, 1.0 if quick else seconds)
        parameters = ", ".join(f"{key}={each}" for key, each in table["parameters"].items())
        wrong += numbers["is_wrong"]
        still_open += not numbers["is_resolved"]
        if numbers["is_resolved"]:
            called = f"{name}({parameters}), {table['outcome']}"
            yield Figure(called, numbers["cpu"], "CPU-s")
    yield Figure("outcomes that are not as published", wrong, "", 0)
    yield Figure(f"starts not resolved within {seconds:g} seconds", still_open, "")


def proved(name: str, number: int, seconds: float) -> Numbers:
    """Measure the proof of a start, and compare it with the published outcome."""
    from gamesolver import find_game, prove
    from gamesolver.rules.figures import figures_of
    from gamesolver.rules.guard import Rules

    kind = find_game(name)
    table = figures_of(name, kind)[number]
    game, expected = kind(**table["parameters"]), table["outcome"]
    if Rules(game).is_scored or Rules(game).payoff:
        return {"is_resolved": False, "is_wrong": False, "cpu": 0.0}
    began = time.process_time()
    is_exact = "in" in expected.split() and "draw" not in expected
    proof = prove(game, exact=is_exact, seconds=seconds, memory="1 GB")
    found = proof.outcome if is_exact else proof.value
    reported = None if found is None else str(found) if is_exact else found.name.lower()
    is_wrong = reported is not None and reported != (
        expected if is_exact else expected.split(" in")[0]
    )
    is_wrong = is_wrong and reported not in expected  # an endless draw is a draw
    cpu = time.process_time() - began
    return {"is_resolved": reported is not None, "is_wrong": is_wrong, "cpu": cpu}


# ── Clobber ─────────────────────────────────────────────────────────────────────────────────────

CLOBBER = {(3, 7): "win", (3, 8): "loss", (4, 6): "loss", (5, 5): "loss"}
OWED, HOUR = 30, 3_600  # CPU-seconds to prove or verify one of these; seconds for 5x6


def clobber(quick: bool) -> Iterator[Figure]:
    """Measure proving and verifying the winner of each board of Clobber."""
    for size, expected in CLOBBER.items() if not quick else [((3, 7), "win")]:
        numbers = in_own_process(verified, *size, expected, OWED * 20, "1 GB")
        name = f"Clobber {size[0]}x{size[1]}, {expected}"
        yield Figure(name, numbers["cpu"], "CPU-s", OWED)
        yield Figure(f"{name}, positions looked at", numbers["visited"], "")
        yield Figure(f"{name}, verified", numbers["verifying"], "CPU-s", OWED)
    if not quick:
        numbers = in_own_process(proved_by_two, 5, 6, "loss")
        yield Figure("Clobber 5x6, loss", numbers["cpu"], "CPU-s")
        yield Figure("Clobber 5x6, loss, positions looked at", numbers["visited"], "")


def verified(rows: int, columns: int, expected: str, seconds: float, memory: str) -> Numbers:
    """Measure proving and verifying the winner from a start; raise an error if it is wrong."""
    proof, numbers = clobber_proved(rows, columns, expected, seconds=seconds, memory=memory)
    began = time.process_time()
    assert proof.verify().bounds.value is proof.value
    return numbers | {"verifying": time.process_time() - began}


def proved_by_two(rows: int, columns: int, expected: str) -> Numbers:
    """Measure proving the winner by two threads; raise an error if it is wrong or unresolved."""
    return clobber_proved(rows, columns, expected, seconds=HOUR, memory="2 GB", threads=2)[1]


def clobber_proved(rows: int, columns: int, expected: str, **how: Any) -> tuple[Any, Numbers]:
    """Return a proof of the winner from a start, and its cost."""
    from games import Clobber
    from gamesolver import Value, prove

    game = Clobber(rows, columns)
    compile_for_proofs(game)
    began = time.process_time()
    proof = prove(game, exact=False, **how)
    assert proof.value is Value[expected.upper()], proof
    return proof, {"cpu": time.process_time() - began, "visited": proof.how.visited}


GROUPS = (
    Group("proofs-clobber", clobber, is_long=True),
    Group("proofs-games", partial(games, SECONDS), is_long=True),
    Group("proofs-large-games", partial(games, MANY_SECONDS), is_long=True),
)
