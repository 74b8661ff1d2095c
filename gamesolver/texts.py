"""Texts for messages, positions as literals, and comparisons of two objects.

:func:`spelled` returns the ``repr`` of any object for a message. The result is short, and the
function never raises. A ``repr`` may be exponentially larger than its object: a hundred nested
lists that each hold the previous one twice give 2^100 characters. Parts are therefore counted
first, up to a limit. :func:`clean` and :func:`fit_for_xml` escape control characters.

:func:`literal` and :func:`read_literal` write and read positions as Python literals. Sets need
three additions. Their members are written in order, because equal sets may have different
``repr`` texts. ``frozenset({1})`` is read back, which :func:`ast.literal_eval` refuses. Positions
that ``<`` does not order, since it means *subset*, are ordered by their texts. Reading holds a
lock, because CPython 3.11 counts the parser's recursion depth for all threads together.

:func:`apart` shows two objects in one message so that the reader sees how they differ:

1. if two long texts are shortened to the same text, it shows the place where they differ;
2. if the texts are equal, it adds the types, as in ``1 (a numpy.int64)`` and ``1 (an int)``;
3. if the types are equal too, it names the first items of different types.

If the types share their module and name, the second is called *another class*. This happens
when a notebook cell that defines a class runs again.
"""

from __future__ import annotations

import ast
import re
import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import Any, TypeVar

# ── positions as Python writes them: written, read back, and put in order ───────────────────────

_READING = threading.Lock()
_FROZEN = "frozenset("
_MAY_HOLD_SETS = tuple, frozenset
NOTHING_NAMED: Mapping[str, object] = MappingProxyType({})

AS_REPR = "a position as repr writes it"
"""Text form that the default ``parse`` of a game expects: a literal."""

AnyT = TypeVar("AnyT")


def read_literal(text: str, named: Mapping[str, object] = NOTHING_NAMED) -> Any:
    """Return the value of a literal. See :func:`ast.literal_eval`. Frozen sets are read, too.

    ``named`` are the objects that a text may name, each under a name with a dot in it.

    >>> read_literal("(1, frozenset({'b', 'a'}), frozenset())") == (1, frozenset("ab"), frozenset())
    True
    >>> read_literal("{'sign': Sign.PLUS}", {"Sign.PLUS": 1})
    {'sign': 1}
    """
    with _READING:
        if any(name in text for name in named):
            return ast.literal_eval(_Named(named).visit(_parsed(text)))
        return _value(_parsed(text)) if _FROZEN in text else ast.literal_eval(text)


def read_call(text: str) -> tuple[str, dict[str, Any]]:
    """Return the name and the keyword arguments of a call. Raise ``ValueError`` for other texts.

    >>> read_call("Hexapawn(size=(3, 3))")
    ('Hexapawn', {'size': (3, 3)})
    """
    with _READING:
        match ast.parse(text, mode="eval").body:
            case ast.Call(ast.Name(name), [], given):
                return name, {str(each.arg): ast.literal_eval(each.value) for each in given}
    raise ValueError(f"no call in {spelled(text)}")


def _parsed(text: str) -> ast.expr:
    return ast.parse(text.lstrip(" \t"), mode="eval").body


class _Named(ast.NodeTransformer):
    """Transformer that replaces names in a text by the objects they stand for."""

    def __init__(self, named: Mapping[str, object]) -> None:
        self.named = named

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        name = ast.unparse(node)
        known: Any = self.named.get(name)  # ast takes it as it takes a number
        return node if known is None else ast.Constant(known)


def _value(node: ast.expr) -> Any:
    match node:
        case ast.Call(ast.Name("frozenset"), [], []):
            return frozenset()
        case ast.Call(ast.Name("frozenset"), [ast.Set(members)], []):
            return frozenset(map(_value, members))
        case ast.Tuple(parts):
            return tuple(map(_value, parts))
    return ast.literal_eval(node)


def literal(thing: object) -> str:
    """Return the ``repr`` of a position with the members of frozen sets in order.

    >>> literal((frozenset({8, 0, 16}), 1))
    '(frozenset({0, 8, 16}), 1)'
    """
    text = repr(thing)
    return _in_order(thing) if _FROZEN in text else text


def _in_order(thing: object) -> str:
    if type(thing) is frozenset and thing:
        members = sorted(map(_in_order, thing), key=lambda text: (len(text), text))
        return f"frozenset({{{', '.join(members)}}})"
    if type(thing) is tuple:
        return f"({', '.join(map(_in_order, thing))}{',' * (len(thing) == 1)})"
    return repr(thing)


def least(positions: Sequence[AnyT]) -> AnyT:
    """Return the least position by ``<``, or the first by text if ``<`` has no least.

    >>> least([(1, 2), (0, 5)]), least([frozenset("b"), frozenset("a")])
    ((0, 5), frozenset({'a'}))
    """
    first = min(positions)  # type: ignore[type-var]  # or their author writes canonical
    if isinstance(first, _MAY_HOLD_SETS):
        greater = sum(map(first.__lt__, positions))  # type: ignore[arg-type]  # all are of one kind
        if greater + positions.count(first) < len(positions):
            return min(positions, key=literal)
    return first


def holds_sets(thing: object) -> bool:
    """Return True if ``thing`` is a set or a tuple that contains one, at any depth.

    >>> holds_sets((1, (frozenset(), 2))), holds_sets((1, 2))
    (True, False)
    """
    if isinstance(thing, tuple):
        return any(map(holds_sets, thing))
    return isinstance(thing, frozenset | set)


# ── any object in a message, never too long and never an error ───

MOST_PARTS = 10_000
MOST_LETTERS = 10_000
_HOLDERS = (tuple, list, set, frozenset, dict)


def spelled(thing: object) -> str:
    """Return the shortened ``repr`` of any object, or a placeholder if ``repr`` fails."""
    return shorten(written(_cut(thing)))


def written(thing: object) -> str:
    """Return the full ``repr`` of any object, or a placeholder if it fails or is too large."""
    if not has_few_parts(thing):
        return f"<{type(thing).__name__} of {len(thing)} parts, too large to be shown>"  # type: ignore[arg-type]  # it holds parts
    try:
        return str.__str__(repr(thing))  # a plain text: one of another class may do anything
    except Exception:  # a foreign object may do anything
        return f"<{type(thing).__name__} without a repr>"


def has_few_parts(thing: object) -> bool:
    """Return True if ``repr`` would show few parts, counting repeated parts each time."""
    left, count = [thing], 0
    while left and count + len(left) <= MOST_PARTS:
        count += 1
        each: object = left.pop()
        if type(each) is dict:
            left.extend(each.keys())
            left.extend(each.values())
        elif type(each) in _HOLDERS:
            left.extend(each)  # type: ignore[arg-type]  # it holds parts
    return not left


def _cut(thing: object) -> object:
    """Return ``thing``, or a long text without its middle, which is not shown."""
    if type(thing) in (str, bytes) and len(thing) > MOST_LETTERS:  # type: ignore[arg-type]  # a text
        return thing[: MOST_LETTERS // 2] + thing[-MOST_LETTERS // 2 :]  # type: ignore[index]  # same
    return thing


def error_text(error: BaseException) -> str:
    """Return the class name and the message of an error, or the name if there is no message.

    >>> error_text(ValueError("too big")), error_text(MemoryError())
    ('ValueError: too big', 'MemoryError')
    """
    kind = type(error).__name__
    try:
        words = f"{error}"
    except Exception:  # an error class of the user may do anything
        return f"{kind} without words"
    return f"{kind}: {words}" if words.strip() else kind


def shorten(text: str, width: int = 200) -> str:
    """Return the text, cut in the middle if it is longer than ``width``."""
    if len(text) <= width:
        return text
    half = (width - 3) // 2
    return f"{text[:half]}...{text[-half:]}"


def class_name(game: object) -> str:
    """Return the name of the class that the author wrote, also of a game in another form."""
    made_from = getattr(game, "_made_from", game)
    return type(game).__name__ if made_from is game else class_name(made_from)


def clean(text: str) -> str:
    r"""Return a text of a game or a file, without characters that would steer a terminal.

    >>> print(clean("one line\nanother\x1b[31m"))
    one line
    another\x1b[31m
    """
    return "".join(
        letter if letter.isprintable() or letter == "\n" else repr(letter)[1:-1] for letter in text
    )


NO_XML = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that XML does not allow."""


def fit_for_xml(text: str) -> str:
    r"""Return a text of a game, with signs that no XML file can hold as Python writes them.

    >>> print(fit_for_xml("one line\nanother\x1b[31m"))
    one line
    another\x1b[31m
    """
    return NO_XML.sub(lambda found: repr(found[0])[1:-1], text)


def flat(text: str) -> str:
    """Return a text on one line of at most 300 characters."""
    return shorten(" ".join(text.split()), 300)


def one_line(game: object) -> str:
    """Return the ``repr`` of a game on one line."""
    return flat(spelled(game))


# ── two things in one message, with texts that differ ───────────────────────────────────────────

DEEPEST = 5  # items of items
SURROUNDINGS = 60  # letters, of a place where two long texts differ


def apart(one: object, other: object) -> tuple[str, str]:
    """Return two things by their ``repr``, with the difference added if the texts are equal.

    >>> apart(1, 2)
    ('1', '2')
    >>> class Text(str):
    ...     __slots__ = ()
    >>> apart(Text("x"), "x")
    ("'x' (a gamesolver.texts.Text)", "'x' (a str)")
    """
    return texts_apart((written(one), one), (written(other), other))


def texts_apart(one: tuple[str, object], other: tuple[str, object]) -> tuple[str, str]:
    """Return the two given texts, with the difference of their things added if they are equal."""
    (text, first), (another, second) = one, other
    if text != another:
        return _shortened(text, another)
    short = shorten(text)
    if type(first) is not type(second):
        return _with(short, _kinds(first, second))
    return _with(short, _items(first, second, DEEPEST))


def apart_from_all(
    one: tuple[str, object], others: Iterable[tuple[str, object]]
) -> tuple[str, list[str]]:
    """Return the text of a thing and of others, with types where another text is equal to it."""
    own, shown = one[0], []
    for text, other in others:
        if text == one[0]:
            own, text = texts_apart(one, (text, other))
        shown.append(text)
    return own, shown


def _with(text: str, added: tuple[str, str]) -> tuple[str, str]:
    first, second = (f"{text} ({remark})" if remark else text for remark in added)
    return first, second


def _kinds(one: object, other: object) -> tuple[str, str]:
    """Return the names of two different types."""
    first, second = _name(type(one)), _name(type(other))
    article = "of another class " if first == second else ""
    return with_article(first), f"{article}{second}" if article else with_article(second)


def _items(one: Any, other: Any, deepest: int) -> tuple[str, str]:
    """Return the first items of different types in two tuples or lists, at any depth."""
    if type(one) not in (tuple, list) or len(one) != len(other) or not deepest:
        return "", ""
    for place, (first, second) in enumerate(zip(one, other, strict=True)):
        if type(first) is not type(second):
            named = _kinds(first, second)
        else:
            named = _items(first, second, deepest - 1)
        if any(named):
            text, other_text = (f"item {place}: {kind}" for kind in named)
            return text, other_text
    return "", ""


def _shortened(one: str, other: str) -> tuple[str, str]:
    """Return two different texts, shortened so that the difference is visible."""
    first, second = shorten(one), shorten(other)
    if first != second:
        return first, second
    pairs = enumerate(zip_longest(one, other))
    place = next(place for place, (letter, another) in pairs if letter != another)
    around = slice(max(SURROUNDINGS, place - SURROUNDINGS), place + SURROUNDINGS)
    first, second = (f"{text[:SURROUNDINGS]}...{text[around]}..." for text in (one, other))
    return first, second


def _name(kind: type) -> str:
    """Return the name of a class, with its module unless it is built in."""
    own = kind.__module__ == "builtins"
    return kind.__name__ if own else f"{kind.__module__}.{kind.__name__}"


def all_apart(things: Sequence[object]) -> list[str]:
    """Return the texts of several things, with the type if another type has an equal text."""
    texts = [spelled(thing) for thing in things]
    kinds = dict.fromkeys(zip(texts, map(type, things), strict=True))
    shared = Counter(text for text, _ in kinds)
    return [
        f"{text} ({with_article(_name(type(thing)))})" if shared[text] > 1 else text
        for text, thing in zip(texts, things, strict=True)
    ]


def standing_alone(texts: Sequence[str], others: Iterable[str]) -> set[str]:
    """Return the texts that occur once in ``texts`` and ``others`` together.

    >>> sorted(standing_alone(["a", "b", "b", "c"], ["c", "d"]))
    ['a']
    """
    times = Counter([*texts, *others])
    return {text for text in texts if times[text] == 1}


def several(count: int, thing: str) -> str:
    """Return a count with its noun in the singular or the plural.

    >>> several(1, "position"), several(2_000, "position")
    ('1 position', '2,000 positions')
    """
    return f"{count:,} {thing}{'s' * (count != 1)}"


def called(game: object, positions: int) -> str:
    """Return the description of a solution by its game and its number of positions.

    >>> called("Nim()", 14)
    "the solution of 'Nim()', 14 positions"
    """
    return f"the solution of {game!r}, {several(positions, 'position')}"


def none_of(answer: object, *allowed: object) -> str:
    """Return a message part: the value given and the values allowed.

    >>> none_of("1", 0, 1, None)
    "'1': expected 0, 1 or None"
    """
    came, expected = came_and_expected(answer, *allowed)
    return f"{came}: expected {expected}"


def came_and_expected(answer: object, *allowed: object) -> tuple[str, str]:
    """Return the texts of the value given and of the values allowed."""
    pairs = ((spelled(other), other) for other in allowed)
    came, (*others, last) = apart_from_all((spelled(answer), answer), pairs)
    return came, f"{', '.join(others)} or {last}"


def with_article(name: str) -> str:
    """Return the name of a type with its article: ``an int``."""
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"
