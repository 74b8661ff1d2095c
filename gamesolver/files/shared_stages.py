"""Stages shared with a finished solution of another game: read from its table and sampled.

A game with stages may share some of them with another game: Nine Men's Morris, once all men are
placed, is the second part of the game from the empty board. The author names them
(``CompiledGame.shared_stage``): equal positions, and equal play from there on. The entries of such
a stage are copied from the solution and not solved again. A proof treats each of its positions as
terminal.

**A stage is a column that is read on demand.** If both games are indexed, equal positions have
equal indexes within the stage. Then the entries are read in order: a saved solution unpacks its
blocks one after the other. If either game is enumerated, each position is looked up in the table.
Only one piece is held at a time. Entries of another encoding, for example with other bounds of the
scores, are converted. So the copied entries are those that solving would give.

**The author's statement is tested** before anything is copied, on some hundred positions of each
stage. Both games must have equal moves there, and an equal end. The outcome in the table must
follow from the outcomes of the moves. So a mistake shows at once. A table with few wrong entries
may pass, but ``verify`` of the resulting solution finds them by the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from gamesolver.arguments import NO_POSITION, whole
from gamesolver.engine.growing_entries import recoded
from gamesolver.engine.keeper import KnownStages
from gamesolver.engine.places import Places, Prober, entries_in
from gamesolver.engine.table import EntryTable
from gamesolver.errors import GameContractError, InvalidArgumentError
from gamesolver.files.entry_tables import EnumeratedFileTable, IndexedFileTable
from gamesolver.files.packing import ENTRIES_A_RUN
from gamesolver.kernels.codes import FIRST, PENDING, UNUSED
from gamesolver.kernels.places import unmixed_plainly
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.guard import Rules
from gamesolver.rules.indexes_by_stage import first_indexes
from gamesolver.rules.messages import contract, shown
from gamesolver.system.columns import Columns
from gamesolver.system.workers import chunks_of
from gamesolver.tables.entries import VALUES, Coding
from gamesolver.tables.solved import SolvedTable
from gamesolver.texts import error_text, spelled
from gamesolver.value import Outcome, Preference

if TYPE_CHECKING:
    from gamesolver.rules.calls import Calls

TRIED, SEED = 256, 20_261_125
"""Number of indexes of a stage that are tried, drawn at random, and the seed."""

# ── the entries of a table ────────────────────────────────────────────────────────────────────────


@attrs.frozen(eq=False)
class TableEntries:
    """The entries of one solution of a compiled game, in memory or in a file."""

    name: str
    game: CompiledGame
    coding: Coding
    """Encoding of outcomes as entries."""
    width: np.dtype[Any]
    """Type in which every entry fits."""
    between: Callable[[int, int], Columns] | None
    """Return the entries of a range of indexes, if the game is indexed."""
    at: Callable[[Columns], Columns]
    """Return the entries of some indexes, in any order."""
    indexes_of: Callable[[Columns], Columns]
    """Return the indexes of some positions, -1 for a position without one."""

    @classmethod
    def of(cls, name: str, game: CompiledGame, table: object) -> TableEntries:
        """Return the entries of a table. Raise if it does not store entries."""
        if isinstance(table, IndexedFileTable | EnumeratedFileTable):
            indexed = table if isinstance(table, IndexedFileTable) else None
            prober = Prober.of(Places.indexed(game.rules.calls))
            return cls(
                name, game, table.coding, np.dtype(table.width),
                None if indexed is None else lambda *ends: entries_between(indexed, *ends),
                table.entries_at, lambda positions: table.places_of(prober, positions),
            )  # fmt: skip
        if isinstance(table, EntryTable):
            is_indexed = table.places.is_indexed
            return cls(
                name, game, table.coding, _width_of(table),
                (lambda *ends: entries_between(table, *ends)) if is_indexed else None,
                lambda indexes: entries_in(table.entries, table.overflow, indexes),
                Prober.of(table.places).indexes,
            )  # fmt: skip
        raise InvalidArgumentError(
            f"bad table: {name} does not store table entries: expected a compiled game, solved by "
            "anything but minimax"
        )


def entries_between(table: IndexedFileTable | EntryTable, first: int, last: int) -> Columns:
    """Return the entries of a range of indexes, of a table in a file or in memory."""
    if isinstance(table, IndexedFileTable):
        return _from_file(table, first, last)
    return _from_memory(table, first, last)


def _from_file(table: IndexedFileTable, first: int, last: int) -> Columns:
    """Return some entries of a table in a file, whose blocks are unpacked in order and not kept."""
    size = table.file.shape.columns["cells"].in_a_block
    numbers = range(first // size, -(-last // size))
    blocks = (table.file.block("cells", number, is_kept=False) for number in numbers)
    entries = np.concatenate([table.within(block).astype(table.width) for block in blocks])
    begin = first - numbers[0] * size
    return entries[begin : begin + last - first]


def _from_memory(table: EntryTable, first: int, last: int) -> Columns:
    """Return some entries of a table in memory, long ones among them."""
    if not len(table.overflow):
        return table.entries[first:last]
    entries = entries_in(table.entries, table.overflow, np.arange(first, last))
    return entries.astype(_width_of(table))


def _width_of(table: EntryTable) -> np.dtype[Any]:
    """Return the width of entries that holds every outcome of a table in memory."""
    if not len(table.overflow):
        return table.entries.dtype
    longest = int(VALUES.length_of(int(table.overflow.entries.max())))
    width: np.dtype[Any] = np.dtype(VALUES.narrowest_for(longest))
    return width


# ── equal play in two games ─────────────────────────────────────────────────────────────────────


@attrs.frozen(eq=False)
class StageOfGame:
    """Stage of a game, queried by the indexes within it."""

    game: CompiledGame
    stage: int
    first: int
    """Its first index."""
    size: int
    places: Places | None = None
    """Index map of an enumerated game."""

    @classmethod
    def of(cls, game: CompiledGame, stage: int) -> StageOfGame:
        """Return a stage of an indexed game."""
        by_stage = game.rules.by_stage or {}
        return cls(game, stage, first_indexes(by_stage)[stage], by_stage[stage])

    @property
    def calls(self) -> Calls:
        """Rules of the game, for calls from Python."""
        return self.game.rules.calls

    def position(self, within: int) -> int | None:
        """Return the position at an index of the stage, or None if the index is unused."""
        if self.places is not None:
            return self.places.position(self.first + within)
        position = self.calls.position_in(self.first + within)
        return position if self.calls.index_of(position) == self.first + within else None

    def positions(self, first: int, last: int) -> Columns:
        """Return the positions at some indexes of the stage, ``NO_POSITION`` at unused ones."""
        if self.places is not None:
            keys = self.places.keys[self.first + first : self.first + last]
            return np.asarray(unmixed_plainly(keys))
        there = map(self.position, range(first, last))
        return np.fromiter((NO_POSITION if each is None else each for each in there), np.uint64)

    def moves(self, position: int) -> list[tuple[int, ...]]:
        """Return the moves by their codes, with successors and gains; none at the end of play."""
        if self.calls.is_over(position):
            return []
        return sorted(zip(*self.calls.call_moves(position), strict=True))

    def player(self, position: int) -> int | None:
        """Return the player to move, or None if the rules do not name players."""
        return None if self.game.rules.player is None else self.calls.call("player", position)

    def keeps_the_turn(self, position: int, successor: int) -> bool:
        """Return True if the player to move at ``position`` moves again at ``successor``."""
        seat = self.player(position)
        return seat is not None and self.player(successor) == seat


def same_position(here: StageOfGame, there: StageOfGame, within: int) -> int | None:
    """Return the position at an index of both stages. Raise unless it is equal, with equal play."""
    position, other = here.position(within), there.position(within)
    if position != other:
        what = f"its index {within} has {_shown(there, other)}, and here "
        raise unlike(here, there, f"{what}position {_shown(here, position)}", position)
    if position is not None:
        require_same_play(here, there, position)
    return position


def require_same_play(here: StageOfGame, there: StageOfGame, position: int) -> None:
    """Raise unless both games have the same end, moves, gains and player at a position."""
    what = f"position {_shown(here, position)}"
    if here.calls.call_end(position) != there.calls.call_end(position):
        what += " ends otherwise there"
    elif here.moves(position) != there.moves(position):
        what += " has other moves there"
    elif here.player(position) != there.player(position):
        what += " has another player to move there"
    else:
        return
    raise unlike(here, there, what, position)


def unlike(
    here: StageOfGame, there: StageOfGame, what: str, position: int | None = None
) -> GameContractError:
    """Return the error for stages that the author declares equal, and that are not."""
    complaint = (
        f"shared_stage({there.game!r}, {here.stage}) returned {there.stage}, and {what}: expected "
        "the same positions at the same indexes, with the same moves, or None"
    )
    return contract(here.game, "shared stages", complaint, position)


def _shown(side: StageOfGame, position: int | None) -> str:
    return "none" if position is None else shown(side.game, position)


# ── one stage of a table ────────────────────────────────────────────────────────────────────────


@attrs.frozen(eq=False)
class SharedStage:
    """The entries of a stage as the table of another game has them: a column to be read."""

    here: StageOfGame
    there: StageOfGame
    table: TableEntries
    coding: Coding
    """Encoding of the entries of our game."""

    @property
    def name(self) -> str:
        """Name of the table."""
        return self.table.name

    @property
    def ends(self) -> tuple[int, int]:
        """First index of the stage in this game, and the index after its last."""
        return self.here.first, self.here.first + self.here.size

    @property
    def has_equal_indexes(self) -> bool:
        """True if equal positions have equal indexes within the stage: both games are indexed."""
        return self.table.between is not None and self.here.places is None

    def encoded_by(self, coding: Coding) -> SharedStage:
        """Return the stage with entries of another encoding."""
        return attrs.evolve(self, coding=coding)

    @cached_property
    def has_gains_before_endless(self) -> bool:
        """True if some entries hold gains before infinite play."""
        if not self.table.coding.form.has_endless:
            return False
        kinds: set[int] = set()
        for first, last in chunks_of(len(self), ENTRIES_A_RUN):
            kinds.update(np.unique(self._theirs(first, last)).tolist())
        resolved = np.array([entry for entry in kinds if entry >= FIRST], np.int64)
        return bool((self.table.coding.labels_of(resolved).plies < 0).any())

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The width of the entries."""
        if self.coding == self.table.coding:
            return self.table.width
        width: np.dtype[Any] = np.dtype(self.coding.narrowest_for(self.longest))
        return width

    @property
    def itemsize(self) -> int:
        """Width of an entry in bytes."""
        return int(self.dtype.itemsize)

    @cached_property
    def longest(self) -> int:
        """The greatest length of an outcome in the stage."""
        pieces = (self._entries(first, last) for first, last in chunks_of(len(self), ENTRIES_A_RUN))
        return max(0, int(self.coding.length_of(max(int(piece.max()) for piece in pieces))))

    def __len__(self) -> int:
        return self.here.size

    def __getitem__(self, part: slice) -> Columns:
        """Return the entries of some indexes, counted from the first of the stage."""
        first, last, _ = part.indices(len(self))
        return self._entries(first, last).astype(self.dtype, copy=False)

    def _entries(self, first: int, last: int) -> Columns:
        """Return the entries of some indexes in our encoding, of any width."""
        entries = self._theirs(first, last)
        return entries if self.coding == self.table.coding else self._encoded(entries, first)

    def _theirs(self, first: int, last: int) -> Columns:
        """Return the entries of some indexes as the table has them."""
        if self.has_equal_indexes:
            assert self.table.between is not None
            entries = self.table.between(self.there.first + first, self.there.first + last)
        else:
            entries = self._found(self.here.positions(first, last))
        if not entries.all():
            within = first + int(np.argmin(entries))
            raise self._untrue(f"no outcome for {self._where(within)}", "an outcome")
        return entries

    def _found(self, positions: Columns) -> Columns:
        """Return the entries of positions, looked up in the table. Raise if one is not there."""
        are_positions = positions != NO_POSITION
        entries = np.full(len(positions), UNUSED)
        indexes = self.table.indexes_of(positions[are_positions])
        if (indexes < 0).any():
            missing = int(positions[are_positions][int(np.argmin(indexes))])
            raise self._without(missing)
        entries[are_positions] = self.table.at(indexes)
        return entries

    def _encoded(self, entries: Columns, first: int) -> Columns:
        """Return entries of the table in our encoding. Raise for a score beyond our bounds."""
        labels = self.table.coding.labels_of(entries[entries >= FIRST])
        beyond = self.coding.first_beyond(labels)
        if beyond is not None:
            within = first + int(np.flatnonzero(entries >= FIRST)[beyond])
            least, most = self.coding.bounds
            raise self._untrue(
                f"score {int(labels.points[beyond])} for {self._where(within)}",
                f"a score from {least} to {most}, the bounds of {self.here.game!r}",
            )
        return recoded(entries, self.table.coding, self.coding)

    def require_same(self) -> None:
        """Try some indexes: both games have equal play there, and the table agrees with itself."""
        size = len(self)
        tried = range(size) if size <= TRIED else Random(SEED).sample(range(size), TRIED)
        positions = [self._tried(within) for within in tried]
        entries = self._stored_entries(tried, positions)
        moves = [[] if each is None else self._moves(each) for each in positions]
        after = [successor for each in moves for successor, _, _ in each]
        backs = iter(self._found(np.array(after, np.uint64)).tolist())
        for within, position, entry, each in zip(tried, positions, entries, moves, strict=True):
            steps = [(next(backs), kept, gain) for _, kept, gain in each]
            expected = UNUSED if position is None else self._follows(position, steps)
            if entry != expected:
                raise self._untrue(
                    f"{self._in_words(entry)} for {self._where(within)}",
                    f"{self._in_words(expected)}, by its moves there",
                )

    def _tried(self, within: int) -> int | None:
        """Return the position at an index. Raise unless the other game has equal play there."""
        if self.has_equal_indexes:
            return same_position(self.here, self.there, within)
        position = self.here.position(within)
        if position is not None:
            require_same_play(self.here, self.there, position)
        return position

    def _stored_entries(self, tried: Iterable[int], positions: list[int | None]) -> list[int]:
        """Return the entries of some indexes in the table."""
        if self.has_equal_indexes:
            entries = self.table.at(self.there.first + np.fromiter(tried, np.int64))
        else:
            numbers = [NO_POSITION if each is None else each for each in positions]
            entries = self._found(np.array(numbers, np.uint64))
        return [int(entry) for entry in entries]

    def _moves(self, position: int) -> list[tuple[int, bool, int]]:
        """Return the successors by moves, with the turns kept and the gains."""
        there = self.there
        return [
            (successor, there.keeps_the_turn(position, successor), gain[0] if gain else 0)
            for _, successor, *gain in there.moves(position)
        ]

    def _follows(self, position: int, steps: list[tuple[int, bool, int]]) -> int:
        """Return the entry of a position, given the entries that moves lead to."""
        coding = self.table.coding
        own = -coding.payoff if self.there.player(position) else coding.payoff
        if not steps:
            end = self.there.calls.call_end(position)
            return coding.entry_for(Outcome.of(end, 0, coding.is_scored, own))
        backs = []
        for entry, kept, gain in steps:
            outcome = coding.outcome_of(entry, own if kept else -own)
            if outcome is None:
                return PENDING
            backs.append(outcome.backed_up(kept, gain))
        return coding.entry_for(max(backs, key=Preference(own).key))

    def _where(self, within: int) -> str:
        """Return the position at an index as text, with its index if both games are indexed."""
        if not self.has_equal_indexes:
            return f"position {_shown(self.here, self.here.position(within))}"
        position, index = self.there.position(within), self.there.first + within
        return f"position {_shown(self.there, position)} at index {index}"

    def _without(self, position: int) -> InvalidArgumentError:
        """Return the error for a table that lacks a position."""
        return InvalidArgumentError(
            f"bad table: {self.name} does not have position {shown(self.here.game, position)}, and "
            f"shared_stage({self.there.game!r}, {self.here.stage}) returned {self.there.stage}: "
            "expected a table with all positions of the stage"
        )

    def _untrue(self, what: str, expected: str) -> InvalidArgumentError:
        """Return the error for a table that cannot be true."""
        return InvalidArgumentError(
            f"bad table: {self.name} has {what}: expected {expected}; verify() of the table "
            "checks all of it"
        )

    def _in_words(self, entry: int) -> str:
        """Return a description of the outcome in an entry of the table."""
        if entry == UNUSED:
            return "an unused entry"
        return "no outcome" if entry == PENDING else str(self.table.coding.resolved(entry))


# ── what a table knows for a proof ──────────────────────────────────────────────────────────────


@attrs.frozen(eq=False)
class SolvedElsewhere(SolvedTable):
    """The outcomes of a solution of another game, in the stages that it has in common with ours."""

    ours: CompiledGame
    stages: Mapping[int, SharedStage]
    """By the stages of ours."""

    def get(self, key: Any) -> Outcome | None:
        """Return the outcome of a canonical position of a stage that both games have."""
        stage = self.ours.rules.calls.call("stage", key)
        return super().get(key) if stage in self.stages else None


def solved_elsewhere(game: CompiledGame, table: SolvedTable) -> SolvedElsewhere:
    """Return a solution of another game that shares stages; some indexes of each are tested."""
    other: Any = table.game
    stages = shared_stages(game, [TableEntries.of(table.name, other, table.held())])
    for stage in stages.values():
        stage.require_same()
    return SolvedElsewhere(table.name, other, table.held, table.starts, game, stages)


# ── the stages that a game shares with tables ───────────────────────────────────────────────────


def known_stages(game: CompiledGame, tables: Sequence[TableEntries]) -> KnownStages:
    """Return a function for the stages of a game that tables have. Raise for a useless table.

    The stages of an enumerated game are not known until its positions are found.
    """
    if game.rules.is_indexed:
        stages = shared_stages(game, tables)
        return lambda places, by_stage: stages
    for table in tables:
        _require_same_outcomes(game, table)
    return lambda places, by_stage: shared_stages(game, tables, places, by_stage)


def shared_stages(
    game: CompiledGame,
    tables: Iterable[TableEntries],
    places: Places | None = None,
    by_stage: Mapping[int, int] | None = None,
) -> dict[int, SharedStage]:
    """Return the stages of a game that tables have, each from the first one that does.

    If the game is enumerated, its index map and the number of positions of each stage are given.
    """
    found: dict[int, SharedStage] = {}
    sizes = game.rules.by_stage if by_stage is None else by_stage
    for table in tables:
        _require_same_outcomes(game, table)
        own = dict(_shared_with(game, table, places, sizes or {}))
        if not own:
            raise InvalidArgumentError(
                f"bad table: {table.name} has no stage of {game!r}: expected a solution "
                "of a game with which it shares stages"
            )
        found = own | found
    return found


def _require_same_outcomes(game: CompiledGame, table: TableEntries) -> None:
    """Raise unless a game and a table both have scores or not, and agree on infinite play."""
    here, there = Coding.of(Rules(game)), table.coding
    if here.is_scored != there.is_scored:
        kinds = {True: "scores", False: "wins, losses and draws without scores"}
        raise InvalidArgumentError(
            f"bad table: {table.name} has {kinds[there.is_scored]}: expected "
            f"{kinds[here.is_scored]}, as {game!r} has"
        )
    if here.payoff != there.payoff:
        raise InvalidArgumentError(
            f"bad table: {table.name} has the payoff {there.payoff} of infinite play: "
            f"expected {here.payoff}, the payoff of {game!r}"
        )


def _shared_stage(game: CompiledGame, other: CompiledGame, stage: int) -> Any:
    """Return the result of ``shared_stage`` for a stage."""
    try:
        return game.shared_stage(other, stage)
    except Exception as error:  # an author's rule may raise anything
        message = f"shared_stage({other!r}, {stage}) raised {error_text(error)}"
        raise contract(game, "raises", message) from error


def _shared_with(
    game: CompiledGame, table: TableEntries, places: Places | None, by_stage: Mapping[int, int]
) -> Iterator[tuple[int, SharedStage]]:
    """Yield the stages that one table has, by those of the game."""
    coding = table.coding if places is None else places.coding
    if places is None:
        coding = Coding.of(Rules(game))
    theirs = table.game.rules.by_stage
    for stage, first in first_indexes(by_stage).items():
        there = _shared_stage(game, table.game, stage)
        if there is None:
            continue
        if whole(there) is None:
            complaint = f"shared_stage({table.game!r}, {stage}) returned {spelled(there)}: expected"
            raise contract(game, "shared stages", f"{complaint} a stage of that game, or None")
        here = StageOfGame(game, stage, first, by_stage[stage], places)
        if theirs is None:
            yield stage, SharedStage(here, StageOfGame(table.game, there, 0, 0), table, coding)
        elif there in theirs:
            shared = SharedStage(here, StageOfGame.of(table.game, there), table, coding)
            if shared.has_equal_indexes and here.size != shared.there.size:
                sizes = f"that has {shared.there.size} indexes, not {here.size}"
                raise unlike(here, shared.there, sizes)
            yield stage, shared
