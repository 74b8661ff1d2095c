"""A job of several ranks: the same command, begun by a launcher of MPI as many times.

``mpiexec -n 4 gamesolver solve GAME`` begins four processes that know nothing of each other but
what the launcher has put into their environment. The first one alone speaks. All begin and end
together: what goes wrong at one of them, in reading the game as well as in solving or saving, is
what the first one says, and all have its exit code.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from gamesolver.cli.words import command_in

LAUNCHERS = (
    ("PMI_RANK", "PMI_SIZE"),  # MPICH, Intel MPI, and Slurm where it starts these
    ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),  # Open MPI
    ("PMIX_RANK", "SLURM_STEP_NUM_TASKS"),  # Slurm with PMIx
)
"""What launchers call the number of a process, and how many there are."""
SHARED = ("solve",)
"""The commands that ranks share."""


def ranks_in_job(words: Sequence[str]) -> tuple[int, int]:
    """The number of this process, and how many there are: 0 and 1 for a command not shared."""
    if command_in(words)[0] not in SHARED:
        return 0, 1
    for rank, size in LAUNCHERS:
        told = os.environ.get(rank, ""), os.environ.get(size, "")
        if all(number.isdecimal() for number in told):
            return int(told[0]), int(told[1])
    return 0, 1


def say_nothing_unless_first(words: Sequence[str]) -> None:
    """Let what all but the first rank say go nowhere."""
    if ranks_in_job(words)[0] > 0:
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115  # as long as we run


@contextmanager
def together(words: Sequence[str]) -> Iterator[None]:
    """Begin and end with the other ranks of the job, if there are any."""
    if ranks_in_job(words)[1] == 1:
        yield
        return
    from gamesolver.system.mpi_team import MpiTeam, world  # few have any

    with MpiTeam.of(world()):
        yield


def communicator_of_job() -> Any:
    """The ranks that share a command; ``None`` where there is but one."""
    if ranks_in_job(SHARED)[1] == 1:
        return None
    from gamesolver.system.mpi_team import world

    return world()
