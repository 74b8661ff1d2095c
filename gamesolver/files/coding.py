"""Numbers as bytes that compress well: plane by plane, and sorted ones by their steps.

A *plane* holds one byte of each number: first the lowest bytes of all, then the next ones.
High bytes are mostly zero or change slowly, and so a plane of them shrinks to nothing.
Sorted numbers are written as the first one and the *steps* from each to the next.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np

from gamesolver.labels import Columns

POWERS = np.array([1, 3, 9, 27, 81], np.uint8)
DIGITS = np.arange(243)[:, None] // POWERS.astype(np.int64) % 3
DIGITS = DIGITS.astype(np.uint8)
"""The five values in each byte."""


class BadBlockError(Exception):
    """Bytes that no numbers or texts were ever written as."""


def to_planes(numbers: Columns) -> bytes:
    """Whole numbers, no more planes than the greatest has bytes."""
    if numbers.itemsize == 1:
        return numbers.tobytes()
    wide = np.ascontiguousarray(numbers, "<u8")
    planes = max(1, (int(wide.max(initial=0)).bit_length() + 7) // 8)
    return wide.view(np.uint8).reshape(-1, 8)[:, :planes].T.tobytes()


def from_planes(raw: bytes, count: int) -> Columns:
    """So many numbers; undoes :func:`to_planes`."""
    planes, left = divmod(len(raw), count) if count else (1, len(raw))
    if left or not 1 <= planes <= 8:
        raise BadBlockError(f"{len(raw)} bytes are no {count} numbers")
    if planes == 1:
        return np.frombuffer(raw, np.uint8)
    wide = np.zeros((count, 8), np.uint8)
    wide[:, :planes] = np.frombuffer(raw, np.uint8).reshape(planes, count).T
    return wide.view("<u8")[:, 0]


def to_steps(numbers: Columns) -> bytes:
    """Numbers in order: the first one, and the steps between them."""
    return int(numbers[0]).to_bytes(8, "little") + to_planes(np.diff(numbers))


def from_steps(raw: bytes, count: int) -> Columns:
    """So many numbers; undoes :func:`to_steps`."""
    numbers = np.empty(count, np.uint64)
    numbers[0] = int.from_bytes(raw[:8], "little")
    numbers[1:] = from_planes(raw[8:], count - 1)
    return np.cumsum(numbers, out=numbers)


def to_fives(values: Columns) -> bytes:
    """Numbers from 0 to 2, five to a byte."""
    digits = np.zeros((-(-len(values) // 5), 5), np.uint8)
    digits.reshape(-1)[: len(values)] = values
    return (digits @ POWERS).tobytes()


def from_fives(raw: bytes, count: int) -> Columns:
    """So many numbers from 0 to 2; undoes :func:`to_fives`."""
    numbers = np.frombuffer(raw, np.uint8)
    if len(raw) != -(-count // 5) or numbers.max(initial=0) >= len(DIGITS):
        raise BadBlockError(f"{len(raw)} bytes are no {count} values")
    return DIGITS[numbers].reshape(-1)[:count]


def to_texts(texts: list[str]) -> bytes:
    """Texts, whatever stands in them."""
    return json.dumps(texts, separators=(",", ":")).encode("ascii")


def from_texts(raw: bytes, count: int) -> list[str]:
    """So many texts; undoes :func:`to_texts`."""
    try:
        texts: list[str] = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise BadBlockError("no list of texts") from error
    if not isinstance(texts, list) or len(texts) != count:
        raise BadBlockError(f"no list of {count} texts")
    if not all(isinstance(text, str) for text in texts):
        raise BadBlockError("a list of other things than texts")
    return texts


CODINGS: dict[str, tuple[Callable[[Any], bytes], Callable[[bytes, int], Any]]] = {
    "cells": (to_planes, from_planes),
    "digits": (to_fives, from_fives),
    "keys": (to_steps, from_steps),
    "numbers": (to_planes, from_planes),
    "texts": (to_texts, from_texts),
}
"""By column: what writes the entries of a block as bytes, and what reads them."""
