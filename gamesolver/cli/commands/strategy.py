"""``gamesolver strategy``: the fewest positions that a perfect player must know."""

from __future__ import annotations

from typing import Annotated, Any

import click

from gamesolver.cli import options
from gamesolver.cli.output import Page, how_far, write_json, written
from gamesolver.cli.parsing import FILE_OR_GAME, command_about
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


@command_about(FILE_OR_GAME)
@options.seat
@click.option(
    "--by", metavar="value|score", help="Guarantee the value, or the score.  [default: value]"
)
@click.option(
    "--seconds",
    metavar="SECONDS",
    type=options.number,
    default=60,
    help="Time limit of the search.",
)
@click.option(
    "--limit",
    "-n",
    metavar="N",
    type=options.whole,
    default=100_000,
    help="Refuse to choose from more than N positions.",
)
@options.sheet
@options.start
@options.memory
@options.threads
@options.json
def strategy(
    subject: Subject,
    seat: str | None,
    by: str | None,
    seconds: float,
    limit: int,
    sheet: str | None,
    start: str | None,
    memory: str | None,
    threads: int | None,
    json: bool,
) -> None:
    """Find the fewest positions that a perfect player must know."""
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
        Page().print_lines(clean(result.as_text()).rstrip("\n") if news is None else news)
