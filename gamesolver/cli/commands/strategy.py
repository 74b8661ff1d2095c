"""``gamesolver strategy``: the fewest positions one must know to play perfectly."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from gamesolver.cli.named_players import Seat
from gamesolver.cli.options import Json, Memory, Start, Threads, number, whole
from gamesolver.cli.output import Page, Sheet, Voice, bar, write_json, written
from gamesolver.cli.shapes import StrategyShape, game_told
from gamesolver.cli.subjects import Subject
from gamesolver.players import Strategy
from gamesolver.players import strategy as smallest
from gamesolver.players.against_person import seat_named
from gamesolver.players.strategy_search import require_scipy
from gamesolver.texts import clean


def strategy(
    subject: Annotated[Subject, "FILE-or-GAME"],
    seat: Seat = None,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", metavar="SECONDS", parser=number, help="To look for a smaller one."
        ),
    ] = 60,
    limit: Annotated[
        int,
        typer.Option("--limit", metavar="N", parser=whole, help="Positions to choose among."),
    ] = 100_000,
    sheet: Sheet = None,
    start: Start = None,
    memory: Memory = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """The fewest positions one must know to play perfectly."""
    require_scipy()  # before anything is solved for it
    solution = subject.solution(start=start, memory=memory, threads=threads)
    whose = 0 if seat is None else seat_named(solution.game, seat, "--seat")
    found = smallest(solution, whose, seconds=seconds, limit=limit, progress=bar())
    news = None if sheet is None else written(sheet, found.as_html())
    if json:
        write_json(_told(found, sheet))
    else:
        Page().say(clean(found.as_text()).rstrip("\n") if news is None else news)


def _told(found: Strategy[Any, Any], sheet: str | None) -> StrategyShape:
    rules = Voice.of(found.game).rules
    value: Any = found.value.name.lower()
    return {
        "game": game_told(found.game),
        "player": found.who,
        "value": value,
        "size": len(found),
        "at_least": found.at_least,
        "positions": [
            {
                "position": rules.format(entry.position),
                "board": rules.render(entry.position),
                "move": rules.format_move(entry.move),
            }
            for entry in found.entries
        ],
        "written": sheet,
    }
