"""Entry point of the solver: choice of a method, the solve, and the solution.

*Retrograde analysis* propagates outcomes backward from terminal positions. It handles cycles and
is compiled, so it suits large games. *Minimax* evaluates each position after its successors. It
requires a game without cycles and no compiler, so a small game is solved before a compiler
would be loaded. Both methods resolve the same positions with the same outcomes.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Generic, Literal, TypedDict, Unpack, overload

import attrs

from gamesolver.arguments import folder_in, require_threads, require_yes_or_no
from gamesolver.errors import (
    CycleError,
    GameContractError,
    InvalidArgumentError,
    VerificationError,
    brief,
)
from gamesolver.graph.exploring import explore_with
from gamesolver.graph.graph import GameGraph
from gamesolver.graph.minimax import BACKWARD, SMALL, minimax
from gamesolver.kernels.deferring import is_plain, plainly_if_short
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.rules.lookup import has_read, list_roots, roots_of, valid_positions
from gamesolver.rules.parameters import counts_more
from gamesolver.solution import Solution
from gamesolver.system.memory import MemoryMeter, few_positions, give_back
from gamesolver.system.progress import COMPILE, Listener, Reporter, reporting
from gamesolver.tables.labels import Labels, SolveInfo, rounds
from gamesolver.tables.table import DictTable, Table
from gamesolver.texts import called, spelled

if TYPE_CHECKING:
    from gamesolver.engine.job import Job
    from gamesolver.engine.keeper import Keeper, KnownStages
    from gamesolver.system.mpi_team import MpiTeam
    from gamesolver.system.team import Team

Method = Literal["auto", "retrograde", "minimax"]
MANY = 100_000  # positions of a plain game, after which memory is given back


class SolveOptions(TypedDict, Generic[PositionT], total=False):
    """Keyword arguments of :func:`solve` except ``communicator``, for type checkers."""

    method: Method
    start: PositionT | None
    positions: Iterable[PositionT] | None
    scores: bool
    threads: int | None
    memory: int | float | str | None
    force: bool
    folder: str | os.PathLike[str] | None
    every: float
    progress: bool | Listener | None
    tables: Iterable[Solution[Any, Any]]


@overload
def solve(
    game: Game[PositionT, MoveT],
    *,
    communicator: None = None,
    **options: Unpack[SolveOptions[PositionT]],
) -> Solution[PositionT, MoveT]: ...


@overload
def solve(
    game: Game[PositionT, MoveT],
    *,
    communicator: Any,
    **options: Unpack[SolveOptions[PositionT]],
) -> Solution[PositionT, MoveT] | None: ...


@brief
def solve(
    game: Game[PositionT, MoveT],
    *,
    method: Method = "auto",
    start: PositionT | None = None,
    positions: Iterable[PositionT] | None = None,
    scores: bool = True,
    threads: int | None = None,
    memory: int | float | str | None = None,
    force: bool = False,
    folder: str | os.PathLike[str] | None = None,
    every: float = 60.0,
    progress: bool | Listener | None = None,
    tables: Iterable[Solution[Any, Any]] = (),
    communicator: Any = None,
) -> Solution[PositionT, MoveT] | None:
    """Find the outcome of every position that the game's roots reach.

    Parameters
    ----------
    game
        Rules of the game.
    method
        ``"retrograde"``, ``"minimax"`` (no cycles), or ``"auto"`` (default) for either.
    start
        Start position instead of ``game.start()``. Then ``game.positions()`` is not used.
    positions
        Further roots instead of ``game.positions()``.
    scores
        For a game with scores: ``False`` computes only the winner, in smaller table entries.
        A game in which moves gain points is then refused.
    threads
        Greatest number of threads. Rules in plain Python use one.
    memory
        Limit in bytes, or a text like ``"1.5 GB"``. Default: 85 % of free memory, and 2 GB if no
        end of the game is in sight.
    force
        ``True`` solves a game even if it is known not to fit into memory, and up to the limit
        even if no end is in sight.
    folder
        Folder for checkpoints of a compiled game. If the solve is interrupted, rerun the call to
        resume from the last one. At the end they are removed. All ranks must have access to it.
        Each writes its part of the solution there, so the first rank need not hold it in memory.
    every
        Seconds between checkpoints, more if a checkpoint takes long to write.
    progress
        ``True`` for a bar, or a callable that takes a ``Progress``. With MPI only on rank 0.
    tables
        Solutions of other games that share stages with this one, by its rule ``shared_stage``.
        These stages are copied and not solved again. ``how.reused`` names them, and ``verify``
        checks them by the rules like all others. With MPI, every rank is given the same tables.
        Without a ``folder`` each rank then holds all table entries in memory.
    communicator
        Communicator of an MPI job from mpi4py (``MPI.COMM_WORLD``). Its ranks share a compiled
        game and its memory. All ranks make the same call. ``threads`` and ``memory`` are per
        rank.

    Returns
    -------
    Solution
        Outcome of each position. With MPI it is returned on rank 0, and ``None`` on the others.

    Raises
    ------
    GameContractError
        The rules violate a law that the solve detects, or a symmetry of the sample is false.
    VerificationError
        The result fails the spot check that ends every solve (``how.spot_check``).
    CycleError
        The game has cycles, and ``method`` is ``"minimax"``.
    MemoryLimitError
        The solve exceeds ``memory``, the game is known to be too large, or no end is in sight.
    ClosedError
        One of the tables is closed.
    FileError
        The ``folder`` cannot be written, or holds a corrupt checkpoint or one of another solve;
        or the published figures of the game are malformed.
    InvalidArgumentError
        An argument is invalid.

    >>> from games import TicTacToe
    >>> solution = solve(TicTacToe())
    >>> solution.outcome
    Outcome(Value.DRAW, 9)
    >>> solution.how.method, solution.how.why
    ('minimax', '765 positions with 2270 moves are few, and there is no cycle')
    """
    request = _Request(
        game=game,
        method=method,
        start=start,
        positions=positions,
        scores=scores,
        threads=threads,
        memory=memory,
        force=force,
        folder=folder,
        every=every,
        progress=progress,
        tables=_solutions(tables),
    )
    request.require_valid()
    return _solve_alone(request) if communicator is None else _solve_on_ranks(request, communicator)


def solve_if_short(
    game: Game[PositionT, MoveT], **options: Unpack[SolveOptions[PositionT]]
) -> Solution[PositionT, MoveT] | None:
    """Return the solution of a compiled game if it takes less time than to compile, else None.

    The parameters are those of :func:`solve`, which tries the same first, once in each process.
    """
    given: dict[str, Any] = {**options, "tables": _solutions(options.get("tables", ()))}
    request = _Request(game=game, **given)
    request.require_valid()
    with reporting(request.progress) as report:
        return _solved_if_short(request, request.game_to_solve(), report)


@attrs.frozen(eq=False, kw_only=True)
class _Request:
    """The arguments of a call of :func:`solve`, checked, with its defaults."""

    game: Game[Any, Any]
    method: Method = "auto"
    start: Any = None
    positions: Iterable[Any] | None = None
    scores: bool = True
    threads: int | None = None
    memory: int | float | str | None = None
    force: bool = False
    folder: str | os.PathLike[str] | None = None
    every: float = 60.0
    progress: bool | Listener | None = None
    tables: Sequence[Solution[Any, Any]] = ()

    def require_valid(self) -> None:
        """Raise if an argument is invalid."""
        method = self.method
        if method not in ("auto", "retrograde", "minimax"):
            raise InvalidArgumentError(
                f'unknown method {spelled(method)}: expected "auto", "retrograde" or "minimax"'
            )
        require_threads(self.threads)
        require_yes_or_no(scores=self.scores, force=self.force)
        _require_folder(self.folder, self.every)
        if self.tables:
            require_stages(self.game, method)

    def require_feasible(self, memory: int | float | str | None) -> None:
        """Raise if the published size of the game does not fit in this much memory.

        Figures are published for the game's own roots, and read if the game is large.
        """
        if self.start is not None or self.positions is not None or self.force:
            return
        if counts_more(type(self.game), few_positions(memory)):
            from gamesolver.rules.known_sizes import require_feasible  # few games are so large

            require_feasible(self.game, memory, self.folder)

    def share_of_plain(self, game: CompiledGame) -> float:
        """Return the share of the usual time for a solve in plain Python, 0 to compile at once.

        Such a solve may be broken off, so it neither writes files nor takes what can be read once.
        """
        if self.folder is not None or not isinstance(self.positions, Collection | None):
            return 0.0
        from gamesolver.rules.short_solves import share_of_plain  # for compiled games alone

        return share_of_plain(game, has_own_roots=self.start is self.positions is None)

    def game_to_solve(self) -> Game[Any, Any]:
        """Return the game, without its scores unless they are requested."""
        if self.scores:
            return self.game
        from gamesolver.rules.signs import by_sign  # few solves need it

        return by_sign(self.game)


def _solve_alone(request: _Request) -> Solution[Any, Any]:
    """Solve a game in this process."""
    request.require_feasible(request.memory)
    game = request.game_to_solve()
    with reporting(request.progress) as report:
        solution = _solved_if_short(request, game, report)
        return _solved(request, game, report) if solution is None else solution


def _solved_if_short(
    request: _Request, game: Game[Any, Any], report: Reporter
) -> Solution[Any, Any] | None:
    """Return the solution of a compiled game by plain Python, or None if that takes long."""
    share = request.share_of_plain(game) if isinstance(game, CompiledGame) else 0.0
    if not share:
        return None
    solution = plainly_if_short(lambda: _solved(request, game, report), share)
    if solution is None:
        game.rules.calls.hand_over()  # type: ignore[attr-defined]  # it is a compiled game
    return solution


def _solved(request: _Request, game: Game[Any, Any], report: Reporter) -> Solution[Any, Any]:
    """Solve a game, compiled or as plain Python."""
    rules = Rules(game)
    meter = MemoryMeter(request.memory, is_folded=rules.folds, is_forced=request.force)
    work = _Work(request, rules.within(meter), meter, report)
    if not isinstance(game, CompiledGame):
        return work.solve(request.positions)
    if not is_plain():
        report(COMPILE, 0)  # at the first calls of the rules
        report.clear_line()
    if request.method != "minimax":
        return work.solve_compiled(game)
    work.try_rules(game)
    positions = request.positions
    if game.rules.is_indexed and positions is None:
        positions = valid_positions(game)  # as the engine does
    return work.solve(positions)


def _solve_on_ranks(request: _Request, communicator: Any) -> Solution[Any, Any] | None:
    """Solve a compiled game together with the other ranks of an MPI job."""
    from gamesolver.system.mpi_team import MpiTeam, require_communicator  # few solves need it

    require_communicator(communicator)
    with MpiTeam.of(communicator) as team:
        if request.method == "minimax":
            message = 'ranks do not support method="minimax"'
            raise InvalidArgumentError(message).advised(BACKWARD)
        game = request.game_to_solve()
        with reporting(request.progress if team.rank == 0 else None) as report:
            rules = Rules(game)
            meter = MemoryMeter(request.memory, is_folded=rules.folds, is_forced=request.force)
            meter.share_with(team.ranks_here)
            request.require_feasible(team.sum_of(meter.limit))
            return _Work(request, rules.within(meter), meter, report).solve_on_ranks(team)


class _Work:
    """A solve in progress, with its clock and its memory meter."""

    def __init__(
        self, request: _Request, rules: Rules[Any, Any], meter: MemoryMeter, report: Reporter
    ) -> None:
        self.request = request
        self.rules = rules
        self.meter = meter
        self.report = report
        self.seconds: dict[str, float] = {}
        self.bytes: dict[str, int] = {}
        self._since = time.perf_counter()

    def solve(self, positions: Iterable[Any] | None) -> Solution[Any, Any]:
        """Explore, resolve, and return the solution; ``positions`` are further roots."""
        roots: list[Any] = []
        given = roots_of(self.rules, self.request.start, positions)
        noted = (roots.append(root) or root for root in given)  # type: ignore[func-returns-value]  # remembers each root in passing
        graph = explore_with(self.rules, noted, True, self.meter, self.report)
        self._note("explore")
        method, why, labels = self._resolve(graph, self.request.method)
        self._note("solve")
        resolved = rounds(labels) if method == "retrograde" else ()
        how = SolveInfo(method, why, self.seconds, self.bytes, resolved)
        table = DictTable.of(graph, labels)
        del graph
        if len(table) >= MANY:
            give_back()
        return self._solution(table, how, roots)

    def solve_compiled(self, game: CompiledGame) -> Solution[Any, Any]:
        """Resolve every index with the engine."""
        roots = self._roots_of(game)
        with self.meter.leaving_out():
            from gamesolver.engine.keeper import Keeper
            from gamesolver.system.team import Alone
        keeping: AbstractContextManager[Keeper] = nullcontext(Keeper())
        if self.request.folder is not None:
            with self.meter.leaving_out():
                from gamesolver.files.checkpoints import keeping as kept  # hashes: only when needed

            keeping = kept(self.request.folder, self.request.every, self.rules, roots)
        solution = self._resolve_indexes(game, roots, keeping, Alone(), self.request.threads)
        assert solution is not None  # as on every first rank
        return solution

    def solve_on_ranks(self, team: MpiTeam) -> Solution[Any, Any] | None:
        """Resolve every index with the engine, a share of them at each rank."""
        with self.meter.leaving_out():
            from gamesolver.engine.whole_solve import require_shareable
            from gamesolver.files.rank_notes import keeping_on_ranks
            from gamesolver.system.mpi_team import threads_of_rank

        game, request, report = require_shareable(self.rules.game), self.request, self.report
        roots = self._roots_of(game)

        def waiting(missing: list[str], seconds: float) -> None:
            report.clear_line()
            for_whom = ", ".join(missing) or "what others have sent"
            report(f"waiting for {for_whom}", int(seconds), things="seconds")

        team.on_waiting = waiting
        keeping = keeping_on_ranks(request.folder, request.every, self.rules, roots, team)
        return self._resolve_indexes(
            game, roots, keeping, team, threads_of_rank(request.threads, team)
        )

    def _resolve_indexes(
        self,
        game: CompiledGame,
        roots: list[Any],
        keeping: AbstractContextManager[Keeper],
        team: Team,
        threads: int | None,
    ) -> Solution[Any, Any] | None:
        """Resolve every index of a compiled game. Return the solution, on the first rank only."""
        known = self._known_stages(game)
        with keeping as keeper:
            with self.meter.leaving_out():
                from gamesolver.engine.kernel_calls import load_numba_if_needed
                from gamesolver.engine.whole_solve import solve_compiled

                load_numba_if_needed()
            with self.meter.watching(has_read(roots)):
                job = self._job(game, roots, threads)
                table, story, reused = solve_compiled(job, keeper, known, team)
            if table is None:
                return None
            how = SolveInfo("engine", "; ".join(story), self.seconds, self.bytes, reused=reused)
            with _dropping(keeper):
                return self._solution(table, how, roots)

    def _roots_of(self, game: CompiledGame) -> list[int]:
        """Return the positions that the solution of a compiled game begins at."""
        positions = self.request.positions
        if game.rules.is_indexed and positions is None:
            positions = ()  # every index is resolved, whatever more the game names
        return list_roots(self.rules, self.request.start, positions, self.meter)

    def _job(self, game: CompiledGame, roots: list[int], threads: int | None) -> Job:
        """Return what the engine is to do."""
        from gamesolver.engine.job import Job

        return Job(
            game=game,
            roots=roots,
            methods="graph" if self.request.method == "retrograde" else "either",
            threads=1 if is_plain() else threads,
            meter=self.meter,
            report=self.report,
            note=self._note,
        )

    def _known_stages(self, game: CompiledGame) -> KnownStages | None:
        """Return a function for the stages that solutions of other games have; ``None`` if none."""
        if not self.request.tables:
            return None
        with self.meter.leaving_out():
            from gamesolver.files.shared_stages import TableEntries, known_stages

        return known_stages(
            game, [TableEntries.of(*_table_of(each)) for each in self.request.tables]
        )

    def _solution(self, table: Table[Any], how: SolveInfo, roots: list[Any]) -> Solution[Any, Any]:
        """Return the solution after a spot check, which raises if the table is wrong."""
        from gamesolver.verify.spot_check import spot_check  # few moments before it is needed

        checked = spot_check(self.rules, table, roots, self.report)
        self._note("spot check")
        how = attrs.evolve(how, spot_check=checked)
        return Solution(self.rules.game, table, how, tuple(roots))

    def try_rules(self, game: CompiledGame) -> None:
        """Test compiled rules before a method that calls them from Python."""
        with self.meter.leaving_out():
            from gamesolver.rules.preflight import try_rules  # numba: only when needed

        try_rules(game, list(roots_of(self.rules, self.request.start, ())))

    def _resolve(self, graph: GameGraph[Any, Any], method: Method) -> tuple[str, str, Labels]:
        size = f"{len(graph)} positions with {graph.num_moves} moves"
        if method == "minimax":
            return "minimax", "it was requested", self._minimax(graph)
        if method == "retrograde":
            return "retrograde", "it was requested", self._retrograde(graph)
        if len(graph) + graph.num_moves > SMALL:
            return "retrograde", f"{size} are many", self._retrograde(graph)
        try:
            return "minimax", f"{size} are few, and there is no cycle", self._minimax(graph)
        except CycleError:
            return "retrograde", "play has cycles", self._retrograde(graph)

    def _minimax(self, graph: GameGraph[Any, Any]) -> Labels:
        return minimax(graph, report=self.report, meter=self.meter)

    def _retrograde(self, graph: GameGraph[Any, Any]) -> Labels:
        with self.meter.leaving_out():
            from gamesolver.graph.layers import load_kernels, resolve  # numba: only when needed

            load_kernels()
        return resolve(graph, self.report, self.meter)

    def _note(self, stage: str) -> None:
        now = time.perf_counter()
        self.seconds[stage] = now - self._since
        self.bytes[stage] = self.meter.in_use()
        self._since = now


@contextmanager
def _dropping(keeper: Keeper) -> Iterator[None]:
    """Remove the checkpoint if the result is wrong: from there nothing right can come."""
    try:
        yield
    except (GameContractError, VerificationError):
        keeper.remove()
        raise


def _require_folder(folder: str | os.PathLike[str] | None, every: float) -> None:
    if isinstance(every, bool | str) or not _seconds(every) >= 0:
        raise InvalidArgumentError(f"bad every {spelled(every)}: expected seconds, 0 or more")
    if folder is None:
        return
    folder_in(folder)


def _solutions(tables: object) -> list[Solution[Any, Any]]:
    """Return the given solutions. Raise for other objects."""
    if isinstance(tables, str | Solution) or not isinstance(tables, Iterable):
        raise _bad_tables(tables)
    given = list(tables)
    if others := [each for each in given if not isinstance(each, Solution)]:
        raise _bad_tables(others[0])
    return given


def _bad_tables(given: object) -> InvalidArgumentError:
    return InvalidArgumentError(
        f"bad tables {spelled(given)}: expected a list of solutions, as solve and load return them"
    )


def _table_of(solution: Solution[Any, Any]) -> tuple[str, Any, Any]:
    """Return the name, the game and the table of a solution. Raise if it is closed."""
    name = called(solution.game, len(solution))
    return name, solution.game, solution._table


def require_stages(game: Game[Any, Any], method: Method) -> None:
    """Raise unless the game will be solved stage by stage, so that tables can serve."""
    if not isinstance(game, CompiledGame) or not game.rules.has_stages:
        raise InvalidArgumentError(
            f"bad tables: {game!r} has no stages: expected a compiled game that defines stage and, "
            "if it is indexed, the number of indexes of each stage"
        )
    if method == "minimax":
        message = 'bad tables: method="minimax" does not use tables'
        raise InvalidArgumentError(message).advised(BACKWARD)


def _seconds(seconds: Any) -> float:
    """Return a number of seconds, not a number for anything else."""
    try:
        return float(seconds)
    except (TypeError, ValueError):
        return math.nan
