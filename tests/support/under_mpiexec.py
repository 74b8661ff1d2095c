"""Test of solving on MPI ranks under a real launcher, on some of the ranks and on all.

``mpiexec -n 4 python -m tests.support.under_mpiexec 60`` solves games on all four ranks and on
three of them, and compares each file with that of one process. Games that are indexed by stages are
also solved in a folder, and in memory with their own solution as a table. The everyday run uses
some lines and a small board, whose compiled rules are cached on disk. The nightly run also uses one
and two ranks, and adds sixty random graphs, sixty graphs of other kinds, and small games of the
library.
"""

from __future__ import annotations

import sys
import time
import traceback
from itertools import chain
from random import Random
from tempfile import TemporaryDirectory

from mpi4py import MPI

from gamesolver import GameContractError, solve
from gamesolver.system.mpi_team import MpiTeam
from tests.attacks.staged_games import StagedSheet
from tests.support.rank_solving import LINES, SCORED, SHELF, STAGED, file_of, graphs, slated
from tests.support.scale import IS_NIGHTLY


def main():
    """Run the test, and print the number of games."""
    world, tried = MPI.COMM_WORLD, 0
    number, luck = int(sys.argv[1]), Random(7)
    drawn = (slated(each, "images", luck) for each in range(number))
    others = chain(drawn, LINES, STAGED, graphs(number), SCORED, SHELF)
    for game in others if IS_NIGHTLY else (*LINES[:number], STAGED[0]):
        expected = file_of(solve(game)) if world.rank == 0 else None
        for size in range(1 if IS_NIGHTLY else world.size - 1, world.size + 1):
            wait_for_all(world)
            ranks = world.Split(0 if world.rank < size else MPI.UNDEFINED)
            if ranks == MPI.COMM_NULL:
                continue
            for folder in folders(ranks, game):
                solution = solve(game, communicator=ranks, folder=folder)
                assert (solution is None) == (world.rank > 0)
                assert solution is None or file_of(solution) == expected, (game, size)
                assert solution is None or (" stages on disk" in solution.how.why) == bool(folder)
            if game in STAGED:
                solution = solve(game, communicator=ranks, tables=[solve(game)])
                assert solution is None or file_of(solution) == expected, (game, size)
                assert solution is None or " stages in memory" in solution.how.why
            ranks.Free()
        tried += 1
    require_errors_of_all(world)
    if world.rank == 0:
        print(f"{tried} games on up to {world.size} ranks")  # noqa: T201  # result for the caller


def folders(ranks, game):
    """Yield None, and for a game that is indexed by stages a folder that all ranks share."""
    by_stage = game.rules.by_stage
    if by_stage is None or IS_NIGHTLY:
        yield None
    if by_stage is not None and not isinstance(game, StagedSheet):  # its graph cannot be saved
        with TemporaryDirectory() as own:
            yield ranks.bcast(own)


def wait_for_all(world):
    """Wait with pauses, because busy waiting would take the processor from the other ranks."""
    request = world.Ibarrier()
    while not request.Test():
        time.sleep(0.001)


def require_errors_of_all(world):
    """Assert that an error of one rank is raised on all ranks."""
    try:
        with MpiTeam.of(world) as team:
            if team.rank == 1:
                raise GameContractError("at fault", ())
            while True:
                team.meet()
    except GameContractError as error:
        assert str(error).startswith(f"rank 1 of {world.size} (")  # noqa: PT017  # in each process


if __name__ == "__main__":
    try:
        main()
    except BaseException:
        traceback.print_exc()
        MPI.COMM_WORLD.Abort(1)
