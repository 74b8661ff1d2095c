"""Tests of proofs of one position, and of statements of authors."""
