"""A shelf of games, each its rules and nothing more.

Every game here can be made without arguments.
"""

from games.animal_shogi import AnimalShogi
from games.animal_shogi.plain import PlainAnimalShogi
from games.dodgem import Dodgem
from games.gobblet import GobbletGobblers
from games.gobblet.plain import PlainGobbletGobblers
from games.hexapawn import Hexapawn
from games.in_a_row.connect_four import ConnectFour
from games.in_a_row.mnk import MNK
from games.in_a_row.plain import PlainConnectFour, PlainMNK
from games.morris import ThreeMensMorris
from games.nim import Nim
from games.pong_hau_ki import PongHauKi
from games.quixo import Quixo
from games.quixo.plain import PlainQuixo
from games.subtraction import Subtraction
from games.teeko import Teeko
from games.teeko.plain import PlainTeeko
from games.template import Template
from games.tictactoe import TicTacToe
from games.variants import Notakto, WildTicTacToe

__all__ = [
    "MNK",
    "AnimalShogi",
    "ConnectFour",
    "Dodgem",
    "GobbletGobblers",
    "Hexapawn",
    "Nim",
    "Notakto",
    "PlainAnimalShogi",
    "PlainConnectFour",
    "PlainGobbletGobblers",
    "PlainMNK",
    "PlainQuixo",
    "PlainTeeko",
    "PongHauKi",
    "Quixo",
    "Subtraction",
    "Teeko",
    "Template",
    "ThreeMensMorris",
    "TicTacToe",
    "WildTicTacToe",
]
