"""The page: what is shown at a terminal, or written to a file or another program.

In a terminal there are colours, and text keeps to its width. Elsewhere there are neither
colours nor line breaks of our own, and no spaces at the ends of lines.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from gamesolver.spelling import clean
from gamesolver.surroundings import in_terminal
from gamesolver.value import Outcome, Value

STYLES = {Value.WIN: "green", Value.DRAW: "yellow", Value.LOSS: "red"}
VERY_WIDE = 100_000
LEAST_WIDE = 10  # less than that is no terminal's real width
TITLE = "bold"
NOTE = "yellow"
FAINT = "dim"


class Page(Console):
    """Standard output, or standard error."""

    def __init__(self, errors: bool = False) -> None:
        stream = sys.stderr if errors else sys.stdout
        super().__init__(file=stream, highlight=False, markup=False, emoji=False)
        if not self.is_terminal:
            self.width = VERY_WIDE
        elif self.width < LEAST_WIDE:
            self.width = LEAST_WIDE

    def on_broken_pipe(self) -> None:
        """Leave it to who called: rich would end the program with a code of its own."""
        raise

    def print(self, *shown: Any, **how: Any) -> None:
        """Show something; no text of a game or a file steers the terminal."""
        super().print(*(clean(each) if isinstance(each, str) else each for each in shown), **how)

    @property
    def room(self) -> int:
        """How many letters fit in a line; 80 where that is not known."""
        return self.width if self.is_terminal else 80

    def say(self, *texts: str | Text) -> None:
        """One line after the other."""
        for text in texts:
            self.print(text, soft_wrap=True)

    def remark(self, *notes: str) -> None:
        """What is legal and may be a slip, each in a line of its own."""
        for note in notes:
            self.print(note, style=NOTE, soft_wrap=True)

    def table(self, head: Sequence[str], rows: Iterable[Sequence[str | Text]]) -> None:
        """Columns under their names; where there is little room, the first one keeps its own."""
        table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style=TITLE)
        listed = list(rows)
        first = max((len(str(row[0])) for row in listed), default=0)
        for number, name in enumerate(head):
            table.add_column(name, min_width=None if number else min(first, self.width // 2))
        for row in listed:
            table.add_row(*row)
        if self.is_terminal:
            self.print(table)
            return
        with self.capture() as caught:
            self.print(table)
        for line in caught.get().splitlines():
            self.say(line.rstrip())


def coloured(outcome: Outcome, text: str | None = None) -> Text:
    """An outcome, or words about it, in the colour of its value."""
    return Text(str(outcome) if text is None else text, style=STYLES[outcome.value])


def write_json(answer: Any) -> None:
    """An answer for programs, on standard output."""
    text = json.dumps(answer, indent=2, ensure_ascii=False, allow_nan=False)
    sys.stdout.write(_CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n")


_CONTROL = re.compile("[\x7f-\x9f]")  # JSON escapes the others by itself


def bar() -> bool:
    """Whether progress is drawn: if standard error is a terminal."""
    return in_terminal()
