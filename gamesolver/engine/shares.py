"""Distribution of the positions over the ranks, and the names of positions in messages.

**Indexed positions: blocks of indexes, dealt out in turn.** In most games terminal positions
and unused indexes lie together, so one contiguous range for each rank would be uneven work. Blocks
in turn are even, and they are shorter if there are few indexes. If the stages of a game are in a
file on disk, the blocks of one stage are dealt out at a time.

**Enumerated positions: a range of the keys for each rank.** Keys are spread evenly, so the ranges
are of similar size. The keys of all ranks, concatenated, are all keys in order.

A *place* is the number of a position among all that its rank owns. In a message an indexed position
is named by its place at the owner. An enumerated one is named by its key, for which the owner looks
up the place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import attrs
import numpy as np

from gamesolver.engine.places import Places, buckets_of
from gamesolver.engine.stage_blocks import BLOCKS, LARGEST, StageBlocks
from gamesolver.kernels import queries
from gamesolver.kernels import ranks as kernels
from gamesolver.kernels.numbering import check_edges, check_folding
from gamesolver.kernels.queries import Owners
from gamesolver.system.columns import Columns
from gamesolver.system.team import Team
from gamesolver.system.workers import chunks_of

NO_STARTS = np.empty(0, np.uint32)


class Share(Protocol):
    """Positions owned by one rank. Its *indexes* are the numbers by which kernels know them."""

    @property
    def rank(self) -> int:
        """Rank that owns the share."""

    @property
    def size(self) -> int:
        """Number of ranks."""

    @property
    def in_all(self) -> int:
        """Number of indexes of all ranks."""

    @property
    def places(self) -> int:
        """Number of indexes of this rank."""

    @property
    def blocks(self) -> list[tuple[int, int]]:
        """First index of each block, and the index after its last one."""

    @property
    def owners(self) -> Owners:
        """Owners of all indexes, in the form that kernels take."""

    @property
    def checks_by(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        """Kernel that checks edges, and its arguments for this share."""

    def place_of(self, index: int) -> int:
        """Return the place of an index of this rank."""

    def indexes_of(self, places: Columns) -> Columns:
        """Return the indexes of some places."""

    def deal_out(self, names: Columns, codes: Columns) -> tuple[Columns, Columns, Columns]:
        """Return moves in order of the ranks that own their successors.

        These are the names for the owners, the codes, and where those of each owner end.
        """

    def places_named(self, names: Columns) -> Columns:
        """Return the places that other ranks named to this one; -1 for an unknown name."""


class ShareOfAll(Share, Protocol):
    """A share of all positions of the game."""

    @property
    def stretches(self) -> Iterator[tuple[int, int, int]]:
        """Ranges of this rank's places among all indexes: first place, first index, and length."""

    def put_in_place(self, part: Columns, rank: int, first: int, whole: Columns) -> None:
        """Copy entries of a rank, from its place ``first`` on, to their indexes in ``whole``."""

    def own_entries(self, parts: Sequence[Columns], first: int, last: int) -> Columns:
        """Return the entries of some places from a column that any number of ranks wrote.

        ``parts`` has the column of each of those ranks, with an entry for each of its places.
        """

    def own_places(self, places: Columns, rank: int, size: int, begin: int) -> Columns:
        """Return the places here of the places that one of ``size`` ranks had; -1 if not owned.

        The ranks before that one had ``begin`` places.
        """


@attrs.frozen
class IndexedShare:
    """Blocks of indexes in turn."""

    in_all: int
    rank: int
    size: int
    bits: int = attrs.field()
    """Binary logarithm of the number of indexes of a block."""

    @bits.default
    def _bits_of_a_block(self) -> int:
        if self.size == 1:
            return LARGEST
        return min(LARGEST, max(1, self.in_all // (BLOCKS * self.size)).bit_length() - 1)

    @property
    def blocks(self) -> list[tuple[int, int]]:
        return chunks_of(self.in_all, 1 << self.bits)[self.rank :: self.size]

    @property
    def places(self) -> int:
        return sum(last - first for first, last in self.blocks)

    @property
    def owners(self) -> Owners:
        return Owners(
            rank=self.rank,
            size=self.size,
            bits=self.bits,
            begin=0,
            first=0,
            last=self.in_all,
            in_all=self.in_all,
            is_compact=True,
            by_key=False,
            starts=NO_STARTS,
            shift=np.uint64(0),
        )

    @property
    def checks_by(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        return check_edges, (self.in_all,)

    def place_of(self, index: int) -> int:
        block, rest = divmod(index, 1 << self.bits)
        return (block // self.size << self.bits) + rest

    def indexes_of(self, places: Columns) -> Columns:
        wide = places.astype(np.int64, copy=False)
        if self.size == 1:
            return wide
        low = (1 << self.bits) - 1
        indexes: Columns = (((wide >> self.bits) * self.size + self.rank) << self.bits) | (
            wide & low
        )
        return indexes

    def owners_of(self, indexes: Columns) -> tuple[Columns, Columns]:
        """Return the rank that owns each of some indexes, and its place there."""
        blocks, low = indexes >> self.bits, (1 << self.bits) - 1
        places = (blocks // self.size << self.bits) | (indexes & low)
        return blocks % self.size, places

    def deal_out(self, names: Columns, codes: Columns) -> tuple[Columns, Columns, Columns]:
        narrow = np.uint32 if self.in_all < 1 << 32 else np.int64
        places, in_order = np.empty(len(names), narrow), np.empty_like(codes)
        ends = np.zeros(self.size, np.int64)
        kernels.deal_out(names.view(np.int64), codes, self.bits, self.size, places, in_order, ends)
        return places, in_order, ends

    def places_named(self, names: Columns) -> Columns:
        return names

    def put_in_place(self, part: Columns, rank: int, first: int, whole: Columns) -> None:
        kernels.put_in_place(part, first, rank, self.bits, self.size, whole)

    def own_entries(self, parts: Sequence[Columns], first: int, last: int) -> Columns:
        if len(parts) == self.size:
            return parts[self.rank][first:last]
        then = IndexedShare(self.in_all, 0, len(parts))
        owners, places = then.owners_of(self.indexes_of(np.arange(first, last)))
        entries = np.empty(last - first, np.result_type(*parts))
        for rank, part in enumerate(parts):
            those = owners == rank
            entries[those] = part[places[those]]
        return entries

    def own_places(self, places: Columns, rank: int, size: int, begin: int) -> Columns:
        indexes = IndexedShare(self.in_all, rank, size).indexes_of(places)
        owners, own = self.owners_of(indexes)
        return np.where(owners == self.rank, own, -1)

    @property
    def stretches(self) -> Iterator[tuple[int, int, int]]:
        for first, last in self.blocks:
            yield self.place_of(first), first, last - first


@attrs.frozen(eq=False)
class StageShare:
    """Blocks of one stage in turn. Entries are at their indexes. Each rank reads later stages."""

    stage: StageBlocks
    rank: int
    num_indexes: int
    """Number of indexes of the game."""
    _blocks: IndexedShare = attrs.field(init=False)
    """The blocks of the stage, with indexes counted from the beginning of the first whole block."""

    @_blocks.default
    def _whole_blocks(self) -> IndexedShare:
        stage = self.stage
        return IndexedShare(stage.last - stage.begin, self.rank, stage.size, stage.bits)

    @property
    def size(self) -> int:
        return self.stage.size

    @property
    def in_all(self) -> int:
        return self.stage.last - self.stage.first

    @property
    def places(self) -> int:
        return sum(last - first for first, last in self.blocks)

    @property
    def blocks(self) -> list[tuple[int, int]]:
        return self.stage.of(self.rank)

    @property
    def owners(self) -> Owners:
        return self._blocks.owners._replace(
            begin=self.stage.begin,
            first=self.stage.first,
            last=self.stage.last,
            in_all=self.num_indexes,
            is_compact=False,
        )

    @property
    def checks_by(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        return check_edges, (self.num_indexes,)

    def place_of(self, index: int) -> int:
        return index

    def indexes_of(self, places: Columns) -> Columns:
        return places.astype(np.int64, copy=False)

    def deal_out(self, names: Columns, codes: Columns) -> tuple[Columns, Columns, Columns]:
        return self._blocks.deal_out(names, codes)

    def places_named(self, names: Columns) -> Columns:
        num_indexes: Columns = self._blocks.indexes_of(names) + self.stage.begin
        return num_indexes


def bounds_of_keys(size: int) -> Columns:
    """Return the least key of each rank but the first. A key's rank is ``key * size >> 64``."""
    return np.array([-(-(rank << 64) // size) for rank in range(1, size)], np.uint64)


def range_of_keys(rank: int, size: int) -> tuple[np.uint64, np.uint64]:
    """Return the least and the greatest key of a rank."""
    bounds = [0, *bounds_of_keys(size).tolist(), 1 << 64]
    return np.uint64(bounds[rank]), np.uint64(bounds[rank + 1] - 1)


def owned_keys(keys: Columns, rank: int, size: int) -> Columns:
    """Return those of some keys, in any order, that a rank owns."""
    least, most = range_of_keys(rank, size)
    return keys[(least <= keys) & (keys <= most)]


def ends_of_keys(keys: Columns, size: int) -> Columns:
    """Return where the keys of each rank end, among keys in order."""
    return np.append(np.searchsorted(keys, bounds_of_keys(size)), len(keys))


@attrs.frozen(eq=False)
class KeyShare:
    """Enumerated positions of one rank, by their keys in order. An index is a place."""

    keys: Columns
    rank: int
    begins: tuple[int, ...]
    """Number of positions of all ranks before each rank, and the total at the end."""

    buckets: tuple[Columns, int] = attrs.field()
    """First place of each bucket of keys, and the number of low bits below a bucket."""

    @buckets.default
    def _buckets_of_keys(self) -> tuple[Columns, int]:
        return buckets_of(self.keys, self.size)

    @classmethod
    def of(cls, keys: Columns, team: Team) -> KeyShare:
        """Return the share of a rank, given its keys in order. All ranks call this together."""
        begins = np.cumsum([0, *team.meet(len(keys))[:, 0]])
        return cls(keys, team.rank, tuple(begins.tolist()))

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
    def owners(self) -> Owners:
        starts, shift = self.buckets
        return Owners(
            rank=self.rank,
            size=self.size,
            bits=0,
            begin=0,
            first=0,
            last=0,
            in_all=self.in_all,
            is_compact=True,
            by_key=True,
            starts=starts,
            shift=np.uint64(shift),
        )

    @property
    def checks_by(self) -> tuple[Callable[..., None], tuple[Any, ...]]:
        return (check_edges, (self.in_all,)) if self.size == 1 else (check_folding, ())

    def place_of(self, index: int) -> int:
        return index

    def indexes_of(self, places: Columns) -> Columns:
        return places.astype(np.int64, copy=False)

    def deal_out(self, names: Columns, codes: Columns) -> tuple[Columns, Columns, Columns]:
        keys, in_order = np.empty_like(names), np.empty_like(codes)
        ends = np.zeros(self.size, np.int64)
        kernels.deal_out_keys(names, codes, np.uint64(self.size), keys, in_order, ends)
        return keys, in_order, ends

    def places_named(self, names: Columns) -> Columns:
        places, (starts, shift) = np.empty(len(names), np.int64), self.buckets
        size = np.uint64(self.size)
        queries.find_places(names, self.keys, size, np.uint64(shift), starts, places)
        return places

    def put_in_place(self, part: Columns, rank: int, first: int, whole: Columns) -> None:
        begin = self.begins[rank] + first
        whole[begin : begin + len(part)] = part

    def own_entries(self, parts: Sequence[Columns], first: int, last: int) -> Columns:
        begin, size = self.begins[self.rank] + first, last - first
        own = []
        for part in parts:  # concatenated, they are in the order of all keys
            own.append(part[max(0, begin) : max(0, begin + size)])
            begin -= len(part)
        return own[0] if len(own) == 1 else np.concatenate(own)

    def own_places(self, places: Columns, rank: int, size: int, begin: int) -> Columns:
        own = places + begin - self.begins[self.rank]
        return np.where((own >= 0) & (own < self.places), own, -1)

    @property
    def stretches(self) -> Iterator[tuple[int, int, int]]:
        yield 0, self.begins[self.rank], len(self.keys)


def share_of_all(places: Places, num_indexes: int) -> IndexedShare | KeyShare:
    """Return the share of a process that owns all indexes."""
    if places.is_indexed:
        return IndexedShare(num_indexes, 0, 1)
    return KeyShare(places.keys, 0, (0, len(places.keys)), (places.starts, places.shift))
