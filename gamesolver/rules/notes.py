"""Notes: what is legal, and so likely to be a slip that it is said aloud.

A game of which no position ends may be meant; more often an end was forgotten. Positions
that nobody can read back are a choice, with a price. Neither breaks a law, so neither
refuses a game: ``check_game`` reports them beside what it looked at, and a solution says
the first of itself.
"""

from __future__ import annotations

import attrs


@attrs.frozen
class Note:
    """What ``check_game`` has to say of an honest game: about what, and the words.

    ``about`` is ``"ends"``, or a law that was not tried and why; ``position`` is the first
    that shows it, if any does.

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


def note_on_law(law: str) -> Note:
    """What is said where a law was asked for that has nothing to say of the game."""
    return Note(law, f"{law}: not tried, for the game has none of the rules that it is about")


def note_on_ends(positions: int, exhaustive: bool) -> Note:
    """What is said to an author where no end of play was met."""
    if exhaustive:
        return Note("ends", f"{no_position_ends(positions)}; does terminal_value forget an end?")
    met = f"no end of play was met at {positions:,} positions of random play, which are not all"
    return Note("ends", f"{met}; does terminal_value forget an end?")
