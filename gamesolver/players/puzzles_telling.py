"""Puzzles told: as text, as JSON, and on the cards of a sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gamesolver.game import Game
from gamesolver.players.puzzles_trees import Branch
from gamesolver.players.sheet import indented
from gamesolver.value import Outcome

if TYPE_CHECKING:
    from gamesolver.players.puzzling import Puzzle

AS_BEFORE = "(as before)"


def puzzle_text(puzzle: Puzzle[Any, Any]) -> str:
    """The question, the board, and the answer."""
    board = indented([puzzle.game.render(puzzle.position)])
    return f"{puzzle.question}\n{board}\n{answer_text(puzzle)}"


def answer_text(puzzle: Puzzle[Any, Any]) -> str:
    """The solution as a tree of moves, and why the others fail."""
    lines = ["solution:", indented(tree_lines(puzzle.game, puzzle.solution))]
    lines += ["wrong:", indented(_refutation_lines(puzzle))]
    return "\n".join(lines)


def tree_lines(game: Game[Any, Any], root: Branch[Any, Any]) -> Iterator[str]:
    """Moves of both sides in turn; where there are several, a line for each, further in.

    What follows a position that comes up again is told the first time.
    """
    told: set[Any] = set()
    waiting = [(0, root)]
    while waiting:
        depth, branch = waiting.pop()
        words = [game.format_move(branch.move)]
        while len(branch.replies) == 1 and branch.position not in told:
            told.add(branch.position)
            branch = branch.replies[0]
            words.append(game.format_move(branch.move))
        if branch.replies and branch.position in told:
            words.append(AS_BEFORE)
        elif branch.replies:
            told.add(branch.position)
            waiting += [(depth + 1, reply) for reply in reversed(branch.replies)]
        yield "  " * depth + " ".join(words)


def _refutation_lines(puzzle: Puzzle[Any, Any]) -> Iterator[str]:
    for each in puzzle.refutations:
        line = " ".join(puzzle.game.format_move(move) for move in each.line)
        told = f"{puzzle.game.format_move(each.move)} ({each.outcome})"
        yield f"{told}: {line}" if line else told


def puzzle_data(puzzle: Puzzle[Any, Any]) -> dict[str, Any]:
    """What JSON holds of a puzzle."""
    game = puzzle.game
    return {
        "question": puzzle.question,
        "kind": puzzle.kind,
        "position": game.format(puzzle.position),
        "board": game.render(puzzle.position),
        **outcome_data(puzzle.outcome),
        "move": game.format_move(puzzle.move),
        "grade": {
            "plies": puzzle.grade.plies,
            "failing": puzzle.grade.failing,
            "refuted_in": puzzle.grade.refuted_in,
        },
        "solution": branch_data(game, puzzle.solution),
        "refutations": [
            {
                "move": game.format_move(each.move),
                **outcome_data(each.outcome),
                "line": [game.format_move(move) for move in each.line],
            }
            for each in puzzle.refutations
        ],
    }


def outcome_data(outcome: Outcome) -> dict[str, int | None]:
    """An outcome as two numbers."""
    return {"value": int(outcome.value), "remoteness": outcome.remoteness}


def branch_data(game: Game[Any, Any], root: Branch[Any, Any]) -> dict[str, Any]:
    """A tree of moves; replies that were told before are ``None``."""
    told: set[Any] = set()
    holder: list[dict[str, Any]] = []
    waiting = [(holder, root)]
    while waiting:
        into, branch = waiting.pop()
        replies: list[dict[str, Any]] = []
        is_new = branch.position not in told
        told.add(branch.position)
        into.append(
            {
                "move": game.format_move(branch.move),
                "position": game.format(branch.position),
                "replies": replies if is_new else None,
            }
        )
        if is_new:
            waiting += [(replies, each) for each in reversed(branch.replies)]
    return holder[0]
