"""A shelf of games, each its rules and nothing more.

Every game here can be made without arguments. A small one is a file, a large one a folder:

``__init__``      its rule book, and the class
``plain``         its twin: the same rules in plain Python, slow and obvious
``kernels``       its compiled functions, all in one file
``figures.toml``  what is published of it, by the game's name; of the small games it stands here

The figures are read by ``gamesolver.rules.figures``.
"""

from games.animal_shogi import AnimalShogi
from games.cops_and_robber import CopsAndRobber
from games.dodgem import Dodgem
from games.dots_and_boxes import DotsAndBoxes
from games.fox_and_geese import FoxAndGeese
from games.gobblet import GobbletGobblers
from games.hare_and_hounds import HareAndHounds
from games.hexapawn import Hexapawn
from games.in_a_row.connect_four import ConnectFour
from games.in_a_row.mnk import MNK
from games.morris import ThreeMensMorris
from games.nim import Nim
from games.othello import Othello
from games.pong_hau_ki import PongHauKi
from games.quixo import Quixo
from games.scoring_heaps import ScoringHeaps
from games.sowing.awari import Awari
from games.sowing.kalah import Kalah
from games.subtraction import Subtraction
from games.teeko import Teeko
from games.template import Template
from games.tictactoe import TicTacToe
from games.tiny_go import TinyGo
from games.variants import Notakto, WildTicTacToe

__all__ = [
    "MNK",
    "AnimalShogi",
    "Awari",
    "ConnectFour",
    "CopsAndRobber",
    "Dodgem",
    "DotsAndBoxes",
    "FoxAndGeese",
    "GobbletGobblers",
    "HareAndHounds",
    "Hexapawn",
    "Kalah",
    "Nim",
    "Notakto",
    "Othello",
    "PongHauKi",
    "Quixo",
    "ScoringHeaps",
    "Subtraction",
    "Teeko",
    "Template",
    "ThreeMensMorris",
    "TicTacToe",
    "TinyGo",
    "WildTicTacToe",
]

MOVED = {
    "games.animal_shogi_plain:PlainAnimalShogi": "games.animal_shogi.plain:PlainAnimalShogi",
    "games.connect_four:ConnectFour": "games.in_a_row.connect_four:ConnectFour",
    "games.connect_four_plain:PlainConnectFour": "games.in_a_row.plain:PlainConnectFour",
    "games.gobblet_plain:PlainGobbletGobblers": "games.gobblet.plain:PlainGobbletGobblers",
    "games.kalah.plain:PlainKalah": "games.sowing.plain:PlainKalah",
    "games.kalah:Kalah": "games.sowing.kalah:Kalah",
    "games.mnk:MNK": "games.in_a_row.mnk:MNK",
    "games.mnk_plain:PlainMNK": "games.in_a_row.plain:PlainMNK",
    "games.quixo_plain:PlainQuixo": "games.quixo.plain:PlainQuixo",
    "games.teeko_plain:PlainTeeko": "games.teeko.plain:PlainTeeko",
}
"""Where a class was when files were written, and where it is: those files are opened still."""
