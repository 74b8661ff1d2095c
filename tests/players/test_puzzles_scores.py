"""Puzzles and traps of games with scores, gains and a payoff of infinite play."""

from random import Random

import pytest

from gamesolver import InvalidArgumentError, Value, solve
from gamesolver.players import compiled_puzzles, puzzles, traps
from tests.attacks.compiled_scores import CompiledScores, bounds_of
from tests.attacks.graph_games import IS_PLAIN
from tests.attacks.magnitudes import Points
from tests.attacks.played_scores import DrawnValues, Prizes, Race, Ring, drawings
from tests.attacks.scored_graphs import SIGNS, ScoredGame, drawn, gathered
from tests.players.test_perfection_by_score import row_outcomes
from tests.support.scale import scaled


@pytest.mark.parametrize("gains", [False, True])
def test_every_position_in_which_one_move_keeps_the_score(gains):
    """Puzzles of random games are the reachable positions with a single move to keep the score."""
    for game in drawings(f"puzzles {gains}", gains=gains):
        solution, truth = solve(game), game.drawing.truth(game.endless)
        book = puzzles(solution, most=None)
        wanted = {}
        for position in reached(game):
            scores = [score for _, score in row_outcomes(game, position, truth)]
            if len(scores) > 1 and scores.count(max(scores)) == 1:
                wanted[position] = scores.index(max(scores))
        assert {puzzle.position: puzzle.move for puzzle in book} == wanted
        for puzzle in book:
            assert (puzzle.kind, puzzle.plies) == ("score", 1)
            assert len(puzzle.refutations) == puzzle.grade.failing
            assert all(each.outcome.score < puzzle.outcome.score for each in puzzle.refutations)


def reached(game):
    """Return the nonterminal positions that play from the start reaches."""
    seen, waiting = set(), [game.start()]
    while waiting:
        position = waiting.pop()
        if position not in seen and game.terminal_score(position) is None:
            seen.add(position)
            waiting += [game.play(position, move) for move in game.moves(position)]
    return seen


PARTS = 20 if IS_PLAIN else scaled(60, 200)


@pytest.mark.parametrize(("endless", "indexed"), [(0, True), (-2, False)])
def test_compiled_puzzles_of_scores_are_the_plain_ones(endless, indexed):
    """Puzzles of a compiled game equal those of the plain one, including infinite play."""
    luck = Random(endless)
    drawing = gathered([drawn(luck, points=Points.drawn(luck, 2**8 + 1)) for _ in range(PARTS)])
    bounds = bounds_of(drawing, endless)
    solution = solve(CompiledScores(drawing, endless, indexed=indexed, bounds=bounds))
    plain = solve(ScoredGame(drawing, endless))
    for plies in (None, range(2, 4), (None,)):
        reported = in_numbers(puzzles(solution, plies=plies, most=None))
        assert reported == in_numbers(puzzles(plain, plies=plies, most=None), by_node)
        assert reported
    assert any(puzzle.outcome.last_gain for puzzle in puzzles(solution, plies=(None,)))


def test_compiled_puzzles_where_endless_play_is_won():
    """If infinite play is a win, puzzles of a compiled game equal those of the plain one."""
    luck = Random(7)
    drawing = gathered([drawn(luck, 20, gains=False, points=SIGNS) for _ in range(PARTS)])
    compiled = CompiledScores(drawing, Value.WIN, gains=False, by_value=True, staged=False)
    plain = solve(DrawnValues(drawing, Value.WIN))
    book = puzzles(solve(compiled), most=None)
    assert in_numbers(book) == in_numbers(puzzles(plain, most=None), by_node)
    assert max(puzzle.plies for puzzle in book) > 1


def far_from_the_end(puzzle):
    """Return the distance of a puzzle from its end, 0 for infinite play."""
    return puzzle.outcome.remoteness or 0


def holds_the_farthest(solution):
    """Check that small books have the farthest puzzles of all, and return all distances."""
    far = [far_from_the_end(puzzle) for puzzle in puzzles(solution, most=None)]
    assert far == sorted(far, reverse=True)
    for most in (1, 2, 5, 20):
        for seed in (0, 1):
            some = puzzles(solution, most=most, seed=seed)
            assert [far_from_the_end(puzzle) for puzzle in some] == far[:most]
    return far


@pytest.mark.parametrize("few", [0, 1 << 20], ids="up to {} together".format)
def test_the_farthest_from_the_end_are_found_first(few, monkeypatch):
    """Books of any size have the puzzles farthest from the end, plain and compiled."""
    monkeypatch.setattr(compiled_puzzles, "FEW", few)
    luck = Random(2)
    drawing = gathered([drawn(luck) for _ in range(PARTS)])
    compiled = holds_the_farthest(solve(CompiledScores(drawing, -2, indexed=False)))
    assert holds_the_farthest(solve(ScoredGame(drawing, -2))) == compiled
    assert len(set(compiled[:20])) > 1
    assert compiled[-1] == 0


def by_node(position):
    """Return the compiled game's number of a plain position."""
    return 2 * position[0] + position[1]


def in_numbers(book, indexed=int):
    """Return all fields of each puzzle, with positions as numbers."""
    return {
        indexed(puzzle.position): (
            puzzle.kind,
            puzzle.outcome,
            branch(puzzle.solution, indexed),
            puzzle.refutations,
            puzzle.grade,
        )
        for puzzle in book
    }


def branch(root, indexed):
    """Return a tree of moves, with positions as numbers."""
    replies = tuple(branch(reply, indexed) for reply in root.replies)
    return root.move, indexed(root.position), replies


def test_traps_of_drawn_matches():
    """Traps of random games are positions in which most moves lose the match, gains included."""
    found = 0
    for game in drawings("traps", 400):
        solution = solve(game)
        reported = {trap.position: trap for trap in traps(solution, most=None)}
        wanted = all_traps(solution)
        assert reported.keys() == wanted.keys()
        for position, (plies, losing) in wanted.items():
            assert len(reported[position].line) == plies
            assert set(reported[position].losing) == losing
            assert len(reported[position].losing) + len(reported[position].saving) == len(
                solution.moves(position)
            )
        found += len(wanted)
    assert found > 5


def all_traps(solution):
    """Return every trap on a line of best moves, with its number of plies and its losing moves."""
    found, seen = {}, set()
    level, plies = {(solution.start, 0)}, 0
    while level and solution.outcome.score == 0:
        ahead = set()
        for here, won in level:
            rows = solution.moves(here)
            losing = {row.move for row in rows if won + row.outcome.score < 0}
            if 2 * len(losing) > len(rows):
                found.setdefault(here, (plies, losing))
            for row in rows:
                if row.is_best:
                    then = won + row.gain
                    ahead.add((row.position, then if row.position[1] == here[1] else -then))
        seen |= level
        level, plies = ahead - seen, plies + 1
    return found


def test_the_questions():
    """The question names the margin, and adds "from here on" if moves gain."""
    book = puzzles(solve(Race(4)))
    assert {puzzle.question for puzzle in book} == {
        "the player to move can win by 1 from here on",
        "the player to move can win by 2 from here on",
    }
    assert [puzzle.as_text() for puzzle in book if puzzle.position == 2] == [
        "The player to move can win by 2 from here on\n"
        "  2\n"
        "Solution:\n"
        "  2 (+2)\n"
        "Wrong:\n"
        "  1 (+1, draw in 2): 1 (+1)"
    ]


def test_moves_state_what_they_gain():
    """In JSON each move of the solution and of a refutation has its gain."""
    (reported,) = [
        each for each in puzzles(solve(Race(4))).shape()["puzzles"] if each["board"] == "2"
    ]
    assert reported["kind"] == "score"
    assert (reported["solution"]["gain"], reported["solution"]["position"]) == (2, "0")
    assert [step["gain"] for step in reported["refutations"][0]["line"]] == [1]
    (without,) = puzzles(solve(Prizes((0, -1)))).shape()["puzzles"]
    assert "gain" not in without["solution"]


def test_questions_name_the_score_or_the_draw_to_save():
    """A puzzle may ask the player to save a draw, and plies without a puzzle are refused."""
    (puzzle,) = puzzles(solve(Race(2, last=-9)))
    assert puzzle.question == "the player to move can win by 9 from here on"
    (puzzle,) = puzzles(solve(Race(2, last=-2)), plies=2)
    assert puzzle.outcome.score == 2
    (puzzle,) = [each for each in puzzles(solve(Race(3, last=1))) if each.position == 3]
    assert puzzle.question == "the player to move can save the draw from here on"
    with pytest.raises(InvalidArgumentError) as caught:
        puzzles(solve(Race(2)), plies=7)
    assert str(caught.value) == (
        "bad plies 7: expected a number of plies in which positions of Race(size=2) end: 1"
    )


@pytest.mark.parametrize("endless", list(Value))
def test_no_puzzle_never_ends(endless):
    """The game has no puzzles and no traps, whatever the payoff of infinite play is."""
    solution = solve(Ring(endless))
    book = puzzles(solution)
    assert not book  # walking on loses nothing, as the player may still stop later
    assert not traps(solution)
