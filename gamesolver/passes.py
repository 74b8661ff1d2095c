"""Passes: kernels run over chunks of slots, by a crew, with an eye on the author's rules.

A kernel cannot say in words what went wrong: it stops, and tallies where and what. The
position is then asked again from Python, and what the rules answer is told as a fault of
the game. So is an exception that the rules raise, and a guard word that they wrote on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numba as nb

from gamesolver import engine_kernels as kernels
from gamesolver.asking_again import fault_among
from gamesolver.compiled import CompiledGame
from gamesolver.complaints import contract, elsewhere, named
from gamesolver.crew import Crew, chunks_of
from gamesolver.errors import GameContractError
from gamesolver.handing import RULES
from gamesolver.jitting import INTS, PLACES, ROOM, column, compiled
from gamesolver.labels import Columns
from gamesolver.numbering import Numbering
from gamesolver.places import Places
from gamesolver.room import Room, not_whole
from gamesolver.trial import Trial
from gamesolver.words import shown

CHUNKS_A_STRETCH = 128  # between two rests: about a second


class Passes:
    """Runs kernels over the cells of one game."""

    def __init__(self, game: CompiledGame, places: Places, crew: Crew[Room]) -> None:
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

        def work(room: Room, chunk: Any) -> Columns:
            return self.call(kernel, cells, room, arguments(chunk)).copy()

        tallies = self.crew.run(phase, work, chunks, doing)
        return sum(tallies, start=0 * self.crew.rooms[0].tally)

    def run_with_rests(
        self,
        phase: str,
        kernel: Callable[..., None],
        cells: Columns,
        chunks: Sequence[Any],
        arguments: Callable[[Any], tuple[Any, ...]],
        rest: Callable[[int, Columns], None] | None,
    ) -> Columns:
        """The same, with a rest now and then, in which no worker writes on the cells.

        ``rest`` is told how many chunks are done, and the tally so far.
        """
        if rest is None:
            return self.run(phase, kernel, cells, chunks, arguments)
        total = 0 * self.crew.rooms[0].tally
        for first, last in chunks_of(len(chunks), CHUNKS_A_STRETCH):
            doing = f"{phase}, {first} of {len(chunks)} parts"
            total += self.run(phase, kernel, cells, chunks[first:last], arguments, doing)
            self.crew.report(phase, last, len(chunks))
            rest(last, total)
        return total

    def call(
        self,
        kernel: Callable[..., None],
        cells: Columns,
        room: Room,
        arguments: tuple[Any, ...],
    ) -> Columns:
        """Run a kernel once; its tally, which the next call on this room clears."""
        types = (column(cells.dtype), ROOM, INTS, *(nb.typeof(each) for each in arguments))
        room.tally[:] = 0
        given = self.places.rules, self.places.columns, cells, room.columns, room.tally
        try:
            compiled(kernel, RULES, PLACES, *types)(*given, *arguments)
        except Exception as error:
            fault = fault_among(self.game, self.places, slots_of(arguments))
            if fault is None:
                raise
            raise fault from error
        if room.tally[kernels.FAULT]:
            raise self.fault_in(int(room.tally[kernels.WHERE]))
        if not room.is_whole:
            fault = fault_among(self.game, self.places, slots_of(arguments))
            raise fault or not_whole(self.game)
        return room.tally

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
