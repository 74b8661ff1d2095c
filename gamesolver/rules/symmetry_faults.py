"""Words for symmetric positions that are not alike: each function returns the violation.

``check_game`` compares whole orbits, and ``solve`` and ``verify`` compare a position with the one
that stands for it. They find the same violations, and report them in the same words.
"""

from __future__ import annotations

from typing import Any

from gamesolver.errors import Violation
from gamesolver.rules.game import Game
from gamesolver.rules.messages import shown, shown_apart
from gamesolver.texts import apart, holds_sets


def answers_differ(
    game: Game[Any, Any], law: str, rule: str, position: Any, image: Any, answers: tuple[Any, Any]
) -> Violation:
    """Return the violation of a rule that gives two answers for two symmetric positions."""
    positions = shown_apart(game, position, image)
    pairs = zip(positions, apart(*answers), strict=True)
    returned = ", and ".join(f"{rule}({of}) returned {answer}" for of, answer in pairs)
    hint = _hint_of_sets(answers[0]) if rule == "canonical" else ""
    return Violation(
        law, f"{returned}: expected equal results for symmetric positions{hint}", position
    )


def orbits_differ(game: Game[Any, Any], odd: Any, of: Any, not_of: Any, position: Any) -> Violation:
    """Return the violation of a position that only one of two symmetric positions lists."""
    one, two = shown_apart(game, of, not_of)
    message = f"{shown(game, odd)} is in the orbit of {one}, but not in that of the symmetric"
    message += f" position {two}: expected symmetries to list the whole orbit"
    return Violation("orbit", message, position)


def moves_differ(game: Game[Any, Any], position: Any, image: Any, successor: Any) -> Violation:
    """Return the violation of a move for which the other position has no symmetric move."""
    one, two = shown_apart(game, position, image)
    message = f"{one} leads to {shown(game, successor)}, and the symmetric position {two} does not"
    message += " lead to a position symmetric to that"
    return Violation("symmetric moves", f"{message}: {_MOVES_EXPECTED}", position)


_MOVES_EXPECTED = "expected symmetric positions to reach symmetric positions"


def moves_fail(
    game: Game[Any, Any], position: Any, image: Any, successor: Any, failed: Violation
) -> Violation:
    """Return the violation of a symmetric position whose moves cannot be played, or has none."""
    one, two = shown_apart(game, position, image)
    leads = f"{one} leads to {shown(game, successor)}"
    if failed.law == "stuck":
        message = f"{leads}, and the symmetric position {two} has no moves: {_MOVES_EXPECTED}"
    else:
        message = f"{leads}, and the rules fail at the symmetric position {two}: {failed.message}"
    return Violation("symmetric moves", message, position)


def turns_differ(
    game: Game[Any, Any], position: Any, image: Any, successor: Any, is_kept: bool
) -> Violation:
    """Return the violation of a turn that is kept at one of two positions only."""
    one, two = shown_apart(game, position, image)
    turn, other = ("keeping", "passing") if is_kept else ("passing", "keeping")
    message = f"{one} leads to {shown(game, successor)} {turn} the turn, and the symmetric"
    message += f" position {two} leads to a position symmetric to that {other} it"
    return Violation(
        "symmetric turns", f"{message}: expected equal results for symmetric positions", position
    )


def gains_differ(
    game: Game[Any, Any], position: Any, image: Any, successor: Any, gain: object
) -> Violation:
    """Return the violation of a move whose gain the other position has at no symmetric move."""
    one, two = shown_apart(game, position, image)
    message = (
        f"{one} has a move gaining {gain} to {shown(game, successor)} or a position symmetric to "
        f"it, and the symmetric position {two} has none: "
        "expected equal results for symmetric positions"
    )
    return Violation("symmetric gains", message, position)


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
