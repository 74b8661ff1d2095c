"""Predecessors, derived: each action is undone, and what precedes it in the rules is tested again.

Let an action put a man on a place and take it from another. Then the positions one move back are
found by choosing a man of the player who has moved, and an empty place he may have come from. At
each such earlier position the loops and conditions around the action are evaluated: a loop over a
set becomes a test of membership for a place that was chosen, and any other loop is run. What passes
is a predecessor, once for each action.

If a loop around a place reads a table at another one, as in ``self.near[man]``, the table is turned
round, so that few places are chosen.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from itertools import count
from typing import TYPE_CHECKING, NoReturn

import attrs

from gamesolver.boardgames.errors import RulesError
from gamesolver.boardgames.kinds import Access, Expression, Kind
from gamesolver.boardgames.paths import Before, Frame, Loop, NotDerivedError, Path, Test
from gamesolver.boardgames.rounds import in_fixed_rounds
from gamesolver.boardgames.statements import ACTIONS, Statements
from gamesolver.boards import Places

if TYPE_CHECKING:
    from gamesolver.boardgames.module import Module

PLACES_OF = {"put": 1, "slide": 2, "lift": 1, "take": 1, "mark": 1, "pass_turn": 0, "gain": 0}
"""Verbs that can be undone, with the number of places they name."""
CERTAIN = [("put",), ("slide",), ("slide", "take"), ("lift",), ("mark",), ("pass_turn",)]
"""Actions for which each choice of places gives the position again, without a test."""
MOST_PREDECESSORS = 10_000
NAMES = re.compile(r"[A-Za-z_]\w*")
KNOWN_EARLY = {"after", "count_bits", "FULL", "W", "N", "not", "and", "or", "mover"}
"""Names that a condition may have to be tested before places are chosen."""


def lines_of_predecessors(module: Module, paths: Sequence[Path]) -> tuple[str, int]:
    """Return the function ``predecessors``, and how many positions it lists at most.

    Raise ``NotDerivedError`` if an action cannot be undone.
    """
    layout = module.layout
    passed = f"at ^ W({1 << layout.turn_at})" if layout.has_turn else module.swapped("at")
    lines = ["@njit(cache=True)", "def predecessors(at, positions):", "    count = 0"]
    lines.append(f"    after = {passed}")
    if layout.has_turn:
        half = layout.theirs_at
        lines.append(f"    mover = N(after >> W({layout.turn_at}) & ONE)")
        lines.append(f"    mine_at, theirs_at = {half} * mover, {half} * (1 - mover)")
    most = 0
    for path in paths:
        undone = _undone(module, path)
        lines += undone.lines
        most += undone.most
    if most > MOST_PREDECESSORS:
        raise NotDerivedError(f"an action may have {most:,} predecessors")
    return "\n".join([*lines, "    return N(count)"]), max(1, most)


def _undone(module: Module, path: Path) -> _Undoing:
    """Return an action undone. Places of loops that are not over sets are chosen otherwise."""
    loops = {
        frame.node.target.id
        for frame in path.frames
        if isinstance(frame, Loop) and isinstance(frame.node.target, ast.Name)
    }
    while True:
        undoing = _Undoing(module, path, frozenset(loops))
        try:
            undoing.undo()
        except _NotOfASetError as found:
            loops.discard(found.name)
            continue
        except RulesError as error:
            raise NotDerivedError(f"{error}".partition("\n")[0]) from error
        return undoing


@attrs.frozen
class _NotOfASetError(Exception):
    """The loop over a chosen place is not over a set."""

    name: str


@attrs.frozen
class _Chosen:
    """Place that is chosen, and what it should be."""

    code: str
    node: ast.expr
    is_name: bool
    """True if the loop over a set around the action binds this name."""


@attrs.frozen
class _Verb:
    """One verb of an action, with its places and the code of the kind of man."""

    name: str
    places: tuple[_Chosen, ...]
    kind: str


class _Undoing(Statements):
    """Lowering of one path, backwards."""

    def __init__(self, module: Module, path: Path, loops: frozenset[str]) -> None:
        source = module.source("actions")
        names = {source.arguments[1]: Expression("at", Kind.POSITION)}
        super().__init__(module, source, names, ACTIONS)
        self.path = path
        self.set_loops = loops
        self.most = 1
        self.choices: list[_Chosen] = []
        self._placed: list[str] = []
        self._numbers = count()
        self._done: list[Loop] = []
        self._tested: set[Frame] = set()
        """Conditions that are tested before places are chosen."""
        self._verbs: list[_Verb] = []
        self._turned: dict[str, bool] = {}
        """Entries of tables that were turned round, and whether a place may be in its own."""

    def refuse(self, node: ast.AST, reason: str) -> NoReturn:
        """Raise ``NotDerivedError`` for a node."""
        where = f"{self.source.owner}.{self.source.name}, line {self.source.line_of(node)}"
        raise NotDerivedError(f"{reason} ({where})")

    def undo(self) -> None:
        """Emit all lines of this path."""
        calls = self._calls()
        kinds = {
            each.id
            for verb, call in calls
            for each in call.args[PLACES_OF[verb] :]
            if isinstance(each, ast.Name)
        }
        self._loop_over_kinds(kinds, lambda: self._choose(calls))

    def _calls(self) -> list[tuple[str, ast.Call]]:
        """Return the verbs of the action, the first one first."""
        found: list[tuple[str, ast.Call]] = []
        node: ast.expr = self.path.action
        while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            found.append((node.func.attr, node))
            node = node.func.value
        for verb, call in found:
            if verb not in PLACES_OF:
                self.refuse(call, f"{verb} cannot be undone")
        return [each for each in found[::-1] if each[0] != "gain"]

    # ── what is chosen ─────────────────────────────────────────────────────

    def _loop_over_kinds(self, kinds: set[str], body: Callable[[], None]) -> None:
        """Emit the loops over numbers that bind kinds of men, which come before all choices."""
        for frame in self.path.frames:
            if not isinstance(frame, Loop) or frame in self._done:
                continue
            target, over = frame.node.target, frame.node.iter
            if not isinstance(target, ast.Name) or target.id not in kinds:
                continue
            if not (isinstance(over, ast.Call) and self.static(over.func) is range):
                self.refuse(frame.node, "the kind of man is not from a range")
            bounds = [self.number(each) for each in over.args]
            if any(each.least is None or each.least != each.most for each in bounds):
                self.refuse(frame.node, "the kind of man is not from a constant range")
            self._done.append(frame)
            rounds = self.loop(
                target, over, set(), Access.BY_NUMBER, lambda: self._loop_over_kinds(kinds, body)
            )
            self.most *= rounds or 1
            return
        body()

    def _choose(self, calls: list[tuple[str, ast.Call]]) -> None:
        """Emit the loops over all choices of places, and inside them the earlier position."""
        verbs = self._verbs = [self._verb(name, call) for name, call in calls]
        tests = self._early_tests(calls)
        if tests:
            with self.indented(f"if {' and '.join(tests)}:"):
                self._choose_places(verbs)
        else:
            self._choose_places(verbs)

    def _early_tests(self, calls: list[tuple[str, ast.Call]]) -> list[str]:
        """Return conditions around the action that depend on numbers of men alone.

        They are tested before places are chosen, by the numbers that the action leaves.
        """
        grown = {"put": -1, "lift": 1}
        change = {"mine": sum(grown.get(verb, 0) for verb, _ in calls)}
        change["theirs"] = sum(verb == "take" for verb, _ in calls)
        found: list[str] = []
        for frame in self.path.frames:
            if isinstance(frame, Before):
                break  # it may give a name that later conditions read
            if not isinstance(frame, Test) or not self._is_of_position(frame.node):
                continue
            lines = len(self.lines)
            test = self.truth(frame.node)
            for side, more in change.items():
                men = f"(count_bits({self.plane(side, '0', 'after')}) + {more})"
                test = test.replace(f"count_bits({side})", men)
            names = set(NAMES.findall(test))
            if len(self.lines) == lines and names <= {*KNOWN_EARLY, "mine_at", "theirs_at"}:
                found.append(test if frame.holds else f"not {test}")
                self._tested.add(frame)
            del self.lines[lines:]
        return found

    def _is_of_position(self, node: ast.expr) -> bool:
        """Return True if an expression names nothing but the game and the position."""
        known = {*self.source.arguments[:2], "len"}
        return all(each.id in known for each in ast.walk(node) if isinstance(each, ast.Name))

    def _choose_places(self, verbs: list[_Verb]) -> None:
        """Emit the loops over places."""
        choices: list[tuple[_Chosen, str]] = []
        for verb in verbs:
            if verb.name in ("put", "slide", "mark"):
                choices.append((verb.places[-1], self._placed_by(verb)))
        for verb in verbs:
            if verb.name in ("slide", "lift", "take"):
                choices.append((verb.places[0], self._emptied_by(verb)))
        self._choose_each(choices, verbs)

    def _verb(self, name: str, call: ast.Call) -> _Verb:
        number = PLACES_OF[name]
        kind = "0"
        if len(call.args) > number:
            kind = self.number(call.args[number]).code
        return _Verb(name, tuple(map(self._place, call.args[:number])), kind)

    def _place(self, node: ast.expr) -> _Chosen:
        """Return the place that a verb names. One name is one choice."""
        is_name = isinstance(node, ast.Name) and node.id in self.set_loops
        for each in self.choices:
            if is_name and each.is_name and ast.dump(each.node) == ast.dump(node):
                return each
        code = f"chosen_{next(self._numbers)}"
        if is_name:
            assert isinstance(node, ast.Name)
            code = self.variable(node, Kind.PLACE)
        chosen = _Chosen(code, node, is_name)
        self.choices.append(chosen)
        return chosen

    def _placed_by(self, verb: _Verb) -> str:
        """Return the code of the places on which the verb may have put something."""
        if verb.name == "mark":
            return f"(after >> W({self.module.layout.marks_at}) & FULL)"
        return self.plane("mine", verb.kind, "after")

    def _emptied_by(self, verb: _Verb) -> str:
        """Return the code of the places that the verb may have emptied."""
        layout = self.module.layout
        planes = [f"after >> W({plane * layout.size})" for plane in range(layout.planes)]
        if self.module.terms.is_stacked:
            planes = [self.plane(side, verb.kind, "after") for side in ("mine", "theirs")]
        return f"(FULL & ~({' | '.join(planes)}))"

    def _choose_each(self, choices: list[tuple[_Chosen, str]], verbs: list[_Verb]) -> None:
        if not choices:
            self._go_back(verbs)
            return
        (chosen, places), *others = choices
        if chosen.code in self._placed:
            self._choose_each(others, verbs)  # a man was taken where the action puts another
            return
        layout, left = self.module.layout, self.fresh("left")
        narrow = self._narrowed(chosen)
        if places.startswith("(FULL & ~"):
            added = [f"ONE << W({each})" for each in self._placed]
            places = f"({' | '.join([places, *added])})"
            most = min([layout.size, *(most for _, most in narrow)])
        else:
            most = min(max(self.module.terms.each, default=layout.size), layout.size)
        self.most *= most
        self.emit(f"{left} = {' & '.join([places, *(code for code, _ in narrow)])}")
        before = len(self.lines)
        with self.indented(f"while {left} != ZERO:"):
            self.emit(f"{chosen.code} = lowest_place({left})")
            self.emit(f"{left} &= {left} - ONE")
            self._placed.append(chosen.code)
            self._choose_each(others, verbs)
        loop, last = self.lines[before:], 1 << layout.size - 1
        self.lines[before:] = in_fixed_rounds(loop, left, last, most)

    def _narrowed(self, chosen: _Chosen) -> list[tuple[str, int]]:
        """Return sets in which a place must be, by tables turned round, and their greatest size."""
        found: list[tuple[str, int]] = []
        if not chosen.is_name:
            return found
        loops = {
            frame.node.target.id: frame.node.iter
            for frame in self.path.frames
            if isinstance(frame, Loop) and isinstance(frame.node.target, ast.Name)
        }
        for other in self.choices:
            if not other.is_name or other.code not in self._placed:
                continue
            assert isinstance(other.node, ast.Name)
            for part in _parts_of(loops[other.node.id]):
                code = self._turned_round(part, chosen, other)
                found += [code] if code else []
        return found

    def _turned_round(
        self, part: ast.expr, chosen: _Chosen, other: _Chosen
    ) -> tuple[str, int] | None:
        """Return the entry of a table turned round, if the part is its entry at the place."""
        if not isinstance(part, ast.Subscript) or ast.dump(part.slice) != ast.dump(chosen.node):
            return None
        seat, owner = "", part.value
        value = self.static(owner)
        rows = value
        if isinstance(owner, ast.Subscript):  # by the player to move
            if not isinstance(owner.slice, ast.Attribute):
                return None
            value = self.static(owner.value)
            index = self.expression(owner.slice)
            if index.kind is not Kind.SEAT or not isinstance(value, tuple) or len(value) != 2:
                return None
            seat, rows = f"{index.code}, ", value[0]
        if not self._is_by_place(rows) or (seat and not self._is_by_place(value[1])):
            return None
        turned = tuple(map(self._turn, value)) if seat else self._turn(value)
        table = self.module.table_turned(value, turned, self.failing(part))
        places = self.module.board.places
        has_own = any(
            place in each[place] for each in (value if seat else [rows]) for place in places
        )
        self._turned[ast.dump(part)] = has_own
        return f"{table.name}[{seat}{other.code}]", table.column("0").most

    def _is_by_place(self, rows: object) -> bool:
        """Return True if a table has a set of places for each place."""
        size = self.module.layout.size
        return (
            isinstance(rows, tuple)
            and len(rows) == size
            and all(isinstance(each, Places) for each in rows)
        )

    def _turn(self, rows: tuple[Places, ...]) -> tuple[Places, ...]:
        """Return, for each place, the places in whose set it is."""
        board = self.module.board
        return tuple(
            board.set(place for place in board.places if target in rows[place])
            for target in board.places
        )

    # ── the earlier position ───────────────────────────────────────────────

    def _go_back(self, verbs: list[_Verb]) -> None:
        """Emit the earlier position, and what the rules require of it."""
        before = "after"
        for verb in reversed(verbs):
            before = self._without(verb, before)
        before_at = len(self.lines)
        depth = self.depth
        names = tuple(verb.name for verb in verbs)
        is_certain = names in CERTAIN and (
            names != ("slide", "take") or verbs[1].places[0] is verbs[0].places[1]
        )
        self._frames(list(self.path.frames), lambda: self._note(verbs, is_certain))
        head = [f"at = {before}", *(line[4:] for line in self.module.prologue(self.used))]
        self.lines[before_at:before_at] = ["    " * depth + line for line in head]

    def _bit(self, verb: _Verb, side: str, place: _Chosen) -> str:
        if verb.name == "mark":
            return f"(ONE << W({self.module.layout.marks_at} + {place.code}))"
        return f"(ONE << W({self.plane_at(side, verb.kind, place.code)}))"

    def _without(self, verb: _Verb, word: str) -> str:
        """Return the code of a word before a verb."""
        if verb.name in ("put", "mark"):
            return f"({word} & ~{self._bit(verb, 'mine', verb.places[0])})"
        if verb.name == "slide":
            source, target = (self._bit(verb, "mine", each) for each in verb.places)
            return f"(({word} & ~{target}) | {source})"
        if verb.name in ("lift", "take"):
            side = "mine" if verb.name == "lift" else "theirs"
            return f"({word} | {self._bit(verb, side, verb.places[0])})"
        return word

    def _frames(self, frames: list[Frame], last: Callable[[], None]) -> None:
        """Emit what precedes the action, at the earlier position."""
        if not frames:
            last()
            return
        frame, *others = frames

        def inside() -> None:
            self._frames(others, last)

        if isinstance(frame, Before):
            self._statement(frame.node)
            inside()
        elif isinstance(frame, Test) and frame in self._tested:
            inside()
        elif isinstance(frame, Test):
            test = self.truth(frame.node)
            with self.indented(f"if {test if frame.holds else f'not {test}'}:"):
                self._assume(frame.node, frame.holds)
                inside()
        elif frame in self._done:
            inside()
        else:
            self._loop_back(frame, inside)

    def _loop_back(self, frame: Loop, inside: Callable[[], None]) -> None:
        """Emit a loop: a test, if the place was chosen."""
        target = frame.node.target
        chosen = next(
            (
                each
                for each in self.choices
                if each.is_name and ast.dump(each.node) == _loaded(target)
            ),
            None,
        )
        if chosen is None:
            rounds = self.loop(target, frame.node.iter, set(), Access.IN_ANY_ORDER, inside)
            self.most *= max(1, rounds or self.module.layout.size)
            return
        assert isinstance(target, ast.Name)
        lines, over = len(self.lines), frame.node.iter
        is_range = isinstance(over, ast.Call) and self.static(over.func) is range
        found = None if is_range else self.expression(over)
        if found is None or found.kind is not Kind.SET:
            del self.lines[lines:]
            raise _NotOfASetError(target.id)
        is_certain = all(self._is_certain(part, chosen) for part in _factors_of(over))
        if is_certain:
            del self.lines[lines:]
        test = "True" if is_certain else f"{found.code} >> W({chosen.code}) & ONE != ZERO"
        with self.indented(f"if {test}:"):
            self.names[target.id] = Expression(chosen.code, Kind.PLACE, found.within, steady=True)
            inside()

    def _is_certain(self, part: ast.expr, chosen: _Chosen) -> bool:
        """Return True if a place that was chosen is surely in a set, at the earlier position.

        The man of a slide is where it came from, and its new place was empty. Tables that were
        turned round to choose a place have it.
        """
        if len(self._verbs) > 1 or self.module.terms.is_stacked:
            return False
        verb = self._verbs[0]
        if ast.dump(part) in self._turned:
            return True
        code = self.expression(part).code
        if chosen is verb.places[0] and verb.name in ("slide", "lift"):
            return code in ("mine", self.plane("mine", verb.kind))
        leaves_its_place = verb.name == "put" or (
            bool(self._turned) and not any(self._turned.values())
        )
        return code == "empty" and chosen is verb.places[-1] and leaves_its_place

    def _note(self, verbs: list[_Verb], is_certain: bool) -> None:
        """Emit the lines that list the earlier position, if the action leads on from there."""
        tests = [
            f"({self.of_kind(each.node, Kind.PLACE).code} == {each.code})"
            for each in self.choices
            if not each.is_name
        ]
        with self.indented(f"if {' and '.join(tests) or 'True'}:"):
            if is_certain:
                self.emit("positions[count] = at")
                self.emit("count += 1")
                return
            self.emit("again = at")
            self.emit("is_allowed = True")
            for verb in verbs:
                self._play_again(verb)
            with self.indented("if is_allowed and again == after:"):
                self.emit("positions[count] = at")
                self.emit("count += 1")

    def _play_again(self, verb: _Verb) -> None:
        """Emit a verb on the earlier position."""
        off: list[str] = []
        on: list[str] = []
        if verb.name in ("put", "mark"):
            on = [self._bit(verb, "mine", verb.places[0])]
        elif verb.name == "slide":
            off, on = ([self._bit(verb, "mine", each)] for each in verb.places)
        elif verb.name in ("lift", "take"):
            side = "mine" if verb.name == "lift" else "theirs"
            off = [self._bit(verb, side, verb.places[0])]
        for bit in off:
            self.emit(f"is_allowed = is_allowed and again & {bit} != ZERO")
            self.emit(f"again = again & ~{bit}")
        for bit in on:
            self.emit(f"is_allowed = is_allowed and again & {bit} == ZERO")
            self.emit(f"again = again | {bit}")


def _loaded(target: ast.expr) -> str:
    """Return a name as it is read, as text."""
    return ast.dump(ast.Name(target.id, ast.Load())) if isinstance(target, ast.Name) else ""


def _factors_of(node: ast.expr) -> list[ast.expr]:
    """Return sets whose intersection is a set."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd):
        return [*_factors_of(node.left), *_factors_of(node.right)]
    return [node]


def _parts_of(node: ast.expr) -> list[ast.expr]:
    """Return sets whose intersection contains a set."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd):
        return [*_parts_of(node.left), *_parts_of(node.right)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
        return _parts_of(node.left)
    return [node]
