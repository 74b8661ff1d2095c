"""estimate: how large, how long, before the work.

==============  =================================================================
``estimating``  estimate itself
``estimates``   figures that are not known exactly
``plain``       a forecast for a game in plain Python
``compiled``    a forecast for a compiled game
``growth``      positions of the plies to come, from those that were found
``lines``       lines of play by chance: the scores of a game, and how long they are
``sampling``    the engine's kernels tried and timed on a sample of slots
``cost``        bytes at the peak and seconds, from the work that lies ahead
==============  =================================================================
"""
