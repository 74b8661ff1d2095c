"""Compiled games: positions found or numbered, every slot settled.

=====================  =============================================================================
``whole_solve``        the solve from the rules to the table, by one process or by ranks
``finding``            list every position that some roots reach, by one process or by ranks
``key_set``            the set of keys that finding fills
``run_finding``        the same by sorted runs on disk, for what exceeds memory
``sorting``            found positions in their own order
``places``             the slot of every position, and the position in every slot
``schedule``           choice of the methods: the first pass, and one method or several after it
``settling``           state that all methods share: cells, ranks, checkpoints
``growing_cells``      the cells while they fill, and what of them is long
``ends``               the first pass: ends of play and what they decide
``asking``             the moves of pending positions: looked up, or asked of their owners
``backward``           positions settled after their successors, by stages or in waves
``graph``              the graph of pending positions, and messages from settled ones
``graph_waves``        waves over it: a settled position informs its predecessors
``sweeps``             all that is pending asked again for each number of plies
``predecessors``       passes through predecessors, with no memory besides the cells
``stage_places``       enumerated positions sorted by stage, for stages on disk
``stage_by_stage``     stages on disk: one in memory, all later ones in a file
``stage_blocks``       the blocks of a stage, dealt out to ranks
``checking``           a look at slots that are settled: two positions in one slot
``running``            kernels run over chunks of slots; faults found again
``calling``            rules unpacked for kernels, buffers, and compiling
``in_step``            a second of work at each rank, and a meeting
``shares``             which positions a rank owns, and how ranks name them
``keeper``             contents of a checkpoint, and the interface of the place for checkpoints
``table``              the table of a compiled game
=====================  =============================================================================

A step is written once for one process, for stages in a folder and for ranks: a process alone is a
team of one rank, and a stage in a folder is a share of the slots. The inner loops are in
``kernels``.
"""
