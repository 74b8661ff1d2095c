"""The commands, each in the module of its name or of its kin's.

=============  ===================================================================
``solve``      who wins, in how many plies, the line, and how the positions fall out
``prove``      who wins from one position, without solving the game
``show``       a board, every legal move with its outcome, and the line from there
``play``       a match in the terminal against a perfect opponent
``verify``     are the answers right?
``check``      do the rules obey the laws of every game?
``games``      games of the library
``compile``    machine code made beforehand
``estimate``   how large a game is, before it is solved
``stats``      what the positions of a game are like, all of them together
``compare``    where two sets of rules agree, and where they differ
``audit``      is a bot perfect, and if not, where does it err?
``match``      who wins how often against whom; ``odds``, exactly
``puzzles``    positions with one right move, or traps
``strategy``   the fewest positions one must know to play perfectly
``export``     a file for other programs
``plot``       a picture of a solution
``web``        the explorer, served; ``page``, in one file
``serve``      answers for programs, over a protocol of theirs
=============  ===================================================================
"""
