"""The command line: the library for people at a terminal, and for scripts.

A face, and no more: a command reads what was typed, asks the library, and tells the answer.
Nothing in the library imports this package. One call goes this way:

1. :mod:`~gamesolver.command_line.main` takes the words, and gives the exit code;
2. :mod:`~gamesolver.command_line.app` lists the commands, and makes one typer program of them.
   The command at hand gets the parameters of its game as options
   (:mod:`~gamesolver.command_line.dressing`, :mod:`~gamesolver.command_line.game_options`);
3. the command, a function of its own, asks a :mod:`subject <gamesolver.command_line.subjects>`
   for its game or its solution, and the library for the answer;
4. the answer is shown (:mod:`~gamesolver.command_line.page`) or written as JSON, in the shapes
   of :mod:`~gamesolver.command_line.shapes`;
5. what went wrong becomes one line on standard error, and an exit code
   (:mod:`~gamesolver.command_line.failures`).

Who plays is named (:mod:`~gamesolver.command_line.named_players`); a bot of somebody's runs in a
process of its own (:mod:`~gamesolver.command_line.bots`).

Answers go to standard output; progress and errors go to standard error. What is heavy is
imported when it is used: ``gamesolver --help`` loads neither numpy nor a game.
"""
