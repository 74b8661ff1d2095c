"""Proofs of one position, for games that no table can hold.

==========================  ===================================================================
``search_scores``           scale of integers for outcomes and questions
``plain_table``             transposition table of a search in plain Python
``plain_search``            search in plain Python, by proof numbers
``compiled_search``         alpha-beta search in compiled games, by ``kernels.alpha_beta``
``on_demand``               retrograde analysis on demand, for large, tangled cycles
``compiled_proof_numbers``  proof numbers in compiled games, by ``kernels.proof_numbers``
``search_kernels``          runs of kernels, in plain Python first and then compiled
``threads``                 several threads with one table
``buffers``                 memory of the searches by kernels, and how tables grow
``questions``               questions about an outcome, and their order
``draws``                   plies of a draw
``optimal``                 plies of best play in games with gains
``budget``                  time limit of a call
``claims``                  collector of the claims of a proof
``compiled_claims``         collector of claims for compiled games, by ``kernels.collecting``
``compiled_tables``         known outcomes of a compiled game, in columns for kernels
``explaining``              the move that holds a position, and a response to each reply
``player``                  player that proves its moves
``network``                 claims as a graph for networkx
``grounds``                 claims, checked
``kept``                    checkpoints of a proof in a folder
``claimed_search``          search that uses the claims of a loaded proof first
``move_rows``               bounds of each move, and the best moves
``proof``                   the result of ``prove``
==========================  ===================================================================
"""
