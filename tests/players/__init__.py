"""Players, matches, odds, audits, puzzles and strategies."""
