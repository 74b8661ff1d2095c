"""Output of the command line: text, tables, boards and pages to print.

A :class:`Page` is standard output or standard error. In a terminal it uses colours and wraps text
to the width. In a file or a pipe it uses neither, and strips spaces at the ends of lines.

:class:`SentenceParts` is a sentence that breaks between its parts only, for example between moves.
:func:`show_boards` arranges boards side by side, each under its caption, as many as fit in a line.
:func:`written` writes a page to print to a file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from textwrap import fill
from typing import Any

import attrs
from rich.console import Console, ConsoleOptions
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

import gamesolver
from gamesolver.rules.messages import MOST_SHOWN
from gamesolver.shapes import json_text
from gamesolver.show.bars import LinesNowAndThen, in_terminal
from gamesolver.show.colours import APPEARANCES
from gamesolver.show.letters import letters_in_words
from gamesolver.show.sentences import Voice, capital, signed
from gamesolver.show.winnings import gains_of_line, move_and_gain
from gamesolver.system.memory import in_words
from gamesolver.system.progress import Listener
from gamesolver.texts import clean
from gamesolver.value import Outcome, Value

# ── moves in a sentence, which breaks between them alone ────────────────────────────────────────


@attrs.frozen
class SentenceParts:
    """Sentence of parts, without line breaks inside a part."""

    parts: Sequence[str | Text]

    def __str__(self) -> str:
        return " ".join(map(str, self.parts))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        yield Text("\n").join(self._lines(options.max_width))

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        wide = [Text(str(part)).cell_len for part in self.parts]
        measured = Measurement(max(wide, default=0), sum(wide) + max(0, len(wide) - 1))
        return measured.with_maximum(options.max_width)

    def _lines(self, width: int) -> Iterator[Text]:
        line = Text()
        for part in self.parts:
            longer = Text.assemble(line, " ", part) if line else Text.assemble(part)
            if line and longer.cell_len > width:
                yield line
                longer = Text.assemble(part)
            line = longer
        yield line


def some_of(moves: Sequence[str]) -> list[str]:
    """Return the first moves as parts of a sentence, and the number of further moves.

    >>> some_of(["(1, 1)", "(1, 2)"])
    ['(1, 1),', '(1, 2)']
    >>> some_of(["a"] * (MOST_SHOWN + 2))[-4:]
    ['a', 'and', '2', 'more']
    """
    more = len(moves) - MOST_SHOWN
    return [*in_series(moves[:MOST_SHOWN]), *(f"and {more} more".split() if more > 0 else ())]


def in_series(texts: Sequence[str]) -> list[str]:
    """Return texts as parts of a sentence, with a comma after each except the last."""
    return [*(f"{text}," for text in texts[:-1]), *texts[-1:]]


# ── pages to print, written to a file ───────────────────────────────────────────────────────────


def written(path: str, content: str) -> str:
    """Write a page to a file. Return a message with its path and size."""
    from gamesolver.files.replacing import replacing

    page = content.encode("utf-8", "replace")
    with replacing(path) as unfinished:
        unfinished.write_bytes(page)
    return f"{path}: {in_words(len(page))}"


# ── the page ────────────────────────────────────────────────────────────────────────

STYLES = {value: appearance.terminal for value, appearance in APPEARANCES.items()}
GOOD, BAD, UNSURE = STYLES[Value.WIN], STYLES[Value.LOSS], STYLES[Value.DRAW]
VERY_WIDE = 100_000
LEAST_WIDE = 10  # no terminal is narrower
MOST_IN_A_LINE = 100  # of prose, which is hard to read in longer lines
TITLE = "bold"
NOTE = "italic"
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
        """Raise the error again. Rich would end the program with its own exit code."""
        raise

    def print(self, *shown: Any, **how: Any) -> None:
        """Print values. Control characters in texts are escaped."""
        super().print(*(clean(item) if isinstance(item, str) else item for item in shown), **how)

    @property
    def room(self) -> int:
        """Number of characters in a line, or 80 if not known."""
        return self.width if self.is_terminal else 80

    def print_lines(self, *texts: str | Text | SentenceParts) -> None:
        """Print texts, each on its own line."""
        for text in texts:
            self.print(text, soft_wrap=True)

    def print_paragraph(self, text: str) -> None:
        """Print prose in lines of at most ``MOST_IN_A_LINE`` characters."""
        self.print_lines(fill(text, min(self.width, MOST_IN_A_LINE)))

    def remark(self, *notes: str) -> None:
        """Print remarks on legal rules that may be a mistake, each on its own line."""
        for note in notes:
            self.print(capital(note), style=NOTE, soft_wrap=True)

    def table(
        self, head: Sequence[str], rows: Iterable[Sequence[str | Text | SentenceParts]]
    ) -> None:
        """Print columns under their names. In little space the first column keeps its width."""
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
            self.print_lines(line.rstrip())


def coloured(outcome: Outcome, text: str | None = None) -> Text:
    """Return an outcome, or a text about it, in the colour of its value."""
    return Text(str(outcome) if text is None else text, style=STYLES[outcome.value])


def write_json(answer: object) -> None:
    """Write a result as JSON to standard output."""
    sys.stdout.write(json_text(answer))


def how_far() -> bool | Listener:
    """Return the progress display on standard error: a bar in a terminal, or else lines.

    A log gets a line at growing intervals.
    """
    return in_terminal() or LinesNowAndThen(Page(errors=True).print_lines)


# ── boards side by side, as many as fit in a line, each under its caption ───────────────────────

GAP = 3
MOST_ABREAST = 10

Captioned = tuple[str, str]


def mainline(
    voice: Voice, solution: gamesolver.Solution[Any, Any], position: Any
) -> Iterator[Captioned]:
    """Yield the boards of the mainline, each under its move."""
    yield "start", voice.board(position)
    for number, row in enumerate(solution.mainline(position), start=1):
        caption = f"{number}. {move_and_gain(voice.move(row.move), row.gain)}"
        yield caption, voice.board_after(row.position, number)


def show_moves(page: Page, voice: Voice, rows: Any, *, boards: bool) -> None:
    """Show a table of moves, the best ones marked; with ``boards`` also the boards they lead to."""
    has_gains = voice.rules.has_gains
    head = ["move", "outcome", *(["at once"] if has_gains else []), ""]
    if boards:
        head.append("board after it")
    table = []
    for row in rows:
        mark, gain = "best" if row.is_best else "", [Text(signed(row.gain))] if has_gains else []
        cells = [Text(voice.move(row.move)), coloured(row.outcome), *gain, Text(mark)]
        if boards:
            board = voice.board_after(row.position, 1)
            cells.append(Text(f"{board}\n" if "\n" in board and row is not rows[-1] else board))
        table.append(cells)
    page.table(head, table)


def show_mainline(
    page: Page, voice: Voice, solution: gamesolver.Solution[Any, Any], position: Any
) -> None:
    """Show the mainline and, if moves gain points, the points of the line."""
    show_boards(page, mainline(voice, solution, position))
    if voice.rules.has_gains and solution.moves(position):
        page.print_lines(
            "", capital(gains_of_line(voice.rules, position, solution.mainline(position)))
        )


PLACES, PLAYERS = "places: ", "players: "


def with_legend(page: Page, voice: Voice, board: str) -> str:
    """Return a board with its legend at the right, or below it if there is little space.

    The legend has the names of places, and the letters of players that have other names.
    """
    left, right = board.split("\n"), _legend(voice)
    if not right:
        return board
    wide = max(map(len, left)) + GAP
    if wide + max(map(len, right)) > page.room:
        return "\n".join([board, "", *right])
    pairs = zip_longest(left, right, fillvalue="")
    return "\n".join(f"{one:{wide}}{other}".rstrip() for one, other in pairs)


def _legend(voice: Voice) -> list[str]:
    """Return the lines of the legend of a board."""
    places, letters = voice.legend(), clean(letters_in_words(voice.rules))
    lines = [f"{PLAYERS}{letters}"] if letters else []
    if places is not None:
        indent = "\n" + " " * len(PLACES)
        lines += (PLACES + places.replace("\n", indent)).split("\n")
    return lines


def show_boards(page: Page, boards: Iterable[Captioned]) -> None:
    """Show boards in rows."""
    columns = [(caption, board.split("\n")) for caption, board in boards]
    widest = max(len(line) for caption, board in columns for line in (caption, *board))
    abreast = max(1, min(MOST_ABREAST, (page.room + GAP) // (widest + GAP)))
    for first in range(0, len(columns), abreast):
        if first:
            page.print_lines("")
        row = columns[first : first + abreast]
        page.print(_line([caption for caption, _ in row], widest), style=TITLE, soft_wrap=True)
        for lines in zip_longest(*(board for _, board in row), fillvalue=""):
            page.print_lines(_line(lines, widest))


def _line(parts: Sequence[str], width: int) -> str:
    return (" " * GAP).join(part.ljust(width) for part in parts).rstrip()
