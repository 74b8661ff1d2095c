"""Stages shared with a finished solution of another game: read from its table and sampled.

A game with stages may share some of them with another game: Nine Men's Morris,
once all men are placed, is the second part of the game from the empty board. The author names them
(``CompiledGame.shared_stage``): equal positions at equal indices, and equal play from there
on. The cells of such a stage are copied from the solution and not solved again. A
proof treats each of its positions as terminal.

**A stage is a column that is read on demand.** A saved solution unpacks its blocks in
order. A solution in memory includes its long outcomes. Only one piece is held at a time. Cells
have one meaning in every table, so the copied cells are those that solving would give.

**The author's statement is tested** before anything is copied, on some hundred indices of each
stage. The position there must be equal in both games, with equal moves and an equal end. Its
outcome in the table must follow from the outcomes of its moves. So a mistake shows at once. A table
with few wrong entries may pass, but ``verify`` of the resulting solution finds them by the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from gamesolver.arguments import whole
from gamesolver.engine.places import cells_in
from gamesolver.engine.table import CellTable
from gamesolver.errors import GameContractError, InvalidArgumentError
from gamesolver.files.cell_tables import NumberedFileTable
from gamesolver.files.packing import ENTRIES_A_RUN
from gamesolver.kernels.codes import HOLE, PENDING
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.messages import contract, shown
from gamesolver.rules.slots_by_stage import first_slots
from gamesolver.system.columns import Columns
from gamesolver.system.workers import chunks_of
from gamesolver.tables.cells import VALUES
from gamesolver.tables.solved import SolvedTable
from gamesolver.texts import said_by, spelled
from gamesolver.value import Outcome, Value

if TYPE_CHECKING:
    from gamesolver.rules.calls import Calls

TRIED, SEED = 256, 20_261_125
"""Number of slots of a stage that are tried, drawn at random, and the seed."""

# ── the cells of a table, by slot ───────────────────────────────────────────────────────────────


@attrs.frozen(eq=False)
class TableCells:
    """The cells of one solution of a numbered game, wherever they stand."""

    name: str
    game: CompiledGame
    width: np.dtype[Any]
    """So wide that every outcome fits."""
    between: Callable[[int, int], Columns]
    """The cells of the slots from one to before another."""
    at: Callable[[Columns], Columns]
    """The cells of some slots, in any order."""

    @classmethod
    def of(cls, name: str, game: CompiledGame, table: object) -> TableCells:
        """Return the cells of a table; raise if it has no cells by slot, or scores in them."""
        if isinstance(table, NumberedFileTable) and table.coding == VALUES:
            return cls(
                name, game, np.dtype(table.width), lambda *ends: cells_between(table, *ends),
                table.entries,
            )  # fmt: skip
        if isinstance(table, CellTable) and table.places.is_numbered and table.coding == VALUES:
            return cls(
                name, game, _width_of(table), lambda *ends: cells_between(table, *ends),
                lambda slots: cells_in(table.cells, table.overflow, slots),
            )  # fmt: skip
        raise InvalidArgumentError(
            f"bad table: {name} does not keep outcomes by slot: expected a compiled "
            "game that is numbered, of wins, losses and draws, solved by anything but minimax"
        )


def cells_between(table: NumberedFileTable | CellTable, first: int, last: int) -> Columns:
    """Return the cells of a range of slots, of a table in a file or in memory."""
    if isinstance(table, NumberedFileTable):
        return _from_file(table, first, last)
    return _from_memory(table, first, last)


def _from_file(table: NumberedFileTable, first: int, last: int) -> Columns:
    """Return some cells of a table in a file, whose blocks are unpacked in order and not kept."""
    size = table.file.shape.columns["cells"].in_a_block
    numbers = range(first // size, -(-last // size))
    blocks = (table.file.block("cells", number, is_kept=False) for number in numbers)
    cells = np.concatenate([table.within(block).astype(table.width) for block in blocks])
    begin = first - numbers[0] * size
    return cells[begin : begin + last - first]


def _from_memory(table: CellTable, first: int, last: int) -> Columns:
    """Return some cells of a table in memory, long ones among them."""
    if not len(table.overflow):
        return table.cells[first:last]
    cells = cells_in(table.cells, table.overflow, np.arange(first, last))
    return cells.astype(_width_of(table))


def _width_of(table: CellTable) -> np.dtype[Any]:
    """Return the width of cells that holds every outcome of a table in memory."""
    if not len(table.overflow):
        return table.cells.dtype
    longest = int(VALUES.length_of(int(table.overflow.cells.max())))
    width: np.dtype[Any] = np.dtype(VALUES.narrowest_for(longest))
    return width


# ── a stage of one game held against a stage of another ──────────────────────────────────────────


@attrs.frozen(eq=False)
class NumberedStage:
    """Stage of a game, queried by the slots within it."""

    game: CompiledGame
    stage: int
    first: int
    """Its first slot."""
    size: int

    @classmethod
    def of(cls, game: CompiledGame, stage: int) -> NumberedStage:
        """Return a stage that the game has."""
        by_stage = game.rules.by_stage or {}
        return cls(game, stage, first_slots(by_stage)[stage], by_stage[stage])

    @property
    def calls(self) -> Calls:
        """Rules of the game, for calls from Python."""
        return self.game.rules.calls

    def position(self, within: int) -> int | None:
        """Return the position in a slot of the stage, or None if the slot is unused."""
        position = self.calls.position_in(self.first + within)
        return position if self.calls.slot_of(position) == self.first + within else None

    def moves(self, position: int) -> list[tuple[int, int]]:
        """Return the moves by their codes, with their successors; none at a terminal position."""
        if self.calls.is_over(position):
            return []
        return sorted(zip(*self.calls.ask_successors(position), strict=True))

    def player(self, position: int) -> int | None:
        """Return the player to move, or None if the rules do not name players."""
        return None if self.game.rules.player is None else self.calls.ask("player", position)

    def keeps_the_turn(self, position: int, successor: int) -> bool:
        """Return True if the player to move at ``position`` moves again at ``successor``."""
        seat = self.player(position)
        return seat is not None and self.player(successor) == seat


def same_position(here: NumberedStage, there: NumberedStage, within: int) -> int | None:
    """Return the position in a slot of both; raise unless it is equal, with equal play."""
    position, other = here.position(within), there.position(within)
    what = f"position {_shown(here, position)}"
    if position != other:
        what = f"in slot {within} of it stands {_shown(there, other)}, and here {what}"
    elif position is None:
        return None
    elif here.calls.ask_end(position) != there.calls.ask_end(position):
        what += " ends otherwise there"
    elif here.moves(position) != there.moves(position):
        what += " has other moves there"
    elif here.player(position) != there.player(position):
        what += " has another player to move there"
    else:
        return position
    raise unlike(here, there, what, position)


def unlike(
    here: NumberedStage, there: NumberedStage, what: str, position: int | None = None
) -> GameContractError:
    """Return the error for stages that an author calls the same, and that are not."""
    complaint = (
        f"shared_stage({there.game!r}, {here.stage}) returned {there.stage}, and {what}: expected "
        "the same positions in the same slots, with the same moves, or None"
    )
    return contract(here.game, "shared stages", complaint, position)


def _shown(side: NumberedStage, position: int | None) -> str:
    return "none" if position is None else shown(side.game, position)


# ── one stage of a table ────────────────────────────────────────────────────────────────────────


@attrs.frozen(eq=False)
class SharedStage:
    """The cells of a stage as the table of another game has them: a column to be read."""

    here: NumberedStage
    there: NumberedStage
    table: TableCells

    @property
    def name(self) -> str:
        """Name of the table."""
        return self.table.name

    @property
    def ends(self) -> tuple[int, int]:
        """Our first slot of the stage, and the one behind its last."""
        return self.here.first, self.here.first + self.here.size

    @property
    def dtype(self) -> np.dtype[Any]:
        """The width of the cells."""
        return self.table.width

    @property
    def itemsize(self) -> int:
        """Width of a cell in bytes."""
        return self.table.width.itemsize

    @property
    def longest(self) -> int:
        """The greatest length of an outcome in the stage."""
        pieces = (self[first:last] for first, last in chunks_of(len(self), ENTRIES_A_RUN))
        return max(0, int(VALUES.length_of(max(int(piece.max()) for piece in pieces))))

    def __len__(self) -> int:
        return self.there.size

    def __getitem__(self, part: slice) -> Columns:
        """Return the cells of some slots, counted from the first of the stage."""
        first, last, _ = part.indices(len(self))
        cells = self.table.between(self.there.first + first, self.there.first + last)
        if not cells.all():
            slot = self.there.first + first + int(np.argmin(cells))
            raise self._untrue(f"nothing of what stands in slot {slot}", "an outcome")
        return cells

    def require_same(self) -> None:
        """Try some slots: both games have the same there, and the table agrees with itself."""
        size = len(self)
        tried = range(size) if size <= TRIED else Random(SEED).sample(range(size), TRIED)
        positions = [same_position(self.here, self.there, within) for within in tried]
        said = self._said(self.there.first + within for within in tried)
        moves = [[] if each is None else self._moves(each) for each in positions]
        backs = iter(self._said(slot for each in moves for slot, _ in each))
        for within, position, cell, each in zip(tried, positions, said, moves, strict=True):
            after = [(next(backs), kept) for _, kept in each]
            expected = HOLE if position is None else self._follows(position, after)
            if cell != expected:
                slot = self.there.first + within
                what = (
                    f"{_in_words(cell)} of position {_shown(self.there, position)} in slot {slot}"
                )
                raise self._untrue(what, f"{_in_words(expected)}, by its moves there")

    def _said(self, slots: Iterable[int]) -> list[int]:
        """Return the cells of some slots in the table."""
        cells: list[int] = self.table.at(np.fromiter(slots, np.int64)).tolist()
        return cells

    def _moves(self, position: int) -> list[tuple[int, bool]]:
        """Return the slots that moves lead to, and whether each keeps the turn."""
        there = self.there
        return [
            (there.calls.slot_of(each), there.keeps_the_turn(position, each))
            for _, each in there.moves(position)
        ]

    def _follows(self, position: int, after: list[tuple[int, bool]]) -> int:
        """Return the cell of a position, given those that moves lead to."""
        if not after:
            return VALUES.cell_for(Outcome(Value(self.there.calls.ask_end(position)), 0))
        outcomes = [(VALUES.outcome_of(cell), kept) for cell, kept in after]
        backs = [outcome.back(kept) for outcome, kept in outcomes if outcome is not None]
        return VALUES.cell_for(max(backs)) if len(backs) == len(after) else PENDING

    def _untrue(self, what: str, expected: str) -> InvalidArgumentError:
        """Return the error for a table that cannot be true."""
        return InvalidArgumentError(
            f"bad table: {self.name} says {what}: expected {expected}; its verify() "
            "looks at all of it"
        )


def _in_words(cell: int) -> str:
    """Return a description of the outcome in a cell."""
    if cell == HOLE:
        return "that there is none"
    return "nothing" if cell == PENDING else str(VALUES.settled(cell))


# ── what a table knows for a proof ──────────────────────────────────────────────────────────────


@attrs.frozen(eq=False)
class SolvedElsewhere(SolvedTable):
    """The outcomes of a solution of another game, in the stages that it has in common with ours."""

    ours: CompiledGame
    stages: Mapping[int, SharedStage]
    """By the stages of ours."""

    def get(self, key: Any) -> Outcome | None:
        """Return the outcome of a canonical position of a stage that both games have."""
        stage = self.ours.rules.calls.ask("stage", key)
        return super().get(key) if stage in self.stages else None


def solved_elsewhere(game: CompiledGame, table: SolvedTable) -> SolvedElsewhere:
    """Return a solution of another game that shares stages; some slots of each are tested."""
    other: Any = table.game
    stages = shared_stages(game, [TableCells.of(table.name, other, table.held())])
    for stage in stages.values():
        stage.require_same()
    return SolvedElsewhere(table.name, other, table.held, table.starts, game, stages)


# ── the stages that a game shares with tables ───────────────────────────────────────────────────


def shared_stages(game: CompiledGame, tables: Iterable[TableCells]) -> dict[int, SharedStage]:
    """Return the stages of a game that tables have, each from the first one that does."""
    found: dict[int, SharedStage] = {}
    for table in tables:
        own = dict(_shared_with(game, table))
        if not own:
            raise InvalidArgumentError(
                f"bad table: {table.name} has no stage of {game!r}: expected one of "
                "a game for which its rule shared_stage gives some"
            )
        found = own | found
    return found


def _said_to_be(game: CompiledGame, other: CompiledGame, stage: int) -> Any:
    """Return the result of ``shared_stage`` for a stage."""
    try:
        return game.shared_stage(other, stage)
    except Exception as error:  # an author's rule may raise anything
        message = f"shared_stage({other!r}, {stage}) raised {said_by(error)}"
        raise contract(game, "raises", message) from error


def _shared_with(game: CompiledGame, table: TableCells) -> Iterator[tuple[int, SharedStage]]:
    """Yield the stages that one table has, by those of the game."""
    theirs = table.game.rules.by_stage or {}
    for stage in game.rules.by_stage or {}:
        there = _said_to_be(game, table.game, stage)
        if there is not None and whole(there) is None:
            complaint = f"shared_stage({table.game!r}, {stage}) returned {spelled(there)}: expected"
            raise contract(game, "shared stages", f"{complaint} a stage of that game, or None")
        if there is not None and there in theirs:
            shared = SharedStage(
                NumberedStage.of(game, stage), NumberedStage.of(table.game, there), table
            )
            if shared.here.size != shared.there.size:
                sizes = f"that has {shared.there.size} slots, not {shared.here.size}"
                raise unlike(shared.here, shared.there, sizes)
            yield stage, shared
