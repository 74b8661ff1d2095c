"""Source of an author's methods: syntax trees, and errors that name their lines."""

from __future__ import annotations

import ast
import inspect
import linecache
from collections.abc import Mapping
from types import FunctionType
from typing import Any, NoReturn

import attrs

from gamesolver.boardgames.errors import RulesError, rules_error


@attrs.frozen
class Source:
    """Syntax tree of one method, with its place in a file."""

    owner: str
    name: str
    function: FunctionType
    tree: ast.FunctionDef
    file: str
    first: int
    """Line of the file on which the tree begins."""
    names: Mapping[str, Any]
    """Values of the names that the method finds outside: in its closure and its module."""

    @property
    def arguments(self) -> list[str]:
        """Names of the arguments, ``self`` included."""
        return [each.arg for each in self.tree.args.args]

    @property
    def locals(self) -> set[str]:
        """Names that the method assigns anywhere, which are never names from outside."""
        code = self.function.__code__
        return {*code.co_varnames, *code.co_cellvars}

    @property
    def is_generator(self) -> bool:
        """True if the method yields."""
        return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(self.tree))

    def fail(self, node: ast.AST, complaint: str) -> NoReturn:
        """Raise the error for a node of the tree."""
        raise self.error(node, complaint)

    def error(self, node: ast.AST, complaint: str) -> RulesError:
        """Return the error for a node of the tree."""
        line = self.first + getattr(node, "lineno", 1) - 1
        text = linecache.getline(self.file, line).rstrip("\n")
        start = self._column(text, getattr(node, "col_offset", 0))
        end = len(text)
        if getattr(node, "end_lineno", None) == getattr(node, "lineno", None):
            end = self._column(text, getattr(node, "end_col_offset", 0))
        marked = f"{text[:start]}\0{text[start:end]}\0{text[end:]}"
        return rules_error(f"{self.owner}.{self.name}: {complaint}", self.file, line, start, marked)

    @staticmethod
    def _column(text: str, offset: int) -> int:
        """Return the character of a line at an offset, which counts bytes."""
        return len(text.encode()[:offset].decode(errors="ignore"))

    def line_of(self, node: ast.AST) -> int:
        """Return the line of the file on which a node begins."""
        return self.first + getattr(node, "lineno", 1) - 1


def source_of(owner: str, name: str, function: Any) -> Source:
    """Return the source of a method. Raise ``RulesError`` if it cannot be read."""
    if not isinstance(function, FunctionType):
        raise rules_error(f"{owner}.{name}: this is {function!r:.60}, and rules need a method.")
    try:
        lines, first = inspect.getsourcelines(function)
        file = inspect.getsourcefile(function) or ""
        head = "if True:\n" if lines[0][:1].isspace() else ""
        whole = ast.parse(head + "".join(lines)).body[0]  # comments may begin at column 0
        tree = whole.body[0] if isinstance(whole, ast.If) else whole
    except (OSError, TypeError, SyntaxError, IndexError):
        raise rules_error(
            f"{owner}.{name}: the source of this method is not available, and the rules are made "
            "from it. Define the class in a file or a notebook."
        ) from None
    if not isinstance(tree, ast.FunctionDef):
        raise rules_error(
            f"{owner}.{name}: rules need a method that is defined by 'def'. Write it so."
        )
    tree = _WithPrivateNames(function).visit(tree)
    outside = dict(function.__globals__) | dict(inspect.getclosurevars(function).nonlocals)
    source = Source(owner, name, function, tree, file, first - bool(head), outside)
    plain = tree.args
    odd = [plain.vararg, plain.kwarg, *plain.kwonlyargs, *plain.posonlyargs, *plain.defaults]
    if tree.decorator_list:
        source.fail(tree.decorator_list[0], "a rule has no decorator. Remove it.")
    if any(each is not None for each in odd):
        source.fail(tree, "a rule has plain arguments only, without defaults or stars.")
    return source


class _WithPrivateNames(ast.NodeTransformer):
    """Rewrites names such as ``__near``, which Python changes to those of the class."""

    def __init__(self, function: FunctionType) -> None:
        owner = function.__qualname__.split(".")[-2:-1]
        self._prefix = "".join(f"_{each.lstrip('_')}" for each in owner if each.strip("_"))

    def _mangled(self, name: str) -> str:
        is_private = name.startswith("__") and not name.endswith("__")
        return self._prefix + name if is_private else name

    def visit_Attribute(self, node: ast.Attribute) -> ast.Attribute:  # named by ast
        node.attr = self._mangled(node.attr)
        self.generic_visit(node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self._mangled(node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.arg = self._mangled(node.arg)
        return node
