"""Tests of histories of positions: early and late ones, with one thread and with several."""

from __future__ import annotations

import random
import threading

import pytest

from gamesolver.adapters import histories


@pytest.fixture(params=[1, 40, 10_000])
def early(request, monkeypatch):
    """Number of early positions: the start alone, a few, or all."""
    monkeypatch.setattr(histories, "EARLY", request.param)
    monkeypatch.setattr(histories, "SMALLEST", 8)
    return request.param


@pytest.mark.parametrize("base", [2, 300, 1 << 20])
def test_a_line_is_the_moves_from_the_start(early, base):
    """The line of each position is the first one added, as in a plain dictionary."""
    luck = random.Random(base)
    kept, lines = histories.Histories(base), {b"start": []}
    assert kept.add(b"start", 0, 0)
    for _ in range(3_000):
        before = luck.choice(list(lines))
        move, position = luck.randrange(base), str(luck.randrange(2_000)).encode()
        assert kept.add(position, kept.get(before), move) == (position not in lines)
        lines.setdefault(position, [*lines[before], move])
    assert len(kept) == len(lines)
    assert {each: kept.line(kept.get(each)) for each in lines} == lines
    assert kept.get(b"elsewhere") == 0
    assert kept.get(b"start") == histories.FRESH
    assert not kept.add(b"start", 0, 0)


def test_several_threads_add_at_once(early):
    """With any order of threads, each position has one history, which leads to it."""
    kept = histories.Histories(1_000)
    kept.add(b"0", 0, 0)

    def add(seed):
        luck = random.Random(seed)
        for number in luck.sample(range(1, 2_000), 1_500):
            kept.add(str(number).encode(), kept.get(b"0"), number % 1_000)

    threads = [threading.Thread(target=add, args=(seed,)) for seed in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    known = [number for number in range(1, 2_000) if kept.get(str(number).encode())]
    assert len(known) == len(kept) - 1
    assert all(kept.line(kept.get(str(each).encode())) == [each % 1_000] for each in known)
