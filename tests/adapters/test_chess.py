"""Tests of the adapter for python-chess, with published endgame tables and its own boards."""

from __future__ import annotations

from random import Random

import pytest

from gamesolver import InvalidArgumentError, PositionTextError, Value, solve
from gamesolver.adapters import chess
from tests.support.at_the_terminal import answered, refused

python_chess = pytest.importorskip("chess", reason="python-chess is not installed here")

from chess.variant import VARIANTS  # noqa: E402

from games.chess_endgame.plain import PlainChessEndgame  # noqa: E402

KRK_LOST = (
    27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390,
)  # fmt: skip
KQK_LOST = (46, 169, 372, 936, 1773, 3190, 4997, 6769, 5483, 1417, 8)
"""Black to move, lost in 0, 2, 4, ...: Ronald de Man's Syzygy statistics."""


def lost(solution, material):
    """Return the numbers of positions with Black to move that are lost in 0, 2, 4, ... plies."""
    counts = solution.counts(stage=material, seat=1)
    found = {outcome.remoteness: n for outcome, n in counts.items() if outcome.value is Value.LOSS}
    return tuple(found[plies] for plies in sorted(found))


def by_value(solution, material, seat):
    """Return the numbers of won, drawn and lost positions of a material."""
    counts = solution.counts(stage=material, seat=seat)
    return tuple(
        sum(n for outcome, n in counts.items() if outcome.value is value)
        for value in (Value.WIN, Value.DRAW, Value.LOSS)
    )


@pytest.mark.slow
@pytest.mark.parametrize(("material", "published"), [("KRK", KRK_LOST), ("KQK", KQK_LOST)])
def test_the_histogram_is_the_published_one(material, published):
    """Black's losses by plies, and the number of White's wins, match the published tables."""
    solution = solve(chess.Game(material=material))
    assert lost(solution, material) == published
    won = {"KRK": 21_959, "KQK": 18_081}[material]
    assert by_value(solution, material, 0) == (won, 0, 0)


@pytest.mark.slow
def test_pawns_are_promoted():
    """King and pawn against king, promotions included, has the published wins, draws and losses."""
    solution = solve(chess.Game(material="KPK"))
    assert by_value(solution, "KPK", 0) == (62_480, 19_184, 0)
    assert by_value(solution, "KPK", 1) == (0, 35_210, 48_802)


FROM_A_POSITION = {
    "8/8/8/8/8/1K6/8/k1R5 b - -": "KRK",
    "7k/5Q2/6K1/8/8/8/8/8 b - -": "KQK",
    "8/8/8/3k4/8/8/1K6/R7 w - -": "KRK",
}


def test_mates_and_moves_are_those_of_the_shelf():
    """Terminal values, and elsewhere the number of moves, agree with the included chess endgame."""
    for fen, material in FROM_A_POSITION.items():
        ours = PlainChessEndgame(material)
        theirs = chess.Game(fen=fen)
        position = ours.parse(f"{fen} 0 1")
        assert theirs.terminal_value(theirs.start()) is ours.terminal_value(position)
        if ours.terminal_value(position) is None:
            assert len(theirs.moves(theirs.start())) == len(ours.moves(position))


def test_bare_kings_walk_on_for_ever():
    """King against king has 924 positions up to symmetry, all endless draws."""
    counts = solve(chess.Game(material="KK")).counts()
    assert {str(outcome): n for outcome, n in counts.items()} == {"endless draw": 924}


def test_a_variant_without_kings():
    """In antichess, here queen against rook, a player without men has won."""
    game = chess.Game(material="QvR", variant="antichess")
    solution = solve(game)
    assert {str(outcome): n for outcome, n in solution.counts().items()} == {
        "win in 0": 20,
        "win in 2": 728,
        "loss in 1": 308,
    }


@pytest.mark.parametrize("variant", sorted(kind.uci_variant for kind in VARIANTS))
def test_every_variant_is_played_as_python_chess_plays_it(variant):
    """On a random walk, moves and texts agree with a python-chess board on the same moves."""
    game = chess.Game(variant=variant)
    random = Random(variant)
    position, board = game.start(), next(k for k in VARIANTS if k.uci_variant == variant)()
    for _ in range(40):
        if game.terminal_value(position) is not None:
            break
        move = random.choice(game.moves(position))
        position = game.play(position, move)
        board.push_uci(move)
        assert game.moves(position) == [each.uci() for each in board.legal_moves]
        assert game.parse(game.format(position)) == position
        assert game.player(position) == int(not board.turn)
        assert str(board) == game.render(position)


def test_images_play_alike():
    """A position without pawns has seven other images, whose moves lead to the same orbits."""
    game = chess.Game(fen="8/8/8/3k4/8/8/1K6/R7 w - -")
    reached = {game.canonical(game.play(game.start(), move)) for move in game.moves(game.start())}
    images = list(game.symmetries(game.start()))
    assert len({game.start(), *images}) == 8
    for image in images:
        assert {game.canonical(game.play(image, move)) for move in game.moves(image)} == reached


def test_with_pawns_there_is_the_mirror_alone():
    """An en passant square is mirrored too; a position with castling rights has no image."""
    game = chess.Game(fen="8/8/8/8/1pP5/8/8/K6k b - c3")
    assert list(game.symmetries(game.start())) == ["8/8/8/8/5Pp1/8/8/k6K b - f3"]
    assert list(game.symmetries("4k3/8/8/8/8/8/8/R3K3 w Q -")) == []
    racing = chess.Game(variant="racingkings")
    assert len(list(racing.symmetries("8/8/8/8/8/8/8/k6K w - -"))) == 1


def test_the_usual_start_castles_and_takes_en_passant():
    """The usual start has twenty moves; castling and taking en passant are legal moves."""
    game = chess.Game()
    assert len(game.moves(game.start())) == 20
    castling = chess.Game(fen="4k3/8/8/8/8/8/8/R3K3 w Q -")
    assert "e1c1" in castling.moves(castling.start())
    passing = chess.Game(fen="8/8/8/8/1pP5/8/8/K6k b - c3")
    assert "b4c3" in passing.moves(passing.start())
    taken = passing.play(passing.start(), "b4c3")
    assert taken.split()[0] == "8/8/8/8/8/2p5/8/K6k"


BAD = {
    ("KRX", "", "chess"): "bad material 'KRX': expected White's men and Black's, such as 'KRK' or "
    "'KQKR', or without kings 'QvR'",
    ("KQQQQQK", "", "chess"): "bad material 'KQQQQQK': expected 6 men at most",
    ("KRK", "8/8/8/8/8/1K6/8/k1R5 b - -", "chess"): "expected a material or a fen, got both",
    ("QvR", "", "chess"): "no legal position of chess has the men QvR",
    ("", "", "draughts"): "python-chess has no variant 'draughts': expected one of 'chess', "
    "'suicide', 'giveaway', 'antichess', 'atomic', 'kingofthehill', 'racingkings', 'horde', "
    "'3check', 'crazyhouse'",
}


@pytest.mark.parametrize("parameters", BAD)
def test_bad_parameters_are_refused(parameters):
    """The error message quotes the bad parameter and says what is expected."""
    with pytest.raises(InvalidArgumentError) as caught:
        chess.Game(*parameters)
    assert str(caught.value) == BAD[parameters]


def test_texts_that_are_no_positions_are_refused():
    """The error message says what is wrong with the position."""
    with pytest.raises(PositionTextError) as caught:
        chess.Game(fen="8/8/8/8/8/2k5/8/R7 w - -")
    assert str(caught.value).endswith("expected a legal position (no white king)")
    with pytest.raises(PositionTextError) as caught:
        chess.Game().parse("xx")
    assert "expected a FEN (ValueError: " in str(caught.value)


def test_at_the_command_line():
    """A material or a FEN follows the prefix, and the variant is an option."""
    fen = "8/8/8/8/8/8/8/Qr6 w - -"
    assert "a1b1" in answered("solve", f"chess:{fen}", "--variant", "antichess")
    assert refused("solve", "chess:KRX") == BAD["KRX", "", "chess"]
