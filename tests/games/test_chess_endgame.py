"""Chess endgames: stages of a table, moves compared with python-chess, indexes, and examples."""

import random
from collections import Counter
from functools import cache
from itertools import pairwise

import chess
import pytest

from games import ChessEndgame, NineMensMorris
from games.chess_endgame.kernels import chess_rules
from games.chess_endgame.plain import PlainChessEndgame, materials_of, men_of, with_rights
from gamesolver import (
    PositionTextError,
    Value,
    solve,
)
from gamesolver.files import shared_stages
from tests.oracles.plain_rules import assert_alike
from tests.oracles.published import figures
from tests.support.scale import IS_PLAIN, scaled

PUBLISHED = {each["parameters"].get("material", "KRK"): each for each in figures("chess-endgame")}
SEATS = ["white_to_move", "black_to_move"]
MATERIALS = [
    "KQK",
    "KPK",
    "KKP",
    "KKN",
    "KBNK",
    "KPKP",
    "KQKR",
    "KPPK",
    "KRRK",
    "KKBP",
    "KNKQ",
    "KKPP",
]
KINDS = ".QRBNPqrbnp"
FAULTS = chess.STATUS_OPPOSITE_CHECK | chess.STATUS_PAWNS_ON_BACKRANK
SQUARES = [file + row for row in "12345678" for file in "abcdefgh"]


@cache
def solved(material):
    """Return the table of a material."""
    return solve(ChessEndgame(material))


# ── published counts ───────────────────────────────────────────────────────


def test_two_bishops_that_are_images_of_each_other():
    """Positions with mirrored bishops account for the difference from the published counts."""
    game, found = PlainChessEndgame("KBBK"), Counter()
    diagonal = [square for square in SQUARES if ord(square[0]) - ord("a") == int(square[1]) - 1]
    for white in diagonal:
        for black in diagonal:
            for square in SQUARES:
                mirrored = SQUARES[SQUARES.index(square) // 8 + SQUARES.index(square) % 8 * 8]
                men = {white: "K", black: "k", square: "B", mirrored: "B"}
                for turn in "wb" if square < mirrored and len(men) == 4 else "":
                    found[turn] += readable(game, placed(men, turn))
    golden = PUBLISHED["KBBK"]  # each orbit shows two of its boards on this diagonal
    mirrored = [golden[name]["counted_so"]["less"]["drawn"] for name in SEATS]
    assert [found["w"] // 2, found["b"] // 2] == mirrored


@pytest.mark.compiled(why="two hundred thousand positions, unfolded")
def test_unfolded():
    """Without symmetry each position has the outcome that its orbit has with it."""

    class Unfolded(ChessEndgame):
        @property
        def rules(self):
            materials = materials_of(self.material)
            return chess_rules(materials, tuple(map(men_of, materials)), is_folded=False)

    folded, unfolded = solved("KRK"), solve(Unfolded("KRK"))
    assert folded.counts(symmetric=True) == unfolded.counts()
    for position in list(folded)[::50]:
        for image in (position, *folded.game.symmetries(position)):
            assert unfolded[image] == folded[position]


@pytest.mark.compiled(why="two hundred thousand positions")
def test_a_table_has_the_smaller_ones():
    """The stages KQK and KRK in the table of KPK have the counts of their own tables."""
    for material in ("KQK", "KRK"):
        for seat in (0, 1):
            counted = [solved(each).counts(stage=material, seat=seat) for each in ("KPK", material)]
            assert counted[0] == counted[1]
    assert sum(solved("KPK").counts(stage="KK", seat=0).values()) == 462
    assert solved("KPK").counts(stage="KKP") == {}


# ── against python-chess, and against plain rules ──────────────────────────


def placed(men, turn):
    """Return the text of a position with men on the given squares."""
    board = "".join(men.get(square, ".") for square in SQUARES)
    return PlainChessEndgame().format((board, turn, "-"))


def readable(game, text):
    """Return True if a game can parse a text."""
    try:
        game.parse(text)
    except PositionTextError:
        return False
    return True


def drawn(luck, material):
    """Return a random legal board of python-chess with the men of a material."""
    men = men_of(material)
    while True:
        places = dict(zip(luck.sample(SQUARES, len(men)), men, strict=True))
        board = chess.Board(placed(places, luck.choice("wb")))
        if not board.status() & FAULTS:
            return board


def number_of(board):
    """Return the game's position for a board of python-chess."""
    men = sorted(
        KINDS.index(piece.symbol()) << 6 | square
        for square, piece in board.piece_map().items()
        if piece.piece_type != chess.KING
    )
    one, other = [0, 0, *men][-2:]
    flags = (not board.turn) | board.has_legal_en_passant() << 1
    kings = board.king(chess.WHITE) | board.king(chess.BLACK) << 6
    return kings | one << 12 | other << 22 | flags << 32


def passing_boards():
    """Yield boards after a pawn's double step next to a pawn, with the kings on a few squares."""
    for kings in (("g1", "h8"), ("a5", "h5"), ("c8", "f1"), ("h5", "a4"), ("d3", "d7")):
        for file, next_file in [*pairwise("abcdefgh"), *pairwise("hgfedcba")]:
            for turn, home, row, men in (("b", "7", "5", "pP"), ("w", "2", "4", "Pp")):
                places = dict(zip((*kings, file + home, next_file + row), "Kk" + men, strict=True))
                board = chess.Board(placed(places, turn))
                move = chess.Move.from_uci(file + home + file + row)
                is_apart = len(places) == len({*places} | {file + row}) - 1 == 4
                if is_apart and not board.status() & FAULTS and board.is_legal(move):
                    board.push(move)
                    yield board


def assert_moves_are_those_of_chess(calls, board):
    """Check that moves, next positions and the end of a board are those of python-chess."""
    theirs = {}
    for move in board.legal_moves:
        board.push(move)
        theirs[move.from_square, move.to_square, move.promotion or 0] = number_of(board)
        board.pop()
    codes, successors = calls.call_successors(number_of(board))
    ours = {
        (code >> 6 & 63, code & 63, (0, 5, 4, 3, 2)[code >> 15 & 7]): successor
        for code, successor in zip(codes, successors, strict=True)
    }
    assert ours == theirs, board.fen()
    end = calls.call_end(number_of(board))
    assert end == (2 if theirs else -1 if board.is_check() else 0), board.fen()


@pytest.mark.parametrize(
    "count", [40 if IS_PLAIN else scaled(150, 2_000), pytest.param(8_500, marks=pytest.mark.slow)]
)
def test_moves_are_those_of_chess(count):
    """On random boards of twelve materials moves and ends are those of python-chess."""
    luck, calls = random.Random(count), ChessEndgame("KPKP").rules.calls
    for material in MATERIALS:
        for _ in range(count):
            assert_moves_are_those_of_chess(calls, drawn(luck, material))


def test_en_passant_is_that_of_chess():
    """After each double step next to a pawn, python-chess has the same rights and moves."""
    game, boards = ChessEndgame("KPKP"), list(passing_boards())
    for board in boards:
        number = number_of(board)
        assert_moves_are_those_of_chess(game.rules.calls, board)
        assert game.parse(board.fen()) == number
        assert game.rules.calls.index_of(number) >= 0
        assert board.has_legal_en_passant()
    assert len(boards) > 50


def test_legal_is_what_chess_states():
    """A position has an index if and only if python-chess finds its board legal."""
    luck, calls, found = random.Random(4), ChessEndgame("KPKP").rules.calls, Counter()
    for _ in range(1_000):
        men = men_of(luck.choice(["KPKP", "KQKP", "KPKN", "KRK", "KK"]))
        squares = luck.sample(SQUARES, len(men))
        board = chess.Board(placed(dict(zip(squares, men, strict=True)), luck.choice("wb")))
        is_legal = not board.status() & FAULTS
        assert (calls.index_of(number_of(board)) >= 0) is is_legal
        found[is_legal] += 1
    assert min(found.values()) > 100


@pytest.mark.parametrize("material", ["KRK", "KPKP", "KPPK"])
def test_alike(material):
    """The compiled rules agree with the plain ones on all materials that a table has."""
    game, luck = ChessEndgame(material), random.Random(3)
    for each in materials_of(material):
        assert_alike(game, game.parse(drawn(luck, each).fen()))
    for board in list(passing_boards())[::6] if material == "KPKP" else []:
        assert_alike(game, game.parse(board.fen()))


def test_indexes_of_rights():
    """One stage contains only positions with a right to take en passant, each at its own index."""
    game = ChessEndgame("KPKP")
    calls, stage = (
        game.rules.calls,
        game.rules.calls.call("stage", number_of(next(passing_boards()))),
    )
    by_stage, found = game.rules.by_stage, []
    first, size = sum(by_stage[each] for each in by_stage if each < stage), by_stage[stage]
    assert size == 2 * 1806 * 16
    for index in range(first, first + size, 97):
        position = calls.position_in(index)
        if calls.index_of(position) == index:
            found.append(position)
            board = chess.Board(game.format(position))
            assert board.has_legal_en_passant()
            assert number_of(board) == position
    assert len(found) > 100


@pytest.mark.parametrize("turn", ["w", "b"])
def test_all_positions_of_a_board(turn):
    """``with_rights`` yields a board with each en-passant right that its pawns allow."""
    game = PlainChessEndgame("KPKP")
    rows = "8/8/8/3pP3/8/8/8/K1k5" if turn == "w" else "8/8/8/8/3pP3/8/8/K1k5"
    passing = "d6" if turn == "w" else "e3"
    board = game.parse(f"{rows} {turn} - -")[0]
    assert [*with_rights(board, turn)] == [(board, turn, passing)]
    assert [*with_rights(board, "b" if turn == "w" else "w")] == []
    assert [*with_rights(PlainChessEndgame().start()[0], turn)] == []
    apart = game.parse(rows.replace("3pP3", "3p3P" if turn == "w" else "p3P3") + f" {turn} - -")
    assert [*with_rights(apart[0], turn)] == []


def test_numbers_without_an_index():
    """Impossible en-passant rights, and men in the wrong order or of no kind, have no index."""
    game = ChessEndgame("KPKP")
    index_of = game.rules.calls.index_of
    right = game.parse("8/8/8/3pP3/8/8/8/K1k5 w - d6")
    one, other = right >> 12 & 1023, right >> 22 & 1023
    assert index_of(right) >= 0
    kings = right & 4095
    flags = right >> 32 << 32
    for black in ("d6", "d7"):
        assert index_of(right ^ (kings >> 6 ^ SQUARES.index(black)) << 6) == -1
    assert index_of(kings | other << 12 | one << 22 | flags) == -1
    assert index_of(kings | one << 12 | 1023 << 22 | flags) == -1
    assert index_of(kings | 5 << 12 | one << 22) == -1
    assert index_of(kings | one << 22 | flags) == -1
    assert index_of(right | 1 << 34) == -1


def test_the_first_position():
    """The start is the first of all positions."""
    for material in ("KRK", "KKP", "KPKP"):
        game = ChessEndgame(material)
        assert game.start() == next(iter(game.positions()))
    assert ChessEndgame().format(ChessEndgame().start()) == "8/8/8/8/8/8/R7/K1k5 w - - 0 1"
    assert game.format(game.start()) == "8/8/8/8/8/8/Pp6/K1k5 w - - 0 1"


@pytest.mark.slow
def test_positions_are_all_that_is_legal():
    """``positions`` yields as many positions as the orbits of the solution contain."""
    game = ChessEndgame("KKN")
    assert len(set(game.positions())) == sum(solved("KKN").counts(symmetric=True).values())


@pytest.mark.compiled(why="four hundred thousand positions")
def test_a_folder_has_one_material_after_the_other(tmp_path):
    """With a folder each material is solved by itself; the table is the same, byte for byte."""
    solution = solve(ChessEndgame("KPK"), folder=tmp_path)
    assert solution.how.why == "7 stages on disk, 7 of them with cycles"
    for name, each in (("disk", solution), ("memory", solved("KPK"))):
        each.save(tmp_path / name, how=False)
    assert (tmp_path / "disk").read_bytes() == (tmp_path / "memory").read_bytes()


# ── rules by example, and words ────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("8/8/8/8/8/2K5/1Q6/k7 b - - 0 1", Value.LOSS),
        ("8/8/8/8/8/1K6/2Q5/k7 b - - 0 1", Value.DRAW),
        ("8/8/8/8/8/2K5/3Q4/k7 b - - 0 1", None),
        ("k7/P7/K7/8/8/8/8/8 b - - 0 1", Value.DRAW),
        ("8/8/8/8/8/8/8/K1k5 w - - 0 1", None),
    ],
)
def test_ends(text, value):
    """Checkmate is a loss, stalemate is a draw, and play with bare kings goes on."""
    game = ChessEndgame("KPK")
    assert game.terminal_value(game.parse(text)) is value
    assert game.plain.terminal_value(game.plain.parse(text)) is value


def test_moves_by_name():
    """Captures, en passant and the four promotions have the texts that chess players write."""
    game = ChessEndgame("KPKP")
    position = game.parse("8/8/8/3pP3/8/8/8/K1k5 w - d6")
    names = [game.format_move(move) for move in game.moves(position)]
    assert names == ["Ka1-a2", "e5xd6", "e5-e6"]
    after = game.play(position, game.parse_move(position, "e5xd6"))
    assert game.format(after) == "8/8/3P4/8/8/8/8/K1k5 b - - 0 1"
    position = game.parse("3n4/4P3/8/8/8/8/8/K1k5 w - - 0 1")
    names = [game.format_move(move) for move in game.moves(position)]
    assert names[1:] == [f"e7{to}={become}" for to in ("xd8", "-e8") for become in "QRBN"]


def test_a_right_counts_with_no_stage():
    """A position with a right to take en passant has no stage; without it, its material."""
    game = ChessEndgame("KPKP")
    for fen, stage in (("w - d6 0 1", None), ("w - - 0 1", "KPKP")):
        position = game.parse(f"8/8/8/3pP3/8/8/8/K1k5 {fen}")
        assert game.stage(position) == game.plain.stage(game.to_plain(position)) == stage


def test_a_right_that_no_player_can_use_is_none():
    """An en-passant square that no pawn can use is ignored when a text is parsed."""
    game = ChessEndgame("KPKP")
    alone = "8/8/8/4p3/8/8/P7/2K1k3 w - {} 0 1"
    assert game.parse(alone.format("e6")) == game.parse(alone.format("-"))


def test_materials():
    """A table includes the materials that captures and promotions lead to."""
    assert materials_of("KRK") == ("KRK", "KK")
    assert materials_of("KQKR") == ("KQKR", "KKR", "KQK", "KK")
    assert materials_of("KKP") == ("KKP", "KKB", "KKN", "KKQ", "KKR", "KK")
    assert len(materials_of("KPPK")) == 15 + 5 + 1


def test_a_table_has_the_stages_of_a_larger_one():
    """KPKP shares the stages of KPK: each index has the same position and moves."""
    whole, part = ChessEndgame("KPKP"), ChessEndgame("KPK")
    luck = random.Random(5)
    shared = {}
    for stage, indexes in whole.rules.by_stage.items():
        there = whole.shared_stage(part, stage)
        if there is not None:
            shared[stage] = there
            assert part.rules.by_stage[there] == indexes
            here, other = (
                shared_stages.StageOfGame.of(whole, stage),
                shared_stages.StageOfGame.of(part, there),
            )
            for within in luck.choices(range(indexes), k=10):
                shared_stages.same_position(here, other, within)
    assert set(shared.values()) == set(part.rules.by_stage)
    assert whole.shared_stage(NineMensMorris(), 0) is None
    assert set(map(whole.rules.label_of, shared)) == {"KPK", "KQK", "KRK", "KBK", "KNK", "KK"}
