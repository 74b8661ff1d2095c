"""Compiled games solved by several ranks: equal files, and errors that all ranks raise."""

import os
import sys
import time
from contextlib import nullcontext
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace
from unittest.mock import patch

import numpy as np
import pytest
from numba import njit

from games import Nim
from gamesolver import GameContractError, InvalidArgumentError, MemoryLimitError, solve
from gamesolver.engine import (
    ends,
    finding,
    in_step,
    predecessors,
    propagation,
    queries,
    whole_solve,
)
from gamesolver.engine.shares import IndexedShare, KeyShare, bounds_of_keys
from gamesolver.kernels import propagation as propagating
from gamesolver.kernels import ranks as kernels
from gamesolver.system import mpi_team as teams
from gamesolver.system.mpi_team import MpiTeam, RankError
from gamesolver.system.team import Outbox
from tests.attacks.engine_games import INDEXED, SheetGame
from tests.attacks.graph_games import abreast, many_drawings
from tests.attacks.spoilt_compiled_rules import Bits, spoilt
from tests.engine.test_compiled_faults import far_index
from tests.support.engine_solving import chain, playable, solved
from tests.support.rank_solving import LINES, file_of, graphs, solved_on
from tests.support.rank_threads import Seat, Table, on_ranks
from tests.support.scale import IS_PLAIN, scaled

SIZES = (3,) if IS_PLAIN else (1, 2, 3, 4)


def require_the_same(game, sizes=SIZES, how="on"):
    """Solve by one process, which tries the rules, and by ranks, and compare the files."""
    expected = file_of(solved(game, "graph"))
    for size in sizes:
        with patch.object(whole_solve, "try_rules"):
            first, *others = on_ranks(size, lambda team: solved_on(team, game))
        assert not isinstance(first, BaseException), first
        assert file_of(first) == expected
        assert others == [None] * (size - 1)
        assert size == 1 or how in first.how.why
        assert size == 1 or f" on {size} ranks" in first.how.why


@pytest.mark.parametrize("game", LINES, ids=repr)
def test_games_have_the_same_file_on_any_number_of_ranks(game):
    """Games with long lines, kept turns and infinite play have the file of one process."""
    require_the_same(game)


def test_graphs_have_the_same_file_on_any_number_of_ranks():
    """Random graphs of all kinds have the file of one process."""
    for game in graphs(6 if IS_PLAIN else scaled(6, 600)):
        require_the_same(game)


def test_small_boxes_and_rounds_change_nothing():
    """With small buffers and few moves and messages per round, the file is the same."""
    with (
        patch.object(finding, "ENOUGH", 8),
        patch.object(finding, "OTHERS_A_STEP", 8),
        patch.object(queries, "MOVES_A_ROUND", 50),
        patch.object(propagation, "MESSAGES", 8),
        patch.object(whole_solve, "ENTRIES_A_PIECE", 7),
        patch.object(in_step, "SECONDS_A_STEP", 0.0),
    ):
        for game in graphs(3, seed=1):
            require_the_same(game, (1, 3))


BACK = "retrograde passes on"


@pytest.mark.parametrize(
    ("seldom", "fold"),
    [
        *zip((0, 10**9), INDEXED, strict=False),
        *((seldom, fold) for fold in INDEXED for seldom in (0, 10**9)),
    ],
)
def test_predecessors_are_reported_by_their_owners(fold, seldom):
    """Retrograde passes on ranks give the same file, from terminal positions or moves to them."""
    parts = [playable(each, fold) for each in many_drawings(scaled(40, 2000), 3)]
    game = SheetGame(abreast(parts), fold, True, back=True)
    with patch.object(ends, "SOON", 10**9), patch.object(ends, "SELDOM", seldom):
        require_the_same(game, how=BACK)
        with patch.object(predecessors, "MESSAGES", 20):
            require_the_same(game, (2,), how=BACK)


@pytest.mark.parametrize("end", [-1, 0, 1])
def test_predecessors_of_long_lines(end):
    """Long lines give the same file if entries are widened and later narrowed again."""
    for plies in [83, 73, 84, 71, 72, 82, 130]:
        game = SheetGame(chain(plies, end, escape=plies % 2 == 1), "strict", True, back=True)
        with patch.object(ends, "SOON", 10**9):
            require_the_same(game, (3, 1), how=BACK)


def test_many_that_would_report_few_leave_it_to_the_graph():
    """The graph is used if predecessors would cost more, or if the caller requests it."""
    game = SheetGame(chain(5, -1), "strict", True, back=True)
    with patch.object(ends, "SOON", 0), patch.object(ends, "TRIED", 1):
        require_the_same(game, (2,), how="pending indexes on 2 ranks")
    first, _ = on_ranks(2, lambda team: solved_on(team, game, methods="graph"))
    assert "pending indexes on 2 ranks" in first.how.why


def test_ranks_may_have_threads():
    """Two threads per rank give the same file."""
    for game in graphs(3, seed=2):
        first, _ = on_ranks(2, lambda team, game=game: solved_on(team, game, threads=2))
        assert file_of(first) == file_of(solved(game))


@pytest.mark.parametrize("indexes", [1, 2, 17, 100, 5_000_000])
@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_each_index_has_one_owner(indexes, size):
    """Each index is in one block, and ``places`` is the number of indexes that a rank owns."""
    shares = [IndexedShare(indexes, rank, size) for rank in range(size)]
    blocks = sorted(block for share in shares for block in share.blocks)
    assert [0, *(last for _, last in blocks)] == [*(first for first, _ in blocks), indexes]
    assert sum(share.places for share in shares) == indexes
    for share in shares:
        some = np.arange(0, share.places, max(1, share.places // 50))
        assert [share.place_of(index) for index in share.indexes_of(some).tolist()] == some.tolist()


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7])
def test_each_key_has_one_owner(size):
    """Each key, also at a bound, belongs to the rank of its range, which looks it up."""
    luck = np.random.default_rng(size)
    bounds = bounds_of_keys(size)
    one, some = np.uint64(1), luck.integers(1, 2**64, 500, np.uint64)
    keys = np.unique(np.concatenate([bounds - one, bounds, bounds + one, some, [one, ~one]]))
    owned = np.split(keys, np.searchsorted(keys, bounds))
    begins = tuple(np.cumsum([0, *map(len, owned)]).tolist())
    with np.errstate(over="ignore"):
        shares = [KeyShare(part, rank, begins) for rank, part in enumerate(owned)]
        for rank, share in enumerate(shares):
            mixed = luck.permutation(len(keys))
            names, codes, ends = share.deal_out(keys[mixed], mixed)
            assert ends.tolist() == list(begins[1:])
            assert names.tolist() == keys[codes].tolist()
            for other, part in enumerate(np.split(names, ends[:-1])):
                assert {int(key) * size >> 64 for key in part} <= {other}
            places = share.places_named(keys)
            expected = np.full(len(keys), -1)
            expected[begins[rank] : begins[rank + 1]] = range(share.places)
            assert places.tolist() == expected.tolist()


@pytest.mark.parametrize("width", [np.uint32, np.int64])
def test_messages_are_packed_and_received(width):
    """Packed messages are unpacked unchanged, and resolved positions are queued once."""
    luck = np.random.default_rng(5)
    for most in (3, 100, 2**20, 2**31):
        numbers = luck.integers(0, most, 200)
        messages = np.sort(np.repeat(numbers, 2).astype(width))
        packed = np.empty(10 * len(messages), np.uint8)
        size, count = kernels.pack(messages, packed)
        received = [int(each) for each in messages if not each & 1]
        received += {int(each) for each in messages if each & 1}
        assert count == len(received)
        if most < 2**21:
            unresolved = np.full(most, 250, np.uint8)
            queue = np.empty(most, width)
            tail = propagating.resolve_packed(packed[:size], False, unresolved, queue, 0)
            good = {each >> 1 for each in received if each & 1}
            assert {int(each) >> 1 for each in queue[:tail]} == good
            for number in {each >> 1 for each in received} - good:
                assert unresolved[number] == 250 - received.count(2 * number)


# ── errors ──────────────────────────────────────────────────────────────────────────────────────


def test_what_goes_wrong_at_one_rank_is_raised_by_all():
    """All ranks raise an error of the same type whose message names the rank."""

    def work(team):
        team.meet(team.rank)
        if team.rank == 2:
            raise GameContractError("the game is at fault", (1,))
        while True:
            team.meet(0)

    errors = on_ranks(3, work)

    for error in errors:
        assert isinstance(error, GameContractError)
        assert error.faults == (1,)
        assert str(error).startswith("rank 2 of 3 (")
        assert str(error).endswith("): the game is at fault")


def test_no_rank_sends_to_one_that_has_no_room():
    """If a rank cannot allocate its inbox, all ranks raise its error before anything is sent."""

    def none_for_four(count, dtype):
        if count == 4:
            raise MemoryError("no room for four")
        return np.empty(count, dtype)

    def work(team):
        for to_second in (1, 2):  # items from each of the two ranks
            team.exchange(Outbox(np.zeros(to_second + 1), np.array([1, to_second + 1])))

    with patch.object(teams, "room_for", none_for_four):
        errors = on_ranks(2, work)

    for error in errors:
        assert isinstance(error, RankError)
        assert str(error).startswith("rank 1 of 2 (")
        assert str(error).endswith("): MemoryError: no room for four")


def test_the_first_rank_states_for_whom_all_wait():
    """The first rank reports the missing ranks again and again until all have arrived."""
    reported = []

    def work(team):
        team.get_acquainted()
        team.on_waiting = lambda missing, seconds: reported.append((missing, seconds))
        team.world.table.delay = 0.4
        if team.rank == 2:  # this rank is busy
            team.world.isend = lambda *_, **__: None
        team.send(Outbox(np.zeros(3, np.uint8), np.array([1, 2, 3])), np.ones(3, np.int64))
        team.world.table.delay = 0.0
        team.receive_waiting()

    with patch.object(teams, "PATIENCE", 0.02), patch.object(teams, "REPORTED_AGAIN", 0.04):
        assert on_ranks(3, work) == [None] * 3

    late = [missing for missing, seconds in reported if seconds > 0.2]
    assert len(late) > 1
    for missing in late:
        assert [name[:11] for name in missing] == ["rank 2 of 3"]
        assert f"process {os.getpid()}" in missing[0]


def test_who_waits_for_a_rank_that_is_gone_raises_its_name():
    """Each waiting rank raises an error that names the lost rank, and MPI ends the job at exit."""
    at_the_end = []

    def work(team):
        team.world.Abort = None
        team.world.table.delay = 60.0
        team.lost_ranks = lambda: "rank 1 of 2 (here, process 7) was killed"
        team.meet()

    registered = SimpleNamespace(register=lambda *ending: at_the_end.append(ending))
    with patch.object(teams, "LOOKS", (0.01, 0.02)), patch.object(teams, "atexit", registered):
        errors = on_ranks(2, work)
    assert [str(error) for error in errors] == ["rank 1 of 2 (here, process 7) was killed"] * 2
    assert at_the_end == [(None, teams.LOST)] * 2

    def around(team):  # a team that contains the team of the error
        around.team = team
        raise errors[0]

    assert on_ranks(1, around) == [errors[0]]
    assert around.team.is_broken
    assert around.team._error == b""  # nothing was sent, because no rank would receive it


def test_no_player_sleeps_while_bytes_are_on_their_way():
    """A rank that tests a transfer a thousand times sleeps only while it waits at meetings."""
    sleeps = []

    def asleep(seconds):
        sleeps.append(seconds)
        time.sleep(seconds)

    def work(team):
        team.ranks_here = teams.MANY  # no rank has a processor of its own
        team.world.table.questions = 1000
        team.exchange(Outbox(np.zeros(2, np.uint8), np.array([1, 2])))

    clock = SimpleNamespace(perf_counter=time.perf_counter, sleep=asleep)
    with patch.object(teams, "time", clock):
        assert on_ranks(2, work) == [None] * 2
    assert 0 < len(sleeps) < 100


def test_errors_that_do_not_travel_are_reported_in_words():
    """An exception of an unknown class is raised as a RankError with its name and text."""

    class StrangeError(Exception):
        pass

    def work(team):
        if team.rank == 1:
            raise StrangeError("by chance")

    for error in on_ranks(2, work):
        assert isinstance(error, RankError)
        assert str(error).startswith("rank 1 of 2 (")
        assert str(error).endswith("): StrangeError: by chance")


def test_what_all_have_met_names_no_rank():
    """If all ranks fail, each raises its own error."""

    def work(team):
        raise ValueError(team.rank)

    assert [error.args for error in on_ranks(3, work)] == [(0,), (1,), (2,)]


def test_a_limit_met_by_one_rank_ends_all():
    """A memory limit reached by one rank is raised by all ranks."""
    game = next(graphs(1))

    def work(team):
        return solved_on(team, game, "1 KB" if team.rank == 1 else None)

    for error in on_ranks(3, work):
        assert isinstance(error, MemoryLimitError)
        assert str(error).startswith("rank 1 of 3 (")
        assert "): out of memory: the limit is 1.0 KB (as requested)" in str(error)


@pytest.mark.parametrize("size", [1, 2])
def test_a_fault_of_the_game_is_reported_as_by_one_process(size):
    """A fault that the kernel of one rank meets is raised by all ranks."""
    game = spoilt("FarIndex", index=far_index)()
    with patch.object(whole_solve, "try_rules"):
        errors = on_ranks(size, lambda team: solved_on(team, game))

    for error in errors:
        assert isinstance(error, GameContractError)
        assert str(error).endswith(
            "FarIndex breaks its contract: index(2) returned 1000000000000: expected an index from "
            "0 to 7, or -1 for an integer that is not a position"
        )


@njit
def in_a_hole(index):
    """Return the position of another index for index 2, which is therefore unused."""
    return np.uint64(3) if index == 2 else np.uint64(index)


@pytest.mark.parametrize("methods", ["graph", "either"])
def test_a_move_to_a_hole_is_noticed_by_its_owner_and_reported_by_who_moves(methods):
    """A move to an unused index of another rank is reported as by one process."""
    game = spoilt("Holed", position_at=in_a_hole)()
    with patch.object(whole_solve, "try_rules"):
        errors = on_ranks(2, lambda team: solved_on(team, game, methods=methods))
    with (
        patch.object(whole_solve, "try_rules"),
        pytest.raises(GameContractError) as alone,
    ):
        solve(game)

    for error in errors:
        assert isinstance(error, GameContractError)
        assert str(error).endswith(str(alone.value))


# ── refusals ────────────────────────────────────────────────────────────────────────────────────


def refusal(game, **options):
    """Return the message with which ``solve`` on one rank refuses a game."""
    options = {"communicator": "one rank"} | options
    with (
        patch.object(teams, "require_communicator"),
        patch.object(MpiTeam, "of", lambda _: _alone()),
        pytest.raises(InvalidArgumentError) as caught,
    ):
        solve(game, **options)
    return str(caught.value)


def _alone():
    return nullcontext(MpiTeam(Seat(Table(1), 0), 1))


def test_games_that_cannot_be_shared_out_are_refused():
    """A game in plain Python is refused on ranks."""
    assert refusal(Nim()) == (
        f"{Nim()!r} is written in plain Python, and ranks cannot share it: expected a compiled "
        "game; one process solves it"
    )


def test_arguments_for_one_process_are_refused():
    """Minimax is refused on ranks."""
    assert refusal(Bits(), method="minimax") == (
        'ranks do not support method="minimax"; method="retrograde" solves it'
    )


def test_mpi4py_without_a_library_is_reported():
    """If mpi4py cannot load a library of MPI, the error names a package that has one."""
    package = ModuleType("mpi4py")
    package.__spec__ = ModuleSpec("mpi4py", None)
    with (
        patch.dict(sys.modules, {"mpi4py": package}),
        pytest.raises(InvalidArgumentError) as caught,
    ):
        teams.world()
    assert str(caught.value) == (
        "several ranks need a library of MPI, and mpi4py cannot load one: pip install mpich, or "
        "load the MPI of the cluster"
    )


def test_what_is_no_communicator_is_refused():
    """A wrong communicator is refused with and without mpi4py."""
    with pytest.raises(InvalidArgumentError) as caught:
        solve(Bits(), communicator=4)
    assert str(caught.value) == (
        "bad communicator 4: expected one of mpi4py, such as MPI.COMM_WORLD"
    )
    with patch.dict(sys.modules, {"mpi4py": None}), pytest.raises(InvalidArgumentError) as caught:
        solve(Bits(), communicator=4)
    assert str(caught.value) == (
        "bad communicator 4: expected one of mpi4py, such as MPI.COMM_WORLD, which is not "
        'installed: pip install "solved-games[mpi]"'
    )
