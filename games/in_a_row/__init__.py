"""Stones in a row: m,n,k games and Connect Four.

``mnk``           stones go to any empty square
``connect_four``  stones fall into columns
``plain``         Connect Four in plain Python
``kernels``       its compiled rules, and knowledge of m,n,k games for proofs
"""
