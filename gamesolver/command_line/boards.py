"""Boards side by side, as many as fit in a line, each under its caption."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

import gamesolver
from gamesolver.command_line.page import TITLE, Page
from gamesolver.command_line.wording import Voice

GAP = 3
MOST_ABREAST = 10

Captioned = tuple[str, str]


def mainline(
    voice: Voice, solution: gamesolver.Solution[Any, Any], position: Any
) -> Iterator[Captioned]:
    """The boards of a line of best moves, each under the move that made it."""
    yield "start", voice.board(position)
    for number, row in enumerate(solution.mainline(position), start=1):
        yield f"{number}. {voice.move(row.move)}", voice.board(row.position)


def show_boards(page: Page, boards: Iterable[Captioned]) -> None:
    """Show boards in rows."""
    columns = [(caption, board.split("\n")) for caption, board in boards]
    widest = max(len(line) for caption, board in columns for line in (caption, *board))
    abreast = max(1, min(MOST_ABREAST, (page.room + GAP) // (widest + GAP)))
    for first in range(0, len(columns), abreast):
        if first:
            page.say("")
        row = columns[first : first + abreast]
        page.print(_line([caption for caption, _ in row], widest), style=TITLE, soft_wrap=True)
        for lines in zip_longest(*(board for _, board in row), fillvalue=""):
            page.say(_line(lines, widest))


def _line(parts: Sequence[str], width: int) -> str:
    return (" " * GAP).join(part.ljust(width) for part in parts).rstrip()
