"""The machine from inside: memory, disk, threads, ranks, and how progress is told."""

from gamesolver.system import columns, memory, progress, team
from gamesolver.system.disk import bytes_held, free_on_disk
from gamesolver.system.memory import (
    MemoryMeter,
    anonymous_bytes,
    containers,
    free_bytes,
)
from gamesolver.system.progress import Reporter, Stopwatch, reporting
from gamesolver.system.team import Outbox, RankError, Team
from gamesolver.system.workers import Workers, chunks_of, default_threads
