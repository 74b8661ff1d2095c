"""The command line: the library for people at a terminal, and for scripts.

A face, and no more: a command reads what was typed, asks the library, and shows the answer.
Nothing in the library imports this package. One call passes through these modules:

=================  ============================================================
Answers go to standard output; progress and errors go to standard error. What is heavy is
imported when it is used: ``gamesolver --help`` loads neither numpy nor a game.
"""
