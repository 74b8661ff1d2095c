"""The graph road from inside: exploring, borders, and how graphs are settled."""

from gamesolver.graph import retrograde as retrograde_module
from gamesolver.graph import reversing
from gamesolver.graph.border import Border, RankedBorder, bytes_a_row, counter_to
from gamesolver.graph.exploring import COMPARISONS, Explorer
from gamesolver.graph.retrograde import retrograde
from gamesolver.graph.widths import ROWS_A_LOOK
