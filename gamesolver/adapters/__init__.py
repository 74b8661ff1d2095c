"""Adapters between games of other frameworks and games of this library, in both directions.

Each module adapts one framework, which is imported when a game of it is made and nowhere else.
Positions are *keys*: texts that distinguish positions. Frameworks that can set up any position
from its text need no more. For all others a key is kept with the shortest history that leads there.

==================  ===========================================================================
``action_numbers``  a game of this library with moves as numbers and positions as arrays
``aima``            games of *Artificial Intelligence: A Modern Approach*
``game_calls``      a game as the constructor call that makes it
``chess``           chess and its variants, by python-chess
``easyai``          easyAI's games
``frameworks``      check that a framework is installed, and recent enough
``histories``       shortest history of each position
``keys``            positions as keys: player to move, result of play, text
``openspiel``       OpenSpiel's games in, and ours out
``openspiel_out``   ours, with the interface of OpenSpiel
``pettingzoo``      PettingZoo's environments in, and ours out
``pettingzoo_out``  ours, with the interface of PettingZoo
``prefixes``        a game by its framework and its name: ``openspiel:tic_tac_toe``
``replaying``       games whose positions are keys with the shortest histories
``walks``           test on random walks that equal keys have equal futures
==================  ===========================================================================
"""
