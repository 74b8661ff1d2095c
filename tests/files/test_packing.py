"""Columns packed into blocks and read back, for all kinds of contents."""

from itertools import pairwise

import numpy as np
import pytest
import zstandard

from gamesolver.files import blocks as blocks_module
from gamesolver.files import packing
from gamesolver.files.format import Guide


def unpacked(column, packed, in_a_block, size):
    """Yield the entries of each block."""
    seal, unpacker = blocks_module.Seal(b"some game", column), zstandard.ZstdDecompressor()
    guide = Guide(packed[1], packed[2])
    for number, content in enumerate(packed[0]):
        context = guide.hash_of(number), guide.bounds_of(number), unpacker
        raw = seal.unpack(number, content, *context)
        yield blocks_module.READERS[column](raw, min(in_a_block, size - number * in_a_block))


def positions_with(steps):
    """Return positions with the given steps between them, from a large number on."""
    return np.cumsum(np.array([7 << 40, *steps], np.uint64))


LUCK = np.random.default_rng(3)
STEPS = {
    "none": [],
    "short": LUCK.integers(1, 255, 1000),
    "longest short and shortest long": [254, 255, 256, 254, 255],
    "long": LUCK.integers(1 << 30, 1 << 50, 50),
    "some long": np.where(LUCK.random(1000) < 0.1, LUCK.integers(1, 1 << 48, 1000), 1),
    "the longest": [2**64 - 1 - (7 << 40)],
}


@pytest.mark.parametrize("width", [np.uint8, np.uint16, np.uint32])
@pytest.mark.parametrize("steps", STEPS)
def test_positions_and_their_entries(steps, width):
    """Positions with steps of every length and entries of every width are read back from blocks."""
    positions = positions_with(STEPS[steps])
    entries = LUCK.integers(0, np.iinfo(width).max, len(positions), width, endpoint=True)
    packed = packing.pack(
        blocks_module.Seal(b"some game", "found_cells"), (positions, entries), 100, 0
    )
    blocks = list(unpacked("found_cells", packed, 100, len(positions)))
    assert np.concatenate([each for each, _ in blocks]).tolist() == positions.tolist()
    assert np.concatenate([each for _, each in blocks]).tolist() == entries.tolist()
    assert np.frombuffer(packed[2], "<u8").tolist() == positions[::100].tolist()


@pytest.mark.parametrize("steps", STEPS)
def test_positions_and_their_values(steps):
    """Positions and their values, packed five to a byte, are read back from blocks."""
    positions = positions_with(STEPS[steps])
    values = LUCK.integers(0, 3, len(positions), np.uint8)
    packed = packing.pack(
        blocks_module.Seal(b"some game", "found_digits"), (positions, values), 100, 0
    )
    for number, (theirs, entries) in enumerate(
        unpacked("found_digits", packed, 100, len(positions))
    ):
        part = slice(number * 100, number * 100 + 100)
        assert theirs.tolist() == positions[part].tolist()
        assert entries[np.arange(len(theirs))].tolist() == values[part].tolist()


@pytest.mark.parametrize("bits", range(1, 65))
def test_numbers_of_every_length(bits):
    """Numbers are read back from byte planes, for every length of the greatest one in bits."""
    for most in (1 << bits - 1, (1 << bits) - 1):
        numbers = np.array([0, 1, most], np.uint64)
        raw = blocks_module.to_planes(numbers)
        assert blocks_module.from_planes(raw, len(numbers)).tolist() == [0, 1, most]


def test_a_guide_that_leads_past_a_block():
    """A block is refused if its own first number, or that of the next block, was changed."""
    positions = positions_with(STEPS["short"])
    seal = blocks_module.Seal(b"some game", "found_cells")
    contents, hashes, firsts = packing.pack(seal, (positions, positions % 3), 100, 0)
    changed = np.frombuffer(firsts, "<u8").copy()
    changed[5] += 1
    guide, refused = Guide(hashes, changed.tobytes()), []
    for number, content in enumerate(contents):
        expected = guide.hash_of(number), guide.bounds_of(number)
        try:
            seal.unpack(number, content, *expected, zstandard.ZstdDecompressor())
        except blocks_module.BadBlockError:
            refused.append(number)
    assert refused == [4, 5]


def test_positions_that_no_player_wrote():
    """A block with too few bytes, or with missing long steps, is refused."""
    for raw in (b"", bytes(50), bytes(9) + b"\xff" * 100, b"\x09" * 9 + b"\xff" * 100):
        with pytest.raises(blocks_module.BadBlockError):
            blocks_module.READERS["found_cells"](raw, 100)


BLOCKS = {
    "cells": ([7, 300, 70_000, 2**31], "<u4"),
    "numbers": ([0, 255, 256, 2**63], "<u8"),
    "keys": ([1, 255, 256, 2**40], "<u8"),
    "digits": ([0, 1, 2, 2, 1, 0, 1], "<u1"),
}
FOUND = [5, 259, 260, 515, 2**40]  # steps of 254, 1 and 255, and one that takes six bytes


@pytest.mark.parametrize("column", [*BLOCKS, "found_cells", "found_digits", "texts"])
def test_blocks_that_are_some_bytes_short(column):
    """A truncated block is refused, or read as an equal number of other entries."""
    if column == "texts":
        run = (["a", "", "\\"],)
    elif column in BLOCKS:
        numbers, kind = BLOCKS[column]
        run = (np.array(numbers, kind),)
    else:
        run = np.array(FOUND, np.uint64), np.arange(len(FOUND)).astype(np.uint8) % 3
    count = len(run[0])
    raw, _ = packing.WRITERS[column](run, count)
    read, refused = blocks_module.READERS[column], 0
    for size in range(len(bytes(raw))):
        try:
            entries = read(bytes(raw)[:size], count)
        except blocks_module.BadBlockError:
            refused += 1
        else:  # without its last plane a block has smaller numbers, which only the hash reveals
            numbers = entries[-1] if isinstance(entries, tuple) else entries
            assert len(numbers) == count
    assert refused >= len(raw) - 8
    with pytest.raises(blocks_module.BadBlockError):
        read(bytes(raw), 0)


@pytest.mark.parametrize("byte", range(243, 256))
def test_bytes_that_no_five_values_are_written_as(byte):
    """The greatest byte of five values is 242, and each greater one is refused when it is read."""
    assert blocks_module.Fives(bytes([0, 242]), 10)[np.arange(5, 10)].tolist() == [2] * 5
    for raw in (bytes([byte, 0]), bytes([0, byte])):
        with pytest.raises(blocks_module.BadBlockError):
            blocks_module.READERS["digits"](raw, 10)
        with pytest.raises(blocks_module.BadBlockError):
            blocks_module.READERS["found_digits"](bytes(9) + bytes(10) + raw, 10)


@pytest.mark.parametrize("most", [1, 3, 10, 35])
@pytest.mark.parametrize("in_a_block", [1, 4, 30])
def test_runs_of_whole_blocks(most, in_a_block, monkeypatch):
    """Stretches of any length, including empty ones, become runs of whole blocks."""
    monkeypatch.setattr(packing, "ENTRIES_A_RUN", 8)
    numbers, texts = np.arange(100), list(map(str, range(100)))
    ends = [0, *sorted(LUCK.integers(0, 100, 100 // most)), 100]
    stretches = [packing.part_of((numbers, texts), *each) for each in pairwise(ends)]
    runs = list(packing.runs_of(stretches, in_a_block))
    assert np.concatenate([each for each, _ in runs]).tolist() == numbers.tolist()
    assert [text for _, each in runs for text in each] == texts
    assert all(len(each) % in_a_block == 0 for each, _ in runs[:-1])
    assert all(0 < len(each) <= max(8, in_a_block) for each, _ in runs)


def test_runs_of_nothing():
    """Without stretches there are no runs."""
    assert list(packing.runs_of([], 7)) == []
