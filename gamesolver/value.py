"""Values, outcomes and bounds: who wins, by how much, and how fast.

A *value* is the result under best play: LOSS < DRAW < WIN. If a game is won by points, a
*score* is the margin from here on, and the value is its sign. Both are stated **for the player
to move**. The *remoteness* counts the plies (single moves of either player) to the end.
Together they form an *outcome*.

Infinite play has a payoff: a draw, or a score of 0, unless the game defines another. A
*finished draw* ends without a winner. An *endless draw* never ends, and its remoteness is
``None``. If moves gain points, play may gain and then never end. The remoteness is then
``None`` at any score.

**Preference.** A higher score is better. Of equal scores above the payoff of infinite play,
fewer plies are better, and of those below it, more plies. At this payoff, if infinite play is a
draw, both players prefer an end, and the nearest one. If one side wins by infinite play, that
side prefers an end with an equal score, and the other prefers more plies. Infinite play counts as
longer than any number of plies. In most games the order is, best first: fast win, slow win,
finished draw (fewer plies first), endless draw, slow loss, fast loss.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache, total_ordering
from typing import Any, NamedTuple, TypeGuard

import attrs

from gamesolver.arguments import is_seat, whole
from gamesolver.errors import InvalidArgumentError
from gamesolver.texts import came_and_expected, none_of, spelled

PLAYING = 2
NO_SCORE = -(1 << 62)
"""Result of a compiled ``terminal_score`` while play continues."""


@total_ordering
class Value(Enum):
    """Result under best play, for the player to move.

    >>> Value.LOSS < Value.DRAW < Value.WIN
    True
    >>> -Value.WIN, int(Value.WIN), Value(-1)
    (Value.LOSS, 1, Value.LOSS)

    Every value is truthy, so that ``if value:`` cannot mistake a draw for play
    that goes on.

    >>> bool(Value.DRAW)
    True

    As text a value reads as it does in an outcome.

    >>> print(Value.DRAW, f"{-Value.WIN:>6}")
    draw   loss
    """

    LOSS = -1
    DRAW = 0
    WIN = 1

    @classmethod
    def _missing_(cls, value: object) -> Value:
        raise InvalidArgumentError(f"bad value {none_of(value, -1, 0, 1)}")

    @classmethod
    def of(cls, score: int) -> Value:
        """Return the value of a ``score``: its sign.

        >>> Value.of(7), Value.of(0), Value.of(-2)
        (Value.WIN, Value.DRAW, Value.LOSS)
        """
        points = _as_whole(score, POINTS)
        return cls((points > 0) - (points < 0))

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return bool(self.value < other.value)

    def __neg__(self) -> Value:
        return Value(-self.value)

    def __int__(self) -> int:
        return int(self.value)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"Value.{self.name}"

    def __str__(self) -> str:
        return self.name.lower()


# ── which of two outcomes a player prefers ──────────────────────────────────────────────────────

MOST_POINTS = 1_000_000_000
"""Greatest number of points of an end, a gain, or infinite play."""

FOR_EVER = 1 << 60  # plies: more than any remoteness
SLOWEST = 2 * FOR_EVER  # more than the plies of any outcome, endless ones included
MOST_KEPT = 4_096  # outcomes


class PreferenceKey(NamedTuple):
    """Sort key of an outcome for a player: the greater, the better."""

    score: int
    haste: int
    """Plies, negative if the player prefers fewer plies."""


def hurries(score: int, endless: int) -> bool:
    """Return True if a player with this score prefers fewer plies. ``endless`` is their payoff."""
    return score > endless or (score == endless and endless >= 0)


@attrs.frozen
class Preference:
    """Order of outcomes for the player to move, whose payoff of infinite play is ``endless``.

    >>> draws = Outcome(Value.DRAW, 3), Outcome(Value.DRAW, 8), Outcome(Value.DRAW, None)
    >>> [str(best) for best in sorted(draws, key=Preference().key, reverse=True)]
    ['draw in 3', 'draw in 8', 'endless draw']
    >>> [str(best) for best in sorted(draws, key=Preference(endless=1).key, reverse=True)]
    ['endless draw', 'draw in 8', 'draw in 3']
    """

    endless: int = 0

    def hurries(self, score: int) -> bool:
        """Return True if the player prefers fewer plies at this ``score``."""
        return hurries(score, self.endless)

    def key(self, outcome: Outcome) -> PreferenceKey:
        """Return the sort key of an ``outcome``: the greater, the better."""
        if not isinstance(outcome, Outcome):
            raise InvalidArgumentError(f"expected an Outcome, got {spelled(outcome)}")
        score, length = outcome.points, outcome.length
        return PreferenceKey(score, -length if self.hurries(score) else length)

    def least(self, bound: Outcome | Value | int) -> PreferenceKey:
        """Return the key of the worst outcome that a bound from below allows."""
        return self._key_for(bound, -SLOWEST, 0)

    def most(self, bound: Outcome | Value | int) -> PreferenceKey:
        """Return the key of the best outcome that a bound from above allows."""
        return self._key_for(bound, 0, SLOWEST)

    def _key_for(self, bound: Outcome | Value | int, hurried: int, delayed: int) -> PreferenceKey:
        if isinstance(bound, Outcome):
            return self.key(bound)
        score = int(bound)
        return PreferenceKey(score, hurried if self.hurries(score) else delayed)


def points_in(given: object) -> int | None:
    """Return a valid score, or ``None`` for another object or a number out of range."""
    points = whole(given)
    return points if points is not None and abs(points) <= MOST_POINTS else None


def preference_of(game: object, payoff: int, seat: object) -> Preference:
    """Return the preference of a player. ``payoff`` is the payoff of infinite play for player 0."""
    if seat is not None and not is_seat(seat):
        raise InvalidArgumentError(f"bad seat {spelled(seat)}: expected 0 or 1")
    if payoff and seat is None:
        raise InvalidArgumentError(
            f"bad seat None: infinite play of {game!r} has a payoff that the players prefer "
            "differently: expected 0 or 1"
        )
    return Preference(-payoff if seat else payoff)


# ── outcomes ────────────────────────────────────────────────────────────────────────────────────


def _to_value(value: Any) -> Value:
    if not isinstance(value, Value):
        got, expected = came_and_expected(value, Value.LOSS, Value.DRAW, Value.WIN)
        raise InvalidArgumentError(f"an outcome needs a Value: expected {expected}, got {got}")
    return value


def _to_remoteness(remoteness: Any) -> int | None:
    plies = None if remoteness is None else whole(remoteness)
    if (plies is None and remoteness is not None) or (plies is not None and plies < 0):
        raise InvalidArgumentError(
            "a remoteness counts plies: expected a whole number from 0 on, "
            f"or None for endless play, got {spelled(remoteness)}"
        )
    return plies


POINTS = "points are a whole number"
LENGTH = "a length is a whole number, or None for endless play"


def _as_whole(given: Any, what: str) -> int:
    """Return an integer. The error names ``what`` it is and the object given."""
    number = given if type(given) is int else whole(given)
    if number is None:
        raise InvalidArgumentError(f"{what}: got {spelled(given)}")
    return number


def _to_payoff(payoff: Any) -> int:
    return _as_whole(payoff, "a payoff of infinite play is a whole number")


def _to_plies(plies: Any) -> int:
    number = plies if type(plies) is int else whole(plies)
    if number is None or number < 0:
        raise InvalidArgumentError(
            f"a last gain counts plies: expected a whole number from 0 on, got {spelled(plies)}"
        )
    return number


def _to_score(score: Any) -> int | None:
    number = None if score is None else whole(score)
    if number is None and score is not None:
        raise InvalidArgumentError(
            f"a score is a whole number, or None in games without scores: got {spelled(score)}"
        )
    return number


@total_ordering
@attrs.frozen(order=False, cache_hash=True, repr=False)
class Outcome:
    """Value with its remoteness and, in games with scores, its score.

    Outcomes are ordered by preference, for a payoff of infinite play of 0.

    >>> Outcome(Value.WIN, 3) > Outcome(Value.WIN, 5) > Outcome(Value.DRAW, 9)
    True
    >>> Outcome(Value.DRAW, 9) > Outcome(Value.DRAW, None) > Outcome(Value.LOSS, 8)
    True
    >>> print(Outcome(Value.LOSS, 4), "/", Outcome(Value.DRAW, None))
    loss in 4 / endless draw
    >>> print(Outcome(Value.WIN, 24, 3), "/", Outcome(Value.WIN, None, 2))
    win by 3 in 24 / win by 2, endless

    An outcome has no minus sign, because a finished draw is short for both
    sides. Use :meth:`backed_up` to propagate it one move back.
    """

    value: Value = attrs.field(converter=_to_value)
    remoteness: int | None = attrs.field(converter=_to_remoteness)
    score: int | None = attrs.field(default=None, converter=_to_score)
    endless_payoff: int = attrs.field(default=0, kw_only=True, eq=False, converter=_to_payoff)
    """Payoff of infinite play for the player to move, which decides preferences."""
    last_gain: int = attrs.field(default=0, kw_only=True, eq=False, converter=_to_plies)
    """Plies to the last gain before infinite play."""

    def __attrs_post_init__(self) -> None:
        if self.score is not None and self.value is not Value.of(self.score):
            raise InvalidArgumentError(
                f"a score has the sign of its value: expected {Value.of(self.score)!r} "
                f"with {self.score}, got {self.value!r}"
            )

    @classmethod
    def of(cls, points: int, length: int | None, scored: bool, endless_payoff: int = 0) -> Outcome:
        """Return the outcome with these points. A negative length is infinite play.

        Parameters
        ----------
        points
            The score, or without scores 1, 0 or -1.
        length
            Plies to the end; for infinite play the complement of the plies to the last gain.
        scored
            True if the game has scores.
        endless_payoff
            Payoff of infinite play for the player to move.

        Returns
        -------
        Outcome
            With a ``score`` only if the game has scores.

        Raises
        ------
        InvalidArgumentError
            An argument is not a whole number, or ``points`` exceed 1 without scores.
        """
        if not scored and points not in (-1, 0, 1):
            raise InvalidArgumentError(
                "points without scores are -1, 0 or 1, for a loss, a draw or a win: "
                f"got {spelled(points)}"
            )
        if length is not None:
            length = _as_whole(length, LENGTH)
        is_endless = length is None or length < 0
        return cls(
            Value.of(points),
            None if is_endless else length,
            points if scored else None,
            endless_payoff=endless_payoff,
            last_gain=~length if length is not None and is_endless else 0,
        )

    @property
    def is_endless(self) -> bool:
        """True for infinite play."""
        return self.remoteness is None

    @property
    def points(self) -> int:
        """Score, or 1, 0 or -1 without scores."""
        return int(self.value) if self.score is None else self.score

    @property
    def length(self) -> int:
        """Plies to the end. Infinite play counts as longer than any number of plies."""
        return FOR_EVER + self.last_gain if self.remoteness is None else self.remoteness

    @property
    def preference_key(self) -> PreferenceKey:
        """Sort key for the player to move. Outcomes with equal keys are equally good."""
        score, length = self.points, self.length
        return PreferenceKey(score, -length if hurries(score, self.endless_payoff) else length)

    def backed_up(self, turn_kept: bool = False, gain: int = 0) -> Outcome:
        """Return the backed-up outcome for the player who makes the move before.

        The value is negated if the turn passes, that is, unless ``turn_kept``. One ply and the
        ``gain`` of the move are added.

        >>> Outcome(Value.LOSS, 4).backed_up()
        Outcome(Value.WIN, 5)
        >>> Outcome(Value.LOSS, 4).backed_up(turn_kept=True)
        Outcome(Value.LOSS, 5)
        >>> Outcome(Value.WIN, 4, 2).backed_up(gain=3)
        Outcome(Value.WIN, 5, 1)
        """
        scored = self.score is not None
        if gain and not scored:
            raise InvalidArgumentError(
                f"{self!r} has no score: expected no gain, got {spelled(gain)}; "
                "what is won at once is added to a score"
            )
        gain = _as_whole(gain, POINTS)
        side = 1 if turn_kept else -1
        points, endless_payoff = side * self.points + gain, side * self.endless_payoff
        if self.remoteness is not None:
            return _kept(points, self.remoteness + 1, scored, endless_payoff)
        last_gain = 0 if points == endless_payoff else self.last_gain + 1
        return _kept(points, ~last_gain, scored, endless_payoff)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Outcome):
            return NotImplemented
        return _is_less(self, other)

    def __gt__(self, other: object) -> bool:
        if not isinstance(other, Outcome):
            return NotImplemented
        return _is_less(other, self)

    def __repr__(self) -> str:
        score = "" if self.score is None else f", {self.score}"
        return f"Outcome({self.value!r}, {self.remoteness}{score})"

    def __str__(self) -> str:
        name = str(self.value)
        if self.score:
            end = ", endless" if self.remoteness is None else f" in {self.remoteness}"
            return f"{name} by {abs(self.score)}{end}"
        return f"endless {name}" if self.remoteness is None else f"{name} in {self.remoteness}"


AS_A_DRAW = Preference()


_kept = lru_cache(MOST_KEPT)(Outcome.of)
"""Cache of recent outcomes from valid integers, since positions share few outcomes."""


def _is_less(one: Outcome, other: Outcome) -> bool:
    """Return True if ``other`` is preferred. Raise if the payoff of infinite play decides."""
    if (one.score is None) != (other.score is None):
        raise InvalidArgumentError(
            f"{one!r} and {other!r} cannot be compared: expected two outcomes with scores, or two "
            "without, got one of each"
        )
    is_less = AS_A_DRAW.key(one) < AS_A_DRAW.key(other)
    for payoff in {one.endless_payoff, other.endless_payoff} - {0}:
        by = Preference(payoff)
        if is_less != (by.key(one) < by.key(other)):
            raise InvalidArgumentError(
                f"{one} and {other} cannot be compared by <, because infinite play is won in "
                "their game; use game.preference(seat).key"
            )
    return is_less


# ── bounds on an outcome that is not resolved ───────────────────────────────────────────────────


def _to_bound(bound: Any) -> Outcome | Value | int | None:
    if bound is None or isinstance(bound, Outcome | Value):
        return bound
    score = whole(bound)
    if score is None:
        raise InvalidArgumentError(
            f"a bound is an Outcome, a Value, a score or None: got {spelled(bound)}"
        )
    return score


def _bound_in_words(bound: Outcome | Value | int) -> str:
    if isinstance(bound, Outcome):
        return str(bound)
    name = str(bound if isinstance(bound, Value) else Value.of(bound))
    return name if isinstance(bound, Value) or not bound else f"{name} by {abs(bound)}"


def _span_in_words(least: object, most: object) -> str:
    """Return the range of plies or scores of a win or loss as text, or an empty text."""
    if isinstance(least, Outcome) and isinstance(most, Outcome):
        plies = sorted(each for each in (least.remoteness, most.remoteness) if each is not None)
        is_one = least == attrs.evolve(most, remoteness=least.remoteness)
        if least.value is Value.DRAW or len(plies) < 2 or not is_one:
            return ""
        return f"{attrs.evolve(least, remoteness=plies[0])} to {plies[1]}"
    if not _is_score(least) or not _is_score(most) or least * most <= 0:
        return ""
    low, high = sorted((abs(least), abs(most)))
    return f"{Value.of(least)} by {low} to {high}"


def _is_score(bound: object) -> TypeGuard[int]:
    return isinstance(bound, int) and not isinstance(bound, Value)


def _value_of(bound: Outcome | Value | int | None) -> Value | None:
    if isinstance(bound, Outcome):
        return bound.value
    return Value.of(bound) if isinstance(bound, int) else bound


def _score_of(bound: Outcome | Value | int | None) -> int | None:
    return bound.score if isinstance(bound, Outcome) else bound if isinstance(bound, int) else None


@attrs.frozen
class Bounds:
    """Bounds on the outcome of a position.

    A bound is an outcome, or a value or a score if the number of plies is not known.

    >>> print(Bounds(at_least=Outcome(Value.WIN, 9)))
    at least win in 9
    >>> print(Bounds(Value.DRAW, Outcome(Value.WIN, 5)), "/", Bounds())
    at least draw, at most win in 5 / nothing is known
    >>> print(Bounds(Outcome(Value.LOSS, 2), Outcome(Value.LOSS, 6)))
    loss in 2 to 6
    >>> print(Bounds(2, 7), "/", Bounds(-2, 7))
    win by 2 to 7 / at least loss by 2, at most win by 7

    If both are equal, the outcome is resolved.

    >>> resolved = Bounds(Outcome(Value.WIN, 9), Outcome(Value.WIN, 9))
    >>> print(resolved, "/", resolved.value)
    win in 9 / win
    >>> print(Bounds(at_least=3), "/", Bounds(-2, -2), "/", Bounds(-2, -2).score)
    at least win by 3 / loss by 2 / -2
    """

    at_least: Outcome | Value | int | None = attrs.field(default=None, converter=_to_bound)
    at_most: Outcome | Value | int | None = attrs.field(default=None, converter=_to_bound)

    @property
    def outcome(self) -> Outcome | None:
        """Outcome, if it is resolved."""
        bound = self.at_least
        return bound if isinstance(bound, Outcome) and bound == self.at_most else None

    @property
    def value(self) -> Value | None:
        """Value, if it is resolved."""
        least, most = _value_of(self.at_least), _value_of(self.at_most)
        if least is Value.WIN or most is Value.LOSS:
            return least if least is Value.WIN else most
        return least if least is most else None

    @property
    def score(self) -> int | None:
        """Score, if it is resolved, or ``None`` in games without scores."""
        least, most = _score_of(self.at_least), _score_of(self.at_most)
        return least if least == most else None

    def __str__(self) -> str:
        if self.at_least is not None and self.at_least == self.at_most:
            return _bound_in_words(self.at_least)
        if span := _span_in_words(self.at_least, self.at_most):
            return span
        words = [
            f"{where} {_bound_in_words(bound)}"
            for where, bound in (("at least", self.at_least), ("at most", self.at_most))
            if bound is not None
        ]
        return ", ".join(words) or "nothing is known"


def points_of(bound: Outcome | Value | int) -> int:
    """Return the score of a bound, or the number of its value."""
    return bound.points if isinstance(bound, Outcome) else int(bound)


def shows(shown: Bounds, stated: Bounds, preference: Preference) -> bool:
    """Return True if the bounds ``stated`` follow from the bounds ``shown``.

    >>> in_nine, in_five = Outcome(Value.WIN, 9), Outcome(Value.WIN, 5)
    >>> shows(Bounds(in_five), Bounds(in_nine), Preference())
    True
    >>> shows(Bounds(Value.WIN), Bounds(in_nine), Preference())
    False
    """
    if stated.at_least is not None and (
        shown.at_least is None
        or preference.least(shown.at_least) < preference.least(stated.at_least)
    ):
        return False
    return stated.at_most is None or (
        shown.at_most is not None
        and preference.most(shown.at_most) <= preference.most(stated.at_most)
    )
