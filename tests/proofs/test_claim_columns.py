"""Claims about compiled games: collected and checked by kernels as in plain Python."""

from types import SimpleNamespace

import attrs
import numpy as np
import pytest
from numba import njit

from games import MNK, Clobber, ConnectFour
from gamesolver import GameContractError, MemoryLimitError, Value, VerificationError, prove, solve
from gamesolver.kernels import alpha_beta, claim_certificate, collecting, leaves, scale
from gamesolver.kernels.deferring import plainly
from gamesolver.proofs import grounds
from gamesolver.proofs.claims import statement_of
from gamesolver.proofs.search_scores import MOST, search_score
from gamesolver.rules.guard import Rules
from gamesolver.tables.claims import MOST as OF_CLAIMS
from gamesolver.tables.claims import NOTHING, ClaimColumns, StatedResults
from gamesolver.verify import claim_columns
from gamesolver.verify.claims import ClaimCheck, verify_claims
from tests.attacks.graph_games import IS_PLAIN
from tests.attacks.spoilt_compiled_rules import spoilt, stones

SIZES = [(3, 3)] if IS_PLAIN else [(4, 4), (3, 3), (5, 4), (4, 3)]


def proof_of(width, height, **question):
    """Return a proof about a board of Connect Four, made with a small table."""
    return prove(ConnectFour(width=width, height=height), memory="20 MB", **question)


@pytest.mark.parametrize(("known", "found"), [(2, 2), (alpha_beta.NO_PLACE, -1)])
def test_a_move_that_an_entry_has_no_room_for_is_not_guessed(known, found):
    """A best move whose index does not fit into a table entry is reported as unknown."""
    frames = SimpleNamespace(nexts=[0], counts=[600], places=range(600), best_moves=[known])
    with plainly():
        assert collecting.move_found(frames) == found


@pytest.mark.parametrize("symmetries", [True, False])
@pytest.mark.parametrize("size", SIZES)
def test_values_hold(size, symmetries):
    """The winner follows from the claims as in the solution, with symmetries and without."""
    proof = proof_of(*size, exact=False)
    report = proof.verify(symmetries=symmetries)
    assert report.bounds.value is proof.value is solve(proof.game).outcome.value
    assert report.claims == len(proof._grounds.claims(symmetries)[1])
    assert symmetries or report.images == 0


def test_outcomes_hold():
    """The claims of a won position show its outcome with its number of plies."""
    game = MNK(3, 3, 3)
    won = game.play(game.play(game.start(), 0), 1)
    proof = prove(game, won, memory="2 MB")
    assert proof.verify().bounds == proof.bounds
    assert proof.outcome == solve(game)[won]


@pytest.mark.skipif(not IS_PLAIN, reason="its rules would have search and check compiled anew")
def test_a_player_who_is_neither_seat_is_refused():
    """A player to move other than 0 and 1 is refused, with the position named."""
    game = spoilt("SeatsThree", player=stones)()
    game.rules.trials_passed.add("player")
    proof = prove(game)
    with pytest.raises(GameContractError) as refused:
        proof.verify()
    assert refused.value.message == (
        "SeatsThree breaks its contract: player(6) returned 2: expected 0, 1 or None"
    )


def test_a_table_that_forgets():
    """With a table for few positions the search is repeated in the kernel, and the proof holds."""
    proof = prove(ConnectFour(width=4, height=3), memory=160, exact=False)
    proof = attrs.evolve(proof, how=attrs.evolve(proof.how, entries=100_000))
    assert proof.verify().bounds.value is Value.DRAW


def test_claims_hold_by_the_check_in_plain_python():
    """Each claim of a compiled proof holds by the slow check in plain Python."""
    proof = proof_of(4, 3, exact=False)
    check = ClaimCheck(Rules(proof.game), proof.claims, symmetries=True)
    for position, *bounds in proof.claims.entries():
        for side in (0, 1):
            check.claim(position, side, bounds[side])


def test_planted_claims():
    """A false claim about one of the positions is refused by the kernel."""
    proof = proof_of(4, 3, exact=False)
    solution = solve(proof.game)
    statement, claims = proof._grounds.claims()
    assert isinstance(claims, ClaimColumns)
    for place in range(
        0, len(claims.positions), max(1, len(claims.positions) // (3 if IS_PLAIN else 40))
    ):
        score = search_score(solution[int(claims.positions[place])])
        for side, own in (("movers", score), ("others", -score)):
            column = getattr(claims, side).copy()
            column[place] = min(MOST, own + 1)
            false = attrs.evolve(claims, **{side: column})
            with pytest.raises(VerificationError):
                verify_claims(Rules(proof.game), false, StatedResults((statement,)))


def test_claims_of_other_positions():
    """Claims that are moved to other positions, or taken away, prove nothing."""
    proof = proof_of(4, 3, exact=False)
    statement, claims = proof._grounds.claims()
    rules = Rules(proof.game)
    moved = attrs.evolve(claims, movers=np.roll(claims.movers, 1))
    nothing = attrs.evolve(claims, others=np.full_like(claims.others, NOTHING))
    for false in (moved, nothing):
        with pytest.raises(VerificationError):
            verify_claims(rules, false, StatedResults((statement,)))


def won_late(size):
    """Return a game, its position with the longest win, and its solution."""
    game = ConnectFour(width=size[0], height=size[1])
    solution = solve(game)
    won = (each for each in solution if solution[each].value is Value.WIN)
    return game, max(won, key=lambda each: (solution[each].remoteness, each)), solution


@pytest.fixture(scope="module")
def late():
    """Claims about a position with a long win, by the number of plies left to the verifier."""
    game, position, solution = won_late((4, 3) if IS_PLAIN else (4, 4))
    proof = prove(game, position, memory="20 MB")
    search = proof._questions.search.without_verdicts(lambda visited, forgotten: None)
    rules = Rules(game)
    bounds = proof._questions.bounds(position)
    statement = statement_of(proof._questions, search, position, bounds)
    plies = range(2, MOST - statement.mover, 2)
    collected = {
        n: grounds.collected_with(rules, search, StatedResults((statement,)), 10**6, True, n)
        for n in plies
    }
    return rules, solution, statement, collected


def test_leaves(late):
    """The claims hold with any number of plies left to the verifier; more plies need fewer."""
    rules, _, statement, collected = late
    reports = [
        verify_claims(rules, claims, StatedResults((statement,))) for claims in collected.values()
    ]
    assert len({report.bounds for report in reports}) == 1
    counts = [report.claims for report in reports]
    assert len(counts) > 2
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1] > 0
    assert all(0 < report.in_leaves <= report.positions for report in reports)
    assert all(0 < report.leaves <= report.claims for report in reports[1:])


def test_planted_leaves(late):
    """A false claim is refused also if the verifier itself plays it to its end."""
    rules, solution, statement, collected = late
    planted = 0
    for claims in collected.values():
        for place in range(
            0, len(claims.positions), max(1, len(claims.positions) // (6 if IS_PLAIN else 20))
        ):
            score = search_score(solution[int(claims.positions[place])])
            for side, own in (("movers", score), ("others", -score)):
                column = getattr(claims, side).copy()
                column[place] = own + 1 if own else MOST - 3
                false = attrs.evolve(claims, **{side: column})
                planted += 1
                with pytest.raises(VerificationError, match="the proof is wrong"):
                    verify_claims(rules, false, StatedResults((statement,)))
    assert planted > 20


@pytest.mark.parametrize("entries", [4, 1 << 17])
def test_leaves_by_a_small_table_and_a_large_one(late, monkeypatch, entries):
    """Reports with a table of one bucket and with a large table differ in positions only."""
    rules, _, statement, collected = late
    claims = max(collected.items())[1]
    report = verify_claims(rules, claims, StatedResults((statement,)))
    for name in ("LEAST_TABLE", "MOST_TABLE"):
        monkeypatch.setattr(claim_columns, name, entries)
    assert report.leaves
    assert without_positions(
        verify_claims(rules, claims, StatedResults((statement,)))
    ) == without_positions(report)


def without_positions(report):
    """Return a report without the figures that depend on the table."""
    return attrs.evolve(report, positions=0, in_leaves=0, seconds=0)


def test_leaves_without_what_was_kept(late):
    """Each claim holds with an empty table, too, in which no other claim has left a result."""
    rules, _, statement, collected = late
    claims = max(collected.items())[1]
    check = ClaimCheck(rules, claims, True)
    check.use_kernel()
    for place in range(len(claims.positions)):
        check.columns.leaves_line.table.fill(0)
        check.columns._certify(check.columns.claimed, place, place + 1)
        assert check.columns.fault is None
    whole = verify_claims(rules, claims, StatedResults((statement,)))
    assert check.columns.leaves == whole.leaves
    assert check.columns.in_leaves >= whole.in_leaves


def test_what_is_kept_serves_its_own_position_and_side(late, monkeypatch):
    """An entry of the verifier's table is used for its own position and side only."""
    rules, solution, _, collected = late
    for name in ("LEAST_TABLE", "MOST_TABLE"):
        monkeypatch.setattr(claim_columns, name, leaves.WAYS)
    claims = max(collected.items())[1]
    scores = [search_score(solution[int(each)]) for each in claims.positions]
    least = MOST - claims.leaf_plies - 2
    place = next(each for each, score in enumerate(scores) if claims.movers[each] == score >= least)
    movers = claims.movers.copy()
    movers[place] += 1
    claims = attrs.evolve(claims, movers=movers)
    for position, side, is_shown in ((0, 0, True), (0, 1, False), (1, 0, False)):
        check = ClaimCheck(rules, claims, True)
        check.use_kernel()
        check.columns.leaves_line.table[0] = claims.positions[place] ^ np.uint64(position)
        check.columns.leaves_line.table[leaves.WAYS] = side | 2 * MOST << leaves.SHOWN_BIT | 2 << 60
        check.columns._certify(check.columns.claimed, place, place + 1)
        assert (check.columns.fault is None) == is_shown


@njit
def some_number(position):
    """Return a number that depends on a position and may be negative."""
    return np.int64(position >> np.uint64(2) & np.uint64(15)) - 7


def test_counts_of_moves_are_no_evidence(monkeypatch):
    """Leaves hold also if the game miscounts its moves, or does not count them."""
    game = Clobber(2, 4) if IS_PLAIN else Clobber(3, 4)
    proof, solution = prove(game, memory="4 MB"), solve(game)
    search = proof._questions.search.without_verdicts(lambda visited, forgotten: None)
    bounds = proof._questions.bounds(game.start())
    statement = statement_of(proof._questions, search, game.start(), bounds)
    claims = grounds.collected_with(
        Rules(game), search, StatedResults((statement,)), 10**6, True, 3 if IS_PLAIN else 5
    )
    report = verify_claims(Rules(game), claims, StatedResults((statement,)))
    assert report.leaves > 1
    rules = game.rules
    for count_moves in (some_number, None):
        counting_otherwise = attrs.evolve(rules, count_moves=count_moves)
        monkeypatch.setattr(Clobber, "rules", counting_otherwise)
        other = Clobber(game.rows, game.columns)
        assert other.rules is counting_otherwise
        verdict = verify_claims(Rules(other), claims, StatedResults((statement,)))
        assert without_positions(verdict) == without_positions(report)
        for place in range(0, len(claims.positions), max(1, len(claims.positions) // 4)):
            movers = claims.movers.copy()
            movers[place] = search_score(solution[int(claims.positions[place])]) + 1
            with pytest.raises(VerificationError):
                verify_claims(
                    Rules(other), attrs.evolve(claims, movers=movers), StatedResults((statement,))
                )


def test_a_leaf_that_is_too_large(late):
    """A leaf with too many positions is reported as too large, and not as wrong."""
    rules, _, _, collected = late
    check = ClaimCheck(rules, max(collected.items())[1], True)
    check.use_kernel()
    check.columns.tally[claim_certificate.WHY] = claim_certificate.TOO_LARGE
    with pytest.raises(VerificationError, match="to play it takes too many positions"):
        check.run(None)


def test_many_claims_are_left_out(late, monkeypatch):
    """Claims are left out if the rest is enough or memory is short, unless none would fit."""
    rules, _, statement, collected = late
    proof = prove(rules.game, statement.position, memory="20 MB")
    search = proof._questions.search.without_verdicts(lambda visited, forgotten: None)
    counts = sorted(map(len, collected.values()))
    monkeypatch.setattr(grounds, "FEW", 1)
    monkeypatch.setattr(grounds, "SHARE", 0)
    few = grounds.collected(rules, search, StatedResults((statement,)), 10**6, True)
    assert few.leaf_plies > 2
    assert len(few) < max(counts)
    monkeypatch.setattr(grounds, "FEW", 10**6)
    assert (
        len(grounds.collected(rules, search, StatedResults((statement,)), 10**6, True))
        == counts[-1]
    )
    assert (
        len(grounds.collected(rules, search, StatedResults((statement,)), counts[-1] - 1, True))
        < counts[-1]
    )
    with pytest.raises(MemoryLimitError, match="more than 0 claims, which do not fit in memory"):
        grounds.collected(rules, search, StatedResults((statement,)), 0, True)


def test_who_is_to_move_where_claims_end(late, monkeypatch):
    """Claims end where the winner is not to move, so that no reply there needs a claim."""
    rules, _, statement, _ = late
    monkeypatch.setattr(grounds, "FEW", 1)
    monkeypatch.setattr(grounds, "SHARE", 0)
    search = prove(rules.game, statement.position, memory="20 MB")._questions.search
    claims = grounds.collected(
        rules,
        search.without_verdicts(lambda visited, forgotten: None),
        StatedResults((statement,)),
        10**6,
        True,
    )
    nearest = {name: max(getattr(claims, name)) for name in ("movers", "others")}
    assert nearest["others"] == MOST - claims.leaf_plies - 1
    assert nearest["movers"] < nearest["others"]


def test_what_is_left_to_the_verifier():
    """Collecting and checking use the same scale of scores."""
    assert scale.MOST == leaves.WON == OF_CLAIMS
