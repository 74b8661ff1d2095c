"""A game with scores, solved for the winner only: ``solve(game, scores=False)``.

The payoff of a terminal position becomes its sign, and so does the payoff of infinite play. The
value is then the sign of the score: a player who can force a score above 0 can force an end that
is won. The plies do not depend on the margin: a win by 1 in 4 plies is preferred to one by 9 in 6.

That holds if only terminal positions have scores. If moves gain, the winner depends on earlier
gains, and so a position would have to contain the score up to there.

A game by its signs is of a class of its own, made from that of the game: all but the ends is as
it was. Its parameters are those of the game, scores among them (``endless``, say), so that a file
of it names the game from which it can be made again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, wraps
from typing import Any

from gamesolver.errors import Advice, InvalidArgumentError
from gamesolver.rules.compiled import CompiledGame, CompiledRules, plain_of
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.value import Value


def by_sign(game: Game[Any, Any]) -> Game[Any, Any]:
    """Return the game with wins, losses and draws in place of scores; raise where moves gain."""
    rules = Rules(game)
    if not rules.is_scored:
        return game
    if rules.has_gains:
        raise InvalidArgumentError(
            f"{game!r} cannot be solved without scores: its moves gain, so that the winner depends "
            "on earlier gains; expected a game whose positions contain the score so far"
        ).advised(Advice("solves it by score", {"scores": True}))
    made: Game[Any, Any] = object.__new__(_kind_by_sign(type(game)))
    _take_over(made, game)
    return made


def _take_over(made: object, game: Game[Any, Any]) -> None:
    """Copy the attributes of a game with scores to the game of its signs."""
    for name, part in _parts_of(game):
        if name != "endless":  # which is found from that of the game
            object.__setattr__(made, name, part)
    object.__setattr__(made, SCORED, game)


SCORED = "_scored"
"""Attribute in which a game by its signs keeps the game with scores."""


def _parts_of(game: object) -> Iterator[tuple[str, Any]]:
    """Yield the attributes of an object, by name."""
    yield from getattr(game, "__dict__", {}).items()
    for kind in type(game).__mro__:
        slots = vars(kind).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            part = getattr(game, name, _parts_of)
            if name != "__weakref__" and part is not _parts_of:  # a slot may stand empty
                yield name, part


def _scored(game: object) -> Any:
    """Return the game with scores, of one by its signs."""
    return getattr(game, SCORED)


@cache
def _kind_by_sign(kind: type[Game[Any, Any]]) -> type[Game[Any, Any]]:
    """Return the class of a game's signs; it has the name of the game's own class."""
    members: dict[str, Any] = {
        "__slots__": (SCORED,),
        "__module__": kind.__module__,
        "__qualname__": kind.__qualname__,
        "__doc__": kind.__doc__,
        "__init__": _constructor_by_sign(kind),
        "__reduce__": lambda self: (by_sign, (_scored(self),)),
        "__repr__": lambda self: repr(_scored(self)),
        "_made_from": property(_scored),
        "title": kind.title,
        "endless": property(lambda self: Value.of(int(_scored(self).endless))),
        "terminal_score": lambda self, position: _scored(self).terminal_score(position),
        "_ends_are_signs": True,
    }
    if issubclass(kind, CompiledGame):
        members["rules"] = property(lambda self: _bundle_by_sign(_scored(self).rules))
        members["plain"] = property(_plain_by_sign)
    else:
        members["terminal_value"] = _sign_at_the_end
    return type(kind.__name__, (kind,), members)


def _constructor_by_sign(kind: type[Game[Any, Any]]) -> Callable[..., None]:
    """Return a constructor of a game by its signs, with the parameters of the game with scores."""

    def made(self: object, *arguments: Any, **named: Any) -> None:
        scored = kind(*arguments, **named)
        by_sign(scored)  # raises where it cannot be
        _take_over(self, scored)

    def made_of_nothing(self: object) -> None:
        made(self)

    written = kind.__init__
    return made_of_nothing if written is object.__init__ else wraps(written)(made)


def _sign_at_the_end(game: Game[Any, Any], position: Any) -> Value | None:
    """Return the value of a terminal position: the sign of its score."""
    score = _scored(game).terminal_score(position)
    return None if score is None else Value.of(score)


def _plain_by_sign(game: CompiledGame) -> Game[Any, Any] | None:
    plain = plain_of(_scored(game))
    return None if plain is None else by_sign(plain)


def _bundle_by_sign(rules: CompiledRules) -> CompiledRules:
    from gamesolver.rules.calls import bundle_by_sign  # numba is loaded when rules are read

    return bundle_by_sign(rules)
