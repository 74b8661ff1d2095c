"""Random games whose positions are objects: no false alarm, and no undetected wrong outcome."""

from gamesolver import GameContractError, VerificationError, check_game, explore, solve
from gamesolver.graph.exploring import COMPARISONS
from tests.attacks.object_games import (
    CLASSES,
    MixedTypes,
    ObjectGame,
    key_of,
    reachable,
    shows_at_once,
    true_outcomes,
)
from tests.oracles.unfolded import unfolded_size
from tests.support.scale import scaled

HONEST = scaled(60, 3_000)
PLANTED = scaled(160, 10_000)
MIXED = scaled(60, 2_000)
FORGETS = ["seat", "clock", "passed", "parity"]


def refusals_of(query, game):
    """Return the laws that are reported as broken, or ``certificate`` if verification fails."""
    try:
        query(game)
    except GameContractError as error:
        return {fault.law for fault in error.faults}
    except VerificationError:
        return {"certificate"}
    return set()


def answers_of(game):
    """Yield the solution's outcome of each state, None if it is missing, and the true outcome."""
    solution = solve(game)
    for state, true in true_outcomes(game).items():
        outcome = solution.get(game.put(state, memo=9))
        yield outcome and (int(outcome.value), outcome.remoteness), true


def is_wrong(game):
    """Return True if any outcome in the solution is wrong."""
    return any(answer != true for answer, true in answers_of(game))


def differs(game):
    """Return True if two states that compare equal have different outcomes."""
    of_key = {}
    for state, outcome in true_outcomes(game).items():
        of_key.setdefault(key_of(state, game.forgets), set()).add(outcome)
    return any(len(outcomes) > 1 for outcomes in of_key.values())


def test_honest_objects_are_solved_and_refused_nowhere():
    """Correct objects of every class get the outcomes of the reference, and break no law."""
    for seed in range(HONEST):
        game = ObjectGame(seed)
        solution, states = solve(game), reachable(game)
        assert not is_wrong(game), seed
        assert len(explore(game, fold=False)) == len(states), seed
        assert solution.verify(full=True).positions == unfolded_size(solution), seed
        assert len(solution.to_networkx(text=True)) == len(solution), seed
        report = check_game(game)
        assert (report.positions, report.exhaustive) == (len(states), True), seed


def test_coarse_equality_is_refused_wherever_it_matters():
    """A field that equality ignores is reported in every game in which it matters.

    ``check_game`` refuses every game in which positions with different outcomes compare equal.
    ``solve`` refuses every game in which equal positions have different results. It refuses other
    games only if ``check_game`` does, because symmetric positions or outcomes are wrong.
    """
    for seed in range(PLANTED):
        game = ObjectGame(seed, [FORGETS[seed % 4]], tuple(CLASSES))
        differ, meetings = shows_at_once(game)
        refused = refusals_of(solve, game)
        at_once = refused - {
            "symmetric endings",
            "symmetric moves",
            "symmetric turns",
            "canonical",
            "certificate",
        }
        assert at_once == ({"reached again"} if differ else set()) or meetings > COMPARISONS, seed
        if differs(game) or refused or is_wrong(game):
            assert "reached again" in refusals_of(check_game, game), seed


def test_mixed_types_are_refused_wherever_they_meet():
    """Equal tuples, one with 1 and one with True, are refused because their texts differ."""
    for seed in range(MIXED):
        game = MixedTypes(seed)
        differ, meetings = shows_at_once(game)
        refused = refusals_of(solve, game)
        assert refused == ({"equal texts"} if differ else set()) or meetings > COMPARISONS, seed
        if differ:
            assert "equal texts" in refusals_of(check_game, game), seed
