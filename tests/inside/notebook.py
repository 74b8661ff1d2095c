"""The notebook from inside: the page of a match, and the widget around it."""

from gamesolver.notebook.page import MatchPage
from gamesolver.notebook.widget import MatchWidget
