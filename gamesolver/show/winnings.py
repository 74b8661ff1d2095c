"""What a line of play has won for each of the players, and who wins the match by it.

Where moves win something at once, the score of a position is what play brings from there on; what
was won before is no part of it. So whoever shows play as it comes adds its gains up, each to the
player who made the move:

    match  =  what seat 0 has won - what seat 1 has won + the score from here on, for seat 0

A match begins at the start of the game. Of a line that begins elsewhere nobody knows what was won
before it: then only what is won on the line is told.
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
    """What each seat has won so far.

    >>> won = Winnings.of([(0, 3), (1, 2), (0, 1)])
    >>> won, won.told(["left", "right"])
    (Winnings(first=4, second=2), 'left 4, right 2')
    """

    first: int = 0
    second: int = 0

    @classmethod
    def of(cls, moves: Iterable[tuple[int, int]]) -> Winnings:
        """The sums of some moves: of each the seat that made it, and what it won."""
        won = [0, 0]
        for seat, gain in moves:
            won[seat] += gain
        return cls(*won)

    def after(self, seat: int, gain: int) -> Winnings:
        """With one more move."""
        return Winnings.of([(0, self.first), (1, self.second), (seat, gain)])

    @property
    def lead(self) -> int:
        """By how much seat 0 is ahead."""
        return self.first - self.second

    def lead_of(self, seat: int) -> int:
        """By how much a seat is ahead."""
        return -self.lead if seat else self.lead

    def match(self, seat: int, outcome: Outcome) -> int:
        """By how much seat 0 wins the match, if this is the outcome for the seat to move.

        >>> from gamesolver import Value
        >>> Winnings(4, 2).match(1, Outcome(Value.WIN, 5, 3))
        -1
        """
        return self.lead + (-outcome.points if seat else outcome.points)

    def told(self, names: Sequence[str]) -> str:
        """The two sums in words."""
        return f"{names[0]} {self.first}, {names[1]} {self.second}"


def move_and_gain(move: str, gain: int) -> str:
    """A move, and what it wins, if anything.

    >>> move_and_gain("a1", 2), move_and_gain("a1", 0)
    ('a1 (+2)', 'a1')
    """
    return f"{move} ({signed(gain)})" if gain else move


def who_wins(names: Sequence[str], match: int, has_ended: bool) -> str:
    """Who wins a match that seat 0 wins by so much.

    >>> who_wins(["left", "right"], -3, False), who_wins(["left", "right"], 0, True)
    ('right wins the match by 3', 'the match is a draw')
    """
    if not match:
        return "the match is a draw"
    verb = "has won" if has_ended else "wins"
    return f"{names[0 if match > 0 else 1]} {verb} the match by {abs(match)}"


def told_so_far(
    names: Sequence[str], won: Winnings, match: int | None = None, has_ended: bool = False
) -> str:
    """What was won up to here; with who wins the match, where ``match`` says by how much.

    >>> told_so_far(["left", "right"], Winnings(4, 1), 5)
    'so far left 4, right 1: left wins the match by 5'
    >>> told_so_far(["left", "right"], Winnings(6, 1), 5, has_ended=True)
    'left 6, right 1: left has won the match by 5'
    """
    when = "" if has_ended else "so far "
    result = "" if match is None else f": {who_wins(names, match, has_ended)}"
    return f"{when}{won.told(names)}{result}"


def line_told(rules: Rules[Any, Any], start: Any, line: Sequence[MoveRow[Any, Any]]) -> str:
    """What a line wins for each, and who wins the match by it; nothing where moves win nothing."""
    if not rules.has_gains or not line:
        return ""
    befores = [start, *(row.position for row in line)]
    movers = [rules.mover(before, ply) for ply, before in enumerate(befores[:-1])]
    won = Winnings.of((seat, row.gain) for seat, row in zip(movers, line, strict=True))
    match = Winnings().match(movers[0], line[0].outcome)
    names = _names(rules, start)
    words = f"on this line {won.told(names)}{_then(names, match - won.lead)}"
    return words if start != rules.start() else f"{words}: {who_wins(names, match, False)}"


def _names(rules: Rules[Any, Any], start: Any) -> list[str]:
    """What the players are called on a line; by whose turn it is where nobody can tell."""
    voice = Voice(rules)
    if voice.seat_at_start(start) is None:
        return [voice.name(None), voice.name(None, other=True)]
    return [voice.name(seat) for seat in (0, 1)]


def _then(names: Sequence[str], points: int) -> str:
    """What the end of a line, or play without end, brings besides."""
    return f", then {abs(points)} for {names[0 if points > 0 else 1]}" if points else ""
