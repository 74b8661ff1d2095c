"""Rules of games: the base classes for authors, and guarded access to their methods.

====================  ============================================================================
``game``              the base class of games
``compiled``          the base class of games whose rules are numba functions
``indexes_by_stage``  indexes within each stage of a game, and one row of all of them
``parameters``        constructor parameters of a game, and the methods its author wrote
``registry``          built-in games by name, and suggestions for a wrong name
``figures``           published figures of the built-in games
``known_sizes``       games that are known to be too large, refused before any work
``short_solves``      games that a solve does not compile
``guard``             guarded calls of a game's methods, with checks of the results
``calls``             compiled rules called from Python, in either mode
``njit``              the decorator of compiled rules
``fitting``           the signatures of compiled rules, and rules compiled for them
``signs``             a game with scores, solved for the winner only
``sources``           source code and constants of compiled rules, so that every change is noticed
``interpreted``       compiled rules as plain Python, with all functions that they call
``preflight``         tests of the rules on some positions before a solve
``pairs``             comparison of compiled rules with plain ones
``lookup``            positions from the caller: starts, and queries
``position_size``     the size of a position, and a test if positions keep growing
``likeness``          comparison of two objects in everything but their place in memory
``reached_again``     comparison of a position with an equal one that is known
``reading_back``      positions that cannot be read from text
``notes``             notes on rules that are valid but may be a mistake
``faults``            errors for a game that breaks its contract
``symmetry_faults``   errors for symmetric positions that differ
``messages``          positions, moves and texts in messages
====================  ============================================================================
"""
