"""Calls of an author's game: every call guarded, every result checked.

The library calls a game's methods only here (and in the inner loop of
``exploring``, which makes the same calls inline). Every exception inside
the author's code is raised as a ``GameContractError`` that names the call,
with the author's own traceback as its cause. ``faults`` has the messages, and is loaded
with the first error.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from copy import copy
from functools import cached_property, partial
from itertools import islice, repeat
from types import ModuleType
from typing import Any, Generic, TypeGuard

from gamesolver.arguments import is_seat, whole
from gamesolver.errors import GameContractError, InvalidArgumentError, MemoryLimitError
from gamesolver.rules.compiled import CompiledGame, plain_of, require_rules
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.parameters import overrides, stakes_of, writes
from gamesolver.system.memory import MemoryMeter
from gamesolver.texts import error_text, least, spelled
from gamesolver.value import Bounds, Outcome, Preference, Value, points_in, preference_of

TURN_PASSES = "the turn passes with every move"

MOST_ANSWERS = 1_000_000
"""Maximum number of results of one call of ``moves``, ``candidates`` or ``symmetries``."""

BELIEVED_OF_GAMES = "candidates", "symmetries", "canonical", "plies_to_draw"
BELIEVED_OF_RULES = "candidates", "symmetries", "canonical", "index"
"""Methods of a game, or parts of compiled rules, that a proof trusts."""

FOR_EITHER = "format_for", "render_for", "svg_for"
"""Methods that show a position with a given player to move."""
IMAGES_A_LOOK = 1 << 14  # listed between two looks at the memory
WITHOUT_END = "does it go on without end?"


def faults() -> ModuleType:
    """Return the module of errors; it is loaded only with the first error."""
    from gamesolver.rules import faults

    return faults


class Rules(Generic[PositionT, MoveT]):
    """Guarded access to the methods of a game.

    Flags are True if the game writes a method, so that a default method is not called for every
    position: ``names_images`` (``symmetries``), ``folds`` (``symmetries`` or ``canonical``),
    ``has_seats`` (``player``), ``has_stages`` (``stage``), ``has_gains`` (``gain``),
    ``knows_candidates`` (``candidates``) and ``has_plies_to_draw`` (``plies_to_draw``).
    ``is_scored`` is True if the game has scores. ``payoff`` is the payoff of infinite play for
    player 0.
    """

    meter: MemoryMeter | None = None
    """Meter that checks lists of symmetric positions, if there is a memory limit."""

    def __init__(self, game: Game[PositionT, MoveT]) -> None:
        if not isinstance(game, Game):
            raise InvalidArgumentError(f"expected a Game, got {spelled(game)}{_made(game)}")
        self.game = game
        if isinstance(game, CompiledGame):
            require_rules(game)
        self.names_images = writes(game, "symmetries")
        self.folds = self.names_images or writes(game, "canonical")
        self.has_seats = writes(game, "player")
        self.has_stages = writes(game, "stage")
        self.has_candidates = writes(game, "candidates")
        self.has_gains = _gains(game)
        self.knows_candidates = writes(game, "candidates")
        self.has_plies_to_draw = overrides(game, "plies_to_draw")
        self.is_scored, self.payoff = stakes_of(game)
        self._ends: dict[int, Outcome] = {}
        self._derived = _derived(game)
        self._is_least = self.folds and _has_default_canonical(game)

    def within(self, meter: MemoryMeter) -> Rules[PositionT, MoveT]:
        """Return a copy of these rules for work with the memory of ``meter``."""
        rules = copy(self)
        rules.meter = meter
        return rules

    @cached_property
    def _calls(self) -> Any:
        """The calls of the compiled rules, kept because reading a game's ``rules`` may be slow."""
        return self.game.rules.calls  # type: ignore[attr-defined]  # used for compiled games only

    @property
    def score_limits(self) -> tuple[int | None, int | None]:
        """The least and the greatest score of any position, if the rules limit them."""
        if not isinstance(self.game, CompiledGame) or not self.is_scored:
            return None, None
        return self.game.rules.least_end, self.game.rules.most_end

    @property
    def believed(self) -> tuple[str, ...]:
        """The rules that the author wrote and that no play shows to be true, by their names."""
        names = [name for name in BELIEVED_OF_GAMES if overrides(self.game, name)]
        if isinstance(self.game, CompiledGame):
            rules = self.game.rules
            compiled = [name for name in BELIEVED_OF_RULES if getattr(rules, name) is not None]
            names = list(dict.fromkeys([*compiled, *names]))
        return tuple(names)

    @property
    def turns(self) -> str:
        """Hint on turns if the game does not define ``player``, else ''.

        A forgotten ``player`` cannot be detected. A position that is reached by a kept turn
        and by a passed one is then one position, and the results for one of the two are wrong.
        """
        return "" if self.has_seats else TURN_PASSES

    @cached_property
    def draws_for_either(self) -> frozenset[str]:
        """Methods that show a position for either player, in a game without ``player``."""
        written = frozenset(name for name in FOR_EITHER if self._draws(name))
        return frozenset() if self.has_seats else written

    def _draws(self, name: str) -> bool:
        if overrides(self.game, name) or not isinstance(self.game, CompiledGame):
            return overrides(self.game, name)
        plain = plain_of(self.game)
        return plain is not None and overrides(plain, name)

    def start(self) -> PositionT:
        """Return the start, known to be hashable."""
        try:
            position = self.game.start()
        except Exception as error:
            raise faults().blame(self.game, "start", (), error) from error
        return self.hashable(position, "start", ())

    def positions(self) -> Iterator[PositionT]:
        """Yield the further roots the game names, one by one."""
        for position in self._answers("positions", ()):
            yield self.hashable(position, "positions", ())

    def ending(self, position: PositionT) -> Outcome | None:
        """Return the outcome at the end of play, ``None`` before it."""
        try:
            end = self.call_end(position)
        except Exception as error:
            raise faults().blame(self.game, self.end_rule, (position,), error) from error
        if end is None:
            return None
        points = self.points(position, end)
        if self.payoff:
            return Outcome.of(points, 0, self.is_scored, self.payoff_at(position))
        outcome = self._ends.get(points)
        if outcome is None:
            outcome = self._ends[points] = Outcome.of(points, 0, self.is_scored)
        return outcome

    def end_result(self, position: PositionT) -> Value | int | None:
        """Return the score or, without scores, the value at the end of play, ``None`` before it."""
        ending = self.ending(position)
        if ending is None:
            return None
        return ending.value if ending.score is None else ending.score

    @property
    def end_rule(self) -> str:
        """Name of the rule that detects terminal positions."""
        return "terminal_score" if self.is_scored else "terminal_value"

    @property
    def call_end(self) -> Callable[[PositionT], Any]:
        """The end rule as the author wrote it."""
        return self.game.terminal_score if self.is_scored else self.game.terminal_value

    def points(self, position: PositionT, end: object) -> int:
        """Return the result of the end rule as a number; -1, 0 or 1 for a value."""
        if isinstance(end, Value) and not self.is_scored:
            return int(end.value)
        points = points_in(end) if self.is_scored else None
        if points is None:
            raise faults().not_an_end(self.game, self.end_rule, position, end)
        return points

    def gain(self, position: PositionT, move: MoveT) -> int:
        """Return the gain of a move for the player who makes it."""
        if not self.has_gains:
            return 0
        try:
            gain = self.game.gain(position, move)
        except Exception as error:
            raise faults().blame(self.game, "gain", (position, move), error) from error
        return self.gained(position, move, gain)

    def gained(self, position: PositionT, move: MoveT, gain: object) -> int:
        """Return the result of ``gain`` as a number."""
        points = points_in(gain)
        if points is None:
            raise faults().not_a_gain(self.game, position, move, gain)
        return points

    def gains(self, position: PositionT) -> Callable[[MoveT], int]:
        """Return a function from moves to gains; compiled rules compute all gains in one call."""
        if not self.has_gains or "gain" not in self._derived:
            return partial(self.gain, position)
        try:
            gains: dict[Any, int] = self._calls.call_gains(position)
        except Exception as error:
            raise faults().blame(self.game, "gain", (position,), error) from error
        return gains.__getitem__

    def payoff_at(self, position: PositionT) -> int:
        """Return the payoff of infinite play for the player to move."""
        if not self.payoff:
            return 0
        return self.payoff_for(position, self.player(position))

    def payoff_for(self, position: PositionT, seat: int | None) -> int:
        """Return the payoff of infinite play for ``seat``; raise if that is None."""
        if seat is None:
            raise faults().whose_endless_play(self.game, position)
        return -self.payoff if seat else self.payoff

    def preference(self, seat: int | None) -> Preference:
        """Return the preference of a player among outcomes."""
        return preference_of(self.game, self.payoff, seat)

    def moves(self, position: PositionT, most: int | None = None) -> tuple[MoveT, ...]:
        """Return the legal moves, at least one, at a non-terminal position; at most ``most``."""
        limit = MOST_ANSWERS + 1 if most is None else most
        try:
            moves = tuple(islice(self.game.moves(position), limit))
        except Exception as error:
            raise faults().blame(self.game, "moves", (position,), error) from error
        if len(moves) > MOST_ANSWERS:
            raise faults().endless(self.game, "moves", (position,), MOST_ANSWERS)
        if not moves:
            raise faults().stuck(self.game, position)
        return moves

    def play(self, position: PositionT, move: MoveT) -> PositionT:
        """Return the next position, known to be hashable."""
        try:
            successor = self.game.play(position, move)
        except Exception as error:
            raise faults().blame(self.game, "play", (position, move), error) from error
        try:
            hash(successor)
        except Exception as error:
            raise faults().unhashable(self.game, "play", (position, move), successor) from error
        return successor

    def choices(
        self, position: PositionT
    ) -> tuple[tuple[MoveT, ...], Callable[[MoveT], PositionT]]:
        """Return the legal moves, and what plays one of them: compiled rules give both at once."""
        if not self._derived >= {"moves", "play"}:
            return self.moves(position), partial(self.play, position)
        try:
            codes, positions = self._calls.call_successors(position)
        except Exception as error:
            raise faults().blame(self.game, "moves", (position,), error) from error
        if not codes:
            raise faults().stuck(self.game, position)
        return tuple(codes), dict(zip(codes, positions, strict=True)).__getitem__

    def successors(self, position: PositionT) -> Iterator[tuple[PositionT, int]]:
        """Return the position that each legal move leads to, and what the move gains."""
        if not self._derived >= {"moves", "play", "gain"}:
            moves, play = self.choices(position)
            gain = self.gains(position)
            return ((play(move), gain(move)) for move in moves)
        try:
            codes, positions, *gains = self._calls.call_moves(position)
        except Exception as error:
            raise faults().blame(self.game, "moves", (position,), error) from error
        if not codes:
            raise faults().stuck(self.game, position)
        return zip(positions, gains[0] if gains else repeat(0), strict=False)

    def candidates(self, position: PositionT) -> tuple[MoveT, ...] | Outcome | Bounds | None:
        """Return the author's knowledge of a position that is not terminal."""
        try:
            returned: Any = self.game.candidates(position)
            if returned is None or isinstance(returned, Outcome | Bounds):
                return returned
            answers = answers_in(returned)
            moves = None if answers is None else tuple(islice(answers, MOST_ANSWERS + 1))
        except Exception as error:
            raise faults().blame(self.game, "candidates", (position,), error) from error
        if moves is None:
            raise faults().no_verdict(self.game, position, returned)
        if not moves:
            raise faults().no_candidates(self.game, position)
        if len(moves) > MOST_ANSWERS:
            raise faults().endless(self.game, "candidates", (position,), MOST_ANSWERS)
        return moves

    def plies_to_draw(self, position: PositionT) -> int:
        """Return the least number of plies to a drawn terminal position."""
        if not self.has_plies_to_draw:
            return 0
        try:
            returned: Any = self.game.plies_to_draw(position)
        except Exception as error:
            raise faults().blame(self.game, "plies_to_draw", (position,), error) from error
        plies = whole(returned)
        if plies is None or plies < 0:
            raise faults().no_plies(self.game, position, returned)
        return plies

    def played(self, position: PositionT) -> list[tuple[MoveT, PositionT]]:
        """Return the legal moves, each with the next position."""
        moves, play = self.choices(position)
        return [(move, play(move)) for move in moves]

    def player(self, position: PositionT) -> int | None:
        """Return the seat to move, or ``None`` if the game names none."""
        if not self.has_seats:
            return None
        try:
            derived = "player" in self._derived
            seat = self._calls.call("player", position) if derived else self.game.player(position)
        except Exception as error:
            raise faults().blame(self.game, "player", (position,), error) from error
        if seat is not None and not is_seat(seat):
            raise faults().not_a_seat(self.game, position, seat)
        return seat

    def canonical(self, position: PositionT) -> PositionT:
        """Return the position that stands for the orbit."""
        if not self.folds:
            return position
        images = self._listed_images(position) if self._is_least else []
        try:
            if self._is_least:
                canonical: Any = least((position, *images))
            elif "canonical" in self._derived:
                canonical = self._calls.call("canonical", position)
            else:
                canonical = self.game.canonical(position)
        except Exception as error:
            self._require_images(position, images)
            raise faults().blame(self.game, "canonical", (position,), error) from error
        if canonical is None and position is not None:
            raise faults().no_image(self.game, position, canonical, self.names_images)
        return self.hashable(canonical, "canonical", (position,))

    def orbit(self, position: PositionT) -> set[PositionT]:
        """Return all positions of the orbit."""
        try:
            return {position, *self._listed_images(position)}
        except GameContractError:
            raise
        except Exception as error:
            raise faults().blame(self.game, "symmetries", (position,), error) from error

    def images(self, position: PositionT) -> list[PositionT]:
        """Return the positions of the orbit, each once, this one first, in a fixed order."""
        named = self._listed_images(position) if self.names_images else []
        try:
            return [*dict.fromkeys((position, *named))]
        except Exception as error:
            self._require_images(position, named)
            raise faults().blame(self.game, "symmetries", (position,), error) from error

    def is_image(self, position: object, canonical: PositionT) -> bool:
        """Return True if a position is the canonical one, or among its symmetries."""
        if position is canonical:
            return True
        try:
            return position == canonical or any(
                position == image for image in self._coming_images(canonical)
            )
        except GameContractError:
            raise
        except Exception as error:
            raise faults().not_comparable(self.game, position, error) from error

    def stage(self, position: PositionT) -> Hashable:
        """Return the label of the stage of play."""
        stage: Hashable = self._call("stage", (position,))
        return stage

    def format(self, position: PositionT, mover: int | None = None) -> str:
        """Return the position as a line of text; ``mover`` moves if positions do not show it.

        With ``None`` it is the text of the position by itself.
        """
        if mover is not None and "format_for" in self.draws_for_either:
            return self._text("format_for", position, mover)
        return self._text("format", position)

    def mover_in(self, text: str, position: PositionT) -> int | None:
        """Return the player to move that the text of a position ends with, if it names one."""
        if "format_for" not in self.draws_for_either:
            return None
        last_words = [self.format(position, seat).split(" ")[-1] for seat in (0, 1)]
        word = text.strip().split(" ")[-1]
        is_named = last_words[0] != last_words[1] and word in last_words
        return last_words.index(word) if is_named else None

    def format_move(self, move: MoveT) -> str:
        """Return the move in a short text."""
        return self._text("format_move", move)

    def stored_move(self, move: MoveT) -> str:
        """Return the move as files know it."""
        return self._text("stored_move", move)

    def mover(self, position: PositionT, plies: int, first: int = 0) -> int:
        """Return the player to move ``plies`` after a root.

        If positions do not name the player, ``first`` moves at the root and players alternate.
        """
        seat = self.player(position)
        return (first + plies) % 2 if seat is None else int(seat)

    def render(self, position: PositionT, mover: int | None = 0) -> str:
        """Return the board of a position as text; ``mover`` moves if the position does not show it.

        With ``None`` it is the board of the position by itself.
        """
        if mover is not None and "render_for" in self.draws_for_either:
            return self._text("render_for", position, mover)
        return self._text("render", position)

    def legend(self) -> str | None:
        """Return the legend of the names of board squares, or None."""
        legend = self._call("legend", ())
        return None if legend is None else self._as_text(legend, "legend", ())

    def svg(self, position: PositionT, mover: int = 0) -> Any:
        """Return the position as the author draws it, likewise."""
        if "svg_for" in self.draws_for_either:
            return self._call("svg_for", (position, mover))
        return self._call("svg", (position,))

    def hashable(self, position: Any, rule: str, arguments: tuple[Any, ...]) -> PositionT:
        """Return the position, or a complaint that it cannot be looked up."""
        try:
            hash(position)
        except Exception as error:
            raise faults().unhashable(self.game, rule, arguments, position) from error
        return position  # type: ignore[no-any-return]  # what the author calls a position is one

    def turn_kept(self, position: PositionT, successor: PositionT) -> bool:
        """Return True if the player who moved from ``position`` moves again at ``successor``."""
        return self.has_seats and self.player(position) == self.player(successor) is not None

    def _listed_images(self, position: PositionT) -> list[PositionT]:
        """Return the list of ``symmetries``; check its length and the memory at intervals."""
        images: list[PositionT] = []
        try:
            coming = iter(self.game.symmetries(position))
            while more := list(islice(coming, IMAGES_A_LOOK)):
                images += more
                if len(more) < IMAGES_A_LOOK:
                    break
                self._require_an_end(position, len(images))
        except (GameContractError, MemoryLimitError):
            raise
        except Exception as error:
            raise faults().blame(self.game, "symmetries", (position,), error) from error
        return images

    def _require_images(self, position: PositionT, images: list[PositionT]) -> None:
        """Raise if one of the listed symmetric positions is not a position."""
        for image in images:
            if image is None and position is not None:
                raise faults().no_position(self.game, "symmetries", (position,))
            self.hashable(image, "symmetries", (position,))

    def _coming_images(self, position: PositionT) -> Iterator[PositionT]:
        """Yield the symmetric positions one by one, for callers that may stop early."""
        for count, image in enumerate(self._answers("symmetries", (position,)), start=1):
            if count % IMAGES_A_LOOK == 0:
                self._require_an_end(position, count)
            yield image

    def _require_an_end(self, position: PositionT, count: int) -> None:
        """Raise if ``count`` symmetric positions exceed the maximum number or the memory."""
        if count > MOST_ANSWERS:
            raise faults().endless(self.game, "symmetries", (position,), MOST_ANSWERS)
        if self.meter is not None:
            call = faults().call_text(self.game, "symmetries", (position,))
            self.meter.check(f"{count} answers of {call} listed", advice=WITHOUT_END)

    def _answers(self, rule: str, arguments: tuple[Any, ...]) -> Iterator[Any]:
        try:
            yield from getattr(self.game, rule)(*arguments)
        except Exception as error:
            raise faults().blame(self.game, rule, arguments, error) from error

    def _text(self, rule: str, *arguments: Any) -> str:
        return self._as_text(self._call(rule, arguments), rule, arguments)

    def _as_text(self, answer: object, rule: str, arguments: tuple[Any, ...]) -> str:
        if not isinstance(answer, str):
            raise faults().no_text(self.game, rule, arguments, answer)
        return str.__str__(answer)  # a plain text: one of another class may do anything

    def _call(self, rule: str, arguments: tuple[Any, ...]) -> Any:
        try:
            return getattr(self.game, rule)(*arguments)
        except Exception as error:
            raise faults().blame(self.game, rule, arguments, error) from error


def seats_of(game: Game[Any, Any]) -> tuple[str, str]:
    """Return the names of the players, player 0 first; raise if they are not two names."""
    try:
        seats: object = game.seats
    except GameContractError:  # of the plain rules of a compiled game, which name them
        raise
    except Exception as error:  # an author's own property may raise anything
        message = f"seats raised {error_text(error)}"
        raise faults().contract(game, "raises", message) from error
    names = (
        [str.__str__(seat) for seat in seats if isinstance(seat, str)] if _is_pair(seats) else []
    )
    if len(names) != 2:
        message = f"seats is {spelled(seats)}: expected a tuple of two texts"
        raise faults().contract(game, "seats", message)
    first, second = names
    if first == second:
        message = f"seats is {spelled(seats)}: expected two different texts"
        raise faults().contract(game, "seats", message)
    return first, second


def _is_pair(seats: object) -> TypeGuard[tuple[Any, Any]]:
    return isinstance(seats, tuple) and len(seats) == 2


def answers_in(returned: Any) -> Iterator[Any] | None:
    """Return an iterable result of an author's method; ``None`` for a single object or a text."""
    if isinstance(returned, str):
        return None
    try:
        answers: Iterator[Any] = iter(returned)
    except TypeError:
        return None
    return answers


def _made(game: object) -> str:
    is_class = isinstance(game, type) and issubclass(game, Game)
    return f"; make one by calling it: {game.__name__}()" if is_class else ""  # type: ignore[attr-defined]  # a class


def _gains(game: Game[Any, Any]) -> bool:
    """Return True if moves may gain something."""
    return game.rules.has_gains if isinstance(game, CompiledGame) else overrides(game, "gain")


def further_methods(game: CompiledGame) -> list[str]:
    """Return the methods that the author wrote although the compiled rules define them."""
    ends = ("terminal_value", "terminal_score")[: 1 if game._ends_are_signs else 2]
    written = (*ends, "moves", "play", "gain")
    further = (name for name in ("player", "stage") if getattr(game.rules, name) is not None)
    return [name for name in (*written, *further) if overrides(game, name)]


def _has_default_canonical(game: Game[Any, Any]) -> bool:
    """Return True if the author did not write ``canonical``: it is the least of the orbit."""
    return not (isinstance(game, CompiledGame) or overrides(game, "canonical"))


def _derived(game: Game[Any, Any]) -> frozenset[str]:
    """Return the methods that only call the compiled rules."""
    if not isinstance(game, CompiledGame):
        return frozenset()
    kind = type(game)
    names = ("moves", "play", "player", "canonical", "gain")
    return frozenset(name for name in names if getattr(kind, name) is getattr(CompiledGame, name))
