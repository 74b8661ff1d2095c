"""Random rules of board games, as the text of a module: each seed has its own game.

The texts use what rules may use: sets, tables, loops, conditions, helpers, variables that grow,
loops left early, constants, places as numbers, and actions that the position may not allow. Run
``python tests/boardgames/random_rules.py SEED`` to read one.
"""

from __future__ import annotations

import sys
from random import Random

HEAD = '''"""Random rules, seed {seed}."""

from gamesolver.boardgames import DRAW, LOSS, WIN, BoardGame
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
'''


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
        self.kinds = 1
        self.knows_seats = self.luck.random() < 0.3
        self.is_wild = self.luck.random() < 0.5
        """Whether the rules may treat places differently."""

    def pick(self, *options: str) -> str:
        """Return one of some texts."""
        return self.luck.choice(options)

    def chance(self, share: float) -> bool:
        """Return True in this share of cases."""
        return self.luck.random() < share

    def write(self, line: str) -> None:
        """Append a line."""
        self.lines.append("    " * self.depth + line)

    # ── expressions ────────────────────────────────────────────────────────

    def set(self, depth: int = 2) -> str:
        """Return a random set of places."""
        options = ["at.mine", "at.theirs", "at.empty", "at.taken", "self.board.everywhere"]
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
        return self.luck.choice(options)

    def number(self, depth: int = 1) -> str:
        """Return a random number."""
        options = [str(self.luck.randrange(4)), f"len({self.set(1)})", *self.numbers]
        options += [f"self.weights[{place}]" for place in self.places]
        if self.knows_seats:
            options.append(self.pick("at.mover", "at.waiter"))
        if self.is_wild and self.places and self.chance(0.2):
            return f"({self.luck.choice(self.places)} % {self.luck.randrange(2, 4)})"
        if depth and self.chance(0.3):
            return f"({self.number(0)} {self.pick('+', '-')} {self.number(0)})"
        if depth and self.chance(0.1):
            return f"{self.pick('min', 'max')}({self.number(0)}, {self.number(0)})"
        if depth and self.chance(0.15):
            return f"sum({self.condition(0, ['each'])} for each in {self.set(0)})"
        return self.luck.choice(options)

    def condition(self, depth: int = 2, more: list[str] | None = None) -> str:
        """Return a random condition."""
        places, self.places = self.places, self.places + (more or [])
        found = self._condition(depth)
        self.places = places
        return found

    def _condition(self, depth: int) -> str:
        if depth and self.chance(0.3):
            word = self.pick("and", "or")
            return f"({self.condition(depth - 1)} {word} {self.condition(depth - 1)})"
        if depth and self.chance(0.15):
            return f"not {self.condition(depth - 1)}"
        if depth and self.chance(0.15):
            how = self.pick("any", "all")
            if self.chance(0.5):
                return f"{how}(line <= {self.set(0)} for line in self.lines)"
            each = self.pick("each", "place", "one")
            return f"{how}({self.condition(0, [each])} for {each} in {self.set(1)})"
        if self.places and self.chance(0.4):
            word = self.pick("in", "not in")
            return f"{self.luck.choice(self.places)} {word} {self.set(1)}"
        if self.chance(0.5):
            sign = self.pick("<", "<=", "==", "!=", ">")
            return f"{self.number(0)} {sign} {self.number(0)}"
        if self.chance(0.4):
            return f"{self.set(0)} {self.pick('<=', '==', '>=', '<')} {self.set(0)}"
        return f"bool({self.set(1)})"

    # ── statements ─────────────────────────────────────────────────────────

    def indented(self, head: str, body: object) -> None:
        """Write a statement with a body; what the body defines ends there."""
        self.write(head)
        self.depth += 1
        before = list(self.places), list(self.sets), list(self.numbers)
        before_lines = len(self.lines)
        body()  # type: ignore[operator]  # a function
        if len(self.lines) == before_lines:
            self.write("pass")
        self.places, self.sets, self.numbers = before
        self.depth -= 1

    def prelude(self) -> None:
        """Write variables that a loop changes."""
        if self.chance(0.5):
            name = f"grown{len(self.sets)}"
            self.write(f"{name} = {self.pick('self.board.none', 'at.mine', 'at.empty')}")

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
        if self.chance(0.4):
            self.indented(f"if {self.condition()}:", lambda: self.write(f"yield {action}"))
        else:
            self.write(f"yield {action}")
        if self.is_wild and self.chance(0.1):
            self.write(self.pick("break", f"if {self.condition(1)}: break"))

    def puts(self) -> None:
        """Write a loop that puts men."""
        bound = "at.empty" if self.chance(0.9) else self.set(1)
        over = bound if self.chance(0.5) else f"({self.set(1)} & {bound})"

        def body() -> None:
            self.places.append("place")
            end = ""
            if self.chance(0.15):
                end = f".flip({self.set(1)} & at.theirs)"
            elif self.chance(0.1):
                end = f".take({self.set(1)} & at.theirs)"
            elif self.knows_seats and self.chance(0.2):
                end = f".again({self.condition(1)})"
            self.guarded(f"at.put(place){end}")

        self.indented(f"for place in {over}:", body)

    def slides(self) -> None:
        """Write loops that move men."""
        takes = self.chance(0.5)
        target = "at.theirs" if takes else "at.empty"

        def inner() -> None:
            self.places.append("to")
            self.guarded("at.slide(man, to)" + (".take(to)" if takes else ""))

        def outer() -> None:
            self.places.append("man")
            if self.chance(0.3):
                self.write("reach = self.near[man]")
                self.sets.append("reach")
            if self.chance(0.25):

                def in_groups() -> None:
                    self.places.append("to")
                    self.indented(
                        f"if to in {target}:",
                        lambda: self.guarded("at.slide(man, to)" + (".take(to)" if takes else "")),
                    )
                    if self.chance(0.3):
                        self.write(f"if {self.condition(1)}: break")

                self.indented("for to in self.groups[man]:", in_groups)
            else:
                over = f"self.near[man] & {target}"
                self.indented(f"for to in {over if self.chance(0.7) else target}:", inner)

        over = "at.mine" if self.chance(0.7) else f"(at.mine & {self.set(1)})"
        self.indented(f"for man in {over}:", outer)

    def lifts(self) -> None:
        """Write a loop that takes men off, or a pass."""
        if self.chance(0.5):
            self.write("yield at.pass_turn()")
            return

        def body() -> None:
            self.places.append("gone")
            self.guarded("at.lift(gone)")

        self.indented(f"for gone in at.mine & {self.set(1)}:", body)

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

    def actions(self) -> None:
        """Write the rule ``actions``."""
        self.depth = 1
        self.write("def actions(self, at):")
        self.depth = 2
        self.prelude()
        parts = [self.puts, self.slides, self.lifts]
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
        self.places, self.sets, self.numbers = [], [], []
        if self.chance(0.3):
            self.prelude()
        for _ in range(self.luck.randrange(1, 3)):
            test = self.condition()
            if self.chance(0.5):
                test = f"any(line <= {self.pick('at.mine', 'at.theirs')} for line in self.lines)"
            self.write(f"if {test}:")
            self.write(f"    return {self.pick('WIN', 'LOSS', 'DRAW')}")
        self.write("return None")

    def text(self) -> str:
        """Return the text of the module."""
        rows, columns = self.luck.choice([(2, 2), (2, 2), (1, 4), (2, 3), (1, 5)])
        size = rows * columns
        board = f"Grid({rows}, {columns})"
        near = f"board.steps(*{self.pick('STRAIGHT', 'ALL_DIRECTIONS')})"
        lines = "board.lines(2)"
        if self.chance(0.25):
            size = 5
            board = "Graph('abcde', ['ab', 'bc', 'cd', 'de', 'ea'])"
            near, lines = "board.neighbours", "tuple(board.set(each) for each in board.edges)"
        weights = tuple(self.luck.randrange(3) for _ in range(size))
        if not self.is_wild or self.chance(0.6):
            weights = (1,) * size
        if self.chance(0.1):
            near = f"(*({near})[:-1], board.none)"
        declared = [f"stuck = {self.pick('LOSS', 'LOSS', 'DRAW', 'WIN', 'None')}"]
        if self.chance(0.4):
            declared.append(f"each = {self.luck.randrange(1, 4)}")
        if self.chance(0.3):
            declared.append("all_symmetries = True")
        setup = self.chance(0.4)
        head = HEAD.format(
            seed=self.seed, board=board, near=near, lines=lines, weights=repr(weights),
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
