"""Forecasts from inside: growth by layers, samples and the model of ranks, each by itself."""

from gamesolver.forecast import estimating, lines, no_end, plain_games, rank_model, sampling
from gamesolver.forecast.compiled_games import positions_of
from gamesolver.forecast.cost import Task, Work
from gamesolver.forecast.growth import SLOWER, Layer, Layers, carried_on, in_layers, in_loops
