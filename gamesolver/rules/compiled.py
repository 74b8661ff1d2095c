"""The rules of a game as numba functions: the same game, a thousand times faster.

A *position* is an integer from 0 to 2^64 - 2. The rules are a bundle of functions
that numba has compiled, each with one fixed signature:

======================================================  ============================================
``successors(position, moves, positions) -> int64``     fill two buffers with move codes, unique in
                                                        the position, and **raw** next positions;
                                                        how many
``terminal_code(position) -> int64``                    -1, 0 or 1 (loss, draw, win) for the player
                                                        to move once play has ended, else 2
``terminal_score(position) -> int64``                   in its place: by how much the player to move
                                                        has won at the end, else ``NO_SCORE``
``symmetries(position, positions) -> int64``            fill a buffer with the symmetric positions;
                                                        itself and repeats are harmless; how many
``canonical(position) -> uint64``                       the position that stands for the orbit
``player(position) -> int64``                           the seat to move, 0 or 1
``stage(position) -> int64``                            a number that never falls along a move
``index(position) -> int64``                            the index of the orbit, -1 for no position
``position_at(index) -> uint64``                        the position that stands for the orbit there
``predecessors(position, positions) -> int64``          fill a buffer with the **raw** positions one
                                                        move back; how many
``predecessor_indexes(position, indexes) -> int64``     fill a buffer with the indexes of those;
                                                        how many
``count_moves(position) -> int64``                      how many moves ``successors`` writes
``candidates(position, moves, positions, priorities)``  fill three buffers with moves to try, and
                                                        return their number or a verdict
======================================================  ============================================

``position`` is always a ``uint64``. ``successors`` and one of the two ends are needed, with
``max_moves``, the most moves that any position has (``max_symmetries``: that ``symmetries``
writes; an indexed game with ``predecessors`` is solved sooner if that is exact). ``index`` and
``position_at`` are given together, with ``num_indexes``. Index i is *used* if
``index(position_at(i)) == i``, else unused. A game that folds defines its ``symmetries``.

If ``num_indexes`` is a mapping from each number that ``stage`` returns to the number of indexes of
that stage, the game is indexed *by stages*. Then ``index(position)`` is the index within the stage
of the position, and ``position_at(stage, index)`` is its inverse. Elsewhere indexes count through
all stages, the first stage first. With a folder such a game is solved stage by stage on disk, and
only one stage at a time must fit into memory.

``predecessors`` is optional. An indexed game that has it is solved with no memory in addition to
its table. It lists each position that has a move to ``position`` itself, once for each such move.
Symmetric positions of these are listed too, but not positions that lead only to a symmetric
position of ``position``. It lists at most ``max_predecessors``, by default ``max_moves``. Terminal
positions and integers that are not positions (``index``: -1) may be listed and are ignored.
It is called for terminal positions as well, and finds the positions that the start reaches. A game
that is indexed by stages and solved on disk needs no more memory than the table of a stage, if
``predecessors`` is given. Predecessors in earlier stages are recognised by ``stage`` and ignored.

Two more rules are faster forms of others. ``predecessor_indexes`` returns the index of each
position that ``predecessors`` lists, in any order. It requires that ``num_indexes`` is one
number, and it is called if ``player`` is not given. ``count_moves`` is called for positions that
are not terminal, and counts the moves without writing them.

If moves gain, ``successors(position, moves, positions, gains) -> int64`` fills a third buffer
with the points that each move wins at once, two million at most. A game with scores gives bounds
of the score of every position from there on, ``least_score`` and ``most_score``, a million
either way at most. The width of table entries follows from them. If play has cycles and gains,
``stage`` must rise with every move that gains.

``candidates`` gives ``prove`` the author's knowledge: moves to try, each with its
next position and a priority, the greatest first. Others may be left out if a best move is among
them. It may return a verdict of ``gamesolver.verdicts`` instead of a count: ``won_in(plies)``,
``won_within(plies)``, ``nothing_known()`` and others. A priority may be ``roughly(priority)`` if
the author is not sure of it. If a bound does not decide the position, the moves of ``successors``
are tried. If moves gain, a buffer for gains comes before that for priorities. ``candidates`` is
called for positions that are not terminal. It is never trusted: a proof is verified without it.

``stage_labels`` maps each number of ``stage`` to its label, if ``game.stage`` shall not return
the number. Several numbers may have one label. ``None`` is for positions without a stage.

``index``, ``canonical`` and ``symmetries`` may be called with any integer. For an integer that is
not a position they may return anything within bounds (``index``: -1). ``stage`` is called
for indexed positions, and in a game indexed by stages for all that ``predecessors`` lists.

They are compiled here for their signatures: ``@njit(cache=True)`` is all an author writes.

**A game does not change, so its ``rules`` and ``plain`` are read once**, though an
author writes properties: each is an ``ComputedOnce``. The title and the names of the players are
those of the plain rules, unless the compiled game defines them itself.
"""

from __future__ import annotations

import weakref
from abc import abstractmethod
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from functools import cached_property, partial
from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar, cast

import attrs

from gamesolver.arguments import NO_POSITION, is_position, whole
from gamesolver.errors import (
    GameContractError,
    IllegalMoveError,
    InvalidArgumentError,
    PositionTextError,
)
from gamesolver.rules.game import Game
from gamesolver.rules.parameters import (
    has_own_title,
    has_scores,
    method_of,
    overrides,
    title_of,
    writes,
)
from gamesolver.texts import AS_REPR, error_text, spelled
from gamesolver.value import NO_SCORE, PLAYING, Bounds, Outcome, Value

if TYPE_CHECKING:
    from gamesolver.rules.calls import Calls
    from gamesolver.rules.indexes_by_stage import IndexesByStage

MOST_LISTED, MOST_INDEXES = 10**6, 2**62
"""Greatest ``max_moves``, ``max_symmetries``, ``max_predecessors``, and number of indexes."""

OR_BY_STAGE = ", or a mapping from each stage to how many indexes it has"

MOST_SCORE = 1_000_000  # of compiled games, either way: preference keys can hold somewhat more
WITH_GAINS = 4  # arguments that ``successors`` has where moves gain
MAX_IMAGES = 64  # positions that ``symmetries`` may write by default

REQUIRED = ("successors",)
ENDS = ("terminal_code", "terminal_score")
OPTIONAL = (
    "symmetries",
    "canonical",
    "player",
    "stage",
    "index",
    "position_at",
    "predecessors",
    "predecessor_indexes",
    "count_moves",
    "candidates",
)


def _plain_number(bound: Any) -> Any:
    """Return a whole number as kernels take it, not one of numpy's; anything else as it is."""
    number = whole(bound)
    return bound if number is None else number


def _counted(num_indexes: Any) -> Any:
    """Return the number of indexes, with those of each stage if ``indexes`` is a mapping."""
    if not isinstance(num_indexes, Mapping):
        return num_indexes
    from gamesolver.rules.indexes_by_stage import counted  # few games are indexed so

    return counted(num_indexes, MOST_INDEXES)


@attrs.frozen(eq=False)
class CompiledRules:
    """The rules of a game as numba functions: what ``CompiledGame.rules`` gives.

    Make a bundle once for each set of parameters and keep it (``functools.cache``).

    >>> from numba import njit
    >>> @njit
    ... def successors(heap, moves, positions):
    ...     moves[0], positions[0] = 1, heap >> 1
    ...     return 1
    >>> halving = CompiledRules(successors, njit(lambda heap: 2 if heap else -1), max_moves=1)
    >>> halving.is_indexed, halving.writes("player")
    (False, False)
    """

    successors: Any
    terminal_code: Any = None
    max_moves: int = attrs.field(default=0)
    symmetries: Any = None
    canonical: Any = None
    player: Any = None
    stage: Any = None
    index: Any = None
    position_at: Any = None
    num_indexes: int | None = attrs.field(default=None, converter=_counted)
    max_symmetries: int = MAX_IMAGES
    predecessors: Any = None
    max_predecessors: int = attrs.field(
        default=attrs.Factory(lambda rules: rules.max_moves, takes_self=True)
    )
    terminal_score: Any = None
    least_score: int | None = attrs.field(default=None, converter=_plain_number)
    most_score: int | None = attrs.field(default=None, converter=_plain_number)
    stage_labels: Mapping[int, Hashable] | None = None
    candidates: Any = None
    predecessor_indexes: Any = None
    count_moves: Any = None

    def __attrs_post_init__(self) -> None:
        for name in ("max_moves", "max_symmetries", "max_predecessors"):
            _require_count(name, getattr(self, name), MOST_LISTED)
        if len({rule is None for rule in (self.num_indexes, self.index, self.position_at)}) > 1:
            needs = "num_indexes, index and position_at: expected all three or none"
            raise InvalidArgumentError(f"an indexed game needs {needs}")
        if self.num_indexes is not None:
            _require_count("num_indexes", self.num_indexes, MOST_INDEXES, OR_BY_STAGE)
        if self.predecessor_indexes is not None and (not self.leads_back or self.by_stage):
            raise InvalidArgumentError(
                "predecessor_indexes is defined without the rules that it requires: expected "
                "predecessors too, and num_indexes as one whole number"
            )
        if self.by_stage is not None and self.stage is None:
            raise InvalidArgumentError(
                "num_indexes by stage requires the rule stage: expected both"
            )
        for name in (*REQUIRED, *ENDS, *OPTIONAL):
            rule = getattr(self, name)
            if not callable(rule) and (rule is not None or name in REQUIRED):
                message = f"bad rule {name}: expected a numba function, got {spelled(rule)}"
                raise InvalidArgumentError(message)
        if (self.terminal_code is None) == (self.terminal_score is None):
            both = "neither" if self.terminal_code is None else "both"
            raise InvalidArgumentError(
                f"a bundle needs one end, terminal_code or terminal_score: got {both}"
            )
        self._require_bounds()
        labels = self.stage_labels
        if labels is not None and (self.stage is None or not isinstance(labels, Mapping)):
            raise InvalidArgumentError(
                f"bad stage_labels {spelled(labels)}: expected a label for each number of the rule "
                "stage, which is also required"
            )
        if self._takes_gains and not self.is_scored:
            raise InvalidArgumentError(
                "successors takes a buffer for gains, and terminal_code gives values: expected "
                "terminal_score, because gains are scores"
            )

    def _require_bounds(self) -> None:
        """Raise unless scores have bounds that can be, and values none."""
        least, most = whole(self.least_score), whole(self.most_score)
        if self.terminal_score is None and self.least_score is self.most_score is None:
            return
        if self.terminal_score is None or least is None or most is None:
            raise InvalidArgumentError(
                "least_score and most_score: expected two whole numbers with terminal_score, and "
                f"neither with terminal_code, got {spelled(self.least_score)} and "
                f"{spelled(self.most_score)}"
            )
        if not -MOST_SCORE <= least <= most <= MOST_SCORE:
            raise InvalidArgumentError(
                f"bad bounds of scores: expected least_score up to most_score, from "
                f"{-MOST_SCORE:,} to {MOST_SCORE:,}, got {least} and {most}"
            )

    # ── tables for rules ───────────────────────────────────────────────────

    @staticmethod
    def fresh(function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a compiled function that is compiled again whenever its sources have changed.

        Use it for a function that you call from Python to fill a table that rules read. Rules are
        compiled again if anything that goes into them has changed. Any other function numba takes
        from its cache while the file of the function is unchanged, even if its helpers in other
        files have changed.

        Parameters
        ----------
        function
            Function under ``@njit(cache=True)``.

        Returns
        -------
        Callable
            The function that was passed, from now on compiled again like a rule.

        Raises
        ------
        gamesolver.InvalidArgumentError
            ``function`` is not a compiled function.
        """
        from gamesolver.rules.sources import is_compiled, keep_fresh

        if not is_compiled(function):
            expected = f"expected a function under @numba.njit, got {spelled(function)}"
            raise InvalidArgumentError(expected)
        keep_fresh(function)
        return function

    # ── scores ─────────────────────────────────────────────────────────────

    @property
    def is_scored(self) -> bool:
        """True if terminal positions have scores."""
        return self.terminal_score is not None

    @property
    def has_gains(self) -> bool:
        """True if moves gain, so that ``successors`` takes a buffer for gains."""
        return self.is_scored and self._takes_gains

    @property
    def _takes_gains(self) -> bool:
        """True if ``successors`` takes the buffer for gains."""
        written = getattr(self.successors, "py_func", self.successors)
        code = getattr(written, "__code__", None)
        return code is not None and code.co_argcount == WITH_GAINS

    @property
    def end_rule(self) -> str:
        """Name of the rule that detects terminal positions."""
        return "terminal_score" if self.is_scored else "terminal_code"

    @property
    def playing(self) -> int:
        """Result of the end rule for a position that is not terminal."""
        return NO_SCORE if self.is_scored else PLAYING

    @property
    def least_end(self) -> int:
        """Least result of the end rule for a terminal position."""
        return int(Value.LOSS) if self.least_score is None else self.least_score

    @property
    def most_end(self) -> int:
        """The most."""
        return int(Value.WIN) if self.most_score is None else self.most_score

    @property
    def possible_ends(self) -> str:
        """Description of the possible results of the end rule."""
        if not self.is_scored:
            return "-1, 0, 1 or 2"
        return f"a score from {self.least_end} to {self.most_end}, or NO_SCORE"

    def label_of(self, number: int) -> Hashable:
        """Return the label of a ``number`` that ``stage`` returns; ``None`` for no stage."""
        return number if self.stage_labels is None else self.stage_labels.get(number)

    def numbers_of(self, label: Hashable) -> list[int]:
        """Return the numbers of ``stage`` that have this ``label``."""
        if self.stage_labels is not None:
            return [number for number, each in self.stage_labels.items() if each == label]
        number = whole(label)
        return [] if number is None else [number]

    def writes(self, rule: str) -> bool:
        """Return True if the author wrote this rule, or another from which it follows."""
        if rule == "canonical":
            return any(
                source is not None for source in (self.symmetries, self.canonical, self.index)
            )
        return getattr(self, rule) is not None

    @property
    def is_indexed(self) -> bool:
        """True if the game is indexed."""
        return self.num_indexes is not None

    @property
    def by_stage(self) -> Mapping[int, int] | None:
        """Number of indexes of each stage, the first stage first; None without such numbers."""
        if self.num_indexes is None or type(self.num_indexes) is int:
            return None
        return cast("IndexesByStage", self.num_indexes).by_stage

    @property
    def is_staged_and_enumerated(self) -> bool:
        """True if the positions are found, and have stages by which they can be sorted then."""
        return not self.is_indexed and self.stage is not None

    @property
    def has_stages(self) -> bool:
        """True if the game can be solved stage by stage, so that it can use tables."""
        return self.by_stage is not None or self.is_staged_and_enumerated

    @property
    def leads_back(self) -> bool:
        """True if the game has predecessors, and indexes at which to look them up."""
        return self.is_indexed and self.predecessors is not None

    @cached_property
    def calls(self) -> Calls:
        """The functions as the kernels take them: one for each signature, none missing."""
        from gamesolver.rules.calls import Calls  # numba is loaded when rules are first called

        return Calls.of(self)

    @cached_property
    def trials_passed(self) -> set[str]:
        """The trials of these rules that need not be made again."""
        return set()


# ── properties that are read once, and attributes taken from the plain rules ────────────────────

COMPUTED_ONCE = ("rules", "plain")


class ComputedOnce(property):
    """Property that is computed once for each game.

    The values are kept here as long as the game lives (also while a value refers to it). They are
    not kept in the game, because they would become part of its pickles and copies.
    """

    def __init__(self, *written: Any) -> None:
        super().__init__(*written)
        self._answers: dict[int, _Answer] = {}

    def __get__(self, game: Any, kind: type | None = None) -> Any:
        if not isinstance(game, CompiledGame):  # but a class, or what has this from a mixin too
            return super().__get__(game, kind)
        answer = self._answers.get(id(game)) or self._new_answer(game)
        return answer.given_by(partial(super().__get__, game, kind))

    def _new_answer(self, game: CompiledGame) -> _Answer:
        new = _Answer()
        answer = self._answers.setdefault(id(game), new)
        if answer is new:  # and no other thread was sooner
            weakref.finalize(game, self._answers.pop, id(game)).atexit = False
        return answer

    @classmethod
    def of(cls, written: property) -> ComputedOnce:
        """Return a property with the same methods that is computed once."""
        return cls(written.fget, written.fset, written.fdel, written.__doc__)


class _Answer:
    """Value of a property of a game: the first thread computes it, the others wait for it."""

    __slots__ = ("_answer", "_is_given", "_lock")

    def __init__(self) -> None:
        self._answer: Any = None
        self._is_given = False
        self._lock = RLock()

    def given_by(self, compute: Callable[[], Any]) -> Any:
        if not self._is_given:
            with self._lock:
                if not self._is_given:
                    self._answer = compute()
                    self._is_given = True
        return self._answer


class _SeatsOfPlain:
    """The seats as the plain rules call them; else as ``Game`` does."""

    def __get__(self, game: CompiledGame | None, kind: type) -> tuple[str, str]:
        plain = None if game is None else plain_of(game)
        return Game.seats if plain is None else plain.seats


class _TitleOfPlain:
    """The title that the plain rules give themselves; else the words of the game's class."""

    def __get__(self, game: CompiledGame | None, kind: type) -> str:
        plain = None if game is None else plain_of(game)
        return title_of(kind) if plain is None or not has_own_title(type(plain)) else plain.title


MOST_IN_BETWEEN = 10
"""Maximum number of compiled games between a compiled game and one in plain Python."""


def plain_of(game: CompiledGame, in_between: int = MOST_IN_BETWEEN) -> Game[Any, Any] | None:
    """Return the plain rules that a game names, if any; raise for what cannot be them."""
    try:
        plain: object = game.plain
    except GameContractError:  # of a game whose property it read
        raise
    except Exception as error:  # an author's own property may raise anything
        raise _complaint(game, "raises", f"plain raised {error_text(error)}") from error
    if plain is None:
        return None
    if not isinstance(plain, Game):
        raise _complaint(game, "plain rules", f"plain is {spelled(plain)}: expected a Game")
    if isinstance(plain, CompiledGame):
        if not in_between:
            message = f"plain is {spelled(plain)}, whose plain is a compiled game again, and so on"
            raise _complaint(game, "plain rules", f"{message}: expected a Game in plain Python")
        plain_of(plain, in_between - 1)
    return plain


def _complaint(game: CompiledGame, law: str, complaint: str) -> GameContractError:
    from gamesolver.rules.messages import contract

    return contract(game, law, complaint)


class CompiledGame(Game[int, int]):
    """A game whose positions are 64-bit integers, and whose rules numba has compiled.

    An author defines ``start`` and :attr:`rules`. All other methods of ``Game``
    are derived from them. If the game also exists as plain rules, :attr:`plain` with
    its three translations gives texts and boards, and ``check_game`` and ``verify``
    compare the two.

    >>> import numpy as np
    >>> from numba import njit
    >>> from gamesolver import solve
    >>> @njit
    ... def successors(heap, moves, positions):
    ...     for place in range(min(3, np.int64(heap))):
    ...         moves[place], positions[place] = place + 1, heap - np.uint64(place + 1)
    ...     return min(3, np.int64(heap))
    >>> @njit
    ... def terminal_code(heap):
    ...     return 2 if heap else -1
    >>> class TakeAway(CompiledGame):
    ...     rules = CompiledRules(successors, terminal_code, max_moves=3)
    ...     def start(self):
    ...         return 10
    >>> print(solve(TakeAway()).outcome)
    win in 5
    """

    seats: ClassVar[tuple[str, str]] = _SeatsOfPlain()  # type: ignore[assignment]  # read as such

    def __init_subclass__(cls, **options: Any) -> None:
        """Cache properties; a class without a title of its own has that of its plain rules."""
        if "title" not in vars(cls):
            cls.title = _TitleOfPlain()  # type: ignore[assignment]  # read as such
        super().__init_subclass__(**options)
        for kind in cls.__mro__:  # mixins too, where they stand: who overrides whom stays as it is
            for name in COMPUTED_ONCE:
                written = vars(kind).get(name)
                if type(written) is property and kind is not CompiledGame:
                    setattr(kind, name, ComputedOnce.of(written))

    @property
    @abstractmethod
    def rules(self) -> CompiledRules:
        """Bundle of compiled functions. It is read once for each game."""

    # ── the same game in plain Python, where there is one ──────────────────

    @property
    def plain(self) -> Game[Any, Any] | None:
        """Plain rules of this game, or None; the three translations below require them.

        It is read once for each game. The names of the players and the title are taken from there.
        """
        return None

    def shared_stage(self, other: CompiledGame, stage: int) -> int | None:
        """Return the stage of another game that equals a stage of this one; ``None`` without one.

        Equal stages have equal positions and equal play from there on. If both games are indexed,
        the positions have the same indexes within the stage. So
        ``solve(game, tables=[solution])`` copies the outcomes from a solution of the
        other game, and ``prove(game, tables=[solution])`` treats each position as terminal. A
        number that is not a stage of the other game has the effect of ``None``.
        """
        return stage if other == self else None

    def explain(self, position: int) -> None:
        """Raise an error in the author's words, if the rules fail at a position."""

    def to_plain(self, position: int) -> Any:
        """Return the position in the form of the plain rules."""
        raise _untranslated(self, "to_plain")

    def _in_plain(self, position: object) -> Any:
        """Return the plain position of a compiled one; raise if the object is not a position."""
        if not is_position(position):
            raise InvalidArgumentError(
                f"no position {spelled(position)} of {self!r}: expected a whole number from 0 to "
                "2^64 - 2"
            )
        return self.to_plain(position)  # type: ignore[arg-type]  # an integer, as was just checked

    def from_plain(self, position: Any) -> int:
        """Return the position as an integer; undoes :meth:`to_plain`."""
        raise _untranslated(self, "from_plain")

    def to_plain_move(self, move: int) -> Any:
        """Return the move in the form of the plain rules."""
        raise _untranslated(self, "to_plain_move")

    # ── what follows from the rules ────────────────────────────────────────

    def moves(self, position: int) -> list[int]:
        return self.rules.calls.call_successors(position)[0]

    def play(self, position: int, move: int) -> int:
        codes, positions, *_ = self.rules.calls.moves_again(position)
        if move not in codes:
            raise self.illegal(position, move)
        return positions[codes.index(move)]

    def terminal_value(self, position: int) -> Value | None:
        code = self.rules.calls.call_end(position)
        return None if code == self.rules.playing else Value.of(code)

    def terminal_score(self, position: int) -> int | None:
        if not self.rules.is_scored:
            return super().terminal_score(position)
        score = self.rules.calls.call_end(position)
        return None if score == NO_SCORE else score

    def gain(self, position: int, move: int) -> int:
        if not self.rules.has_gains:
            return 0
        codes, _, gains = self.rules.calls.moves_again(position)
        if move not in codes:
            raise self.illegal(position, move)
        return gains[codes.index(move)]

    def symmetries(self, position: int) -> list[int]:
        return self.rules.calls.call_symmetries(position)

    def canonical(self, position: int) -> int:
        return self.rules.calls.call("canonical", position)

    def player(self, position: int) -> int | None:
        return self.rules.calls.call("player", position) if self.rules.player else None

    def stage(self, position: int) -> Hashable:
        rules = self.rules
        return rules.label_of(rules.calls.call("stage", position)) if rules.stage else None

    def candidates(self, position: int) -> list[int] | Outcome | Bounds | None:
        return self.rules.calls.call_candidates(position) if self.rules.candidates else None

    # ── reading and writing: by the plain rules, where there are any ───────

    def parse(self, text: str) -> int:
        if (plain := plain_of(self)) is not None:
            try:
                position = plain.parse(text)
            except PositionTextError as error:
                if not error.expected:
                    raise  # in words of its own
                raise self.unreadable(error.text, error.expected, error.problem) from error
            return self._meant_by(text, position, plain)
        position = super().parse(text)
        if not isinstance(position, int) or not 0 <= position < NO_POSITION:
            raise self.unreadable(text, "a whole number from 0 to 2^64 - 2")
        return position

    def _meant_by(self, text: str, read: Any, plain: Game[Any, Any]) -> int:
        """Return the position of a plain one; the default ``parse`` may have read any literal."""
        is_any = type(plain).parse is Game.parse
        try:
            return self.from_plain(read)
        except Exception as error:
            if is_any and type(read) is not type(plain.start()):
                raise self.unreadable(text, AS_REPR) from error
            raise

    def format(self, position: int) -> str:
        if (plain := plain_of(self)) is None:
            return repr(position)
        return plain.format(self._in_plain(position))

    def format_move(self, move: int) -> str:
        if (plain := plain_of(self)) is None:
            return str(move)
        return plain.format_move(self.to_plain_move(move))

    def stored_move(self, move: int) -> str:
        plain, has_own_words = (
            plain_of(self),
            type(self).format_move is not CompiledGame.format_move,
        )
        if plain is None or has_own_words:
            return self.format_move(move)
        return plain.stored_move(self.to_plain_move(move))

    def parse_move(self, position: int, text: str) -> int:
        """Return the legal move with that text; or with the one that the plain rules read so."""
        moves = [] if self.terminal_value(position) is not None else self.moves(position)
        for move in moves:
            if self.format_move(move) == text:
                return move
        if moves and (plain := plain_of(self)) is not None:
            with suppress(IllegalMoveError):
                meant = plain.parse_move(self.to_plain(position), text)
                for move in moves:
                    if self.to_plain_move(move) == meant:
                        return move
        return super().parse_move(position, text)  # which names the legal moves

    def render(self, position: int) -> str:
        if (plain := plain_of(self)) is None:
            return self.format(position)
        return plain.render(self._in_plain(position))

    def legend(self) -> str | None:
        plain = plain_of(self)
        return None if plain is None else plain.legend()

    def svg(self, position: int) -> str | None:
        plain = plain_of(self)
        return None if plain is None else plain.svg(self._in_plain(position))

    def format_for(self, position: int, seat: int) -> str:
        if (plain := plain_of(self)) is None:
            return self.format(position)
        return plain.format_for(self._in_plain(position), seat)

    def render_for(self, position: int, seat: int) -> str:
        if (plain := plain_of(self)) is None:
            return self.render(position)
        return plain.render_for(self._in_plain(position), seat)

    def svg_for(self, position: int, seat: int) -> str | None:
        plain = plain_of(self)
        return None if plain is None else plain.svg_for(self._in_plain(position), seat)


def _require_count(name: str, count: object, most: int, or_else: str = "") -> None:
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= most:
        message = f"bad {name} {spelled(count)}: expected a whole number from 1 to {most}"
        raise InvalidArgumentError(f"{message}{or_else}")


def _untranslated(game: CompiledGame, method: str) -> NotImplementedError:
    from gamesolver.rules.messages import untranslated

    return untranslated(game, plain_of(game), method)


# ── what an author has written, in methods or in compiled rules ─────────────────────────────────


def require_rules(game: CompiledGame) -> None:
    """Raise unless a game has a bundle of rules."""
    try:
        rules: object = game.rules
    except GameContractError:  # of rules that report their own fault
        raise
    except Exception as error:
        raise _complaint(game, "raises", f"rules raised {error_text(error)}") from error
    if not isinstance(rules, CompiledRules):
        message = f"rules is {spelled(rules)}: expected CompiledRules"
        raise _complaint(game, "signatures", message)


@overrides.register(CompiledGame)
def _overrides(game: CompiledGame, name: str) -> bool:
    return method_of(game, name) not in (getattr(Game, name), getattr(CompiledGame, name))


@writes.register(CompiledGame)
def _writes(game: CompiledGame, name: str) -> bool:
    if getattr(type(game), name) is getattr(CompiledGame, name):
        return game.rules.writes(name)
    return overrides(game, name)


@has_scores.register(CompiledGame)
def _has_scores(game: CompiledGame) -> bool:
    require_rules(game)
    has_both = not game._ends_are_signs and overrides(game, "terminal_score")
    if has_both and not game.rules.is_scored:
        from gamesolver.rules.messages import two_ends_compiled

        raise two_ends_compiled(game)
    return game.rules.is_scored
