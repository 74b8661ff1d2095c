"""Find the command of a call before click reads its words."""

from __future__ import annotations

from collections.abc import Sequence


def command_in(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the first word that is not an option, and the words after it."""
    place = next((place for place, word in enumerate(words) if not word.startswith("-")), None)
    return (None, []) if place is None else (words[place], [*words[place + 1 :]])
