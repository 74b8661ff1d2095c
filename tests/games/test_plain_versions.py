"""Each compiled game and its plain version: the same rules, and the same solution."""

import random

import pytest

from games import (
    AnimalShogi,
    Awari,
    ChessEndgame,
    ConnectFour,
    Domineering,
    Kalah,
    NineMensMorris,
    Othello,
    Quarto,
    Quixo,
)
from games.animal_shogi.plain import PIECES
from gamesolver import explore, solve
from tests.oracles.plain_rules import BY_HAND, assert_alike_at_random, assert_alike_everywhere
from tests.support.scale import scaled


def compiled(*games):
    """Return games that take too long in plain Python, marked so."""
    return [pytest.param(game, marks=pytest.mark.compiled) for game in games]


SMALL = [
    AnimalShogi("L"), AnimalShogi("L", indexed=True), *scaled([], compiled(AnimalShogi("LG"))),
    Awari(2, 3), Awari(1, 6, False, "allowed"),
    ConnectFour(3, 3, 3), ConnectFour(2, 3, 3, fall=False),
    ConnectFour(2, 2, 1), ConnectFour(1, 1, 1, fall=False), ConnectFour(3, 2, 2),
    ConnectFour(2, 3, 9), ConnectFour(4, 2, 2, fall=False), Domineering(3, 4), Domineering(1, 3),
    Kalah(2), Kalah(2, 4, True, "emptied"), Kalah(), Othello(3, 3),
    Quarto(), Quixo(2),
    *compiled(
        ConnectFour(3, 3, 3, fall=False),
        NineMensMorris(1, (3, 3), flying=False, diagonals=True, placing=True),
    ),
]  # fmt: skip


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_everywhere(game):
    """At every reachable position compiled rules return the results of the plain ones."""
    assert assert_alike_everywhere(game) == len(explore(game.plain, fold=False))


INDEXED = [AnimalShogi(pieces, indexed=True) for pieces in PIECES]
SLAMS = ("forbidden", "no-capture", "allowed")
AT_RANDOM = [
    *((AnimalShogi(pieces), 12) for pieces in PIECES), *((game, 8) for game in INDEXED),
    *((Awari(*each, grand_slam=slam), 2) for each in [(6, 48), (6, 15), (4, 30)] for slam in SLAMS),

    *((ChessEndgame(material), 1) for material in ("KRK", "KPKP", "KPPK")), (ConnectFour(), 8),
    (ConnectFour(8, 7), 8), (ConnectFour(7, 4, fall=False), 8), (ConnectFour(1, 63, 32), 8),
    (ConnectFour(16, 3, 5), 8), (ConnectFour(31, 1, 3, fall=False), 8), (ConnectFour(9, 6), 8),
    (ConnectFour(21, 2, 3), 8), (ConnectFour(32, 1, 6), 8), (ConnectFour(2, 31, 100), 8),
    (ConnectFour(5, 6, 5, fall=False), 8), (ConnectFour(1, 31, 3, fall=False), 8),
    (Domineering(8, 8), 2), (Domineering(5, 6), 2),
    (Kalah(6, 5), 3), (Kalah(6, 4), 3),
    (Kalah(3, 12), 3), (Kalah(4, 3), 3),
    (NineMensMorris(2, (4, 4), placing=True), 2),
    (NineMensMorris(men=(4, 3)), 2), (NineMensMorris(men=(5, 7), flying=False, diagonals=True), 2),
    (NineMensMorris(2, (6, 6)), 2), (NineMensMorris(1, (3, 4), diagonals=True), 2),
    (NineMensMorris(men=(12, 12), diagonals=True), 2),
    (NineMensMorris(1, (3, 3), flying=False, diagonals=True, placing=True), 2),
    (NineMensMorris(placing=True), 2), (NineMensMorris(2, (6, 6), placing=True), 2),
    (NineMensMorris(1, (3, 4), diagonals=True, lasker=True), 2),
    (NineMensMorris(2, (4, 4), flying=False, lasker=True), 2),
    (NineMensMorris(men=(10, 10), lasker=True), 2), (Othello(6, 6), 1),
    (Quarto("..../.G../..../...."), 3), (Quarto("FPGA/BCDM/LINH/OEJK"), 1),
    *((Quixo(size), 10) for size in (3, 4, 5)),
]  # fmt: skip
"""Games, most with positions of up to 64 bits, and the number of lines of play to try in each."""


@pytest.mark.parametrize(
    ("game", "lines"),
    AT_RANDOM,
    ids=lambda each: each if isinstance(each, int) else repr(each),
)
def test_at_random(game, lines):
    """Along random lines of play compiled rules return the results of the plain ones."""
    assert_alike_at_random(game, random.Random(1), games=scaled(lines, 10 * lines), plies=40)


SOLVED = [
    AnimalShogi("L"), AnimalShogi("L", indexed=True),
    ConnectFour(3, 3, 3), Domineering(3, 4),
    Kalah(2, 2, sweep="nobody"), Kalah(1, 3), Othello(3, 3), Quixo(2),
    *compiled(
        AnimalShogi("LE"), Awari(3, 6), Awari(3, 6, False, "no-capture"),
        Kalah(2, 4, sweep="emptied"),
        Kalah(empty_captures=True), NineMensMorris(1, (3, 3), placing=True), Quarto(),
    ),
]  # fmt: skip


@pytest.mark.parametrize("game", SOLVED, ids=repr)
def test_solved_alike(game):
    """All reachable positions have the same outcomes with compiled and with plain rules."""
    indexed, plain = solve(game), solve(game.plain)
    reached = {game.from_plain(position): plain[position] for position in plain}
    assert {position: indexed[position] for position in reached} == reached
    assert sum(indexed.counts(reachable=True).values()) == len(reached)


def test_no_compiled_game_is_left_out():
    """Each compiled game is tested in random play, and all but one at every position."""
    assert {type(game) for game, _ in AT_RANDOM} == BY_HAND
    small = {type(getattr(each, "values", [each])[0]) for each in SMALL}
    assert BY_HAND - small == {ChessEndgame}
