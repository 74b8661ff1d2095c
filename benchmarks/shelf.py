"""The large games of the shelf: solved, held against what is told of them, and kept.

``docs/shelf.py`` solves what is small whenever pages are made. What takes longer is solved here,
each set of parameters in a process of its own, the smallest first; what comes out is kept in
``docs/shelf.json`` at once, from which the pages take it. What is owed is that every figure is the
same to the unit, or that the file beside the game says why not.

``shelf`` takes what is done in a minute or two, ``shelf-whole`` what comes next: whole games of
hundreds of millions of positions. Its bounds are those of a machine with 24 GB, of which a set may
take half, in some ten minutes: 400 million positions by compiled rules, at 27 bytes where they
have to be found and a microsecond or two, and four million by rules in plain Python, at two
thousand bytes and 20 to 60 microseconds. What lies beyond is too large, and its page says so.

Of such games the start may be proved. ``shelf-proofs`` tries all in which somebody says who wins,
for a minute each, and keeps what it finds in ``docs/proofs.json``; ``shelf-proofs-whole`` goes on
with what is not in there yet, for a quarter of an hour each and with a larger table.
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
"""So many positions a game may have, with compiled rules and without."""
NONE: Sizes = (0, 0)
MINUTES: Sizes = (20_000_000, 500_000)
WHOLE: Sizes = (400_000_000, 4_000_000)
QUICK = 50
"""By how much less that is for a quick run."""
MINUTE, QUARTER = 60, 900
SMALL_TABLE, LARGE_TABLE = "1 GB", "9 GB"


@cache
def pages() -> ModuleType:
    """The module beside the docs that makes the pages."""
    sys.path.append(str(ROOT / "docs"))
    spec = spec_from_file_location("docs_shelf", ROOT / "docs" / "shelf.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["docs_shelf"] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def figures(above: Sizes, most: Sizes, quick: bool) -> Iterator[Figure]:
    """Of each large set of parameters how long it took, and how many figures were others."""
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
    """Return the benchmark of the two that a game belongs to."""
    return sizes[not isinstance(case.game, CompiledGame)]


def expected(case: Any, quick: bool) -> float:
    """Return the number of positions of a large set, published or estimated; of others, too many.

    A quick run makes no forecasts, which take several seconds each.
    """
    if pages().is_small(case) or (quick and case.size is None):
        return float("inf")
    return float(case.size or forecast(case.game))


@cache
def forecast(game: Any) -> float:
    """The most positions that a game may have."""
    return estimate(game).positions.high


def solved(name: str, index: int) -> dict[str, Any]:
    """Return the results of a set of parameters, and the CPU seconds."""
    began = process_time()
    case = pages().cases(name)[index]
    solution = solve(case.game)
    return {"seconds": process_time() - began, "found": pages().answers(case, solution)}


def keep(case: Any, found: dict[str, Any]) -> None:
    """Put it into the record: a line for each set of parameters, in order."""
    keep_in(pages().RECORD, case, pages().for_record(case, found))


def keep_in(file: Path, case: Any, found: dict[str, Any]) -> None:
    """Put something into a record, in place of what was there of the same parameters."""
    record = json.loads(file.read_text(encoding="utf-8")) | {case.called: found}
    lines = (f"{json.dumps(each)}: {json.dumps(record[each])}" for each in sorted(record))
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def whole(quick: bool) -> Iterator[Figure]:
    """The same of whole games, none of which is solved quickly."""
    return iter(()) if quick else figures(MINUTES, WHOLE, quick)


# ── proofs of what is larger ────────────────────────────────────────────────────────────────────


def proofs(seconds: int, memory: str, again: bool, quick: bool) -> Iterator[Figure]:
    """Return the times of finished proofs, and the number of outcomes that differ."""
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
    """Yield the games too large for a table with a published outcome, except for proofs kept."""
    for name in registered_games():
        for index, case in enumerate(pages().every_case(name)):
            is_kept = case.called in pages().record()
            is_proved = case.called in pages().proofs() and not again
            if "outcome" in case.told and not (is_kept or is_proved or pages().is_small(case)):
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
