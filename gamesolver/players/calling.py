"""Calls to players, with checks of their answers.

The answer of a player is a legal move, or a list of different legal moves. Any other answer, and
any exception of the player, raises :class:`gamesolver.PlayerError`. Errors not caused by the
player are raised unchanged: a violation of the game contract, an unreadable file, a limit reached,
or a cycle met by minimax.

A player with hidden randomness or memory is detected by calling it again on a sample of positions
(:func:`require_steady`). Nothing exact can be stated about such a player.

:class:`FoldedPlayer` calls a player on canonical positions only. This is valid for a player that
treats symmetric positions alike: in a symmetric position it chooses moves to positions symmetric
to those chosen before. :func:`require_alike` refuses a player that does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from types import FunctionType
from typing import Any, Generic

import attrs

from gamesolver.errors import (
    CycleError,
    FileError,
    GameContractError,
    InvalidArgumentError,
    PlayerError,
    SizeLimitError,
)
from gamesolver.players.players import SteadyPlayer
from gamesolver.rules.game import MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.rules.messages import instead_of, shown, shown_apart
from gamesolver.texts import error_text, spelled, texts_apart

# ── calls to players, with checks of their answers ────────────────────────────────────────────────

ILLEGAL, RAISES, HANGS, CHANGES = "illegal move", "raises", "hangs", "changes its mind"
NOT_THE_PLAYERS = (FileError, GameContractError, CycleError, MemoryError, SizeLimitError)
"""Errors that are not caused by the player."""
CALLED_AGAIN = 256  # positions at which a player is called a second time


class CheckedPlayer(Generic[PositionT, MoveT]):
    """Player with checked answers. ``is_steady`` is True if answers may be stored."""

    def __init__(self, rules: Rules[PositionT, MoveT], player: object) -> None:
        if not callable(player):
            raise InvalidArgumentError(
                f"bad player {spelled(player)}: expected a callable that takes a position"
            )
        self.rules = rules
        self.player: Any = player
        self.is_steady = isinstance(player, SteadyPlayer)

    @property
    def name(self) -> str:
        """Name of the player in messages."""
        if isinstance(self.player, FunctionType):
            return self.player.__name__
        return spelled(self.player)

    def choices(self, position: PositionT, legal: Sequence[MoveT]) -> Sequence[MoveT]:
        """Return the moves the player chooses from: at least one, all legal, all different."""
        try:
            answer = self.player(position)
        except (*NOT_THE_PLAYERS, PlayerError):  # perhaps of a player within this one
            raise
        except Exception as error:
            raise self._raised(position, error) from error
        if type(answer) is not list:
            return (self._legal(position, legal, answer),)
        if not answer:
            raise self._fault(ILLEGAL, position, "returned an empty list", "one move at least")
        chosen = [self._legal(position, legal, move) for move in answer]
        if len(set(chosen)) < len(chosen):
            behaviour = f"returned {spelled(answer)}, with one move twice"
            raise self._fault(ILLEGAL, position, behaviour, "each move once")
        return chosen

    def _legal(self, position: PositionT, legal: Sequence[MoveT], answer: Any) -> MoveT:
        """Return the game's own object for a move. Equal objects are one move."""
        try:
            return legal[legal.index(answer)]
        except Exception as error:  # the ``==`` of a foreign object may raise anything
            game = self.rules.game
            answer_text, _, advice = instead_of(game, position, answer, spelled(answer))
            message = (
                f"{self.name} returned {answer_text} in position {shown(game, position)}: {advice}"
            )
            raise PlayerError(message, ILLEGAL, position, self.player) from error

    def changed(self, position: PositionT, then: Sequence[MoveT]) -> PlayerError | None:
        """Return the error if the player, called again, changes its answer, or ``None``."""
        return self.compared(position, then, self.choices(position, self.rules.moves(position)))

    def compared(
        self, position: PositionT, then: Sequence[MoveT], now: Sequence[MoveT]
    ) -> PlayerError | None:
        """Return the error for two different answers in one position, or ``None``."""
        if set(now) == set(then):
            return None
        pairs = ((self._moves_text(moves), list(moves)) for moves in (then, now))
        answers = " and then ".join(texts_apart(*pairs))
        expected = "one move, or the list of the moves among which it chooses"
        return self._fault(CHANGES, position, f"answered {answers}", expected)

    def _moves_text(self, moves: Sequence[MoveT]) -> str:
        texts = [self.rules.format_move(move) for move in moves]
        return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"

    def _raised(self, position: PositionT, error: Exception) -> PlayerError:
        kind = HANGS if isinstance(error, TimeoutError) else RAISES
        behaviour = f"raised {error_text(error)}"
        return self._fault(kind, position, behaviour, "a legal move, or a list of them")

    def _fault(self, kind: str, position: PositionT, behaviour: str, expected: str) -> PlayerError:
        where = f"in position {shown(self.rules.game, position)}"
        message = f"{self.name} {behaviour} {where}: expected {expected}"
        return PlayerError(message, kind, position, self.player)


def require_steady(
    player: CheckedPlayer[PositionT, MoveT], answers: Iterable[tuple[PositionT, Sequence[MoveT]]]
) -> None:
    """Raise if a player, called again on a sample of positions, changes an answer."""
    for position, then in some_of(list(answers), CALLED_AGAIN):
        error = player.changed(position, then)
        if error is not None:
            raise error


def some_of(items: list[Any], most: int) -> list[Any]:
    """Return a seeded sample of at most ``most`` items."""
    return Random(0).sample(items, min(len(items), most))


# ── a player that is called at canonical positions only ───────────────────────────────────────────

DISTINGUISHES = "distinguishes symmetric positions"

Reached = frozenset[tuple[PositionT, bool, int]]
"""Orbits of successors, each with True if the turn is kept, and with the gain."""


def reached_by(
    rules: Rules[PositionT, MoveT], position: PositionT, moves: Iterable[MoveT]
) -> Reached[PositionT]:
    """Return the orbits that some moves lead to."""
    played = [(move, rules.play(position, move)) for move in moves]
    return frozenset(
        (
            rules.canonical(successor),
            rules.turn_kept(position, successor),
            rules.gain(position, move),
        )
        for move, successor in played
    )


def require_alike(player: CheckedPlayer[PositionT, MoveT], positions: Sequence[PositionT]) -> None:
    """Raise if a player treats symmetric positions differently, in a sample of orbits."""
    rules = player.rules
    for position in some_of(list(positions), CALLED_AGAIN):
        chosen = _chosen(player, position)
        for image in rules.images(position):
            other = _chosen(player, image)
            if chosen is None or other is None:
                continue  # the audit itself reports faults
            error = _between_images(player, (position, chosen), (image, other))
            if error is not None:
                raise error


def _between_images(
    player: CheckedPlayer[PositionT, MoveT],
    here: tuple[PositionT, Sequence[MoveT]],
    there: tuple[PositionT, Sequence[MoveT]],
) -> PlayerError | None:
    """Return the error for inconsistent answers in symmetric positions, or ``None``."""
    if reached_by(player.rules, *here) == reached_by(player.rules, *there):
        return None
    if here[0] == there[0]:  # the position is the first of its own orbit
        return player.compared(*here, there[1])
    return player.changed(*here) or _distinguishes(player, here, there)


def _chosen(player: CheckedPlayer[PositionT, MoveT], position: PositionT) -> Sequence[MoveT] | None:
    try:
        return player.choices(position, player.rules.moves(position))
    except PlayerError:
        return None


def _distinguishes(
    player: CheckedPlayer[PositionT, MoveT],
    *answers: tuple[PositionT, Sequence[MoveT]],
) -> PlayerError:
    rules = player.rules
    (position, _), (image, _) = answers
    here, there = shown_apart(rules.game, position, image)
    one, other = (", ".join(map(rules.format_move, moves)) for _, moves in answers)
    both_answers = (
        f"answered {one} in position {here}, and {other} in the symmetric position {there}"
    )
    message = (
        f"{player.name} {both_answers}: expected moves to symmetric positions; audit it without "
        "symmetric=True"
    )
    return PlayerError(message, DISTINGUISHES, answers[1][0], player.player)


@attrs.frozen(eq=False)
class FoldedPlayer(SteadyPlayer[PositionT, MoveT], Generic[PositionT, MoveT]):
    """Player that transfers the answer at the canonical position to its whole orbit."""

    player: CheckedPlayer[PositionT, MoveT]

    def __repr__(self) -> str:
        return self.player.name

    def __call__(self, position: PositionT) -> list[MoveT]:
        rules = self.player.rules
        canonical = rules.canonical(position)
        chosen = self.player.choices(canonical, rules.moves(canonical))
        if position == canonical:
            return list(chosen)
        reached = reached_by(rules, canonical, chosen)
        return [
            move for move in rules.moves(position) if reached_by(rules, position, [move]) <= reached
        ]
