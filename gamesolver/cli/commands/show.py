"""``gamesolver show``: a board, every legal move with its outcome, and the line from there."""

from __future__ import annotations

from typing import Annotated, Any

import click
from rich.text import Text

import gamesolver
from gamesolver.cli import options
from gamesolver.cli.output import Page, coloured, show_mainline, show_moves, with_legend, write_json
from gamesolver.cli.parsing import FILE_OR_GAME, argument, command_about
from gamesolver.cli.subjects import Subject, mover_named, parsed
from gamesolver.rules.guard import Rules
from gamesolver.shapes import (
    GameShape,
    MoveShape,
    PositionShape,
    StepShape,
    game_shape,
    line_shape,
    move_shape,
    position_shape,
)
from gamesolver.show.sentences import Voice, headline


class ShownMoveShape(MoveShape):
    """A legal move, with the board after it."""

    board: str


class ShowShape(PositionShape):
    """`gamesolver show --json`."""

    game: GameShape
    moves: Annotated[list[ShownMoveShape], "Best first."]
    line: Annotated[list[StepShape] | None, "Best play; `null` without `--line`."]


@command_about(FILE_OR_GAME)
@argument(
    "position",
    "Text of a position, as in the output of --json.  [default: the start]",
    metavar="[POSITION]",
    required=False,
)
@click.option("--line", is_flag=True, help="Show the boards of a line of best moves.")
@options.start
@options.memory
@options.threads
@options.json
def show(
    subject: Subject,
    position: str | None,
    line: bool,
    start: str | None,
    memory: str | None,
    threads: int | None,
    json: bool,
) -> None:
    """Show a board and all legal moves with their outcomes, best first."""
    solution = subject.solution(start=start, memory=memory, threads=threads)
    here = solution.start if position is None else parsed(solution.game, position)
    solution[here]
    mover = mover_named(solution.game, start if position is None else position, here)
    if json:
        write_json(_answer(solution, here, line, mover))
    else:
        _show(solution, here, line, mover)


def _show(
    solution: gamesolver.Solution[Any, Any], here: Any, line: bool, mover: int | None
) -> None:
    page, voice = Page(), Voice(Rules(solution.game), mover or 0)
    seat = voice.seat_at_start(here) if mover is None else mover
    outcome = solution[here]
    page.print_lines(with_legend(page, voice, voice.board(here)), "")
    rows = solution.moves(here)
    sentence = voice.sentence(here, outcome, seat)
    if rows and seat is not None:
        page.print_lines(
            Text(headline(f"{voice.name(seat)} is to move: ")) + coloured(outcome, sentence)
        )
    else:
        page.print_lines(coloured(outcome, headline(sentence)))
    page.print_lines("")
    if line:
        show_mainline(page, voice, solution, here)
    elif rows:
        show_moves(page, voice, rows, boards=True)


def _answer(
    solution: gamesolver.Solution[Any, Any], here: Any, line: bool, mover: int | None
) -> ShowShape:
    rules, first = Rules(solution.game), mover or 0
    return {
        "game": game_shape(solution.game),
        **position_shape(rules, here, solution[here], mover),
        "moves": [_move(rules, row, first) for row in solution.moves(here)],
        "line": line_shape(rules, solution.mainline(here), first) if line else None,
    }


def _move(rules: Rules[Any, Any], row: gamesolver.MoveRow[Any, Any], first: int) -> ShownMoveShape:
    mover = rules.mover(row.position, 1, first)
    board = rules.render(row.position, mover)
    return {**move_shape(rules, row, mover), "board": board}
