"""The public names: each is loaded from its home when it is first used."""

from gamesolver.boards.board import ALL_DIRECTIONS as ALL_DIRECTIONS
from gamesolver.boards.board import DIAGONAL as DIAGONAL
from gamesolver.boards.board import STRAIGHT as STRAIGHT
from gamesolver.boards.board import Board as Board
from gamesolver.boards.graph import Graph as Graph
from gamesolver.boards.graph import Rings as Rings
from gamesolver.boards.grid import HEXAGONAL as HEXAGONAL
from gamesolver.boards.grid import Grid as Grid
from gamesolver.boards.grid import GridEdges as GridEdges
from gamesolver.boards.grid import Hexagons as Hexagons
from gamesolver.boards.places import Place as Place
from gamesolver.boards.places import Places as Places
