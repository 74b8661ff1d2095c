"""JSON Schema of the shapes of answers, for the OpenAPI document and the reference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import ModuleType, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

Schema = dict[str, Any]
HOME = "#/components/schemas/"
KINDS = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
IN_WORDS = {
    "string": "text",
    "integer": "number",
    "number": "number",
    "boolean": "true, false",
    "object": "values by name",
    "null": "null",
}


def shapes_in(module: ModuleType) -> list[type]:
    """Return the shapes that a module defines, in order."""
    return [
        each
        for name, each in vars(module).items()
        if name.endswith("Shape") and is_typeddict(each) and each.__module__ == module.__name__
    ]


def schemas(*shapes: type) -> dict[str, Schema]:
    """These shapes and all that they mention, each by its name."""
    found: dict[str, Schema] = {}
    waiting = list(shapes)
    while waiting:
        shape = waiting.pop(0)
        if _name(shape) not in found:
            found[_name(shape)] = _object(shape)
            waiting += _mentioned(shape)
    return found


def schema_of(kind: Any) -> Schema:
    """Return the JSON Schema of a type; for a shape, a reference to its definition."""
    origin, inside = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        return {"$ref": HOME + _name(kind)}
    if origin is NotRequired:
        return schema_of(inside[0])
    if origin is Annotated:
        return schema_of(inside[0]) | _keywords(inside[1:])
    if origin in (Union, UnionType):
        return _any_of([schema_of(each) for each in inside])
    if origin is Literal:
        return {"type": "string", "enum": list(inside)}
    if origin is list:
        return {"type": "array", "items": schema_of(inside[0])}
    if origin is dict:
        return {"type": "object"}
    return {"type": KINDS[kind]}


def in_words(schema: Schema, named: Callable[[str], str]) -> str:
    """Return the kind of a field; ``named`` mentions another shape.

    >>> from gamesolver.shapes import OutcomeShape
    >>> in_words(schema_of(list[OutcomeShape] | None), str)
    'list of Outcome, null'
    """
    if "$ref" in schema:
        return named(schema["$ref"].removeprefix(HOME))
    if "anyOf" in schema:
        return ", ".join(in_words(each, named) for each in schema["anyOf"])
    if "enum" in schema:
        return ", ".join(f'"{each}"' for each in schema["enum"])
    if schema["type"] == "array":
        return f"list of {in_words(schema['items'], named)}"
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return ", ".join(IN_WORDS[each] for each in kinds)


def _object(shape: type) -> Schema:
    fields = get_type_hints(shape, include_extras=True)
    return {
        "type": "object",
        "description": " ".join((shape.__doc__ or "").split()),
        "properties": {name: schema_of(each) for name, each in fields.items()},
        "required": [name for name, each in fields.items() if get_origin(each) is not NotRequired],
        "additionalProperties": False,
    }


def _name(shape: type) -> str:
    return shape.__name__.removesuffix("Shape")


def _mentioned(shape: type) -> Iterator[type]:
    """Yield the shapes in the fields of a shape."""
    waiting = list(get_type_hints(shape).values())
    while waiting:
        kind = waiting.pop(0)
        if is_typeddict(kind):
            yield kind
        waiting += [each for each in get_args(kind) if not isinstance(each, str)]


def _keywords(notes: Iterable[Any]) -> Schema:
    """Return the keywords that an annotation adds: a keyword with its value, or a description."""
    keywords: Schema = {}
    for each in notes:
        keywords |= {"description": each} if isinstance(each, str) else dict([each])
    return keywords


def _any_of(kinds: list[Schema]) -> Schema:
    """Return the schema for any of several; a list of types for a simple type or null."""
    one, *others = kinds
    if others == [{"type": "null"}] and one.get("type") in IN_WORDS and "enum" not in one:
        return one | {"type": [one["type"], "null"]}
    return {"anyOf": kinds}
