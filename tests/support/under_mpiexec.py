"""Attempts of the ranks of a job under a real launcher: games on some of them and on all.

``mpiexec -n 4 python -m tests.support.under_mpiexec 60`` solves games on all four ranks and on
three of them, by night on one rank and on two as well, and holds each file against that of one
process; those that are numbered by stages are solved in a folder, too. By day they are some lines
and a small board, whose compiled rules are kept from process to process; by night sixty graphs by
chance stand before all lines, and sixty of other kinds behind, and small boards of the shelf.
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
    """Try them, and state how many."""
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
            ranks.Free()
        tried += 1
    require_errors_of_all(world)
    if world.rank == 0:
        print(f"{tried} games on up to {world.size} ranks")  # noqa: T201  # for who has begun it


def folders(ranks, game):
    """No folder, and for a game that is numbered by stages one that all ranks see."""
    by_stage = game.rules.by_stage
    if by_stage is None or IS_NIGHTLY:
        yield None
    if by_stage is not None and not isinstance(game, StagedSheet):  # whose graph is no parameter
        with TemporaryDirectory() as own:
            yield ranks.bcast(own)


def wait_for_all(world):
    """Wait without querying again and again, which would take the processor from those at work."""
    request = world.Ibarrier()
    while not request.Test():
        time.sleep(0.001)


def require_errors_of_all(world):
    """An error of one rank is raised by all."""
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
