"""Which command is asked for, before the words are read in earnest."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence

COMPLETING = "_GAMESOLVER_COMPLETE"


def command_in(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """The first word that is no option, and the words after it.

    While a shell asks how its line may go on, the words are those of that line.
    """
    line = words_to_complete()
    typed = list(words) if line is None else line
    place = next((place for place, word in enumerate(typed) if not word.startswith("-")), None)
    return (None, []) if place is None else (typed[place], typed[place + 1 :])


def words_to_complete() -> list[str] | None:
    """The words that stand already, while a shell asks how they may go on."""
    if COMPLETING not in os.environ:
        return None
    line = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS") or ""
    try:
        return shlex.split(line)[1:]
    except ValueError:  # a quotation mark that is still open
        return line.split()[1:]
