"""The history of values: who was winning at each place on the way here, and who gave it away.

Outcomes are for the player to move, and so change sides with every ply. Here they all are for
the same seat, 0: a win is its win, a loss the other one's. A move is a *mistake* if the player
who made it was better off before it.

Each place has a spot across a chart, seat 0's wins to the right, those of seat 1 to the left,
draws in the middle; a win stands the further out, the sooner it comes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from gamesolver.show.sentences import WORDS, Word
from gamesolver.value import Outcome, Value
from gamesolver.web.addresses import Place
from gamesolver.web.views import View, Views

MIDDLE, NEAREST, FURTHEST = 50.0, 12.0, 44.0
"""Of the chart, which is a hundred wide: where draws stand, and wins to either side of them."""

GIVEN_AWAY = {Value.WIN: "gives the win away", Value.DRAW: "gives the draw away"}


@attrs.frozen
class Moment:
    """A place on the way: the move that led to it, and how things stood then."""

    move: str | None
    mover: str | None
    place: Place
    seat: int
    """To move there."""
    outcome: Outcome
    """For the player to move there."""
    mistake: str
    """What the move gave away, in words; empty where it gave nothing away."""

    @property
    def value(self) -> Value:
        """For seat 0."""
        return _for_seat(0, self)

    @property
    def kind(self) -> Word:
        """What its colour goes by."""
        return WORDS[self.value]

    def words(self, seats: Sequence[str]) -> str:
        """Who was winning, and how soon.

        >>> Moment(None, None, Place(), 1, Outcome(Value.LOSS, 4), "").words(["x", "o"])
        'x wins in 4'
        """
        if self.value is Value.DRAW:
            return str(self.outcome)
        winner = seats[0 if self.value is Value.WIN else 1]
        plies = self.outcome.remoteness
        return f"{winner} wins in {plies}" if plies else f"{winner} has won"

    def spot(self, longest: int) -> float:
        """Where it stands across the chart, if no win of it takes longer than ``longest``."""
        far = FURTHEST - (FURTHEST - NEAREST) * (self.outcome.remoteness or 0) / max(longest, 1)
        return round(MIDDLE + self.value.value * far * (self.value is not Value.DRAW), 1)


@attrs.frozen
class History:
    """The way, moment by moment, the root first."""

    moments: tuple[Moment, ...]
    seats: tuple[str, str]

    @property
    def rows(self) -> list[tuple[Moment, str, float, str]]:
        """Each moment with its words, its spot, and the trail by that from the last to the next."""
        wins = [each.outcome for each in self.moments if each.value is not Value.DRAW]
        longest = max((outcome.remoteness or 0 for outcome in wins), default=0)
        spots = [moment.spot(longest) for moment in self.moments]
        return [
            (moment, moment.words(self.seats), spots[number], _trail(spots, number))
            for number, moment in enumerate(self.moments)
        ]


def _trail(spots: Sequence[float], number: int) -> str:
    """A path through a spot, half way from the one above it and half way to the one below.

    >>> _trail([50, 50, 70], 1)
    'M50 0L50 10L60 20'
    """
    above = [f"{(spots[number - 1] + spots[number]) / 2:g} 0"] if number else []
    below = [f"{(each + spots[number]) / 2:g} 20" for each in spots[number + 1 : number + 2]]
    return "M" + "L".join([*above, f"{spots[number]:g} 10", *below])


def history(explorer: Views, view: View) -> History:
    """What was worth what on the way to a place."""
    root = explorer.root(view.place)
    moments = [_moment(explorer, view.place.start, root, None, None, None)]
    for step in view.way:
        moments.append(
            _moment(explorer, step.place, step.position, step.move, step.mover, moments[-1])
        )
    return History(tuple(moments), explorer.seats)


def _moment(
    explorer: Views,
    place: Place,
    position: Any,
    move: str | None,
    mover: str | None,
    before: Moment | None,
) -> Moment:
    seat, outcome = explorer.seat(place, position), explorer.solution[position]
    moment = Moment(move, mover, place, seat, outcome, "")
    if before is None or _for_seat(before.seat, moment) >= before.outcome.value:
        return moment
    return attrs.evolve(moment, mistake=GIVEN_AWAY[before.outcome.value])


def _for_seat(seat: int, moment: Moment) -> Value:
    return moment.outcome.value if moment.seat == seat else -moment.outcome.value
