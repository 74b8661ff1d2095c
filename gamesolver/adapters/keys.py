r"""Positions as keys: the player to move, the result of play, and the framework's text.

A key is a few bytes, so that looking one up costs what a text costs:

===========  ===================================================================
``b"0..."``  seat 0 is to move; the text follows, in UTF-8
``b"1..."``  seat 1 is to move
``b"2S ."``  play has ended with the score ``S`` for seat 0, to whom the turn would pass
``b"3S ."``  play has ended with the score ``S`` for seat 1, to whom the turn would pass
===========  ===================================================================

At the end the turn would pass to the player who did not make the last move, so that turns
alternate to the end if they alternate before it.

**As a line of text**: the seat, the score at an end, and the lines of the text with ``/`` between
them. A ``/`` or a ``\`` of the text itself has a ``\`` before it.
"""

from __future__ import annotations

import re

TURNS = (b"0", b"1")
ENDS = (b"2", b"3")
LAST_TURN = TURNS[1][0]
"""The first byte of no end is greater."""
_LINE = re.compile(r"([01])(?:=(-?\d+))?:(.*)", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)|/", re.DOTALL)


def end_key(seat: int, score: int, text: str) -> bytes:
    """Return the key of a terminal position, with the score of the player next in turn.

    >>> end_key(1, -3, "x.o")
    b'3-3 x.o'
    """
    return f"{2 + seat}{score} {text}".encode("utf-8", "surrogateescape")


def is_end(key: bytes) -> bool:
    """Return True for the key of a terminal position."""
    return key[:1] in ENDS


def seat_of(key: bytes) -> int:
    """Return the seat to move; at an end the one to whom the turn would pass.

    >>> seat_of(b"1x.o"), seat_of(end_key(0, 2, "x.o"))
    (1, 0)
    """
    return key[0] & 1


def score_of(key: bytes) -> int | None:
    """Return the score of the seat to move at a terminal position, ``None`` before it.

    >>> score_of(b"1x.o"), score_of(end_key(0, -2, "x.o"))
    (None, -2)
    """
    return int(key[1 : key.index(b" ")]) if key[0] > LAST_TURN else None


def text_of(key: bytes) -> str:
    """Return the framework's text of a position.

    >>> text_of(b"1x.o"), text_of(end_key(0, -2, "x.o"))
    ('x.o', 'x.o')
    """
    shown = key[key.index(b" ") + 1 :] if is_end(key) else key[1:]
    return shown.decode("utf-8", "surrogateescape")


def line_of(key: bytes) -> str:
    r"""Return a key as a line of text.

    >>> line_of(b"0x.\n./\n"), line_of(end_key(1, -3, "x.o"))
    ('0:x./.\\//', '1=-3:x.o')
    """
    score = score_of(key)
    head = f"{seat_of(key)}" if score is None else f"{seat_of(key)}={score}"
    shown = text_of(key).replace("\\", "\\\\").replace("/", "\\/").replace("\n", "/")
    return f"{head}:{shown}"


def key_in(line: str) -> bytes | None:
    r"""The key that a line of text stands for, undoing :func:`line_of`; ``None`` for no such line.

    >>> key_in(line_of(b"0x.\n./\n")), key_in("1=-3:x.o"), key_in("x.o")
    (b'0x.\n./\n', b'3-3 x.o', None)
    """
    match = _LINE.fullmatch(line)
    if match is None:
        return None
    seat, score, shown = match.groups()
    text = _ESCAPED.sub(lambda found: found[1] or "\n", shown)
    if score is not None:
        return end_key(int(seat), int(score), text)
    return TURNS[int(seat)] + text.encode("utf-8", "surrogateescape")
