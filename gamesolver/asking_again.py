"""What went wrong inside a kernel, where the kernel could not say at which position.

An exception that a rule raises comes out of the kernel with its own traceback, but without
the position; a guard word that a rule wrote on is found only after the chunk. So the
positions that the kernel was at are asked about once more, one question after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gamesolver.compiled import PLAYING, CompiledGame
from gamesolver.complaints import named
from gamesolver.errors import GameContractError
from gamesolver.places import Places

RULES_OF_ONE = ("terminal_code", "player", "stage", "index", "canonical")


def fault_among(
    game: CompiledGame, places: Places, slots: Iterable[int]
) -> GameContractError | None:
    """The first fault that a rule shows at one of these slots, if any does."""
    if places.is_numbered:
        return _first_fault(game, lambda slot: _ask_about_slot(game, slot), slots)
    return _first_fault(game, lambda slot: _ask_about(game, places.position(slot)), slots)


def fault_of(game: CompiledGame, positions: Iterable[int]) -> GameContractError | None:
    """The first fault that a rule shows at one of these positions, if any does."""
    return _first_fault(game, lambda position: _ask_about(game, position), positions)


def _first_fault(
    game: CompiledGame, ask: Callable[[int], None], numbers: Iterable[int]
) -> GameContractError | None:
    try:
        for number in numbers:
            ask(number)
    except GameContractError as error:
        return named(game, error)
    return None


def _ask_about_slot(game: CompiledGame, slot: int) -> None:
    """Ask about what stands in a slot, unless it is a hole."""
    position = game.rules.calls.position_in(slot)
    if game.rules.calls.slot_of(position) == slot:
        _ask_about(game, position)


def _ask_about(game: CompiledGame, position: int) -> None:
    """Ask about a position and what is one move away from it."""
    calls, rules = game.rules.calls, game.rules
    for before in calls.ask_predecessors(position):
        if calls.slot_of(before) >= 0:
            calls.ask("terminal_code", before)
            if rules.player is not None:
                calls.ask("player", before)
    if calls.ask("terminal_code", position) != PLAYING:
        return
    for each in (position, *calls.ask_successors(position)[1]):
        for name in RULES_OF_ONE:
            if getattr(rules, name) is not None:
                calls.ask(name, each)
        if rules.symmetries is not None:
            calls.ask_symmetries(each)
