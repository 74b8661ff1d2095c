"""Traps: drawn positions in which most moves lose, and the shortest way into each."""

import pytest
from hypothesis import given, settings

from games import ConnectFour, Nim, PongHauKi, TicTacToe
from gamesolver import InvalidArgumentError, UnknownPositionError, Value, load, solve
from gamesolver.players import traps
from tests.attacks.graph_games import DrawnGame, drawings
from tests.oracles.naive_players import all_traps, backs
from tests.support.scale import scaled

BOARD = solve(TicTacToe())
FOUND = traps(BOARD, most=None)


def distances(found):
    """Return the length of the line to each trap, by canonical position."""
    return {each.game.canonical(each.position): len(each.line) for each in found}


@pytest.mark.parametrize(
    "game", [TicTacToe(), TicTacToe(misere=True), PongHauKi(), ConnectFour(3, 3), Nim((2, 3))]
)
def test_every_trap_is_found_by_a_shortest_line(game):
    """All traps of small games are those of the definition, with shortest lines."""
    solution = solve(game)
    found = traps(solution, most=None)
    assert distances(found) == all_traps(solution)
    assert len(found) == len(distances(found))


@settings(max_examples=scaled(100, 3_000))
@given(drawings())
def test_traps_of_drawn_graphs(drawing):
    """With cycles, kept turns and symmetric positions the traps are those of the definition."""
    solution = solve(DrawnGame(drawing))
    assert distances(traps(solution, most=None)) == all_traps(solution)


def test_a_line_is_one_of_best_moves():
    """A line leads from the start to its trap, and each of its moves is a best one."""
    for each in FOUND:
        here = BOARD.start
        for move in each.line:
            assert move in BOARD.best_moves(here)
            here = BOARD.game.play(here, move)
        assert here == each.position


def test_what_a_trap_reports():
    """A trap lists its losing and its drawing moves."""
    for each in FOUND:
        moves = backs(BOARD, each.position)
        losing = {move for move, back in moves.items() if back.value is Value.LOSS}
        assert set(each.losing) == losing
        assert set(each.saving) == set(moves) - losing
        assert each.rows == BOARD.moves(each.position)


def test_the_nearest_come_first_and_there_are_at_most_that_many():
    """Traps are sorted by the length of their lines, and ``most`` limits their number."""
    lengths = [len(each.line) for each in FOUND]
    assert lengths == sorted(lengths)
    assert [each.position for each in traps(BOARD, most=3)] == [each.position for each in FOUND[:3]]
    assert len(traps(BOARD, most=10**30)) == len(FOUND)


def test_from_another_position():
    """Lines can begin at another position."""
    centre = BOARD.game.parse("....x....")
    found = traps(BOARD, start=centre, most=None)
    assert set(distances(found)) < set(distances(FOUND))
    assert {BOARD.game.format(each.position)[4] for each in found} == {"x"}
    with pytest.raises(UnknownPositionError):
        traps(BOARD, start="nowhere")


def test_a_won_start_comes_to_no_trap():
    """A won start has no traps."""
    solution = solve(TicTacToe())
    won = solution.game.parse("x..o.....")
    assert len(traps(solution, start=won)) == 0


def test_a_loaded_solution_has_the_same_traps(path):
    """A loaded solution gives the same traps."""
    BOARD.save(path)
    assert traps(load(path)).as_json() == traps(BOARD).as_json()


def test_texts_and_sheets():
    """The texts and pages show the board, the line and the drawing moves of each trap."""
    text = "7 of 8 moves lose for o\n  x . .\n  . . .\n  . . .\n  After 0\n  Draws: 4"
    assert FOUND[0].as_text() == text
    assert traps(solve(Nim((1, 2)))).as_text() == "No traps\n"
    assert FOUND.as_text().split("\n\n", 1)[1].startswith(f"1. {text}\n\n2. ")
    assert repr(FOUND) == f"<{len(FOUND)} traps of TicTacToe()>"
    assert repr(traps(BOARD, start=FOUND[0].position)[0]).endswith("for o, at the start>")
    assert FOUND.as_html().count("<svg") == 2 * len(FOUND)
    assert FOUND[1:] == FOUND.items[1:]


def test_bad_options_are_refused():
    """A bad ``most`` and an object that is not a solution are refused."""
    with pytest.raises(InvalidArgumentError) as caught:
        traps(BOARD, most=0.5)
    assert str(caught.value) == (
        "bad most 0.5: expected a number of traps from 1 on, or None for all"
    )
    with pytest.raises(InvalidArgumentError, match="expected a Solution"):
        traps(TicTacToe())
