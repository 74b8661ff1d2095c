"""Candidates of Connect Four and m,n,k games, and the results from the start."""

import random

import pytest

from games import ConnectFour
from games.in_a_row.plain import PlainConnectFour
from gamesolver import Bounds, Outcome, Value, prove

BOARDS = [
    {},
    {"width": 4, "height": 3, "line": 3},
    {"width": 2, "height": 3, "line": 9},
    {"width": 8, "height": 7, "line": 5},
    {"width": 5, "height": 5, "line": 4, "fall": False},
]

LAST_PLIES = {
    4: "16D 20D 24 28D 32 36 40 44 48",
    5: "20D 25D 30D 35D 39 41 47 51",
    6: "24D 30D 36 41 48 52 59",
    7: "28D 35D 41 49D 53 55",
    8: "32D 40D 48 55",
}
"""Ply of the last move by height, for widths from 4 on; D is a draw (J. Tromp's table)."""

MOST_SQUARES = 30
QUICK = 16  # squares


def boards_with_ends():
    """Yield width, height and the ply of the last move; larger boards are marked as slow."""
    for height, plies in LAST_PLIES.items():
        for width, text in enumerate(plies.split(), start=4):
            if width * height <= MOST_SQUARES:
                marks = [pytest.mark.slow] if width * height > QUICK else [pytest.mark.compiled]
                yield pytest.param(width, height, text, id=f"{width}x{height}", marks=marks)


@pytest.mark.parametrize(("width", "height", "text"), [*boards_with_ends()])
def test_how_boards_end(width, height, text):
    """Each board ends as published: in a win at the given ply, or in a draw when it is full."""
    game = ConnectFour(width, height)
    if text.endswith("D"):
        assert int(text[:-1]) == width * height
        assert prove(game, exact=False, memory="64 MB").value is Value.DRAW
    else:
        value = Value.WIN if int(text) % 2 else Value.LOSS
        assert prove(game, memory="64 MB").outcome == Outcome(value, int(text))


@pytest.mark.parametrize("parameters", BOARDS, ids=str)
def test_compiled_candidates_are_the_plain_ones(parameters):
    """Compiled candidates are the moves of the plain ones in another order, or a bound."""
    game, plain = ConnectFour(**parameters), PlainConnectFour(**parameters)
    for position in positions_of_random_play(game, random.Random(1), games=20):
        verdict, expected = game.candidates(position), plain.candidates(game.to_plain(position))
        if isinstance(verdict, Bounds):  # a player can make no line, which plain rules do not state
            assert isinstance(expected, list)
            assert Value.DRAW in (verdict.at_least, verdict.at_most)
        elif isinstance(verdict, list):
            assert sorted(verdict) == sorted(expected)
        else:
            assert verdict == expected


def positions_of_random_play(game, chance, games):
    """Yield the nonterminal positions of some games of random play."""
    for _ in range(games):
        position = game.start()
        while game.terminal_value(position) is None:
            yield position
            position = game.play(position, chance.choice(game.moves(position)))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("..../oo../xx..", Outcome(Value.WIN, 1)),
        ("..../.o../.xx.", Outcome(Value.LOSS, 2)),
        ("..../o.../xx..", [2]),
        ("o.../x.../x.o.", [2, 3]),
    ],
)
@pytest.mark.parametrize("kind", [ConnectFour, PlainConnectFour])
def test_what_is_known_of_a_position(kind, text, verdict):
    """Candidates know immediate wins, two threats, one threat, and squares to avoid."""
    game = kind(4, 3, 3)
    candidates = game.candidates(game.parse(text))
    assert (sorted(candidates) if isinstance(candidates, list) else candidates) == verdict


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        (".x../ooxx/xoxo", Bounds(at_most=Value.DRAW)),
        ("ox.x/ox.o/xoxo", Bounds(at_least=Value.DRAW)),
        (".xo./ooxx/xoxo", Bounds(Value.DRAW, Value.DRAW)),
    ],
)
def test_players_who_can_make_no_line(text, bounds):
    """A player who can make no line does not win; if neither can, it is a draw."""
    game = ConnectFour(4, 3, 3)
    assert game.candidates(game.parse(text)) == bounds
