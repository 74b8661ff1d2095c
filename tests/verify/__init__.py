"""Tests of the verifier: it accepts correct solutions only."""
