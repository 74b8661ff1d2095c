"""Errors for a game that breaks its contract: the call, its result, and the expected result.

Every complaint is a ``GameContractError`` with one fault, under the name that
its law has among those of ``check_game``. A position is shown by the game's own
``format``, or by its ``repr`` where that fails.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from typing import Any

from gamesolver.arguments import is_position
from gamesolver.errors import Advice, GameContractError, InvalidArgumentError, listed
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.game import Game
from gamesolver.rules.likeness import is_changeless, is_equal_to_itself_only
from gamesolver.rules.messages import A_SCORE, contract, payoff_without_player, shown, shown_apart
from gamesolver.rules.parameters import has_scores, writes
from gamesolver.texts import apart, error_text, none_of, spelled, texts_apart, with_article
from gamesolver.value import Bounds, Outcome, Value

TAKE_NO_POSITION = ("format_move", "parse", "stored_move")
"""The methods whose argument is a move or a text, with no position before it."""

GIVE_A_POSITION = ("start", "play", "canonical", "parse")
"""The methods that give one position."""

MAY_BE_NONE = ("legend", "svg", "svg_for")
"""The methods that give a text or nothing."""


def no_scores(game: Game[Any, Any], *others: Advice) -> InvalidArgumentError:
    """Return the error for a request of scores that do not exist, with ``others`` as advice too."""
    if game._ends_are_signs:
        message = f"{game!r} was solved without scores: expected a solution with scores"
        solved = Advice("gives them", {"scores": True}, "solve(game, {})")
        return InvalidArgumentError(message).advised(solved, *others)
    message = f"{game!r} has no scores: expected a game that defines terminal_score"
    return InvalidArgumentError(message).advised(*others)


def call_text(game: Game[Any, Any], rule: str, arguments: tuple[Any, ...]) -> str:
    """Return the question as it would be written: ``play('xo.......', 3)``."""
    words = [spelled(part) for part in arguments]
    if arguments and rule not in TAKE_NO_POSITION:
        words[0] = shown(game, arguments[0])
    return f"{rule}({', '.join(words)})"


def position_in(rule: str, arguments: tuple[Any, ...]) -> Any:
    """Return the position that a question is about, ``None`` if it is about none."""
    return arguments[0] if arguments and rule not in TAKE_NO_POSITION else None


def named(game: Game[Any, Any], error: GameContractError) -> GameContractError:
    """Return the error with the name of the game, or raise one in the author's words."""
    fault = error.faults[0]
    if isinstance(game, CompiledGame) and is_position(fault.position):
        with suppress(InvalidArgumentError):  # an integer that is not a position
            game.explain(int(fault.position))  # type: ignore[call-overload]  # as was just checked
    return contract(game, fault.law, fault.message, fault.position)


def blame(
    game: Game[Any, Any], rule: str, arguments: tuple[Any, ...], error: Exception
) -> GameContractError:
    """Return the error for a call that raised in the author's code.

    Compiled rules already raise an error that describes the violation, and board games one that
    names the line.
    """
    if isinstance(error, GameContractError) and error.names_line:
        return copy(error)
    if isinstance(game, CompiledGame) and isinstance(error, GameContractError):
        return named(game, error)
    call = call_text(game, rule, arguments)
    if _has_forgotten_return(rule, error):
        fault = f"{call} returned None: expected an iterable"
        return contract(game, "iterable", fault, position_in(rule, arguments))
    complaint = f"{call} raised {error_text(error)}"
    if arguments and arguments[0] is None and rule not in TAKE_NO_POSITION:
        complaint += "; do start and play return a position?"
    return contract(game, "raises", complaint, position_in(rule, arguments))


def _has_forgotten_return(rule: str, error: Exception) -> bool:
    """Return True if the library, and not the author's code, tried to iterate over ``None``."""
    is_ours = error.__traceback__ is not None and error.__traceback__.tb_next is None
    return rule == "moves" and is_ours and "'NoneType' object is not iterable" in str(error)


def not_alone(game: CompiledGame, position: int, other: int, index: int) -> GameContractError:
    """Return the error for a position at whose index another one stands."""
    advice = "" if game.rules.symmetries else "; define symmetries as well"
    return contract(
        game,
        "shared indexes",
        f"positions {' and '.join(shown_apart(game, other, position))} share index {index} and "
        f"are not symmetric: expected an index for each orbit{advice}",
        position,
    )


def not_comparable(game: Game[Any, Any], position: object, error: Exception) -> GameContractError:
    """Return the error for positions whose ``==`` raises."""
    what = f"{shown(game, position)} == another position"
    return contract(game, "raises", f"{what} raised {error_text(error)}", position)


def unhashable(
    game: Game[Any, Any], rule: str, arguments: tuple[Any, ...], answer: object
) -> GameContractError:
    """Return the error for a result that cannot be looked up."""
    call = f"{call_text(game, rule, arguments)} returned {with_article(type(answer).__name__)}"
    complaint = f"{call}, and positions must be hashable{_way_out(answer)}"
    return contract(game, "hashable", complaint, position_in(rule, arguments))


def no_position(game: Game[Any, Any], rule: str, arguments: tuple[Any, ...]) -> GameContractError:
    """Return the error for ``None`` in a list of positions."""
    listed = f"{call_text(game, rule, arguments)} lists None"
    return contract(game, "hashable", f"{listed}: expected positions", position_in(rule, arguments))


_HASHABLE_FORMS: dict[type, str] = {
    list: "a tuple",
    set: "a frozenset",
    dict: "a frozenset or a tuple of its items",
    bytearray: "bytes",
}
"""Hashable type to use in place of each unhashable type."""


def _way_out(answer: object) -> str:
    """Return advice for a result that cannot be hashed, or for the part that cannot."""
    where = ""
    while type(answer) is tuple:  # one part at least is to blame
        answer = next((part for part in answer if not _can_be_looked_up(part)), None)
        where = f" for the {type(answer).__name__} in the position"
    form = _HASHABLE_FORMS.get(type(answer))
    return f": use {form}{where}" if form else ""


def _can_be_looked_up(thing: object) -> bool:
    try:
        hash(thing)
    except Exception:  # an author's own class may raise anything
        return False
    return True


def not_a_key(
    game: Game[Any, Any], position: object, move: object, successor: object, error: Exception
) -> GameContractError:
    """Return the error for a successor that a dictionary refuses."""
    try:
        hash(successor)
    except Exception:
        return unhashable(game, "play", (position, move), successor)
    return not_comparable(game, successor, error)


def stuck(game: Game[Any, Any], position: object) -> GameContractError:
    """Return the error for a non-terminal position without moves."""
    return contract(
        game,
        "stuck",
        f"position {shown(game, position)} has no moves and is not terminal: {_if_stuck(game)}",
        position,
    )


def _if_stuck(game: Game[Any, Any]) -> str:
    """Return what an author writes for a position without moves."""
    if game._if_stuck:
        return game._if_stuck
    return f"return a result from {_end_rule(game)}{_true_though_empty(game)}"


def _true_though_empty(game: Game[Any, Any]) -> str:
    """Return a hint on ``if self.moves(position)`` if ``moves`` is a generator, else ''."""
    if not inspect.isgeneratorfunction(game.moves):
        return ""
    return "; moves is a generator, which is true even if it is empty: use list(...)"


def no_candidates(game: Game[Any, Any], position: object) -> GameContractError:
    """Return the error for ``candidates`` without moves and without a verdict."""
    return contract(
        game,
        "candidates",
        f"candidates({shown(game, position)}) gives no move: expected at least one, a verdict, or "
        "None if nothing is known",
        position,
    )


_LAWS_OF_BELIEFS = {
    "candidates": "candidates",
    "symmetries": "orbit",
    "canonical": "canonical",
    "index": "one index",
    "plies_to_draw": "plies to draw",
}


def crossing_bounds(
    game: Game[Any, Any],
    position: object,
    bounds: object,
    believed: Sequence[str],
    has_tables: bool,
    no_move_gets: bool = False,
) -> GameContractError:
    """Return the error for results about one position that contradict each other.

    Its bounds cross, or no move reaches them (``no_move_gets``). They rest on the rules that are
    named ``believed``, and on tables if ``has_tables``.
    """
    contradiction = ": these bounds contradict each other"
    wrong = ", and none of its moves gets that" if no_move_gets else contradiction
    what = f"{shown(game, position)} is {bounds}{wrong}"
    law = _LAWS_OF_BELIEFS[believed[0]] if believed else "repeatable"
    why = _what_is_false([*believed, *["a table"] * has_tables])
    by = ["check_game"] * (bool(believed) or not has_tables) + ["verify of the table"] * has_tables
    return contract(game, law, f"{what}; {why} (run {' and '.join(by)})", position)


def _what_is_false(suspects: Sequence[str]) -> str:
    if not suspects:
        return "its rules do not always return equal results"
    verb = "gives" if len(suspects) == 1 else "give"
    return f"{listed(suspects)} {verb} false results"


def no_verdict(game: Game[Any, Any], position: object, answered: object) -> GameContractError:
    """Return the error for ``candidates`` that returns neither moves nor a verdict."""
    return contract(
        game,
        "candidates",
        f"candidates({shown(game, position)}) returned {spelled(answered)}: expected moves, an "
        "Outcome, Bounds or None",
        position,
    )


def impossible_verdict(
    game: Game[Any, Any], position: object, answered: object, why: str
) -> GameContractError:
    """Return the error for a verdict that a non-terminal position cannot have."""
    return contract(
        game,
        "candidates",
        f"candidates({shown(game, position)}) returned the verdict {answered}: {why}",
        position,
    )


def no_plies(game: Game[Any, Any], position: object, answered: object) -> GameContractError:
    """Return the error for a result of ``plies_to_draw`` that is not a number of plies."""
    return contract(
        game,
        "plies to draw",
        f"{call_text(game, 'plies_to_draw', (position,))} returned {spelled(answered)}: expected a "
        "whole number from 0 on",
        position,
    )


def falling_plies(
    game: Game[Any, Any], position: Any, move: object, left: int
) -> GameContractError:
    """Return the error for plies to a draw that are more than a move leaves, and one."""
    return contract(game, "plies to draw", plies_that_fall(game, position, move, left), position)


def plies_that_fall(game: Game[Any, Any], position: Any, move: object, left: int) -> str:
    """Return the message for ``plies_to_draw`` that falls too fast, to ``left`` after the move."""
    return (
        f"{call_text(game, 'plies_to_draw', (position,))} returned "
        f"{game.plies_to_draw(position)}, and {left} are left after move {spelled(move)}: expected "
        f"at most {left + 1}, for it falls by 1 a ply at most"
    )


def illegal_candidates(
    game: Game[Any, Any], position: object, strays: Sequence[object]
) -> GameContractError:
    """Return the error for ``candidates`` that yields something other than legal moves."""
    what = misplaced(strays) or f"gives {spelled(strays[0])}: expected legal moves alone"
    message = f"candidates({shown(game, position)}) {what}"
    return contract(game, "candidates", message, position)


def misplaced(strays: Sequence[object]) -> str:
    """Return a description of an item of ``candidates`` that cannot be a move, or ''."""
    for each in strays:
        if isinstance(each, Outcome | Bounds | Value):
            expected = "expected moves alone, or an Outcome or Bounds in their place"
            return f"gives {spelled(each)} among moves: {expected}"
    for each in strays:
        if isinstance(each, list):
            return f"gives {spelled(each)} as a move: expected each move by itself"
    return ""


def _end_rule(game: Game[Any, Any]) -> str:
    """Return the name of the rule that detects terminal positions."""
    written: Any = game._made_from
    if isinstance(written, CompiledGame):
        return written.rules.end_rule
    return "terminal_score" if has_scores(written) else "terminal_value"


def listed_twice(game: Game[Any, Any], position: object, move: object) -> GameContractError:
    """Return the error for a move that is listed twice."""
    return contract(
        game,
        "unique moves",
        f"{call_text(game, 'moves', (position,))} gives the move {spelled(move)} twice: "
        "expected it once",
        position,
    )


def same_text(game: Game[Any, Any], one: object, other: object) -> GameContractError:
    """Return the error for two positions with the same text that must have different ones."""
    return contract(
        game,
        "parse",
        f"positions {' and '.join(apart(one, other))} have one text, "
        f"{shown(game, one)}: expected format to give them different texts",
        other,
    )


def unlike(
    game: Game[Any, Any], first: object, other: object, rule: str, answers: tuple[object, object]
) -> GameContractError:
    """Return the error for a position that is equal to a known one and answers otherwise."""
    returned = " and ".join(apart(*answers))
    advice = _keep_to_one_type(other, "use in __eq__ and __hash__ everything that the rules read")
    return contract(
        game,
        "reached again",
        f"positions {' and '.join(apart(first, other))} are equal, and {rule} returned "
        f"{returned}: expected equal results for equal positions; {advice}",
        other,
    )


def two_texts(
    game: Game[Any, Any], first: object, other: object, texts: tuple[object, object]
) -> GameContractError:
    """Return the error for equal positions of different texts."""
    differing = " and ".join(apart(*texts))
    advice = _keep_to_one_type(other, "write in format exactly what __eq__ compares")
    return contract(
        game,
        "equal texts",
        f"positions {' and '.join(apart(first, other))} are equal, and {differing} in format: "
        f"expected equal texts; {advice}",
        other,
    )


def _keep_to_one_type(position: object, advice: str) -> str:
    """Return advice on equal positions that differ; numbers and texts differ only in type."""
    return "1, 1.0 and True are equal: use one type" if is_changeless(position) else advice


def no_image(
    game: Game[Any, Any], position: object, canonical: object, names_images: bool
) -> GameContractError:
    """Return the error for a canonical position outside the orbit.

    If the author did not write ``canonical``, it is a position that ``symmetries`` listed.
    """
    own = shown(game, position), position
    about, got = texts_apart(own, (spelled(canonical), canonical))
    if names_images and not writes(game, "canonical"):
        message = (
            f"symmetries({about}) lists {got}, and symmetries({got}) does not list {about}: "
            "expected each position of an orbit to list the others"
        )
        return contract(game, "orbit", message, position)
    advice = "" if names_images else "; define symmetries as well"
    return contract(
        game,
        "canonical",
        f"canonical({about}) returned {got}: expected a position of its orbit{advice}",
        position,
    )


def not_an_end(
    game: Game[Any, Any], rule: str, position: object, answer: object
) -> GameContractError:
    """Return the error for a result of the end rule that is not a ``Value``, or not a score."""
    if rule == "terminal_value":
        answered = none_of(answer, Value.LOSS, Value.DRAW, Value.WIN, None)
    else:
        answered = f"{spelled(answer)}: expected {A_SCORE}, or None"
    returned = f"{call_text(game, rule, (position,))} returned {answered}"
    return contract(game, "ending", returned, position)


def not_a_gain(
    game: Game[Any, Any], position: object, move: object, answer: object
) -> GameContractError:
    """Return the error for a gain that is not a score."""
    returned = f"{call_text(game, 'gain', (position, move))} returned {spelled(answer)}"
    return contract(game, "gains", f"{returned}: expected {A_SCORE}", position)


def whose_endless_play(game: Game[Any, Any], position: object) -> GameContractError:
    """Return the error for a payoff of infinite play where the player to move is not named."""
    call = f"{call_text(game, 'player', (position,))} returned None"
    return payoff_without_player(game, f"the player to move, and {call}", position)


def not_by_the_rules(
    game: Game[Any, Any], rule: str, arguments: tuple[Any, ...], answers: tuple[object, object]
) -> GameContractError:
    """Return the error for a method that differs from the compiled rules of its game."""
    own, compiled = apart(*answers)
    return contract(
        game,
        "two modes",
        f"{call_text(game, rule, arguments)} is {own} by the method of {type(game).__name__}, and "
        f"{compiled} by its compiled rules: expected equal results; leave the method out",
        arguments[0],
    )


def seats_exchanged(game: Game[Any, Any], position: object, canonical: object) -> GameContractError:
    """Return the error for symmetric positions of different players if payoffs differ."""
    one, other = shown_apart(game, position, canonical)
    return contract(
        game,
        "endless",
        f"symmetric positions {one} and {other} have different players, and infinite play has the "
        f"payoff {spelled(game.endless)} for player 0: expected symmetries that keep the player",
        position,
    )


def not_a_seat(game: Game[Any, Any], position: object, answer: object) -> GameContractError:
    """Return the error for a player that is neither seat."""
    return contract(
        game,
        "player",
        f"{call_text(game, 'player', (position,))} returned {none_of(answer, 0, 1, None)}",
        position,
    )


def endless(
    game: Game[Any, Any], rule: str, arguments: tuple[Any, ...], most: int
) -> GameContractError:
    """Return the error for an iteration of results that does not end."""
    gives = f"{call_text(game, rule, arguments)} gives more than {most:,} answers"
    message = f"{gives}: expected a finite number"
    return contract(game, "finite", message, position_in(rule, arguments))


def not_repeatable(
    game: Game[Any, Any], rule: str, arguments: tuple[Any, ...], first: object, second: object
) -> GameContractError:
    """Return the error for a question that got two different answers."""
    returned = f"{call_text(game, rule, arguments)} returned {both_results(first, second)}"
    is_new = rule in GIVE_A_POSITION and is_equal_to_itself_only(type(first))
    advice = f"; give {type(first).__name__} __eq__ and __hash__" if is_new else ""
    message = f"{returned}: expected equal results{advice}"
    return contract(game, "repeatable", message, position_in(rule, arguments))


def both_results(first: object, second: object) -> str:
    """Return two answers to one question in words."""
    return " and then ".join(apart(first, second))


def gain_on_cycle(game: Game[Any, Any], position: object) -> GameContractError:
    """Return the error for a move that gains, and from which play returns."""
    message = (
        f"a move in position {shown(game, position)} gains, and play can return to it: expected "
        "no gain on a cycle"
    )
    return contract(game, "gains", message, position)


def no_text(
    game: Game[Any, Any], rule: str, arguments: tuple[Any, ...], answer: object
) -> GameContractError:
    """Return the error for a result that is to be displayed and is not a text."""
    returned = f"{call_text(game, rule, arguments)} returned {spelled(answer)}"
    wanted = "a str or None" if rule in MAY_BE_NONE else "a str"
    return contract(game, "texts", f"{returned}: expected {wanted}", position_in(rule, arguments))


def changed_rules(
    game: Game[Any, Any], position: object, before: object = None
) -> GameContractError:
    """Return the error for a position that was not found when the game was solved.

    ``before`` is the position one move earlier, if known.
    """
    message = (
        f"{where_missing(game, position, before)} was not found when the game was solved; "
        "rules must not change"
    )
    return contract(game, "repeatable", message, position if before is None else before)


def where_missing(game: Game[Any, Any], position: object, before: object = None) -> str:
    """Return a position that is missing, with the one before it if known, as text."""
    if before is None:
        return f"position {shown(game, position)}"
    there, here = shown_apart(game, position, before)
    return f"position {there}, one move after {here},"
