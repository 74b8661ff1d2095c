"""Plots from inside: boards on axes, and the shapes of a picture."""

from gamesolver.plots.board_artist import Boards
from gamesolver.plots.svg_shapes import drawn
