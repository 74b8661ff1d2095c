"""What an author writes, and how the library asks it.

==================  ============================================================================
``game``            the abstract game: four methods and their company
``compiled``        the same game as numba functions
``slots_by_stage``  a game numbered within its stages, and numbered through
``parameters``      what a game was made with, and which methods its author wrote
``registry``        the games on the shelf, by name, and what a wrong name may mean
``figures``         what is published of them
``known_sizes``     games that are known to be too large, refused before any work
``guard``           every question guarded, every answer checked
``calls``           the fixed signatures of compiled rules, and asking them from Python
``signs``           a game with scores, asked who wins and no more
``sources``         what compiled rules are made of, so that no change goes unnoticed
``interpreted``     compiled rules as plain Python, all the way down
``preflight``       rules tried on some positions before they are trusted with millions
``pairs``           compiled rules held against the plain ones
``lookup``          positions from outside: to begin with, and to be looked up
``position_size``   the size of a position, and whether positions keep growing
``likeness``        whether two things differ in nothing but their place in memory
``reached_again``   what is equal to a known position held against it
``reading_back``    positions that cannot be read from text
``notes``           what is legal and may be a slip
``faults``          what is said of a game at fault
``twin_faults``     what is said of symmetric positions that are not alike
``messages``        positions, moves and texts in messages
==================  ============================================================================
"""
