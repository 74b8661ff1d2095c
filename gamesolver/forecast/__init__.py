"""Estimates of the size of a game and the cost of solving it, before the work.

==================  ===========================================================================
``estimating``      estimate itself
``estimates``       figures that are not known exactly
``plain_games``     a forecast for a game in plain Python
``explored``        statistics of a plain game from an unfinished exploration
``no_end``          games without an end in sight, stopped while they are solved
``compiled_games``  a forecast for a compiled game
``growth``          positions of the plies to come, from those that were found
``lines``           lines of random play: the scores of a game, and their lengths
``sampling``        the engine's kernels tried and timed on a sample of indexes
``cost``            bytes at the peak and seconds, from the work that lies ahead
==================  ===========================================================================
"""
