"""A shelf of games, each its rules and nothing more.

Every game here can be made without arguments.
"""

from games.connect_four import ConnectFour
from games.connect_four_plain import PlainConnectFour
from games.gobblet import GobbletGobblers
from games.gobblet_plain import PlainGobbletGobblers
from games.mnk import MNK
from games.mnk_plain import PlainMNK
from games.nim import Nim
from games.quixo import Quixo
from games.quixo_plain import PlainQuixo
from games.subtraction import Subtraction
from games.template import Template
from games.tictactoe import TicTacToe
from games.variants import Notakto, WildTicTacToe

__all__ = [
    "MNK",
    "ConnectFour",
    "GobbletGobblers",
    "Nim",
    "Notakto",
    "PlainConnectFour",
    "PlainGobbletGobblers",
    "PlainMNK",
    "PlainQuixo",
    "Quixo",
    "Subtraction",
    "Template",
    "TicTacToe",
    "WildTicTacToe",
]
