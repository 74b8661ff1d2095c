"""Exploring, the graph of a game, retrograde analysis and minimax."""
