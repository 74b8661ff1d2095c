"""Constructor parameters of a game, and tests if its author wrote a method.

**Parameters** are the arguments of the constructor. They distinguish games of one class.

The names are those of the constructor, and each value is read from the
attribute of the same name (of the field's name for an attrs class). Nothing
else an author keeps on a game matters here. A parameter is *literal* when
``ast.literal_eval`` can read its ``repr`` back, or a ``Value``, which is as good: only such a
game can be named in a file, in a dictionary or on a command line.

**Methods** with a default are called only if the author wrote them. A game that writes
``terminal_score`` has scores, which fixes the type of the payoff of infinite play.

**Figures** that are published of a game are in a file next to its module (``figures``). A test
shows without parsing the file if any of them is large.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from functools import lru_cache, singledispatch
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from gamesolver.errors import GameContractError, Violation
from gamesolver.texts import class_name, error_text, flat, read_literal, spelled
from gamesolver.value import Value, points_in

if TYPE_CHECKING:
    from gamesolver.rules.game import Game

EXACT: frozenset[type] = frozenset((str, int, bytes, bool, type(None)))
"""Types whose equal values are alike in every respect."""

SCALARS = EXACT | {float, complex}
"""Numbers and texts: what has no parts, and what nothing can change."""

NAMED_VALUES = {repr(value): value for value in Value}
"""Names that a text may contain in addition to literals."""

FIGURES = "figures.toml"
"""The file for all modules of a folder; ``nim.toml`` is that of the module ``nim``."""
DIGITS = 24
"""The first digits of a number, enough to compare it with a number of positions."""
_COUNTED = re.compile(rb"\b(?:positions|folded)\s*=\s*([0-9][0-9_]*)")

_COLLECTIONS = (tuple, list, set)
_UNNAMED = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.VAR_POSITIONAL,
    inspect.Parameter.VAR_KEYWORD,
)
"""Kinds of parameters that cannot be given by name, so that a game cannot be made again."""


class _Missing:
    def __repr__(self) -> str:
        return "?"


MISSING: Any = _Missing()
"""Stands for a parameter that the game does not keep."""


def read_parameters(game: object) -> dict[str, Any]:
    """The constructor's names with what the game keeps of each, ``MISSING`` where nothing."""
    if isinstance(game, Identified) and game._made_from is not game:
        return read_parameters(game._made_from)
    kind = type(game)
    attributes = {}
    if attrs.has(kind):
        attributes = {field.alias: field.name for field in attrs.fields(kind)}
    return {
        name: MISSING if parameter.kind in _UNNAMED else _stored(game, attributes.get(name, name))
        for name, parameter in _constructor(kind).items()
    }


def _stored(game: object, attribute: str) -> Any:
    value = getattr(game, attribute, MISSING)
    is_method = getattr(value, "__self__", None) is game
    return MISSING if is_method else value  # a method of that name is not what the game was given


def unusual_parameters(game: object) -> dict[str, Any]:
    """The parameters that are not what the constructor takes by default: enough for a repr."""
    made_from = game._made_from if isinstance(game, Identified) else game
    constructor = _constructor(type(made_from))
    defaults = {name: parameter.default for name, parameter in constructor.items()}
    return {
        name: value
        for name, value in read_parameters(game).items()
        if not (is_literal(value) and is_literal(defaults[name]) and value == defaults[name])
    }


def _constructor(kind: type) -> Mapping[str, inspect.Parameter]:
    written = kind.__init__  # type: ignore[misc]  # read from a class, not an instance
    if written is object.__init__:
        return {}
    return _kept_of(written) if isinstance(written, FunctionType) else _parameters_by(written)


def _parameters_by(written: Callable[..., None]) -> Mapping[str, inspect.Parameter]:
    """Return the parameters of a constructor, without ``self``."""
    named = list(inspect.signature(written).parameters.items())
    return dict(named[1:])


_kept_of = lru_cache(maxsize=256)(_parameters_by)
"""Cached form of ``_parameters_by``: games are hashed, compared and named many times."""


def parameter_faults(game: object) -> list[str]:
    """Return the reasons why the parameters do not identify the game; empty if they do."""
    return [
        _fault(name, value)
        for name, value in read_parameters(game).items()
        if value is MISSING or not is_literal(value)
    ]


def stored_parameters(game: object) -> dict[str, Any]:
    """Return the parameters of a game that keeps them all; raise for any other."""
    parameters = read_parameters(game)
    for name, value in parameters.items():
        if value is MISSING:
            complaint = _fault(name, value)
            raise GameContractError(
                f"{class_name(game)} breaks its contract: {complaint}",
                [Violation("parameters", complaint)],
            )
    return parameters


def have_same(game: object, other: object) -> bool:
    """Return True if two games of one class have equal parameters that identify them."""
    return not parameter_faults(game) and read_parameters(game) == read_parameters(other)


def hash_of(game: object) -> int:
    """Return the hash of a game's class and parameters; raise if they do not name it."""
    complaints = parameter_faults(game)
    if complaints:
        raise GameContractError(
            f"{type(game).__name__} cannot be hashed: {'; '.join(complaints)}",
            [Violation("parameters", complaint) for complaint in complaints],
        )
    return hash((type(game), frozen(stored_parameters(game))))


class StoredParameters:
    """The attribute ``parameters`` of a game.

    An author's own attribute of that name may hide it, and the library then
    still reads the constructor's.
    """

    def __get__(self, game: object, kind: type | None = None) -> dict[str, Any]:
        return stored_parameters(game)


class Identified:
    """Identity of a game: its class and its parameters; and its title."""

    title: ClassVar[str]
    parameters = StoredParameters()
    """Arguments of the game's constructor, by name."""

    @property
    def _made_from(self) -> Identified:
        """The game that was given the parameters: another one, where this is but a view of it."""
        return self

    def _made_with(self, parameters: Mapping[str, Any]) -> Any:
        """Return a game of this kind that is made with parameters."""
        return type(self)(**parameters)

    def __init_subclass__(cls, **options: Any) -> None:
        """Give each class a title, and these three as its own: attrs leaves those alone."""
        super().__init_subclass__(**options)
        if "title" not in cls.__dict__:
            cls.title = title_of(cls)
        for name in ("__repr__", "__eq__", "__hash__"):
            method = getattr(cls, name)
            if getattr(method, "__module__", None) == __name__ and name not in cls.__dict__:
                setattr(cls, name, FunctionType(method.__code__, method.__globals__, name))

    def __repr__(self) -> str:
        unusual = [f"{name}={value!r}" for name, value in unusual_parameters(self).items()]
        return f"{type(self).__name__}({', '.join(unusual)})"

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self is other or have_same(self, other)

    def __hash__(self) -> int:
        return hash_of(self)


def titled(game: Identified) -> str:
    """Return a game by its title, with the parameters that are not as usual.

    >>> from games import ConnectFour, PongHauKi, TicTacToe
    >>> titled(TicTacToe()), titled(ConnectFour(width=4, height=5))
    ('Tic-Tac-Toe', 'Connect Four (width 4, height 5)')
    >>> titled(PongHauKi(endless=Value.WIN))
    "Pong Hau K'i (endless win)"
    >>> titled(TicTacToe(misere=True))
    'Tic-Tac-Toe (misere yes)'
    """
    unusual = unusual_parameters(game)
    named = [f"{name.replace('_', ' ')} {_in_words(value)}" for name, value in unusual.items()]
    title = checked_title(game)
    return flat(f"{title} ({', '.join(named)})" if named else title)


def _in_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, Value) else spelled(value)


def checked_title(game: Identified) -> str:
    """Return the title of a game, if that is a text; raise for anything else."""
    try:
        title: object = game.title
    except GameContractError:  # of the plain rules of a compiled game, which have the title
        raise
    except Exception as error:  # an author's own property may raise anything
        raise _of_title(game, "raises", f"title raised {error_text(error)}") from error
    if not isinstance(title, str):
        raise _of_title(game, "texts", f"title is {spelled(title)}: expected a str")
    return str.__str__(title)  # a plain text: one of another class may do anything


def _of_title(game: Identified, law: str, complaint: str) -> GameContractError:
    message = f"{class_name(game)} breaks its contract: {complaint}"
    return GameContractError(message, [Violation(law, complaint)])


def title_of(kind: type) -> str:
    """Return the default title of a class: the words of its name."""
    return " ".join(words_of(kind.__name__))


def has_own_title(kind: type[Identified]) -> bool:
    """Return True if a class gives itself a title."""
    return kind.title != title_of(kind)


def words_of(name: str) -> list[str]:
    """Return the words in a class's name.

    >>> words_of("ThreeMensMorris"), words_of("MNKGame")
    (['Three', 'Mens', 'Morris'], ['MNK', 'Game'])
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name).split()


def _fault(name: str, value: object) -> str:
    if value is MISSING:
        return (
            f"parameter {name!r} is not stored: expected it as the attribute {name!r}, "
            "and a constructor that takes it by name"
        )
    return (
        f"parameter {name!r} is not a literal: expected numbers, text, None, a Value, or tuples, "
        f"lists, sets and dictionaries of them, got {spelled(value)}"
    )


def is_literal(value: object) -> bool:
    """Return True if :func:`read_parameter` restores an equal value of this type from its repr."""
    if type(value) in (float, complex):
        return value == value and abs(value) != float("inf")  # type: ignore[arg-type]  # a number here
    if type(value) is Value or any(type(value) is scalar for scalar in SCALARS):
        return True
    if type(value) is dict:
        return all(is_literal(part) for pair in value.items() for part in pair)
    if type(value) in _COLLECTIONS:
        return all(is_literal(part) for part in value)  # type: ignore[attr-defined]  # iterable here
    return False


def read_parameter(text: str) -> Any:
    """Return the value of a parameter from its Python text; see :func:`ast.literal_eval`.

    >>> read_parameter("{'endless': Value.WIN, 'heaps': (3, 4)}")
    {'endless': Value.WIN, 'heaps': (3, 4)}
    """
    return read_literal(text, NAMED_VALUES)


def frozen(value: Any) -> Hashable:
    """Return a hashable stand-in for a literal, equal for equal literals."""
    if isinstance(value, dict):
        return frozenset((frozen(key), frozen(part)) for key, part in value.items())
    if isinstance(value, set):
        return frozenset(frozen(part) for part in value)
    if isinstance(value, tuple | list):
        return tuple(frozen(part) for part in value)
    hash(value)
    return value  # type: ignore[no-any-return]  # hashable, as the line above has shown


# ── methods that an author has written: of a class, or else of compiled rules ────────────────────


def root_of(game: Game[Any, Any]) -> type:
    """Return the class of ours that every game is made from: its methods are the defaults."""
    return next(kind for kind in type(game).__mro__ if Identified in kind.__bases__)


def method_of(game: Game[Any, Any], name: str) -> Any:
    """Return a method as a class has it."""
    method = getattr(game, name)
    return getattr(method, "__func__", method)


@singledispatch
def overrides(game: Game[Any, Any], name: str) -> bool:
    """Return True if a method is the author's, and not the default."""
    return method_of(game, name) is not getattr(root_of(game), name)


@singledispatch
def writes(game: Game[Any, Any], name: str) -> bool:
    """Return True if the author wrote this method, which has a default."""
    return overrides(game, name)


@singledispatch
def has_scores(game: Game[Any, Any]) -> bool:
    """Return True if the game has scores; raise unless it writes exactly one end rule."""
    is_scored = not game._ends_are_signs and _writes_score(game)
    if overrides(game, "gain") and not is_scored:
        from gamesolver.rules.messages import gains_of_values

        raise gains_of_values(game)
    return is_scored


def _writes_score(game: Game[Any, Any]) -> bool:
    has_score, has_value = overrides(game, "terminal_score"), overrides(game, "terminal_value")
    if has_score is not has_value:
        return has_score
    from gamesolver.rules.messages import no_end, two_ends

    raise two_ends(game) if has_score else no_end(game)


def stakes_of(game: Game[Any, Any]) -> tuple[bool, int]:
    """Return True if the game has scores, and the payoff of infinite play for player 0.

    Raise if the two do not fit, or if the payoff is not 0 and the game does not write ``player``.
    """
    is_scored = has_scores(game)
    payoff = _endless_payoff(game, is_scored)
    if payoff and not writes(game, "player"):
        from gamesolver.rules.messages import payoff_without_player

        raise payoff_without_player(game)
    return is_scored, payoff


def _endless_payoff(game: Game[Any, Any], is_scored: bool) -> int:
    """Return the payoff of infinite play for player 0, as a number."""
    try:
        payoff: object = game.endless
    except Exception as error:  # an author's own property may raise anything
        from gamesolver.rules.messages import contract

        raise contract(game, "raises", f"endless raised {error_text(error)}") from error
    if isinstance(payoff, Value) and (not is_scored or not _defines_endless(game)):
        return int(payoff)
    points = points_in(payoff) if is_scored else None
    if points is None:
        from gamesolver.rules.messages import not_a_payoff

        raise not_a_payoff(game, payoff, is_scored)
    return points


def _defines_endless(game: Game[Any, Any]) -> bool:
    """Return True if the author defines ``endless``."""
    kinds = (kind for kind in type(game).__mro__ if "endless" in vars(kind))
    return "endless" in getattr(game, "__dict__", {}) or next(kinds) is not root_of(game)


# ── figures ─────────────────────────────────────────────────────────────────────────────────────


def _read(path: str) -> bytes:
    """Return what is in a file."""
    with open(path, "rb") as file:
        return file.read()


def counts_more(kind: type, count: int) -> bool:
    """Return True if the file with the figures of a class counts more positions than that.

    >>> from games import ConnectFour, TicTacToe
    >>> counts_more(ConnectFour, 10**12), counts_more(TicTacToe, 10**12)
    (True, False)
    """
    module = sys.modules.get(kind.__module__)
    spec = None if module is None else module.__spec__
    if spec is None or not spec.parent or not spec.origin:
        return False
    read = getattr(spec.loader, "get_data", _read)  # some loaders have none
    for file in (f"{spec.name.rpartition('.')[2]}.toml", FIGURES):
        with suppress(OSError):
            content = read(os.path.join(os.path.dirname(spec.origin), file))
            return any(int(number[:DIGITS]) > count for number in _COUNTED.findall(content))
    return False
