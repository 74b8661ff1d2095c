"""A game with scores, asked who wins and no more: ``solve(game, scores=False)``.

What an end is worth becomes its sign, and so does what endless play is worth. Who wins is then the
sign of the score: who can force a score above 0 can force an end that is won. The plies are those
of a game that is won, and not by much: who wins by 1 in 4 rather than by 9 in 6 hurries.

That holds where scores stand at the ends. Where moves gain, who wins depends on what is gained
on the way, and so a position would have to carry the score so far.

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
    """The game with wins, losses and draws in place of scores; raise where moves gain."""
    rules = Rules(game)
    if not rules.is_scored:
        return game
    if rules.has_gains:
        raise InvalidArgumentError(
            f"{game!r} cannot be solved without scores: its moves gain, so that the winner depends "
            "on earlier gains; expected a game whose positions carry the score so far"
        ).advised(Advice("solves it by score", {"scores": True}))
    made: Game[Any, Any] = object.__new__(_kind_by_sign(type(game)))
    _take_over(made, game)
    return made


def _take_over(made: object, game: Game[Any, Any]) -> None:
    """Let a game by its signs be that of such a game with scores."""
    for name, part in _parts_of(game):
        if name != "endless":  # which is found from that of the game
            object.__setattr__(made, name, part)
    object.__setattr__(made, SCORED, game)


SCORED = "_scored"
"""What a game by its signs calls the game with scores."""


def _parts_of(game: object) -> Iterator[tuple[str, Any]]:
    """All that an object consists of, by name."""
    yield from getattr(game, "__dict__", {}).items()
    for kind in type(game).__mro__:
        slots = vars(kind).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            part = getattr(game, name, _parts_of)
            if name != "__weakref__" and part is not _parts_of:  # a slot may stand empty
                yield name, part


def _scored(game: object) -> Any:
    """The game with scores, of one by its signs."""
    return getattr(game, SCORED)


@cache
def _kind_by_sign(kind: type[Game[Any, Any]]) -> type[Game[Any, Any]]:
    """The class of a game's signs; it goes by the name of the game's own."""
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
    """What makes a game by its signs from the parameters of the game with scores."""

    def made(self: object, *arguments: Any, **named: Any) -> None:
        scored = kind(*arguments, **named)
        by_sign(scored)  # raises where it cannot be
        _take_over(self, scored)

    def made_of_nothing(self: object) -> None:
        made(self)

    written = kind.__init__
    return made_of_nothing if written is object.__init__ else wraps(written)(made)


def _sign_at_the_end(game: Game[Any, Any], position: Any) -> Value | None:
    """Who has won at the end of play."""
    score = _scored(game).terminal_score(position)
    return None if score is None else Value.of(score)


def _plain_by_sign(game: CompiledGame) -> Game[Any, Any] | None:
    plain = plain_of(_scored(game))
    return None if plain is None else by_sign(plain)


def _bundle_by_sign(rules: CompiledRules) -> CompiledRules:
    from gamesolver.rules.calls import bundle_by_sign  # numba is loaded when rules are asked

    return bundle_by_sign(rules)
