"""Animal shogi: rules on boards made by hand, and plain and compiled rules on any position."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import AnimalShogi
from gamesolver import Value
from tests.oracles.plain_rules import assert_alike

GAME = AnimalShogi()
BOTH = pytest.mark.parametrize("game", [GAME, GAME.plain], ids=["compiled", "plain"])


# ── compiled rules against plain ones ──────────────────────────────────────


@st.composite
def texts(draw):
    """The text of any position: pieces on any squares, or in either hand."""
    free = draw(st.permutations(range(12)))
    lion = next(at for at in free if at > 2)  # not on the far row
    free.remove(lion)
    board = {lion: "L", free.pop(): "l"}
    hand = []
    for kind in ("CH", "CH", "E", "E", "G", "G"):
        piece = draw(st.sampled_from(kind + kind.lower()))
        if piece in "Hh" or draw(st.booleans()):
            board[free.pop()] = piece
        else:
            hand.append(piece)
    rows = ["".join(board.get(at, ".") for at in range(first, first + 3)) for first in (0, 3, 6, 9)]
    return f"{'/'.join(rows)} {''.join(sorted(hand)) or '-'}"


@given(texts())
def test_any_position(text):
    """Plain and compiled rules agree at any position, including unreachable ones."""
    assert GAME.format(GAME.parse(text)) == text
    assert_alike(GAME, GAME.parse(text))


# ── the rules, on boards made by hand ──────────────────────────────────────


def texts_after(game, text):
    """Return a dict from the texts of the legal moves, in order, to the next positions."""
    position = game.parse(text)
    return {
        game.format_move(move): game.format(game.play(position, move))
        for move in game.moves(position)
    }


@BOTH
def test_the_start(game):
    """The start has four moves, and the next position is seen by the other player."""
    text = "gle/.c./.C./ELG -"
    assert game.format(game.start()) == text
    assert texts_after(game, text) == {
        "b1a2": "g.e/.cl/.C./ELG -",
        "b1c2": "g.e/lc./.C./ELG -",
        "c1c2": ".le/gc./.C./ELG -",
        "b2b3": "gle/.../.c./ELG c",
    }


@BOTH
def test_chicks_hens_and_hands(game):
    """A chick that moves to the last row becomes a hen; a captured hen is held as a chick."""
    after = texts_after(game, "..l/Ch./E.G/.L. Eg")
    drops = ["E*a1", "E*c1", "E*b2", "E*c3", "E*a4", "E*b4"]
    steps = {
        "b1a1": "..l/g.e/.Hc/L.. Ge",
        "b1c1": "l../g.e/.Hc/L.. Ge",
        "b1b2": ".../gle/.Hc/L.. Ge",
        "a2b3": ".l./g../.ec/L.. Gce",
        "c2c1": "gl./..e/.Hc/L.. Ge",
        "c2b2": ".l./.ge/.Hc/L.. Ge",
        "c2c3": ".l./..e/gHc/L.. Ge",
        "a3a4": ".l./g.e/.H./L.h Ge",
    }
    assert list(after) == [*steps, *drops]
    assert steps.items() <= after.items()
    assert after["E*a4"] == ".l./g.e/.Hc/L.e G"


@BOTH
def test_a_chick_is_dropped_anywhere(game):
    """A chick can be dropped into the column of another, or on the last row."""
    after = texts_after(game, "..l/.../C../L.. CEEGG")
    drops = [text for text in after if text.startswith("C*")]
    squares = ["b1", "c1", "b2", "c2", "a3", "b3", "c3", "a4", "b4"]
    assert drops == [f"C*{square}" for square in squares]
    assert after["C*a4"] == "..l/..c/.../L.c eegg"
    stays = texts_after(game, "C.l/.../C../L.. EEGG")
    assert not any(text.startswith("a4") for text in stays)


@BOTH
@pytest.mark.parametrize(
    ("text", "value"),
    [
        (".../.l./.C./L.. CEEGG", Value.WIN),  # taken by a chick
        (".../.l./C../L.. CEEGG", None),
        (".../.l./H../L.. CEEGG", Value.WIN),  # by a hen, which has no steps diagonally back
        ("H../.l./.../L.. CEEGG", None),
        ("l../.E./.../L.. CCEGG", Value.WIN),  # by an elephant
        ("l../E../.../L.. CCEGG", None),
        ("l../G../.../L.. CCEEG", Value.WIN),  # by a giraffe
        ("l../.G./.../L.. CCEEG", None),
        ("..l/.L./.../... CCEEGG", Value.WIN),  # by the lion
        ("l../..L/.../... CCEEGG", None),
        (".../.../L../..l CCEEGG", Value.LOSS),  # safe on its last row
        (".../.../.L./..l CCEEGG", Value.WIN),  # there, but not safe
        ("GE./LGE/CCl/... -", Value.LOSS),  # no move
        ("GEl/LGE/CC./... -", Value.LOSS),
        ("GEl/LG./CC./... E", None),  # only a drop
        (".EG/EGL/lCC/... -", Value.LOSS),
        (".E./EGL/lCC/..G -", None),
    ],
)
def test_ends(game, text, value):
    """Play ends if a lion can be captured or is safe on its last row, or without a move."""
    assert game.terminal_value(game.parse(text)) is value


def test_play_never_comes_to_a_position_without_a_move():
    """Without a move the other lion is alone, and could have come from its last row only.

    The two boards, found by trying all placements, and their mirror images are the only ones on
    which the player to move has no move. That player has every piece but the other lion.
    """
    for rows in ("GE./LGE/CC./...", ".EG/EGL/.CC/..."):
        free = [at for at, piece in enumerate(rows.replace("/", "")) if piece == "."]
        last_row = [at for at in free if at >= 9]
        for lion in set(free) - set(last_row):
            assert {at for at in free if distance(at, lion) == 1} <= set(last_row)


def distance(one, other):
    """Return the number of steps of a lion between two squares, counted row by row."""
    (row, column), (other_row, other_column) = divmod(one, 3), divmod(other, 3)
    return max(abs(row - other_row), abs(column - other_column))


def test_render():
    """The board has its coordinates, and the hands below."""
    assert GAME.render(GAME.parse(".le/gCc/.../L.. EG")) == (
        "4 . l e\n3 g C c\n2 . . .\n1 L . .\n  a b c\nin hand: EG"
    )
