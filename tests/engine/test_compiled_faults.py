"""Faults of compiled rules that are found while solving, and faults of the bundle itself."""

# ruff: noqa: D101, D103  # a spoilt game or rule is named for what it does wrong

from itertools import pairwise
from random import Random

import numpy as np
import pytest
from numba import njit

from games import GobbletGobblers
from gamesolver import CompiledGame, GameContractError, check_game, solve
from gamesolver.engine import whole_solve
from gamesolver.rules.preflight import Trial
from tests.attacks.spoilt_compiled_rules import Bits, index, spoilt
from tests.attacks.spoilt_rules import each_row, refusal, refused
from tests.check import test_laws_compiled, test_laws_indexes, test_laws_predecessors
from tests.support.engine_solving import solved

SPOILT = (
    test_laws_compiled.EITHER_MODE + test_laws_indexes.SPOILT + test_laws_predecessors.EITHER_MODE
)
IN_PLAY = [row for row in SPOILT if row[1] != "stray integers"]
"""Faults that a solve can find: it never looks up integers that are not positions."""


@pytest.mark.parametrize("method", ["auto", "minimax"])
@each_row(IN_PLAY)
def test_solving_refuses_them_too(make, law, message, method):
    """The trial before a solve finds the same broken law as ``check_game``."""
    with pytest.raises(GameContractError) as caught:
        solve(make(), method=method)

    (fault,) = caught.value.faults
    assert fault.law == law
    assert str(caught.value) == f"{make.__name__} breaks its contract: {fault.message}"


FOUND_BY_KERNELS = {
    "FewMoves", "WritesBehind", "EndsOddly", "NeverEnds", "Falls", "ByStones",
}  # fmt: skip


@each_row([row for row in IN_PLAY if row[0].__name__ in FOUND_BY_KERNELS])
def test_kernels_find_what_the_trial_did_not_meet(monkeypatch, make, law, message):
    """Without the trial the kernels find the same broken law."""
    monkeypatch.setattr(whole_solve, "try_rules", lambda game, roots: None)

    with pytest.raises(GameContractError) as caught:
        solve(make())

    (fault,) = caught.value.faults
    assert fault.law == law
    assert str(caught.value) == f"{make.__name__} breaks its contract: {fault.message}"


@njit
def far_index(position):
    return np.int64(10**12) if position == 2 else index(position)


def test_kernels_look_at_indexes_before_they_read_there(monkeypatch):
    """An index far out of range is reported as a fault before it is used."""
    monkeypatch.setattr(whole_solve, "try_rules", lambda game, roots: None)

    with pytest.raises(GameContractError) as caught:
        solve(spoilt("FarIndex", index=far_index)())

    assert str(caught.value) == (
        "FarIndex breaks its contract: index(2) returned 1000000000000: expected an index from 0 "
        "to 7, or -1 for an integer that is not a position"
    )


def test_verify_watches_the_guard_words(monkeypatch):
    """``verify`` finds symmetric images that were written beyond their buffer."""
    monkeypatch.setattr(whole_solve, "try_rules", lambda game, roots: None)
    make = next(row[0] for row in IN_PLAY if row[0].__name__ == "FewImages")

    with pytest.raises(GameContractError, match="its rules wrote beyond a buffer: expected"):
        solved(make()).verify(full=True)


@njit
def takes_two(position, other):
    return position


@pytest.mark.compiled(why="plain Python has no signatures")
def test_a_rule_of_other_arguments_is_refused():
    """A rule that does not compile for its signature is reported with numba's own reason."""
    (fault,) = refused(spoilt("TakesTwo", canonical=takes_two)()).faults

    assert fault.law == "signatures"
    assert fault.message.startswith("canonical does not compile for canonical(uint64) -> uint64: ")


@njit
def speaks(position):
    return len(f"{position:b}")


@pytest.mark.compiled(why="plain Python has no signatures")
def test_a_rule_in_more_python_than_numba_knows_is_named():
    """A rule that uses Python features unknown to numba is reported as a fault."""
    (fault,) = refused(spoilt("Speaks", stage=speaks)()).faults

    assert fault.law == "signatures"
    assert fault.message.startswith("stage does not compile for stage(uint64) -> int64: ")


class NoRules(Bits):
    rules = None


class RaisingRules(CompiledGame):
    def start(self):
        return 0

    @property
    def rules(self):
        raise LookupError("no such size")


@pytest.mark.parametrize("use", [check_game, solve])
@pytest.mark.parametrize(
    ("make", "law", "message"),
    [
        (NoRules, "signatures", "rules is None: expected CompiledRules"),
        (RaisingRules, "raises", "rules raised LookupError: no such size"),
    ],
)
def test_a_game_without_rules_is_refused(use, make, law, message):
    """A ``rules`` property that is None or raises is a fault of the game."""
    with pytest.raises(GameContractError) as caught:
        use(make())

    assert str(caught.value) == f"{make.__name__} breaks its contract: {message}"
    assert [fault.law for fault in caught.value.faults] == [law]


@pytest.mark.parametrize("start", [-1, 2**64 - 1, "...", 1.0])
def test_a_start_that_is_no_integer_of_64_bits(start):
    """A start outside the range of positions is refused."""
    game = spoilt("StartsAnywhere")()
    type(game).start = lambda self: start
    message = f"the game begins at {start!r}: expected a whole number from 0 to 2^64 - 2"

    assert refusal(game) == (message, [("bounds", message)])
    with pytest.raises(GameContractError, match="expected a whole number from 0 to 2"):
        solve(game)


def test_the_trial_is_short_and_of_several_plays():
    """A trial of 100 positions covers at least three plays, and a longer one can be requested."""
    game = GobbletGobblers(sizes=2, copies=1)
    trial, start = Trial(game), game.start()

    met = list(trial.play_from([start], Random(1), 100))
    ends = [one for one, other in pairwise(met) if other not in trial.successors(one)]

    assert len(set(met)) == 100
    assert len(ends) >= 3
    assert len(list(trial.play_from([start], Random(1), 1000))) == 1000
