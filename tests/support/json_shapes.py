"""Every shape of JSON that the library defines, and checks of values against them."""

from functools import cache
from importlib import import_module

from jsonschema import Draft202012Validator
from jsonschema.validators import extend

from gamesolver.web.json_schema import HOME, schemas, shapes_in
from tests.support.at_the_terminal import ROOT

Validator = extend(
    Draft202012Validator,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: type(value) is int
    ),
)
"""Validator that rejects 3.0 as an integer, which JSON Schema itself accepts."""


@cache
def all_shapes():
    """Return the shapes of all modules by name, without the suffix Shape."""
    found = {}
    for path in sorted((ROOT / "gamesolver").rglob("*.py")):
        if "Shape(" in path.read_text():
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            for shape in shapes_in(import_module(name)):
                assert found.setdefault(shape.__name__.removesuffix("Shape"), shape) is shape
    return found


@cache
def all_schemas():
    """Return the JSON Schema of every shape by its name."""
    return schemas(*all_shapes().values())


def validator(name):
    """Return the validator for the shape of this name."""
    return Validator({"$ref": HOME + name, "components": {"schemas": all_schemas()}})
