"""``check_game`` from inside: the table of its laws, and which of them waits for which."""

from gamesolver.check.laws import FOLLOW, LAWS
