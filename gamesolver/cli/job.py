"""Job of several ranks: a launcher of MPI starts the command several times.

``mpiexec -n 4 gamesolver solve GAME`` starts four processes. They know each other only by the
variables that the launcher sets in their environment. Only the first one prints. All start and end
together. If one of them fails, in reading the game, solving or saving, the first one prints that
error, and all have its exit code.
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
"""Environment variables of launchers: the rank of a process, and the number of ranks."""
SHARED = ("solve",)
"""The commands that ranks share."""


def ranks_in_job(words: Sequence[str]) -> tuple[int, int]:
    """Return the rank of this process and the number of ranks: 0 and 1 if it is not shared."""
    if command_in(words)[0] not in SHARED:
        return 0, 1
    for rank, size in LAUNCHERS:
        found = os.environ.get(rank, ""), os.environ.get(size, "")
        if all(number.isdecimal() for number in found):
            return int(found[0]), int(found[1])
    return 0, 1


def silence_other_ranks(words: Sequence[str]) -> None:
    """Discard the output of all ranks but the first."""
    if ranks_in_job(words)[0] > 0:
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115  # as long as we run


@contextmanager
def together(words: Sequence[str]) -> Iterator[None]:
    """Start and end together with the other ranks of the job, if there are any."""
    if ranks_in_job(words)[1] == 1:
        yield
        return
    from gamesolver.system.mpi_team import MpiTeam, world  # few have any

    with MpiTeam.of(world()):
        yield


def communicator_of_job() -> Any:
    """Return the communicator of a shared command; ``None`` if there is only one rank."""
    if ranks_in_job(SHARED)[1] == 1:
        return None
    from gamesolver.system.mpi_team import world

    return world()
