"""check_game and its laws.

====================  =======================================================
``check_game``        the test of a game by its laws, and the report
``choice``            choice of the laws to test
``laws``              the laws by name, and the functions that test them
``symmetry``          laws of symmetric positions
``candidates``        law of the author's candidates
``candidate_scores``  scores of positions for this law, in games with scores
``compiled_laws``     laws of compiled rules
``examination``       calls each method twice and checks each result
====================  =======================================================
"""
