"""Notes: properties of a game that are legal, but likely to be mistakes.

A game without terminal positions may be intended, but more often an end was forgotten. Positions
that cannot be parsed are a choice, with limits. A method may have any name, but one whose name is
nearly that of a rule was probably meant to be the rule. None of these violates a law, so no game is
refused. ``check_game`` reports all notes, and a solution reports the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from inspect import isfunction
from typing import Any

import attrs

from gamesolver.rules.game import Game
from gamesolver.texts import shorten, spelled
from gamesolver.value import Value

NEARLY_SO = 0.75
"""Least similarity, from 0 to 1, of a method's name to that of a rule for a note."""

DECLARED = bool, int, str, tuple, Value
"""Types of declarations in a class, such as ``each`` and ``stuck`` of a ``BoardGame``."""


@attrs.frozen
class Note:
    """Note of ``check_game`` on a property that violates no law: a topic and a message.

    ``about`` is ``"ends"``, ``"growth"``, ``"names"``, ``"one player"``, ``"pictures"``,
    ``"roots"``, ``"start"``, or the name of a law that was not tested. ``position`` is an example,
    if there is one.

    >>> Note("ends", no_position_ends(12)).message
    'no position ends: play goes on for ever from each of the 12 positions'
    """

    about: str
    message: str
    position: object = None


def no_position_ends(positions: int) -> str:
    """Return the message for a game whose positions are all known, none of them terminal."""
    where = "the only position" if positions == 1 else f"each of the {positions:,} positions"
    return f"no position ends: play goes on for ever from {where}"


def many_roots(seen: int) -> str:
    """Return the message for a method ``positions`` that may not end."""
    return f"positions() gave {seen:,} positions and goes on; does it end?"


def note_on_law(law: str) -> Note:
    """Return the note for a requested law that does not apply to the game."""
    return Note(
        law, f"{law}: not tested, because the game does not define the rules that it requires"
    )


def note_on_ends(positions: int, exhaustive: bool, rule: str) -> Note:
    """Return the note for a game in which no terminal position was met; ``rule`` ends play."""
    if exhaustive:
        return Note("ends", f"{no_position_ends(positions)}; is an end missing in {rule}?")
    met = f"no end of play was met at {positions:,} positions of random play, which are not all"
    return Note("ends", f"{met}; is an end missing in {rule}?")


def note_on_growth(start: str, last: str) -> Note:
    """Return the note for a game whose positions keep growing and whose play does not end."""
    message = (
        f"no end is in sight: positions keep growing in random play, from {shorten(start, 60)}"
    )
    what = "does a counter or a list of moves grow without end?"
    return Note("growth", f"{message} to {shorten(last, 60)}; {what}")


def one_player(seat: int, positions: int) -> str:
    """Return the message for a game whose ``player`` names one player everywhere."""
    return (
        f"player returned {seat} at each of the {positions:,} positions, so the other player never "
        "moves; is a change of turn missing in player?"
    )


def picture_not_shown(call: str, text: str) -> str:
    """Return the message for a picture that cannot be displayed."""
    return (
        f"{call} returned {spelled(text)}, which is not a picture that is shown, and the board is "
        "shown as text: expected one <svg> element in well-formed XML, without <!"
    )


def start_has_no_move(start: str) -> str:
    """Return the message for a game whose only position is its start."""
    return f"the start {start} is terminal and the only position; is a move missing?"


BASES = "gamesolver.rules.game", "gamesolver.rules.compiled", "gamesolver.boardgames.board_game"
"""Modules of the classes that games inherit from."""


def notes_on_names(game: Game[Any, Any]) -> Iterator[Note]:
    """Yield notes on methods and declarations whose names are nearly those of rules.

    >>> from games import Nim
    >>> class Misspelt(Nim):
    ...     def candidate(self, position):
    ...         return None
    >>> [note.message for note in notes_on_names(Misspelt())]
    ['no rule is called candidate: should it be candidates?']
    """
    kinds = type(game).__mro__
    base = next(kind for kind in kinds if kind.__module__ in BASES)
    own = {
        name: member
        for kind in kinds
        if kind not in base.__mro__
        for name, member in vars(kind).items()
    }
    rules = {name for name in dir(base) if not name.startswith("_")}
    unwritten = sorted(rules.difference(own))
    for name in sorted(own.keys() - rules):
        alike = [each for each in unwritten if each[0] == name[0]]
        near = get_close_matches(name, alike, n=1, cutoff=NEARLY_SO)
        if near and (isfunction(own[name]) or isinstance(own[name], DECLARED)):
            yield Note("names", f"no rule is called {name}: should it be {near[0]}?")
