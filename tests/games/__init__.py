"""Tests of the games. Tests that apply to all games are in the files of this table.

==============================  ====================================================================
``test_registered_games``       names, classes, and files of figures
``test_shelf_pages``            every figure of small games, and the pages that show them
``test_figures``                figures of larger games, and starts that are proved
``test_laws_of_games``          the laws of ``check_game``, at every position of small boards
``test_plain_versions``         compiled rules, and their solutions, compared with plain ones
``test_numbering``              indexes and positions of indexed games
``test_predecessors``           predecessors of positions
``test_symmetries``             solutions with symmetries and without
``test_refusals``               texts, moves, numbers, and parameters that are refused
``test_words``                  texts of moves
``test_legends``                names of squares
``test_pictures``               pictures and boards
``test_citations``              sources of figures
==============================  ====================================================================

Every other file tests one game or family: its rules by example, theorems about it, and figures
that a solution does not count.
"""
