"""The command line: the library for people at a terminal, and for scripts.

A face, and no more: a command reads what was typed, asks the library, and shows the answer.
Nothing in the library imports this package. One call passes through these modules:

=================  ===================================================================
``main``           one call: from the words that were typed to an exit code
``app``            the list of commands, made one program of typer
``words``          which command is asked for, before the words are read in earnest
``job``            the ranks of an MPI job, of which the first one speaks
``for_typer``      a command as typer wants it: the parameters of the game are options
``game_options``   these options, and what was typed for them as values
``options``        options that several commands share
``commands``       what each command does: a module of its name, or of its kin's
``subjects``       what a command is about: a game, or a file with a solution
``too_large``      games that are known to be too large for this machine
``modules``        names in a file of Python, or in a module that can be imported
``output``         what is shown at a terminal, or written elsewhere
``failures``       what went wrong, in one line, and the exit code that goes with it
``endings``        the exit codes, and exceptions for ends that are no failures
``named_players``  players by their names
``bots``           a bot of somebody's in a process of its own
``tool_server``    what programs ask by the Model Context Protocol
``tool_answers``   the process that solves and answers for it
``table_talk``     what is said between the board and a person who plays
=================  ===================================================================

Answers go to standard output; progress and errors go to standard error. What is heavy is
imported when it is used: ``gamesolver --help`` loads neither numpy nor a game.
"""
