"""Other people's games in, as games of ours, and games of ours out, as games of theirs.

Each module adapts one framework, which is imported when a game of it is made and nowhere else.
Positions are *keys*: enough text to tell one from another. Frameworks that can set up any position
from its text need no more; of all others a key is kept with the shortest history that leads there.

==================  ===========================================================================
``action_numbers``  a game of ours as frameworks want it: moves as numbers, positions as arrays
``aima``            games of *Artificial Intelligence: A Modern Approach*
``game_calls``      a game as the call that makes it
``chess``           chess and its variants, by python-chess
``easyai``          easyAI's games
``frameworks``      whether a framework is installed, and new enough
``histories``       how each position was reached first
``keys``            positions as keys: who is to move, how play ended, what is shown
``openspiel``       OpenSpiel's games in, and ours out
``openspiel_out``   ours, as OpenSpiel asks for them
``pettingzoo``      PettingZoo's environments in, and ours out
``pettingzoo_out``  ours, as PettingZoo asks for them
``prefixes``        a game by its framework and its name: ``openspiel:tic_tac_toe``
``replaying``       games whose positions are keys with the shortest histories
``walks``           whether equal keys answer alike, tried on random walks
==================  ===========================================================================
"""
