"""Comparison of the three modes of a board game, for ``check_game``."""

from __future__ import annotations

from typing import Any

from gamesolver.boardgames.board_game import BoardGame
from gamesolver.rules.messages import contract
from gamesolver.texts import spelled

Facts = dict[str, object]


def require_same_modes(game: BoardGame, position: int) -> None:
    """Raise unless all modes give the same result, moves, gains, player and texts of a position."""
    expected = _facts(game, position)
    for mode in (game.lowered, game.plain):
        found = _facts(mode, mode.of_word(position))
        for name, value in expected.items():
            if found[name] != value:
                raise contract(
                    game,
                    "two modes",
                    f"{name} of {game.format(position)!r}: {spelled(value)} compiled, and "
                    f"{spelled(found[name])} by game.{mode.mode}: expected equal results",
                    position,
                )


def _facts(mode: Any, position: Any) -> Facts:
    """Return the results of one mode, with positions as integers and moves as texts."""
    is_scored = getattr(mode, "game", mode).scores is not None
    end = mode.terminal_score(position) if is_scored else mode.terminal_value(position)
    moves = {}
    for move in mode.moves(position) if end is None else ():
        after = mode.play(position, move)
        gain = int(mode.gain(position, move)) if is_scored else 0
        moves[mode.format_move(move)] = getattr(after, "word", after), gain
    return {
        "the result": None if end is None else int(end),
        "the moves": moves,
        "the player": mode.player(position),
        "the text": mode.format(position),
        "the board": mode.render(position),
    }
