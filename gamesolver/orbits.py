"""Indexes of positions up to symmetry, for authors of compiled rules.

An *indexed* game has an index for each orbit: each set of positions that are symmetric to one
another. The functions here make the rules ``index`` and ``position_at`` for positions that consist
of sets of places. The result is a :class:`Numbering`, whose parts are arguments of
``CompiledRules``:

>>> from gamesolver.boards import Grid
>>> numbering = number_sets(Grid(3, 3).symmetries, [(2, 1), (1, 1)], offsets=(0, 9))
>>> numbering.num_indexes, numbering.used
(80, 50)
>>> import numpy as np
>>> symmetric = 0b001_000_000_000_000_011, 0b100_000_000_000_000_110
>>> [int(numbering.index(np.uint64(word))) for word in symmetric]
[4, 4]
>>> bin(numbering.position_at(4))
'0b1000000000000011'

:func:`number_sets` serves men that never share a place. Their numbers are known, such as four of
each player. The first set is looked up in a table of *classes* of symmetric sets. For each class
the least set represents it, and the position is moved by the symmetries that lead there. The other
sets are then numbered on the places that are left, and the least number counts. Some numbers remain
unused, if the representative of a class has symmetries of its own.

:func:`number_layers` serves pieces of several kinds that can lie on each other. What lies on all
places of one kind is a *layer*. Layers are few enough for a table of their images.

Indexes rise with the first set, read as a word, and then with the next ones. A layer is read as a
number with a digit for each place: 0 if it is empty there, else the number of the set from 1 on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise, product
from math import comb, prod
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from gamesolver.arguments import whole
from gamesolver.bits import (
    count_bits,
    counts_of_sets,
    gathered,
    lowest_place,
    permutation_tables,
    permuted,
    scattered,
    set_at,
)
from gamesolver.errors import InvalidArgumentError
from gamesolver.kernels.deferring import njit
from gamesolver.texts import spelled

__all__ = ["Numbering", "number_layers", "number_sets"]

MOST_SYMMETRIES, MOST_CLASSED, MOST_LISTED, MOST_IMAGES = 32, 4_000_000, 300_000, 2**21
"""Greatest numbers of symmetries, of first sets, of sets that are listed, and of images."""
MOST_INDEXES = 2**62
PART = 13
"""Greatest number of places that one look-up covers."""
ZERO, ONE = np.uint64(0), np.uint64(1)
NONE, NO_WORD = np.int64(-1), np.uint64(2**64 - 1)

Array = npt.NDArray[Any]


@attrs.frozen(eq=False)
class Numbering:
    """Rules that number orbits, and how many there are."""

    index: Any
    """Compiled rule that returns the index of a position, -1 for an integer that is not one."""
    position_at: Any
    """Compiled rule that returns the position at an index, or 2^64 - 1 if there is none."""
    num_indexes: int
    """Number of indexes."""
    used: int
    """Number of orbits, and of indexes in use."""


# ── sets that share no place ────────────────────────────────────────────────────────────────────


def number_sets(
    symmetries: Iterable[Sequence[int]],
    sizes: Iterable[Sequence[int]],
    *,
    offsets: Sequence[int],
    others: Sequence[int] | None = None,
) -> Numbering:
    """Return the numbering of positions that consist of sets without common places.

    Parameters
    ----------
    symmetries
        A group of permutations of the places, as in ``permutation_tables``, at most 32.
    sizes
        For each section of the numbering the sizes of the sets. No section may occur twice.
    offsets
        For each set the bit of a position at which it begins.
    others
        For each section all other bits of its positions, such as the player to move. 0 by default.

    Returns
    -------
    Numbering
        The rules ``index`` and ``position_at``, and the number of indexes.

    Raises
    ------
    InvalidArgumentError
        An argument cannot be used, or there are too many positions or symmetries.
    """
    turns, places = _group(symmetries)
    starts = _offsets(offsets, places)
    sections = _sections(sizes, others, starts, places)
    total = sum(comb(places, size) for size in {sizes[0] for sizes, _ in sections})
    if total > MOST_CLASSED:
        raise InvalidArgumentError(
            f"too many first sets, {total:,}: expected {MOST_CLASSED:,} at most"
        )
    classes = _classes(turns, places, sorted({sizes[0] for sizes, _ in sections}))
    return _SetTables.of(turns, places, starts, sections, classes).numbering()


@attrs.frozen(eq=False)
class _Classes:
    """Sets of some sizes up to symmetry."""

    size_at: Array
    """For each size the number of the first such set."""
    heads: Array
    """For each set its class, and below it a bit for each symmetry that leads to the least one."""
    leads: Array
    """For each class the least set."""
    class_at: dict[int, int]
    """For each size its first class."""
    counts: dict[int, int]
    """For each size the number of classes."""


def _classes(turns: list[list[int]], places: int, sizes: list[int]) -> _Classes:
    """Sort all sets of some sizes into classes of symmetric sets."""
    shift, size_at = np.uint64(len(turns)), np.zeros(places + 2, np.int64)
    heads, leads, class_at, counts = [], [], {}, {}
    sets_before = classes_before = 0
    for size in sizes:
        sets = _sets_of_size(places, size)
        images = np.stack([_moved(sets, turn) for turn in turns])
        least = images.min(axis=0)
        lead, number = np.unique(least, return_inverse=True)
        ways = np.zeros(len(sets), np.uint64)
        for which, image in enumerate(images):
            ways |= (image == least).astype(np.uint64) << np.uint64(which)
        heads.append((number.ravel().astype(np.uint64) + np.uint64(classes_before)) << shift | ways)
        leads.append(lead)
        size_at[size], class_at[size], counts[size] = sets_before, classes_before, len(lead)
        sets_before, classes_before = sets_before + len(sets), classes_before + len(lead)
    return _Classes(
        size_at, _narrow(np.concatenate(heads)), _narrow(np.concatenate(leads)), class_at, counts
    )


@attrs.frozen(eq=False)
class _SetTables:
    """All tables of a numbering of sets."""

    places: int
    offsets: Array
    turn: Array
    shift: int
    classes: _Classes
    sections: list[tuple[tuple[int, ...], int]]
    used: int

    @classmethod
    def of(
        cls,
        turns: list[list[int]],
        places: int,
        starts: list[int],
        sections: list[tuple[tuple[int, ...], int]],
        classes: _Classes,
    ) -> _SetTables:
        """Return the tables, with the number of orbits."""
        repeats = Counter(sizes for sizes, _ in sections)
        fixed = [_fixed_sets(turn, list(repeats)) for turn in turns]
        used = sum(times * sum(each[sizes] for each in fixed) for sizes, times in repeats.items())
        turn = permutation_tables(turns)
        offsets = np.array(starts, np.uint64)
        return cls(places, offsets, turn, len(turns), classes, sections, used // len(turns))

    def numbering(self) -> Numbering:
        """Return the rules."""
        places, sets, sections = self.places, len(self.offsets), self.sections
        widths = np.ones((len(sections), sets), np.int64)
        section_starts, section_shifts = [], []
        num_indexes = 0
        for section, (sizes, _) in enumerate(sections):
            left = places - sizes[0]
            for number in range(1, sets):
                widths[section, number] = comb(left, sizes[number])
                left -= sizes[number]
            width = prod(widths[section].tolist())
            section_starts.append(num_indexes)
            section_shifts.append(num_indexes - self.classes.class_at[sizes[0]] * width)
            num_indexes += self.classes.counts[sizes[0]] * width
        if num_indexes > MOST_INDEXES:
            raise InvalidArgumentError(f"too many indexes, {num_indexes:,}: expected 2^62 at most")
        starts = np.array(section_starts, np.int64)
        shifts = np.array(section_shifts, np.int64)
        all_sizes = np.array([sizes for sizes, _ in sections], np.int64).reshape(-1, sets)
        return Numbering(
            self._index(widths, shifts, all_sizes),
            self._position_at(widths, starts, shifts, all_sizes, num_indexes),
            num_indexes,
            self.used,
        )

    def _index(self, widths: Array, shifts: Array, all_sizes: Array) -> Any:
        """Return the rule ``index``."""
        places, sets, shift = self.places, len(self.offsets), np.uint64(self.shift)
        offsets, turn, most = self.offsets, self.turn, all_sizes.max(axis=0)
        others = np.unique(np.array([other for _, other in self.sections], np.uint64))
        section_of = self._section_of(most, others)
        tables = index_tables(places, int(most.max()))
        size_at, heads, leads = self.classes.size_at, self.classes.heads, self.classes.leads
        full = np.uint64((1 << places) - 1)
        planes = np.uint64(sum(int(full) << int(offset) for offset in offsets))
        ways_mask = np.uint64((1 << self.shift) - 1)
        width_of = widths.prod(axis=1)
        only_other, has_others = others[0], len(others) > 1

        @njit(cache=True)
        def index(position: Any) -> Any:
            rest = position & ~planes
            other = 0
            if has_others:
                while other < len(others) and others[other] != rest:
                    other += 1
                if other == len(others):
                    return NONE
            elif rest != only_other:
                return NONE
            seen = shared = ZERO
            at = np.int64(other)
            for number in range(sets):
                men = position >> offsets[number] & full
                shared |= seen & men
                seen |= men
                size = count_bits(men)
                if size > most[number]:
                    return NONE
                at = at * (most[number] + 1) + size
            section = np.int64(section_of[at])
            if section < 0 or shared != ZERO:
                return NONE
            first = position >> offsets[0] & full
            head = np.uint64(heads[size_at[count_bits(first)] + index_of_set(first, tables)])
            kind = np.int64(head >> shift)
            ways = head & ways_mask
            free_of_first = full & ~np.uint64(leads[kind])
            least = width_of[section]
            while ways != ZERO:
                which = lowest_place(ways)
                ways &= ways - ONE
                free, found = free_of_first, np.int64(0)
                for number in range(1, sets):
                    men = permuted(position >> offsets[number] & full, turn, which)
                    found = found * widths[section, number] + index_of_set(
                        gathered(men, free), tables
                    )
                    free &= ~men
                least = min(least, found)
            return shifts[section] + kind * width_of[section] + least

        return index

    def _section_of(self, most: Array, others: Array) -> Array:
        """Return, for each combination of other bits and sizes, the section or -1."""
        place_of = {int(other): place for place, other in enumerate(others.tolist())}
        bases = [int(each) + 1 for each in most]
        found = np.full(len(others) * prod(bases), -1, np.int32)
        for section, (sizes, other) in enumerate(self.sections):
            at = place_of[other]
            for size, base in zip(sizes, bases, strict=True):
                at = at * base + size
            found[at] = section
        return found

    def _position_at(
        self, widths: Array, starts: Array, shifts: Array, all_sizes: Array, num_indexes: int
    ) -> Any:
        """Return the rule ``position_at``."""
        places, sets, leads, offsets = (
            self.places, len(self.offsets), self.classes.leads, self.offsets,
        )  # fmt: skip
        width_of = widths.prod(axis=1)
        others = np.array([other for _, other in self.sections], np.uint64)
        full = np.uint64((1 << places) - 1)
        counts = counts_of_sets(places, max(1, int(all_sizes.max())))
        listed, list_at = _listed_sets(places, all_sizes)
        is_listed = len(listed) > 0

        @njit(cache=True)
        def position_at(index: Any) -> Any:
            if index < 0 or index >= num_indexes:
                return NO_WORD
            section, last = 0, len(starts)
            while last - section > 1:
                middle = (section + last) >> 1
                if starts[middle] <= index:
                    section = middle
                else:
                    last = middle
            kind = (index - shifts[section]) // width_of[section]
            rest = index - shifts[section] - kind * width_of[section]
            first = np.uint64(leads[kind])
            position = others[section] | first << offsets[0]
            free, width = full & ~first, width_of[section]
            for number in range(1, sets):
                width //= widths[section, number]
                within = rest // width
                rest -= within * width
                size = all_sizes[section, number]
                if is_listed:
                    men = np.uint64(listed[list_at[size] + within])
                else:
                    men = set_at(within, size, counts)
                men = scattered(men, free)
                position |= men << offsets[number]
                free &= ~men
            return position

        return position_at


def index_tables(places: int, most: int) -> Array:
    """Return, for each part of the places, number of men below it, and men: what they add."""
    parts = -(-places // PART)
    width = -(-places // parts)
    tables = np.zeros((parts, most + 1, 1 << width), np.int64)
    men = np.arange(1 << width)
    for part, below in product(range(parts), range(most + 1)):
        sizes = np.full(len(men), below)
        for place in range(width):
            has = men >> place & 1 == 1
            sizes[has] += 1
            at = part * width + place
            row = [comb(at, size) if at < places and size <= most else 0
                   for size in range(most + width + 1)]  # fmt: skip
            tables[part, below, has] += np.array(row)[sizes[has]]
    return tables.astype(np.int32) if tables.max() < 2**31 else tables


@njit(cache=True)
def index_of_set(men: Any, tables: Any) -> Any:
    """Return the number of a set among those of its size, in the order of their words."""
    full = np.uint64(tables.shape[2] - 1)
    width = np.uint64(count_bits(full))
    number, below = np.int64(tables[0, 0, men & full]), np.int64(0)
    for part in range(1, tables.shape[0]):
        below += count_bits(men & full)
        men >>= width
        number += np.int64(tables[part, below, men & full])
    return number


def _sets_of_size(places: int, size: int) -> Array:
    """Return all sets of a size, in the order of their words."""
    rows = {0: np.zeros(1, np.uint64)}
    for place in range(places):
        bit = np.uint64(1 << place)
        rows = {
            count: np.concatenate(
                [rows[each] | bit * np.uint64(count - each) for each in (count, count - 1)
                 if each in rows]
            )
            for count in range(min(place + 1, size) + 1)
        }  # fmt: skip
    return rows[size]


def _listed_sets(places: int, all_sizes: Array) -> tuple[Array, Array]:
    """Return all sets after the first one, by size, and where each size begins; none if many."""
    sizes = sorted(set(all_sizes[:, 1:].ravel().tolist()))
    free = places - int(all_sizes[:, 0].min())
    begins = np.zeros(places + 2, np.int64)
    if sum(comb(free, size) for size in sizes) > MOST_LISTED or not sizes:
        return np.zeros(0, np.uint64), begins
    parts, total = [], 0
    for size in sizes:
        part = _sets_of_size(free, size) if size <= free else np.zeros(0, np.uint64)
        begins[size], total = total, total + len(part)
        parts.append(part)
    return _narrow(np.concatenate(parts)), begins


def _moved(sets: Array, turn: Sequence[int]) -> Array:
    """Return the images of sets."""
    images = np.zeros_like(sets)
    for place, target in enumerate(turn):
        images |= (sets >> np.uint64(place) & ONE) << np.uint64(target)
    return images


def _narrow(words: Array) -> Array:
    """Return words in as few bits as they need."""
    return words.astype(np.uint32) if words.max(initial=0) < 2**32 else words


# ── layers ──────────────────────────────────────────────────────────────────────────────────────


def number_layers(
    symmetries: Iterable[Sequence[int]],
    layers: Iterable[Sequence[tuple[int, int]]],
    *,
    others: Sequence[int] = (0,),
) -> Numbering:
    """Return the numbering of positions that consist of layers, which can lie on each other.

    Parameters
    ----------
    symmetries
        A group of permutations of the places, as in ``permutation_tables``, at most 32.
    layers
        For each layer its sets without common places, such as the pieces of each player. A set is
        given by the bit of a position at which it begins, and by the greatest number of its places.
    others
        All combinations of other bits that positions can have, such as the player to move.

    Returns
    -------
    Numbering
        The rules ``index`` and ``position_at``, and the number of indexes.

    Raises
    ------
    InvalidArgumentError
        An argument cannot be used, or there are too many symmetries or layers of one kind.
    """
    turns, places = _group(symmetries)
    listed = _layers(layers, places)
    rests = _words(others, "others")
    mosts = list(dict.fromkeys(tuple(most for _, most in layer) for layer in listed))
    tables = {most: _layer_table(turns, places, most) for most in mosts}
    chosen = [tables[tuple(most for _, most in layer)] for layer in listed]
    fixed = [prod(table.fixed[which] for table in chosen) for which in range(len(turns))]
    used = len(rests) * sum(fixed) // len(turns)
    num_indexes = len(rests) * chosen[0].num_classes * prod(len(each.words) for each in chosen[1:])
    if num_indexes > MOST_INDEXES:
        raise InvalidArgumentError(f"too many indexes, {num_indexes:,}: expected 2^62 at most")
    starts = [[start for start, _ in layer] for layer in listed]
    return _layer_rules(places, starts, chosen, rests, num_indexes, used)


@attrs.frozen(eq=False)
class _LayerTable:
    """Layers of some greatest sizes, numbered."""

    places_of: Array
    """For each set of the layer, and places it takes: what it adds to the entry of the layer."""
    images: Array
    """For each entry and symmetry the number of the image; all bits if it is not a layer."""
    heads: Array
    """For each entry the class, and below it a bit for each symmetry that leads to the least."""
    words: Array
    """For each number the sets, each on as many bits as there are places."""
    leads: Array
    """For each class the sets of the least layer."""
    fixed: list[int]
    """For each symmetry the number of layers that it keeps."""

    @property
    def num_classes(self) -> int:
        """Number of classes of symmetric layers."""
        return len(self.leads)


def _layer_table(turns: list[list[int]], places: int, most: tuple[int, ...]) -> _LayerTable:
    """Number all layers whose sets have at most these sizes."""
    choices = [[each for each in range(1 << places) if each.bit_count() <= m] for m in most]
    entries = prod(len(each) + 1 for each in choices)
    if entries * len(turns) > MOST_IMAGES:
        raise InvalidArgumentError(
            f"too many layers with sets of up to {', '.join(map(str, most))} among {places} "
            f"places: expected {MOST_IMAGES:,} images at most"
        )
    strides = [prod(len(each) + 1 for each in choices[:number]) for number in range(len(most))]
    places_of = np.zeros((len(most), 1 << places), np.int64)
    for number, (sets, stride) in enumerate(zip(choices, strides, strict=True)):
        places_of[number] = len(sets) * stride  # too many men: an entry that is not a layer
        places_of[number, sets] = np.arange(len(sets)) * stride
    found = sorted(_disjoint(choices), key=_by_place)
    entry_of = [sum(int(places_of[n, men]) for n, men in enumerate(sets)) for sets in found]
    number_of = {sets: number for number, sets in enumerate(found)}
    moved = [_images_of_sets(places, turn) for turn in turns]
    numbers = np.array([[number_of[tuple(to[m] for m in sets)] for to in moved] for sets in found])
    least = numbers.min(axis=1)
    leads, kinds = np.unique(least, return_inverse=True)
    ways = ((numbers == least[:, None]) * (1 << np.arange(len(turns)))).sum(axis=1)
    kind = np.uint16 if len(found) < 2**15 else np.uint32
    images = np.full((entries, len(turns)), np.iinfo(kind).max, kind)
    heads = np.zeros(entries, np.uint64)
    images[entry_of] = numbers
    heads[entry_of] = (kinds.ravel() << len(turns) | ways).astype(np.uint64)
    words = np.array([_word(sets, places) for sets in found], np.uint64)
    fixed = (numbers == np.arange(len(found))[:, None]).sum(axis=0).tolist()
    return _LayerTable(places_of, images, _narrow(heads), words, words[leads], fixed)


def _disjoint(choices: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Return all ways to choose one set from each list, without common places."""
    found: list[tuple[tuple[int, ...], int]] = [((), 0)]
    for sets in choices:
        found = [((*c, men), seen | men) for c, seen in found for men in sets if not seen & men]
    return [chosen for chosen, _ in found]


def _by_place(sets: Sequence[int]) -> int:
    """Return a layer as one number, whose digits are the set of each place, 0 for none."""
    base = len(sets) + 1
    return sum(number * int(f"{men:b}", base) for number, men in enumerate(sets, 1))


def _word(sets: Sequence[int], places: int) -> int:
    """Return sets side by side, the first one lowest."""
    return sum(men << places * number for number, men in enumerate(sets))


def _images_of_sets(places: int, turn: Sequence[int]) -> list[int]:
    """Return the image of each set of places."""
    images = [0]
    for place in range(places):
        images += [image | 1 << turn[place] for image in images]
    return images


def _layer_rules(
    places: int,
    starts: list[list[int]],
    chosen: list[_LayerTable],
    rests: list[int],
    num_indexes: int,
    used: int,
) -> Numbering:
    """Return the rules for layers."""
    layers, sets = len(starts), max(map(len, starts))
    kinds = list(dict.fromkeys(map(id, chosen)))  # layers of one kind share their tables
    tables = [next(each for each in chosen if id(each) == kind) for kind in kinds]
    kind_of = np.array([kinds.index(id(each)) for each in chosen], np.int64)
    counts = np.array([len(each.words) for each in chosen], np.uint64)
    # a layer with fewer sets reads the lowest places once more, where every entry adds nothing
    offsets = np.array([each + [0] * (sets - len(each)) for each in starts], np.uint64)
    places_of = np.zeros((len(tables), sets, 1 << places), np.uint32)
    for number, each in enumerate(tables):
        places_of[number, : len(each.places_of)] = each.places_of
    places_of = places_of.astype(np.uint16) if places_of.max() < 2**16 else places_of
    images = _padded([each.images.ravel() for each in tables])
    no_layer = np.uint64(np.iinfo(images.dtype).max // 2 + 1)
    heads, leads = chosen[0].heads, _spread(chosen[0].leads, starts[0], places)
    words = _padded([_spread(t.words, s, places) for t, s in zip(chosen, starts, strict=True)])
    full = np.uint64((1 << places) - 1)
    turns = len(tables[0].fixed)
    shift, ways_mask = np.uint64(turns), np.uint64((1 << turns) - 1)
    planes = np.uint64(sum(int(full) << start for each in starts for start in each))
    others = np.array(sorted(rests), np.uint64)
    width = np.uint64(num_indexes // (len(rests) * len(leads)))
    part = np.uint64(num_indexes // len(rests))
    only_other, has_others = others[0], len(others) > 1
    are_alike, count = len(kinds) == 1, counts[-1]

    @njit(cache=True)
    def index(position: Any) -> Any:
        rest = position & ~planes
        other = 0
        if has_others:
            while other < len(others) and others[other] != rest:
                other += 1
            if other == len(others):
                return NONE
        elif rest != only_other:
            return NONE
        entry, first = ZERO, kind_of[0]
        for number in range(sets):
            entry += np.uint64(places_of[first, number, position >> offsets[0, number] & full])
        head = np.uint64(heads[entry])
        if head == ZERO:
            return NONE
        ways = head & ways_mask
        least = width
        while ways != ZERO:
            which = np.uint64(lowest_place(ways))
            ways &= ways - ONE
            found = ZERO
            for layer in range(1, layers):
                kind, entry = 0 if are_alike else kind_of[layer], ZERO
                for number in range(sets):
                    men = position >> offsets[layer, number] & full
                    entry += np.uint64(places_of[kind, number, men])
                image = np.uint64(images[kind, entry * shift + which])
                if image & no_layer != ZERO:
                    return NONE
                found = found * (count if are_alike else counts[layer]) + image
            least = min(least, found)
        return np.int64(np.uint64(other) * part + (head >> shift) * width + least)

    @njit(cache=True)
    def position_at(index: Any) -> Any:
        if index < 0 or index >= num_indexes:
            return NO_WORD
        other = np.uint64(index) // part
        rest = np.uint64(index) - other * part
        position = others[other]
        for layer in range(layers - 1, 0, -1):
            base = count if are_alike else counts[layer]
            above = rest // base
            position |= words[layer, rest - above * base]
            rest = above
        return position | leads[rest]

    return Numbering(index, position_at, num_indexes, used)


def _spread(words: Array, offsets: Sequence[int], places: int) -> Array:
    """Return the sets of layers at the bits of a position at which they begin."""
    spread = np.zeros_like(words)
    for number, offset in enumerate(offsets):
        men = words >> np.uint64(number * places) & np.uint64((1 << places) - 1)
        spread |= men << np.uint64(offset)
    return spread


def _padded(arrays: list[Array]) -> Array:
    """Return arrays of different lengths as one, with the greatest number for what is missing."""
    longest = max(map(len, arrays))
    kind = np.result_type(*arrays)
    padded = np.full((len(arrays), longest), np.iinfo(kind).max, kind)
    for number, each in enumerate(arrays):
        none = np.iinfo(each.dtype).max
        padded[number, : len(each)] = np.where(each == none, np.iinfo(kind).max, each)
    return padded


# ── orbits, counted ─────────────────────────────────────────────────────────────────────────────


def _fixed_sets(turn: Sequence[int], sizes: list[tuple[int, ...]]) -> dict[tuple[int, ...], int]:
    """Return, for sets of each of these sizes, how many combinations a permutation keeps.

    A set is kept if it consists of whole cycles. The orbits of a group are as many as the
    combinations that its members keep on average (Burnside's lemma).
    """
    most = [max(each) for each in zip(*sizes, strict=True)]
    found = {(0,) * len(most): 1}
    for length in _cycles(turn):
        after = dict(found)
        for counts, ways in found.items():
            for number, size in enumerate(counts):
                if size + length <= most[number]:
                    grown = (*counts[:number], size + length, *counts[number + 1 :])
                    after[grown] = after.get(grown, 0) + ways
        found = after
    return {each: found.get(each, 0) for each in sizes}


def _cycles(turn: Sequence[int]) -> list[int]:
    """Return the lengths of the cycles of a permutation."""
    lengths, seen = [], set[int]()
    for first in range(len(turn)):
        place, length = first, 0
        while place not in seen:
            seen.add(place)
            place, length = turn[place], length + 1
        lengths += [length] * (length > 0)
    return lengths


# ── arguments, checked ──────────────────────────────────────────────────────────────────────────


def _group(symmetries: Iterable[Sequence[int]]) -> tuple[list[list[int]], int]:
    """Return the permutations of a group, the identity first, and the number of places."""
    try:
        listed = [list(map(int, each)) for each in symmetries]
    except Exception as error:  # an argument may be anything
        raise InvalidArgumentError(
            f"bad symmetries {spelled(symmetries)}: expected permutations of places"
        ) from error
    permutation_tables(listed)
    places = len(listed[0])
    identity = list(range(places))
    turns = [identity, *(each for each in listed if each != identity)]
    members = {tuple(each) for each in turns}
    closed = all(tuple(a[p] for p in b) in members for a in turns for b in turns)
    if len(turns) > MOST_SYMMETRIES or len(members) < len(turns) or not closed:
        raise InvalidArgumentError(
            f"bad symmetries {spelled(listed)}: expected a group of at most {MOST_SYMMETRIES} "
            "different permutations"
        )
    return turns, places


def _words(given: object, name: str) -> list[int]:
    """Return a list of different words."""
    found = [whole(each) for each in given] if isinstance(given, Iterable) else []
    words = [each for each in found if each is not None and 0 <= each < 2**64]
    if not words or len(words) < len(found) or len(set(words)) < len(words):
        raise InvalidArgumentError(f"bad {name} {spelled(given)}: expected different words")
    return words


def _offsets(offsets: object, places: int) -> list[int]:
    """Return the offsets of sets that lie apart."""
    starts = _words(offsets, "offsets")
    ordered = sorted(starts)
    apart = all(b - a >= places for a, b in pairwise(ordered))
    if not apart or ordered[-1] + places > 64:
        raise InvalidArgumentError(
            f"bad offsets {spelled(offsets)}: expected sets of {places} places that lie apart, "
            "within 64 bits"
        )
    return starts


def _sections(
    sizes: object, others: object, starts: list[int], places: int
) -> list[tuple[tuple[int, ...], int]]:
    """Return the sections: sizes and other bits."""
    planes = sum((1 << places) - 1 << start for start in starts)
    try:
        listed = [tuple(map(whole, each)) for each in sizes]  # type: ignore[attr-defined]
        rests = [0] * len(listed) if others is None else list(map(whole, others))  # type: ignore[call-overload]
        found = list(zip(listed, rests, strict=True))
    except (TypeError, ValueError) as error:
        raise InvalidArgumentError(
            f"bad sizes {spelled(sizes)} with others {spelled(others)}: expected as many others as "
            "sections"
        ) from error
    for section, other in found:
        numbers = [each for each in section if each is not None and each >= 0]
        fits = len(numbers) == len(section) == len(starts) and sum(numbers) <= places
        if not fits or other is None or not 0 <= other < 2**64 or other & planes:
            raise InvalidArgumentError(
                f"bad section {spelled((section, other))}: expected {len(starts)} sizes of sets "
                f"that fit on {places} places, and bits outside of the sets"
            )
    if not found or len(set(found)) < len(found):
        raise InvalidArgumentError(f"bad sizes {spelled(sizes)}: expected different sections")
    return found  # type: ignore[return-value]  # numbers only, as was checked


def _layers(layers: object, places: int) -> list[list[tuple[int, int]]]:
    """Return the layers: of each set the offset and the greatest size."""
    try:
        found = [[(whole(at), whole(most)) for at, most in each] for each in layers]  # type: ignore[attr-defined]
    except (TypeError, ValueError) as error:
        found = [[(None, None)]]
        raise InvalidArgumentError(
            f"bad layers {spelled(layers)}: expected sets, each by its offset and greatest size"
        ) from error
    sets = [each for layer in found for each in layer]
    fits = all(most is not None and 0 <= most <= places for _, most in sets)
    if not sets or not all(found) or not fits or places > 16:
        raise InvalidArgumentError(
            f"bad layers {spelled(layers)}: expected sets of at most {places} places, and at most "
            "16 places"
        )
    _offsets([at for at, _ in sets], places)
    return found  # type: ignore[return-value]
