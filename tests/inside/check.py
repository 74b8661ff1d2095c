"""``check_game`` from inside: the table of its laws, and which of them a call has chosen."""

from gamesolver.check.choice import OF_ANY_QUESTION, ChosenLaws
from gamesolver.check.laws import FOLLOW, LAWS
