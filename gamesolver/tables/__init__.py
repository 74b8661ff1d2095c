"""The outcomes of many positions.

===============  =================================================================
``labels``       two columns of numbers: values and plies; how a solution was obtained
``cells``        outcomes as cells, by ``kernels.codes``; the few that do not fit
``claims``       what a proof shows, position by position
``claim_scale``  what its numbers mean where there are scores, or endless play is won
``solved``       what tables know, for whoever proves others
``table``        where a solution keeps its outcomes, and how they are counted
===============  =================================================================
"""
