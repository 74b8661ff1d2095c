"""Audits of games with scores, gains and a payoff of infinite play."""

from itertools import product
from random import Random

import attrs
import pytest

from gamesolver import Game, Value, solve
from gamesolver.players import PerfectPlayer, RandomPlayer, Tally, audit
from tests.attacks.compiled_scores import CompiledScores, bounds_of
from tests.attacks.magnitudes import MOST_POINTS, Points
from tests.attacks.played_scores import Prizes, Race, Ring, WrittenOut, drawings
from tests.attacks.scored_graphs import ScoredGame, drawn, gathered
from tests.oracles.chances import score_chances
from tests.support.some_players import Some, listed

MOST_OPPONENTS = 32


def sign(number):
    """Return the sign of a score: 1 for a win, 0 for a draw, -1 for a loss."""
    return (number > 0) - (number < 0)


def opponents(game, player, start):
    """Yield every opponent with one move per position, or nothing if there are too many."""
    theirs, waiting, seen = {}, [start], set()
    while waiting:
        position = waiting.pop()
        if position in seen or game.terminal_score(position) is not None:
            continue
        seen.add(position)
        is_its = game.player(position) == game.player(start)
        moves = listed(player)(position) if is_its else list(game.moves(position))
        if not is_its:
            theirs[position] = moves
        waiting += [game.play(position, move) for move in moves]
    ways = 1
    for moves in theirs.values():
        ways *= len(moves)
    for chosen in product(*theirs.values()) if ways <= MOST_OPPONENTS else ():
        yield dict(zip(theirs, chosen, strict=True))


def worst(game, player, start):
    """Return a player's least score from a position where it moves; ``None`` if not tried."""
    found = [
        min(score_chances(game, listed(player), lambda at, those=those: [those[at]], start)[0])
        for those in opponents(game, player, start)
    ]
    return min(found, default=None)


def tried(game, player):
    """Return a player's least score from each position; ``None`` if one is not tried."""
    least = {each: worst(game, player, each) for each in game.positions()}
    return None if None in least.values() else least


def players_of(game, solution, number):
    """Yield players that keep the outcome or the score, and an arbitrary one."""
    yield PerfectPlayer(solution)
    yield PerfectPlayer(solution, by="score")
    yield PerfectPlayer(solution, by="score", ties="random")
    yield Some(game, number)


@pytest.mark.parametrize("gains", [False, True])
def test_what_an_audit_promises(gains):
    """Exact, strong and own play agree with trying out all opponents in random games."""
    seen = set()
    for number, game in enumerate(drawings(f"audit {gains}", 120, most_nodes=4, gains=gains)):
        solution = solve(game)
        for player in players_of(game, solution, number):
            least = tried(game, player)
            if least is None:
                continue
            report = audit(player, solution)
            assert report.exact == all(
                least[each] >= solution[each].score for each in game.positions()
            )
            own, start = report.own_play[0], game.start()
            assert own.holds_score == (least[start] >= solution.outcome.score)
            assert own.holds == (sign(least[start]) >= sign(solution.outcome.score))
            assert report.strong == all(
                sign(won + least[each]) >= sign(won + solution[each].score)
                for each, won in met(game)
            )
            seen.add((report.exact, report.strong, own.holds, own.holds_score, bool(report.cycles)))
    assert len(seen) >= 6


def met(game):
    """Yield the positions that play from a root reaches, with the score of the player to move."""
    waiting = [(root, 0) for root in game.positions()]
    seen = set(waiting)
    while waiting:
        position, won = waiting.pop()
        yield position, won
        for move in game.moves(position) if game.terminal_score(position) is None else ():
            ahead = game.play(position, move)
            then = won + game.gain(position, move)
            state = ahead, then if ahead[1] == position[1] else -then
            if state not in seen:
                seen.add(state)
                waiting.append(state)


@pytest.mark.parametrize("gains", [False, True])
def test_how_often_a_player_is_right(gains):
    """The tallies by value, score and outcome equal a count by hand over all moves."""
    for number, game in enumerate(drawings(f"right {gains}", 60, gains=gains)):
        solution, player = solve(game), Some(game, number)
        report = audit(player, solution)
        assert report.by_score == tallied(solution, player, lambda row: row.outcome.score)
        assert report.by_outcome == tallied(
            solution, player, lambda row: row.outcome.preference_key
        )
        by_sum = [
            tally_at(solution, player, each, lambda row, won=won: sign(won + row.outcome.score))
            for each, won in met(game)
        ]
        if gains:
            assert report.by_value == Tally(by_sum.count(True), len(by_sum) - by_sum.count(None))
        else:
            assert report.by_value == tallied(solution, player, lambda row: row.outcome.value)


def tallied(solution, player, measure):
    """Return the tally of positions with unequal moves, and of those in which nothing is lost."""
    right = [tally_at(solution, player, each, measure) for each in solution]
    return Tally(right.count(True), len(right) - right.count(None))


def tally_at(solution, player, position, measure):
    """Return True if nothing is lost in a position; ``None`` if all of its moves are equal."""
    measures = {row.move: measure(row) for row in solution.moves(position)}
    if len(set(measures.values())) < 2:
        return None
    best = max(measures.values())
    return all(measures[move] == best for move in listed(player)(position))


def test_by_value_as_if_the_sum_stood_in_the_position():
    """Without cycles an audit by value is the same if the sums are part of the positions."""
    weak = set()
    most = MOST_POINTS // 10  # in ``written`` one end has the score of a whole play
    for number, game in enumerate(drawings("written", 60, loops=False, most=most)):
        written = WrittenOut(attrs.evolve(game, endless=0))
        player = Some(game, number)
        one = audit(player, solve(game))
        other = audit(lambda position, player=player: player(position[:2]), solve(written))
        assert one.by_value == other.by_value
        assert (one.strong, one.weak, one.exact) == (other.strong, other.weak, other.exact)
        assert {(*each.position, -each.won if each.position[1] else each.won) for each in
                one.mistakes} == {each.position for each in other.mistakes}  # fmt: skip
        assert [each.cost for each in one.mistakes].count(2) == [
            each.cost for each in other.mistakes
        ].count(2)
        for seat, own in one.own_play.items():
            assert (own.holds, own.holds_score) == (
                other.own_play[seat].holds,
                other.own_play[seat].holds_score,
            )
        weak.add(one.weak)
    assert weak == {False, True}


def test_a_mistake_with_what_was_won_before():
    """A player who takes one of the last two counters loses a won match or a drawn one."""
    report = audit(lambda position: 1, solve(Race(4)))
    reported = {(each.position, each.won): (each.cost, each.lost) for each in report.mistakes}
    assert reported == {(3, -1): (1, 2), (2, -2): (1, 2), (2, 0): (1, 2)}
    assert [each.position for each in report.slow] == [4]
    assert [each.cost for each in audit(lambda position: 1, solve(Race(3))).mistakes] == [2, 2]


def test_what_is_shown():
    """In games with scores the report shows the score criterion and the points won before."""
    report = audit(lambda position: 1, solve(Race(3)))
    assert str(report) == (
        "Not perfect\n"
        "  strong   no  keeps the value at every position, and makes progress in won positions\n"
        "  weak     no  its own play from the start keeps the value of the start\n"
        "  exact    no  keeps the score at every position\n"
        "  fastest  no  keeps the number of plies at every position\n"
        "by value     0 of 2 (0.00%), up to symmetry 0 of 2 (0.00%)\n"
        "by score     0 of 2 (0.00%), up to symmetry 0 of 2 (0.00%)\n"
        "by outcome   0 of 2 (0.00%), up to symmetry 0 of 2 (0.00%)\n"
        "2 mistakes\n\n"
        "3\n"
        "Chose 1: win by 1 in 2 becomes loss by 1 in 2; right: 2; its own play reaches it\n"
        "Line: 1 2\n\n"
        "2\n"
        "Chose 1 with -1 won before: win by 2 in 1 becomes draw in 2; right: 2; "
        "its own play reaches it\n"
        "Line: 1 1"
    )


def test_a_move_that_costs_points_alone():
    """A player who takes the lesser prize still wins: strong, not exact, with one loose move."""
    solution = solve(Prizes())
    report = audit(lambda position: 1, solution)
    assert (report.strong, report.weak, report.exact, report.fastest) == (True, True, False, False)
    assert (report.by_value, report.by_score) == (Tally(1, 1), Tally(0, 1))
    assert report.mistakes == report.slow == ()
    (loose,) = report.loose
    assert (loose.cost, loose.lost, loose.right, str(loose.after)) == (0, 2, (3,), "win by 1 in 1")
    assert report.own_play[0].holds
    assert report.own_play[0].holds_score is False
    assert [row.move for row in report.own_play[0].line] == [1]
    assert "by score     0 of 1 (0.00%)" in str(report)
    assert "1 loose move" in str(report)
    shape = report.shape()
    assert (shape["exact"], shape["by_score"], shape["found"]["loose"]) == (
        False,
        {"right": 0, "positions": 1},
        1,
    )
    assert (shape["loose"][0]["lost"], shape["loose"][0]["won"]) == (2, 0)
    assert "loose" in report._repr_html_()


def test_without_scores_nothing_is_stated_of_them():
    """In a game without scores the report has no figures about scores."""
    solution = solve(Ring(Value.DRAW))
    report = audit(RandomPlayer(solution.game), solution)
    assert (report.exact, report.by_score, report.by_score_folded, report.loose) == (
        None,
        None,
        None,
        (),
    )
    assert report.own_play[0].holds_score is None
    assert "score" not in str(report)


@pytest.mark.parametrize(
    ("endless", "holds"), [(Value.LOSS, False), (Value.DRAW, True), (Value.WIN, True)]
)
def test_a_draw_that_must_be_brought_to_an_end(endless, holds):
    """A player who only moves in circles does not hold a draw if infinite play is a loss."""

    class Two(Ring):
        """Ring in which both players may stop."""

        def moves(self, position):
            return ["on", "stop"]

    solution = solve(Two(endless))
    report = audit(lambda position: "on", solution, seat=0)
    assert report.own_play[0].holds == holds


def test_samples_of_games_with_gains():
    """A sample of a game with gains counts the points won on each line of play."""
    solution = solve(Race(9))
    report = audit(PerfectPlayer(solution), solution, sample=20)
    assert report.verdict == "sample"
    assert (report.exact, report.by_score.share, report.by_value.share) == (None, 1.0, 1.0)
    assert report.by_value.positions > 0
    wrong = audit(lambda position: 1, solution, sample=20)
    assert wrong.exact is False


def test_images_with_gains():
    """With ``symmetric=True`` moves to one symmetric position with different gains are distinct."""

    @attrs.frozen
    class Choice(Game):
        """Game with two moves to symmetric positions, one of which gains two."""

        def start(self):
            return "s"

        def moves(self, position):
            return ["a", "b"]

        def play(self, position, move):
            return move

        def gain(self, position, move):
            return 2 if move == "a" else 0

        def terminal_score(self, position):
            return None if position == "s" else 0

        def symmetries(self, position):
            return [] if position == "s" else ["a", "b"]

    solution = solve(Choice())
    assert audit(PerfectPlayer(solution), solution, symmetric=True).exact is True
    assert audit(lambda position: "b", solution, symmetric=True).exact is False


@pytest.mark.parametrize("endless", [0, -2])
def test_audits_of_compiled_games_count_alike(endless):
    """A compiled game, looked up in batches, has the same audit as its plain version."""
    luck = Random(endless)
    drawing = gathered([drawn(luck, points=Points.drawn(luck, 2**8 + 1)) for _ in range(12)])
    plain = solve(ScoredGame(drawing, endless))
    compiled = solve(CompiledScores(drawing, endless, bounds=bounds_of(drawing, endless)))

    def last(position):
        return len(drawing.moves[position[0]]) - 1

    one = audit(last, plain)
    other = audit(lambda position: last((position >> 1, position & 1)), compiled)
    assert one.by_score.right < one.by_score.positions
    assert counted(other) == counted(one)


def counted(report):
    """Return the figures of an audit that do not depend on how positions are written."""
    answers = report.strong, report.weak, report.fastest, report.exact
    tallies = report.by_value, report.by_score, report.by_outcome, report.by_remoteness
    faults = report.mistakes, report.loose, report.slow
    costs = [sorted((each.cost, each.lost, each.won) for each in those) for those in faults]
    return answers, tallies, costs, len(report.cycles)
