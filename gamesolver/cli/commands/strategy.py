"""``gamesolver strategy``: the fewest positions one must know to play perfectly."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from gamesolver.cli.named_players import Seat
from gamesolver.cli.options import Json, Memory, Start, Threads, number, whole
from gamesolver.cli.output import Page, Sheet, how_far, write_json, written
from gamesolver.cli.subjects import Subject
from gamesolver.errors import InvalidArgumentError
from gamesolver.players import strategy as smallest
from gamesolver.players.against_person import seat_named
from gamesolver.players.players import require_no_gains
from gamesolver.players.strategies import StrategyShape
from gamesolver.players.strategy_search import require_scipy
from gamesolver.rules.guard import Rules
from gamesolver.texts import clean, spelled


class WrittenStrategyShape(StrategyShape):
    """`gamesolver strategy --json`."""

    written: Annotated[str | None, "The sheet, if any."]


def strategy(
    subject: Annotated[Subject, "FILE-or-GAME"],
    seat: Seat = None,
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar="value|score",
            help="Guarantee the value, or the score.  [default: value]",
        ),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds",
            metavar="SECONDS",
            parser=number,
            help="Time limit of the search.",
        ),
    ] = 60,
    limit: Annotated[
        int,
        typer.Option(
            "--limit",
            "-n",
            metavar="N",
            parser=whole,
            help="Refuse if there are more positions to choose among.",
        ),
    ] = 100_000,
    sheet: Sheet = None,
    start: Start = None,
    memory: Memory = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Find the fewest positions to know for perfect play."""
    if by not in (None, "value", "score"):
        raise InvalidArgumentError(f"bad --by {spelled(by)}: expected value or score")
    require_scipy()  # before anything is solved for it
    solution = subject.solution(start=start, memory=memory, threads=threads)
    whose = 0 if seat is None else seat_named(solution.game, seat, "--seat")
    if by == "value":
        gains = Rules(solution.game).has_gains
        require_no_gains(solution.game, gains, f"bad --by {spelled(by)}", "score")
    kept: Any = by
    result = smallest(solution, whose, by=kept, seconds=seconds, limit=limit, progress=how_far())
    news = None if sheet is None else written(sheet, result.as_html())
    if json:
        answer: WrittenStrategyShape = {**result.shape(), "written": sheet}
        write_json(answer)
    else:
        Page().say(clean(result.as_text()).rstrip("\n") if news is None else news)
