"""Symmetries of rules, found by *parametricity*.

Rules cannot see which place a place is. They only compare places, look them up in sets and tables,
and loop over sets in an order that does not matter. So a motion of the board that keeps every table
and every constant of the rules keeps the rules. :func:`kept_motions` tests each motion of the board
against each way in which the rules reach entries of a table. If the rules use a place as a number,
or depend on the order of a set, only the identity remains (``Module.reasons`` has the line).

A motion must keep the start too, because published numbers of positions are up to those motions;
``all_symmetries`` lifts that.
If no rule reads the seats, both players may be exchanged together with the turn, unless the class
has ``turn = True``, or infinite play is won by one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import attrs

from gamesolver.boardgames.counters import Field
from gamesolver.boardgames.kinds import Access, Table
from gamesolver.boardgames.layout import Layout
from gamesolver.boards import Place, Places
from gamesolver.value import Value

if TYPE_CHECKING:
    from gamesolver.boardgames.module import Module

Motion = tuple[int, ...]
"""For each place the place to which it goes."""


@attrs.frozen
class Motions:
    """Motions of the board that keep the rules, the identity first, and the exchange of players."""

    of_places: tuple[Motion, ...]
    exchange: bool

    @property
    def count(self) -> int:
        """Number of symmetries, the identity included."""
        return len(self.of_places) * (1 + self.exchange)


# ── which motions keep the rules ────────────────────────────────────────────────────────────────


def kept_motions(module: Module) -> Motions:
    """Return the motions of the board that keep the rules and the start."""
    layout = module.layout
    identity = tuple(range(layout.size))
    kept = [identity]
    if not any("no symmetry" in reason for reason in module.reasons):
        start = module.game.start()
        kept += [
            motion
            for motion in map(tuple, module.board.symmetries)
            if motion != identity
            and (module.game.all_symmetries or moved_word(start, motion, layout) == start)
            and _keeps_constants(module, motion)
            and not _counter_that_turns_otherwise(layout, motion)
            and all(_keeps(module, table, motion) for table in module.tables)
        ]
    return Motions(tuple(kept), _may_exchange(module))


def _may_exchange(module: Module) -> bool:
    """Return True if the players may be exchanged together with the turn."""
    game = module.game
    is_even = game.endless in (Value.DRAW, 0)
    return module.layout.has_turn and is_even and not (module.reads_seats or game.turn)


def unused_motions(module: Module) -> dict[str, int]:
    """Return the number of symmetries of the board that are not used, by the reason."""
    found: dict[str, int] = {}
    identity = tuple(range(module.layout.size))
    is_off = next((each for each in module.reasons if "no symmetry" in each), "")
    for motion in map(tuple, module.board.symmetries):
        reason = is_off.partition(": ")[2] or _what_breaks(module, motion)
        if motion != identity and reason:
            found[reason] = found.get(reason, 0) + 1
    return found


def _what_breaks(module: Module, motion: Motion) -> str:
    """Return the part of a game that a motion does not keep, or nothing."""
    start = module.game.start()
    if not module.game.all_symmetries and moved_word(start, motion, module.layout) != start:
        return "the start differs, and all_symmetries is False"
    if not _keeps_constants(module, motion):
        return "a constant of the rules differs"
    if name := _counter_that_turns_otherwise(module.layout, motion):
        return f"counter {name} is turned otherwise"
    for table in module.tables:
        if not _keeps(module, table, motion):
            names = [name for name, value in vars(module.game).items() if value is table.value]
            return f"the table {f'self.{names[0]}' if names else 'in a rule'} differs"
    return ""


def moved_word(word: int, motion: Motion, layout: Layout) -> int:
    """Return a position after a motion."""
    moved = word >> layout.turn_at << layout.turn_at
    for plane in range(layout.planes):
        bits = layout.plane(word, plane)
        moved |= sum(
            1 << plane * layout.size + target
            for place, target in enumerate(motion)
            if bits >> place & 1
        )
    for field in _rows(layout):
        moved = field.permuted(moved, motion)
    return moved


def _rows(layout: Layout) -> list[Field]:
    """Return the counters of places, whose numbers move with the places."""
    return [field for field in layout.fields if field.counter.of == "places"]


def _counter_that_turns_otherwise(layout: Layout, motion: Motion) -> str:
    """Return a counter that the other player sees otherwise after a motion, or nothing."""
    for field in _rows(layout):
        turns = field.turns
        if turns and any(turns[motion[place]] != motion[turns[place]] for place in motion):
            return field.name
    return ""


def _moved(value: Any, motion: Motion) -> int:
    """Return an entry after a motion, as a number."""
    if isinstance(value, Places):
        return sum(1 << motion[place] for place in value)
    return motion[value] if isinstance(value, Place) else int(value)


def _keeps_constants(module: Module, motion: Motion) -> bool:
    identity = tuple(range(len(motion)))
    return all(_moved(each, motion) == _moved(each, identity) for each in module.constants)


def _keeps(module: Module, table: Table, motion: Motion) -> bool:
    """Return True if a motion keeps a table in each way in which the rules reach its entries."""
    identity = tuple(range(len(motion)))
    accesses = frozenset(module.accesses.get(table.name, ()))
    before, after = (_image(table.value, accesses, each) for each in (identity, motion))
    return before == after


def _image(value: Any, accesses: frozenset[tuple[Access, ...]], motion: Motion) -> tuple[Any, ...]:
    """Return what rules see of a table after a motion, if they reach it by all these accesses.

    A row that rules reach in one way, and read in several, is compared in all of these at once.
    Rows in any order are thus matched with their images by one permutation for all that is read.
    """
    seen: list[Any] = []
    if () in accesses:
        is_row = isinstance(value, tuple | list)
        seen.append(len(value) if is_row else _moved(value, motion))
    for access in Access:
        rest = frozenset(each[1:] for each in accesses if each and each[0] is access)
        if not rest:
            continue
        parts = [_image(part, rest, motion) for part in value]
        if access is Access.BY_PLACE:
            placed: list[Any] = [None] * len(parts)
            for place, part in enumerate(parts):
                placed[motion[place]] = part
            parts = placed
        seen.append(tuple(sorted(parts) if access is Access.IN_ANY_ORDER else parts))
    return tuple(seen)


def symmetric_words(word: int, motions: Motions, layout: Layout) -> list[int]:
    """Return all symmetric positions of a position, itself first."""
    words = [moved_word(word, motion, layout) for motion in motions.of_places]
    if motions.exchange:
        words += [layout.swapped(each) ^ 1 << layout.turn_at for each in words]
    return words


# ── the rules symmetries and canonical ──────────────────────────────────────────────────────────


def lines_of_symmetries(module: Module, motions: Motions) -> list[str]:
    """Return the functions that give all symmetric positions, and the least one."""
    if motions.count == 1:
        return []
    functions, words = [], ["w0"]
    lines = ["    w0 = at"]
    plan = _plan(motions.of_places, module.layout)
    if plan is None:
        functions.append(_moved_by_tables(module, motions))
        for number in range(1, len(motions.of_places)):
            lines.append(f"    w{number} = moved(at, {number})")
            words.append(f"w{number}")
    else:
        for number, masks in enumerate(plan.flips):
            functions.append(_flip_lines(f"flipped_{number}", masks))
        for before, flip in plan.steps:
            lines.append(f"    w{len(words)} = flipped_{flip}(w{before})")
            words.append(f"w{len(words)}")
    if motions.exchange:
        for word in list(words):
            lines.append(f"    x{word} = {module.swapped(word)} ^ TURN")
            words.append(f"x{word}")
    listed = [f"    positions[{place}] = {word}" for place, word in enumerate(words[1:])]
    functions.append("\n".join([
        "@njit(cache=True)", "def symmetries(at, positions):", *lines, *listed,
        f"    return N({len(words) - 1})",
    ]))  # fmt: skip
    if motions.exchange and not module.layout.kinds:  # the one with the turn of player 0
        count = len(motions.of_places)
        others = (1 << module.layout.bits) - 1 ^ 1 << module.layout.turn_at
        lines, words = [f"    w0 = at & W({others})", *lines[1:count]], words[:count]
    functions.append("\n".join([
        "@njit(cache=True)", "def canonical(at):", *lines, f"    return {_least(words)}",
    ]))  # fmt: skip
    return functions


def _least(words: list[str]) -> str:
    """Return the code of the least of some words; halves are compared at once."""
    if len(words) == 1:
        return words[0]
    half = (len(words) + 1) // 2
    return f"min({_least(words[:half])}, {_least(words[half:])})"


@attrs.frozen
class _Plan:
    """Each motion as a flip after an earlier motion."""

    steps: list[tuple[int, int]]
    flips: list[dict[int, int]]
    """For each flip the masks of places by the distance to their image."""


MOST_FLIPS, MOST_COMBINED = 3, 8
"""Flips in a plan, and flips of a board whose sets of three are all tried."""


def _plan(motions: tuple[Motion, ...], layout: Layout) -> _Plan | None:
    """Return the cheapest way to make all motions by few flips, or ``None`` if there is none.

    A flip is a motion that undoes itself. It exchanges bits at a few distances, each by a mask.
    """
    identity = motions[0]
    flips = [m for m in motions if m != identity and all(m[m[p]] == p for p in identity)]
    best: tuple[int, _Plan] | None = None
    for count in range(1, MOST_FLIPS + 1):
        for chosen in combinations(flips, count):
            masks = [_masks(each, layout) for each in chosen]
            steps = _steps(identity, chosen, masks)
            cost = sum(len(masks[flip]) for _, flip in steps)
            if len(steps) + 1 == len(motions) and (best is None or cost < best[0]):
                best = cost, _Plan(steps, masks)
        if best is not None and len(flips) > MOST_COMBINED:
            break
    if best is not None:
        return best[1]
    return None if len(motions) > 1 else _Plan([], [])


def _steps(
    identity: Motion, chosen: tuple[Motion, ...], masks: list[dict[int, int]]
) -> list[tuple[int, int]]:
    """Return the steps to all motions that some flips make, those by the cheapest flips first."""
    made, steps = [identity], list[tuple[int, int]]()
    cheapest_first = sorted(range(len(chosen)), key=lambda flip: len(masks[flip]))
    while True:
        further = (
            (before, flip, both)
            for flip in cheapest_first
            for before, motion in enumerate(made)
            if (both := tuple(chosen[flip][target] for target in motion)) not in made
        )
        found = next(further, None)
        if found is None:
            return steps
        before, flip, both = found
        made.append(both)
        steps.append((before, flip))


def _masks(flip: Motion, layout: Layout) -> dict[int, int]:
    """Return the lower bits that a flip exchanges, by the distance, in all planes and counters."""
    masks: dict[int, int] = {}
    for place, target in enumerate(flip):
        if place < target:
            for plane in range(layout.planes):
                bit = 1 << plane * layout.size + place
                masks[target - place] = masks.get(target - place, 0) | bit
    for field in _rows(layout):
        _add_masks(masks, field, flip)
    return masks


def _add_masks(masks: dict[int, int], field: Field, flip: Sequence[int]) -> None:
    """Add the bits of the numbers of a counter that a flip exchanges."""
    for index, target in enumerate(flip):
        if index < target:
            distance, bits = field.width * (target - index), field.mask << field.at(index)
            masks[distance] = masks.get(distance, 0) | bits


def lines_of_turned(layout: Layout) -> str:
    """Return the function that gives the counters as the other player sees them."""
    masks: dict[int, int] = {}
    for field in layout.fields:
        _add_masks(masks, field, field.turns)
    return _flip_lines("turned", masks)


def _flip_lines(name: str, masks: dict[int, int]) -> str:
    lines, after = ["@njit(cache=True)", f"def {name}(at):"], "at"
    for each, (distance, mask) in enumerate(sorted(masks.items())):
        lines.append(f"    changed_{each} = (at ^ at >> W({distance})) & W({mask})")
        after += f" ^ changed_{each} ^ changed_{each} << W({distance})"
    return "\n".join([*lines, f"    return {after}"])


def _lines_of_row(field: Field) -> list[str]:
    """Return the lines that move the numbers of a counter of places."""
    first, width = field.first, field.width
    return [
        f"    after &= ~W({field.whole_mask})",
        f"    for place in range({field.count}):",
        f"        number = at >> W({first} + {width} * place) & W({field.mask})",
        f"        after |= number << W({first} + {width} * TARGETS[which, place])",
    ]


def _moved_by_tables(module: Module, motions: Motions) -> str:
    """Return the function that moves each place by itself, for groups without flips."""
    layout = module.layout
    targets = [list(motion) for motion in motions.of_places]
    return "\n".join([
        f"TARGETS = np.array({targets!r}, np.int64)", "", "",
        "@njit(cache=True)", "def moved(at, which):",
        f"    after = at >> W({layout.turn_at}) << W({layout.turn_at})",
        f"    for plane in range({layout.planes}):",
        f"        left = at >> W(plane * {layout.size}) & FULL",
        "        while left != ZERO:",
        "            place = lowest_place(left)",
        "            left &= left - ONE",
        f"            after |= ONE << W(plane * {layout.size} + TARGETS[which, place])",
        *(line for field in _rows(layout) for line in _lines_of_row(field)),
        "    return after",
    ])  # fmt: skip
