"""``gamesolver estimate``: how large a game is, before it is solved."""

from __future__ import annotations

import gamesolver
from gamesolver.cli import options
from gamesolver.cli.output import Page, how_far, write_json
from gamesolver.cli.parsing import GAME, command_about
from gamesolver.cli.subjects import Subject, parsed
from gamesolver.cli.too_large import try_prove
from gamesolver.forecast.estimating import STAGES
from gamesolver.system.memory import MemoryMeter


@command_about(GAME)
@options.start
@options.scores
@options.memory
@options.threads
@options.json
def estimate(
    subject: Subject,
    start: str | None,
    scores: bool,
    memory: str | None,
    threads: int | None,
    json: bool,
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
    page.print_lines(expected.table)
    if expected.bytes.low > MemoryMeter(memory).limit:
        by_stage = f"gamesolver solve {subject.text} --checkpoint FOLDER {STAGES.does}"
        advice = by_stage if expected.advice == STAGES else str(try_prove(subject.text))
        page.remark(f"too large for a table here: {advice}")
