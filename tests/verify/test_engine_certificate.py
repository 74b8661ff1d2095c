"""The verifier accepts the engine's tables, and catches every change of an entry."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamesolver import Outcome, Value, VerificationError
from gamesolver.kernels.codes import ENDLESS, PENDING, UNUSED
from gamesolver.rules.guard import Rules
from gamesolver.tables.entries import VALUES
from gamesolver.verify.tables import verify_table
from tests.attacks.engine_games import ENUMERATED, INDEXED, SheetGame
from tests.attacks.graph_games import ONE_BY_ONE, Drawing, drawings
from tests.support.engine_solving import passing, playable, table_of

# 0 wins by moving to 1, 2 has only 3, 4 and 5 form a cycle, 6 can end in a draw, 8 keeps the turn
SMALL = Drawing(
    moves=(
        ((1, False), (6, False)),
        (),
        ((3, False),),
        ((1, False), (2, True)),
        ((5, False), (3, False)),
        ((4, False),),
        ((7, False), (4, False)),
        (),
        ((9, True), (0, True)),
        (),
        (),
    ),
    ends=(None, -1, None, None, None, None, None, 0, None, 1, 0),
    boundaries=(None,) * 11,
    roots=(0, 2, 4, 5, 6, 8, 10),
)
CODES = [PENDING, UNUSED, ENDLESS, 255, *range(3, 40), 84, 253, 254]
KINDS = [(fold, False) for fold in ENUMERATED] + [(fold, True) for fold in INDEXED]


def fails(table, game, full):
    """Return True if the verifier finds a fault."""
    try:
        verify_table(Rules(game), table, (game.start(),), full)
    except VerificationError:
        return True
    return False


@pytest.mark.parametrize(
    ("fold", "indexed", "full"),
    [
        *((*kind, not place % 2) for place, kind in enumerate(KINDS)),
        *((*kind, bool(place % 2)) for place, kind in enumerate(KINDS)),
    ],
)
def test_every_change_of_an_entry_is_caught(fold, indexed, full):
    """Any other code in any entry is caught, at unused indexes as well."""
    game = SheetGame(passing(SMALL) if fold == "strict" else SMALL, fold, indexed)
    table, _ = table_of(game)
    assert not fails(table, game, full)
    for index, right in enumerate(table.entries.tolist()):
        for code in CODES:
            table.entries[index] = code
            assert fails(table, game, full) == (code != right), (index, code)
        table.entries[index] = right
    assert not fails(table, game, full)


@pytest.mark.parametrize("width", [np.uint16, np.uint32])
def test_changes_of_wide_entries_are_caught(width):
    """Changes of entries of two and four bytes are caught, also to codes beyond one byte."""
    game = SheetGame(passing(SMALL), indexed=True)
    table, _ = table_of(game)
    table.entries = table.entries.astype(width)
    assert not fails(table, game, True)
    for index, right in enumerate(table.entries.tolist()):
        for code in (*CODES, right + 256, np.iinfo(width).max):
            table.entries[index] = code
            assert fails(table, game, True) == (code != right)
        table.entries[index] = right


@settings(max_examples=ONE_BY_ONE)
@given(drawings(), st.sampled_from(KINDS), st.data())
def test_a_change_in_any_game_is_caught(drawing, kind, data):
    """The solution verifies; with one outcome changed it does not."""
    fold, indexed = kind
    game = SheetGame(playable(drawing, fold), fold, indexed)
    table, _ = table_of(game)
    assert not fails(table, game, True)
    index = data.draw(st.integers(0, len(table.entries) - 1))
    table.entries[index] = data.draw(
        st.sampled_from(sorted({*CODES} - {int(table.entries[index])}))
    )
    assert fails(table, game, True)


@pytest.mark.parametrize(("fold", "indexed"), [("strict", False), ("strict", True)])
def test_two_wrong_entries_that_agree_are_caught(fold, indexed):
    """Exchanging the outcomes of any two positions is caught."""
    game = SheetGame(passing(SMALL), fold, indexed)
    table, _ = table_of(game)
    indexes = [table.places.index(position) for position in table]
    by_outcome = {index: table.entries[index] for index in indexes}
    for one in indexes:
        for other in indexes:
            if by_outcome[one] != by_outcome[other]:
                table.entries[[one, other]] = table.entries[[other, one]]
                assert fails(table, game, True)
                table.entries[[one, other]] = table.entries[[other, one]]
    assert not fails(table, game, True)


LOSS_2, DRAW_0 = Outcome(Value.LOSS, 2), Outcome(Value.DRAW, 0)
GREATEST = "this is the greatest backed-up outcome of its moves"


@pytest.mark.parametrize(
    ("node", "entry", "expected", "message"),
    [
        (8, "win in 3", LOSS_2, f"win in 3, and should be loss in 2: {GREATEST}"),
        (8, "endless draw", LOSS_2, f"endless draw, and should be loss in 2: {GREATEST}"),
        (8, PENDING, LOSS_2, f"pending, and should be loss in 2: {GREATEST}"),
        (8, UNUSED, None, "unused: the index is marked as unused"),
        (10, "win in 3", DRAW_0, "win in 3, and should be draw in 0: play has ended there"),
        (10, PENDING, DRAW_0, "pending, and should be draw in 0: play has ended there"),
    ],
)
def test_the_fault_is_reported(node, entry, expected, message):
    """The message names the position, what is stored and what should be, and so does the error."""
    game = SheetGame(passing(SMALL), indexed=True)
    table, _ = table_of(game)
    code = VALUES.entry_for(NAMED[entry]) if isinstance(entry, str) else entry
    table.entries[table.places.index(game.at(node))] = code
    with pytest.raises(VerificationError) as caught:
        verify_table(Rules(game), table, (game.start(),), True)
    error = caught.value
    assert str(error) == (f"the solution is wrong: position {game.at(node)} is stored as {message}")
    assert (error.position, error.expected) == (game.at(node), expected)
    assert error.stored == (NAMED[entry] if isinstance(entry, str) else None)


NAMED = {"win in 3": Outcome(Value.WIN, 3), "endless draw": Outcome(Value.DRAW, None)}


def test_a_hole_that_is_called_a_position_is_reported():
    """An entry at an unused index is reported, with the reason that it must be empty."""
    game = SheetGame(passing(SMALL), indexed=True)
    table, _ = table_of(game)
    hole = int(np.flatnonzero(table.entries == UNUSED)[0])
    table.entries[hole] = ENDLESS
    there = table.places.position(hole)
    with pytest.raises(VerificationError) as caught:
        verify_table(Rules(game), table, (game.start(),), False)
    assert str(caught.value) == (
        f"the solution is wrong: position {there} is stored as endless draw: "
        "no position has that index"
    )


def test_a_root_that_is_missing_is_reported():
    """A position to solve must be in the table."""
    game = SheetGame(passing(SMALL))
    table, _ = table_of(game)
    stray = game.at(len(SMALL.moves))
    with pytest.raises(VerificationError) as caught:
        verify_table(Rules(game), table, (stray,), False)
    assert str(caught.value) == (f"the solution is wrong: position {stray}: it is missing")
