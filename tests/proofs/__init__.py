"""Proofs of single positions, and what authors know."""
