"""A shelf of games, each its rules and nothing more.

Every game here can be made without arguments.
"""

from games.gobblet import GobbletGobblers
from games.mnk import MNK
from games.nim import Nim
from games.quixo import Quixo
from games.quixo_plain import PlainQuixo
from games.subtraction import Subtraction
from games.teeko import Teeko
from games.teeko_plain import PlainTeeko
from games.template import Template
from games.tictactoe import TicTacToe
from games.variants import Notakto, WildTicTacToe

__all__ = [
    "MNK",
    "GobbletGobblers",
    "Nim",
    "Notakto",
    "PlainQuixo",
    "PlainTeeko",
    "Quixo",
    "Subtraction",
    "Teeko",
    "Template",
    "TicTacToe",
    "WildTicTacToe",
]
