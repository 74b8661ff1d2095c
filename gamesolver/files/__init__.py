"""Solutions in files: one SQLite file for each solution, with hashes of its content.

**Columns.** A solution is a game and columns of numbers: a *table entry* for each position (see
``gamesolver.tables.entries``), and what is needed to find the entry of a position:

================  ==================================================================
indexed game      ``cells``: the entries, in the order of their indexes
enumerated game   ``found_cells``: its positions, in order, each with its entry
plain game        ``cells``: the entries; ``texts``: its positions by ``format``, in the order of
                  the solution; ``keys``: the hashes of the texts, in order, and
                  ``numbers``: the number of the position of each hash
================  ==================================================================

A file of values alone has ``digits`` or ``found_digits`` instead of entries, five to a byte.

**Storage.** Each column is cut into blocks of a fixed number of entries, and each
block is written byte plane by byte plane, compressed by zstandard, and stored as one row.
A *guide* to each column holds the hashes of its blocks, and the first number of each if
they are in order. There are three texts in addition: *identity* (game, parameters,
conventions, rules by a digest), *shape* (lengths of the columns, number of positions of
each outcome) and the *root*.

**Integrity.** The hash of a block covers the identity, the column, the block's
number, its length and its content. So a broken block is detected, and so is one from another
place or file. The root covers all guides and both texts. This detects accidents. ``verify``
detects forgeries, because it calls the rules.

**Cost.** The first query of a position of a compiled game reads and unpacks one block,
that of a plain game a few: some tens of microseconds. A position takes
a byte or less. Saving takes a tenth of the time to solve, or less.

====================  ================================================================
``format``            contents of a file: identity, shape, guides, root, texts
``packing``           the parts of a table for a file; entries made into blocks, compressed
``blocks``            the forms of entries; blocks made into entries again, and their hashes
``writing``           a solution, or values, written
``replacing``         a file that gets its name when it is complete
``leftovers``         unfinished files of processes that were killed, removed
``reading``           a file opened: its texts, its guides and its blocks, checked
``opening``           the game of a file, and a comparison of its rules
``tables``            a table that stays in its file, and is looked up there
``entry_tables``      a table in its file, for compiled games
``room``              memory or a file for such a table when all of it is read
``values``            files of values alone
``claims``            proofs in files
``named_tables``      names of the tables that a proof rests on
``checkpoints``       the state of a solve in a folder; each rank writes its own columns
``rank_notes``        names of the ranks at work in a folder, and which of them was killed
``shared_stages``     stages that a finished solution of another game has
``run_files``         sorted runs of found positions, in that folder
``stage_file``        the entries of a game that is solved stage by stage, in that folder, and its
                      long outcomes
``stage_keys``        the keys of an enumerated game that is solved stage by stage
====================  ================================================================
"""
