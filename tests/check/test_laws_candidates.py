"""The law of candidates: moves and verdicts of the author are compared with the game."""

# ruff: noqa: D103  # a spoilt game is named for what it does wrong

from random import Random

import numpy as np
import pytest
from numba import njit

from gamesolver import (
    Bounds,
    Game,
    GameContractError,
    Outcome,
    Value,
    check_game,
    prove,
    solve,
)
from gamesolver.verdicts import nothing_known
from tests.attacks.false_claims import compiled_games, plain_games
from tests.attacks.scored_graphs import ScoredGame
from tests.attacks.spoilt_compiled_rules import Bits, PairedBits, spoilt
from tests.attacks.spoilt_rules import refusal
from tests.proofs.test_scores import Gainless, graphs
from tests.support.scale import scaled
from tests.support.scored_games import Coins
from tests.support.small_games import Heap

# ── each way to break it ────────────────────────────────────────────────────────────────────────


class Knows(Heap):
    """A countdown from 3 by one or two. A player who cannot move has lost."""

    verdict = None

    def moves(self, position):
        return [take for take in (1, 2) if take <= position]

    def play(self, position, move):
        return position - move

    def candidates(self, position):
        return self.verdict


def knows(verdict):
    """Return a game whose author gives one verdict on every position."""
    return type("Says", (Knows,), {"verdict": verdict, "__doc__": "Everywhere an equal verdict."})


@njit
def leads_astray(position, moves, positions, priorities):
    moves[0], positions[0], priorities[0] = 0, np.uint64(5), 0
    return np.int64(1) if position == 0 else nothing_known()


@njit
def lists_too_many(position, moves, positions, priorities):
    for each in range(4):
        moves[each], positions[each], priorities[each] = each, position, 0
    return np.int64(4)


class Drawn(Knows):
    """Countdown that no player wins."""

    left = None

    def terminal_value(self, position):
        return None if position else Value.DRAW

    def plies_to_draw(self, position):
        return self.left(position)


def drawn_after(verdict):
    """Return a drawn game with the given ``plies_to_draw``."""
    return type("Drawn", (Drawn,), {"left": staticmethod(verdict), "__doc__": "It is drawn."})


PLAIN = [
    (
        drawn_after(lambda position: "soon"),
        "plies to draw",
        "plies_to_draw(3) returned 'soon': expected a whole number from 0 on",
    ),
    (
        drawn_after(lambda position: 1),
        "plies to draw",
        "plies_to_draw(0) returned 1: expected 0, for play has ended there, drawn",
    ),
    (
        knows(Value.WIN),
        "candidates",
        "candidates(3) returned Value.WIN: expected moves, an Outcome, Bounds or None",
    ),
    (
        drawn_after(lambda position: position),
        "plies to draw",
        "plies_to_draw(3) returned 3, and 1 are left after move 2: expected at most 2, for it "
        "falls by 1 a ply at most",
    ),
    (knows([7]), "candidates", "candidates(3) gives 7: legal moves are 1, 2"),
    (
        knows("win"),
        "candidates",
        "candidates(3) returned 'win': expected moves, an Outcome, Bounds or None",
    ),
    (
        knows((Bounds(at_most=Value.LOSS), [1, 2])),
        "candidates",
        "candidates(3) gives Bounds(at_least=None, at_most=Value.LOSS) among moves: expected moves "
        "alone, or an Outcome or Bounds in their place",
    ),
    (
        knows([[1, 2]]),
        "candidates",
        "candidates(3) gives [1, 2] as a move: expected each move by itself",
    ),
    (knows([1, 1]), "candidates", "candidates(3) gives 1 twice: expected each move once"),
    (knows([]), "candidates", "candidates(3) gives no move: expected one, a verdict, or None"),
    (
        knows(Outcome(Value.WIN, 1)),
        "candidates",
        "candidates(3) returned the verdict win in 1: expected a verdict that is true of a loss in "
        "2",
    ),
    (
        knows([1]),
        "candidates",
        "candidates(2) leaves out every best move: expected one of 2 (win in 1)",
    ),
]
COMPILED = [
    (
        spoilt("Astray", PairedBits, candidates=leads_astray),
        "candidates",
        "candidates('...') leads by move 0 to '#.#': expected '#..', as in successors",
    ),
]
SPOILT = PLAIN + COMPILED


@pytest.mark.compiled
def test_more_candidates_than_moves_are_out_of_bounds():
    """More candidates than ``max_moves`` are reported as out of bounds, before other faults."""
    message, faults = refusal(spoilt("Many", Bits, candidates=lists_too_many)())
    assert [law for law, _ in faults] == ["bounds"]
    assert "candidates(0)" in message


@njit
def writes_far_beyond(position, moves, positions, priorities):
    """Write so far beyond a buffer that no guard would see it, and a kernel would crash."""
    moves[10**9], positions[0], priorities[0] = 0, position, 0
    return np.int64(1)


@pytest.mark.compiled
@pytest.mark.parametrize(
    "states", [lists_too_many, writes_far_beyond], ids=lambda rule: rule.__name__
)
def test_a_proof_tries_candidates_before_it_begins(states):
    """``prove`` refuses candidates that are too many or are written beyond the buffers."""
    with pytest.raises(GameContractError, match=r"candidates\(0\)"):
        prove(spoilt("Many", Bits, candidates=states)())


@pytest.mark.compiled
def test_a_proof_tries_the_player_before_it_begins():
    """``prove`` refuses a player of -1, which would otherwise count as a kept turn."""
    with pytest.raises(GameContractError, match=r"player\(0\) returned -1: expected 0 or 1"):
        prove(spoilt("Nobody", Bits, player=njit(lambda position: -1))())


@pytest.mark.parametrize(
    "verdict", [None, Bounds(), Bounds(at_least=Value.LOSS), Bounds(at_most=Value.WIN)], ids=str
)
def test_true_words_are_no_faults(verdict):
    """No verdict, and a bound that holds everywhere, break no law, and the law is tried."""
    assert "candidates" in check_game(knows(verdict)()).laws


def test_true_words_on_draws_are_no_faults():
    """A ``plies_to_draw`` that is a true lower bound breaks no law, and a proof is right."""
    game = drawn_after(lambda position: (position + 1) // 2)()
    assert "plies to draw" in check_game(game).laws
    assert str(prove(game).outcome) == "draw in 2"


@pytest.mark.parametrize("verdict", [-1, 1.5, None, True, "soon"])
def test_no_number_of_plies_is_refused_by_prove(verdict):
    """``prove`` refuses a ``plies_to_draw`` that is not a whole number from 0 on."""
    with pytest.raises(GameContractError, match=r"plies_to_draw\(\d\) returned .*whole number"):
        prove(drawn_after(lambda position: verdict)())


def test_a_generator_is_as_good_as_a_list():
    """``candidates`` may be a generator."""

    class OneByOne(Knows):
        def candidates(self, position):
            yield from self.moves(position)

    assert "candidates" in check_game(OneByOne()).laws


def test_of_a_larger_game_the_report_states_that_it_does_not_know():
    """If not all positions are examined, the law is noted, and is not reported as tried."""
    report = check_game(knows(None)(50), most=10, walks=1)
    assert "candidates" not in report.laws
    assert [note.about for note in report.notes] == ["candidates"]


# ── a thousand false claims ─────────────────────────────────────────────────────────────────────


def assert_caught(games):
    """Assert that every game is refused for its candidates."""
    for game, _ in games:
        with pytest.raises(GameContractError) as caught:
            check_game(game, laws=["candidates"])
        assert caught.value.faults[0].law in ("candidates", "bounds")


def test_false_words_are_found_in_plain_games():
    """Every false claim is found, on graphs with cycles and kept turns."""
    assert_caught(plain_games())


@pytest.mark.compiled
def test_false_words_are_found_in_compiled_games():
    """Every false claim is found, including more moves than the bound allows."""
    assert_caught(compiled_games())


# ── scores, gains, and endless play that is won ─────────────────────────────────────────────────


class WithVerdict(ScoredGame):
    """A random game whose author gives a verdict on one position only."""

    verdict, where = None, None

    def candidates(self, position):
        return self.verdict if position == self.where else None


class WithVerdictWithoutGains(WithVerdict):
    """Variant in which no move gains."""

    gain = Game.gain


def reported(game, where, verdict):
    """Return the game with a verdict on one position."""
    kind = WithVerdictWithoutGains if isinstance(game, Gainless) else WithVerdict
    words = {"verdict": verdict, "where": where, "__doc__": "One verdict."}
    return type("Says", (kind,), words)(game.drawing, game.endless)


def false_words(game, solution, position):
    """Return false verdicts: wrong scores, a ply too many, and moves without a best one."""
    outcome, has_gains = solution[position], not isinstance(game, Gainless)
    words = [
        Bounds(at_least=outcome.points + 1),
        Bounds(at_most=outcome.points - 1),
        Bounds(outcome.points - 1, outcome.points - 1),
    ]
    is_draw = outcome.points == outcome.endless_payoff == 0
    if not (has_gains or is_draw or outcome.is_endless):
        words.append(Outcome.of(outcome.points, outcome.remoteness + 1, True))
    rows = solution.moves(position)
    worse = [row.move for row in rows if row.outcome.points < outcome.points]
    return [*words, worse] if worse else words


def true_words(solution, position):
    """Return true verdicts: the score, bounds on it, and a best move alone."""
    outcome = solution[position]
    return [
        Bounds(outcome.points, outcome.points),
        Bounds(at_least=outcome.points - 2, at_most=outcome.value),
        Bounds(at_least=outcome.value),
        [solution.best_moves(position)[0]],
    ]


def test_words_about_scores_are_held_against_the_game():
    """Every false verdict is refused and every true one passes, in random games with scores."""
    luck, caught, held = Random(4), 0, 0
    for game in graphs(scaled(24, 1_000), 80):
        solution = solve(game)
        going_on = [each for each in solution if game.moves(each)]
        for position in luck.sample(going_on, min(1, len(going_on))):
            for verdict in false_words(game, solution, position):
                with pytest.raises(GameContractError) as refused:
                    check_game(reported(game, position, verdict), laws=["candidates"])
                assert refused.value.faults[0].law == "candidates"
                caught += 1
            for verdict in true_words(solution, position):
                report = check_game(reported(game, position, verdict), laws=["candidates"])
                assert "candidates" in report.laws
                held += 1
    assert min(caught, held) > 24


def test_what_is_stated_of_false_words_about_scores():
    """The message has the true score, or the best moves."""

    class Greedy(Coins):
        verdict = ("first",)

        def candidates(self, position):
            return self.verdict if len(position[0]) == 5 else None

    expected = "leaves out every best move: expected one of last (win by 12)"
    assert refusal(Greedy())[0].endswith(expected)
    Greedy.verdict = Bounds(at_least=13)
    assert refusal(Greedy())[0].endswith(
        "returned the verdict at least win by 13: expected a verdict that is true of a win by 12"
    )
