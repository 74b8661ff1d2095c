"""Presentation of results: sentences, boards, markup, colours, pictures.

==============  ======================================================================
``sentences``   outcomes as sentences
``winnings``    gains of each player on a line of play, and the result of the match
``boards``      boards, tables of moves and lines of play
``bars``        progress bars for a terminal and for a notebook
``colours``     the only module that defines colours
``pictures``    SVG of the library itself: pieces, arrows, click targets
``layouts``     geometry of boards: squares, points, edges, hexagons, heaps
``markup``      HTML text, and the escaping of everything that is put into it
``html``        HTML for notebooks; counts as bars
``reports``     solutions and reports in a notebook
``proofs``      proofs in a notebook, with bounds if an outcome is not resolved
``rules_panel``  rules of a game as text, from its docstrings
``sanitizing``  an author's picture made safe, and its moves made links
==============  ======================================================================
"""
