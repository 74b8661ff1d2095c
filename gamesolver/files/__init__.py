"""Solutions in files: one SQLite file a solution, opened in a moment, trusted by its hashes.

**What is in it.** A solution is a game and columns of numbers: a *cell* for each position
(see ``gamesolver.tables.cells``), and what finds a position's place among them:

=============  ==================================================================
a numbered     ``cells``: the place is the slot that the game's own index gives
game
a found game   ``found_cells``: its positions, in order, each with its cell
a plain game   ``cells``, and ``texts``: its positions by ``format``, in the order of
               the solution; ``keys``: the hashes of the texts, in order, and
               ``numbers``: whose each of them is
=============  ==================================================================

A file of values alone has ``digits`` or ``found_digits`` in place of cells, five to a byte.

**How it is kept.** Each column is cut into blocks of a fixed number of entries, and each
block is written byte plane by byte plane, compressed by zstandard, and stored as one row.
A *guide* to each column holds the hashes of its blocks, and the first number of each if
they are in order. Beside them stand three texts: *identity* (game, parameters,
conventions, rules by a digest), *shape* (how long the columns are, how many positions have
which outcome) and the *root*.

**Why it can be trusted.** The hash of a block covers the identity, the column, the block's
number, its length and its content: so neither a broken block passes, nor one from another
place or file. The root covers all guides and both texts. This finds accidents; against
forgers ``verify`` asks the rules.

**What it costs.** One look into the file and one block unpacked for a position of a compiled
game that was not asked before, a few for one of a plain game: some tens of microseconds. A
byte or less a position. Saving takes a tenth of the time to solve, or less.

====================  ================================================================
``format``            what stands in a file: identity, shape, guides, root, texts
``packing``           what of a table goes into a file; entries made into blocks, compressed
``blocks``            the forms of entries; blocks made into entries again, and their hashes
``writing``           a solution, or values, written
``beside``            a file that takes its name when it is whole
``leftovers``         unfinished files of processes that were killed, removed
``reading``           a file opened: its texts, its guides and its blocks, checked
``opening``           which game a file is of, and whether its rules are those
``tables``            a table that stays in its file, and is looked up there
``cell_tables``       the same for compiled games
``room``              where such a table stands when it is wanted whole
``values``            files of values alone
``claims``            proofs in files
``named_tables``      which tables a proof rests on
``checkpoints``       the state of a solve in a folder; each rank writes its own columns
``rank_notes``        names of the ranks at work in a folder, and which of them was killed
``shared_stages``     stages that a finished solution of another game has
``run_files``         sorted runs of found positions, in that folder
``stage_file``        the cells of a game that is solved stage by stage, in that folder, and the
                      long outcomes beside them
``stage_keys``        the keys of an enumerated game that is solved so
====================  ================================================================
"""
