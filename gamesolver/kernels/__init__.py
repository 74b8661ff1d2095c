"""Compiled inner loops. They import numpy, numba and each other only.

=====================  =========================================================================
``codes``              codes of entries, and preference keys
``forms``              choice of the encoding of outcomes as entries
``value_entries``      the encoding of wins, losses and draws
``score_entries``      the encoding of scores
``encodings``          functions of an encoding, compiled
``entries``            entries of a table with long outcomes listed outside
``gains``              gains of moves
``deferring``          plain Python until machine code is needed
``compiling``          decorators of kernels
``code_folder``        folders for machine code
``kept_code``          machine code on disk
``numba_internals``    private parts of numba
``intrinsics``         machine instructions that numba does not offer by itself, in plain Python
``instructions``       the same compiled
``retrograde``         wins, losses and finished draws of a graph, backwards from the ends
``labels``             labels as entries of retrograde analysis, and back; sorting by level
``move_labels``        moves of many positions, and the best of them
``reversing``          moves of a graph, listed by their successors
``scratch``            buffers of one worker, and the numbers in its tally
``places``             index of each position, and back; many at a time
``first_pass``         first pass over indexes: terminal positions, and what they decide
``sweeping``           moves of indexes, and what each pass resolves
``wide_stage``         entries of a wide stage, with narrow entries of later stages
``wide_stage_type``    the same compiled
``queries``            values of all moves of pending positions
``index_numbers``      numbers of pending indexes, in order
``propagation``        graph of pending positions, and passes over it
``open_moves``         counters of open moves
``ranks``              moves and messages, sorted by the ranks that receive them
``predecessors``       retrograde analysis through generated predecessors
``finding``            a hash set of positions, in shards
``runs``               sorted runs of keys: merge and difference
``sorting``            found positions, sorted
``reachable``          indexes reachable from the start, and counts of them
``certificate``        inner loop of the verifier
``collecting``         claims that a proof needs, from the root down
``claim_numbers``      numbers of claims, as the verifier reads them
``claim_certificate``  inner loop of the verifier over claims
``numbering``          checks of every edge, for ``check_game``
``lookahead``          outcomes within a few plies, for estimates
``puzzles``            positions with one right move
``scale``              outcomes on one scale of whole numbers, for proofs
``search_scores``      the scale compiled for kernels, and verdicts of authors
``leaves``             search that verifies a claim near its end
``solved``             outcomes of solved tables, looked up by proofs
``alpha_beta``         depth-first search of one position
``proof_numbers``      proof-number search of one position
``coding``             columns as bytes that compress well
=====================  =========================================================================

Wrappers elsewhere validate and allocate. A kernel only computes, raises nothing, and reports faults
as numbers. A change in any file here causes all kernels to be compiled again.
"""
