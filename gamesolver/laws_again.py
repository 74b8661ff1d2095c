"""The law of what is reached again, and the one of equal texts: all of them, playing on.

``reached_again`` holds what is equal to a known position against it without playing on.
Here the two are followed: what follows from the one must be equal to what follows from the
other, and is held against it in its turn if the two are not alike. So a difference is found
however many moves later it shows (a clock that equality forgets shows when it runs out).

Every answer of an :class:`~gamesolver.asking.Asker` that is a position is met by it, and
whatever is equal to one met before and not alike stands in its ``reached_again``: further
roots, twins and positions read from texts too. That list grows as this law goes through it,
up to the ``limit`` of positions; each thing stands there once, if one can see what is in it.

*Cost*: that of asking about so many more positions, and at most ten moves for each on an
average; nothing where equal positions are alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from gamesolver.asking import MOVES_A_POSITION, Asker, Unanswered
from gamesolver.complaints import two_texts, unlike
from gamesolver.spelling import spelled

ASKED = ("terminal_value", "player", "stage", "symmetries", "canonical")


def reached_again_answers_alike(ask: Asker, positions: Sequence[Any]) -> None:
    """Try "reached again" and "equal texts"."""
    questions = [asked for asked in ASKED if _says_anything(ask, asked)]
    moves_left = MOVES_A_POSITION * ask.limit
    for known, other in ask.reached_again:  # the list grows as we go
        if moves_left < 0 or "reached again" in ask.faults:
            break
        with suppress(Unanswered):
            _share_a_text(ask, known, other)
        for asked in questions:
            with suppress(Unanswered):
                _answer_alike(ask, asked, known, other)
        with suppress(Unanswered):
            moves_left -= _lead_alike(ask, known, other)


def _says_anything(ask: Asker, asked: str) -> bool:
    """Whether a question is more than a default."""
    rules = ask.rules
    said = {
        "player": rules.has_seats,
        "stage": rules.has_stages,
        "symmetries": rules.names_twins,
        "canonical": rules.folds,
    }
    return said.get(asked, True)


def _share_a_text(ask: Asker, known: Any, other: Any) -> None:
    texts = ask.ask("format", known), ask.once("format", other)
    if texts[0] != texts[1]:
        ask.keep(two_texts(ask.game, known, other, texts).faults[0])


def _answer_alike(ask: Asker, asked: str, known: Any, other: Any) -> None:
    mine, yours = ask.ask(asked, known), ask.once(asked, other)
    is_orbit = asked == "symmetries"  # in any order, with itself or without
    if ({known, *mine} != {other, *yours}) if is_orbit else (mine != yours):
        _note(ask, known, other, asked, mine, yours)


def _lead_alike(ask: Asker, known: Any, other: Any) -> int:
    """The same moves in the same order, and each to equal positions; gives their number."""
    if "reached again" in ask.faults or ask.ask("terminal_value", known) is not None:
        return 0
    mine, yours = ask.ask("moves", known), ask.once("moves", other)
    if mine != yours:
        _note(ask, known, other, "moves", mine, yours)
        return len(yours)
    for move, successor in ask.steps(known):
        with suppress(Unanswered):
            again = ask.once("play", other, move)
            if successor != again:
                _note(ask, known, other, f"play(..., {spelled(move)})", successor, again)
    return len(yours)


def _note(ask: Asker, known: Any, other: Any, asked: str, mine: Any, yours: Any) -> None:
    ask.keep(unlike(ask.game, known, other, asked, (mine, yours)).faults[0])
