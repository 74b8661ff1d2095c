"""Everything that a proof of a random game with scores says, compared with the reference.

Each graph is a game of its own, with its own tight ``least_score`` and ``most_score``: many graphs
in one game with wide bounds never come near the limits of the scale.
"""

from functools import lru_cache
from random import Random

import attrs
import pytest

from gamesolver import Bounds, CompiledGame, Game, InvalidArgumentError, Outcome, load_proof, prove
from gamesolver.value import shows
from tests.attacks.compiled_scores import CompiledScores
from tests.attacks.magnitudes import MOST_COMPILED_GAIN, Points
from tests.attacks.scored_graphs import ScoredDrawing, ScoredGame, drawn
from tests.oracles.scored_reference import FOR_EVER, back, named, preference
from tests.support.scale import scaled

ENDLESS = 0, 0, 1, -1, 2, -3
NARROW = 400
"""The most points of a compiled game for which its proofs have a scale."""
LONGER = 10 * FOR_EVER


@attrs.frozen
class Drawn:
    """A random graph, the position to be proved, and the truth about all positions."""

    drawing: ScoredDrawing
    endless: int
    root: tuple[int, int]
    gains: bool

    @property
    def truth(self):
        """The outcome of each node and player, by the reference."""
        return self.drawing.truth(self.endless)

    def worth(self, state):
        """What infinite play is worth to the player to move."""
        return self.endless * (1 - 2 * state[1])

    def after(self, state):
        """The states after each move, whether they keep the turn, and the gains."""
        node, player = state
        for to, kept, gain in self.drawing.moves[node]:
            yield (to, player if kept else 1 - player), kept, gain

    def reached(self):
        """All states that play from the root comes to."""
        states, waiting = {self.root}, [self.root]
        while waiting:
            new = {state for state, _, _ in self.after(waiting.pop())} - states
            states |= new
            waiting += new
        return states

    def limits(self):
        """The least and the greatest score of any position that is reached."""
        truth = self.truth
        scores = [truth[state][0] for state in self.reached()]
        if not self.gains and self.endless:  # cells have room for it in any case
            scores += [self.endless, -self.endless]
        return min(scores), max(scores)

    def backs(self, state):
        """The outcome of each move, for the player to move, as (score, length)."""
        truth, worth = self.truth, self.worth(state)
        for to, kept, gain in self.after(state):
            score, plies, last_gain = truth[to]
            length = FOR_EVER + last_gain if plies is None else plies
            yield back((score, length), kept, gain, worth, len(self.drawing.moves))


def with_bad_moves(drawing, luck):
    """Return a drawing in which some moves lose very much: nobody has to choose them."""
    moves = [list(row) for row in drawing.moves]
    for row in moves:
        kept = [place for place, (_, _, gain) in enumerate(row) if not gain]
        if kept and len(kept) < len(row) and luck.random() < 0.3:
            place = next(place for place, each in enumerate(row) if each[2])
            loss = Points.drawn(luck, MOST_COMPILED_GAIN).least
            row[place] = (*row[place][:2], loss)
    return ScoredDrawing(tuple(map(tuple, moves)), drawing.ends)


@lru_cache(8)
def drawn_for(seed, is_compiled):
    """Return the random graph of a seed."""
    luck = Random(seed)
    gains = luck.random() < 0.7
    nodes, loops = luck.choice((3, 5, 8)), luck.random() < 0.75
    points = Points.drawn(luck, NARROW) if is_compiled else Points.drawn(luck)
    small = Points(-3, 3) if luck.random() < 0.5 else points
    drawing = drawn(luck, most_nodes=nodes, gains=gains, loops=loops, points=small)
    if gains and luck.random() < 0.3:
        drawing = with_bad_moves(drawing, luck)
    root = luck.randrange(len(drawing.moves)), luck.randint(0, 1)
    return Drawn(drawing, luck.choice(ENDLESS), root, gains)


@lru_cache(8)
def compiled_for(seed):
    """Return a compiled game on the graph of a seed, within its tightest bounds."""
    case = drawn_for(seed, True)
    return CompiledScores(case.drawing, case.endless, gains=case.gains, bounds=case.limits())


@attrs.frozen
class Tight(CompiledGame):
    """A compiled game on a random graph, with bounds of scores that are as tight as can be."""

    seed: int = 0

    @property
    def endless(self):
        return drawn_for(self.seed, True).endless

    @property
    def rules(self):
        return compiled_for(self.seed).rules

    def start(self):
        return self.position(drawn_for(self.seed, True).root)

    @staticmethod
    def position(state):
        """The position of a node and a player."""
        return 2 * state[0] + state[1]


@attrs.frozen
class Plain(Game):
    """The game in plain Python, where a proof knows no bounds of scores."""

    seed: int = 0

    @property
    def game(self):
        """A game on the drawing."""
        case = drawn_for(self.seed, False)
        return ScoredGame(case.drawing, case.endless)

    @property
    def endless(self):
        return drawn_for(self.seed, False).endless

    def start(self):
        return drawn_for(self.seed, False).root

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
        """The position of a node and a player."""
        return state


def ranked(bound, worth, longest):
    """Return a bound as the reference prefers it; a score alone has ``longest`` plies."""
    if not isinstance(bound, Outcome):
        return bound, longest
    length = FOR_EVER + bound.last_gain if bound.remoteness is None else bound.remoteness
    return preference((bound.score, length), worth)


def assert_true(bounds, outcome, worth):
    """Nothing that bounds say of a position, or of a move, is false."""
    true = preference(outcome, worth)
    if bounds.at_least is not None:
        assert ranked(bounds.at_least, worth, -LONGER) <= true
    if bounds.at_most is not None:
        assert ranked(bounds.at_most, worth, LONGER) >= true


def assert_rows_true(case, proof, is_exact, is_settled):
    """The row of each move is true, and so is which move is best."""
    worth, backs = case.worth(case.root), list(case.backs(case.root))
    keys = [preference(each, worth) for each in backs]
    keys = keys if is_exact else [score for score, _ in keys]
    best = {move for move, key in enumerate(keys) if key == max(keys, default=None)}
    for row in proof.moves():
        assert_true(row.bounds, backs[row.move], worth)
        assert row.is_best in ((row.move in best), *((None,) * (not is_settled)))
        if is_exact:
            said = row.outcome.score, row.outcome.remoteness, row.outcome.last_gain
            assert said == named(backs[row.move])
    if is_settled:
        assert set(proof.best_moves()) == best
        assert proof.best_move() in (best or {None})
        assert bool(proof.mainline()) == bool(best)


def assert_statements(game, case, luck, tmp_path):
    """All that proofs of a game say is true, is verified, and is in their files."""
    root, worth, truth = game.position(case.root), case.worth(case.root), case.truth[case.root]
    score, plies, last_gain = truth
    outcome = score, FOR_EVER + last_gain if plies is None else plies
    bound = score + luck.choice((-1, 0, 1, 2))
    for question in ({}, {"exact": False}, {"at_least": bound}):
        memory = luck.choice((1_000, None)) if isinstance(game, Plain) else luck.choice((64, None))
        try:
            proof = prove(game, root, memory=memory, **question)
        except InvalidArgumentError:
            assert "at_least" in question  # its answer is known beforehand, or no score is so great
            continue
        proof._grounds.most = 1_000_000
        assert_true(proof.bounds, outcome, worth)
        if not question:
            said = proof.outcome
            assert (said.score, said.remoteness, said.last_gain) == truth
        elif "exact" in question:
            assert (proof.score, proof.value) == (score, said.value)
        if luck.random() < 0.5:
            assert_rows_true(case, proof, not question, "at_least" not in question)
        report = proof.verify()
        assert_true(report.bounds, outcome, worth)
        assert shows(report.bounds, proof.bounds, game.preference(case.root[1]))
        assert (report.bounds.value, report.bounds.score) == (proof.value, proof.score)
        assert_rows_true(case, proof, not question, "at_least" not in question)
        proof.explain()
        proof.verify(symmetries=False)
        if luck.random() < 0.3:
            assert_kept(game, proof, tmp_path / "a.proof")


def assert_kept(game, proof, path):
    """A proof from a file says what was saved, and is verified."""
    proof.save(path)
    loaded = load_proof(path, game)
    assert (str(loaded.bounds), loaded.outcome) == (str(proof.bounds), proof.outcome)
    assert (loaded.value, loaded.score) == (proof.value, proof.score)
    loaded._grounds.most = 1_000_000
    loaded.verify()


@pytest.mark.parametrize("kind", [Plain, Tight])
def test_all_that_proofs_of_random_games_say_is_true_and_verified(kind, tmp_path):
    """Bounds, outcomes, rows, best moves, reports, and files, within the tightest limits."""
    for seed in range(scaled(60, 30_000)):
        case = drawn_for(seed, kind is Tight)
        if kind is Tight and max(map(abs, case.limits())) > NARROW:
            continue
        assert_statements(kind(seed), case, Random(seed), tmp_path)


def test_what_bounds_show_is_no_more_than_they_say():
    """A bound shows every weaker one, and none that is stronger."""
    preference_of = Tight(0).preference(0)
    assert shows(Bounds(2, 5), Bounds(1, 5), preference_of)
    assert not shows(Bounds(1, 5), Bounds(2, 5), preference_of)
    assert not shows(Bounds(at_most=5), Bounds(1), preference_of)
    assert shows(Bounds(), Bounds(), preference_of)
