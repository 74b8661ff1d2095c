"""check_game: test a game against the laws that every game must obey.

The solver trusts the game's methods. If they are inconsistent, the result is wrong without a
warning. Every law is tested here by calling the methods, never by reading the author's code:

1. *Listing.* All raw positions (no symmetry) that can be reached from the start and the further
   roots, if they are at most ``most``. Otherwise positions of random play are used: ``walks`` games
   of at most 200 plies, from a fixed seed, so that a second run finds the same fault. Both methods
   examine at most 10 moves a position on average. Cycles, endless games and thousands of moves are
   therefore harmless.
2. *Querying.* An :class:`~gamesolver.check.examination.Examination` makes each call twice in a
   row and compares the arguments before and after.
3. *Judging.* The laws of ``gamesolver.check.laws`` compare the results. Compiled rules have
   additional laws, which are tested first (``gamesolver.check.compiled_laws``). If positions are
   too many to be listed, and keep growing in lines of random play that do not end, a note reports
   that no end is in sight.
4. *Querying again.* At last every call is made a third time, in reverse order. This finds a game
   whose results depend on earlier calls.

Only the first fault of each law is kept. A fault that makes all further results meaningless (a
position that was changed, equal positions with different hashes) ends the check. After any other
fault one result is missing, and the check continues.

*Cost*: three results a query, of some 200 bytes each. Tic-tac-toe takes a quarter of a second, and
an endless game of 300 moves a position some seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from itertools import takewhile
from random import Random
from traceback import walk_tb
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

import attrs

from gamesolver.arguments import require_yes_or_no, whole
from gamesolver.check.choice import OF_ANY_QUESTION, ChosenLaws
from gamesolver.check.examination import MOVES_A_POSITION, Examination, NothingToStandOn, Unanswered
from gamesolver.check.laws import (
    LAWS_OF_POSITIONS,
    LAWS_OF_THE_GAME,
    applying_laws,
    endless_stays,
    holds,
    keep_parameters,
    parameters_stay,
)
from gamesolver.errors import GameContractError, InvalidArgumentError, Violation, brief
from gamesolver.kernels.deferring import is_plain, plainly
from gamesolver.lazy import loaded, shown_by
from gamesolver.rules.compiled import CompiledGame, plain_of
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.rules.messages import shown
from gamesolver.rules.notes import (
    Note,
    note_on_ends,
    note_on_growth,
    note_on_law,
    notes_on_names,
    start_has_no_move,
)
from gamesolver.rules.position_size import grown_by_random_play
from gamesolver.rules.short_solves import would_compile
from gamesolver.shapes import GameShape, Natural, Shaped, fill, game_shape
from gamesolver.system.progress import Listener, reporting
from gamesolver.texts import class_name, error_text, spelled

if TYPE_CHECKING:
    from gamesolver.check.compiled_laws import CompiledLaws

MOST_PLIES = 200  # plies of one game of random play
LINES = 3  # lines of random play; if positions keep growing in each, no end is in sight
SECONDS_A_LINE = 1.0


@attrs.frozen
class Extent:
    """Number of positions that a check examines: all of them up to ``most``, or random play.

    Random play has at most ``walks`` games, and meets at most ``met`` positions.
    """

    most: int
    walks: int
    met: int


FEW, MANY = Extent(200, 100, 100), Extent(20_000, 100, 20_000)
"""Extent by default, at about the CPU time of a solve, and of a thorough check."""
NOT_COMPILED = (
    "compiled code was not tested: a solve of this game does not compile, and a thorough check does"
)
OF_COMPILED_CODE = "signatures", "two modes"
"""Laws of compiled code, which plain Python cannot test."""
COMPARING = ("__eq__", "__ne__", "__hash__", "__bool__", "__repr__")
"""Methods of an author's objects that are used everywhere, and not by a question."""


class LawFaultShape(TypedDict):
    """A law that is broken."""

    law: str
    message: str
    position: str | None


class NoteShape(TypedDict):
    """Return notes on legal rules that may be a mistake."""

    about: str
    message: str
    position: str | None


class CheckShape(TypedDict):
    """`ContractReport.as_json` and `gamesolver check --json`; `null` if a law is broken."""

    game: GameShape
    holds: bool
    positions: Annotated[Natural | None, "Number of positions without symmetry."]
    moves: Natural | None
    ends: Natural | None
    exhaustive: Annotated[bool | None, "True if these are all positions of the game."]
    laws: Annotated[list[str] | None, "Laws that were tested."]
    left_out: Annotated[list[str] | None, "Laws that were left out."]
    notes: list[NoteShape]
    turns: Annotated[
        str | None, "Note that the turn passes with every move; empty if `player` is defined."
    ]
    untested: Annotated[str | None, "Note that compiled code was not tested; empty if it was."]
    faults: list[LawFaultShape]


@attrs.frozen
class ContractReport(Shaped):
    """Result of ``check_game`` for a game that breaks no law.

    ``positions``, ``moves`` and ``ends`` count raw ones, without symmetry. ``exhaustive`` is true
    if they are all positions of the game. ``laws`` names the laws that were tested (a game without
    symmetries has no symmetric positions to compare), and ``left_out`` the laws that were left out
    by choice. ``notes`` list possible mistakes that are legal. ``num_indexes`` is the number of
    indexes that were tested. ``turns`` is for games without a method ``player``: it states that the
    turn passes with every move. ``untested`` states that the compiled form of the rules was not
    tested. As a text the report has a line for each note, for the laws left out, for turns, and for
    the compiled form.

    >>> from games import Nim
    >>> report = check_game(Nim(heaps=(1, 2)))
    >>> report.positions, report.moves, report.ends
    (6, 9, 1)
    >>> "orbit" in report.laws, "stage" in report.laws, "player" in report.laws
    (True, True, False)
    """

    positions: int
    moves: int
    ends: int
    exhaustive: bool
    laws: tuple[str, ...]
    num_indexes: int = 0
    notes: tuple[Note, ...] = ()
    left_out: tuple[str, ...] = ()
    turns: str = ""
    untested: str = ""
    game: Game[Any, Any] = attrs.field(kw_only=True, eq=False)

    def __repr__(self) -> str:
        notes = f", notes={[note.message for note in self.notes]}" if self.notes else ""
        return f"{self._counted[:-1]}{notes})"

    def __str__(self) -> str:
        left_out = [f"left out: {', '.join(self.left_out)}"] if self.left_out else []
        remarks = [each for each in (self.turns, self.untested) if each]
        notes = [note.message for note in self.notes]
        return "\n".join([self._counted, *notes, *left_out, *remarks])

    @property
    def _counted(self) -> str:
        return (
            f"ContractReport(positions={self.positions}, moves={self.moves}, ends={self.ends}, "
            f"exhaustive={self.exhaustive})"
        )

    _repr_html_ = shown_by("show.reports", "contract_html")

    def shape(self) -> CheckShape:
        """Return the report as plain data, in the shape of JSON results."""
        return fill(
            CheckShape,
            self,
            holds=True,
            laws=list(self.laws),
            left_out=list(self.left_out),
            notes=[_note(self.game, each) for each in self.notes],
            faults=[],
        )


def broken_shape(game: Game[Any, Any], faults: Iterable[Violation]) -> CheckShape:
    """Return plain data in this shape for a game that breaks laws."""
    fault_shapes = [_fault(game, each) for each in faults]
    return fill(CheckShape, None, game=game_shape(game), holds=False, notes=[], faults=fault_shapes)


def _note(game: Game[Any, Any], note: Note) -> NoteShape:
    return fill(NoteShape, note, position=_place(game, note.position))


def _fault(game: Game[Any, Any], fault: Violation) -> LawFaultShape:
    return fill(LawFaultShape, fault, position=_place(game, fault.position))


def _place(game: Game[Any, Any], position: object) -> str | None:
    return None if position is None else shown(game, position)


@brief
def check_game(
    game: Game[Any, Any],
    *,
    most: int | None = None,
    walks: int | None = None,
    thorough: bool = False,
    seed: int = 0,
    laws: Iterable[str] | None = None,
    without: Iterable[str] | None = None,
    progress: bool | Listener | None = None,
) -> ContractReport:
    """Test a game by all laws; return a report, or raise ``GameContractError`` with the faults.

    Parameters
    ----------
    game
        The rules to test.
    most
        Maximum number of raw positions, default 200, or 20,000 if ``thorough``. If the game has at
        most this number, and on average at most ten moves a position, all are examined. Otherwise
        random play is.
    walks
        Number of games of random play, of at most 200 plies each, default 100. By default random
        play stops after 100 positions, or 20,000 if ``thorough``. Fewer are met if positions have
        many moves: random play stops after ten moves for each position that it may meet.
    thorough
        ``True`` examines more positions, and always compiled code, which may cost many times the
        CPU time of a solve. By default compiled code is tested if a solve would compile it, or if
        one of its laws is in ``laws``.
    seed
        Seed of the random choices, default 0. An equal seed finds the same faults.
    laws
        Names of the laws to test; by default all are tested.
    without
        Names of laws to leave out.
    progress
        ``True`` for a progress bar, or a callable that takes a ``Progress``.

    Returns
    -------
    ContractReport
        Numbers of positions and moves, the laws that hold, and possible mistakes that are legal.

    Raises
    ------
    GameContractError
        A law is broken; ``faults`` lists all faults.
    InvalidArgumentError
        An argument is invalid.

    >>> from games import Nim
    >>> check_game(Nim(heaps=(1, 2)))
    ContractReport(positions=6, moves=9, ends=1, exhaustive=True)

    >>> class Stuck(Nim):
    ...     def terminal_value(self, position):
    ...         return None
    >>> try:
    ...     check_game(Stuck(heaps=(1, 2)))
    ... except GameContractError as error:
    ...     print(error)
    Stuck breaks its contract: position (0, 0) has no moves and is not terminal: \
    return a result from terminal_value
    """
    require_yes_or_no(thorough=thorough)
    extent = _extent(most, walks, MANY if thorough else FEW)
    choice = ChosenLaws.of(laws, without)
    rules = Rules(game)
    runs_plainly = not (
        thorough
        or not choice.named.isdisjoint(OF_COMPILED_CODE)
        or not isinstance(game, CompiledGame)
        or would_compile(game)
    )
    ended_by = None
    with reporting(progress) as report, plainly() if runs_plainly else nullcontext():
        examination = Examination(rules, extent.most, _random(seed), report)
        try:
            with _comparing(examination):
                contract_report = _check(examination, extent, choice)
        except NothingToStandOn:
            ended_by = examination.last_law
        report("check", examination.questions, examination.questions)
    if faults := choice.faults(examination.faults, ended_by):
        message = "\n".join(fault.message for fault in faults)
        message = f"{class_name(game)} breaks its contract: {message}"
        raise GameContractError(message, faults) from examination.cause
    return contract_report


def _extent(most: int | None, walks: int | None, default: Extent) -> Extent:
    """Return the number of positions to examine, by the arguments of a call."""
    listed = default.most if most is None else _count("most", "positions", most)
    if walks is None:
        return attrs.evolve(default, most=listed)
    games = _count("walks", "games", walks)
    return Extent(listed, games, MOST_PLIES * games)


def _check(examination: Examination, extent: Extent, choice: ChosenLaws) -> ContractReport:
    before = keep_parameters(examination.game)
    for game_law, names in LAWS_OF_THE_GAME:
        if choice.includes(*names):
            game_law(examination)
    compiled = _compiled_laws(examination)
    positions = _list_all(examination)
    if positions is None:
        examination.exhaustive = False
        examination.forget()
        positions = _wander(examination, extent)
        _note_growth(examination)
    if compiled is not None:
        compiled.at_positions(positions, choice)
    for law, names in LAWS_OF_POSITIONS:
        if choice.includes(*names):
            law(examination, positions)
    if choice.includes(*OF_ANY_QUESTION):
        examination.repeat_all()
        endless_stays(examination)
    if choice.includes("fixed game"):
        parameters_stay(examination, before)
    return _report(
        examination, positions, choice, compiled.num_indexes if compiled is not None else 0
    )


def _report(
    examination: Examination, positions: list[Any], choice: ChosenLaws, num_indexes: int
) -> ContractReport:
    """Return the report; broken laws that were left out by choice become notes."""
    ends = sum(
        examination.answer(examination.rules.end_rule, position) is not None
        for position in positions
    )
    for fault in choice.in_passing(examination.faults):
        examination.remark(fault.law, f"left out, and broken: {fault.message}", fault.position)
    notes = tuple(examination.notes.values())
    steps = [len(examination.steps(position)) for position in positions]
    if not ends and all(steps):
        rule = _rule_of_ends(examination)
        notes = (note_on_ends(len(positions), examination.exhaustive, rule), *notes)
    if examination.exhaustive and len(positions) == 1 and not any(steps):
        notes = (Note("start", start_has_no_move(shown(examination.game, positions[0]))), *notes)
    applying = applying_laws(examination.rules)
    notes += tuple(notes_on_names(examination.game))
    notes += tuple(map(note_on_law, sorted(choice.named.difference(applying))))
    is_untested = isinstance(examination.game, CompiledGame) and is_plain()
    if is_untested:
        applying = tuple(law for law in applying if law not in OF_COMPILED_CODE)
    tried = [law for law in applying if law in choice.laws]
    return ContractReport(
        game=examination.game,
        positions=len(positions),
        moves=sum(steps),
        ends=ends,
        exhaustive=examination.exhaustive,
        laws=tuple(law for law in tried if law not in examination.notes),
        num_indexes=num_indexes,
        notes=notes,
        left_out=tuple(law for law in applying if law not in choice.laws),
        turns=examination.rules.turns,
        untested=NOT_COMPILED if is_untested else "",
    )


def _compiled_laws(examination: Examination) -> CompiledLaws | None:
    """Return the laws of compiled games, or ``None``; the plain rules and the trial come first."""
    if not isinstance(examination.game, CompiledGame):
        return None
    if not holds(examination, plain_of):  # texts, boards and names come from the plain rules
        raise NothingToStandOn
    from gamesolver.check.compiled_laws import CompiledLaws  # numba: only when needed

    laws = CompiledLaws(examination, examination.game)
    laws.before_all()
    return laws


@contextmanager
def _comparing(examination: Examination) -> Iterator[None]:
    """Record the errors of an author's ``__eq__``, or another method that is used everywhere."""
    try:
        yield
    except NothingToStandOn:
        raise
    except Exception as error:
        frames = [frame.f_code for frame, _ in walk_tb(error.__traceback__)]
        guilty = next((code for code in frames if code.co_name in COMPARING), None)
        if guilty is None:
            raise
        examination.cause = examination.cause or error
        examination.note("raises", f"{guilty.co_qualname} raised {error_text(error)}")
        raise NothingToStandOn from error


def _list_all(examination: Examination) -> list[Any] | None:
    """Return all raw positions, breadth first; ``None`` if they, or their moves, are too many."""
    seen = dict.fromkeys(examination.roots())
    listed = list(seen)
    if len(examination.answer("positions") or ()) > examination.most:
        return None
    moves_left = MOVES_A_POSITION * examination.most
    for position in listed:  # the list grows as we go
        moves_left -= _count_moves(examination, position)
        if moves_left < 0:
            return None
        for _, successor in examination.steps(position):
            if successor not in seen:
                seen[successor] = None
                listed.append(successor)
        if len(listed) > examination.most:
            return None
    return listed


def _count_moves(examination: Examination, position: Any) -> int:
    examination.answer("format", position)  # before other queries, as in Examination.steps
    with suppress(Unanswered):
        return len(examination.all_moves(position))
    return 0


def _wander(examination: Examination, extent: Extent) -> list[Any]:
    """Return the positions of random play; the first game and every second begin at the start."""
    roots = list(examination.roots())
    met: dict[Any, None] = {}
    moves_left = MOVES_A_POSITION * extent.met
    for walk in range(extent.walks if roots else 0):
        position = examination.random.choice(roots) if walk % 2 else roots[0]
        for _ in range(MOST_PLIES):
            moves_left -= _count_moves(examination, position)
            if (moves_left < 0 and met) or len(met) >= extent.met:
                return list(met)
            met[position] = None
            steps = examination.steps(position)
            if not steps:
                break
            _, position = examination.random.choice(steps)
    return list(met)


def _note_growth(examination: Examination) -> None:
    """Record a note if positions only grow in lines of random play: no end is in sight."""
    start = examination.answer("start")
    if start is None:
        return
    lines = (
        grown_by_random_play(examination.rules, start, examination.random, SECONDS_A_LINE)
        for _ in range(LINES)
    )
    grown = list(takewhile(lambda last: last is not None, lines))
    if len(grown) == LINES:
        note = note_on_growth(shown(examination.game, start), shown(examination.game, grown[0]))
        examination.remark(note.about, note.message, start)


def _rule_of_ends(examination: Examination) -> str:
    """Return the name of the author's rule that ends play."""
    is_board_game = isinstance(
        examination.game._made_from, loaded("boardgames.board_game", "BoardGame")
    )
    return "result" if is_board_game else examination.rules.end_rule


def _count(name: str, counted: str, argument: Any) -> int:
    """Return the argument; raise if it is not a whole number from 1 on."""
    number = whole(argument)
    if number is None or number < 1:
        raise InvalidArgumentError(
            f"bad {name} {spelled(argument)}: expected a number of {counted} from 1 on"
        )
    return number


def _random(seed: Any) -> Random:
    if whole(seed) is None:
        raise InvalidArgumentError(f"bad seed {spelled(seed)}: expected a whole number")
    return Random(whole(seed))
