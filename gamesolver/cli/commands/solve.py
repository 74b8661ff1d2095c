"""``gamesolver solve``: the outcome of a game, a line of best play, and counts of positions."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any

import click

import gamesolver
from gamesolver.cli import options
from gamesolver.cli.job import communicator_of_job
from gamesolver.cli.output import (
    STYLES,
    TITLE,
    Page,
    coloured,
    how_far,
    show_mainline,
    write_json,
)
from gamesolver.cli.parsing import GAME, command_about
from gamesolver.cli.subjects import Subject, mover_named, parsed, stages_in
from gamesolver.cli.too_large import ways_of_solving
from gamesolver.errors import Advice, InvalidArgumentError, MemoryLimitError
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.guard import Rules
from gamesolver.rules.known_sizes import FORCE, positions_of
from gamesolver.rules.parameters import titled
from gamesolver.shapes import SolutionShape, counts_shape
from gamesolver.show.sentences import (
    WORDS,
    Voice,
    endless_in_words,
    for_the_mover,
    headline,
    positions_counted,
    scores_as_text,
)
from gamesolver.solving import require_stages, solve_if_short
from gamesolver.system.memory import MemoryMeter, in_words

METHODS = "auto", "retrograde", "minimax"
MODES = "plain", "lowered", "compiled"
"""Modes of the rules of a board game."""
SECONDS_UNSAID = 2.0
"""Time in seconds up to which a solve prints nothing."""


MOST_UNESTIMATED = 1_000_000
"""Published number of positions up to which a compiled game is solved without an estimate.

It is solved in a second, and the kernels of an estimate take longer to compile.
"""


class SolveShape(SolutionShape):
    """`gamesolver solve --json`."""

    saved: Annotated[str | None, "The file it was saved in."]


@command_about(GAME)
@options.start
@click.option("--save", "-o", metavar="FILE", help="Save the solution.")
@click.option("--checkpoint", "-c", metavar="FOLDER", help="Save progress there; rerun to resume.")
@options.tables
@options.scores
@options.memory
@options.threads
@click.option("--method", metavar="METHOD", default="auto", help="auto, retrograde, or minimax.")
@click.option(
    "--mode",
    metavar="MODE",
    default="compiled",
    help="Of a board game: plain, lowered, or compiled.",
)
@click.option(
    "--estimate/--no-estimate", "forecast", default=True, help="Estimate memory and time first."
)
@click.option("--force", is_flag=True, help="Start even if the game may not fit.")
@options.json
def solve(
    subject: Subject,
    start: str | None,
    save: str | None,
    checkpoint: str | None,
    tables: Sequence[str],
    scores: bool,
    memory: str | None,
    threads: int | None,
    method: str,
    mode: str,
    forecast: bool,
    force: bool,
    json: bool,
) -> None:
    """Solve a game and show its outcome and a line of best play.

    Run under MPI to use several processes: mpiexec -n 4 gamesolver solve GAME. This requires
    pip install "solved-games[mpi]".
    """
    if method not in METHODS:
        others = ", ".join(METHODS[:-1])
        raise InvalidArgumentError(f"bad --method {method!r}: expected {others} or {METHODS[-1]}")
    if subject.is_file:
        is_python = subject.text.endswith(".py")
        reader = "prove reads proofs" if subject.is_proof else "show reads files"
        advice = f"say which, {subject.text}:MyGame" if is_python else f"gamesolver {reader}"
        message = f"{subject.text} names a file: expected a game to solve; {advice}"
        raise InvalidArgumentError(message)
    game = _in_mode(subject.game(), mode)
    if save is not None and mode != "compiled":
        raise InvalidArgumentError(f"bad --save: a solution of --mode {mode} is not saved")
    root = None if start is None else parsed(game, start)
    way: Any = method
    ranks = communicator_of_job()
    if tables:
        require_stages(game, way)
    if not force and ranks is None:
        subject.require_feasible(root, ways_of_solving(subject.text), memory, checkpoint)
    options: dict[str, Any] = {
        "method": way,
        "start": root,
        "scores": scores,
        "threads": threads,
        "memory": memory,
        "force": force,
        "tables": [stages_in(each, game) for each in tables or ()],
    }
    solution: gamesolver.Solution[Any, Any] | None = None
    if ranks is None and not checkpoint:
        with suppress(MemoryLimitError):  # the estimate says more about it
            solution = solve_if_short(game, **options, progress=how_far())
    is_short = root is None and memory is None and _is_known_to_be_short(game)
    if solution is None and forecast and ranks is None and not is_short:
        expected = gamesolver.estimate(
            game, start=root, scores=scores, memory=memory, threads=threads, progress=how_far()
        )
        if not force:
            _require_memory(expected, memory, has_disk=bool(checkpoint))
        if expected.seconds.high > SECONDS_UNSAID:
            Page(errors=True).print_lines(f"Estimate for {expected}")
    try:
        solution = solution or gamesolver.solve(
            game,
            **options,
            folder=checkpoint,
            progress=how_far(),
            communicator=ranks,
        )
    except KeyboardInterrupt:
        from gamesolver.files.checkpoints import has_checkpoint  # files: only when needed

        if checkpoint and has_checkpoint(checkpoint):
            Page(errors=True).print_lines(
                f"Repeat the command to resume from the checkpoint in {checkpoint}"
            )
        raise
    if solution is None:  # another rank has it
        return
    if ranks is not None:
        report_resumed(solution.how.why)
    if save is not None:
        solution.save(save, progress=how_far())
    if json:
        answer: SolveShape = {**solution.shape(), "saved": save}
        write_json(answer)
    else:
        _show(solution, save, mover_named(game, start, root))


def _in_mode(game: gamesolver.Game[Any, Any], mode: str) -> gamesolver.Game[Any, Any]:
    """Return a board game in one of its modes. Raise for any other game, except as it is."""
    if mode not in MODES:
        raise InvalidArgumentError(f"bad --mode {mode!r}: expected plain, lowered or compiled")
    if mode == "compiled":
        return game
    from gamesolver.boardgames import BoardGame  # few solves need it

    if not isinstance(game, BoardGame):
        raise InvalidArgumentError(
            f"bad --mode {mode!r}: {titled(game)} is not a board game, and has one mode"
        )
    return game.plain if mode == "plain" else game.lowered


def _is_known_to_be_short(game: gamesolver.Game[Any, Any]) -> bool:
    """Return True for a compiled game of few positions, for which an estimate takes as long."""
    if not isinstance(game, CompiledGame):
        return False
    positions = positions_of(game)
    return positions is not None and positions <= MOST_UNESTIMATED


def report_resumed(why: str) -> None:
    """Print that the solve resumed from saved progress, or began again, if it did."""
    first = why.partition("; ")[0]
    if first.startswith(("resumed from ", "began again, ")):
        Page(errors=True).print_lines(f"This solve {first}")


def _require_memory(expected: gamesolver.Estimate, memory: str | None, *, has_disk: bool) -> None:
    """Raise an error if the solve needs more memory than the limit."""
    limit, low = MemoryMeter(memory).limit, round(expected.bytes.low)
    uses_disk = isinstance(expected.game, CompiledGame)
    if low <= limit or (has_disk and uses_disk):
        return
    on_disk = [Advice("uses the disk", {"folder": None})] if uses_disk else []
    raise MemoryLimitError(
        f"not enough memory: {titled(expected.game)} needs {in_words(low)} or more, and the limit "
        f"is {in_words(limit)}",
        limit=limit,
        needed=low,
    ).advised(Advice("sets another", {"memory": None}), *on_disk, FORCE)


def _show(solution: gamesolver.Solution[Any, Any], saved: str | None, mover: int | None) -> None:
    page, voice = Page(), Voice(Rules(solution.game), mover or 0)
    seat = voice.seat_at_start(solution.start) if mover is None else mover
    sentence = voice.sentence(solution.start, solution.outcome, seat)
    page.print(headline(titled(solution.game)), style=TITLE, soft_wrap=True)
    page.print_lines(coloured(solution.outcome, headline(sentence)), "")
    show_mainline(page, voice, solution, solution.start)
    counts = solution.counts()
    numbers = counts_shape(counts)
    counted = positions_counted(solution.game, solution.start, len(solution))
    page.print_lines("", f"{counted}, {for_the_mover(voice.rules)}:")
    width = max(len(f"{numbers[word]:,}") for word in WORDS.values())
    for value, word in WORDS.items():
        line = f"  {numbers[word]:>{width},} {word}{scores_as_text(counts, value)}"
        page.print(line, style=STYLES[value], soft_wrap=True)
    if checked := solution.how.spot_check:
        page.print_lines(f"Spot check: {checked}")
    page.remark(*solution.how.notes, *endless_in_words(voice.rules))
    if saved is not None:
        page.print_lines(f"Saved in {saved}")
