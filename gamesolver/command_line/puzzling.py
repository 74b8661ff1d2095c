"""``gamesolver puzzles``: positions with one right move, to read or to print."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from gamesolver.command_line.options import Json, Memory, Threads, whole
from gamesolver.command_line.page import Page, bar, write_json
from gamesolver.command_line.shapes_of_players import PuzzleShape, PuzzlesShape
from gamesolver.command_line.sheets import Sheet, written
from gamesolver.command_line.subjects import Subject
from gamesolver.command_line.telling import game_told, outcome_told
from gamesolver.command_line.wording import Voice
from gamesolver.errors import InvalidArgumentError
from gamesolver.players import Puzzle
from gamesolver.players import puzzles as found_in
from gamesolver.players.puzzles_telling import branch_data
from gamesolver.spelling import clean, spelled


def puzzles(
    subject: Annotated[Subject, "FILE-or-GAME"],
    plies: Annotated[
        str | None,
        typer.Option("--plies", metavar="N", help="Only wins in so many plies: 5, or 3-7."),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", parser=whole, help="At most so many.")
    ] = 10,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", parser=whole, help="Which ones, is drawn from it.")
    ] = 0,
    sheet: Sheet = None,
    memory: Memory = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Positions with one right move, each with its solution."""
    wanted = _plies(plies)
    solution = subject.solution(memory=memory, threads=threads)
    book = found_in(solution, plies=wanted, limit=limit, seed=seed, progress=bar())
    news = None if sheet is None else written(sheet, book.as_html())
    if json:
        voice = Voice.of(solution.game)
        answer: PuzzlesShape = {
            "game": game_told(solution.game),
            "puzzles": [_told(voice, each) for each in book],
            "written": sheet,
        }
        write_json(answer)
        return
    page = Page()
    if news is not None:
        page.say(news)
    elif book:
        page.say(clean(book.as_text()).rstrip("\n"))
    else:
        page.say("no puzzles")


def _plies(text: str | None) -> int | range | None:
    """A number, or a range with both ends."""
    if text is None:
        return None
    low, _, high = text.partition("-")
    if not (low.isdecimal() and (high or low).isdecimal()):
        told = "expected a number of plies, such as 5, or 3-7"
        raise InvalidArgumentError(f"bad --plies {spelled(text)}: {told}")
    return range(int(low), int(high or low) + 1)


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
