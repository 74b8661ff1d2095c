"""The graph of a game, and the two solvers of graphs.

==============  ===================================================================
``exploring``   list the positions a game can reach, and the moves between them
``graph``       positions and moves, without outcomes
``reversing``   the moves of a graph listed by where they lead
``boundary``      messages of resolved positions outside a graph to those within
``widths``      the narrowest numbers that will do for a graph, and what resolving takes
``retrograde``  from the ends of play back to the start; cycles are supported
``layers``      one layer after the other, where moves gain
``minimax``     each position once, after its successors; cycles are refused
``network``     the graph for networkx
==============  ===================================================================

Which of the two solvers a game goes to is decided in ``solving``.
"""
