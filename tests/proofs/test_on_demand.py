"""Retrograde analysis on demand is right, and is used in games full of cycles."""

from random import Random

import pytest

from games import CopsAndRobber
from gamesolver import Game, Value, prove, solve
from gamesolver.proofs import on_demand, plain_table
from gamesolver.proofs.plain_search import PlainSearch
from gamesolver.proofs.questions import Questions, exactly, value_alone
from gamesolver.proofs.search_scores import ANY_WIN, Scales, search_score
from gamesolver.rules.guard import Rules
from tests.attacks.graph_games import Drawing, DrawnGame, many_drawings
from tests.attacks.scored_graphs import drawn
from tests.attacks.symmetric_games import PlainSymmetricGame
from tests.proofs.test_by_depth import outcomes_of
from tests.proofs.test_scores import ENDLESS, Gainless
from tests.support.scale import scaled

LARGE = 1_000_000
GAMES = scaled(60, 5_000)


def watch(visited, forgotten):
    """Let the search run on to its end."""


class OnDemandSearch(PlainSearch):
    """Search by retrograde analysis alone, some visits at a time."""

    def __init__(self, game, slots, places, visits):
        super().__init__(Rules(game), slots, watch)
        self.on_demand = on_demand.OnDemandAnalysis(
            self.rules, self.on_demand.solved, plain_table.BoundsTable(slots), places
        )
        self.visits = visits

    def decide(self, position, target):
        """Repeat the query until there is an answer."""
        while (answer := self.on_demand.decide(position, target, self.visits, watch)) is None:
            pass
        return answer


def wrong(game, expected, **room):
    """Return the positions with a wrong result, by one search for all or by one for each."""
    same = Questions(Rules(game), OnDemandSearch(game, **room))
    found = []
    for root, outcome in expected.items():
        fresh = Questions(Rules(game), OnDemandSearch(game, **room))
        least, most = fresh.resolve(root, value_alone)
        exact = {each.resolve(root, exactly) for each in (same, fresh)}
        if exact != {(search_score(outcome),) * 2} or not least <= search_score(outcome) <= most:
            found.append(root)
    return found


def tangled(nodes, seed):
    """Return a random graph with few ends and many kept turns."""
    chance, moves, ends = Random(seed), [], []
    for _ in range(nodes):
        is_end = chance.random() < 0.02
        ends.append(chance.choice([-1, 0, 1]) if is_end else None)
        row = ((chance.randrange(nodes), chance.random() < 0.3) for _ in range(3))
        moves.append(() if is_end else tuple(row)[: chance.randint(1, 3)])
    return Drawing(tuple(moves), tuple(ends), (None,) * nodes, (0,))


@pytest.mark.parametrize("room", [
    {"slots": 1, "places": LARGE, "visits": LARGE},
    {"slots": 100, "places": LARGE, "visits": 1},
])  # fmt: skip
def test_every_answer_is_right(room):
    """Outcomes of random graphs are right, whether the search is left often or never."""
    for number, drawing in enumerate(many_drawings(GAMES, seed=51, most_nodes=14)):
        game = DrawnGame(drawing, folded=bool(number % 2))
        assert not wrong(game, outcomes_of(game), **room)


def test_symmetries_of_every_kind():
    """Outcomes are right for symmetries in every way of writing them."""
    for seed in range(GAMES // 5):
        game = PlainSymmetricGame(seed)
        assert not wrong(game, game.expected(), slots=100, places=LARGE, visits=LARGE)


@pytest.mark.parametrize("folded", [True, False])
def test_tangled_graphs_are_proved_and_verified(folded):
    """Graphs of hundreds of positions full of cycles are proved by this method, and verified."""
    methods = set()
    for seed in range(3):
        game = DrawnGame(tangled(300, seed), folded)
        proof = prove(game)
        assert proof.outcome == outcomes_of(game)[game.start()]
        assert proof.verify(symmetries=folded).bounds.outcome == proof.outcome
        methods.add(proof.how.method)
    assert "proof numbers and retrograde analysis on demand in plain Python" in methods


def test_without_room_the_other_method_goes_on():
    """If the method has no memory left, the outcomes are right all the same."""
    for drawing in many_drawings(GAMES, seed=52, most_nodes=14):
        game = DrawnGame(drawing)
        search = PlainSearch(Rules(game), plain_table.PARTS, watch)
        assert search.on_demand.most == 0
        expected = outcomes_of(game)[game.start()]
        assert Questions(search.rules, search).resolve(game.start(), exactly) == (
            (search_score(expected),) * 2
        )


@pytest.mark.parametrize(("cops", "outcome"), [(2, "endless loss"), (3, "win in 7")])
def test_cops_and_robber(cops, outcome):
    """On the default graph two cops never catch the robber, and three do; both proofs hold."""
    proof = prove(CopsAndRobber(cops=cops))
    assert str(proof.outcome) == outcome
    assert proof.how.visited < 50_000
    report = proof.verify(symmetries=False)
    assert (str(report.bounds), report.images) == (outcome, 0)


def test_an_interrupted_question_shows_nothing_false():
    """A query that is interrupted stores nothing false, and is answered when repeated."""
    game = CopsAndRobber(cops=3)

    def stop(visited, forgotten):
        raise KeyboardInterrupt

    on_demand_analysis = OnDemandSearch(game, 100, LARGE, LARGE).on_demand
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            on_demand_analysis.decide(game.start(), ANY_WIN, LARGE, stop)
    assert on_demand_analysis.decide(game.start(), ANY_WIN, LARGE, watch) >= ANY_WIN


class WolfAndDogs(Game):
    """Game of a wolf that crosses a board of 3x3 unless two dogs leave it no move."""

    def start(self):
        return 0, 1, (6, 8)

    def player(self, position):
        return position[0]

    def moves(self, position):
        seat, wolf, dogs = position
        return [(man, to) for man in ((wolf,), dogs)[seat] for to in self.free(man, position)]

    def play(self, position, move):
        seat, wolf, dogs = position
        men = {wolf, *dogs} - {move[0]} | {move[1]}
        wolf = wolf if seat else move[1]
        return 1 - seat, wolf, tuple(sorted(men - {wolf}))

    def terminal_value(self, position):
        seat, wolf, _ = position
        has_crossed = seat == 1 and wolf >= 6
        is_caught = seat == 0 and not self.free(wolf, position)
        return Value.LOSS if has_crossed or is_caught else None

    def candidates(self, position):
        return self.moves(position)

    def free(self, man, position):
        """Return the empty squares next to a square."""
        row, column = divmod(man, 3)
        abreast = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        squares = [3 * y + x for y, x in abreast if 0 <= y < 3 and 0 <= x < 3]
        return [square for square in squares if square not in (position[1], *position[2])]


def test_a_search_with_candidates_takes_turns_with_it():
    """A search with candidates alternates with retrograde analysis on demand.

    The author of the game only states that all moves are worth trying. Without retrograde analysis
    many more positions would be visited without a result, as play comes back everywhere.
    """
    game = WolfAndDogs()
    proof = prove(game)
    assert (proof.outcome, str(proof.outcome)) == (solve(game).outcome, "endless draw")
    assert proof.how.visited < 5_000
    assert proof.how.method == "proof numbers and retrograde analysis on demand in plain Python"
    assert proof.verify().bounds.outcome == proof.outcome


@pytest.mark.parametrize("slots", [1, 100, LARGE])
def test_every_answer_in_turns_is_right(slots, monkeypatch):
    """Outcomes are right if retrograde analysis starts as soon as one result is lost."""
    monkeypatch.setattr(on_demand, "PATIENCE", 1)
    for number, drawing in enumerate(many_drawings(GAMES // 2, seed=53, most_nodes=14)):
        game = DrawnGame(drawing, folded=bool(number % 2))
        expected = outcomes_of(game)
        questions = Questions(Rules(game), PlainSearch(Rules(game), slots, watch))
        for root, outcome in expected.items():
            assert questions.resolve(root, exactly) == (search_score(outcome),) * 2


def test_every_answer_with_scores_is_right():
    """Outcomes with scores are right for any payoff of infinite play, if no move gains."""
    luck = Random(54)
    for number in range(GAMES):
        drawing = drawn(luck, most_nodes=14, gains=False, loops=number % 5 != 0)
        game = Gainless(drawing, ENDLESS[number % 6])
        solution, scales = solve(game), Scales.of(Rules(game))
        room = {"slots": 100, "places": LARGE, "visits": (1, LARGE)[number % 2]}
        questions = Questions(Rules(game), OnDemandSearch(game, **room))
        for position in solution:
            score = scales.at(position).search_score(solution[position])
            assert questions.resolve(position, exactly) == (score, score)
