"""Puzzles: positions with one right move, with solutions and refutations.

* A *win in n* is a position won in n plies in which exactly one of several legal moves wins.
  After every defence of greatest remoteness exactly one move wins again, up to the last move.
* A *rescue* is a position in which exactly one of several legal moves draws and all others lose.
  Only that first move is the solution.
* In a game with scores, a puzzle is a position in which exactly one of several legal moves
  preserves the *score*. Only that move is the solution.

Method: positions with a wanted outcome are searched in random order for those with one right
move (``puzzle_search``). The tree of all best defences is walked from each, and the position is
dropped if two moves win anywhere. The solution is thus unique by construction. Puzzles are
canonical positions, so no two are symmetric. The start reaches each of them, or a position
symmetric to it.

Cost: one look-up for each move of each position examined, by compiled code if the game is
compiled. The search ends when there are enough puzzles. Random order gives a varied
collection, because neighbours in a table are similar positions.

:class:`Puzzle` and :class:`Puzzles` write puzzles as text, JSON, or trees of moves.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from random import Random
from typing import Annotated, Any, Generic, Literal, TypedDict

import attrs

from gamesolver.lazy import shown_by
from gamesolver.players.arguments import most_in, mover_at, require_solution, seed_in
from gamesolver.players.exercises import Exercises
from gamesolver.players.puzzle_search import (
    Branch,
    Grade,
    Refutation,
    candidates_one_by_one,
    depth,
    grade,
    plies_to_grade,
    refutations,
    saving_move,
    wanted_outcomes,
    winning_tree,
)
from gamesolver.players.sheet import Card, indented
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.shapes import (
    GameShape,
    Natural,
    OutcomeShape,
    Shaped,
    StepShape,
    fill,
    game_shape,
    outcome_shape,
    played_shape,
    step_shape,
)
from gamesolver.show.sentences import headline, signed
from gamesolver.show.winnings import move_and_gain
from gamesolver.solution import Solution
from gamesolver.system.progress import Listener, Reporter, reporting
from gamesolver.tables.table import Table
from gamesolver.texts import spelled
from gamesolver.value import Outcome, Value

# ── puzzles as text and as trees of moves ─────────────────────────────────────────────────────────

AS_BEFORE = "(as before)"


def puzzle_text(puzzle: Puzzle[Any, Any]) -> str:
    """Return the question, the board and the answer."""
    board = indented([Rules(puzzle.game).render(puzzle.position, puzzle.seat)])
    return f"{headline(puzzle.question)}\n{board}\n{answer_text(puzzle)}"


def answer_text(puzzle: Puzzle[Any, Any]) -> str:
    """Return the solution as a tree of moves, and the refutations."""
    lines = ["Solution:", indented(tree_lines(puzzle.game, puzzle.solution))]
    lines += ["Wrong:", indented(_refutation_lines(puzzle))]
    return "\n".join(lines)


def tree_lines(game: Game[Any, Any], root: Branch[Any, Any]) -> Iterator[str]:
    """Yield lines with the moves of both sides. Alternatives are indented, one to a line.

    The continuation of a repeated position is written the first time only.
    """
    seen: set[Any] = set()
    waiting = [(0, root)]
    while waiting:
        depth, branch = waiting.pop()
        words = [_as_text(game, branch)]
        while len(branch.replies) == 1 and branch.position not in seen:
            seen.add(branch.position)
            branch = branch.replies[0]
            words.append(_as_text(game, branch))
        if branch.replies and branch.position in seen:
            words.append(AS_BEFORE)
        elif branch.replies:
            seen.add(branch.position)
            waiting += [(depth + 1, reply) for reply in reversed(branch.replies)]
        yield "  " * depth + " ".join(words)


def _as_text(game: Game[Any, Any], branch: Branch[Any, Any]) -> str:
    """Return the text of a branch's move, with its gain."""
    return move_and_gain(game.format_move(branch.move), branch.gain)


def _refutation_lines(puzzle: Puzzle[Any, Any]) -> Iterator[str]:
    rules = Rules(puzzle.game)
    for refutation in puzzle.refutations:
        (first, gain), *line = _with_gains(
            rules, puzzle.position, (refutation.move, *refutation.line)
        )
        won = f"{signed(gain)}, " if gain else ""
        heading = f"{first} ({won}{refutation.outcome})"
        written = " ".join(move_and_gain(move, gain) for move, gain in line)
        yield f"{heading}: {written}" if written else heading


def _with_gains(
    rules: Rules[Any, Any], here: Any, moves: Iterable[Any]
) -> Iterator[tuple[str, int]]:
    """Yield the texts of the moves in a line, each with its gain."""
    for move in moves:
        yield rules.format_move(move), rules.gain(here, move)
        here = rules.play(here, move)


def _tree(rules: Rules[Any, Any], root: Branch[Any, Any]) -> BranchShape:
    """Return a tree of moves for JSON. Replies already listed are ``None``."""
    seen: set[Any] = set()
    holder: list[BranchShape] = []
    waiting = [(holder, root)]
    while waiting:
        into, branch = waiting.pop()
        replies: list[BranchShape] = []
        is_new = branch.position not in seen
        seen.add(branch.position)
        step = step_shape(rules, branch.move, branch.position, branch.gain)
        into.append({**step, "replies": replies if is_new else None})
        if is_new:
            waiting += [(replies, reply) for reply in reversed(branch.replies)]
    return holder[0]


# ── puzzles ────────────────────────────────────────────────────────────────────────


class BranchShape(StepShape):
    """A move of a solution, and the moves that follow."""

    replies: Annotated[list[BranchShape] | None, "`null` if they are listed already."]


class RefutationShape(TypedDict):
    """A wrong first move."""

    move: str
    outcome: OutcomeShape
    line: Annotated[list[StepShape], "Punishes it."]


class GradeShape(TypedDict):
    """Difficulty of a puzzle."""

    plies: Natural
    failing: Annotated[Natural, "Number of moves that fail."]
    refuted_in: Annotated[
        Natural | None,
        "Greatest number of plies to the end after these; `null` for infinite play.",
    ]


class PuzzleShape(TypedDict):
    """A position with one right move."""

    question: str
    kind: Literal["win", "rescue", "score"]
    position: str
    board: str
    outcome: OutcomeShape
    move: Annotated[str, "The right one."]
    grade: GradeShape
    solution: BranchShape
    refutations: list[RefutationShape]


@attrs.frozen(eq=False, repr=False)
class Puzzle(Shaped, Generic[PositionT, MoveT]):
    """Position with one right move.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> puzzle = puzzles(solve(TicTacToe()), plies=5)[0]
    >>> print(puzzle)
    <puzzle of TicTacToe(): x wins in 5, position '...o.xox.'>
    """

    game: Game[PositionT, MoveT]
    position: PositionT
    mover: str
    """Name of the player to move."""
    kind: Literal["win", "rescue", "score"]
    outcome: Outcome
    solution: Branch[PositionT, MoveT]
    refutations: tuple[Refutation[MoveT], ...]
    """Refutation of each other move, the best move first."""
    grade: Grade

    _repr_html_ = shown_by("players.reports", "puzzle_html")

    @property
    def move(self) -> MoveT:
        """Right move."""
        return self.solution.move

    @property
    def seat(self) -> int:
        """Index of the player to move, or 0 if positions do not contain it."""
        return Rules(self.game).mover(self.position, 0)

    @property
    def plies(self) -> int:
        """Depth of the solution in plies, or 1 if only the first move is requested."""
        return self.grade.plies

    @property
    def question(self) -> str:
        """Question of the puzzle as text."""
        if self.kind == "win":
            return f"{self.mover} wins in {self.plies}"
        points = self.outcome.points
        more = " from here on" if Rules(self.game).has_gains else ""
        if points > 0:
            return f"{self.mover} can win by {points:,}{more}"
        if points < 0:
            return f"{self.mover} can lose by no more than {-points:,}{more}"
        return f"{self.mover} can save the draw{more}"

    def __repr__(self) -> str:
        position = self.game.format(self.position)
        return f"<puzzle of {self.game!r}: {self.question}, position {spelled(position)}>"

    def as_text(self) -> str:
        """Return the question, the board, the solution and the refutations as text."""
        return puzzle_text(self)

    def shape(self) -> PuzzleShape:
        """Return the puzzle as plain data for JSON."""
        rules = Rules(self.game)
        return fill(
            PuzzleShape,
            self,
            position=rules.format(self.position, self.seat),
            board=rules.render(self.position, self.seat),
            move=rules.format_move(self.move),
            grade=fill(GradeShape, self.grade),
            solution=_tree(rules, self.solution),
            refutations=[self._refutation(rules, refutation) for refutation in self.refutations],
        )

    def _refutation(self, rules: Rules[Any, Any], refutation: Refutation[MoveT]) -> RefutationShape:
        after = rules.play(self.position, refutation.move)
        return {
            "move": rules.format_move(refutation.move),
            "outcome": outcome_shape(refutation.outcome),
            "line": played_shape(rules, after, refutation.line, 1 - self.seat),
        }


class PuzzlesShape(TypedDict):
    """`Puzzles.as_json`."""

    game: GameShape
    puzzles: Annotated[list[PuzzleShape], "The hardest first."]


class Puzzles(Exercises[PositionT, MoveT, Puzzle[PositionT, MoveT]]):
    """Collection of puzzles, the hardest first.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> from gamesolver.players import puzzles
    >>> len(puzzles(solve(TicTacToe()), plies=3, most=2))
    2
    """

    called = "puzzles"
    how_to_read = (
        "A solution has the moves of both players in turn, the right one first. If the other "
        "player has several best defences, each has an indented line of its own, with the answer "
        f"to it; {AS_BEFORE} replaces moves that are listed above. A wrong move is followed by its "
        "outcome for the player who makes it, and then by the moves that punish it."
    )

    def shape(self) -> PuzzlesShape:
        """Return all puzzles as plain data for JSON."""
        return {"game": game_shape(self.game), "puzzles": [puzzle.shape() for puzzle in self]}

    def _answer(self, number: int, puzzle: Puzzle[PositionT, MoveT]) -> Card:
        title = f"{number}. {self.game.format_move(puzzle.move)}"
        return Card(title, puzzle.position, puzzle.move, answer_text(puzzle))


def puzzles(
    solution: Solution[PositionT, MoveT],
    *,
    plies: int | Container[int] | None = None,
    most: int | None = 100,
    seed: int = 0,
    progress: bool | Listener | None = None,
) -> Puzzles[PositionT, MoveT]:
    """Return positions with one right move, up to symmetry, the hardest first.

    Parameters
    ----------
    solution
        Solution from ``solve`` or ``load``.
    plies
        Remoteness of the wins to find: a number, a range or a set. By default wins of every length
        and rescues. In a game with scores, the remoteness of the positions to find.
    most
        Greatest number of puzzles, default 100, or ``None`` for all. The deepest come first: the
        longest wins, or in a game with scores the positions farthest from the end.
    seed
        Seed of the random order among puzzles of equal depth, default 0.
    progress
        ``True`` for a progress bar, or a callable that takes a ``Progress``.

    Returns
    -------
    Puzzles
        Book of puzzles, each with its solution and refutations.

    Raises
    ------
    InvalidArgumentError
        An argument is invalid.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> print(puzzles(solve(TicTacToe()), plies=5)[0].as_text())
    x wins in 5
      . . .
      o . x
      o x .
    Solution:
      0
        1 8
    ...
    """
    require_solution(solution)
    most, seed = most_in(most, "puzzles"), seed_in(seed)
    wanted = wanted_outcomes(solution, plies)
    found: list[Puzzle[PositionT, MoveT]] = []
    with reporting(progress) as report:
        positions = _candidates(solution, wanted, Random(seed), report)
        for puzzle in _made(solution, positions):
            found.append(puzzle)
            report("puzzles", len(found), most)
            if len(found) == most:
                break
    found.sort(key=lambda puzzle: solution.game.format(puzzle.position))
    found.sort(key=lambda puzzle: (depth(puzzle.outcome), puzzle.grade), reverse=True)
    return Puzzles(solution.game, tuple(found))


def _candidates(
    solution: Solution[Any, Any], wanted: Mapping[Outcome, int], luck: Random, report: Reporter
) -> Iterator[Any]:
    """Yield canonical positions reached from the start with one right move, deepest first.

    ``wanted`` maps the permitted outcomes to their numbers of positions.
    Every puzzle is among them.
    """
    table: Table[Any] = solution._table  # its entries are read in bulk
    if not wanted:
        return
    if isinstance(solution.game, CompiledGame):
        from gamesolver.players.compiled_puzzles import Reach, candidates_by_kernel, entries_of

        entries = entries_of(table)
        if entries is not None:
            is_reached = Reach(solution.game, entries)
            yield from filter(is_reached, candidates_by_kernel(entries, wanted, luck, report))
            return
    found = candidates_one_by_one(solution, table, wanted, luck, report)
    yield from filter(table.start_reaches, found)


def _made(
    solution: Solution[PositionT, MoveT], positions: Iterator[PositionT]
) -> Iterator[Puzzle[PositionT, MoveT]]:
    """Yield the puzzles among positions with one right move."""
    for position in positions:
        rows = solution.moves(position)
        outcome = rows[0].outcome
        kind = _kind(outcome)
        tree = winning_tree(solution, position) if kind == "win" else saving_move(rows)
        if tree is not None:
            yield Puzzle(
                solution.game,
                position,
                mover_at(solution, position),
                kind,
                outcome,
                tree,
                tuple(refutations(solution, rows)),
                grade(plies_to_grade(outcome), rows),
            )


def _kind(outcome: Outcome) -> Literal["win", "rescue", "score"]:
    """Return the kind of puzzle for an outcome."""
    if outcome.score is not None:
        return "score"
    return "win" if outcome.value is Value.WIN else "rescue"
