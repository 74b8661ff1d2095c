"""The laws of ``check_game``: all of them by name, and the order in which they are tried.

``LAWS`` names each with a sentence. The first seven concern any question
whatever, and the :class:`~gamesolver.asking.Asker` holds every answer to them.
The others are functions, in ``laws_game``, ``laws_rules``, ``twins``,
``laws_texts`` and ``laws_again``: they ask, compare, and note a fault; where an answer is missing
the fault is noted already, and they go on. The last ten concern compiled games
and are tried in ``laws_compiled``. The same names stand in the faults of every
``GameContractError``, whoever found them.

Where one law cannot hold because another is broken, only the other is named
(``FOLLOW``): positions that share a text cannot all be read back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from gamesolver.asking import Asker, Unanswered
from gamesolver.compiled import CompiledGame
from gamesolver.errors import Fault
from gamesolver.laws_again import reached_again_answers_alike
from gamesolver.laws_game import parameters_make_the_game, seats_are_two_texts
from gamesolver.laws_rules import (
    ends_in_a_value,
    has_a_move,
    moves_are_unique,
    moves_can_be_kept,
    names_a_seat,
    players_are_of_one_kind,
    stages_never_return,
)
from gamesolver.laws_texts import (
    parse_move_undoes_format_move,
    parse_undoes_format,
    texts_are_texts,
    texts_tell_moves_apart,
    texts_tell_positions_apart,
)
from gamesolver.rules import Rules
from gamesolver.twins import twins_are_alike

LAWS = {
    "raises": "no method raises an exception",
    "hashable": "a position is hashable",
    "equal hashes": "equal positions have equal hashes",
    "iterable": "moves, symmetries and positions give something to iterate over",
    "finite": "moves and symmetries come to an end",
    "repeatable": "the same question gets the same answer, whatever was asked before",
    "unchanged": "asking leaves a position and a move as they were",
    "reached again": "what is reached again answers alike",
    "parameters": "every parameter is stored under its name and is a literal",
    "rebuilt": "the parameters make an equal game, with the same start and first moves",
    "fixed game": "asking leaves the parameters as they were",
    "seats": "seats is a tuple of two texts",
    "ending": "terminal_value gives a Value or None",
    "stuck": "a position that has not ended has a move",
    "None move": "a move is not None",
    "hashable moves": "a move is hashable and not a list",
    "unique moves": "no move is listed twice",
    "player": "player gives 0, 1 or None",
    "one kind of player": "player gives None everywhere or nowhere",
    "stage": "a stage is hashable, and play never returns to an earlier one",
    "orbit": "symmetries give the same orbit from all its positions",
    "twin endings": "twins end alike",
    "twin moves": "twins have twin successors",
    "twin turns": "twins keep and pass the turn alike",
    "twin stages": "twins share a stage",
    "canonical": "canonical gives one position of the orbit, the same for all of it",
    "texts": "format, format_move and render give a str, svg a str or None",
    "different texts": "different positions have different texts",
    "equal texts": "equal positions have equal texts",
    "parse": "parse undoes format",
    "different move texts": "different moves of a position have different texts",
    "parse_move": "parse_move undoes format_move",
    "signatures": "every rule compiles for its signature",
    "bounds": "rules keep within the bounds of buffers, tables, counts and positions",
    "two modes": "rules say the same compiled and as plain Python",
    "slots": "each position has a slot, and index and position_at undo each other",
    "one slot": "all of an orbit has one slot",
    "shared slots": "positions that share a slot are twins",
    "predecessors": "predecessors gives what has a move there, as often as it has such moves",
    "stray integers": "index, canonical and symmetries bear what is no position",
    "translations": "from_plain undoes to_plain",
    "plain rules": "the compiled rules and the plain ones are one game",
}

OF_COMPILED = ("signatures", "bounds", "two modes")
OF_SLOTS = ("slots", "one slot", "shared slots")
OF_PLAIN = ("translations", "plain rules")

_OF_SYMMETRY = ("orbit", "twin endings", "twin moves", "twin turns", "twin stages", "canonical")
_OF_SEATS = ("player", "one kind of player", "twin turns")
_OF_STAGES = ("stage", "twin stages")

FOLLOW = {
    "rebuilt": ("repeatable",),
    "twin endings": ("reached again",),
    "twin moves": ("orbit", "reached again"),
    "twin turns": ("orbit", "reached again"),
    "twin stages": ("orbit", "reached again"),
    "canonical": ("orbit", "reached again", "slots", "one slot", "shared slots"),
    "one slot": ("orbit",),
    "shared slots": ("orbit",),
    "predecessors": ("orbit", "slots", "one slot", "shared slots"),
    "stray integers": ("slots",),
    "different texts": ("translations",),
    "equal texts": ("reached again",),
    "parse": ("different texts", "translations"),
    "parse_move": ("different move texts",),
    "plain rules": ("translations",),
}
"""Laws that cannot hold where one of others is broken: only the other is named."""


def causes(faults: Mapping[str, Fault]) -> list[Fault]:
    """The faults that follow from no other."""
    return [fault for law, fault in faults.items() if faults.keys().isdisjoint(FOLLOW.get(law, ()))]


def applying_laws(rules: Rules[Any, Any]) -> tuple[str, ...]:
    """The laws that say anything about a game: twins, seats and stages only where there are any."""
    idle: set[str] = {"predecessors", "stray integers", *OF_COMPILED, *OF_SLOTS, *OF_PLAIN}
    if isinstance(rules.game, CompiledGame):
        idle.difference_update(_of_compiled(rules.game))
    idle.update(() if rules.folds else _OF_SYMMETRY)
    idle.update(() if rules.has_seats else _OF_SEATS)
    idle.update(() if rules.has_stages else _OF_STAGES)
    return tuple(law for law in LAWS if law not in idle)


def _of_compiled(game: CompiledGame) -> Iterator[str]:
    """The laws that say anything about a compiled game."""
    yield from OF_COMPILED
    if game.rules.writes("predecessors"):
        yield "predecessors"
    if game.rules.writes("canonical"):
        yield "stray integers"
    if game.rules.is_numbered:
        yield from OF_SLOTS
    if game.plain is not None:
        yield from OF_PLAIN


def _at_each(law: Callable[[Asker, Any], None]) -> Callable[[Asker, Sequence[Any]], None]:
    def law_everywhere(ask: Asker, positions: Sequence[Any]) -> None:
        for position in positions:
            with suppress(Unanswered):
                law(ask, position)

    return law_everywhere


LAWS_OF_THE_GAME: tuple[tuple[Callable[[Asker], None], tuple[str, ...]], ...] = (
    (parameters_make_the_game, ("parameters", "rebuilt")),
    (seats_are_two_texts, ("seats",)),
)
LAWS_OF_POSITIONS: tuple[tuple[Callable[[Asker, Sequence[Any]], None], tuple[str, ...]], ...] = (
    (_at_each(ends_in_a_value), ("ending",)),
    (_at_each(has_a_move), ("stuck",)),
    (_at_each(moves_can_be_kept), ("None move", "hashable moves")),
    (_at_each(moves_are_unique), ("unique moves",)),
    (_at_each(names_a_seat), ("player",)),
    (players_are_of_one_kind, ("one kind of player",)),
    (stages_never_return, ("stage",)),
    (twins_are_alike, _OF_SYMMETRY),
    (_at_each(texts_are_texts), ("texts",)),
    (texts_tell_positions_apart, ("different texts", "equal hashes")),
    (_at_each(parse_undoes_format), ("parse",)),
    (_at_each(texts_tell_moves_apart), ("different move texts",)),
    (_at_each(parse_move_undoes_format_move), ("parse_move",)),
    (reached_again_answers_alike, ("reached again", "equal texts")),
)
"""What tries the laws, each with the names of those for whose sake it asks."""
