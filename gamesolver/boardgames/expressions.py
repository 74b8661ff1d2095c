"""Expressions of rules, lowered to Python over words of bits."""

from __future__ import annotations

import ast
import builtins
import operator
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

import attrs

from gamesolver.arguments import whole
from gamesolver.boardgames.counters import COPY_FIRST, Field
from gamesolver.boardgames.errors import suggestion
from gamesolver.boardgames.kinds import FITS, LARGEST, Access, Expression, Kind, Region, View
from gamesolver.boardgames.order import names_in
from gamesolver.boardgames.position import VERBS, known_attributes, unknown_attribute
from gamesolver.boardgames.rounds import in_fixed_rounds
from gamesolver.boardgames.source import Source
from gamesolver.boardgames.tables import leaf_kind, require_of_board
from gamesolver.boardgames.together import MOST_LISTED, Pattern, patterns_of
from gamesolver.boards import Board, Places
from gamesolver.boards.board import Spots
from gamesolver.errors import GameSolverError
from gamesolver.value import Value

if TYPE_CHECKING:
    from gamesolver.boardgames.module import Module

MISSING: Any = object()
NOWHERE: frozenset[Region] = frozenset()
EMPTY: frozenset[Region] = frozenset({("empty", "")})

SET_OPERATORS: dict[type[ast.AST], str] = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
NUMBER_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%",
}  # fmt: skip
COMPUTE: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv,
}  # fmt: skip
COMPARISONS: dict[type[ast.AST], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
WORDS: dict[type[ast.AST], str] = {ast.And: " and ", ast.Or: " or "}
FUNCTIONS = ("abs", "all", "any", "bool", "int", "len", "max", "min", "sum")


class Expressions:
    """Lowering of the expressions of one method. Statements needed before are emitted."""

    def __init__(self, module: Module, source: Source, names: dict[str, Expression]) -> None:
        self.module = module
        self.source = source
        self.names = names
        self.lines: list[str] = []
        self.depth = 1
        self.used: set[str] = set()
        """Parts of the position that the code reads."""
        self.scope = ""
        """Number of the generator expression around, which has variables of its own."""
        self.kinds = {self.code_of(name): each.kind for name, each in names.items()}
        """The one kind of each variable."""
        self.rows: dict[str, Field] = {}
        """The counters copied by a variable."""
        self.lost: dict[str, str] = {}
        """Names that may have no value here, with the reason."""

    # ── text ───────────────────────────────────────────────────────────────

    def fail(self, node: ast.AST, complaint: str) -> NoReturn:
        """Raise the error for a node of the source."""
        self.source.fail(node, complaint)

    def failing(self, node: ast.AST) -> Callable[[str], NoReturn]:
        """Return the function that raises the error for a node."""
        return lambda complaint: self.fail(node, complaint)

    def emit(self, line: str) -> None:
        """Append a line of code."""
        self.lines.append("    " * self.depth + line)

    @contextmanager
    def indented(self, head: str) -> Iterator[None]:
        """Append a line, and indent what is appended inside."""
        self.emit(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.emit("pass")
        self.depth -= 1

    def fresh(self, stem: str) -> str:
        """Return a name that no other variable has."""
        return self.module.fresh(stem)

    # ── expressions ────────────────────────────────────────────────────────

    def expression(self, node: ast.expr) -> Expression:
        """Return a lowered expression. Raise ``RulesError`` if it has no meaning in rules."""
        lower = getattr(self, f"_{type(node).__name__.lower()}", None)
        if lower is None:
            what = UNUSABLE.get(type(node), f"this expression ({type(node).__name__})")
            self.fail(node, f"rules cannot use {what}. Write it by {USABLE}.")
        result: Expression = lower(node)
        return result

    def number(self, node: ast.expr) -> Expression:
        """Return an expression that must be a number. A place counts, without symmetry."""
        return self.as_number(node, self.expression(node))

    def as_number(self, node: ast.expr, found: Expression) -> Expression:
        """Return a lowered expression as a number."""
        if found.is_number:
            return found
        if found.kind is Kind.TRUTH:
            return Expression(f"int({found.code})", Kind.NUMBER, most=1, least=0)
        if found.kind is Kind.PLACE:
            self.module.use_as_number(self.source, node)
            size = self.module.layout.size
            return Expression(found.code, Kind.NUMBER, most=size - 1, least=0)
        return self._expected(node, "a number", found)

    def of_kind(self, node: ast.expr, *kinds: Kind) -> Expression:
        """Return an expression that must be of one of these kinds."""
        found = self.expression(node)
        if found.kind in kinds:
            return found
        return self._expected(node, " or ".join(map(str, kinds)), found)

    def _expected(self, node: ast.AST, expected: str, found: Expression) -> NoReturn:
        advice = NUMBER_OF.get(found.kind, "")
        self.fail(node, f"expected {expected}, and this is {found.kind}.{advice}")

    def truth(self, node: ast.expr) -> str:
        """Return the code of a condition."""
        if isinstance(node, ast.BoolOp):
            return f"({WORDS[type(node.op)].join(map(self.truth, node.values))})"
        found = self.expression(node)
        if found.kind is Kind.TRUTH:
            return found.code
        if found.kind is Kind.SET:
            return f"({found.code} != ZERO)"
        if found.is_number:
            return f"({found.code} != 0)"
        advice = {
            Kind.PLACE: " Compare it, or test if it is in a set.",
            Kind.OUTCOME: " Compare it with 'is None' outside of rules.",
            Kind.TABLE: " Use len(...) of it.",
            **NUMBER_OF,
        }.get(found.kind, "")
        return self.fail(node, f"expected a condition, and this is {found.kind}.{advice}")

    # ── names and what hangs on self ───────────────────────────────────────

    def static(self, node: ast.expr) -> Any:
        """Return the value of an expression that depends on the game alone, else ``MISSING``."""
        if isinstance(node, ast.Name):
            if node.id in self.names or node.id in self.lost:
                return MISSING
            if node.id == self.source.arguments[0]:
                return self.module.game
            if node.id in self.source.locals:
                return MISSING
            if node.id in self.source.names:
                return self.source.names[node.id]
            return getattr(builtins, node.id, MISSING)
        if isinstance(node, ast.Attribute):
            owner = self.static(node.value)
            if owner is MISSING:
                return MISSING
            found = getattr(owner, node.attr, MISSING)
            if found is MISSING:
                self._unknown_attribute(node, owner)
            return found
        if isinstance(node, ast.Subscript):
            return self._static_entry(node)
        return MISSING

    def _static_entry(self, node: ast.Subscript) -> Any:
        """Return a place that is looked up on a board by a constant, else ``MISSING``."""
        owner = self.static(node.value)
        if not isinstance(owner, Board | Spots):
            return MISSING
        try:
            index = ast.literal_eval(node.slice)
        except ValueError:
            self.fail(node.slice, "rules look up places by constants. Make a table in __init__.")
        try:
            found: Any = owner[index]
        except (LookupError, GameSolverError):
            self.fail(node, f"the board has no place {ast.unparse(node.slice)}.")
        return found

    def _unknown_attribute(self, node: ast.Attribute, owner: Any) -> NoReturn:
        is_game = owner is self.module.game
        known = [each for each in dir(owner) if not each.startswith("_")]
        if is_game:  # what the author defined, not what every game has
            known = [each for each in known if each not in DECLARED]
        advice = suggestion(node.attr, known)
        if is_game and not advice:
            advice = f" Set self.{node.attr} in __init__."
        name = type(owner).__name__
        self.fail(node, f"{name} has no attribute {node.attr!r}.{advice}")

    def _constant(self, node: ast.Constant) -> Expression:
        return self.constant(node, node.value)

    def constant(self, node: ast.expr, value: Any) -> Expression:
        """Return the expression of a value that the rules find in ``self`` or outside."""
        if value is None:
            return Expression("None", Kind.NOTHING)
        if isinstance(value, bool):
            return Expression(repr(value), Kind.TRUTH)
        if isinstance(value, Value):
            return Expression(f"N({int(value)})", Kind.OUTCOME)
        if isinstance(value, tuple | list):
            table = self.module.table(value, self.failing(node))
            return Expression("", Kind.TABLE, view=View(table))
        kind = leaf_kind(value)
        require_of_board(value, self.module.board, self.failing(node))
        if kind is None:
            self._unusable(node, value)
        if kind is Kind.NUMBER:
            number = whole(value)
            if number is None or abs(number) > 2**31:
                self.fail(node, f"{value!r:.40} is too large. Use numbers up to 2^31.")
            return Expression(str(number), kind, most=number, least=number)
        self.module.constants.append(value)
        if isinstance(value, Places):
            return Expression(f"W({value.bits})", kind, most=len(value))
        return Expression(str(int(value)), kind)

    def _unusable(self, node: ast.expr, value: Any) -> NoReturn:
        if isinstance(value, dict | set | frozenset):
            advice = "Make a tuple of it, or a set of places by self.board.set(...), in __init__."
        elif isinstance(value, str):
            advice = "Names and texts belong to __init__; rules use places."
            advice = "Look up places by name in __init__."
        elif isinstance(value, float):
            advice = "Use whole numbers."
        else:
            advice = "Rules use sets of places, places, numbers and tuples of these."
        kind = type(value).__name__
        self.fail(node, f"rules cannot use {value!r:.40}, of type {kind}. {advice}")

    def _name(self, node: ast.Name) -> Expression:
        if node.id in self.names:
            return self.names[node.id]
        if node.id in self.lost:
            self.fail(node, f"{node.id!r} may have no value here: {self.lost[node.id]}")
        value = self.static(node)
        if value is MISSING and node.id in self.source.locals:
            self.fail(node, f"{node.id!r} may have no value here: no line before gives it one.")
        if value is MISSING:
            known = [*self.names, *self.source.names]
            self.fail(node, f"{node.id!r} is not defined.{suggestion(node.id, known)}")
        if value is self.module.game:
            self.fail(node, f"{node.id!r} is the game. Use its attributes and methods.")
        return self.constant(node, value)

    def _attribute(self, node: ast.Attribute) -> Expression:
        value = self.static(node)
        if value is not MISSING:
            if callable(value) and not isinstance(value, type):
                self.fail(node, f"{node.attr!r} is a method. Call it, as in {node.attr}(...).")
            return self.constant(node, value)
        found = self.expression(node.value)
        if found.kind is Kind.POSITION:
            return self._part(node)
        if found.kind is Kind.SIDES and found.field is not None and node.attr in SIDES:
            return self.counted(found.field, found.code, str(SIDES.index(node.attr)))
        return self.fail(node, f"{found.kind} has no attribute {node.attr!r} in rules.")

    def _part(self, node: ast.Attribute) -> Expression:
        """Return a part of the position."""
        name, terms = node.attr, self.module.terms
        if name not in known_attributes(terms):
            self.fail(node, unknown_attribute(name, terms))
        size = self.module.layout.size
        field = self.module.layout.field(name)
        if field is not None:
            if field.counter.of == "game":
                return self.counted(field, "at", "0")
            kind = Kind.ROW if field.counter.of == "places" else Kind.SIDES
            return Expression("at", kind, field=field)
        if name in ("mover", "waiter"):
            self.module.reads_seats = True
            self.used.add("mover")
            code = "mover" if name == "mover" else "(1 - mover)"
            return Expression(code, Kind.SEAT, most=1, least=0)
        if name in ("mine", "theirs") and terms.has_kinds:
            return Expression(name, Kind.MEN)
        self.used.add(name)
        within = frozenset({(name, "0" if name in ("mine", "theirs") else "")})
        most = min(terms.each[0], size) if name in ("mine", "theirs") else size
        return Expression(name, Kind.SET, within, most)

    # ── counters ───────────────────────────────────────────────────────────

    def counted(self, field: Field, word: str, index: str) -> Expression:
        """Return a number of a counter in a word."""
        least, most = field.counter.least, field.counter.most
        code = f"N({word} >> W({bit_of(field, index)}) & W({field.mask}))"
        code = f"({code} + {least})" if least else code
        return Expression(code, Kind.NUMBER, most=most, least=least)

    def require_range(self, node: ast.AST, field: Field, found: Expression) -> Expression:
        """Return a number under a name, after a check that a counter can have it."""
        counter, (least, most) = field.counter, found.bounds
        held = self.fresh("held")
        self.emit(f"{held} = N({found.code})")
        tests = [f"{held} < {counter.least}"] if least < counter.least else []
        tests += [f"{held} > {counter.most}"] if most > counter.most else []
        if tests:
            error = self.source.error(
                node,
                f"counter {field.name!r} leaves its range, from {counter.least} to {counter.most}.",
            )
            self.emit(f"if {' or '.join(tests)}: raise OverflowError({str(error)!r})")
        return Expression(held, Kind.NUMBER, most=counter.most, least=counter.least)

    # ── tables ─────────────────────────────────────────────────────────────

    def _tuple(self, node: ast.Tuple) -> Expression:
        """Return a tuple of constants, which is a table."""
        values = [self._fixed(each) for each in node.elts]
        if MISSING in values:
            self.fail(
                node,
                "rules make no tuples, except of constants. Use one name for each value, or make "
                "a table in __init__.",
            )
        return self.constant(node, self.module.literal(tuple(values)))

    def _fixed(self, node: ast.expr) -> Any:
        """Return the value of an expression that is the same in all positions, else ``MISSING``."""
        try:
            return ast.literal_eval(node)
        except ValueError:
            return self.static(node)

    def _subscript(self, node: ast.Subscript) -> Expression:
        value = self.static(node)
        if value is not MISSING:
            return self.constant(node, value)
        found = self.expression(node.value)
        if found.kind is Kind.MEN:
            return self._men_of_kind(node, found.code)
        if found.kind is Kind.ROW and found.field is not None:
            place = self.of_kind(node.slice, Kind.PLACE)
            return self.counted(found.field, found.code, place.code)
        if found.view is None:
            self.fail(node.value, f"{found.kind} cannot be indexed. Only tables can.")
        index = self.expression(node.slice)
        view = found.view
        given = len(view.indices)
        shortest = view.table.shortest[given]
        if view.is_row_of_several_kinds and not index.code.isdigit():
            self.fail(node.slice, f"{SEVERAL_KINDS}. Write its index as a number, or unpack it.")
        if index.kind is Kind.PLACE and view.length == shortest == self.module.layout.size:
            return self.entry(view.entry(index.code, Access.BY_PLACE))
        if index.kind is not Kind.PLACE and not index.is_number:
            self._expected(node.slice, "a place or a number", index)
        number = self.as_number(node.slice, index)
        least, most = number.bounds
        if not view.length:
            self.fail(node.value, "this table has no entries. Loop over it, or add one.")
        if not shortest:
            self.fail(
                node.slice,
                f"rows of this table have from 0 to {view.length} entries, so this index may not "
                "exist. Loop over the row.",
            )
        if least >= 0 and most < shortest:
            return self.entry(view.entry(number.code, Access.BY_NUMBER))
        known = "and it is not known how large it may be"
        if isinstance(node.slice, ast.Name) and node.slice.id in self.source.arguments:
            self.fail(
                node.slice,
                f"{node.slice.id} is an argument, and it is not known how large it may be. Pass "
                f"the entry of the table to {self.source.name}, and not its index.",
            )
        if number.is_bounded:
            known = f"and it may be from {least} to {most}"
        entries = "entry" if view.length == 1 else "entries"
        entries += "" if view.length == shortest else " or fewer"
        return self.fail(
            node.slice,
            f"this index must be from 0 to {shortest - 1}, {known}. The table has {view.length} "
            f"{entries}; loop over it, or use % to bound the index.",
        )

    def entry(self, view: View) -> Expression:
        """Return an entry of a table, which may be a table again."""
        if view.depth:
            return Expression("", Kind.TABLE, view=view)
        self.module.note_access(view)
        table = view.table
        column = table.column(view.indices[-1])
        if column.leaf is Kind.PLACE:
            return Expression(view.code, Kind.PLACE, source=view)
        if column.leaf is Kind.TRUTH:
            return Expression(f"({view.code} != 0)", Kind.TRUTH)
        least = None if column.leaf is Kind.SET else column.least
        return Expression(view.code, column.leaf, most=column.most, least=least, source=view)

    def _men_of_kind(self, node: ast.Subscript, side: str) -> Expression:
        kinds, size = self.module.layout.kinds, self.module.layout.size
        index = self.number(node.slice)
        least, greatest = index.bounds
        if least < 0 or greatest >= kinds:
            found = f"is {least} to {greatest}" if index.is_bounded else "is not known"
            self.fail(
                node.slice, f"expected a kind of man from 0 to {kinds - 1}, and this {found}."
            )
        code = self.plane(side, index.code)
        most = min(max(self.module.terms.each[least : greatest + 1]), size)
        return Expression(code, Kind.SET, frozenset({(side, index.code)}), most)

    def plane(self, side: str, kind: str, word: str = "at") -> str:
        """Return the code of the places with men of a side and a kind."""
        return f"({word} >> W({self.plane_at(side, kind)}) & FULL)"

    def plane_at(self, side: str, kind: str, place: str = "") -> str:
        """Return the code of the bit at which a plane begins, or of a place in it."""
        layout = self.module.layout
        if layout.has_turn:
            self.used.add(f"{side}_at")
            terms = [f"{side}_at"]
        else:
            terms = [str(layout.theirs_at)] if side == "theirs" else []
        if kind.isdigit():
            terms += [str(int(kind) * layout.size)] if int(kind) else []
        else:
            terms.append(f"{layout.size} * {kind}")
        terms += [place] if place else []
        return " + ".join(terms) or "0"

    # ── operators ──────────────────────────────────────────────────────────

    def _unaryop(self, node: ast.UnaryOp) -> Expression:
        if isinstance(node.op, ast.Not):
            return Expression(f"(not {self.truth(node.operand)})", Kind.TRUTH)
        found = self.expression(node.operand)
        if isinstance(node.op, ast.Invert):
            if found.kind is not Kind.SET:
                self._expected(node.operand, "a set of places after ~", found)
            within = EMPTY if found.code == "taken" else NOWHERE
            size = self.module.layout.size
            return Expression(f"(FULL & ~{found.code})", Kind.SET, within, size)
        number = self.as_number(node.operand, found)
        if isinstance(node.op, ast.UAdd):
            return number
        least, most = number.bounds
        return Expression(f"(-{number.code})", Kind.NUMBER, most=-least, least=-most)

    def _binop(self, node: ast.BinOp) -> Expression:
        left, right = self.expression(node.left), self.expression(node.right)
        return self.combined(node, node.op, (node.left, left), (node.right, right))

    def combined(
        self,
        node: ast.AST,
        op: ast.operator,
        one: tuple[ast.expr, Expression],
        other: tuple[ast.expr, Expression],
    ) -> Expression:
        """Return two expressions with an operator between them."""
        (first, left), (second, right) = one, other
        if left.kind is Kind.SET and right.kind is Kind.SET:
            return self._combined_sets(node, op, left, right)
        if Kind.SET in (left.kind, right.kind):
            self.fail(node, f"this combines {left.kind} with {right.kind}. {_advice(left, right)}")
        return self._computed(node, op, self.as_number(first, left), self.as_number(second, right))

    def _combined_sets(
        self, node: ast.AST, op: ast.operator, left: Expression, right: Expression
    ) -> Expression:
        size = self.module.layout.size
        one, other = (size if each.most is None else each.most for each in (left, right))
        if isinstance(op, ast.Sub):
            within = left.within | (EMPTY if right.code == "taken" else NOWHERE)
            return Expression(f"({left.code} & ~{right.code})", Kind.SET, within, one)
        if type(op) not in SET_OPERATORS:
            self.fail(node, "two sets of places are combined by &, |, ^ or -. Use one of these.")
        code = f"({left.code} {SET_OPERATORS[type(op)]} {right.code})"
        if isinstance(op, ast.BitAnd):
            return Expression(code, Kind.SET, left.within | right.within, min(one, other))
        return Expression(code, Kind.SET, left.within & right.within, min(one + other, size))

    def _computed(
        self, node: ast.AST, op: ast.operator, left: Expression, right: Expression
    ) -> Expression:
        if type(op) not in NUMBER_OPERATORS:
            self.fail(node, "two numbers are combined by +, -, *, // or %. Use one of these.")
        sign = NUMBER_OPERATORS[type(op)]
        code = f"({left.code} {sign} {right.code})"
        if sign in ("//", "%") and right.bounds[0] < 1:
            self.fail(node, f"the number after {sign} may be 0 or less. Use a positive one.")
        if sign == "%":
            return Expression(code, Kind.NUMBER, most=right.bounds[1] - 1, least=0)
        ends = [COMPUTE[sign](a, b) for a in left.bounds for b in right.bounds]
        if max(map(abs, ends)) > FITS:
            what = "product" if sign == "*" else "number"
            self.fail(node, f"this {what} may not fit 64 bits. Compute with bounded numbers.")
        return Expression(code, Kind.NUMBER, most=max(ends), least=min(ends))

    def _compare(self, node: ast.Compare) -> Expression:
        codes, left, first = [], self.expression(node.left), node.left
        for op, second in zip(node.ops, node.comparators, strict=True):
            right = self.expression(second)
            codes.append(self._compared(node, op, (first, left), (second, right)))
            left, first = right, second
        return Expression(codes[0] if len(codes) == 1 else f"({' and '.join(codes)})", Kind.TRUTH)

    def _compared(
        self,
        node: ast.Compare,
        op: ast.cmpop,
        one: tuple[ast.expr, Expression],
        other: tuple[ast.expr, Expression],
    ) -> str:
        (first, left), (second, right) = one, other
        if isinstance(op, ast.In | ast.NotIn):
            if (left.kind, right.kind) != (Kind.PLACE, Kind.SET):
                self.fail(
                    node,
                    f"'in' needs a place and a set of places, and these are {left.kind} and "
                    f"{right.kind}.",
                )
            sign = "!=" if isinstance(op, ast.In) else "=="
            return f"(({right.code} >> W({left.code}) & ONE) {sign} ZERO)"
        if type(op) not in COMPARISONS:
            self.fail(node, "rules compare by ==, !=, <, <=, >, >= and in. Use one of these.")
        sign = COMPARISONS[type(op)]
        kinds = {left.kind, right.kind}
        if kinds == {Kind.SET}:
            return _compared_sets(sign, left.code, right.code)
        if kinds == {Kind.PLACE} and sign in ("==", "!="):
            return f"({left.code} {sign} {right.code})"
        if counters := [each for each in (left, right) if each.kind in COUNTERS]:
            self._expected(node, "a number", counters[0])
        if Kind.SET in kinds or not kinds <= {Kind.NUMBER, Kind.SEAT, Kind.PLACE, Kind.TRUTH}:
            self.fail(
                node,
                f"{left.kind} and {right.kind} cannot be compared. {_advice(left, right)}",
            )
        return f"({self.as_number(first, left).code} {sign} {self.as_number(second, right).code})"

    def _boolop(self, node: ast.BoolOp) -> Expression:
        """Return one of the operands, as Python does."""
        found = [self.expression(each) for each in node.values]
        kind = self._one_kind(node, found)
        if kind not in (Kind.SET, Kind.NUMBER, Kind.TRUTH):
            self.fail(node, f"'and' and 'or' take conditions, and this is {kind}. Use 'if'.")
        code = WORDS[type(node.op)].join(each.code for each in found)
        return Expression(f"({code})", kind, **_hull(found))

    def _ifexp(self, node: ast.IfExp) -> Expression:
        test = self.truth(node.test)
        found = [self.expression(node.body), self.expression(node.orelse)]
        kind = self._one_kind(node, found)
        one, other = found
        return Expression(f"({one.code} if {test} else {other.code})", kind, **_hull(found))

    def _one_kind(self, node: ast.expr, found: list[Expression]) -> Kind:
        """Return the kind of an expression that has one of these values."""
        kinds = list(dict.fromkeys(Kind.NUMBER if e.is_number else e.kind for e in found))
        if len(kinds) > 1:
            values = " or ".join(map(str, kinds))
            self.fail(node, f"this is {values}. Use values of one kind.")
        if kinds[0] in (Kind.TABLE, Kind.MEN, Kind.POSITION, Kind.NOTHING, *COUNTERS):
            self.fail(node, f"rules cannot choose {kinds[0]} in an expression. Use 'if'.")
        return kinds[0]

    # ── calls ──────────────────────────────────────────────────────────────

    def _call(self, node: ast.Call) -> Expression:
        called = node.func
        if isinstance(called, ast.Name) and self.static(called) is getattr(
            builtins, called.id, None
        ):
            lower = getattr(self, f"_call_{called.id}", None)
            if lower is not None:
                self._require_arguments(node)
                result: Expression = lower(node)
                return result
        if isinstance(called, ast.Attribute):
            owner = self.static(called.value)
            if owner is self.module.game:
                return self._helper(node, called.attr)
            if owner is MISSING and self.expression(called.value).kind is Kind.POSITION:
                self._part_or_verb(called)
        name = ast.unparse(called)
        return self.fail(
            node,
            f"rules cannot call {name}. They call {', '.join(FUNCTIONS)} and methods of "
            f"{self.source.arguments[0]}; make a table in __init__ for anything else.",
        )

    def _part_or_verb(self, called: ast.Attribute) -> NoReturn:
        if called.attr in VERBS:
            self.fail(
                called, f"an action can only be yielded. Write 'yield at.{called.attr}(...)'."
            )
        if called.attr in known_attributes(self.module.terms):
            self.fail(called, f"{called.attr!r} is not a method. Use it without brackets.")
        self.fail(called, unknown_attribute(called.attr, self.module.terms))

    def _require_arguments(self, node: ast.Call) -> None:
        if node.keywords or any(isinstance(each, ast.Starred) for each in node.args):
            self.fail(node, "rules call with plain arguments only, in their order.")
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if len(node.args) != 1 and name not in ("min", "max"):
            self.fail(node, f"{name} takes one argument, and this call has {len(node.args)}.")
        if len(node.args) < 2 and name in ("min", "max"):
            self.fail(node, f"{name} takes two numbers or more in rules. Write {name}(a, b).")

    def _call_len(self, node: ast.Call) -> Expression:
        found = self.expression(node.args[0])
        if found.kind is Kind.SET:
            size = self.module.layout.size
            most = size if found.most is None else found.most
            return Expression(f"count_bits({found.code})", Kind.NUMBER, most=most, least=0)
        if found.view is not None:
            self.module.note_access(found.view)
            code = found.view.length_code
            least = found.view.length if code.isdigit() else 0
            return Expression(code, Kind.NUMBER, most=found.view.length, least=least)
        return self._expected(node.args[0], "a set of places or a table", found)

    def _call_int(self, node: ast.Call) -> Expression:
        return self.number(node.args[0])

    def _call_bool(self, node: ast.Call) -> Expression:
        return Expression(self.truth(node.args[0]), Kind.TRUTH)

    def _call_abs(self, node: ast.Call) -> Expression:
        found = self.number(node.args[0])
        most = max(map(abs, found.bounds))
        return Expression(f"abs({found.code})", Kind.NUMBER, most=most, least=0)

    def _call_min(self, node: ast.Call) -> Expression:
        return self._chosen(node, "min")

    def _call_max(self, node: ast.Call) -> Expression:
        return self._chosen(node, "max")

    def _chosen(self, node: ast.Call, name: str) -> Expression:
        found = [self.number(each) for each in node.args]
        choose = min if name == "min" else max
        code = f"{name}({', '.join(each.code for each in found)})"
        least, most = (choose(ends) for ends in zip(*(e.bounds for e in found), strict=True))
        return Expression(code, Kind.NUMBER, most=most, least=least)

    def _call_any(self, node: ast.Call) -> Expression:
        return self._folded(node, "any")

    def _call_all(self, node: ast.Call) -> Expression:
        return self._folded(node, "all")

    def _call_sum(self, node: ast.Call) -> Expression:
        return self._folded(node, "sum")

    def _folded(self, node: ast.Call, how: str) -> Expression:
        """Return any, all or sum of a generator expression, by a loop before the statement."""
        generator = node.args[0]
        if not isinstance(generator, ast.GeneratorExp):
            self.fail(node, f"{how} needs a generator in rules: {how}(... for ... in ...).")
        self._require_bound(generator)
        before = len(self.lines)
        out = self.fresh(how)
        self.emit(f"{out} = {'N(0)' if how == 'sum' else how == 'all'}")
        saved = dict(self.names), dict(self.lost), self.scope
        self.scope = out.rpartition("_")[2]  # its names are its own
        summed = self._fold(generator, generator.generators, out, how)
        self.names, self.lost, self.scope = saved
        together = self._lines_together(generator) if how == "any" else None
        if together is not None:
            del self.lines[before:]  # the loop, which has been checked
            return self._test_together(out, *together)
        if summed is None and how != "sum":
            return Expression(out, Kind.TRUTH)
        if summed is None:  # of an empty table
            return Expression(out, Kind.NUMBER, most=0, least=0)
        least, most = min(0, summed.bounds[0]), max(0, summed.bounds[1])
        if least >= -LARGEST and most <= LARGEST:  # so that no sum needs to be checked
            self.lines.remove(summed.code)
        return Expression(out, Kind.NUMBER, most=min(most, LARGEST), least=max(least, -LARGEST))

    def _lines_together(
        self, node: ast.GeneratorExp
    ) -> tuple[ast.expr, str | tuple[Pattern, ...]] | None:
        """Return a set, and the table or the patterns that test if it contains any of some sets."""
        loop, test = node.generators[0], node.elt
        is_plain = len(node.generators) == 1 and not loop.ifs and isinstance(loop.target, ast.Name)
        if not is_plain or not isinstance(test, ast.Compare) or len(test.ops) != 1:
            return None
        line, men = test.left, test.comparators[0]
        if isinstance(test.ops[0], ast.GtE):
            line, men = men, line
        elif not isinstance(test.ops[0], ast.LtE):
            return None
        names = names_in(loop.target)
        if not _is_one_of(line, names) or any(_is_one_of(each, names) for each in ast.walk(men)):
            return None
        rows = self.static(loop.iter)
        is_table = isinstance(rows, tuple | list) and len(rows) > 0
        if not is_table or not all(isinstance(each, Places) for each in rows):
            return None
        lines = [each.bits for each in rows]
        if self.module.layout.size <= MOST_LISTED:
            return men, self.module.sets_containing(lines)
        patterns = patterns_of(lines)
        return None if patterns is None else (men, patterns)

    def _test_together(
        self, out: str, men: ast.expr, test: str | tuple[Pattern, ...]
    ) -> Expression:
        """Emit the test of all lines, by the name of a lookup table or by patterns."""
        seen, found = self.fresh("seen"), self.fresh("found")
        self.emit(f"{seen} = {self.of_kind(men, Kind.SET).code}")
        if isinstance(test, str):
            return Expression(f"({test}[{seen}] != 0)", Kind.TRUTH)
        self.emit(f"{out} = ZERO")
        for pattern in test:
            before = seen
            for shift in pattern.shifts:
                self.emit(f"{found} = {before} & {before} >> W({shift})")
                before = found
            self.emit(f"{out} |= {before} & W({pattern.begins})")
        return Expression(f"({out} != ZERO)", Kind.TRUTH)

    def _require_bound(self, node: ast.GeneratorExp) -> None:
        """Raise if a generator expression reads one of its names before a loop binds it."""
        loops = node.generators
        unbound = {name for loop in loops for name in names_in(loop.target)}
        for number, loop in enumerate(loops):
            reads = list(ast.walk(loop.iter)) if number else []  # the first is read outside
            missing = [each for each in reads if _is_one_of(each, unbound)]
            unbound -= names_in(loop.target)
            reads = [each for test in loop.ifs for each in ast.walk(test)]
            missing += [each for each in reads if _is_one_of(each, unbound)]
            if missing:
                text = ast.unparse(missing[0])
                self.fail(missing[0], f"{text!r} has no value here: a later 'for' gives it one. "
                                      "Use two names.")  # fmt: skip

    def _fold(
        self, node: ast.GeneratorExp, loops: list[ast.comprehension], out: str, how: str
    ) -> Expression | None:
        """Emit the loops of a generator expression, from the outermost on.

        Return the bounds of a sum, with the line that checks it as the code.
        """
        if not loops:
            if how == "sum":
                added = self.small(node.elt, self.number(node.elt))
                self.emit(f"{out} += {added.code}")
                self.emit(self.check_of(node.elt, out))
                return attrs.evolve(added, code=self.lines[-1])
            with self.indented(f"if {'not ' if how == 'all' else ''}{self.truth(node.elt)}:"):
                self.emit(f"{out} = {how == 'any'}")
                self.emit("break")
            return None
        loop, inner = loops[0], None

        def body() -> None:
            nonlocal inner
            for test in loop.ifs:
                with self.indented(f"if not {self.truth(test)}:"):
                    self.emit("continue")
            inner = self._fold(node, loops[1:], out, how)
            if loops[1:] and how != "sum":
                with self.indented(f"if {'not ' if how == 'all' else ''}{out}:"):
                    self.emit("break")

        rounds = self.loop(loop.target, loop.iter, set(), Access.IN_ANY_ORDER, body)
        if inner is None:
            return None
        least, most = (rounds * each if rounds is not None else 2 * FITS for each in inner.bounds)
        return attrs.evolve(inner, least=least, most=most)

    # ── numbers that fit 64 bits ───────────────────────────────────────────

    def small(self, node: ast.AST, found: Expression) -> Expression:
        """Return a number that fits 64 bits when others are added, checked if that is unknown."""
        least, most = found.bounds
        if least >= -LARGEST and most <= LARGEST:
            return found
        held = self.fresh("held")
        self.emit(f"{held} = N({found.code})")
        self.emit(self.check_of(node, held))
        return Expression(held, Kind.NUMBER)

    def check_of(self, node: ast.AST, name: str) -> str:
        """Return the line that raises an error if a number is too large to compute with."""
        error = self.source.error(
            node, f"this number is beyond {LARGEST:,}, the largest number in rules. Bound it by %."
        )
        return f"if abs({name}) > {LARGEST}: raise OverflowError({str(error)!r})"

    def _helper(self, node: ast.Call, name: str) -> Expression:
        if not hasattr(self.module.game, name):
            assert isinstance(node.func, ast.Attribute)
            self._unknown_attribute(node.func, self.module.game)
        return self.module.helper(self, node, name)

    # ── loops, for statements and for generator expressions ────────────────

    def loop(
        self,
        target: ast.expr,
        over: ast.expr,
        assigned: set[str],
        access: Access,
        body: Callable[[], None],
    ) -> int | None:
        """Emit a loop, and return the greatest number of its rounds, if it is known.

        A loop over an empty table has no code, and ``body`` is not called.
        """
        if isinstance(over, ast.Call) and self.static(over.func) is range:
            return self._loop_over_numbers(target, over, assigned, body)
        found = self.expression(over)
        self.forget(assigned | names_in(target))  # a loop reads its table or set once, before
        if found.kind is Kind.SET:
            return self._loop_over_set(target, found, assigned, body)
        if found.view is not None and found.view.is_row_of_several_kinds:
            self.fail(over, f"{SEVERAL_KINDS}, so no loop can run over it. Unpack it.")
        if found.view is not None:
            return self._loop_over_table(target, self.fixed(found.view), access, body)
        if found.kind is Kind.MEN:
            advice = "Loop over range(number of kinds), and index the men by kind."
        elif found.kind is Kind.ROW:
            advice = "Loop over places, and read the counter of each place."
        else:
            advice = "Loop over a set of places, a table or range(...)."
        return self.fail(over, f"{found.kind} cannot be looped over. {advice}")

    def _loop_over_set(
        self, target: ast.expr, found: Expression, assigned: set[str], body: Callable[[], None]
    ) -> int:
        if not isinstance(target, ast.Name):
            self.fail(target, "each round has one place. Use one name here.")
        is_new = target.id not in self.names
        left, name = self.fresh("left"), self.variable(target, Kind.PLACE)
        self.emit(f"{left} = {found.code}")
        before = len(self.lines)
        with self.indented(f"while {left} != ZERO:"):
            self.emit(f"{name} = lowest_place({left})")
            self.emit(f"{left} &= {left} - ONE")
            steady = target.id not in assigned
            within = lasting(found.within, assigned)
            self.names[target.id] = Expression(name, Kind.PLACE, within, steady=steady)
            body()
        size = self.module.layout.size
        most = size if found.most is None else found.most
        if is_new:
            loop = self.lines[before:]
            self.lines[before:] = in_fixed_rounds(loop, left, 1 << size - 1, most)
        return most

    def _loop_over_table(
        self, target: ast.expr, view: View, access: Access, body: Callable[[], None]
    ) -> int:
        index = self.fresh("i")
        self.module.note_access(view)
        if not view.length:
            self.emit("pass")
            return 0
        with self.indented(f"for {index} in range({view.length_code}):"):
            self.bind(target, self.entry(view.entry(index, access)))
            body()
        return view.length

    def _loop_over_numbers(
        self, target: ast.expr, over: ast.Call, assigned: set[str], body: Callable[[], None]
    ) -> int | None:
        if not isinstance(target, ast.Name):
            self.fail(target, "each round has one number. Use one name here.")
        if not 1 <= len(over.args) <= 3 or over.keywords:
            self.fail(over, "range takes one to three numbers.")
        bounds = [self.small(each, self.number(each)) for each in over.args]
        self.forget(assigned | names_in(target))
        step = bounds[2] if len(bounds) == 3 else Expression("1", Kind.NUMBER, most=1, least=1)
        if step.least is None or step.least != step.most or step.least == 0:
            self.fail(over.args[2], "the step of a range must be a constant other than 0.")
        zero = Expression("0", Kind.NUMBER, most=0, least=0)
        first, last = (zero, bounds[0]) if len(bounds) == 1 else bounds[:2]
        name = self.variable(target, Kind.NUMBER)
        index = self.fresh("i")
        least, most = _range_of(first, last, step.least)
        with self.indented(f"for {index} in range({', '.join(each.code for each in bounds)}):"):
            self.emit(f"{name} = N({index})")
            steady = target.id not in assigned
            self.names[target.id] = Expression(
                name, Kind.NUMBER, NOWHERE, most, least, None, steady
            )
            body()
        if not all(each.is_bounded for each in bounds):
            return None
        return max(0, most - least) // abs(step.least) + 1

    # ── variables ──────────────────────────────────────────────────────────

    def variable(self, target: ast.Name, kind: Kind) -> str:
        """Return the code of the variable with this name, which has one kind in the method."""
        before = self.kinds.setdefault(self.code_of(target.id), kind)
        if before is not kind:
            self.fail(target, f"{target.id!r} was {before}, and becomes {kind}. Use two names.")
        self.lost.pop(target.id, None)
        for name, known in self.names.items():  # facts that the old value named
            self.names[name] = _with_facts(known, lasting(known.within, {target.id}))
        return self.code_of(target.id)

    def code_of(self, name: str, index: int | None = None) -> str:
        """Return the code of a variable, or of one of the indices that a table variable has."""
        return f"v{self.scope}{'' if index is None else f'i{index}'}_{name}"

    def fixed(self, view: View) -> View:
        """Return a view whose indices are not read again, because variables may change."""
        indices = []
        for each in view.indices:
            indices.append(each if _is_fixed(each) else self.fresh("at"))
            if not _is_fixed(each):
                self.emit(f"{indices[-1]} = {each}")
        return View(view.table, tuple(indices), view.accesses)

    def bind(self, target: ast.expr, found: Expression) -> None:
        """Emit the assignment of an expression to a target."""
        if isinstance(target, ast.Tuple | ast.List):
            self._unpack(target, found)
            return
        if isinstance(target, ast.Subscript):
            self.changed_row(target)  # raises for other targets
            self.bind_entry(target, self.as_number(target, found))
            return
        if not isinstance(target, ast.Name):
            self._fail_target(target)
        if found.kind is Kind.ROW:
            self.fail(target, "a variable has a copy of counters. Write .copy() after them.")
        if found.kind in (Kind.NOTHING, Kind.OUTCOME, Kind.MEN, Kind.SIDES):
            self.fail(target, f"{found.kind} cannot be kept in a variable of rules.")
        if found.view is not None:
            self._bind_table(target, found.view)
            return
        if found.kind is Kind.POSITION:
            self.variable(target, Kind.POSITION)
            self.names[target.id] = found
            return
        kind = Kind.NUMBER if found.is_number else found.kind
        source = self.kept_source(found)
        name = self.variable(target, kind)
        if kind is not Kind.NUMBER:
            self.emit(f"{name} = {found.code}")
        else:
            self.emit(f"{name} = N({found.code})")
            least, most = found.bounds
            if least < -LARGEST or most > LARGEST:
                self.emit(self.check_of(target, name))
                found = Expression(found.code, kind)
        self.names[target.id] = Expression(
            name, kind, found.within, found.most, found.least, source=source
        )

    def kept_source(self, found: Expression) -> View | None:
        """Return the entry of a table that a variable holds, if it may be a set to mark."""
        if found.source is None or found.kind is not Kind.SET or not self.module.layout.has_marks:
            return None
        return self.fixed(found.source)

    def _bind_table(self, target: ast.Name, view: View) -> None:
        """Emit the assignment of the indices of a table variable, which are its value."""
        self.variable(target, Kind.TABLE)
        names = tuple(self.code_of(target.id, place) for place in range(len(view.indices)))
        changes = [pair for pair in zip(names, view.indices, strict=True) if pair[0] != pair[1]]
        if changes:
            left, right = zip(*changes, strict=True)
            self.emit(f"{', '.join(left)} = {', '.join(right)}")
        kept = View(view.table, names, view.accesses)
        self.names[target.id] = Expression("", Kind.TABLE, view=kept)

    def _unpack(self, target: ast.Tuple | ast.List, found: Expression) -> None:
        if found.view is None:
            self.fail(target, f"{found.kind} cannot be unpacked. Only an entry of a table can.")
        view, count = self.fixed(found.view), len(target.elts)
        given = len(view.indices)
        if given in view.table.ragged or view.length != count:
            length = "different lengths" if given in view.table.ragged else str(view.length)
            self.fail(target, f"{count} names for an entry of {length}. Use as many names.")
        for place, each in enumerate(target.elts):
            self.bind(each, self.entry(view.entry(str(place), Access.BY_NUMBER)))

    def bind_copy(self, target: ast.Name, found: Expression) -> None:
        """Emit the assignment of a copy of the counters of all places."""
        assert found.field is not None
        if target.id in self.source.arguments:
            self.fail(target, f"{target.id!r} is an argument. Use another name for the copy.")
        name = self.variable(target, Kind.ROW)
        before = self.rows.setdefault(name, found.field)
        if before != found.field:
            self.fail(
                target,
                f"{target.id!r} was counters {before.name!r}, and becomes {found.field.name!r}. "
                "Use two names.",
            )
        self.emit(f"{name} = {found.code}")
        self.names[target.id] = Expression(name, Kind.ROW, field=found.field)

    def changed_row(self, target: ast.Subscript) -> tuple[str, Field]:
        """Return the variable with the counters to which an entry is assigned."""
        row = target.value
        if isinstance(row, ast.Name) and self.static(row) is MISSING:
            found = self.expression(row)
            if found.kind is Kind.ROW and found.field is not None:
                if row.id in self.source.arguments:
                    self.fail(target, f"{row.id!r} is an argument. Change a copy of it.")
                return found.code, found.field
        if self.static(row) is MISSING:
            found = self.expression(row)
            if found.kind is Kind.ROW and found.field is not None:
                self.fail(target, COPY_FIRST.format(found.field.name))
        return self._fail_target(target)

    def bind_entry(self, target: ast.Subscript, number: Expression) -> None:
        """Emit the assignment of the counter of one place in a copy."""
        name, field = self.changed_row(target)
        index = self.of_kind(target.slice, Kind.PLACE).code
        held = self.require_range(target, field, number)
        least = field.counter.least
        code = f"({held.code} - {least})" if least else held.code
        shift = f"W({bit_of(field, index)})"
        self.emit(f"{name} = {name} & ~(W({field.mask}) << {shift}) | W({code}) << {shift}")

    def _fail_target(self, target: ast.expr) -> NoReturn:
        if isinstance(target, ast.Attribute) and self.static(target.value) is self.module.game:
            self.fail(target, "rules do not change the game. Set its attributes in __init__.")
        if isinstance(target, ast.Attribute):
            self.fail(target, "a position does not change. Yield an action instead.")
        self.fail(target, "rules assign to names only. Use a name here.")

    def forget(self, names: set[str]) -> None:
        """Drop what is known of variables that a loop changes."""
        for name, known in list(self.names.items()):
            if name not in names:
                self.names[name] = _with_facts(known, lasting(known.within, names))
                continue
            if known.view is not None:
                self.lost[name] = TABLE_CHANGES
                del self.names[name]
            elif known.kind is not Kind.POSITION:
                self.names[name] = Expression(known.code, known.kind, field=known.field)


SIDES = ("mine", "theirs")
COUNTERS = (Kind.ROW, Kind.SIDES)
NUMBER_OF = {
    Kind.ROW: " Write [place] after it.",
    Kind.SIDES: " Write .mine or .theirs after it.",
}
"""Advice for counters in the place of a number."""

DECLARED = {
    "all_symmetries", "counters", "marks", "indexed", "scores", "signs", "stacked", "stuck",
}  # fmt: skip
"""Declarations that rules rarely read."""

TABLE_CHANGES = "a loop changes it, and it is a table. Use two names."

SEVERAL_KINDS = "the entries of this row are of several kinds"
UNUSABLE: dict[type[ast.expr], str] = {
    ast.List: "a list",
    ast.Set: "a set in braces",
    ast.Dict: "a dictionary",
    ast.ListComp: "a list comprehension",
    ast.SetComp: "a set comprehension",
    ast.DictComp: "a dictionary comprehension",
    ast.GeneratorExp: "a generator outside of any, all and sum",
    ast.Lambda: "a lambda",
    ast.JoinedStr: "an f-string",
    ast.Starred: "a star",
    ast.NamedExpr: "an assignment inside an expression",
    ast.Slice: "a slice",
}
USABLE = "sets of places, places, numbers, conditions and tables"


def bit_of(field: Field, index: str) -> str:
    """Return the code of the first bit of a number of a counter."""
    if index.isdigit():
        return str(field.at(int(index)))
    first = f"{field.first} + " if field.first else ""
    return f"{first}{field.width} * {index}"


def _is_one_of(node: ast.AST, names: set[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


def _advice(left: Expression, right: Expression) -> str:
    """Return the advice for a set of places with an operand of another kind."""
    if Kind.SET in (left.kind, right.kind):
        if left.is_number or right.is_number:
            return "Use len(...) for the size of a set."
        if Kind.PLACE in (left.kind, right.kind):
            return "Use 'in', or a table in __init__ with a set of one place for each place."
    return "Use two sets of places, or two numbers."


def _compared_sets(sign: str, left: str, right: str) -> str:
    """Return the code that compares two sets, as Python's own sets are compared."""
    if sign in ("==", "!="):
        return f"({left} {sign} {right})"
    small, large = (left, right) if sign[0] == "<" else (right, left)
    code = f"({small} & ~{large} == ZERO)"
    return code if sign.endswith("=") else f"({code} and {left} != {right})"


def _hull(values: list[Expression]) -> dict[str, Any]:
    """Return what is known of a value that is one of several."""
    within = frozenset.intersection(*(each.within for each in values))
    if values[0].is_number:
        least, most = zip(*(each.bounds for each in values), strict=True)
        return {"within": within, "most": max(most), "least": min(least)}
    sizes = [each.most for each in values if each.most is not None]
    return {"within": within, "most": max(sizes) if len(sizes) == len(values) else None}


def joined(values: list[Expression]) -> Expression:
    """Return what is known of a variable where several branches meet."""
    one, steady = values[0], all(each.steady for each in values)
    return Expression(
        one.code, one.kind, view=one.view, steady=steady, field=one.field, **_hull(values)
    )


VARIABLE = re.compile(r"\bv\d*(?:i\d+)?_(\w+)")
"""Code of a variable of the author, or of an index of a table variable."""


def _is_fixed(index: str) -> bool:
    """Return True if the code of an index is a number, or a name that rules cannot assign."""
    return index.isdigit() or (index.isidentifier() and not VARIABLE.match(index))


def lasting(within: frozenset[Region], changed: set[str]) -> frozenset[Region]:
    """Return the regions that do not depend on variables that change."""
    return frozenset(each for each in within if changed.isdisjoint(VARIABLE.findall(each[1])))


def _with_facts(known: Expression, within: frozenset[Region]) -> Expression:
    return known if within == known.within else attrs.evolve(known, within=within)


def _range_of(first: Expression, last: Expression, step: int) -> tuple[int, int]:
    """Return the least and the greatest number of a range."""
    if step > 0:
        return first.bounds[0], last.bounds[1] - 1
    return last.bounds[0] + 1, first.bounds[1]
