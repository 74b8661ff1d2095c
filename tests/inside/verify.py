"""The verifier from inside, given tables and claims that nobody would have made."""

from gamesolver.verify import claim_columns, spot_check
from gamesolver.verify.certificate import verify
from gamesolver.verify.claims import ClaimCheck
from gamesolver.verify.levels import LevelClaimCheck
from gamesolver.verify.passes import verify_claims
from gamesolver.verify.positions import _is_better, _taken_back
from gamesolver.verify.tables import verify_table
