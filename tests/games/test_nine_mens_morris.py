"""Nine Men's Morris: boards, rules by example, placements, stages, and shared stages."""

import filecmp
import json
from itertools import product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import ThreeMensMorris
from games.nine_mens_morris import NineMensMorris
from games.nine_mens_morris.plain import MOST_MEN, PlainNineMensMorris, board_of, mills_of
from gamesolver import (
    IllegalMoveError,
    Value,
    load,
    prove,
    solve,
)
from gamesolver.rules.parameters import titled
from tests.oracles.morris import PlainThreeMensMorris
from tests.oracles.plain_rules import assert_alike
from tests.oracles.published import figures, made
from tests.support.at_the_terminal import called
from tests.support.indexed_games import orbits_of_placements
from tests.support.scale import scaled

GAMES = [
    NineMensMorris(2, (4, 4), placing=True),
    NineMensMorris(men=(4, 3)),
    NineMensMorris(men=(5, 7), flying=False, diagonals=True),
    NineMensMorris(rings=2, men=(6, 6)),
    NineMensMorris(rings=1, men=(3, 4), diagonals=True),
    NineMensMorris(men=(12, 12), diagonals=True),
    NineMensMorris(1, (3, 3), flying=False, diagonals=True, placing=True),
    NineMensMorris(placing=True),
    NineMensMorris(2, (6, 6), placing=True),
    NineMensMorris(1, (3, 4), diagonals=True, lasker=True),
    NineMensMorris(2, (4, 4), flying=False, lasker=True),
    NineMensMorris(men=(10, 10), lasker=True),
]
EACH = pytest.mark.parametrize("game", GAMES, ids=repr)
PUBLISHED = figures("nine-mens-morris")


def moves_of(game, text):
    """Return the texts of the moves of a position."""
    position = game.parse(text)
    return [game.format_move(move) for move in game.moves(position)]


def hands(game):
    """Return the numbers of men that the players can have in hand."""
    if game.lasker:
        each_hand = product(range(max(game.men) + 1), repeat=2)
        return [each for each in each_hand if game.plain.is_count(max(2, each[0]), max(3, each[1]))]
    return [((each + 1) // 2, each // 2) for each in range(game.placing * sum(game.men) + 1)]


@st.composite
def boards(draw, game):
    """Any position of a game, including unreachable ones."""
    points, most = game.plain.board.size, max(game.men)
    own, other = draw(st.sampled_from(hands(game)))
    counts = product(range(max(2, own), most + 1), range(max(3, other), most + 1))
    mine, theirs = draw(st.sampled_from([each for each in counts if game.plain.is_count(*each)]))
    board = "m" * (mine - own) + "w" * (theirs - other)
    order = draw(st.permutations(board.ljust(points, ".")))
    return "".join(order) + "m" * own + "w" * other


# ── boards ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("rings", "diagonals", "counts"),
    [
        (1, False, (9, 12, 6, 8)),
        (1, True, (9, 16, 8, 8)),
        (2, False, (16, 20, 8, 16)),
        (2, True, (16, 24, 8, 16)),
        (3, False, (24, 32, 16, 16)),
        (3, True, (24, 40, 20, 16)),
    ],
)
def test_boards(rings, diagonals, counts):
    """Points, lines, mills and symmetries of each board are as many as the pictures show."""
    board = board_of(rings, diagonals)
    mills = mills_of(rings, diagonals)
    assert (board.size, len(board.edges), len(mills), len(board.symmetries)) == counts
    assert 2 * MOST_MEN[rings] in (counts[0], counts[0] - 1)


@pytest.mark.parametrize(("rings", "diagonals"), [*product((1, 2, 3), (False, True))])
def test_symmetries_keep_lines_and_mills(rings, diagonals):
    """Each symmetry takes every line to a line, and every mill to a mill."""
    board = board_of(rings, diagonals)
    for image in board.symmetries:
        for drawn in (board.edges, mills_of(rings, diagonals)):
            turned = {frozenset(image[point] for point in each) for each in drawn}
            assert turned == set(map(frozenset, drawn))


# ── rules by example ────────────────────────────────────────────────────────────────────────────

NINE, SIX = PlainNineMensMorris(), PlainNineMensMorris(rings=2, men=(6, 6), flying=False)


def test_a_man_goes_along_a_line_to_a_free_point():
    """A man moves along its ring, and from the middle of a side also to the next ring."""
    assert moves_of(NINE, "m..m.m../......../.www.m..") == [
        *("a7-d7", "a7-a4"),
        *("g4-g7", "g4-g1", "g4-f4"),
        *("d1-g1", "d1-a1", "d1-d2"),
        *("d3-d2", "d3-e3", "d3-c3"),
    ]


def test_who_closes_a_mill_takes_a_man_that_is_in_none():
    """Of four men, three of them in a mill, only the fourth can be captured."""
    texts = moves_of(NINE, "mm.m..../wwww..../m.......")
    assert texts == ["a7-a4", "d7-g7", "g4-g7xf4", "g4-g1", "c5-d5", "c5-c4"]


def test_where_all_men_are_in_mills_any_is_taken():
    """If all men of a player are in mills, any of them can be captured."""
    texts = moves_of(NINE, "mm.m..../www...../m.......")
    assert texts[2:5] == ["g4-g7xb6", "g4-g7xd6", "g4-g7xf6"]


def test_a_mill_that_was_there_takes_nothing():
    """A mill must be opened before closing it again captures a man."""
    assert moves_of(SIX, "mmm...../w.w.w...") == ["a5-a3", "c5-c4", "e5-e3"]
    texts = moves_of(SIX, "mm.m..../w.w.w...")
    assert texts[3:6] == ["e3-e5xb4", "e3-e5xd4", "e3-e5xd2"]


def test_three_men_fly():
    """Each of three men can move to any of the 18 free points, or along lines without flying."""
    position = NINE.parse("m.m.m.../www...../........")
    ways = {move[:2] for move in NINE.moves(position)}
    assert len(ways) == 3 * 18
    assert len(PlainNineMensMorris(flying=False).moves(position)) == 6


@pytest.mark.parametrize(
    ("text", "flying", "walking"),
    [
        ("mm....../www...../........", Value.LOSS, Value.LOSS),
        ("mwmwmwmw/......../........", Value.LOSS, Value.LOSS),
        ("mwmwmwm./......../........", None, None),
        ("mwmwmw.w/......../........", None, Value.LOSS),
        ("www...../mmm...../........", None, None),
    ],
)
def test_ends(text, flying, walking):
    """A player with two men or no move has lost, and mills on the board do not end play."""
    for game, value in ((NINE, flying), (PlainNineMensMorris(flying=False), walking)):
        assert game.terminal_value(game.parse(text)) is value


def test_three_mens_morris_is_the_same_game():
    """On one ring with three men each, outcomes are those of three men's morris."""
    rows_win = PlainThreeMensMorris()
    outcomes = solve(rows_win)
    game = PlainNineMensMorris(1, (3, 3), flying=False, diagonals=True, placing=True)
    in_rows = [game.board.at[divmod(each, 3)] for each in range(9)]
    solution = solve(game)
    going_on = [each for each in outcomes if rows_win.terminal_value(each) is None]
    assert len(going_on) > 400
    for theirs in going_on:
        board = "".join(theirs[in_rows.index(point)] for point in range(9))
        hand = "m" * (3 - theirs.count("m")) + "w" * (3 - theirs.count("w"))
        assert solution[board + hand] == outcomes[theirs]


def test_placing_is_proved_with_a_table_of_moves():
    """A proof of the empty board uses a table of the positions with all men placed."""
    game = PlainNineMensMorris(1, (3, 3), flying=False, diagonals=True, placing=True)
    start, *others = [each for each in solve(game) if len(each) == game.board.size]
    proof = prove(game, tables=[solve(game, start=start, positions=others)])
    assert str(proof.outcome) == "win in 9"
    assert proof.verify().reused


def test_mills_are_tried_first():
    """Candidates that close a mill come first, then those that block the other player's mill."""
    game = NineMensMorris(2, (6, 6), placing=True)
    for text, expected in (
        ("mm....../ww...... 4+4", ["e5xb4", "e5xc4"]),
        ("m......./ww...... 5+4", ["d4"]),
        ("m.m...../ww...... 4+4", ["c5xb4", "c5xc4", "d4"]),
    ):
        position = game.parse(text)
        first = game.candidates(position)
        assert sorted(first) == sorted(game.moves(position))
        assert sorted(map(game.format_move, first[: len(expected)])) == sorted(expected)


def test_a_man_is_placed_on_any_free_point():
    """A man is placed on any free point, and closing a mill captures a man at once."""
    game = PlainNineMensMorris(rings=2, men=(6, 6), placing=True)
    assert game.format(game.start()) == "......../........ 6+6"
    assert [game.format_move(move) for move in game.moves(game.start())] == [*game.board.names]
    position = game.parse("mm....../ww...... 4+4")
    assert moves_of(game, "mm....../ww...... 4+4")[:4] == ["e5xb4", "e5xc4", "e3", "e1"]
    taken = game.play(position, (None, 2, 8))
    assert game.format(taken) == "www...../.m...... 4+3"
    assert game.render(taken).endswith("\nin hand: 4 m, 3 w")
    assert (game.stage(position), game.stage(taken)) == ("8 in hand, 2-2", "7 in hand, 1-3")


def test_men_in_hand_count():
    """Two men on the board are enough while there are men in hand; two in all are not."""
    game = PlainNineMensMorris(rings=2, men=(3, 3), placing=True)
    assert game.terminal_value(game.parse("m......./ww...... 2+1")) is None
    assert game.terminal_value(game.parse("......../ww...... 2+1")) is Value.LOSS
    assert game.terminal_value(game.parse("m......./www..... 1+0")) is Value.LOSS


LASKER = PlainNineMensMorris(rings=2, men=(4, 4), lasker=True)


def test_with_lasker_a_man_is_placed_or_moved():
    """By Lasker's rule a player can place a man or move one while men are in hand."""
    assert moves_of(LASKER, "mm....../ww...... 2+1") == [
        *("e5xb4", "e5xc4", "e3", "e1", "c1", "a1", "a3"),
        *("d4", "d3", "d2", "c2", "b2", "b3"),
        *("a5-a3", "c5-e5"),
    ]
    texts = moves_of(LASKER, "mm.m.m../ww...... 0+1")
    assert texts[:4] == ["a5-a3", "c5-e5", "e3-e5xb4", "e3-e5xc4"]


def test_with_lasker_three_men_fly_in_hand_or_not():
    """A player with three men in all may move one on the board to any free point."""
    assert len(LASKER.moves(LASKER.parse("m......./www..... 2+0"))) == 12 + 12
    assert len(LASKER.moves(LASKER.parse("m......./www..... 3+0"))) == 12 + 2
    assert LASKER.terminal_value(LASKER.parse("m......./www..... 1+0")) is Value.LOSS


def test_stages_with_lasker():
    """A stage is the numbers of men in hand and on the board; moving a man keeps it."""
    position = LASKER.parse("m......./ww...... 3+1")
    placed, moved = (
        LASKER.play(position, LASKER.parse_move(position, to)) for to in ("e1", "a5-c5")
    )
    stages = [LASKER.stage(each) for each in (position, moved, placed)]
    assert stages == ["3+1 in hand, 1-2", "3+1 in hand, 1-2", "2+1 in hand, 2-2"]
    assert LASKER.format(moved) == ".w....../mm...... 1+3"
    assert LASKER.stage(LASKER.parse("mmm...../wwww....")) == "4-3"


def test_lasker_implies_placing():
    """Lasker's game begins with the empty board, written with placing or without."""
    game = NineMensMorris(men=(10, 10), lasker=True)
    assert game == NineMensMorris(men=(10, 10), placing=True, lasker=True)
    assert game.format(game.start()) == "......../......../........ 10+10"
    assert titled(game) == "Nine Men's Morris (men (10, 10), placing yes, lasker yes)"


@pytest.mark.compiled(why="thousands of positions")
@pytest.mark.parametrize("men", [(4, 3), (3, 3)])
def test_plain_rules_make_the_same_table_with_lasker(men, tmp_path):
    """Outcomes are those of plain rules, and a solve in a folder saves the same file."""
    game = NineMensMorris(1, men, flying=False, diagonals=True, lasker=True)
    solution, plain, counts = solve(game), solve(game.plain), orbits(game)
    assert all(solution[game.from_plain(each)] == plain[each] for each in plain)
    assert sum(solution.counts(reachable=True).values()) == len(plain)
    assert len(solution) == sum(counts[each] for each in numbers_of_men(game))
    for name, each in (("memory", solution), ("folder", solve(game, folder=tmp_path / "folder"))):
        each.save(tmp_path / f"in-{name}", how=False)
    assert filecmp.cmp(tmp_path / "in-memory", tmp_path / "in-folder", shallow=False)
    assert "with cycles, by retrograde passes" in each.how.why


# ── compiled rules against plain ones ───────────────────────────────────────────────────────────


@EACH
@settings(max_examples=scaled(15, 200))
@given(st.data())
def test_any_board(game, data):
    """On any board plain and compiled rules agree, and its orbit has one index."""
    assert_alike(game, game.from_plain(data.draw(boards(game))))


# ── figures, and every placement ────────────────────────────────────────────────────────────────


def numbers_of_men(game):
    """Yield the numbers of men that the players can have on the board, once for each stage."""
    men = range(max(game.men) + 1)
    for own, other in hands(game):
        for mine, theirs in product(men, men):
            if game.plain.is_count(mine + own, theirs + other):
                yield mine, theirs


def orbits(game):
    """Count the placements up to symmetry, by the numbers of men."""
    return orbits_of_placements(game.plain.board.symmetries)


@pytest.mark.parametrize(
    "golden", [each for each in PUBLISHED if "which" in each], ids=lambda each: str(each["folded"])
)
def test_placements_are_counted_by_burnsides_lemma(golden):
    """The published numbers of positions up to symmetry follow from Burnside's lemma."""
    game = made("nine-mens-morris", golden)
    counts = orbits(game)
    assert sum(counts[men] for men in numbers_of_men(game)) == golden["folded"]
    if not golden["parameters"]:
        of_three = [counts[men] for men in numbers_of_men(game) if min(men) > 2]
        assert sum(of_three) == golden["sizes"]["with_three_men_or_more"]


@pytest.fixture(scope="module")
def in_memory():
    """The solution of the first compiled game."""
    return solve(GAMES[0])


@pytest.mark.compiled(why="a quarter of a million positions")
def test_placing_is_proved_over_the_moves(in_memory):
    """Proofs of a won, a drawn and a lost position with men in hand agree with ``solve``."""
    game = in_memory.game
    moves = solve(NineMensMorris(2, (4, 4)))
    in_hand = [each for each in in_memory if game.format(each).endswith(" 2+1")]
    by_value = {in_memory[each].value: each for each in in_hand if in_memory[each].remoteness != 0}
    assert len(by_value) == 3
    for value, position in by_value.items():
        proof = prove(game, position, exact=False, tables=[moves])
        report = proof.verify()
        assert proof.bounds.value is report.bounds.value is value
        assert [each.table for each in report.reused] == [
            f"the solution of {moves.game!r}, {len(moves):,} positions"
        ]


@pytest.mark.compiled(why="a quarter of a million positions")
def test_every_placement_has_an_index(in_memory):
    """Used indexes are as many as Burnside's lemma says, and their orbits have all placements."""
    game = in_memory.game
    points, counts, men = game.plain.board.size, orbits(game), [*numbers_of_men(game)]
    assert len(in_memory) == sum(counts[each] for each in men)
    placements = [comb(points, mine) * comb(points - mine, theirs) for mine, theirs in men]
    assert sum(in_memory.counts(symmetric=True).values()) == sum(placements)


@pytest.mark.compiled(why="a quarter of a million positions")
def test_stage_by_stage(in_memory, tmp_path):
    """A solve in a folder saves the same file, although play has cycles within stages."""
    in_folder = solve(in_memory.game, folder=tmp_path / "folder")
    assert in_folder.how.why == "40 stages on disk, 3 of them with cycles, by retrograde passes"
    for name, each in (("memory", in_memory), ("folder", in_folder)):
        each.save(tmp_path / f"in-{name}", how=False)
    assert filecmp.cmp(tmp_path / "in-memory", tmp_path / "in-folder", shallow=False)


@pytest.mark.compiled(why="a quarter of a million positions")
def test_placing_over_a_finished_solution_of_the_moves(in_memory, tmp_path, monkeypatch):
    """A solution of the moves is copied into the folder, and the table is the same.

    The moves are those of the whole game here, so that no rules are compiled again.
    """
    shared = NineMensMorris.shared_stage
    moves = NineMensMorris(2, (4, 4))
    stages = {each: shared(in_memory.game, moves, each) for each in moves.rules.by_stage}
    assert stages == {each: each for each in moves.rules.by_stage}
    monkeypatch.setattr(
        NineMensMorris, "shared_stage", lambda game, other, stage: stages.get(stage)
    )
    in_memory.save(tmp_path / "in-memory", how=False)
    with load(tmp_path / "in-memory") as table:
        solution = solve(in_memory.game, folder=tmp_path / "folder", tables=[table])
    assert solution.how.why == (
        "40 stages on disk, 5 stages with 161,252 indexes from the solution of "
        "NineMensMorris(rings=2, men=(4, 4), placing=True), 197,665 positions"
    )
    solution.save(tmp_path / "in-folder", how=False)
    assert filecmp.cmp(tmp_path / "in-memory", tmp_path / "in-folder", shallow=False)


@pytest.mark.compiled(why="a quarter of a million positions")
def test_the_command_takes_stages_from_a_file(in_memory, tmp_path):
    """``--table`` reuses stages in memory and with ``--checkpoint``."""
    file = str(tmp_path / "whole.solution")
    in_memory.save(file)
    whole = ["--rings", "2", "--men", "4,4", "--placing"]
    typed = ["solve", "nine-mens-morris", *whole, "--table", file]
    for where in ((), ("--checkpoint", str(tmp_path / "folder"))):
        output = called(*typed, *where, "--no-estimate", "--json")
        why = json.loads(output.out)["how"]["why"]
        assert "40 stages with 259,281 indexes from the solution of" in why
    output = called(*typed[:-1], str(tmp_path / "no"), "--checkpoint", str(tmp_path / "folder"))
    assert "no" in output.err
    assert output.code == 2


def test_stages_that_boards_share():
    """Stages are shared by games with other numbers of men, but not by games with other rules."""
    game = NineMensMorris(2, (6, 6), placing=True)
    for other, stage in (
        (NineMensMorris(2, (6, 6)), -504),
        (NineMensMorris(2, (5, 4)), -504),
        (NineMensMorris(2, (6, 6), flying=False), None),
        (NineMensMorris(), None),
        (ThreeMensMorris(), None),
    ):
        assert game.shared_stage(other, -504) == stage
    sizes = NineMensMorris(2, (5, 4)).rules.by_stage
    assert {each: game.rules.by_stage[each] for each in sizes} == sizes


def test_stages_that_lasker_shares():
    """With no men in hand, stages by Lasker's rule are those of the usual game."""
    game, moves = NineMensMorris(2, (5, 5), lasker=True), NineMensMorris(2, (5, 4))
    sizes = game.rules.by_stage
    shared = {each: game.shared_stage(moves, each) for each in sizes}
    found = {game.rules.label_of(each): shared[each] for each in sizes if shared[each] is not None}
    assert found == {moves.rules.label_of(each): each for each in moves.rules.by_stage}
    assert all(sizes[each] == moves.rules.by_stage[shared[each]] for each in sizes if shared[each])
    assert all(
        game.shared_stage(NineMensMorris(2, (4, 4), lasker=True), each) == each for each in sizes
    )
    assert game.shared_stage(NineMensMorris(2, (5, 5), placing=True), min(sizes)) is None


@pytest.mark.slow
@pytest.mark.compiled(why="millions of positions")
@pytest.mark.parametrize(
    ("moves", "whole"),
    [
        (
            NineMensMorris(1, (3, 3), diagonals=True),
            NineMensMorris(1, (3, 3), diagonals=True, placing=True),
        ),
        (
            NineMensMorris(1, (3, 3), diagonals=True),
            NineMensMorris(1, (3, 3), diagonals=True, lasker=True),
        ),
        (NineMensMorris(2, (6, 6)), NineMensMorris(2, (6, 6), placing=True)),
    ],
    ids=["three men's morris", "by Lasker's rule", "six men's morris"],
)
def test_from_the_empty_board_over_the_moves(moves, whole, tmp_path):
    """With the moves as a table, a solve saves the same file as without, and is verified."""
    solve(moves, folder=tmp_path / "folder").save(tmp_path / "moves")
    with load(tmp_path / "moves") as table:
        over = solve(whole, folder=tmp_path / "folder", tables=[table])
    assert over.how.reused[0].stages == len(moves.rules.by_stage)
    assert over.verify().positions == len(over)
    for name, each in (("alone", solve(whole, folder=tmp_path / "folder")), ("over", over)):
        each.save(tmp_path / name, how=False)
    assert filecmp.cmp(tmp_path / "alone", tmp_path / "over", shallow=False)


@pytest.mark.slow
@pytest.mark.compiled(why="millions of positions")
@pytest.mark.parametrize(
    "game",
    [NineMensMorris(2, (6, 6), flying=False), NineMensMorris(men=(3, 3))],
    ids=repr,
)
def test_six_mens_morris_stage_by_stage(game, tmp_path):
    """A solve in a folder saves the same file in larger games, too, and is verified."""
    in_folder = solve(game, folder=tmp_path / "folder")
    assert in_folder.verify().positions == len(in_folder)
    for name, each in (("memory", solve(game)), ("folder", in_folder)):
        each.save(tmp_path / f"in-{name}", how=False)
    assert filecmp.cmp(tmp_path / "in-memory", tmp_path / "in-folder", shallow=False)


# ── words ───────────────────────────────────────────────────────────────────────────────────────


def test_boards_are_drawn():
    """The board is drawn with lines between the points, and the men in their places."""
    game = PlainNineMensMorris(rings=2, men=(3, 3), diagonals=True)
    assert game.render(game.parse("m..w..../.m.ww.m.")).split("\n") == [
        "m---.---.",
        r"|\  |  /|",
        "| .-m-. |",
        "| |   | |",
        ".-.   w-w",
        "| |   | |",
        "| m-.-w |",
        r"|/  |  \|",
        ".---.---.",
    ]


def test_moves_that_are_refused():
    """Illegal moves are refused, and a closed mill captures only a man that can be captured."""
    position = NINE.parse("mm.m..../wwww..../m.......")
    for move in ((3, 2, None), (3, 2, 8), (3, 4, 11), (0, 5, None), (2, 3, None), "g4-g1", (3, 4)):
        with pytest.raises(IllegalMoveError):
            NINE.play(position, move)
    assert NINE.format(NINE.play(position, (3, 2, 11))) == "www...../mmm...../w......."
