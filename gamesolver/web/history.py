"""Game history: the evaluation at each place on the way, and the mistakes.

Outcomes are for the player to move, and so change sides with every ply. Here they are all for
player 0: a win is a win of player 0. A move is a *mistake* if the player
who made it was better off before it.

Each place has a spot across a chart, seat 0's wins to the right, those of seat 1 to the left,
draws in the middle. A win lies the further out, the sooner it comes. In a game with scores it
lies the further out, the larger its margin. If moves gain points, the outcome of the match is
shown, including earlier gains.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from gamesolver.show.sentences import WORDS, Word, name_alone
from gamesolver.show.winnings import Winnings
from gamesolver.value import Outcome, Value
from gamesolver.web.addresses import Place
from gamesolver.web.views import View, Views
from gamesolver.web.walking import Step

MIDDLE, NEAREST, FURTHEST = 50.0, 12.0, 44.0
"""Of the chart, which is a hundred wide: where draws stand, and wins to either side of them."""

STEP = 24
"""Width of a ply on the graph of a game."""
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
    won: Winnings
    """Points that each player had won on the way."""
    mistake: str
    """Description of the loss by the move; empty if the move was not a mistake."""
    mark: str = ""
    """``?`` for a mistake, and ``??`` if it turns a win into a loss."""
    better: str = ""
    """Text of a best move instead of a mistake."""

    @property
    def points(self) -> int:
        """By how much seat 0 wins, all that it has won included; 1, 0 or -1 without scores."""
        return self.won.match(self.seat, self.outcome)

    @property
    def value(self) -> Value:
        """For seat 0."""
        return Value.of(self.points)

    @property
    def kind(self) -> Word:
        """Class of the style sheet that colours it."""
        return WORDS[self.value]

    def words(self, seats: Sequence[str]) -> str:
        """Return the winner, the margin and the plies as text.

        >>> Moment(None, None, Place(), 1, Outcome(Value.LOSS, 4), Winnings(), "").words(["x", "o"])
        'x wins in 4'
        """
        plies, is_scored = self.outcome.remoteness, self.outcome.score is not None
        if self.value is Value.DRAW:
            return str(Outcome(Value.DRAW, plies))
        winner = name_alone(seats[0 if self.value is Value.WIN else 1])
        by = f" by {abs(self.points)}" if is_scored else ""
        if plies is None:
            return f"{winner} wins{by}, endless"
        return f"{winner} wins{by} in {plies}" if plies else f"{winner} has won{by}"

    def spot(self, longest: int, widest: int) -> float:
        """Return its place across a chart of wins of ``longest`` plies and ``widest`` margin."""
        if self.outcome.score is not None:
            share = abs(self.points) / max(widest, 1)
        elif self.outcome.remoteness is None:
            share = 0.0
        else:
            share = 1 - self.outcome.remoteness / max(longest, 1)
        far = NEAREST + (FURTHEST - NEAREST) * share
        return round(MIDDLE + self.value.value * far, 1)


@attrs.frozen
class History:
    """The way, moment by moment, the root first."""

    moments: tuple[Moment, ...]
    seats: tuple[str, str]

    @property
    def mistakes(self) -> list[tuple[int, str, Moment]]:
        """Each mistake with the number of its move, and the name of the player who made it."""
        return [
            (number, self.seats[self.moments[number - 1].seat], moment)
            for number, moment in enumerate(self.moments)
            if moment.mistake
        ]

    @property
    def review(self) -> list[str]:
        """Moves and mistakes of each player who has moved, in words."""
        movers = [before.seat for before in self.moments[:-1]]
        erring = [movers[number - 1] for number, _, _ in self.mistakes]
        return [
            f"{name_alone(name)}: {_many(movers.count(seat), 'move')}, "
            f"{_many(erring.count(seat), 'mistake')}"
            for seat, name in enumerate(self.seats)
            if seat in movers
        ]

    @property
    def graph(self) -> list[tuple[Moment, float, float]]:
        """Each moment with its place on a graph: across by plies, up for wins of player 0."""
        return [
            (moment, STEP / 2 + STEP * number, round(100 - spot, 1))
            for number, (moment, _, spot, _) in enumerate(self.rows)
        ]

    @property
    def rows(self) -> list[tuple[Moment, str, float, str]]:
        """Each moment with its words, its spot, and the trail by that from the last to the next."""
        wins = [each for each in self.moments if each.value is not Value.DRAW]
        longest = max((each.outcome.remoteness or 0 for each in wins), default=0)
        widest = max((abs(each.points) for each in wins), default=0)
        spots = [moment.spot(longest, widest) for moment in self.moments]
        return [
            (moment, moment.words(self.seats), spots[number], _trail(spots, number))
            for number, moment in enumerate(self.moments)
        ]


def _many(count: int, noun: str) -> str:
    """Return a number with its noun.

    >>> _many(0, "mistake"), _many(1, "mistake"), _many(2, "move")
    ('no mistakes', '1 mistake', '2 moves')
    """
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"


def _trail(spots: Sequence[float], number: int) -> str:
    """Return a path through a spot, half way from the one above it and half way to the one below.

    >>> _trail([50, 50, 70], 1)
    'M50 0L50 10L60 20'
    """
    above = [f"{(spots[number - 1] + spots[number]) / 2:g} 0"] if number else []
    below = [f"{(each + spots[number]) / 2:g} 20" for each in spots[number + 1 : number + 2]]
    return "M" + "L".join([*above, f"{spots[number]:g} 10", *below])


def history(explorer: Views, view: View) -> History:
    """Return the evaluation of each place on the way to a place."""
    root, place = explorer.root(view.place), view.place.start
    seat, outcome = explorer.seat(place, root), explorer.solution[root]
    moments = [Moment(None, None, place, seat, outcome, Winnings(), "")]
    position = root
    for step in view.way:
        moments.append(_after(explorer, moments[-1], position, step))
        position = step.position
    return History(tuple(moments), explorer.seats)


def _after(explorer: Views, before: Moment, position: Any, step: Step) -> Moment:
    """Return the moment after a step from a position, with what was lost by it."""
    seat = explorer.seat(step.place, step.position)
    outcome, won = explorer.solution[step.position], before.won.after(before.seat, step.gain)
    moment = Moment(step.text, step.mover, step.place, seat, outcome, won, "")
    mistake = _given_away(before, moment)
    if not mistake:
        return moment
    mark = "??" if abs(before.value.value - moment.value.value) > 1 else "?"
    return attrs.evolve(moment, mistake=mistake, mark=mark, better=explorer.best_text(position))


def _given_away(before: Moment, after: Moment) -> str:
    """Return a description of what the player who moved has lost, or ''."""
    lost = (before.points - after.points) * (-1 if before.seat else 1)
    if lost <= 0:
        return ""
    if before.outcome.score is None:
        return GIVEN_AWAY[before.outcome.value]
    return f"gives {lost} away"
