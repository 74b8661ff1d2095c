"""``gamesolver estimate``: how large a game is, before it is solved."""

from __future__ import annotations

from math import isinf
from typing import Annotated

import gamesolver
from gamesolver.cli.options import Json, Memory, Start, Threads
from gamesolver.cli.output import Page, write_json
from gamesolver.cli.shapes import EstimateShape, RangeShape, game_told
from gamesolver.cli.subjects import Subject, parsed


def estimate(
    subject: Annotated[Subject, "GAME"],
    start: Start = None,
    memory: Memory = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """How many positions, bytes and seconds solving would take."""
    game = subject.game()
    root = None if start is None else parsed(game, start)
    expected = gamesolver.estimate(game, start=root, memory=memory, threads=threads)
    if not json:
        Page().say(str(expected))
        return
    answer: EstimateShape = {
        "game": game_told(game),
        "slots": expected.slots,
        "positions": _range_told(expected.positions),
        "bytes": _range_told(expected.bytes),
        "seconds": _range_told(expected.seconds),
    }
    write_json(answer)


def _range_told(figures: gamesolver.Range) -> RangeShape:
    high = None if isinf(figures.high) else figures.high
    return {"low": figures.low, "high": high, "how": figures.how}
