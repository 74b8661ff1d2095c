"""``prove``: the outcome of one position of a game too large for a table.

``solve`` needs a table entry for every position that the start reaches. A proof visits a small part
of them: for a won position, one move and all replies to it. It resolves one question after the
other (``proofs.questions``), each by a search that keeps its results in a transposition table of a
fixed size (``proofs.plain_search``, ``proofs.compiled_search``). Entries that are lost are
computed again, so results never depend on the table.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from functools import partial
from typing import Any

import attrs

from gamesolver.arguments import require_threads, require_yes_or_no, seconds_in, whole
from gamesolver.errors import InvalidArgumentError, brief
from gamesolver.kernels.deferring import plainly
from gamesolver.proofs.budget import Budget
from gamesolver.proofs.claimed_search import ClaimedSearch
from gamesolver.proofs.kept import kept_in
from gamesolver.proofs.plain_search import PlainSearch
from gamesolver.proofs.proof import Proof, ProofInfo
from gamesolver.proofs.questions import (
    Order,
    Questions,
    Search,
    exactly,
    foregone,
    only,
    value_alone,
)
from gamesolver.proofs.search_scores import Scale, Scales
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.rules.lookup import queried_position
from gamesolver.rules.preflight import try_before_a_proof
from gamesolver.solution import Solution
from gamesolver.system.memory import free_bytes, parse_bytes
from gamesolver.system.progress import COMPILE, Listener, reporting
from gamesolver.tables.claims import Statement
from gamesolver.tables.solved import SolvedPositions, SolvedTable
from gamesolver.texts import called, spelled
from gamesolver.value import Outcome, Value

MOST_BYTES, SHARE_OF_FREE = 1 << 30, 0.25
BYTES_A_SLOT = 250  # of a table in plain Python, with its position
BYTES_AN_ENTRY = 16  # of a compiled one
LEAST_ENTRIES = 4
MOST_SLOTS = 3 << 19  # in plain Python, where to visit more takes a minute and longer


@brief
def prove(
    game: Game[PositionT, MoveT],
    position: PositionT | None = None,
    *,
    at_least: Outcome | Value | int | None = None,
    exact: bool = True,
    seconds: float | None = None,
    memory: int | float | str | None = None,
    threads: int = 1,
    tables: Iterable[Solution[PositionT, MoveT]] = (),
    folder: str | os.PathLike[str] | None = None,
    progress: bool | Listener | None = None,
) -> Proof[PositionT, MoveT]:
    """Find the outcome of one position, without solving the game.

    Parameters
    ----------
    game
        The rules.
    position
        Position to prove. Default: the start.
    at_least
        Prove or refute only that the player to move gets at least this: a value, an outcome or, in
        games with scores, a score.
    exact
        ``False`` finds only the winner and the score, without the number of plies. It cannot be
        combined with ``at_least``.
    seconds
        Time limit, without compiling. The result up to then is in the proof's ``bounds``.
    memory
        Size of the table in bytes, or a text like ``"1.5 GB"``. Default: 1 GiB, or a
        quarter of free memory.
    threads
        Number of threads that share one table, if the game is compiled and has
        ``candidates``. Other games use one thread. The outcome does not depend on it.
    tables
        Solutions of the game, in memory or loaded from files, solved from any positions. Their
        positions are treated as terminal. Or solutions of other games that share stages with this
        one, by its rule ``shared_stage``.
    folder
        Folder for checkpoints. If the proof is interrupted, rerun the call to resume. At
        the end they are removed.
    progress
        ``True`` for a bar, or a callable that takes a ``Progress``.

    Returns
    -------
    Proof
        The proof. If ``seconds`` or Ctrl-C stopped it, it has the bounds found up to then.

    Raises
    ------
    GameContractError
        The rules break a law that is noticed on the way.
    InvalidArgumentError
        An argument cannot be used.
    ClosedError
        One of the tables is closed.
    FileError
        The folder cannot be used, or contains a checkpoint of something else.

    >>> from games import TicTacToe
    >>> print(prove(TicTacToe()).outcome)
    draw in 9
    """
    _require_threads(threads)
    with reporting(progress) as report:
        rules = Rules(game)
        begins_plainly = _begins_plainly(game)
        if isinstance(game, CompiledGame) and not begins_plainly:
            report(COMPILE, 0)  # rules are compiled at their first call
        order = _order(rules, at_least, exact)
        root = queried_position(rules, position)
        _require_open(rules, root, at_least)
        by_kernel = _is_for_kernels(rules)
        entries = _entries(by_kernel, memory)
        solved = _solved(game, rules, tables)
        limit = math.inf if seconds is None else seconds_in(seconds)
        if isinstance(game, CompiledGame):
            with plainly() if begins_plainly else nullcontext():
                try_before_a_proof(game, root)
        budget = Budget(limit)
        search = _search(game, rules, entries, budget, solved, threads)
        questions = Questions(rules, search)
        target = _in_texts(at_least, exact, solved)
        room = entries * (BYTES_AN_ENTRY if by_kernel else BYTES_A_SLOT)
        kept = kept_in(folder, questions, root, target, budget, room)
        with kept, budget.spent(report):
            search.prepare()
            if order is exactly:
                questions.resolve_exactly(root)
            else:
                questions.resolve(root, order)
    info = ProofInfo(
        method=search.how,
        visited=search.visited,
        entries=entries,
        seconds=budget.elapsed,
        stopped=budget.stopped,
        compiling=budget.compiling,
        forgotten=search.forgotten.entries,
        met_again=search.forgotten.met_again,
    )
    by_value = not exact or isinstance(at_least, Value | int)
    return Proof(game, root, info, questions, budget, by_value)


def load_proof(
    path: str | os.PathLike[str],
    game: Game[Any, Any] | None = None,
    *,
    tables: Iterable[Solution[Any, Any]] = (),
    check: bool = True,
) -> Proof[Any, Any]:
    """Open a saved proof: it uses its claims, and searches for results that they do not contain.

    Parameters
    ----------
    path
        A file that ``proof.save`` wrote.
    game
        The game itself, where it is not among the registered ones: code that a file names is never
        imported for its sake.
    tables
        Solutions that the proof rests on, if any, solved again or loaded from files. The file names
        them, but does not contain their outcomes.
    check
        Compare the rules on 256 positions with those of the time of saving, and refuse the file
        if they differ. The claims are checked by ``proof.verify()``.

    Returns
    -------
    Proof
        The proof, with its claims.

    Raises
    ------
    FileError
        The file cannot be read, is broken, holds another game, was saved under other rules, or
        rests on other tables than those given.
    InvalidArgumentError
        An argument cannot be used.
    ClosedError
        One of the tables is closed.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from games import TicTacToe
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "tic-tac-toe.proof")
    ...     prove(TicTacToe()).save(path)
    ...     print(load_proof(path).verify().bounds)
    draw in 9
    """
    from gamesolver.files.claims import opened_proof
    from gamesolver.files.named_tables import names_in, require_tables

    with opened_proof(path, game, check) as (file, saved):
        rules, statement = saved.rules, saved.statement
        scale = Scales.of(rules).at(statement.position)
        found = file.understood(partial(_found_before, statement, scale), saved.attached)
        if saved.claims.scale.unit != scale.unit:
            raise file.broken(f"its levels have {saved.claims.scale.unit} plies")
        solved = _solved(rules.game, rules, tables)
        require_tables(file, rules, file.understood(names_in, saved.attached), solved.tables)
    budget = Budget(found.seconds)
    entries = _entries(_is_for_kernels(rules), None)
    search = _search(rules.game, rules, entries, budget, solved)
    questions = Questions(rules, ClaimedSearch(rules, search, saved.claims))
    questions.know(statement.position, found.bounds, found.outcome or statement.drawn)
    return Proof(
        game=rules.game,
        position=statement.position,
        how=found.info,
        questions=questions,
        budget=budget,
        by_value=found.is_by_value,
        saved=(statement, saved.claims),
    )


@attrs.frozen
class FoundBefore:
    """Record of an earlier search, as a file states it."""

    info: ProofInfo
    bounds: tuple[int, int]
    is_by_value: bool
    seconds: float
    outcome: Outcome | None
    """Outcome with the plies of best play, if moves gain, which claims do not cover."""


def _found_before(statement: Statement, scale: Scale, stored: Mapping[str, Any]) -> FoundBefore:
    """Return the record stated by a file. Raise ``ValueError`` or similar if it is invalid."""
    info = ProofInfo(**stored["how"])
    least, most = stored["bounds"]
    numbers = info.visited, info.entries, info.forgotten, info.met_again, least, most
    texts = info.method, info.stopped
    seconds = stored["seconds"]
    sound = [
        all(isinstance(each, int) and not isinstance(each, bool) for each in numbers),
        all(isinstance(each, str) for each in texts),
        isinstance(info.seconds, float) and isinstance(info.compiling, float),
        isinstance(stored["by_value"], bool),
        seconds is None or (isinstance(seconds, float) and seconds >= 0),
        least <= statement.mover or scale.at_least(least) is None,
        -statement.other <= most or scale.at_most(most) is None,
    ]
    if not all(sound):
        raise ValueError("its record of the search is inconsistent")
    outcome = _outcome_before(scale, (least, most), stored.get("outcome"))
    limit = math.inf if seconds is None else seconds
    return FoundBefore(info, (least, most), stored["by_value"], limit, outcome)


def _outcome_before(scale: Scale, bounds: tuple[int, int], stored: Any) -> Outcome | None:
    """Return the stated outcome of a game in which moves gain, or ``None``."""
    if stored is None:
        return None
    points, length = stored
    scores = scale.least_score(bounds[0]), scale.most_score(bounds[1])
    if not scale.has_gains or scores != (points, points):
        raise ValueError("its outcome does not match its bounds")
    return Outcome.of(points, length, scored=True, endless_payoff=scale.endless)


def _order(rules: Rules[Any, Any], at_least: object, exact: object) -> Order:
    """Return the order of questions for the arguments of ``prove``."""
    require_yes_or_no(exact=exact)
    if at_least is None:
        return exactly if exact else value_alone
    if not exact:
        raise InvalidArgumentError(
            "exact=False and at_least exclude each other: leave out one of them"
        )
    score = whole(at_least) if rules.is_scored else None
    if score is not None:
        return only(score)
    if isinstance(at_least, Outcome) and (at_least.score is None) != rules.is_scored:
        if not rules.has_gains:
            return only(at_least)
    elif isinstance(at_least, Value) and at_least is not Value.LOSS:
        return only(at_least)
    kinds = "an Outcome" if not rules.is_scored else "a score"
    if rules.is_scored and not rules.has_gains:
        kinds = "a score or an Outcome with one"
    raise InvalidArgumentError(
        f"bad at_least {spelled(at_least)}: expected Value.WIN, Value.DRAW or {kinds}"
    )


def _require_open(rules: Rules[Any, Any], root: Any, at_least: Any) -> None:
    """Raise for a question with the same answer for all positions before the end."""
    if at_least is None or rules.ending(root) is not None:
        return
    scale = Scales.of(rules).at(root)
    if isinstance(at_least, Outcome) and _is_draw_in_plies(scale, at_least):
        expected = "a score" if rules.is_scored else "Value.DRAW"
        raise InvalidArgumentError(
            f"bad at_least {at_least}: the number of plies of a draw cannot be a bound; expected "
            f"{expected}, or leave out at_least for the number of plies"
        )
    why = foregone(scale, at_least if isinstance(at_least, Outcome | Value) else int(at_least))
    if why:
        target = f"{at_least}" if isinstance(at_least, Outcome) else spelled(at_least)
        where = f"before the end of play of {rules.game!r}, {why}"
        raise InvalidArgumentError(f"bad at_least {target}: {where}")


def _is_draw_in_plies(scale: Scale, bound: Outcome) -> bool:
    """Return True if an outcome has the payoff of infinite play and a number of plies.

    Both players prefer such an end early, so a question about one of them does not decide it.
    """
    return bound.remoteness is not None and scale.search_score(bound) == 0


def _in_texts(at_least: object, exact: bool, solved: SolvedPositions) -> list[str]:
    """Return the question as a checkpoint stores it. Other questions do not resume there."""
    return [str(at_least), str(exact), *(table.name for table in solved.tables)]


def _is_for_kernels(rules: Rules[Any, Any]) -> bool:
    """Return True if kernels search a game: a compiled one whose scores fit into their numbers."""
    return isinstance(rules.game, CompiledGame) and Scales.of(rules).first.is_for_kernels


def _entries(by_kernel: bool, memory: int | float | str | None) -> int:
    """Return the capacity of the table in positions."""
    default = min(MOST_BYTES, int(SHARE_OF_FREE * free_bytes()))
    held = default if memory is None else parse_bytes(memory)
    each = BYTES_AN_ENTRY if by_kernel else BYTES_A_SLOT
    if held < LEAST_ENTRIES * each:
        raise InvalidArgumentError(
            f"bad memory {spelled(memory)}: expected {LEAST_ENTRIES * each} bytes at least, for a "
            f"table of {LEAST_ENTRIES} positions"
        )
    return held // each if by_kernel else min(held // each, MOST_SLOTS)


def _require_threads(threads: object) -> None:
    if threads is None:
        raise InvalidArgumentError("bad threads None: expected a whole number from 1 on")
    require_threads(threads)  # type: ignore[arg-type]  # it refuses what is not a number


def _begins_plainly(game: Game[Any, Any]) -> bool:
    """Return True if a compiled game is searched in plain Python at first."""
    from gamesolver.proofs.search_kernels import share_of_plain  # for compiled games alone

    return isinstance(game, CompiledGame) and share_of_plain(game) > 0


def _solved(game: Game[Any, Any], rules: Rules[Any, Any], tables: object) -> SolvedPositions:
    """Return the solved positions of the tables. Raise for other objects."""
    if isinstance(tables, str | Solution) or not isinstance(tables, Iterable):
        raise _bad_tables(game, tables)
    solved = tuple(_solved_by(game, each) for each in tables)
    return SolvedPositions(solved, Scales.of(rules).of_solved)


def _solved_by(game: Game[Any, Any], solution: object) -> SolvedTable:
    """Return the table of a solution of this game, or of one with stages of it."""
    if not isinstance(solution, Solution):
        raise _bad_tables(game, solution)
    held = partial(getattr, solution, "_table")
    held()  # raises where it is closed
    name = called(solution.game, len(solution))
    table = SolvedTable(name, solution.game, held, getattr(solution, "_roots"))  # noqa: B009
    if solution.game is game or solution.game == game:
        return table
    if not isinstance(game, CompiledGame) or not _has_plain_stages(game):
        raise InvalidArgumentError(
            f"bad table: a solution of {solution.game!r}: expected solutions of "
            f"{game!r}, from any positions"
        )
    from gamesolver.files.shared_stages import solved_elsewhere  # numba: for a compiled game alone

    return solved_elsewhere(game, table)


def _has_plain_stages(game: CompiledGame) -> bool:
    """Return True if other games may share its stages: indexed by stage, without scores."""
    return game.rules.by_stage is not None and not game.rules.is_scored and not Rules(game).payoff


def _bad_tables(game: Game[Any, Any], given: object) -> InvalidArgumentError:
    return InvalidArgumentError(
        f"bad tables {spelled(given)}: expected a list of solutions of {game!r}, "
        "as solve and load return them"
    )


def _search(
    game: Game[Any, Any],
    rules: Rules[Any, Any],
    entries: int,
    budget: Budget,
    solved: SolvedPositions,
    threads: int = 1,
) -> Search:
    """Return a search: of a compiled game by depth if there are candidates or scores.

    Otherwise by proof numbers. With scores, the results of all questions tighten the bounds.
    A compiled game whose scores do not fit into kernels is searched like a game in plain Python.
    """
    if not (isinstance(game, CompiledGame) and _is_for_kernels(rules)):
        return PlainSearch(rules, entries, budget, solved)
    if rules.has_candidates or rules.is_scored:
        from gamesolver.proofs.compiled_search import CompiledSearch  # for compiled games alone

        return CompiledSearch(
            game, entries, budget, solved, threads=threads, compiling=budget.compile
        )
    from gamesolver.proofs.compiled_proof_numbers import CompiledProofNumbers

    return CompiledProofNumbers(game, entries, budget, solved, compiling=budget.compile)
