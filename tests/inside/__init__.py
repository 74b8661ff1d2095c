"""The seams by which tests reach inside the library: one a room, and no other way in.

What a user can ask is asked through the face, ``gamesolver`` and its public packages, and most
tests need no more. Some things no public call shows: what a kernel makes of columns that nobody
would have, which part of a file is broken, what a search left out, what one rank sends another,
or what happens where a limit is so low that a small game meets it. For these a room has a module
here that imports what is opened of it, and tests import it from there. So each can be read
in one place, a module that is moved or renamed touches one line, and what no test needs any more is
shut again: ``tests/house/test_seams.py`` finds what goes around, by an import or by a text that
names what is patched, and openings without use.

A module is opened whole where a test lowers a limit of it, plants a fault in it or is about all
that it has; of others the names are opened that tests take.
"""
