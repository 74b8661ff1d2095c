"""``gamesolver estimate``: how large a game is, before it is solved."""

from __future__ import annotations

from typing import Annotated

import gamesolver
from gamesolver.cli.options import Json, Memory, Scores, Start, Threads
from gamesolver.cli.output import Page, how_far, write_json
from gamesolver.cli.subjects import Subject, parsed
from gamesolver.cli.too_large import try_prove
from gamesolver.forecast.estimating import STAGES
from gamesolver.system.memory import MemoryMeter


def estimate(
    subject: Annotated[Subject, "GAME"],
    start: Start = None,
    scores: Scores = True,
    memory: Memory = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Estimate the positions, bytes, and seconds of a solve."""
    game = subject.game()
    root = None if start is None else parsed(game, start)
    expected = gamesolver.estimate(
        game, start=root, scores=scores, memory=memory, threads=threads, progress=how_far()
    )
    if json:
        write_json(expected.shape())
        return
    page = Page()
    page.say(expected.table)
    if expected.bytes.low > MemoryMeter(memory).limit:
        by_stage = f"gamesolver solve {subject.text} --checkpoint FOLDER {STAGES.does}"
        advice = by_stage if expected.advice == STAGES else str(try_prove(subject.text))
        page.remark(f"too large for a table here: {advice}")
