"""check_game and its laws.

====================  =======================================================
``check_game``        the laws tried on a game, and the report
``choice``            which laws are tried
``laws``              the laws by name, and the functions that try them
``symmetry``          the laws of twins
``candidates``        the law of what the author knows
``candidate_scores``  what positions are worth for it, where there are scores
``compiled_laws``     the laws of compiled rules
``examination``       every question asked twice, every answer looked at
====================  =======================================================
"""
