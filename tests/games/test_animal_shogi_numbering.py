"""The numbering of animal shogi: slots and holes, twins and moves, and any integer."""

import random

import numba as nb
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import AnimalShogi
from games.animal_shogi.plain import PIECES
from gamesolver import NO_POSITION, InvalidArgumentError, check_game
from tests.oracles.plain_rules import assert_alike_at_random, assert_alike_everywhere, slot_position
from tests.support.scale import IS_PLAIN

GAME = AnimalShogi(numbered=True)
SLOTS = GAME.rules.slots
BOARDS = 1 | 1 << 12 | 1 << 24 | 1 << 36
"""The same square of all four boards."""


def slot_of(game, position):
    """The slot that the rules give, or -1."""
    return game.rules.calls.slot_of(position)


# ── slots and positions ────────────────────────────────────────────────────


@pytest.mark.parametrize("pieces", ["LCEG", "LEG", *sorted({*PIECES} - {"LCEG", "LEG"})])
def test_random_games(pieces):
    """Along random games twins share a slot, which has one of them; all else is as before."""
    game = AnimalShogi(pieces, numbered=True)
    assert_alike_at_random(game, random.Random(8), games=4 if IS_PLAIN else 12, plies=60)


def test_the_least_relative_everywhere():
    """So it is at every position that the start reaches with lions alone."""
    assert assert_alike_everywhere(AnimalShogi("L", numbered=True)) > 70


def test_every_slot_of_the_least_relative():
    """With lions alone each slot has a position, and each position but for mirrors a slot."""
    game = AnimalShogi("L", numbered=True)
    positions = [slot_position(game, slot) for slot in range(game.rules.slots)]
    assert [slot_of(game, position) for position in positions] == list(range(54))
    assert len({frozenset({each, *game.symmetries(each)}) for each in positions}) == 54


@given(st.integers(0, SLOTS - 1))
def test_slots(slot):
    """A slot is a hole or its position has just that slot; holes have symmetric giraffes."""
    position = slot_position(GAME, slot)
    twin, *_ = GAME.symmetries(position)
    back = slot_of(GAME, position)
    assert GAME.from_plain(GAME.to_plain(position)) == position
    assert slot_of(GAME, twin) == back
    if back != slot:
        assert 0 <= back < slot
        assert slot_position(GAME, back) == twin
        for row in GAME.to_plain(position)[:4]:
            kept = "".join(piece if piece in "LlGg" else "." for piece in row)
            assert kept == kept[::-1]


@nb.njit
def walk(step, slots, index, position_at, symmetries, successors, terminal_code):
    """At every n-th slot: how many are valid, holes, successors; and what has a wrong slot."""
    moves, after, twin = np.empty(64, np.int64), np.empty(64, np.uint64), np.empty(1, np.uint64)
    told = np.zeros(4, np.int64)
    for slot in range(0, slots, step):
        position = position_at(slot)
        back = index(position)
        symmetries(position, twin)
        told[3] += index(twin[0]) != back or back < 0
        if back != slot:
            told[1] += 1
            told[3] += position_at(back) != twin[0]
            continue
        told[0] += 1
        if terminal_code(position) != 2:
            continue
        for each in range(successors(position, moves, after)):
            reached = index(after[each])
            canonical = position_at(reached)
            symmetries(after[each], twin)
            told[2] += 1
            is_good = reached >= 0 and index(canonical) == reached
            told[3] += not is_good or (canonical != after[each] and canonical != twin[0])
    return told


@pytest.mark.parametrize(
    ("pieces", "step"),
    [("L", 1), ("LG", 37), ("LCEG", 60_000_011)]
    + [pytest.param(p, 1, marks=pytest.mark.compiled) for p in ["LEG", "LE", "LC"]]
    + [pytest.param("LCEG", 2477, marks=pytest.mark.compiled)],
)
def test_every_nth_slot(pieces, step):
    """Index and position undo each other, twins agree, and moves lead to valid slots."""
    rules = AnimalShogi(pieces, numbered=True).rules
    calls = rules.calls
    names = "index", "position_at", "symmetries", "successors", "end"
    asked = (getattr(calls, name).function for name in names)
    valid, holes, moves, faults = walk(step, rules.slots, *asked)
    assert faults == 0
    assert valid + holes == len(range(0, rules.slots, step))
    assert moves > 0


@given(st.integers(-(2**63), 2**63 - 1))
def test_any_slot_may_be_asked_for(slot):
    """Beyond the slots there is no position."""
    if not 0 <= slot < SLOTS:
        assert slot_position(GAME, slot) == NO_POSITION


@pytest.mark.parametrize("slot", [-1, SLOTS, -(2**63), 2**63 - 1])
def test_beyond_the_slots(slot):
    """Right beyond the slots there is no position either; ``NO_POSITION`` has no slot."""
    assert slot_position(GAME, slot) == NO_POSITION
    assert slot_of(GAME, NO_POSITION) == -1


# ── any integer ────────────────────────────────────────────────────────────


def assert_slot_if_position(game, number):
    """An integer has a slot if and only if a text describes it."""
    try:
        game.to_plain(number)
    except InvalidArgumentError:
        assert slot_of(game, number) == -1
    else:
        assert 0 <= slot_of(game, number) < game.rules.slots


SETS = ["LCEG", "LEG", "LG", "L", *sorted({*PIECES} - {"LCEG", "LEG", "LG", "L"})]
"""By day those whose rules are compiled for other tests, too."""


@given(st.sampled_from(SETS), st.integers(0, 2**64 - 2))
def test_any_integer_may_be_asked_for_its_slot(pieces, number):
    """What is no position has none."""
    assert_slot_if_position(AnimalShogi(pieces, numbered=True), number)


@given(st.integers(0, SLOTS - 1), st.lists(st.integers(0, 63), min_size=1, max_size=4))
def test_numbers_near_positions(slot, bits):
    """Some bits away from a position there is mostly none, and never a slot without one."""
    number = slot_position(GAME, slot)
    for bit in bits:
        number ^= 1 << bit
    assert_slot_if_position(GAME, min(number, NO_POSITION - 1))


@pytest.mark.parametrize("text", ["g.e/.l./CEC/.LG -", "g.c/Gl./.../.L. CEE"])
def test_two_pieces_on_one_square(text):
    """Where the bits of two pieces lie on one square there is no position."""
    position = GAME.parse(text)
    for square in range(12):
        for board in (0, 12, 24, 36):
            assert_slot_if_position(GAME, position | 1 << square + board)
            for other in range(12):
                moved = position >> other & BOARDS
                assert_slot_if_position(GAME, position & ~(BOARDS << other) | moved << square)


@given(st.sampled_from(SETS), st.sampled_from(SETS), st.integers(0, 2**40))
def test_positions_with_other_pieces(pieces, others, number):
    """A position of another relative has no slot."""
    game, other = (AnimalShogi(each, numbered=True) for each in (pieces, others))
    position = slot_position(other, number % other.rules.slots)
    assert (slot_of(game, position) >= 0) == (pieces == others)


# ── words and laws ─────────────────────────────────────────────────────────


@pytest.mark.parametrize("numbered", [1, 0, None, "yes"])
def test_numbered_or_not(numbered):
    """Nothing but a yes or a no is taken."""
    with pytest.raises(InvalidArgumentError) as caught:
        AnimalShogi(numbered=numbered)
    assert str(caught.value) == (
        f"bad numbered {numbered!r} of AnimalShogi: expected True or False"
    )


def test_what_is_no_position_has_no_canonical():
    """What is no position is refused with its number."""
    with pytest.raises(InvalidArgumentError, match=r"^no position 5: its index is -1$"):
        GAME.canonical(5)


def test_the_laws():
    """The numbered game obeys every law, on all of the smallest relative."""
    assert check_game(AnimalShogi("L", numbered=True)).exhaustive
