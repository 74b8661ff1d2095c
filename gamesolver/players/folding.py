"""A player that is asked about canonical positions only.

That is fair to a player that treats twins alike: asked about a twin it chooses moves that lead
to twins of what it chose before. One that prefers, say, the upper left does not, and is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic

import attrs

from gamesolver.errors import PlayerError
from gamesolver.game import MoveT, PositionT
from gamesolver.players.hearing import ASKED_AGAIN, AskedPlayer, some_of
from gamesolver.players.player import SteadyPlayer
from gamesolver.rules import Rules
from gamesolver.words import shown_apart

TELLS_APART = "tells twins apart"

Reached = frozenset[tuple[PositionT, bool]]
"""The orbits that moves lead to, each with whether the turn is kept."""


def reached_by(
    rules: Rules[PositionT, MoveT], position: PositionT, moves: Iterable[MoveT]
) -> Reached[PositionT]:
    """The orbits that some moves lead to."""
    successors = [rules.play(position, move) for move in moves]
    return frozenset(
        (rules.canonical(each), rules.turn_kept(position, each)) for each in successors
    )


def require_alike(asked: AskedPlayer[PositionT, MoveT], positions: Sequence[PositionT]) -> None:
    """Raise if a player treats twins differently, in the orbits of some of the positions."""
    rules = asked.rules
    for position in some_of(list(positions), ASKED_AGAIN):
        chosen = _chosen(asked, position)
        for twin in rules.twins(position):
            other = _chosen(asked, twin)
            if chosen is None or other is None:
                continue  # a fault is told where the audit asks
            if reached_by(rules, position, chosen) != reached_by(rules, twin, other):
                changed = asked.changed(position, chosen)
                raise changed or _tells_apart(asked, (position, chosen), (twin, other))


def _chosen(asked: AskedPlayer[PositionT, MoveT], position: PositionT) -> Sequence[MoveT] | None:
    try:
        return asked.choices(position, asked.rules.moves(position))
    except PlayerError:
        return None


def _tells_apart(
    asked: AskedPlayer[PositionT, MoveT],
    *answers: tuple[PositionT, Sequence[MoveT]],
) -> PlayerError:
    rules = asked.rules
    (position, _), (twin, _) = answers
    here, there = shown_apart(rules.game, position, twin)
    one, other = (", ".join(map(rules.format_move, moves)) for _, moves in answers)
    told = f"answered {one} in position {here}, and {other} in its twin {there}"
    message = f"{asked.name} {told}: expected moves to twins; audit it without symmetric=True"
    return PlayerError(message, TELLS_APART, answers[1][0], asked.player)


@attrs.frozen(eq=False)
class FoldedPlayer(SteadyPlayer[PositionT, MoveT], Generic[PositionT, MoveT]):
    """Answers everywhere as the player does at the canonical position, carried over to the twin."""

    asked: AskedPlayer[PositionT, MoveT]

    def __call__(self, position: PositionT) -> list[MoveT]:
        rules = self.asked.rules
        canonical = rules.canonical(position)
        chosen = self.asked.choices(canonical, rules.moves(canonical))
        if position == canonical:
            return list(chosen)
        reached = reached_by(rules, canonical, chosen)
        return [
            move for move in rules.moves(position) if reached_by(rules, position, [move]) <= reached
        ]
