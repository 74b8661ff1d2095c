"""Resources of the machine: threads, ranks, memory, disk, columns, and progress reports.

============  ==========================================================
``workers``   threads that do the chunks of a piece of work
``team``      ranks that share the work, and one process as a team of one
``mpi_team``  ranks of one job under MPI, which meet and end together
``disk``      free space of a disk, and errors for failed writes
``memory``    memory in use, and the memory limit
``columns``   columns in files without a name, and streams
``progress``  progress reports for the caller; a stopwatch
============  ==========================================================
"""
