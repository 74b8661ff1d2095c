"""``gamesolver plot``: a picture of a solution, in a file of the kind that its suffix names."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import click

from gamesolver.cli import options
from gamesolver.cli.commands.export import WrittenShape
from gamesolver.cli.output import Page, write_json
from gamesolver.cli.parsing import FILE_OR_GAME, argument, command_about
from gamesolver.cli.subjects import Subject
from gamesolver.errors import InvalidArgumentError
from gamesolver.files.replacing import replacing
from gamesolver.shapes import game_shape
from gamesolver.system.memory import in_words
from gamesolver.texts import spelled

SUFFIXES = (".png", ".svg", ".pdf")
DOTS = 160  # an inch, of a .png
KINDS = {
    "outcomes": "outcomes_by_remoteness",
    "scores": "outcomes_by_score",
    "plies": "values_by_ply",
    "perfect": "perfect_play",
}
"""Function in ``gamesolver.plots`` for each kind."""


class PlotShape(WrittenShape):
    """`gamesolver plot --json`."""

    kind: Annotated[str, "`outcomes`, `scores`, `plies` or `perfect`."]


@command_about(FILE_OR_GAME)
@argument("out", "File with the suffix .png, .svg, or .pdf.", metavar="OUT")
@click.option(
    "--kind",
    metavar="KIND",
    default="outcomes",
    help="outcomes, scores, plies (values), or perfect (play).",
)
@click.option(
    "--limit",
    "-n",
    metavar="N",
    type=options.whole,
    help="Refuse plies and perfect with more than N positions.",
)
@options.start
@options.memory
@options.threads
@options.json
def plot(
    subject: Subject,
    out: str,
    kind: str,
    limit: int | None,
    start: str | None,
    memory: str | None,
    threads: int | None,
    json: bool,
) -> None:
    """Plot outcomes by plies or score, values by ply, or perfect play."""
    if kind not in KINDS:
        expected = "expected outcomes, scores, plies or perfect"
        raise InvalidArgumentError(f"bad --kind {spelled(kind)}: {expected}")
    if limit is not None and kind in ("outcomes", "scores"):
        message = f"bad --limit: --kind {kind} counts all positions and has no limit"
        raise InvalidArgumentError(message)
    if Path(out).suffix not in SUFFIXES:
        expected = "expected a name that ends in .png, .svg or .pdf"
        raise InvalidArgumentError(f"bad OUT {spelled(out)}: {expected}")
    plots = _plots()  # before the game is solved, which may take long
    solution = subject.solution(start=start, memory=memory, threads=threads)
    options = {} if limit is None else {"limit": limit}
    ax = getattr(plots, KINDS[kind])(solution, **options)
    _write(ax.get_figure(), out)
    size = os.path.getsize(os.path.realpath(out))
    if json:
        answer: PlotShape = {
            "game": game_shape(solution.game),
            "kind": kind,
            "written": out,
            "bytes": size,
        }
        write_json(answer)
    else:
        Page().print_lines(f"{out}: {in_words(size)}")


def _plots() -> Any:
    """Return the plots module, set to draw into files and not into windows."""
    from gamesolver import plots
    from gamesolver.plots.axes import require_matplotlib

    require_matplotlib()
    import matplotlib as mpl

    mpl.use("Agg")
    return plots


def _write(figure: Any, out: str) -> None:
    from matplotlib import pyplot, rc_context

    try:
        with (
            replacing(out) as file,
            rc_context({"svg.fonttype": "none", "svg.hashsalt": "gamesolver"}),
        ):
            figure.savefig(file, dpi=DOTS, format=Path(out).suffix.removeprefix("."))
    finally:
        pyplot.close(figure)
