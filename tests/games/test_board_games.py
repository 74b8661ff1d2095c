"""Board games of the library, each compared with the same rules in plain Python."""

import pytest

from games import (
    MNK,
    Achi,
    Breakthrough,
    Clobber,
    Dodgem,
    DotsAndBoxes,
    GobbletGobblers,
    HareAndHounds,
    Hex,
    Hexapawn,
    Konane,
    MuTorere,
    PongHauKi,
    Teeko,
    ThreeMensMorris,
    TsoroYematatu,
)
from gamesolver import FileError, Value, load, registered_games, solve
from gamesolver.boardgames import BoardGame
from tests.oracles.board_games import assert_is_solved_alike
from tests.oracles.breakthrough import PlainBreakthrough
from tests.oracles.clobber import PlainClobber
from tests.oracles.dodgem import PlainDodgem
from tests.oracles.dots_and_boxes import PlainDotsAndBoxes
from tests.oracles.gobblet import PlainGobbletGobblers
from tests.oracles.hare_and_hounds import PlainHareAndHounds
from tests.oracles.hex import PlainHex
from tests.oracles.hexapawn import PlainHexapawn
from tests.oracles.konane import PlainKonane
from tests.oracles.mnk import PlainMNK
from tests.oracles.morris import PlainAchi, PlainThreeMensMorris, PlainTsoroYematatu
from tests.oracles.mu_torere import PlainMuTorere
from tests.oracles.pong_hau_ki import PlainPongHauKi
from tests.oracles.teeko import PlainTeeko

READINGS = ("final-board", "lift-loses", "mover-wins")
SIZES = {
    (Breakthrough, PlainBreakthrough): [(), (4,), (2, 2, 1), (3, 3, 1), (4, 3, 1), (6, 2, 1)],
    (Clobber, PlainClobber): [(2, 3), (1, 2), (1, 5), (1, 8), (2, 2), (2, 4), (3, 3), (4, 2)],
    (GobbletGobblers, PlainGobbletGobblers): [
        *((reading, 1, copies) for reading in READINGS for copies in (1, 2, 3)),
        *((reading, 2, 1) for reading in READINGS), (READINGS[0], 2, 1, True),
        (READINGS[1], 1, 3, True),
    ],
    (Hex, PlainHex): [(), (1, 1), (1, 3), (2, 2), (2, 3), (3, 2)],
    (Hexapawn, PlainHexapawn): [
        (2, 1), (2, 2), (2, 5), (3, 1), (3, 3), (3, 4), (4, 2), (4, 3), (5, 2),
    ],
    (Konane, PlainKonane): [
        (1, 2), (1, 8), (2, 2), (2, 3), (2, 4), (2, 8), (3, 3), (3, 4), (4, 4),
    ],
    (Dodgem, PlainDodgem): [(2,), (3,)],
    (DotsAndBoxes, PlainDotsAndBoxes): [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2)],
    (MNK, PlainMNK): [
        (), (3, 2, 2), (3, 3, 2), (4, 2, 3), (2, 3, 5), (2, 2, 1), (1, 4, 2), (1, 1, 1), (4, 3, 3),
    ],
    (MuTorere, PlainMuTorere): [("centre",), ("never",), ("always",)],
    (PongHauKi, PlainPongHauKi): [(), (Value.WIN,), (Value.LOSS,)],
    (HareAndHounds, PlainHareAndHounds): [
        (), (4,), (5, True), (10, False, Value.WIN), (7, True, Value.DRAW),
    ],
    (ThreeMensMorris, PlainThreeMensMorris): [(), (False,), (True, False), (False, False)],
    (Achi, PlainAchi): [(), (4, "draws"), (4, "passes"), (3,)],
    (TsoroYematatu, PlainTsoroYematatu): [(), (False,)],
}  # fmt: skip
"""Each board game and its oracle, with the parameters for which all positions are compared."""
CASES = [(game(*each), oracle(*each)) for (game, oracle), sizes in SIZES.items() for each in sizes]
LARGE = {Teeko}
"""Games too large for that, whose own tests compare boards and moves with an oracle."""


class EarlierTeeko(PlainTeeko):
    """Teeko whose texts name the player to move and the one who waits, as they once did."""

    def start(self):
        return "mw.wm/...../...../...../wm.mw"

    def moves(self, position):
        return []

    def terminal_value(self, position):
        return Value.DRAW

    def symmetries(self, position):
        return []

    def stage(self, position):
        return None

    def format(self, position):
        return position


SAVED = {
    "games.dodgem:Dodgem": (Dodgem(), PlainDodgem),
    "games.hare_and_hounds:HareAndHounds": (HareAndHounds(), PlainHareAndHounds),
    "games.hex:Hex": (Hex(), PlainHex),
    "games.hexapawn:Hexapawn": (Hexapawn(), PlainHexapawn),
    "games.konane:Konane": (Konane(), PlainKonane),
    "games.morris:Achi": (Achi(), PlainAchi),
    "games.morris:ThreeMensMorris": (ThreeMensMorris(), PlainThreeMensMorris),
    "games.morris:TsoroYematatu": (TsoroYematatu(), PlainTsoroYematatu),
    "games.mu_torere:MuTorere": (MuTorere(), PlainMuTorere),
    "games.pong_hau_ki:PongHauKi": (PongHauKi(), PlainPongHauKi),
    "games.teeko:Teeko": (Teeko(), EarlierTeeko),
}
"""Games whose files were once saved with other classes, by the class that the file names."""


@pytest.mark.parametrize(("game", "oracle"), CASES, ids=repr)
def test_each_position_has_the_outcome_of_the_oracle(game, oracle):
    """Positions, moves, ends and outcomes are those of the oracle at every position."""
    assert_is_solved_alike(game, oracle)


def test_no_board_game_is_left_out():
    """Each board game of the library is compared with an oracle."""
    kinds = registered_games().values()
    assert {type(game) for game, _ in CASES} | LARGE == {
        each for each in kinds if issubclass(each, BoardGame)
    }


@pytest.mark.parametrize("name", SAVED)
def test_a_file_of_the_earlier_game_is_refused(name, path):
    """A solution saved with positions of another class is refused, and the message states it."""
    game, oracle = SAVED[name]
    module, kind = name.split(":")
    parse = vars(oracle).get("parse", lambda self, text: text)
    before = type(kind, (oracle,), {"__module__": module, "parse": parse})
    solve(before()).save(path)
    with pytest.raises(FileError) as caught:
        load(path, game)
    assert str(caught.value) == (
        f"{path} was saved under other rules than those of {game!r}: its start cannot be read; "
        "solve the game again"
    )
