"""Verification of solutions and proofs, by code that shares nothing with the solvers.

=================  ======================================================
``certificate``    check of a solution by the rules, position by position
``positions``      check of a single position
``folding``        comparison of a position with its canonical position
``spot_check``     check of some positions, before ``solve`` returns them
``tables``         choice of the check for a table
``indexes``        check of a solution of a compiled game, index by index
``claims``         check of a proof by the rules, claim by claim
``claim_columns``  check of a proof of a compiled game, by a kernel
=================  ======================================================
"""
