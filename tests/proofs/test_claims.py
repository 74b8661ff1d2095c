"""Claims: collected by the search, and checked by the rules alone."""

from random import Random

import attrs
import pytest

from games import Nim, TicTacToe
from gamesolver import (
    Bounds,
    Game,
    GameContractError,
    InvalidArgumentError,
    MemoryLimitError,
    Outcome,
    Value,
    VerificationError,
    prove,
    solve,
)
from gamesolver.proofs.search_scores import MOST, search_score
from gamesolver.rules.guard import Rules
from gamesolver.tables.claim_scale import ClaimScale
from gamesolver.tables.claims import (
    LEAF_PLIES,
    MOVER,
    NOTHING,
    OTHER,
    ClaimsOfPositions,
    StatedResults,
    Statement,
)
from gamesolver.verify.claims import ClaimCheck, verify_claims
from tests.attacks.graph_games import DrawnGame, many_drawings
from tests.support.scale import scaled

GRAPHS = scaled(40, 2_000)
MISLED = scaled(120, 2_000)


def drawn_games(number, seed, folded=True):
    """Return small random games with cycles and kept turns, whose start is not terminal."""
    games = (DrawnGame(drawing, folded) for drawing in many_drawings(number, seed))
    return [game for game in games if game.terminal_value(game.start()) is None]


def copied(claims):
    """Return a copy of the claims."""
    copy = ClaimsOfPositions(claims.scale)
    for position, mover, other in claims.entries():
        copy.add(position, MOVER, mover)
        copy.add(position, OTHER, other)
    return copy


def without(claims, position, side):
    """Return all claims but one."""
    copy = ClaimsOfPositions(claims.scale)
    for each, *bounds in claims.entries():
        for one in (MOVER, OTHER):
            if (each, one) != (position, side):
                copy.add(each, one, bounds[one])
    return copy


def statement_of(proof, **changes):
    """Return the statement of a proof about its position, with changes."""
    return attrs.evolve(proof._grounds.claims()[0], **changes)


@pytest.mark.parametrize("symmetries", [True, False])
@pytest.mark.parametrize("folded", [True, False])
def test_every_right_proof_holds(folded, symmetries):
    """Proofs of games with cycles and kept turns hold, and show the outcome of the solution."""
    for game in drawn_games(GRAPHS, 5, folded):
        proof = prove(game)
        assert proof.outcome == solve(game).outcome
        report = proof.verify(symmetries=symmetries)
        assert report.bounds == Bounds(proof.outcome, proof.outcome)
        assert symmetries or report.images == 0


def test_tables_that_forget():
    """With a table for four positions the claims are found by repeating the search."""
    for game in drawn_games(GRAPHS, 6):
        proof = prove(game, memory=1000)
        proof = attrs.evolve(proof, how=attrs.evolve(proof.how, entries=1000))
        assert proof.verify().bounds == proof.bounds


@pytest.mark.parametrize("question", [{"exact": False}, {"at_least": Value.WIN}])
def test_values_alone(question):
    """A proof of the winner alone holds, and agrees with the solution."""
    for game in drawn_games(GRAPHS, 7):
        proof, value = prove(game, **question), solve(game).outcome.value
        shown = proof.verify().bounds
        least, most = (
            bound.value if isinstance(bound, Outcome) else bound
            for bound in (shown.at_least, shown.at_most)
        )
        if "exact" in question:
            assert proof.value is value
            assert least is value or value is Value.LOSS
            assert most is value or value is Value.WIN
        else:
            assert (least is Value.WIN) == (value is Value.WIN)


def test_planted_claims():
    """A false claim among true ones is refused, whatever its position and side."""
    luck, planted = Random(1), 0
    for game in drawn_games(GRAPHS, 8):
        solution, proof = solve(game), prove(game)
        rules, claims = Rules(game), proof.claims
        for position in solution:
            score = search_score(solution[position])
            for side, own in ((MOVER, score), (OTHER, -score)):
                if own == MOST:
                    continue
                false = copied(claims)
                false.add(
                    position, side, own + 1 if luck.random() < 0.5 else min(MOST, abs(own) + 2)
                )
                planted += 1
                with pytest.raises(VerificationError):
                    verify_claims(rules, false, StatedResults((proof._grounds.claims()[0],)))
    assert planted > 5 * GRAPHS


def test_planted_statements():
    """A statement about a proof's position is refused if its claims show less."""
    for game in drawn_games(GRAPHS, 9):
        proof = prove(game)
        stated = proof._grounds.claims()[0]
        falses = [
            attrs.evolve(stated, mover=stated.mover + 1),
            attrs.evolve(stated, other=stated.other + 1),
            *(attrs.evolve(stated, position=each) for each in others_of(game, proof)),
        ]
        if stated.drawn is not None:
            plies = stated.drawn.remoteness
            wrong = [None, plies + 1, plies - 1] if plies else [1, 2]
            draws = [Outcome(Value.DRAW, each) for each in wrong if each is None or each >= 0]
            falses += [attrs.evolve(stated, drawn=each) for each in draws if each != stated.drawn]
        for false in falses:
            with pytest.raises(VerificationError):
                verify_claims(Rules(game), proof.claims, StatedResults((false,)))


def others_of(game, proof):
    """Return the positions whose score is not that of the proof."""
    solution = solve(game)
    return [
        position
        for position in solution
        if search_score(solution[position]) != search_score(proof.outcome)
    ]


def test_no_claim_is_there_for_nothing():
    """If there is a single line of play, a proof without any one of its claims is refused."""
    game = Nim(heaps=(1,) * 9)
    proof = prove(game)
    claims = [
        (position, side)
        for position, *bounds in proof.claims.entries()
        for side in (MOVER, OTHER)
        if bounds[side] > NOTHING
    ]
    assert len(claims) == 2 * (9 - LEAF_PLIES)
    for claim in claims:
        with pytest.raises(VerificationError):
            verify_claims(
                Rules(game),
                without(proof.claims, *claim),
                StatedResults((proof._grounds.claims()[0],)),
            )


def test_stopped_proofs():
    """A report about a stopped proof shows what was proved, and nothing more."""
    proof = prove(TicTacToe(), at_least=Value.DRAW)
    assert proof.verify().bounds == Bounds(at_least=Value.DRAW)
    proof = prove(TicTacToe(), seconds=0)
    assert proof.verify().bounds in (Bounds(), proof.bounds)


def test_ends_of_play():
    """A terminal position is verified by the rules alone, without a claim."""
    game = TicTacToe()
    proof = prove(game, game.parse("xxxoo...."))
    report = proof.verify()
    assert (report.claims, str(report.bounds)) == (0, "loss in 0")


class OneSided(TicTacToe):
    """Tic-tac-toe with canonical positions, but without the symmetries that lead to them."""

    def canonical(self, position):
        return TicTacToe.canonical(TicTacToe(), position)

    def symmetries(self, position):
        return [position]


def test_images_that_symmetries_do_not_name():
    """A claim about a canonical position outside of the orbit does not count."""
    with pytest.raises(VerificationError):
        prove(OneSided()).verify()
    assert prove(OneSided()).verify(symmetries=False).images == 0


# ── wrong statements of authors ────────────────────────────────────────────


@attrs.frozen(repr=False)
class Misled(DrawnGame):
    """Random game whose author states results and moves, some of them wrong."""

    known: object = attrs.field(factory=dict, eq=False)

    def candidates(self, position):
        return self.known.get(position[0])


def knowledge(game, luck):
    """Return results or moves worth trying for some positions, at random."""
    known = {}
    for node, moves in enumerate(game.drawing.moves):
        if moves and luck.random() < 0.5:
            verdict = Outcome(Value(luck.randrange(-1, 2)), luck.randrange(1, 9))
            some = luck.sample(range(len(moves)), luck.randrange(1, len(moves) + 1))
            known[node] = luck.choice([verdict, Bounds(at_least=verdict.value), some])
    return known


def test_wrong_candidates():
    """If statements of the author are wrong, a wrong result is refused and a right one holds."""
    luck, wrong = Random(2), 0
    for game in drawn_games(MISLED, 10):
        solved = solve(game).outcome
        try:
            proof = prove(Misled(game.drawing, known=knowledge(game, luck)))
        except GameContractError:  # answers that contradict each other
            wrong += 1
            continue
        if proof.outcome == solved:
            assert proof.verify().bounds == proof.bounds
        elif not holds(proof.bounds, solved):
            wrong += 1
            with pytest.raises(VerificationError):
                proof.verify()
    assert wrong > MISLED // 10


def holds(bounds, outcome):
    """Return True if an outcome lies within bounds, on the scale of search scores."""
    if bounds.at_least == bounds.at_most and isinstance(bounds.at_least, Outcome):
        return bounds.at_least == outcome
    score = search_score(outcome)
    least = {Value.LOSS: -MOST, Value.DRAW: 0, Value.WIN: 1}.get(bounds.at_least)
    most = {Value.LOSS: -1, Value.DRAW: 0, Value.WIN: MOST}.get(bounds.at_most)
    least = (
        least if least is not None else search_score(bounds.at_least) if bounds.at_least else -MOST
    )
    most = most if most is not None else search_score(bounds.at_most) if bounds.at_most else MOST
    return least <= score <= most


# ── messages ───────────────────────────────────────────────────────────────


def test_words_of_a_report():
    """A report shows the result, the number of claims checked, and what they rest on."""
    report = prove(Nim(heaps=(1, 1, 1, 1))).verify()
    assert str(report) == (
        "loss in 4: 4 claims hold, by the rules alone and the "
        "symmetries; 16 positions seen, 7 of them to prove 4 leaves again"
    )
    assert report.shape() == {
        "holds": True,
        "shown": "loss in 4",
        "claims": 4,
        "positions": 16,
        "leaves": 4,
        "in_leaves": 7,
        "images": report.images,
        "reused": [],
        "collected_again": False,
        "seconds": report.seconds,
        "fault": None,
    }


class WithManyVerdicts(Nim):
    """Nim whose author states without evidence that one position is lost."""

    def candidates(self, position):
        return Bounds(at_most=Value.LOSS) if position == (1, 1) else None


def test_a_report_states_that_claims_were_collected_again():
    """Claims that rest on the author's statement and fail are collected again, in each call."""
    proof = prove(WithManyVerdicts(heaps=(1, 2)), exact=False)
    for report in (proof.verify(), proof.verify()):
        assert (str(report.bounds), report.collected_again) == ("at least win in 3", True)
        assert report.shape()["collected_again"] is True
        assert str(report).endswith(
            " leaves again; collected again, by the rules alone, for the first claims did not hold"
        )
    assert not prove(Nim(heaps=(1, 2)), exact=False).verify().collected_again


def test_words_of_a_fault():
    """A refusal names the position, the side, the claim and the reason."""
    game = Nim(heaps=(1, 1, 1, 1))
    proof = prove(game)
    with pytest.raises(VerificationError) as refused:
        verify_claims(
            Rules(game),
            ClaimsOfPositions(proof.claims.scale),
            StatedResults((statement_of(proof),)),
        )
    assert refused.value.position == (1, 1, 1, 1)
    assert refused.value.message == (
        "the proof is wrong: at position (1, 1, 1, 1) the player to move is claimed to get at "
        "least "
        "loss in 4: this claim is not in the proof"
    )
    with pytest.raises(
        VerificationError, match="the player to move is claimed to get at least win:"
    ):
        verify_claims(Rules(game), proof.claims, StatedResults((statement_of(proof, mover=1),)))
    false = statement_of(proof, mover=NOTHING, other=NOTHING, drawn=Outcome(Value.DRAW, 3))
    with pytest.raises(VerificationError, match="claimed to be a draw in 3: it is not shown to be"):
        verify_claims(Rules(game), proof.claims, StatedResults((false,)))
    drawn = prove(TicTacToe())
    false = statement_of(drawn, drawn=Outcome(Value.DRAW, 10))
    with pytest.raises(VerificationError, match="claimed to be a draw in 10: play may end drawn"):
        verify_claims(Rules(TicTacToe()), drawn.claims, StatedResults((false,)))
    planted = ClaimsOfPositions(proof.claims.scale)
    planted.add((1, 1, 1, 1), OTHER, MOST - 5)
    with pytest.raises(
        VerificationError, match="the other player is claimed to get at least win in 5"
    ):
        verify_claims(
            Rules(game), planted, StatedResults((Statement((1, 1, 1, 1), NOTHING, NOTHING),))
        )


def test_more_claims_than_there_is_room_for():
    """A proof whose claims do not fit in memory is refused with advice."""
    proof = prove(TicTacToe(), memory=250 * 200)
    with pytest.raises(MemoryLimitError) as refused:
        proof.verify()
    assert refused.value.message == (
        "the proof has more than 200 claims, which do not fit in memory: expected fewer; "
        "prove it with more memory"
    )


def test_bad_arguments():
    """A bad ``symmetries`` argument is refused by name."""
    with pytest.raises(InvalidArgumentError, match="symmetries"):
        prove(Nim(heaps=(1, 1))).verify(symmetries=1)


def test_progress():
    """The number of checked claims is reported."""
    received = []
    prove(TicTacToe()).verify(progress=received.append)
    assert {each.phase for each in received} >= {"collect", "verify"}
    last = [each for each in received if each.phase == "verify"][-1]
    assert last.done == last.total > 0


class Countdown(Game):
    """Game with one move per position, down to 0, where the player to move has lost."""

    def start(self):
        return 0

    def moves(self, position):
        return [1]

    def play(self, position, move):
        return position - move

    def terminal_value(self, position):
        return Value.LOSS if position == 0 else None


def test_claims_of_more_plies_than_half_a_level():
    """Without scores the plies of a claim may span nearly the whole scale."""
    rules, plies = Rules(Countdown()), MOST - 2
    claims = ClaimsOfPositions(ClaimScale(rules))
    sides = [(plies, MOVER), (plies - 1, OTHER), (plies - 2, MOVER)]
    for position, side in sides:
        claims.add(position, side, MOST - position)
    check = ClaimCheck(rules, claims, symmetries=True)
    for position, side in sides[:-1]:
        check.claim(position, side, MOST - position)
    with pytest.raises(VerificationError, match="after one of the moves it is not shown"):
        check.claim(plies - 1, OTHER, MOST - plies + 2)
    with pytest.raises(VerificationError, match="a claim has too many plies"):
        check.claim(plies + 1, OTHER, 1)
