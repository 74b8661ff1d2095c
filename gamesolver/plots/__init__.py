"""Plots of solutions, for notebooks and papers: win, draw and loss in colour, hatch and marker.

* ``outcomes_by_remoteness()``: how many positions are won, drawn and lost in so many plies;
* ``outcomes_by_score()``: how many positions have each score, in a game that is won by something;
* ``values_by_ply()``: how many are, so many plies from the start;
* ``perfect_play()``: the game under perfect play, ply by ply, with boards as nodes;
* ``growth_of_cost()``: positions or seconds of several games, or sizes of one.

Each takes ``ax``, the axes to draw on, or makes some of its own, and returns them; so the
titles, limits and files are matplotlib's business. Colours are those of the explorer
(``gamesolver.show.colours``). The plots want ``pip install "solved-games[draw]"``.

================  ===================================================
``counted``       the first three: how many positions have each value
``perfect``       the game under perfect play
``sizes``         growth of cost
``axes``          the axes that all of them draw on
``board_artist``  many boards in one artist of matplotlib
``svg_shapes``    a board's picture as shapes of matplotlib
================  ===================================================

Nothing is sampled in silence: what would take a look at too many positions is refused with
a ``SizeLimitError``.

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
