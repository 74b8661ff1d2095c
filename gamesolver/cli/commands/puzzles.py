"""``gamesolver puzzles``: positions with one right move, or traps, to read or to print."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from gamesolver.cli.options import Json, Memory, Threads, plies_between, whole
from gamesolver.cli.output import Page, Sheet, Voice, bar, write_json, written
from gamesolver.cli.shapes import PuzzleShape, PuzzlesShape, TrapShape, game_told, outcome_told
from gamesolver.cli.subjects import Subject
from gamesolver.errors import InvalidArgumentError
from gamesolver.players import Puzzle, Puzzles, Trap, Traps
from gamesolver.players import puzzles as found_in
from gamesolver.players import traps as traps_in
from gamesolver.players.puzzling import branch_data
from gamesolver.texts import clean
from gamesolver.value import Value


def puzzles(
    subject: Annotated[Subject, "FILE-or-GAME"],
    plies: Annotated[
        str | None,
        typer.Option("--plies", metavar="N", help="Only wins in so many plies: 5, or 3-7."),
    ] = None,
    most: Annotated[
        int, typer.Option("--most", metavar="N", parser=whole, help="At most so many.")
    ] = 10,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", parser=whole, help="Which ones, is drawn from it.")
    ] = 0,
    traps: Annotated[
        bool,
        typer.Option("--traps", help="Drawn positions in which most moves lose, in their place."),
    ] = False,
    sheet: Sheet = None,
    memory: Memory = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Positions with one right move, each with its solution."""
    expected = "a number of plies, such as 5, or 3-7"
    wanted = None if plies is None else plies_between(plies, "--plies", expected)
    if most < 1:
        raise InvalidArgumentError(f"bad --most {most}: expected a number from 1 on")
    if traps and wanted is not None:
        raise InvalidArgumentError("--plies is for puzzles: expected it without --traps")
    solution = subject.solution(memory=memory, threads=threads)
    book: Puzzles[Any, Any] | Traps[Any, Any]
    if traps:
        book = traps_in(solution, most=most, progress=bar())
    else:
        book = found_in(solution, plies=wanted, most=most, seed=seed, progress=bar())
    news = None if sheet is None else written(sheet, book.as_html())
    if json:
        voice = Voice.of(solution.game)
        answer: PuzzlesShape = {
            "game": game_told(solution.game),
            "puzzles": [_told(voice, each) for each in book if isinstance(each, Puzzle)],
            "traps": [_trap_told(voice, each) for each in book if isinstance(each, Trap)],
            "written": sheet,
        }
        write_json(answer)
        return
    page = Page()
    if news is not None:
        page.say(news)
    elif book:
        page.say(clean(book.as_text()).rstrip("\n"))
    elif traps and solution.value is not Value.DRAW:
        page.say(f"no traps: the start is a {solution.outcome}, and best play keeps it so")
    else:
        page.say("no traps" if traps else "no puzzles")


def _trap_told(voice: Voice, trap: Trap[Any, Any]) -> TrapShape:
    rules = voice.rules
    return {
        "question": trap.question,
        "position": rules.format(trap.position),
        "board": rules.render(trap.position),
        "line": [rules.format_move(each) for each in trap.line],
        "saving": [rules.format_move(each) for each in trap.saving],
        "losing": [rules.format_move(each) for each in trap.losing],
    }


def _told(voice: Voice, puzzle: Puzzle[Any, Any]) -> PuzzleShape:
    rules = voice.rules
    solution: Any = branch_data(rules.game, puzzle.solution)
    return {
        "question": puzzle.question,
        "kind": puzzle.kind,
        "position": rules.format(puzzle.position),
        "board": rules.render(puzzle.position),
        "outcome": outcome_told(puzzle.outcome),
        "move": rules.format_move(puzzle.move),
        "solution": solution,
        "refutations": [
            {
                "move": rules.format_move(each.move),
                "outcome": outcome_told(each.outcome),
                "line": [rules.format_move(move) for move in each.line],
            }
            for each in puzzle.refutations
        ],
    }
