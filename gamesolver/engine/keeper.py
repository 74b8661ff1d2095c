"""What a checkpoint says, and what a solve asks of the place where checkpoints are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

import attrs
import numpy as np

from gamesolver.system.columns import Columns
from gamesolver.tables.cells import Overflow


@attrs.frozen(eq=False)
class Checkpoint:
    """What a checkpoint says."""

    state: Mapping[str, Any]
    """What was being done: ``phase``, and whatever else its module wants to know again."""
    cells: Columns
    """Empty while positions are being found."""
    overflow: Overflow
    left: Columns
    """Keys that were taken out of their order and not expanded."""
    keys: int
    """How many keys have been found."""


Change = Callable[[Columns], Columns]
"""Makes cells of one coding those of another."""


class CellFile(Protocol):
    """The cells of all stages of a game in a file, written stage by stage, the last one first."""

    @property
    def finished(self) -> int:
        """How many stages stand there."""

    @property
    def longest(self) -> int:
        """The greatest length of an outcome in them."""

    @property
    def width(self) -> np.dtype[Any]:
        """The width of the cells."""

    @property
    def has_endless(self) -> bool:
        """Whether they have been changed to tell of what was gained before endless play."""

    def widen(self, width: np.dtype[Any], change: Change | None = None) -> None:
        """Make all cells wider; or others, by a change that has them tell of endless play."""

    @property
    def longs(self) -> Overflow:
        """Those of them that are too long for a cell of that width."""

    @property
    def taken(self) -> Mapping[str, Sequence[int]]:
        """Which stages were taken from which table, by its name."""

    def opened(self) -> Columns:
        """The cells; what is written on them does not come to the file."""

    def finish(self, first: int, cells: Columns, longest: int) -> None:
        """Write the next stage, given its first slot and the greatest length in it."""

    def take(self, stage: int, first: int, cells: TakenStage) -> None:
        """The same of cells that another solution has, and note which."""


class KeyFile(Protocol):
    """The keys of an enumerated game in a file, sorted by stage, and within a stage by key."""

    by_stage: Mapping[int, int]
    """Number of keys of each stage, the first stage first. Empty until they are written."""
    hash: str
    """Hash of the file."""

    @property
    def path(self) -> Path:
        """Path of the file."""

    def opened(self) -> Columns:
        """Return the keys, as a column in the file."""

    def write(self, by_stage: Mapping[int, int], parts: Iterable[tuple[int, Columns]]) -> None:
        """Write keys, each part from its slot on. All ranks call this together."""


class TakenStage(Protocol):
    """The cells of a stage as a finished solution has them, read as they are asked for."""

    @property
    def name(self) -> str:
        """What that solution is called."""

    @property
    def longest(self) -> int:
        """The greatest length of an outcome in the stage."""

    def __len__(self) -> int:
        """How many slots the stage has."""

    def __getitem__(self, part: slice) -> Columns:
        """The cells of some of them."""

    def require_same(self) -> None:
        """Raise unless it looks like the stage that it stands for."""


NOTHING: Mapping[int, TakenStage] = MappingProxyType({})
"""No stages of other solutions."""


class Run(Protocol):
    """Keys in order, in a file that grows at its end."""

    @property
    def number(self) -> int:
        """By which it is found again."""

    def __len__(self) -> int:
        """How many keys there are."""

    def append(self, keys: Columns) -> None:
        """Write keys behind those that are there, which are less."""

    def opened(self) -> Columns:
        """All of its keys, in place."""


class Runs(Protocol):
    """The runs of a solve."""

    @property
    def kept(self) -> Sequence[Run]:
        """Those that the next checkpoint will name; or that the last one did, to begin with."""

    @property
    def is_wasteful(self) -> bool:
        """Whether what the next checkpoint will remove is much, and more than what it will keep."""

    def new(self) -> Run:
        """An empty run, which is removed with the next checkpoint unless it is kept."""

    def numbered(self, number: int) -> Run:
        """One of those that the last checkpoint named."""

    def keep(self, runs: Iterable[Run]) -> None:
        """Have these named by checkpoints from now on, and no others."""


class Keeper:
    """Where a solve keeps how far it has come; as it stands here, nowhere."""

    saved: Checkpoint | None = None
    """What an earlier solve left."""
    runs: Runs | None = None
    """Where found keys go that are too many for memory, if they may."""
    needs_pauses = False
    """Whether there will be checkpoints, so that workers must pause now and then."""

    redo_seconds = 0.0
    """Seconds of work that whoever goes on from a checkpoint has to do again."""

    @property
    def is_due(self) -> bool:
        """Whether it is time for a checkpoint."""
        return False

    @property
    def is_due_soon(self) -> bool:
        """Whether there should be one now, if there can be none for a while."""
        return False

    @property
    def state(self) -> Mapping[str, Any]:
        """What an earlier solve was doing; nothing where there was none."""
        return {} if self.saved is None else self.saved.state

    def append(self, keys: Columns) -> None:
        """Keep keys that were found."""

    def saved_keys(self) -> Iterator[Columns]:
        """All keys that an earlier solve found, in that order, some of them at a time."""
        return iter(())

    def forget_keys(self) -> None:
        """Keep the keys no longer that were found: runs have them."""

    def elsewhere(self, size: int, width: Any) -> Columns | None:
        """A column of zeros in a file, if there may be one."""
        return None

    def keys_by_stage(self) -> KeyFile | None:
        """Return the file for the keys of an enumerated game by stage, or ``None``."""
        return None

    def cells_by_stage(
        self, by_stage: Mapping[int, int], width: Any, keys: KeyFile | None = None
    ) -> CellFile | None:
        """A file for the cells of a game with so many slots a stage, if there may be one.

        They are so wide to begin with. ``keys`` has the positions, if the game is enumerated.
        """
        return None

    def save(
        self,
        state: Mapping[str, Any],
        cells: Columns | None = None,
        overflow: Overflow | None = None,
        left: Columns | None = None,
    ) -> None:
        """Write a checkpoint."""

    def remove(self) -> None:
        """Remove all that was kept."""
