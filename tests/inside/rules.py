"""Rules from inside: how they are asked, held to their word, compiled, and found on the shelf."""

from gamesolver.rules import known_sizes, lookup, registry
from gamesolver.rules.calls import GUARD_MOVE, GUARD_POSITION, KIND, MOVES, POSITIONS, SIGNATURES
from gamesolver.rules.figures import figures_of
from gamesolver.rules.groups import Groups, group_buffers
from gamesolver.rules.guard import Rules
from gamesolver.rules.interpreted import interpreted, plain_copy
from gamesolver.rules.likeness import Likeness
from gamesolver.rules.notes import notes_on_names
from gamesolver.rules.parameters import is_literal, read_parameter, titled
from gamesolver.rules.preflight import Trial, require_predecessors, try_rules
from gamesolver.rules.sources import keep_fresh
