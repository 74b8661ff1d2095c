"""Numbers of men that positions can have, derived: the sections of the index.

Play begins with the numbers of the start. Each action changes them, and is possible only if the
conditions around it on numbers of men, such as ``len(at.mine) < self.each``, can hold. Conditions
on anything else may hold or not. So the sections contain every position of play, and others.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from itertools import product
from math import comb
from typing import TYPE_CHECKING, Any

import attrs

from gamesolver.boardgames.kinds import Expression, Kind
from gamesolver.boardgames.paths import Loop, NotDerivedError, Path, Test
from gamesolver.boardgames.position import Terms, overlap
from gamesolver.boardgames.statements import ACTIONS, Statements

if TYPE_CHECKING:
    from gamesolver.boardgames.module import Module

MOST_SECTIONS = 5_000
COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.Eq: operator.eq, ast.NotEq: operator.ne,
}  # fmt: skip
CHANGES = {"put": (1, 0), "lift": (-1, 0), "take": (0, -1), "mark": (0, 0)}
"""Change of the men of the player to move, and of the other one."""


@attrs.frozen
class Sections:
    """Numbers of men that positions can have."""

    sizes: tuple[tuple[int, ...], ...]
    """For each section the number of men in each plane, in the order of the layout."""
    others: tuple[int, ...]
    """For each section all other bits: the player to move, if the position has a bit for it."""

    def count(self, places: int) -> int:
        """Return how many positions there are in all sections, with symmetric ones."""
        total = 0
        for sizes in self.sizes:
            ways, left = 1, places
            for size in sizes:
                ways, left = ways * comb(left, size), left - size
            total += ways
        return total


def is_possible(terms: Terms, sections: Sections | None, word: int) -> bool:
    """Return True if men share no place, and their numbers are those of a section.

    Without sections no player has more men than allowed.
    """
    layout = terms.layout
    if word >> layout.bits or overlap(layout, terms.is_stacked, word):
        return False
    if any(max(each.numbers(word)) > each.counter.most for each in layout.fields):
        return False
    sizes = tuple(layout.plane(word, plane).bit_count() for plane in range(layout.planes))
    if sections is not None:
        turn = word >> layout.turn_at << layout.turn_at
        return (sizes, turn) in zip(sections.sizes, sections.others, strict=True)
    return all(size <= most for size, most in zip(sizes, (*terms.each, *terms.each), strict=False))


def sections_of(module: Module, paths: list[Path]) -> Sections | None:
    """Return the sections, or ``None`` if men can lie on each other."""
    layout, game = module.layout, module.game
    if module.terms.is_stacked:
        return None
    start = game.start()
    first = (
        tuple(layout.plane(start, plane).bit_count() for plane in range(layout.planes)),
        start >> layout.turn_at & 1 if layout.has_turn else 0,
    )
    steps = [_Change(module, path) for path in paths]
    found, seen = [first], {first}
    for sizes, turn in found:  # the list grows as we go
        for step in steps:
            for after in step.after(sizes, turn):
                if after not in seen:
                    seen.add(after)
                    found.append(after)
        if len(found) > MOST_SECTIONS:
            raise NotDerivedError("positions may have too many different numbers of men")
    found.sort(key=lambda each: (sum(each[0]), each))
    bit = 1 << layout.turn_at
    return Sections(tuple(sizes for sizes, _ in found), tuple(bit * turn for _, turn in found))


class _Change(Statements):
    """Change of the numbers of men by one action."""

    def __init__(self, module: Module, path: Path) -> None:
        source = module.source("actions")
        self.at = source.arguments[1]
        super().__init__(module, source, {self.at: Expression("at", Kind.POSITION)}, ACTIONS)
        self.path = path
        self.bound = {
            each.id
            for frame in path.frames
            for each in ast.walk(frame.node.target if isinstance(frame, Loop) else ast.Pass())
            if isinstance(each, ast.Name)
        }
        self.verbs: list[tuple[str, list[int]]] = []
        node = path.action
        while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            self.verbs.append((node.func.attr, self._kinds(node)))
            node = node.func.value

    def _kinds(self, call: ast.Call) -> list[int]:
        """Return the kinds of men that a verb may name."""
        kinds = self.module.layout.kinds
        if kinds <= 1 or not call.args:
            return [0]
        known = self._number(call.args[-1], {})
        return list(range(kinds)) if known is None else [known]

    def after(self, sizes: tuple[int, ...], turn: int) -> list[tuple[tuple[int, ...], int]]:
        """Return the numbers of men that positions can have after the action."""
        layout, terms = self.module.layout, self.module.terms
        kinds, size = layout.kinds, layout.size
        mine, theirs = (kinds, 0) if turn else (0, kinds)
        if not self._may_be_done(self._known(sizes, mine, theirs)):
            return []
        found = []
        for chosen in product(*(each for _, each in self.verbs)):
            counts = list(sizes)
            is_possible = True
            for (verb, _), kind in zip(self.verbs, chosen, strict=True):
                own, other = CHANGES.get(verb, (0, 0))
                if verb == "slide":
                    is_possible &= sizes[mine + kind] > 0
                if own:
                    counts[mine + kind] += own
                if other:
                    counts[theirs + kind] += other
                if verb == "mark":
                    counts[-1] += 1
            caps = [*terms.each, *terms.each, *([size] * layout.has_marks)]
            fits = all(0 <= each <= cap for each, cap in zip(counts, caps, strict=True))
            if is_possible and fits and sum(counts) <= size:
                found.append(self._passed_on(counts, turn))
        return found

    def _passed_on(self, counts: list[int], turn: int) -> tuple[tuple[int, ...], int]:
        kinds = self.module.layout.kinds
        if self.module.layout.has_turn:
            return tuple(counts), 1 - turn
        return (*counts[kinds : 2 * kinds], *counts[:kinds], *counts[2 * kinds :]), 0

    # ── conditions on numbers of men ───────────────────────────────────────

    def _known(self, sizes: tuple[int, ...], mine: int, theirs: int) -> dict[str, int]:
        """Return the sizes of the sets that a position names."""
        layout = self.module.layout
        known = {"taken": sum(sizes), "empty": layout.size - sum(sizes)}
        if layout.kinds == 1:
            known |= {"mine": sizes[mine], "theirs": sizes[theirs]}
        if layout.has_marks:
            known["marked"] = sizes[-1]
        return known

    def _may_be_done(self, known: Mapping[str, int]) -> bool:
        """Return False if a condition around the action does not hold for these numbers."""
        return not any(
            self._truth(frame.node, known) is (not frame.holds)
            for frame in self.path.frames
            if isinstance(frame, Test)
        )

    def _truth(self, node: ast.expr, known: Mapping[str, int]) -> bool | None:
        """Return the truth of a condition, or ``None`` if the numbers do not decide it."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self._truth(node.operand, known)
            return None if inner is None else not inner
        if isinstance(node, ast.BoolOp):
            found = [self._truth(each, known) for each in node.values]
            decides = isinstance(node.op, ast.Or)
            if decides in found:
                return decides
            return None if None in found else not decides
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            compare = COMPARE.get(type(node.ops[0]))
            one, other = (self._number(each, known) for each in (node.left, node.comparators[0]))
            if compare is None or one is None or other is None:
                return None
            return compare(one, other)
        number = self._number(node, known)
        return None if number is None else bool(number)

    def _number(self, node: ast.expr, known: Mapping[str, int]) -> int | None:
        """Return a number, or the size of a set, or ``None`` if neither is known."""
        if isinstance(node, ast.Constant):
            return int(node.value) if isinstance(node.value, int) else None
        if isinstance(node, ast.Call) and self.static(node.func) is len and len(node.args) == 1:
            return self._size(node.args[0], known)
        if isinstance(node, ast.Name) and (node.id in self.bound or node.id == self.at):
            return None
        if isinstance(node, ast.Attribute):
            size = self._size(node, known)
            if size is not None:
                return size
        if isinstance(node, ast.Name | ast.Attribute):
            return self._static_number(node)
        return None

    def _size(self, node: ast.expr, known: Mapping[str, int]) -> int | None:
        """Return the size of a set that the position names."""
        is_of_position = (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == self.at
        )
        return known.get(node.attr) if is_of_position else None  # type: ignore[attr-defined]

    def _static_number(self, node: ast.expr) -> int | None:
        """Return a number that the rules find in ``self`` or outside."""
        names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        if names & (self.bound | {self.at}) or not names <= {
            self.source.arguments[0], *self.source.names
        }:  # fmt: skip
            return None
        found = self.static(node)
        return int(found) if type(found) is int else None
