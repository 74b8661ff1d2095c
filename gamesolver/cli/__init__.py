"""The command line: the library for people at a terminal, and for scripts.

A face, and no more: a command reads what was typed, asks the library, and shows the answer.
Nothing in the library imports this package. One call goes this way:

1. ``main`` takes the words, and gives the exit code;
2. ``app`` lists the commands, and makes one typer program of them. The command at hand gets
   the parameters of its game as options (``game_options``; ``options`` are those that several
   commands share);
3. the command, a function in ``commands``, asks a subject (``subjects``) for its game or its
   solution, and the library for the answer;
4. the answer is shown (``output``) or written as JSON, in the shapes of ``shapes``;
5. what went wrong becomes one line on standard error, and an exit code (``failures``,
   ``endings``).

Who plays is named (``named_players``); a bot of somebody's runs in a process of its own (``bots``);
a person sits at the table (``table_talk``).

Answers go to standard output; progress and errors go to standard error. What is heavy is
imported when it is used: ``gamesolver --help`` loads neither numpy nor a game.
"""
