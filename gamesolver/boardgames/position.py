"""Positions and actions as rules see them in plain Python, where a debugger steps through them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import attrs

from gamesolver.arguments import whole
from gamesolver.boardgames.counters import Field, Row, Sides
from gamesolver.boardgames.errors import ActionError, UnknownPartError, counted, suggestion
from gamesolver.boardgames.layout import Layout
from gamesolver.boards import Board, Place, Places

if TYPE_CHECKING:
    from collections.abc import Sequence

MINE, THEIRS = 0, 1

Ways = list[int] | set[int]

VERBS = {
    "put": (1, 2),
    "slide": (2, 3),
    "lift": (1, 2),
    "take": (1, 2),
    "flip": (1, 2),
    "mark": (1, 1),
    "choose": (1, 1),
    "set": (2, 3),
    "add": (2, 3),
    "pass_turn": (0, 0),
    "gain": (1, 1),
    "again": (0, 1),
}
"""Least and greatest number of arguments of each verb. The second or third is a kind of men."""

PARTS = {"mine", "theirs", "marked", "empty", "taken", "mover", "waiter", "terms", "word"}
"""Names that counters cannot have."""

NO_KIND = "{} needs the kind of man, because kinds is {}. Write it last, as in put(place, 0)."
WRONG_KIND = "expected a kind of man from 0 to {}."
NO_MEN = "{} needs men, and there are none, because kinds is 0."
NO_MARKS = "mark needs marks, and there are none. Set marks = True in the class."
OF_ANOTHER_COUNTER = "expected counters {0!r}, and these are others. Copy at.{0}."
COUNTER_ARGUMENTS = "{} of counter {!r} needs {} after the name."
OF_ANOTHER_BOARD = "{} is of another board. Use places of the game's board."
UNKNOWN_VERB = "a position has no verb {!r}. It has " + ", ".join(VERBS) + "."


KIND_SIGNS = "012345678"
"""Default signs of the kinds of men."""


@attrs.frozen
class Terms:
    """Facts that positions of one game share."""

    board: Board
    layout: Layout
    is_stacked: bool
    each: tuple[int, ...]
    """Greatest number of men of each kind that a player has."""
    kind_signs: str = KIND_SIGNS
    """Sign of each kind of men."""

    @property
    def has_kinds(self) -> bool:
        """True if rules name the kind of a man."""
        return self.layout.kinds > 1


class Position:
    """Position that rules see as ``at``. Its verbs return actions, and it does not change."""

    __slots__ = ("__weakref__", "terms", "word")

    def __init__(self, terms: Terms, word: int) -> None:
        self.terms = terms
        self.word = word

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.word == other.word

    def __lt__(self, other: Position) -> bool:
        return self.word < other.word

    def __hash__(self) -> int:
        return hash(self.word)

    def __repr__(self) -> str:
        return f"<position {self.word}>"

    def __getattr__(self, name: str) -> Any:
        field = None if name.startswith("_") else self.terms.layout.field(name)
        if field is None:
            raise UnknownPartError(unknown_attribute(name, self.terms))
        numbers = field.numbers(self.word)
        if field.counter.of == "places":
            return Row(self.terms.board, field.counter, numbers)
        return Sides(*numbers) if field.counter.of == "players" else numbers[0]

    # ── what there is ──────────────────────────────────────────────────────

    @property
    def mover(self) -> int:
        """Player to move, 0 or 1."""
        layout = self.terms.layout
        return self.word >> layout.turn_at & 1 if layout.has_turn else 0

    @property
    def waiter(self) -> int:
        """The other player, 0 or 1."""
        return 1 - self.mover

    @property
    def mine(self) -> Any:
        """Places with men of the player to move. With kinds, ``mine[kind]`` are those of a kind."""
        return self._men(MINE)

    @property
    def theirs(self) -> Any:
        """Places with men of the other player."""
        return self._men(THEIRS)

    @property
    def marked(self) -> Places:
        """Places with a mark."""
        if not self.terms.layout.has_marks:
            raise UnknownPartError(unknown_attribute("marked", self.terms))
        return self._places(self.terms.layout.planes - 1)

    @property
    def taken(self) -> Places:
        """Places with a man or a mark."""
        layout, bits = self.terms.layout, 0
        for plane in range(layout.planes):
            bits |= layout.plane(self.word, plane)
        return Places(self.terms.board, bits)

    @property
    def empty(self) -> Places:
        """Places without a man or a mark."""
        return self.terms.board.everywhere - self.taken

    def _men(self, side: int) -> Any:
        kinds = self.terms.layout.kinds
        if not kinds:
            raise UnknownPartError(unknown_attribute("theirs" if side else "mine", self.terms))
        first = kinds * (side ^ self.mover)
        planes = tuple(self._places(first + kind) for kind in range(kinds))
        return planes if self.terms.has_kinds else planes[0]

    def _places(self, plane: int) -> Places:
        return Places(self.terms.board, self.terms.layout.plane(self.word, plane))

    # ── what can be done ───────────────────────────────────────────────────

    def put(self, place: Place, kind: int | None = None) -> Action:
        """Return the action that puts one of my men on an empty place."""
        return Action(self).put(place, kind)

    def slide(self, source: Place, target: Place, kind: int | None = None) -> Action:
        """Return the action that moves one of my men to another place."""
        return Action(self).slide(source, target, kind)

    def lift(self, place: Place, kind: int | None = None) -> Action:
        """Return the action that takes one of my men off the board."""
        return Action(self).lift(place, kind)

    def take(self, places: Place | Places, kind: int | None = None) -> Action:
        """Return the action that takes a man of the other player, or all of a set of them."""
        return Action(self).take(places, kind)

    def flip(self, places: Place | Places, kind: int | None = None) -> Action:
        """Return the action that makes men of the other player mine."""
        return Action(self).flip(places, kind)

    def mark(self, places: Place | Places) -> Action:
        """Return the action that marks a place, or all of a set."""
        return Action(self).mark(places)

    def choose(self, what: Place | int) -> Action:
        """Return the action that is named by a place or a number."""
        return Action(self).choose(what)

    def set(self, name: str, *what: Any) -> Action:
        """Return the action that gives a counter a number."""
        return Action(self).set(name, *what)

    def add(self, name: str, *what: Any) -> Action:
        """Return the action that adds a number to a counter."""
        return Action(self).add(name, *what)

    def pass_turn(self) -> Action:
        """Return the action that does nothing."""
        return Action(self).pass_turn()

    def gain(self, points: int) -> Action:
        """Return the action that wins points."""
        return Action(self).gain(points)

    def again(self, keeps: object = True) -> Action:
        """Return the action after which the same player moves again, if ``keeps`` is true."""
        return Action(self).again(keeps)


def known_attributes(terms: Terms) -> list[str]:
    """Return the attributes that positions of a game have."""
    men = ["mine", "theirs"] if terms.layout.kinds else []
    marks = ["marked"] if terms.layout.has_marks else []
    counters = [field.name for field in terms.layout.fields]
    return [*men, *marks, *counters, "empty", "taken", "mover", "waiter"]


def unknown_attribute(name: str, terms: Terms) -> str:
    """Return the complaint about an attribute that positions do not have."""
    known = known_attributes(terms)
    reasons = {
        "mine": "there are no men, because kinds is 0",
        "theirs": "there are no men, because kinds is 0",
        "marked": "there are no marks, because marks is False",
    }
    if name in reasons:
        return f"a position has no {name!r}: {reasons[name]}. It has {', '.join(known)}."
    listed = f"It has {', '.join(known)}, and the verbs {', '.join(VERBS)}."
    return f"a position has no {name!r}.{suggestion(name, [*known, *VERBS])} {listed}"


def counter_named(name: object, terms: Terms) -> Field:
    """Return the bits of a counter. Raise ``ActionError`` if there is none of this name."""
    field = terms.layout.field(name) if isinstance(name, str) else None
    if field is None:
        raise ActionError(unknown_counter(name, terms))
    return field


def unknown_counter(name: object, terms: Terms) -> str:
    """Return the complaint about the name of a counter that does not exist."""
    names = [field.name for field in terms.layout.fields]
    if not names:
        return "there are no counters. Set counters in the class."
    alike = suggestion(name, names) if isinstance(name, str) else ""
    return f"there is no counter {name!r:.40}.{alike} Counters are {', '.join(names)}."


class Action:
    """Action that a rule yields: the next position, before the turn passes.

    Each verb returns a new action. Verbs may be chained, and none depends on their order.
    """

    __slots__ = ("at", "gained", "keeps", "steps", "word")

    def __init__(
        self,
        at: Position,
        word: int | None = None,
        steps: tuple[Step, ...] = (),
        keeps: bool = False,
        gained: int = 0,
    ) -> None:
        self.at = at
        self.word = at.word if word is None else word
        self.steps = steps
        self.keeps = keeps
        self.gained = gained

    def __getattr__(self, name: str) -> NoReturn:
        raise UnknownPartError(UNKNOWN_VERB.format(name))

    def put(self, place: Place, kind: int | None = None) -> Action:
        """Return the action that also puts one of my men on an empty place."""
        bit = self._bit("put", MINE, place, kind)
        after = self._on(self.word, bit, "put", "a man of mine is there")
        return self._then(after, ("put", (place,), kind))

    def slide(self, source: Place, target: Place, kind: int | None = None) -> Action:
        """Return the action that also moves one of my men."""
        source_bit = self._bit("slide", MINE, source, kind)
        off = self._off(self.word, source_bit, "slide", "no man of mine is")
        target_bit = self._bit("slide", MINE, target, kind)
        after = self._on(off, target_bit, "slide", "a man of mine is at the target")
        return self._then(after, ("slide", (source, target), kind))

    def lift(self, place: Place, kind: int | None = None) -> Action:
        """Return the action that also takes one of my men off the board."""
        bit = self._bit("lift", MINE, place, kind)
        after = self._off(self.word, bit, "lift", "no man of mine is")
        return self._then(after, ("lift", (place,), kind))

    def take(self, places: Place | Places, kind: int | None = None) -> Action:
        """Return the action that also takes a man of the other player, or all of a set."""
        gone = self._bits("take", THEIRS, places, kind)
        after = self._off(self.word, gone, "take", "no man of the other player is")
        if isinstance(places, Places):
            return self._then(after)
        return self._then(after, ("take", (places,), kind))

    def flip(self, places: Place | Places, kind: int | None = None) -> Action:
        """Return the action that also makes men of the other player mine."""
        gone = self._bits("flip", THEIRS, places, kind)
        new = self._bits("flip", MINE, places, kind)
        after = self._off(self.word, gone, "flip", "no man of the other player is")
        after = self._on(after, new, "flip", "a man of mine is there")
        return self._then(after)

    def mark(self, places: Place | Places) -> Action:
        """Return the action that also marks a place, or all of a set."""
        layout = self.at.terms.layout
        if not layout.has_marks:
            raise ActionError(NO_MARKS)
        bits = self._bits_of(places)
        after = self._on(self.word, bits << layout.marks_at, "mark", "a mark is there")
        marked = tuple(places) if isinstance(places, Places) else (places,)
        return self._then(after, ("mark", marked, None))

    def choose(self, what: Place | int) -> Action:
        """Return the action that is also named by a place or a number."""
        if isinstance(what, Place):
            self._bits_of(what)
            return self._then(self.word, ("choose", (what,), None))
        number = int(what) if isinstance(what, bool) else whole(what)
        if number is None:
            raise ActionError(_expected("a place or a number", what))
        return self._then(self.word, ("choose", (), number))

    def set(self, name: str, *what: Any) -> Action:
        """Return the action that also gives a counter a number.

        ``what`` is the number, or a place and its number, or a copy of the counters of all places.
        """
        field = counter_named(name, self.at.terms)
        if len(what) == 1 and isinstance(what[0], Row) and field.counter.of == "places":
            numbers = what[0].of_counter(name)
            if numbers is None:
                raise ActionError(OF_ANOTHER_COUNTER.format(name))
            after = self.word
            for index, number in enumerate(numbers):
                after = field.with_number(after, index, number)
            return self._then(after)
        return self._counted(field, "set", what, 0)

    def add(self, name: str, *what: Any) -> Action:
        """Return the action that also adds a number to a counter.

        ``what`` is the number, or a place and the number.
        """
        field = counter_named(name, self.at.terms)
        return self._counted(field, "add", what, 1)

    def _counted(self, field: Field, verb: str, what: tuple[Any, ...], share: int) -> Action:
        """Return the action that also changes a counter; a share of 0 or 1 remains."""
        on, needs = "", 1 + (field.counter.of == "places")
        if len(what) != needs:
            raise ActionError(COUNTER_ARGUMENTS.format(verb, field.name, counted(needs)))
        index = 0
        if field.counter.of == "places":
            self._bit_of_place(what[0])
            index, on = int(what[0]), self.at.terms.board.names[what[0]]
        number = int(what[-1]) if isinstance(what[-1], bool) else whole(what[-1])
        if number is None:
            raise ActionError(_expected("a number", what[-1]))
        after = field.counter.within(share * field.number(self.word, index) + number, on)
        return self._then(field.with_number(self.word, index, after))

    def pass_turn(self) -> Action:
        """Return the action that does nothing more."""
        return self._then(self.word, ("pass", (), None))

    def gain(self, points: int) -> Action:
        """Return the action that also wins points."""
        if not isinstance(points, int):
            raise ActionError(_expected("a number", points))
        return Action(self.at, self.word, self.steps, self.keeps, points)

    def again(self, keeps: object = True) -> Action:
        """Return the action after which the same player moves again, if ``keeps`` is true."""
        return Action(self.at, self.word, self.steps, bool(keeps), self.gained)

    # ── checks ─────────────────────────────────────────────────────────────

    def _then(self, word: int, *steps: Step) -> Action:
        return Action(self.at, word, self.steps + steps, self.keeps, self.gained)

    def _bits_of(self, places: object) -> int:
        """Return the bits of a place or of a set of places."""
        if isinstance(places, Places) and places.board == self.at.terms.board:
            return places.bits
        if isinstance(places, Place) and places.board == self.at.terms.board:
            return 1 << places
        if isinstance(places, Places | Place):
            raise ActionError(OF_ANOTHER_BOARD.format(f"{places!r:.40}"))
        raise ActionError(_expected("a place or a set of places", places))

    def _bit_of_place(self, place: object) -> int:
        """Return the bit of a place, which must be one."""
        if not isinstance(place, Place):
            raise ActionError(_expected("a place", place))
        return self._bits_of(place)

    def _bit(self, verb: str, side: int, place: object, kind: int | None) -> int:
        """Return the bit of a place in the plane of a side and a kind."""
        self._bit_of_place(place)
        return self._bits(verb, side, place, kind)

    def _bits(self, verb: str, side: int, places: object, kind: int | None) -> int:
        """Return the bits of places in the plane of a side and a kind."""
        layout, terms = self.at.terms.layout, self.at.terms
        if not layout.kinds:
            raise ActionError(NO_MEN.format(verb))
        if terms.has_kinds and kind is None:
            raise ActionError(NO_KIND.format(verb, layout.kinds))
        if whole(kind or 0) is None or not 0 <= (kind or 0) < layout.kinds:
            raise ActionError(WRONG_KIND.format(layout.kinds - 1))
        bits = self._bits_of(places)
        return bits << layout.size * (layout.kinds * (side ^ self.at.mover) + (kind or 0))

    def _off(self, word: int, bits: int, verb: str, problem: str) -> int:
        if bits & ~word:
            raise ActionError(f"{verb}: {problem} on {self._named(bits & ~word)}.")
        return word & ~bits

    def _on(self, word: int, bits: int, verb: str, problem: str) -> int:
        if bits & word:
            raise ActionError(f"{verb}: {problem}, on {self._named(bits & word)}.")
        return word | bits

    def _named(self, bits: int) -> str:
        """Return the names of places in a word with bits in any plane."""
        layout, names = self.at.terms.layout, self.at.terms.board.names
        planes = [layout.plane(bits, plane) for plane in range(layout.planes)]
        on = [place for place in range(layout.size) if any(each >> place & 1 for each in planes)]
        return ", ".join(names[place] for place in on)

    def checked(self) -> int:
        """Return the next position, with the turn passed on. Raise if the action is not allowed."""
        terms, layout = self.at.terms, self.at.terms.layout
        if not self.steps:
            raise ActionError(NAMELESS)
        if shared := overlap(layout, terms.is_stacked, self.word):
            raise ActionError(f"two things would be on {self._named(shared)}.")
        for kind, most in enumerate(terms.each):
            for side in (0, 1):
                men = layout.plane(self.word, layout.kinds * side + kind).bit_count()
                if men > most:
                    raise ActionError(f"a player would have {men} men, and each is {most}.")
        return self.word if self.keeps else layout.passed_on(self.word)

    @property
    def way(self) -> Ways:
        """Places to click on: one, the two of a slide, a set that is marked, or all for a pass."""
        verb, places, _ = self.steps[0]
        if verb == "pass" or not places:
            return set(range(self.at.terms.layout.size))
        return set(places) if verb == "mark" and len(places) > 1 else list(places)

    @property
    def text(self) -> str:
        """Name of the action."""
        terms = self.at.terms
        steps = [
            (verb, places, kind if terms.has_kinds or verb == "choose" else None)
            for verb, places, kind in self.steps
        ]
        return text_of_steps(steps, terms.board.names, terms.kind_signs)


Step = tuple[str, "tuple[int, ...]", "int | None"]
"""Verb with its places and the kind of man, if they name the action."""

NAMELESS = (
    "nothing names this action, because set, add, and flip and take of a set of places do not. Add "
    "put, slide, lift, take or mark of a place, choose, or pass_turn()."
)


def _expected(needs: str, found: object) -> str:
    """Return the complaint about an argument of a verb."""
    what = f"{found!r:.40}"
    if isinstance(found, Places):
        what = "a set of places"
    elif found is None:
        what = "None"
    elif whole(found) is not None:
        what = "a number"
    return f"expected {needs}, and this is {what}."


def overlap(layout: Layout, is_stacked: bool, word: int) -> int:
    """Return the places with two things on them where only one may be."""
    groups = [list(range(layout.planes))]
    if is_stacked:
        groups = [[kind, layout.kinds + kind] for kind in range(layout.kinds)]
    shared = 0
    for group in groups:
        seen = 0
        for plane in group:
            bits = layout.plane(word, plane)
            shared |= seen & bits
            seen |= bits
    return shared


def text_of_steps(steps: Sequence[Step], names: Sequence[str], kind_signs: str = KIND_SIGNS) -> str:
    """Return the name of an action.

    >>> names = ["a1", "b1", "c1"]
    >>> text_of_steps([("slide", (0, 1), None), ("take", (1,), None)], names)
    'a1xb1'
    >>> text_of_steps([("slide", (0, 1), None), ("mark", (0,), None)], names)
    'a1-b1+a1'
    >>> text_of_steps([("slide", (0, 1), 2), ("take", (2,), 0)], names)
    '2a1-b1x0c1'
    >>> text_of_steps([("put", (0,), 2)], names, "SML")
    'La1'
    >>> text_of_steps([("lift", (0,), None)], names)
    'a1 off'
    >>> text_of_steps([("choose", (0,), None), ("choose", (), 3)], names)
    'a1:3'
    """
    text, target = "", None
    for verb, places, kind in steps:
        on = [names[place] for place in places]
        of = "" if kind is None or verb == "choose" else kind_signs[kind]
        if verb == "slide":
            text += f"{of}{on[0]}-{on[1]}"
            target = places[1]
        elif verb == "take" and places == (target,):
            head, _, tail = text.rpartition("-")
            text, target = f"{head}x{of}{tail}", None
        elif verb == "choose":
            text += (":" if text else "") + (on[0] if on else str(kind))
        else:
            before = {"take": "x", "pass": "pass"}.get(verb, "")
            if verb == "mark" and text:
                before = "+"
            if verb == "lift" and text:
                before = " "
            after = " off" if verb == "lift" else ""
            text += f"{before}{of}{'+'.join(on)}{after}"
    return text
