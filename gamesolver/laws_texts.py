"""Laws of reading and writing: a position or a move, told as a text and read back.

A text is how people and files hold a position: it must be a text, must say all
that the position says, and must be read back as an equal position. The same
holds for moves, within one position. Where two share a text, it cannot be read
back as both, and the sharing alone is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from gamesolver.apart import apart
from gamesolver.asking import Asker, Unanswered
from gamesolver.complaints import call_text
from gamesolver.reading_back import what_needs_it, why_unread
from gamesolver.spelling import spelled
from gamesolver.words import shown

MOVES_READ_BACK = 20  # of each position: parse_move may look at all moves each time


def texts_are_texts(ask: Asker, position: Any) -> None:
    """Try "texts"."""
    questions = [(asked, position, None) for asked in ("format", "render", "svg")]
    questions += [("format_move", move, position) for move in ask.moves(position)]
    for asked, given, at in questions:
        with suppress(Unanswered):
            text = ask.ask(asked, given, at=at)
            if not isinstance(text, str) and not (asked == "svg" and text is None):
                told = f"{call_text(ask.game, asked, (given,))} returned {spelled(text)}"
                wanted = "a str or None" if asked == "svg" else "a str"
                ask.note("texts", f"{told}: expected {wanted}", position)


def texts_tell_positions_apart(ask: Asker, positions: Sequence[Any]) -> None:
    """Try "different texts", and "equal hashes" on positions that were found twice."""
    owners: dict[str, Any] = {}
    for position in positions:
        text = ask.answer("format", position)
        other = owners.setdefault(text, position) if isinstance(text, str) else position
        both = f"positions {' and '.join(apart(other, position))}"
        if other != position:
            told = f"{both} are both {spelled(text)} in format"
            message = (
                f"{told}: expected a text that shows all of a position, the player to move too"
            )
            ask.note("different texts", message, position)
        elif other is not position:  # equal, and yet listed twice
            ask.unequal_hashes(f"{both} were both reached", position)


def parse_undoes_format(ask: Asker, position: Any) -> None:
    """Try "parse", and "equal hashes" on what it gives."""
    text = ask.ask("format", position)
    if not isinstance(text, str):
        return
    if why := why_unread(ask.game, position):
        needs = f"{what_needs_it(ask.game)}; write parse and format if that is wanted"
        ask.remark("parse", f"{why}; {needs}", position)
        return
    back = ask.once("parse", text, about=position)
    got, wanted = apart(back, position)
    told = f"parse({spelled(text)}) returned {got}"
    if back != position:
        message = f"{told}: expected {wanted}, whose format that text is"
        ask.note("parse", message, position)
    elif hash(back) != hash(position):
        ask.unequal_hashes(f"{told} for {wanted}", position)


def texts_tell_moves_apart(ask: Asker, position: Any) -> None:
    """Try "different move texts"."""
    owners: dict[str, Any] = {}
    for move in ask.moves(position):
        text = ask.answer("format_move", move, at=position)
        other = owners.setdefault(text, move) if isinstance(text, str) else move
        if other != move:
            ask.note(
                "different move texts",
                f"moves {' and '.join(apart(other, move))} at position "
                f"{shown(ask.game, position)} are both {spelled(text)} in format_move: "
                "expected different texts",
                position,
            )


def parse_move_undoes_format_move(ask: Asker, position: Any) -> None:
    """Try "parse_move"."""
    moves = ask.moves(position)
    if len(moves) > MOVES_READ_BACK:
        moves = ask.random.sample(moves, MOVES_READ_BACK)
    for move in moves:
        text = ask.answer("format_move", move, at=position)
        if not isinstance(text, str):
            continue
        with suppress(Unanswered):
            back = ask.once("parse_move", position, text)
            if back != move:
                told = f"{call_text(ask.game, 'parse_move', (position, text))} returned"
                got, wanted = apart(back, move)
                what = f"{told} {got}: expected {wanted}, whose format_move that text is"
                ask.note("parse_move", what, position)
