"""The engine on games with scores, gains and payoffs of infinite play, and the reference."""

from functools import cache
from random import Random
from unittest.mock import patch

import attrs
import numpy as np
import pytest
from numba import njit

from gamesolver import (
    NO_SCORE,
    CompiledGame,
    CompiledRules,
    GameContractError,
    InvalidArgumentError,
    Value,
    VerificationError,
    check_game,
    load,
    solve,
)
from gamesolver.engine import backward
from gamesolver.kernels.score_entries import ScoreForm
from gamesolver.rules.guard import Rules
from gamesolver.tables.entries import Coding
from gamesolver.verify.tables import verify_table
from tests.attacks.compiled_scores import PLAYING, CompiledScores
from tests.attacks.graph_games import IS_PLAIN
from tests.attacks.scored_graphs import SIGNS, ScoredDrawing, abreast, drawn, drawn_games
from tests.oracles.scored_reference import as_reference
from tests.oracles.unfolded import unfolded_size
from tests.support.scale import scaled

MOST = 1_000_000
GRAPHS = 40 if IS_PLAIN else scaled(200, 30_000)


@cache
def truths(endless, gains):
    """Return random graphs with their reference outcomes, computed once."""
    luck = Random(f"{endless} {gains}")
    parts = [drawn(luck, gains=gains) for _ in range(GRAPHS)]
    return [(part, part.truth(endless)) for part in parts]


def require_truth(reported, game):
    """Solve and verify a game of these graphs, and compare every outcome with the reference."""
    solution = solve(game)
    first = 0
    for part, truth in reported:
        for (node, seat), outcome in truth.items():
            assert as_reference(solution[2 * (first + node) + seat]) == outcome, (part, node, seat)
        first += len(part.moves)
    assert solution.verify(full=True).positions == unfolded_size(solution) == 2 * first
    counts = solution.counts()
    assert sum(counts.values()) == len(solution)


@pytest.mark.parametrize("endless", [0, 1, -2])
@pytest.mark.parametrize("gains", [False, True])
@pytest.mark.parametrize("indexed", [False, True])
def test_hundreds_of_compiled_graphs_with_loops(endless, gains, indexed):
    """Random graphs with cycles, kept turns, scores and gains equal the reference."""
    reported = truths(endless, gains)
    drawing = abreast(part for part, _ in reported)
    game = CompiledScores(drawing, endless, gains=gains, staged=gains or indexed, indexed=indexed)
    require_truth(reported, game)


MOST_EACH = MOST // 3
"""The largest score or gain of these games."""

KINDS = [{"gains": True}, {"gains": True, "indexed": True}, {"gains": False, "staged": False}]


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_compiled_graphs_at_the_edges_of_widths(kind):
    """Graphs whose scores need the full range of a column equal the reference."""
    luck = Random(str(kind))
    drawings = drawn_games(luck, GRAPHS // 10, 12, MOST_EACH, gains=kind["gains"])
    for parts, endless in drawings:
        reported = [(part, part.truth(endless)) for part in parts]
        truths = [truth for _, truth in reported]
        game = CompiledScores.bounded(abreast(parts), truths, endless=endless, **kind)
        require_truth(reported, game)


@pytest.mark.parametrize("most", [0.0, 0.8, 1.0])
def test_large_stages_that_loop_and_that_do_not(most):
    """The share of a sample at which a stage is solved by its graph changes no outcome."""
    luck = Random(str(most))
    parts = [drawn(luck, gains=True) for _ in range(GRAPHS // 2)]
    with patch.object(backward, "TOGETHER", 30), patch.object(backward, "MOST", most):
        reported = [(part, part.truth(1)) for part in parts]
        require_truth(reported, CompiledScores(abreast(parts), 1, gains=True, indexed=True))


def test_values_of_which_endless_play_is_won():
    """A compiled game with values may define infinite play as a win."""
    luck = Random(7)
    parts = [drawn(luck, gains=False, points=SIGNS) for _ in range(GRAPHS // 3)]
    game = CompiledScores(abreast(parts), Value.WIN, gains=False, by_value=True, staged=False)
    solution, first = solve(game), 0
    for part in parts:
        for (node, seat), (points, plies, _) in part.truth(1).items():
            outcome = solution[2 * (first + node) + seat]
            assert (outcome.points, outcome.remoteness, outcome.score) == (points, plies, None)
        first += len(part.moves)
    assert solution.verify(full=True).positions == 2 * first
    assert solution._table.entries.itemsize == 1


def test_games_without_loops_may_gain_without_stages():
    """Games without cycles may have gains without stages, and are solved by forward passes."""
    luck = Random(3)
    parts = [drawn(luck, loops=False) for _ in range(GRAPHS // 3)]
    game = CompiledScores(abreast(parts), staged=False)
    require_truth([(part, part.truth(0)) for part in parts], game)
    assert "passes over positions whose successors are resolved" in solve(game).how.why


@pytest.mark.parametrize("most", [3, 20])
def test_passes_go_on_where_entries_become_too_narrow(most):
    """A line longer than one-byte entries hold takes no more passes than there are positions."""
    longest = Coding(ScoreForm(False, 2 * most + 1, -most, 0, False)).longest_in(np.uint8)
    for steps in (longest - 1, longest, longest + 1, 2 * longest):
        line = [((each + 1, False, int(each == 0)),) for each in range(steps)]
        drawing = ScoredDrawing((*line, ()), (None,) * steps + (1,))
        game, news = CompiledScores(drawing, staged=False, bounds=(-most, most)), []

        def watch(as_reference, news=news, most_passes=2 * steps + 2):
            news.append(as_reference.phase)
            assert len({*news}) <= most_passes, "a pass resolves nothing, again and again"

        assert solve(game, progress=watch)[0].remoteness == steps
        require_truth([(drawing, drawing.truth(0))], game)


def test_entries_are_as_wide_as_scores_and_plies_need():
    """Entries take one byte if scores and plies fit, and two if the bounds are far apart."""
    parts = [drawn(Random(1), loops=False) for _ in range(20)]
    narrow, wide = (
        solve(CompiledScores(abreast(parts), bounds=bounds)) for bounds in ((-9, 9), (-900, 900))
    )
    assert (narrow._table.entries.itemsize, wide._table.entries.itemsize) == (1, 2)
    assert dict(narrow._table.items()) == dict(wide._table.items())


@pytest.mark.parametrize("may_gain", [True, False])
@pytest.mark.parametrize(("endless", "staged"), [(0, False), (MOST, True), (-MOST, True)])
def test_scores_as_large_as_they_may_be(endless, staged, may_gain):
    """Scores of a million either way, from ends, gains and infinite play, are correct.

    Without gains, scores of a million come from ends alone.
    """
    ends = [
        ScoredDrawing(
            (((1, False, 0), (3, True, 0)), ((2, True, 0),), (), ((0, True, 0), (1, False, 0))),
            (None, None, end, None),
        )
        for end in (MOST, -MOST)
    ]
    reported = [(part, part.truth(endless)) for part in ends]
    staged |= may_gain  # gains in a game with cycles require stages
    game = CompiledScores(abreast(ends), endless, may_gain, staged, bounds=(-MOST, MOST))
    require_truth(reported, game)
    gaining = [
        ScoredDrawing((((1, False, gain),), ((2, True, 0),), ()), (None, None, end))
        for gain, end in [(2 * MOST, MOST), (-2 * MOST, -MOST), (MOST, 0)]
    ]
    game = CompiledScores(abreast(gaining), endless, staged=True, bounds=(-MOST, MOST))
    require_truth([(part, part.truth(endless)) for part in gaining], game)


@attrs.frozen
class Steps(CompiledGame):
    """Nine positions in a row from the start, with the given payoff at the end."""

    bounds: tuple[int, int]
    end: int
    indexed: bool

    def start(self):
        return 8

    @property
    def rules(self):
        end, num_indexes = self.end, 12

        @njit
        def successors(position, moves, positions):
            moves[0], positions[0] = 1, position - np.uint64(1)
            return 1

        return CompiledRules(
            successors,
            terminal_score=njit(lambda position: end if position == 0 else NO_SCORE),
            max_moves=1,
            least_score=self.bounds[0],
            most_score=self.bounds[1],
            index=njit(lambda position: np.int64(min(position, num_indexes)))
            if self.indexed
            else None,
            position_at=njit(lambda index: np.uint64(index)) if self.indexed else None,
            num_indexes=num_indexes if self.indexed else None,
        )


@pytest.mark.parametrize(
    ("bounds", "end", "indexed"), [((0, 0), 0, False), ((0, 0), 0, True), ((-3, 3), 3, False)]
)
def test_what_the_start_reaches(bounds, end, indexed, tmp_path):
    """Reachable positions are counted correctly for any range of scores, also from a file."""
    solution, path = solve(Steps(bounds, end, indexed)), tmp_path / "steps.solution"
    assert sum(solution.counts(reachable=True).values()) == 9
    assert len(solution) == (12 if indexed else 9)
    solution.save(path)
    again = load(path, solution.game)
    assert again.verify(full=True).positions == unfolded_size(solution)
    assert dict(again.counts(reachable=True)) == dict(solution.counts(reachable=True))


@attrs.frozen
class Roundabout(CompiledGame):
    """Ring of positions in one stage, with an exit from 5 to 0 that gains three points."""

    places: int

    def start(self):
        return 1

    @property
    def rules(self):
        places = self.places

        @njit
        def successors(position, moves, positions, gains):
            count = 0
            for steps in range(1, 7):
                to = (np.int64(position) + steps) % places
                moves[count], positions[count], gains[count] = steps, max(to, 1), 0
                count += 1
            if position == 5:
                moves[count], positions[count], gains[count] = 7, 0, 3
                count += 1
            return count

        return CompiledRules(
            successors,
            terminal_score=njit(lambda position: 0 if position == 0 else NO_SCORE),
            max_moves=7,
            least_score=-9,
            most_score=9,
            stage=njit(lambda position: 7),
            index=njit(lambda position: np.int64(position if position < places else -1)),
            position_at=njit(lambda index: np.uint64(index)),
            num_indexes=places,
        )


@pytest.mark.parametrize("places", [8, 40], ids=["ends are frequent", "ends are rare"])
def test_a_gain_into_an_end_needs_no_later_stage(places):
    """Solver, verifier and ``check_game`` accept a gain into an end of the same stage."""
    game = Roundabout(places)
    solution = solve(game)
    assert str(solution[5]) == "win by 3 in 1"
    assert solution.verify(full=True).positions == places
    assert check_game(game, thorough=True).exhaustive


# ── bad input ───────────────────────────────────────────────────────────────────────────────────

ROUND = ScoredDrawing((((1, False, 1),), ((0, False, 0), (2, False, 0)), ()), (None, None, 0))


def refusal(game):
    """Return the error message of a faulty game."""
    with pytest.raises(GameContractError) as caught:
        solve(game)
    return str(caught.value).removeprefix("CompiledScores breaks its contract: ")


def test_a_gain_on_a_loop_needs_stages_that_rise():
    """A gain on a cycle is refused, with stages that do not rise and without stages."""
    assert refusal(CompiledScores(ROUND)) == (
        "a move that gains, from position 0, may be returned from: expected the stage to rise "
        "with every move that gains"
    )
    assert refusal(CompiledScores(ROUND, staged=False)) == (
        "moves gain, and play from position 3 can run in a cycle: expected a compiled game of that "
        "kind to write stage, which rises with every move that gains"
    )


def test_a_score_beyond_its_bounds_is_refused():
    """A score out of bounds is named, at an end, one move before it and farther away."""
    line = ScoredDrawing(
        (((1, False, 5),), ((2, False, 5),), ((3, True, 5),), ()), (None, None, None, 2)
    )
    as_reference = (
        "the score of position {} is {}: expected one from least_score to most_score, which are "
    )
    assert refusal(CompiledScores(line, bounds=(-3, 3))) == as_reference.format(4, 7) + "-3 and 3"
    assert refusal(CompiledScores(line, bounds=(-1, 7))) == as_reference.format(2, -2) + "-1 and 7"
    assert "terminal_score(6) returned 2: expected a score from -1 to 1, or NO_SCORE" in refusal(
        CompiledScores(line, bounds=(-1, 1))
    )


def test_a_score_on_a_loop_that_is_one_beyond_its_bounds_is_refused():
    """Scores on a cycle may equal the bounds, and are refused if one beyond them."""
    loop = ScoredDrawing(
        (((1, False, 0),), ((0, False, 0), (2, False, 5)), ()), (None, None, -2)
    )  # position 1 is won by 7, and position 0 is lost by 7
    require_truth([(loop, loop.truth(0))], CompiledScores(loop, indexed=True, bounds=(-7, 7)))
    for bounds, position, score in (((-6, 7), 0, -7), ((-7, 6), 2, 7)):
        assert refusal(CompiledScores(loop, indexed=True, bounds=bounds)) == (
            f"the score of position {position} is {score}: expected one from least_score to "
            f"most_score, which are {bounds[0]} and {bounds[1]}"
        )


def test_scores_that_no_entry_has_room_for_are_refused():
    """Bounds too far apart for a score and its plies in four bytes are refused."""
    steps = 2_200
    line = ScoredDrawing(
        (*(((each + 1, False, 0),) for each in range(steps)), ()), (None,) * steps + (2,)
    )
    with pytest.raises(InvalidArgumentError) as caught:
        solve(CompiledScores(line, bounds=(-MOST, MOST)))
    assert str(caught.value) == (
        "2,000,001 scores with up to 2,147 plies do not fit into table entries of four bytes: "
        "expected a smaller range from least_score to most_score"
    )


@pytest.mark.parametrize("gain", [2 * MOST + 1, -(2**63)], ids=["more", "least"])
def test_gains_that_are_too_large(gain):
    """Gains beyond the limit are refused by ``solve``, and by verification of an older table."""
    line = ScoredDrawing((((1, False, gain),), ()), (None, 2))
    complaint = "gains {}: expected a whole number from -2,000,000 to 2,000,000"
    game = CompiledScores(line)
    assert complaint.format(gain) in refusal(game)
    table = solve(CompiledScores(ScoredDrawing((((1, False, 1),), ()), (None, 2))))._table
    table.runner.places = attrs.evolve(table.places, calls=game.rules.calls)
    with pytest.raises(VerificationError, match="gains more than 2,000,000, or loses more"):
        verify_table(Rules(game), table, (0,), full=False)


def test_a_payoff_of_infinite_play_that_is_too_large():
    """A payoff of infinite play beyond the limit of scores is refused."""
    assert refusal(CompiledScores(ROUND, endless=MOST + 1)) == (
        "endless is 1000001: expected a whole number from -1,000,000 to 1,000,000, in a compiled "
        "game"
    )


@attrs.frozen
class Stairs(CompiledGame):
    """Two players climb ``steps`` stairs in turn and then stay at the top for ever.

    A position is twice the stair, plus one if the second player moves. At the top the two
    positions with different players to move are symmetric.
    """

    steps: int = 0
    endless: int | Value = 1
    by: str = "symmetries"
    by_value: bool = False

    def start(self):
        return 0

    @property
    def rules(self):
        return _stairs(self.steps, self.by, self.by_value)


@cache
def _stairs(steps, by, by_value):
    """Return the rules; ``by`` names the rule that folds symmetric positions, or "nothing"."""
    top = np.uint64(2 * steps)

    @njit
    def successors(position, moves, positions):
        moves[0] = 0
        positions[0] = (position ^ np.uint64(1)) + np.uint64(2 if position < top else 0)
        return 1

    @njit
    def never(position):
        return PLAYING if by_value else NO_SCORE

    @njit
    def symmetries(position, images):
        images[0] = position ^ np.uint64(position >= top)
        return 1

    @njit
    def canonical(position):
        return min(position, position ^ np.uint64(position >= top))

    @njit
    def index(position):
        return np.int64(canonical(position)) if position < top + np.uint64(2) else -1

    @njit
    def position_at(number):
        return np.uint64(number)

    ends = {"terminal_code": never} if by_value else {"terminal_score": never}
    bounds = {} if by_value else {"least_score": -2, "most_score": 2}
    numbers = {"index": index, "position_at": position_at, "num_indexes": 2 * steps + 2}
    folding = {
        "nothing": {},
        "symmetries": {"symmetries": symmetries, "max_symmetries": 1},
        "canonical": {"symmetries": symmetries, "max_symmetries": 1, "canonical": canonical},
        "index": {"symmetries": symmetries, "max_symmetries": 1, **numbers},
    }
    return CompiledRules(successors, player=seat_of, max_moves=1, **ends, **bounds, **folding[by])


@njit
def seat_of(position):
    """Return the player to move, which is the last bit."""
    return np.int64(position & np.uint64(1))


@pytest.mark.parametrize(
    ("steps", "by", "by_value", "endless"),
    [
        (3_000, "index", False, -1),
        (0, "symmetries", False, -2),
        (3_000, "symmetries", True, Value.WIN),
        (3_000, "canonical", False, 1),
    ],
)
def test_images_of_different_players_are_refused_where_endless_play_is_won(
    steps, by, by_value, endless
):
    """Symmetric positions of different players are refused if infinite play is not a draw."""
    top = 2 * steps
    with pytest.raises(GameContractError) as caught:
        solve(Stairs(steps, endless, by, by_value))
    assert str(caught.value) == (
        f"Stairs breaks its contract: symmetric positions {top} and {top + 1} have different "
        f"players, and infinite play has the payoff {endless!r} for player 0: expected symmetries "
        "that keep the player"
    )
    assert solve(Stairs(steps, Value.DRAW if by_value else 0, by, by_value)).remoteness is None
    assert solve(Stairs(steps, endless, "nothing", by_value)).value is Value.of(int(endless))


@pytest.mark.parametrize(
    ("bundle", "message"),
    [
        ({}, "a bundle needs one end, terminal_code or terminal_score: got neither"),
        (
            {"terminal_code": len, "terminal_score": len},
            "a bundle needs one end, terminal_code or terminal_score: got both",
        ),
        (
            {"terminal_score": len},
            "least_score and most_score: expected two whole numbers with terminal_score, and "
            "neither with terminal_code, got None and None",
        ),
        (
            {"terminal_score": len, "least_score": -1, "most_score": 1.5},
            "least_score and most_score: expected two whole numbers with terminal_score, and "
            "neither with terminal_code, got -1 and 1.5",
        ),
        (
            {"terminal_code": len, "least_score": -1, "most_score": 1},
            "least_score and most_score: expected two whole numbers with terminal_score, and "
            "neither with terminal_code, got -1 and 1",
        ),
        (
            {"terminal_score": len, "least_score": 2, "most_score": 1},
            "bad bounds of scores: expected least_score up to most_score, from -1,000,000 to "
            "1,000,000, got 2 and 1",
        ),
        (
            {"terminal_score": len, "least_score": 0, "most_score": MOST + 1},
            "bad bounds of scores: expected least_score up to most_score, from -1,000,000 to "
            "1,000,000, got 0 and 1000001",
        ),
    ],
)
def test_bundles_whose_ends_or_bounds_cannot_be(bundle, message):
    """A bundle requires one rule for ends, and bounds if and only if it has scores."""
    with pytest.raises(InvalidArgumentError) as caught:
        CompiledRules(len, max_moves=1, **bundle)
    assert str(caught.value) == message
