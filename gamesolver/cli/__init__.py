"""Command line: the library for users at a terminal, and for scripts.

A thin interface: a command reads its arguments, calls the library, and prints the result. Nothing
in the library imports this package. One call passes through these modules:

=================  ===================================================================
``main``           one call: from the typed words to an exit code
``app``            the list of commands, and the program that click makes of them
``words``          finds the command of a call, before click reads the words
``job``            the ranks of an MPI job, where only the first one prints
``parsing``        commands with arguments and with the options of a game, for click
``game_options``   these options, and the conversion of typed text to values
``options``        options that several commands share
``commands``       the commands: a module for each, or for a few related ones
``subjects``       subject of a command: a game, or a file with a solution
``too_large``      games that are known to be too large for this machine
``modules``        names in a Python file, or in a module that can be imported
``output``         output at a terminal, or to a file
``failures``       the message of an error in one line, and its exit code
``endings``        the exit codes, and exceptions for exits that are not failures
``named_players``  players by their names
``bots``           a user's bot in a process of its own
``tool_server``    server of the Model Context Protocol, for other programs
``tool_answers``   the process that solves and answers for it
``dialogue``     the dialogue of a match at the terminal
=================  ===================================================================

Results go to standard output; progress and errors go to standard error. Heavy modules are imported
when they are used: ``gamesolver --help`` loads neither numpy nor a game.
"""
