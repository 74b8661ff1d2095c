"""Rules from inside: how they are asked, held to their word, compiled, and found on the shelf."""

from gamesolver.rules import calls, lookup, registry
from gamesolver.rules.calls import GUARD_MOVE, GUARD_POSITION, KIND, MOVES, POSITIONS, SIGNATURES
from gamesolver.rules.compiled import plain_of
from gamesolver.rules.figures import figures_of
from gamesolver.rules.groups import Groups, group_buffers
from gamesolver.rules.guard import Rules
from gamesolver.rules.interpreted import interpreted, plain_copy
from gamesolver.rules.likeness import Likeness
from gamesolver.rules.notes import notes_on_names
from gamesolver.rules.pairs import require_same
from gamesolver.rules.parameters import is_literal, read_parameter, titled
from gamesolver.rules.preflight import BEFORE_A_SOLVE, SEED, Trial, require_predecessors, try_rules
from gamesolver.rules.provenance import FOUND, found_here, kind_of, kinds_in, says, way_found
from gamesolver.rules.registry import registered_name
from gamesolver.rules.slots_by_stage import SlotsByStage, first_slots
from gamesolver.rules.sources import keep_fresh
