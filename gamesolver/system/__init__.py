"""What the machine gives: threads, memory, columns, and word of how far the work is.

============  ==========================================================
``workers``   threads that do the chunks of a piece of work
``team``      ranks that share the work, and one process as a team of one
``mpi_team``  ranks of one job under MPI, which meet and end together
``disk``      how much room a disk has, and what is said where nothing can be written
``memory``    how much memory the work has taken, and where it must stop
``columns``   columns in files without a name, and streams
``progress``  how far the work has come, for whoever listens; a stopwatch
============  ==========================================================
"""
