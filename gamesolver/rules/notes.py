"""Notes: what is legal, and so likely to be a slip that it is said aloud.

A game of which no position ends may be meant; more often an end was forgotten. Positions
that nobody can read back are a choice, with a price. A method may have any name, and one that is
nearly that of a rule was more often meant to be the rule. None of them breaks a law, so none
refuses a game: ``check_game`` reports them beside what it looked at, and a solution says
the first of itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from inspect import isfunction
from typing import Any

import attrs

from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.game import Game
from gamesolver.texts import shorten, spelled

NEARLY_SO = 0.75
"""How like the name of a rule that of a method must be, of 1, to be a slip for it."""


@attrs.frozen
class Note:
    """What ``check_game`` has to say of an honest game: about what, and the words.

    ``about`` is ``"ends"``, ``"growth"``, ``"names"``, ``"one player"``, ``"pictures"``,
    ``"roots"``, or a law that was not tried and why; ``position`` is the first that shows it, if
    any does.

    >>> Note("ends", no_position_ends(12)).message
    'no position ends: play goes on for ever from each of the 12 positions'
    """

    about: str
    message: str
    position: object = None


def no_position_ends(positions: int) -> str:
    """What is said where all positions are known, and none is an end of play."""
    where = "the only position" if positions == 1 else f"each of the {positions:,} positions"
    return f"no position ends: play goes on for ever from {where}"


def many_roots(seen: int) -> str:
    """Return the words for a ``positions`` of which no end was seen."""
    return f"positions() gave {seen:,} positions and goes on; does it end?"


def note_on_law(law: str) -> Note:
    """What is said where a law was asked for that has nothing to say of the game."""
    return Note(law, f"{law}: not tried, for the game has none of the rules that it is about")


def note_on_ends(positions: int, exhaustive: bool) -> Note:
    """What is said to an author where no end of play was met."""
    if exhaustive:
        return Note("ends", f"{no_position_ends(positions)}; does terminal_value forget an end?")
    met = f"no end of play was met at {positions:,} positions of random play, which are not all"
    return Note("ends", f"{met}; does terminal_value forget an end?")


def note_on_growth(start: str, last: str) -> Note:
    """Return what is said to an author if positions keep growing and play does not end."""
    message = (
        f"no end is in sight: positions keep growing in random play, from {shorten(start, 60)}"
    )
    what = "does a counter or a list of moves grow without end?"
    return Note("growth", f"{message} to {shorten(last, 60)}; {what}")


def one_player(seat: int, positions: int) -> str:
    """Return what is said to an author whose ``player`` names one seat everywhere."""
    return (
        f"player returned {seat} at each of the {positions:,} positions, so the other player never "
        "moves; does player forget that the turn passes?"
    )


def picture_not_shown(call: str, text: str) -> str:
    """Return what is said to an author whose picture is shown nowhere."""
    return (
        f"{call} returned {spelled(text)}, which is not a picture that is shown, and the board is "
        "shown as text: expected one <svg> element in well-formed XML, without <!"
    )


def notes_on_names(game: Game[Any, Any]) -> Iterator[Note]:
    """What is said of methods whose names nobody asks for, and are nearly those of rules.

    >>> from games import Nim
    >>> class Misspelt(Nim):
    ...     def candidate(self, position):
    ...         return None
    >>> [note.message for note in notes_on_names(Misspelt())]
    ['no rule is called candidate: should it be candidates?']
    """
    base = CompiledGame if isinstance(game, CompiledGame) else Game
    own = {
        name: member
        for kind in type(game).__mro__
        if kind not in base.__mro__
        for name, member in vars(kind).items()
    }
    rules = {name for name in dir(base) if not name.startswith("_")}
    unwritten = sorted(rules.difference(own))
    for name in sorted(own.keys() - rules):
        alike = [each for each in unwritten if each[0] == name[0]]
        near = get_close_matches(name, alike, n=1, cutoff=NEARLY_SO)
        if near and isfunction(own[name]):
            yield Note("names", f"no rule is called {name}: should it be {near[0]}?")
