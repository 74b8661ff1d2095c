"""Runner: kernels run over chunks of slots, by a crew, with an eye on the author's rules.

A kernel cannot say in words what went wrong: it stops, and tallies where and what. The
position is then asked again from Python, and what the rules answer is told as a fault of
the game. So is an exception that the rules raise, and a guard word that they wrote on.

**What went wrong inside a kernel, where the kernel could not say at which position.**

An exception that a rule raises comes out of the kernel with its own traceback, but without
the position; a guard word that a rule wrote on is found only after the chunk. So the
positions that the kernel was at are asked about once more, one question after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numba as nb

from gamesolver.engine.calling import (
    INTS,
    PLACES,
    ROOM,
    RULES,
    Scratch,
    column,
    compiled,
    not_whole,
)
from gamesolver.engine.places import Places
from gamesolver.errors import GameContractError
from gamesolver.kernels import sweeping as kernels
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.faults import contract, elsewhere, named
from gamesolver.rules.messages import shown
from gamesolver.rules.preflight import Numbering, Trial
from gamesolver.system.columns import Columns
from gamesolver.system.workers import Workers, chunks_of
from gamesolver.value import PLAYING

# ── what went wrong inside a kernel, where the kernel could not say at which position ───────────

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


# ── runner ────────────────────────────────────────────────────────────────────────

CHUNKS_A_STRETCH = 128  # between two pauses: about a second


class Runner:
    """Runs kernels over the cells of one game."""

    def __init__(self, game: CompiledGame, places: Places, crew: Workers[Scratch]) -> None:
        self.game = game
        self.places = places
        self.crew = crew

    def run(
        self,
        phase: str,
        kernel: Callable[..., None],
        cells: Columns,
        chunks: Sequence[Any],
        arguments: Callable[[Any], tuple[Any, ...]] = lambda chunk: (chunk,),
        doing: str = "",
    ) -> Columns:
        """Run a kernel over every chunk; the sum of the tallies."""

        def work(scratch: Scratch, chunk: Any) -> Columns:
            return self.run_once(kernel, cells, scratch, arguments(chunk)).copy()

        tallies = self.crew.run(phase, work, chunks, doing)
        return sum(tallies, start=0 * self.crew.scratches[0].tally)

    def run_with_pauses(
        self,
        phase: str,
        kernel: Callable[..., None],
        cells: Columns,
        chunks: Sequence[Any],
        arguments: Callable[[Any], tuple[Any, ...]],
        pause: Callable[[int, Columns], None] | None,
    ) -> Columns:
        """The same, with a pause now and then, in which no worker writes on the cells.

        ``pause`` is told how many chunks are done, and the tally so far.
        """
        if pause is None:
            return self.run(phase, kernel, cells, chunks, arguments)
        total = 0 * self.crew.scratches[0].tally
        for first, last in chunks_of(len(chunks), CHUNKS_A_STRETCH):
            doing = f"{phase}, {first} of {len(chunks)} parts"
            total += self.run(phase, kernel, cells, chunks[first:last], arguments, doing)
            self.crew.report(phase, last, len(chunks))
            pause(last, total)
        return total

    def run_once(
        self,
        kernel: Callable[..., None],
        cells: Columns,
        scratch: Scratch,
        arguments: tuple[Any, ...],
    ) -> Columns:
        """Run a kernel once; its tally, which the next call on this scratch clears."""
        types = (column(cells.dtype), ROOM, INTS, *(nb.typeof(each) for each in arguments))
        scratch.tally[:] = 0
        given = self.places.rules, self.places.columns, cells, scratch.columns, scratch.tally
        try:
            compiled(kernel, RULES, PLACES, *types)(*given, *arguments)
        except Exception as error:
            fault = fault_among(self.game, self.places, slots_of(arguments))
            if fault is None:
                raise
            raise fault from error
        if scratch.tally[kernels.FAULT]:
            raise self.fault_in(int(scratch.tally[kernels.WHERE]))
        if not scratch.is_whole:
            fault = fault_among(self.game, self.places, slots_of(arguments))
            raise fault or not_whole(self.game)
        return scratch.tally

    def fault_in(self, slot: int) -> GameContractError:
        """What the rules did wrong at a slot."""
        if self.places.is_numbered:
            try:
                Numbering(self.game).of_slot(slot)
            except GameContractError as error:
                return named(self.game, error)
        return self.fault(self.places.position(slot))

    def fault(self, position: int) -> GameContractError:
        """What the rules did wrong at a position or one move on, told by asking them again."""
        trial = Trial(self.game)
        try:
            trial.play_goes_on(position)
            trial.has_its_slot(position)
            trial.leads_back(position)
            for successor in trial.successors(position):
                trial.ends_well(successor)
                trial.has_its_slot(successor)
                trial.folds_well(successor)
                if self.places.size and self.places.slot(self.game.canonical(successor)) < 0:
                    return elsewhere(self.game, position, successor)
        except GameContractError as error:
            return named(self.game, error)
        told = (
            f"the rules answered differently when they were asked about position {position} "
            f"({shown(self.game, position)}) again: expected the same answers each time"
        )
        return contract(self.game, "repeatable", told, position)


def slots_of(arguments: tuple[Any, ...]) -> Iterable[int]:
    """The slots that a kernel works on: its first argument is their range, or lists them."""
    first = arguments[0]
    listed: Iterable[int] = range(*first) if isinstance(first, tuple) else first.tolist()
    return listed
