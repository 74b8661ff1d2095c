"""Opponents on a page, and the moves they choose.

=============  ====================================================================
``perfect``    any of the best moves
``value``      any move that keeps the win or the draw, without hurry; if moves gain points,
               that of the match, if the history shows it
``score``      any move that keeps the score, without hurry, in a game with scores
``errs-N``     as ``perfect``, but one time in N any of the moves that are not best
``random``     any legal move
=============  ====================================================================

An opponent is a text in an address, and chooses among the rows of a position. The server draws the
random numbers. The chosen move is in the address of the redirect.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from gamesolver.answers import MoveRow
from gamesolver.errors import InvalidArgumentError
from gamesolver.players.players import rows_that_preserve
from gamesolver.texts import spelled

SCORE = "score"
OFFERED: Mapping[str, str] = {
    "perfect": "perfect",
    SCORE: "perfect by score, in no hurry",
    "value": "perfect, in no hurry",
    "errs-10": "errs one time in 10",
    "errs-4": "errs one time in 4",
    "errs-2": "errs every other time",
    "random": "random",
}
"""Opponents on pages of games with scores, with their descriptions; the strongest first."""

_ERRS = re.compile(r"errs-([1-9]\d{0,3})")


def offered(is_scored: bool) -> Mapping[str, str]:
    """Return the opponents that a page offers, with their descriptions; the strongest first.

    >>> [*offered(False)]
    ['perfect', 'value', 'errs-10', 'errs-4', 'errs-2', 'random']
    """
    return {name: words for name, words in OFFERED.items() if is_scored or name != SCORE}


def require_opponent(text: str) -> None:
    """Raise unless the text names an opponent of some game."""
    if text not in OFFERED and not _ERRS.fullmatch(text):
        raise _unknown(text)


def require_scores_for(opponent: str, is_scored: bool) -> None:
    """Raise where an opponent keeps the score, and there is none."""
    if opponent == SCORE and not is_scored:
        raise _unknown(opponent)


def _unknown(text: str) -> InvalidArgumentError:
    expected = (
        "expected perfect, value, score in a game with scores, random, or errs-N, which errs one "
        "time in N"
    )
    return InvalidArgumentError(f"unknown opponent {spelled(text)}: {expected}")


def in_words(text: str) -> str:
    """Return an opponent in words.

    >>> in_words("value"), in_words("errs-7")
    ('perfect, in no hurry', 'errs one time in 7')
    """
    return OFFERED.get(text) or f"errs one time in {_one_in(text)}"


def choice(
    opponent: str, rows: Sequence[MoveRow[Any, Any]], luck: Random, won: int = 0
) -> MoveRow[Any, Any]:
    """Return the row that an opponent chooses, of all those of a position that is not terminal.

    ``won`` is by how much it is ahead.
    """
    return luck.choice(_considered(opponent, rows, luck, won))


def _considered(
    opponent: str, rows: Sequence[MoveRow[Any, Any]], luck: Random, won: int
) -> Sequence[MoveRow[Any, Any]]:
    if opponent == "random":
        return rows
    if opponent == "value":
        return rows_that_preserve(rows, "value", won)
    if opponent == SCORE:
        return rows_that_preserve(rows, "score")
    best = rows_that_preserve(rows, "outcome")
    errs = opponent != "perfect" and luck.randrange(_one_in(opponent)) == 0
    return rows[len(best) :] or best if errs else best  # the best ones come first


def _one_in(text: str) -> int:
    found = _ERRS.fullmatch(text)
    return int(found[1]) if found else 1
