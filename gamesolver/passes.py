"""Passes: kernels run over chunks of slots, by a crew, with an eye on the author's rules.

A kernel cannot say in words what went wrong: it stops, and tallies where and what. The
position is then asked again from Python, and what the rules answer is told as a fault of
the game. So is an exception that the rules raise, and a guard word that they wrote on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numba as nb

from gamesolver import engine_kernels as kernels
from gamesolver.compiled import PLAYING, CompiledGame
from gamesolver.complaints import contract
from gamesolver.crew import Crew
from gamesolver.errors import GameContractError
from gamesolver.jitting import INTS, PLACES, ROOM, RULES, column, compiled
from gamesolver.labels import Columns
from gamesolver.places import Places
from gamesolver.raising import raised_in
from gamesolver.room import Room
from gamesolver.words import shown


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
    ) -> Columns:
        """Run a kernel over every chunk; the sum of the tallies."""

        def work(room: Room, chunk: Any) -> Columns:
            return self.call(kernel, cells, room, arguments(chunk)).copy()

        return sum(self.crew.run(phase, work, chunks), start=0 * self.crew.rooms[0].tally)

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
            slots = range(*arguments[0]) if isinstance(arguments[0], tuple) else arguments[0]
            fault = raised_in(self.game, self.places, slots)
            if fault is None:
                raise
            raise fault from error
        if room.tally[kernels.FAULT]:
            position = self.places.position(int(room.tally[kernels.WHERE]))
            raise self.fault(int(room.tally[kernels.FAULT]), position)
        self.require_whole(room)
        return room.tally

    def require_whole(self, room: Room) -> None:
        """Raise if the rules wrote on a guard word."""
        if not room.is_whole:
            raise contract(
                self.game,
                "bounds",
                "its rules wrote beyond the end of a buffer; is max_moves the most moves of any "
                "position, and max_twins of its twins?",
            )

    def fault(self, kind: int, position: int) -> GameContractError:
        """What the rules did wrong at a position, told by asking them again."""
        calls = self.places.calls
        where = shown(self.game, position)
        if kind == kernels.BAD_COUNT:
            try:
                moves, _ = calls.ask_successors(position)
            except GameContractError as error:
                return error
            return contract(self.game, "stuck", f"position {where} has {len(moves)} moves")
        positions = [position]
        if kind == kernels.BAD_CODE:
            if calls.ask("terminal_code", position) == PLAYING:
                positions = calls.ask_successors(position)[1]
            for each in positions:
                code = calls.ask("terminal_code", each)
                if not -1 <= code <= PLAYING:
                    return contract(
                        self.game,
                        "ending",
                        f"terminal_code({shown(self.game, each)}) returned {code}: "
                        "expected -1, 0, 1 or 2",
                        each,
                    )
        for each in calls.ask_successors(position)[1]:
            if kind == kernels.NO_TWIN and not self._is_twin(each):
                return contract(
                    self.game,
                    "numbering",
                    f"position {shown(self.game, each)} and position "
                    f"{shown(self.game, calls.ask('canonical', each))} have one slot and are no "
                    "twins by symmetries",
                    each,
                )
            if kind == kernels.MISSING and not self._has_slot(each):
                return contract(
                    self.game,
                    "numbering",
                    f"position {shown(self.game, each)}, one move after {where}, has no slot: "
                    f"its index is {calls.ask('index', each)}",
                    each,
                )
        return contract(self.game, "repeatable", f"position {where} answered differently twice")

    def _has_slot(self, position: int) -> bool:
        if self.places.is_numbered and self.places.calls.ask("index", position) < 0:
            return False
        return self.places.slot(self.places.calls.ask("canonical", position)) >= 0

    def _is_twin(self, position: int) -> bool:
        calls = self.places.calls
        canonical = calls.ask("canonical", position)
        return position == canonical or position in calls.ask_symmetries(canonical)
