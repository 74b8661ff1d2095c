"""Solver of compiled games: enumerate or number the positions, and resolve every index.

====================  =========================================================================
``whole_solve``       the solve from the rules to the table, by one process or by ranks
``finding``           breadth-first enumeration of all positions that the roots reach
``key_set``           hash set of the keys of enumerated positions
``run_finding``       enumeration by sorted runs on disk, if the key set exceeds memory
``sorting``           enumerated positions in their own order
``places``            index map: index of every position, and position at every index
``schedule``          choice of the methods: the first pass, and one method or several after it
``job``               the game to solve, and the options of the solve
``resolving``         state that all methods share: entries, ranks, checkpoints
``growing_entries``   entries during the solve, and the list of long outcomes
``ends``              first pass: terminal positions, and what they decide
``queries``           moves of pending positions: looked up, or queried at their owners
``backward``          backward induction: positions after their successors
``graph``             the graph of pending positions, and messages from resolved ones
``propagation``       retrograde propagation over this graph, level by level
``sweeps``            forward value iteration: one sweep for each number of plies
``predecessors``      retrograde analysis through generated predecessors
``stage_places``      enumerated positions sorted by stage
``stage_by_stage``    stages one at a time, in a folder or in memory
``stages_in_memory``  entries and keys by stage without a folder, for solves with tables
``stage_scan``        one stage, resolved by its moves
``stage_blocks``      blocks of a stage, dealt out to ranks
``checking``          check of a sample of indexes: two positions with one index
``running``           kernel runs over chunks of indexes, and reports of faults
``kernel_calls``      buffers, and calls of kernels with the rules, compiled or in plain Python
``calling``           rules unpacked for compiled kernels
``in_step``           work of about a second at each rank, followed by a meeting
``shares``            ownership of positions by ranks, and their names in messages
``keeper``            contents of a checkpoint, and the interface of the place for checkpoints
``table``             the table of a compiled game
====================  =========================================================================

A step is written once for one process, for single stages and for ranks. A single process is a team
of one rank, and a stage is a share of the indexes. The inner loops are in ``kernels``.
"""
