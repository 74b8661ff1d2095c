"""How answers look: sentences, boards, markup, colours, pictures.

==============  ======================================================================
``sentences``   outcomes as people say them
``winnings``    what a line of play has won for each player, and who wins the match by it
``boards``      what boards, and the rows and lines of moves, look like
``bars``        progress bars for a terminal and for a notebook
``colours``     the one place where colours stand
``pictures``    the little SVG that the library itself writes: pieces, arrows, what is clicked
``layouts``     where the places of a board lie: squares, points, edges, hexagons, heaps
``markup``      pieces of a page, and how everything else is put into them
``html``        what answers look like in a notebook; counts as bars
``reports``     what solutions and reports show in a notebook
``proofs``      the same of proofs, where not all is settled
``sanitizing``  an author's picture made safe, and its moves made links
==============  ======================================================================
"""
