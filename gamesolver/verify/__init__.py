"""The certificate, sharing nothing with what it checks.

=================  =======================================================
``certificate``    a solution held against the rules, position by position
``positions``      the certificate at a single position
``folding``        a position held against the one that stands for it
``spot_check``     some positions of each solution, before ``solve`` returns it
``tables``         which walk a table takes
``slots``          the same for compiled games, slot by slot
``claims``         a proof held against the rules, claim by claim
``claim_columns``  the same for compiled games, by a kernel
=================  =======================================================
"""
