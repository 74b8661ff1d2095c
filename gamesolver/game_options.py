"""Parameters of a game as options, and the conversion of typed text to values.

The names are those of the constructor: ``placing_only`` becomes ``--placing-only``. The default
decides the expected type: yes or no, a whole number, text, a value (``win``), or any Python
literal. Several numbers may be typed as ``3,4,5``. An author adds a description in the annotation,
``Annotated[int, "columns of the board"]``, of a field or of the constructor's parameter. The game
itself checks the value.
"""

from __future__ import annotations

import inspect
import shlex
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import attrs

from gamesolver.errors import InvalidArgumentError, listed
from gamesolver.rules.game import Game
from gamesolver.rules.parameters import read_parameter
from gamesolver.show.sentences import WORDS
from gamesolver.texts import error_text, spelled
from gamesolver.value import Value

GameClass = type[Game[Any, Any]]
OF_THE_GAME = "of_the_game_"
"""Prefix that distinguishes the parameters of a game from those of a command."""
REQUIRED: Any = inspect.Parameter.empty
SEVERAL = (tuple, list, set, frozenset)
NOTHING: Mapping[str, Any] = MappingProxyType({})
VALUES: Mapping[str, Value] = {word: value for value, word in WORDS.items()}


@attrs.frozen
class GameOption:
    """One parameter of a game: its name, default and meaning."""

    name: str
    default: Any
    meaning: str
    choices: tuple[str, ...] = ()

    @property
    def flag(self) -> str:
        """Option without its dashes."""
        return self.name.replace("_", "-")

    @property
    def is_switch(self) -> bool:
        """True if the option takes no value."""
        return isinstance(self.default, bool)

    @property
    def usage(self) -> str:
        """Option as the help shows it."""
        return f"--{self.flag}/--no-{self.flag}" if self.is_switch else f"--{self.flag}"

    @property
    def placeholder(self) -> str:
        """Placeholder of the value in the help."""
        if self.choices:
            return "|".join(self.choices)
        kinds = {int: "NUMBER", float: "NUMBER", str: "TEXT"}
        if isinstance(self.default, SEVERAL):
            return "N,N,..."
        return kinds.get(type(self.default), "VALUE")

    @property
    def default_text(self) -> str:
        """Default as a user would type it."""
        if self.default is REQUIRED:
            return "must be given"
        if self.is_switch:
            return "yes" if self.default else "no"
        return as_typed(self.default)

    def read(self, text: str, called: str = "") -> Any:
        """Return the value of a typed text; raise ``InvalidArgumentError`` if it has none.

        ``called`` is the name of the parameter in the message, by default the option.
        """
        called = called or f"--{self.flag}"
        if isinstance(self.default, str):
            return text
        if isinstance(self.default, Value):
            return self._value(text, called)
        try:
            value = read_parameter(text)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            if self.default is None or self.default is REQUIRED:
                return text
            raise self._refused(text, called) from None
        if isinstance(self.default, SEVERAL):
            return type(self.default)(value if isinstance(value, SEVERAL) else [value])
        if isinstance(self.default, int | float) and type(value) not in (int, float):
            raise self._refused(text, called)
        if isinstance(self.default, int) and isinstance(value, float):
            raise self._refused(text, called)
        return value

    def _value(self, text: str, called: str) -> Value:
        if text not in VALUES:
            expected = listed(list(VALUES))
            raise InvalidArgumentError(f"bad {called} {spelled(text)}: expected {expected}")
        return VALUES[text]

    def _refused(self, text: str, called: str) -> InvalidArgumentError:
        kinds = {int: "a whole number", float: "a number", tuple: "values separated by commas"}
        expected = kinds.get(type(self.default), "a value")
        example = f", such as {self.default_text}"
        return InvalidArgumentError(f"bad {called} {spelled(text)}: expected {expected}{example}")


def as_typed(value: Any) -> str:
    """Return a value as a user would type it.

    >>> as_typed((3, 4)), as_typed("LEG"), as_typed(7), as_typed(Value.WIN)
    ('3,4', 'LEG', '7', 'win')
    """
    if isinstance(value, Value):
        return WORDS[value]
    if isinstance(value, tuple | list) and value:
        return ",".join(map(repr, value))
    return value if isinstance(value, str) else repr(value)


def as_options(parameters: Mapping[str, Any], flags: Mapping[str, str]) -> str:
    """Parameters as they are typed; ``flags`` are their options without the dashes.

    >>> as_options({"heaps": (1, 2), "misere": True}, {})
    '--heaps 1,2 --misere'
    """
    return " ".join(_option(flags.get(name, name), value) for name, value in parameters.items())


def _option(flag: str, value: Any) -> str:
    if isinstance(value, bool):
        return f"--{flag}" if value else f"--no-{flag}"
    return f"--{flag} {shlex.quote(as_typed(value))}"


def options_of(kind: GameClass) -> tuple[GameOption, ...]:
    """Return the parameters that can be passed by name, in the constructor's order."""
    hints = _hints(kind)
    return tuple(
        GameOption(name, parameter.default, *_meaning_and_choices(hints.get(name)))
        for name, parameter in inspect.signature(kind).parameters.items()
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
    )


def _hints(kind: GameClass) -> Mapping[str, Any]:
    """Return the author's annotations; empty if they cannot be read."""
    annotated = kind if attrs.has(kind) else kind.__init__
    try:
        return get_type_hints(annotated, include_extras=True)
    except Exception:  # names that only a type checker sees, or anything else
        return {}


def _meaning_and_choices(hint: Any) -> tuple[str, tuple[str, ...]]:
    """Return the description in an annotation, and the choices."""
    notes = [note for note in getattr(hint, "__metadata__", ()) if isinstance(note, str)]
    plain = get_args(hint)[0] if notes else hint
    if plain is Value:
        return " ".join(notes), tuple(VALUES)
    is_choice = get_origin(plain) is Literal
    return " ".join(notes), tuple(map(str, get_args(plain))) if is_choice else ()


def game_with(
    kind: GameClass, typed: Mapping[str, Any], named: Mapping[str, Any] = NOTHING
) -> Game[Any, Any]:
    """Return the game with the typed options, each a text, or yes or no.

    ``named`` are parameters that the name of the game contains.
    """
    options = {option.name: option for option in options_of(kind)}
    missing = [
        option.flag
        for option in options.values()
        if option.default is REQUIRED and option.name not in {**typed, **named}
    ]
    if missing:
        several = " and ".join(f"--{flag}" for flag in missing)
        raise InvalidArgumentError(f"{kind.__name__} cannot be made without {several}")
    arguments = {
        name: text if isinstance(text, bool) else options[name].read(text)
        for name, text in typed.items()
    }
    return made(kind, {**named, **arguments})


def made(kind: GameClass, arguments: Mapping[str, Any]) -> Game[Any, Any]:
    """Return the game; convert an error of its constructor to a message."""
    try:
        return kind(**arguments)
    except InvalidArgumentError:
        raise
    except Exception as error:  # an author's own checks may raise anything
        arguments_text = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
        raise InvalidArgumentError(
            f"{kind.__name__}({arguments_text}) cannot be made: {error_text(error)}"
        ) from error


def unreserved_flag(flag: str, reserved: Collection[str]) -> str:
    """Return the option's name, with a prefix if the command has that name already."""
    return f"game-{flag}" if f"--{flag}" in reserved else flag
