"""Claims about scores and won infinite play, compared with the rules alone."""

from random import Random

import attrs
import pytest

from games import (
    Awari,
    CopsAndRobber,
    DotsAndBoxes,
    HareAndHounds,
    Kalah,
    PongHauKi,
    ScoringHeaps,
    TinyGo,
)
from games.othello.plain import PlainOthello
from gamesolver import (
    Bounds,
    Game,
    GameContractError,
    MemoryLimitError,
    Outcome,
    Value,
    VerificationError,
    load_proof,
    prove,
    solve,
)
from gamesolver.proofs.search_scores import Scales
from gamesolver.rules.guard import Rules
from gamesolver.tables.claim_scale import ClaimScale
from gamesolver.tables.claims import MOVER, OTHER, ClaimsOfPositions, StatedResults
from gamesolver.verify.claims import verify_claims
from tests.attacks.compiled_scores import CompiledScores
from tests.attacks.false_claims import Walk, drawings
from tests.attacks.scored_graphs import ScoredGame, abreast, drawn
from tests.proofs.test_scores import ENDLESS, Gainless, graphs
from tests.support.scale import scaled
from tests.support.scored_games import Chase, Coins, Counters, Race, Treasure

TABLES = 1_000, 25_000, None


def proved(game, position=None, **options):
    """Return a proof with room for its claims, however small its table is."""
    proof = prove(game, position, **options)
    proof._grounds.most = 1_000_000
    return proof


def assert_holds(proof, outcome):
    """Check that the claims hold and show the outcome, or its score if moves gain."""
    for symmetries in (True, False):
        bounds = proof.verify(symmetries=symmetries).bounds
        if proof._questions.rules.has_gains:
            assert (bounds.score, bounds.value) == (outcome.score, outcome.value)
        else:
            assert bounds == Bounds(outcome, outcome)


# ── right proofs hold ───────────────────────────────────────────────────────────────────────────


def test_graphs_at_random_hold():
    """Proofs of random graphs hold, with cycles, gains and any payoff of infinite play."""
    for number, game in enumerate(graphs(scaled(36, 6_000), 68)):
        solution = solve(game)
        for position in list(solution) if number % 6 == 0 else [solution.start]:
            proof = proved(game, position, memory=TABLES[number % 3])
            assert proof.outcome == solution[position]
            assert_holds(proof, solution[position])


class Won(Walk):
    """Game on a graph without scores, in which infinite play is a win for one player."""

    candidates = Game.candidates

    def __init__(self, drawing, endless):
        super().__init__(drawing)
        self.endless = endless


def test_graphs_whose_endless_play_is_won_hold():
    """Proofs of graphs hold if infinite play is a win for one of the players."""
    endless = 0
    for number, drawing in enumerate(drawings(scaled(40, 3_000), Random(7))):
        game = Won(drawing, (Value.WIN, Value.LOSS)[number % 2])
        outcome = solve(game).outcome
        proof = proved(game, memory=TABLES[number % 3])
        assert proof.outcome == outcome
        assert_holds(proof, outcome)
        endless += outcome.is_endless
    assert endless > scaled(40, 3_000) // 20


@pytest.mark.parametrize(
    "game",
    [
        Coins(), Counters(), Race(), Chase(), *map(Treasure, (0, 1, -2)), ScoringHeaps(),
        PlainOthello(rows=3, columns=3), PongHauKi(endless=Value.WIN),
        PongHauKi(endless=Value.LOSS), HareAndHounds(),
        CopsAndRobber(edges=((0, 1), (1, 2), (2, 3), (3, 0)), cops=1),
        CopsAndRobber(edges=((0, 1), (1, 2), (2, 3), (3, 0))), TinyGo(1, 3),
    ],
    ids=repr,
)  # fmt: skip
def test_plain_games_hold(game):
    """Proofs of small plain games of the tests and of the library hold."""
    assert_holds(proved(game), solve(game).outcome)


@pytest.mark.parametrize(
    "game",
    [DotsAndBoxes(1, 2), Kalah(houses=3, seeds=2), Awari(houses=2, seeds=2)],
    ids=repr,
)
def test_compiled_games_hold(game):
    """Proofs of compiled games with gains, kept turns and (in Awari) cycles hold."""
    assert_holds(proved(game), solve(game).outcome)


@pytest.mark.compiled(why="without a compiler the same search is tried by the plain test")
@pytest.mark.parametrize("endless", [0, 1, -3])
def test_compiled_graphs_at_random_hold(endless):
    """Proofs of compiled random graphs hold, from a root of each graph."""
    luck = Random(30 + endless)
    for gains in (True, False):
        drawings = [drawn(luck, gains=gains) for _ in range(scaled(12, 600))]
        game = CompiledScores(abreast(drawings), endless, gains=gains)
        solution, first = solve(game), 0
        for number, each in enumerate(drawings):
            position = 2 * first + number % 2
            proof = proved(game, position, memory=(64, 1600, None)[number % 3])
            assert_holds(proof, solution[position])
            first += len(each.moves)


@pytest.mark.parametrize("game", [Race(), Coins(), ScoringHeaps()], ids=repr)
def test_single_questions_hold(game):
    """Proofs that a score is just reached, or just missed, hold."""
    solution = solve(game)
    score = solution.outcome.score
    reached, missed = (proved(game, at_least=score + more) for more in (0, 1))
    for proof in (reached, missed):
        assert proof.verify().bounds == proof.bounds
    assert proved(game, seconds=0).verify().claims >= 0


# ── wrong proofs are refused ────────────────────────────────────────────────────────────────────


def with_claim(claims, position, side, number):
    """Return the claims with an additional one."""
    copy = ClaimsOfPositions(claims.scale)
    for each, *bounds in claims.entries():
        for one in (MOVER, OTHER):
            copy.add(each, one, bounds[one])
    copy.add(position, side, number)
    return copy


def false_numbers(scale, levels, outcome, side):
    """Return claims of too much for a side: a score, a ply, or what the other side gets."""
    score = scale.search_score(outcome) * (1 if side == MOVER else -1)
    level, unit = scale.level(score), scale.unit
    numbers = [(level + 1) * unit - plies for plies in (0, 3, unit // 2)]
    if not scale.has_gains:
        numbers.append(score + 1)
    if score < 0:
        numbers.append(-score)
    return [number for number in numbers if levels.level(number) > level or not scale.has_gains]


def test_planted_claims():
    """A claim with a score or a ply too many, or for the wrong player, is refused."""
    planted = 0
    for game in graphs(scaled(18, 1_000), 70):
        solution, proof = solve(game), proved(game)
        rules, (statement, claims) = Rules(game), proof._grounds.claims()
        scales = Scales.of(rules)
        for position in solution:
            scale = scales.at(position)
            for side in (MOVER, OTHER):
                for number in false_numbers(scale, claims.scale, solution[position], side):
                    planted += 1
                    with pytest.raises(VerificationError):
                        verify_claims(
                            rules,
                            with_claim(claims, position, side, number),
                            StatedResults((statement,)),
                        )
    assert planted > 400


def level_of(rules, solution, position):
    """Return the level of a position's score."""
    scale = Scales.of(rules).at(position)
    return scale.level(scale.search_score(solution[position]))


def test_planted_statements():
    """A statement about a proof's position is refused if its claims show less."""
    planted = 0
    for game in graphs(scaled(36, 2_000), 71):
        proof = proved(game)
        rules, (verdict, claims) = Rules(game), proof._grounds.claims()
        solution, unit = solve(game), claims.scale.unit
        falses = [
            attrs.evolve(verdict, mover=verdict.mover + unit),
            attrs.evolve(verdict, other=verdict.other + unit),
            attrs.evolve(verdict, mover=verdict.other, other=verdict.mover),
            *(
                attrs.evolve(verdict, position=position)
                for position in solution
                if level_of(rules, solution, position) != level_of(rules, solution, solution.start)
            ),
        ]
        if not rules.has_gains:
            falses.append(attrs.evolve(verdict, mover=verdict.mover + 1))
            falses.append(attrs.evolve(verdict, other=verdict.other + 1))
        if verdict.drawn is not None:
            plies = verdict.drawn.remoteness
            others = [None, plies + 1, plies + 2] if plies is not None else [1, 2]
            falses += [attrs.evolve(verdict, drawn=Outcome(Value.DRAW, each, 0)) for each in others]
        for false in falses:
            if verdict.mover == verdict.other == 0 and false == verdict:
                continue
            planted += 1
            with pytest.raises(VerificationError):
                verify_claims(rules, claims, StatedResults((false,)))
    assert planted > 3 * 36


def test_no_claim_is_there_for_nothing():
    """If there is a single line of play, a proof without any one of its claims is refused."""
    proof = proved(Coins(row=(3, 3, 3, 3)))
    rules, (statement, claims) = Rules(proof.game), proof._grounds.claims()
    refused = 0
    for position, *bounds in claims.entries():
        for side in (MOVER, OTHER):
            fewer = ClaimsOfPositions(claims.scale)
            for each, *numbers in claims.entries():
                for one in (MOVER, OTHER):
                    if (each, one) != (position, side):
                        fewer.add(each, one, numbers[one])
            if bounds[side] != claims.scale.nothing:
                refused += 1
                with pytest.raises(VerificationError):
                    verify_claims(rules, fewer, StatedResults((statement,)))
    assert refused == len(claims)


@attrs.frozen(repr=False)
class Misled(ScoredGame):
    """Random game with scores whose author states results and moves, some of them wrong."""

    known: object = attrs.field(factory=dict, eq=False)

    def candidates(self, position):
        return self.known.get(position)


class MisledWithoutGains(Misled):
    """Variant in which no move gains."""

    gain = Game.gain


def knowledge(game, luck):
    """Return results or moves worth trying for some positions, at random."""
    known = {}
    for position in game.positions():
        moves = len(game.moves(position))
        if moves and luck.random() < 0.4:
            score = luck.randint(-3, 3)
            some = luck.sample(range(moves), luck.randrange(1, moves + 1))
            known[position] = luck.choice([Bounds(at_least=score), Bounds(at_most=score), some])
    return known


def test_wrong_candidates():
    """If statements of the author are wrong, a wrong score is refused and a right one holds."""
    luck, wrong, right = Random(3), 0, 0
    for game in graphs(scaled(200, 2_000), 72):
        kind = MisledWithoutGains if isinstance(game, Gainless) else Misled
        outcome = solve(game).outcome
        reported = kind(game.drawing, game.endless, knowledge(game, luck))
        try:
            proof = proved(reported, exact=False)
        except GameContractError:  # answers that contradict each other
            wrong += 1
            continue
        if not is_right(proof, outcome):
            wrong += 1
            with pytest.raises(VerificationError):
                proof.verify()
        elif proof.score is not None:
            right += 1
            assert proof.verify().bounds.score == outcome.score
    assert right > 40
    assert wrong > 20


def is_right(proof, outcome):
    """Return True if an outcome, or its score if moves gain, lies within a proof's bounds."""
    least, most = proof._questions.bounds(proof.position)
    scale = proof._questions.scales.at(proof.position)
    if scale.has_gains:
        return scale.least_score(least) <= outcome.score <= scale.most_score(most)
    return least <= scale.search_score(outcome) <= most


# ── files, tables, graphs ───────────────────────────────────────────────────────────────────────

KEPT = [
    Race(),
    Coins(),
    Chase(),
    Treasure(1),
    Kalah(houses=3, seeds=2),
    PongHauKi(endless=Value.WIN),
]


@pytest.mark.parametrize("question", [{}, {"exact": False}, {"at_least": Value.WIN}], ids=str)
@pytest.mark.parametrize("game", KEPT, ids=repr)
def test_files(game, question, tmp_path):
    """A loaded proof has the same bounds, claims, report, rows and principal variation."""
    proof = prove(game, **question)
    proof.save(tmp_path / "a.proof")
    again = load_proof(tmp_path / "a.proof", game)
    assert (again.bounds, again.outcome, again.score) == (proof.bounds, proof.outcome, proof.score)
    assert list(again.claims) == list(proof.claims)
    report, before = again.verify(), proof.verify()
    assert attrs.evolve(report, seconds=before.seconds) == before
    assert again.best_move() in proof.best_moves()
    assert [row.bounds for row in again.moves()] == [row.bounds for row in proof.moves()]
    assert len(again.mainline()) == len(proof.mainline()) or question


def test_tables():
    """A position in a table is terminal, and the report has the outcomes used from it."""
    luck, taken = Random(5), 0
    for game in graphs(scaled(24, 2_000), 77):
        solution = solve(game)
        tables = [solve(game, start=luck.choice(list(solution))) for _ in range(2)]
        for position in luck.sample(list(solution), 1):
            proof = proved(game, position, tables=tables)
            assert proof.outcome == solution[position]
            assert proof.best_moves() == solution.best_moves(position)
            assert_holds(proof, solution[position])
            taken += bool(proof.verify().reused)
    assert taken > 4


@pytest.mark.parametrize(
    ("game", "steps"),
    [(Kalah(houses=3, seeds=2), 2), (DotsAndBoxes(1, 2), 3), (Awari(houses=2, seeds=2), 1)],
    ids=repr,
)
def test_tables_of_compiled_games(game, steps):
    """A proof of a compiled game holds with a table of the positions after a few plies."""
    solution = solve(game)
    later = [row.position for row in solution.mainline()[:steps]][-1]
    table = solve(game, start=later)
    proof = proved(game, tables=[table])
    assert proof.outcome == solution.outcome
    assert_holds(proof, solution.outcome)
    assert sum(each.claims for each in proof.verify().reused) >= 1


@pytest.mark.compiled(why="without a compiler the same search is tried by the plain test")
@pytest.mark.parametrize("endless", [0, -3])
def test_tables_of_compiled_graphs(endless):
    """Proofs of compiled random graphs with tables hold, with and without gains."""
    luck, taken = Random(31), 0
    for gains in (True, False):
        drawings = [drawn(luck, gains=gains) for _ in range(scaled(10, 300))]
        game = CompiledScores(abreast(drawings), endless, gains=gains)
        solution, first = solve(game), 0
        for each in drawings:
            after = [row.position for row in solution.moves(2 * first)]
            tables = [solve(game, start=position) for position in after[:1]]
            proof = proved(game, 2 * first, tables=tables)
            assert proof.outcome == solution[2 * first]
            assert_holds(proof, solution[2 * first])
            taken += bool(proof.verify().reused)
            first += len(each.moves)
    assert taken


def test_graph_of_claims():
    """The nodes of the graph of claims have the claims as text, and the edges have the gains."""
    network = prove(Coins()).to_networkx()
    start = network.nodes[Coins().start()]
    assert (start["at_least"], start["at_most"]) == ("win by 12", "win by 12")
    assert sorted({data["gain"] for *_, data in network.edges(data=True)})[-1] == 7
    network = prove(Chase()).to_networkx()
    assert network.nodes[Chase().start()]["at_least"] == "endless win"


# ── messages ────────────────────────────────────────────────────────────────────────────────────


def test_explanations():
    """An explanation shows the move, and each reply with its answer and bounds, and gains."""
    assert str(prove(Coins()).explain()) == (
        "win by 12 in 5: last (+6), and then\n"
        "  first (+2): first (+7), at most loss by 10\n"
        "  last (+4): last (+1), loss by 6"
    )
    assert str(prove(Chase()).explain()).splitlines()[0] == "endless win: stay, and then"


def test_words_of_a_fault():
    """A refusal names the score, and the number of plies if there is one."""
    game = Race()
    proof = proved(game)
    statement, claims = proof._grounds.claims()
    empty = ClaimsOfPositions(claims.scale)
    with pytest.raises(VerificationError) as refused:
        verify_claims(Rules(game), empty, StatedResults((statement,)))
    assert refused.value.message == (
        "the proof is wrong: at position (0, 0) the player to move is claimed to get at least "
        "win by 1 in 3: this claim is not in the proof"
    )
    planted = with_claim(claims, game.start(), OTHER, 3 * claims.scale.unit - 2)
    with pytest.raises(VerificationError) as refused:
        verify_claims(Rules(game), planted, StatedResults((statement,)))
    assert refused.value.message == (
        "the proof is wrong: at position (0, 0) the other player is claimed to get at least "
        "win by 3 in 2: after one of the moves it is not shown"
    )
    for number in (claims.scale.unit // 3, -claims.scale.unit - 1):
        planted = (
            with_claim(claims, (3, 1), OTHER, number)
            if number < 0
            else with_claim(claims, (1, 1), MOVER, number)
        )
        with pytest.raises(VerificationError, match="a claim has too many plies"):
            verify_claims(Rules(game), planted, StatedResults((statement,)))
    with pytest.raises(VerificationError, match="the plies of draws are not shown"):
        verify_claims(
            Rules(Coins()),
            prove(Coins()).claims,
            StatedResults(
                (
                    attrs.evolve(
                        statement,
                        position=Coins().start(),
                        mover=claims.scale.nothing,
                        other=claims.scale.nothing,
                        drawn=Outcome(Value.DRAW, 3, 0),
                    ),
                )
            ),
        )


def test_more_claims_than_there_is_room_for():
    """A proof whose claims do not fit in memory is refused."""
    with pytest.raises(MemoryLimitError, match="the proof has more than 4 claims"):
        prove(Race(), memory=1_000).verify()


# ── the scale of claims and that of the search ──────────────────────────────────────────────────


@pytest.mark.parametrize("endless", ENDLESS)
@pytest.mark.parametrize("kind", [ScoredGame, Gainless])
def test_scales_agree(kind, endless):
    """Search and verification were written independently and give numbers the same meaning."""
    game = kind(drawn(Random(1)), endless)
    rules = Rules(game)
    for position in ((0, 0), (0, 1)):
        scale, levels = Scales.of(rules).at(position), ClaimScale(rules)
        for points in range(-5, 6):
            end = Outcome.of(points, 0, True, scale.endless)
            assert levels.end(position, points) == scale.of_end(end)
            for plies in (0, 1, 7):
                outcome = Outcome.of(points, plies, True, scale.endless)
                assert levels.solved(position, outcome) == scale.of_solved(outcome)
                number = scale.search_score(outcome)
                words = levels.claim_of(position, number, -number).bounds
                assert words == scale.between(number, number)
                for gain in range(-4, 5) if rules.has_gains else (0,):
                    assert levels.backed_up(number, gain) == scale.backed_up(number, True, gain)
