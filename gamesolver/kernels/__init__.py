"""Every compiled inner loop: numpy and numba, nothing else of ours but each other.

=====================  ===================================================================
``codes``              the numbers that cells hold
``cells``              cells read, written, and taken one move back
``scores``             the same with scores, and moves that gain
``compiling``          how kernels are compiled and kept
``helpers``            how functions of a line or two are put in where they are called
``intrinsics``         three machine instructions that numba does not offer by itself
``retrograde``         wins, losses and finished draws of a graph, from the ends back
``labels``             labels as the cells of that, and back; things put in order of level
``move_labels``        many positions with their moves, and which of these are best
``reversing``          the moves of a graph listed by where they lead
``scratch``            the buffers of one worker, and what its tally counts
``places``             where positions are kept: a slot for each, and back; many at a time
``first_look``         each slot looked at once: terminal positions, and what is settled at once
``sweeping``           slots asked for their moves
``staging``            every slot of a stage looked at once, after all later stages
``wide_stage``         the same where the stage in hand is wide, and later ones are not
``asking``             the values of all moves of pending positions
``slot_numbers``       numbers of pending slots, in order
``graph_waves``        the graph of pending positions, and waves over it
``open_moves``         how open moves are counted, and counted down
``ranks``              moves and messages in order of the ranks that receive them
``predecessors``       settled positions inform their predecessors
``finding``            a hash set of positions, in shards
``runs``               sorted runs of keys: merged, and left out of one another
``sorting``            found positions in their own order
``reachable``          what the start reaches, and counts of it
``certificate``        the verifier's own loop
``collecting``         what a proof rests on, from the position asked about down
``claim_numbers``      numbers of claims, as the verifier reads them
``claim_certificate``  the verifier's own loop over claims
``numbering``          every edge looked at, for ``check_game``
``lookahead``          how soon positions are settled, for estimates
``puzzles``            positions with one right move
``scale``              outcomes on one scale of whole numbers, for proofs
``worths``             the same for kernels, and what authors say of positions
``leaves``             a claim near its end proved anew, by whoever verifies
``solved``             what tables know, looked up by whoever proves
``alpha_beta``         a question about one position, by depth
``proof_numbers``      the same, where an answer is nearest
``coding``             columns as bytes that compress well
=====================  ===================================================================

Wrappers elsewhere validate and allocate; a kernel only computes, raises nothing, and
reports faults as numbers. A change in any file here has all kernels compiled anew.
"""
