"""Random rules of board games, as the text of a module: each seed has its own game.

The texts use what rules may use: sets, tables with rows of different lengths, loops, conditions,
helpers, variables that grow or change while a row is read, loops that end early or run zero
times, constants, places as numbers, scores, gains, counters, copies of counters that a loop
changes, and actions that the position may not allow. Run
``python tests/boardgames/random_rules.py SEED`` to read one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random

HEAD = '''"""Random rules, seed {seed}."""

from gamesolver.boardgames import DRAW, LOSS, WIN, BoardGame, Counter
from gamesolver.boards import ALL_DIRECTIONS, DIAGONAL, STRAIGHT, Graph, Grid


class Drawn(BoardGame):
{declared}

    def __init__(self):
        self.board = board = {board}
        self.near = {near}
        self.lines = {lines}
        self.alone = tuple(board.set([place]) for place in board.places)
        self.fixed = board.set([board.places[{fixed}]])
        self.weights = {weights}
        self.groups = tuple(tuple(self.near[place]) + (place,) for place in board.places)
        self.beside = tuple(tuple(self.near[place]) for place in board.places)
        self.around_twice = tuple(
            tuple(tuple(each for each in self.near[near] if each != place) for near in row)
            for place, row in enumerate(self.beside)
        )
        self.pairs = tuple({pairs} for place in board.places)
        self.flags = tuple({flags} for place in board.places)
'''


PAIRS = [
    "(place, place)",
    "(place, board.places[place - 1])",
    "(board.places[place - 2], board.places[place - 1])",
]
FLAGS = ["len(self.near[place]) > 2", "place > 1", "place == 0"]


class Text:
    """Writer of one random class."""

    def __init__(self, seed: int) -> None:
        self.luck = Random(seed)
        self.seed = seed
        self.lines: list[str] = []
        self.depth = 2
        self.places: list[str] = []
        self.sets: list[str] = []
        self.numbers: list[str] = []
        self.helpers: list[str] = []
        self.walks = False
        """True if there is a helper that walks over the board."""
        self.has_scores = False
        self.kinds = 2 if self.luck.random() < 0.25 else 1
        self.has_marks = self.luck.random() < 0.25
        self.kind_names: list[str] = []
        self.knows_seats = self.luck.random() < 0.3
        self.is_wild = self.luck.random() < 0.5
        """True if the rules may treat places differently."""
        self.counters = Random(seed + 10_000_000)
        """Separate random source for counters, so that seeds without counters keep their rules."""
        self.has_counters = self.counters.random() < 0.4
        self.rows: list[str] = []
        self.is_stacked = False
        """True if men of both kinds may share a place."""

    def pick(self, *options: str) -> str:
        """Return one of some texts."""
        return self.luck.choice(options)

    def chance(self, share: float) -> bool:
        """Return True with the probability ``share``."""
        return self.luck.random() < share

    def write(self, line: str) -> None:
        """Append a line."""
        self.lines.append("    " * self.depth + line)

    # ── expressions ────────────────────────────────────────────────────────

    def men(self, side: str, kind: str = "") -> str:
        """Return the men of a side, of one kind if there are several."""
        if self.kinds == 1:
            return f"at.{side}"
        return f"at.{side}[{kind or self.pick('0', '1', *self.kind_names)}]"

    def free(self, kind: str) -> str:
        """Return the places on which a man of a kind may be put."""
        if not self.is_stacked:
            return "at.empty"
        return f"~({self.men('mine', kind)} | {self.men('theirs', kind)})"

    def set(self, depth: int = 2) -> str:
        """Return a random set of places."""
        options = [self.men("mine"), self.men("theirs")]
        options += ["at.empty", "at.taken", "self.board.everywhere"]
        options += ["at.marked"] if self.has_marks else []
        options += self.sets + [f"self.near[{place}]" for place in self.places] * 2
        options += [f"self.alone[{place}]" for place in self.places]
        if self.is_wild and self.chance(0.3):
            options.append("self.fixed")
        if depth and self.chance(0.5):
            left, right = self.set(depth - 1), self.set(depth - 1)
            return f"({left} {self.pick('&', '|', '-', '^')} {right})"
        if depth and self.chance(0.1):
            return f"~{self.set(depth - 1)}"
        if depth and self.helpers and self.places and self.chance(0.2):
            return f"self.around(at, {self.luck.choice(self.places)})"
        if depth and self.chance(0.08):
            return f"({self.set(0)} if {self.condition(0)} else {self.set(0)})"
        if depth and self.chance(0.08):
            return f"({self.set(0)} {self.pick('and', 'or')} {self.set(0)})"
        return self.luck.choice(options)

    def number(self, depth: int = 1) -> str:
        """Return a random number."""
        options = [str(self.luck.randrange(4)), f"len({self.set(1)})", *self.numbers]
        options += [f"self.weights[{place}]" for place in self.places]
        if self.has_counters and self.counters.random() < 0.5:
            return self.counter()
        if self.knows_seats:
            options.append(self.pick("at.mover", "at.waiter"))
        if self.is_wild and self.places and self.chance(0.2):
            return f"({self.luck.choice(self.places)} % {self.luck.randrange(2, 4)})"
        if depth and self.chance(0.3):
            return f"({self.number(0)} {self.pick('+', '-')} {self.number(0)})"
        if depth and self.walks and self.places and self.chance(0.3):
            return f"self.walk(at, {self.luck.choice(self.places)})"
        if depth and self.chance(0.15):
            return f"({self.number(0)} {self.pick('and', 'or')} {self.number(0)})"
        if depth and self.chance(0.1):
            sign = self.pick("//", "%")
            return f"(({self.number(0)} - {self.number(0)}) {sign} {self.pick('2', '3')})"
        if depth and self.chance(0.1):
            return f"{self.pick('min', 'max')}({self.number(0)}, {self.number(0)})"
        if depth and self.chance(0.15):
            return f"sum({self.condition(0, ['each'])} for each in {self.set(0)})"
        return self.luck.choice(options)

    def counter(self) -> str:
        """Return a random counter."""
        options = ["at.clock", "at.purse.mine", "at.purse.theirs"]
        for row in ["at.seeds", *self.rows]:
            options += [f"{row}[{place}]" for place in self.places]
            options.append(f"sum({row}[each] for each in at.empty)")
        return self.counters.choice(options)

    def sown(self) -> str:
        """Write a copy of counters that loops change, and return its name."""
        name = f"sown{len(self.rows)}"
        self.write(f"{name} = at.seeds.copy()")
        sign, amount = self.counters.choice(["+=", "-=", "="]), self.counters.randrange(2)
        over = self.counters.choice(["at.empty", "at.theirs", "self.beside[self.board.places[0]]"])
        if not self.is_wild or self.kinds > 1:
            over = "at.empty"
        value = f"min({name}[seed] + {amount}, 2)" if sign == "=" else str(amount)
        self.write(f"for seed in {over}:")
        self.write(f"    {name}[seed] {sign} {value}")
        if self.counters.random() < 0.3:
            self.write(f"    if {self.counter()} == 1: {name}[seed] = 0")
        return name

    def counted(self) -> str:
        """Return verbs that change counters, for the end of an action."""
        verbs = [".add('clock', 1)", ".set('clock', (at.clock + 1) % 3)", ".add('purse', 1)"]
        verbs += [".set('purse', 1 - at.purse.mine)", f".set('purse', {self.counter()} % 3)"]
        verbs += [f".set('seeds', {row})" for row in self.rows] * 3
        for place in self.places:
            verbs += [f".add('seeds', {place}, 1)", f".set('seeds', {place}, 1)"]
        return "".join(self.counters.sample(verbs, self.counters.randrange(3)))

    def condition(self, depth: int = 2, more: list[str] | None = None) -> str:
        """Return a random condition."""
        places, self.places = self.places, self.places + (more or [])
        found = self._condition(depth)
        self.places = places
        return found

    def _condition(self, depth: int) -> str:
        if self.walks and self.places and self.chance(0.3):
            rest = self.pick("% 2 == 0", "% 3 < 2", "> 2", "< 5")
            return f"self.walk(at, {self.luck.choice(self.places)}) {rest}"
        if depth and self.chance(0.3):
            word = self.pick("and", "or")
            return f"({self.condition(depth - 1)} {word} {self.condition(depth - 1)})"
        if depth and self.chance(0.15):
            return f"not {self.condition(depth - 1)}"
        if depth and self.chance(0.15):
            how = self.pick("any", "all")
            if self.chance(0.5):
                return f"{how}(line <= {self.set(1)} for line in self.lines)"
            each = self.pick("each", "place", "one")
            return f"{how}({self.condition(0, [each])} for {each} in {self.set(1)})"
        if self.places and self.chance(0.4):
            word = self.pick("in", "not in")
            return f"{self.luck.choice(self.places)} {word} {self.set(1)}"
        if self.places and self.chance(0.1):
            return f"self.flags[{self.luck.choice(self.places)}]"
        if self.chance(0.5):
            sign = self.pick("<", "<=", "==", "!=", ">")
            more = f" {self.pick('<', '<=')} {self.number(0)}" if self.chance(0.1) else ""
            return f"{self.number(1)} {sign} {self.number(0)}{more}"
        if self.chance(0.4):
            return f"{self.set(0)} {self.pick('<=', '==', '>=', '<')} {self.set(0)}"
        return f"bool({self.set(1)})"

    # ── statements ─────────────────────────────────────────────────────────

    def indented(self, head: str, body: Callable[[], None]) -> None:
        """Write a statement with a body, and forget the names that the body defines."""
        self.write(head)
        self.depth += 1
        before = list(self.places), list(self.sets), list(self.numbers)
        before_lines = len(self.lines)
        body()
        if len(self.lines) == before_lines:
            self.write("pass")
        self.places, self.sets, self.numbers = before
        self.depth -= 1

    def prelude(self) -> None:
        """Write variables that a loop changes."""
        if self.chance(0.5):
            name = f"grown{len(self.sets)}"
            self.write(f"{name} = {self.pick('self.board.none', self.men('mine'), 'at.empty')}")

            def body() -> None:
                self.places.append("one")
                head = None if self.chance(0.6) else self.condition(1)
                sign = self.pick("|=", "&=", "-=", "^=", "=")
                change = f"{name} {sign} {self.set(1)}"
                self.write(f"if {head}: {change}" if head else change)
                if self.chance(0.1):
                    self.write("break")
                if self.chance(0.1):
                    self.write(f"{name} {self.pick('|=', '&=')} {self.set(0)}")

            self.indented(f"for one in {self.set(1)}:", body)
            self.sets.append(name)
        if self.chance(0.1):
            self.write("last = self.alone[0]")
            self.sets.append("last")
            rows = self.pick("self.alone", "self.lines", "self.near")
            self.indented(f"for last in {rows}:", lambda: self.write("pass"))
        if self.chance(0.3):
            name = f"count{len(self.numbers)}"
            self.write(f"{name} = {self.luck.randrange(3)}")

            def counts() -> None:
                self.places.append("two")
                if self.chance(0.3):
                    self.numbers.append(name)
                self.write(f"if {self.condition(1)}: {name} {self.pick('+=', '-=', '=')} 1")

            self.indented(f"for two in {self.set(1)}:", counts)
            self.numbers.append(name)

    def guarded(self, action: str) -> None:
        """Write a yield, perhaps under a condition, and perhaps leave the loop after it."""
        rows = list(self.rows)
        if self.has_counters and self.counters.random() < 0.4:
            self.rows.append(self.sown())
        action += self.counted() if self.has_counters else ""
        self._guarded(action)
        self.rows = rows

    def _guarded(self, action: str) -> None:
        if self.chance(0.7 if self.walks else 0.4):
            self.indented(f"if {self.condition()}:", lambda: self.write(f"yield {action}"))
        else:
            self.write(f"yield {action}")
        if self.is_wild and self.chance(0.1):
            self.write(self.pick("break", f"if {self.condition(1)}: break"))

    def of_kinds(self, body: Callable[[str], None]) -> None:
        """Write statements for each kind of man, or for the only one."""
        if self.kinds == 1:
            body("")
            return

        def inside() -> None:
            self.kind_names.append("kind")
            self.numbers.append("kind")
            body("kind")
            self.kind_names.pop()

        self.indented("for kind in range(2):", inside)

    def puts(self) -> None:
        """Write a loop that puts men, or marks."""
        self.of_kinds(self._puts)

    def _puts(self, kind: str) -> None:
        bound = self.free(kind) if self.chance(0.9) else self.set(1)
        over = bound if self.chance(0.5) else f"({self.set(1)} & {bound})"
        more = f", {kind}" if kind else ""

        def body() -> None:
            self.places.append("place")
            end = ""
            if self.has_marks and self.chance(0.2):
                end = f".mark({self.pick(*self.places)})"
            elif self.kinds == 1 and self.chance(0.15):
                end = f".flip({self.set(1)} & at.theirs)"
            elif self.kinds == 1 and not self.has_scores and self.chance(0.1):
                end = f".take({self.set(1)} & at.theirs)"
            elif self.knows_seats and self.chance(0.2):
                end = f".again({self.condition(1)})"
            if self.has_scores and self.chance(0.5):
                end += f".gain({self.number()})"
            self.guarded(f"at.put(place{more}){end}")

        self.indented(f"for place in {over}:", body)

    def slides(self) -> None:
        """Write loops that move men."""
        self.of_kinds(self._slides)

    def _slides(self, kind: str) -> None:
        takes = self.chance(0.5)
        taken = self.pick("0", "1", "kind") if kind else ""
        target = self.men("theirs", taken) if takes else self.free(kind)
        more, gone = (f", {kind}", f", {taken}") if kind else ("", "")
        action = f"at.slide(man, to{more})" + (f".take(to{gone})" if takes else "")
        if self.has_marks and self.chance(0.4):
            action += ".mark(man)"

        def inner() -> None:
            self.places.append("to")
            self.guarded(action)

        def in_groups() -> None:
            self.places.append("to")
            self.indented(f"if to in {target}:", lambda: self.guarded(action))
            if self.chance(0.3):
                self.write(f"if {self.condition(1)}: break")

        def outer() -> None:
            self.places.append("man")
            if self.chance(0.3):
                self.write("reach = self.near[man]")
                self.sets.append("reach")
            if self.chance(0.25):
                self.indented("for to in self.groups[man]:", in_groups)
            else:
                over = f"self.near[man] & {target}"
                self.indented(f"for to in {over if self.chance(0.7) else target}:", inner)

        mine = self.men("mine", kind)
        over = mine if self.chance(0.7) else f"({mine} & {self.set(1)})"
        self.indented(f"for man in {over}:", outer)

    def lifts(self) -> None:
        """Write a loop that takes men off, or a pass."""
        if self.chance(0.5):
            self.write("yield at.pass_turn()")
            return
        kind = "" if self.kinds == 1 else self.pick("0", "1")

        def body() -> None:
            self.places.append("gone")
            self.guarded(f"at.lift(gone{', ' if kind else ''}{kind})")

        self.indented(f"for gone in {self.men('mine', kind)} & {self.set(1)}:", body)

    # ── the class ──────────────────────────────────────────────────────────

    def helper(self) -> None:
        """Write a helper that returns a set of places."""
        self.depth = 1
        self.write("def around(self, at, place):")
        self.depth = 2
        self.places, self.sets, self.numbers = ["place"], [], []
        if self.chance(0.5):
            self.prelude()
        if self.chance(0.4):
            value = self.set(1) if self.is_wild and self.chance(0.4) else "self.board.none"
            test = self.condition(1, ["each"])

            def body() -> None:
                self.indented(f"if {test}:", lambda: self.write(f"return {value}"))

            self.indented(f"for each in {self.set(1)}:", body)
        self.write(f"return {self.set(1)}")
        self.write("")
        self.helpers.append("around")
        self.places, self.sets, self.numbers = [], [], []

    def walk(self) -> None:
        """Write a helper that walks over the board, and returns a number."""
        self.depth = 1
        self.write("def walk(self, at, place):")
        self.depth = 2
        self.places, self.sets, self.numbers = ["place", "here", "there"], ["free"], []
        self.write("here = there = place")
        self.write("row, free = self.beside[place], self.near[place]")
        self.write(f"one, two = {self.number(0)}, {self.number(0)}")
        self.numbers = ["one", "two"]
        self._steps(2, False)
        end = self.pick(
            "len(row)", "len(self.near[there])", "two", "sum(e in at.taken for e in row)"
        )
        self.write(f"return one + len(free) + len(self.near[here]) + {end}")
        self.write("")
        self.walks = True
        self.places, self.sets, self.numbers = [], [], []

    def _steps(self, depth: int, is_inside: bool) -> None:
        """Write statements that change the variables of a walk."""
        for _ in range(self.luck.randrange(1, 4)):
            if depth and self.chance(0.6):
                self._loop_or_branch(depth, is_inside)
            else:
                self._step()
        if is_inside and self.chance(0.3):
            leave = self.pick("break", "continue", "continue")
            self.indented(f"if {self.condition(1)}:", lambda: self.write(leave))
            self._step()

    def _step(self) -> None:
        """Write one assignment."""
        place = self.luck.choice(self.places)
        steady = self.pick("1", "3", f"len({self.set(0)})")
        self.write(self.pick(
            f"here = {place}", f"there = {place}", "here, there = there, here",
            "here, there = self.pairs[here]", "there, here = self.pairs[there]",
            f"row = self.beside[{place}]", "here, row = there, self.beside[here]",
            "row, here = self.beside[there], there",
            f"one {self.pick('+=', '-=')} {steady}", f"two = {self.number()}",
            "one, two = two, one", f"one = ({self.number()}) % 5", f"free = {self.set(1)}",
            f"free {self.pick('|=', '&=', '-=', '^=')} {self.set(0)}",
        ))  # fmt: skip

    def _loop_or_branch(self, depth: int, is_inside: bool) -> None:
        """Write a loop or a condition around more statements."""
        name = f"each{depth}"

        def body() -> None:
            self.places.append(name)
            self._steps(depth - 1, True)

        def of_rows() -> None:
            self.indented(f"for {name} in inner:", body)

        def counted() -> None:
            self.write(f"turn{depth} += 1")
            self._steps(depth - 1, True)

        kind = self.luck.randrange(6)
        if kind < 2:
            rows = [f"self.beside[{self.luck.choice(self.places)}]", "row", self.set(1)]
            head = f"for {name} in {self.luck.choice(rows)}:"
            if self.chance(0.2):
                head, name = f"for here in self.beside[{self.pick('here', 'there')}]:", "here"
            self.indented(head, body)
        elif kind == 2:
            self.indented(f"for inner in self.around_twice[{self.pick('here', 'there')}]:", of_rows)
        elif kind == 3:
            bound = self.pick("one % 3", "2", "0", "one % 2, 2", "2, 0, -1")
            self.indented(
                f"for turn{depth} in range({bound}):", lambda: self._steps(depth - 1, True)
            )
        elif kind == 4:
            self.write(f"turn{depth} = 0")
            self.indented(f"while turn{depth} < 3 and {self.condition(1)}:", counted)
        else:
            self.indented(f"if {self.condition()}:", lambda: self._steps(depth - 1, is_inside))
            if self.chance(0.5):
                self.indented("else:", lambda: self._steps(depth - 1, is_inside))

    def actions(self) -> None:
        """Write the rule ``actions``."""
        self.depth = 1
        self.write("def actions(self, at):")
        self.depth = 2
        if self.has_counters and self.counters.random() < 0.3:
            self.rows.append(self.sown())
        self.prelude()
        parts = [self.puts, self.slides, self.lifts]
        parts = [self.puts] if self.has_scores else parts
        self.luck.shuffle(parts)
        parts = parts[: self.luck.randrange(1, 4)]
        for part in parts:
            if self.chance(0.3):
                self.indented(f"if {self.condition()}:", part)
            else:
                part()
        self.write("")

    def result(self) -> None:
        """Write the rule ``result``."""
        self.depth = 1
        self.write("def result(self, at):")
        self.depth = 2
        self.places, self.sets, self.numbers, self.rows = [], [], [], []
        if self.chance(0.3):
            self.prelude()
        for _ in range(self.luck.randrange(1, 3)):
            test = self.condition()
            if self.chance(0.5):
                test = (
                    f"any(line <= {self.men(self.pick('mine', 'theirs'))} for line in self.lines)"
                )
            self.write(f"if {test}:")
            value = self.pick("WIN", "LOSS", "DRAW")
            self.write(f"    return {self.number() if self.has_scores else value}")
        self.write("return None")

    def text(self) -> str:
        """Return the text of the module."""
        boards = [(2, 2), (2, 2), (1, 4), (2, 3), (1, 5)]
        rows, columns = self.luck.choice(boards[:3] if self.kinds > 1 else boards)
        size = rows * columns
        board = f"Grid({rows}, {columns})"
        near = f"board.steps(*{self.pick('STRAIGHT', 'ALL_DIRECTIONS')})"
        lines = "board.lines(2)"
        if self.kinds == 1 and self.chance(0.25):
            size = 5
            board = "Graph('abcde', ['ab', 'bc', 'cd', 'de', 'ea'])"
            near, lines = "board.neighbours", "tuple(board.set(each) for each in board.edges)"
        weights = tuple(self.luck.randrange(3) for _ in range(size))
        if not self.is_wild or self.chance(0.6):
            weights = (1,) * size
        if self.chance(0.1):
            near = f"(*({near})[:-1], board.none)"
        self.has_scores = self.kinds == 1 and not self.has_marks and self.chance(0.25)
        ends = ["0", "-1", "2"] if self.has_scores else ["LOSS", "LOSS", "DRAW", "WIN", "None"]
        declared = [f"stuck = {self.luck.choice(ends)}"]
        declared += ["scores = (-999, 999)"] if self.has_scores else []
        if self.chance(0.4):
            declared.append(f"each = {self.luck.randrange(1, 4)}")
        if self.chance(0.3):
            declared.append("all_symmetries = True")
        if self.kinds > 1:
            declared.append("kinds = 2")
            self.is_stacked = self.chance(0.5)
            declared += ["stacked = True"] if self.is_stacked else []
        if self.has_marks:
            declared.append("marks = True")
        turned = None
        if self.has_counters:
            if self.counters.random() < 0.3:
                turned = tuple(reversed(range(size)))
            start = self.counters.randrange(2)
            declared.append(
                "counters = (Counter('clock', 0, 2), Counter('purse', 0, 2, 'players'), "
                f"Counter('seeds', 0, 2, 'places', {start}, {turned}))"
            )
        setup = self.kinds == 1 and self.chance(0.4)
        head = HEAD.format(
            seed=self.seed, board=board, near=near, lines=lines, weights=repr(weights),
            pairs=self.luck.choice(PAIRS if self.is_wild else PAIRS[:1]),
            flags=self.luck.choice(FLAGS if self.is_wild else FLAGS[:1]),
            fixed=self.luck.randrange(size), declared="\n".join(f"    {each}" for each in declared),
        )  # fmt: skip
        if setup:
            self.depth = 1
            first, second = self.luck.sample(range(size), 2)
            self.write("def setup(self):")
            self.write("    places = self.board.places")
            self.write(f"    return self.board.set([places[{first}]]), "
                       f"self.board.set([places[{second}]])")  # fmt: skip
            self.write("")
        if self.chance(0.6):
            self.walk()
        if self.chance(0.5):
            self.helper()
        self.actions()
        self.result()
        return head + "\n" + "\n".join(self.lines) + "\n"


def text_of(seed: int) -> str:
    """Return the random module of a seed."""
    return Text(seed).text()


if __name__ == "__main__":
    print(text_of(int(sys.argv[1])))  # noqa: T201  # a program
