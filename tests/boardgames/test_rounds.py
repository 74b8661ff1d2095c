"""Loops of a fixed number of rounds give the results of loops over sets, within bounds."""

from random import Random

import pytest

from gamesolver.boardgames.rounds import in_fixed_rounds

SIZE, GUARD = 9, -7
PLAIN = ["moves[count] = 10 * place + 1", "positions[count] = at | 1 << place", "count += 1"]
TESTED = [
    "after = at | 1 << place",
    "wrong |= (ONE if after & 4 else ZERO)",
    "if after & 24 != 0:",
    "    positions[count] = after",
    "    moves[count] = place",
    "    count += 1",
]
COUNTED = ["count += 1"]
OTHERS = [
    ["for each in range(3):", "    count += 1"],
    ["count += 1", "at |= 1"],
    ["if at:", "    count += 1", "else:", "    count += 1"],
    ["v_seen = place", "count += 1"],
    ["positions[count] = by_helper_1(at)", "count += 1"],
]


def loop_with(body):
    """Return the lines of a loop over ``left``."""
    head = ["while left != ZERO:", "    place = lowest_place(left)", "    left &= left - ONE"]
    return [*head, *(f"    {line}" for line in body)]


def run(lines, left, at, *, stepwise):
    """Run the lines, and return ``count``, ``wrong``, ``moves`` and ``positions``."""
    space = {
        "ZERO": 0, "ONE": 1, "W": int, "N": int, "STEPWISE": stepwise, "left": left, "at": at,
        "count": 2, "wrong": 0, "moves": [GUARD] * 12, "positions": [GUARD] * 12,
        "lowest_place": lambda word: (word & -word).bit_length() - 1,
        "count_bits": int.bit_count,
    }  # fmt: skip
    exec("\n".join(lines), space)
    return space["count"], space["wrong"], space["moves"], space["positions"]


@pytest.mark.parametrize("body", [PLAIN, TESTED, COUNTED], ids=["plain", "tested", "counted"])
@pytest.mark.parametrize("stepwise", [False, True])
def test_rounds_list_the_same(body, stepwise):
    """Counts, lists and faults agree for sets of every size, and buffers are not exceeded."""
    luck = Random(3)
    for most in range(1, 9):
        lines = in_fixed_rounds(loop_with(body), "left", 1 << SIZE - 1, most)
        assert lines != loop_with(body)
        for _ in range(60):
            places = luck.sample(range(SIZE), luck.randint(0, most))
            left, at = sum(1 << place for place in places), luck.getrandbits(SIZE)
            expected = run(loop_with(body), left, at, stepwise=True)
            found = run(lines, left, at, stepwise=stepwise)
            assert found[:2] == expected[:2]
            for ours, theirs in zip(found[2:], expected[2:], strict=True):
                assert ours[: found[0]] == theirs[: found[0]]
                assert ours[2 + most :] == [GUARD] * (10 - most)


@pytest.mark.parametrize("body", OTHERS, ids=lambda body: body[0])
def test_other_loops_stay(body):
    """A loop that does more than list actions, or whose set may be large, is left as it is."""
    assert in_fixed_rounds(loop_with(body), "left", 256, 4) == loop_with(body)
    assert in_fixed_rounds(loop_with(PLAIN), "left", 256, 9) == loop_with(PLAIN)
