"""Positions that are reached again: equal to a known position, but a different object.

The solver relies on equality: a position that is equal to a known one gets its outcome. That is
right if the rules return equal results for equal positions. They do if the positions are *alike* in
all their parts (``likeness``). If they are not (an object with an attribute that ``__eq__``
ignores, or ``True`` instead of 1), the rules are called for both, and must agree on the end of
play, the player and the moves. Texts are compared if only types differ.

This compares all that does not require further moves. ``check_game`` plays moves, and compares the
rest (``check.laws``).

**Cost.** A microsecond or two if positions are alike, else the rules for both.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from gamesolver.rules.faults import two_texts, unlike
from gamesolver.rules.guard import Rules
from gamesolver.rules.likeness import Likeness, is_changeless
from gamesolver.rules.parameters import EXACT

MOVES_COMPARED = 1 << 16  # for each position, because a faulty game may have endless moves


def require_alike(rules: Rules[Any, Any], first: Any, other: Any) -> None:
    """Raise if a law on equal positions is violated, as far as this shows without moves."""
    endings = rules.end_result(first), rules.end_result(other)
    _require_same(rules, first, other, rules.end_rule, endings)
    _require_same(rules, first, other, "player", (rules.player(first), rules.player(other)))
    if endings[0] is None:
        moves = rules.moves(first, MOVES_COMPARED), rules.moves(other, MOVES_COMPARED)
        _require_same(rules, first, other, "moves", moves)
    if is_changeless(other):
        _require_one_text(rules, first, other)


def _require_same(
    rules: Rules[Any, Any], first: Any, other: Any, rule: str, answers: tuple[Any, Any]
) -> None:
    if answers[0] != answers[1]:
        raise unlike(rules.game, first, other, rule, answers)


def _require_one_text(rules: Rules[Any, Any], first: Any, other: Any) -> None:
    texts = rules.format(first), rules.format(other)
    if texts[0] != texts[1]:
        raise two_texts(rules.game, first, other, texts)


class KnownPositions:
    """Known positions, to be compared with equal ones that are reached again."""

    def __init__(self, rules: Rules[Any, Any], positions: Iterable[Any]) -> None:
        self._rules = rules
        self._likeness = Likeness()
        self._positions = positions
        kinds = set(map(type, positions))
        self._free = kinds.pop() if len(kinds) == 1 and kinds <= EXACT else None

    def require_alike_if_repeated(self, position: Any) -> None:
        """Raise unless the rules are the same for a position and the known one that it equals."""
        if type(position) is not self._free:
            first = self._stored[position]
            if not self._likeness.are_alike(first, position):
                require_alike(self._rules, first, position)

    @cached_property
    def _stored(self) -> dict[Any, Any]:
        return {position: position for position in self._positions}
