"""The outcomes of many positions.

===============  =================================================================
``labels``       two columns of numbers: values and plies; how a solution was obtained
``entries``      outcomes as entries, by ``kernels.codes``; the few that do not fit
``claims``       what a proof shows, position by position
``claim_scale``  the meaning of its numbers: levels of points, and plies
``solved``       known outcomes of tables, for proofs of other positions
``table``        where a solution keeps its outcomes, and how they are counted
===============  =================================================================
"""
