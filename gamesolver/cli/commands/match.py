"""``gamesolver match`` and ``gamesolver odds``: who wins how often against whom.

A match plays many games, and tells how much chance there was in it. The odds are the chances
themselves. Both are told for the player named first, who makes the first move.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, TypeAlias

import typer
from rich.text import Text

from gamesolver.cli.named_players import NAME, PATIENCE, PLAYER_HELP, Setting, at_the_table
from gamesolver.cli.options import Begin, Json, Memory, Threads, Timeout, whole
from gamesolver.cli.output import STYLES, TITLE, Page, bar, write_json
from gamesolver.cli.shapes import ChanceShape, MatchShape, OddsShape, ShareShape, game_told
from gamesolver.cli.subjects import Subject
from gamesolver.players import Match, Odds
from gamesolver.players import match as played
from gamesolver.players import odds as chances
from gamesolver.texts import clean
from gamesolver.value import Value

First: TypeAlias = Annotated[str, typer.Argument(metavar="FIRST", help=PLAYER_HELP)]
Second: TypeAlias = Annotated[str, typer.Argument(metavar="SECOND", help="Likewise.")]
KINDS = {
    "win": STYLES[Value.WIN],
    "draw": STYLES[Value.DRAW],
    "loss": STYLES[Value.LOSS],
    "endless": STYLES[Value.DRAW],
}
MOST_DIGITS = 1000
"""Of a fraction that is told; Python itself refuses to write more than some thousands."""
MOST_SHOWN = 40


def match(
    subject: Annotated[Subject, "FILE-or-GAME"],
    first: First,
    second: Second,
    games: Annotated[
        int, typer.Option("--games", metavar="N", parser=whole, help="How many to play.")
    ] = 10_000,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", parser=whole, help="The same seed, the same match."),
    ] = None,
    cap: Annotated[
        int,
        typer.Option("--cap", metavar="N", parser=whole, help="Plies that count as endless play."),
    ] = 1_000,
    start: Begin = None,
    timeout: Timeout = PATIENCE,
    memory: Memory = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """Many games between two players: how often each of them wins."""
    setting = Setting(subject, memory, threads, start)
    with at_the_table((first, second), setting, timeout) as (one, other):
        is_drawn = bar() and NAME not in (first, second)  # who is asked must see what is asked
        found = played(
            setting.game, one, other, games, seed, start=setting.start, cap=cap, progress=is_drawn
        )
    counts = {"win": found.win, "draw": found.draw, "loss": found.loss, "endless": found.endless}
    shares = {name: _share(found, count) for name, count in counts.items()}
    if json:
        answer: MatchShape = {
            "game": game_told(setting.game),
            "start": setting.game.format(setting.start),
            "first": first,
            "second": second,
            "games": found.games,
            "seed": found.seed,
            "cap": found.cap,
            "win": shares["win"],
            "draw": shares["draw"],
            "loss": shares["loss"],
            "endless": shares["endless"],
        }
        write_json(answer)
        return
    page = _headed(setting, first, second)
    page.say(f"{found.games:,} games, seed {found.seed}", "")
    rows = [
        (
            Text(name, style=KINDS[name]),
            f"{each['games']:,}",
            f"{each['share']:.2%}",
            f"{each['low']:.2%} to {each['high']:.2%}",
        )
        for name, each in shares.items()
        if each["games"] or name != "endless"
    ]
    page.table(["for the first", "games", "share", "interval of 95 in 100"], rows)


def _share(found: Match, count: int) -> ShareShape:
    low, high = found.interval(count)
    return {"games": count, "share": count / found.games, "low": low, "high": high}


def odds(
    subject: Annotated[Subject, "FILE-or-GAME"],
    first: First,
    second: Second,
    start: Begin = None,
    limit: Annotated[
        int,
        typer.Option("--limit", metavar="N", parser=whole, help="Positions that play may come to."),
    ] = 1_000_000,
    timeout: Timeout = PATIENCE,
    memory: Memory = None,
    threads: Threads = None,
    json: Json = False,
) -> None:
    """The chances of two players against each other, exactly."""
    setting = Setting(subject, memory, threads, start)
    with at_the_table((first, second), setting, timeout) as (one, other):
        found = chances(setting.game, one, other, start=setting.start, limit=limit, progress=bar())
    told = {name: _chance(getattr(found, name)) for name in KINDS}
    if json:
        answer: OddsShape = {
            "game": game_told(setting.game),
            "start": setting.game.format(setting.start),
            "first": first,
            "second": second,
            "positions": found.positions,
            "exact": found.exact,
            "residual": found.residual,
            "win": told["win"],
            "draw": told["draw"],
            "loss": told["loss"],
            "endless": told["endless"],
        }
        write_json(answer)
        return
    page = _headed(setting, first, second)
    page.say("")
    rows = [
        (Text(name, style=KINDS[name]), f"{each['chance']:.2%}", _short(each["fraction"]))
        for name, each in told.items()
        if each["chance"] or name != "endless"
    ]
    page.table(["for the first", "chance", "exactly"], rows)
    page.say("", _how_exact(found))


def _headed(setting: Setting, first: str, second: str) -> Page:
    """A page under the game and the two players."""
    page = Page()
    page.print(f"{setting.game!r}", style=TITLE, soft_wrap=True)
    page.say(f"{clean(first)} moves first, {clean(second)} second")
    return page


def _chance(number: Fraction | float) -> ChanceShape:
    text = None
    if isinstance(number, Fraction) and number.denominator < 10**MOST_DIGITS:
        text = str(number)
    return {"chance": float(number), "fraction": text}


def _short(fraction: str | None) -> str:
    return fraction if fraction is not None and len(fraction) <= MOST_SHOWN else ""


def _how_exact(found: Odds) -> str:
    if found.exact:
        return f"exact, from {found.positions:,} positions with either to move"
    return f"within {found.residual:.0e}, from {found.positions:,} positions with either to move"
