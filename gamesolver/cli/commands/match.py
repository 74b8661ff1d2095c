"""``gamesolver match`` and ``gamesolver odds``: results of two players against each other.

A match plays many games, and reports confidence intervals. The odds are the exact probabilities. In
games with scores both have results by score too. All results are those of the player named first,
who makes the first move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, TypedDict

import click
from rich.text import Text

from gamesolver.cli import options
from gamesolver.cli.named_players import NAME, PLAYER_HELP, Setting, at_the_table
from gamesolver.cli.output import STYLES, TITLE, Page, how_far, write_json
from gamesolver.cli.parsing import FILE_OR_GAME, argument, command_about
from gamesolver.cli.subjects import Subject
from gamesolver.players import Odds
from gamesolver.players import match as played
from gamesolver.players import odds as chances
from gamesolver.players.chances import OddsShape
from gamesolver.players.matches import MatchShape
from gamesolver.rules.parameters import titled
from gamesolver.shapes import GameShape, game_shape
from gamesolver.show.sentences import capital, headline, signed
from gamesolver.texts import clean
from gamesolver.value import Value

FIRST = argument("first", PLAYER_HELP, metavar="FIRST")
SECOND = argument("second", "The second player, named in the same way.", metavar="SECOND")
KINDS = {
    "win": STYLES[Value.WIN],
    "draw": STYLES[Value.DRAW],
    "loss": STYLES[Value.LOSS],
    "endless": STYLES[Value.DRAW],
}
MOST_SHOWN = 40
NO_SCORES: Mapping[str, Any] = {"by_score": ()}


class TableShape(TypedDict):
    """Participants of a match: game and players."""

    game: GameShape
    start: str
    first: Annotated[str, "Name of the first player."]
    second: str


class PlayedMatchShape(TableShape, MatchShape):
    """`gamesolver match --json`."""


class PlayedOddsShape(TableShape, OddsShape):
    """`gamesolver odds --json`."""


@command_about(FILE_OR_GAME)
@FIRST
@SECOND
@click.option("--games", metavar="N", type=options.whole, default=10_000, help="Number of games.")
@click.option(
    "--seed", metavar="N", type=options.whole, help="Seed of the match.  [default: random]"
)
@click.option(
    "--limit",
    "-n",
    "cap",
    metavar="N",
    type=options.whole,
    default=1_000,
    help="Count a game as endless after N plies.",
)
@options.begin
@options.timeout
@options.memory
@options.threads
@options.json
def match(
    subject: Subject,
    first: str,
    second: str,
    games: int,
    seed: int | None,
    cap: int,
    start: str | None,
    timeout: float,
    memory: str | None,
    threads: int | None,
    json: bool,
) -> None:
    """Play many games between two players, and count the results."""
    setting = Setting(subject, memory, threads, start)
    with at_the_table((first, second), setting, timeout) as (one, other):
        has_person = NAME in (first, second)  # a person who plays must see the question
        result = played(
            setting.game,
            one,
            other,
            games,
            seed,
            start=setting.start,
            cap=cap,
            progress=None if has_person else how_far(),
        )
    shape = result.shape()
    if json:
        answer: PlayedMatchShape = {**_table(setting, first, second), **shape}
        write_json(answer)
        return
    page = _headed(setting, first, second)
    page.print_lines(f"{result.games:,} games, seed {result.seed}", "")
    rows = [
        (
            Text(name, style=KINDS[name]),
            f"{figures['games']:,}",
            f"{figures['share']:.2%}",
            f"{figures['low']:.2%} to {figures['high']:.2%}",
        )
        for name, figures in _by_kind(shape)
        if figures["games"] or name != "endless"
    ]
    page.table(["for the first", "games", "share", "95 % interval"], rows)
    scores = [
        (signed(each["score"]), f"{each['games']:,}", f"{each['share']:.2%}")
        for each in (shape["scores"] or NO_SCORES)["by_score"]
    ]
    _show_scores(page, ["score", "games", "share"], scores, result.remarks)


@command_about(FILE_OR_GAME)
@FIRST
@SECOND
@options.begin
@click.option(
    "--limit",
    "-n",
    metavar="N",
    type=options.whole,
    default=1_000_000,
    help="Refuse if play reaches more than N positions.",
)
@options.timeout
@options.memory
@options.threads
@options.json
def odds(
    subject: Subject,
    first: str,
    second: str,
    start: str | None,
    limit: int,
    timeout: float,
    memory: str | None,
    threads: int | None,
    json: bool,
) -> None:
    """Compute the exact chances of two players against each other."""
    setting = Setting(subject, memory, threads, start)
    with at_the_table((first, second), setting, timeout) as (one, other):
        result = chances(
            setting.game, one, other, start=setting.start, limit=limit, progress=how_far()
        )
    shape = result.shape()
    if json:
        answer: PlayedOddsShape = {**_table(setting, first, second), **shape}
        write_json(answer)
        return
    page = _headed(setting, first, second)
    page.print_lines("")
    rows = [
        (Text(name, style=KINDS[name]), f"{figures['chance']:.2%}", _short(figures["fraction"]))
        for name, figures in _by_kind(shape)
        if figures["chance"] or name != "endless"
    ]
    page.table(["for the first", "chance", "exactly"], rows)
    scores = [
        (signed(each["score"]), f"{each['chance']:.2%}", _short(each["fraction"]))
        for each in (shape["scores"] or NO_SCORES)["by_score"]
    ]
    _show_scores(page, ["score", "chance", "exactly"], scores, result.remarks)
    page.print_lines("", _how_exact(result))


def _show_scores(
    page: Page, heads: list[str], rows: Sequence[tuple[str, ...]], remarks: list[str]
) -> None:
    """Print a row for each score, and the remarks on all of them."""
    if rows:
        page.print_lines("")
        page.table(heads, rows)
    if remarks:
        page.print_lines("", *map(capital, remarks))


def _headed(setting: Setting, first: str, second: str) -> Page:
    """Return a page that starts with the game and the two players."""
    page = Page()
    page.print(headline(titled(setting.game)), style=TITLE, soft_wrap=True)
    page.print_lines(f"{clean(first)} moves first, {clean(second)} second")
    return page


def _table(setting: Setting, first: str, second: str) -> TableShape:
    return {
        "game": game_shape(setting.game),
        "start": setting.game.format(setting.start),
        "first": first,
        "second": second,
    }


def _by_kind(shape: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the ways to end, each with its data."""
    return ((name, shape[name]) for name in KINDS)


def _short(fraction: str | None) -> str:
    return fraction if fraction is not None and len(fraction) <= MOST_SHOWN else ""


def _how_exact(result: Odds) -> str:
    if result.exact:
        return f"Exact, from {result.positions:,} positions with either to move"
    return f"Within {result.residual:.0e}, from {result.positions:,} positions with either to move"
