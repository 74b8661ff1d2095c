"""Encodings of table entries: the two existing ones agree, and a new one needs one module."""

from itertools import product
from random import Random

import numpy as np
import pytest

from games import Awari, ConnectFour, Quixo
from gamesolver.kernels import encodings, forms, score_entries, value_entries
from gamesolver.kernels.codes import ENDLESS, FIRST, UNUSED, entry_of, preference_key
from gamesolver.tables.entries import OF_VALUES, VALUES, Coding
from tests.attacks.compiled_scores import CompiledScores, bounds_of
from tests.attacks.scored_graphs import abreast, drawn
from tests.oracles.scored_reference import as_reference
from tests.support import best_first_entries
from tests.support.best_first_entries import BestFirst
from tests.support.engine_solving import solved
from tests.support.rank_solving import file_of


def outcomes_in(solution, parts):
    """Return the outcomes of every node of these graphs, in order."""
    sizes = [len(part.moves) for part in parts]
    return [
        as_reference(solution[2 * node + seat]) for node in range(sum(sizes)) for seat in (0, 1)
    ]


def encode_best_first(monkeypatch):
    """Make the engine use the encoding of this test for all games."""
    coding_of = Coding.of.__func__

    def best_first(cls, rules, has_endless=False):
        coding = coding_of(cls, rules, has_endless)
        return cls(BestFirst(*coding.form), coding.is_scored)

    monkeypatch.setitem(forms.ENCODINGS, BestFirst, best_first_entries)
    monkeypatch.setattr(Coding, "of", classmethod(best_first))


@pytest.mark.parametrize("endless", [0, -2])
def test_a_new_encoding_is_a_module_and_two_lines(endless, monkeypatch):
    """A new encoding gives different table entries and the same outcomes."""
    luck = Random(endless)
    parts = [drawn(luck, gains=True) for _ in range(40)]
    drawing = abreast(parts)
    game = CompiledScores(
        drawing, endless, bounds=bounds_of(drawing, endless), gains=True, staged=True, indexed=True
    )
    before = solved(game)
    expected = outcomes_in(before, parts)
    encode_best_first(monkeypatch)
    after = solved(game)
    assert isinstance(after._table.coding.form, BestFirst)
    assert outcomes_in(after, parts) == expected
    assert (after._table.entries != before._table.entries).any()


@pytest.mark.parametrize("game", [ConnectFour(3, 3), Quixo(2), Awari(seeds=3)], ids=repr)
def test_files_have_one_encoding(game, monkeypatch):
    """A solution is saved as the same file, whatever encoding its entries have in memory."""
    expected = file_of(solved(game))
    encode_best_first(monkeypatch)
    solution = solved(game)
    assert isinstance(solution._table.coding.form, BestFirst)
    assert file_of(solution) == expected


NUMBERS = range(FIRST, FIRST + 3 * 200)


def test_values_are_the_case_of_three_scores():
    """Both encodings have the same functions, and the same results for wins, losses and draws."""
    for entry, kept in product([ENDLESS, *NUMBERS], (False, True)):
        one, other = (
            module.key_of_move(form, entry, kept, 0, 0)
            for module, form in ((value_entries, None), (score_entries, OF_VALUES))
        )
        assert one == other, (entry, kept)
        assert value_entries.entry_of_key(None, one, 0) == score_entries.entry_of_key(
            OF_VALUES, one, 0
        )
    for entry in NUMBERS:
        assert value_entries.plies_in(None, entry) == score_entries.plies_in(OF_VALUES, entry)
        assert value_entries.is_end_entry(None, entry) == score_entries.is_end_entry(
            OF_VALUES, entry
        )
    for end, kept in product((-1, 0, 1), (False, True)):
        assert value_entries.entry_of_end(None, end) == score_entries.entry_of_end(OF_VALUES, end)
        one, other = (
            module.key_of_last_move(form, end, kept, 0, 0)
            for module, form in ((value_entries, None), (score_entries, OF_VALUES))
        )
        assert one == other, (end, kept)


def test_python_reads_the_entries_that_kernels_write():
    """The Python functions for entries agree with those of the kernels."""
    for value, plies in product((-1, 0, 1), range(200)):
        entry = entry_of(value, plies)
        outcome = VALUES.resolved(entry)
        assert (outcome.points, outcome.remoteness) == (value, plies)
        assert VALUES.entry_for(outcome) == entry
        assert value_entries.entry_of_key(None, preference_key(value, plies), 0) == entry
    assert VALUES.entry_for(VALUES.outcome_of(ENDLESS)) == ENDLESS
    assert VALUES.outcome_of(UNUSED) is None


def test_every_encoding_has_every_function():
    """Each encoding module defines every function that kernels choose by the form."""
    names = [
        name
        for name, each in vars(encodings).items()
        if getattr(each, "__qualname__", "").startswith("by_form.")
    ]
    assert len(names) == 11
    columns = "longest_below", "are_within", "lengths_of", "entries_of", "points_and_plies"
    for module in (value_entries, score_entries, best_first_entries):
        assert [name for name in names if not hasattr(module, name)] == []
    for module in (score_entries, best_first_entries):
        assert [name for name in columns if not hasattr(module, name)] == []
    assert np.all(score_entries.are_within(OF_VALUES, np.array([-1, 0, 1])))
