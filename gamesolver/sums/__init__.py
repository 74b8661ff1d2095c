"""Sums: games beside each other, of which a move changes one.

``nimbers``       what each position of an impartial game is worth in a sum
``sum_of_games``  a sum of impartial games, as a game
"""
