"""Refusals: the status and the message of each error, on every page and in JSON."""

from __future__ import annotations

from starlette.exceptions import HTTPException

from gamesolver.errors import (
    GameSolverError,
    IllegalMoveError,
    InvalidArgumentError,
    MemoryLimitError,
    PositionTextError,
    SizeLimitError,
    UnknownGameError,
    UnknownPositionError,
)

BAD_ADDRESSES = (IllegalMoveError, InvalidArgumentError, PositionTextError)
TOO_LARGE = (MemoryLimitError, SizeLimitError)
NOT_FOUND = (UnknownGameError, UnknownPositionError)


def code_and_message(error: Exception) -> tuple[int, str]:
    """Return the status and the message of an error.

    >>> code_and_message(UnknownGameError("unknown game 'chess'", "chess"))
    (404, "unknown game 'chess'")
    >>> code_and_message(ValueError("a fault of ours"))
    (500, 'the explorer failed: ValueError; please report it')
    """
    if isinstance(error, HTTPException):
        is_usual = error.detail == "Not Found"
        return error.status_code, "there is no page at this address" if is_usual else error.detail
    if not isinstance(error, GameSolverError):
        return 500, f"the explorer failed: {type(error).__name__}; please report it"
    if isinstance(error, BAD_ADDRESSES + TOO_LARGE):
        return 400, error.message
    return 404 if isinstance(error, NOT_FOUND) else 500, error.message


def heading_of(code: int) -> str:
    """Return the words above the message of a refusal."""
    return {400: "That cannot be shown", 404: "Not found"}.get(code, "Something is wrong")
