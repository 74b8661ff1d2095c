"""Solution: everything there is to know about a game, ready to be asked.

A solution is a game plus a *table* of the outcomes of its canonical positions.
Asked about any position, it finds the twin that stands for it; asked about
moves, it plays them by the rules and looks up where they lead. Both the list
of best moves and the mainline come from ``moves``, so they cannot disagree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from gamesolver.answers import How, MoveRow
from gamesolver.arguments import require_yes_or_no
from gamesolver.errors import GameSolverError, InvalidArgumentError, UnknownPositionError
from gamesolver.game import Game, MoveT, PositionT
from gamesolver.rules import Rules, contract
from gamesolver.spelling import spelled
from gamesolver.table import Table
from gamesolver.value import Outcome, Value
from gamesolver.verifying import VerificationReport, verify
from gamesolver.words import shown

if TYPE_CHECKING:
    import networkx as nx

DefaultT = TypeVar("DefaultT")


class Solution(Generic[PositionT, MoveT]):
    """The outcome of every position of a game; immutable, and readable from several threads.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> solution = solve(TicTacToe())
    >>> solution
    <Solution of TicTacToe(): draw in 9, 765 positions>
    >>> centre_and_edge = solution.game.parse(".o..x....")
    >>> print(solution[centre_and_edge])
    win in 5
    >>> solution.best_moves(centre_and_edge)
    (0, 2, 3, 5, 6, 8)
    """

    __slots__ = ("_game", "_how", "_roots", "_rules", "_table")

    def __init__(
        self,
        game: Game[PositionT, MoveT],
        table: Table[PositionT],
        how: How,
        roots: tuple[PositionT, ...],
    ) -> None:
        self._game = game
        self._table = table
        self._how = how
        self._roots = roots
        self._rules = Rules(game)

    @property
    def game(self) -> Game[PositionT, MoveT]:
        """The game that was solved."""
        return self._game

    @property
    def how(self) -> How:
        """How it was solved."""
        return self._how

    @property
    def start(self) -> PositionT:
        """The position that play starts from."""
        return self._roots[0]

    @property
    def outcome(self) -> Outcome:
        """The outcome of the start."""
        return self[self.start]

    @property
    def value(self) -> Value:
        """The value of the start."""
        return self.outcome.value

    @property
    def remoteness(self) -> int | None:
        """The remoteness of the start."""
        return self.outcome.remoteness

    def __repr__(self) -> str:
        return f"<Solution of {self._game!r}: {self.outcome}, {len(self)} positions>"

    def __len__(self) -> int:
        return len(self._table)

    def __iter__(self) -> Iterator[PositionT]:
        return iter(self._table)

    def __contains__(self, position: object) -> bool:
        return self._find(position)[0] is not None

    def __getitem__(self, position: object) -> Outcome:
        outcome, cause = self._find(position)
        if outcome is None:
            raise UnknownPositionError(
                f"unknown position {shown(self._game, position)}: {self._why_unknown(position)}",
                position,
            ) from cause
        return outcome

    def _why_unknown(self, position: object) -> str:
        if isinstance(position, str):
            with suppress(Exception):  # not every text can be read
                if self._game.parse(position) in self:
                    return "it is the text of a known one, solution[solution.game.parse(text)]"
        is_own = self.start == self._rules.start()
        start = "the start" if is_own else f"position {shown(self._game, self.start)}"
        return f"not reachable from {start} of {self._game!r}; solve(game, start=...) solves it"

    def get(self, position: object, default: DefaultT | None = None) -> Outcome | DefaultT | None:
        """The outcome of a position or of any twin; ``default`` for anything else."""
        outcome, _ = self._find(position)
        return default if outcome is None else outcome

    def moves(self, position: PositionT) -> tuple[MoveRow[PositionT, MoveT], ...]:
        """One row a legal move, best first, ties in the order of ``game.moves``; none at an end."""
        self[position]
        return self._rows(position)

    def best_moves(self, position: PositionT) -> tuple[MoveT, ...]:
        """The moves whose outcome is that of the position."""
        return tuple(row.move for row in self.moves(position) if row.is_best)

    def mainline(self, position: PositionT | None = None) -> tuple[MoveRow[PositionT, MoveT], ...]:
        """One line of best moves, always the first one, to the end of play.

        The line of an endless draw stops with the first move that returns to a
        position already on it.
        """
        here = self.start if position is None else position
        self[here]
        line: list[MoveRow[PositionT, MoveT]] = []
        seen: set[PositionT] = set()
        while here not in seen:
            seen.add(here)
            rows = self._rows(here)
            if not rows:
                break
            line.append(rows[0])
            here = rows[0].position
        return tuple(line)

    def counts(
        self,
        *,
        symmetric: bool = False,
        player: int | None = None,
        stage: Hashable = None,
        reachable: bool = False,
    ) -> dict[Outcome, int]:
        """How many canonical positions have each outcome, best outcome first.

        Parameters
        ----------
        symmetric
            Count every position of each orbit, not only the one that stands for it.
        player
            Only positions in which this seat (0 or 1) is to move.
        stage
            Only positions of this stage.
        reachable
            Only positions that play from the start can come to, themselves or by a twin.
        """
        require_yes_or_no(symmetric=symmetric, reachable=reachable)
        if player is not None:
            self._require_seats(player)
        if stage is not None and not self._rules.has_stages:
            raise InvalidArgumentError(
                f"{self._game!r} has no stages: counts(stage=...) needs them"
            )
        counts: Counter[Outcome] = Counter()
        for position, outcome in self._table.items():
            if (
                (player is None or self._rules.player(position) == player)
                and (stage is None or self._rules.stage(position) == stage)
                and (not reachable or self._table.start_reaches(position))
            ):
                counts[outcome] += len(self._rules.orbit(position)) if symmetric else 1
        return {outcome: counts[outcome] for outcome in sorted(counts, reverse=True)}

    def verify(self, *, full: bool = False) -> VerificationReport:
        """Check every position against the rules, by the certificate alone.

        Raises ``VerificationError`` at the first fault. A position labelled as
        a win in one ply is done at its first winning move; ``full=True`` looks
        at every move.
        """
        require_yes_or_no(full=full)
        return verify(self._rules, self._table, self._roots, full=full)

    def to_networkx(
        self,
        *,
        around: PositionT | None = None,
        plies: int | None = None,
        moves: Literal["all", "best", "strategy"] = "all",
        limit: int = 100_000,
        text: bool = False,
    ) -> nx.MultiDiGraph[Any]:
        """The game graph with outcomes, or a part of it, for networkx.

        ``around`` and ``plies`` choose a neighbourhood, ``moves`` which moves are
        drawn, ``text=True`` makes nodes texts, for files. More than ``limit``
        nodes raise ``SizeLimitError``. The attributes are told in
        :func:`gamesolver.export.solution_to_networkx`.
        """
        from gamesolver.export import solution_to_networkx

        return solution_to_networkx(
            self, around=around, plies=plies, moves=moves, limit=limit, text=text
        )

    def _find(self, position: object) -> tuple[Outcome | None, Exception | None]:
        """The outcome if it is known; otherwise what the game had to say about the object."""
        try:
            canonical = self._rules.canonical(position)  # type: ignore[arg-type]  # any object
            outcome = self._table.get(canonical)
            hash(position)
            is_known = outcome is not None and self._rules.is_twin(position, canonical)
            return (outcome if is_known else None), None
        except GameSolverError as error:
            cause = error.__cause__
            return None, cause if isinstance(cause, Exception) else error
        except Exception as error:  # a foreign object may do anything when it is compared
            return None, error

    def _rows(self, position: PositionT) -> tuple[MoveRow[PositionT, MoveT], ...]:
        rules = self._rules
        if rules.ending(position) is not None:
            return ()
        played = [(move, rules.play(position, move)) for move in rules.moves(position)]
        outcomes = [self._back(position, successor) for _, successor in played]
        best = max(outcomes)
        rows = [
            MoveRow(move, successor, outcome, outcome == best)
            for (move, successor), outcome in zip(played, outcomes, strict=True)
        ]
        return tuple(sorted(rows, key=lambda row: row.outcome, reverse=True))

    def _back(self, position: PositionT, successor: PositionT) -> Outcome:
        outcome = self._table.get(self._rules.canonical(successor))
        if outcome is None:
            raise contract(
                self._game,
                "repeatable",
                f"position {shown(self._game, successor)}, one move after "
                f"{shown(self._game, position)}, was not there when the game was solved; "
                "rules must not change",
                position,
            )
        return outcome.back(self._rules.turn_kept(position, successor))

    def _require_seats(self, player: int) -> None:
        if player not in (0, 1):
            raise InvalidArgumentError(f"bad player {spelled(player)}: expected 0 or 1")
        for position in self._table:
            seats = {self._rules.player(twin) for twin in self._rules.orbit(position)}
            if None in seats:
                raise InvalidArgumentError(
                    f"counts(player=...) needs to know who moves: {self._game!r} names no seats; "
                    "write its player method"
                )
            if len(seats) > 1:
                raise InvalidArgumentError(
                    "counts(player=...) needs to know who moves: the symmetries of "
                    f"{self._game!r} fold the two players together"
                )
