"""A shelf of games, each its rules and nothing more.

Every game here can be made without arguments.
"""

from games.animal_shogi import AnimalShogi
from games.animal_shogi_plain import PlainAnimalShogi
from games.gobblet import GobbletGobblers
from games.mnk import MNK
from games.nim import Nim
from games.subtraction import Subtraction
from games.template import Template
from games.tictactoe import TicTacToe
from games.variants import Notakto, WildTicTacToe

__all__ = [
    "MNK",
    "AnimalShogi",
    "GobbletGobblers",
    "Nim",
    "Notakto",
    "PlainAnimalShogi",
    "Subtraction",
    "Template",
    "TicTacToe",
    "WildTicTacToe",
]
