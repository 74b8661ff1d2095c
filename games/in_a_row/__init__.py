"""Stones in a row: m,n,k games and Connect Four, with one set of compiled functions.

``mnk``           stones go to any empty square
``connect_four``  stones fall into columns
``plain``         both in plain Python
``kernels``       their compiled rules
"""
