"""Large built-in games: solved, compared with published figures, and recorded.

``docs/shelf.py`` solves small games when it makes the pages. Larger ones are solved here, each set
of parameters in its own process, the smallest first. The results are written to ``docs/shelf.json``
at once, and the pages read that file. Each figure must be equal, unless the TOML file of the game
has a reason for the difference.

``shelf`` solves games that take a minute or two, and ``shelf-whole`` games of hundreds of millions
of positions. Its limits are those of a machine with 24 GB: half of the memory and about ten minutes
for a set of parameters. That is 400 million positions by compiled rules, with 27 bytes and one or
two microseconds for a position, and four million by plain Python rules, with 2,000 bytes and 20 to
60 microseconds. The pages list larger games as not solved.

The start of such a game may be proved. ``shelf-proofs`` tries each game with a published or
recomputed outcome for a minute, and writes its results to ``docs/proofs.json``.
``shelf-proofs-whole`` tries the remaining ones for a quarter of an hour, with a larger table.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import cache, partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from time import process_time
from types import ModuleType
from typing import Any

from benchmarks.measure import ROOT, Figure, Group, in_own_process
from gamesolver import CompiledGame, estimate, registered_games, solve

Sizes = tuple[int, int]
"""Numbers of positions, for compiled rules and for plain ones."""
NONE: Sizes = (0, 0)
MINUTES: Sizes = (20_000_000, 500_000)
WHOLE: Sizes = (400_000_000, 4_000_000)
QUICK = 50
"""Divisor of these numbers in a quick run."""
MINUTE, QUARTER = 60, 900
SMALL_TABLE, LARGE_TABLE = "1 GB", "9 GB"


@cache
def pages() -> ModuleType:
    """Return the module ``docs/shelf.py``, which makes the pages."""
    sys.path.append(str(ROOT / "docs"))
    spec = spec_from_file_location("docs_shelf", ROOT / "docs" / "shelf.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["docs_shelf"] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def figures(above: Sizes, most: Sizes, quick: bool) -> Iterator[Figure]:
    """Yield the time of each large set of parameters, and the number of figures that differ."""
    shrunk = QUICK if quick else 1
    large = sorted(
        (size, name, index)
        for name in registered_games()
        for index, case in enumerate(pages().cases(name))
        if of(above, case) // shrunk < (size := expected(case, quick)) <= of(most, case) // shrunk
    )
    for _, name, index in large:
        case = pages().cases(name)[index]
        answer: Any = in_own_process(solved, name, index)
        keep(case, answer["found"])
        yield Figure(case.called, answer["seconds"], "CPU-s")
        held = pages().held_of(case, answer["found"])
        others = [each for each in held if each.verdict == pages().OTHER]
        yield Figure(f"{case.called}, figures that are others", len(others), "", owed=0)


def of(sizes: Sizes, case: Any) -> int:
    """Return the number for a game, by its rules: compiled or plain."""
    return sizes[not isinstance(case.game, CompiledGame)]


def expected(case: Any, quick: bool) -> float:
    """Return the number of positions of a large set, published or estimated, or infinity.

    A quick run makes no forecasts, which take several seconds each.
    """
    if pages().is_small(case) or (quick and case.size is None):
        return float("inf")
    return float(case.size or forecast(case.game))


@cache
def forecast(game: Any) -> float:
    """Return the estimated upper limit of the number of positions."""
    return estimate(game).positions.high


def solved(name: str, index: int) -> dict[str, Any]:
    """Return the results of a set of parameters, and the CPU seconds."""
    began = process_time()
    case = pages().cases(name)[index]
    solution = solve(case.game)
    return {"seconds": process_time() - began, "found": pages().answers(case, solution)}


def keep(case: Any, found: dict[str, Any]) -> None:
    """Write figures to the record, which has a sorted line for each set of parameters."""
    keep_in(pages().RECORD, case, pages().for_record(case, found))


def keep_in(file: Path, case: Any, found: dict[str, Any]) -> None:
    """Write a result to a record, and replace an earlier one of these parameters."""
    record = json.loads(file.read_text(encoding="utf-8")) | {case.called: found}
    lines = (f"{json.dumps(each)}: {json.dumps(record[each])}" for each in sorted(record))
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def whole(quick: bool) -> Iterator[Figure]:
    """Yield the same figures for the largest games, and none in a quick run."""
    return iter(()) if quick else figures(MINUTES, WHOLE, quick)


# ── proofs of larger games ──────────────────────────────────────────────────────────────────────


def proofs(seconds: int, memory: str, again: bool, quick: bool) -> Iterator[Figure]:
    """Yield the times of finished proofs, and the number of outcomes that differ."""
    still_open = 0
    for name, index, case in provable(again):
        answer: Any = in_own_process(proved, name, index, memory, 1 if quick else seconds)
        if not answer["found"]:
            still_open += 1
            continue
        keep_in(pages().PROOFS, case, answer["found"])
        yield Figure(case.called, answer["found"]["seconds"], "CPU-s")
        yield Figure(f"{case.called}, figures that are others", answer["others"], "", owed=0)
    yield Figure(f"starts not proved within {seconds} seconds", still_open, "")


def provable(again: bool) -> Iterator[tuple[str, int, Any]]:
    """Yield the unproved games with a published outcome that are too large for a table."""
    for name in registered_games():
        for index, case in enumerate(pages().every_case(name)):
            is_kept = case.called in pages().record()
            is_proved = case.called in pages().proofs() and not again
            if "outcome" in case.figures and not (is_kept or is_proved or pages().is_small(case)):
                yield name, index, case


def proved(name: str, index: int, memory: str, seconds: float) -> dict[str, Any]:
    """Return the result of a proof of a start, and the number of figures that differ."""
    case = pages().every_case(name)[index]
    found = pages().prove_start(case, memory, seconds)
    if found is None:
        return {"found": None}
    pages().proofs()[case.called] = found
    held = pages().held_of(case, None)
    return {"found": found, "others": sum(each.verdict == pages().OTHER for each in held)}


GROUPS = (
    Group("shelf", partial(figures, NONE, MINUTES), is_long=True),
    Group("shelf-whole", whole, is_long=True),
    Group("shelf-proofs", partial(proofs, MINUTE, SMALL_TABLE, True), is_long=True),
    Group("shelf-proofs-whole", partial(proofs, QUARTER, LARGE_TABLE, False), is_long=True),
)
