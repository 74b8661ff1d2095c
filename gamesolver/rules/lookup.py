"""Positions passed by the caller: roots of a solve, and positions to look up.

**Roots** are where solving begins. The start comes first, the further roots after it. What the game
itself names is the author's; what the caller passes as ``start=`` or ``positions=`` is the
caller's, and the game is not blamed for it.

**Looking up.** A position is known if the table holds the canonical one that stands for its orbit,
and it is that position or symmetric to it. A game may also fold objects that are not positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import suppress
from functools import partial
from itertools import chain
from numbers import Integral
from typing import Any, TypeVar

from gamesolver.arguments import is_position, whole
from gamesolver.errors import (
    Advice,
    FileError,
    GameContractError,
    GameSolverError,
    InvalidArgumentError,
    UnknownPositionError,
)
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.guard import WITHOUT_END, Rules, faults
from gamesolver.system.memory import MemoryMeter
from gamesolver.texts import error_text, has_few_parts, spelled, with_article

EntryT = TypeVar("EntryT")
A_NUMBER = "expected a whole number from 0 to 2^64 - 2"
A_TEXT = "it is the text of one: expected game.parse(text)"
ROOTS_A_CHECK = 1 << 14
ROOTS_SAMPLED = 1 << 14
MOST_AGAIN = 1_000_000  # roots in a row that repeat earlier ones
STARTS_COMPARED = 8  # calls of start(): a fair coin passes once in 128 times
ANSWERS_COMPARED = 4  # calls of each other rule at a root
MOVES_COMPARED = 8  # moves of a root that are played each time


# ── roots ───────────────────────────────────────────────────────────────────────────────────────


def roots_of(
    rules: Rules[PositionT, MoveT], start: PositionT | None, positions: Iterable[PositionT] | None
) -> Iterator[PositionT]:
    """Return the positions to solve from: the start first, then the further ones."""
    further: Iterator[PositionT]
    first = _own_start(rules) if start is None else _root_from_caller(rules, start, "start")
    if positions is not None:
        if not isinstance(positions, Iterable) or isinstance(positions, str):
            message = f"bad positions {spelled(positions)}: expected an iterable of positions"
            raise InvalidArgumentError(message + ", no text" * isinstance(positions, str))
        further = (_root_from_caller(rules, root, "positions") for root in positions)
        return chain([first], _with_an_end(further, partial(_endless_from_caller, positions)))
    further = rules.positions() if start is None else iter(())
    return chain([first], _with_an_end(further, partial(_endless_of, rules)))


def _with_an_end(
    roots: Iterator[PositionT], endless: Callable[[], Exception]
) -> Iterator[PositionT]:
    """Yield the roots; raise if very many in a row repeat earlier ones.

    A sample of the roots, chosen by their hashes, shows that. New roots end by themselves, for
    each takes memory.
    """
    sample, every, again = set[int](), 1, 0
    for root in roots:
        yield root
        number = hash((hash(root),))  # mixed: the hash of an integer is the integer
        if number % every:
            continue
        again = again + every if number in sample else 0
        if again >= MOST_AGAIN:
            raise endless()
        sample.add(number)
        if len(sample) > ROOTS_SAMPLED:
            every *= 2
            sample = {each for each in sample if each % every == 0}


def _endless_of(rules: Rules[Any, Any]) -> GameContractError:
    repeats = f"positions() repeats {MOST_AGAIN:,} positions in a row"
    message = f"{repeats}: expected a finite number"
    return faults().contract(rules.game, "finite", message)  # type: ignore[no-any-return]  # one


def _endless_from_caller(positions: object) -> InvalidArgumentError:
    repeats = f"bad positions {spelled(positions)}: they repeat {MOST_AGAIN:,} positions in a row"
    return InvalidArgumentError(f"{repeats}; expected a finite number")


def list_roots(
    rules: Rules[PositionT, MoveT],
    start: PositionT | None,
    positions: Iterable[PositionT] | None,
    meter: MemoryMeter,
) -> list[PositionT]:
    """Return the roots as a list; raise if the memory does not suffice."""
    roots: list[PositionT] = []
    for root in roots_of(rules, start, positions):
        roots.append(root)
        if len(roots) % ROOTS_A_CHECK == 0:
            used_bytes = meter.check(has_read(roots), advice=WITHOUT_END)
            if meter.needs_estimate(used_bytes):
                raise meter.without_estimate(has_read(roots), used_bytes, WITHOUT_END)
    return roots


def has_read(roots: Sized) -> str:
    """Return the progress message for the roots read up to now."""
    return f"reading {len(roots)} positions to begin with"


def valid_positions(game: CompiledGame) -> Iterator[int]:
    """Yield the positions of all valid indexes of an indexed game, one by one."""
    calls = game.rules.calls
    for index in range(game.rules.num_indexes or 0):
        position = calls.position_in(index)
        if calls.index_of(position) == index:
            yield position


def require_positions(game: CompiledGame, roots: Iterable[object]) -> None:
    """Try "bounds" on what a compiled game begins with."""
    for root in roots:
        if not is_position(root):
            message = f"the game begins at {spelled(root)}: expected a whole number"
            raise faults().contract(game, "bounds", f"{message} from 0 to 2^64 - 2", root)


def queried_position(rules: Rules[PositionT, MoveT], position: PositionT | None) -> PositionT:
    """Return the position that a caller passed, or the start if it is ``None``."""
    if position is None:
        return _own_start(rules)
    root = _root_from_caller(rules, position, "position")
    why = _stray(rules, root) if isinstance(rules.game, CompiledGame) else ""
    if why:
        raise InvalidArgumentError(f"bad position {spelled(position)} in position=...: {why}")
    return root


def _own_start(rules: Rules[PositionT, MoveT]) -> PositionT:
    start = rules.start()
    for _ in range(STARTS_COMPARED - 1):
        _require_equal(rules, "start", (), start, rules.start())
    if isinstance(rules.game, CompiledGame):
        require_positions(rules.game, [start])
    canonical = rules.canonical(start)
    if not rules.is_image(start, canonical):
        raise _no_images(rules.game, start, canonical)
    _require_repeatable(rules, start)
    return own(rules, start, start)  # type: ignore[no-any-return]  # an equal one


def _require_repeatable(rules: Rules[Any, Any], root: Any) -> None:
    """Raise if the rules answer differently when they are called again at a root.

    Compiled rules are compared with themselves as plain Python before a solve.
    """
    if isinstance(rules.game, CompiledGame):
        return
    firsts = _answers_at(rules, root)
    for _ in range(ANSWERS_COMPARED - 1):
        for first, second in zip(firsts, _answers_at(rules, root), strict=False):
            _require_equal(rules, *first, second[-1])


def _answers_at(rules: Rules[Any, Any], root: Any) -> list[tuple[str, tuple[Any, ...], Any]]:
    """Return what some rules answer at a root, up to the first that raises."""
    answers: list[tuple[str, tuple[Any, ...], Any]] = []
    with suppress(Exception):  # the work that follows meets it again, and reports it
        answers.append((rules.end_rule, (root,), rules.end_result(root)))
        if answers[0][2] is None:
            answers.append(("player", (root,), rules.player(root)))
            moves = rules.moves(root, MOVES_COMPARED)
            answers.append(("moves", (root,), moves))
            for move in moves:
                answers.append(("play", (root, move), rules.play(root, move)))
    return answers


def _require_equal(
    rules: Rules[Any, Any], rule: str, arguments: tuple[Any, ...], first: object, second: object
) -> None:
    """Raise unless two answers to one question are equal."""
    try:
        is_equal = bool(first == second)
    except Exception:  # the work that follows compares positions, and reports it
        return
    if not is_equal:
        raise faults().not_repeatable(rules.game, rule, arguments, first, second)


def _no_images(game: Game[Any, Any], start: Any, canonical: Any) -> GameContractError:
    """Return the error for a start that is not symmetric to its canonical position."""
    if isinstance(game, CompiledGame) and game.rules.is_indexed and not game.rules.canonical:
        index = game.rules.calls.index_of(start)
        return faults().not_alone(game, start, canonical, index)  # type: ignore[no-any-return]  # one
    one, other = faults().shown_apart(game, start, canonical)
    message = f"canonical({one}) is {other}, to which it is not symmetric"
    return faults().contract(game, "canonical", message, start)  # type: ignore[no-any-return]  # one


def _root_from_caller(
    rules: Rules[PositionT, MoveT], position: PositionT, argument: str
) -> PositionT:
    """Return a root of the caller's: if the game cannot read it, that is not the game's fault."""
    bad = f"bad position {spelled(position)} in {argument}=...:"
    original: Any = position
    if type(original) is not int and isinstance(original, Integral):
        position = own(rules, rules.start(), original)
    try:
        hash(position)
    except Exception as error:
        raise InvalidArgumentError(f"{bad} expected a hashable one") from error
    try:
        is_image = rules.is_image(position, rules.canonical(position))
        if rules.ending(position) is None and argument != "positions":
            rules.moves(position)  # of one root only: there may be a million
    except GameContractError as error:
        is_it = f"expected a position of {rules.game!r}; {error.faults[0].message}"
        why = A_TEXT if _is_text_of_one(rules, position) else is_it
        raise InvalidArgumentError(f"{bad} {why}") from (error.__cause__ or error)
    if not is_image:
        raise InvalidArgumentError(
            f"{bad} expected a position of {rules.game!r} that belongs to its own orbit"
        )
    if argument != "positions":
        _require_repeatable(rules, position)
    return position


def _is_text_of_one(rules: Rules[Any, Any], position: object) -> bool:
    """Return True if an object is the text of a position, and not the position."""
    if not isinstance(position, str):
        return False
    with suppress(Exception):  # not every text can be read
        read = rules.game.parse(position)
        return type(read) is not str and rules.is_image(read, rules.canonical(read))
    return False


# ── looking up ──────────────────────────────────────────────────────────────────────────────────


def own(rules: Rules[Any, Any], start: Any, position: Any) -> Any:
    """Return the position as the game has it: Python's integer for numpy's, where its own are such.

    numpy's are equal to it, but computed with they run over, and their texts are others.
    """
    if type(position) is int or not isinstance(position, Integral):
        return position
    number = whole(position)  # there is none in True, nor in numpy's spans of time
    has_integers = isinstance(rules.game, CompiledGame) or type(start) is int
    return position if number is None or not has_integers else number


def look_up(
    rules: Rules[Any, Any], find: Callable[[Any], EntryT | None], start: Any, position: object
) -> tuple[EntryT | None, Exception | None]:
    """Return the entry of a position if it is known, and the exception that the game raised.

    ``find`` looks a canonical position up. True, False and floats are not positions of a compiled
    game, though they can be equal to integers in Python.
    """
    try:
        position = own(rules, start, position)
        if isinstance(rules.game, CompiledGame):
            _require_number(position)
        canonical = rules.canonical(position)
        entry = find(canonical)
        hash(position)
        is_known = entry is not None and rules.is_image(position, canonical)
        return (entry if is_known else None), None
    except FileError:  # the table cannot be read: the position is not at fault
        raise
    except GameSolverError as error:
        cause = error.__cause__
        return None, cause if isinstance(cause, Exception) else error
    except Exception as error:  # a foreign object may do anything when it is compared
        return None, error


def _require_number(position: object) -> None:
    if type(position) is not int or not is_position(position):
        raise InvalidArgumentError(f"bad position {spelled(position)}: {A_NUMBER}")


def unknown_position(
    rules: Rules[Any, Any],
    find: Callable[[Any], object],
    start: Any,
    position: object,
    cause: Exception | None,
) -> UnknownPositionError:
    """Return the error for an unknown position; ``cause`` is the exception that it raised."""
    from gamesolver.rules.messages import shown, shown_apart

    alike = _look_alike(rules, find, start, position)
    if alike is not None:
        stranger, image = shown_apart(rules.game, position, alike)
        message = f"unknown position {stranger}: the solution has {image}, which is not equal to it"
        return UnknownPositionError(message, position)
    why, advice = _why(rules, find, start, position, cause)
    message = f"unknown position {shown(rules.game, position)}: {why}"
    return UnknownPositionError(message, position).advised(*advice)


def _look_alike(
    rules: Rules[Any, Any], find: Callable[[Any], object], start: Any, position: object
) -> Any:
    """A known position of the same text and another type, if the start or the text leads to one."""
    if not has_few_parts(position):  # its text may have no end
        return None
    with suppress(Exception):  # a foreign object may do anything
        text = rules.game.format(position)
        if type(position) is not type(start) and text == rules.game.format(start):
            return start
        read = rules.game.parse(text)
        is_known = look_up(rules, find, start, read)[0] is not None
        if is_known and type(read) is not type(position) and text == rules.game.format(read):
            return read
    return None


def _why(
    rules: Rules[Any, Any],
    find: Callable[[Any], object],
    start: Any,
    position: object,
    cause: Exception | None,
) -> tuple[str, tuple[Advice, ...]]:
    from gamesolver.rules.messages import shown

    game = rules.game
    if isinstance(position, str):
        with suppress(Exception):  # not every text can be read
            if look_up(rules, find, start, game.parse(position))[0] is not None:
                return "it is the text of a known one: pass game.parse(text)", ()
    if isinstance(game, CompiledGame) and not is_position(own(rules, start, position)):
        return A_NUMBER, ()
    if isinstance(game, CompiledGame) and game.rules.is_indexed:
        return f"no position in the index of {game!r}", ()
    doubt = _doubt(game, start, position, cause)
    if doubt:
        return doubt, ()
    where = "the start" if start == rules.start() else f"position {shown(game, start)}"
    solves = Advice("solves it", {"start": None}, "solve(game, {})")
    return f"not reachable from {where} of {game!r}", (solves,)


def _stray(rules: Rules[Any, Any], position: Any) -> str:
    """Return the reason why an integer is not a position, if the game can parse its start."""
    with suppress(Exception):  # a game need not read texts at all
        if rules.game.parse(rules.game.format(rules.start())) == rules.start():
            return _unreadable(rules.game, position)
    return ""


def _doubt(game: Game[Any, Any], start: Any, position: object, cause: Exception | None) -> str:
    """Return the reason to doubt that an object is a position of the game, or ''."""
    from gamesolver.rules.messages import shown

    is_it = f"expected a position of {game!r};"
    if cause is not None:
        return f"{is_it} a call with it raised {error_text(cause)}"
    if type(position) is not type(start):
        kind = with_article(type(start).__name__)
        return f"{is_it} its start is {shown(game, start)}, {kind}"
    with suppress(Exception):  # a game need not read texts at all
        if game.parse(game.format(start)) == start:
            return _unreadable(game, position)
    return ""


def _unreadable(game: Game[Any, Any], position: Any) -> str:
    """Return the error message for a position that the game cannot format or parse, or ''."""
    try:
        game.parse(game.format(position))
    except GameSolverError as error:
        return error.message
    return ""
