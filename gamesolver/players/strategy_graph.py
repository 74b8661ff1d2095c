"""What one player must decide, up to symmetry: positions of theirs, and what each move needs.

The other player's moves are nothing to decide: all of them must be answered. So only the
positions with *our* move are kept, each with its *choices*: the moves that keep the value of
the start, and after each the positions of ours that the other player may bring about. If a
choice needs no more than another one does, the other one is dropped: it can be replaced
anywhere.

Twins are one position. If a strategy treated two of them differently, it could treat both
like one of them, and would need no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Generic

import attrs

from gamesolver.errors import SizeLimitError
from gamesolver.game import PositionT
from gamesolver.progress import Reporter
from gamesolver.rules import Rules
from gamesolver.solution import Solution
from gamesolver.value import Value


@attrs.frozen
class Choice(Generic[PositionT]):
    """A move at a position of ours, and the positions of ours that may come next.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> from gamesolver.players import strategy
    >>> strategy(solve(Nim(heaps=(1, 2)))).choices[1, 2]
    Choice(move=(1, 1), target=(1, 1), is_turn_kept=False, needs=((0, 1),))
    """

    move: Any
    target: PositionT
    """The canonical position that the move leads to."""
    is_turn_kept: bool
    needs: tuple[PositionT, ...]


@attrs.frozen(eq=False)
class Choices(Generic[PositionT]):
    """All that a strategy may consist of."""

    value: Value
    """What is guaranteed, as our player sees it."""
    required: tuple[PositionT, ...]
    """The positions of ours that come first."""
    at: Mapping[PositionT, tuple[Choice[PositionT], ...]]

    @property
    def must_end(self) -> bool:
        """Whether it is not enough to keep the value for ever."""
        return self.value is Value.WIN


class Explorer(Generic[PositionT]):
    """Finds the choices of one player, and counts the positions it looks at."""

    def __init__(
        self, solution: Solution[PositionT, Any], player: int, limit: int, report: Reporter
    ) -> None:
        self._solution = solution
        self._rules: Rules[PositionT, Any] = Rules(solution.game)
        self._player = player
        self._limit = limit
        self._report = report
        self._replies: dict[PositionT, tuple[PositionT, ...]] = {}
        self._looked_at = 0

    def choices(self) -> Choices[PositionT]:
        """Everything that play may come to while our moves keep the value."""
        start = self._rules.canonical(self._solution.start)
        is_ours = self._moves_first()
        value = self._solution.value if is_ours else -self._solution.value
        if value is Value.LOSS or self._rules.ending(start) is not None:
            return Choices(value, (), {})
        required = (start,) if is_ours else self._replies_to(start)
        at: dict[PositionT, tuple[Choice[PositionT], ...]] = {}
        waiting = list(required)
        while waiting:
            here = waiting.pop()
            if here not in at:
                at[here] = _undominated(list(self._at(here, value)))
                waiting += [need for choice in at[here] for need in choice.needs]
        return Choices(value, required, at)

    def _moves_first(self) -> bool:
        seat = self._rules.player(self._solution.start)
        return self._player == (0 if seat is None else seat)

    def _at(self, here: PositionT, value: Value) -> Iterator[Choice[PositionT]]:
        """The moves at a position of ours that keep the value."""
        self._count()
        for move, raw in self._rules.played(here):
            kept = self._rules.turn_kept(here, raw)
            reached = self._solution[raw].value
            if (reached if kept else -reached) < value:
                continue
            target = self._rules.canonical(raw)
            needs = self._going_on(target) if kept else self._replies_to(target)
            if not (value is Value.WIN and here in needs):  # else it might stay here for ever
                yield Choice(move, target, kept, needs)

    def _going_on(self, position: PositionT) -> tuple[PositionT, ...]:
        """A position, unless play has ended there."""
        return () if self._rules.ending(position) is not None else (position,)

    def _replies_to(self, theirs: PositionT) -> tuple[PositionT, ...]:
        """The positions of ours that the other player may bring about, in the order found."""
        if theirs not in self._replies:
            ours: dict[PositionT, None] = {}
            seen, waiting = {theirs}, [theirs]
            while waiting:  # for more than one move where they move again
                here = waiting.pop()
                self._count()
                for _, raw in self._rules.played(here) if self._going_on(here) else ():
                    target = self._rules.canonical(raw)
                    if not self._rules.turn_kept(here, raw):
                        ours.update(dict.fromkeys(self._going_on(target)))
                    elif target not in seen:
                        seen.add(target)
                        waiting.append(target)
            self._replies[theirs] = tuple(ours)
        return self._replies[theirs]

    def _count(self) -> None:
        self._looked_at += 1
        self._report("explore", self._looked_at)
        if self._looked_at > self._limit:
            raise SizeLimitError(
                f"a strategy for {self._solution.game!r} is chosen among more than {self._limit} "
                "positions: limit=... allows more, and solve(game, start=...) makes it smaller",
                self._limit,
            )


def _undominated(choices: list[Choice[PositionT]]) -> tuple[Choice[PositionT], ...]:
    """Of choices of which one needs no more than the other, the one; of equals, the first."""
    needs = [frozenset(choice.needs) for choice in choices]
    return tuple(
        choice
        for place, choice in enumerate(choices)
        if not any(
            other < needs[place] or (other == needs[place] and before < place)
            for before, other in enumerate(needs)
        )
    )


def ranks(choices: Choices[PositionT]) -> dict[PositionT, int]:
    """How many moves of ours a won position is from the end, at most, if we hurry."""
    known: dict[PositionT, int] = {}
    users: dict[PositionT, list[tuple[PositionT, int]]] = {here: [] for here in choices.at}
    missing: dict[tuple[PositionT, int], int] = {}
    wave: list[PositionT] = []
    for here, those in choices.at.items():
        for number, choice in enumerate(those):
            missing[here, number] = len(choice.needs)
            for need in choice.needs:
                users[need].append((here, number))
        if any(not choice.needs for choice in those):
            known[here] = 0
            wave.append(here)
    for here in wave:  # grows as it is read
        for user, number in users[here]:
            missing[user, number] -= 1
            if not missing[user, number] and user not in known:
                known[user] = known[here] + 1
                wave.append(user)
    return known
