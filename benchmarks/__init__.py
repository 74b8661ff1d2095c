"""Benchmarks that assert: the answers, and the figures we owe.

======================  ===================================================================
``measure``             figures: how they are measured and kept
``house``               importing, games with rules in plain Python, the graph solver
``starting``            the first solve: on a new machine, and of a new game
``compiling``           what a command compiles on a new machine, function by function
``compiled``            compiled games solved whole: the answers, seconds and bytes
``scores``              games that are won by something
``stages``              games solved in a folder, with less memory than their table takes
``reaching_by_ply``     what the start of Connect Four reaches, counted ply by ply
``teeko_alone``         passes by predecessors over 75,710,250 slots
``ranks``               games by ranks under MPI, beside threads
``propagation``         how many edges a second one processor follows, beyond the cache
``random_graph``        the graphs for that
``looking_up``          how long it takes to look up a position that was found
``looking_up_kernels``  its inner loops
``c_version``              our kernels beside the same algorithm in C, which stands in ``image``
``growth``              how seconds and bytes grow with the game
``forecasts``           estimates by ``estimate``, compared with the cost of the solve
``proofs``              Connect Four from the start, compared with the search in C
``proved_boards``       boards of Connect Four by how they end, and groups of positions
``proved_games``        winners of larger built-in games
``keeping``             solutions in files: how large, how long to write, to open, to query
``insight``             puzzles, rules compared, strategies on a page
``players``             matches, exact odds, best responses and audits
``explorer``            what a page costs, how many a second, what stays in memory
``neighbours``          games of other libraries, compared with their own solvers
``shelf``               large built-in games, compared with published figures
======================  ===================================================================

``python -m benchmarks`` runs them. The latest figures are in ``results.md``.
"""
