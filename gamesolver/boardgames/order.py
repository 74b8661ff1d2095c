"""Loops whose result depends on the order of their rounds.

A set of places has no order that a symmetry of the board keeps. A loop over a set is therefore
compatible with symmetry only if its rounds can be exchanged. :func:`what_minds_order` recognises
loops for which that is certain:

* No round leaves the loop, except by returning one constant, equal in all rounds.
* A variable that outlives a round is changed by one commutative operator only, or set to one
  constant only, and no round reads it.

All other variables get a new value in each round, because rules may not read a name that may have
no value (see ``statements``).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

Body = list[ast.stmt]

COMMUTING = [
    frozenset({ast.BitOr}),
    frozenset({ast.BitAnd}),
    frozenset({ast.BitXor}),
    frozenset({ast.Add, ast.Sub}),
]
"""Operators that may change one variable in any order."""


def what_minds_order(loop: ast.For, outside: set[str], in_generator: bool) -> ast.AST | None:
    """Return the node by which the order of rounds may matter, or ``None`` if it cannot.

    ``outside`` has the names of variables that exist before the loop.
    """
    body = loop.body
    if names_in(loop.target) & outside:
        return loop.target  # it keeps the value of the last round
    leaves = next(_breaks(body), None)
    if leaves is not None:
        return leaves
    variables = outside | assigned_in(body) | names_in(loop.target)
    returned: str | None = None
    for node in _walk(body):
        if isinstance(node, ast.Return):
            if in_generator or not _is_constant(node.value, variables):
                return node
            text = ast.dump(node.value) if node.value else ""
            if returned not in (None, text):
                return node
            returned = text
    return _what_reads_or_overwrites(body, assigned_in(body) & outside, outside)


def assigned_in(body: Body) -> set[str]:
    """Return the names that statements assign, loops included."""
    return {
        node.id
        for node in _walk(body)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def _commuting_changes(body: Body) -> list[ast.AST]:
    """Return the names of counters of places to which rounds only add: ``seeds[place] += 1``."""
    return [
        node.target.value
        for node in _walk(body)
        if isinstance(node, ast.AugAssign)
        and isinstance(node.op, ast.Add | ast.Sub)
        and isinstance(node.target, ast.Subscript)
    ]


def _what_reads_or_overwrites(body: Body, kept: set[str], outside: set[str]) -> ast.AST | None:
    """Return the node that reads a variable which outlives a round, or changes it in two ways."""
    changes: dict[str, set[type[ast.operator]]] = {}
    constants: dict[str, set[str]] = {}
    commuting = _commuting_changes(body)
    for node in _walk(body):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            kept = kept | (names_in(node.value) & outside)
    for node in _walk(body):
        is_read = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
        if is_read and node.id in kept and node not in commuting:  # type: ignore[attr-defined]
            return node
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            changes.setdefault(node.target.id, set()).add(type(node.op))
        elif isinstance(node, ast.Assign):
            names = {name for target in node.targets for name in names_in(target)}
            if names & kept and not isinstance(node.value, ast.Constant):
                return node
            for name in names:
                constants.setdefault(name, set()).add(ast.dump(node.value))
        elif isinstance(node, ast.For) and kept & names_in(node.target):
            return node
    for node in _walk(body):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in kept:
            ops, values = changes.get(node.id, set()), constants.get(node.id, set())
            is_one_operator = not values and any(ops <= each for each in COMMUTING)
            is_one_constant = not ops and len(values) == 1
            if not (is_one_operator or is_one_constant):
                return node
    return None


def _is_constant(value: ast.expr | None, variables: set[str]) -> bool:
    """Return True if an expression is a constant, or a name from outside the method."""
    if value is None or isinstance(value, ast.Constant):
        return True
    if isinstance(value, ast.UnaryOp):
        return _is_constant(value.operand, variables)
    while isinstance(value, ast.Attribute):
        value = value.value
    return isinstance(value, ast.Name) and value.id not in variables


def names_in(target: ast.expr) -> set[str]:
    """Return the names in an expression."""
    return {each.id for each in ast.walk(target) if isinstance(each, ast.Name)}


def _walk(body: Body) -> Iterator[ast.AST]:
    for statement in body:
        yield from ast.walk(statement)


def _breaks(body: Body) -> Iterator[ast.Break]:
    """Yield the ``break`` statements that leave this loop, not an inner one."""
    for statement in body:
        if isinstance(statement, ast.Break):
            yield statement
        elif isinstance(statement, ast.If):
            yield from _breaks(statement.body)
            yield from _breaks(statement.orelse)
