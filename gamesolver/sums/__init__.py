"""Sums: several games played together, in which a move is a move in one of them.

``nimbers`` the nimber of each position of an impartial game ``sum_of_games`` a sum of impartial
games, as a game
"""
