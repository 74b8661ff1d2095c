"""Audits of tic-tac-toe: bots with planted faults, and the published counts."""

import pytest

from games import TicTacToe
from gamesolver import Value, load, solve
from gamesolver.players import (
    MinimaxPlayer,
    PerfectPlayer,
    RandomPlayer,
    ShareOfWinsPlayer,
    Tally,
    audit,
)
from tests.support.scale import scaled

GAME = TicTacToe()
SOLUTION = solve(GAME)
PERFECT = PerfectPlayer(SOLUTION)
FOLDED = {each: GAME.canonical(each) for each in (*SOLUTION, *(
    image for each in SOLUTION for image in GAME.symmetries(each)
))}  # fmt: skip


class Planted:
    """Perfect bot that errs in given canonical positions and in all their symmetric positions."""

    def __init__(self, *places):
        self.places = set(places)

    def __call__(self, position):
        if FOLDED[position] not in self.places:
            return PERFECT(position)
        return SOLUTION.moves(position)[-1].move


def can_distinguish():
    """Yield the canonical positions in which some moves preserve the value and some do not."""
    for position in SOLUTION:
        if len({row.outcome.value for row in SOLUTION.moves(position)}) > 1:
            yield position


CAN_DISTINGUISH = list(can_distinguish())


def orbit(position):
    """Return a position together with its symmetric positions."""
    return {position, *GAME.symmetries(position)}


def test_as_many_can_report_as_published():
    """The audited positions are 3,191 by value (431 up to symmetry) and 3,515 by outcome (477)."""
    report = audit(PERFECT, SOLUTION)
    assert len(CAN_DISTINGUISH) == 431
    assert report.by_value == Tally(3191, 3191)
    assert report.by_value_folded == Tally(431, 431)
    assert report.by_outcome == Tally(3515, 3515)
    assert report.by_outcome_folded == Tally(477, 477)
    assert (report.strong, report.weak, report.fastest) == (True, True, True)
    assert report.perfect
    for found in (report.mistakes, report.slow, report.cycles, report.faults):
        assert found == ()


def test_random_play_is_right_nowhere():
    """The random player is right in none of 3,191 positions: every move it lists must be right."""
    report = audit(RandomPlayer(GAME), SOLUTION)
    assert report.by_value == Tally(0, 3191)
    assert report.by_value_folded == Tally(0, 431)
    assert len(report.mistakes) == 3191
    assert (report.strong, report.weak, report.fastest) == (False, False, False)


@pytest.mark.parametrize("by", ["outcome", "value"])
@pytest.mark.parametrize("ties", ["first", "random"])
def test_perfect_players_are_perfect(by, ties):
    """A perfect player is strong and weak by either criterion, and fastest only by outcome."""
    report = audit(PerfectPlayer(SOLUTION, by=by, ties=ties), SOLUTION)
    assert (report.strong, report.weak, report.fastest) == (True, True, by == "outcome")
    assert report.verdict == "perfect"


def test_a_slow_bot():
    """The slow moves of a bot perfect by value are reported as slow, not as mistakes."""
    report = audit(PerfectPlayer(SOLUTION, by="value"), SOLUTION)
    assert not report.mistakes
    assert len(report.slow) == report.by_outcome.positions - report.by_outcome.right > 0
    for slow in report.slow:
        assert slow.cost == 0
        assert slow.before.value is slow.after.value
        assert slow.before != slow.after
        assert slow.right == SOLUTION.best_moves(slow.position)


def seven_places():
    """Return seven canonical positions (52 raw ones) that a perfect bot never reaches."""
    own = {mistake.position for mistake in audit(RandomPlayer(GAME), SOLUTION).mistakes}
    for seat in (0, 1):
        own -= reached_by(PERFECT, seat)
    away = [each for each in CAN_DISTINGUISH if orbit(each) <= own]
    large = [each for each in away if len(orbit(each)) == 8][:6]
    return [*large, next(each for each in away if len(orbit(each)) == 4)]


def reached_by(player, seat):
    """Return the positions that a player's own play reaches, against every reply."""
    met, waiting = set(), [GAME.start()]
    while waiting:
        position = waiting.pop()
        if position in met:
            continue
        met.add(position)
        if GAME.terminal_value(position) is None:
            mine = GAME.player(position) == seat
            moves = [player(position)] if mine else GAME.moves(position)
            waiting += [GAME.play(position, move) for move in moves]
    return met


def test_a_bot_that_errs_in_seven_positions_and_is_never_beaten():
    """A bot that errs in seven canonical positions off its own play is never beaten."""
    places = seven_places()
    report = audit(Planted(*places), SOLUTION)
    assert report.by_value == Tally(3139, 3191)
    assert report.by_value_folded == Tally(424, 431)
    assert (report.strong, report.weak) == (False, True)
    assert {each.position for each in report.mistakes} == set().union(*map(orbit, places))
    assert not any(each.reached for each in report.mistakes)
    assert all(each.holds and not each.line for each in report.own_play.values())
    assert "3,139 of 3,191 (98.37%), up to symmetry 424 of 431 (98.37%)" in str(report)


@pytest.mark.parametrize("part", range(scaled(8, len(CAN_DISTINGUISH))))
def test_planted_mistakes_are_found_wherever_they_are(part):
    """Mistakes planted in the 431 positions are found, with the right moves, and no others are.

    In a quick run a bot errs in 54 positions at once, in a full run in one.
    """
    places = CAN_DISTINGUISH[part :: scaled(8, len(CAN_DISTINGUISH))]
    bot = Planted(*places)
    for seat in (0, 1):
        planted = [place for place in places if GAME.player(place) == seat]
        if planted:
            report = audit(bot, SOLUTION, seat)
            assert_found(report, planted, reached_by(bot, seat))
            assert_reported_well(report.mistakes[part % len(report.mistakes)], bot)


def assert_found(report, planted, own):
    """Check that an audit of one player finds the planted mistakes and no others."""
    orbits = set().union(*map(orbit, planted))
    assert {mistake.position for mistake in report.mistakes} == orbits
    assert report.by_value.positions - report.by_value.right == len(orbits)
    assert report.by_value_folded.positions - report.by_value_folded.right == len(planted)
    is_lost = {  # worse than the start, which is a draw
        place: SOLUTION.moves(place)[-1].outcome.value is Value.LOSS for place in planted
    }
    assert report.weak == (not any(is_lost[FOLDED[position]] for position in own & orbits))
    assert report.strong is False
    for mistake in report.mistakes:
        assert mistake.reached == (mistake.position in own)


def assert_reported_well(mistake, bot):
    """Check that the right moves preserve the value, and that the line punishes the mistake."""
    rows = SOLUTION.moves(mistake.position)
    before = SOLUTION[mistake.position]
    assert mistake.before == before
    assert set(mistake.right) == {row.move for row in rows if row.outcome.value is before.value}
    assert mistake.chosen == (bot(mistake.position),)
    assert mistake.cost == int(before.value) - int(mistake.after.value) > 0
    position, seat = mistake.position, GAME.player(mistake.position)
    for row in mistake.line:
        if GAME.player(position) == seat:
            assert row.move == bot(position)
        else:
            assert row.move in SOLUTION.best_moves(position)
        position = GAME.play(position, row.move)
        assert position == row.position
    end = GAME.terminal_value(position)
    assert (end if GAME.player(position) == seat else -end) <= mistake.after.value


def test_weak_by_seat_with_the_line_to_what_is_worse():
    """A bot that answers the centre with an edge fails as second player only, as its line shows."""

    def bot(position):
        return 1 if position == GAME.parse("....x....") else PERFECT(position)

    report = audit(bot, SOLUTION)
    assert report.own_play[0].holds
    assert not report.own_play[1].holds
    assert [row.move for row in report.own_play[1].line] == [4, 1]
    assert report.weak is False
    assert audit(bot, SOLUTION, seat=0).weak is True
    assert audit(bot, SOLUTION, 1).weak is False
    assert list(audit(bot, SOLUTION, 1).own_play) == [1]


def test_by_remoteness():
    """The tallies by remoteness add up to the total by value, and are sorted."""
    report = audit(ShareOfWinsPlayer(GAME), SOLUTION)
    tallies = report.by_remoteness.values()
    assert sum(each.positions for each in tallies) == report.by_value.positions == 3191
    assert sum(each.right for each in tallies) == report.by_value.right < 3191
    assert report.by_remoteness[1].share == 1  # it takes a win at once
    assert list(report.by_remoteness) == sorted(report.by_remoteness)


def test_worst_first():
    """Mistakes are sorted by cost: a win turned into a loss comes first."""
    costs = [each.cost for each in audit(RandomPlayer(GAME), SOLUTION).mistakes]
    assert costs == sorted(costs, reverse=True)
    assert set(costs) == {1, 2}


def test_a_mistake_is_shown_with_its_board():
    """A mistake shows the board, the chosen move, its cost, the right moves and the line."""
    report = audit(Planted(GAME.canonical(GAME.parse("....x...."))), SOLUTION)
    assert str(report.mistakes[0]) == (
        ". . .\n. x .\n. . .\n"
        "Chose 7: draw in 8 becomes loss in 6; right: 0 2 6 8; its own play reaches it\n"
        f"Line: {' '.join(str(row.move) for row in report.mistakes[0].line)}"
    )
    assert str(report.mistakes[0]) in str(report)


def test_without_a_solution_of_ones_own():
    """Minimax is as perfect as the solution, and wins as fast."""
    report = audit(MinimaxPlayer(GAME), SOLUTION)
    assert (report.strong, report.weak, report.fastest) == (True, True, True)


def test_loaded_solutions_judge_alike(path):
    """A solution from a file gives the same report."""
    SOLUTION.save(path)
    bot = Planted(CAN_DISTINGUISH[100])
    here, there = audit(bot, SOLUTION), audit(bot, load(path))
    assert str(here) == str(there)
    assert [each.position for each in here.mistakes] == [each.position for each in there.mistakes]
