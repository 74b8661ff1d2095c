"""Gains of each player on a line of play, and the result of the match.

If moves have gains, the score of a position counts only the points from there on, without earlier
gains. So code that shows play in progress adds the gains, each to the player who made the move:

    match  =  gains of seat 0 - gains of seat 1 + the score from here on, for seat 0

A match begins at the start of the game. If a line begins elsewhere, the earlier gains are not
known. Then only the gains on the line are shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from gamesolver.rules.guard import Rules
from gamesolver.show.sentences import Voice, signed
from gamesolver.value import Outcome

if TYPE_CHECKING:
    from gamesolver.answers import MoveRow


@attrs.frozen
class Winnings:
    """Gains of each player so far.

    >>> won = Winnings.of([(0, 3), (1, 2), (0, 1)])
    >>> won, won.as_text(["left", "right"])
    (Winnings(first=4, second=2), 'left 4, right 2')
    """

    first: int = 0
    second: int = 0

    @classmethod
    def of(cls, moves: Iterable[tuple[int, int]]) -> Winnings:
        """Return the sums of some moves, given as the player index and the gain of each."""
        won = [0, 0]
        for seat, gain in moves:
            won[seat] += gain
        return cls(*won)

    def after(self, seat: int, gain: int) -> Winnings:
        """With one more move."""
        return Winnings.of([(0, self.first), (1, self.second), (seat, gain)])

    @property
    def lead(self) -> int:
        """Number of points by which seat 0 is ahead."""
        return self.first - self.second

    def lead_of(self, seat: int) -> int:
        """Return the number of points by which a seat is ahead."""
        return -self.lead if seat else self.lead

    def match(self, seat: int, outcome: Outcome) -> int:
        """Return the result of the match for seat 0, if the outcome is for the seat to move.

        >>> from gamesolver import Value
        >>> Winnings(4, 2).match(1, Outcome(Value.WIN, 5, 3))
        -1
        """
        return self.lead + (-outcome.points if seat else outcome.points)

    def as_text(self, names: Sequence[str]) -> str:
        """Return the two sums as text."""
        return f"{names[0]} {self.first}, {names[1]} {self.second}"


def move_and_gain(move: str, gain: int) -> str:
    """Return a move, with its gain if it has one.

    >>> move_and_gain("a1", 2), move_and_gain("a1", 0)
    ('a1 (+2)', 'a1')
    """
    return f"{move} ({signed(gain)})" if gain else move


def who_wins(names: Sequence[str], match: int, has_ended: bool) -> str:
    """Return the winner of a match as text; ``match`` is the result for seat 0.

    >>> who_wins(["left", "right"], -3, False), who_wins(["left", "right"], 0, True)
    ('right wins the match by 3', 'the match is a draw')
    """
    if not match:
        return "the match is a draw"
    verb = "has won" if has_ended else "wins"
    return f"{names[0 if match > 0 else 1]} {verb} the match by {abs(match)}"


def gains_so_far(
    names: Sequence[str], won: Winnings, match: int | None = None, has_ended: bool = False
) -> str:
    """Return the gains so far as text, with the winner of the match if ``match`` is given.

    >>> gains_so_far(["left", "right"], Winnings(4, 1), 5)
    'so far left 4, right 1: left wins the match by 5'
    >>> gains_so_far(["left", "right"], Winnings(6, 1), 5, has_ended=True)
    'left 6, right 1: left has won the match by 5'
    """
    when = "" if has_ended else "so far "
    result = "" if match is None else f": {who_wins(names, match, has_ended)}"
    return f"{when}{won.as_text(names)}{result}"


def gains_of_line(rules: Rules[Any, Any], start: Any, line: Sequence[MoveRow[Any, Any]]) -> str:
    """Return the gains of a line, and the winner of the match, as text; empty without gains."""
    if not rules.has_gains or not line:
        return ""
    befores = [start, *(row.position for row in line)]
    movers = [rules.mover(before, ply) for ply, before in enumerate(befores[:-1])]
    won = Winnings.of((seat, row.gain) for seat, row in zip(movers, line, strict=True))
    match = Winnings().match(movers[0], line[0].outcome)
    names = _names(rules, start)
    words = f"on this line {won.as_text(names)}{_then(names, match - won.lead)}"
    return words if start != rules.start() else f"{words}: {who_wins(names, match, False)}"


def _names(rules: Rules[Any, Any], start: Any) -> list[str]:
    """Return the names of the players on a line, relative to the player to move if unknown."""
    voice = Voice(rules)
    if voice.seat_at_start(start) is None:
        return [voice.name(None), voice.name(None, other=True)]
    return [voice.name(seat) for seat in (0, 1)]


def _then(names: Sequence[str], points: int) -> str:
    """Return the points at the end of a line, or in infinite play, as text."""
    return f", then {abs(points)} for {names[0 if points > 0 else 1]}" if points else ""
