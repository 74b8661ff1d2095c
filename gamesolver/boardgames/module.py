"""The module into which the rules of a game are lowered.

It is Python over words of bits, and one text serves two purposes: numba compiles it, and without
its casts it runs on Python's own integers (see ``running``).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

import attrs

from gamesolver.boardgames.actions import NamedStep, Site
from gamesolver.boardgames.errors import NO_YIELD, counted, rules_error
from gamesolver.boardgames.expressions import Expressions
from gamesolver.boardgames.inverse import lines_of_predecessors
from gamesolver.boardgames.kinds import Access, Expression, Kind, Table, View
from gamesolver.boardgames.numbering import MOST_INDEX_BITS
from gamesolver.boardgames.paths import NotDerivedError, paths_to_actions
from gamesolver.boardgames.position import Terms, text_of_steps
from gamesolver.boardgames.sections import Sections, sections_of
from gamesolver.boardgames.source import Source, source_of
from gamesolver.boardgames.statements import (
    ACTIONS,
    COUNTING,
    HELPER,
    LISTING,
    RESULT,
    TESTING,
    Statements,
)
from gamesolver.boardgames.symmetry import (
    Motions,
    kept_motions,
    lines_of_symmetries,
    lines_of_turned,
    unused_motions,
)
from gamesolver.boardgames.tables import array_lines, table_of
from gamesolver.boardgames.together import listed
from gamesolver.boards import Board

if TYPE_CHECKING:
    from gamesolver.boardgames.board_game import BoardGame

SUFFIX = {LISTING: "", COUNTING: "_count", TESTING: "_any"}


@attrs.frozen
class Lowered:
    """Rules of a game over words of bits, with what was derived from them."""

    text: str
    """Source of the module."""
    rules: frozenset[str]
    """Names of the rules in it."""
    max_moves: int
    shapes: tuple[tuple[NamedStep, ...], ...]
    """For each kind of action the steps that its code names."""
    motions: Motions
    reasons: tuple[str, ...]
    """For each thing that was not derived the reason, with the line."""
    max_predecessors: int = 0
    """Most positions that the rule ``predecessors`` lists, 0 without it."""
    may_loop: bool = False
    """True if the numbers of men do not exclude that play returns to a position."""
    sections: Sections | None = None
    """Numbers of men that positions can have, if they are known."""
    sites: tuple[Site, ...] = ()
    """For each ``yield`` the change of the number of men and marks."""
    unused: Mapping[str, int] = attrs.Factory(dict)
    """For each reason why symmetries of the board are not used the number of these."""


@attrs.define
class Part:
    """Method of the author that was lowered already."""

    name: str
    kind: Kind | None
    most: int


class Module:
    """The module while it is made. One for each game."""

    def __init__(self, game: BoardGame, terms: Terms) -> None:
        self.game = game
        self.terms = terms
        self.layout = terms.layout
        self.board: Board = terms.board
        self.scores = game.scores
        self.has_gains = game.has_gains
        self.reads_seats = False
        self.constants: list[Any] = []
        self.accesses: dict[str, set[tuple[Access, ...]]] = {}
        self.sites: list[Site] = []
        self.reasons: list[str] = []
        self._tables: dict[int, tuple[Table, Any]] = {}
        self._turned: dict[int, Any] = {}
        self._containing: dict[tuple[int, ...], str] = {}
        self._literals: dict[tuple[int, ...], tuple[Any, ...]] = {}
        self._shapes: list[tuple[NamedStep, ...]] = []
        self._functions: list[str] = []
        self._rules: set[str] = set()
        self._parts: dict[object, Part] = {}
        self._open: list[str] = []
        self._sources: dict[str, Source] = {}
        self._fresh = 0

    # ── calls by the lowering ──────────────────────────────────────────────

    @property
    def buffers(self) -> str:
        """Names of the buffers that a rule fills with actions."""
        return "moves, positions, gains" if self.has_gains else "moves, positions"

    def fresh(self, stem: str) -> str:
        """Return a name that no other variable has."""
        self._fresh += 1
        return f"{stem}_{self._fresh}"

    def table(self, value: Any, fail: Callable[[str], NoReturn]) -> Table:
        """Return a table, the same one for the same tuple."""
        if id(value) not in self._tables:
            made = table_of(f"T{len(self._tables)}", value, self.board, fail)
            self._tables[id(value)] = made, value
        return self._tables[id(value)][0]

    def table_turned(self, value: Any, turned: Any, fail: Callable[[str], NoReturn]) -> Table:
        """Return a table turned round, the same one for the same table."""
        made = self._turned.setdefault(id(value), turned)
        return self.table(made, fail)

    def sets_containing(self, lines: list[int]) -> str:
        """Return the name of a lookup table with 1 for each set of places that contains a line."""
        return self._containing.setdefault(tuple(lines), f"HAS{len(self._containing)}")

    def literal(self, value: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return a tuple in the source of a rule, the same object for the same entries."""
        return self._literals.setdefault(tuple(map(id, value)), value)

    @property
    def tables(self) -> list[Table]:
        """All tables that the rules read."""
        return [table for table, _ in self._tables.values()]

    def note_access(self, view: View) -> None:
        """Note the way in which the rules reach entries of a table."""
        self.accesses.setdefault(view.table.name, set()).add(view.accesses)

    def use_as_number(self, source: Source, node: ast.AST) -> None:
        """Note that a place is used as a number, so that its place on the board matters."""
        self._no_symmetry(source, node, "the number of a place is used")

    def mind_order(self, source: Source, node: ast.AST) -> None:
        """Note that the order of a set matters."""
        self._no_symmetry(source, node, "the order of the places in a set is used")

    def _no_symmetry(self, source: Source, node: ast.AST, reason: str) -> None:
        where = f"{source.owner}.{source.name}, line {source.line_of(node)}"
        text = f"no symmetry is used: {reason} ({where})"
        if text not in self.reasons:
            self.reasons.append(text)

    def require_distinct(self, table: Table, fail: Callable[[str], NoReturn]) -> None:
        """Raise unless the sets of a table differ, so that each names a move."""
        sets = [each.bits for each in _entries(table.value)]
        if len(set(sets)) < len(sets) or 0 in sets or table.ragged:
            fail("sets that are marked must differ and not be empty, in rows of one length.")

    def number_of_shape(self, steps: tuple[NamedStep, ...]) -> int:
        """Return the number of a kind of action."""
        if steps not in self._shapes:
            self._shapes.append(steps)
        return self._shapes.index(steps)

    def swapped(self, word: str) -> str:
        """Return the code of a word with the men of both sides exchanged. Marks and turn stay."""
        layout = self.layout
        if not layout.kinds:
            return word
        half = f"W({layout.theirs_at})"
        rest = ""
        if layout.bits > layout.marks_at:
            rest = f" | {word} >> W({layout.marks_at}) << W({layout.marks_at})"
        return f"({word} >> {half} & SIDE | ({word} & SIDE) << {half}{rest})"

    def turned(self, word: str) -> str:
        """Return the code of a word with the counters as the other player sees them."""
        if not any(field.turns for field in self.layout.fields):
            return word
        if "turned" not in self._rules:
            self._rules.add("turned")
            self._functions.append(lines_of_turned(self.layout))
        return f"turned({word})"

    def overlap(self) -> str:
        """Return the name of the function that finds places with two things."""
        if "overlap" not in self._rules:
            self._rules.add("overlap")
            self._functions.append("\n".join(self._overlap_lines()))
        return "overlap"

    def _overlap_lines(self) -> list[str]:
        layout = self.layout
        groups = [list(range(layout.planes))]
        if self.terms.is_stacked:
            groups = [[kind, layout.kinds + kind] for kind in range(layout.kinds)]
        lines = ["@njit(cache=True)", "def overlap(at):", "    shared = ZERO"]
        for group in groups:
            lines.append("    seen = ZERO")
            for plane in group:
                lines.append(f"    bits = at >> W({plane * layout.size}) & FULL")
                lines += ["    shared |= seen & bits", "    seen |= bits"]
        return [*lines, "    return shared"]

    # ── methods of the author ──────────────────────────────────────────────

    def source(self, name: str, fail: Callable[[str], NoReturn] | None = None) -> Source:
        """Return the source of a method."""
        if name not in self._sources:
            owner = type(self.game).__name__
            method = getattr(type(self.game), name, None)
            if fail is not None and not callable(method):
                fail(f"{name!r} is not a method. Rules call methods only.")
            if name in vars(self.game):
                raise rules_error(
                    f"{owner}: self.{name} hides the method {name!r}. Rename the attribute."
                )
            self._sources[name] = source_of(owner, name, method)
        return self._sources[name]

    def helper(self, caller: Expressions, node: ast.Call, name: str) -> Expression:
        """Return the call of a method that returns a value."""
        source = self.source(name, caller.failing(node))
        if source.is_generator:
            caller.fail(node, f"{name} yields actions. Write 'yield from self.{name}(...)'.")
        part, arguments = self._called(caller, node, source, HELPER, LISTING)
        assert part.kind is not None
        return Expression(f"{part.name}({arguments})", part.kind)

    def part_of_actions(self, caller: Statements, node: ast.Call) -> tuple[str, str, int]:
        """Return the name, the arguments and the greatest count of a method that yields."""
        assert isinstance(node.func, ast.Attribute)
        if not hasattr(self.game, node.func.attr):
            caller._unknown_attribute(node.func, self.game)
        source = self.source(node.func.attr, caller.failing(node))
        if not source.is_generator:
            caller.fail(node, f"{source.name} does not yield. Write 'yield' before its actions.")
        part, arguments = self._called(caller, node, source, ACTIONS, caller.way)
        if not (arguments == "at" or arguments.startswith("at, ")):
            caller.fail(node, f"the first argument of {source.name} must be the position.")
        return part.name, arguments, part.most

    def _called(
        self, caller: Expressions, node: ast.Call, source: Source, role: str, way: str
    ) -> tuple[Part, str]:
        """Return the lowered method for the arguments of a call, and their code."""
        if node.keywords or any(isinstance(each, ast.Starred) for each in node.args):
            caller.fail(node, "rules call with plain arguments only, in their order.")
        given, takes = len(node.args), len(source.arguments) - 1
        if given != takes:
            caller.fail(node, f"{source.name} needs {counted(takes)}, and this call has {given}.")
        if source.name in self._open:
            caller.fail(node, f"{source.name} calls itself. Rules have loops, and no recursion.")
        found = [caller.expression(each) for each in node.args]
        for each, argument in zip(found, node.args, strict=True):
            if each.kind in (Kind.NOTHING, Kind.OUTCOME, Kind.MEN, Kind.SIDES):
                caller.fail(argument, f"{each.kind} cannot be an argument of a method in rules.")
        found = [
            caller.small(argument, each) if each.is_number else each
            for each, argument in zip(found, node.args, strict=True)
        ]
        key = (source.name, way, *(_key(each) for each in found))
        if key not in self._parts:
            self._parts[key] = self._lowered_part(source, role, way, found)
        codes: list[str] = []
        for each in found:
            if each.kind is not Kind.POSITION or "at" not in codes:  # the position once
                codes += _codes(each)
        return self._parts[key], ", ".join(codes)

    def _lowered_part(self, source: Source, role: str, way: str, found: list[Expression]) -> Part:
        names: dict[str, Expression] = {}
        parameters: list[str] = []
        for argument, each in zip(source.arguments[1:], found, strict=True):
            names[argument] = _parameter(argument, each, parameters)
        statements = Statements(self, source, names, role, way)
        name = f"by_{source.name}_{len(self._parts)}{SUFFIX[way]}"
        self._open.append(source.name)
        flow = statements.block(source.tree.body)
        self._open.pop()
        if role == ACTIONS:
            extra = [self.buffers, "count"] if way == LISTING else []
            self._add(f"{name}({', '.join(parameters + extra)})", statements)
            return Part(name, None, flow.most)
        if not flow.returns:
            source.fail(source.tree, f"{source.name} may end without a value. Add a 'return'.")
        self._add(f"{name}({', '.join(parameters)})", statements)
        return Part(name, statements.returned, 0)

    # ── rules ──────────────────────────────────────────────────────────────

    def lowered(self) -> Lowered:
        """Return the module with all rules."""
        max_moves = self._actions(LISTING, f"successors(at, {self.buffers})")
        sites = list(self.sites)
        self._actions(COUNTING, "count_moves(at)")
        if self.game.stuck is not None:
            self._actions(TESTING, "can_move(at)")
        self._result()
        self._require_names()
        self._stage_and_player(sites)
        self._progress()
        max_predecessors, sections = self._way_back()
        if sections is not None and len({sum(sizes) for sizes in sections.sizes}) == 1:
            self._rules.discard("stage")  # which is the same throughout play
        motions = kept_motions(self)
        for line in lines_of_symmetries(self, motions):
            self._functions.append(line)
        self._rules |= {"symmetries", "canonical"} if motions.count > 1 else set()
        is_of_marks = not (self.layout.kinds or self.layout.fields)
        if is_of_marks and self.layout.bits - motions.exchange <= MOST_INDEX_BITS:
            self._index_by_word(motions)
        text = "\n\n\n".join(["\n".join(self._head(motions)), *self._functions]) + "\n"
        return Lowered(
            text, frozenset(self._rules), max(1, max_moves), tuple(self._shapes), motions,
            tuple(self.reasons), max_predecessors, _may_loop(sites), sections,
            tuple(sites), unused_motions(self),
        )  # fmt: skip

    def _actions(self, way: str, signature: str) -> int:
        source = self.source("actions")
        if not source.is_generator:
            source.fail(source.tree, NO_YIELD)
        statements = Statements(self, source, self._position(source), ACTIONS, way)
        self._open.append("actions")
        flow = statements.block(source.tree.body)
        self._open.pop()
        self._add(signature, statements)
        return flow.most

    def _position(self, source: Source) -> dict[str, Expression]:
        if len(source.arguments) != 2:
            first = " and at" if len(source.arguments) < 2 else ", at and nothing else"
            source.fail(source.tree, f"{source.name} takes self{first}. Write (self, at).")
        return {source.arguments[1]: Expression("at", Kind.POSITION)}

    def _result(self) -> None:
        source = self.source("result")
        if source.is_generator:
            source.fail(source.tree, "result returns, and does not yield. Use 'return'.")
        statements = Statements(self, source, self._position(source), RESULT)
        self._open.append("result")
        statements.block(source.tree.body)
        self._open.pop()
        statements.emit("return PLAYING")
        name = "terminal_code" if self.scores is None else "terminal_score"
        if self.game.stuck is None:
            self._add(f"{name}(at)", statements)
            return
        self._add("end_by_result(at)", statements)
        self._rules.add(name)
        self._functions.append(
            f"@njit(cache=True)\ndef {name}(at):\n    end = end_by_result(at)\n"
            "    if end == PLAYING and not can_move(at):\n        return STUCK\n    return end"
        )

    def _add(self, signature: str, statements: Statements) -> None:
        """Add a function with the statements of a method."""
        lines = ["@njit(cache=True)", f"def {signature}:", *self.prologue(statements.used)]
        if (
            statements.role == ACTIONS
            and statements.way != TESTING
            and not signature.endswith("count)")
        ):
            lines.append("    count = 0")
        if statements.role == ACTIONS and statements.way == LISTING:
            lines.append("    wrong = ZERO")
        lines += statements.lines
        if statements.role == ACTIONS:
            lines.append(f"    {statements.end_of_actions}")
        self._rules.add(signature.partition("(")[0])
        self._functions.append("\n".join(lines))

    def prologue(self, used: set[str]) -> list[str]:
        """Return the lines that take the parts of a position out of its word."""
        layout, lines = self.layout, []
        half = layout.theirs_at
        sided = {"mover", "mine", "theirs", "mine_at", "theirs_at"}
        starts = {"mine": "0", "theirs": str(half)}
        if layout.has_turn and used & sided:
            lines.append(f"mover = N(at >> W({layout.turn_at}) & ONE)")
            lines += [f"mine_at = {half} * mover", f"theirs_at = {half} * (1 - mover)"]
            starts = {"mine": "mine_at", "theirs": "theirs_at"}
        elif "mover" in used:
            lines.append("mover = N(0)")
        for side, start in starts.items():
            if side in used:
                lines.append(f"{side} = at >> W({start}) & FULL")
        if "marked" in used:
            lines.append(f"marked = at >> W({layout.marks_at}) & FULL")
        if used & {"taken", "empty"}:
            planes = [f"at >> W({plane * layout.size})" for plane in range(layout.planes)]
            lines.append(f"taken = ({' | '.join(planes) or 'ZERO'}) & FULL")
        if "empty" in used:
            lines.append("empty = FULL & ~taken")
        return [f"    {line}" for line in lines]

    # ── what follows from all actions ──────────────────────────────────────

    def _require_names(self) -> None:
        """Raise if actions of two kinds may have one name."""
        seen: dict[str, int] = {}
        for number, shape in enumerate(self._shapes):
            steps = [
                (s.verb, tuple(range(s.places)), 0 if s.has_kind or s.room else None) for s in shape
            ]
            text = text_of_steps(steps, ["#"] * self.layout.size)
            if any(step.marked for step in shape):
                text += f" by table {number}"
            if text in seen:
                source = self.source("actions")
                verbs = [".".join(s.verb for s in self._shapes[n]) for n in (seen[text], number)]
                source.fail(
                    source.tree,
                    f"actions by {' and by '.join(verbs)} would have one name. Use one of them.",
                )
            seen[text] = number

    def _stage_and_player(self, sites: list[Site]) -> None:
        layout = self.layout
        is_rising = all(site.least >= 0 for site in sites)
        is_falling = all(site.most <= 0 for site in sites)
        changes = any(site.least or site.most for site in sites)
        things = f"count_bits(at & W({(1 << layout.turn_at) - 1}))"
        if changes and (is_rising or is_falling):
            sign = "" if is_rising else "-"
            self._add_rule("stage", f"N({sign}{things})")
        if layout.has_turn:
            self._add_rule("player", f"N(at >> W({layout.turn_at}) & ONE)")
        elif sites and all(site.least == site.most and abs(site.least) == 1 for site in sites):
            first = (self.game.start() & (1 << layout.turn_at) - 1).bit_count()
            self._add_rule("player", f"N(({things} + {first}) % 2)")
        else:
            self.reasons.append(
                "positions do not contain the player to move, because no rule reads at.mover, "
                "at.waiter or again"
            )

    def _progress(self) -> None:
        """Add the rule ``stage`` if the author writes ``progress``."""
        if not self.game.has_progress:
            return
        source = self.source("progress")
        if source.is_generator:
            source.fail(source.tree, "progress returns a number, and does not yield. Use 'return'.")
        statements = Statements(self, source, self._position(source))
        flow = statements.block(source.tree.body)
        if statements.returned is not Kind.NUMBER or not flow.returns:
            source.fail(source.tree, "progress may end without a number. Return one.")
        self._functions = [each for each in self._functions if "def stage(" not in each]
        self._add("stage(at)", statements)

    def _way_back(self) -> tuple[int, Sections | None]:
        """Add the rule ``predecessors``. Return how many it lists, and the numbers of men."""
        try:
            if self.layout.fields:
                raise NotDerivedError("the game has counters")
            paths = paths_to_actions(self.source("actions"))
            text, most = lines_of_predecessors(self, paths)
            sections = sections_of(self, paths)
        except NotDerivedError as reason:
            self.reasons.append(f"predecessors are not derived: {reason}")
            return 0, None
        self._rules.add("predecessors")
        self._functions.append(text)
        return most, sections

    def _index_by_word(self, motions: Motions) -> None:
        """Add the index of a board of marks, which is the least word of symmetric positions."""
        least = "canonical(at)" if motions.count > 1 else "at"
        is_word = f"at >> W({self.layout.bits}) == ZERO"
        self._add_rule("index", f"N({least}) if {is_word} else WRONG")
        self._rules.add("position_at")
        self._functions.append("@njit(cache=True)\ndef position_at(index):\n    return W(index)")

    def _add_rule(self, name: str, code: str) -> None:
        self._rules.add(name)
        self._functions.append(f"@njit(cache=True)\ndef {name}(at):\n    return {code}")

    def _head(self, motions: Motions) -> list[str]:
        """Return the lines of constants and tables."""
        layout = self.layout
        playing = "N(2)" if self.scores is None else "NO_SCORE"
        stuck = self.game.stuck
        lines = [
            f'"""Rules of {type(self.game).__name__}, lowered by gamesolver.boardgames."""', "",
            "import numpy as np", "",
            "from gamesolver import NO_SCORE, njit",
            "from gamesolver.bits import count_bits, lowest_place", "",
            "W, N = np.uint64, np.int64",
            "ZERO, ONE, WRONG = W(0), W(1), N(-1)",
            f"FULL, SIDE, TURN = W({layout.full}), W({layout.side}), W({1 << layout.turn_at})",
            f"PLAYING, STUCK = {playing}, N({0 if stuck is None else int(stuck)})",
            f"SHAPES = {max(1, len(self._shapes))}",
            "STEPWISE = False",
            f"EACH = np.array({[min(each, 64) for each in self.terms.each] or [0]}, np.int64)",
        ]  # fmt: skip
        for table in self.tables:
            lines += array_lines(table)
        for sets, name in self._containing.items():
            lines.append(f"{name} = np.array({listed(sets, layout.size)!r}, np.uint8)")
        return lines


def _may_loop(sites: list[Site]) -> bool:
    """Return True unless each action brings more men and marks to the board, or each fewer."""
    return any(site.least <= 0 for site in sites) and any(site.most >= 0 for site in sites)


def _entries(value: Any) -> list[Any]:
    if not isinstance(value, tuple | list):
        return [value]
    return [each for part in value for each in _entries(part)]


def _key(found: Expression) -> object:
    """Return what makes two calls of a method different."""
    if found.field is not None:
        return found.field.name
    if found.view is None:
        return "a number" if found.is_number else found.kind
    return found.view.table.name, found.view.accesses


def _codes(found: Expression) -> list[str]:
    """Return the code of an argument: the indices, for an entry of a table."""
    return list(found.view.indices) if found.view is not None else [found.code]


def _parameter(name: str, found: Expression, parameters: list[str]) -> Expression:
    """Return an argument as its method sees it, and add the names of its parameters."""
    if found.view is not None:
        indices = tuple(f"vi{each}_{name}" for each in range(len(found.view.indices)))
        parameters += indices
        view = View(found.view.table, indices, found.view.accesses)
        return Expression("", Kind.TABLE, view=view)
    if found.kind is Kind.POSITION:
        parameters += ["at"] if "at" not in parameters else []
        return Expression("at", Kind.POSITION)
    parameters.append(f"v_{name}")
    if found.field is not None:
        return Expression(f"v_{name}", found.kind, field=found.field)
    kind = Kind.NUMBER if found.is_number else found.kind
    return Expression(f"v_{name}", kind)
