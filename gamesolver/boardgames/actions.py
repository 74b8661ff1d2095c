"""Actions of rules, lowered: the next position, its checks, and the code of the move.

An action is checked as in plain Python: a man is put on an empty place, a man that moves or is
taken is there, and no player has more men than allowed. What the loops and conditions around the
action prove is not checked again.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import attrs

from gamesolver.boardgames.counters import Field
from gamesolver.boardgames.errors import counted
from gamesolver.boardgames.expressions import bit_of
from gamesolver.boardgames.kinds import Expression, Kind, Table
from gamesolver.boardgames.position import (
    COUNTER_ARGUMENTS,
    NAMELESS,
    NO_KIND,
    NO_MARKS,
    NO_MEN,
    OF_ANOTHER_COUNTER,
    UNKNOWN_VERB,
    VERBS,
    WRONG_KIND,
    unknown_counter,
)

if TYPE_CHECKING:
    from gamesolver.boardgames.statements import Statements

MOST_CODE, MOST_SHAPES = 2**62, 16


@attrs.frozen
class NamedStep:
    """Verb of a move, with the details from its code."""

    verb: str
    places: int
    has_kind: bool = False
    least: int = 0
    room: int = 0
    """How many numbers it can name, from the least one on; 0 if it names none."""
    marked: Table | None = None
    """The table of the set that is marked, if it is one."""


@attrs.frozen
class Site:
    """One ``yield``: the change of the number of men and marks, and what else it does."""

    least: int
    most: int
    where: str
    """Method and line of the author."""


@attrs.frozen
class _Put:
    """Man that was put last, with the word before and after it."""

    before: str
    after: str
    kind: str
    place: str


class _Action:
    """One action while it is lowered."""

    def __init__(self, caller: Statements, verbs: list[str]) -> None:
        self.caller = caller
        self.leaves_theirs = not {"take", "flip"}.intersection(verbs)
        """True if no verb changes the men of the other player."""
        self.adds_one = verbs.count("put") == 1 and not {"lift", "flip"}.intersection(verbs)
        """True if the action adds exactly one man of the player to move."""
        self.lines: list[str] = []
        self.word = "at"
        self.steps: list[NamedStep] = []
        self.values: list[tuple[str, int]] = []
        self.keeps: str | None = None
        self.gained = "0"
        self.gone: set[str] = set()
        """Codes of places that the action empties."""
        self.placed: list[Expression] = []
        self.kinds_placed: list[str] = []
        self.touched: set[str] = set()
        """Sides whose men were taken off, and "placed" if something was put on a place.

        What is known of the position holds before the action, so it proves the first step only.
        """
        self.grown: list[str] = []
        """Codes of the kinds with more men for the player afterwards."""
        self.least = self.most = 0
        self.last_put: _Put | None = None

    # ── words ──────────────────────────────────────────────────────────────

    def hold(self) -> str:
        """Return the word under a name, so that it can be used twice."""
        if self.word not in ("at", "after"):
            self.lines.append(f"after = {self.word}")
            put = self.last_put
            if put is not None and put.after == self.word and "after" not in put.before:
                self.last_put = attrs.evolve(put, after="after")
            else:
                self.last_put = None
            self.word = "after"
        return self.word

    def check(self, wrong: str) -> None:
        """Note the code of a word that is 0 if the action is allowed."""
        self.caller.checks = True
        self.lines.append(f"wrong |= {wrong}")

    def bit(self, side: str, kind: str, place: Expression) -> str:
        """Return the code of the bit of a man."""
        return f"ONE << W({self.caller.plane_at(side, kind, place.code)})"

    def bits(self, side: str, kind: str, places: Expression) -> str:
        """Return the code of the bits of men of a kind on a set of places."""
        start = self.caller.plane_at(side, kind)
        return places.code if start == "0" else f"{places.code} << W({start})"

    def turn_off(self, side: str, kind: str, places: Expression) -> None:
        """Take men off, which must be there."""
        is_set = places.kind is Kind.SET
        bits = self.bits(side, kind, places) if is_set else self.bit(side, kind, places)
        if (side, kind) not in places.within or side in self.touched:
            self.check(f"({bits}) & ~{self.hold()}")
        self.word = f"({self.word} & ~({bits}))"
        self.touched.add(side)
        if not is_set:
            self.gone.add(places.code)

    def turn_on(self, side: str, kind: str, place: Expression) -> None:
        """Put a man on a place, which must have none."""
        bit = self.bit(side, kind, place)
        is_stacked = self.caller.module.terms.is_stacked
        regions = {region for region, _ in place.within}
        is_free = place.code in self.gone or "theirs" in regions
        is_known = "empty" in regions or (is_free and not is_stacked)
        if not is_known or "placed" in self.touched:
            self._check_free(kind, place, bit)
        before, self.word = self.word, f"({self.word} | {bit})"
        self.last_put = _Put(before, self.word, kind, place.code)
        self.placed.append(place)
        self.kinds_placed.append(kind)
        self.touched.add("placed")

    def _check_free(self, kind: str, place: Expression, bit: str) -> None:
        """Check that a man can be put on a place.

        In a stack no two men of one kind share a place. The check combines the men of this kind of
        both players. They do not depend on the place, so the compiler can read them before a loop
        over places.
        """
        if not self.caller.module.terms.is_stacked or not self.leaves_theirs:
            self.check(f"({bit}) & {self.hold()}")
            return
        mine, theirs = (self.caller.plane_at(side, kind) for side in ("mine", "theirs"))
        men = f"{self.hold()} >> W({mine}) | at >> W({theirs})"
        self.check(f"({men}) >> W({place.code}) & ONE")

    def add(self, least: int, most: int) -> None:
        """Note the change of the number of men and marks."""
        self.least += least
        self.most += most


def lowered_action(caller: Statements, node: ast.expr) -> list[str]:
    """Return the lines that append an action to the buffers."""
    chain = _chain(caller, node)
    action = _Action(caller, [verb for verb, _ in chain])
    for verb, call in chain:
        if verb not in VERBS:
            caller.fail(call, UNKNOWN_VERB.format(verb))
        least, most = VERBS[verb]
        if call.keywords:
            caller.fail(call, f"{verb} takes plain arguments only, in their order.")
        if not least <= len(call.args) <= most:
            needs = counted(least) if least == most else f"{least} or {most} arguments"
            caller.fail(call, f"{verb} needs {needs}, and this call has {len(call.args)}.")
        _DO[verb](action, call)
    if not action.steps:
        caller.fail(node, NAMELESS)
    _check_places(action)
    _check_counts(action)
    where = f"{caller.source.owner}.{caller.source.name}, line {caller.source.line_of(node)}"
    caller.module.sites.append(Site(action.least, action.most, where))
    _append(action, node)
    return action.lines


def _chain(caller: Statements, node: ast.expr) -> list[tuple[str, ast.Call]]:
    """Return the verbs of a chain, the first one first."""
    calls: list[tuple[str, ast.Call]] = []
    first = node
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        calls.append((node.func.attr, node))
        node = node.func.value
    names = caller.names
    if not calls or not (
        isinstance(node, ast.Name) and node.id in names and names[node.id].kind is Kind.POSITION
    ):
        caller.fail(first, "expected an action after 'yield', such as at.put(place).")
    return calls[::-1]


# ── the verbs ───────────────────────────────────────────────────────────────────────────────────


def _kind(action: _Action, call: ast.Call, places: int) -> str:
    """Return the code of the kind of man that a verb names."""
    caller, verb = action.caller, ast.unparse(call.func).rpartition(".")[2]
    kinds = caller.module.layout.kinds
    if not kinds:
        caller.fail(call, NO_MEN.format(verb))
    if len(call.args) == places:
        if kinds > 1:
            caller.fail(call, NO_KIND.format(verb, kinds))
        return "0"
    found = caller.number(call.args[places])
    if found.bounds[0] < 0 or found.bounds[1] >= kinds:
        caller.fail(call.args[places], WRONG_KIND.format(kinds - 1))
    return found.code


def _step(action: _Action, verb: str, places: list[Expression], kind: str, names: bool) -> None:
    """Note a step that names the move."""
    layout = action.caller.module.layout
    has_kind = names and layout.kinds > 1
    action.steps.append(NamedStep(verb, len(places), has_kind))
    action.values += [(place.code, layout.size) for place in places]
    if has_kind:
        action.values.append((kind, layout.kinds))


def _put(action: _Action, call: ast.Call) -> None:
    caller = action.caller
    place, kind = caller.of_kind(call.args[0], Kind.PLACE), _kind(action, call, 1)
    action.grown.append(kind)
    action.turn_on("mine", kind, place)
    _step(action, "put", [place], kind, True)
    action.add(1, 1)


def _slide(action: _Action, call: ast.Call) -> None:
    source = action.caller.of_kind(call.args[0], Kind.PLACE)
    target = action.caller.of_kind(call.args[1], Kind.PLACE)
    kind = _kind(action, call, 2)
    action.turn_off("mine", kind, source)
    action.turn_on("mine", kind, target)
    _step(action, "slide", [source, target], kind, True)


def _lift(action: _Action, call: ast.Call) -> None:
    place, kind = action.caller.of_kind(call.args[0], Kind.PLACE), _kind(action, call, 1)
    action.turn_off("mine", kind, place)
    _step(action, "lift", [place], kind, True)
    action.add(-1, -1)


def _take(action: _Action, call: ast.Call) -> None:
    caller = action.caller
    places = caller.of_kind(call.args[0], Kind.PLACE, Kind.SET)
    kind = _kind(action, call, 1)
    if places.kind is Kind.SET:
        action.turn_off("theirs", kind, places)
        action.add(-(places.most or caller.module.layout.size), 0)
        return
    action.turn_off("theirs", kind, places)
    _step(action, "take", [places], kind, True)
    action.add(-1, -1)


def _flip(action: _Action, call: ast.Call) -> None:
    caller = action.caller
    places = caller.of_kind(call.args[0], Kind.PLACE, Kind.SET)
    kind = _kind(action, call, 1)
    if places.kind is Kind.PLACE:
        places = Expression(f"(ONE << W({places.code}))", Kind.SET, places.within, 1)
    action.turn_off("theirs", kind, places)
    if "placed" in action.touched:  # a man of mine may be there since an earlier verb
        action.check(f"({action.bits('mine', kind, places)}) & {action.hold()}")
    action.word = f"({action.word} | {action.bits('mine', kind, places)})"
    action.grown.append(kind)  # the flipped men
    action.touched.add("placed")


def _mark(action: _Action, call: ast.Call) -> None:
    caller, layout = action.caller, action.caller.module.layout
    if not layout.has_marks:
        caller.fail(call, NO_MARKS)
    places = caller.of_kind(call.args[0], Kind.PLACE, Kind.SET)
    if places.kind is Kind.PLACE:
        bits = f"ONE << W({layout.marks_at} + {places.code})"
        _step(action, "mark", [places], "", False)
        action.add(1, 1)
    else:
        if places.source is None:
            caller.fail(call.args[0], "mark takes a place, or an entry of a table of sets.")
        table = places.source.table
        if table.is_split:
            caller.fail(
                call.args[0],
                "sets that are marked need a table of sets alone. Make it in __init__.",
            )
        caller.module.require_distinct(table, caller.failing(call.args[0]))
        bits = f"{places.code} << W({layout.marks_at})" if layout.marks_at else places.code
        action.steps.append(NamedStep("mark", 0, marked=table))
        action.values += list(zip(places.source.indices, table.shape, strict=True))
        action.add(1, places.most or layout.size)
    if ("empty", "") not in places.within or "placed" in action.touched:
        action.check(f"({bits}) & {action.hold()}")
    if layout.kinds and not caller.module.terms.is_stacked:
        action.placed.append(places)
    action.touched.add("placed")
    action.word = f"({action.word} | {bits})"


def _choose(action: _Action, call: ast.Call) -> None:
    caller, layout = action.caller, action.caller.module.layout
    found = caller.expression(call.args[0])
    if found.kind is Kind.PLACE:
        action.steps.append(NamedStep("choose", 1))
        action.values.append((found.code, layout.size))
        return
    number = caller.as_number(call.args[0], found)
    if not number.is_bounded:
        caller.fail(call.args[0], "it is not known how large this number may be. Bound it by %.")
    least, most = number.bounds
    code = f"({number.code} - {least})" if least else number.code
    action.steps.append(NamedStep("choose", 0, least=least, room=most - least + 1))
    action.values.append((code, most - least + 1))


def _field(action: _Action, call: ast.Call) -> Field:
    """Return the counter that a verb names."""
    caller, terms = action.caller, action.caller.module.terms
    name = call.args[0].value if isinstance(call.args[0], ast.Constant) else call.args[0]
    field = terms.layout.field(name) if isinstance(name, str) else None
    if isinstance(name, ast.AST):
        caller.fail(call.args[0], "write the name of the counter as a text, such as 'hand'.")
    if field is None:
        caller.fail(call.args[0], unknown_counter(name, terms))
    return field


def _set(action: _Action, call: ast.Call) -> None:
    field = _field(action, call)
    if field.counter.of == "places" and len(call.args) == 2:
        row = action.caller.of_kind(call.args[1], Kind.ROW)
        if row.field != field:
            action.caller.fail(call.args[1], OF_ANOTHER_COUNTER.format(field.name))
        mask = f"W({field.whole_mask})"
        action.word = f"({action.word} & ~{mask} | {row.code} & {mask})"
        return
    _count(action, call, field, is_sum=False)


def _add(action: _Action, call: ast.Call) -> None:
    _count(action, call, _field(action, call), is_sum=True)


def _count(action: _Action, call: ast.Call, field: Field, *, is_sum: bool) -> None:
    """Give a counter a number, or add the number to it, and check its range."""
    caller, counter = action.caller, field.counter
    needs = 1 + (counter.of == "places")
    if len(call.args) != 1 + needs:
        verb = "add" if is_sum else "set"
        caller.fail(call, COUNTER_ARGUMENTS.format(verb, field.name, counted(needs)))
    index = caller.of_kind(call.args[1], Kind.PLACE).code if needs == 2 else "0"
    found = caller.small(call.args[-1], caller.number(call.args[-1]))
    least, most = found.bounds
    code = found.code
    if is_sum:
        before = caller.counted(field, action.hold(), index)
        code = f"{before.code} + {code}"
        least, most = least + counter.least, most + counter.most
    held = caller.fresh("held")
    action.lines.append(f"{held} = N({code})")
    if least < counter.least or most > counter.most:
        action.check(f"(ZERO if {counter.least} <= {held} <= {counter.most} else ONE)")
    shift = f"W({bit_of(field, index)})"
    value = f"W({held} - {counter.least})" if counter.least else f"W({held})"
    action.word = f"({action.word} & ~(W({field.mask}) << {shift}) | {value} << {shift})"


def _pass_turn(action: _Action, call: ast.Call) -> None:
    action.steps.append(NamedStep("pass", 0))


def _gain(action: _Action, call: ast.Call) -> None:
    caller = action.caller
    if caller.module.scores is None:
        caller.fail(call, "gain needs scores. Set scores = (least, most) in the class.")
    found = caller.small(call.args[0], caller.number(call.args[0]))
    action.gained = found.code


def _again(action: _Action, call: ast.Call) -> None:
    action.keeps = action.caller.truth(call.args[0]) if call.args else "True"


_DO = {
    "put": _put, "slide": _slide, "lift": _lift, "take": _take, "flip": _flip, "mark": _mark,
    "choose": _choose, "set": _set, "add": _add,
    "pass_turn": _pass_turn, "gain": _gain, "again": _again,
}  # fmt: skip


# ── checks, and what is written ─────────────────────────────────────────────────────────────────


def _check_places(action: _Action) -> None:
    """Check that no two things share a place, unless it is certain."""
    module = action.caller.module
    if module.terms.is_stacked:  # only men of one kind cannot share a place
        if action.leaves_theirs:
            return  # turn_on has checked each man, unless its place is known to be empty
        for place, kind in zip(action.placed, action.kinds_placed, strict=True):
            if ("empty", "") not in place.within:
                action.check(f"({action.bit('theirs', kind, place)}) & {action.hold()}")
        return
    from_empty = [place for place in action.placed if ("empty", "") in place.within]
    emptied = [place.code for place in action.placed if ("empty", "") not in place.within]
    is_certain = (
        len(from_empty) <= 1
        and len(set(emptied)) == len(emptied)
        and action.gone.issuperset(emptied)
    )
    if not is_certain:
        action.check(f"{module.overlap()}({action.hold()})")


def _check_counts(action: _Action) -> None:
    """Check that no player has more men than allowed."""
    caller, terms = action.caller, action.caller.module.terms
    if not terms.each or min(terms.each) >= terms.layout.size:
        return
    for kind in dict.fromkeys(action.grown):
        most = f"EACH[{kind}]" if len(set(terms.each)) > 1 else str(terms.each[0])
        if action.adds_one:  # the count before the action does not depend on the place of a loop
            action.check(f"(ONE if count_bits({caller.plane('mine', kind)}) >= {most} else ZERO)")
            continue
        men = caller.plane("mine", kind, action.hold())
        action.check(f"(ONE if count_bits({men}) > {most} else ZERO)")


def most_named(size: int) -> int:
    """Return the greatest number of places that one action names on a board.

    >>> [most_named(size) for size in (9, 16, 25, 36)]
    [18, 14, 12, 11]
    """
    greatest = MOST_CODE // MOST_SHAPES
    return next((count for count in range(99) if size ** (count + 1) > greatest), 99)


def _passed_on(action: _Action) -> str:
    """Return the code of the word as the other player sees it.

    The man that was put last is added after the exchange. What is exchanged is then the same for
    all places on which it may be put, and is computed once for a loop over these.
    """
    caller, put = action.caller, action.last_put
    if put is None or put.after != action.word:
        return caller.module.turned(caller.module.swapped(action.hold()))
    word = put.before
    if word != "at":
        action.lines.append(f"before = {word}")
        word = "before"
    bit = f"ONE << W({caller.plane_at('theirs', put.kind, put.place)})"
    return f"{caller.module.turned(caller.module.swapped(word))} | {bit}"


def _append(action: _Action, node: ast.expr) -> None:
    """Add the lines that write an action into the buffers."""
    caller, module = action.caller, action.caller.module
    code, room = "", 1
    for value, most in action.values:
        code = f"({code} * {most} + {value})" if code else value
        room *= most
    if room > MOST_CODE // MOST_SHAPES:
        named = sum(step.places for step in action.steps)
        kinds = module.layout.kinds if module.layout.kinds > 1 else 1
        most = most_named(module.layout.size * kinds)
        caller.fail(
            node,
            f"this action names {named} places, and on this board it can name {most}. Take or flip "
            "a set, or mark a set from a table.",
        )
    number = module.number_of_shape(tuple(action.steps))
    if number >= MOST_SHAPES:
        caller.fail(node, f"there are more than {MOST_SHAPES} kinds of action. Use fewer.")
    code = f"{code} * SHAPES + {number}" if code else str(number)
    if module.layout.has_turn:
        turn = f"{module.turned(action.word)} ^ TURN"
        if action.keeps == "True":
            turn = action.word
        elif action.keeps is not None and module.turned("at") != "at":
            word = action.hold()
            turn = f"{word} if {action.keeps} else {module.turned(word)} ^ TURN"
        elif action.keeps is not None:
            turn = f"{action.word} ^ (ZERO if {action.keeps} else TURN)"
    else:
        turn = _passed_on(action)
    action.lines += [f"moves[count] = {code}", f"positions[count] = {turn}"]
    if module.has_gains:
        action.lines.append(f"gains[count] = {action.gained}")
    action.lines.append("count += 1")
