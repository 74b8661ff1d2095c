"""Words for symmetric positions that are not alike: each function returns the violation.

``check_game`` compares whole orbits, and ``solve`` and ``verify`` compare a position with the one
that stands for it. They find the same violations, and report them in the same words.
"""

from __future__ import annotations

from typing import Any

from gamesolver.errors import Fault
from gamesolver.rules.game import Game
from gamesolver.rules.messages import shown, shown_apart
from gamesolver.texts import apart, holds_sets


def answers_differ(
    game: Game[Any, Any], law: str, rule: str, position: Any, twin: Any, answers: tuple[Any, Any]
) -> Fault:
    """Return the violation of a rule that gives two answers for two symmetric positions."""
    positions = shown_apart(game, position, twin)
    pairs = zip(positions, apart(*answers), strict=True)
    returned = ", and ".join(f"{rule}({of}) returned {answer}" for of, answer in pairs)
    hint = _hint_of_sets(answers[0]) if rule == "canonical" else ""
    return Fault(law, f"{returned}: expected the same for twins{hint}", position)


def orbits_differ(game: Game[Any, Any], odd: Any, of: Any, not_of: Any, position: Any) -> Fault:
    """Return the violation of a position that is listed for one twin and not for the other."""
    one, two = shown_apart(game, of, not_of)
    message = f"{shown(game, odd)} is in the orbit of {one}, but not of its twin {two}"
    return Fault("orbit", f"{message}: expected symmetries to give all of it", position)


def moves_differ(game: Game[Any, Any], position: Any, twin: Any, successor: Any) -> Fault:
    """Return the violation of a move for which the twin has no symmetric move."""
    one, two = shown_apart(game, position, twin)
    message = f"{one} leads to {shown(game, successor)}, and its twin {two} to no twin of that"
    return Fault("twin moves", f"{message}: expected twins to reach twins", position)


def turns_differ(
    game: Game[Any, Any], position: Any, twin: Any, successor: Any, is_kept: bool
) -> Fault:
    """Return the violation of a turn that is kept at one twin and passed at the other."""
    one, two = shown_apart(game, position, twin)
    turn, other = ("keeping", "passing") if is_kept else ("passing", "keeping")
    message = f"{one} leads to {shown(game, successor)} {turn} the turn, and its twin {two}"
    message += f" to a twin of that {other} it"
    return Fault("twin turns", f"{message}: expected the same for twins", position)


def gains_differ(
    game: Game[Any, Any],
    position: Any,
    twin: Any,
    successor: Any,
    gain: object,
    times: tuple[int, int],
) -> Fault:
    """Return the violation of a gain that the two twins have a different number of times."""
    one, two = shown_apart(game, position, twin)
    message = (
        f"{one} has {_moves(times[0])} to {shown(game, successor)} or a twin of it gaining {gain}, "
        f"and its twin {two} has {times[1] or 'none'}: expected the same for twins"
    )
    return Fault("twin gains", message, position)


def _moves(count: int) -> str:
    """Return a number of moves as text."""
    return "a move" if count == 1 else f"{count} moves"


def _hint_of_sets(canonical: object) -> str:
    """Return why the least of some positions may depend on their order, if sets are in them.

    The default ``canonical`` knows of it (:func:`gamesolver.texts.least`).
    """
    if not holds_sets(canonical):
        return ""
    return (
        "; between sets < means subset, so that min finds no least one: "
        "leave canonical out, the default knows sets, or give min a key that sorts their members"
    )
