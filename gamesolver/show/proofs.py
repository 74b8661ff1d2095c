"""Proofs, their rows and their lines in a notebook.

Outcomes that are not resolved are shown as bounds. Only resolved ones have a chip in the colours of
their value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gamesolver.rules.guard import Rules
from gamesolver.rules.parameters import titled
from gamesolver.show.boards import MOST_BOARDS, MOST_ROWS
from gamesolver.show.html import boarded, chip, framed, side_by_side, strip, table
from gamesolver.show.markup import Html, element
from gamesolver.show.sanitizing import picture_of
from gamesolver.show.sentences import WORDS, Voice, headline
from gamesolver.show.winnings import move_and_gain
from gamesolver.value import Bounds

if TYPE_CHECKING:
    from gamesolver.proofs.explaining import Explanation
    from gamesolver.proofs.move_rows import ProofLine, ProofRows
    from gamesolver.proofs.proof import Proof


def proof_html(proof: Proof[Any, Any]) -> str:
    """Return the position as a board, its known bounds, and the method, as HTML."""
    rules = Rules(proof.game)
    title = known_in_words(rules, proof.position, proof.bounds)
    board = boarded(picture_of(rules, proof.position))
    return framed(title, f"{titled(proof.game)}; {proof.how}", board)


def rows_html(rows: ProofRows[Any, Any]) -> str:
    """Return the position and a table of its moves, with the board after each, as HTML."""
    rules = Rules(rows.game)
    board = boarded(picture_of(rules, rows.position))
    if not rows:
        return framed("play has ended", "", board)
    shown = [
        (
            element("span", rules.format_move(row.move), kind="move"),
            bounds_chip(row.bounds),
            boarded(
                picture_of(rules, row.position, rules.mover(row.position, 1), is_small=True),
                small=True,
            ),
        )
        for row in rows[:MOST_ROWS]
    ]
    kinds = [_kind(row.bounds, row.is_best) for row in rows[:MOST_ROWS]]
    head = ["move", "for the player who makes it", "the board after it"]
    more = f"{len(rows) - MOST_ROWS} more" if len(rows) > MOST_ROWS else ""
    title = known_in_words(rules, rows.position, rows[0].bounds) if rows[0].is_best else ""
    return framed(title, more, side_by_side(board, table(head, shown, kinds=kinds)))


def line_html(line: ProofLine[Any, Any]) -> str:
    """Return the boards of a line, each under its move, as HTML."""
    rules = Rules(line.game)
    ending = rules.ending(line.position)
    start = "start" if ending is None else "the end"
    boards: list[tuple[object, Any]] = [(start, picture_of(rules, line.position, is_small=True))]
    before = [line.position, *(row.position for row in line)]
    boards += [
        (
            f"{number}. {_move_made(rules, before[number - 1], row.move)}",
            picture_of(rules, row.position, rules.mover(row.position, number), is_small=True),
        )
        for number, row in enumerate(line[:MOST_BOARDS], start=1)
    ]
    more = f"the first {MOST_BOARDS} of {len(line)} plies" if len(line) > MOST_BOARDS else ""
    bounds = line[0].bounds if line else Bounds(ending, ending)
    has_title = line or ending is not None
    title = known_in_words(rules, line.position, bounds) if has_title else ""
    return framed(title, "; ".join(filter(None, [more, line.stopped])), strip(boards))


def _move_made(rules: Rules[Any, Any], position: Any, move: Any) -> str:
    """Return a move with its gain."""
    return move_and_gain(rules.format_move(move), rules.gain(position, move))


def explanation_html(why: Explanation[Any, Any]) -> str:
    """Return the position, the board after its move, and the answers to replies, as HTML."""
    rules = Rules(why.game)
    title = known_in_words(rules, why.position, why.bounds)
    boards = [("the position", picture_of(rules, why.position, is_small=True))]
    if why.after is not None:
        mover = rules.mover(why.position, 1)
        held = move_and_gain(rules.format_move(why.move), why.gain)
        boards.append((held, picture_of(rules, why.after, mover, is_small=True)))
    shown = [
        (
            element("span", move_and_gain(rules.format_move(reply.move), reply.gain), kind="move"),
            ""
            if reply.answer is None
            else move_and_gain(rules.format_move(reply.answer), reply.gain_of_answer),
            bounds_chip(reply.bounds),
        )
        for reply in why.replies[:MOST_ROWS]
    ]
    more = f"{len(why.replies) - MOST_ROWS} more" if len(why.replies) > MOST_ROWS else ""
    replies = table(["reply", "answer", "for the player who replies"], shown) if shown else Html("")
    aside = "; ".join(filter(None, [more, why.stopped]))
    return framed(title, aside, side_by_side(strip(boards), replies))


def bounds_chip(bounds: Bounds) -> Html | str:
    """Return bounds as text, in the colours of the value if that is resolved."""
    return str(bounds) if bounds.value is None else chip(bounds.value, str(bounds))


def _kind(bounds: Bounds, is_best: bool | None) -> str:
    word = "" if bounds.value is None else WORDS[bounds.value]
    return f"{word}{' best' if is_best else ''}"


def known_in_words(rules: Rules[Any, Any], position: Any, bounds: Bounds) -> str:
    """Return the known bounds of a position as a sentence."""
    voice = Voice(rules)
    return headline(voice.known(position, bounds, voice.seat_at_start(position)))
