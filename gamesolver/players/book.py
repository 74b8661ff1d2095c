"""What a solution says of raw positions, looked up many at a time and remembered.

An audit asks for the same outcomes again and again: each position is a successor of several
others. So outcomes are kept by raw position, twins included, up to some number of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic

import attrs

from gamesolver.complaints import elsewhere
from gamesolver.game import MoveT, PositionT
from gamesolver.players.seats import Seats
from gamesolver.rules import Rules
from gamesolver.solution import Solution
from gamesolver.value import Outcome, Value

MOST_KEPT = 2_000_000


@attrs.frozen
class Choice(Generic[PositionT, MoveT]):
    """The legal moves of a position, what plays one, and what is best there."""

    legal: tuple[MoveT, ...]
    play: Callable[[MoveT], PositionT]
    seat: int | None


class Book(Generic[PositionT, MoveT]):
    """The outcomes of a solution by raw position."""

    def __init__(
        self, rules: Rules[PositionT, MoveT], solution: Solution[PositionT, MoveT]
    ) -> None:
        self.rules = rules
        self.solution = solution
        self.seats = Seats(rules)
        self.known: dict[PositionT, Outcome] = {}
        self._made: dict[tuple[int, int], Outcome] = {}
        self._backs: tuple[dict[Outcome, Outcome], dict[Outcome, Outcome]] = ({}, {})

    def learn(self, positions: Sequence[PositionT]) -> list[Outcome]:
        """The outcomes of positions that are known to be the solution's."""
        probes = self.solution.probe_many(positions)
        if not probes.known.all():
            stranger = positions[int(probes.known.argmin())]
            raise elsewhere(self.rules.game, self.solution.start, stranger)
        codes, plies = probes.values.tolist(), probes.remoteness.tolist()
        return [self._outcome(*each) for each in zip(codes, plies, strict=True)]

    def keep(self, positions: Iterable[PositionT], outcome: Outcome) -> None:
        """Remember what positions have for an outcome."""
        if len(self.known) >= MOST_KEPT:
            self.known.clear()
        for position in positions:
            self.known[position] = outcome

    def outcome(self, position: PositionT) -> Outcome:
        """The outcome of a position, for the player to move there."""
        found = self.known.get(position)
        if found is None:
            (found,) = self.learn([position])
            self.keep([position], found)
        return found

    def foresee(self, positions: Iterable[PositionT]) -> None:
        """Look many positions up at once, those that are not known yet."""
        missing = [*dict.fromkeys(each for each in positions if each not in self.known)]
        for position, outcome in zip(missing, self.learn(missing), strict=True):
            self.keep([position], outcome)

    def choice(self, position: PositionT) -> Choice[PositionT, MoveT]:
        """What there is to choose among at a position where play goes on."""
        return Choice(*self.rules.choices(position), self.seats.at(position))

    def back(self, choice: Choice[PositionT, MoveT], move: MoveT) -> Outcome:
        """The outcome of a move, for the player making it, counted from before it."""
        successor = choice.play(move)
        kept = choice.seat is not None and self.seats.at(successor) == choice.seat
        outcome, backs = self.outcome(successor), self._backs[kept]
        found = backs.get(outcome)
        if found is None:
            found = backs[outcome] = outcome.back(kept)
        return found

    def _outcome(self, code: int, plies: int) -> Outcome:
        found = self._made.get((code, plies))
        if found is None:
            found = Outcome(Value(code), None if plies < 0 else plies)
            self._made[code, plies] = found
        return found
