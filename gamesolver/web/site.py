"""A folder that any web host serves: a home page of games, and a page for each small one.

The home page shows each game by its first position, with the sentence of its rules. A game whose
start reaches few positions is solved, and has a page with its whole solution (``single``). The
rules of a larger game are not compiled: its plain rules draw the board and count positions.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any
from unicodedata import normalize

from gamesolver.errors import FileError
from gamesolver.files.replacing import replacing
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.rules.parameters import titled
from gamesolver.show.markup import Html
from gamesolver.show.sentences import headline, positions_counted, sentence
from gamesolver.solving import solve
from gamesolver.system.disk import reason_of
from gamesolver.system.progress import Reporter
from gamesolver.web.cards import Card, plain_rules
from gamesolver.web.pages import home_page, read_asset
from gamesolver.web.single import hash_of, write

HOME = "index.html"


def write_folder(
    folder: str | os.PathLike[str], games: Sequence[Game[Any, Any]], most: int, report: Reporter
) -> int:
    """Write the home page, and a page for each game of up to ``most`` positions.

    Return the number of games that have a page.
    """
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"cannot write {path}: {reason_of(error)}", str(path)) from error
    cards: list[Card] = []
    for game in games:
        report("site", len(cards), len(games), "games")
        cards.append(_card(game, path, {card.page for card in cards}, most, report))
    with replacing(path / HOME) as unfinished:
        unfinished.write_bytes(_home(cards).encode("utf-8", "replace"))
    return sum(bool(card.page) for card in cards)


def _card(game: Game[Any, Any], folder: Path, used: set[str], most: int, report: Reporter) -> Card:
    """Return the card of a game, and write its page if it is small."""
    rules = plain_rules(game)
    if not reaches_few(rules, most):
        return Card.of(game, "", f"more than {most:,} positions")
    solution = solve(game)
    page = page_name(titled(game), used)
    write(solution, folder / page, report)
    has_ended = rules.ending(rules.start()) is not None
    result = sentence(game, solution.start, solution.outcome, has_ended, mover=0)
    counted = positions_counted(game, solution.start, len(solution))
    return Card.of(game, headline(result), counted, page)


def reaches_few(rules: Rules[Any, Any], most: int) -> bool:
    """Return True if the start reaches at most ``most`` raw positions."""
    seen, waiting = {rules.start()}, [rules.start()]
    while waiting and len(seen) <= most:
        position = waiting.pop()
        if rules.ending(position) is None:
            found = {after for _, after in rules.played(position)} - seen
            seen |= found
            waiting += found
    return len(seen) <= most


def page_name(title: str, used: Collection[str] = ()) -> str:
    """Return the name of a file for a title that is not taken.

    >>> page_name("Nim (heaps (1, 2))", {"nim-heaps-1-2.html"})
    'nim-heaps-1-2-2.html'
    """
    plain = normalize("NFKD", title.lower().replace("'", "")).encode("ascii", "ignore").decode()
    stem = "-".join(re.findall(r"[a-z0-9]+", plain)) or "game"
    names = [f"{stem}.html", *(f"{stem}-{number}.html" for number in range(2, len(used) + 3))]
    return next(name for name in names if name not in {*used, HOME})


def _home(cards: Sequence[Card]) -> str:
    style = read_asset("explorer.css")
    return home_page(
        cards,
        lead="Each game with a page is solved completely: play it, or explore every position.",
        policy=f"default-src 'none'; style-src {hash_of(style)}; base-uri 'none'",
        style=Html(style),
    )
