"""Texts for messages: positions shown short and safely, wrong moves and texts named."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

from gamesolver.errors import (
    GameContractError,
    IllegalMoveError,
    PositionTextError,
    Violation,
)
from gamesolver.texts import apart, apart_from_all, class_name, has_few_parts, none_of, spelled
from gamesolver.value import MOST_POINTS, Value

if TYPE_CHECKING:
    from gamesolver.rules.game import Game

MOST_SHOWN = 100  # legal moves in one message

A_SCORE = f"a whole number from {-MOST_POINTS:,} to {MOST_POINTS:,}"
"""Description of a score: of a terminal position, a gain, or infinite play."""


class Wording(Protocol):
    """Methods of a game that messages use."""

    def format(self, position: Any) -> str:
        """Return the position as a line of text."""

    def format_move(self, move: Any) -> str:
        """Return the move as a short text."""

    def moves(self, position: Any) -> Iterable[Any]:
        """Return the legal moves."""

    def terminal_value(self, position: Any) -> Value | None:
        """Return the value once play has ended."""


def shown(game: Wording, position: object) -> str:
    """Return a position for messages: by the game's ``format``, or by ``repr`` if that fails."""
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
    """Return the error for a move that is not legal, naming those that are."""
    one_line = name if name.isprintable() else repr(name)
    move_text, legal, advice = instead_of(game, position, move, one_line)
    message = f"illegal move {move_text} in position {shown(game, position)}: {advice}"
    return IllegalMoveError(message, move, position, legal)


def instead_of(game: Wording, position: Any, move: object, name: str) -> tuple[str, list[Any], str]:
    """Return the names of an illegal move and of the legal ones; with types if texts agree."""
    ended = game.terminal_value(position) is not None
    legal = [] if ended else list(game.moves(position))
    texts = [(game.format_move(other), other) for other in legal[:MOST_SHOWN]]
    move_text, listed = apart_from_all((name, move), texts)
    more = f" and {len(legal) - MOST_SHOWN} more" if len(legal) > MOST_SHOWN else ""
    advice = f"legal moves are {', '.join(listed)}{more}" if legal else "play has ended"
    return move_text, legal, advice


def contract(game: object, law: str, complaint: str, position: object = None) -> GameContractError:
    """Return the error for one broken law, by its name among the laws of ``check_game``."""
    return GameContractError(
        f"{class_name(game)} breaks its contract: {complaint}",
        [Violation(law, complaint, position)],
    )


def untranslated(game: object, plain: object, method: str) -> NotImplementedError:
    """Return the error for a missing translation between compiled and plain rules."""
    why = "names no plain rules" if plain is None else "names plain rules, and lacks a translation"
    return NotImplementedError(f"{type(game).__name__} {why}: write {method}")


def unreadable(game: Wording, text: object, expected: str, problem: str = "") -> PositionTextError:
    """Return the error for a text that describes no position, with the ``problem`` if known."""
    found = f"{problem}; " if problem else ""
    message = f"no position of {game!r} in {spelled(text)}: {found}expected {expected}"
    return PositionTextError(message, text, expected, problem)


def no_end(game: object) -> GameContractError:
    """Return the error for a game without a rule for terminal positions."""
    complaint = "it defines neither terminal_value nor terminal_score: expected one of them"
    return contract(game, "ends", complaint)


def two_ends(game: object) -> GameContractError:
    """Return the error for a game with two rules for terminal positions."""
    complaint = "it defines both terminal_value and terminal_score: expected one of them, "
    return contract(game, "ends", f"{complaint}because a value is the sign of a score")


def two_ends_compiled(game: Game[Any, Any]) -> GameContractError:
    """Return the error for scores in addition to compiled rules whose ends are values."""
    complaint = (
        "it defines terminal_score in addition to rules with terminal_code: expected the scores in "
        "the rules, which are solved"
    )
    return contract(game, "ends", complaint)


def gains_of_values(game: Game[Any, Any]) -> GameContractError:
    """Return the error for moves that gain in a game whose ends are values."""
    complaint = (
        "it defines gain and terminal_value: expected terminal_score, because gains are scores"
    )
    return contract(game, "ends", complaint)


def not_a_payoff(game: Game[Any, Any], answer: object, is_scored: bool) -> GameContractError:
    """Return the error for an ``endless`` that is not of the kind of the game's ends."""
    if is_scored:
        what = f"{spelled(answer)}: expected {A_SCORE}, because the game has scores"
    else:
        what = none_of(answer, Value.LOSS, Value.DRAW, Value.WIN)
    return contract(game, "endless", f"endless is {what}")


def payoff_without_player(
    game: Game[Any, Any], expected: str = "", position: object = None
) -> GameContractError:
    """Return the error for a payoff of infinite play in a game without ``player``."""
    expected = expected or f"a game that names the player to move; {game._names_player_by}"
    what = f"endless is {spelled(game.endless)}, which is the payoff of infinite play for player 0"
    return contract(game, "endless", f"{what}: expected {expected}", position)


def broken(law: str, complaint: str, position: object = None) -> GameContractError:
    """Return the error for compiled rules that violate a law, if the game is not known."""
    return GameContractError(
        f"compiled rules break their contract: {complaint}", [Violation(law, complaint, position)]
    )
