"""The law of candidates: what an author says of moves worth trying, held against the game."""

# ruff: noqa: D103  # a chafing game is named for what it does wrong

import numpy as np
import pytest
from numba import njit

from gamesolver import (
    Bounds,
    GameContractError,
    Outcome,
    Value,
    check_game,
)
from gamesolver.verdicts import nothing_known
from tests.support.chafing import each_row, refusal
from tests.support.chafing_compiled import Bits, TwinBits, spoilt
from tests.support.false_words import compiled_games, plain_games
from tests.support.small_games import Heap

# ── each way to break it ────────────────────────────────────────────────────────────────────────


class Knows(Heap):
    """A countdown from 3 by one or two; who cannot move has lost."""

    said = None

    def moves(self, position):
        return [take for take in (1, 2) if take <= position]

    def play(self, position, move):
        return position - move

    def candidates(self, position):
        return self.said


def knows(said):
    """A game whose author says the same of every position."""
    return type("Says", (Knows,), {"said": said, "__doc__": "It says the same everywhere."})


@njit
def leads_astray(position, moves, positions, ranks):
    moves[0], positions[0], ranks[0] = 0, np.uint64(5), 0
    return np.int64(1) if position == 0 else nothing_known()


@njit
def lists_too_many(position, moves, positions, ranks):
    for each in range(4):
        moves[each], positions[each], ranks[each] = each, position, 0
    return np.int64(4)


PLAIN = [
    (knows([7]), "candidates", "candidates(3) gives 7: legal moves are 1, 2"),
    (knows([1, 1]), "candidates", "candidates(3) gives 1 twice: expected each move once"),
    (knows([]), "candidates", "candidates(3) gives no move: expected one, a verdict, or None"),
    (
        knows(Outcome(Value.WIN, 1)),
        "candidates",
        "candidates(3) says win in 1: expected what is true of a loss in 2",
    ),
    (
        knows([1]),
        "candidates",
        "candidates(2) leaves out every best move: expected one of 2 (win in 1)",
    ),
]
COMPILED = [
    (
        spoilt("Astray", TwinBits, candidates=leads_astray),
        "candidates",
        "candidates('...') leads by move 0 to '#.#': expected '#..', as successors says",
    ),
]
CHAFING = PLAIN + COMPILED


@each_row(PLAIN)
def test_each_way_to_break_it_is_found(make, law, message):
    """A false word is refused with one fault, in the documented words."""
    assert refusal(make()) == (message, [(law, message)])


@pytest.mark.compiled
@each_row(COMPILED)
def test_compiled_candidates_lead_where_moves_lead(make, law, message):
    """A next position beside a candidate is the one that the move leads to."""
    assert refusal(make()) == (message, [(law, message)])


@pytest.mark.compiled
def test_more_candidates_than_moves_are_out_of_bounds():
    """More than ``max_moves`` are refused before anything else is believed."""
    message, faults = refusal(spoilt("Many", Bits, candidates=lists_too_many)())
    assert [law for law, _ in faults] == ["bounds"]
    assert "candidates(0)" in message


@pytest.mark.parametrize(
    "said", [None, Bounds(), Bounds(at_least=Value.LOSS), Bounds(at_most=Value.WIN)], ids=str
)
def test_true_words_are_no_faults(said):
    """Nothing, and a bound that holds everywhere, break no law; and it is among those tried."""
    assert "candidates" in check_game(knows(said)()).laws


def test_a_generator_is_as_good_as_a_list():
    """Candidates may come one by one."""

    class OneByOne(Knows):
        def candidates(self, position):
            yield from self.moves(position)

    assert "candidates" in check_game(OneByOne()).laws


def test_of_a_larger_game_the_report_says_that_it_does_not_know():
    """Where not all positions are looked at, the law is noted and not said to hold."""
    report = check_game(knows(None)(50), most=10, walks=1)
    assert "candidates" not in report.laws
    assert [note.about for note in report.notes] == ["candidates"]


# ── a thousand false words ──────────────────────────────────────────────────────────────────────


def assert_caught(games):
    """Every game is refused for its candidates."""
    for game, _ in games:
        with pytest.raises(GameContractError) as caught:
            check_game(game, laws=["candidates"])
        assert caught.value.faults[0].law in ("candidates", "bounds")


def test_false_words_are_found_in_plain_games():
    """Each is caught, on graphs with loops and kept turns."""
    assert_caught(plain_games())


@pytest.mark.compiled
def test_false_words_are_found_in_compiled_games():
    """Each is caught, more moves than there may be among them."""
    assert_caught(compiled_games())
