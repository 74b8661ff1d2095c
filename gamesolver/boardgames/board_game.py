"""``BoardGame``: a game whose rules are written once, over sets of places.

An author declares the men, and writes ``setup``, ``actions`` and ``result``. The library translates
these methods to operations on bits, compares both, and derives all other rules: symmetries, stages,
an index, predecessors, texts and pictures. The rules run in three modes with equal results:
:attr:`BoardGame.plain` runs the author's own methods, :attr:`BoardGame.lowered` the translation on
Python integers, and the game itself the compiled translation.
"""

from __future__ import annotations

import linecache
from collections.abc import Iterator, Mapping
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

import attrs

from gamesolver.arguments import whole
from gamesolver.boardgames.counters import Counter, fields_of
from gamesolver.boardgames.errors import IF_STUCK, NAMES_PLAYER_BY, RulesError, rules_error
from gamesolver.boardgames.layout import MOST_BITS, Layout
from gamesolver.boardgames.numbering import indexed_rules, plan_of
from gamesolver.boardgames.position import (
    KIND_SIGNS,
    PARTS,
    VERBS,
    Action,
    Position,
    Step,
    Terms,
    overlap,
    text_of_steps,
)
from gamesolver.boardgames.sections import is_possible
from gamesolver.boardgames.symmetry import Motions
from gamesolver.boardgames.texts import MARK_SIGN, Texts
from gamesolver.boards import Board, Places
from gamesolver.errors import GameContractError, InvalidArgumentError, brief
from gamesolver.rules.compiled import CompiledGame, CompiledRules, ComputedOnce
from gamesolver.rules.game import Game
from gamesolver.value import Value

if TYPE_CHECKING:
    from gamesolver.boardgames.module import Lowered
    from gamesolver.boardgames.views import LoweredBoardGame, PlainBoardGame

LOSS, DRAW, WIN = Value.LOSS, Value.DRAW, Value.WIN

SETTABLE = {"title", "seats", "looks", "endless", "parameters", "plies_to_draw"}
"""Names of ``Game`` that a board game may set."""


class BoardGame(CompiledGame):
    """Rules of a board game, written once.

    >>> from gamesolver import solve
    >>> from gamesolver.boards import Grid
    >>> class TicTacToe(BoardGame):
    ...     '''Three in a row win.'''
    ...     def __init__(self):
    ...         self.board = Grid(3, 3)
    ...         self.lines = self.board.lines(3)
    ...     def actions(self, at):
    ...         for place in at.empty:
    ...             yield at.put(place)
    ...     def result(self, at):
    ...         if any(line <= at.theirs for line in self.lines):
    ...             return LOSS
    ...         return None if at.empty else DRAW
    >>> print(solve(TicTacToe().lowered).outcome)
    draw in 9
    """

    _if_stuck = IF_STUCK
    _names_player_by = NAMES_PLAYER_BY

    board: Board
    """Board of the game, which the author sets in ``__init__``."""

    kinds: int = 1
    """Number of kinds of men, 0 for a game with marks only."""
    each: int | tuple[int, ...] | None = None
    """Greatest number of men of each kind that a player can have. ``None`` sets no limit. A kind
    with 0 is not used."""
    marks: bool = False
    """True if places can have a mark, which belongs to no player."""
    counters: tuple[Counter, ...] = ()
    """Small numbers in a position, such as ``Counter("hand", 0, 9)``. They can be set in
    ``__init__``."""
    stacked: bool = False
    """True if men of different kinds can stand on one place."""
    stuck: Value | int | None = None
    """Result for a player who has no action, if ``result`` returns ``None``."""
    scores: tuple[int, int] | None = None
    """Least and greatest score. If it is set, ``result`` returns scores."""
    turn: bool = False
    """True if positions show the player to move, and those with the players exchanged are different
    ones. By default they show it only if a rule needs it."""
    begins: int = 0
    """Index of the player who moves first. 1 requires positions that show the player to move."""
    all_symmetries: bool = False
    """True to use symmetries that do not keep the start. Published counts are without them."""
    indexed: bool | None = None
    """True if each position has an index in a table, False if the solver enumerates the positions.
    By default they have indexes if play may return to a position and reaches most positions."""
    signs: str = "xo"
    """Signs of the two players in texts; a third one is that of marks."""
    kind_signs: str = KIND_SIGNS
    """Signs of the kinds of men in texts, from kind 0 on, such as ``"SML"``. The default is the
    digits from 0."""
    look: str = "squares"
    """Look of a board of squares in pictures, an argument of :func:`gamesolver.grid_svg`."""

    # ── what an author writes ──────────────────────────────────────────────

    def setup(self) -> Any:
        """Return the places of the men of player 0 and of player 1 at the start.

        With several kinds of men, each is a tuple of sets by kind. By default the board is empty.
        """
        return None

    def actions(self, at: Any) -> Iterator[Action]:
        """Yield the actions of the player to move, such as ``at.put(place)``."""
        raise rules_error(f"{type(self).__name__} has no rule 'actions'. Write actions(self, at).")

    def result(self, at: Any) -> Value | int | None:
        """Return ``WIN``, ``DRAW`` or ``LOSS`` for the player to move, or ``None``."""
        return None

    def progress(self, at: Any) -> int | None:
        """Return a number that no action makes smaller, if the library cannot derive one.

        It is the stage of a position: positions are solved from the greatest number down. ``None``
        is for games without such a number.
        """
        return None

    def drawing(self, at: Any) -> Mapping[str, Any]:
        """Return options for the picture of a position: keyword arguments of ``board.picture``.

        ``shapes`` among them are added to the shapes of men and marks.
        ``at`` is the position from the first player's view: ``at.mine`` is the set of that player's
        men, with either player to move.
        """
        return {}

    def by_hand(self) -> Mapping[str, Any]:
        """Return rules that are written by hand, by name, in place of derived ones.

        They are the rules of :class:`~gamesolver.CompiledRules`, such as ``successors``, and
        ``candidates``, which cannot be derived. They read positions by :attr:`layout`. By default
        there are none.
        """
        return {}

    # ── declarations ───────────────────────────────────────────────────────

    def __init_subclass__(cls, **options: Any) -> None:
        """Refuse names that every game has."""
        for name, written in list(vars(cls).items()):
            if name in RESERVED:
                raise _reserved_name(cls.__name__, name, written)
        super().__init_subclass__(**options)

    @ComputedOnce
    def terms(self) -> Any:
        """Board, layout and numbers of men, from the declarations."""
        return _terms_of(self)

    @property
    def layout(self) -> Layout:
        """Bits of a position, for rules that are written by hand."""
        found: Layout = self.terms.layout
        return found

    @ComputedOnce
    def texts(self) -> Any:
        """Texts of positions."""
        signs, most = self.signs, 3 if self.marks else 2
        is_text = isinstance(signs, str) and 2 <= len(signs) <= most
        if not (is_text and len({*signs, *".#,/ "}) == len(signs) + 5):
            needs = "two different characters, other than '.', '#', ',', '/' and ' '"
            raise _bad(self, "signs", needs + ", or three different ones with marks" * (most == 3))
        looks: object = self.looks
        if not (isinstance(looks, tuple) and [type(each) for each in looks] == [str, str]):
            raise _bad(self, "looks", "a tuple of two texts, such as ('dark', 'light')")
        return Texts(self.terms, signs[:2], self.looks, self.player_of, signs[2:] or MARK_SIGN)

    @ComputedOnce
    def has_gains(self) -> Any:
        """True if a rule calls ``gain``."""
        return self.scores is not None and "gain" in names_used_by(type(self))

    @property
    def has_progress(self) -> bool:
        """True if the author writes ``progress``."""
        return type(self).progress is not BoardGame.progress

    @ComputedOnce
    def lowering(self) -> Any:
        """The rules lowered to operations on bits, and all that is derived from them."""
        from gamesolver.boardgames.module import Module
        from gamesolver.boardgames.trial import require_agreement

        if type(self).actions is BoardGame.actions:
            self.actions(None)  # raises, because every game writes it
        self.texts  # noqa: B018  # refuses signs before the rules are translated
        lowered: Lowered = Module(self, self.terms).lowered()
        require_agreement(self, lowered)
        return lowered

    @ComputedOnce
    def numbering(self) -> Any:
        """Choice between an index and enumeration, with the reason."""
        return plan_of(self, self.lowering)

    # ── the three modes ────────────────────────────────────────────────────

    @property
    def plain(self) -> PlainBoardGame:
        """The game by the author's own methods."""
        from gamesolver.boardgames.views import PlainScoredBoardGame, PlainValuedBoardGame

        return PlainValuedBoardGame(self) if self.scores is None else PlainScoredBoardGame(self)

    @property
    @brief
    def lowered(self) -> LoweredBoardGame:
        """The game lowered to integers, which needs no compiler."""
        from gamesolver.boardgames.views import LoweredScoredBoardGame, LoweredValuedBoardGame

        scored = self.scores is not None
        return LoweredScoredBoardGame(self) if scored else LoweredValuedBoardGame(self)

    @property
    def rules(self) -> CompiledRules:
        """The compiled rules, with those that are written by hand."""
        from gamesolver.boardgames.by_hand import with_rules_by_hand

        return with_rules_by_hand(self, self.derived_rules)

    @ComputedOnce
    def derived_rules(self) -> Any:
        """The compiled rules without those that are written by hand, which may call them."""
        lowered = self.lowering
        from gamesolver.boardgames.running import compiled

        module = compiled(lowered.text, type(self).__name__.lower())
        least, most = self.scores or (None, None)
        names, further = lowered.rules & RULES, dict[str, Any]()
        if self.numbering.is_indexed:
            index_rules = {"index", "position_at"}  # a board of marks alone is its own index
            if index_rules <= lowered.rules:
                names |= index_rules
            else:
                names = names - {"canonical"} | {"predecessors"}
            further = indexed_rules(self, lowered)
        return CompiledRules(
            max_moves=lowered.max_moves,
            max_symmetries=max(1, lowered.motions.count - 1),
            least_score=least,
            most_score=most,
            **{name: getattr(module, name) for name in names},
            **further,
        )

    # ── methods of every game ──────────────────────────────────────────────

    def start(self) -> int:
        return _start_of(self)

    def player_of(self, word: int) -> int | None:
        """Return the player to move, if the rules determine it."""
        layout = self.terms.layout
        if layout.has_turn:
            return int(word >> layout.turn_at & 1)
        try:
            rules = self.lowering.rules
        except RulesError:
            return None  # the author's own methods run anyway
        if "player" not in rules:
            return None
        planes = (1 << layout.turn_at) - 1
        return int((word & planes).bit_count() + (self.start() & planes).bit_count()) % 2

    @property
    def motions(self) -> Motions:
        """Symmetries of the rules; none if the rules cannot be lowered."""
        try:
            found: Motions = self.lowering.motions
        except RulesError:
            identity = tuple(range(self.terms.layout.size))
            return Motions((identity,), False)
        return found

    def is_position(self, word: int) -> bool:
        """Return True if no two men share a place, and the numbers of men are possible.

        In an indexed game these are the numbers that play can reach, otherwise those that ``each``
        allows. On a board of marks alone each set of marks is a position.
        """
        try:
            is_indexed = bool(self.terms.layout.kinds) and self.numbering.is_indexed
        except RulesError:  # the author's own methods run anyway
            is_indexed = False
        sections = self.lowering.sections if is_indexed else None
        return is_possible(self.terms, sections, word)

    def complaint_about(self, result: object) -> str:
        """Return the complaint about a result that is not possible, or an empty text."""
        if result is None:
            return ""
        if self.scores is None:
            kinds = "WIN, DRAW or LOSS"
            is_possible_result = isinstance(result, Value)
        else:
            kinds = "a score, because scores is set"
            is_possible_result = isinstance(result, int) and not isinstance(result, bool)
        if not is_possible_result:
            return f"a result is {kinds}, or None while play goes on; this is {result!r:.40}."
        if isinstance(result, int) and self.scores is not None:
            least, most = self.scores
            if not least <= result <= most:
                return f"the score is {result}, and scores is ({least}, {most}). Widen scores."
        return ""

    def explain(self, position: int) -> None:
        """Raise the error of a result or an action that is not allowed, with its line."""
        self.plain.require_allowed(self.to_plain(position))

    def moves(self, position: int) -> list[int]:
        try:
            return super().moves(position)
        except GameContractError:
            self.explain(position)
            raise

    def to_plain(self, position: int) -> Position:
        if not self.is_position(position):
            raise InvalidArgumentError(
                f"no position {position} of {self!r}: expected a number that parse returns"
            )
        return Position(self.terms, position)

    def from_plain(self, position: Position) -> int:
        return position.word

    def to_plain_move(self, move: int) -> str:
        return self.move_text(move)

    def move_text(self, code: int) -> str:
        """Return the name of the move with this code."""
        shapes, layout = self.lowering.shapes, self.terms.layout
        code, number = divmod(code, max(1, len(shapes)))
        steps: list[Step] = []
        for step in reversed(shapes[number]):
            kind = None
            if step.marked is not None:
                index = []
                for length in reversed(step.marked.shape):
                    code, place = divmod(code, length)
                    index.append(place)
                entry: Any = step.marked.value
                for place in reversed(index):
                    entry = entry[place]
                steps.append((step.verb, tuple(entry), None))
                continue
            if step.room:
                code, number_named = divmod(code, step.room)
                steps.append((step.verb, (), number_named + step.least))
                continue
            if step.has_kind:
                code, kind = divmod(code, layout.kinds)
            places = []
            for _ in range(step.places):
                code, place = divmod(code, layout.size)
                places.append(place)
            steps.append((step.verb, tuple(reversed(places)), kind))
        return text_of_steps(steps[::-1], self.board.names, self.terms.kind_signs)


RULES = {
    "successors", "terminal_code", "terminal_score", "symmetries", "canonical", "player", "stage",
    "count_moves",
}  # fmt: skip
"""Compiled rules that a lowered module may have."""
RESERVED = {name for name in dir(CompiledGame) if not name.startswith("_")} - SETTABLE
"""Names that a board game must not define."""


# ── checks of the declarations ──────────────────────────────────────────────────────────────────


def names_used_by(kind: type) -> set[str]:
    """Return the names and attributes that the author's methods mention."""
    functions = [
        written
        for each in kind.__mro__
        if each not in BoardGame.__mro__
        for written in vars(each).values()
        if isinstance(written, FunctionType)
    ]
    codes: list[CodeType] = [each.__code__ for each in functions]
    for code in codes:  # the list grows as we go
        codes += [part for part in code.co_consts if isinstance(part, CodeType)]
    return {name for code in codes for name in code.co_names}


def _terms_of(game: BoardGame) -> Terms:
    """Return board, layout and numbers of men. Raise if a declaration is invalid."""
    board: object = getattr(game, "board", None)
    if not isinstance(board, Board):
        raise _bad(game, "board", "a board of gamesolver.boards, in the class or in __init__")
    for name in sorted(vars(game).keys() & RESERVED):
        raise rules_error(
            f"{type(game).__name__}: self.{name} hides the method {name!r} of every game. "
            "Rename the attribute."
        )
    kinds = whole(game.kinds)
    if kinds is None or not 0 <= kinds <= 9:
        raise _bad(game, "kinds", "a whole number from 0 to 9")
    counters = _counters_of(game, board)
    if not (kinds or game.marks or counters):
        raise _bad(game, "kinds", "1 or more, or set marks = True, or counters")
    if game.stacked and kinds < 2:
        raise _bad(game, "stacked", "False, or kinds of 2 or more")
    used = names_used_by(type(game))
    has_turn = bool(game.turn or {"mover", "waiter", "again"} & used)
    has_turn |= bool(game.marks and not kinds)
    layout = Layout(board.size, kinds, bool(game.marks), has_turn)
    fields = fields_of(counters, board.size, layout.bits)
    layout = attrs.evolve(layout, fields=fields)
    if layout.bits > MOST_BITS:
        parts = ", ".join(f"{bits} for {name}" for name, bits in layout.parts())
        smaller = "smaller counters" if fields else "fewer kinds"
        raise rules_error(
            f"{game!r} needs {layout.bits} bits for a position ({parts}), and there are "
            f"{MOST_BITS}. Use a smaller board or {smaller}."
        )
    _require_results(game)
    each, signs = _each_of(game, kinds, board.size), _kind_signs_of(game, kinds)
    return Terms(board, layout, bool(game.stacked), each, signs)


def _each_of(game: BoardGame, kinds: int, size: int) -> tuple[int, ...]:
    given = game.each
    listed = given if isinstance(given, tuple | list) else (given,) * kinds
    found = [size if each is None else whole(each) for each in listed]
    is_number = [each is not None and each >= 0 for each in found]
    if len(found) != kinds or not all(is_number) or (found and not any(found)):
        needs = (
            f"None, a whole number from 1 on, or a tuple of {kinds} numbers from 0 on, not all 0"
        )
        raise _bad(game, "each", needs)
    return tuple(min(each, size) for each in found if each is not None)


def _kind_signs_of(game: BoardGame, kinds: int) -> str:
    """Return the signs of the kinds of men. Raise if they are invalid."""
    signs: object = game.kind_signs
    if signs == KIND_SIGNS:
        return KIND_SIGNS
    others = {*"mwx", *(game.signs if isinstance(game.signs, str) else "")}
    if not isinstance(signs, str) or not (signs.isalnum() and len({*signs} - others) == len(signs)):
        needs = "a text of different letters or digits, without m, w, x and the characters of signs"
        raise _bad(game, "kind_signs", needs)
    if len(signs) < kinds:
        raise _bad(game, "kind_signs", f"a text of at least {kinds} signs, one for each kind")
    return signs


def _require_results(game: BoardGame) -> None:
    """Raise unless ``stuck`` and ``scores`` fit together."""
    scores: object = game.scores
    if scores is not None and not (
        isinstance(scores, tuple)
        and len(scores) == 2
        and all(whole(each) is not None for each in scores)
        and scores[0] <= scores[1]
    ):
        raise _bad(game, "scores", "None, or the least and the greatest score")
    stuck: object = game.stuck
    is_score = whole(stuck) is not None and not isinstance(stuck, bool)
    if stuck is not None and not (is_score if scores is not None else isinstance(stuck, Value)):
        needs = "None or a score" if scores is not None else "None, WIN, DRAW or LOSS"
        raise _bad(game, "stuck", needs)
    if scores is not None and stuck is not None and not scores[0] <= stuck <= scores[1]:
        raise _bad(game, "stuck", f"None or a score from {scores[0]} to {scores[1]}, as in scores")


def _start_of(game: BoardGame) -> int:
    """Return the first position. Raise if the set-up is invalid."""
    given, layout, terms = game.setup(), game.terms.layout, game.terms
    word = _first_turn(game, layout) | _first_counts(game, layout)
    if given is None:
        return word
    needs = "two sets of places, the men of player 0 and of player 1"
    if layout.kinds > 1:
        needs = f"two tuples of {layout.kinds} sets of places, the men of each player by kind"
    if not isinstance(given, tuple | list) or len(given) != 2 or not layout.kinds:
        raise _bad_setup(game, needs)
    for side, men in enumerate(given):
        planes = men if isinstance(men, tuple | list) else (men,)
        if len(planes) != layout.kinds:
            raise _bad_setup(game, needs)
        for kind, places in enumerate(planes):
            if not isinstance(places, Places) or places.board != terms.board:
                raise _bad_setup(game, needs)
            if len(places) > terms.each[kind]:
                raise _bad_setup(game, f"at most {terms.each[kind]} men, because of each")
            word |= places.bits << (layout.kinds * side + kind) * layout.size
    if overlap(layout, terms.is_stacked, word):
        raise _bad_setup(game, "at most one man on a place")
    return word


def _first_turn(game: BoardGame, layout: Layout) -> int:
    """Return the bit of the player who moves first."""
    begins = whole(game.begins)
    if begins not in (0, 1):
        raise _bad(game, "begins", "0 or 1")
    if begins and not layout.has_turn:
        raise _bad(
            game, "begins", "0, or set turn = True, so that positions contain the player to move"
        )
    return begins << layout.turn_at if begins else 0


def _first_counts(game: BoardGame, layout: Layout) -> int:
    """Return the bits of all counters at the start, for the first player."""
    word = 0
    for field in layout.fields:
        counter, start = field.counter, field.counter.start
        numbers = list(start) if isinstance(start, tuple | list) else [start] * field.count
        for index, number in enumerate(numbers):
            first = counter.least if number is None else whole(number)
            if len(numbers) != field.count or first is None:
                needs = "a number" + f" or {field.count} numbers" * (counter.of != "game")
                raise rules_error(f"counter {field.name!r} starts at {start!r:.60}. Set {needs}.")
            if not counter.least <= first <= counter.most:
                raise rules_error(
                    f"counter {field.name!r} starts at {first}, and it is from {counter.least} to "
                    f"{counter.most}. Change start, or the range."
                )
            word = field.with_number(word, index, first)
    return layout.turned(word) if game.begins else word


def _counters_of(game: BoardGame, board: Board) -> tuple[Counter, ...]:
    """Return the declared counters. Raise if one is invalid."""
    given: object = game.counters
    if not isinstance(given, tuple | list) or not all(isinstance(e, Counter) for e in given):
        raise _bad(game, "counters", 'a tuple of counters, such as (Counter("hand", 0, 9),)')
    names = [counter.name for counter in given]
    for counter in given:
        is_taken = counter.name in PARTS or counter.name in VERBS or names.count(counter.name) > 1
        if is_taken or counter.name.startswith("_"):
            raise rules_error(
                f"{type(game).__name__}.counters: the name {counter.name!r} is in use, or begins "
                "with an underscore. Rename the counter."
            )
        turned, numbers = list(counter.turned or board.places), list(range(board.size))
        if sorted(turned) != numbers or [turned[each] for each in turned] != numbers:
            raise rules_error(
                f"counter {counter.name!r}: turned must have a place for each of {board.size} "
                "places, and return each place if it is applied twice."
            )
    return tuple(given)


def _bad_setup(game: BoardGame, needs: str) -> RulesError:
    return rules_error(
        f"{type(game).__name__}.setup returned {game.setup()!r:.60}. Return {needs}."
    )


def _bad(game: BoardGame, name: str, needs: str) -> RulesError:
    found = getattr(game, name, None)
    return rules_error(f"{type(game).__name__}.{name} is {found!r:.60}. Set it to {needs}.")


def _reserved_name(owner: str, name: str, written: object) -> RulesError:
    """Return the error for a method that has the name of a method of every game."""
    derived = "derives it from the rules" if hasattr(Game, name) else "needs it"
    complaint = f"{owner}.{name}: every game has {name!r}, and BoardGame {derived}. Rename it."
    if not isinstance(written, FunctionType):
        return rules_error(complaint)
    file, line = written.__code__.co_filename, written.__code__.co_firstlineno
    text = linecache.getline(file, line).rstrip("\n")
    start = text.find(name)
    end = start + len(name)
    return rules_error(
        complaint, file, line, start, f"{text[:start]}\0{text[start:end]}\0{text[end:]}"
    )
