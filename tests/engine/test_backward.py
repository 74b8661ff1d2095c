"""Retrograde passes: predecessors, possible losses, and outcomes too long for a table entry."""

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamesolver import Value, VerificationError
from gamesolver.engine import ends
from gamesolver.engine import predecessors as backward
from gamesolver.engine.calling import UnpackedRules
from gamesolver.rules.guard import Rules
from gamesolver.tables.entries import Coding
from gamesolver.verify.tables import verify_table
from tests.attacks.engine_games import INDEXED, SheetGame
from tests.attacks.graph_games import (
    IS_PLAIN,
    ONE_BY_ONE,
    SIDE_BY_SIDE,
    abreast,
    drawings,
    many_drawings,
    truth_abreast,
)
from tests.graph.test_methods import outcome_of
from tests.oracles.reference import reference
from tests.oracles.unfolded import unfolded_size
from tests.support.engine_solving import chain, labelled, playable, solved, table_of

ENDS = {"loss": -1, "draw": 0, "win": 1}


def require_right(game, threads=1):
    """Solve by retrograde passes, compare with the reference, verify, and return the table."""
    truth = reference(game.drawing.as_dict(), game.drawing.known()).values()
    return require_outcomes(game, threads, truth)


def require_outcomes(game, threads, truth):
    """Solve by retrograde passes, compare with these outcomes, verify, and return the table."""
    table, story = table_of(game, "either", threads)
    assert any("retrograde pass" in each for each in story)
    solution = solved(game)
    assert labelled(solution) == dict(enumerate(map(outcome_of, truth)))
    report = verify_table(Rules(game), table, (game.start(),), full=True)
    assert report.positions == unfolded_size(solution)
    return table


@settings(max_examples=ONE_BY_ONE // 2)
@given(drawings(), st.sampled_from(INDEXED), st.sampled_from([1, 2]), st.booleans())
def test_random_games(drawing, fold, threads, sooner):
    """Random games with kept turns, draws, cycles and repeated moves are solved correctly."""
    game = SheetGame(playable(drawing, fold), fold, True, back=True, sooner=sooner)
    require_right(game, threads)


@pytest.mark.parametrize(("seldom", "threads"), [(0, 1), (10**9, 2)])
@pytest.mark.parametrize("fold", INDEXED)
def test_thousands_of_graphs_at_once(fold, threads, seldom, monkeypatch):
    """Many graphs in one game are solved correctly, for each kind of symmetry reduction.

    The passes start from terminal positions or from moves to them.
    """
    monkeypatch.setattr(ends, "SELDOM", seldom)
    parts = [playable(each, fold) for each in many_drawings(SIDE_BY_SIDE // 4, INDEXED.index(fold))]
    sooner = seldom > 0 and fold in ("strict", "canonical")
    game = SheetGame(abreast(parts), fold, True, back=True, sooner=sooner)
    require_outcomes(game, threads, truth_abreast(parts))


def test_indexes_are_requested_where_no_player_keeps_the_turn():
    """Indexes of predecessors are used only if the rules do not define ``player``."""
    drawing = chain(3, -1)
    for fold, is_queried in (("strict", True), ("index", False)):
        game = SheetGame(playable(drawing, fold), fold, True, back=True, sooner=True)
        rules = UnpackedRules.of(game.rules.calls)
        assert (rules.gives_indexes, rules.counts_moves) == (is_queried, True)


class Tight(Coding):
    """Coding in which one-byte entries appear to hold only outcomes of up to two plies."""

    def longest_below(self, entry):
        return 2 if entry < 256 else 9999


@pytest.mark.compiled(why="half a minute in plain Python")
@settings(max_examples=ONE_BY_ONE // 2)
@given(drawings(), st.sampled_from(INDEXED))
def test_outcomes_that_do_not_fit(drawing, fold):
    """Outcomes too long for an entry are put in the overflow list, or the entries are widened."""
    game = SheetGame(playable(drawing, fold), fold, True, back=True)
    for few in (1, 10**9):
        with (
            patch.object(backward, "VALUES", Tight()),
            patch.object(backward, "FEW", few),
        ):
            table = require_right(game)
        truth = reference(game.drawing.as_dict(), game.drawing.known()).values()
        if not any(outcome_of(each).value is Value.DRAW for each in truth):
            assert few > 1 or table.entries.dtype == np.uint8


@pytest.mark.parametrize("few", [1, 10**9], ids=["long", "widened"])
@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
@pytest.mark.parametrize("escape", [False, True], ids=["forced", "with escapes"])
def test_chains_about_the_last_plies_that_fit(few, end, escape):
    """Chains just below and above 72 and 82 plies are solved correctly.

    Up to 72 plies an entry has room to count moves, and up to 82 plies it holds the outcome. With
    a large enough overflow list the entries stay narrow, and otherwise they are widened.
    """
    for plies in (83,) if IS_PLAIN else [72, 73, 82, 83, 71, 84, 130]:
        game = SheetGame(chain(plies, end, escape), "strict", True, back=True)
        with patch.object(backward, "FEW", few):
            table = require_right(game)
        if end != 0:
            assert (table.entries.dtype == np.uint8) == (few == 1 or plies <= 82)
            assert len(table.overflow) == (plies - 82 if few == 1 and plies > 82 else 0)


@pytest.mark.compiled(why="half a minute in plain Python")
@pytest.mark.parametrize("threads", [2, 1])
def test_few_long_ones_beside_many_short(threads):
    """A long chain in a large game keeps one byte per index, with the usual outcomes and counts."""
    parts = [chain(110, -1, escape=True), *(chain(40, -1) for _ in range(40))]
    game, plain = (SheetGame(abreast(parts), "raw", True, back=back) for back in (True, False))
    table = require_right(game, threads)
    assert table.entries.dtype == np.uint8
    assert len(table.overflow) == 2 * (110 - 82)
    back, forth = solved(game), solved(plain)
    assert [(each, back[each]) for each in back] == [(each, forth[each]) for each in forth]
    assert back.counts() == forth.counts()
    assert back.counts(reachable=True, seat=1) == forth.counts(reachable=True, seat=1)


def require_caught(solution):
    """Check that verification fails."""
    with pytest.raises(VerificationError):
        solution.verify(full=True)


def test_corrupted_long_ones_are_caught():
    """A changed, missing or unlisted long outcome fails verification."""
    game = SheetGame(chain(90, -1), "strict", True, back=True)
    with patch.object(backward, "FEW", 1):
        solution = solved(game)
    overflow, entries = solution._table.overflow, solution._table.entries
    for place in range(len(overflow)):
        for wrong in (overflow.entries[place] + 1, overflow.entries[place] + 3, 2, 1, 0):
            right, overflow.entries[place] = overflow.entries[place], wrong
            require_caught(solution)
            overflow.entries[place] = right
        right, overflow.indexes[place] = overflow.indexes[place], 10**6
        require_caught(solution)
        overflow.indexes[place] = right
    for index in np.flatnonzero(entries != overflow.code)[::7]:
        right, entries[index] = entries[index], overflow.code
        require_caught(solution)
        entries[index] = right
    solution.verify(full=True)
