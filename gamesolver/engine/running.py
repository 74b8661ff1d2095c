"""Kernel runs over chunks of indexes, and reports of faults in the rules.

A :class:`Runner` distributes chunks over the workers and adds their tallies. A kernel cannot
raise an error with a message. It stops and records a fault flag and an index in its tally. The
runner then queries the rules again from Python, at that position and one move on. It reports
the violation as a ``GameContractError``.

Two faults come without a position. An exception of a rule leaves the kernel with its own
traceback only. An overwritten guard word is found after the chunk. In both cases
:func:`first_fault` queries the rules for every position that the kernel may have reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

import attrs
import numpy as np

from gamesolver.engine.kernel_calls import NO_ENTRIES, call, is_whole, not_whole
from gamesolver.engine.places import Places
from gamesolver.errors import GameContractError
from gamesolver.kernels.places import unmixed_plainly
from gamesolver.kernels.scratch import BEYOND_BOUNDS, FAULT, SHOULD_BE, STAYS, TALLY, WHERE, Scratch
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.faults import changed_rules, named
from gamesolver.rules.messages import contract, shown
from gamesolver.rules.preflight import Numbering, Trial
from gamesolver.system.columns import Columns
from gamesolver.system.workers import Workers, chunks_of

# ── what went wrong inside a kernel, where the kernel does not know the position ───────────

RULES_OF_ONE = ("player", "stage", "index", "canonical")


def first_fault(game: CompiledGame, positions: Iterable[int]) -> GameContractError | None:
    """Return the first fault of the rules at one of these positions, or ``None``.

    The positions may be found by the rules as they are taken, which may be at fault there too.
    """
    try:
        for position in positions:
            _call_rules(game, position)
    except GameContractError as error:
        return named(game, error)
    return None


def _call_rules(game: CompiledGame, position: int) -> None:
    """Call every rule for a position and its neighbours."""
    calls, rules = game.rules.calls, game.rules
    for before in calls.call_predecessors(position):
        if rules.by_stage is not None:
            calls.call("stage", before)
        if calls.index_of(before) >= 0:
            calls.call_end(before)
            if rules.player is not None:
                calls.call("player", before)
    if rules.predecessor_indexes is not None:
        calls.call_predecessor_indexes(position)
    if calls.is_over(position):
        return
    if rules.count_moves is not None:
        calls.call("count_moves", position)
    for near in (position, *calls.call_successors(position)[1]):
        calls.call_end(near)
        for name in RULES_OF_ONE:
            if getattr(rules, name) is not None:
                calls.call(name, near)
        if rules.symmetries is not None:
            calls.call_symmetries(near)


def out_of_bounds(game: CompiledGame, position: int, score: int) -> GameContractError:
    """Return the error for a score outside ``least_score`` to ``most_score``."""
    least, most = game.rules.least_end, game.rules.most_end
    complaint = (
        f"the score of position {shown(game, position)} is {score}: expected one from least_score "
        f"to most_score, which are {least} and {most}"
    )
    return contract(game, "bounds", complaint, position)


def gain_stays(game: CompiledGame, position: int) -> GameContractError:
    """Return the error for a move that gains and does not raise the stage."""
    complaint = f"a move that gains, from position {shown(game, position)}, may be returned from"
    needs = "the stage to rise with every move that gains"
    return contract(game, "gains", f"{complaint}: expected {needs}", position)


def cycles_without_stages(game: CompiledGame, position: int) -> GameContractError:
    """Return the error for a game with gains and cycles that has no stages."""
    complaint = f"moves gain, and play from position {shown(game, position)} can run in a cycle"
    needs = "a compiled game of that kind to write stage, which rises with every move that gains"
    return contract(game, "gains", f"{complaint}: expected {needs}", position)


class KernelInput(Protocol):
    """Positions of a kernel run, for the search for a fault."""

    def positions(self) -> Iterable[int]:
        """Return all positions that the kernel may have reached."""

    def last(self) -> Iterable[int]:
        """Return the positions at which the rules may have raised an exception."""

    def require_position(self, game: CompiledGame) -> int:
        """Return the position of a reported fault. Raise if its index is invalid."""


@attrs.frozen
class IndexInput:
    """Positions at the indexes of a chunk: a range or a list of indexes."""

    places: Places
    chunk: tuple[int, int] | Columns
    tally: Columns

    def positions(self) -> Iterator[int]:
        calls, chunk = self.places.calls, self.chunk
        for index in range(*chunk) if isinstance(chunk, tuple) else chunk.tolist():
            if not self.places.is_indexed:
                yield self.places.position(index)
            elif calls.index_of(position := calls.position_in(index)) == index:  # a used index
                yield position

    last = positions

    def require_position(self, game: CompiledGame) -> int:
        index = int(self.tally[WHERE])
        if self.places.is_indexed:
            Numbering(game).of_index(index)
        return self.places.position(index)


@attrs.frozen
class KeyInput:
    """Positions given by keys, up to the last that the kernel reached. They have no indexes yet."""

    keys: Columns
    tally: Columns

    def positions(self) -> list[int]:
        positions: list[int] = unmixed_plainly(self.keys[: self.tally[WHERE] + 1]).tolist()
        return positions

    def last(self) -> list[int]:
        return self.positions()[-1:]

    def require_position(self, game: CompiledGame) -> int:
        return self.positions()[-1]


# ── the runner ──────────────────────────────────────────────────────────────────────────────────

CHUNKS_A_STRETCH = 128  # between two pauses: about a second


class Runner:
    """Runner of kernels over the entries of one game."""

    def __init__(self, game: CompiledGame, places: Places, workers: Workers[Scratch]) -> None:
        self.game = game
        self.places = places
        self.workers = workers

    @property
    def is_alone(self) -> bool:
        """True if there is one worker, so that no other writes at the same time."""
        return len(self.workers.scratches) == 1

    def run(
        self,
        phase: str,
        kernel: Callable[..., None],
        entries: Columns,
        chunks: Sequence[Any],
        arguments: Callable[[Any], tuple[Any, ...]] = lambda chunk: (chunk,),
        doing: str = "",
    ) -> Columns:
        """Run a kernel over every chunk. Return the sum of the tallies."""

        def work(scratch: Scratch, chunk: Any) -> Columns:
            return self.run_once(kernel, entries, scratch, *arguments(chunk)).copy()

        tallies = self.workers.run(phase, work, chunks, doing)
        return sum(tallies, start=np.zeros(TALLY, np.int64))

    def run_with_pauses(
        self,
        phase: str,
        kernel: Callable[..., None],
        entries: Columns,
        chunks: Sequence[Any],
        arguments: Callable[[Any], tuple[Any, ...]],
        pause: Callable[[int, Columns], None] | None,
    ) -> Columns:
        """Run a kernel over every chunk, with pauses in which no worker writes the entries.

        ``pause`` receives the number of chunks done and the tally so far.
        """
        if pause is None:
            return self.run(phase, kernel, entries, chunks, arguments)
        total: Columns = np.zeros(TALLY, np.int64)
        for first, last in chunks_of(len(chunks), CHUNKS_A_STRETCH):
            doing = f"{phase}, {first} of {len(chunks)} parts"
            total += self.run(phase, kernel, entries, chunks[first:last], arguments, doing)
            self.workers.report(phase, last, len(chunks))
            pause(last, total)
        return total

    def run_once(
        self,
        kernel: Callable[..., None],
        entries: Columns,
        scratch: Scratch,
        *arguments: Any,
    ) -> Columns:
        """Run a kernel once over the indexes in its first argument. Return its tally."""
        kernel_input = IndexInput(self.places, arguments[0], scratch.tally)
        return self._watched(kernel_input, kernel, entries, scratch, *arguments)

    def run_on_keys(
        self, kernel: Callable[..., None], keys: Columns, scratch: Scratch, *arguments: Any
    ) -> Columns:
        """Run a kernel once over positions without indexes, given by their keys."""
        kernel_input = KeyInput(keys, scratch.tally)
        return self._watched(kernel_input, kernel, NO_ENTRIES, scratch, *arguments)

    def try_predecessors(self, indexes: Iterable[int]) -> None:
        """Check on some indexes the rules that propagation via predecessors relies on."""
        trial = Trial(self.game)
        try:
            for position in map(self.places.position, indexes):
                trial.predecessors_agree(position)
                if not trial.calls.is_over(position):
                    for successor in trial.successors(position):
                        trial.has_its_index(successor)
        except GameContractError as error:
            raise named(self.game, error) from None

    def _watched(
        self,
        kernel_input: KernelInput,
        kernel: Callable[..., None],
        entries: Columns,
        scratch: Scratch,
        *arguments: Any,
    ) -> Columns:
        """Run a kernel. Raise ``GameContractError`` for a fault of the rules."""
        places = self.places
        try:
            tally = call(kernel, places.rules, places.columns, entries, scratch, *arguments)
        except Exception as error:
            fault = first_fault(self.game, kernel_input.last())
            if fault is None:
                raise
            raise fault from error
        if tally[FAULT]:
            raise self._reported(kernel_input)
        if tally[BEYOND_BOUNDS] or tally[STAYS]:
            position = kernel_input.require_position(self.game)
            if tally[STAYS]:
                raise gain_stays(self.game, position)
            raise out_of_bounds(self.game, position, int(tally[SHOULD_BE]))
        if not is_whole(scratch):
            raise first_fault(self.game, kernel_input.positions()) or not_whole(self.game)
        return tally

    def fault_at(self, index: int) -> GameContractError:
        """Return the fault at an index, or one move on, that another process noticed."""
        tally = np.zeros(TALLY, np.int64)
        tally[WHERE] = index
        return self._reported(IndexInput(self.places, (index, index + 1), tally))

    def _reported(self, kernel_input: KernelInput) -> GameContractError:
        """Return the fault that a kernel reported, by querying the rules there and one move on."""
        trial = Trial(self.game)
        try:
            position = kernel_input.require_position(self.game)
            trial.play_goes_on(position)
            trial.has_its_index(position)
            trial.predecessors_agree(position)
            trial.gains_are_scores(position)
            trial.images_keep_the_player(position)
            for successor in trial.successors(position):
                trial.ends_well(successor)
                trial.has_its_index(successor)
                trial.folds_well(successor)
                if self.places.size and self.places.index(self.game.canonical(successor)) < 0:
                    return changed_rules(self.game, successor, position)
        except GameContractError as error:
            return named(self.game, error)
        complaint = (
            "the rules returned different results when they were called again for position "
            f"{position} ({shown(self.game, position)}): expected the same results each time"
        )
        return contract(self.game, "repeatable", complaint, position)
