"""How messages are worded: positions shown short and safely, wrong moves and texts named."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from gamesolver.errors import (
    Fault,
    GameContractError,
    IllegalMoveError,
    PositionTextError,
)
from gamesolver.texts import apart, apart_from_all, has_few_parts, spelled
from gamesolver.value import Value

MOST_SHOWN = 100  # legal moves in one message


class Wording(Protocol):
    """What a message asks of a game."""

    def format(self, position: Any) -> str:
        """The position as a line of text."""

    def format_move(self, move: Any) -> str:
        """The move as a short text."""

    def moves(self, position: Any) -> Iterable[Any]:
        """The legal moves."""

    def terminal_value(self, position: Any) -> Value | None:
        """The value once play has ended."""


def shown(game: Wording, position: object) -> str:
    """A position as messages show it: by the game's ``format``, or by ``repr`` where that fails."""
    plain = spelled(position)
    if not has_few_parts(position):
        return plain  # a foreign object: its text would be as large
    try:
        text = game.format(position)
    except Exception:  # a foreign object has no format
        return plain
    return plain if text == plain else spelled(text)


def shown_apart(game: Wording, one: object, other: object) -> tuple[str, str]:
    """Two positions as messages show them; by ``repr`` where ``format`` has one text for both."""
    first, second = shown(game, one), shown(game, other)
    return (first, second) if first != second or one is other else apart(one, other)


def illegal_move(game: Wording, position: Any, move: object, name: str) -> IllegalMoveError:
    """The error for a move that is not legal, naming those that are."""
    one_line = name if name.isprintable() else repr(name)
    move_text, legal, advice = instead_of(game, position, move, one_line)
    message = f"illegal move {move_text} in position {shown(game, position)}: {advice}"
    return IllegalMoveError(message, move, position, legal)


def instead_of(game: Wording, position: Any, move: object, name: str) -> tuple[str, list[Any], str]:
    """An illegal move by its name, the legal ones, and these in words; types where texts agree."""
    ended = game.terminal_value(position) is not None
    legal = [] if ended else list(game.moves(position))
    texts = [(game.format_move(other), other) for other in legal[:MOST_SHOWN]]
    move_text, listed = apart_from_all((name, move), texts)
    more = f" and {len(legal) - MOST_SHOWN} more" if len(legal) > MOST_SHOWN else ""
    advice = f"legal moves are {', '.join(listed)}{more}" if legal else "play has ended"
    return move_text, legal, advice


def untranslated(game: object, plain: object, method: str) -> NotImplementedError:
    """The error for a translation between compiled and plain rules that nobody wrote."""
    why = "names no plain rules" if plain is None else "names plain rules, and lacks a translation"
    return NotImplementedError(f"{type(game).__name__} {why}: write {method}")


def unreadable(game: Wording, text: object, expected: str) -> PositionTextError:
    """The error for a text that describes no position."""
    message = f"no position of {game!r} in {spelled(text)}: expected {expected}"
    return PositionTextError(message, text, expected)


def no_end(game: object) -> GameContractError:
    """The error for a game that does not say how play ends."""
    complaint = "it writes neither terminal_value nor terminal_score: expected one of them"
    name = type(game).__name__
    return GameContractError(f"{name} breaks its contract: {complaint}", [Fault("ends", complaint)])


def broken(law: str, complaint: str, position: object = None) -> GameContractError:
    """The error for compiled rules that do what they must not, where the game is not known."""
    return GameContractError(
        f"compiled rules break their contract: {complaint}", [Fault(law, complaint, position)]
    )
