"""Mutants: deliberate mistakes of one line, each of which some test must notice."""
