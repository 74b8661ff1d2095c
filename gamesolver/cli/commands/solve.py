"""``gamesolver solve``: who wins, in how many plies, the line, and how the positions fall out."""

from __future__ import annotations

from typing import Annotated, Any

import typer

import gamesolver
from gamesolver.cli.options import Json, Memory, Start, Threads
from gamesolver.cli.output import (
    STYLES,
    TITLE,
    Page,
    bar,
    coloured,
    mainline,
    several,
    show_boards,
    write_json,
)
from gamesolver.cli.subjects import Subject, parsed
from gamesolver.errors import InvalidArgumentError, MemoryLimitError
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.game import Game
from gamesolver.shapes import SolveShape, counts_shape
from gamesolver.show.sentences import WORDS, Voice

METHODS = "auto", "retrograde", "minimax"


def solve(
    subject: Annotated[Subject, "GAME"],
    start: Start = None,
    save: Annotated[
        str | None, typer.Option("--save", metavar="FILE", help="Keep the solution in this file.")
    ] = None,
    checkpoint: Annotated[
        str | None,
        typer.Option(
            "--checkpoint",
            metavar="DIR",
            help="Keep checkpoints here: after a stop, the same command goes on.",
        ),
    ] = None,
    memory: Memory = None,
    threads: Threads = None,
    method: Annotated[
        str, typer.Option("--method", metavar="|".join(METHODS), help="How to solve.")
    ] = "auto",
    forecast: Annotated[
        bool, typer.Option("--estimate/--no-estimate", help="First say what it will take.")
    ] = True,
    json: Json = False,
) -> None:
    """Who wins, in how many plies, by which line."""
    if method not in METHODS:
        others = ", ".join(METHODS[:-1])
        raise InvalidArgumentError(f"bad --method {method!r}: expected {others} or {METHODS[-1]}")
    if subject.is_file:
        is_python = subject.text.endswith(".py")
        advice = f"say which, {subject.text}:MyGame" if is_python else "gamesolver show reads files"
        message = f"{subject.text} names a file: expected a game to solve; {advice}"
        raise InvalidArgumentError(message)
    game = subject.game()
    root = None if start is None else parsed(game, start)
    if forecast:
        _forecast(
            game, root, memory, threads, is_shown=bar() or not json, may_spill=bool(checkpoint)
        )
    try:
        solution = gamesolver.solve(
            game,
            method=method,  # type: ignore[arg-type]  # one of these
            start=root,
            threads=threads,
            memory=memory,
            folder=checkpoint,
            progress=bar(),
        )
    except KeyboardInterrupt:
        if checkpoint:
            Page(errors=True).say(f"the same command goes on from the checkpoint in {checkpoint}")
        raise
    if save is not None:
        solution.save(save, progress=bar())
    if json:
        answer: SolveShape = {**solution.shape(), "saved": save}
        write_json(answer)
    else:
        _show(solution, save)


def _forecast(
    game: Game[Any, Any],
    root: Any,
    memory: str | None,
    threads: int | None,
    *,
    is_shown: bool,
    may_spill: bool,
) -> None:
    """Say what solving takes; stop here where it needs more memory than it may have."""
    from gamesolver.system.memory import MemoryMeter, in_words

    expected = gamesolver.estimate(game, start=root, memory=memory, threads=threads)
    if is_shown:
        Page(errors=True).say(f"estimate for {expected}")
    limit = MemoryMeter(memory).limit
    on_disk = "--checkpoint uses the disk, " if isinstance(game, CompiledGame) else ""
    if expected.bytes.low > limit and not (may_spill and on_disk):
        raise MemoryLimitError(
            f"not enough memory: {game!r} needs {in_words(round(expected.bytes.low))} or more, and "
            f"the limit is {in_words(limit)}; --memory sets another, {on_disk}--no-estimate tries "
            "all the same",
            limit=limit,
            needed=round(expected.bytes.low),
        )


def _show(solution: gamesolver.Solution[Any, Any], saved: str | None) -> None:
    page, voice = Page(), Voice.of(solution.game)
    seat = voice.seat_at_start(solution.start)
    sentence = voice.sentence(solution.outcome, seat)
    page.print(f"{solution.game!r}", style=TITLE, soft_wrap=True)
    page.say(coloured(solution.outcome, sentence), "")
    show_boards(page, mainline(voice, solution, solution.start))
    counts = solution.counts()
    numbers = counts_shape(counts)
    page.say("", f"{several(sum(counts.values()), 'position')}, for the player to move:")
    width = max(len(f"{numbers[word]:,}") for word in WORDS.values())
    for value, word in WORDS.items():
        line = f"  {numbers[word]:>{width},} {word}"
        page.print(line, style=STYLES[value], soft_wrap=True)
    page.remark(*solution.how.notes)
    if saved is not None:
        page.say(f"saved in {saved}")
