"""Benchmarks that assert: the results, and the bounds of the figures.

======================  ===================================================================
``measure``             measuring and storing figures
``house``               importing, games with rules in plain Python, the graph solver
``starting``            the first solve: on a new machine, and of a new game
``compiling``           functions that a command compiles on a new machine, one by one
``compiled``            compiled games solved whole: results, seconds and bytes
``scores``              games with scores
``stages``              games solved in a folder, with less memory than their table
``reaching_by_ply``     positions reachable from the start of Connect Four, ply by ply
``teeko_alone``         retrograde passes over 75,710,250 indexes
``ranks``               games on MPI ranks, compared with threads
``propagation``         edges that one processor follows per second, beyond the cache
``random_graph``        random graphs for ``propagation``
``looking_up``          time to look up a position of an enumerated game
``looking_up_kernels``  the inner loops of ``looking_up``
``c_version``           our kernels compared with the same algorithm in C, in ``c``
``growth``              growth of seconds and bytes with the size of the game
``forecasts``           estimates by ``estimate``, compared with the cost of the solve
``proofs``              Connect Four from the start, compared with the search in C
``proved_boards``       boards of Connect Four by result, and groups of positions
``proved_games``        winners of larger built-in games
``keeping``             solutions in files: size, and seconds to write, open and query
``insight``             puzzles, comparisons of rules, strategies on a page
``players``             matches, exact odds, best responses and audits
``explorer``            cost of a page, pages per second, memory in use
``neighbours``          games of other libraries, compared with their own solvers
``shelf``               large built-in games, compared with published figures
======================  ===================================================================

``python -m benchmarks`` runs them. The latest figures are in ``results.md``.
"""
