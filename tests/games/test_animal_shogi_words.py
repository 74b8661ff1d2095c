"""Animal shogi: boards as texts, and what is refused in words."""

import pytest

from games import AnimalShogi
from games.animal_shogi.plain import PlainAnimalShogi
from gamesolver import IllegalMoveError, InvalidArgumentError, PositionTextError, check_game

GAME = AnimalShogi()
BOTH = pytest.mark.parametrize("game", [GAME, GAME.plain], ids=["compiled", "plain"])


def test_render():
    """The board has its coordinates, and the hands below."""
    assert GAME.render(GAME.parse(".le/gCc/.../L.. EG")) == (
        "4 . l e\n3 g C c\n2 . . .\n1 L . .\n  a b c\nin hand: EG"
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "gle/.c./.C./ELG",
        "gle/.c./.C./ELG - ",
        "gle/.c./.C./ELG -\n",
        "gle/.c./.C./ELGG -",
        "gle/.c./.C. -",
        "gle/.c./.C./ElG -",  # two lions of one player
        "gle/.c./.C./E.G L",
        "gLe/.c./.C./ElG -",  # a lion on the far row
        "gle/.c./.../ELG -",  # a chick too few
        "gle/.c./.C./ELG C",  # one too many
        "gle/.../.../ELG cC",  # not in order
        "gle/.c./.../ELG H",
        "gxe/.c./.C./ELG -",
        None,
        5,
    ],
)
def test_texts_that_are_refused(text):
    """A text that is no position is refused word for word."""
    for game in (GAME, GAME.plain):
        with pytest.raises(PositionTextError) as caught:
            game.parse(text)
        assert str(caught.value) == (
            f"no position of {game!r} in {text!r}: expected four rows of three of '.', "
            "L, C or H (a hen), E, G with '/' between them, the far row first, then a space and "
            "the hands in the order CEGceg or '-'; capitals of the player to move, whose lion is "
            "not on the far row; two each of L, C, E, G"
        )


def test_positions_with_other_pieces():
    """With fewer pieces, a text or a number with others is refused."""
    small = AnimalShogi("LE")
    assert small.format(small.start()) == ".le/.../.../EL. -"
    with pytest.raises(PositionTextError, match=r"two each of L, E$"):
        small.parse(GAME.format(GAME.start()))
    with pytest.raises(InvalidArgumentError) as caught:
        small.to_plain(GAME.start())
    assert str(caught.value) == (
        f"no position {GAME.start()} of AnimalShogi(pieces='LE'): "
        "expected a number that parse gives for a text"
    )


@BOTH
def test_moves_that_are_not_legal(game):
    """A move that is not there is refused with those that are."""
    with pytest.raises(IllegalMoveError) as caught:
        game.parse_move(game.start(), "b1b2")
    assert str(caught.value) == (
        "illegal move b1b2 in position 'gle/.c./.C./ELG -': legal moves are b1a2, b1c2, c1c2, b2b3"
    )
    with pytest.raises(IllegalMoveError):
        game.play(game.start(), None)


@pytest.mark.parametrize("pieces", ["", "CEG", "LGC", "lc", None, 4, ("L", "C")])
@pytest.mark.parametrize("kind", [AnimalShogi, PlainAnimalShogi])
def test_pieces_that_make_no_game(kind, pieces):
    """The pieces are given in one order, the lion first."""
    with pytest.raises(InvalidArgumentError) as caught:
        kind(pieces=pieces)
    assert str(caught.value) == (
        f"bad pieces {pieces!r} of {kind.__name__}: "
        "expected 'L', 'LC', 'LE', 'LG', 'LCE', 'LCG', 'LEG' or 'LCEG'"
    )


@pytest.mark.parametrize("game", [PlainAnimalShogi("L"), AnimalShogi("L")], ids=repr)
def test_the_laws(game):
    """Both ways of writing the rules obey every law, on all of the smallest relative."""
    assert check_game(game).exhaustive
