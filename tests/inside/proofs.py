"""Proofs from inside: both searches, their tables, what they forget, and the claims they leave."""

from gamesolver.proofs import grounds, kept, on_demand, plain_table
from gamesolver.proofs.budget import Budget
from gamesolver.proofs.buffers import FIRST_BUCKETS, GROWTH, SAMPLE, GrowingTable, Memory, table_of
from gamesolver.proofs.claims import statement_of
from gamesolver.proofs.compiled_proof_numbers import CompiledProofNumbers
from gamesolver.proofs.compiled_search import CompiledSearch, _frames
from gamesolver.proofs.compiled_tables import NumberedWorths, Stretches
from gamesolver.proofs.plain_proof_numbers import PlainProofNumbers
from gamesolver.proofs.plain_search import PlainSearch
from gamesolver.proofs.questions import Forgotten, Questions, exactly, value_alone
from gamesolver.proofs.threads import SearchThreads
from gamesolver.proofs.worths import ANY_DRAW, ANY_WIN, MOST, NOTHING, Scale, Scales, worth_of
