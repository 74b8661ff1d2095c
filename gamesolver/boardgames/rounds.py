"""Short loops that list actions, in a fixed number of rounds.

A loop over a set of places ends after as many rounds as the set has places. A processor does not
foresee that number, and a wrong guess costs more than the rounds. If the set has eight places at
most, and the loop does no more than list actions, it is therefore run in a fixed number of rounds.
Further rounds write their action too, at the end of the list, but do not count it. They use the
last place of the board. Conditions become factors of the count in the same way. Without conditions,
the places are counted at once::

    while left != ZERO:                          for round in range(4):
        place = lowest_place(left)                   is_listed = left != ZERO
        left &= left - ONE                           place = lowest_place(left | LAST)
        if test:                          ->         left &= left - ONE
            positions[count] = at | ...              is_listed &= test
            count += 1                               positions[count] = at | ...
                                                     count += N(is_listed)

No round writes beyond the greatest number of actions: round n comes after at most n actions of this
loop. After half of many rounds the set is looked at again. On Python's integers, where rounds are
dear, it is before each round (``STEPWISE``).
"""

from __future__ import annotations

import re

MOST_ROUNDS, HALF = 8, 4
WRITTEN = re.compile(
    r"(?:after|before|at|mine|theirs|marked|taken|empty|again|is_allowed|held_\d+) = "
)
"""Lines that give a variable of one round its value."""
LISTED = re.compile(r"(?:moves|positions|gains)\[count\] = ")
REFUSED = re.compile(r"\b(?:by_\w+|while|for|raise|return|break)\b|//|%")
"""Parts of lines that may fail, or do much, for a place that is not in the set."""
COUNTED = "count += 1"
TAB = "    "


def in_fixed_rounds(loop: list[str], left: str, last: int, most: int) -> list[str]:
    """Return the lines of a loop over the places ``left`` in a fixed number of rounds, if possible.

    The set has up to ``most`` places, and ``last`` is the word of the last place of the board.
    """
    head, chosen, dropped, *body = loop
    depth = head[: len(head) - len(head.lstrip())]
    if [line.strip() for line in body] == [COUNTED]:
        return [f"{depth}count += count_bits({left})"]
    found = _flat(body)
    if most > MOST_ROUNDS or found is None:
        return loop
    before, tested, after = [], [f"is_listed = {left} != ZERO"], ["count += N(is_listed)"]
    if not any("is_listed" in line for line in found):  # each place is listed
        before, tested, after = ["listed = count", f"count += count_bits({left})"], [], []
        found = [line.replace("[count] = ", "[listed + round_of] = ", 1) for line in found]
    name = chosen.partition("=")[0].strip()
    is_late = f"(STEPWISE or round_of == {HALF})" if most > HALF else "STEPWISE"
    return [
        *(f"{depth}{line}" for line in before),
        f"{depth}for round_of in range({most}):",
        f"{depth}{TAB}if {is_late} and {left} == ZERO:",
        f"{depth}{TAB}{TAB}break",
        *(f"{depth}{TAB}{line}" for line in tested),
        f"{depth}{TAB}{name} = lowest_place({left} | W({last}))",
        dropped,
        *(f"{depth}{TAB}{line}" for line in [*found, *after]),
    ]


def _flat(body: list[str]) -> list[str] | None:
    """Return a body without branches, or ``None`` if it does more than list actions."""
    found: list[str] = []
    depth = 0
    for number, line in enumerate(body):
        text = line.lstrip()
        if REFUSED.search(text) or len(line) - len(text) < depth:
            return None
        depth = len(line) - len(text)
        if text == COUNTED:
            return found if number + 1 == len(body) else None
        if text.startswith("if ") and text.endswith(":"):
            found += [f"is_listed &= {text[3:-1]}"] * (text != "if True:")
        elif text.startswith("wrong |= "):
            found.append(f"wrong |= {text[9:]} if is_listed else ZERO")
        elif WRITTEN.match(text) or LISTED.match(text):
            found.append(text)
        else:
            return None
    return None
