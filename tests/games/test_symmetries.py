"""Games solved with and without symmetries: orbits have the outcomes of their positions."""

from pathlib import Path

import pytest

from games import (
    Amazons,
    Chomp,
    DawsonsChess,
    GrundysGame,
    Kayles,
    Sim,
    Wythoff,
)
from games.domineering.plain import PlainDomineering
from gamesolver import CompiledGame, Game, registered_games
from gamesolver.boardgames import BoardGame
from tests.oracles.breakthrough import PlainBreakthrough
from tests.oracles.clobber import PlainClobber
from tests.oracles.hex import PlainHex
from tests.oracles.hexapawn import PlainHexapawn
from tests.oracles.konane import PlainKonane
from tests.oracles.morris import PlainAchi, PlainThreeMensMorris, PlainTsoroYematatu
from tests.oracles.mu_torere import PlainMuTorere
from tests.oracles.published import figures
from tests.oracles.unfolded import assert_same_unfolded, assert_same_unfolded_and_reached

SMALL = 20_000
"""Most positions of a game that is solved here, if their number is known."""


def has_symmetries(game):
    """Return True if the class of a game defines symmetric positions."""
    kind = type(game)
    return (kind.symmetries, kind.canonical) != (Game.symmetries, Game.canonical)


def how_many(golden):
    """Return the number of positions of a game, if it is published."""
    return golden.get("positions") or 8 * golden.get("folded", 0)


def without_images(golden):
    """Return True if each position is declared to be alone in its orbit."""
    return golden.get("positions") == golden.get("folded")


def small_ones(name, kind):
    """Return the game or a smaller one in plain Python, or nothing if all known ones are large."""
    known = [golden for golden in figures(name) if how_many(golden)]
    fitting = sorted((each for each in known if how_many(each) <= SMALL), key=without_images)
    games = [
        kind(**each["parameters"])
        for each in (fitting if known else [{"parameters": {}}])[:1]
        if not issubclass(kind, BoardGame)  # compared with oracles below
    ]
    return [game.plain if isinstance(game, CompiledGame) else game for game in games]


FOLDED = [
    game
    for name, kind in registered_games().items()
    for game in small_ones(name, kind)
    if has_symmetries(game)
]


ELSEWHERE = {
    "ChessEndgame": "test_chess_endgame.py: test_unfolded",
}
"""Games without a small size, and the tests that solve them without symmetries."""


def test_no_game_with_symmetries_is_left_out():
    """Each game with symmetries is solved here, or by the test named above."""
    kinds = [kind for kind in registered_games().values() if not issubclass(kind, BoardGame)]
    games = [getattr(kind(), "plain", None) or kind() for kind in kinds]
    folding = {type(game) for game in games if has_symmetries(game)}
    left_out = {kind.__name__.removeprefix("Plain") for kind in folding - set(map(type, FOLDED))}
    assert left_out == ELSEWHERE.keys()
    for file, test in (place.split(": ") for place in ELSEWHERE.values()):
        assert f"\ndef {test}(" in (Path(__file__).parent / file).read_text(encoding="utf-8")


BOARDS = [
    PlainAchi(), PlainAchi(blocked="passes"), Amazons("b../..w"), Amazons("b./../.w"),
    Amazons(".b./#.#/.w."), Chomp(2, 4), Chomp(4, 3), DawsonsChess((3, 9)), GrundysGame((3, 7)),
    Kayles((2, 7)), Kayles((8,), misere=True), PlainHex(2, 2), PlainHex(3, 2), PlainHexapawn(),
    PlainKonane(), Sim(3), Sim(4),
    PlainMuTorere(), PlainThreeMensMorris(), PlainTsoroYematatu(),
    PlainTsoroYematatu(jumps=False), Wythoff((6, 6)),
]  # fmt: skip
"""Other boards, with other symmetries."""


@pytest.mark.parametrize("game", [*FOLDED, *BOARDS], ids=repr)
def test_with_symmetries_and_without(game):
    """Each position has the outcome of its orbit, and each orbit has its number of positions."""
    assert_same_unfolded(game)


REACHED = [
    PlainBreakthrough(3, 3, 1), PlainClobber(2, 4), PlainClobber(3, 3), PlainClobber(2, 2),
    PlainDomineering(3, 4), PlainDomineering(3, 3), PlainKonane(3, 3), PlainKonane(3, 4),
]  # fmt: skip
"""Boards whose start is its own symmetric position, so that play reaches whole orbits."""


@pytest.mark.parametrize("game", REACHED, ids=repr)
def test_whole_orbits_are_reached(game):
    """Without symmetries, the count of each outcome is that of all positions of the orbits."""
    assert_same_unfolded_and_reached(game)
