"""Everything that a proof of a random game with scores states, compared with the reference.

Each graph is a game of its own, with its own tight ``least_score`` and ``most_score``: many graphs
in one game with wide bounds never come near the limits of the scale. Half of the authors claim
symmetries or candidates as well. If all their claims are true, every proof is right. If one is
false, a proof is refused, or all that it states is true.
"""

from collections import Counter
from functools import lru_cache
from random import Random

import attrs
import pytest

from gamesolver import (
    Bounds,
    CompiledGame,
    Game,
    GameContractError,
    InvalidArgumentError,
    NotProvedError,
    Outcome,
    VerificationError,
    load_proof,
    prove,
    solve,
)
from gamesolver.proofs.search_scores import Scales
from gamesolver.rules.guard import Rules
from gamesolver.value import shows
from tests.attacks.claimed_graphs import ClaimedGraph, claimed, with_bad_moves
from tests.attacks.compiled_scores import CompiledScores
from tests.attacks.magnitudes import MOST_COMPILED, MOST_COMPILED_GAIN, Points
from tests.attacks.scored_graphs import ScoredGame, drawn
from tests.oracles.scored_reference import FOR_EVER, as_reference, named, preference
from tests.support.scale import scaled

ENDLESS = 0, 0, 1, -1, 2, -3
NARROW = 400, MOST_COMPILED
"""Greatest points of compiled games; kernels search only those they have room for."""
LONGER = 10 * FOR_EVER
MOMENTS = 0, 0, 0.0001, 0.001
"""Seconds after which a proof is stopped."""
A_MINUTE = 60.0


@lru_cache(1)  # size 1: a graph that is no longer referenced leaves its sheet to the next one
def graph_for(seed, is_compiled):
    """Return the random graph of a seed, with the claims of its author."""
    luck = Random(seed)
    gains = luck.random() < 0.7
    nodes, loops = luck.choice((3, 5, 8)), luck.random() < 0.75
    points = Points.drawn(luck, luck.choice(NARROW)) if is_compiled else Points.drawn(luck)
    small = Points(-3, 3) if luck.random() < 0.5 else points
    drawing = drawn(luck, most_nodes=nodes, gains=gains, loops=loops, points=small)
    if gains and luck.random() < 0.3:
        drawing = with_bad_moves(drawing, luck, MOST_COMPILED_GAIN)
    root = luck.randrange(len(drawing.moves)), luck.randint(0, 1)
    return claimed(luck, ClaimedGraph(drawing, luck.choice(ENDLESS), root, gains), small)


@lru_cache(1)  # size 1: a graph that is no longer referenced leaves its sheet to the next one
def compiled_for(seed):
    """Return a compiled game on the graph of a seed, within its tightest bounds."""
    graph = graph_for(seed, True)
    return CompiledScores(graph.drawing, graph.endless, gains=graph.gains, bounds=graph.limits())


@attrs.frozen
class Tight(CompiledGame):
    """Compiled game on a random graph, with bounds of scores as tight as possible."""

    seed: int = 0

    @property
    def endless(self):
        return graph_for(self.seed, True).endless

    @property
    def rules(self):
        return compiled_for(self.seed).rules

    def start(self):
        return self.position(graph_for(self.seed, True).root)

    @staticmethod
    def position(state):
        """Return the position of a node and a player."""
        return 2 * state[0] + state[1]

    @staticmethod
    def state(position):
        """Return the node and the player of a position."""
        return divmod(position, 2)


@attrs.frozen
class Plain(Game):
    """The game in plain Python, in which a proof knows no bounds of scores."""

    seed: int = 0

    @property
    def game(self):
        """Game on the random graph."""
        graph = graph_for(self.seed, False)
        return ScoredGame(graph.drawing, graph.endless)

    @property
    def endless(self):
        return graph_for(self.seed, False).endless

    def start(self):
        return graph_for(self.seed, False).root

    def moves(self, position):
        return self.game.moves(position)

    def play(self, position, move):
        return self.game.play(position, move)

    def gain(self, position, move):
        return self.game.gain(position, move)

    def terminal_score(self, position):
        return self.game.terminal_score(position)

    def player(self, position):
        return position[1]

    @staticmethod
    def position(state):
        """Return the position of a node and a player."""
        return state

    state = position


class PlainWithImages(Plain):
    """Variant with the symmetries that its author claims."""

    def symmetries(self, position):
        orbits = self.game.drawing.claims.orbits
        return [divmod(code, 2) for code in orbits[Tight.position(position)]]


class PlainWithNames(PlainWithImages):
    """Variant with a canonical position for each orbit."""

    def canonical(self, position):
        return divmod(self.game.drawing.claims.canonical[Tight.position(position)], 2)


def knowing(kind):
    """Return a plain game class whose author states some candidates."""

    class Knowing(kind):
        def candidates(self, position):
            return self.game.drawing.claims.candidates[Tight.position(position)]

    Knowing.__qualname__ = Knowing.__name__ = f"{kind.__name__}Knowing"
    return Knowing


PLAIN = Plain, PlainWithImages, PlainWithNames
KNOWING = tuple(map(knowing, PLAIN))


def plain_game(seed):
    """Return the plain game of a seed, with only those methods that its author claims."""
    claims = graph_for(seed, False).drawing.claims
    return (KNOWING if claims.candidates else PLAIN)[bool(claims.orbits) + bool(claims.canonical)](
        seed
    )


# ── statements of a proof ──────────────────────────────────────────────────


@attrs.frozen
class StatedResults:
    """All that a proof states of its position and of the positions after it."""

    bounds: Bounds
    rows: tuple
    best_moves: tuple | None
    """None if they are not resolved."""
    line: tuple
    explanation: object


def error_text(proof):
    """Return all that a proof states; its bounds include the results of these queries."""
    rows, line, explanation = proof.moves(), proof.mainline(), proof.explain()
    try:
        best_moves = proof.best_moves()
        assert proof.best_move() in (best_moves or (None,))
    except NotProvedError:
        best_moves = None
    return StatedResults(proof.bounds, rows, best_moves, tuple(line), explanation)


def key_of_bound(bound, payoff, longest):
    """Return a bound as a preference of the reference; a score alone has ``longest`` plies."""
    if not isinstance(bound, Outcome):
        return bound, longest
    length = FOR_EVER + bound.last_gain if bound.remoteness is None else bound.remoteness
    return preference((bound.score, length), payoff)


def assert_true(bounds, outcome, payoff):
    """Check that bounds of a position or a move are true."""
    true = preference(outcome, payoff)
    if bounds.at_least is not None:
        assert key_of_bound(bounds.at_least, payoff, -LONGER) <= true
    if bounds.at_most is not None:
        assert key_of_bound(bounds.at_most, payoff, LONGER) >= true


def assert_all_true(graph, game, statements, by_score):
    """Check that bounds, rows, best moves, line and explanation are true of the root."""
    root, backs = graph.root, list(graph.backs(graph.root))
    payoff, best = graph.payoff(root), graph.best(root, by_score) if backs else set()
    assert_true(statements.bounds, graph.outcome(root), payoff)
    for row in statements.rows:
        assert_true(row.bounds, backs[row.move], payoff)
        assert row.is_best in (None, row.move in best)
    assert statements.best_moves is None or set(statements.best_moves) == best
    state = root
    for row in statements.line:
        assert row.move in graph.best(state, by_score)
        assert_true(row.bounds, list(graph.backs(state))[row.move], graph.payoff(state))
        state = game.state(row.position)
    assert_explanation_true(graph, game, statements.explanation)


def assert_explanation_true(graph, game, explanation):
    """Check that the bounds of an explanation are true of its position and of each reply."""
    root = graph.root
    assert_true(explanation.bounds, graph.outcome(root), graph.payoff(root))
    after = root if explanation.move is None else game.state(explanation.after)
    for reply in explanation.replies:
        assert_true(reply.bounds, list(graph.backs(after))[reply.move], graph.payoff(after))


def assert_resolved(graph, statements, by_score):
    """Check that a proof that was not stopped states all best moves, and outcomes or scores."""
    backs, best = list(graph.backs(graph.root)), set(statements.best_moves)
    assert bool(statements.line) == bool(best)
    for row in statements.rows:
        assert row.is_best == (row.move in best)
        assert by_score or as_reference(row.outcome) == named(backs[row.move])


# ── the claims of an author are true ───────────────────────────────────────


def questions(graph, luck):
    """Return questions about a position: its outcome, its score, and a bound on it."""
    bound = graph.truth[graph.root][0] + luck.choice((-1, 0, 1, 2))
    return {}, {"exact": False}, {"at_least": bound}


def is_for_kernels(game):
    """Return True if kernels have room for the scores of a compiled game."""
    return Scales.of(Rules(game)).first.is_for_kernels


def options(graph, game, luck):
    """Return further arguments of ``prove``, none of which may change what is proved."""
    least = 64 if isinstance(game, Tight) and is_for_kernels(game) else 1_000
    result = {"memory": luck.choice((least, None))}
    if luck.random() < 0.2:
        result["seconds"] = luck.choice(MOMENTS)
    if graph.is_true and luck.random() < 0.15:
        solved = luck.choice(sorted(graph.reached()))
        result["tables"] = [solve(game, start=game.position(solved))]
    return result


def proofs_of(graph, game, luck):
    """Yield proofs of the root, each with its arguments."""
    for question in questions(graph, luck):
        arguments = question | options(graph, game, luck)
        try:
            proof = prove(game, **arguments)
        except InvalidArgumentError:
            assert "at_least" in question  # every position reaches the bound, or none does
            continue
        proof._grounds.most = 1_000_000
        yield proof, arguments


def assert_right(graph, game, luck, path):
    """Check that all that proofs of a game state is true, verified, and in their files."""
    ends = Counter()
    for proof, arguments in proofs_of(graph, game, luck):
        by_score = "exact" in arguments or "at_least" in arguments
        assert_true(proof.bounds, graph.outcome(graph.root), graph.payoff(graph.root))
        if "seconds" not in arguments and "at_least" not in arguments:
            assert_answered(graph, proof, by_score)
        if luck.random() < 0.5:
            assert_all_true(graph, game, error_text(proof), by_score)
        assert_verified(graph, game, proof)
        with proof.within(A_MINUTE):  # a stopped proof is resumed
            statements = error_text(proof)
            assert_all_true(graph, game, statements, by_score)
            assert_resolved(graph, statements, by_score)
            assert_verified(graph, game, proof)
            proof.verify(symmetries=False)
            if luck.random() < 0.3:
                assert_kept(game, proof, path, arguments.get("tables", ()))
        ends["right"] += 1
    return ends


def assert_answered(graph, proof, by_score):
    """Check that a proof that was not stopped states the outcome or the score."""
    score = graph.truth[graph.root][0]
    assert proof.score == score
    assert by_score or as_reference(proof.outcome) == graph.truth[graph.root]


def assert_verified(graph, game, proof):
    """Check that the statements of a proof are verified and that the report shows them."""
    report = proof.verify()
    assert_true(report.bounds, graph.outcome(graph.root), graph.payoff(graph.root))
    assert shows(report.bounds, proof.bounds, game.preference(graph.root[1]))
    if proof.score is not None:
        assert (report.bounds.value, report.bounds.score) == (proof.value, proof.score)


def assert_kept(game, proof, path, tables):
    """Check that a loaded proof states what was saved and is verified."""
    proof.save(path)
    loaded = load_proof(path, game, tables=tables)
    assert (str(loaded.bounds), loaded.outcome) == (str(proof.bounds), proof.outcome)
    assert (loaded.value, loaded.score) == (proof.value, proof.score)
    loaded._grounds.most = 1_000_000
    loaded.verify()


# ── a claim of an author is false ──────────────────────────────────────────


def assert_refused_or_true(graph, game, luck, path):
    """Check that proofs and the solution of a game with a false claim are refused or true."""
    ends = Counter()
    try:
        for proof, arguments in proofs_of(graph, game, luck):
            how = how_it_ends(graph, game, proof, arguments)
            ends[how] += 1
            if how == "verified" and luck.random() < 0.3 and not graph.drawing.claims.orbits:
                proof.verify()
                assert_kept(game, proof, path, ())
    except GameContractError:
        ends["refused"] += 1
    if graph.drawing.claims.orbits:
        ends[f"solution {how_a_solution_ends(graph, game)}"] += 1
    return ends


def how_it_ends(graph, game, proof, arguments):
    """Return "refused" or "verified"; in the second case check that all statements are true."""
    try:
        statements = error_text(proof)
        proof.verify(symmetries=False)
    except (GameContractError, VerificationError):
        return "refused"
    assert_all_true(graph, game, statements, "exact" in arguments or "at_least" in arguments)
    return "verified"


def how_a_solution_ends(graph, game):
    """Return "refused" or "right"; in the second case check the outcome of each state."""
    try:
        solution = solve(game)
    except (GameContractError, VerificationError):
        return "refused"
    for state in graph.reached():
        assert as_reference(solution[game.position(state)]) == graph.truth[state]
    return "right"


# ── random graphs ──────────────────────────────────────────────────────────


def assert_graph(kind, seed, path):
    """Check the proofs of the graph of a seed, and return how often they end in each way."""
    graph = graph_for(seed, kind is Tight)
    if kind is Tight and max(map(abs, graph.limits())) > MOST_COMPILED:
        return Counter()
    game = Tight(seed) if kind is Tight else plain_game(seed)
    judge = assert_right if graph.is_true else assert_refused_or_true
    return judge(graph, game, Random(seed), path)


@pytest.mark.parametrize("kind", [Plain, Tight])
def test_all_that_proofs_of_random_games_state_is_true_and_verified(kind, tmp_path):
    """All statements of proofs of random games are true and verified, or they are refused."""
    graphs, ends = scaled(60, 7_000), Counter()
    for seed in range(graphs):
        ends += assert_graph(kind, seed, tmp_path / "a.proof")
    assert ends["right"] > graphs
    assert min(ends["refused"], ends["verified"], ends["solution refused"]) > 0


def test_what_bounds_show_is_no_more_than_they_state():
    """A bound shows every weaker one, and none that is stronger."""
    preference_of = Tight(0).preference(0)
    assert shows(Bounds(2, 5), Bounds(1, 5), preference_of)
    assert not shows(Bounds(1, 5), Bounds(2, 5), preference_of)
    assert not shows(Bounds(at_most=5), Bounds(1), preference_of)
    assert shows(Bounds(), Bounds(), preference_of)
