"""``gamesolver stats``: statistics of all positions of a game.

If not all positions were visited, the page has a note.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
from rich.text import Text

from gamesolver.cli import options
from gamesolver.cli.output import STYLES, TITLE, Page, coloured, how_far, show_mainline, write_json
from gamesolver.cli.parsing import FILE_OR_GAME, command_about
from gamesolver.cli.subjects import Subject
from gamesolver.errors import InvalidArgumentError
from gamesolver.players.survey import Survey, surveyed
from gamesolver.rules.parameters import titled
from gamesolver.show.sentences import (
    Voice,
    endless_in_words,
    for_the_mover,
    headline,
    plies,
    positions_counted,
    score_in_words,
)
from gamesolver.solution import Solution
from gamesolver.value import Value


@command_about(FILE_OR_GAME)
@click.option(
    "--limit",
    "-n",
    "most",
    metavar="N",
    type=options.whole,
    default=50_000,
    help="Use a sample of a game with more positions.",
)
@click.option("--seed", metavar="N", type=options.whole, default=0, help="Seed of the sample.")
@options.start
@options.memory
@options.threads
@options.json
def stats(
    subject: Subject,
    most: int,
    seed: int,
    start: str | None,
    memory: str | None,
    threads: int | None,
    json: bool,
) -> None:
    """Count outcomes by plies, single best moves, and moves per position."""
    if most < 1:
        raise InvalidArgumentError(f"bad --limit {most}: expected a number of positions")
    solution = subject.solution(start=start, memory=memory, threads=threads)
    survey = surveyed(solution, most, seed, progress=how_far())
    if json:
        write_json(survey.shape())
    else:
        _show(solution, survey)


def _show(solution: Solution[Any, Any], survey: Survey) -> None:
    page, voice = Page(), Voice.of(solution.game)
    page.print(headline(titled(solution.game)), style=TITLE, soft_wrap=True)
    page.print_lines(positions_counted(solution.game, solution.start, survey.positions))
    page.remark(*solution.how.notes, *endless_in_words(voice.rules))
    if survey.looked_at < survey.positions:
        page.print_lines(f"Moves: of {survey.looked_at:,} positions of random play")
    page.print_lines("")
    counted = for_the_mover(voice.rules)
    if survey.by_score:
        page.table([counted, "positions"], _by_score(survey))
        page.print_lines("")
    rows = []
    for outcome, count in survey.counts.items():
        rows.append((coloured(outcome), f"{count:,}", voice.position(survey.examples[outcome])))
    page.table([counted, "positions", "an example"], rows)
    page.print_lines("")
    longest = survey.longest_win
    if longest is not None:
        page.print_lines(f"The longest win takes {plies(longest.remoteness or 0)}:", "")
        show_mainline(page, voice, solution, survey.examples[longest])
        page.print_lines("")
    widest = survey.widest_win
    if widest is not None and widest != longest:
        page.print_lines(f"The widest win is by {widest.points}:", "")
        show_mainline(page, voice, solution, survey.examples[widest])
        page.print_lines("")
    share = f" ({survey.only_moves / survey.choices:.0%})" if survey.choices else ""
    page.print_lines(
        f"Exactly one move is best in {survey.only_moves:,} of {survey.choices:,} positions "
        f"with a choice{share}"
    )
    if survey.playing:
        page.print_lines(
            f"{survey.mean_moves:.1f} moves per position, at most {survey.most_moves}, as in "
            f"{voice.position(survey.widest)}"
        )


def _by_score(survey: Survey) -> Iterator[tuple[Text, str]]:
    for score, count in survey.by_score.items():
        yield Text(score_in_words(score), style=STYLES[Value.of(score)]), f"{count:,}"
