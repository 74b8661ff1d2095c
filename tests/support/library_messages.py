"""The messages of the library, collected from its source: templates of errors, advice and warnings.

A template is a text that a function passes to an error. Such a text stands in a ``raise``
statement, in the call of a function that returns an error, in a function with such a result, or in
a variable that one of these uses.
"""

import ast
from collections.abc import Iterator
from functools import cache

from tests.support.at_the_terminal import ROOT

LIBRARY = ROOT / "gamesolver"
SHOWN_ONLY = ("spelled", "shown", "error_text", "in_words", "path_now")
"""Functions that only format a value; the call is replaced by the value."""
LEAST_WORDS = 3
"""Number of words from which a text counts as a message and not as a part of one."""


@cache
def messages() -> dict[str, list[str]]:
    """Return the messages of each module, in the order of its source."""
    trees = {path: ast.parse(path.read_text()) for path in sorted(LIBRARY.rglob("*.py"))}
    makers = {name for tree in trees.values() for name in _makers(tree)}
    found = {}
    for path, tree in trees.items():
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        texts = list(dict.fromkeys(_templates(tree, makers)))
        if texts:
            found[module] = texts
    return found


def _makers(tree: ast.Module) -> Iterator[str]:
    """Yield the names of functions and classes that make errors."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and _is_error(node.name):
            yield node.name
        if isinstance(node, ast.FunctionDef) and node.returns is not None:
            result = ast.unparse(node.returns).split("[")[0].split("|")[0].strip(" '\"")
            if _is_error(result):
                yield node.name


def _is_error(name: str) -> bool:
    return name.endswith(
        ("Error", "Exception", "Fault", "Violation", "Advice", "NoReturn", "BadParameter")
    )


def _templates(tree: ast.Module, makers: set[str]) -> Iterator[str]:
    """Yield the texts of a module that belong to errors."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield from _templates_of(node, makers)


def _templates_of(function: ast.FunctionDef, makers: set[str]) -> Iterator[str]:
    """Yield the texts that a function passes to errors, also by way of variables."""
    roots: list[ast.AST] = []
    for node in ast.walk(function):
        if isinstance(node, ast.Raise) and node.exc is not None:
            roots.append(node.exc)
        if isinstance(node, ast.Call) and _called(node) in makers:
            roots.append(node)
        if isinstance(node, ast.Return) and node.value is not None and function.name in makers:
            roots.append(node.value)
    names = {each.id for root in roots for each in ast.walk(root) if isinstance(each, ast.Name)}
    for node in ast.walk(function):
        is_used = isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id in names for target in node.targets
        )
        if is_used and isinstance(node.value, ast.Constant | ast.JoinedStr | ast.BinOp):
            roots.append(node.value)
    placed = {(text, line) for root in roots for text, line in _texts(root)}
    yield from (text for text, _ in sorted(placed, key=lambda each: each[1]))


def _called(call: ast.Call) -> str:
    """Return the name of the called function, without the module or object."""
    return ast.unparse(call.func).split(".")[-1]


def _texts(node: ast.AST) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the texts in an expression, each with its place in the source."""
    text = _text(node)
    if text is not None:
        if len(text.split()) >= LEAST_WORDS:
            yield text, (node.lineno, node.col_offset)  # type: ignore[attr-defined]
        return
    for child in ast.iter_child_nodes(node):
        yield from _texts(child)


def _text(node: ast.AST) -> str | None:
    """Return a text with its values in braces, or ``None`` for any other expression."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(_part(each) for each in node.values)
    return None


def _part(node: ast.expr) -> str:
    if isinstance(node, ast.FormattedValue):
        return f"{{{_value(node.value)}}}"
    return str(node.value)  # type: ignore[attr-defined]  # the rest are constants


def _value(node: ast.expr) -> str:
    """Return the expression of a value, without the call that only changes its form."""
    if isinstance(node, ast.Call) and _called(node) in SHOWN_ONLY and node.args:
        return _value(node.args[-1])
    return ast.unparse(node)


def written() -> str:
    """Return all messages as the golden file has them: a line each, below their module."""
    lines = [
        "All messages of the library, by module. Values are in braces.",
        "Written by: python -m tests.house.test_messages",
    ]
    for module, texts in messages().items():
        lines += ["", module, *(f"  {text}".replace("\n", "\\n") for text in texts)]
    return "\n".join(lines) + "\n"
