"""Benchmarks that assert: the answers, and the figures we owe."""
