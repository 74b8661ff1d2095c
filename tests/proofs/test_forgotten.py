"""Entries lost from a table of a fixed size, and later queries for them."""

from random import Random

import numpy as np
import pytest

from games import ConnectFour, Nim
from games.in_a_row.plain import PlainConnectFour
from gamesolver import ProofInfo, prove
from gamesolver.kernels import alpha_beta
from gamesolver.proofs import plain_table
from gamesolver.proofs.buffers import SAMPLE, table_of
from gamesolver.proofs.questions import Forgotten
from gamesolver.proofs.search_scores import NOTHING as NOTHING_KNOWN
from gamesolver.system import progress
from tests.attacks.compiled_graphs import GraphGame, random_drawing

ENTRIES, KEYS, KEPT = 64, 300, 3_000


def kept_at_random(keep_key, is_known):
    """Store random keys; return how many lost ones were met again, and how many keys there were."""
    random, before, met_again = Random(5), set(), 0
    for key in (random.randrange(1, KEYS) for _ in range(KEPT)):
        met_again += key in before and not is_known(key)
        before.add(key)
        keep_key(key)
    return met_again, len(before)


@pytest.mark.parametrize(("places", "is_exact"), [(SAMPLE, True), (100, False)])
def test_a_sample_reports_how_often_what_was_forgotten_is_met_again(places, is_exact):
    """The number of lost keys met again is exact for a full sample, else within a quarter."""
    words, counts = table_of(ENTRIES), np.zeros(alpha_beta.COUNTS, np.int64)
    table = alpha_beta.BoundsTable(words, np.zeros(places + alpha_beta.TRIED, np.uint64), counts)
    with np.errstate(over="ignore"):
        met_again, kept = kept_at_random(
            lambda key: alpha_beta.keep(table, np.uint64(key), 0, 5, 1, alpha_beta.NO_PLACE),
            lambda key: alpha_beta.word_of(words, np.uint64(key)) != alpha_beta.NOTHING,
        )
    held = np.count_nonzero(words.reshape(-1, 2, alpha_beta.WAYS)[:, 1])
    assert counts[alpha_beta.FORGOTTEN] == kept + met_again - held
    assert counts[alpha_beta.MET_AGAIN] == (
        met_again if is_exact else pytest.approx(met_again, rel=0.25)
    )
    assert (counts[alpha_beta.LEFT_OUT] == 0) == is_exact


@pytest.mark.parametrize(("places", "is_exact"), [(KEYS, True), (100, False)])
def test_a_table_in_plain_python_reports_it_too(places, is_exact, monkeypatch):
    """A plain table with one position per slot reports lost keys in the same way."""
    monkeypatch.setattr(plain_table, "SAMPLE", places)
    table = plain_table.BoundsTable(ENTRIES)
    met_again, kept = kept_at_random(
        lambda key: table.keep(key, 0, 5), lambda key: table.bounds(key) != NOTHING_KNOWN
    )
    forgotten = kept + met_again - ENTRIES
    reported = met_again if is_exact else pytest.approx(met_again, rel=0.25)
    assert table.forgotten == Forgotten(forgotten, reported)


def test_a_proof_states_how_much_was_forgotten():
    """A small table loses entries and meets some of them again, and a large one loses none."""
    game = Nim(heaps=(3, 4, 5))
    small, large = (prove(game, memory=memory).how for memory in (250 * 12, 250 * 100_000))
    assert small.forgotten >= small.met_again > 0
    assert large.forgotten == large.met_again == 0
    assert small.visited > large.visited


@pytest.mark.parametrize(
    ("game", "memory"),
    [
        (Nim(heaps=(3, 4, 5)), 250 * 12),
        (PlainConnectFour(width=3, height=3, line=3), 250 * 12),
        (ConnectFour(width=4, height=3), 16 * 8),
        (GraphGame(random_drawing(60, 1)), 16 * 8),
    ],
    ids=["proof numbers", "alpha-beta", "compiled alpha-beta", "compiled proof numbers"],
)
def test_progress_states_what_has_been_forgotten_so_far(game, memory, monkeypatch):
    """The reported number of lost entries never decreases, and is 0 if the table has room."""
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_REPORTS", 0.0)
    news = []
    proof = prove(game, memory=memory, progress=news.append)
    reported = [each.forgotten for each in news if each.phase == "prove"]
    assert reported == sorted(reported)
    assert 0 < reported[-1] <= proof.how.forgotten
    news.clear()
    prove(game, memory="10 MB", progress=news.append)
    assert {each.forgotten for each in news} == {0}


def test_it_is_stated_in_words():
    """The text names the lost entries after the size of the table."""
    info = ProofInfo("alpha-beta", 9, entries=4, seconds=0.0, forgotten=1_234, met_again=5)
    assert str(info) == (
        "alpha-beta: 9 positions visited in 0.00 s, a table for 4 positions, which forgot 1,234 "
        "and met them again some 5 times"
    )
