"""Adapters from inside: other libraries' games, their histories, and the keys of positions.

The other libraries themselves are asked for by the tests, which are left out where one is missing.
"""

from gamesolver.adapters import aima, chess, easyai, histories
from gamesolver.adapters.frameworks import framework
from gamesolver.adapters.histories import FRESH, Histories
from gamesolver.adapters.keys import is_end, line_of, seat_of, text_of
from gamesolver.adapters.walks import HiddenHistoryError
