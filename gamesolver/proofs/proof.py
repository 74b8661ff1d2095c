"""``Proof``, the result of ``prove``: bounds of one position, best moves, claims, verification.

Each call may resume the search, within the seconds that ``prove`` was given. Bounds may therefore
become closer from call to call. They never state more than is proved. The search is in
``plain_search`` and ``compiled_search``, and ``questions`` chooses its questions.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Generic, Self, TypedDict

import attrs

from gamesolver.arguments import path_in, require_yes_or_no, seconds_in
from gamesolver.errors import NotProvedError
from gamesolver.lazy import shown_by
from gamesolver.proofs.budget import Budget
from gamesolver.proofs.explaining import Explaining, Explanation
from gamesolver.proofs.grounds import Grounds
from gamesolver.proofs.move_rows import ProofLine, ProofRow, ProofRows, best_first
from gamesolver.proofs.player import ProofPlayer
from gamesolver.proofs.questions import Questions, value_alone
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.lookup import queried_position
from gamesolver.rules.messages import shown
from gamesolver.shapes import (
    BoundsShape,
    GameShape,
    Natural,
    OutcomeShape,
    Shaped,
    StepShape,
    fill,
    step_shape,
)
from gamesolver.system.progress import Listener, reporting
from gamesolver.tables.claims import Claims, Statement
from gamesolver.texts import one_line, several
from gamesolver.value import Bounds, Outcome, Value
from gamesolver.verify.claims import ProofReport

if TYPE_CHECKING:
    import networkx as nx

SHOWN = 0.05  # seconds of compiling that are reported
RESUME = "call again to resume"


def _signed_length(outcome: Outcome) -> int:
    """Return the plies to the end, or the complement of those to the last gain."""
    return ~outcome.last_gain if outcome.remoteness is None else outcome.remoteness


class ProofInfoShape(TypedDict):
    """Record of the search for a proof."""

    method: str
    visited: Annotated[Natural, "Number of positions visited."]
    entries: Annotated[Natural, "Capacity of the table in positions."]
    seconds: Annotated[float, "Seconds of the search."]
    stopped: Annotated[str, "Reason why it stopped early; empty if it is complete."]
    compiling: Annotated[float, "Seconds of compilation before the search."]
    forgotten: Annotated[Natural, "Number of positions replaced by others in the table."]
    met_again: Annotated[
        Natural, "Approximate number of times that a replaced position was resolved again."
    ]


@attrs.frozen
class ProofInfo:
    """Record of the search for a proof.

    >>> print(ProofInfo("alpha-beta", visited=38_411, entries=1 << 20, seconds=0.25))
    alpha-beta: 38,411 positions visited in 0.25 s, a table for 1,048,576 positions
    """

    method: str
    visited: int
    """Number of positions visited."""
    entries: int
    """Capacity of the table in positions."""
    seconds: float
    stopped: str = ""
    """Reason why the search stopped early, empty if it is complete."""
    compiling: float = 0.0
    """Seconds of compilation before the search, not included in ``seconds``."""
    forgotten: int = 0
    """Number of positions replaced by others in the table."""
    met_again: int = 0
    """Approximate number of times that a replaced position was resolved again."""

    def __str__(self) -> str:
        stopped = f"; stopped: {self.stopped}" if self.stopped else ""
        lost = f", which forgot {self.forgotten:,} and met them again some {self.met_again:,} times"
        forgot = lost if self.met_again else ""
        work = f"{several(self.visited, 'position')} visited in {self.seconds:.2f} s"
        compiled = f", compiled in {self.compiling:.1f} s" if self.compiling >= SHOWN else ""
        table = f"a table for {self.entries:,} positions{forgot}"
        return f"{self.method}: {work}{compiled}, {table}{stopped}"


class ProofShape(TypedDict):
    """Proof of one position: `Proof.as_json` and `gamesolver prove --json`."""

    game: GameShape
    position: Annotated[str, "The position that the proof is about."]
    bounds: BoundsShape
    outcome: Annotated[OutcomeShape | None, "`null` if it is not resolved."]
    sentence: Annotated[str, "What is known, as a sentence."]
    line: Annotated[list[StepShape], "A line of best moves; empty if the outcome is not resolved."]
    line_stopped: Annotated[str, "Reason why that line stopped early; empty if it is complete."]
    how: ProofInfoShape


@attrs.frozen(eq=False, repr=False)
class Proof(Shaped, Generic[PositionT, MoveT]):
    """Result of ``prove`` for one position of a game.

    >>> from games import TicTacToe
    >>> from gamesolver import prove
    >>> proof = prove(TicTacToe())
    >>> proof
    <Proof of TicTacToe(): draw in 9>
    >>> print(proof.bounds, "/", prove(TicTacToe(), seconds=0).bounds)
    draw in 9 / nothing is known
    """

    game: Game[PositionT, MoveT]
    position: PositionT
    how: ProofInfo
    _questions: Questions
    _budget: Budget
    _by_value: bool = False
    _saved: tuple[Statement, Claims] | None = None
    """Statement and claims loaded from a file."""
    _returned: dict[PositionT, tuple[int, int]] = attrs.field(init=False, factory=dict)
    """Bounds of other positions that were returned to the caller."""
    _grounds: Grounds = attrs.field(
        init=False, default=attrs.Factory(lambda self: self._own_grounds(), takes_self=True)
    )

    def _own_grounds(self) -> Grounds:
        known = {} if self._saved is None else {True: self._saved}
        return Grounds(self._questions, self.position, self.how.entries, known)

    # ── known results ──────────────────────────────────────────────────────

    @property
    def bounds(self) -> Bounds:
        """Proved bounds on the outcome of the position."""
        return self._questions.known(self.position)

    @property
    def outcome(self) -> Outcome | None:
        """Outcome, if it is resolved."""
        return self.bounds.outcome

    @property
    def value(self) -> Value | None:
        """Value, if it is resolved."""
        return self.bounds.value

    @property
    def score(self) -> int | None:
        """Score, if it is resolved, or ``None`` in games without scores."""
        return self.bounds.score

    def shape(self) -> ProofShape:
        """Return the bounds and a line of best moves as plain data for JSON."""
        from gamesolver.show.proofs import known_in_words

        rules, outcome = self._questions.rules, self.outcome
        line = ProofLine((), self.game, self.position) if outcome is None else self.mainline()
        return fill(
            ProofShape,
            self,
            position=rules.format(self.position),
            sentence=known_in_words(rules, self.position, self.bounds),
            line=[step_shape(rules, row.move, row.position) for row in line],
            line_stopped=line.stopped,
            how=fill(ProofInfoShape, self.how),
        )

    def __repr__(self) -> str:
        is_start = self.position == self._questions.rules.start()
        where = "" if is_start else f" at {shown(self.game, self.position)}"
        stopped = f"; {self.how.stopped}" if self.how.stopped else ""
        return f"<Proof of {one_line(self.game)}{where}: {self.bounds}{stopped}>"

    _repr_html_ = shown_by("show.proofs", "proof_html")

    # ── moves ──────────────────────────────────────────────────────────────

    def best_move(self, position: PositionT | None = None) -> MoveT | None:
        """Return a best move of a position, or ``None`` at the end of play.

        By default it is the proved position, and the move is part of the proof.
        """
        here = self._position_or_start(position)
        with self._budget.spent():
            return next(self._best(here, self._most_promising_first(here)), None)
        raise self._unproved("no best move is proved", here)

    def best_moves(self, position: PositionT | None = None) -> tuple[MoveT, ...]:
        """Return all best moves of a position, in the order of ``game.moves``."""
        here = self._position_or_start(position)
        with self._budget.spent():
            played = self._moves_and_successors(here)
            best = tuple(self._best(here, played))
            self._record(*(successor for _, successor in played))  # the others are not best
            return best
        raise self._unproved("not all best moves are proved", here)

    def moves(self, position: PositionT | None = None) -> tuple[ProofRow[MoveT, PositionT], ...]:
        """Return a row for each legal move of a position, the most promising first.

        Moves not resolved within the seconds have bounds.
        """
        here = self._position_or_start(position)
        played = self._moves_and_successors(here)
        with self._budget.spent():
            for _, successor in played:
                self._resolve(successor)
        self._record(*(successor for _, successor in played))
        rows = [ProofRow(move, to, self._bounds_of_move(here, move, to)) for move, to in played]
        scores = [self._questions.scores_of_move(here, move, to) for move, to in played]
        rules = self._questions.rules
        preference = rules.preference(rules.player(here))
        listed = best_first(rows, self._by_value, preference, scores)
        return ProofRows(listed, self.game, here)

    def mainline(self, position: PositionT | None = None) -> ProofLine[MoveT, PositionT]:
        """Return best moves from a position to the end, or to a repetition in infinite play.

        If no best move is proved within the seconds the line ends, and ``stopped`` has the reason.
        """
        start = here = self._position_or_start(position)
        line: list[ProofRow[MoveT, PositionT]] = []
        met: set[PositionT] = set()
        with self._budget.spent():
            while here not in met:
                met.add(here)
                move = next(self._best(here, self._most_promising_first(here)), None)
                if move is None:
                    break
                after = self._questions.rules.play(here, move)
                line.append(ProofRow(move, after, self._bounds_of_move(here, move, after), True))
                here = after
        return ProofLine(line, self.game, start, self._budget.stopped)

    def explain(self, position: PositionT | None = None) -> Explanation[PositionT, MoveT]:
        """Return the move that secures a position, and the response to each reply.

        Moves are shown for the side that wins, or that does not lose. By default it is the proved
        position. Results that are not proved within the seconds are left out.

        >>> from games import Nim
        >>> from gamesolver import prove
        >>> proof = prove(Nim(heaps=(1, 2)))
        >>> why = proof.explain()
        >>> why.move, [(reply.move, reply.answer) for reply in why.replies]
        ((1, 1), [((0, 1), (1, 1)), ((1, 1), (0, 1))])
        """
        explaining = Explaining(self._questions, self._position_or_start(position))
        with self._budget.spent():
            explaining.run()
        for each, bounds in explaining.known().items():
            self._note(each, bounds)
        return explaining.explanation(self._budget.stopped)

    @contextmanager
    def within(self, seconds: float) -> Iterator[Self]:
        """Return a context in which each call has ``seconds`` instead of those given to ``prove``.

        Compilation is not counted.

        >>> from games import TicTacToe
        >>> from gamesolver import prove
        >>> proof = prove(TicTacToe(), seconds=0)
        >>> with proof.within(5) as sooner:
        ...     print(sooner.explain().bounds)
        draw
        """
        limit = seconds_in(seconds)
        self._questions.search.prepare()
        with self._budget.set(limit):
            yield self

    # ── the proof itself ───────────────────────────────────────────────────

    @property
    def claims(self) -> Claims:
        """Claims that the bounds rest on, position by position.

        The last plies before an end are left out. The verifier plays them.

        >>> from games import Nim
        >>> from gamesolver import prove
        >>> for claim in prove(Nim(heaps=(1, 1, 1, 1))).claims:
        ...     print(claim)
        (1, 1, 1, 1): loss in 4
        (0, 1, 1, 1): win in 3
        """
        return self._grounds.claims()[1]

    def player(self) -> ProofPlayer[PositionT, MoveT]:
        """Return a player of best moves, each proved on demand, for matches and audits.

        >>> from games import TicTacToe
        >>> from gamesolver import prove, solve
        >>> from gamesolver.players import audit
        >>> game = TicTacToe()
        >>> audit(prove(game).player(), solve(game)).weak
        True
        """
        return ProofPlayer(self)

    def to_networkx(self, *, limit: int = 100_000, text: bool = False) -> nx.MultiDiGraph[Any]:
        """Return the claims, and the moves on which each rests, for networkx.

        Parameters
        ----------
        limit
            Maximum number of nodes. Default 100,000.
        text
            If true, nodes are texts, for file formats. Default false.

        Returns
        -------
        nx.MultiDiGraph
            Nodes are canonical positions with ``label``, ``terminal``, ``is_start`` and the claimed
            bounds ``at_least`` and ``at_most``, for the player to move. Edges have ``move`` and
            ``turn_kept``.

        Raises
        ------
        SizeLimitError
            There are more than ``limit`` nodes.
        MemoryLimitError
            The claims do not fit into the memory limit of the proof.
        InvalidArgumentError
            An argument is invalid.

        >>> from games import Nim
        >>> from gamesolver import prove
        >>> network = prove(Nim(heaps=(1, 1, 1, 1))).to_networkx()
        >>> network.nodes[0, 1, 1, 1]["at_least"], len(network)
        ('win in 3', 3)
        """
        from gamesolver.proofs.network import claims_to_networkx

        return claims_to_networkx(self._grounds, limit=limit, text=text)

    def verify(
        self, *, symmetries: bool = True, progress: bool | Listener | None = None
    ) -> ProofReport:
        """Check all claims by the rules alone, without the author's hints.

        All results returned until now are checked: the bounds of the position, and
        those of the moves and positions queried since.

        Parameters
        ----------
        symmetries
            If true (default), a claim of a position counts for its symmetric positions, by the
            game's own ``symmetries``.
        progress
            ``True`` for a progress bar, or a callable that takes a ``Progress``.

        Returns
        -------
        ProofReport
            Bounds that were shown, and numbers of positions examined.

        Raises
        ------
        VerificationError
            A claim is not supported: the proof is wrong.
        MemoryLimitError
            The claims do not fit into the memory limit of the proof.
        InvalidArgumentError
            An argument is invalid.

        >>> from games import TicTacToe
        >>> from gamesolver import prove
        >>> prove(TicTacToe()).verify(symmetries=False).images
        0
        """
        require_yes_or_no(symmetries=symmetries)
        with reporting(progress) as report, self._budget.unlimited(report):
            return self._grounds.verify(self._returned, symmetries, report)

    def save(
        self, path: str | os.PathLike[str], *, progress: bool | Listener | None = None
    ) -> None:
        """Write the proof to one file. :func:`gamesolver.load_proof` opens it.

        The file contains the claims, so that they can be checked after loading. Tables that the
        proof rests on are not included but named, and must be given again to ``load_proof``. An
        older file of this name is replaced only when the new one is complete.

        Parameters
        ----------
        path
            Path of the file.
        progress
            ``True`` for a progress bar, or a callable that takes a ``Progress``.

        Raises
        ------
        FileError
            The file cannot be written.
        GameContractError
            The game cannot parse the texts that it writes.
        MemoryLimitError
            The claims do not fit into the memory limit of the proof.
        InvalidArgumentError
            An argument is invalid.
        """
        from gamesolver.files.claims import save_proof

        path = path_in(path)
        with reporting(progress) as report:
            statement, claims = self._grounds.claims(True, report)
            attached = self._attached(statement, claims.scale.nothing)
            save_proof(self._questions.rules, statement, claims, attached, path, report)

    def _attached(self, statement: Statement, nothing: int) -> dict[str, Any]:
        """Return the statements of a file in addition to the claims.

        They name the tables that the proof rests on. If moves gain, they include the plies of best
        play, which claims do not cover.
        """
        from gamesolver.files.named_tables import NamedTable

        rules, solved = self._questions.rules, self._questions.search.solved
        seconds, (least, most) = self._budget.seconds, self._questions.bounds(self.position)
        attached: dict[str, Any] = {
            "how": attrs.asdict(self.how),
            "bounds": (least, most),
            "by_value": self._by_value,
            "seconds": seconds if math.isfinite(seconds) else None,
        }
        if solved.tables:
            attached["tables"] = [
                NamedTable.of(rules.game, each).as_stored() for each in solved.tables
            ]
        if not rules.has_gains:
            return attached
        found = self._questions.found_outcome(self.position)
        return attached | {
            "bounds": (
                least if statement.mover == nothing else statement.mover,
                most if statement.other == nothing else -statement.other,
            ),
            "outcome": None if found is None else (found.points, _signed_length(found)),
        }

    # ── new questions ──────────────────────────────────────────────────────

    def _position_or_start(self, position: PositionT | None) -> PositionT:
        """Return the position of the query, by default the proved position."""
        if position is None:
            return self.position
        here: PositionT = queried_position(self._questions.rules, position)
        return here

    def _unproved(self, what: str, position: PositionT) -> NotProvedError:
        where = f"in position {shown(self.game, position)}"
        return NotProvedError(f"{what} {where}: {self._budget.stopped}; {RESUME}", position)

    def _resolve(self, position: PositionT) -> tuple[int, int]:
        """Return the bounds of a position: exact ones, or of the value alone if so requested."""
        if self._by_value:
            return self._questions.resolve(position, value_alone)
        return self._questions.resolve_exactly(position)

    def _record(self, *positions: PositionT) -> None:
        """Record positions with returned bounds, to be verified later."""
        for each in positions:
            if each != self.position:
                self._note(each, self._questions.bounds(each))

    def _note(self, position: PositionT, bounds: tuple[int, int]) -> None:
        """Record the bounds that were returned for a position, with the closest of each."""
        least, most = self._returned.get(position, bounds)
        self._returned[position] = max(least, bounds[0]), min(most, bounds[1])

    def _moves_and_successors(self, position: PositionT) -> list[tuple[MoveT, PositionT]]:
        """Return the moves with their successors, none at the end of play."""
        rules = self._questions.rules
        return [] if rules.ending(position) is not None else rules.played(position)

    def _most_promising_first(self, position: PositionT) -> list[tuple[MoveT, PositionT]]:
        """Return the moves with their successors, those known to be best first."""
        played = self._moves_and_successors(position)
        if played:
            target = self._number_to_preserve(position)
            gets = self._questions.seems_to_get
            played.sort(key=lambda each: not gets(position, each[0], each[1], target))
        return played

    def _best(self, position: PositionT, played: list[tuple[MoveT, PositionT]]) -> Iterator[MoveT]:
        """Yield the best moves."""
        if not played:
            return
        target, has_best = self._number_to_preserve(position), False
        outcome = None if self._by_value else self._questions.found_outcome(position)
        for move, successor in played:
            is_best = self._questions.move_gets(position, move, successor, target)
            if is_best and (
                outcome is None or self._is_as_good(position, move, successor, outcome)
            ):
                has_best = True
                self._record(position, successor)
                yield move
        if not has_best:
            self._questions.refuse_score(position)

    def _number_to_preserve(self, position: PositionT) -> int:
        """Return the number on the scale that a best move preserves: of outcome or score."""
        least, _ = self._resolve(position)
        scale = self._questions.scales.at(position)
        score = scale.least_score(least)
        if score is None or not (self._by_value or scale.has_gains):
            return least
        return scale.least_with(score)

    def _is_as_good(
        self, position: PositionT, move: MoveT, successor: PositionT, outcome: Outcome
    ) -> bool:
        """Return True if a move that preserves the score has the outcome of the best one."""
        self._resolve(successor)
        found = self._move_outcome(position, move, successor)
        return found is not None and found.preference_key == outcome.preference_key

    def _move_outcome(
        self, position: PositionT, move: MoveT, successor: PositionT
    ) -> Outcome | None:
        """Return the outcome of a move, if that of its successor is known in addition to bounds."""
        found, rules = self._questions.found_outcome(successor), self._questions.rules
        if found is None:
            return None
        return found.backed_up(rules.turn_kept(position, successor), rules.gain(position, move))

    def _bounds_of_move(self, position: PositionT, move: MoveT, successor: PositionT) -> Bounds:
        """Return the bounds of a move."""
        found = self._move_outcome(position, move, successor)
        if found is not None:
            return Bounds(found, found)
        known = self._questions.bounds(successor)
        bounds = self._questions.bounds_of_move(position, move, successor, known)
        return self._questions.scales.at(position).of_moves.between(*bounds)
