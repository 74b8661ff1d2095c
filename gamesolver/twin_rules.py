"""Two writings of one game: the compiled rules held against the plain ones.

At a position both must say the same of its end, have the same moves by their texts, each
leading to the same position, and, where the compiled rules say it at all, the same mover,
the same stage and the same twins.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamesolver.compiled import CompiledGame
from gamesolver.complaints import contract
from gamesolver.words import shown

OPTIONAL = ("player", "stage", "symmetries")


def require_same(game: CompiledGame, position: int) -> None:
    """Raise ``GameContractError`` if the plain rules say otherwise of a position."""
    complaint = difference(game, position)
    if complaint:
        raise contract(game, "plain", complaint, position)


def difference(game: CompiledGame, position: int) -> str | None:
    """What the compiled rules say otherwise than the plain ones, in words."""
    plain = game.plain
    if plain is None:
        return None
    other = game.to_plain(position)
    if game.from_plain(other) != position:
        return f"from_plain(to_plain({position})) is {game.from_plain(other)}"
    asked: tuple[tuple[str, Callable[[], Any], Callable[[], Any]], ...] = (
        (
            "terminal_value",
            lambda: game.terminal_value(position),
            lambda: plain.terminal_value(other),
        ),
        ("player", lambda: game.player(position), lambda: plain.player(other)),
        ("stage", lambda: game.stage(position), lambda: plain.stage(other)),
        (
            "symmetries",
            lambda: {game.to_plain(twin) for twin in game.symmetries(position)} | {other},
            lambda: {*plain.symmetries(other), other},
        ),
        ("moves", lambda: _led(game, position), lambda: _led_plainly(game, other)),
    )
    for name, compiled, plainly in asked:
        if name in OPTIONAL and not game.rules.writes(name):
            continue
        if name == "moves" and plain.terminal_value(other) is not None:
            continue
        first, second = compiled(), plainly()
        if first != second:
            return (
                f"{name}({shown(game, position)}) is {first!r} by the compiled rules and "
                f"{second!r} by the plain ones"
            )
    return None


def _led(game: CompiledGame, position: int) -> dict[str, Any]:
    """Where each move leads, by its text, as the plain rules write positions."""
    codes, positions = game.rules.calls.ask_successors(position)
    return {
        game.format_move(move): game.to_plain(to) for move, to in zip(codes, positions, strict=True)
    }


def _led_plainly(game: CompiledGame, other: Any) -> dict[str, Any]:
    plain = game.plain
    assert plain is not None
    return {plain.format_move(move): plain.play(other, move) for move in plain.moves(other)}
