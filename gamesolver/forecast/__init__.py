"""estimate: how large, how long, before the work.

==================  ===========================================================================
``estimating``      estimate itself
``estimates``       figures that are not known exactly
``plain_games``     a forecast for a game in plain Python
``explored``        what an explorer that has not come to its end shows of a plain game
``no_end``          games to which no end is in sight, stopped while they are solved
``compiled_games``  a forecast for a compiled game
``growth``          positions of the plies to come, from those that were found
``lines``           lines of play by chance: the scores of a game, and how long they are
``sampling``        the engine's kernels tried and timed on a sample of slots
``cost``            bytes at the peak and seconds, from the work that lies ahead
==================  ===========================================================================
"""
