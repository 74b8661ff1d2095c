"""Random games whose positions are objects, honest or with an equality that forgets something.

Play is on a drawing (``graph_games``), with a player to move, a clock that ends play when it
has run down, and one pass per game. The rules read a plain *state*, a tuple of these four. A
position is a state in a *dress*: a tuple, a text, or an object of some class, created by every
``play``. All classes take *forgets*, the names of the fields that their ``__eq__`` ignores. A
random seed chooses everything else.

``true_outcomes`` solves the states by the slow reference, without dresses. ``shows_at_once``
explores the positions by the equality of their dresses, just as slowly, and returns whether two
equal positions behave differently.
"""

from __future__ import annotations

import random
from collections import namedtuple
from functools import cache

import attrs

from gamesolver import Game, Value
from tests.attacks.graph_games import Dice, Limits, drawing_from
from tests.oracles.reference import reference

FIELDS = ("node", "seat", "clock", "passed")
State = namedtuple("State", FIELDS)
PASS = "pass"


def key_of(state, forgets):
    """Return the part of a state that equality compares."""
    kept = {name: value for name, value in zip(FIELDS, state, strict=True) if name not in forgets}
    if "parity" in forgets:
        kept["node"] //= 2
    return tuple(kept.values())


# ── dresses: each is made from a state and a memo, and returns the state ───


@cache
def plain(forgets):
    """Return a class with a ``__dict__``, and a memo that is not part of the position."""

    class Plain:
        def __init__(self, state, memo):
            self.node, self.seat, self.clock, self.passed = state
            self.memo = memo

        def state(self):
            return State(self.node, self.seat, self.clock, self.passed)

        def __eq__(self, other):
            if type(other) is not type(self):
                return NotImplemented
            return key_of(self.state(), forgets) == key_of(other.state(), forgets)

        def __hash__(self):
            return hash(key_of(self.state(), forgets))

        def __repr__(self):
            return f"{type(self).__name__}{tuple(self.state())}"

    return Plain


@cache
def slotted(forgets):
    """Return a variant with slots, and without the memo."""

    class Slotted(plain(forgets)):
        __slots__ = ("kept",)

        def __init__(self, state, memo):
            self.kept = state

        def state(self):
            return self.kept

    return Slotted


@cache
def framed(forgets):
    """Return a class made by attrs, which compares only some of its fields."""
    fields = {name: attrs.field(eq=name not in forgets) for name in FIELDS}
    if "parity" in forgets:
        fields["node"] = attrs.field(eq=lambda node: node // 2)
    base = attrs.make_class("Framed", fields, frozen=True)

    class Framed(base):
        def __init__(self, state, memo):
            super().__init__(*state)

        def state(self):
            return State(self.node, self.seat, self.clock, self.passed)

    return Framed


@cache
def wrapped(forgets):
    """Return a class of tuples that contain an object."""

    class Wrapped(tuple):
        __slots__ = ()

        def __new__(cls, state, memo):
            return super().__new__(cls, ("in here", plain(forgets)(state, None)))

        def state(self):
            return self[1].state()

    return Wrapped


class Literal:
    """Positions of builtin types, made from a state by ``put`` and read by ``take``."""

    def __init__(self, put, take):
        self.put, self.take = put, take

    def __call__(self, state, memo):
        return self.put(state)


LITERALS = {
    "tuple": Literal(tuple, lambda made: State(*made)),
    "bools": Literal(
        lambda state: (*state[:3], bool(state[3])),
        lambda made: State(*made[:3], int(made[3])),
    ),
    "text": Literal(lambda state: "/".join(map(str, state)), lambda made: read(made)),
    "number": Literal(
        lambda state: state[0] + 100 * state[1] + 1_000 * state[2] + 10_000 * state[3],
        lambda made: State(made % 100, made // 100 % 10, made // 1_000 % 10, made // 10_000),
    ),
    "set": Literal(
        lambda state: frozenset(zip(FIELDS, state, strict=True)),
        lambda made: State(**dict(made)),
    ),
    "named": Literal(lambda state: State(*state), lambda made: made),
}
CLASSES = {"plain": plain, "slotted": slotted, "framed": framed, "wrapped": wrapped}


def read(text):
    """Return the state in a text."""
    return State(*map(int, text.split("/")))


# ── the games ──────────────────────────────────────────────────────────────


class ObjectGame(Game):
    """Play on states in a dress; ``forgets`` names the fields that equality ignores."""

    def __init__(self, seed=0, forgets=(), dresses=(*LITERALS, *CLASSES)):
        self.seed, self.forgets, self.dresses = seed, tuple(forgets), tuple(dresses)
        luck = random.Random(seed)
        self.drawing = drawing_from(Dice(iter(luck.randbytes(500))), Limits(most_nodes=6))
        self.dress = luck.choice(self.dresses)
        self.clock = luck.choice([0, 2, 3])
        self.late = luck.choice(list(Value))
        self.passes = luck.choice([0, 1])
        self.has_memo = luck.random() < 0.5
        self.symmetric = luck.random() < 0.3
        self.made = LITERALS.get(self.dress) or CLASSES[self.dress](frozenset(self.forgets))

    # states

    def roots(self):
        return [State(root, 0, self.clock, 1 - self.passes) for root in self.drawing.roots]

    def ending(self, state):
        if self.clock and not state.clock:
            return self.late
        end = self.drawing.ends[state.node]
        return None if end is None else Value(end)

    def choices(self, state):
        moves = list(range(len(self.drawing.moves[state.node])))
        return moves if state.passed else [*moves, PASS]

    def next(self, state, move):
        clock = state.clock - 1 if self.clock else 0
        if move == PASS:
            return State(state.node, 1 - state.seat, clock, 1)
        node, kept = self.drawing.moves[state.node][move]
        return State(node, state.seat if kept else 1 - state.seat, clock, state.passed)

    # positions

    def put(self, state, memo=0):
        return self.made(state, memo if self.has_memo else 0)

    def take(self, position):
        literal = LITERALS.get(self.dress)
        return literal.take(position) if literal else position.state()

    def start(self):
        return self.put(self.roots()[0])

    def positions(self):
        return [self.put(root) for root in self.roots()[1:]]

    def moves(self, position):
        return self.choices(self.take(position))

    def play(self, position, move):
        memo = getattr(position, "memo", 0)
        return self.put(self.next(self.take(position), move), memo + 1 if memo < 3 else memo)

    def terminal_value(self, position):
        return self.ending(self.take(position))

    def player(self, position):
        return self.take(position).seat

    def symmetries(self, position):
        state = self.take(position)
        return [self.put(state._replace(seat=1 - state.seat))] if self.symmetric else []

    def canonical(self, position):
        state = self.take(position)
        return self.put(state._replace(seat=0)) if self.symmetric else position

    def format(self, position):
        return "/".join(map(str, self.take(position)))

    def parse(self, text):
        return self.put(read(text))


class MixedTypes(ObjectGame):
    """Tuples in which the player is an int or a bool, depending on the last move."""

    def __init__(self, seed=0):
        super().__init__(seed, dresses=("tuple",))

    def play(self, position, move):
        node, seat, *others = self.next(self.take(position), move)
        return (node, bool(seat) if move == 1 else int(seat), *others)

    def canonical(self, position):
        return (position[0], type(position[1])(0), *position[2:]) if self.symmetric else position

    def symmetries(self, position):
        node, seat, *others = position
        return [(node, type(seat)(1 - seat), *others)] if self.symmetric else []

    def format(self, position):
        return repr(position)

    def parse(self, text):
        return Game.parse(self, text)


# ── true results, found slowly ─────────────────────────────────────────────


def reachable(game):
    """Return the states that play reaches, each with its successors."""
    roots = game.roots()
    found = {}
    while roots:
        state = roots.pop()
        if state not in found:
            over = game.ending(state) is not None
            moves = [] if over else game.choices(state)
            found[state] = [game.next(state, move) for move in moves]
            roots += found[state]
    return found


def true_outcomes(game):
    """Return the outcome of each state, as a pair of numbers."""
    found = reachable(game)
    known = {
        state: (int(game.ending(state)), 0) for state in found if game.ending(state) is not None
    }
    graph = {
        state: [(after, after.seat == state.seat) for after in found[state]] for state in found
    }
    return reference(graph, known)


def shows_at_once(game):
    """Return whether exploring finds two equal positions that behave differently.

    Also return the number of times that a position is reached again.
    """
    found, waiting, meetings, differ = {}, [], 0, False

    def reach(position):
        nonlocal meetings, differ
        for each in (position, game.canonical(position)):
            if each in found:
                meetings += 1
                differ = differ or answers(game, found[each]) != answers(game, each)
                return
        found[each] = each
        waiting.append(each)

    for roots in ([game.start()], game.positions()):
        for root in roots:
            reach(root)
        while waiting:
            here = waiting.pop(0)
            if game.terminal_value(here) is None:
                for move in game.moves(here):
                    reach(game.play(here, move))
    return differ, meetings


def answers(game, position):
    """Return the results of the game's methods for a position."""
    value = game.terminal_value(position)
    moves = () if value is not None else tuple(game.moves(position))
    text = game.format(position) if type(position) is tuple else ""
    return value, game.player(position), moves, text
