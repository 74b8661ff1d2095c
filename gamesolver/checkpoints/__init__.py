"""Checkpoints: how far a solve has come, in a folder, so that the same call goes on from there.

**What is kept.** Whatever is settled stays settled, and whatever is found stays found. So a
checkpoint is the cells as they are, some of them pending, with a few words about what is
being done; while positions are still being found, it is their keys, and how many of them
have been expanded.

=====================  ================================================================
``…-checkpoint``       JSON, written last: the game, the words, and hashes of the others
``…-keys``             found keys in the order in which they were found; appended to, never
                       written again, so that what stands behind the last checkpoint is
                       cut off
``…-cells-N``          the cells of the N-th checkpoint, ``…-longs-N`` what stands beside
                       them, ``…-left-N`` keys that are to be expanded out of their order
=====================  ================================================================

All names begin with ``gamesolver``; nothing else in the folder is looked at.

**Why it can be trusted.** Files are synced before the first of them tells of them, and that one is
written beside its place and moved: at any moment the folder holds one whole checkpoint, or
none. All is hashed, and the hashes are compared before anything is believed. The game goes
by its name, parameters and a digest of its rules, as in files of solutions.

**The cost.** Writing the cells, once in so many seconds, and eight bytes a found position.
"""
