"""Statements of rules, lowered to Python over words of bits.

A name may be read only if it surely has a value. After an ``if`` those names remain that both
branches leave with a value, and after a loop those that existed before it. What is known of a value
holds on every way to a statement, ``break`` and ``continue`` included.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NoReturn

import attrs

from gamesolver.boardgames.actions import lowered_action
from gamesolver.boardgames.expressions import (
    COUNTERS,
    MISSING,
    TABLE_CHANGES,
    Expressions,
    joined,
    lasting,
)
from gamesolver.boardgames.kinds import LARGEST, Access, Expression, Kind, Region
from gamesolver.boardgames.order import assigned_in, names_in, what_minds_order
from gamesolver.boardgames.source import Source

if TYPE_CHECKING:
    from gamesolver.boardgames.module import Module

Names = dict[str, Expression]
"""Variables that have a value, with what is known of it."""

RESULT, ACTIONS, HELPER = "result", "actions", "helper"
LISTING, COUNTING, TESTING = "listing", "counting", "testing"


@attrs.frozen
class Flow:
    """Effect of statements: the greatest number of actions, and how they end."""

    most: int = 0
    ends: bool = False
    """Whether what follows is never reached."""
    returns: bool = False
    """Whether they always leave the method."""


@attrs.define
class Growth:
    """Numbers that one round of a loop adds to a variable, and the lines that check the sum."""

    least: int = 0
    most: int = 0
    checks: list[str] = attrs.Factory(list)

    def add(self, least: int, most: int, checks: list[str]) -> None:
        """Note a number that a round may add."""
        self.least += min(0, least)
        self.most += max(0, most)
        self.checks += checks


class Statements(Expressions):
    """Lowering of one method.

    Actions are lowered in three ways: to list them, to count them, and to find out if there is one.
    """

    def __init__(
        self,
        module: Module,
        source: Source,
        names: dict[str, Expression],
        role: str = HELPER,
        way: str = LISTING,
    ) -> None:
        super().__init__(module, source, names)
        self.role = role
        self.way = way
        self.returned: Kind | None = None
        self.rounds_known = True
        """Whether all loops around have a known greatest number of rounds."""
        self.in_while = False
        self.growths: list[dict[str, Growth | None]] = []
        """For each loop around how a round changes numbers, ``None`` if it does more than add."""
        self.jumps: list[list[Names]] = []
        """For each loop around the names as each ``break`` and ``continue`` leaves them."""
        self.checks = False
        """Whether the code checks actions, so that it needs the variable ``wrong``."""

    # ── blocks ─────────────────────────────────────────────────────────────

    def block(self, body: list[ast.stmt]) -> Flow:
        """Emit statements."""
        most, before = 0, len(self.lines)
        for place, statement in enumerate(body):
            flow = self._statement(statement)
            if isinstance(statement, ast.If) and not statement.orelse and flow.returns:
                rest = self.block(body[place + 1 :])
                return Flow(most + max(flow.most, rest.most), rest.ends, rest.returns)
            most += flow.most
            if flow.ends:
                return Flow(most, True, flow.returns)
        if len(self.lines) == before:
            self.emit("pass")
        return Flow(most)

    def _statement(self, statement: ast.stmt) -> Flow:
        lower = getattr(self, f"_do_{type(statement).__name__.lower()}", None)
        if lower is None:
            self._unsupported(statement)
        flow: Flow | None = lower(statement)
        return flow or Flow()

    def _unsupported(self, statement: ast.stmt) -> NoReturn:
        what = {
            ast.Try: "try", ast.With: "with", ast.Import: "import", ast.ImportFrom: "import",
            ast.FunctionDef: "a function in a rule", ast.ClassDef: "class", ast.Delete: "del",
            ast.Global: "global", ast.Nonlocal: "nonlocal", ast.Raise: "raise",
            ast.Assert: "assert", ast.Match: "match", ast.AnnAssign: "an annotated variable",
        }.get(type(statement), type(statement).__name__)  # fmt: skip
        self.fail(
            statement,
            f"rules have no {what}. They have if, for, while, assignments, yield and return.",
        )

    # ── simple statements ──────────────────────────────────────────────────

    def _do_pass(self, statement: ast.Pass) -> None:
        self.emit("pass")

    def _do_continue(self, statement: ast.Continue) -> Flow:
        self.jumps[-1].append(dict(self.names))
        self.emit("continue")
        return Flow(ends=True)

    def _do_break(self, statement: ast.Break) -> Flow:
        self.jumps[-1].append(dict(self.names))
        self.emit("break")
        return Flow(ends=True)

    def _do_expr(self, statement: ast.Expr) -> Flow:
        value = statement.value
        if isinstance(value, ast.Yield):
            return self._yield(value)
        if isinstance(value, ast.YieldFrom):
            return self._yield_from(value)
        if isinstance(value, ast.Constant):
            return Flow()  # a docstring
        if isinstance(value, ast.Call):
            chained: ast.expr = value
            while isinstance(chained, ast.Call) and isinstance(chained.func, ast.Attribute):
                chained = chained.func.value
            if isinstance(chained, ast.Name) and self._is_position(chained):
                text = ast.unparse(value)
                self.fail(value, f"this action is not yielded. Write 'yield {text}'.")
            if ast.unparse(value.func) == "print":
                self.fail(
                    value, "rules do not print. Print in the rules of game.plain, or debug it."
                )
        return self.fail(value, "this has no effect. Remove it, or assign it to a name.")

    def _is_position(self, node: ast.Name) -> bool:
        return node.id in self.names and self.names[node.id].kind is Kind.POSITION

    def _do_assign(self, statement: ast.Assign) -> None:
        if len(statement.targets) > 1:
            found = self.held(self.expression(statement.value))
            for target in statement.targets:
                self.bind(target, found)
            return
        (target,) = statement.targets
        copied = self._copied(statement.value)
        if isinstance(target, ast.Name) and copied is not None:
            self.bind_copy(target, copied)
        elif isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
            self._assign_several(target, statement.value)
        else:
            self.bind(target, self.expression(statement.value))

    def _copied(self, node: ast.expr) -> Expression | None:
        """Return the counters copied by an expression, or ``None``."""
        is_copy = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if not is_copy or node.func.attr != "copy" or node.args or node.keywords:  # type: ignore[attr-defined]
            return None
        row = node.func.value  # type: ignore[attr-defined]
        found = self.expression(row) if self.static(row) is MISSING else None
        return found if found is not None and found.kind is Kind.ROW else None

    def _assign_several(self, target: ast.Tuple, value: ast.Tuple) -> None:
        if len(target.elts) != len(value.elts):
            count = len(value.elts)
            self.fail(target, f"{len(target.elts)} names for {count} values. Use as many names.")
        found = [self.held(self.expression(each)) for each in value.elts]
        changed = names_in(target)
        for name, each in zip(target.elts, found, strict=True):
            self.bind(name, attrs.evolve(each, within=lasting(each.within, changed)))

    def held(self, found: Expression) -> Expression:
        """Return an expression whose value is kept under a new name."""
        if found.view is not None:
            return attrs.evolve(found, view=self.fixed(found.view))
        if found.kind in (Kind.POSITION, Kind.MEN, Kind.NOTHING, Kind.OUTCOME, *COUNTERS):
            return found
        held = self.fresh("held")
        self.emit(f"{held} = {found.code}")
        return attrs.evolve(found, code=held, source=self.kept_source(found))

    def _do_augassign(self, statement: ast.AugAssign) -> None:
        target = statement.target
        if isinstance(target, ast.Subscript):
            self.changed_row(target)  # raises for other targets
            read = self.expression(target)
            added = statement.value, self.expression(statement.value)
            self.bind_entry(target, self.combined(statement, statement.op, (target, read), added))
            return
        if not isinstance(target, ast.Name):
            self._fail_target(target)
        if target.id not in self.names:
            self._name(target)  # raises: it has no value
            self.fail(target, f"{target.id!r} is from outside. Rules change their own names only.")
        left, right = self.names[target.id], self.expression(statement.value)
        both = (target, left), (statement.value, right)
        before = self.growths[-1].get(target.id, Growth()) if self.growths else None
        self.bind(target, self.combined(statement, statement.op, *both))
        is_sum = isinstance(statement.op, ast.Add | ast.Sub) and left.is_number
        if before is None or not is_sum or not (right.is_number and right.is_bounded):
            return
        least, most = right.bounds
        if isinstance(statement.op, ast.Sub):
            least, most = -most, -least
        is_checked = self.lines[-1].lstrip().startswith("if ")
        before.add(least, most, self.lines[-1:] if is_checked else [])
        self.growths[-1][target.id] = before

    def variable(self, target: ast.Name, kind: Kind) -> str:
        if self.growths and not self.scope:
            self.growths[-1][target.id] = None
        return super().variable(target, kind)

    # ── branches ───────────────────────────────────────────────────────────

    def _do_if(self, statement: ast.If) -> Flow:
        test = self.truth(statement.test)
        before, lost = dict(self.names), dict(self.lost)
        with self.indented(f"if {test}:"):
            self._assume(statement.test, True)
            one = self.block(statement.body)
        after_one, lost_in_one = self.names, self.lost
        self.names, self.lost = dict(before), dict(lost)
        self._assume(statement.test, False)
        other = Flow()
        if statement.orelse:
            with self.indented("else:"):
                other = self.block(statement.orelse)
        if one.ends and other.ends:
            return Flow(max(one.most, other.most), True, one.returns and other.returns)
        if one.ends:
            pass  # what follows is reached by the other branch only
        elif other.ends:
            self.names = after_one
        else:
            self.lost = lost_in_one | self.lost
            self._meet([after_one, self.names], "only one branch of an 'if' gives it one.")
        return Flow(max(one.most, other.most), False, one.returns and not statement.orelse)

    def _meet(self, ways: list[Names], partial: str) -> None:
        """Keep the names that have a value on all ways to the next statement."""
        self.names = {}
        for name in set().union(*ways):
            found = [way[name] for way in ways if name in way]
            if len(found) < len(ways):
                self.lost.setdefault(name, partial)
            elif any(each.view != found[0].view for each in found):
                self.lost[name] = "it is a table, and may be one of two. Use two names."
            else:
                self.names[name] = joined(found)

    def _assume(self, test: ast.expr, holds: bool) -> None:
        """Note the regions in which places lie if a condition holds, or does not."""
        for name, within in self._facts(test, holds):
            known = self.names.get(name)
            if known is not None and known.kind is Kind.PLACE and known.steady:
                self.names[name] = attrs.evolve(known, within=known.within | within)

    def _facts(self, test: ast.expr, holds: bool) -> list[tuple[str, frozenset[Region]]]:
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self._facts(test.operand, not holds)
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) is holds:
            return [fact for each in test.values for fact in self._facts(each, holds)]
        if isinstance(test, ast.Compare) and isinstance(test.left, ast.Name):
            is_in = len(test.ops) == 1 and isinstance(test.ops[0], ast.In)
            is_not_in = len(test.ops) == 1 and isinstance(test.ops[0], ast.NotIn)
            if (is_in and holds) or (is_not_in and not holds):
                lines = len(self.lines)
                within = self.expression(test.comparators[0]).within
                del self.lines[lines:]
                return [(test.left.id, within)]
        return []

    # ── loops ──────────────────────────────────────────────────────────────

    def _do_for(self, statement: ast.For) -> Flow:
        if statement.orelse:
            self.fail(statement.orelse[0], "rules have no 'else' of a loop. Use a variable.")
        assigned = assigned_in(statement.body)
        access = self._access(statement, assigned)
        ways = [dict(self.names)]
        flow: Flow | None = None
        known, lines = self.rounds_known, len(self.lines)

        def body() -> None:
            nonlocal flow
            flow = self._rounds(statement.body, ways, names_in(statement.target))

        if self._is_endless_range(statement.iter):
            self.rounds_known = False
        rounds = self.loop(statement.target, statement.iter, assigned, access, body)
        assert len(self.lines) > lines
        self.rounds_known = known
        if flow is None:
            return Flow()
        self._leave_loop(ways, rounds)
        return Flow((rounds or 0) * flow.most)

    def _is_endless_range(self, over: ast.expr) -> bool:
        """Return True if a loop over numbers has no known greatest number of rounds."""
        if not (isinstance(over, ast.Call) and self.static(over.func) is range):
            return False
        lines = len(self.lines)
        bounds = [self.number(each) for each in over.args]
        del self.lines[lines:]
        return not all(each.is_bounded for each in bounds)

    def _access(self, statement: ast.For, assigned: set[str]) -> Access:
        """Return how a loop reads a table, and note a loop over a set whose order matters."""
        outside = set(self.names)
        minds = what_minds_order(statement, outside, self.role == ACTIONS)
        if minds is None:
            return Access.IN_ANY_ORDER
        over = statement.iter
        if isinstance(over, ast.Call) and self.static(over.func) is range:
            return Access.BY_NUMBER
        lines = len(self.lines)
        found = self.expression(over)
        del self.lines[lines:]
        if found.kind is Kind.SET:
            self.module.mind_order(self.source, minds)
        return Access.BY_NUMBER

    def _rounds(self, body: list[ast.stmt], ways: list[Names], targets: set[str]) -> Flow:
        """Emit the body of a loop, and add the names of each way that leads out of a round."""
        self.jumps.append(ways)
        self.growths.append(dict.fromkeys(targets))
        flow = self.block(body)
        self.jumps.pop()
        if not flow.ends:
            ways.append(dict(self.names))
        return flow

    def _leave_loop(self, ways: list[Names], rounds: int | None) -> None:
        """Keep the names that existed before a loop, as no round or any round leaves them.

        The first way is that of no round.
        """
        for name, known in ways[0].items():
            if known.view is not None and any(name not in way for way in ways):
                self.lost.setdefault(name, TABLE_CHANGES)
        self._meet(ways, "only a loop gives it one.")
        for name, growth in self.growths.pop().items():
            is_kept = name in self.names and self.names[name].is_number
            self._grow(name, ways[0].get(name), growth if is_kept else None, rounds)

    def _grow(
        self, name: str, before: Expression | None, growth: Growth | None, rounds: int | None
    ) -> None:
        """Note the bounds of a number to which the rounds of a loop only add.

        The checks of its sums are removed if these bounds are known. Otherwise the loop around may
        know them.
        """
        outer = self.growths[-1] if self.growths else {}
        if before is None or growth is None or rounds is None:
            outer[name] = None
            return
        least, most = rounds * growth.least, rounds * growth.most
        low, high = before.bounds[0] + least, before.bounds[1] + most
        if low >= -LARGEST and high <= LARGEST:
            self.lines = [line for line in self.lines if line not in growth.checks]
            self.names[name] = attrs.evolve(self.names[name], least=low, most=high)
            growth.checks = []
        added = outer.setdefault(name, Growth())
        if added is not None:
            added.add(least, most, growth.checks)

    def _do_while(self, statement: ast.While) -> Flow:
        if statement.orelse:
            self.fail(statement.orelse[0], "rules have no 'else' of a loop. Use a variable.")
        test = statement.test
        if isinstance(test, ast.Constant) and test.value and not _leaves(statement.body):
            self.fail(statement.test, "this loop never ends. Add 'break' or 'return' to it.")
        ways, was_inside = [dict(self.names)], self.in_while
        self.forget(assigned_in(statement.body))
        self.in_while = True
        with self.indented("while True:"):
            with self.indented(f"if not {self.truth(statement.test)}:"):
                self.emit("break")
            self._rounds(statement.body, ways, set())
        self.in_while = was_inside
        self._leave_loop(ways, None)
        return Flow()

    # ── return ─────────────────────────────────────────────────────────────

    def _do_return(self, statement: ast.Return) -> Flow:
        if self.role == ACTIONS:
            if statement.value is not None:
                self.fail(statement, "a method that yields actions returns nothing. Use 'return'.")
            self.emit(self.end_of_actions)
        elif self.role == RESULT:
            self._return_result(statement, statement.value)
        else:
            self._return_value(statement)
        return Flow(ends=True, returns=True)

    @property
    def end_of_actions(self) -> str:
        """Code that ends a method that yields actions."""
        if self.way == TESTING:
            return "return False"
        if self.way == LISTING:
            return "return WRONG if wrong != ZERO else N(count)"
        return "return N(count)"

    def _return_result(self, statement: ast.Return, value: ast.expr | None) -> None:
        if isinstance(value, ast.IfExp):
            test = self.truth(value.test)
            with self.indented(f"if {test}:"):
                self._return_result(statement, value.body)
            self._return_result(statement, value.orelse)
            return
        found = Expression("", Kind.NOTHING) if value is None else self.expression(value)
        if found.kind is Kind.NOTHING:
            self.emit("return PLAYING")
            return
        is_scored = self.module.scores is not None
        if is_scored and (found.is_number or found.kind is Kind.TRUTH):
            assert value is not None
            self.emit(f"return N({self.small(value, self.as_number(value, found)).code})")
        elif not is_scored and found.kind is Kind.OUTCOME:
            self.emit(f"return {found.code}")
        else:
            needs = "a score, because scores is set" if is_scored else "WIN, DRAW or LOSS"
            at = statement if value is None else value
            self.fail(at, f"a result is {needs}, or None while play goes on; this is {found.kind}.")

    def _return_value(self, statement: ast.Return) -> None:
        if statement.value is None:
            self.fail(statement, "a helper returns a value. Write it after 'return'.")
        found = self.expression(statement.value)
        refused = (Kind.TABLE, Kind.POSITION, Kind.MEN, Kind.NOTHING, Kind.OUTCOME, *COUNTERS)
        if found.kind in refused:
            self.fail(
                statement.value,
                f"a helper returns a set of places, a place, a number or a truth value; this is "
                f"{found.kind}.",
            )
        kind = Kind.NUMBER if found.is_number else found.kind
        if self.returned not in (None, kind):
            self.fail(statement.value, f"this is {kind}, and another 'return' has {self.returned}.")
        self.returned = kind
        if kind is Kind.NUMBER:
            found = self.small(statement.value, found)
        self.emit(f"return N({found.code})" if kind is Kind.NUMBER else f"return {found.code}")

    # ── yield ──────────────────────────────────────────────────────────────

    def _yield(self, node: ast.Yield) -> Flow:
        if self.role != ACTIONS:
            self.fail(node, f"{self.source.name} cannot yield. Only actions and its parts yield.")
        if node.value is None:
            self.fail(node, "an action is missing after 'yield'. Write 'yield at.put(...)'.")
        self._require_rounds(node)
        action = lowered_action(self, node.value)
        if self.way == COUNTING:
            self.emit("count += 1")
        elif self.way == TESTING:
            self.emit("return True")
        else:
            for line in action:
                self.emit(line)
        return Flow(1)

    def _require_rounds(self, node: ast.AST) -> None:
        if self.in_while or not self.rounds_known:
            loop = "'while' loop" if self.in_while else "loop over a range without known bounds"
            self.fail(
                node,
                f"a {loop} may yield any number of actions. Yield in loops over sets, tables and "
                "ranges with known bounds.",
            )

    def _yield_from(self, node: ast.YieldFrom) -> Flow:
        call = node.value
        is_own = (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and self.static(call.func.value) is self.module.game
        )
        if self.role != ACTIONS or not is_own:
            self.fail(node, "'yield from' takes a method: 'yield from self.something(at, ...)'.")
        assert isinstance(call, ast.Call)
        self._require_rounds(node)
        name, arguments, most = self.module.part_of_actions(self, call)
        if self.way == TESTING:
            with self.indented(f"if {name}({arguments}):"):
                self.emit("return True")
        elif self.way == COUNTING:
            self.emit(f"count += {name}({arguments})")
        else:
            buffers = self.module.buffers
            self.emit(f"count = {name}({arguments}, {buffers}, count)")
            with self.indented("if count < 0:"):
                self.emit("return WRONG")
        return Flow(most)


def _leaves(body: list[ast.stmt]) -> bool:
    """Return True if a statement of a loop leaves the loop, or the method."""
    for statement in body:
        if isinstance(statement, ast.Return | ast.Break):
            return True
        inner = isinstance(statement, ast.For | ast.While)
        if inner and any(isinstance(each, ast.Return) for each in ast.walk(statement)):
            return True
        if isinstance(statement, ast.If) and _leaves(statement.body + statement.orelse):
            return True
    return False
