"""Which positions a rank owns, and how ranks name them to each other.

**Numbered positions: blocks of the index, dealt out in turn.** Ends of play and holes lie together
in most indexes, so one stretch for each rank would give some of them much to do and others little.
Blocks in turn are alike, and as short as it takes where there are few slots. Of a game whose stages
stand on disk the blocks of one stage are dealt out at a time.

**Found positions: a stretch of the keys for each rank.** Keys are spread evenly, so stretches are
alike; and the keys of all ranks, one after the other, are all keys in order.

Whatever a rank owns has a *place*: its number among all that the rank owns. Ranks name a numbered
position to its owner by its place, and a found one by its key, whose place the owner looks up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

import attrs
import numpy as np

from gamesolver.engine.stage_blocks import BLOCKS, LARGEST, StageBlocks
from gamesolver.kernels import rank_scores
from gamesolver.kernels import ranks as kernels
from gamesolver.kernels.numbering import check_edges, check_folding
from gamesolver.system.columns import Columns
from gamesolver.system.workers import chunks_of

KEYS_A_BUCKET = 4


class Share(Protocol):
    """What one rank owns. Its *slots* are what kernels take for its positions."""

    @property
    def rank(self) -> int:
        """Whose it is."""

    @property
    def size(self) -> int:
        """How many ranks there are."""

    @property
    def in_all(self) -> int:
        """How many slots all ranks own."""

    @property
    def places(self) -> int:
        """How many slots the rank owns."""

    @property
    def blocks(self) -> list[tuple[int, int]]:
        """The slots of each block, from the first to behind the last."""

    @property
    def asks_by(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        """Return the kernel that lists moves if outcomes are compared, and its further arguments.

        The kernel depends on how positions are named.
        """

    @property
    def names(self) -> np.dtype[Any]:
        """The kind of number by which kernels name positions."""

    def place_of(self, slot: int) -> int:
        """The place of a slot of this rank."""

    def slots_of(self, places: Columns) -> Columns:
        """The slots in places."""

    def deal_out(self, names: Columns, codes: Columns) -> tuple[Columns, Columns, Columns]:
        """Return moves in order of the ranks that own their successors.

        These are the names for the owners, the codes, and where those of each owner end.
        """

    def places_named(self, names: Columns) -> Columns:
        """The places that others name to this rank; -1 where there is none."""

    @property
    def stretches(self) -> Iterator[tuple[int, int, int]]:
        """Where what this rank has goes among all slots: from a place on, to a slot, so many."""


class ShareOfAll(Share, Protocol):
    """A share of all positions of the game."""

    @property
    def lists_by(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        """The kernel that lists moves where they are counted."""

    @property
    def checks_by(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        """The kernel that looks at edges, and what it takes of the share."""

    def put_in_place(self, part: Columns, rank: int, first: int, whole: Columns) -> None:
        """Put a part of what some rank has for its places, from one of them on, among all slots."""


@attrs.frozen
class NumberedShare:
    """Blocks of the index in turn."""

    in_all: int
    rank: int
    size: int
    bits: int = attrs.field()
    """A block has two to this power slots."""

    names = np.dtype(np.int64)

    @bits.default
    def _bits_of_a_block(self) -> int:
        return min(LARGEST, max(1, self.in_all // (BLOCKS * self.size)).bit_length() - 1)

    @property
    def blocks(self) -> list[tuple[int, int]]:
        return chunks_of(self.in_all, 1 << self.bits)[self.rank :: self.size]

    @property
    def places(self) -> int:
        return sum(last - first for first, last in self.blocks)

    @property
    def lists_by(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        return kernels.list_moves, (self.in_all,)

    @property
    def asks_by(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        return rank_scores.list_moves, (self.in_all,)

    @property
    def checks_by(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        return check_edges, (self.in_all,)

    def place_of(self, slot: int) -> int:
        block, rest = divmod(slot, 1 << self.bits)
        return (block // self.size << self.bits) + rest

    def slots_of(self, places: Columns) -> Columns:
        wide = places.astype(np.int64)
        low = (1 << self.bits) - 1
        slots: Columns = (((wide >> self.bits) * self.size + self.rank) << self.bits) | (wide & low)
        return slots

    def owners_of(self, slots: Columns) -> tuple[Columns, Columns]:
        """The rank that owns each of some slots, and its place there."""
        blocks, low = slots >> self.bits, (1 << self.bits) - 1
        places = (blocks // self.size << self.bits) | (slots & low)
        return blocks % self.size, places

    def deal_out(self, names: Columns, codes: Columns) -> tuple[Columns, Columns, Columns]:
        narrow = np.uint32 if self.in_all < 1 << 32 else np.int64
        places, in_order = np.empty(len(names), narrow), np.empty_like(codes)
        ends = np.zeros(self.size, np.int64)
        kernels.deal_out(names, codes, self.bits, self.size, places, in_order, ends)
        return places, in_order, ends

    def places_named(self, names: Columns) -> Columns:
        return names

    def put_in_place(self, part: Columns, rank: int, first: int, whole: Columns) -> None:
        kernels.put_in_place(part, first, rank, self.bits, self.size, whole)

    @property
    def stretches(self) -> Iterator[tuple[int, int, int]]:
        for first, last in self.blocks:
            yield self.place_of(first), first, last - first


@attrs.frozen(eq=False)
class StageShare:
    """Blocks of one stage in turn. Later stages are no rank's: their cells are read where they are.

    Places are those of whole blocks: where the stage begins within one, some of them have no slot.
    """

    stage: StageBlocks
    rank: int
    later: Columns
    """The cells of all slots, of which those behind the stage are read."""
    _whole: NumberedShare = attrs.field(init=False)
    """The same blocks, with slots counted from where the first would begin."""

    names = np.dtype(np.int64)

    @_whole.default
    def _whole_blocks(self) -> NumberedShare:
        stage = self.stage
        return NumberedShare(stage.last - stage.begin, self.rank, stage.size, stage.bits)

    @property
    def size(self) -> int:
        return self.stage.size

    @property
    def in_all(self) -> int:
        return self.stage.last - self.stage.first

    @property
    def places(self) -> int:
        return self._whole.places

    @property
    def blocks(self) -> list[tuple[int, int]]:
        return self.stage.of(self.rank)

    @property
    def asks_by(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        return rank_scores.list_moves_in_stage, (self.later, self.stage.first, self.stage.last)

    def place_of(self, slot: int) -> int:
        return self._whole.place_of(slot - self.stage.begin)

    def slots_of(self, places: Columns) -> Columns:
        slots: Columns = self._whole.slots_of(places) + self.stage.begin
        return slots

    def places_of(self, slots: Columns) -> Columns:
        """The places of slots of this rank."""
        return self._whole.owners_of(slots.astype(np.int64) - self.stage.begin)[1]

    def deal_out(self, names: Columns, codes: Columns) -> tuple[Columns, Columns, Columns]:
        return self._whole.deal_out(names - self.stage.begin, codes)

    def places_named(self, names: Columns) -> Columns:
        return names

    @property
    def stretches(self) -> Iterator[tuple[int, int, int]]:
        for first, last in self.blocks:
            yield self.place_of(first), first, last - first


def bounds_of_keys(size: int) -> Columns:
    """The least key of each rank but the first: a key's rank is ``key * size >> 64``."""
    return np.array([-(-(rank << 64) // size) for rank in range(1, size)], np.uint64)


@attrs.frozen(eq=False)
class KeyShare:
    """The found positions of one rank, by their keys in order; a slot is a place."""

    keys: Columns
    rank: int
    begins: tuple[int, ...]
    """How many positions the ranks before each have, and all of them in the end."""
    _shift: int = attrs.field(init=False)
    _starts: Columns = attrs.field(init=False)
    """Where each bucket of keys begins."""

    names = np.dtype(np.uint64)

    @_shift.default
    def _bits_below_a_bucket(self) -> int:
        return 64 - max(1, (len(self.keys) // KEYS_A_BUCKET).bit_length())

    @_starts.default
    def _buckets(self) -> Columns:
        starts = np.empty((1 << 64 - self._shift) + 1, np.int64)
        kernels.start_buckets(self.keys, np.uint64(self.size), np.uint64(self._shift), starts)
        return starts

    @property
    def size(self) -> int:
        return len(self.begins) - 1

    @property
    def in_all(self) -> int:
        return self.begins[-1]

    @property
    def places(self) -> int:
        return len(self.keys)

    @property
    def blocks(self) -> list[tuple[int, int]]:
        return chunks_of(len(self.keys), 1 << LARGEST)

    @property
    def lists_by(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        return kernels.list_moves_by_key, ()

    @property
    def asks_by(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        return rank_scores.list_moves_by_key, ()

    @property
    def checks_by(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        return check_folding, ()

    def place_of(self, slot: int) -> int:
        return slot

    def slots_of(self, places: Columns) -> Columns:
        return places.astype(np.int64)

    def deal_out(self, names: Columns, codes: Columns) -> tuple[Columns, Columns, Columns]:
        keys, in_order = np.empty_like(names), np.empty_like(codes)
        ends = np.zeros(self.size, np.int64)
        kernels.deal_out_keys(names, codes, np.uint64(self.size), keys, in_order, ends)
        return keys, in_order, ends

    def places_named(self, names: Columns) -> Columns:
        places = np.empty(len(names), np.int64)
        kernels.find_places(
            names, self.keys, np.uint64(self.size), np.uint64(self._shift), self._starts, places
        )
        return places

    def put_in_place(self, part: Columns, rank: int, first: int, whole: Columns) -> None:
        begin = self.begins[rank] + first
        whole[begin : begin + len(part)] = part

    @property
    def stretches(self) -> Iterator[tuple[int, int, int]]:
        yield 0, self.begins[self.rank], len(self.keys)
