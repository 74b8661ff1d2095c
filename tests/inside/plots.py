"""Plots from inside: the shapes of a picture, before they stand on axes."""

from gamesolver.plots.svg_shapes import drawn
