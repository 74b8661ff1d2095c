"""Audits in games with cycles: progress, strong and weak play."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games import PongHauKi
from gamesolver import Value, solve
from gamesolver.players import PerfectPlayer, RandomPlayer, audit, odds
from tests.attacks.graph_games import DrawnGame, drawings
from tests.oracles.chances import every_player, rows_of
from tests.support.scale import scaled
from tests.support.small_games import Detour, Drawn
from tests.support.some_players import Arrows, Some, listed


def test_a_win_that_never_comes():
    """A player that keeps a win but never ends play is neither strong nor weak."""
    solution = solve(Detour())
    report = audit(PerfectPlayer(solution, by="value"), solution, seat=0)
    assert (report.strong, report.weak, report.fastest) == (False, False, False)
    assert not report.mistakes
    (cycle,) = report.cycles
    assert cycle.position == "here"
    assert [row.move for row in cycle.line] == ["there", "here"]
    assert "1 slow move, 1 cycle" in str(report)
    assert report.own_play[0].holds is False


def test_who_goes_on_in_the_end_does_not_stall():
    """A player that chooses at random between cycling and winning does win, and has no cycle."""
    solution = solve(Detour())
    report = audit(PerfectPlayer(solution, by="value", ties="random"), solution)
    assert (report.strong, report.weak) == (True, True)
    assert not report.cycles
    assert (
        odds(
            Detour(), PerfectPlayer(solution, by="value", ties="random"), RandomPlayer(Detour())
        ).win
        == 1
    )


def worst(game, player, start, is_first):
    """Return the result that a player guarantees against every opponent: a win, or no loss."""

    def every_move(position):
        return list(game.moves(position))

    sides = (listed(player), every_move) if is_first else (every_move, listed(player))
    opened, rows, ends = rows_of(game, *sides, start)
    if is_first:  # the opponent is the one who tries everything
        opened, rows, ends = exchanged(opened), exchanged_rows(rows), exchanged_ends(ends)

    def allowed(position):
        return range(len(every_move(position)))

    size = 1
    for node, row in rows.items():
        size *= len(row) if node[1] == 0 else 1
    assume(size <= 128)
    chances = list(every_player(game, opened, rows, ends, allowed))
    return all(loss == 1 for _, _, loss, _ in chances), all(win == 0 for win, *_ in chances)


def exchanged(node):
    """Return the node with the players exchanged."""
    return node[0], 1 - node[1]


def exchanged_rows(rows):
    """Return the rows with the players exchanged."""
    return {exchanged(node): [exchanged(each) for each in row] for node, row in rows.items()}


def exchanged_ends(ends):
    """Return the ends with the players exchanged."""
    return {exchanged(node): -value for node, value in ends.items()}


def holds(game, solution, player, start, is_first):
    """Return True if a player attains the value of a position against every opponent."""
    wins, never_loses = worst(game, player, start, is_first)
    value = solution[start].value if is_first else -solution[start].value
    return {Value.WIN: wins, Value.DRAW: never_loses, Value.LOSS: True}[value]


def assert_holds(cycle, solution, player):
    """Check that the cycle closes, through won positions, by moves that the player may choose."""
    assert cycle.line[-1].position == cycle.position
    position, is_its = cycle.position, True
    for row in cycle.line:
        value = solution[position].value
        assert (value if is_its else -value) is Value.WIN
        if is_its:
            assert row.move in listed(player)(position)
        game = solution.game
        is_its ^= game.player(position) != game.player(row.position)
        position = row.position


PLAYERS = st.sampled_from(["some", "by value", "by outcome", "lots"])


@settings(max_examples=scaled(100, 4_000))
@given(drawings(most_nodes=5), st.integers(0, 99), PLAYERS, st.booleans())
def test_what_strong_and_weak_promise(drawing, seed, kind, folded):
    """A strong player attains the value from every position, a weak one from the start."""
    game = DrawnGame(drawing, folded)
    solution = solve(game)
    player = {
        "some": Some(game, seed),
        "by value": PerfectPlayer(solution, by="value"),
        "by outcome": PerfectPlayer(solution),
        "lots": PerfectPlayer(solution, by="value", ties="random"),
    }[kind]
    report = audit(player, solution)
    assert report.own_play[0].holds == holds(game, solution, player, game.start(), True)
    assert report.own_play[1].holds == holds(game, solution, player, game.start(), False)
    everywhere = {
        each for canonical in solution for each in (canonical, *game.symmetries(canonical))
    }
    open_ones = [each for each in everywhere if game.terminal_value(each) is None]
    for cycle in report.cycles:
        assert_holds(cycle, solution, player)
    assert report.strong == all(holds(game, solution, player, each, True) for each in open_ones)


def test_a_drawn_loop_after_a_mistake_is_no_stall():
    """A drawn cycle after a mistake is not reported as a cycle: the win is lost by then."""
    arrows = {"p": "qx", "q": "r", "r": "sx", "s": "t", "t": "s"}
    game = Arrows(
        tuple((at, tuple("lost" if to == "x" else to for to in row)) for at, row in arrows.items())
    )
    solution = solve(game)
    report = audit(lambda position: game.moves(position)[0], solution)
    assert solution.value is Value.WIN
    assert [each.position for each in report.slow] == ["p"]
    assert [each.position for each in report.mistakes] == ["r"]
    assert report.cycles == ()
    assert report.own_play[0].holds is False


@pytest.mark.parametrize("game", [PongHauKi(), Drawn(), Drawn(seated=False)], ids=repr)
def test_games_with_loops(game):
    """The perfect player by outcome is perfect and fastest in games with cycles."""
    solution = solve(game)
    report = audit(PerfectPlayer(solution), solution)
    assert (report.strong, report.weak, report.fastest) == (True, True, True)
