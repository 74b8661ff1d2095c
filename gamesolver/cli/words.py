"""Find the command of a call before typer reads its words."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence

COMPLETING = "_GAMESOLVER_COMPLETE"


def command_in(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the first word that is not an option, and the words after it.

    During completion in a shell, the words are those of the line being completed.
    """
    line = words_to_complete()
    typed = list(words) if line is None else line
    place = next((place for place, word in enumerate(typed) if not word.startswith("-")), None)
    return (None, []) if place is None else (typed[place], typed[place + 1 :])


def words_to_complete() -> list[str] | None:
    """Return the words typed so far, during completion in a shell, else None."""
    if COMPLETING not in os.environ:
        return None
    line = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS") or ""
    try:
        return shlex.split(line)[1:]
    except ValueError:  # a quotation mark that is still open
        return line.split()[1:]
