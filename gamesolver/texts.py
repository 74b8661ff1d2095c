"""Any object in a message, never too long and never an error; any text without control letters.

A ``repr`` may be far larger than its object: a hundred lists, each of which holds the one before it
twice, have one of 2^100 letters. So the parts are counted first, and no further than they are
few enough.

**Positions as Python writes them: written, read back, and put in order.**

Positions are often tuples, numbers and texts, and Python's ``repr`` is their text. Sets want more:
``repr`` names their members in an order of its own, which equal sets need not share; Python does
not read ``frozenset({1})`` back as a literal; and ``<`` means *subset*, so that of the positions of
an orbit none need be the least. Their members are named in order here, they are read back, and
positions that ``<`` puts in no order are put in that of their texts.

CPython 3.11 counts how deep it stands in a text for all threads together, and says
"recursion depth mismatch" when two of them read at once.

**Two things in one message, shown so that they can be told apart.**

"Expected 1, got 1" helps nobody. What differs may be hidden by its ``repr``: a number of
numpy's and one of Python's, two classes of one name, a letter in the middle of a long
text. So a message that sets one thing against another shows both by way of this module,
which adds what tells them apart, and only where it is needed:

1. where two long texts were shortened to the same, the place where they differ;
2. where the texts are the same, the types: ``1 (a numpy.int64)`` and ``1 (an int)``, with
   the modules of all that are not built in;
3. where the types are the same too, the first of their items that are of two types.

Where the types bear one name, in one module, the second is said to be of *another class*:
a cell of a notebook was run again.
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
"""What the default ``parse`` of a game expects: a literal."""

AnyT = TypeVar("AnyT")


def read_literal(text: str, named: Mapping[str, object] = NOTHING_NAMED) -> Any:
    """What a text says; see :func:`ast.literal_eval`. Frozen sets are read as well.

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
    """The name in a call, and its arguments: literals by name; ``ValueError`` of any other text.

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
    """Puts the objects themselves where a text names them."""

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
    """The ``repr`` of a position, in which the members of frozen sets stand in order.

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
    """The least of some positions by ``<``; where that knows no least, the first by its text.

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
    """Whether it is a set, or a tuple with one in it, so that ``<`` may put it in no order.

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
    """The ``repr`` of any object, shortened; something in its place where it has none."""
    return shorten(written(_cut(thing)))


def written(thing: object) -> str:
    """All of the ``repr`` of any object; something in its place where it has none, or no end."""
    if not has_few_parts(thing):
        return f"<{type(thing).__name__} of {len(thing)} parts, too large to be shown>"  # type: ignore[arg-type]  # it holds parts
    try:
        return str.__str__(repr(thing))  # a plain text: one of another class may do anything
    except Exception:  # a foreign object may do anything
        return f"<{type(thing).__name__} without a repr>"


def has_few_parts(thing: object) -> bool:
    """Whether there are few parts in all, each counted as often as it would be shown."""
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
    """A long text without its middle, which is not shown."""
    if type(thing) in (str, bytes) and len(thing) > MOST_LETTERS:  # type: ignore[arg-type]  # a text
        return thing[: MOST_LETTERS // 2] + thing[-MOST_LETTERS // 2 :]  # type: ignore[index]  # same
    return thing


def said_by(error: BaseException) -> str:
    """An error's kind and its words; the kind alone where it has none.

    >>> said_by(ValueError("too big")), said_by(MemoryError())
    ('ValueError: too big', 'MemoryError')
    """
    kind = type(error).__name__
    try:
        words = f"{error}"
    except Exception:  # an error of somebody's own may do anything
        return f"{kind} without words"
    return f"{kind}: {words}" if words.strip() else kind


def shorten(text: str, width: int = 200) -> str:
    """The text, cut in the middle where it is longer than ``width``."""
    if len(text) <= width:
        return text
    half = (width - 3) // 2
    return f"{text[:half]}...{text[-half:]}"


def clean(text: str) -> str:
    r"""A text of a game or a file, without characters that would steer a terminal.

    >>> print(clean("one line\nanother\x1b[31m"))
    one line
    another\x1b[31m
    """
    return "".join(
        letter if letter.isprintable() or letter == "\n" else repr(letter)[1:-1] for letter in text
    )


NO_XML = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")
"""The signs that no XML file can hold."""


def fit_for_xml(text: str) -> str:
    r"""A text of a game, with signs that no XML file can hold as Python writes them.

    >>> print(fit_for_xml("one line\nanother\x1b[31m"))
    one line
    another\x1b[31m
    """
    return NO_XML.sub(lambda found: repr(found[0])[1:-1], text)


def flat(text: str) -> str:
    """A text on one line, never too long."""
    return shorten(" ".join(text.split()), 300)


def one_line(game: object) -> str:
    """A game's repr on one line, whatever its author wrote."""
    return flat(spelled(game))


# ── two things in one message, shown so that they can be told apart ─────────────────────────────

DEEPEST = 5  # items of items
SURROUNDINGS = 60  # letters, of a place where two long texts differ


def apart(one: object, other: object) -> tuple[str, str]:
    """Two things by their ``repr``, and what tells them apart where that is the same.

    >>> apart(1, 2)
    ('1', '2')
    >>> class Text(str):
    ...     __slots__ = ()
    >>> apart(Text("x"), "x")
    ("'x' (a gamesolver.texts.Text)", "'x' (a str)")
    """
    return texts_apart((written(one), one), (written(other), other))


def texts_apart(one: tuple[str, object], other: tuple[str, object]) -> tuple[str, str]:
    """The same for things that have a text of their own, which stands before each."""
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
    """A thing and those it is none of, by their texts; types where a text is that of the thing."""
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
    """The types of two things, which are not the same."""
    first, second = _name(type(one)), _name(type(other))
    article = "of another class " if first == second else ""
    return with_article(first), f"{article}{second}" if article else with_article(second)


def _items(one: Any, other: Any, deepest: int) -> tuple[str, str]:
    """The first items of two tuples or lists that are of two types, however deep."""
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
    """Two texts that differ, shortened so that it is seen."""
    first, second = shorten(one), shorten(other)
    if first != second:
        return first, second
    pairs = enumerate(zip_longest(one, other))
    place = next(place for place, (letter, another) in pairs if letter != another)
    around = slice(max(SURROUNDINGS, place - SURROUNDINGS), place + SURROUNDINGS)
    first, second = (f"{text[:SURROUNDINGS]}...{text[around]}..." for text in (one, other))
    return first, second


def _name(kind: type) -> str:
    """A class by its name and its module's; those of Python's own by the name alone."""
    own = kind.__module__ == "builtins"
    return kind.__name__ if own else f"{kind.__module__}.{kind.__name__}"


def all_apart(things: Sequence[object]) -> list[str]:
    """Several things by their ``repr``, each with its type if another type has the same."""
    texts = [spelled(thing) for thing in things]
    kinds = dict.fromkeys(zip(texts, map(type, things), strict=True))
    shared = Counter(text for text, _ in kinds)
    return [
        f"{text} ({with_article(_name(type(thing)))})" if shared[text] > 1 else text
        for text, thing in zip(texts, things, strict=True)
    ]


def standing_alone(texts: Sequence[str], others: Iterable[str]) -> set[str]:
    """Those of the texts that are met once, among the others too: each can mean one thing alone.

    >>> sorted(standing_alone(["a", "b", "b", "c"], ["c", "d"]))
    ['a']
    """
    times = Counter([*texts, *others])
    return {text for text in texts if times[text] == 1}


def several(count: int, thing: str) -> str:
    """A number of things, of which one is called ``thing``.

    >>> several(1, "position"), several(2_000, "position")
    ('1 position', '2,000 positions')
    """
    return f"{count:,} {thing}{'s' * (count != 1)}"


def called(game: object, positions: int) -> str:
    """What a solution of so many positions is called, where something rests on it.

    >>> called("Nim()", 14)
    "the solution of 'Nim()', 14 positions"
    """
    return f"the solution of {game!r}, {several(positions, 'position')}"


def none_of(answer: object, *allowed: object) -> str:
    """What came and what may come, in words.

    >>> none_of("1", 0, 1, None)
    "'1': expected 0, 1 or None"
    """
    came, expected = came_and_expected(answer, *allowed)
    return f"{came}: expected {expected}"


def came_and_expected(answer: object, *allowed: object) -> tuple[str, str]:
    """The same in two parts."""
    pairs = ((spelled(other), other) for other in allowed)
    came, (*others, last) = apart_from_all((spelled(answer), answer), pairs)
    return came, f"{', '.join(others)} or {last}"


def with_article(name: str) -> str:
    """The name of a type as one speaks of it: ``an int``."""
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"
