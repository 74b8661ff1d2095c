"""Paths through ``actions`` to each ``yield``: the loops, conditions and statements on the way.

Derivations that reason about one action at a time begin here. A path exists only if the action
depends on its own round of each loop alone. :class:`NotDerivedError` has the reason if it does not.
"""

from __future__ import annotations

import ast
from typing import NoReturn

import attrs

from gamesolver.boardgames.order import assigned_in, names_in
from gamesolver.boardgames.source import Source

Body = list[ast.stmt]


class NotDerivedError(Exception):
    """Reason for which something is not derived from rules, and not an error of the rules."""


@attrs.frozen
class Loop:
    """Loop around an action."""

    node: ast.For


@attrs.frozen
class Test:
    """Condition that must hold, or must not, before an action."""

    node: ast.expr
    holds: bool


@attrs.frozen
class Before:
    """Statement without actions that is executed before an action."""

    node: ast.stmt


Frame = Loop | Test | Before


@attrs.frozen
class Path:
    """One ``yield`` with what precedes it, from the outermost on."""

    frames: tuple[Frame, ...]
    action: ast.expr


def paths_to_actions(source: Source) -> list[Path]:
    """Return the path to each ``yield`` of ``actions``, or raise ``NotDerivedError``."""
    paths = _Paths(source)
    paths.walk(source.tree.body, [], set(source.arguments), in_loop=False)
    return paths.found


@attrs.define
class _Paths:
    """The paths found so far."""

    source: Source
    found: list[Path] = attrs.field(factory=list)

    def fail(self, node: ast.AST, reason: str) -> NoReturn:
        """Raise for a construct at a line."""
        where = f"{self.source.owner}.{self.source.name}, line {self.source.line_of(node)}"
        raise NotDerivedError(f"{reason} ({where})")

    def walk(self, body: Body, frames: list[Frame], names: set[str], *, in_loop: bool) -> None:
        """Go through statements. ``names`` have a value before them."""
        frames, names = list(frames), set(names)
        for statement in body:
            if isinstance(statement, ast.Return) and in_loop:
                self.fail(statement, "a loop is left early")
            if isinstance(statement, ast.Return | ast.Continue):
                return
            if isinstance(statement, ast.If) and _leaves([statement]):
                self._guard(statement, frames, names, in_loop=in_loop)
                frames.append(Test(statement.test, False))
            elif not _yields(statement):
                if _leaves([statement]):
                    self.fail(statement, "a loop is left early")
                frames.append(Before(statement))
                names |= assigned_in([statement])
            else:
                self._through(statement, frames, names, in_loop=in_loop)

    def _guard(
        self, statement: ast.If, frames: list[Frame], names: set[str], *, in_loop: bool
    ) -> None:
        """Go through an ``if`` whose body leaves the round or the method at its end."""
        last = statement.body[-1]
        leaves = ast.Continue if in_loop else ast.Return
        if statement.orelse or not isinstance(last, leaves) or _leaves(statement.body[:-1]):
            self.fail(statement, "a loop is left early")
        self.walk(statement.body, [*frames, Test(statement.test, True)], names, in_loop=in_loop)

    def _through(
        self, statement: ast.stmt, frames: list[Frame], names: set[str], *, in_loop: bool
    ) -> None:
        """Go through a statement with actions in it."""
        if isinstance(statement, ast.Expr):
            value = statement.value
            if not isinstance(value, ast.Yield) or value.value is None:
                self.fail(statement, "actions come from another method")
            self.found.append(Path(tuple(frames), value.value))
            return
        changed = assigned_in([statement]) & names
        if changed:
            self.fail(statement, f"{min(changed)!r} changes from action to action")
        if isinstance(statement, ast.If):
            for holds, body in ((True, statement.body), (False, statement.orelse)):
                self.walk(body, [*frames, Test(statement.test, holds)], names, in_loop=in_loop)
        elif isinstance(statement, ast.For):
            inside = names | names_in(statement.target)
            self.walk(statement.body, [*frames, Loop(statement)], inside, in_loop=True)
        else:
            self.fail(statement, "an action is in a 'while' loop")


def _yields(statement: ast.stmt) -> bool:
    """Return True if there is an action in a statement."""
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(statement))


def _leaves(body: Body) -> bool:
    """Return True if statements may leave the loop or the method around them."""
    for statement in body:
        if isinstance(statement, ast.Return | ast.Break | ast.Continue):
            return True
        if isinstance(statement, ast.For | ast.While):
            if any(isinstance(node, ast.Return) for node in ast.walk(statement)):
                return True
            if _yields(statement) and _breaks_off(statement.body):
                return True
        elif isinstance(statement, ast.If) and (
            _leaves(statement.body) or _leaves(statement.orelse)
        ):
            return True
    return False


def _breaks_off(body: Body) -> bool:
    """Return True if statements may leave the loop around them for good."""
    for statement in body:
        if isinstance(statement, ast.Break):
            return True
        if isinstance(statement, ast.If) and (
            _breaks_off(statement.body) or _breaks_off(statement.orelse)
        ):
            return True
    return False
