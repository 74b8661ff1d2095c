"""The laws of games, at every position of small boards and variants.

``tests/check/test_check_game.py`` tests all games with their usual parameters, by random play.
"""

import pytest

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
    NineMensMorris,
    Othello,
    PongHauKi,
    Quarto,
    Quixo,
    ScoringHeaps,
    Sim,
    Teeko,
    ThreeMensMorris,
    TinyGo,
    TsoroYematatu,
    Wythoff,
)
from games.domineering.plain import PlainDomineering
from games.fox_and_geese import chessboard
from games.in_a_row.plain import PlainConnectFour
from games.othello.plain import PlainOthello
from games.quixo.plain import PlainQuixo
from games.sowing.plain import PlainAwari, PlainKalah
from gamesolver import Value, check_game
from tests.oracles.mnk import PlainMNK
from tests.support.scale import scaled


def compiled(*games):
    """Return games that take too long in plain Python, marked so."""
    return [pytest.param(game, marks=pytest.mark.compiled) for game in games]


WITH_CANDIDATES = [
    Clobber(2, 3), Hex(2, 2),
    *compiled(
        Breakthrough(4), Breakthrough(3, 3, 1), Clobber(3, 3), Domineering(3, 4), Domineering(),
        Hex(2, 3), Othello(3, 3), Quarto(),
    ),
]  # fmt: skip
"""Games with a method ``candidates``."""
OTHERS = [
    Amazons("b../..w"), Amazons("b..w"), Amazons("bw"), AnimalShogi("L").plain, AnimalShogi("L"),
    AnimalShogi("L", indexed=True), PlainAwari(), PlainAwari(2, 6, grand_slam="allowed"),
    PlainAwari(2, 5, feeding=False), Awari(2, 6, grand_slam="no-capture"), Breakthrough(5),
    Breakthrough(2, 2, 1), Chomp(), Chomp(1, 3), Chomp(3, 3),
    Clobber(2, 4), Clobber(1, 6), DawsonsChess(),
    DawsonsChess(misere=True), Dodgem(), PlainDomineering(3, 4), PlainDomineering(3, 3),
    PlainDomineering(4, 1), DotsAndBoxes(1, 1), DotsAndBoxes(3, 1), DotsAndBoxes(1, 2),
    FibonacciNim(9), FibonacciNim(8, 3, True),
    FoxAndGeese("ggg/.f./...", lines="both", fox_first=True),
    FoxAndGeese(chessboard(4), "slanting", captures=False),
    FoxAndGeese("ggg/.../.f.", endless=Value.WIN), GrundysGame((9,)), GrundysGame((3, 4), True),
    Hex(1, 3), Hex(3, 2), Hexapawn(), Hexapawn(2, 2), Hexapawn(4, 1),
    PlainKalah(2, 2, empty_captures=True, sweep="nobody"), Kalah(houses=2), Kayles((1, 6)),
    Kayles((6,), misere=True), Kayles((7,), knocks=(2, 3)), Konane(3, 3), Konane(3, 4),
    Konane(1, 8), PlainMNK(3, 2, 2), MNK(3, 2, 2), MNK(2, 2, 2), PlainOthello(),
    PlainOthello(3, 3), PongHauKi(), PlainQuixo(size=2), Quixo(size=2), ScoringHeaps(), Sim(2),
    Sim(3), Sim(4), ThreeMensMorris(), ThreeMensMorris(False, False), TinyGo(), TinyGo(1, 4),
    TsoroYematatu(), TsoroYematatu(jumps=False), Wythoff((3, 5)), Wythoff((4, 4), misere=True),
    *compiled(
        PlainConnectFour(3, 3, 3), PlainConnectFour(3, 2, 2, False),
        PlainConnectFour(2, 2, 2, False), GobbletGobblers(sizes=1, copies=1),
        GobbletGobblers(sizes=1), GobbletGobblers("lift-loses", 1, 3), PlainKalah(),
    ),
]  # fmt: skip


@pytest.mark.parametrize("game", OTHERS, ids=repr)
def test_every_law_holds_at_every_position(game):
    """The game obeys all laws that apply to it."""
    assert check_game(game, thorough=True).exhaustive


@pytest.mark.parametrize("game", WITH_CANDIDATES, ids=repr)
def test_what_a_game_knows_of_moves_is_so(game):
    """All laws hold, including the law that candidates have a best move or right bounds."""
    report = check_game(game, thorough=True)
    assert report.exhaustive
    assert "candidates" in report.laws


LARGE = [
    Achi(blocked="passes"), CopsAndRobber([(0, 1), (1, 2)], cops=1),
    CopsAndRobber(endless=Value.DRAW), FoxAndGeese(), HareAndHounds(5, True, Value.WIN),
    HareAndHounds(),
]  # fmt: skip


@pytest.mark.parametrize("game", LARGE, ids=repr)
def test_laws_of_larger_games(game):
    """All laws hold at some thousand positions, or along some lines of play."""
    assert check_game(game, most=3_000, walks=50).positions > 10


LARGEST = [
    (ChessEndgame("KPKP"), 2), (Teeko(), 1), (Teeko(drops=True), 1),
    (Teeko(advanced=True, drops=True), 1),
]  # fmt: skip
"""Games, and the number of lines of play to try."""


@pytest.mark.compiled(why="minutes in plain Python, and plain rules are plain anyway")
@pytest.mark.parametrize(("game", "walks"), LARGEST, ids=repr)
def test_laws_of_the_largest_games(game, walks):
    """All laws hold along a few lines of play of games whose positions take long."""
    assert check_game(game, most=scaled(40, 100), walks=scaled(walks, 2)).positions > 10


@pytest.mark.slow
@pytest.mark.compiled(why="thousands of positions")
@pytest.mark.parametrize("game", [NineMensMorris(1, (3, 3)), NineMensMorris(men=(4, 3))], ids=repr)
def test_laws_of_stages(game):
    """The laws of compiled games hold, those of stages and of predecessors among them."""
    assert {"predecessors", "stage"} <= {*check_game(game, thorough=True).laws}


@pytest.mark.compiled(why="thousands of positions")
def test_candidates_where_men_are_placed():
    """While men are placed, a best move is among the candidates of Nine Men's Morris."""
    game = NineMensMorris(1, (3, 3), flying=False, diagonals=True, placing=True)
    assert "candidates" in check_game(game, laws=["candidates"], thorough=True).laws
