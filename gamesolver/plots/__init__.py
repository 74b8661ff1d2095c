"""Plots of solutions, for notebooks and papers: win, draw and loss in colour, hatch and marker.

* ``outcomes_by_remoteness()``: number of positions won, drawn and lost, by plies to the end;
* ``outcomes_by_score()``: number of positions with each score, in a game with scores;
* ``values_by_ply()``: number of positions won, drawn and lost, by plies from the start;
* ``perfect_play()``: the game under perfect play, ply by ply, with boards as nodes;
* ``growth_of_cost()``: positions or seconds of several games, or sizes of one.

Each takes ``ax``, the axes to draw on, or makes new ones, and returns them. Titles, limits and
files can then be changed with matplotlib. Colours are those of the explorer
(``gamesolver.show.colours``). The plots require ``pip install "solved-games[draw]"``.

================  ===================================================
``counted``       the first three: numbers of positions by value
``perfect``       the game under perfect play
``sizes``         growth of cost
``axes``          the axes, shared by all plots
``board_artist``  many boards in one artist of matplotlib
``svg_shapes``    a board's picture as shapes of matplotlib
================  ===================================================

No plot samples positions. A plot of too many positions raises ``SizeLimitError``.

>>> import matplotlib; matplotlib.use("Agg")
>>> from games import Nim
>>> from gamesolver import solve
>>> from gamesolver.plots import outcomes_by_remoteness
>>> outcomes_by_remoteness(solve(Nim())).get_ylabel()
'positions'
"""

from __future__ import annotations

from gamesolver.lazy import names_of

__getattr__, __dir__, __all__ = names_of(__name__, __file__)
