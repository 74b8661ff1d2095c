"""Texts, moves, numbers and parameters that games refuse, with the exact messages.

Each table is about one kind of refusal. A compiled game and its plain version refuse alike.
"""

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import (
    MNK,
    Achi,
    Amazons,
    AnimalShogi,
    Awari,
    Breakthrough,
    ChessEndgame,
    Chomp,
    Clobber,
    ConnectFour,
    CopsAndRobber,
    DawsonsChess,
    Dodgem,
    Domineering,
    DotsAndBoxes,
    FibonacciNim,
    FoxAndGeese,
    GobbletGobblers,
    GrundysGame,
    HareAndHounds,
    Hex,
    Hexapawn,
    Kalah,
    Kayles,
    Konane,
    MuTorere,
    Nim,
    NineMensMorris,
    Notakto,
    Othello,
    PongHauKi,
    Quarto,
    Quixo,
    ScoringHeaps,
    Sim,
    Subtraction,
    Teeko,
    Template,
    ThreeMensMorris,
    TicTacToe,
    TinyGo,
    TsoroYematatu,
    WildTicTacToe,
    Wythoff,
)
from games.quarto.plain import PlainQuarto
from gamesolver import (
    CompiledGame,
    IllegalMoveError,
    InvalidArgumentError,
    PositionTextError,
    registered_games,
)
from tests.oracles.plain_rules import PLAIN_VERSIONS

KINDS = [*registered_games().values(), *PLAIN_VERSIONS]
COMPILED = [kind for kind in KINDS if issubclass(kind, CompiledGame)]


def with_plain_version(game):
    """Return a game, and its plain version if it has one."""
    return [game, game.plain] if isinstance(game, CompiledGame) else [game]


# ── parameters ──────────────────────────────────────────────────────────────────────────────────

HUGE = 10**5_000
"""Number with more digits than Python converts to text."""
BY_TYPE = {
    bool: [0, 1, None, "x", "x" * 10_000],
    int: [-1, -HUGE, 10**9, 10**30, HUGE, 2.5, None, "x", True, (1,)],
    str: ["", "x", "x" * 100_000, "☃", 5, None, ("a",)],
    tuple: [(), (-1,), (10**9,), (10**30, 1), (HUGE,), (1,) * 100_000, (2.5,), ("x",), 5, None,
    "x"],
}  # fmt: skip
OTHERS = [None, 5, "x", "x" * 100_000, (1,)]
FIELDS = [(kind, field) for kind in KINDS for field in attrs.fields(kind) if field.init]
SHORT = 450
"""Most letters of a message, which lists all allowed words and shortens the argument."""


@pytest.mark.parametrize(
    ("kind", "field"), FIELDS, ids=[f"{kind.__name__}.{field.name}" for kind, field in FIELDS]
)
def test_impossible_parameters(kind, field):
    """Numbers that are too small or huge, long texts, and other types are refused."""
    usual = getattr(kind(), field.name)
    for value in BY_TYPE.get(type(usual), OTHERS):
        with pytest.raises(InvalidArgumentError) as caught:
            kind(**{field.name: value})
        message = str(caught.value)
        assert message.startswith("bad ")
        assert f" of {kind.__name__}: expected " in message
        assert len(message) < SHORT


def whole(least, most):
    """Return the text that describes an allowed whole number."""
    return f"a whole number from {least} to {most:,}"


def fewer(most, number, kind, what="squares"):
    """Return the text that describes the largest board with room in 64 bits."""
    return f"at most {most} {what}, got {number}; take a smaller board, or {kind} for larger ones"


AMAZONS = (
    "up to 100 rows of one length, up to 26, with '/' between them, of 'w', 'b', '.' and '#', one "
    "'w' and one 'b' at least"
)
EDGES = "pairs of different points, each a whole number from 0 to 999, such as ((0, 1), (1, 2))"
HOLES = (
    "rows of one length, both up to 26, with '/' between them, of 'g', one 'f', '.' and, where "
    "there is no hole, '#'"
)
MATERIAL = (
    "three or four men, White's first, each side's in the order K, Q, R, B, N, P with one K, such "
    "as 'KRK' or 'KQKR'"
)
TWO_NUMBERS = "two whole numbers from 3 to 12, which is what the board has room for"
SQUARES = (
    "four rows of four with '/' between them, of '.' and letters from A to P, none of them twice"
)
PIECES = "'L', 'LC', 'LE', 'LG', 'LCE', 'LCG', 'LEG' or 'LCEG'"
ONE_OR_MORE = f"one or more whole numbers from 1 to {10**6:,}"
TOO_MANY = "at most 2^62 ways to lay the seeds; take fewer of them, or games.sowing.plain."
PARAMETERS = [
    (Achi, {"men": 5}, "men 5", whole(3, 4)),
    (Achi, {"blocked": "waits"}, "blocked 'waits'", "'loses', 'draws' or 'passes'"),
    *((Amazons, {"board": each}, f"board {each!r}", AMAZONS)
      for each in ["", "b.", "bw/.", "b?w", "b" + "." * 25 + "w", None, 3]),
    *((AnimalShogi, {"pieces": each}, f"pieces {each!r}", PIECES)
      for each in ["", "CEG", "LGC", "lc", None, 4, ("L", "C")]),
    (AnimalShogi, {"indexed": 1}, "indexed 1", "True or False"),
    (Awari, {"grand_slam": "maybe"}, "grand_slam 'maybe'", "'forbidden', 'no-capture' or "
     "'allowed'"),
    (Breakthrough, {"rows": 1}, "rows 1", whole(2, 100)),
    (Breakthrough, {"columns": 1}, "columns 1", whole(2, 26)),
    (Breakthrough, {"ranks": 0}, "ranks 0", f"{whole(1, 2)}, half of the 5 rows"),
    (Breakthrough, {"ranks": 3}, "ranks 3", f"{whole(1, 2)}, half of the 5 rows"),
    (Breakthrough, {"rows": 3}, "ranks 2", f"{whole(1, 1)}, half of the 3 rows"),
    (Breakthrough, {"ranks": "2"}, "ranks '2'", f"{whole(1, 2)}, half of the 5 rows"),
    *((ChessEndgame, {"material": each}, f"material {each!r}", MATERIAL)
      for each in ["KK", "QKKQ", "KXK", "KQRBK", "", "K", "KRKR2", "krk", "KRN", "KNBK", "KKK", 5]),
    (Chomp, {"rows": 0}, "rows 0", whole(1, 100)),
    (Chomp, {"columns": 0}, "columns 0", whole(1, 100)),
    (Clobber, {"rows": 0}, "rows 0", whole(1, 100)),
    (Clobber, {"columns": 1}, "columns 1", whole(2, 26)),
    (ConnectFour, {"width": 0}, "width 0", whole(1, 100)),
    (ConnectFour, {"line": 2.5}, "line 2.5", whole(1, 100)),
    (ConnectFour, {"fall": 1}, "fall 1", "True or False"),
    *((CopsAndRobber, {"edges": each}, f"edges {each!r}", EDGES)
      for each in [(), ((0, 0),), ((0, 1, 2),), ((0, -1),), (0, 1), "01", 5, None]),
    (DawsonsChess, {"rows": 5}, "rows 5", "one or more whole numbers from 1 on"),
    (Dodgem, {"size": 1}, "size 1", whole(2, 5)),
    (Domineering, {"rows": 0}, "rows 0", whole(1, 100)),
    (Domineering, {"columns": 27}, "columns 27", whole(1, 26)),
    (FibonacciNim, {"heap": 1}, "heap 1", whole(2, 10**6)),
    (FibonacciNim, {"times": 0}, "times 0", whole(1, 10**6)),
    *((FoxAndGeese, {"board": each}, f"board {each!r}", HOLES)
      for each in ["", "gf/.", "g.", "f.", "gff", "gx/.f", 5, None]),
    (GrundysGame, {"heaps": (0,)}, "heaps 0", "a whole number from 1 on"),
    (HareAndHounds, {"hare": 3}, "hare 3",
     "a point on which no hound begins, and these are 0, 3 and 8"),
    (HareAndHounds, {"hare": 11}, "hare 11", whole(0, 10)),
    (HareAndHounds, {"endless": -1}, "endless -1", "Value.WIN, Value.DRAW or Value.LOSS"),
    (Hex, {"rows": 0}, "rows 0", whole(1, 100)),
    (Hex, {"columns": 27}, "columns 27", whole(1, 26)),
    (Hexapawn, {"rows": 1}, "rows 1", whole(2, 100)),
    (Hexapawn, {"columns": 0}, "columns 0", whole(1, 26)),
    (Kalah, {"houses": 0}, "houses 0", whole(1, 100)),
    (Kalah, {"sweep": "all"}, "sweep 'all'", "'owner', 'emptied' or 'nobody'"),
    (Kayles, {"rows": (0,)}, "rows 0", "a whole number from 1 on"),
    (Kayles, {"rows": ()}, "rows ()", "one or more whole numbers from 1 on"),
    (Kayles, {"knocks": (0, 1)}, "knocks 0", whole(1, 10**6)),
    (Kayles, {"misere": 1}, "misere 1", "True or False"),
    (Konane, {"rows": 0}, "rows 0", whole(1, 100)),
    (Konane, {"columns": 1}, "columns 1", whole(2, 26)),
    (MuTorere, {"beside": "sometimes"}, "beside 'sometimes'", "'centre', 'never' or 'always'"),
    *((NineMensMorris, {"men": each}, f"men {each!r}", TWO_NUMBERS)
      for each in [(3,), (2, 3), (3, 13), 5, "ab", (3, 9.5), (True, 3), {8, 9}]),
    (NineMensMorris, {"men": (4, 3), "placing": True}, "placing True",
     "False, or as many men of either player, or lasker=True"),
    *((Quarto, {"board": each}, f"board {each!r}", f"{SQUARES} and no line complete")
      for each in ["", 7, "..../..../....", "AA../..../..../....", "ABCD/" * 4,
                   "ABCD/..../..../....", "Q.../..../..../...."]),
    *((Quixo, {"size": each}, f"size {each!r}", whole(2, 5))
      for each in [1, 6, 0, -3, True, "3", None, 2.0]),
    (ScoringHeaps, {"takes": ()}, "takes ()", ONE_OR_MORE),
    *((Sim, {"points": each}, f"points {each}", whole(2, 8)) for each in [1, 9, True]),
    (Subtraction, {"takes": ()}, "takes ()", ONE_OR_MORE),
    (Subtraction, {"takes": 5}, "takes 5", ONE_OR_MORE),
    (Subtraction, {"takes": (0, 1)}, "takes 0", whole(1, 10**6)),
    (Subtraction, {"takes": (1, 1)}, "takes (1, 1)", "no number twice"),
    (Subtraction, {"takes": (-2,)}, "takes -2", whole(1, 10**6)),
    (Teeko, {"advanced": "no"}, "advanced 'no'", "True or False"),
    (Teeko, {"drops": "no"}, "drops 'no'", "True or False"),
    (ThreeMensMorris, {"diagonal_lines": 1}, "diagonal_lines 1", "True or False"),
    (Wythoff, {"heaps": (1, 2, 3)}, "heaps (1, 2, 3)", "two heaps"),
    (Wythoff, {"heaps": (1, -2)}, "heaps -2", "a whole number from 0 on"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "parameters", "what", "expected"), PARAMETERS)
def test_parameters_that_make_no_game(kind, parameters, what, expected):
    """A parameter out of its range is refused with the exact message."""
    with pytest.raises(InvalidArgumentError) as caught:
        kind(**parameters)
    assert str(caught.value) == f"bad {what} of {kind.__name__}: expected {expected}"


TOO_LARGE = [
    (Awari, {"houses": 9, "seeds": 99}, "Awari of 9 houses with 99 seeds", f"{TOO_MANY}PlainAwari "
     "for more"),
    (ConnectFour, {"width": 8, "height": 8}, "board 8 x 8 of ConnectFour",
     "width * (height + 1) up to 64, got 72; take a smaller board, or "
     "games.in_a_row.plain.PlainConnectFour for larger ones"),
    (ConnectFour, {"fall": False}, "board 7 x 6 of ConnectFour(fall=False)",
     fewer(31, 42, "games.in_a_row.plain.PlainConnectFour")),
    (Domineering, {"rows": 9, "columns": 8}, "board 9 x 8 of Domineering",
     fewer(64, 72, "games.domineering.plain.PlainDomineering")),
    *((Kalah, {"houses": houses, "seeds": seeds}, f"Kalah of {houses} houses with {seeds} seeds",
       f"{TOO_MANY}PlainKalah for more")
      for houses, seeds in [(9, 9), (100, 4), (100, 1_000), (4, 1_000)]),
    (Othello, {"rows": 7, "columns": 6}, "board 7 x 6 of Othello", "at most 6 rows of 6 squares; "
     "take a smaller board, or games.othello.plain.PlainOthello for larger ones"),
    (Quarto, {"board": "..../..../..../...."}, "board '..../..../..../....' of Quarto",
     "a piece on it; put one down, or take games.quarto.plain.PlainQuarto to begin with none"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "parameters", "what", "expected"), TOO_LARGE)
def test_boards_with_no_room_in_64_bits(kind, parameters, what, expected):
    """Compiled rules refuse a board without room in 64 bits, and name the plain rules for it."""
    with pytest.raises(InvalidArgumentError) as caught:
        kind(**parameters)
    assert str(caught.value) == f"bad {what}: expected {expected}"
    (plain,) = [each for each in PLAIN_VERSIONS if each.__name__ == f"Plain{kind.__name__}"]
    assert plain(**parameters).start()


OF_63_BITS = [
    (Breakthrough, {"rows": 8, "columns": 8}, "board 8 x 8 of Breakthrough", "31 squares", 64),
    (Clobber, {"rows": 4, "columns": 8}, "board 4 x 8 of Clobber", "31 squares", 32),
    (DotsAndBoxes, {"rows": 5, "columns": 6}, "board 5 x 6 of DotsAndBoxes", "62 lines", 71),
    (Hex, {"rows": 4, "columns": 8}, "board 4 x 8 of Hex", "31 hexagons", 32),
    (Hexapawn, {"rows": 4, "columns": 8}, "board 4 x 8 of Hexapawn", "31 squares", 32),
    (MNK, {"m": 6, "n": 6}, "board 6 x 6 of MNK", "31 squares", 36),
    (Konane, {"rows": 6, "columns": 6}, "board 6 x 6 of Konane", "31 squares", 36),
]


@pytest.mark.parametrize(("kind", "parameters", "what", "most", "number"), OF_63_BITS)
def test_board_games_with_no_room_in_63_bits(kind, parameters, what, most, number):
    """A board game refuses a board that is too large at once."""
    with pytest.raises(InvalidArgumentError) as caught:
        kind(**parameters)
    expected = f"expected at most {most}, got {number}; take a smaller board"
    assert str(caught.value) == f"bad {what}: {expected}"


# ── texts of positions ──────────────────────────────────────────────────────────────────────────

STRANGE = ["", "☃", "x" * 1_000_000, None, 5, "[", "(1,", " ", "/", "\n", "(" * 200, b"x", ["a"],
           "9" * 5_000, "1e400", "{}", "-1", "8/8/8/8/8/8/8/8 w - - 0 1"]  # fmt: skip
REASON = 650
"""Most letters of a message that describes the positions of a game."""


@pytest.mark.parametrize("kind", KINDS)
def test_texts_of_no_position(kind):
    """Anything but a text of a position of this game is refused with the reason."""
    game = kind()
    usual = game.format(game.start())
    for text in [*STRANGE, f"{usual}☃", f"{usual} {usual}", f"?{usual}"]:
        with pytest.raises(PositionTextError) as caught:
            game.parse(text)
        message = str(caught.value)
        assert message.startswith("no position of ")
        assert "expected " in message
        assert len(message) < REASON


AS_MANY = "as many x as o or one more"
LAST_PIECE = "row by row, and no lines but those that the last piece can have made"
FEN = (
    "eight rows, a turn, castling, en passant and perhaps two clocks, as in '8/8/8/8/8/8/R7/K1k5 "
    "w - - 0 1'"
)
MEN = (
    "the men KPKP, KBKP, KNKP, KPKB, KPKN, KPKQ, KPKR, KQKP, KRKP, KBKB, KBKN, KBKQ, KBKR, KNKB, "
    "KNKN, KNKQ, KNKR, KQKB, KQKN, KQKQ, KQKR, KRKB, KRKN, KRKQ, KRKR, KKP, KPK, KBK, KKB, KKN, "
    "KKQ, KKR, KNK, KQK, KRK or KK"
)
PASSING = "en passant behind a pawn that may have just gone two steps"
SHOGI = (
    "four rows of three of '.', L, C or H (a hen), E, G with '/' between them, the far row first, "
    "then a space and the hands in the order CEGceg or '-'; capitals of the player to move, whose "
    "lion is not on the far row; two each of"
)
BY_FOREST = "; or capitals of forest, with ' F' or ' S' for the player to move at the end"
NAMED = "'x' and 'o' with ' x' or ' o' for the player to move at the end"
MORRIS_NAMED = (
    "; or with 'x' and 'o' for the men and in hand, x first, and ' x' or ' o' for the player to "
    "move at the end"
)
HOLES_AND_TURN = (
    "no more down to any row than at first, then ' g', or ' f' while there are geese, or for the "
    "fox between two jumps ' j'"
)
ON_RINGS = "with 'm' (to move) and 'w' (waiting), at most"
TWO_AND_THREE = "of m two or more and of w three or more"
HANDS = (
    f"3 of one and 3 of the other, {TWO_AND_THREE}, and as in ' 4+3' how many of either are in hand"
)
STACKS = (
    "3 rows of 3 places with ',' between them of '.', 'm' (to move) and 'w' (waiting) with the "
    "sign of the kind from 'SL', with '/' between rows, at most 2, 2 men of each kind of a player, "
    "or 'x' and 'o' with ' x' or ' o' for the player to move at the end"
)
TEXTS = [
    (Achi(),
     f"9 places of '.', 'm' (to move) and 'w' (waiting), at most 4 men of a player, or {NAMED}",
     ["", "mwmwmwmwm", "xo.......", "xoxoxoxox x", "........", ".........."]),
    (Amazons(),
     "3 rows of 3 of '.', 'w', 'b', '#' with '/' between them, as many of each letter as at the "
     "start and '#' wherever it was, ' w' for the player to move after an even number of shots, ' "
     "b' after an odd one, and then the square of an amazon that has moved and has to shoot, such "
     "as ' a1'",
     ["", "b../.../..w", "b../.../... w", "b../.../..w x", "b../.../..w w a3",
      "b../.../..w w c4", "b#./.##/##w b c1", "b../.../.ww w", "b../.../..w b", "b#./.../..w w"]),
    (AnimalShogi(), f"{SHOGI} L, C, E, G{BY_FOREST}",
     ["", "gle/.c./.C./ELG", "gle/.c./.C./ELG - ", "gle/.c./.C./ELG -\n", "gle/.c./.C./ELGG -",
      "gle/.c./.C. -", "gle/.c./.C./ElG -", "gle/.c./.C./E.G L", "gLe/.c./.C./ElG -",
      "gle/.c./.../ELG -", "gle/.c./.C./ELG C", "gle/.../.../ELG cC", "gle/.c./.../ELG H",
      "gxe/.c./.C./ELG -"]),
    (AnimalShogi("LE"), f"{SHOGI} L, E{BY_FOREST}",
     ["gle/.c./.C./ELG -", "Lle/.../.../E.. - F", ".Le/.../.../El. - S", ".le/.../.../EL. - X"]),
    (Awari(houses=2, seeds=6),
     "the seeds of 2 houses of the player to move, '/', and those of the other, at most 6 in all; "
     "or those of South, '/', those of North, and ' S' or ' N' for the player to move at the end",
     ["", "1 1/1", "1 1/1 1 X", "9 0/0 0 S", "9 0/0 0", "1 -1/1 1"]),
    (Breakthrough(), "5 rows of 2 places of '.', 'w' and 'b', with '/' between rows, at most 4 men "
     "of a player, then ' w' or ' b' for the player to move",
     ["", "bb/bb/../ww/ww", "bb/bb/../ww w", "bb/bb/b./ww/ww w", "bb/bb/../wx/ww w",
      "bb/bb/../ww/ww w\n"]),
    (ChessEndgame("KPKP"), FEN,
     ["", None, "8/8/8/8/8/8/R7/K1k5", "8/8/8/8/8/8/8/K1k5 x - - 0 1",
      "9/8/8/8/8/8/8/K1k5 w - - 0 1", "8/8/8/8/8/8/8/K1k5 w - e4 0 1"]),
    (ChessEndgame("KPKP"), "eight rows of eight squares with '/' between them",
     ["8/8/8/8/8/8/K1k5 w - - 0 1", "8/8/8/8/8/8/8/K1k4 w - - 0 1"]),
    (ChessEndgame("KPKP"), MEN, ["8/8/8/8/8/8/8/KK6 w - - 0 1", "8/8/8/8/8/PP6/8/K1k5 w - - 0 1"]),
    (ChessEndgame("KPKP"), "'-' for castling: castling is impossible in an endgame",
     ["8/8/8/8/8/8/8/4K2k w K - 0 1"]),
    (ChessEndgame("KPKP"), "kings that are not next to each other",
     ["8/8/8/8/8/8/8/Kk6 w - - 0 "
     "1"]),
    (ChessEndgame("KPKP"), "no pawns on the first and last rows",
     ["P7/8/8/8/8/8/8/K1k5 w - - 0 "
     "1"]),
    (ChessEndgame("KPKP"), "the side that has just moved not to be in check",
     ["8/8/8/8/8/8/8/K1k4Q w - - 0 1"]),
    (ChessEndgame("KPKP"), PASSING,
     ["8/8/8/8/8/8/8/K1k5 w - e6 0 1", "8/8/8/4p3/8/8/8/K1k5 b - "
     "e6 0 1",
      "8/4k3/8/4p3/8/8/8/K7 w - e6 0 1"]),
    (Chomp(), "at most 3 rows of 1 to 4 squares, none longer than the one above it, such as (2, 1)",
     ["()", "(0,)", "(2, 3)", "(5, 1)", "(1, 1, 1, 1)", "(2, 0)"]),
    (Clobber(2, 3),
     "2 rows of 3 places of '.', 'w' and 'b', with '/' between rows",
     ["", "wbw/bw", "wbw/bwx", "wbw/bwb w", "wbw/bwb b", "wb/wb/wb", ".bw/bwb w", "...wbwb"]),
    (ConnectFour(3, 2, 3),
     "2 rows of 3 of '.', 'x', 'o' with '/' between them, the top row first, as many x as o or "
     "one more, none above an empty square, and no lines but those that the last stone can have "
     "made",
     ["", "o../...", "x../...", "xx./.oo", ".../xx.", ".../oo.", ".../x.", ".../x.#",
      ".../.../...", ".../x..\n", "ooo/xxx", "xxx/ooo"]),
    (CopsAndRobber(),
     "the points of the cops to move, those of the others and that of the robber, as '0,3//7', or "
     "'/0,3/-' before he is there: 2 in all, each below 10, in order",
     ["", "0,3", "3,0//7", "0,3//10", "0,3//-", "/0,3,4/-", "0//7", "00,3//7", "0,,3//7",
      "0,3/1/7", "/0,3/", "//7"]),
    (DawsonsChess((2,)), "rows of one file or more, such as (3, 2)", ["(3, 0)"]),
    (Dodgem(), "3 rows of 3 places of '.', 'x' and 'o', with '/' between rows, at most 2 men of a "
     "player, then ' x' or ' o' for the player to move",
     ["", "o../o../.xx", "o../o../xxx x", "o../o../.xx b", "o../o../.x x"]),
    (Domineering(rows=2),
     "2 rows of 4 of '.' and '#' with '/' between them, all '#' covered by dominoes, then ' v' "
     "for the player to move where as many of them can stand upright as lie across, or ' h' where "
     "it is one more",
     ["", "..../....", "..../...x v", "#.../#... v", "..../.... h", "#.../..#. h", "##../.... h",
      "####/.... v", "#.../.... v", "##../##.. v", "#..#/#..# v"]),
    (DotsAndBoxes(1, 2),
     "3 rows of 2 and 3 places of '.', 'x' for a mark, with '/' between rows, then ' A' or ' B' "
     "for the player to move",
     ["", "../.../.. C", "../.../..", "../.../... A", ".x.x.x A", "-./.../.. A"]),
    (FibonacciNim(), "a heap and how many may be taken of it, from 1 to all, such as (8, 6)",
     ["8", "(8, 9)", "(8, 0)", "(0, 1)", "(8, 3, 1)", "(8, -1)"]),
    (FoxAndGeese(), f"13 holes, of '.', one 'f' and at most 4 'g', {HOLES_AND_TURN}",
     ["gggg..f......", "gggg..f...... x", "ggggg.f...... g", "gggg..f...... j",
      "......f...... f", "gggg......... g", "ggg...f......g j", ""]),
    (FoxAndGeese("..g/g.#/.f.", captures=False),
     f"8 holes, of '.', one 'f' and 2 'g', {HOLES_AND_TURN}",
     ["gg...f.. f", "gg.....f j"]),
    (FoxAndGeese("..g/g.#/.f."), f"8 holes, of '.', one 'f' and at most 2 'g', {HOLES_AND_TURN}",
     ["gg...f.. f", "gg.....f j"]),
    (GobbletGobblers(sizes=2), STACKS,
     ["", ".,.,./.,.,.", "mS,mS,mS/.,.,./.,.,.", "mM,.,./.,.,./.,.,.", "mLwS,.,./.,.,./.,.,.",
      "xSxS,.,./.,.,./.,.,. x", "........./........."]),
    (GrundysGame(), "heaps of one counter or more, such as (2, 5)", ["(3, 0)"]),
    (HareAndHounds(), "11 places of '.', 'o' and 'h', at most 3 men of a player, then ' o' or ' h' "
     "for the player to move",
     ["", "o..o...ho.. x", "oo.oo..ho.. o", "o..o...ho.", "o..o...ho..  o"]),
    (Hex(),
     "3 rows of 3 places of '.', 'r' and 'b', with '/' between rows, then ' r' or ' b' for the "
     "player to move",
     ["", ".../... r", ".../.../...", "x../.../... r", ".../.../... x", ".../.../... r\n"]),
    (Hexapawn(), "3 rows of 3 places of '.', 'w' and 'b', with '/' between rows, at most 3 men of "
     "a player, then ' w' or ' b' for the player to move",
     ["", "bbb/.../www", "bbb/www w", "bbb/b../www w", "bbb/.../www x", "bbb/.../www w ",
      "bb/b.../www w", "bbb/../.www w", "bbb/...//www w", "bbb...www", "bbb...ww w"]),
    (Kalah(houses=2),
     "the seeds of 2 houses of South, '/', those of North, at most 8 in all, then ' S' or ' N' "
     "for the player to move",
     ["", "2 2/2 2", "2 2/2 2 X", "2 2/2 2 2 S", "9 0/0 0 S", "2 -2/2 2 S", "01 0/0 2 S"]),
    (Kayles(), "rows of one pin or more, such as (1, 11)",
     ["(1, 0)", "7", "(-2,)", "(True,)", "[1]"]),
    (Konane(),
     "4 rows of 4 places of '.', 'b' and 'w', with '/' between rows, then ' b' or ' w' for the "
     "player to move",
     ["", "bwbw/wbwb/bwbw/wbwb", "bwbw/wbwb/bwbw/wb b", "bwbw/wbwb/bwbw/wbwx b",
      "bwbw/wbwb/bwbw/wbwb x"]),
    (MNK(2, 2, 2), "2 rows of 2 places of '.', 'x' and 'o', with '/' between rows",
     ["", "xx/.", "x.o", "x./.. x", "m./..", "x./..\n", "x./../.."]),
    (NineMensMorris(rings=2, men=(4, 3)),
     f"a text like '......../........' {ON_RINGS} 4 of one and 3 of the other, {TWO_AND_THREE}"
     f"{MORRIS_NAMED}",
     ["", "mmmm/wwww", "mmmm..../wwww....", "mmm...../ww......", "m......./www....."]),
    (NineMensMorris(1, (3, 3), placing=True),
     f"a text like '......../.' {ON_RINGS} {HANDS}, as many or one more of m"
     f"{MORRIS_NAMED}",
     ["......../. 3+1", "......../. 2+3", "mmm..www/. 0+0", "mm...www/. 1+1", "......../. 4+4"]),
    (NineMensMorris(1, (3, 3), lasker=True),
     f"a text like '......../.' {ON_RINGS} {HANDS}{MORRIS_NAMED}",
     ["mmm..www/. 0+0", "mmm...ww/. 1+1", "......../. 0+3", "......../. 4+3"]),
    (Notakto(), f"nine of '.', 'x', {LAST_PIECE}", ["o........", "xxx...xxx", "xxxxxxxxx"]),
    (Othello(2, 3),
     "2 rows of 3 of '.', 'x', 'o' with '/' between them, then ' x' or ' o' for the player to "
     "move; the four discs in the middle, which lie as at the start while they are alone, and "
     "others that hang together with them",
     ["", "ox./xo.", "ox./xo. z", "ox.xo. x", "ox/xo. x", ".../... x", ".ox/x.. o", "ox./xo. x "]),
    (PongHauKi(), "5 places of '.', 'r' and 'b', at most 2 men of a player, then ' r' or ' b' for "
     "the player to move",
     ["", "rr.bb", "rr.bb  r", "rr.bbr", "rrrbb b", "rr.bb x"]),
    (PlainQuarto("..../..../..../...."),
     "'..../..../..../....', or more pieces on it, letters from A to P, then ' ?', or ' ' and the "
     "letter of the piece in hand; none of them twice, and no line complete but by the last piece",
     ["", "..../..../..../....", "A.../..../..../.... A", "ABCD/..../..../.... E",
      "ABCD/EFGH/..../.... ?"]),
    (Quixo(size=3), "3 rows of 3 of '.', 'm' (to move), 'w' (waiting) with '/' between them; or of "
     "'.', 'x', 'o' with ' x' or ' o' for the player to move at the end",
     ["", "...", "m../.../... x", "x../.../...", ".../.../..", ".../.../..x", ".../.../.../...",
      ".../.../...\n"]),
    (ScoringHeaps(), "one or more heap sizes, such as (4, 9)", ["(4, -1)"]),
    (Sim(points=4),
     "6 of '.', 'r', 'b', as many r as b or one more, and no triangles but those that the last "
     "line can have completed",
     ["", "rb.rb", "bb....", "rr....", "rrbrbb", "rbrbrb"]),
    *((Teeko(drops=drops),
       "5 rows of 5 places of '.', 'm' (to move) and 'w' (waiting), with '/' between rows, at most "
       f"4 men of a player, or {NAMED}",
       ["", "m....", "mmmmm/...../...../...../wwwww", "mm.mm/...../...../...../ww.wx",
        "mm.mm/...../...../ww.ww", *of_other_numbers])
      for drops, of_other_numbers in [
          (False, ["mm.mm/...../...../...../ww.w.", ".w.../...../...../...../....."]),
          (True, ["m..../...../...../...../.....", "ww.../...../...../...../....."])]),
    (Template(squares=3),
     f"3 of 'x', 'o' and '.', {AS_MANY}, where the player to move has not won before",
     ["x?.", "xxo.", "xx.", "o..", "...\n"]),
    (ThreeMensMorris(),
     f"9 places of '.', 'm' (to move) and 'w' (waiting), at most 3 men of a player, or {NAMED}",
     ["", "mmmm.....", "........x"]),
    (TicTacToe(),
     "nine of '.', 'x', 'o' row by row, with ' x' or ' o' for the player to move if the counts "
     "do not show it; or 'p' or 'e' and nine of '0', '1', '2'",
     ["", "xoxo", "x" * 10, "xx.......", "o........", "xxx......", ".........x", ".........  x",
      "......... X", "......... .", "......... xo", ".........\n", " .........", "X........",
      "x.......0", "p00000000", "p0000000000", "p000000003", "p........x", "P000000000",
      "000000000", "e000000000 x", "p00000000\u0660", None, 7, b".........", [".........", "x"]]),
    (TinyGo(rows=2, columns=3),
     "2 rows of 3 of '.', 'x', 'o' with '/' between them, ' x' or ' o' for the player to move, "
     "and then ' ko ' with the point that is forbidden, where a stone has just been taken by a "
     "single one beside it, or ' pass' for each of up to two passes; each group has a liberty, "
     "and the last player who did not pass a stone",
     ["", ".../... x ko", "../.. x", ".../... z", ".../... x ko 6", "x../... x ko 0",
      ".x./x.. x ko 0", "xxx/xxx o", "x../... x", "... /... x", ".o./o.. x ko \u0660",
      "x../... o pass", ".../... x ko 00", ".../... x\n", ".../... x pass pass pass",
      ".../... x ko 1 pass"]),
    (TsoroYematatu(),
     f"7 places of '.', 'm' (to move) and 'w' (waiting), at most 3 men of a player, or {NAMED}",
     ["", "mwmwmwm", "......"]),
    (WildTicTacToe(), f"nine of '.', 'x', 'o', {LAST_PIECE}", ["xo", "xxxooo...", None]),
    (Wythoff(), "two heaps, such as (3, 5)", ["(1, 2, 3)"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "expected", "texts"), TEXTS, ids=[f"{row[0]!r}-{row[2][0]!r:.30}" for row in TEXTS]
)
def test_texts_that_are_refused(game, expected, texts):
    """Plain and compiled rules refuse a text that is not a position with the exact message."""
    for each in with_plain_version(game):
        for text in texts:
            with pytest.raises(PositionTextError) as caught:
                each.parse(text)
            found, _, wanted = str(caught.value).partition("expected ")
            assert wanted == expected
            assert found.startswith(f"no position of {each!r} in {text!r}: ")
            assert caught.value.text == text


# ── moves ───────────────────────────────────────────────────────────────────────────────────────

KAYLES = "pin 0, pin 1, pins 1 and 2, pin 2, pins 2 and 3, pin 3"
MOVES = [
    (Achi(blocked="passes"), "mwmmww.mw", [(None, -1)], "a2-a1, b1-a1"),
    (Amazons("b.w/..."), "b../##w w c1", [3], "xb2, xc2"),
    (AnimalShogi(), "gle/.c./.C./ELG -", ["b1b2"], "b1a2, b1c2, c1c2, b2b3"),
    (Awari(seeds=8), "0 0 0 0 1 1/1 0 0 0 0 0", [5], "house e"),
    (Breakthrough(), "bb/../b./w./.. w", ["b1-b2"], "a2-b3"),
    (ChessEndgame(), "8/8/8/8/8/1K6/7R/k7 b - - 0 1", ["Ka1-a2"], "Ka1-b1"),
    (Chomp(), "(3, 1)", [0, 3, 5, 8, -1], "b3, c3, a2"),
    (Clobber(rows=1), ".wwb", [0], "d1xc1"),
    (ConnectFour(3, 2, 3), "o../x..", [0, 3, -1, None], "column b, column c"),
    (ConnectFour(2, 1), "..", ["column c"], "column a, column b"),
    (DawsonsChess((2,)), "(2,)", [2], "file 0, file 1"),
    (Dodgem(), "o../o../.xx x", [(7, 8)], "b1-b2, b1-a1, c1-c2"),
    (Domineering(2, 2), "../.. v", [(0, 1)], "a2-a1, b2-b1"),
    (DotsAndBoxes(1, 1), "x/../. B", [0], "a-c, b-d, c-d"),
    (FibonacciNim(), "(6, 2)", [3], "take 1, take 2"),
    (GrundysGame(), "(4, 1)", [(2, 2), (3, 1), (0, 4), (2, 3), (1, 3, 1), 4, None],
     "split 4 into 1 and 3"),
    (Hex(2, 2), "r./.b r", [0], "b1, a2"),
    (Hexapawn(), "bbb/.../www w", [(6, 4)], "a1-a2, b1-b2, c1-c2"),
    (Kalah(), "0 2 2/2 2 2 S", [0, "house z"], "house b, house c"),
    (Kayles(), "(1, 3)", [(0, 2), (3, 2), (1, 3), (4, 1), (-1, 1), (2, 0), (1,), None], KAYLES),
    (Konane(), "bwbw/wbwb/bwbw/wbwb b", [(2, None)], "a4 off, b3 off, c2 off, d1 off"),
    (MNK(2, 2, 2), "x./..", [0, 4], "b2, a1, b1"),
    (MuTorere(), "bbbbwwww. b", [1], "a-i, d-i"),
    (Nim(), "(0, 1, 1)", [(0, 1), "(2, 2)"], "take 1 from heap b, take 1 from heap c"),
    (Nim(), "(0, 1, 0)", [(3, 1)], "take 1 from heap b"),
    (Notakto(), "xx.x.x.x.", [(2, "o")], "x2, x4, x6, x8"),
    (Othello(3, 3), "ox./xo./... x", [8], "c2, b3"),
    (PongHauKi(), "rr.bb r", [1], "a-c, b-c"),
    (Quixo(size=2), "mw/..", ["1>0"],
     "a2 to b2, a2 to a1, a1 to a2, a1 to b1, b1 to b2, b1 to a1"),
    (ScoringHeaps(), "(4, 2)", [(1, 3)], "take 2 from heap a, take 3 from heap a, take 2 from "
     "heap b"),
    (Sim(points=3), "r..", [0], "ac, bc"),
    (Subtraction(), "2", [3], "take 1, take 2"),
    (Subtraction(), "9", [4], "take 1, take 2, take 3"),
    (Teeko(), "mmmww/...w./m..../....w/.....", ["0>1"],
     "a5-a4, a5-b4, b5-a4, b5-b4, b5-c4, c5-b4, c5-c4, a3-a4, a3-b4, a3-b3, a3-a2, a3-b2"),
    (Template(), "x.....", [0], "1, 2, 3, 4, 5"),
    (ThreeMensMorris(), ".........", [(0, 1)], "a3, b3, c3, a2, b2, c2, a1, b1, c1"),
    (TicTacToe(), "xo.......", [1, "1"], "2, 3, 4, 5, 6, 7, 8"),
    (TicTacToe(), "xoxoxo...", [-1, 9], "6, 7, 8"),
    (TicTacToe(), "xx.oo.... o", [None, "None"], "2, 5, 6, 7, 8"),
    (TinyGo(rows=1, columns=4), "o.o. x ko 1", [1], "pass"),
    (WildTicTacToe(), "xoxoxoo..", [(0, "x")], "x7, o7, x8, o8"),
    (Wythoff(), "(1, 1)", [(1, 1)], "leave 0 and 1, leave 1 and 0, leave 0 and 0"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "text", "moves", "legal"), MOVES, ids=[f"{row[0]!r}-{row[1]}" for row in MOVES]
)
def test_moves_that_are_refused(game, text, moves, legal):
    """A move or text that is not legal is refused with the exact message and the legal moves."""
    for each in with_plain_version(game):
        position = each.parse(text)
        shown = text if text == repr(position) else repr(text)
        for move in moves:
            with pytest.raises(IllegalMoveError) as caught:
                (each.parse_move if isinstance(move, str) else each.play)(position, move)
            assert str(caught.value) == (
                f"illegal move {move} in position {shown}: legal moves are {legal}"
            )
            assert (caught.value.position, caught.value.move) == (position, move)
            assert caught.value.legal_moves == tuple(each.moves(position))


def test_no_move_is_read_at_the_end():
    """Once there is a line, no text is a move, and the message states that play has ended."""
    board = TicTacToe().parse("xxxoo....")
    with pytest.raises(IllegalMoveError) as caught:
        TicTacToe().parse_move(board, "5")
    assert str(caught.value) == "illegal move 5 in position 'xxxoo....': play has ended"
    assert caught.value.legal_moves == ()


# ── numbers ─────────────────────────────────────────────────────────────────────────────────────

SHOGI_START, CHESS_START = AnimalShogi().start(), ChessEndgame().start()
NUMBERS = [
    (AnimalShogi(), [SHOGI_START ^ bits for bits in  # above, on empty squares, in the hands
                     (1 << 63, 1 << 60, 1 << 6, 1 << 16, 7 << 18, 3 << 48, 1 << 54)]),
    (AnimalShogi("LE"), [SHOGI_START]),
    (AnimalShogi(indexed=True), [5]),
    (Awari(3, 4), [Awari(3, 4).rules.num_indexes]),
    (Breakthrough(4), [2**0 + 2**8, 2**17, 2**64 - 2]),  # two pawns on a square, or a bit too many
    (ChessEndgame(), [0, 2**40, CHESS_START | 1 << 33,
     CHESS_START & 4095 | (CHESS_START >> 22) << 12]),
    (Clobber(2, 3), [0b1_000001, *(Clobber(2, 3).start() ^ bit for bit in (2**12, 2**63))]),
    (ConnectFour(3, 3, 3), [0, 1, *(ConnectFour(3, 3, 3).start() ^ bit for bit in (1 << 12, 8)),
                            ConnectFour(4, 3, 3).start()]),
    (ConnectFour(2, 2, fall=False), [0b1_0001, 0b0011, 1 << 9]),
    (Domineering(2, 2), [0, 1 + 2**4, 2**64 - 2]),  # an odd number of squares, or a bit too many
    (DotsAndBoxes(1, 1), [32]),  # a bit above the one of the player to move
    (GobbletGobblers(sizes=1), [7]),
    (Hex(2, 2), [0b0001_0001, 1 << 9, 2**64 - 2]),
    (Kalah(1, 3), [1 << 20]),
    (MNK(2, 2, 2), [0b1_0001, 1 << 8, 2**64 - 2]),
    (NineMensMorris(), [15]),
    (Othello(2, 3), [0, *(Othello(2, 3).start() | bits for bits in (2**5 - 1, 2**12))]),
    (Quarto(), [0x1_00001, 0x6, 0x11, 0x6_00000, 0x1_000000]),  # a piece twice, or a sixth one
    (Quixo(size=2), [1 | 1 << 32, 1 << 4, 1 << 36, 1 << 63]),  # a cube of both, or off the board
    (Teeko(), [15]),
]  # fmt: skip


@pytest.mark.parametrize(("game", "numbers"), NUMBERS, ids=[repr(row[0]) for row in NUMBERS])
def test_numbers_that_are_no_position(game, numbers):
    """A number that is not a position of a compiled game is refused with the exact message."""
    for number in numbers:
        for method in (game.format, game.to_plain):
            with pytest.raises(InvalidArgumentError) as caught:
                method(number)
            assert str(caught.value) == (
                f"no position {number} of {game!r}: expected a number that parse returns"
            )


@pytest.mark.parametrize("kind", COMPILED)
@pytest.mark.parametrize("position", [None, "x", 1.5, -1])
@pytest.mark.parametrize("method", ["format", "render", "svg"])
def test_what_is_no_number_is_not_drawn(kind, method, position):
    """A compiled position is a number of 64 bits, and anything else is refused."""
    with pytest.raises(InvalidArgumentError) as caught:
        getattr(kind(), method)(position)
    assert str(caught.value) == (
        f"no position {position!r} of {kind.__name__}(): expected a whole number from 0 to 2^64 - 2"
    )


WITH_FREE_BITS = [AnimalShogi(), ConnectFour(), ConnectFour(1, 63), ConnectFour(5, 5, fall=False),
                  Domineering(3, 4), Domineering(8, 8),
                  MNK(), MNK(7, 4), MNK(5, 5)]  # fmt: skip
"""Games whose symmetries move every bit, and therefore permute all numbers."""
ANY = [*WITH_FREE_BITS, Awari(3, 4), Breakthrough(4), ChessEndgame(), Clobber(2, 3), Clobber(5, 6),
       DotsAndBoxes(1, 1), DotsAndBoxes(4, 3), GobbletGobblers(), GobbletGobblers(sizes=1,
       copies=3),
       Hex(2, 3), Hex(4, 7), Kalah(), NineMensMorris(), Othello(2, 3), Othello(6, 6), Quarto(),
       Quarto("..../.G../..../...."), Quixo(2), Quixo(5), Teeko(), Teeko(drops=True)]  # fmt: skip

WRITE_MORE = (ConnectFour, Domineering)
"""Games that write texts of some positions that play does not reach, and refuse to read them."""


@pytest.mark.parametrize("game", ANY, ids=repr)
@given(st.integers(0, 2**64 - 3), st.lists(st.integers(0, 63), max_size=3), st.booleans())
def test_any_number(game, number, bits, is_near_the_start):
    """A number is refused or read back, has an index only if it is read back, and has an orbit.

    Half of the numbers are the start with some bits changed.
    """
    if is_near_the_start:
        number = min(game.start() ^ sum(1 << bit for bit in {*bits}), 2**64 - 3)
    orbit, is_position = {number, *game.symmetries(number)}, is_read_back(game, number)
    if is_position or game in WITH_FREE_BITS:
        assert all({image, *game.symmetries(image)} == orbit for image in orbit)
    if game.rules.is_indexed:
        indexes = {
            game.rules.calls.call("index", each) for each in (orbit if is_position else [number])
        }
        assert len(indexes) == 1
        assert (indexes != {-1}) == is_position
    elif not isinstance(game, Othello):  # whose least numbers are not its canonical positions
        assert game.canonical(number) == min(orbit)


def is_read_back(game, number):
    """Return True if a number is read back from its text, and False if it is refused."""
    try:
        text = game.format(number)
    except InvalidArgumentError:
        return False
    try:
        assert game.parse(text) == number
    except PositionTextError:
        assert isinstance(game, WRITE_MORE)
        return False
    return True


def test_what_is_no_position_has_no_canonical():
    """``canonical`` of a game with an index refuses a number that is not a position."""
    with pytest.raises(InvalidArgumentError, match=r"^no position 5: its index is -1$"):
        AnimalShogi(indexed=True).canonical(5)
