"""Proofs: the outcome of one position, and what it rests on."""
