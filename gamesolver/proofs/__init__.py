"""Proofs: who wins from one position, where no table can hold them all.

==========================  ===================================================================
``worths``                  outcomes as numbers, and the questions that are asked of a position
``plain_table``             what a search in plain Python knows of some positions
``plain_search``            a question answered by depth, in plain Python
``compiled_search``         the same for compiled games, by ``kernels.alpha_beta``
``plain_proof_numbers``     a question answered by proof numbers, in plain Python
``on_demand``               the same by retrograde analysis, where loops are tangled
``compiled_proof_numbers``  the same for compiled games, by ``kernels.proof_numbers``
``threads``                 several threads over one table
``buffers``                 the memory that searches by kernels work in, and how tables grow
``questions``               which questions settle an outcome, and in which order
``draws``                   how many plies a draw takes
``optimal``                 how many plies best play takes, where moves gain
``budget``                  how many seconds a call may take
``claims``                  what a proof rests on, collected
``level_claims``            the same about scores, and where endless play is won
``compiled_claims``         the same for compiled games, by ``kernels.collecting``
``compiled_tables``         what tables know of a compiled game, in columns for kernels
``explaining``              the move that holds a position, and what answers each reply
``player``                  a player that proves its moves
``network``                 claims as a graph for networkx
``grounds``                 claims, checked
``kept``                    how far a proof has come, kept in a folder
``claimed_search``          claims from a file, asked before a search is
``move_rows``               what a proof says of each move
``proof``                   what ``prove`` gives
==========================  ===================================================================
"""
