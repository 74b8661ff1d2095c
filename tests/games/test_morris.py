"""Achi and Tsoro Yematatu: recomputed counts, moves and ends by example, words.

Three men's morris is in ``test_loops``.
"""

import pytest

from games import Achi, ThreeMensMorris, TsoroYematatu
from gamesolver import (
    IllegalMoveError,
    InvalidArgumentError,
    PositionTextError,
    Value,
    check_game,
    solve,
)
from tests.oracles.published import assert_counts, assert_outcome, figures, made
from tests.oracles.unfolded import assert_same_unfolded, unfolded_size

GOLDEN = [(name, each) for name in ("achi", "tsoro-yematatu") for each in figures(name)]


@pytest.mark.parametrize(
    ("name", "golden"), GOLDEN, ids=lambda each: each if isinstance(each, str) else None
)
def test_figures(name, golden):
    """The start, and how many positions are won, lost and drawn, are as recomputed."""
    solution = solve(made(name, golden))
    counts = solution.counts(symmetric=True)
    assert_outcome(solution.outcome, golden)
    assert_counts(counts, golden)
    assert (sum(counts.values()), len(solution)) == (golden["positions"], golden["folded"])
    assert solution.verify(full=True).positions == unfolded_size(solution)


@pytest.mark.parametrize("golden", figures("achi"), ids=lambda each: str(each["parameters"]))
def test_openings_of_achi(golden):
    """With four men the centre wins, and every other opening loses."""
    solution = solve(made("achi", golden))
    for row in solution.moves(solution.start):
        kind = "b2" if row.move[1] == 4 else ("a1", "b1")[row.move[1] % 2]
        assert str(row.outcome) == golden["openings"][kind]


@pytest.mark.parametrize("blocked", ["loses", "passes"])
def test_achi_with_three_men_is_three_mens_morris(blocked):
    """Every position has the outcome that it has there: with three men nobody is ever blocked."""
    achi, morris = solve(Achi(3, blocked)), solve(ThreeMensMorris())
    assert {each: achi[each] for each in achi} == {each: morris[each] for each in morris}


@pytest.mark.parametrize(
    "game",
    [Achi(), Achi(blocked="passes"), TsoroYematatu(), TsoroYematatu(jumps=False)],
    ids=repr,
)
def test_symmetries_change_nothing(game):
    """Solved without symmetry, all twins have one outcome: that of their orbit."""
    assert_same_unfolded(game)


# ── rules by example ───────────────────────────────────────────────────────

BLOCKED = "mmwww.mmw"
"""The empty point 5 is next to 2, 4 and 8, where men of the player who waits stand."""


def test_achi_is_placed_and_then_slides():
    """Four men each are placed; after that the one empty point is moved to along a line."""
    game = Achi()
    assert len(game.moves("mwm.wm.w.")) == 3
    assert [game.format_move(move) for move in game.moves("mwmmww.mw")] == ["a2-a1", "b1-a1"]
    assert game.play("mwmmww.mw", (3, 6)) == "wmw.mmwwm"
    assert [game.format_move(move) for move in game.moves("mwwwm.mmw")] == ["b2-c2"]
    assert [game.format_move(move) for move in game.moves(BLOCKED)] == []


@pytest.mark.parametrize(
    ("blocked", "value", "moves"),
    [("loses", Value.LOSS, []), ("draws", Value.DRAW, []), ("passes", None, ["pass"])],
)
def test_a_player_who_cannot_move(blocked, value, moves):
    """Whoever has no man next to the empty point has lost, or drawn, or passes."""
    game = Achi(blocked=blocked)
    assert game.terminal_value(game.parse(BLOCKED)) is value
    assert [game.format_move(move) for move in game.moves(BLOCKED)] == moves


def test_a_pass_leaves_the_men():
    """After a pass the men are the same, seen by the other; nobody else may pass."""
    game = Achi(blocked="passes")
    passing = game.parse_move(BLOCKED, "pass")
    assert game.play(BLOCKED, passing) == "wwmmm.wwm"
    with pytest.raises(IllegalMoveError) as caught:
        game.play("mwmmww.mw", passing)
    assert str(caught.value) == (
        "illegal move (None, -1) in position 'mwmmww.mw': legal moves are a2-a1, b1-a1"
    )


def test_a_pass_is_clicked_anywhere():
    """The picture of a player who cannot move has one shape to click, over all nine points."""
    picture = Achi(blocked="passes").svg(BLOCKED)
    assert (picture.count("data-move"), picture.count('data-move="pass"')) == (1, 1)
    assert picture.partition("data-move")[2].partition("</g>")[0].count("<rect") == 9


def test_a_man_jumps_over_another():
    """To the top from below along each leg, over men of either player; without jumps only next."""
    game, still = TsoroYematatu(), TsoroYematatu(jumps=False)
    position = game.parse(".wmwmwm")
    assert [game.format_move(move) for move in game.moves(position)] == ["c-a", "e-a", "g-a"]
    assert [still.format_move(move) for move in still.moves(position)] == ["c-a"]
    assert game.play(position, (4, 0)) == "wmwm.mw"


def test_there_is_always_a_move_with_jumps():
    """No position ends but by a row where men jump; without jumps some do."""
    ends = {
        jumps: [each for each in solution if solution[each].remoteness == 0]
        for jumps in (True, False)
        for solution in [solve(TsoroYematatu(jumps=jumps))]
    }
    rows = [(0, 1, 4), (0, 2, 5), (0, 3, 6), (1, 2, 3), (4, 5, 6)]
    is_row = {
        jumps: [any({each[point] for point in row} == {"w"} for row in rows) for each in found]
        for jumps, found in ends.items()
    }
    assert all(is_row[True])
    assert not all(is_row[False])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("w.mmw.m", None),
        ("wm..w.m", None),
        ("wmm.wmw", None),
        ("wwm.wm.", Value.LOSS),
        ("wmmmw.w", Value.WIN),
        ("m.mw..w", None),
        ("m.mwwwm", None),
        ("mm.w..w", None),
        (".mmwmww", None),
        ("mmmwww.", None),
        ("m..mwww", Value.LOSS),
        (".wwwmmm", Value.LOSS),
    ],
)
def test_rows_of_the_triangle(text, value):
    """Five lines have three points: three from the top, and two across."""
    assert TsoroYematatu().terminal_value(text) is value


def test_the_triangle_in_text():
    """Points stand where the legend has their letters, and men keep their letters."""
    game = TsoroYematatu()
    assert game.legend() == "    a\n   /|\\\n  b-c-d\n /  |  \\\ne---f---g"
    assert game.render_for("m.w....", 0) == "    x\n   /|\\\n  .-o-.\n /  |  \\\n.---.---."
    assert game.render_for("w.m....", 1) == game.render_for("m.w....", 0)


# ── words ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("text", ["", "m" * 9, "mwmwmwmw.w", "mwmwmwmww", "mmw......", None, 5])
def test_texts_that_are_no_position_of_achi(text):
    """A text that is no position is refused word for word."""
    with pytest.raises(PositionTextError) as caught:
        Achi().parse(text)
    assert str(caught.value) == (
        f"no position of Achi() in {text!r}: expected nine of '.', 'm' (to move), 'w' (waiting), "
        "at most four of each, as many w as m or one more, and no winning row of m"
    )


@pytest.mark.parametrize("text", ["", "mwmwmwm", "m......", ".........", None])
def test_texts_that_are_no_position_of_tsoro_yematatu(text):
    """A text that is no position is refused word for word."""
    with pytest.raises(PositionTextError) as caught:
        TsoroYematatu().parse(text)
    assert str(caught.value) == (
        f"no position of TsoroYematatu() in {text!r}: expected seven of '.', 'm' (to move), 'w' "
        "(waiting), at most three of each, as many w as m or one more, and no winning row of m"
    )


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"men": 5}, "bad men 5 of Achi: expected a whole number from 3 to 4"),
        (
            {"blocked": "waits"},
            "bad blocked 'waits' of Achi: expected 'loses', 'draws' or 'passes'",
        ),
    ],
)
def test_parameters_that_make_no_achi(parameters, message):
    """There are three men each or four, and three ways to be blocked."""
    with pytest.raises(InvalidArgumentError) as caught:
        Achi(**parameters)
    assert str(caught.value) == message


@pytest.mark.parametrize("game", [TsoroYematatu(), TsoroYematatu(jumps=False)], ids=repr)
def test_the_laws(game):
    """Every law holds at every position."""
    assert check_game(game).exhaustive


def test_the_laws_where_players_pass():
    """Every law holds in random play of Achi, where some pass."""
    assert check_game(Achi(blocked="passes"), most=1_000, walks=50).positions > 200
